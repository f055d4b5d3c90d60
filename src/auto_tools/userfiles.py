"""Our own small files in the user's cache and state folders. Losing one never matters."""

from __future__ import annotations

import os


def cache_path(*parts: str) -> str:
    """Name a file that can be made again at any time."""
    return _below("XDG_CACHE_HOME", (".cache",), parts)


def state_path(*parts: str) -> str:
    """Name a file that remembers something about the user's work."""
    return _below("XDG_STATE_HOME", (".local", "state"), parts)


def _below(variable: str, default: tuple[str, ...], parts: tuple[str, ...]) -> str:
    base = os.environ.get(variable, "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), *default)
    return os.path.join(base, "auto-tools", *parts)


def write_private(path: str, text: str) -> bool:
    """Replace a file of ours in one step, readable by the user alone; False when it cannot be."""
    part = f"{path}.{os.getpid()}"
    if not os.path.isdir(os.path.expanduser("~")):
        return False
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        descriptor = os.open(
            part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600
        )
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
        os.replace(part, path)
    except OSError:
        return False
    return True
