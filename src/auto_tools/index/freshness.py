"""How far an index is behind its work tree, without a process: HEAD, git's index, single files."""

from __future__ import annotations

import os

from auto_tools import jsontext
from auto_tools.index.gitdir import read_branch
from auto_tools.index.store import index_folder, read_current
from auto_tools.record import Record
from auto_tools.safety.files import read_tail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from auto_tools.index.store import Reader

REFLOG_BYTES = 262_144
MISSING, BUILDING, READY, STALE, BROKEN = "missing", "building", "ready", "stale", "broken"


class Freshness(Record):
    """What is known about an index at first sight."""

    state: str
    """`missing`, `building`, `ready`, `stale` or `broken`."""
    commits: int | None = 0
    """Commits made since it was built; None when its commit is not in the reflog."""
    files: int = 0
    """Files known to have changed since."""
    done: int = 0
    """Files analysed so far, while building."""
    total: int = 0
    """Files to analyse, while building."""

    def sentence(self) -> str:
        """Say how far behind it is; empty when it is not."""
        if self.state == BUILDING and not self.total:
            return "index is being built"
        if self.state == BUILDING:
            return f"index is being built: {self.done} of {self.total} files"
        if self.state != STALE or (self.commits == 0 and not self.files):
            return ""  # git rewrote its own index, which need not mean anything
        commits = "?" if self.commits is None else self.commits
        steps = f"{commits} {_plural('commit', self.commits)}"
        return f"index is {steps} / {self.files} {_plural('file', self.files)} behind"


def _plural(noun: str, count: int | None) -> str:
    return noun if count == 1 else f"{noun}s"


def behind_by_files(root: str, git_dir: str | None, files: int) -> str:
    """Say how far an index is behind, when so many files that are cited were edited since."""
    fresh = look_at(root, git_dir)
    return fresh.replace(state=STALE, files=files).sentence()


def look_at(root: str, git_dir: str | None, current: Mapping[str, Any] | None = None) -> Freshness:
    """Compare an index with HEAD and with git's own index."""
    current = current or read_current(root)
    building = read_progress(root)
    if current is None:
        if building:
            return Freshness(BUILDING, done=building[0], total=building[1])
        return Freshness(BROKEN if _has_current(root) else MISSING)
    if git_dir is None:
        return Freshness(READY)
    head = read_branch(git_dir)[1]
    if head != current.get("head"):
        return Freshness(STALE, commits_since(git_dir, str(current.get("head"))))
    if stat_of_git_index(git_dir) != current.get("git_index"):
        return Freshness(STALE)
    return Freshness(READY)


def stat_of_git_index(git_dir: str | None) -> list[int]:
    """Return time and size of git's index: they change whenever git changes what is tracked."""
    try:
        found = os.stat(os.path.join(git_dir, "index")) if git_dir else None
    except OSError:
        found = None
    return [found.st_mtime_ns, found.st_size] if found else [0, 0]


def commits_since(git_dir: str, commit: str) -> int | None:
    """Return how many steps the work tree's reflog has made since a commit was checked out."""
    data = read_tail(git_dir, "logs/HEAD", limit=REFLOG_BYTES)
    if not data or not commit:
        return None
    lines = data.splitlines()
    wanted = commit.encode()
    for back, line in enumerate(reversed(lines)):
        if line[41 : 41 + len(wanted)] == wanted:
            return back
    return None


def read_progress(root: str) -> tuple[int, int] | None:
    """Return how far a running build is; None when none runs."""
    try:
        with open(os.path.join(index_folder(root), "progress"), encoding="utf-8") as file:
            done, total, pid = jsontext.loads(file.read(200))
        os.kill(int(pid), 0)
    except (OSError, ValueError, TypeError, OverflowError):
        return None
    return int(done), int(total)


def _has_current(root: str) -> bool:
    return os.path.lexists(os.path.join(index_folder(root), "current"))


def is_gone(root: str, path: str) -> bool:
    """Tell whether a file that was indexed is not there any more."""
    return not os.path.lexists(os.path.join(root, path))


def changed_files(root: str, reader: Reader, ids: list[int]) -> set[int]:
    """Return which of some indexed files are no longer as they were indexed."""
    changed = set()
    for file, (path, size, mtime_ns, skipped) in reader.files(ids, "path, size, mtime_ns, skipped").items():
        if skipped == "sensitive":
            continue
        try:
            found = os.lstat(os.path.join(root, path))
        except OSError:
            changed.add(file)
            continue
        if (found.st_size, found.st_mtime_ns) != (size, mtime_ns):
            changed.add(file)
    return changed
