"""A terminal that a test types into and reads from."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROWS, COLUMNS = 50, 200
QUESTIONS = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62;c"}
"""What programs ask a terminal, and what one answers."""
_DRAWING = re.compile(r"\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.|\s")


class Terminal:
    """Runs a program as the one in the foreground."""

    def __init__(self, command: Sequence[str], *, env: Mapping[str, str], cwd: Path) -> None:
        """Start it."""
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.process = subprocess.Popen(
            command,
            env=env,
            cwd=cwd,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(theirs)
        self.shown = ""

    @property
    def words(self) -> str:
        """Return what was shown without colours, movements and spaces: a screen is drawn in pieces."""
        return _DRAWING.sub("", self.shown)

    def type(self, text: str) -> None:
        """Type keys."""
        os.write(self.ours, text.encode())

    def wait_for(self, text: str, times: int = 1) -> None:
        """Wait until a text was shown so many times."""
        self.wait_until(lambda: self.shown.count(text) >= times or self.words.count(text) >= times)

    def wait_until(self, condition: Callable[[], bool], seconds: float = 30) -> None:
        """Look at the screen until something is true."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, self.words
            self.look(0.1)

    def look(self, seconds: float) -> None:
        """Take what is shown within some time, and answer what the program asks its terminal."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.ours], [], [], left)[0]:
                return
            try:
                data = os.read(self.ours, 65_536)
            except OSError:  # the program is gone
                time.sleep(left)
                return
            self.shown += data.decode("utf-8", "replace")
            for question, answer in QUESTIONS.items():
                if question in data:
                    os.write(self.ours, answer)

    def close(self) -> int:
        """Wait for the program's end and return its code."""
        try:
            return self.process.wait(20)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            os.close(self.ours)
