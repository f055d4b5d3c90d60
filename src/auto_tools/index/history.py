"""Reads the history of a repository: which commits there are, what they say, which files they changed.

Merges and renames are not looked at. Where git stops half way (a shallow or partial clone, a deadline), what
it told until then is the history.
"""

from __future__ import annotations

import os

from auto_tools.index.gitcommand import Git, GitUnavailable
from auto_tools.index.names import printable_text
from auto_tools.record import Record

MOST_COMMITS = 8000
MOST_FILES = 50
"""A commit that touches more files says nothing about which of them belong together."""

_LONGEST_SUBJECT = 400
_LONGEST_AUTHOR = 80
_HEX = frozenset("0123456789abcdef")
_LOG = (
    "log",
    "-z",
    "--no-merges",
    "--full-history",
    "--no-renames",
    "--name-only",
    "--relative",
    "--no-ext-diff",
    "--no-textconv",
    "--no-decorate",
    "--no-notes",
    "--no-show-signature",
    "--no-color",
    "--encoding=UTF-8",
    "--format=tformat:%x00%H%x00%ct%x00%an%x00%s",
)


class HistoryEntry(Record):
    """One commit."""

    commit: str
    """Its full id."""
    time: int
    """When it was committed, in seconds since 1970."""
    subject: str
    """The first paragraph of its message in one line, invisible characters escaped."""
    files: tuple[str, ...]
    """What it changed below the root, relative to it; empty when that is more than MOST_FILES."""
    author: str = ""
    """Name of who wrote it, invisible characters escaped."""


def read_history(git: Git, limit: int = MOST_COMMITS, since: str = "") -> list[HistoryEntry]:
    """Return the latest commits that changed something below the root, newest first.

    With `since`, only those that this commit does not contain; an unknown one raises GitUnavailable.
    """
    if since:
        _check_commit(git, since)
    wanted = f"{since}..HEAD" if since else "HEAD"
    # Without a path, empty commits count too; with one, git also skips the folders that are not asked for.
    below = () if git.root == git.top else (".",)
    try:
        return parse_log(git.run(*_LOG, f"--max-count={max(0, limit)}", wanted, "--", *below))
    except GitUnavailable as failure:
        return parse_log(failure.output)[:-1]  # the last one may be cut


def count_behind(git: Git, old: str) -> int | None:
    """Return how many commits HEAD has that `old` has not, or None when that is not known."""
    try:
        _check_commit(git, old)
        return int(git.run("rev-list", "--count", f"{old}..HEAD", "--"))
    except (GitUnavailable, ValueError):
        return None


def parse_log(output: bytes) -> list[HistoryEntry]:
    """Return the commits of a log in our format: nothing, id, time, author, subject, then the files."""
    fields = output.split(b"\0")
    starts = _find_starts(fields)
    ends = [*starts[1:], len(fields)]
    return [_make_entry(fields[start + 1 : end]) for start, end in zip(starts, ends, strict=False)]


def _find_starts(fields: list[bytes]) -> list[int]:
    """Return where commits begin: no file has an empty name; author and subject are jumped over."""
    starts: list[int] = []
    position = 0
    while position + 4 < len(fields):
        if not fields[position] and is_commit_id(fields[position + 1].decode("ascii", "replace")):
            starts.append(position)
            position += 5
        else:
            position += 1
    return starts


def _make_entry(fields: list[bytes]) -> HistoryEntry:
    commit, time, author, subject, *names = fields
    if names:
        names[0] = names[0].removeprefix(b"\n")  # git's own line end after the subject
    files = [os.fsdecode(name) for name in names if name]
    shown = printable_text(subject.decode("utf-8", "replace")[:_LONGEST_SUBJECT])
    return HistoryEntry(
        commit.decode("ascii"),
        int(time) if time.isdigit() else 0,
        shown,
        tuple(files) if len(files) <= MOST_FILES else (),
        printable_text(author.decode("utf-8", "replace")[:_LONGEST_AUTHOR]),
    )


def is_commit_id(text: str) -> bool:
    """Tell whether a text is a full object id, and so neither an option nor an expression of git's."""
    return len(text) == 40 and _HEX.issuperset(text)


def _check_commit(git: Git, commit: str) -> None:
    if not is_commit_id(commit):
        raise GitUnavailable("not a commit id")
    git.run("cat-file", "-e", f"{commit}^{{commit}}")
