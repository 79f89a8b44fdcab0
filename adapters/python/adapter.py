#!/usr/bin/env python3
"""Serves GCP 1 straight from the source tree, without an installation."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))

from gritlab_adapter.serve import main  # noqa: E402

if __name__ == "__main__":
    raise SystemExit(main())
