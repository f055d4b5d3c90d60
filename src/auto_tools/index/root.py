"""Which directory is analysed, and whether its git data and config may be read."""

from __future__ import annotations

import os

from auto_tools.contract import Limit, Root
from auto_tools.errors import RepoRootError
from auto_tools.index.gitdir import find_git, is_owned_by_user

NO_GIT_ROOT = "no-git-root"
FOREIGN_OWNER = "the repository root belongs to another user; its config and git facts are left out"
_HINT = "name an existing directory in CI_AUTO_TOOLS_REPO_ROOT, WORKING_DIRECTORY, cwd or repo_root"


def locate_root(env_root: str, working_directory: str) -> tuple[Root, tuple[Limit, ...]]:
    """Find the root from the environment, else from git, else take the working directory."""
    where = working_directory or _current_directory()
    start = _directory(os.path.join(where, env_root) if env_root else where)
    git = find_git(start)
    limits: list[Limit] = []
    if env_root:
        root = Root(start, "env", git[1] if git else None, start)
    elif git:
        root = Root(git[0], "git", git[1], git[0])
    else:
        root = Root(start, "no-git-root", None, start)
        limits.append(Limit(NO_GIT_ROOT))
    if not is_owned_by_user(root.path) or (root.git_dir and not is_owned_by_user(root.git_dir)):
        limits.append(Limit(FOREIGN_OWNER, "degraded", degraded_to="partial"))
        root = root.replace(git_dir=None, config_root="")
    return root, tuple(limits)


def narrow_root(root: Root, configured: str, source: str) -> Root:
    """Apply `repo_root` of a config: below the repository, or anywhere for the user's own config."""
    if not configured or root.source == "env":
        return root
    if source == "user config":
        base = os.path.expanduser("~/.config/auto-tools")
        chosen = _directory(os.path.join(base, os.path.expanduser(configured)))
    else:
        chosen = _below(root.config_root, configured)
    git = find_git(chosen)
    return root.replace(path=chosen, source="config", git_dir=git[1] if git and root.git_dir else None)


def _below(top: str, configured: str) -> str:
    """Resolve against the config's root; the config's own folder is understood as well."""
    for base in (top, os.path.join(top, "config")):
        real = os.path.realpath(os.path.join(base, configured.replace("\0", "")))
        if os.path.isdir(real):
            if real != top and not real.startswith(top.rstrip("/") + "/"):
                raise RepoRootError(
                    f"repo_root {configured!r} leads outside the repository", "name a folder below it"
                )
            return real
    raise RepoRootError("repo_root of the config is not a directory", _HINT)


def _current_directory() -> str:
    try:
        return os.getcwd()
    except OSError as error:
        raise RepoRootError(
            "the working directory does not exist any more", "change into another one"
        ) from error


def _directory(path: str) -> str:
    try:
        real = os.path.realpath(path)
        found = os.path.isdir(real)
    except ValueError:
        real, found = path, False
    if not found:
        raise RepoRootError(f"{path!r} is not a directory", _HINT)
    return real
