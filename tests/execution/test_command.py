from __future__ import annotations

import os
import time
from pathlib import Path

from auto_tools.execution.command import FLOODED, NOT_STARTED, OUTPUT_CAP, TIMED_OUT, CommandEnd, run_command


def sh(script: str, text: str = "", seconds: float = 10.0) -> CommandEnd:
    return run_command(["/bin/sh", "-c", script], text, cwd="/", env=os.environ, timeout_s=seconds)


def test_input_goes_in_and_both_outputs_come_out() -> None:
    assert sh("cat; echo no >&2; exit 3", "hällo") == CommandEnd(3, "hällo", "no\n")


def test_a_program_that_reads_nothing_does_not_block_on_a_large_input() -> None:
    assert sh("exit 0", "x" * 3_000_000).code == 0


def test_a_large_dialogue_does_not_deadlock() -> None:
    assert len(sh("cat", "x" * 900_000).stdout) == 900_000


def test_the_deadline_holds_although_a_child_keeps_the_pipe() -> None:
    begun = time.monotonic()
    assert sh("sleep 30", seconds=0.3).code == TIMED_OUT
    assert sh("sleep 5 & echo done", seconds=3).stdout == "done\n"
    assert time.monotonic() - begun < 4


def test_a_program_that_closes_its_outputs_still_has_a_deadline() -> None:
    assert sh("exec >&- 2>&-; sleep 30", seconds=0.3).code == TIMED_OUT


def test_a_flood_is_stopped() -> None:
    end = sh("yes")
    assert end.code == FLOODED
    assert len(end.stdout) < OUTPUT_CAP + 200_000


def test_what_cannot_be_started_is_said(tmp_path: Path) -> None:
    path = tmp_path / "plain"
    path.write_text("x", encoding="utf-8")
    for name in (str(path), "/no/such/program"):
        end = run_command([name], "", cwd="/", env={}, timeout_s=1)
        assert end.code == NOT_STARTED
        assert "cannot be started" in end.stderr


def test_a_group_of_its_own_ends_with_the_program(tmp_path: Path) -> None:
    mark = tmp_path / "late"
    script = f"(sleep 1; touch {mark}) & echo gone"
    run_command(["/bin/sh", "-c", script], "", cwd="/", env=os.environ, timeout_s=5, own_group=True)
    time.sleep(1.5)
    assert not mark.exists()
