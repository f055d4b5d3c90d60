"""Removes what `codex-auto` keeps in a repository: the file that names the session to go on with."""

from __future__ import annotations

import os

from auto_tools.index.gitdir import find_git
from auto_tools.index.gitindex import read_index

FOLDER = ".devbooks/cache/auto-tools"
NAME = "codex-session.json"
OUR_IGNORE = b"# written by auto-tools"


def find_session(root: str) -> str:
    """Return the session file of a repository; empty where there is none of ours.

    One that git tracks was written by somebody else, and a link may lead anywhere: both stay.
    """
    root = os.path.realpath(root)
    path = os.path.join(root, FOLDER, NAME)
    is_ours = os.path.isfile(path) and os.path.realpath(path) == path and not _is_tracked(root)
    return path if is_ours else ""


def forget_session(path: str) -> None:
    """Remove a session file, the ignore file beside it, and the folders that are empty then."""
    folder = os.path.dirname(path)
    ignore = os.path.join(folder, ".gitignore")
    os.unlink(path)
    if os.path.isfile(ignore) and not os.path.islink(ignore):
        with open(ignore, "rb") as file:
            is_ours = file.read(len(OUR_IGNORE)) == OUR_IGNORE
        if is_ours:
            os.unlink(ignore)
    for _level in FOLDER.split("/"):
        try:
            os.rmdir(folder)
        except OSError:
            return
        folder = os.path.dirname(folder)


def _is_tracked(root: str) -> bool:
    """Tell whether git knows the session file; what cannot be told counts as yes."""
    git = find_git(root)
    if git is None or not os.path.lexists(os.path.join(git[1], "index")):
        return False
    index = read_index(git[1])
    if index is None or not index.is_complete:
        return True
    wanted = os.fsencode(os.path.relpath(os.path.join(root, FOLDER, NAME), git[0]))
    return any(entry[0] == wanted for entry in index.entries)
