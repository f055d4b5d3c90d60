"""What the hook tells about a repository at every prompt, gathered in one pass over git's index."""

from __future__ import annotations

import os

from auto_tools.contract import Constraint, CurrentState, ProjectProfile
from auto_tools.index.gitdir import ID_LENGTH, find_git, read_branch, read_recent_commits
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from auto_tools.index.indexformat import GitIndex


class Facts(Record):
    """What is known about the analysed repository."""

    profile: ProjectProfile
    """What kind of project this is."""
    current_state: CurrentState
    """Where the work stands."""
    constraints: tuple[Constraint, ...]
    """Rules it sets for itself."""
    is_profile_complete: bool
    """True when every tracked file was counted."""
    is_state_complete: bool
    """True when every tracked file was compared; false without git or when a bound was met."""


def read_facts(root: str, git_dir: str | None) -> Facts:
    """Return everything that is known without starting a process or writing a file."""
    from auto_tools.index.project import read_profile
    from auto_tools.index.rules import read_constraints

    index = _read_index(root, git_dir)
    state, is_complete = _read_state(root, git_dir, index)
    paths = [entry[0] for entry in index.entries] if index else None
    return Facts(
        read_profile(root, paths),
        state,
        read_constraints(root),
        is_profile_complete=index is not None and index.is_complete,
        is_state_complete=is_complete,
    )


def read_state(root: str, git_dir: str | None) -> CurrentState:
    """Return where the work stands and nothing else."""
    return _read_state(root, git_dir, _read_index(root, git_dir))[0]


def _read_index(root: str, git_dir: str | None) -> GitIndex | None:
    if not git_dir:
        return None
    from auto_tools.index.gitindex import read_index

    found = find_git(root)
    inside = os.path.relpath(os.path.realpath(root), found[0]) if found and found[1] == git_dir else "."
    return read_index(git_dir, under=b"" if inside == "." else os.fsencode(inside) + b"/")


def _read_state(root: str, git_dir: str | None, index: GitIndex | None) -> tuple[CurrentState, bool]:
    if not git_dir:
        return CurrentState(), False
    branch, head = read_branch(git_dir)
    changed: tuple[str, ...] = ()
    is_complete = False
    if index is not None:
        from auto_tools.index.gitindex import compare_index

        changed, is_complete = compare_index(root, index)
    commits = read_recent_commits(git_dir)
    return CurrentState(branch, head[:ID_LENGTH], changed, commits), is_complete
