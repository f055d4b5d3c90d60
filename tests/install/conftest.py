"""A user whose home folder is new."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from install.user import PRODUCT, User


@pytest.fixture
def user(tmp_path: Path) -> User:
    """Return a user with an empty home and an empty project."""
    return User(tmp_path)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a checkout of its own, with the real virtual environment."""
    made = tmp_path / "the 'product'"
    for name in ("bin", "hooks", "libexec", "src", "config"):
        shutil.copytree(PRODUCT / name, made / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(PRODUCT / "requirements.lock", made)
    (made / ".venv").symlink_to(PRODUCT / ".venv")
    return made
