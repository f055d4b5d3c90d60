"""`auto-tools`: the commands, their exit codes, and the one place that speaks to a person.

Commands print the answer on stdout and complaints on stderr. Colours only on a terminal.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from auto_tools import PRODUCT, pipeline
from auto_tools.contract import (
    EXIT_TOOL,
    Caller,
    Intent,
    Outcome,
    Request,
    ToolCall,
    ToolResult,
    ToolSettings,
)
from auto_tools.envelope.encode import to_json, to_plain
from auto_tools.errors import AutoToolsError, UsageError
from auto_tools.fusion.limits import limit_lines
from auto_tools.safety.injection import make_visible
from auto_tools.settings.options import OPTIONS

MAX_BYTES = 16_777_216
EXIT_CODES = """exit codes:
  0   fine, also degraded but complete
  10  kernel unavailable
  20  configuration, repository root or a wrong argument
  30  kernel output invalid
  40  a tool failed
  50  timeout, or budget exceeded
`explain`, `settings` and `intent` end with 0 once they have something to show;
`run --tool` ends with 20 when the arguments were refused."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")
    arguments = build_parser().parse_args(argv)
    try:
        code: int = arguments.command(arguments)
        sys.stdout.flush()
        return code
    except AutoToolsError as error:
        if arguments.json:
            print(to_json({"error": {"message": str(error), "exit_code": error.exit_code}}))
        print(f"auto-tools: {error}", file=sys.stderr)
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


def build_parser() -> argparse.ArgumentParser:
    """Declare the commands."""
    parser = _Parser(
        prog="auto-tools",
        description="Sourced code context for a prompt, gathered before the model answers.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=PRODUCT)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, command: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.add_argument("--json", action="store_true", help="print JSON for programs")
        sub.set_defaults(command=command)
        return sub

    for name, command, text in (
        ("explain", explain, "show what is planned, found, cut, and what the model would get"),
        ("plan", plan, "decide what would run, and run nothing"),
        ("run", run, "run the tools for a prompt, or one tool by name"),
    ):
        sub = add(name, command, text)
        sub.add_argument("prompt", nargs="*", help="the prompt; - or nothing reads it from stdin")
        sub.add_argument(
            "--client",
            choices=("claude-code", "codex-cli"),
            default="claude-code",
            help="whose size limit holds (default: claude-code)",
        )
        if name == "run":
            sub.add_argument("--tool", metavar="NAME", help="run this one tool through its whole lifecycle")
            sub.add_argument("--args", metavar="JSON", default="{}", help="arguments of that tool")
    add("settings", settings, "show every setting, its value and where it came from")
    sub = add("intent", intent, "show how a prompt is understood")
    sub.add_argument("prompt", nargs="*", help="the prompt; - or nothing reads it from stdin")
    sub.add_argument(
        "--jsonl", action="store_true", help='read lines {"text": ...} and print a line for each'
    )
    for name, command, text in (
        ("search", search, "find the files and definitions that fit a question"),
        ("graph", graph, "show what surrounds the best matches"),
    ):
        sub = add(name, command, text)
        sub.add_argument("prompt", nargs="*", help="the question; - or nothing reads it from stdin")
        sub.add_argument("--depth", type=int, default=2, help="steps to follow (graph)")
        sub.add_argument(
            "--mode", choices=("hybrid", "keyword"), default="hybrid", help="which signals (search)"
        )
        sub.set_defaults(repo="", full=False)
    _add_index_commands(add)
    return parser


def _add_index_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    from auto_tools.commands import index as commands

    for name, command, text in (
        ("index", commands.index, "bring the index of the repository up to date"),
        ("status", commands.status, "show what the index holds and how far it is behind"),
        ("rank", commands.rank, "rank files and definitions for a prompt on stdin"),
    ):
        sub = add(name, command, text)
        sub.add_argument("--repo", default="", metavar="DIR", help="the repository (default: this one)")
        sub.set_defaults(full=False, watch=False, background=False)
        if name == "index":
            sub.add_argument("--full", action="store_true", help="build it anew")
            sub.add_argument("--watch", action="store_true", help="stay, and follow changes")
            sub.add_argument("--background", action="store_true", help=argparse.SUPPRESS)
        if name == "rank":
            modes = ("hybrid", "keyword")
            sub.add_argument("--mode", choices=modes, default="hybrid", help="all signals, or words alone")
            sub.add_argument("--root", default="", metavar="FOLDER", help="only files below this folder")
            sub.add_argument("--explain", action="store_true", help="show each signal's share")


def explain(arguments: argparse.Namespace) -> int:
    """Show the whole run in words."""
    outcome = _answer(arguments)
    if arguments.json:
        print(to_json(outcome.envelope))
        return 0
    words = outcome.envelope.fused_context.for_user
    context = outcome.envelope.fused_context.for_model.additional_context
    for text in (words.tool_plan_text, words.results_text, words.limits_text):
        print(_bold_heads(text), end="\n\n")
    print(_bold("What the model would get"))
    print(context or "(nothing)")
    return 0


def plan(arguments: argparse.Namespace) -> int:
    """Print the plan."""
    outcome = _answer(arguments, mode="plan")
    if arguments.json:
        print(to_json(outcome.envelope))
        return outcome.exit_code
    words = outcome.envelope.fused_context.for_user
    print(_bold_heads(words.tool_plan_text))
    print(_bold_heads(words.limits_text))
    return outcome.exit_code


def run(arguments: argparse.Namespace) -> int:
    """Run the tools, or one tool."""
    if arguments.tool:
        return _run_tool(arguments)
    outcome = _answer(arguments, mode="run")
    if arguments.json:
        print(to_json(outcome.envelope))
    else:
        words = outcome.envelope.fused_context.for_user
        for text in (words.tool_plan_text, words.results_text, words.limits_text):
            print(_bold_heads(text))
    return outcome.exit_code


def settings(arguments: argparse.Namespace) -> int:
    """Print each setting with its source."""
    ground = pipeline.prepare(Request("", event="cli"), os.environ, time.monotonic())
    chosen = ground.settings
    plain = {
        "budget.wall_ms": chosen.wall_ms,
        "budget.max_concurrency": chosen.max_concurrency,
        "budget.max_injected_chars": chosen.max_injected_chars,
        "dry_run": "1" if chosen.dry_run else "0",
        "legacy": "1" if chosen.legacy else "0",
    }
    rows = {
        option.name: {
            "value": plain[option.name] if option.name in plain else getattr(chosen, option.name),
            "source": chosen.sources[option.name],
            "env": option.env or None,
            "help": option.help,
        }
        for option in OPTIONS
    }
    if arguments.json:
        tools = {name: to_plain(tool) for name, tool in sorted(chosen.tools.items())}
        limits = [limit.text for limit in ground.limits]
        print(to_json({**rows, "tools": tools, "limits": limits}))
        return 0
    for name, row in rows.items():
        print(f"{_bold(f'{name:27}')} {row['value']!s:12} {row['source']:12} {row['help']}")
    for name, tool in sorted(chosen.tools.items()):
        print(f"{_bold(f'tools.{name}')} {json.dumps(to_plain(tool), ensure_ascii=False)}")
    for line in limit_lines(ground.limits):
        print(line)
    return 0


def intent(arguments: argparse.Namespace) -> int:
    """Print how prompts are understood."""
    from auto_tools.intent.understand import understand

    if arguments.jsonl:
        for text in _json_lines():
            print(to_json(_intent_row(understand(text))))
        return 0
    found = understand(_prompt(arguments))
    if arguments.json:
        print(to_json(_intent_row(found)))
        return 0
    kind = "code" if found.is_code else "not about code"
    print(f"{_bold(found.name)} ({kind})")
    for signal in found.signals:
        print(f"  {signal.type:10} {signal.weight:.2f}  {signal.match}")
    return 0


def _intent_row(found: Intent) -> dict[str, Any]:
    return {
        "code_intent": found.is_code,
        "intent": found.name,
        "tier2": found.tier2,
        "signals": found.signals,
    }


def _json_lines() -> Iterator[str]:
    for number, line in enumerate(sys.stdin.buffer, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UsageError(
                f"line {number} of stdin is not JSON", 'send lines such as {"text": "..."}'
            ) from error
        if not isinstance(row, dict) or not isinstance(row.get("text"), str):
            raise UsageError(f"line {number} of stdin has no text", 'send lines such as {"text": "..."}')
        yield row["text"]


def search(arguments: argparse.Namespace) -> int:
    """Search the index for a question, with the tool the hook uses."""
    from auto_tools.commands.index import ensure_index

    ensure_index(arguments)
    result = _call_tool("ci_search", {"query": _prompt(arguments), "mode": arguments.mode})
    return _print_findings(result, as_json=arguments.json)


def graph(arguments: argparse.Namespace) -> int:
    """Show what surrounds the best matches, with the tool the hook uses."""
    from auto_tools.commands.index import ensure_index

    ensure_index(arguments)
    result = _call_tool("ci_graph_rag", {"query": _prompt(arguments), "depth": arguments.depth})
    return _print_findings(result, as_json=arguments.json)


def _print_findings(result: ToolResult, *, as_json: bool) -> int:
    if as_json:
        print(to_json(result))
    elif result.status != "ok":
        print(_result_text(result))
    else:
        for item in result.data.get("items", ()):
            place = item["path"] + (f":{item['line']}" if item.get("line") else "")
            symbol = f" {item['symbol']}" if item.get("symbol") else ""
            print(
                make_visible(f"{_bold(place)}{symbol}  ({item.get('confidence', 0):.2f}) {item['summary']}")
            )
            for offset, line in enumerate(
                str(item.get("snippet") or "").split("\n") if item.get("snippet") else ()
            ):
                print(make_visible(f"  {item['line'] + offset:>5} | {line}"))
        for warning in result.warnings or ():
            print(make_visible(warning))
    return {"ok": 0, "skipped": 20, "error": 40, "timeout": 50}[result.status]


def _run_tool(arguments: argparse.Namespace) -> int:
    """Run one tool that the user names."""
    from auto_tools.tools.catalog import CATALOG

    try:
        given = json.loads(arguments.args)
    except ValueError as error:
        raise UsageError("--args is not JSON", "pass a JSON object") from error
    if not isinstance(given, dict):
        raise UsageError("--args is no JSON object", "pass a JSON object")
    if arguments.tool not in CATALOG:
        raise UsageError(
            f"{arguments.tool} not on the allowlist; skipped", f"known tools: {', '.join(CATALOG)}"
        )
    result = _call_tool(arguments.tool, given)
    print(to_json(result) if arguments.json else _result_text(result))
    return {"ok": 0, "skipped": 20, "error": 40, "timeout": 50}[result.status]


def _call_tool(name: str, given: dict[str, Any]) -> ToolResult:
    """Run one tool call as the CLI, through the same lifecycle as everybody else."""
    from auto_tools.execution.hooks import load_hook_rules
    from auto_tools.execution.lifecycle import execute_tool_call
    from auto_tools.execution.schedule import run_calls, utc_now
    from auto_tools.tools.catalog import CATALOG

    ground = pipeline.prepare(Request("", event="cli"), os.environ, time.monotonic())
    if ground.settings.mode == "plan":
        raise UsageError("plan mode runs no tool", "unset CI_AUTO_TOOLS_MODE and CI_AUTO_TOOLS_DRY_RUN")
    spec = CATALOG[name]
    chosen = ground.settings.tools.get(spec.name, ToolSettings())
    if not chosen.enabled:
        raise UsageError(f"{spec.name} not on the allowlist; skipped", "see auto-tools settings")
    rules = load_hook_rules(ground.root.path, os.path.expanduser("~"))
    caller = Caller("cli", ground.root.path, exclude=ground.settings.exclude, version=PRODUCT)
    args = {**chosen.args, **chosen.env_args, **given}
    call = ToolCall(spec.name, args, chosen.timeout_ms or spec.timeout_ms, chosen.runner)

    def run_one(one: ToolCall) -> ToolResult:
        return execute_tool_call(one, caller, rules, clamps=chosen.clamps)

    if spec.interactive:
        return run_one(call).replace(started_at=utc_now())
    return run_calls([call], run_one, max_concurrency=1, deadline=ground.started + 600)[0]


def _result_text(result: ToolResult) -> str:
    lines = [f"{result.tool} {result.status}: {result.summary}"]
    lines += [f"  {warning}" for warning in result.warnings or ()]
    if result.data:
        lines.append(json.dumps(to_plain(result.data), ensure_ascii=False, indent=2))
    return make_visible("\n".join(lines))


def _answer(arguments: argparse.Namespace, mode: str = "") -> Outcome:
    request = Request(_prompt(arguments), client=arguments.client, event="cli")
    env = {"CI_AUTO_TOOLS_MODE": mode, **os.environ} if mode == "run" else dict(os.environ)
    if mode == "plan":
        env["CI_AUTO_TOOLS_MODE"] = mode
    return pipeline.answer(request, env, time.monotonic())


def _prompt(arguments: argparse.Namespace) -> str:
    words: list[str] = arguments.prompt
    if words and words != ["-"]:
        text = " ".join(words)
    elif sys.stdin is None or sys.stdin.isatty():
        raise UsageError("no prompt given", 'write it behind the command, such as "why does login fail?"')
    else:
        text = sys.stdin.buffer.read(MAX_BYTES).decode("utf-8", "replace")
    return text.encode("utf-8", "replace").decode("utf-8")


def _bold(text: str) -> str:
    is_plain = not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return text if is_plain else f"\033[1m{text}\033[0m"


def _bold_heads(text: str) -> str:
    """Set off `[Auto Tools]`, `[Results]` and `[Limits]` at the start of lines."""
    lines = []
    for line in text.split("\n"):
        head, bracket, rest = line.partition("]")
        lines.append(_bold(head + bracket) + rest if line.startswith("[") and bracket else line)
    return "\n".join(lines)
