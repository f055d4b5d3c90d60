"""A real repository and a client with a home of its own, for every acceptance test."""

from __future__ import annotations

from pathlib import Path

import pytest

from acceptance.product import Client, git


@pytest.fixture
def plain_repo(tmp_path: Path) -> Path:
    """Return a folder with sources and no git."""
    root = tmp_path / "repo"
    (root / "src").mkdir(parents=True)
    (root / "tests").mkdir()
    (root / "pyproject.toml").write_text('[project]\nname = "sample"\n')
    (root / "src" / "auth.py").write_text("def login(user):\n    return USERS[user]\n")
    (root / "src" / "store.py").write_text("def save(record):\n    return record\n")
    (root / "tests" / "test_auth.py").write_text("def test_login(): ...\n")
    return root


@pytest.fixture
def repo(plain_repo: Path) -> Path:
    """Return a repository with one commit."""
    git(plain_repo, "init", "-q")
    git(plain_repo, "add", ".")
    git(plain_repo, "commit", "-qm", "first step")
    return plain_repo


@pytest.fixture
def client(tmp_path: Path, repo: Path) -> Client:
    """Return a user at work in the repository; no tool is played yet."""
    return Client(tmp_path, repo)


@pytest.fixture
def served(client: Client) -> Client:
    """Return a user whose eight tools all answer."""
    client.all_tools_answer()
    return client
