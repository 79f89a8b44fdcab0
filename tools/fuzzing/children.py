"""Child processes that never outlive this one's interest: each leads a process group of its own."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Callable, Dict, Iterator, List, Optional, Sequence

from exits import InfrastructureError, Stopped

# How long a child may take to end after SIGTERM before it gets SIGKILL.
GRACE_S = 3.0
POLL_S = 0.02


class StopRequest:
    """Whether the user asked to stop: the signals' handlers set it, everything that waits reads it.

    A second signal takes the children's grace away.
    """

    def __init__(self) -> None:
        self.requested = False
        self.urgent = False

    @contextlib.contextmanager
    def installed(self) -> Iterator[StopRequest]:
        """SIGINT, SIGTERM and SIGHUP are requests for as long as this lasts."""
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        before = [signal.signal(number, self._handle) for number in numbers]
        try:
            yield self
        finally:
            for number, handler in zip(numbers, before):
                signal.signal(number, handler)

    def _handle(self, _number: int, _frame: object) -> None:
        self.urgent = self.requested
        self.requested = True


class Child:
    """One process with its descendants; whatever ends the first also ends those."""

    def __init__(self, arguments: Sequence[str], log: Path,
                 environment: Optional[Dict[str, str]] = None,
                 errors: Optional[Path] = None) -> None:
        """Starts it with stdout in `log` and stderr in `errors` (default: there too)."""
        self.name = Path(arguments[0]).name
        self._code: Optional[int] = None
        with contextlib.ExitStack() as files:
            out = files.enter_context(open(log, "wb"))
            err = files.enter_context(open(errors, "wb")) if errors else subprocess.STDOUT
            try:
                self._process = subprocess.Popen(
                    list(arguments), stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                    env=environment, start_new_session=True)
            except OSError as problem:
                raise InfrastructureError(
                    f"{arguments[0]} cannot be started: {problem.strerror}") from None

    def poll(self) -> Optional[int]:
        """The exit code, negative for a signal; None while it runs."""
        if self._code is None:
            ended = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ended is not None:
                # Before it is reaped: until then nobody else can get the number of its group.
                self._signal(signal.SIGKILL)
                self._code = self._process.wait()
        return self._code

    def terminate(self) -> None:
        if self._code is None:
            self._signal(signal.SIGTERM)

    def kill(self) -> int:
        if self._code is None:
            self._signal(signal.SIGKILL)
            self._code = self._process.wait()
        return self._code

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)


def stop_all(children: Sequence[Child], request: StopRequest, grace_s: float = GRACE_S) -> None:
    """Ends them all together: SIGTERM, the grace, SIGKILL."""
    for child in children:
        child.terminate()
    deadline = time.monotonic() + grace_s
    while any(child.poll() is None for child in children):
        if request.urgent or time.monotonic() >= deadline:
            break
        time.sleep(POLL_S)
    for child in children:
        child.kill()


@dataclasses.dataclass(frozen=True)
class Completed:
    code: int  # negative: the signal that ended it
    out: str
    err: str

    def said(self) -> str:
        """What it said last, for a message."""
        return last_lines(self.err or self.out)


def last_lines(text: str, count: int = 3) -> str:
    lines: List[str] = [line.strip() for line in text.splitlines() if line.strip()]
    return " | ".join(lines[-count:])[-600:] or "it said nothing"


def ending(code: int) -> str:
    """An exit code in words."""
    if code >= 0:
        return f"exit code {code}"
    with contextlib.suppress(ValueError):
        return f"signal {signal.Signals(-code).name}"
    return f"signal {-code}"


class Runner:
    """Runs programs to their end, and lets something else go on meanwhile."""

    def __init__(self, request: StopRequest) -> None:
        self.request = request
        self.meanwhile: Callable[[], None] = lambda: None

    def run(self, arguments: Sequence[object], timeout_s: float,
            environment: Optional[Dict[str, str]] = None) -> Completed:
        """Raises InfrastructureError if it cannot be started or takes longer, Stopped on request."""
        words = [str(argument) for argument in arguments]
        with tempfile.TemporaryDirectory(prefix="grit-fuzz-") as folder:
            out, err = Path(folder) / "out", Path(folder) / "err"
            child = Child(words, out, environment, errors=err)
            try:
                deadline = time.monotonic() + timeout_s
                while child.poll() is None:
                    if self.request.requested:
                        raise Stopped()
                    if time.monotonic() > deadline:
                        raise InfrastructureError(
                            f"{' '.join(words)} did not end within {timeout_s:.0f} s")
                    self.meanwhile()
                    time.sleep(POLL_S)
            finally:
                code = child.kill()
            return Completed(code, out.read_text(errors="replace"), err.read_text(errors="replace"))
