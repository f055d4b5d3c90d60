"""`ci_index_status`: is there an index, and how far is it behind."""

from __future__ import annotations

import os
import time

from auto_tools.contract import ToolOutput
from auto_tools.index.freshness import BROKEN, BUILDING, MISSING, STALE, Freshness, look_at
from auto_tools.index.gitdir import find_git
from auto_tools.index.store import index_folder, is_readable, read_current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from auto_tools.contract import Caller


def run(args: dict[str, Any], caller: Caller) -> ToolOutput:
    """Return the state of the index, its generation and counts."""
    found = find_git(caller.root)
    git_dir = found[1] if found else None
    current = read_current(caller.root)
    fresh = look_at(caller.root, git_dir, current)
    if current and not is_readable(caller.root, current):
        fresh = Freshness(BROKEN)
    data: dict[str, Any] = {
        "items": [],  # the state is told by the summary, not by a finding
        "state": fresh.state,
        "commits_behind": fresh.commits,
        "done": fresh.done,
        "total": fresh.total,
    }
    if current:
        data |= {key: current.get(key) for key in ("generation", "files", "symbols", "commits", "languages")}
        data |= {"skipped": current.get("skipped"), "notes": current.get("notes")}
        data["age_s"] = max(int(time.time()) - int(current.get("built_at", 0)), 0)
        data["size"] = _size(caller.root, str(current.get("file")))
    said = fresh.sentence()
    return ToolOutput(_sentence(fresh.state, data), data, (said,) if said else ())


def _sentence(state: str, data: dict[str, Any]) -> str:
    if state == MISSING:
        return "no index yet"
    if state == BROKEN:
        return "the index cannot be read; it is built anew"
    if state == BUILDING:
        return f"the index is being built ({data['done']} of {data['total']} files)"
    counts = f"{data['files']} files, {data['symbols']} symbols, generation {data['generation']}"
    return f"index {'may be behind' if state == STALE else 'ready'}: {counts}"


def _size(root: str, name: str) -> int:
    try:
        return os.stat(os.path.join(index_folder(root), os.path.basename(name))).st_size
    except OSError:
        return 0
