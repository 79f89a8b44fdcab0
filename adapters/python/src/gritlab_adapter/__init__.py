"""The GCP 1 adapter over gritlab: `python3 -m gritlab_adapter` serves requests on stdin."""
