"""A user in a repository of somebody else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from acceptance.product import Answer, Client
from acceptance.terminal import Terminal

HOOKS = ".auto-tools/hooks"


class User(Client):
    """A user in a repository of somebody else, whose programs would leave a mark."""

    @property
    def mark(self) -> Path:
        """Return what an attacker's program leaves."""
        return self.folder / "pwned"

    def bring(self, path: str, text: str) -> Path:
        """Let the repository bring a file."""
        target = self.repo / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
        target.chmod(0o755)
        return target

    def bring_hook(self, command: str, event: str = "beforeToolCall", folder: str = HOOKS) -> Path:
        """Let the repository bring a hook."""
        rules = [{"hooks": [{"type": "command", "command": command}]}]
        return self.bring(f"{folder}/{event}.json", json.dumps(rules))

    def command(self, *arguments: str, env: Mapping[str, str] | None = None) -> Answer:
        """Run a command without a terminal."""
        return self.start("bin/auto-tools", *arguments, env=env)

    def at_terminal(
        self, *arguments: str, answer: str | None = "yes", env: Mapping[str, str] | None = None
    ) -> tuple[int, str]:
        """Run a command at a terminal, answer its question, and return code and what was shown."""
        command = [str(self.product / "bin" / "auto-tools"), *arguments]
        terminal = Terminal(command, env={**self.env, **(env or {})}, cwd=self.repo)
        if answer is not None:
            terminal.wait_for("todoso:")
            terminal.type(answer + "\n")
        while terminal.process.poll() is None:
            terminal.look(0.05)
        terminal.look(0.05)
        return terminal.close(), terminal.shown

    def trust(self) -> str:
        """Trust the repository as a person does."""
        code, shown = self.at_terminal("trust")
        assert code == 0, shown
        return shown
