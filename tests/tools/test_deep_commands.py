"""`auto-tools callers`, `callees`, `locate`, `impact`, `complexity`, `hotspots`, typed by a person."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tools.conftest import Make
from tools.programs import PROGRAMS

PRODUCT = Path(__file__).resolve().parents[2]
TRACE = 'Traceback (most recent call last):\n  File "bank/account.py", line 16, in close\nValueError: no'


def run(root: Path, *argv: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    env = {key: os.environ[key] for key in ("HOME", "PATH", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
    command = [str(PRODUCT / "bin" / "auto-tools"), *argv]
    return subprocess.run(command, env=env, cwd=root, input=stdin, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("argv", "stdin", "said"),
    [
        (
            ["callers", "write_entry"],
            "",
            "bank/account.py:16 Account.close  (0.95) Account.close calls write_entry",
        ),
        (["callees", "Account.close"], "", "bank/log.py:1 write_entry  (0.95)"),
        (["locate"], TRACE, "bank/account.py:16 Account.close"),
        (["impact", "write_entry"], "", "bank/account.py:16 Account.close"),
        (["impact", "bank/account.py"], "", "bank/desk.py:1"),
        (["complexity", "bank"], "", "Account.close  ("),
        (["hotspots", "--top", "3"], "", "1 changes x complexity"),
    ],
)
def test_commands_print_places_a_person_can_open(
    make_repository: Make, argv: list[str], stdin: str, said: str
) -> None:
    root = make_repository(PROGRAMS["python"])
    ended = run(root, *argv, stdin=stdin)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert said in ended.stdout
    answer = json.loads(run(root, *argv, "--json", stdin=stdin).stdout)
    assert answer["status"] == "ok" and answer["data"]["items"]


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["callers", "close", "--depth", "9"], "ci_call_chain: depth clamped to 3"),
        (["hotspots", "--days", "90", "--top", "99"], "ci_hotspot: days clamped to 30"),
    ],
)
def test_clamps_are_said(make_repository: Make, argv: list[str], said: str) -> None:
    assert said in run(make_repository(PROGRAMS["python"]), *argv).stdout


@pytest.mark.parametrize(
    "argv", [["callers"], ["impact"], ["callers", "x", "--depth", "0"], ["complexity", "../up"]]
)
def test_wrong_arguments_end_with_20_and_a_sentence(make_repository: Make, argv: list[str]) -> None:
    ended = run(make_repository(PROGRAMS["python"]), *argv)
    assert ended.returncode == 20
    assert ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr
