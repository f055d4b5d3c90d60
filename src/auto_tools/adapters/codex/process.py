"""Runs codex: the prompt on its stdin, its output handed on line by line, its end also through Ctrl-C."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from types import FrameType

from auto_tools.errors import CodexNotStarted
from auto_tools.record import Record

REINSTALL = "install it again with: npm install -g @openai/codex"
GRACE_S = 1.0
"""A terminal sends Ctrl-C to codex as well; only what codex did not get by then is sent by us."""
PATIENCE_S = 3.0
"""Time between asking codex to end and asking harder."""
_TICK_MS = 100
_CHUNK = 65_536
_HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class CodexEnd(Record):
    """How codex ended."""

    code: int
    """Its exit code, as a shell would give it."""
    signal: int
    """The signal by which the user ended it first; 0 when it ended by itself."""


def find_codex(env: Mapping[str, str]) -> str | None:
    """Return codex's path; entries of PATH that depend on where one stands are not looked at."""
    folders = [folder for folder in env.get("PATH", "").split(os.pathsep) if os.path.isabs(folder)]
    return shutil.which("codex", path=os.pathsep.join(folders)) if folders else None


def run_codex(argv: list[str], prompt: str, take: Callable[[bytes], None]) -> CodexEnd:
    """Run codex to its end; every line of its stdout goes to `take` at once, its stderr to ours."""
    with tempfile.TemporaryFile() as text:
        text.write(prompt.encode("utf-8", "replace"))
        text.seek(0)
        try:
            process = subprocess.Popen(argv, stdin=text, stdout=subprocess.PIPE)
        except OSError as error:
            raise CodexNotStarted(f"{argv[0]} cannot be started: {error.strerror}", REINSTALL) from error
    ending = _Ending(process)
    try:
        _hand_on(process, take, ending)
        while process.poll() is None:
            ending.press()
            time.sleep(0.01)
    finally:
        ending.finish()
    code = process.returncode
    return CodexEnd(code if code >= 0 else 128 - code, ending.first)


def _hand_on(process: subprocess.Popen[bytes], take: Callable[[bytes], None], ending: _Ending) -> None:
    """Read until the output is closed, or codex is gone and something it left behind holds it open."""
    assert process.stdout
    pipe = process.stdout.fileno()
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    rest = b""
    while True:
        is_over = process.poll() is not None
        if poll.poll(_TICK_MS):
            data = os.read(pipe, _CHUNK)
            if not data:
                break
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                take(line)
        elif is_over:
            break
        ending.press()
    if rest:
        take(rest)


class _Ending:
    """Ends codex the way the user asked for, harder when it does not listen."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.first = self.number = 0
        self.since = 0.0
        self.sent: set[int] = set()
        self.before = {number: signal.signal(number, self._note) for number in _HANDLED}

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self.first = self.first or number
        if self.number and number == signal.SIGINT:
            number = signal.SIGTERM  # asked twice
        if number != self.number:
            self.number, self.since = number, time.monotonic()

    def press(self) -> None:
        """Send what codex should have had by now."""
        if not self.number:
            return
        waited = time.monotonic() - self.since
        if self.number != signal.SIGINT or waited > GRACE_S:
            self._send(self.number)
        if waited > PATIENCE_S:
            self._send(signal.SIGTERM)
        if waited > 2 * PATIENCE_S:
            self._send(signal.SIGKILL)

    def _send(self, number: int) -> None:
        if number not in self.sent:
            self.sent.add(number)
            self.process.send_signal(number)

    def finish(self) -> None:
        """Leave nothing behind: no process, no open pipe, no handler."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
        for number, handler in self.before.items():
            signal.signal(number, handler)
