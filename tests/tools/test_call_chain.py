"""`ci_call_chain` over small programs of each language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from auto_tools.contract import Caller, ToolOutput
from auto_tools.index import store
from auto_tools.tools import ci_call_chain
from tools.conftest import Make
from tools.programs import PROGRAMS

CLOSE = {"go": "Close"}
SHUT = {
    "python": "shut", "javascript": "shut", "typescript": "shut", "go": "Shut", "rust": "shut",
    "java": "Desk.shut", "cpp": "shut", "ruby": "shut", "php": "Desk.shut",
}  # fmt: skip
WRITE = {
    "python": "write_entry",
    "javascript": "write",
    "typescript": "write",
    "go": "Write",
    "java": "Log.write",
}


def ask(root: Path, symbol: str, direction: str = "both", depth: int = 1) -> ToolOutput:
    args = {"symbol": symbol, "direction": direction, "depth": depth}
    return ci_call_chain.run(args, Caller("kernel", str(root)))


def sure(output: ToolOutput, edge: str) -> set[str]:
    return {i.get("symbol", "") for i in output.data["items"] if i["edge"] == edge and i["confidence"] >= 0.5}


def find(output: ToolOutput, symbol: str) -> dict[str, Any]:
    return next(item for item in output.data["items"] if item.get("symbol") == symbol)


@pytest.mark.parametrize("language", sorted(PROGRAMS))
def test_receivers_tell_methods_of_one_name_apart(make_repository: Make, language: str) -> None:
    root = make_repository(PROGRAMS[language])
    close = CLOSE.get(language, "close")
    account = sure(ask(root, f"Account.{close}", "callers"), "caller")
    door = sure(ask(root, f"Door.{close}", "callers"), "caller")
    leave = SHUT[language].replace("shut", "leave").replace("Shut", "Leave")
    assert SHUT[language] in account and leave not in account
    assert leave in door and SHUT[language] not in door


@pytest.mark.parametrize("language", sorted(PROGRAMS))
def test_calls_lead_to_own_methods_and_imported_functions(make_repository: Make, language: str) -> None:
    root = make_repository(PROGRAMS[language])
    called = sure(ask(root, f"Account.{CLOSE.get(language, 'close')}", "callees"), "callee")
    assert {"Account.check", WRITE.get(language, "write_entry")} <= called


def test_line_reason_and_evidence_of_a_call_are_told(make_repository: Make) -> None:
    root = make_repository(PROGRAMS["python"])
    item = find(ask(root, "write_entry", "callers"), "Account.close")
    assert (item["path"], item["line"]) == ("bank/account.py", 16)
    assert "imported" in item["summary"]
    assert item["evidence_refs"] == ["bank/account.py:16", "bank/log.py:1"]
    assert item["claim_key"] == "calls bank/account.py:Account.close -> bank/log.py:write_entry"
    assert item["polarity"] == "support"


def test_unknown_receiver_is_listed_with_less_confidence_and_said(make_repository: Make) -> None:
    root = make_repository(PROGRAMS["python"])
    output = ask(root, "Account.close", "callers")
    guess = find(output, "anything")
    assert guess["confidence"] < 0.5 and guess["polarity"] == "unknown"
    assert "receiver unknown; one of 2 methods" in guess["summary"]
    assert any("only possible" in warning for warning in output.warnings)


def test_overrides_and_super_are_followed(make_repository: Make) -> None:
    root = make_repository(PROGRAMS["python"])
    called = ask(root, "Account.close", "callees")
    assert find(called, "Account.check")["confidence"] > find(called, "Savings.check")["confidence"]
    assert "Account.check" in sure(ask(root, "Savings.check", "callees"), "callee")


def test_constructor_is_called_by_who_makes_a_subclass(make_repository: Make) -> None:
    root = make_repository(PROGRAMS["python"])
    assert "test_close" in sure(ask(root, "Account.__init__", "callers"), "caller")


def test_property_is_called_by_who_reads_it(make_repository: Make) -> None:
    root = make_repository(PROGRAMS["python"])
    assert "Account.check" in sure(ask(root, "Account.open_limit", "callers"), "caller")


def test_cycle_is_cut_and_said(make_repository: Make) -> None:
    root = make_repository(PROGRAMS["python"])
    output = ask(root, "Door.lock", "callees", depth=3)
    assert output.data["cycles"] == ["Door.lock -> Door.close -> Door.lock"]
    assert any(warning.startswith("cycles cut: ") for warning in output.warnings)
    assert len(output.data["items"]) == 1


def test_depth_follows_further_with_less_confidence(make_repository: Make) -> None:
    root = make_repository(PROGRAMS["python"])
    output = ask(root, "write_entry", "callers", depth=2)
    near, far = find(output, "Account.close"), find(output, "shut")
    assert (near["depth"], far["depth"]) == (1, 2)
    assert far["confidence"] < near["confidence"]


def test_unknown_symbol_gets_the_next_command(make_repository: Make) -> None:
    root = make_repository(PROGRAMS["python"])
    output = ask(root, "nowhere")
    assert output.data["items"] == []
    assert "auto-tools search nowhere" in output.summary


def test_no_index_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert ask(tmp_path, "anything").warnings == (store.NO_INDEX,)


def test_answer_is_the_same_every_time(make_repository: Make) -> None:
    root = make_repository(PROGRAMS["python"])
    assert ask(root, "close", depth=3) == ask(root, "close", depth=3)


def test_variable_that_holds_a_function_has_callers(make_repository: Make) -> None:
    files = {
        "names.py": "from text import plain\n\nshort = plain\n",
        "text.py": "def plain(x):\n    return x\n",
    }
    files["use.py"] = "from names import short as s\n\n\ndef go():\n    return s(1)\n"
    assert sure(ask(make_repository(files), "short", "callers"), "caller") == {"go"}


def test_guess_is_listed_and_not_followed_further(make_repository: Make) -> None:
    files = {f"kind{n}.py": f"class Kind{n}:\n    def turn(self):\n        return step{n}()\n\n\n"
             f"def step{n}():\n    return {n}\n" for n in range(6)}  # fmt: skip
    files["use.py"] = "def go(thing):\n    return thing.turn()\n"
    output = ask(make_repository(files), "go", "callees", depth=3)
    assert {item["depth"] for item in output.data["items"]} == {1}
    assert len(output.data["items"]) == 6


def test_class_with_a_dot_finds_the_method_of_every_class_of_that_name(make_repository: Make) -> None:
    files = {f"part{n}.py": "class Field:\n    def __init__(self):\n        self.x = 1\n" for n in range(2)}
    output = ask(make_repository(files), "Field.__init__")
    assert output.data["definitions"] == ["part0.py:2 Field.__init__", "part1.py:2 Field.__init__"]
