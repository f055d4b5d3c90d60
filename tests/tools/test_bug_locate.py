"""`ci_bug_locate` on repositories of several languages and on traces from other machines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from auto_tools.contract import Caller, ToolOutput
from auto_tools.index.build import update_index
from auto_tools.tools import ci_bug_locate
from tools.conftest import Commit, Make
from tools.programs import PROGRAMS

FRAMES = {
    "python": 'Traceback (most recent call last):\n  File "/v/lib/python3.12/site-packages/bank/account.py", '
    "line 16, in close\nNameError: name 'x' is not defined",
    "javascript": "TypeError: limit\n    at Account.close (/Users/you/app/src/account.js:5:3)",
    "go": "panic: limit\n\ngoroutine 1 [running]:\nx/account.(*Account).Close(0x1)\n"
    "\t/build/account/account.go:14 +0x1",
    "rust": "thread 'main' panicked at 'limit', /ci/src/account.rs:13:9",
    "java": "java.lang.Error: limit\n\tat bank.Account.close(Account.java:11)",
    "cpp": "#0  0x01 in Account::close (this=0x0) at /b/src/account.cpp:7",
    "ruby": "/gems/bank/lib/account.rb:9:in `close': limit (NoMethodError)",
    "php": "PHP Fatal error:  Uncaught Error: limit in /var/www/src/Account.php:12",
}


def ask(root: Path, error: str) -> ToolOutput:
    return ci_bug_locate.run({"error": error}, Caller("kernel", str(root)))


def first(root: Path, error: str) -> dict[str, Any]:
    found: dict[str, Any] = ask(root, error).data["items"][0]
    return found


@pytest.mark.parametrize("language", sorted(FRAMES))
def test_innermost_frame_leads_to_the_file_whatever_stands_before_its_path(
    make_repository: Make, language: str
) -> None:
    root = make_repository(PROGRAMS[language])
    item = first(root, FRAMES[language])
    assert item["path"].lower().rpartition("/")[2].startswith("account.")
    assert "innermost frame of this repository" in item["summary"]
    assert item["symbol"].lower() == "account.close" or language in ("rust", "php")
    assert item["evidence_refs"] == [f"{item['path']}:{item['line']}"]


def test_message_leads_to_the_place_that_raises_it(make_repository: Make) -> None:
    files = dict(PROGRAMS["python"])
    files["bank/rules.py"] = (
        "def check_amount(amount):\n    if amount < 0:\n"
        '        raise ValueError(f"an amount of {amount} is below the floor of this bank")\n'
    )
    output = ask(make_repository(files), "ValueError: an amount of -3 is below the floor of this bank")
    item = output.data["items"][0]
    assert (item["path"], item["symbol"]) == ("bank/rules.py", "check_amount")
    assert "holds the text of the message" in item["summary"]
    claim = output.data["claims"][0]
    assert claim["polarity"] == "support" and claim["symbol"] == "check_amount"


def test_recent_change_is_told(make_repository: Make, commit: Commit) -> None:
    root = make_repository(PROGRAMS["python"])
    commit(root, {"bank/door.py": PROGRAMS["python"]["bank/door.py"] + "\n"}, "let doors lock twice")
    update_index(str(root), str(root / ".git"))
    items = ask(root, 'File "bank/door.py", line 6, in lock\nRecursionError: maximum depth').data["items"]
    assert "last commit: let doors lock twice" in items[0]["summary"]


def test_foreign_trace_is_said(make_repository: Make) -> None:
    root = make_repository(PROGRAMS["python"])
    output = ask(root, 'File "/usr/lib/python3/elsewhere/thing.py", line 6, in go\nValueError: close account')
    assert output.warnings[0].startswith("no frame of the trace is a file of this repository")


def test_plain_words_are_said_to_be_plain_words(make_repository: Make) -> None:
    root = make_repository(PROGRAMS["python"])
    output = ask(root, "closing the account does nothing")
    assert output.data["items"]
    assert output.warnings == ("neither a trace nor a message was found in the text; judged by its words",)


def test_bare_trace_goes_by_its_innermost_frame_and_prose_by_search(make_repository: Make) -> None:
    files = {
        "shop/errors.py": 'class StockError(Exception):\n    """Stock error: stock, stock, stock."""\n',
        "shop/shelf.py": "def take(count):\n    return count\n",
    }
    root = make_repository(files)
    trace = 'Traceback (most recent call last):\n  File "/srv/shop/shelf.py", line 2, in take\n'
    trace += "shop.errors.StockError: stock error"
    assert first(root, trace)["path"] == "shop/shelf.py"
    prose = (
        "the stock errors we raise for the stock are not documented and StockError should carry the stock\n"
    )
    assert first(root, prose + trace)["path"] == "shop/errors.py"
