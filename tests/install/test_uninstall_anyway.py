"""Uninstalling works whatever became of the projects and of files that are somebody else's."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from auto_tools import cli
from install.user import User, tree


def test_a_project_that_was_deleted_is_struck_out_and_said(user: User) -> None:
    user.install("all", "--project", "--trust-hook")
    user.install("all", "--trust-hook")
    gone = user.project
    shutil.rmtree(gone)
    user.project = user.home
    said = user.uninstall()
    assert f"{gone} is gone" in said
    assert "still registered" not in said
    assert list(tree(user.home)) == []


def test_a_moved_project_is_taken_out_where_it_is_now(user: User) -> None:
    user.install("all", "--project", "--trust-hook")
    user.project = user.project.rename(user.project.with_name("moved"))
    user.uninstall()
    assert list(tree(user.home)) == []
    assert (
        not (user.project / ".codex" / "hooks.json").exists()
        or "context-inject" not in (user.project / ".codex" / "hooks.json").read_text()
    )


def test_the_server_of_a_deleted_project_goes_from_the_users_own_file(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in user.env.items():
        monkeypatch.setenv(name, value)
    state = user.write(user.home / ".claude.json", '{"mine": 1}')
    monkeypatch.setattr(cli, "COMMANDS", {**cli.COMMANDS, "mcp": next(iter(cli.COMMANDS.values()))})
    assert cli.main(["install", "claude", "--project", "--yes", "--repo", str(user.project)]) == 0
    assert "code-intelligence" in state.read_text()
    shutil.rmtree(user.project)
    user.project = user.home
    user.uninstall()
    assert state.read_text() == '{"mine": 1}'


@pytest.mark.parametrize("trap", ["link", "broken"])
def test_a_repository_cannot_keep_the_users_own_installation(user: User, tmp_path: Path, trap: str) -> None:
    user.install("all", "--trust-hook")
    if trap == "link":
        (tmp_path / "outside").mkdir()
        (user.project / ".codex").symlink_to(tmp_path / "outside")
        why = "leads outside the project"
    else:
        user.write(user.project / ".claude" / "settings.local.json", "{broken")
        why = "is not JSON"
    ended = user.run("uninstall", "--yes", code=20)
    assert f"for {user.project} was left as it is" in ended.stderr
    assert why in ended.stderr
    assert list(tree(user.home)) == []


def test_a_broken_file_of_claude_does_not_keep_codex(user: User) -> None:
    user.install("all", "--trust-hook")
    user.settings.write_text(user.settings.read_text() + "}")
    ended = user.run("uninstall", "--yes", "--json", code=20)
    assert "claude for you was left as it is" in json.loads(ended.stdout)["left"][0]
    assert not user.codex_hooks.exists()
    assert not user.codex_script.exists()
    assert user.script.exists()
    user.settings.write_text(user.settings.read_text()[:-1])
    user.uninstall()
    assert list(tree(user.home)) == []
