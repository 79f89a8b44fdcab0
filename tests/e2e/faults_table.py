"""The tables of docs/FAULTS.md: what the lab says when something is wrong on purpose, from real runs.

Usage: faults_table.py GRIT            prints what the page should say and does not; exit code 1 then
       faults_table.py GRIT --update   writes it

A table stands on the page between `<!-- NAME -->` and `<!-- /NAME -->`; SECTIONS says which there are
and what makes each. The rows hold nothing that changes from run to run.
"""

import re
import sys

import bad_input_test
import faults
import support
from support import subject

PAGE = support.ROOT / "docs" / "FAULTS.md"
LONGEST_LINE = 240


def table(columns, rows):
    """A Markdown table; every cell is a value that str() takes, of one line."""
    def line(cells):
        return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"
    return "\n".join([line(columns), "|" + "---|" * len(columns), *map(line, rows)])


def fault_row(fault, code, report):
    row = subject(report, fault.name)
    counts = row["counts"]
    outcome = " and ".join(sorted(faults.outcomes(fault, report)))
    if report["findings"]:
        cited, title = report["findings"][0]["clause"], report["findings"][0]["title"]
    elif row["incidents"]:  # no case is to blame
        cited, title = "–", "{kind}: {detail}".format(**row["incidents"][0])
    else:
        cited, title = "–", "nothing"
    return (f"[{fault.name}](../adapters/faulty/{fault.name}/main.cpp)", fault.does,
            ", ".join(fault.clauses) or "–", outcome, code, cited, title,
            f"{counts['failed'] + counts['errors']:,} of {counts['planned']:,}")


def fault_table():
    return table(
        ("fault", "what it does", "breaks", "outcome", "exit code", "first finding cites",
         "and says", "caught by cases"),
        [fault_row(fault, *faults.run(fault)) for fault in faults.FAULTS])


def shortened(line):
    line = re.sub(r"(.{1,4}?)\1{15,}", r"\1\1\1…", line)  # what is long on purpose
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE - 1] + "…"


def bad_input_tables():
    """A table for each group of bad inputs."""
    groups = {}
    for group, name, command, lines, code in bad_input_test.rows():
        groups.setdefault(group, []).append(
            (name, f"`{command}`", "<br>".join(map(shortened, lines)), code))
    columns = ("what is given", "command", "what is printed", "exit code")
    return "\n\n".join(f"### {group}\n\n{table(columns, rows)}" for group, rows in groups.items())


SECTIONS = {
    "faults": fault_table,
    "bad-input": bad_input_tables,
}


def section(page, name):
    """The text between the marks of a section, and where it is."""
    begin, end = f"<!-- {name} -->\n", f"\n<!-- /{name} -->"
    found = re.search(re.escape(begin) + "(.*?)" + re.escape(end), page, re.DOTALL)
    if not found:
        raise ValueError(f"{PAGE.name} has no section {name}")
    return found


def outdated(names=tuple(SECTIONS)):
    """(name, right text) of every section that is not what the runs give."""
    page = PAGE.read_text(encoding="utf-8")
    texts = ((name, SECTIONS[name]()) for name in names)
    return [(name, text) for name, text in texts if section(page, name)[1] != text]


def main():
    update = "--update" in sys.argv[2:]
    support.GRIT = support.Program(sys.argv[1])
    wrong = outdated()
    for name, text in wrong:
        if update:
            page = PAGE.read_text(encoding="utf-8")
            found = section(page, name)
            PAGE.write_text(page[:found.start(1)] + text + page[found.end(1):], encoding="utf-8")
        else:
            print(f"{name}:\n{text}")
    return 1 if wrong and not update else 0


if __name__ == "__main__":
    sys.exit(main())
