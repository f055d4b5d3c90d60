"""Where git keeps its data for a directory, which branch is checked out, and the latest commits.

Reads a few small files and starts no process. A `.git` that points elsewhere counts only when what it
points to names this work tree back, so that no repository can borrow another one's data.
"""

from __future__ import annotations

import os
import stat

from auto_tools.contract import Commit
from auto_tools.index.names import printable_text
from auto_tools.safety.files import read_bytes, read_tail

ID_LENGTH = 8
"""Characters of an abbreviated object id."""

_SMALL_FILE = 8 * 1024
_CONFIG_FILE = 64 * 1024
_PACKED_REFS = 8 * 1024 * 1024
_REFLOG_TAIL = 64 * 1024
_LONGEST_SUBJECT = 200
_MOST_SYMBOLIC_REFS = 5
_HEX = frozenset(b"0123456789abcdef")
_COMMITTING = ("commit", "cherry-pick", "revert", "am")
_REBASING = ("rebase (pick)", "rebase (reword)", "rebase (continue)")


def find_git(start: str) -> tuple[str, str] | None:
    """Return the work tree around `start` and its git directory as real paths, or None."""
    folder = _resolve_path(os.curdir, start)
    while folder:
        link = os.path.join(folder, ".git")
        try:
            mode = os.lstat(link).st_mode
        except (OSError, ValueError):
            mode = 0
        if stat.S_ISDIR(mode) and _has_head(link):
            return folder, link
        if stat.S_ISREG(mode):
            git_dir = _follow_git_file(folder)
            return (folder, git_dir) if git_dir else None
        parent = os.path.dirname(folder)
        if stat.S_ISLNK(mode) or parent == folder:
            return None
        folder = parent
    return None


def is_owned_by_user(path: str) -> bool:
    """Say whether a path belongs to the user, or to the one who became root by sudo."""
    try:
        owner = os.lstat(path).st_uid
    except OSError:
        return False
    user = os.geteuid()
    return owner == user or (user == 0 and os.environ.get("SUDO_UID", "") == str(owner))


def read_branch(git_dir: str) -> tuple[str, str]:
    """Return the branch and the full id of the checked-out commit; what is not known is empty."""
    common = find_common_dir(git_dir)
    head = _read_line(git_dir, "HEAD")
    if common is None or not head.startswith(b"ref:"):
        return "", _object_id(head)
    ref = head[4:].strip()
    if ref == b"refs/heads/.invalid":
        return "", ""  # what reftable repositories put there
    branch = ref[11:].decode("utf-8", "replace") if ref.startswith(b"refs/heads/") else ""
    return printable_text(branch), _resolve_ref(git_dir, common, ref)


def read_recent_commits(git_dir: str, limit: int = 5) -> tuple[Commit, ...]:
    """Return the latest commits made in this work tree, newest first, as its reflog tells them."""
    tail = read_tail(git_dir, "logs/HEAD", limit=_REFLOG_TAIL) or b""
    lines = tail.split(b"\n")
    made: dict[str, str] = {}
    for line in lines[1:] if len(tail) == _REFLOG_TAIL else lines:
        _replay(made, line)
    latest = list(made.items())[::-1][: max(0, limit)]
    return tuple(Commit(commit_id[:ID_LENGTH], subject) for commit_id, subject in latest)


def find_common_dir(git_dir: str) -> str | None:
    """Return the directory with refs and config: the git directory's own, or that of its main work tree."""
    pointer = _read_line(git_dir, "commondir")
    if not pointer:
        return git_dir
    # A planted `commondir` could name any repository; git itself only ever writes the grandparent.
    worktrees = os.path.dirname(git_dir)
    common = os.path.dirname(worktrees)
    named = _resolve_path(git_dir, pointer)
    return common if os.path.basename(worktrees) == "worktrees" and named == common else None


def read_config_value(git_dir: str, section: str, key: str) -> str:
    """Return a plain value of the repository's own git config; includes and subsections are not followed."""
    return (read_config_section(git_dir, section) or {}).get(key, "")


def read_config_section(git_dir: str, section: str, *, limit: int = _CONFIG_FILE) -> dict[str, str] | None:
    """Return the plain values of one section by lower-case key, or None when the config cannot be read."""
    data = read_bytes(git_dir, "config", limit=limit)
    if data is None:
        return None
    values, inside = {}, False
    for line in data.decode("utf-8", "replace").splitlines():
        line = line.strip()
        if line.startswith("["):
            inside = line[1:].partition("]")[0].strip().lower() == section
        elif inside:
            name, _, given = line.partition("=")
            values[name.strip().lower()] = given.strip().strip('"')
    return values


def _follow_git_file(folder: str) -> str | None:
    line = _read_line(folder, ".git")
    target = _resolve_path(folder, line[7:].strip()) if line.startswith(b"gitdir:") else ""
    if not target or not _has_head(target):
        return None
    back = _read_line(target, "gitdir")
    if back:
        names_us = _resolve_path(target, back) == os.path.join(folder, ".git")
        return target if names_us and find_common_dir(target) not in (None, target) else None
    return target if _is_submodule_of(target, folder) else None


def _is_submodule_of(target: str, folder: str) -> bool:
    parts = target.split(os.sep)
    if ".git" not in parts or "modules" not in parts[parts.index(".git") :]:
        return False
    worktree = read_config_value(target, "core", "worktree")
    return bool(worktree) and _resolve_path(target, worktree) == folder


def _has_head(git_dir: str) -> bool:
    try:
        return stat.S_ISREG(os.lstat(os.path.join(git_dir, "HEAD")).st_mode)
    except (OSError, ValueError):
        return False


def _resolve_path(base: str, pointer: str | bytes) -> str:
    try:
        return os.path.realpath(os.path.join(base, os.fsdecode(pointer)))
    except (OSError, ValueError):
        return ""


def _read_line(folder: str, name: str | bytes) -> bytes:
    data = read_bytes(folder, name, limit=_SMALL_FILE) or b""
    return data.partition(b"\n")[0].strip()


def _object_id(line: bytes) -> str:
    is_id = len(line) in (40, 64) and _HEX.issuperset(line)
    return line.decode("ascii") if is_id else ""


def _resolve_ref(git_dir: str, common: str, ref: bytes) -> str:
    for _ in range(_MOST_SYMBOLIC_REFS):
        if not ref.startswith(b"refs/"):
            return ""
        line = _read_line(git_dir, ref) if git_dir != common else b""  # refs/bisect, refs/worktree
        line = line or _read_line(common, ref)
        if not line.startswith(b"ref:"):
            return _object_id(line) or _find_packed(common, ref)
        ref = line[4:].strip()
    return ""


def _find_packed(common: str, ref: bytes) -> str:
    packed = read_bytes(common, "packed-refs", limit=_PACKED_REFS) or b""
    end = packed.find(b" " + ref + b"\n")
    return _object_id(packed[packed.rfind(b"\n", 0, end) + 1 : end]) if end > 0 else ""


def _replay(made: dict[str, str], line: bytes) -> None:
    """Apply one line `old new who\\taction: subject` to the commits made so far (id -> subject)."""
    ids, _, message = line.partition(b"\t")
    old, new = (_object_id(word) for word in [*ids.split(b" ", 2), b"", b""][:2])
    action, _, subject = message.decode("utf-8", "replace").partition(": ")
    if not old or not new:
        return
    if action == "reset":
        _rewind(made, old, new)
    elif action in _REBASING or action.partition(" (")[0] in _COMMITTING:
        shown = printable_text(subject)[:_LONGEST_SUBJECT]
        replaced = [new]
        if action == "commit (amend)":
            replaced.append(old)
        elif action in _REBASING:  # the same commit again under another id
            replaced += [commit_id for commit_id, text in made.items() if text == shown]
        for commit_id in replaced:
            made.pop(commit_id, None)
        made[new] = shown


def _rewind(made: dict[str, str], old: str, new: str) -> None:
    """Forget the commits that a reset took back."""
    ids = list(made)
    if new in made and ids[-1] == old:
        for commit_id in ids[ids.index(new) + 1 :]:
            del made[commit_id]
