"""`auto-tools explain`, `plan`, `run`, `settings`, `intent`: the way of one prompt, told to a person."""

from __future__ import annotations

import argparse
import json
import os
import time
from typing import Any

from auto_tools import pipeline
from auto_tools.commands.calls import call_tool, exit_code_of, result_text
from auto_tools.commands.terminal import add_prompt, bold, bold_heads, read_json_lines, read_prompt
from auto_tools.contract import Intent, Outcome, Request
from auto_tools.envelope.encode import to_json, to_plain
from auto_tools.errors import UsageError
from auto_tools.fusion.limits import limit_lines
from auto_tools.index.names import printable_text
from auto_tools.settings.options import OPTIONS


def add_answer_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `explain` and `plan` take."""
    add_prompt(parser)
    parser.add_argument(
        "--client",
        choices=("claude-code", "codex-cli"),
        default="claude-code",
        help="whose size limit holds (default: claude-code)",
    )


def add_run_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `run` takes."""
    add_answer_arguments(parser)
    parser.add_argument("--tool", metavar="NAME", help="run this one tool through its whole lifecycle")
    parser.add_argument("--args", metavar="JSON", default="{}", help="arguments of that tool")


def add_intent_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `intent` takes."""
    add_prompt(parser)
    text = 'read lines {"text": ...} and print a line for each'
    parser.add_argument("--jsonl", action="store_true", help=text)


def explain(arguments: argparse.Namespace) -> int:
    """Show the whole run in words."""
    outcome = _answer(arguments)
    if arguments.json:
        print(to_json(outcome.envelope))
        return 0
    words = outcome.envelope.fused_context.for_user
    context = outcome.envelope.fused_context.for_model.additional_context
    for text in (words.tool_plan_text, words.results_text, words.limits_text):
        print(bold_heads(text), end="\n\n")
    print(bold("What the model would get"))
    print(context or "(nothing)")
    return 0


def plan(arguments: argparse.Namespace) -> int:
    """Print the plan."""
    outcome = _answer(arguments, mode="plan")
    if arguments.json:
        print(to_json(outcome.envelope))
        return outcome.exit_code
    words = outcome.envelope.fused_context.for_user
    print(bold_heads(words.tool_plan_text))
    print(bold_heads(words.limits_text))
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
            print(bold_heads(text))
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
        value = printable_text(str(row["value"]))
        print(f"{bold(f'{name:27}')} {value:12} {row['source']:12} {row['help']}")
    for name, tool in sorted(chosen.tools.items()):
        print(f"{bold(f'tools.{name}')} {to_json(tool)}")
    for line in limit_lines(ground.limits):
        print(line)
    return 0


def intent(arguments: argparse.Namespace) -> int:
    """Print how prompts are understood."""
    from auto_tools.intent.understand import understand

    if arguments.jsonl:
        for text in read_json_lines():
            print(to_json(_intent_row(understand(text))))
        return 0
    found = understand(read_prompt(arguments))
    if arguments.json:
        print(to_json(_intent_row(found)))
        return 0
    kind = "code" if found.is_code else "not about code"
    print(f"{bold(found.name)} ({kind})")
    for signal in found.signals:
        print(f"  {signal.type:10} {signal.weight:.2f}  {printable_text(signal.match)}")
    return 0


def _intent_row(found: Intent) -> dict[str, Any]:
    return {
        "code_intent": found.is_code,
        "intent": found.name,
        "tier2": found.tier2,
        "signals": found.signals,
    }


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
    result = call_tool(arguments.tool, given)
    print(to_json(result) if arguments.json else result_text(result))
    return exit_code_of(result)


def _answer(arguments: argparse.Namespace, mode: str = "") -> Outcome:
    request = Request(read_prompt(arguments), client=arguments.client, event="cli")
    env = {"CI_AUTO_TOOLS_MODE": mode, **os.environ} if mode == "run" else dict(os.environ)
    if mode == "plan":
        env["CI_AUTO_TOOLS_MODE"] = mode
    return pipeline.answer(request, env, time.monotonic())
