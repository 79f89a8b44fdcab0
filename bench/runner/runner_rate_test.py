"""runner-rate counts: an adapter that answers right passes every case, and only those it does."""

import json
import subprocess
import sys

RUNNER_RATE, ECHO = sys.argv[1:3]
CASES = 3000


def measured(side, kind, command=ECHO):
    words = [RUNNER_RATE, side, kind, str(CASES), "1", command]
    return subprocess.run(words, capture_output=True, text=True, timeout=120)


def main():
    for side in "runner", "pump":
        for kind in "short", "check-ok":
            done = measured(side, kind)
            assert done.returncode == 0, done.stderr
            result = json.loads(done.stdout)
            assert result["cases"] == CASES, result
            assert result["not_passed"] == 0, result
            assert result["cases_per_second"] > 0, result
    # Not every CHECK is Ok, which is all that echo-adapter ever says.
    wrong = json.loads(measured("runner", "check").stdout)["not_passed"]
    assert 0 < wrong < CASES, wrong
    for side in "runner", "pump":
        assert measured(side, "short", "false").returncode == 2
    assert measured("runner", "no-such-kind").returncode == 2


main()
