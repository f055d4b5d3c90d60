"""An installer that is killed at any moment: the next one clears what it left."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from install.user import PRODUCT, User, tree

DRIVER = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
left = [int(sys.argv[2])]
def killing(name):
    real = getattr(os, name)
    def call(*args, **kwargs):
        result = real(*args, **kwargs)
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result
    setattr(os, name, call)
for name in ("fsync", "replace", "unlink", "rmdir", "pwrite"):
    killing(name)
from auto_tools import cli
sys.exit(cli.main(sys.argv[3:]))
"""
STATE = (".local", ".local/state", ".local/state/auto-tools")
"""Folders that nothing remembers once the lock is gone; they are empty then."""
OWN = "#!/bin/sh\necho mine\n"


def run(user: User, moment: int, *argv: str) -> int:
    """Run a command that is killed after so many writes; 0 lets it live."""
    command = [sys.executable, "-c", DRIVER, str(PRODUCT / "src"), str(moment), *argv, "--yes"]
    ended = subprocess.run(
        command, env=user.env, cwd=user.project, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=60,
    )  # fmt: skip
    assert ended.returncode in (0, -signal.SIGKILL), ended.stdout + ended.stderr
    return ended.returncode


def moments(folder: Path) -> Iterator[tuple[User, int]]:
    """Yield a new user for every moment; the caller stops when the command was not killed any more."""
    for moment in range(1, 200):
        user = User(folder / str(moment))
        user.write(user.settings, '{"model": "opus"}\n')
        user.write(user.script, OWN).chmod(0o750)
        yield user, moment


@pytest.mark.parametrize("then", [("uninstall",), ("install", "all"), ("install", "all", "--trust-hook")])
def test_after_a_killed_install_nothing_is_left(tmp_path: Path, then: tuple[str, ...]) -> None:
    for user, moment in moments(tmp_path):
        before = tree(user.home)
        is_over = run(user, moment, "install", "all", "--trust-hook") == 0
        run(user, 0, *then)
        assert not [name for name in tree(user.home) if name.endswith("-part")], moment
        run(user, 0, "uninstall")
        assert tree(user.home) == before, moment
        if is_over:
            assert moment > 12
            return
    pytest.fail("it never ended")


def test_after_a_killed_uninstall_the_next_one_ends_it(tmp_path: Path) -> None:
    for user, moment in moments(tmp_path):
        before = tree(user.home)
        run(user, 0, "install", "all", "--trust-hook")
        is_over = run(user, moment, "uninstall") == 0
        is_unlocked = not (user.receipt.parent / "install.lock").exists()
        run(user, 0, "uninstall")
        after = {name: held for name, held in tree(user.home).items() if not is_unlocked or name not in STATE}
        assert after == before, moment
        if is_over:
            assert moment > 8
            return
    pytest.fail("it never ended")
