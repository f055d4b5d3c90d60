"""A repository whose author chose links, names and contents to make the installer do harm."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from install.user import User, hook_commands, tree


def backup_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.auto-tools-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}.bak")


def test_a_backup_is_never_written_through_a_link(user: User) -> None:
    mine = user.write(user.settings, '{"model": "mine"}')
    theirs = user.write(user.project / ".claude" / "settings.local.json", '{"model": "theirs"}')
    backup_of(theirs).symlink_to(mine)
    user.install("claude", "--project")
    assert mine.read_text() == '{"model": "mine"}'
    assert str(user.script) in hook_commands(theirs)
    user.uninstall()
    assert mine.read_text() == '{"model": "mine"}'
    assert theirs.read_text() == '{"model": "theirs"}'
    assert backup_of(theirs).is_symlink()


def test_a_backup_never_replaces_a_file(user: User) -> None:
    theirs = user.write(user.project / ".claude" / "settings.local.json", '{"model": "theirs"}')
    taken = user.write(backup_of(theirs), "important")
    user.install("claude", "--project")
    user.uninstall()
    assert taken.read_text() == "important"
    assert sorted(path.name for path in theirs.parent.iterdir()) == sorted((theirs.name, taken.name))


def test_a_backup_that_became_a_link_is_not_followed_at_uninstall(user: User) -> None:
    theirs = user.write(user.project / ".claude" / "settings.local.json", '{"model": "theirs"}')
    user.install("claude", "--project")
    (backup,) = theirs.parent.glob("*.bak")
    mine = user.write(user.home / "same.json", '{"model": "theirs"}')
    backup.unlink()
    backup.symlink_to(mine)
    user.uninstall()
    assert mine.read_text() == '{"model": "theirs"}'


def test_codex_auto_of_a_project_is_never_written_through_a_link(user: User, copy: Path) -> None:
    program = str(copy / "bin" / "auto-tools")
    own = user.write(user.project / "a.py", "print(1)\n")
    bashrc = user.write(user.home / ".bashrc", "alias x=y\n")
    link = user.project / "bin" / "codex-auto"
    link.parent.mkdir()
    link.symlink_to("../a.py")
    said = user.run("install", "codex", "--project", "--yes", program=program).stdout
    assert f"{link} is a link" in said
    assert own.read_text() == "print(1)\n"
    user.run("uninstall", "--yes", program=program)
    assert link.is_symlink()
    link.unlink()
    script = user.write(link, "#!/bin/sh\n")
    backup_of(script).symlink_to(bashrc)
    user.run("install", "codex", "--project", "--yes", program=program)
    user.run("uninstall", "--yes", program=program)
    assert (script.read_text(), bashrc.read_text()) == ("#!/bin/sh\n", "alias x=y\n")


def test_a_codex_auto_that_a_repository_brings_is_not_deleted(user: User, copy: Path) -> None:
    program = str(copy / "bin" / "auto-tools")
    user.run("install", "codex", "--project", "--yes", program=program)
    brought = user.project / "bin" / "codex-auto"
    content = brought.read_bytes()
    user.run("uninstall", "--yes", program=program)
    user.write(brought, content)
    user.run("uninstall", "--yes", program=program)
    assert brought.read_bytes() == content


@pytest.mark.parametrize("folder", [".claude", ".codex", "bin"])
def test_no_folder_of_a_project_leads_outside(user: User, copy: Path, tmp_path: Path, folder: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (user.project / folder).symlink_to(outside)
    program = str(copy / "bin" / "auto-tools")
    ended = user.run("install", "all", "--project", "--yes", program=program, code=20)
    assert "leads outside the project" in ended.stderr
    assert list(outside.iterdir()) == []


def test_a_script_that_is_a_link_is_refused_and_what_it_leads_to_stays(user: User) -> None:
    kept = user.write(user.home / "dotfiles" / "hook.sh", "#!/bin/sh\necho mine\n")
    user.script.parent.mkdir(parents=True)
    user.script.symlink_to(kept)
    before = tree(user.home)
    ended = user.run("install", "claude", "--yes", code=20)
    assert f"{user.script} is a link" in ended.stderr
    assert tree(user.home) == before


def test_own_scripts_are_kept_whenever_they_were_written(user: User) -> None:
    first = "#!/bin/sh\necho first\n"
    user.write(user.script, first).chmod(0o750)
    user.install("claude")
    second = "#!/bin/sh\necho second\n"
    user.write(user.script, second).chmod(0o711)
    said = user.install("claude")
    assert "a copy is kept" in said
    copies = {path.read_text() for path in user.script.parent.glob("*.bak")}
    assert copies == {first, second}
    user.uninstall()
    assert user.script.read_text() == second
    assert user.script.stat().st_mode & 0o777 == 0o711
    (older,) = user.script.parent.glob("*.bak")
    assert older.read_text() == first
    assert str(older) in said


def test_an_own_script_from_before_comes_back_with_its_mode(user: User) -> None:
    user.write(user.script, "#!/bin/sh\necho mine\n").chmod(0o640)
    before = tree(user.home)
    user.install("claude")
    user.uninstall()
    assert tree(user.home) == before


def test_an_own_script_written_after_the_installation_comes_back(user: User) -> None:
    user.install("claude")
    user.write(user.script, "#!/bin/sh\necho later\n").chmod(0o700)
    user.install("claude")
    user.uninstall()
    assert user.script.read_text() == "#!/bin/sh\necho later\n"
    assert not list(user.script.parent.glob("*.bak"))
