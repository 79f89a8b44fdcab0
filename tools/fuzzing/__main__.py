"""grit fuzz: see docs/FUZZING.md. Started by the launcher, which builds what it needs."""

import sys

from cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
