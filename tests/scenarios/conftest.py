"""The repository of the acceptance tests, in the hands of somebody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from acceptance.conftest import plain_repo, repo
from scenarios.user import User

__all__ = ["plain_repo", "repo", "user"]


@pytest.fixture
def user(tmp_path: Path, repo: Path) -> User:
    """Return a user whose tools all answer."""
    user = User(tmp_path, repo)
    user.all_tools_answer()
    return user
