"""Where prompts come from: the command line, a pipe with one prompt per line, or a terminal with history."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from auto_tools.errors import UsageError
from auto_tools.userfiles import state_path

LABEL = "codex-auto> "
MAX_BYTES = 16_777_216
MAX_HISTORY = 1_000
_HINT = 'write it behind the command, such as "why does login fail?"'


def read_prompts(prompt: str | None) -> Iterator[str]:
    """Yield the prompts, one after the other, as they are wanted."""
    if prompt == "-":
        yield _all_of_stdin()
    elif prompt is not None:
        yield _clean(prompt)
    elif sys.stdin is None:
        raise UsageError("no prompt given", _HINT)
    elif sys.stdin.isatty():
        yield from _terminal()
    else:
        yield from _lines()


def _all_of_stdin() -> str:
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError("no prompt given", _HINT)
    return _clean(sys.stdin.buffer.read(MAX_BYTES).decode("utf-8", "replace"))


def _lines() -> Iterator[str]:
    while line := sys.stdin.buffer.readline(MAX_BYTES):
        prompt = line.decode("utf-8", "replace").strip()
        if prompt:
            yield prompt


def _terminal() -> Iterator[str]:
    """Ask until the end of input; Ctrl-C drops what was typed."""
    history = _History()
    while True:
        try:
            prompt = _ask().strip()
        except EOFError:
            sys.stderr.write("\n")
            return
        except KeyboardInterrupt:
            sys.stderr.write("\n(Ctrl-D ends)\n")
            continue
        if prompt:
            history.keep()
            yield _clean(prompt)


def _ask() -> str:
    if sys.stdout.isatty():
        return input(LABEL)
    sys.stderr.write(LABEL)  # the answer goes into a file or a pipe: the question must not
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


class _History:
    """What was asked before, in the user's state folder; losing it costs nothing."""

    def __init__(self) -> None:
        self.path = state_path("codex-history")
        try:
            import readline
        except ImportError:
            return
        self.readline = readline
        readline.set_history_length(MAX_HISTORY)
        try:
            os.makedirs(os.path.dirname(self.path), mode=0o700, exist_ok=True)
            os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
            readline.read_history_file(self.path)
        except OSError:
            return

    def keep(self) -> None:
        """Store what was typed so far; a session that is killed loses nothing."""
        try:
            self.readline.write_history_file(self.path)
        except (AttributeError, OSError):
            return


def _clean(text: str) -> str:
    """Replace lone surrogates, which no client takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
