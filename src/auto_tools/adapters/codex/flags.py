"""Reads the command line of `codex-auto`."""

from __future__ import annotations

import os

from auto_tools.errors import UsageError
from auto_tools.record import Record

MODES = ("resume_last", "exec")
HELP = """usage: codex-auto [FLAGS] [-- CODEX FLAGS]            a session: prompt after prompt
       codex-auto [FLAGS] [exec] PROMPT [-- CODEX FLAGS]  one prompt; - reads it from stdin

Works out what a prompt is about, runs read-only tools, and hands the prompt with what they found to
`codex exec`. A session reads prompts from the terminal, or from a pipe one per line, and goes on where the
last one of this repository ended; its id is kept in .devbooks/cache/auto-tools/codex-session.json.

  --dry-run             print the envelope of each prompt and start nothing
  --json                print codex's events as they come, and ours (type "auto_tools.…") among them
  --session-mode MODE   resume_last: go on with the stored session (default of a session);
                        exec: a new session for each prompt (default of one prompt)
  --version, --help     print that and end
  --                    what follows is handed to codex, such as: -- -m MODEL -s workspace-write

In a session /new starts another one, /exit or Ctrl-D ends, Ctrl-C ends the running turn.

Exit codes: codex's own once it was started (the highest of several turns); before that 20 for a wrong
argument, 40 when codex is not installed, and with --dry-run 0 fine, 10 kernel unavailable, 20 configuration
or repository root, 30 kernel output invalid, 40 a tool failed, 50 timeout or budget exceeded.
"""


class Flags(Record):
    """The command line, read."""

    prompt: str | None = None
    """The one prompt; `-` for all of stdin, None for a session."""
    dry_run: bool = False
    """Only print envelopes."""
    json: bool = False
    """Print events instead of words."""
    session_mode: str = ""
    """`resume_last` or `exec`; empty when not given."""
    codex_flags: tuple[str, ...] = ()
    """What is handed to codex."""
    help: bool = False
    """Only print the help."""
    version: bool = False
    """Only print the version."""


_SWITCHES = {
    "--dry-run": "dry_run",
    "--json": "json",
    "--help": "help",
    "-h": "help",
    "--version": "version",
}


def read_flags(argv: list[str]) -> Flags:
    """Read the flags; raises UsageError with what was expected."""
    ours, codex_flags = _split(argv)
    found: dict[str, bool | str] = {}
    words: list[str] = []
    while ours:
        word = ours.pop(0)
        if word in _SWITCHES:
            found[_SWITCHES[word]] = True
        elif word.partition("=")[0] == "--session-mode":
            found["session_mode"] = _session_mode(word, ours)
        elif word.startswith("-") and word != "-":
            hint = "flags of codex go behind --, see codex-auto --help"
            raise UsageError(f"unknown argument {word!r}", hint)
        else:
            words.append(word)
    if "--json" in codex_flags:  # codex always gets it from us, and takes it only once
        found["json"] = True
    kept = tuple(flag for flag in codex_flags if flag != "--json")
    return Flags(_prompt(words), codex_flags=kept, **found)  # type: ignore[arg-type]


def working_directory(codex_flags: tuple[str, ...]) -> str:
    """Return the directory codex will work in: the one its own flags name, else this one."""
    named = ""
    for place, flag in enumerate(codex_flags):
        if flag in ("-C", "--cd"):
            named = "".join(codex_flags[place + 1 : place + 2])
        elif flag.startswith(("--cd=", "-C")):
            named = flag.removeprefix("--cd=").removeprefix("-C").removeprefix("=")
    try:
        return os.path.abspath(named)
    except OSError as error:
        hint = "change into another one"
        raise UsageError("the working directory does not exist any more", hint) from error


def _split(argv: list[str]) -> tuple[list[str], list[str]]:
    if "--" not in argv:
        return list(argv), []
    place = argv.index("--")
    return argv[:place], argv[place + 1 :]


def _session_mode(word: str, rest: list[str]) -> str:
    _flag, has_value, value = word.partition("=")
    if not has_value:
        value = rest.pop(0) if rest else ""
    if value not in MODES:
        raise UsageError(f"--session-mode must be one of {', '.join(MODES)}", "see codex-auto --help")
    return value


def _prompt(words: list[str]) -> str | None:
    """Join the words of a prompt; a leading `exec` only says that it is one prompt."""
    if not words:
        return None
    if words[0] == "exec":
        words = words[1:] or ["-"]
    return " ".join(words)
