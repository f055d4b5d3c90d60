"""The product as a client meets it: shell entries, payloads in, bytes out. Nothing of `src` is imported."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema

PRODUCT = Path(__file__).resolve().parents[2]
SOURCE = PRODUCT / "src" / "auto_tools"
SCHEMA = json.loads((SOURCE / "envelope" / "schema" / "v1.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

TIER = {
    "ci_index_status": 0,
    "ci_search": 1,
    "ci_graph_rag": 1,
    "ci_call_chain": 2,
    "ci_bug_locate": 2,
    "ci_impact": 2,
    "ci_complexity": 2,
    "ci_hotspot": 2,
}
CODE_PROMPT = "fix the bug in src/auth.py: login() raises KeyError"
SMALL_TALK = "what is the weather in Paris tomorrow?"
HEADING = "Auto Tools Results "
SESSION = "01a1ef2a-d902-76b0-ae79-8dc30d31e271"
CODEX_ANSWERS = f"""id={SESSION}; [ "$2" = resume ] && id=$3
echo "{{\\"type\\":\\"thread.started\\",\\"thread_id\\":\\"$id\\"}}"
echo '{{"type":"item.completed","item":{{"id":"i","type":"agent_message","text":"answer '$n'"}}}}'
echo '{{"type":"turn.completed","usage":{{}}}}'"""
"""What codex prints for a turn that goes well."""

Envelope = dict[str, Any]


class Answer(NamedTuple):
    """What one start of an entry left behind."""

    code: int
    out: bytes
    err: bytes
    seconds: float

    @property
    def json(self) -> Any:
        """Return stdout as JSON."""
        return json.loads(self.out)

    @property
    def text(self) -> str:
        """Return stdout as text."""
        return self.out.decode("utf-8")

    @property
    def envelope(self) -> Envelope:
        """Return stdout as an envelope that the published schema accepts; stderr must be silent."""
        assert self.err == b"", self.err
        envelope: Envelope = json.loads(self.out)
        VALIDATOR.validate(envelope)
        return envelope

    @property
    def reply(self) -> dict[str, Any]:
        """Return stdout as a hook reply a client accepts; exit code and stderr must be clean."""
        assert self.code == 0, (self.code, self.out, self.err)
        assert self.err == b"", self.err
        if not self.out.strip():
            return {}
        reply: dict[str, Any] = json.loads(self.out)
        assert set(reply) <= {"hookSpecificOutput", "systemMessage"}, reply
        if "hookSpecificOutput" in reply:
            inner = reply["hookSpecificOutput"]
            assert set(inner) == {"hookEventName", "additionalContext"}
            assert inner["hookEventName"] == "UserPromptSubmit"
            assert isinstance(inner["additionalContext"], str)
        assert isinstance(reply.get("systemMessage", ""), str)
        return reply


def injected(reply: Mapping[str, Any]) -> str:
    """Return the context a hook reply carries, empty for none."""
    return str(reply.get("hookSpecificOutput", {}).get("additionalContext", ""))


def context(envelope: Envelope) -> str:
    """Return what the model would get."""
    return str(envelope["fused_context"]["for_model"]["additional_context"])


def structured(envelope: Envelope) -> dict[str, Any]:
    """Return the data behind the context."""
    found: dict[str, Any] = envelope["fused_context"]["for_model"]["structured"]
    return found


def limits(envelope: Envelope) -> list[str]:
    """Return the limit lines told to the user, without their mark."""
    lines = envelope["fused_context"]["for_user"]["limits_text"].splitlines()
    assert all(line.startswith("[Limits] ") for line in lines), lines
    found = [line.removeprefix("[Limits] ") for line in lines]
    return [line for line in found if line != "none"]


def says(envelope: Envelope, *parts: str) -> bool:
    """Tell whether one limit line holds all the parts."""
    return any(all(part in line for part in parts) for line in limits(envelope))


def planned(envelope: Envelope) -> list[str]:
    """Return the names of the planned tools."""
    return [call["tool"] for call in envelope["tool_plan"]["tools"]]


def result_of(envelope: Envelope, tool: str) -> dict[str, Any]:
    """Return the one result of a tool."""
    found = [result for result in envelope["tool_results"] if result["tool"] == tool]
    assert len(found) == 1, envelope["tool_results"]
    return dict(found[0])


def args_of(envelope: Envelope, tool: str) -> dict[str, Any]:
    """Return the planned arguments of a tool."""
    found = [call for call in envelope["tool_plan"]["tools"] if call["tool"] == tool]
    assert len(found) == 1, envelope["tool_plan"]["tools"]
    return dict(found[0]["args"])


def utf16(text: str) -> int:
    """Return the length Claude Code counts."""
    return len(text.encode("utf-16-le")) // 2


def item(path: str = "src/auth.py", **fields: Any) -> dict[str, Any]:
    """Return one finding as a tool prints it."""
    return {"path": path, "symbol": "login", "title": "login", "summary": "s", "confidence": 0.5, **fields}


def claim(key: str, polarity: str, text: str, *evidence: str) -> dict[str, Any]:
    """Return one claim as a tool prints it."""
    return {"claim_key": key, "polarity": polarity, "claim": text, "evidence_refs": list(evidence)}


def tool_result(
    tool: str = "ci_search",
    *,
    items: Sequence[Mapping[str, Any]] | None = None,
    claims: Sequence[Mapping[str, Any]] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """Return a finished call as `tool_results` holds it."""
    data: dict[str, Any] = {}
    if items is not None:
        data["items"] = list(items)
    if claims is not None:
        data["claims"] = list(claims)
    return {
        "tool": tool,
        "status": "ok",
        "started_at": "2026-01-02T03:04:05Z",
        "duration_ms": 7,
        "summary": "",
        "data": data,
        "error": None,
        "redactions": [],
        "truncated": False,
        **fields,
    }


def snapshot(*folders: Path) -> dict[str, tuple[int, bytes]]:
    """Return every file below the folders with mode and content."""
    found: dict[str, tuple[int, bytes]] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            mode = path.lstat().st_mode
            found[str(path)] = (mode, path.read_bytes() if path.is_file() else b"")
    return found


def script(path: Path, body: str, *, shell: str = "/bin/sh") -> Path:
    """Write an executable script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{shell}\n{body}\n", "utf-8")
    path.chmod(0o755)
    return path


def path_without(program: str) -> str:
    """Return PATH without the folders that hold a program."""
    folders = os.environ["PATH"].split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if not (Path(folder) / program).exists())


def copy_product(target: Path) -> Path:
    """Copy the product's tree; its environment stays the real one."""
    for name in ("hooks", "bin", "libexec", "src", "config"):
        if (PRODUCT / name).is_dir():
            shutil.copytree(PRODUCT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("requirements.lock", "requirements-dev.lock", "pyproject.toml"):
        if (PRODUCT / name).exists():
            shutil.copy2(PRODUCT / name, target / name)
    (target / ".venv").symlink_to(PRODUCT / ".venv")
    return target


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder, untouched by the machine's own settings."""
    done = subprocess.run(
        ["git", "-c", "user.name=A", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", *arguments],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_GLOBAL": "/dev/null"},
        check=True,
        capture_output=True,
    )
    return done.stdout.decode()


class Client:
    """A user with a home of their own, a repository, and tools played by scripts."""

    def __init__(self, folder: Path, repo: Path, product: Path = PRODUCT) -> None:
        """Make the home below `folder`; nothing of the real one is seen."""
        self.folder = folder
        self.repo = repo
        self.product = product
        self.home = folder / "home"
        self.home.mkdir(exist_ok=True)
        self.env: dict[str, str] = {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8",
        }

    # starting entries

    def start(
        self,
        entry: str,
        *arguments: str,
        stdin: bytes = b"",
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        timeout: float = 30,
    ) -> Answer:
        """Start an entry of the product and wait for it."""
        began = time.monotonic()
        done = subprocess.run(
            [str(self.product / entry), *arguments],
            input=stdin,
            env={**self.env, **(env or {})},
            cwd=cwd or self.repo,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
        return Answer(done.returncode, done.stdout, done.stderr, time.monotonic() - began)

    def payload(self, prompt: str = CODE_PROMPT, **fields: Any) -> bytes:
        """Return what Claude Code writes to the hook's stdin."""
        whole = {"session_id": "s-1", "cwd": str(self.repo), "hook_event_name": "UserPromptSubmit"}
        return json.dumps({**whole, "prompt": prompt, **fields}).encode()

    def hook(
        self,
        prompt: str = CODE_PROMPT,
        *flags: str,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        **fields: Any,
    ) -> Answer:
        """Send a prompt to the entry adapter."""
        stdin = self.payload(prompt, **fields)
        return self.start("hooks/context-inject-global.sh", *flags, stdin=stdin, env=env, cwd=cwd)

    def ask(
        self,
        prompt: str = CODE_PROMPT,
        *flags: str,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        **fields: Any,
    ) -> Answer:
        """Send a prompt to the entry adapter and have the envelope printed."""
        return self.hook(prompt, "--format", "json", *flags, env=env, cwd=cwd, **fields)

    def kernel(
        self, prompt: str = CODE_PROMPT, env: Mapping[str, str] | None = None, **fields: Any
    ) -> Answer:
        """Send a prompt to the kernel itself."""
        stdin = self.payload(prompt, **fields)
        return self.start("hooks/auto-tool-orchestrator.sh", stdin=stdin, env=env)

    def call(
        self, tool: str, arguments: Mapping[str, Any] | None = None, env: Mapping[str, str] | None = None
    ) -> Answer:
        """Run one tool by the product's own command."""
        flags = ("run", "--tool", tool, "--args", json.dumps(arguments or {}), "--json")
        return self.start("bin/auto-tools", *flags, env=env)

    # what the user sets

    def config(self, text: str) -> Path:
        """Write the repository's control plane."""
        path = self.repo / "config" / "auto-tools.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    def user_config(self, text: str) -> Path:
        """Write the user's control plane."""
        path = self.home / ".config" / "auto-tools" / "config.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    # tools played by scripts

    def play(self, tool: str, body: str) -> Path:
        """Let a script stand in for a tool; every start leaves a line in `calls`."""
        mark = f'echo "$CI_TOOL_NAME" >> {self.calls_file}\n'
        path = script(self.folder / "runners" / tool, mark + body)
        self.env[f"CI_AUTO_TOOLS_RUNNER_{tool.upper()}"] = str(path)
        return path

    def answer(self, tool: str, answer: object) -> None:
        """Let a tool answer with this JSON."""
        data = self.folder / f"{tool}.answer.json"
        data.write_text(json.dumps(answer), "utf-8")
        self.play(tool, f"cat {data}")

    def find(self, tool: str, *items: Mapping[str, Any]) -> None:
        """Let a tool answer with these items."""
        self.answer(tool, {"summary": f"{len(items)} found", "data": {"items": list(items)}})

    def all_tools_answer(self) -> None:
        """Let every tool answer with one finding of its own."""
        for tool in TIER:
            self.find(tool, item(title=f"found by {tool}", summary=f"summary of {tool}"))

    def results(self, *results: Mapping[str, Any]) -> None:
        """Give the kernel finished results instead of running anything."""
        path = self.folder / "results.json"
        path.write_text(json.dumps(list(results)), "utf-8")
        self.env["CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE"] = str(path)

    # codex played by a script

    def play_codex(self, body: str = CODEX_ANSWERS) -> None:
        """Put a codex on PATH that keeps its arguments and its stdin, then does what `body` says."""
        kept = self.folder / "codex"
        begin = f'echo "$*" >> {kept}.calls\nn=$(wc -l < {kept}.calls)\ncat > {kept}.stdin.$((n))\n'
        program = script(self.folder / "codex-bin" / "codex", begin + body)
        self.env["PATH"] = f"{program.parent}:{path_without('codex')}"

    def remove_codex(self) -> None:
        """Leave no codex on PATH."""
        self.env["PATH"] = path_without("codex")

    def codex_auto(self, *arguments: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Answer:
        """Start `codex-auto`."""
        return self.start("bin/codex-auto", *arguments, stdin=stdin, env=env)

    @property
    def codex_calls(self) -> list[str]:
        """Return the arguments of each start of codex."""
        path = self.folder / "codex.calls"
        return path.read_text().splitlines() if path.exists() else []

    @property
    def codex_prompts(self) -> list[str]:
        """Return what each start of codex was handed."""
        count = len(self.codex_calls)
        return [(self.folder / f"codex.stdin.{n}").read_text("utf-8") for n in range(1, count + 1)]

    @property
    def session_file(self) -> Path:
        """Return where the session is kept."""
        return self.repo / ".devbooks" / "cache" / "auto-tools" / "codex-session.json"

    def store_session(self, text: str) -> None:
        """Write the session file."""
        self.session_file.parent.mkdir(parents=True, exist_ok=True)
        self.session_file.write_text(text, "utf-8")

    @property
    def calls_file(self) -> Path:
        """Return where the played tools leave their marks."""
        return self.folder / "calls"

    @property
    def calls(self) -> list[str]:
        """Return the tools that were really started."""
        return self.calls_file.read_text().split() if self.calls_file.exists() else []
