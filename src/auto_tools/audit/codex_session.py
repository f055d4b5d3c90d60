"""Which Codex session a repository goes on with: one small file below its root.

The file lies in the repository, so it is not believed when git tracks it (then somebody else wrote it),
when a link leads to it, when it was written in another repository (then this one is a copy), or when it
holds no id that Codex could have given.
"""

from __future__ import annotations

import os

from auto_tools import jsontext
from auto_tools.index.gitdir import find_git
from auto_tools.index.gitindex import read_index
from auto_tools.record import Record
from auto_tools.safety.files import open_folder, read_bytes, read_text

FOLDER = ".devbooks/cache/auto-tools"
NAME = "codex-session.json"
IGNORE_NAME = ".gitignore"
IGNORE_ALL = "# written by auto-tools: nothing in this folder belongs into the repository\n*\n"
_MOST_BYTES = 4_096
_MOST_ENTRIES = 1_000_000
_GROUPS = (8, 4, 4, 4, 12)
_HEX = frozenset("0123456789abcdef")


class StoredSession(Record):
    """What the session file says."""

    session_id: str = ""
    """A UUID; empty when there is none to go on with."""
    problem: str = ""
    """Why a file that is there is not used."""


def read_session(root: str) -> StoredSession:
    """Return the stored session of a repository; a missing file is no problem."""
    if not os.path.lexists(os.path.join(root, FOLDER, NAME)):
        return StoredSession()
    if _is_tracked(root):
        return StoredSession(problem=f"{FOLDER}/{NAME} is tracked by git and ignored")
    data = read_bytes(root, f"{FOLDER}/{NAME}", limit=_MOST_BYTES)
    if data is None:
        return StoredSession(problem=f"{FOLDER}/{NAME} cannot be read")
    try:
        stored = jsontext.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return StoredSession(problem=f"{FOLDER}/{NAME} is not JSON")
    session_id = stored.get("session_id") if isinstance(stored, dict) else None
    written_in = stored.get("root", _name_of(root)) if isinstance(stored, dict) else ""
    if not isinstance(session_id, str) or not is_uuid(session_id):
        return StoredSession(problem=f"{FOLDER}/{NAME} holds no session id")
    if written_in != _name_of(root):
        return StoredSession(problem=f"{FOLDER}/{NAME} is of another repository and ignored")
    return StoredSession(session_id.lower())


def _name_of(root: str) -> str:
    """Return the real path of a root as it is stored."""
    return os.fsencode(os.path.realpath(root)).decode("utf-8", "backslashreplace")


def write_session(root: str, session_id: str) -> str:
    """Replace the stored session in one step; return why it could not be, empty when it was."""
    if _is_tracked(root):
        return f"{FOLDER}/{NAME} is tracked by git and not written"
    try:
        folder = open_folder(root, FOLDER, make=True)
    except OSError as error:
        return f"{FOLDER} cannot be written: {error.strerror}"
    try:
        _replace(folder, NAME, jsontext.dumps({"session_id": session_id, "root": _name_of(root)}) + "\n")
        if not _exists(folder, IGNORE_NAME):
            _replace(folder, IGNORE_NAME, IGNORE_ALL)
    except OSError as error:
        return f"{FOLDER}/{NAME} cannot be written: {error.strerror}"
    finally:
        os.close(folder)
    return ""


def find_session(root: str) -> str:
    """Return the path of a repository's session file; empty where there is none, or none of ours."""
    root = os.path.realpath(root)
    path = os.path.join(root, FOLDER, NAME)
    is_ours = os.path.isfile(path) and os.path.realpath(path) == path and not _is_tracked(root)
    return path if is_ours else ""


def forget_session(root: str) -> bool:
    """Remove what `write_session` left and folders that are empty then; True when it had left a session."""
    if not find_session(root):
        return False
    try:
        folder = open_folder(root, FOLDER)
    except OSError:
        return False
    os.unlink(NAME, dir_fd=folder)
    if read_text(root, f"{FOLDER}/{IGNORE_NAME}", limit=len(IGNORE_ALL)) == IGNORE_ALL:
        os.unlink(IGNORE_NAME, dir_fd=folder)
    os.close(folder)
    parts = FOLDER.split("/")
    for depth in range(len(parts), 0, -1):
        try:
            os.rmdir(os.path.join(root, *parts[:depth]))
        except OSError:
            break
    return True


def is_uuid(text: str) -> bool:
    """Tell whether a text is a UUID in its usual spelling; for anything else Codex starts a new session."""
    groups = text.lower().split("-")
    return tuple(map(len, groups)) == _GROUPS and _HEX.issuperset("".join(groups))


def _is_tracked(root: str) -> bool:
    """Tell whether git knows the session file; what cannot be told counts as yes."""
    git = find_git(root)
    if git is None or not os.path.lexists(os.path.join(git[1], "index")):
        return False
    index = read_index(git[1], max_entries=_MOST_ENTRIES)
    if index is None or not index.is_complete:
        return True
    path = os.path.relpath(os.path.join(os.path.realpath(root), FOLDER, NAME), git[0])
    wanted = os.fsencode(path).lower()  # file systems that ignore case find it under either name
    return any(entry[0].lower() == wanted for entry in index.entries)


def _replace(folder: int, name: str, text: str) -> None:
    part = f".{name}.{os.getpid()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(part, flags, 0o600, dir_fd=folder), "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(part, name, src_dir_fd=folder, dst_dir_fd=folder)


def _exists(folder: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except OSError:
        return False
    return True
