"""Installing and uninstalling as a user does, with the real command."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from auto_tools import cli
from auto_tools.audit.codex_session import IGNORE_ALL
from auto_tools.install import drafts
from auto_tools.install.codextrust import trust_hash
from auto_tools.install.hookentries import entry_of
from install.user import AUTO_TOOLS, PRODUCT, User, hook_commands, tree

MESSY = (
    '\ufeff{\r\n\t"model" : "opus",   "env":{"A":"1"},\r\n\t"hooks": {\r\n'
    '\t\t"Stop": [ {"hooks":[{"type":"command","command":"say done"}]} ],\r\n'
    '\t\t"UserPromptSubmit": [\r\n\t\t\t{ "hooks": [ { "type": "command", "command": "~/mine.sh" } ] }\r\n'
    '\t\t]\r\n\t},\r\n\t"permissions": {"allow": ["Bash(ls:*)"], "deny": []}\r\n}'
)


def test_a_new_user_gets_the_hook_and_gets_rid_of_it_without_a_trace(user: User) -> None:
    said = user.install()
    assert hook_commands(user.settings) == [str(user.script)]
    assert hook_commands(user.codex_hooks) == [str(user.codex_script)]
    assert "Codex runs no hook before you trust it" in said
    answer = user.call_hook(hook_commands(user.settings)[0])
    assert answer["hookSpecificOutput"]["additionalContext"].startswith("Auto Tools Results ")
    user.uninstall()
    assert [name for name in tree(user.home) if not name.startswith(".cache")] == []


def test_a_messy_settings_file_keeps_every_byte(user: User) -> None:
    user.write(user.settings, MESSY)
    user.settings.chmod(0o640)
    before = tree(user.home)
    user.install("claude")
    written = user.settings.read_bytes()
    assert hook_commands(user.settings) == ["~/mine.sh", str(user.script)]
    assert len(list(user.settings.parent.glob("settings.json.auto-tools-*.bak"))) == 1
    assert user.settings.stat().st_mode & 0o777 == 0o640
    assert written.count(b"\n") == written.count(b"\r\n") > MESSY.count("\r\n")
    user.uninstall()
    assert tree(user.home) == before


def test_running_it_twice_changes_nothing(user: User) -> None:
    user.write(user.settings, MESSY)
    user.install("all", "--trust-hook")
    before = tree(user.home)
    assert "already installed: nothing to change" in user.install("all", "--trust-hook")
    assert tree(user.home) == before


def test_what_the_user_changed_meanwhile_stays(user: User) -> None:
    user.write(user.settings, '{\n  "model": "opus"\n}\n')
    user.install("claude")
    edited = json.loads(user.settings.read_text())
    edited["hooks"]["UserPromptSubmit"][0]["hooks"].insert(0, {"type": "command", "command": "mine"})
    edited["theme"] = "dark"
    user.settings.write_text(json.dumps(edited))
    said = user.uninstall()
    assert json.loads(user.settings.read_text()) == {
        "model": "opus",
        "hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "mine"}]}]},
        "theme": "dark",
    }
    assert "was changed since the installation" in said
    assert [path.read_text() for path in user.settings.parent.glob("*.bak")] == ['{\n  "model": "opus"\n}\n']


def test_without_a_receipt_ours_is_found_by_its_form(user: User) -> None:
    user.write(user.settings, '{"model": "opus"}')
    user.write(user.codex_config, 'model = "x"\n')
    user.install("all", "--trust-hook")
    user.receipt.unlink()
    user.uninstall()
    assert json.loads(user.settings.read_text()) == {"model": "opus"}
    assert tomllib.loads(user.codex_config.read_text()) == {"model": "x"}
    assert not user.script.exists()
    assert not user.key.exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{\n  "a": 1,\n  "b" 2\n}\n', "settings.json:3:7 is not JSON"),
        ('{\n  // mine\n  "a": 1\n}\n', "settings.json:2:3 is not JSON"),
        ('{"hooks": []}', "settings.json:1 holds a list where the client expects an object"),
        (
            '{"hooks":\n {"UserPromptSubmit": {}}}',
            "settings.json:2 holds an object where the client expects a list",
        ),
        ("[1]", "settings.json:1 holds a list"),
        ('{"a": NaN}', "NaN is no JSON value"),
        (b'{"a":\n "\xff"}', "settings.json:2 is not UTF-8"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_broken_settings_file_is_refused_with_its_line_and_left_alone(
    user: User, content: str | bytes, said: str
) -> None:
    user.write(user.settings, content)
    before = tree(user.home)
    ended = user.run("install", "all", "--yes", code=20)
    assert said in ended.stderr
    assert tree(user.home) == before


def test_a_broken_config_of_codex_is_refused_with_its_line_and_left_alone(user: User) -> None:
    user.write(user.codex_config, 'model = "x"\nmodel_provider = \n')
    before = tree(user.home)
    assert "config.toml:2 is not TOML" in user.run("install", "codex", "--yes", code=20).stderr
    assert tree(user.home) == before


def test_a_file_broken_after_the_installation_is_refused_at_uninstall(user: User) -> None:
    user.install("claude")
    user.settings.write_text(user.settings.read_text() + "}")
    before = tree(user.home)
    assert "settings.json:16" in user.run("uninstall", "--yes", code=20).stderr
    assert tree(user.home) == before


def test_links_are_followed_and_stay_links(user: User) -> None:
    kept = user.write(user.home / "dotfiles" / "claude.json", '{"model": "opus"}\n')
    user.settings.parent.mkdir()
    user.settings.symlink_to("../dotfiles/claude.json")
    before = tree(user.home)
    user.install("claude")
    assert user.settings.is_symlink()
    assert hook_commands(kept) == [str(user.script)]
    user.uninstall()
    assert tree(user.home) == before


def test_a_link_that_leads_nowhere_yet_is_filled_and_emptied(user: User) -> None:
    user.settings.parent.mkdir()
    user.settings.symlink_to("../dotfiles/claude.json")
    before = tree(user.home)
    user.install("claude")
    assert hook_commands(user.home / "dotfiles" / "claude.json")
    user.uninstall()
    assert tree(user.home) == before


def test_a_read_only_file_is_refused_with_the_command_that_mends_it(user: User) -> None:
    user.write(user.settings, "{}").chmod(0o444)
    before = tree(user.home)
    ended = user.run("install", "all", "--yes", code=20)
    assert "is read-only; run chmod u+w" in ended.stderr
    assert tree(user.home) == before


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo, lambda path: os.symlink(path, path)])
def test_what_is_no_file_is_refused_at_once(user: User, make: Callable[[Path], None]) -> None:
    user.settings.parent.mkdir()
    make(user.settings)
    assert "settings.json cannot be read" in user.run("install", "claude", "--yes", code=20).stderr
    assert os.listdir(user.settings.parent) == ["settings.json"]


def test_an_administrator_leaves_files_to_the_owner_of_the_folder(user: User) -> None:
    if os.geteuid() != 0:
        pytest.skip("only an administrator can give files away")
    for folder in (user.home, user.write(user.settings, "{}").parent, user.settings):
        os.chown(folder, 1234, 1234)
    user.install()
    assert {path.stat().st_uid for path in user.home.rglob("*")} == {1234}


def test_a_file_in_place_of_a_folder_is_refused(user: User) -> None:
    user.write(user.home / ".claude", "not a folder")
    assert "run" in user.run("install", "claude", "--yes", code=20).stderr
    assert (user.home / ".claude").read_text() == "not a folder"


@pytest.mark.parametrize(
    "name", ["a home", "o'neill", 'with "quotes"', "$(touch x) `id`", "家", "semi;colon & co"]
)
def test_a_home_with_any_name_works(tmp_path: Path, name: str) -> None:
    user = User(tmp_path, name)
    user.install("all", "--trust-hook")
    for settings in (user.settings, user.codex_hooks):
        assert "hookSpecificOutput" in user.call_hook(hook_commands(settings)[0])
    checks = user.checks("verify", "all")
    assert checks["codex trusted"]["state"] == "ok"
    user.uninstall()
    assert list(tree(user.home)) == []


def test_the_hook_needs_no_path_and_no_working_directory(user: User, tmp_path: Path) -> None:
    user.install("claude")
    command = hook_commands(user.settings)[0]
    assert "hookSpecificOutput" in user.call_hook(command, path="/nonexistent")
    gone = tmp_path / "gone"
    gone.mkdir()
    line = f"cd '{gone}' && rmdir '{gone}' && {command} 2>/dev/null"
    assert "hookSpecificOutput" in user.call_hook(line)
    script = user.script.read_text()
    assert " -I -S " in script
    python = script.split("python=")[1].splitlines()[0]
    assert os.path.isabs(python)
    assert "shims" not in os.path.realpath(python)


def test_somebody_elses_script_and_entry_come_back(user: User) -> None:
    user.write(user.script, "#!/bin/sh\necho older\n").chmod(0o700)
    user.write(user.settings, json.dumps({"hooks": {"UserPromptSubmit": [{"hooks": [
        {"type": "command", "command": "~/.claude/hooks/context-inject-global.sh"}]}]}}))  # fmt: skip
    before = tree(user.home)
    assert "a copy is kept" in user.install("claude")
    assert len(hook_commands(user.settings)) == 1
    assert "exec" in user.script.read_text()
    user.uninstall()
    assert user.script.read_text() == "#!/bin/sh\necho older\n"
    assert set(tree(user.home)) == set(before)


def test_a_dry_run_shows_what_would_change_and_writes_nothing(user: User) -> None:
    user.write(user.settings, MESSY)
    before = tree(user.home)
    said = user.run("install", "all", "--dry-run").stdout
    assert f"change {user.settings}" in said
    assert "nothing was written" in said
    assert "Bash(ls:*)" not in said
    assert tree(user.home) == before


def test_print_gives_what_to_paste_and_writes_nothing(user: User) -> None:
    said = user.run("install", "all", "--print").stdout
    assert f'"command": "{user.script}"' in said
    assert "trusted_hash" in said
    assert list(tree(user.home)) == []


def test_without_a_terminal_only_yes_is_a_yes(user: User) -> None:
    assert "add --yes" in user.run("install", "claude", code=20).stderr
    assert list(tree(user.home)) == []


def test_many_at_once_leave_one_entry(user: User) -> None:
    user.write(user.settings, MESSY)
    started = [
        subprocess.Popen([AUTO_TOOLS, "install", "all", "--yes"], env=user.env, cwd=user.project,
                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        for _one in range(6)
    ]  # fmt: skip
    assert [one.wait(timeout=120) for one in started] == [0] * 6
    assert hook_commands(user.settings) == ["~/mine.sh", str(user.script)]
    user.uninstall()
    assert user.settings.read_bytes() == MESSY.encode()


def test_the_fence_has_a_key_that_stays_until_the_end(user: User) -> None:
    user.install("claude")
    key = user.key.read_text()
    assert user.key.stat().st_mode & 0o777 == 0o600
    assert len(key.strip()) >= 32
    user.install("codex")
    user.uninstall("claude")
    assert user.key.read_text() == key
    user.uninstall()
    assert not user.key.exists()


def test_a_project_gets_its_own_registration_with_the_same_script(user: User) -> None:
    before = tree(user.project)
    user.install("all", "--project")
    local = user.project / ".claude" / "settings.local.json"
    assert hook_commands(local) == [str(user.script)]
    assert hook_commands(user.project / ".codex" / "hooks.json") == [str(user.codex_script)]
    assert not user.settings.exists()
    assert f"still installed in {user.project}" in user.uninstall("--global")
    assert user.script.exists()
    user.uninstall("--project")
    assert tree(user.project) == before
    assert list(tree(user.home)) == []


def test_the_session_file_goes_and_one_that_git_tracks_stays(user: User) -> None:
    session = user.write(
        user.project / ".devbooks/cache/auto-tools/codex-session.json", '{"session_id": "x"}'
    )
    user.write(session.parent / ".gitignore", IGNORE_ALL)
    assert f"remove {session}" in user.uninstall()
    assert list(tree(user.project)) == []
    user.write(session, "{}")
    subprocess.run(["git", "init", "-q"], cwd=user.project, check=True)
    subprocess.run(["git", "add", "-f", "."], cwd=user.project, check=True)
    user.uninstall()
    assert session.exists()


def test_a_session_file_behind_a_link_stays(user: User, tmp_path: Path) -> None:
    other = user.write(tmp_path / "other" / "cache" / "auto-tools" / "codex-session.json", "{}")
    (user.project / ".devbooks").symlink_to(tmp_path / "other")
    user.uninstall()
    assert other.exists()


def test_other_config_folders_of_the_clients_are_honoured(user: User, tmp_path: Path) -> None:
    user.env |= {"CLAUDE_CONFIG_DIR": str(tmp_path / "cc"), "CODEX_HOME": str(tmp_path / "cx")}
    user.install()
    assert hook_commands(tmp_path / "cc" / "settings.json") == [
        f"{tmp_path}/cc/hooks/context-inject-global.sh"
    ]
    assert hook_commands(tmp_path / "cx" / "hooks.json") == [f"{tmp_path}/cx/hooks/context-inject-global.sh"]
    user.uninstall()
    assert not (tmp_path / "cc").exists()
    assert list(tree(user.home)) == []


def test_links_of_a_project_that_lead_outside_are_refused(user: User, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (user.project / ".claude").symlink_to(outside)
    ended = user.run("install", "claude", "--project", "--yes", code=20)
    assert "leads outside the project" in ended.stderr
    assert list(outside.iterdir()) == []


def test_a_repository_cannot_have_its_own_command_trusted_or_run(user: User, tmp_path: Path) -> None:
    hostile = f"touch {tmp_path}/ran; {user.codex_script}"
    entry = {
        "hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": hostile, "timeout": 20}]}]}
    }
    user.write(user.project / ".codex" / "hooks.json", json.dumps(entry))
    user.write(user.project / ".claude" / "settings.json", json.dumps(entry).replace(".codex", ".claude"))
    user.install("all", "--trust-hook")
    user.install("all", "--project", "--trust-hook")
    trusted = tomllib.loads(user.codex_config.read_text())["hooks"]["state"]
    ours = trust_hash(entry_of(str(user.codex_script))["hooks"][0])
    assert {row["trusted_hash"] for row in trusted.values()} == {ours}
    assert hook_commands(user.project / ".codex" / "hooks.json") == [str(user.codex_script)]
    user.run("verify", "all", code=20)
    user.run("doctor", code=20)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("home", ["", "relative", "/nonexistent/home"])
def test_a_home_that_is_no_folder_is_refused(user: User, home: str) -> None:
    user.env["HOME"] = home
    assert "set HOME" in user.run("install", "claude", "--yes", code=20).stderr
    assert list(user.project.iterdir()) == []


@pytest.mark.parametrize(("typed", "is_done"), [(b"y\n", True), (b"n\n", False), (b"\x04", False)])
def test_at_a_terminal_the_user_is_asked(user: User, typed: bytes, is_done: bool) -> None:
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(user.project)
        os.execve(AUTO_TOOLS, [AUTO_TOOLS, "install", "claude"], {**user.env, "TERM": "xterm"})
    shown = b""
    while b"go on? [y/N] " not in shown:
        shown += os.read(terminal, 4096)
    assert b"\x1b[1mmake " in shown
    os.write(terminal, typed)
    try:
        while piece := os.read(terminal, 4096):
            shown += piece
    except OSError:
        pass
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert (user.settings.exists(), b"nothing was written" not in shown) == (is_done, is_done)


def test_a_file_that_changes_while_it_is_written_keeps_the_change(user: User) -> None:
    user.write(user.settings, '{"a": 1}')
    changes = ['{"a": 1, "b": 2}']
    check = drafts.demand_writable

    def change_once(path: str, draft: drafts.Draft) -> None:
        check(path, draft)
        if path == str(user.settings) and changes:
            user.settings.write_text(changes.pop())

    with patch.dict(os.environ, user.env), patch.object(drafts, "demand_writable", change_once):
        assert cli.main(["install", "claude", "--yes"]) == 0
    assert json.loads(user.settings.read_text())["b"] == 2
    assert hook_commands(user.settings) == [str(user.script)]
    user.uninstall()
    assert user.settings.read_text() == '{"a": 1, "b": 2}'


def test_install_sh_does_both_again_and_out(user: User) -> None:
    script = str(PRODUCT / "install.sh")
    user.run("--with-hook", "--with-codex", program=script)
    assert "nothing to change" in user.run("--with-hook", "--with-codex", program=script).stdout
    assert user.run("--with-hook", "--verify", program=script).stdout.endswith("all is well\n")
    user.run("--uninstall", program=script)
    assert list(tree(user.home)) == []
    assert "say what to install" in user.run(program=script, code=20).stderr
    assert "unknown argument --dance" in user.run("--dance", program=script, code=20).stderr


def test_a_full_disk_or_forbidden_folder_leaves_everything_as_it_was(user: User) -> None:
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        pytest.fail("root can write everywhere; setpriv is needed to be somebody else")
    user.write(user.settings, MESSY)
    (user.home / ".codex").mkdir()
    before = tree(user.home)
    (user.home / ".codex").chmod(0o500)
    drop = ["setpriv", "--bounding-set", "-all", "--inh-caps", "-all"] if os.geteuid() == 0 else []
    ended = subprocess.run(
        [*drop, AUTO_TOOLS, "install", "all", "--yes"], env=user.env, cwd=user.project,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    (user.home / ".codex").chmod(0o755)
    assert (ended.returncode, "cannot be written to" in ended.stderr) == (20, True)
    assert tree(user.home) == before
