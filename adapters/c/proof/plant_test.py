#!/usr/bin/env python3
"""The proof is worth what it refuses: each fault, planted in a copy of the sources, must make run.py
fail, and for the reason that the fault deserves. An analysis that breaks must not pass for a proof.

Usage: plant_test.py FAULT    exit code 0 refused as it should be, 1 not, 77 Frama-C is not installed
       plant_test.py --list
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
RANKS, BYTES = 3, 4  # faults show in small cases; the proof itself takes larger ones

# fault: (file, text that stands there once, what stands there instead, run, what run.py must say)
FAULTS = {
    "shape-read-beyond": (
        "sizes.c", "i < shape.rank", "i <= shape.rank", "sizes", r"mem_access.*extent"),
    "status-outside": (
        "check.c", "    return fails(GRIT_PLACEMENT_UNKNOWN, GRIT_PLANE_NONE);",
        "    return fails((enum grit_status)5, GRIT_PLANE_NONE);", "lengths",
        r"contract status_in_range"),
    "plane-outside": (
        "check.c", "return fails(GRIT_SIZE_MISMATCH, (enum grit_plane)i);",
        "return fails(GRIT_SIZE_MISMATCH, (enum grit_plane)(i + 1));", "lengths",
        r"contract plane_in_range"),
    "zero-unchecked": (
        "sizes.c", " || descriptor->k0 == 0)", ")", "sizes", r"division_by_zero.*k0"),
    "product-overflows": (
        "sizes.c", "const struct wide next = multiply(product, (uint64_t)extent);",
        "const struct wide next = {0, product * (uint64_t)extent};", "sizes",
        r"unsigned_overflow.*product"),
    "survivors-read-beyond": (
        "check.c", "i < aux.size", "i <= aux.size", "survivors", r"mem_access.*aux"),
    "plane-hashed-beyond": (
        "fnv.c", "i < size", "i <= size", "data", r"mem_access.*bytes"),
    "descriptor-unread": (
        "check.c", "  grit_descriptor_read(descriptor.data, &d);\n", "", "lengths",
        r"initiali[sz]"),
    "no-end": (
        "sizes.c", "  *count = empty ? 0 : product;", "  for (;;) {\n  }\n  *count = 0;", "sizes",
        r"answer 1 is never reached"),
    "no-body": (
        "placement.c", "  return top == kLocalHash",
        "  extern int somewhere_else(unsigned top);\n  return somewhere_else(top) != 0 || "
        "top == kLocalHash", "lengths", r"somewhere_else has"),
}

# broken analysis: what stands for frama-c, and what run.py must say
BROKEN = {
    "analysis-killed": ("kill -9 $$", r"frama-c ended with -9"),
    "analysis-hangs": ("exec sleep 60", r"no end after 2 s"),
    "analysis-silent": ("exit 0", r"frama-c ended with 0"),
}


def ended_as(fault, ended, status, reason):
    """0 where run.py ended with this status and says the reason."""
    print(ended.stdout, end="")
    if ended.returncode != status:
        print(f"{fault}: the proof ended with {ended.returncode}, not {status}")
        return 1
    if not re.search(reason, ended.stdout):
        print(f"{fault}: the proof does not say {reason}")
        return 1
    return 0


def proof(arguments, **environment):
    return subprocess.run([sys.executable, "-B", str(HERE / "run.py"), *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          env=dict(os.environ, **environment))


def breaks(fault):
    script, reason = BROKEN[fault]
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "frama-c")
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(0o755)
        ended = proof(["--limit", "2", "lengths"], PATH=f"{folder}:{os.environ['PATH']}")
    return ended_as(fault, ended, 3, reason)


def plants(fault):
    if shutil.which("frama-c") is None:
        print("not run: frama-c is not installed (apt-get install frama-c-base)")
        return 77
    name, old, new, run, reason = FAULTS[fault]
    with tempfile.TemporaryDirectory() as folder:
        sources = pathlib.Path(folder, "c")
        for part in ("include", "src"):
            shutil.copytree(HERE.parent / part, sources / part)
        file = sources / "src" / name
        text = file.read_text(encoding="utf-8")
        if text.count(old) != 1:
            print(f"{fault}: {name} has {text.count(old)} times: {old}")
            return 1
        file.write_text(text.replace(old, new), encoding="utf-8")
        ended = proof(["--sources", str(sources), "--ranks", str(RANKS), "--bytes", str(BYTES), run])
    return ended_as(fault, ended, 1, reason)


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join([*FAULTS, *BROKEN]))
    elif len(sys.argv) == 2 and sys.argv[1] in FAULTS:
        sys.exit(plants(sys.argv[1]))
    elif len(sys.argv) == 2 and sys.argv[1] in BROKEN:
        sys.exit(breaks(sys.argv[1]))
    else:
        sys.exit(__doc__)
