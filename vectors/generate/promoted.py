"""extended/promoted.json: vectors that were findings once.

`grit vectors promote` adds them; nothing here makes one up. The file is a source, which the generator
reads and writes again, so that only its suite version changes and its layout is that of the others.
"""

import json
import os

import suite

NAME = "extended/promoted.json"
FILE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), NAME)


def build(_):
    """The file with its entries as they are; nothing where there is none."""
    if not os.path.exists(FILE):
        return {}
    with open(FILE, encoding="utf-8") as stored:
        document = json.load(stored)
    document["suite_version"] = suite.SUITE_VERSION
    return {NAME: document}
