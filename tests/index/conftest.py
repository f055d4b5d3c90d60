"""Real git repositories for the tests of this folder."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Git = Callable[..., str]

ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "LC_ALL": "C.UTF-8",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_EDITOR": "true",
    "GIT_ALLOW_PROTOCOL": "file",
}


@pytest.fixture
def git() -> Git:
    """Run git in a folder and return what it printed."""

    def run(folder: Path, *arguments: str) -> str:
        finished = subprocess.run(
            ["git", "-c", "init.defaultBranch=main", *arguments],
            cwd=folder,
            env=ENVIRONMENT,
            check=True,
            capture_output=True,
        )
        return finished.stdout.decode("utf-8", "surrogateescape")

    return run


@pytest.fixture
def repo(tmp_path: Path, git: Git) -> Path:
    """Return a repository with one commit of four files."""
    root = tmp_path / "repo"
    (root / "src").mkdir(parents=True)
    (root / "tests").mkdir()
    git(root, "init", "-q")
    (root / "pyproject.toml").write_text('[project]\nname = "sample"\n')
    (root / "src" / "a.py").write_text("a = 1\n")
    (root / "src" / "b.py").write_text("b = 2\n")
    (root / "tests" / "test_a.py").write_text("def test_a(): ...\n")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first step")
    return root
