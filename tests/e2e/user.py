"""A user with a home of their own, a small real repository and the real clients."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from acceptance.product import HEADING, PRODUCT, Envelope, script
from e2e.servers import ModelServer

HOOK = PRODUCT / "hooks" / "context-inject-global.sh"
CODEX_AUTO = PRODUCT / "bin" / "codex-auto"
AUTO_TOOLS = str(PRODUCT / "bin" / "auto-tools")
BLOCK = re.compile(
    r"Auto Tools Results (?P<run_id>\d{8}-\d{6}-[0-9a-f]{6})\n"
    r"[^\n]*\n"
    r"(?P<fence><<<auto-tools-data (?P<mark>[0-9a-f]+)\n(?P<content>.*?)\nauto-tools-data (?P=mark)>>>)"
    r"(?:\n\[Limits\] [^\n]*)+",
    re.DOTALL,
)
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
CODEX_CONFIG = """model = "gpt-5"
model_provider = "fake"
check_for_update_on_startup = false
[model_providers.fake]
name = "fake"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
[features]
plugins = false
"""


class Ended(NamedTuple):
    """How a client ended."""

    code: int
    out: str
    err: str
    seconds: float


class User:
    """Starts the clients the way a person at a terminal does, in an environment made from nothing."""

    def __init__(self, folder: Path, repo: Path, programs: Mapping[str, Path]) -> None:
        """Make the home; no client is registered with anything yet."""
        self.repo = repo
        self.home = folder / "home"
        self.codex_home = self.home / ".codex"
        self.codex_home.mkdir(parents=True)
        self.programs = programs
        self.env = {
            "HOME": str(self.home),
            "CODEX_HOME": str(self.codex_home),
            "PATH": f"{programs['codex'].parent}:{os.environ['PATH']}",
            "LC_ALL": "C.UTF-8",
            "AUTO_TOOLS_PREFIX": str(self.home / "prefix"),
            "NO_PROXY": "127.0.0.1",  # everything but loopback goes to a proxy that is not there
            "HTTPS_PROXY": "http://127.0.0.1:9",
            "HTTP_PROXY": "http://127.0.0.1:9",
        }

    # settings of the clients

    def point_claude_at(self, server: ModelServer) -> None:
        """Let Claude Code talk to a fake model and to nobody else."""
        self.env |= {
            "ANTHROPIC_BASE_URL": server.url,
            "ANTHROPIC_API_KEY": "no-key",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_AUTOUPDATER": "1",
        }

    def point_codex_at(self, server: ModelServer) -> None:
        """Let Codex talk to a fake model and to nobody else."""
        (self.codex_home / "config.toml").write_text(CODEX_CONFIG.format(url=server.url))
        self.env["FAKE_KEY"] = "no-key"

    def install(self, client: str, *flags: str) -> Ended:
        """Register the product's hook with a client, as its user does."""
        return self.run(AUTO_TOOLS, "install", client, "--yes", *flags)

    def uninstall(self) -> Ended:
        """Take the product out of the clients."""
        return self.run(AUTO_TOOLS, "uninstall", "--yes")

    def register_hook(self, client: str, command: str = "", timeout: int = 20) -> None:
        """Install the hook; another command or another timeout is then written into the settings."""
        ended = self.install(client)
        assert ended.code == 0, ended
        if command or timeout != 20:
            path = self.hook_settings(client)
            settings = json.loads(path.read_text("utf-8"))
            (hook,) = settings["hooks"]["UserPromptSubmit"][0]["hooks"]
            hook |= {"command": command or hook["command"], "timeout": timeout}
            path.write_text(json.dumps(settings), "utf-8")

    def hook_settings(self, client: str) -> Path:
        """Return the file in which a client's hooks are registered."""
        return (
            (self.home / ".claude" / "settings.json")
            if client == "claude"
            else self.codex_home / "hooks.json"
        )

    def hook_command(self, client: str) -> str:
        """Return a command that runs the product's hook for a client."""
        return f"{HOOK} --client {'claude-code' if client == 'claude' else 'codex-cli'}"

    def use_kernel(self, body: str) -> None:
        """Let a script stand in for the kernel."""
        self.env["CI_AUTO_TOOLS_ORCHESTRATOR_PATH"] = str(script(self.home / "kernel", body))

    def use_answer(self, envelope: Envelope) -> None:
        """Let the kernel answer with this envelope."""
        path = self.home / "envelope.json"
        path.write_text(json.dumps(envelope), "utf-8")
        self.use_kernel(f"cat {path}")

    # starting them

    def run(self, *command: str, stdin: bytes = b"", timeout: float = 60) -> Ended:
        """Run a program in the repository and wait for it."""
        began = time.monotonic()
        done = subprocess.run(
            command, input=stdin, env=self.env, cwd=self.repo, capture_output=True, timeout=timeout
        )
        seconds = time.monotonic() - began
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode(), seconds)

    def ask(self, client: str, prompt: str) -> Ended:
        """Send one prompt through a client."""
        if client == "claude":
            return self.run(str(self.programs["claude"]), "-p", prompt)
        return self.run(
            str(self.programs["codex"]), "exec", "--json", "--dangerously-bypass-hook-trust", prompt
        )

    def codex_auto(self, *arguments: str, stdin: bytes = b"") -> Ended:
        """Run `codex-auto`."""
        return self.run(str(CODEX_AUTO), *arguments, stdin=stdin)

    def start_codex_auto(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start `codex-auto` and leave it running, in a process group of its own as a terminal does."""
        return subprocess.Popen(
            [str(CODEX_AUTO), *arguments],
            env=self.env,
            cwd=self.repo,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            process_group=0,
        )

    def envelope(self, prompt: str) -> Envelope:
        """Return what the kernel answers to a prompt."""
        envelope: Envelope = json.loads(self.run(str(HOOK), "--format", "json", "--prompt", prompt).out)
        return envelope

    @property
    def session_file(self) -> Path:
        """Return where `codex-auto` keeps the session."""
        return self.repo / ".devbooks" / "cache" / "auto-tools" / "codex-session.json"

    @property
    def stored_session(self) -> str:
        """Return the stored session's id."""
        return str(json.loads(self.session_file.read_text())["session_id"])


def texts(value: Any) -> Iterator[str]:
    """Yield every text of a request, in order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def conversation(request: Mapping[str, Any]) -> list[str]:
    """Return what the model was told: the texts of all messages, of either API."""
    return list(texts([request.get("system"), request.get("messages"), request.get("input")]))


def requests_about(server: ModelServer, prompt: str) -> list[dict[str, Any]]:
    """Return the requests that carry a prompt; clients also send some of their own, such as for titles."""
    with_tools = [request for request in server.asked if request.get("tools")]
    return [request for request in with_tools if any(prompt in text for text in conversation(request))]


def blocks(request: Mapping[str, Any]) -> list[re.Match[str]]:
    """Return the blocks of the kernel that a request carries, whole ones only."""
    return [found for text in conversation(request) for found in BLOCK.finditer(text)]


def headings(request: Mapping[str, Any]) -> int:
    """Count the blocks of a request, whole or not."""
    return sum(text.count(HEADING) for text in conversation(request))


def wait_for(condition: Any, seconds: float = 20) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


def press_ctrl_c(process: subprocess.Popen[bytes]) -> None:
    """Send what a terminal sends: to the whole foreground group."""
    os.killpg(process.pid, signal.SIGINT)
