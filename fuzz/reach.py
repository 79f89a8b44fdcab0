#!/usr/bin/env python3
"""Whether the differential target, from an empty corpus, reaches every status and every rule of check.

  fuzz/reach.py [BUILD [SECONDS]]   BUILD holds fuzz/; build/fuzz and 10 seconds where not given

Prints how many inputs of the corpus that results end at each status and each rule. Exit code 1 where a
status is not reached, or a rule of the frame (spec §5.1).
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools/fuzzing"))
sys.dont_write_bytecode = True
from libfuzzer import ALWAYS, flags  # noqa: E402

# Step 1, in the order of spec §5.1.
FRAME_RULES = (
    "length", "magic", "hdr-bytes", "version", "levels", "reserved-flags", "frame-reserved",
    "container", "one-level-k1", "one-level-scale1", "sparse-zero-point",
    "l1scaled-without-zero-point", "l1scaled-one-level", "elem-bias", "elem-nan", "scale0-nan",
    "scale1-nan", "zero-point-nan")


def main() -> int:
    build = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "fuzz"
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    with tempfile.TemporaryDirectory() as scratch:
        corpus = pathlib.Path(scratch) / "corpus"
        corpus.mkdir()
        # Not checked: a finding ends the run early, and what it reached counts all the same.
        subprocess.run(
            [build / "fuzz" / "grit-fuzz-differential", corpus,
             *flags({"max_total_time": seconds, "seed": 1, **ALWAYS,
                     "artifact_prefix": f"{scratch}/"})],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ))
        reached = json.loads(subprocess.run(
            [build / "fuzz" / "grit-replay-differential", "--reached", corpus],
            check=True, stdout=subprocess.PIPE).stdout)
    missing = [name for name, count in reached["statuses"].items() if count == 0]
    unknown = [rule for rule in FRAME_RULES if rule not in reached["rules"]]
    missing += [rule for rule in FRAME_RULES if reached["rules"].get(rule) == 0]
    for name, count in [*reached["statuses"].items(), *reached["rules"].items()]:
        print(f"{name:30} {count:6}")
    print(f"{reached['inputs']} inputs after {seconds} s; not reached: {', '.join(missing) or 'none'}")
    return 1 if missing or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
