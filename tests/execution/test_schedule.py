from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path

import pytest

from auto_tools.contract import Redaction, ToolCall, ToolError, ToolResult
from auto_tools.execution.schedule import decode_result, encode_result, run_calls


def call(name: str, timeout_ms: int = 5_000) -> ToolCall:
    return ToolCall(name, {}, timeout_ms)


def ok(name: str) -> ToolResult:
    return ToolResult(name, "ok", "", 0, f"{name} done", {}, None)


def run(
    names: list[str],
    work: dict[str, object],
    *,
    at_once: int = 3,
    seconds: float = 10.0,
    timeout: int = 5_000,
) -> tuple[ToolResult, ...]:
    def run_one(one: ToolCall) -> ToolResult:
        action = work.get(one.tool)
        if callable(action):
            action()
        return ok(one.tool)

    calls = [call(name, timeout) for name in names]
    return run_calls(calls, run_one, max_concurrency=at_once, deadline=time.monotonic() + seconds)


def test_results_come_in_the_order_of_the_calls() -> None:
    results = run(["a", "b", "c"], {"a": lambda: time.sleep(0.2)})
    assert [result.tool for result in results] == ["a", "b", "c"]
    assert all(result.status == "ok" for result in results)
    assert results[0].duration_ms >= 200


def test_calls_run_at_the_same_time_up_to_the_limit(tmp_path: Path) -> None:
    log = tmp_path / "log"

    def work() -> None:
        with open(log, "a", encoding="ascii") as file:
            file.write("+")
        time.sleep(0.15)
        with open(log, "a", encoding="ascii") as file:
            file.write("-")

    def most_at_once(at_once: int) -> int:
        log.write_text("", encoding="ascii")
        run(list("abcd"), dict.fromkeys("abcd", work), at_once=at_once)
        level = most = 0
        for mark in log.read_text(encoding="ascii"):
            level += 1 if mark == "+" else -1
            most = max(most, level)
        return most

    assert most_at_once(1) == 1
    assert most_at_once(2) == 2
    assert most_at_once(4) >= 3


def test_a_tool_past_its_own_time_is_late_and_the_others_are_kept() -> None:
    results = run(["slow", "quick"], {"slow": lambda: time.sleep(30)}, timeout=300)
    assert [result.status for result in results] == ["timeout", "ok"]
    assert results[0].error is not None
    assert results[0].error.code == "E_TIMEOUT"


def test_what_was_not_started_before_the_budget_ended_is_late() -> None:
    begun = time.monotonic()
    results = run(["slow", "next"], {"slow": lambda: time.sleep(30)}, at_once=1, seconds=0.3)
    assert time.monotonic() - begun < 5
    assert [result.status for result in results] == ["timeout", "timeout"]
    assert "not started" in results[1].summary


def _ignore_signals() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(60)


def _stuck_in_c() -> None:
    re.match(r"(a+)+$", "a" * 40 + "b")  # holds the interpreter lock for hours


@pytest.mark.parametrize("work", [_ignore_signals, _stuck_in_c])
def test_the_answer_goes_out_on_time_whatever_a_tool_does(work: object) -> None:
    begun = time.monotonic()
    results = run(["bad", "good"], {"bad": work}, seconds=0.5)
    assert time.monotonic() - begun < 5
    assert [result.status for result in results] == ["timeout", "ok"]


def test_the_whole_process_group_ends_with_the_call(tmp_path: Path) -> None:
    pids = tmp_path / "pids"

    def work() -> None:
        child = os.fork()
        if child == 0:
            time.sleep(60)
            os._exit(0)
        pids.write_text(str(child), encoding="ascii")
        time.sleep(60)

    run(["forks"], {"forks": work}, seconds=0.5)
    deadline = time.monotonic() + 5
    while _is_alive(int(pids.read_text(encoding="ascii"))) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _is_alive(int(pids.read_text(encoding="ascii")))


def _is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_a_tool_that_prints_or_dies_disturbs_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    def die() -> None:
        os._exit(3)

    results = run(
        ["dies", "prints", "raises"], {"dies": die, "prints": lambda: os.write(1, b"x"), "raises": _raise}
    )
    assert [result.status for result in results] == ["error", "ok", "error"]
    assert results[2].error == ToolError("E_UNKNOWN", "ValueError: no")
    assert capfd.readouterr() == ("", "")


def _raise() -> None:
    raise ValueError("no")


def test_no_process_or_descriptor_is_left_behind() -> None:
    before = len(os.listdir("/proc/self/fd"))
    run(list("abcdef"), {"b": lambda: time.sleep(60)}, seconds=0.3)
    assert len(os.listdir("/proc/self/fd")) == before
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_a_result_survives_the_way_to_the_parent() -> None:
    result = ToolResult(
        "a", "error", "t", 3, "s", {"items": [1, "é"]}, ToolError("E_UNKNOWN", "m"),
        (Redaction("bearer", 2),), True, ("w",), True,
    )  # fmt: skip
    assert decode_result("a", encode_result(result)) == result
    assert decode_result("a", encode_result(ok("a"))) == ok("a")
