"""`auto-tools search`, `graph`, `status`: tools of the catalogue, called by a person.

Every one goes through `call_tool`, the command line's only way to a tool.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping
from typing import Any

from auto_tools import PRODUCT
from auto_tools.commands.index import ensure_index, prepare_ground
from auto_tools.commands.terminal import add_prompt, add_repo, bold, read_prompt
from auto_tools.contract import Caller, ToolCall, ToolResult, ToolSettings
from auto_tools.envelope.encode import to_json, to_plain
from auto_tools.errors import UsageError
from auto_tools.index.names import printable_path
from auto_tools.safety.injection import make_visible

EXIT_BY_STATUS = {"ok": 0, "skipped": 20, "error": 40, "timeout": 50}
SECONDS = 600
"""How long a person may wait for one tool."""


def add_search_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `search` takes."""
    add_prompt(parser)
    add_repo(parser)
    parser.add_argument("--limit", type=int, default=10, help="how many findings (default: 10)")
    parser.add_argument(
        "--mode", choices=("hybrid", "keyword"), default="hybrid", help="all signals, or words alone"
    )


def add_graph_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `graph` takes."""
    add_prompt(parser)
    add_repo(parser)
    parser.add_argument("--depth", type=int, default=2, help="steps to follow (default: 2)")


def add_status_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `status` takes."""
    add_repo(parser)


def search(arguments: argparse.Namespace) -> int:
    """Search the index for a question, with the tool the hook uses."""
    args = {"query": read_prompt(arguments), "mode": arguments.mode, "limit": arguments.limit}
    return _ask_index("ci_search", args, arguments)


def graph(arguments: argparse.Namespace) -> int:
    """Show what surrounds the best matches, with the tool the hook uses."""
    return _ask_index("ci_graph_rag", {"query": read_prompt(arguments), "depth": arguments.depth}, arguments)


def _ask_index(tool: str, args: Mapping[str, Any], arguments: argparse.Namespace) -> int:
    ensure_index(arguments)
    return print_findings(call_tool(tool, args, arguments.repo), as_json=arguments.json)


def status(arguments: argparse.Namespace) -> int:
    """Print what the index holds and how far it is behind."""
    result = call_tool("ci_index_status", {}, arguments.repo)
    data = result.data
    if arguments.json:
        print(to_json(data))
        return exit_code_of(result)
    print(make_visible(result.summary))
    for warning in result.warnings or ():
        print(make_visible(warning))
    for name in ("languages", "skipped"):
        listed = data.get(name) or {}
        if listed:
            print(make_visible(f"{name}: " + ", ".join(f"{key} {count}" for key, count in listed.items())))
    if "size" in data:
        print(f"size: {data['size'] / 1e6:.1f} MB; built {data['age_s']} s ago")
    for note in data.get("notes") or ():
        print(make_visible(note))
    return exit_code_of(result)


def print_findings(result: ToolResult, *, as_json: bool) -> int:
    """Print the findings of a tool, each with its place and the lines that show why."""
    if as_json:
        print(to_json(result))
    elif result.status != "ok":
        print(result_text(result))
    else:
        if not result.data.get("items"):
            print("nothing matches")
        for item in result.data.get("items", ()):
            place = item["path"] + (f":{item['line']}" if item.get("line") else "")
            symbol = f" {item['symbol']}" if item.get("symbol") else ""
            rest = f"{symbol}  ({item.get('confidence', 0):.2f}) {item['summary']}"
            print(bold(printable_path(place)) + make_visible(rest))
            for offset, line in enumerate(
                str(item.get("snippet") or "").split("\n") if item.get("snippet") else ()
            ):
                print(make_visible(f"  {item['line'] + offset:>5} | {line}"))
        for warning in result.warnings or ():
            print(make_visible(warning))
    return exit_code_of(result)


def call_tool(name: str, given: Mapping[str, Any], repo: str = "") -> ToolResult:
    """Run one tool call as the CLI, through the same lifecycle as everybody else."""
    from auto_tools.execution.hooks import load_hook_rules
    from auto_tools.execution.lifecycle import execute_tool_call
    from auto_tools.execution.schedule import run_calls, utc_now
    from auto_tools.tools.catalog import CATALOG

    ground = prepare_ground(repo)
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
    return run_calls([call], run_one, max_concurrency=1, deadline=ground.started + SECONDS)[0]


def result_text(result: ToolResult) -> str:
    """Return everything of a result in words."""
    lines = [f"{result.tool} {result.status}: {result.summary}"]
    lines += [f"  {warning}" for warning in result.warnings or ()]
    if result.data:
        lines.append(json.dumps(to_plain(result.data), ensure_ascii=False, indent=2))
    return make_visible("\n".join(lines))


def exit_code_of(result: ToolResult) -> int:
    """Return the exit code that tells how a call ended."""
    return EXIT_BY_STATUS[result.status]
