"""A path for LD_PRELOAD, which is cut at blanks and colons and knows no quotes."""

import atexit
import functools
import pathlib
import re
import shutil
import tempfile


@functools.cache
def preloadable(file):
    """The file, or where its path would be cut a link to it, which is there until the program ends."""
    if not re.search(r"[\s:]", str(file)):
        return file
    folder = pathlib.Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    link = folder / file.name
    link.symlink_to(file)
    return link
