"""Commands that are printed can be pasted, whatever names a path or a repository has."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import pytest

from auto_tools.install import examine
from install.user import User

HOSTILE = "auto-tools@x; touch PWN #"
NASTY = "re'; touch PWN; 'x"


def test_a_plugins_name_from_a_repository_never_gets_into_a_command(user: User) -> None:
    shared = user.write(
        user.project / ".claude" / "settings.json", json.dumps({"enabledPlugins": {HOSTILE: True}})
    )
    user.install("claude")
    rows = user.checks("verify", code=20)
    mends = [row["mend"] for row in rows.values() if row["mend"]]
    assert f"remove it from enabledPlugins in {shared}" in mends
    assert not [mend for mend in mends if "touch" in mend]


def test_a_folder_with_any_name_is_quoted_where_a_command_names_it(user: User, tmp_path: Path) -> None:
    nasty = tmp_path / NASTY
    nasty.mkdir()
    user.project = nasty
    user.install("codex", "--project", "--trust-hook")
    rows = user.checks("doctor", code=20)
    assert rows["codex trusted"]["mend"] == f"start codex in {shlex.quote(str(nasty))} and trust the project"
    assert rows["index state"]["mend"].endswith(f"index --repo {shlex.quote(str(nasty))}")
    subprocess.run(["sh", "-c", rows["index state"]["mend"]], cwd=tmp_path, env=user.env, check=True)
    assert not (tmp_path / "PWN").exists()


def test_the_folder_of_the_product_is_quoted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(examine, "PRODUCT", str(tmp_path / "prod 2"))
    monkeypatch.setattr(examine, "LIBRARIES", ("no_such_library",))
    mend = next(one.mend for one in examine.examine_product() if one.name == "libraries")
    assert shlex.split(mend)[:3] == ["rm", "-r", str(tmp_path / "prod 2" / ".venv")]


def test_the_key_and_the_log_are_quoted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    state = tmp_path / "my state" / "auto-tools"
    state.mkdir(parents=True)
    for name in ("fence.key", "last-error.log"):
        (state / name).write_text("x")
        (state / name).chmod(0o644)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "my state"))
    assert shlex.split(examine.examine_key().mend) == ["chmod", "600", str(state / "fence.key")]
    log = next(one.mend for one in examine.examine_product() if one.name == "last error")
    assert shlex.split(log) == ["rm", str(state / "last-error.log")]


def test_a_read_only_file_is_named_quoted(tmp_path: Path) -> None:
    user = User(tmp_path, "it's home")
    user.write(user.settings, "{}").chmod(0o400)
    said = user.run("install", "claude", "--yes", code=20).stderr
    assert f"chmod u+w {shlex.quote(os.path.realpath(user.settings))}," in said


def test_a_project_is_not_installed_while_the_user_has_the_plugin(user: User) -> None:
    user.write(user.settings, json.dumps({"enabledPlugins": {"auto-tools@auto-tools": True}}))
    said = user.run("install", "claude", "--project", "--yes", code=20).stderr
    assert f"is enabled in {user.settings}" in said
    assert not (user.project / ".claude").exists()


def test_a_missing_codex_auto_is_mended_by_the_path(user: User, copy: Path) -> None:
    program = str(copy / "bin" / "auto-tools")
    ended = user.run("doctor", "--json", program=program, code=None)
    row = next(one for one in json.loads(ended.stdout)["checks"] if one["subject"] == "codex-auto")
    assert row["said"] == "not on the PATH"
    found = subprocess.run(
        ["/bin/sh", "-c", f"{row['mend']}; command -v codex-auto"], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == str(copy / "bin" / "codex-auto")


def test_a_kernel_without_its_permission_is_mended_by_the_command(user: User, copy: Path) -> None:
    program = str(copy / "bin" / "auto-tools")
    user.run("install", "claude", "--yes", program=program)
    (copy / "hooks" / "auto-tool-orchestrator.sh").chmod(0o644)
    ended = user.run("verify", "--json", program=program, code=20)
    row = next(one for one in json.loads(ended.stdout)["checks"] if one["name"] == "answers")
    subprocess.run(["/bin/sh", "-c", row["mend"]], check=True)
    user.run("verify", program=program)


@pytest.mark.parametrize("scope", ["--global", "--project"])
def test_a_missing_key_is_made_for_what_is_installed_only(user: User, scope: str) -> None:
    user.install("codex", scope)
    user.key.unlink()
    ended = user.run("doctor", "--json", code=None)
    row = next(one for one in json.loads(ended.stdout)["checks"] if one["subject"] == "fence")
    subprocess.run(["/bin/sh", "-c", row["mend"]], env=user.env, cwd=user.home, check=True)
    assert user.key.exists()
    assert not user.settings.exists()


def test_install_sh_refuses_to_verify_and_uninstall_at_once(user: User) -> None:
    user.install("claude")
    program = str(Path(__file__).parents[2] / "install.sh")
    for flags in (("--verify", "--uninstall"), ("--uninstall", "--verify")):
        assert "do not go together" in user.run(*flags, program=program, code=20).stderr
    assert user.settings.exists()
