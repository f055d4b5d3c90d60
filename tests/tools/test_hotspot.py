"""`ci_hotspot` over a history of several people."""

from __future__ import annotations

from pathlib import Path

from auto_tools.contract import Caller, ToolOutput
from auto_tools.index.build import update_index
from auto_tools.tools import ci_hotspot
from tools.conftest import Commit, Make
from tools.test_complexity import BRANCHES

EASY = "def easy():\n    return {}\n"


def ask(root: Path, days: int = 30, top: int = 20) -> ToolOutput:
    return ci_hotspot.run({"days": days, "top": top}, Caller("kernel", str(root)))


def change(root: Path, commit: Commit) -> None:
    """Change an easy file often, a hard one twice, another long ago."""
    for number in range(6):
        commit(root, {"easy.py": EASY.format(number)}, f"easy step {number}", "Ada", 5)
    commit(root, {"hard.py": BRANCHES["python"] + "\n"}, "one more line", "Grace", 4)
    commit(root, {"hard.py": BRANCHES["python"]}, "one line less", "Ada", 2)
    update_index(str(root), str(root / ".git"))


def test_change_and_complexity_together_make_a_hotspot(make_repository: Make, commit: Commit) -> None:
    root = make_repository({"hard.py": BRANCHES["python"], "easy.py": EASY, "notes.md": "hi\n"})
    change(root, commit)
    items = ask(root).data["items"]
    assert [item["path"] for item in items] == ["hard.py", "easy.py"]
    assert items[0]["changes"] == 3 and items[0]["complexity"] == 9
    assert items[0]["symbol"] == "pick" and items[0]["line"] == 1


def test_authors_and_last_change_are_told(make_repository: Make, commit: Commit) -> None:
    root = make_repository({"hard.py": BRANCHES["python"], "easy.py": EASY})
    change(root, commit)
    first = ask(root).data["items"][0]
    assert first["authors"] == ["Ada", "Grace"]
    assert "one line less" in first["summary"] or "first step" in first["summary"]


def test_older_changes_do_not_count(make_repository: Make, commit: Commit, tmp_path: Path) -> None:
    root = tmp_path / "repository"
    root.mkdir()
    commit(root, {"old.py": BRANCHES["python"]}, "long ago", "Ada", 90)
    commit(root, {"new.py": EASY}, "now", "Ada", 0)
    root = make_repository({"new.py": EASY + "\n"})
    assert [item["path"] for item in ask(root, days=7).data["items"]] == ["new.py"]


def test_top_limits_the_list(make_repository: Make) -> None:
    root = make_repository({f"f{number}.py": EASY for number in range(5)})
    assert len(ask(root, top=2).data["items"]) == 2


def test_no_history_is_said(make_repository: Make, tmp_path: Path) -> None:
    root = tmp_path / "plain"
    root.mkdir()
    (root / "a.py").write_text(EASY)
    update_index(str(root), None)
    assert "no commits" in ask(root).warnings[0]
