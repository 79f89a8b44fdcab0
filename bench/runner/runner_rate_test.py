"""runner-rate counts: an adapter that answers right passes every case, and only those it does."""

import json
import os
import shutil
import subprocess
import sys

RUNNER_RATE, ECHO = sys.argv[1:3]
HERE = os.path.dirname(os.path.abspath(__file__))
CASES = 3000


def measured(side, kind, command=(ECHO,)):
    words = [RUNNER_RATE, side, kind, str(CASES), "1", *command]
    return subprocess.run(words, capture_output=True, text=True, timeout=120)


def expect_all_passed(side, kind, command=(ECHO,)):
    done = measured(side, kind, command)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["cases"] == CASES, result
    assert result["not_passed"] == 0, result
    assert result["cases_per_second"] > 0, result


def main():
    scripts = [(sys.executable, os.path.join(HERE, "echo_adapter.py"))]
    if node := shutil.which("node"):
        scripts.append((node, os.path.join(HERE, "echo_adapter.mjs")))
    for side in "runner", "pump":
        for kind in "short", "check-ok":
            expect_all_passed(side, kind)
        for script in scripts:
            expect_all_passed(side, "short", script)
    expect_all_passed("certify", "check-ok")
    # Not every CHECK is Ok, which is all that echo-adapter ever says.
    for side in "runner", "certify":
        wrong = json.loads(measured(side, "check").stdout)["not_passed"]
        assert 0 < wrong < CASES, wrong
    for side in "runner", "pump", "certify":
        assert measured(side, "short", ("false",)).returncode == 2
    assert measured("runner", "no-such-kind").returncode == 2


main()
