"""A user with a home folder of their own who runs the installer."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

PRODUCT = Path(__file__).parents[2]
AUTO_TOOLS = str(PRODUCT / "bin" / "auto-tools")


class User:
    """Home, project and environment of one user; `run` is their terminal."""

    def __init__(self, folder: Path, home: str = "home") -> None:
        self.home = folder / home
        self.project = folder / "project"
        self.prefix = folder / "prefix"
        for made in (self.home, self.project, self.prefix / "bin"):
            made.mkdir(parents=True, exist_ok=True)
        self.env = {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "AUTO_TOOLS_PREFIX": str(self.prefix),
        }
        self.settings = self.home / ".claude" / "settings.json"
        self.script = self.home / ".claude" / "hooks" / "context-inject-global.sh"
        self.codex_hooks = self.home / ".codex" / "hooks.json"
        self.codex_config = self.home / ".codex" / "config.toml"
        self.codex_script = self.home / ".codex" / "hooks" / "context-inject-global.sh"
        self.key = self.home / ".local" / "state" / "auto-tools" / "fence.key"
        self.receipt = self.home / ".local" / "state" / "auto-tools" / "install.json"

    def run(
        self, *argv: str, code: int | None = 0, program: str = AUTO_TOOLS
    ) -> subprocess.CompletedProcess[str]:
        ended = subprocess.run(
            [program, *argv], env=self.env, cwd=self.project, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert code is None or ended.returncode == code, ended.stdout + ended.stderr
        assert "Traceback" not in ended.stderr
        return ended

    def install(self, client: str = "all", *flags: str) -> str:
        return self.run("install", client, "--yes", *flags).stdout

    def uninstall(self, *argv: str) -> str:
        return self.run("uninstall", "--yes", *argv).stdout

    def checks(self, *argv: str, code: int = 0) -> dict[str, dict[str, Any]]:
        """Return what verify or doctor found, by `client name`."""
        told = json.loads(self.run(*argv, "--json", code=code).stdout)
        assert told["ok"] == (code == 0)
        return {f"{row['subject']} {row['name']}": row for row in told["checks"]}

    def write(self, path: Path, content: str | bytes) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def call_hook(
        self, command: str, *, cwd: Path | None = None, path: str = "/usr/bin:/bin"
    ) -> dict[str, Any]:
        """Run a registered command the way a client does, and return its answer."""
        payload = json.dumps({"prompt": "why does login fail?", "cwd": str(self.project)})
        ended = subprocess.run(
            ["/bin/sh", "-c", command], env={"HOME": str(self.home), "PATH": path},
            cwd=cwd or self.project, input=payload, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert (ended.returncode, ended.stderr) == (0, "")
        answer: dict[str, Any] = json.loads(ended.stdout)
        return answer


def tree(folder: Path) -> dict[str, tuple[int, bytes | str]]:
    """Return everything below a folder but caches: mode, and content or where a link leads."""
    found: dict[str, tuple[int, bytes | str]] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if ".cache" in path.parts:
            continue
        mode = path.lstat().st_mode
        if path.is_symlink():
            found[name] = (mode, os.readlink(path))
        else:
            found[name] = (mode, path.read_bytes() if path.is_file() else "folder")
    return found


def hook_commands(settings: Path) -> list[str]:
    """Return every command registered for a prompt."""
    groups = json.loads(settings.read_text(encoding="utf-8-sig"))["hooks"]["UserPromptSubmit"]
    return [handler["command"] for group in groups for handler in group["hooks"]]
