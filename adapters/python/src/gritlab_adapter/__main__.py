"""Serves GCP 1 on stdin and stdout."""

from .serve import main

if __name__ == "__main__":
    raise SystemExit(main())
