"""Runs one program with text on its stdin, under a deadline and an output cap.

The program stays in the caller's process group: the scheduler ends that whole group when the call
is over, so nothing a program leaves behind survives it.
"""

from __future__ import annotations

import os
import select
import signal
import time

from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Mapping, Sequence

OUTPUT_CAP = 1_048_576
NOT_STARTED = -1000
TIMED_OUT = -1001
FLOODED = -1002


class CommandEnd(Record):
    """How a program ended."""

    code: int
    """Exit code, negative for a signal, or one of the codes of this module."""
    stdout: str
    """What it printed, up to the cap."""
    stderr: str
    """What it complained about, up to the cap."""


def run_command(
    argv: Sequence[str],
    text: str,
    *,
    cwd: str,
    env: Mapping[str, str],
    timeout_s: float,
    own_group: bool = False,
) -> CommandEnd:
    """Run a program and wait for its end, its deadline, or too much output.

    `own_group` is for callers that no scheduler cleans up after: the program's group ends with it.
    """
    import subprocess

    try:
        process = subprocess.Popen(
            argv,
            cwd=cwd,
            env=dict(env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            process_group=0 if own_group else None,
        )
    except (OSError, ValueError) as error:
        return CommandEnd(NOT_STARTED, "", f"cannot be started: {error}")
    try:
        return _Talk(process, text.encode("utf-8", "replace"), time.monotonic() + timeout_s).finish()
    finally:
        if own_group:
            _end_group(process.pid)


def _end_group(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        return


class _Talk:
    """Feeds and drains one running program without ever blocking past the deadline."""

    def __init__(self, process: subprocess.Popen[bytes], text: bytes, deadline: float) -> None:
        assert process.stdin and process.stdout and process.stderr
        self.process = process
        self.text = memoryview(text)
        self.deadline = deadline
        self.input = process.stdin.fileno()
        self.taken: dict[int, bytearray] = {
            process.stdout.fileno(): bytearray(),
            process.stderr.fileno(): bytearray(),
        }
        self.open = set(self.taken)
        for descriptor in (self.input, *self.taken):
            os.set_blocking(descriptor, False)

    def finish(self) -> CommandEnd:
        """Talk until the program is done, then collect."""
        forced = self._exchange()
        if forced:
            self.process.kill()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()
        code = self.process.wait()
        out, err = (bytes(data).decode("utf-8", "replace") for data in self.taken.values())
        return CommandEnd(forced or code, out, err)

    def _exchange(self) -> int:
        """Move bytes until the program ended; return why it must be forced to, else 0."""
        poll = select.poll()
        for descriptor in self.open:
            poll.register(descriptor, select.POLLIN)
        poll.register(self.input, select.POLLOUT)
        feeding = True
        while self.open:
            left = self.deadline - time.monotonic()
            if left <= 0:
                return TIMED_OUT
            for descriptor, _event in poll.poll(min(left, 0.05) * 1000):
                if descriptor == self.input:
                    feeding = feeding and self._feed()
                    if not feeding:
                        poll.unregister(self.input)
                elif not self._drain(descriptor):
                    poll.unregister(descriptor)
            if any(len(data) > OUTPUT_CAP for data in self.taken.values()):
                return FLOODED
            if self.process.poll() is not None:
                return self._drain_rest()
        return self._wait()

    def _feed(self) -> bool:
        try:
            self.text = self.text[os.write(self.input, self.text[:65_536]) :]
        except BlockingIOError:
            return True
        except OSError:
            self.text = self.text[:0]
        if not self.text and self.process.stdin:
            self.process.stdin.close()
        return bool(self.text)

    def _drain(self, descriptor: int) -> bool:
        try:
            data = os.read(descriptor, 65_536)
        except BlockingIOError:
            return True
        self.taken[descriptor] += data
        if not data:
            self.open.discard(descriptor)
        return bool(data)

    def _drain_rest(self) -> int:
        """Take what an ended program left in its pipes; children of it may still hold them open."""
        for descriptor, data in self.taken.items():
            while descriptor in self.open and len(data) <= OUTPUT_CAP:
                before = len(data)
                if not self._drain(descriptor) or len(data) == before:
                    break
        return 0

    def _wait(self) -> int:
        """Both outputs are closed: give the program the rest of its time to end."""
        while self.process.poll() is None:
            if time.monotonic() >= self.deadline:
                return TIMED_OUT
            time.sleep(0.005)
        return 0
