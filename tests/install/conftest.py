"""A user whose home folder is new."""

from __future__ import annotations

from pathlib import Path

import pytest

from install.user import User


@pytest.fixture
def user(tmp_path: Path) -> User:
    """Return a user with an empty home and an empty project."""
    return User(tmp_path)
