"""Exit codes of every command, and what ends one early with a sentence."""

from __future__ import annotations

from typing import Iterable

CLEAN = 0
FOUND = 1
USAGE = 2
INFRASTRUCTURE = 3
STOPPED = 130


class UsageError(Exception):
    """The command line asks for something that there is not; one sentence."""


class InfrastructureError(Exception):
    """Something that fuzzing needs is missing or broken; one sentence. Never a finding."""


class Stopped(Exception):
    """SIGINT or SIGTERM came while something was waited for."""


def combined(codes: Iterable[int]) -> int:
    """The exit code where several apply: the first of 2, 130, 3, 1."""
    given = set(codes)
    for code in (USAGE, STOPPED, INFRASTRUCTURE, FOUND):
        if code in given:
            return code
    return CLEAN
