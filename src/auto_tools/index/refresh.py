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
LOOK_AGAIN_S = 30
"""Edits that git has not seen are only found by looking; so often a prompt asks for a look."""
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "USER", "LOGNAME", "SUDO_UID", "XDG_CACHE_HOME", "XDG_STATE_HOME",
         "XDG_CONFIG_HOME", "TMPDIR", "CI_AUTO_TOOLS_REPO_ROOT")  # fmt: skip


def refresh_if_needed(root: str, git_dir: str | None, env: Mapping[str, str]) -> bool:
    """Start indexing when the index is missing, behind, or has not been looked at for a while."""
    current = read_current(root)
    folder = index_folder(root)
    asked = os.path.join(folder, "asked")
    age = _age(asked)
    is_due = current is None or look_at(root, git_dir, current).state != READY or age > LOOK_AGAIN_S
    if not is_due or age < 2 or not os.path.isdir(os.path.expanduser("~")):
        return False
    if not write_private(asked, ""):
        return False
    start_detached(root, env)
    return True


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
