"""Which clients the tests run, in which versions, and where they are; as a script it installs them with npm.

    python3 tests/e2e/clients.py

They go into a cache folder of their own. No client that the user works with is touched or looked at.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

VERSIONS = {"@anthropic-ai/claude-code": "2.1.197", "@openai/codex": "0.169.0"}
PROGRAMS = ("claude", "codex")
HOW = "run: python3 tests/e2e/clients.py"


def folder() -> Path:
    """Return where the clients are, or would be."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    cache = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
    return cache / "auto-tools-clients" / "-".join(VERSIONS.values())


def programs() -> dict[str, Path]:
    """Return the clients by name; nothing when they are not all there."""
    found = {name: folder() / "node_modules" / ".bin" / name for name in PROGRAMS}
    is_ready = (folder() / "ready").exists() and shutil.which("node")
    return found if is_ready and all(path.exists() for path in found.values()) else {}


def install() -> int:
    """Install the pinned versions; what is there is left alone."""
    if programs():
        return 0
    npm = shutil.which("npm")
    if npm is None:
        print("npm is not installed: the tests with the real clients need it", file=sys.stderr)
        return 1
    folder().mkdir(parents=True, exist_ok=True)
    with open(folder().parent / "lock", "w", encoding="utf-8") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        return 0 if programs() else download(npm)


def download(npm: str) -> int:
    """Let npm fetch the packages; of their scripts only the one that links Claude Code's program is run."""
    wanted = [f"{name}@{version}" for name, version in VERSIONS.items()]
    flags = ("--prefix", str(folder()), "--ignore-scripts", "--no-audit", "--no-fund", "--no-save")
    link = folder() / "node_modules" / "@anthropic-ai" / "claude-code" / "install.cjs"
    print(f"installing {' and '.join(wanted)} into {folder()}", file=sys.stderr, flush=True)
    try:
        subprocess.run([npm, "install", *flags, *wanted], check=True, stdout=sys.stderr)
        subprocess.run(["node", str(link)], cwd=link.parent, check=True, stdout=sys.stderr)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"the clients could not be installed: {error}", file=sys.stderr)
        return 1
    (folder() / "ready").write_text("", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(install())
