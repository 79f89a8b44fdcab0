"""What a person sees while a campaign runs, on stderr."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TextIO

from engines import Stats

TERMINAL_S = 0.5
PIPE_S = 30.0


def seconds_text(seconds: float) -> str:
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


def counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def progress_text(name: str, stats: Stats, findings: int, incubating: int, left_s: float) -> str:
    text = (f"{name}: {stats.per_second:,.0f} exec/s, {stats.edges:,} edges, corpus {stats.corpus:,}, "
            f"{counted(findings, 'finding')}")
    if incubating:
        text += f", {incubating} incubating"
    return f"{text}, {seconds_text(left_s)} left"


class Progress:
    """One line that is overwritten on a terminal; elsewhere a line every half minute."""

    def __init__(self, stream: TextIO = sys.stderr, pipe_s: float = PIPE_S) -> None:
        self._stream = stream
        self._terminal = stream.isatty()
        self._every = TERMINAL_S if self._terminal else pipe_s
        self._last = time.monotonic()
        self._shown = False

    @property
    def due(self) -> bool:
        return time.monotonic() - self._last >= self._every

    def show(self, text: str) -> None:
        self._last = time.monotonic()
        if self._terminal:
            width = shutil.get_terminal_size().columns - 1
            self._stream.write(f"\r\x1b[K{text[:width]}")
            self._shown = True
        else:
            self._stream.write(f"{text}\n")
        self._stream.flush()

    def say(self, text: str) -> None:
        """A line that stays."""
        self._stream.write(("\r\x1b[K" if self._shown else "") + f"grit fuzz: {text}\n")
        self._stream.flush()
        self._shown = False
