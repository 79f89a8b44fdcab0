#!/usr/bin/env python3
"""How fast targets run beside an empty target with the same mutator, engine and sanitizers.

  fuzz/rates.py [BUILD]      BUILD holds fuzz/grit-fuzz-TARGET; build/fuzz where not given

The engine's options are those of `./grit fuzz`. Runs alternate, so that whatever else the machine does
falls on all of them; of each the best of the rounds counts. Prints executions per second and the ratio
to the empty target of the same form.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools/fuzzing"))
sys.dont_write_bytecode = True
from libfuzzer import ALWAYS, flags  # noqa: E402

ROUNDS = 5
# The target, the empty one of its form, and how many inputs one round takes.
PAIRS = [
    ("check_bytes", "empty_descriptor", 400_000),
    ("differential", "empty_request", 100_000),
]


def best_rate(program: pathlib.Path, runs: int, seed: int) -> float:
    """Executions per second, the start of the process and the reading of seeds taken out."""
    with tempfile.TemporaryDirectory() as scratch:
        def seconds(count: int) -> float:
            began = time.perf_counter()
            subprocess.run(
                [program, *flags({"runs": count, "seed": seed, "max_len": 4096, **ALWAYS,
                                  "artifact_prefix": f"{scratch}/"})],
                check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            return time.perf_counter() - began
        start = seconds(1)
        return runs / (seconds(runs) - start)


def main() -> int:
    build = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "fuzz"
    print(f"{'target':14} {'empty':>12} {'target':>12} {'ratio':>6}")
    for target, empty, runs in PAIRS:
        rates = {target: 0.0, empty: 0.0}
        for seed in range(1, ROUNDS + 1):
            for name in rates:
                rates[name] = max(rates[name],
                                  best_rate(build / "fuzz" / f"grit-fuzz-{name}", runs, seed))
        print(f"{target:14} {rates[empty]:>10,.0f}/s {rates[target]:>10,.0f}/s "
              f"{rates[target] / rates[empty]:>6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
