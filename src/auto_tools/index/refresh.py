"""Starts the indexing process behind a prompt: detached, at most one for a tree, and never felt."""

from __future__ import annotations

import os
import sys
import time

from auto_tools.index.freshness import READY, look_at
from auto_tools.index.store import index_folder, read_current
from auto_tools.userfiles import write_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_HANDLES = 1 << 20
START_AGAIN_S = 2
STARTED = "indexing has started"
LOOK_AGAIN_S = 30
"""Edits that git has not seen are only found by looking; so often a prompt asks for a look."""
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "USER", "LOGNAME", "SUDO_UID", "XDG_CACHE_HOME", "XDG_STATE_HOME",
         "XDG_CONFIG_HOME", "TMPDIR", "CI_AUTO_TOOLS_REPO_ROOT")  # fmt: skip


def refresh_if_needed(
    root: str,
    git_dir: str | None,
    env: Mapping[str, str],
    *,
    exclude: tuple[str, ...] = (),
    is_behind: bool = False,
) -> str:
    """Start indexing when the index is missing, behind, or has not been looked at for a while.

    Returns what the user should know: that it has started where there was none, or why it could not.
    """
    reason = why_not(root, git_dir)
    current = read_current(root)
    if reason:
        return f"index not updated: {reason}" if current is None else ""
    asked = os.path.join(index_folder(root), "asked")
    age = _age(asked)
    has_changed = current is not None and current.get("exclude") != list(exclude)
    is_due = is_behind or has_changed or age > LOOK_AGAIN_S or look_at(root, git_dir, current).state != READY
    if not is_due or age < START_AGAIN_S:
        return STARTED if current is None else ""
    if not write_private(asked, ""):
        return "index not updated: the cache folder cannot be written"
    start_detached(root, env)
    return STARTED if current is None else ""


def why_not(root: str, git_dir: str | None) -> str:
    """Return why a folder is not indexed without being asked; empty when it may be."""
    if git_dir is not None:
        return ""
    home = os.path.realpath(os.path.expanduser("~"))
    shared = {"/", "/tmp", "/var/tmp", "/usr", "/etc", "/var", "/opt", "/mnt", "/media", "/home", "/root"}
    is_above_home = home == root or home.startswith(root.rstrip("/") + "/")
    if root in shared or is_above_home:
        return f"{root} is no project; run auto-tools index there if you want it all the same"
    return ""


def _age(path: str) -> float:
    try:
        return time.time() - os.stat(path).st_mtime
    except OSError:
        return 1e9


def start_detached(root: str, env: Mapping[str, str]) -> None:
    """Run `auto-tools index` in a session of its own that holds nothing of ours open."""
    source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    launcher = os.path.join(source, "launcher.py")
    command = [sys.executable, "-I", "-S", launcher, "cli", "index", "--background", "--repo", root]
    kept = {name: env[name] for name in _KEPT if name in env}
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    try:
        os.setsid()
        if os.fork():
            os._exit(0)
        os.closerange(0, MOST_HANDLES)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nowhere, standard, inheritable=True)
        os.chdir("/")
        os.nice(10)
        os.execve(sys.executable, command, kept)
    finally:
        os._exit(0)
