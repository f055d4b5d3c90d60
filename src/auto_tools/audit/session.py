"""Remembers which files and symbols the earlier prompts of a session named; no prompt text is kept.

One small file per session in the user's state folder, written in run mode only. Losing it costs
nothing but a hint.
"""

from __future__ import annotations

import os

from auto_tools import jsontext
from auto_tools.digest import short_hash
from auto_tools.userfiles import state_path, write_private

MAX_NAMES = 12
MAX_SESSIONS = 200


def recall_names(session_id: str, root: str) -> tuple[str, ...]:
    """Return names from earlier prompts, the newest first."""
    try:
        with open(_path(session_id, root), encoding="utf-8") as file:
            names = jsontext.loads(file.read(16_384))
    except (OSError, ValueError, RecursionError):
        return ()
    if not isinstance(names, list):
        return ()
    return tuple(name for name in names if isinstance(name, str))[:MAX_NAMES]


def remember_names(session_id: str, root: str, names: tuple[str, ...], earlier: tuple[str, ...]) -> None:
    """Put new names before the earlier ones; failing to is no fault."""
    if not names:
        return
    kept = list(dict.fromkeys((*names, *earlier)))[:MAX_NAMES]
    target = _path(session_id, root)
    if write_private(target, jsontext.dumps(kept)):
        _forget_oldest(os.path.dirname(target))


def _path(session_id: str, root: str) -> str:
    return state_path("sessions", short_hash(session_id, root, length=24) + ".json")


def _forget_oldest(folder: str) -> None:
    try:
        with os.scandir(folder) as found:
            files = [(entry.stat().st_mtime_ns, entry.path) for entry in found]
        for _time, path in sorted(files)[: max(len(files) - MAX_SESSIONS, 0)]:
            os.unlink(path)
    except OSError:
        return
