"""The clients, a repository, the fake models; without clients tests are skipped, or fail where CI says so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from acceptance.product import git
from e2e import clients
from e2e.servers import MessagesHandler, ModelServer, ResponsesHandler, serve
from e2e.user import User


@pytest.fixture(scope="session")
def programs() -> dict[str, Path]:
    """Return the clients by name."""
    found = clients.programs()
    if not found and os.environ.get("AUTO_TOOLS_CLIENTS") == "required":
        pytest.fail(f"the real clients are required here and not installed; {clients.HOW}")
    if not found:
        pytest.skip(f"the real clients are not installed; {clients.HOW}")
    return found


@pytest.fixture
def user(tmp_path: Path, programs: dict[str, Path]) -> User:
    """Return a user at work in a small repository."""
    repo = tmp_path / "shop"
    for name, text in {
        "pyproject.toml": '[project]\nname = "shop"\n',
        "src/shop/auth.py": 'USERS = {"ada": "1815"}\n\n\ndef login(name):\n    return USERS[name]\n',
        "src/shop/cart.py": "def total(lines):\n    return sum(line.price for line in lines)\n",
        "tests/test_auth.py": "from shop.auth import login\n\n\ndef test_login():\n    assert login('ada')\n",
    }.items():
        (repo / name).parent.mkdir(parents=True, exist_ok=True)
        (repo / name).write_text(text)
    git(repo, "init", "-q")
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "a shop")
    return User(tmp_path, repo.resolve(), programs)


@pytest.fixture
def claude_model(user: User) -> Iterator[ModelServer]:
    """Return the model behind Claude Code."""
    with serve(MessagesHandler) as server:
        user.point_claude_at(server)
        yield server


@pytest.fixture
def codex_model(user: User) -> Iterator[ModelServer]:
    """Return the model behind Codex."""
    with serve(ResponsesHandler) as server:
        user.point_codex_at(server)
        yield server


@pytest.fixture(params=["claude", "codex"])
def client(request: pytest.FixtureRequest) -> str:
    """Return the name of each client in turn."""
    return str(request.param)


@pytest.fixture
def model(client: str, request: pytest.FixtureRequest) -> ModelServer:
    """Return the model behind the client."""
    server: ModelServer = request.getfixturevalue(f"{client}_model")
    return server
