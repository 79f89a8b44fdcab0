"""Every expected value here is from the specification: its examples, or its clauses by hand."""
