"""`ci_impact` on symbols and files with a history."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from auto_tools.contract import Caller, ToolOutput
from auto_tools.index.build import update_index
from auto_tools.tools import ci_impact
from tools.conftest import Commit, Make
from tools.programs import PROGRAMS


def ask(root: Path, depth: int = 2, **what: str) -> ToolOutput:
    return ci_impact.run({**what, "depth": depth}, Caller("kernel", str(root)))


def find(output: ToolOutput, **what: Any) -> dict[str, Any]:
    items = output.data["items"]
    return next(item for item in items if all(item.get(key) == value for key, value in what.items()))


def test_callers_of_callers_subclasses_and_tests_are_listed(make_repository: Make) -> None:
    root = make_repository(PROGRAMS["python"])
    output = ask(root, symbol="Account.check")
    near, far = find(output, symbol="Account.close"), find(output, symbol="shut")
    assert far["confidence"] < near["confidence"]
    assert "2 calls away" in far["summary"]
    assert find(output, kind="subclass")["symbol"] == "Savings"
    assert "overrides check" in find(output, kind="subclass")["summary"]
    assert find(output, symbol="test_close")["kind"] == "test"
    assert output.data["claims"][0]["polarity"] == "support"


@pytest.mark.parametrize(
    ("language", "path", "importer"),
    [
        ("python", "bank/account.py", "bank/desk.py"),
        ("javascript", "src/account.js", "src/desk.js"),
        ("typescript", "src/account.ts", "src/desk.ts"),
        ("rust", "src/account.rs", "src/desk.rs"),
        ("cpp", "src/account.h", "src/desk.cpp"),
        ("ruby", "lib/account.rb", "lib/desk.rb"),
    ],
)
def test_importers_of_a_file_are_listed_with_the_line(
    make_repository: Make, language: str, path: str, importer: str
) -> None:
    item = find(ask(make_repository(PROGRAMS[language]), file=path), path=importer)
    assert f"imports {path}" in item["summary"]
    assert item["line"] > 0 and item["evidence_refs"] == [f"{importer}:{item['line']}"]


def test_files_that_change_together_come_first(make_repository: Make, commit: Commit) -> None:
    root = make_repository(PROGRAMS["python"])
    for number in range(4):
        pair = {"bank/door.py": f"class Door:\n    size = {number}\n", "bank/log.py": f"LEVEL = {number}\n"}
        commit(root, pair, f"step {number}")
    update_index(str(root), str(root / ".git"))
    first = ask(root, file="bank/door.py").data["items"][0]
    assert first["path"] == "bank/log.py"
    assert "changed together" in first["summary"]


def test_test_of_the_same_name_is_known(make_repository: Make) -> None:
    item = find(
        ask(make_repository(PROGRAMS["python"]), file="bank/account.py"), path="tests/test_account.py"
    )
    assert item["kind"] == "test" and "test of the same name" in item["summary"]


def test_depth_is_clamped_and_said(make_repository: Make) -> None:
    output = ask(make_repository(PROGRAMS["python"]), depth=9, symbol="write_entry")
    assert "ci_impact: depth clamped to 3" in output.warnings


def test_unknown_names_get_the_next_command(make_repository: Make) -> None:
    root = make_repository(PROGRAMS["python"])
    assert "auto-tools search nowhere" in ask(root, symbol="nowhere").summary
    assert "auto-tools index" in ask(root, file="bank/none.py").summary
