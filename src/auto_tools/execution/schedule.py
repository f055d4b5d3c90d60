"""Runs calls at the same time, each in a process of its own, and never waits past the deadline.

A forked process can be ended even when a tool is stuck in C code or ignores signals; with it goes
its whole process group. Results come back in the order of the calls.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time

from auto_tools import jsontext
from auto_tools.contract import Redaction, ToolCall, ToolError, ToolResult
from auto_tools.errors import RedactionFailed
from auto_tools.execution.router import failed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    RunOne = Callable[[ToolCall], ToolResult]

RESULT_CAP = 8_388_608
GRACE_S = 0.5
NOT_STARTED = "not started before the wall budget ended"


class _Worker:
    """One call running in its own process group."""

    def __init__(self, position: int, call: ToolCall, run_one: RunOne, deadline: float) -> None:
        self.position = position
        self.call = call
        self.started_at = utc_now()
        self.started = time.monotonic()
        self.deadline = min(self.started + call.timeout_ms / 1000, deadline)
        self.data = bytearray()
        self.pipe, write_end = os.pipe()
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.pipe)
            _work(call, run_one, write_end, self.deadline - self.started)
        os.close(write_end)
        try:
            os.setpgid(self.pid, self.pid)
        except OSError:
            pass

    def read(self) -> bool:
        """Take what has come; False when the worker is done."""
        data = os.read(self.pipe, 65_536)
        self.data += data
        return bool(data) and len(self.data) <= RESULT_CAP

    def end(self) -> None:
        """End the whole process group and forget about it; nothing of a call survives it."""
        os.close(self.pipe)
        for end, target in ((os.killpg, self.pid), (os.kill, self.pid)):
            try:
                end(target, signal.SIGKILL)
            except OSError:
                pass
        for _attempt in range(20):
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                return
            time.sleep(0.002)

    def result(self, *, late: bool) -> ToolResult:
        """Turn what came into a result with its times."""
        duration = int((time.monotonic() - self.started) * 1000)
        if late:
            outcome = _late(self.call.tool, f"no answer within {duration} ms")
        else:
            outcome = decode_result(self.call.tool, bytes(self.data))
        return outcome.replace(started_at=self.started_at, duration_ms=duration)


def run_calls(
    calls: Sequence[ToolCall], run_one: RunOne, *, max_concurrency: int, deadline: float
) -> tuple[ToolResult, ...]:
    """Run the calls concurrently until done or until the deadline on the monotonic clock."""
    results: dict[int, ToolResult] = {}
    waiting = list(enumerate(calls))[::-1]
    running: dict[int, _Worker] = {}
    poll = select.poll()
    try:
        while waiting or running:
            now = time.monotonic()
            while waiting and len(running) < max_concurrency and now < deadline:
                position, call = waiting.pop()
                worker = _Worker(position, call, run_one, deadline)
                running[worker.pipe] = worker
                poll.register(worker.pipe, select.POLLIN)
            if not running:
                break
            nearest = min(worker.deadline for worker in running.values())
            ready = {pipe for pipe, _event in poll.poll(max(nearest - now, 0) * 1000 + 1)}
            now = time.monotonic()
            for pipe, worker in list(running.items()):
                done = pipe in ready and not worker.read()
                if done or now >= worker.deadline:
                    poll.unregister(pipe)
                    del running[pipe]
                    worker.end()
                    results[worker.position] = worker.result(late=not done)
    finally:
        for worker in running.values():
            worker.end()
    for position, call in waiting:
        results[position] = _late(call.tool, NOT_STARTED).replace(started_at=utc_now())
    return tuple(results[position] for position in range(len(calls)))


def utc_now() -> str:
    """Return the time as the envelope writes it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _late(tool: str, message: str) -> ToolResult:
    return ToolResult(tool, "timeout", "", 0, message, {}, ToolError("E_TIMEOUT", message))


def _work(call: ToolCall, run_one: RunOne, pipe: int, seconds: float) -> None:
    """Run one call in the child, with an end of its own should the parent die."""
    try:
        os.setpgid(0, 0)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _end_by_itself(seconds)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nowhere, descriptor)
        try:
            result = run_one(call)
        except Exception as error:
            result = failed(call.tool, "E_UNKNOWN", _say(error))
        with os.fdopen(pipe, "wb") as stream:
            stream.write(encode_result(result))
    finally:
        _end_own_group()


def _say(error: Exception) -> str:
    """Name a fault of a call; the words of others may quote what the tool read."""
    from auto_tools.safety.redact import redact_or_hide

    words = str(error) if isinstance(error, RedactionFailed) else redact_or_hide(str(error))
    return f"{type(error).__name__}: {words}"


def _end_by_itself(seconds: float) -> None:
    """Set two clocks for the case that the parent is gone.

    While a program is waited for, the first ends the whole group; while the worker itself is busy in C
    code no handler runs, and the second, which counts computing time, ends it without one.
    """
    signal.signal(signal.SIGALRM, lambda _number, _frame: _end_own_group())
    signal.setitimer(signal.ITIMER_REAL, seconds + GRACE_S)
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds + GRACE_S)


def _end_own_group() -> None:
    """End the worker and whatever its call left running."""
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def encode_result(result: ToolResult) -> bytes:
    """Write a result for the parent process."""
    plain = result.as_dict()
    plain["error"] = result.error and result.error.as_dict()
    plain["redactions"] = [redaction.as_dict() for redaction in result.redactions]
    return jsontext.dumps(plain).encode("utf-8", "replace")


def decode_result(tool: str, data: bytes) -> ToolResult:
    """Read a worker's result; a worker that died has none."""
    if len(data) > RESULT_CAP:
        return failed(tool, "E_TOOL_UNAVAILABLE", "the result is larger than 8 MB")
    try:
        plain: dict[str, Any] = jsontext.loads(data.decode("utf-8"))
    except ValueError:
        return failed(tool, "E_UNKNOWN", "the tool's process died without a result")
    error = plain.pop("error")
    redactions = tuple(Redaction(**entry) for entry in plain.pop("redactions"))
    warnings = plain.pop("warnings")
    return ToolResult(
        **plain,
        error=ToolError(**error) if error else None,
        redactions=redactions,
        warnings=None if warnings is None else tuple(warnings),
    )
