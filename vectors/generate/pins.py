"""vectors/PINS: the SHA-256 of every vector file, as sha256sum prints and checks it."""

import hashlib


def render(files):
    """`files`: name → bytes."""
    lines = ["%s  %s\n" % (hashlib.sha256(files[name]).hexdigest(), name) for name in sorted(files)]
    return "".join(lines).encode("ascii")
