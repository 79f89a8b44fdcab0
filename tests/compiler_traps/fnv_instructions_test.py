"""How many instructions a byte FNV-1a-128 takes without vectors, counted and not timed.

Told the constant 0x13b, g++ makes chains of shifts and additions of the products, scalar or in vectors, for
which the next byte waits. `fnv-loops` is run under callgrind twice, over two lengths; the difference of the
counts belongs to the bytes between.

Usage: fnv_instructions_test.py FNV_LOOPS
Exit codes: 0 holds, 1 does not, 77 not run: there is no valgrind.
"""

import re
import shutil
import subprocess
import sys

PROGRAM = sys.argv[1]
SHORT, LONG = 10_000, 20_000
# xor with a byte, two products of the lower half, one of the upper, a shift, two additions, and what moves
# them and counts the loop.
MOST = 16


def run(form, length):
    """(instructions, what was printed)"""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", PROGRAM, form, str(length)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1]), done.stdout


def a_byte(form):
    (less, _), (more, hashed) = run(form, SHORT), run(form, LONG)
    return (more - less) / (LONG - SHORT), hashed


def main():
    if shutil.which("valgrind") is None:
        print("not run: there is no valgrind (apt-get install valgrind)")
        sys.exit(77)
    product, hashed = a_byte("product")
    control, same = a_byte("control")
    print(f"{product:.2f} instructions a byte; told the constant {control:.2f}")
    assert hashed == same, (hashed, same)
    assert product <= MOST, product
    # The count bites.
    assert control > MOST, control


main()
