"""Takes one prompt after the other through the kernel and on to codex, in one Codex session."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Mapping
from typing import Any

from auto_tools import pipeline
from auto_tools.adapters.codex.exchange import Exchange
from auto_tools.adapters.codex.flags import Flags, working_directory
from auto_tools.adapters.codex.process import find_codex
from auto_tools.adapters.codex.screen import Events, Words, show
from auto_tools.adapters.enrich import enrich
from auto_tools.adapters.guard import log_bug, start_clock, stop_clock
from auto_tools.adapters.kernel import Reply, ask_kernel, to_reply
from auto_tools.adapters.reply import hook_answer
from auto_tools.audit.codex_session import forget_session, read_session
from auto_tools.contract import EXIT_TIMEOUT, EXIT_TOOL, Request
from auto_tools.envelope.empty import empty_outcome
from auto_tools.errors import HardDeadline

CLIENT = "codex-cli"
NO_CONTINUITY = "session continuity unavailable; fallback to stateless exec"
NO_CODEX = "codex is not installed; install it with: npm install -g @openai/codex"


class Conversation:
    """What is known from turn to turn."""

    def __init__(self, flags: Flags, env: Mapping[str, str]) -> None:
        """Take over the command line; nothing is read or started yet."""
        self.env = dict(env)
        if flags.dry_run:
            self.env["CI_AUTO_TOOLS_DRY_RUN"] = "1"
        if flags.session_mode:
            self.env["CI_CODEX_SESSION_MODE"] = flags.session_mode
        self.is_terminal = sys.stdin is not None and sys.stdin.isatty()
        self.is_session = flags.prompt is None
        self.codex_flags = flags.codex_flags
        self.folder = working_directory(flags.codex_flags)
        self.screen: Events | Words = Events() if flags.json else Words()
        self.says_words = not flags.json
        self.session_id = ""
        self.has_looked = False
        self.can_go_on = True
        self.complaints: set[str] = set()

    def turn(self, prompt: str) -> int:
        """Answer one prompt and return the exit code."""
        started = time.monotonic()
        ground = self._ground(prompt, started)
        root = ground.root.path if ground and self._keeps_session(ground) else ""
        is_plan = ground.settings.mode == "plan" if ground else self._wants_plan()
        if root and not is_plan and not self.has_looked:
            self._look_for_session(root)
        reply = self._ask(prompt, started, "" if is_plan else self.session_id)
        if is_plan:
            show(reply.envelope)
            return reply.exit_code
        codex = find_codex(self.env)
        if codex is None:
            return self._without_codex(reply)
        answer = hook_answer(reply, CLIENT)
        self.screen.envelope(reply.envelope, answer.get("systemMessage", ""))
        context = answer.get("hookSpecificOutput", {}).get("additionalContext", "")
        return Exchange(self, codex, root).run(enrich(prompt, context))

    def start_anew(self) -> None:
        """Forget the session, also the stored one."""
        ground = self._ground("", time.monotonic())
        self.session_id = ""
        self.has_looked = True
        if ground and ground.settings.mode != "plan":
            forget_session(ground.root.path)

    def lose(self, why: str) -> None:
        """Say that the session does not go on."""
        self.session_id = ""
        self.screen.limit(f"{NO_CONTINUITY}: {why}", "E_SESSION")

    def complain(self, text: str) -> None:
        """Say once what keeps the session from being stored."""
        if text not in self.complaints:
            self.complaints.add(text)
            self.screen.limit(text, "E_SESSION")

    def note_signal(self, number: int) -> None:
        """Ctrl-C at a terminal ends a turn; any other signal, or one without a terminal, ends all."""
        is_turn_only = number == signal.SIGINT and self.is_terminal
        self.can_go_on = self.can_go_on and (not number or is_turn_only)

    def _ground(self, prompt: str, started: float) -> pipeline.Ground | None:
        """Find root and settings; where that fails the kernel will say why, and the prompt goes on."""
        try:
            return pipeline.prepare(self._request(prompt, ""), self.env, started)
        except Exception:
            return None

    def _request(self, prompt: str, session_id: str) -> Request:
        return Request(prompt, CLIENT, "cli", self.folder, session_id or None)

    def _wants_plan(self) -> bool:
        return self.env.get("CI_AUTO_TOOLS_MODE") == "plan" or self.env.get("CI_AUTO_TOOLS_DRY_RUN") == "1"

    def _keeps_session(self, ground: pipeline.Ground) -> bool:
        """A session goes on unless told otherwise; one prompt stands alone unless told otherwise."""
        settings = ground.settings
        is_chosen = self.is_session or settings.sources["session_mode"] != "default"
        return settings.session_mode == "resume_last" and is_chosen

    def _look_for_session(self, root: str) -> None:
        """Read the file once: another session in the same repository may write to it later."""
        self.has_looked = True
        stored = read_session(root)
        self.session_id = stored.session_id
        if stored.problem:
            self.lose(stored.problem)
        elif stored.session_id and self.is_session:
            self.screen.note(f"going on with session {stored.session_id}; /new begins another")

    def _ask(self, prompt: str, started: float, session_id: str) -> Reply:
        """Ask the kernel; whatever happens to it, the prompt goes on."""
        request = self._request(prompt, session_id)
        payload = {"prompt": prompt, "cwd": self.folder}
        start_clock()
        try:
            return ask_kernel(request, payload, self.env, started)
        except HardDeadline as error:
            outcome = empty_outcome(request, f"{error}; nothing injected", EXIT_TIMEOUT, env=self.env)
        except Exception as error:
            outcome = empty_outcome(request, log_bug(error), EXIT_TOOL, env=self.env)
        finally:
            stop_clock()
        return to_reply(outcome, started)

    def _without_codex(self, reply: Reply) -> int:
        """Print what codex would have got."""
        show(_with_limit(reply.envelope, NO_CODEX))
        if self.says_words:
            self.screen.limit(NO_CODEX, "")
        self.can_go_on = False
        return EXIT_TOOL


def _with_limit(envelope: dict[str, Any], text: str) -> dict[str, Any]:
    """Add a loss to an envelope that is finished."""
    fused = envelope["fused_context"]
    words = fused.get("for_user", {})
    said = words.get("limits_text", "")
    lines = [line for line in said.splitlines() if line != "[Limits] none"]
    limits = "\n".join((*lines, f"[Limits] {text}"))
    degraded = envelope.get("degraded", {})
    if not degraded.get("is_degraded"):
        degraded = {"is_degraded": True, "reason": text, "degraded_to": "partial"}
    return {
        **envelope,
        "fused_context": {**fused, "for_user": {**words, "limits_text": limits}},
        "degraded": degraded,
    }
