"""Reads the command line of the hook entry, without the cost of `argparse`."""

from __future__ import annotations

from auto_tools.errors import UsageError
from auto_tools.record import Record

FORMATS = ("hook", "json", "text")
CLIENTS = ("claude-code", "codex-cli")
HELP = """usage: context-inject-global.sh [--format hook|json|text] [--prompt TEXT] [--client NAME]
       context-inject-global.sh --analyze-intent [--prompt TEXT] [--file P] [--line N] [--function F]
                                [--with-history]

Reads a client's hook payload from stdin ({"prompt": ..., "cwd"?, "session_id"?}) unless --prompt is given,
and prints the context for the model.

  --format hook      what Claude Code and Codex read (default); always exits 0
  --format json      the whole envelope
  --format text      what was planned, found and cut, then the context
  --client NAME      claude-code or codex-cli; guessed from the payload otherwise
  --analyze-intent   print {"prompt", "signals"} only; exits 1 when there is nothing to analyse

Exit codes of json and text: 0 fine, 10 kernel unavailable, 20 configuration or repository root,
30 kernel output invalid, 40 a tool failed, 50 timeout or budget exceeded.
"""


class Flags(Record):
    """The command line, read."""

    format: str = "hook"
    """How to answer."""
    prompt: str | None = None
    """Prompt given instead of a payload."""
    client: str = ""
    """Client written by the installer; empty to guess."""
    analyze: bool = False
    """Only print the signals."""
    file: str = ""
    """A file the prompt is about."""
    line: int = 0
    """A line in it."""
    function: str = ""
    """A function the prompt is about."""
    with_history: bool = False
    """Add signals of recent work."""
    help: bool = False
    """Only print the help."""


_VALUES = ("format", "prompt", "client", "file", "line", "function")
_SWITCHES = {"--analyze-intent": "analyze", "--with-history": "with_history", "--help": "help", "-h": "help"}


def read_flags(argv: list[str]) -> Flags:
    """Read the flags; raises UsageError with what was expected."""
    found: dict[str, str | bool] = {}
    rest = list(argv)
    while rest:
        flag, has_value, value = rest.pop(0).partition("=")
        if flag in _SWITCHES and not has_value:
            found[_SWITCHES[flag]] = True
            continue
        name = flag[2:]
        if not flag.startswith("--") or name not in _VALUES:
            raise UsageError(f"unknown argument {flag!r}", "see --help")
        if not has_value:
            if not rest:
                raise UsageError(f"{flag} needs a value", "see --help")
            value = rest.pop(0)
        found[name] = value
    return _check(found)


def wanted_format(argv: list[str]) -> str:
    """Guess the format from a command line that cannot be read, so that the complaint fits it."""
    if "--analyze-intent" in argv:
        return "json"
    for place, word in enumerate(argv):
        value = word.partition("=")[2] or "".join(argv[place + 1 : place + 2])
        if word.partition("=")[0] == "--format" and value in FORMATS:
            return value
    return "hook"


def _check(found: dict[str, str | bool]) -> Flags:
    if found.get("format", "hook") not in FORMATS:
        raise UsageError(f"--format must be one of {', '.join(FORMATS)}", "see --help")
    if found.get("client", "claude-code") not in CLIENTS:
        raise UsageError(f"--client must be one of {', '.join(CLIENTS)}", "see --help")
    line = str(found.pop("line", "0"))
    if not line.isascii() or not line.isdigit():
        raise UsageError("--line must be a whole number", "see --help")
    return Flags(**found, line=int(line[:9]))  # type: ignore[arg-type]
