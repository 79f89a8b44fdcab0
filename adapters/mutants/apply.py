"""Applies one mutant's patch to a copy of the C sources that it changes.

Usage: apply.py PATCH SOURCES OUT    reads SOURCES/src/…, writes OUT/src/…

A patch that does not fit the sources any more, to the last character and in one place only, is an
error: a mutant must be exactly the fault that it names.
"""

import pathlib
import re
import sys

REMEDY = "make the patch anew against the sources as they are (docs/FAULTS.md, \"Mutants\")"


class Unfit(Exception):
    """Why a patch cannot be applied."""


def changes(lines):
    """The patch as {file: [(old lines, new lines)]}; what stands before the first file is the
    header."""
    files, hunks, old, new = {}, None, None, None
    for number, line in enumerate(lines, 1):
        if line.startswith("--- "):
            hunks = old = None
        elif line.startswith("+++ b/"):
            hunks = files.setdefault(line[len("+++ b/"):], [])
        elif line.startswith("@@ ") and hunks is not None:
            old, new = [], []
            hunks.append((old, new))
        elif old is not None and line[:1] in (" ", "-", "+"):
            if line[0] != "+":
                old.append(line[1:])
            if line[0] != "-":
                new.append(line[1:])
        elif old is not None and line == "":  # an editor took a blank line's blank away
            old.append("")
            new.append("")
        elif hunks is not None:
            raise Unfit(f"line {number} is no line of a unified diff: {line}")
    if not files or not all(files.values()):
        raise Unfit("it changes nothing")
    return files


def applied(lines, hunks, file):
    """The lines of a file after all hunks; each must fit in one place."""
    for number, (old, new) in enumerate(hunks, 1):
        places = [at for at in range(len(lines) - len(old) + 1) if lines[at:at + len(old)] == old]
        if len(places) != 1:
            raise Unfit(f"hunk {number} of {file} fits " +
                        ("nowhere" if not places else f"in {len(places)} places"))
        lines = lines[:places[0]] + new + lines[places[0] + len(old):]
    return lines


def main(patch, sources, out):
    patch = pathlib.Path(patch)
    try:
        for file, hunks in changes(patch.read_text(encoding="utf-8").splitlines()).items():
            if not re.fullmatch(r"(src|adapter)/\w+\.c", file):
                raise Unfit(f"it changes {file}; a mutant changes .c files of src/ and adapter/ only")
            source = pathlib.Path(sources) / file
            if not source.is_file():
                raise Unfit(f"there is no {file}")
            lines = applied(source.read_text(encoding="utf-8").splitlines(), hunks, file)
            target = pathlib.Path(out) / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except (Unfit, OSError) as problem:
        sys.exit(f"mutant {patch.stem}: {patch.name} does not apply: {problem}; {REMEDY}")


if __name__ == "__main__":
    main(*sys.argv[1:])
