"""A PATH with entries that depend on where one stands starts nothing of the folder one stands in."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from install.user import PRODUCT, User

PYTHONS = ("python3.14", "python3.13", "python3.12", "python3.11", "python3")
NAMES = (*PYTHONS, "uv", "auto-tools", "sh", "readlink", "dirname", "cat")


def lay_trap(folder: Path) -> None:
    for name in NAMES:
        trap = folder / "bin" / name
        trap.parent.mkdir(exist_ok=True)
        trap.write_text(f'#!/bin/sh\necho "{name}" >>"{folder}/PWN"\nexit 1\n')
        trap.chmod(0o755)


@pytest.mark.parametrize("path", ["./bin:{}", "bin:{}", "{}:bin", "bin"])
@pytest.mark.parametrize(
    "entry", ["libexec/find-python.sh", "libexec/launch.sh", "link", "plugin", "install.sh"]
)
def test_nothing_of_the_folder_one_stands_in_is_started(
    user: User, copy: Path, tmp_path: Path, entry: str, path: str
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    lay_trap(here)
    shutil.copytree(PRODUCT / "plugin", tmp_path / "plugin")
    shutil.copy2(PRODUCT / "install.sh", copy)
    (copy / ".venv").unlink()
    start = 'here=$1; entry=hook; . "$1/../libexec/launch.sh"'
    (tmp_path / "link").symlink_to(copy / "hooks" / "context-inject-global.sh")
    commands = {
        "libexec/find-python.sh": ["/bin/sh", str(copy / entry)],
        "plugin": [str(tmp_path / "plugin" / "hooks" / "find-product.sh")],
        "libexec/launch.sh": ["/bin/sh", "-c", start, "sh", str(copy / "bin")],
        "link": [str(tmp_path / "link")],
        "install.sh": [str(copy / "install.sh"), "--help"],
    }
    env = {**user.env, "PATH": path.format(os.environ["PATH"])}
    subprocess.run(
        commands[entry], cwd=here, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert not (here / "PWN").exists(), (here / "PWN").read_text()


def test_uv_of_the_folder_one_stands_in_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from auto_tools.install import environment

    lay_trap(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "./bin:bin")
    monkeypatch.setattr(environment, "VENV", tmp_path / "venv")
    started: list[str] = []
    monkeypatch.setattr(environment, "run", lambda command: started.append(command[0]))
    environment.make_environment(tmp_path / "requirements.lock")
    assert not [program for program in started if program.endswith("uv")]
