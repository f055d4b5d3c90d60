"""Hands one prompt to codex: in the session it belongs to where that is possible, else in a new one."""

from __future__ import annotations

import os

from auto_tools.adapters.codex.process import CodexEnd, run_codex
from auto_tools.adapters.codex.screen import read_event
from auto_tools.audit.codex_session import forget_session, is_uuid, write_session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from auto_tools.adapters.codex.conversation import Conversation


class Exchange:
    """One prompt on its way to codex."""

    def __init__(self, conversation: Conversation, codex: str, root: str) -> None:
        self.conversation = conversation
        self.codex = codex
        self.root = root
        self.asked = ""
        self.returned = ""

    def run(self, prompt: str) -> int:
        """Run codex once, or twice when the first could not resume."""
        asked = self.conversation.session_id if self.root else ""
        end = self._start(prompt, asked)
        if asked and not self.returned and end.code and not end.signal:
            self.conversation.lose(f"codex could not go on with {asked}")
            end = self._start(prompt, "")
        if self.root and not self.returned and not end.code:
            self.conversation.lose("codex named no session")
            forget_session(self.root)
        self.conversation.note_signal(end.signal)
        return end.code

    def _start(self, prompt: str, asked: str) -> CodexEnd:
        self.asked, self.returned = asked, ""
        flags = self._flags()
        resumed = ["resume", asked] if asked else []
        # Flags stand before `resume`, which knows few of them; --json ends what may be a list of values.
        words = [*flags, "--json", *resumed, "-"] if flags else [*resumed, "--json", "-"]
        return run_codex([self.codex, "exec", *words], prompt, self._take)

    def _flags(self) -> list[str]:
        conversation = self.conversation
        flags = list(conversation.codex_flags)
        if not is_in_git(conversation.folder) and "--skip-git-repo-check" not in flags:
            flags.append("--skip-git-repo-check")
        return flags

    def _take(self, line: bytes) -> None:
        event = read_event(line)
        if event and event["type"] == "thread.started" and self.root and not self.returned:
            self._note_session(event.get("thread_id"))
        self.conversation.screen.line(line, event)

    def _note_session(self, thread_id: object) -> None:
        """Compare the session codex named with the one asked for, and keep it."""
        if not isinstance(thread_id, str) or not is_uuid(thread_id):
            return
        self.returned = thread_id.lower()
        if self.asked and self.returned != self.asked:
            self.conversation.lose(f"codex went on with another session than {self.asked}")
        self.conversation.session_id = self.returned
        problem = write_session(self.root, self.returned)
        if problem:
            self.conversation.complain(f"the session is not kept: {problem}")


def is_in_git(folder: str) -> bool:
    """Tell whether a folder or one above it is a repository, as codex looks for it."""
    while not os.path.lexists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return False
        folder = parent
    return True
