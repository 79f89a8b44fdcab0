"""Writes every vector file, or with --check compares them with what is there. `grit vectors pin` is
what writes vectors/PINS.

usage: generate.py [--check] [--python-adapter CMD] [--rust-adapter CMD] [--out DIR]
"""

import argparse
import os
import shlex
import sys

import check
import core
import core_clauses
import exponents
import formats
import gcp
import general
import jsonfile
import laws
import matrix
import promoted
import requests

VECTORS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(VECTORS)
PYTHON_ADAPTER = shlex.join([
    os.path.join(ROOT, "build/adapters/published-python/venv/bin/python"),
    os.path.join(ROOT, "adapters/published/python/adapter.py")])
RUST_ADAPTER = shlex.quote(os.path.join(
    ROOT, "build/adapters/published-rust/target/release/grit-published-rust-adapter"))


def build(pair):
    """Returns file name → bytes."""
    documents = {}
    for subject in (core, matrix, formats, exponents, general, check, core_clauses,
                    laws, promoted):
        documents.update(subject.build(pair))
    documents.update(requests.build(documents))
    return {name: content if isinstance(content, bytes) else jsonfile.render(content)
            for name, content in documents.items()}


def differences(files, folder):
    for name, content in sorted(files.items()):
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            yield "%s is missing" % name
            continue
        with open(path, "rb") as stored:
            if stored.read() != content:
                yield "%s differs" % name


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true",
                        help="write nothing; exit 1 where a file differs")
    parser.add_argument("--python-adapter", default=PYTHON_ADAPTER, metavar="CMD")
    parser.add_argument("--rust-adapter", default=RUST_ADAPTER, metavar="CMD")
    parser.add_argument("--out", default=VECTORS, metavar="DIR")
    options = parser.parse_args()

    subjects = [gcp.Subject(shlex.split(options.python_adapter)),
                gcp.Subject(shlex.split(options.rust_adapter))]
    files = build(gcp.Pair(subjects))
    for subject in subjects:
        subject.close()

    if options.check:
        found = list(differences(files, options.out))
        print("\n".join(found) or "%d files are what the generator writes" % len(files))
        return 1 if found else 0
    for name, content in sorted(files.items()):
        path = os.path.join(options.out, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as target:
            target.write(content)
        print("%9d  %s" % (len(content), name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
