"""`auto-tools callers`, `callees`, `locate`, `impact`, `complexity`, `hotspots`: tier 2, called by a person.

They need no switch here: who types the command asks for it.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from typing import Any

from auto_tools.commands.calls import call_tool, print_findings
from auto_tools.commands.index import ensure_index, prepare_ground
from auto_tools.commands.terminal import add_prompt, add_repo, read_prompt
from auto_tools.safety.injection import make_visible


def add_chain_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `callers` and `callees` take."""
    parser.add_argument("symbol", help="name, Class.name or path:Class.name of a function, method or class")
    parser.add_argument("--depth", type=int, default=1, help="calls to follow, at most 3 (default: 1)")
    add_repo(parser)


def callers(arguments: argparse.Namespace) -> int:
    """List who calls a symbol."""
    return _chain("callers", arguments)


def callees(arguments: argparse.Namespace) -> int:
    """List what a symbol calls."""
    return _chain("callees", arguments)


def add_locate_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `locate` takes."""
    add_prompt(parser)
    add_repo(parser)


def locate(arguments: argparse.Namespace) -> int:
    """Find where an error comes from; a trace is best piped in."""
    return _ask("ci_bug_locate", {"error": read_prompt(arguments)}, arguments)


def add_impact_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `impact` takes."""
    parser.add_argument("target", help="a symbol, or the path of a file below the repository root")
    parser.add_argument("--depth", type=int, default=2, help="steps to follow, at most 3 (default: 2)")
    add_repo(parser)


def impact(arguments: argparse.Namespace) -> int:
    """Show what a change touches; what is a file of the repository is taken for one."""
    root = prepare_ground(arguments.repo).root.path
    is_file = os.path.isfile(os.path.join(root, arguments.target))
    args = {"file" if is_file else "symbol": arguments.target, "depth": arguments.depth}
    return _ask("ci_impact", args, arguments)


def add_complexity_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `complexity` takes."""
    parser.add_argument("path", nargs="?", help="file or folder below the repository root (default: all)")
    add_repo(parser)


def complexity(arguments: argparse.Namespace) -> int:
    """List the functions that are hardest to read."""
    return _ask("ci_complexity", {"file": arguments.path} if arguments.path else {}, arguments)


def add_hotspots_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `hotspots` takes."""
    parser.add_argument("--days", type=int, default=30, help="how far to look back, at most 30 (default: 30)")
    parser.add_argument("--top", type=int, default=10, help="how many files, at most 20 (default: 10)")
    add_repo(parser)


def hotspots(arguments: argparse.Namespace) -> int:
    """List the files where change and complexity meet."""
    return _ask("ci_hotspot", {"days": arguments.days, "top": arguments.top}, arguments)


def _chain(direction: str, arguments: argparse.Namespace) -> int:
    args = {"symbol": arguments.symbol, "direction": direction, "depth": arguments.depth}
    return _ask("ci_call_chain", args, arguments)


def _ask(tool: str, args: Mapping[str, Any], arguments: argparse.Namespace) -> int:
    """Call a tool over an index that is up to date and print what it says first, then its findings."""
    ensure_index(arguments)
    result = call_tool(tool, args, arguments.repo)
    if result.status == "ok" and not arguments.json:
        print(make_visible(result.summary))
    return print_findings(result, as_json=arguments.json)
