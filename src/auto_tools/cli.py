"""`auto-tools`: which commands there are, their exit codes, and the one place that catches what they raise.

Commands print the answer on stdout and complaints on stderr. Colours only on a terminal.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from auto_tools import PRODUCT
from auto_tools.contract import EXIT_TOOL
from auto_tools.envelope.encode import to_json
from auto_tools.errors import AutoToolsError
from auto_tools.index.names import printable_text
from auto_tools.safety.redact import redact_or_hide

EXIT_CODES = """exit codes:
  0   fine, also degraded but complete
  10  kernel unavailable
  20  configuration, repository root or a wrong argument
  30  kernel output invalid
  40  a tool failed
  50  timeout, or budget exceeded
`explain`, `settings` and `intent` end with 0 once they have something to show;
`run --tool` ends with 20 when the arguments were refused, `verify` and `doctor` when something
wants mending."""


class Command(NamedTuple):
    """Where a command lives; its module is imported when it is asked for."""

    help: str
    """What it does, in a line."""
    module: str
    """Module of `commands` that holds it."""
    arguments: str = ""
    """Function there that declares its arguments."""


COMMANDS = {
    "explain": Command(
        "show what is planned, found, cut, and what the model would get", "prompts", "add_answer_arguments"
    ),
    "plan": Command("decide what would run, and run nothing", "prompts", "add_answer_arguments"),
    "run": Command("run the tools for a prompt, or one tool by name", "prompts", "add_run_arguments"),
    "settings": Command("show every setting, its value and where it came from", "prompts"),
    "intent": Command("show how a prompt is understood", "prompts", "add_intent_arguments"),
    "index": Command("bring the index of the repository up to date", "index", "add_index_arguments"),
    "status": Command("show what the index holds and how far it is behind", "calls", "add_status_arguments"),
    "search": Command("find the files and definitions that fit a question", "calls", "add_search_arguments"),
    "graph": Command("show what surrounds the best matches", "calls", "add_graph_arguments"),
    "callers": Command("list who calls a symbol, with the line of each call", "deep", "add_chain_arguments"),
    "callees": Command("list what a symbol calls", "deep", "add_chain_arguments"),
    "locate": Command("find where an error or a stack trace comes from", "deep", "add_locate_arguments"),
    "impact": Command("show what a change of a symbol or a file touches", "deep", "add_impact_arguments"),
    "complexity": Command("list the functions that are hardest to read", "deep", "add_complexity_arguments"),
    "hotspots": Command(
        "list files that change often and are hard to read", "deep", "add_hotspots_arguments"
    ),
    "rank": Command("rank files and definitions for a prompt on stdin", "index", "add_rank_arguments"),
    "trust": Command("show what a repository asks to run, and allow it", "trust", "add_trust_arguments"),
    "untrust": Command("take back what trust allowed", "trust", "add_untrust_arguments"),
    "install": Command("register the hook with Claude Code or Codex", "install", "add_install_arguments"),
    "uninstall": Command("take everything out of the clients again", "install", "add_uninstall_arguments"),
    "verify": Command("check that what was installed works", "health", "add_verify_arguments"),
    "doctor": Command("find what is wrong, and the command that mends it", "health", "add_doctor_arguments"),
    "redact": Command("take secrets out of a text on stdin", "safety", "add_lines_argument"),
    "fence": Command("show a text on stdin as the model would get it", "safety", "add_lines_argument"),
}
"""Each is a function of that name in its module: arguments in, exit code out."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")
    given = list(sys.argv[1:] if argv is None else argv)
    arguments = build_parser(given[:1]).parse_args(given)
    try:
        code: int = arguments.command(arguments)
        sys.stdout.flush()
        return code
    except AutoToolsError as error:
        message = redact_or_hide(str(error))
        if arguments.json:
            print(to_json({"error": {"message": message, "exit_code": error.exit_code}}))
        print(f"auto-tools: {printable_text(message)}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        print(f"auto-tools: the answer could not be written: {error.strerror}", file=sys.stderr)
        return EXIT_TOOL


class _Parser(argparse.ArgumentParser):
    """Ends with our code for a wrong argument instead of 2, which clients take for a block."""

    def error(self, message: str) -> Any:
        """Say what is wrong and where to look."""
        self.exit(20, f"auto-tools: {message}\nsee {self.prog} --help\n")


def build_parser(wanted: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Declare the commands; only the wanted one in full where there is one of that name."""
    parser = _Parser(
        prog="auto-tools",
        description="Sourced code context for a prompt, gathered before the model answers.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=PRODUCT)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        sub = commands.add_parser(name, help=command.help, description=command.help)
        sub.add_argument("--json", action="store_true", help="print JSON for programs")
        if name in wanted or not COMMANDS.keys() & set(wanted):
            module = import_module(f"auto_tools.commands.{command.module}")
            sub.set_defaults(command=getattr(module, name), known=tuple(COMMANDS))
            if command.arguments:
                getattr(module, command.arguments)(sub)
    return parser
