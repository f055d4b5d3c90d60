"""`auto-tools install` and `uninstall`: into the clients and out again, as a person runs it."""

from __future__ import annotations

import argparse
import json
import os
import sys

from auto_tools.commands.terminal import add_repo, bold
from auto_tools.contract import EXIT_CONFIG, EXIT_OK
from auto_tools.errors import UsageError
from auto_tools.index.root import locate_root
from auto_tools.install import installer
from auto_tools.install.codextrust import trust_hash, trust_key
from auto_tools.install.hookentries import command_of, entry_of
from auto_tools.install.installer import Report
from auto_tools.install.places import CLIENTS, GLOBAL, PRODUCT, SERVER, Spot, spot_of
from auto_tools.install.put import Wish
from auto_tools.install.tomlmerge import table_text
from auto_tools.safety.injection import make_visible

TARGETS = (*CLIENTS, "all")


def add_install_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `install` takes."""
    parser.add_argument("client", choices=TARGETS, help="which client")
    _add_scope(parser)
    parser.add_argument("--print", action="store_true", help="print what to paste, and write nothing")
    parser.add_argument(
        "--trust-hook",
        action="store_true",
        help="also write into Codex's config.toml that you trust the hook, which skips Codex's own question",
    )


def add_uninstall_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `uninstall` takes."""
    parser.add_argument(
        "client", choices=TARGETS, nargs="?", default="all", help="which client (default: all)"
    )
    _add_scope(parser)


def _add_scope(parser: argparse.ArgumentParser) -> None:
    scope = parser.add_mutually_exclusive_group()
    scope.add_argument(
        "--global", dest="scope", action="store_const", const="global", help="for every project"
    )
    scope.add_argument(
        "--project", dest="scope", action="store_const", const="project", help="for this project only"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--dry-run", action="store_true", help="show what would change, and write nothing")
    parser.add_argument(
        "--prefix", default="", metavar="DIR", help="codex-auto goes into DIR/bin (with --global: /usr/local)"
    )
    add_repo(parser)


def install(arguments: argparse.Namespace) -> int:
    """Register the hook, and the MCP server where this version has one."""
    if not arguments.scope and not arguments.prefix:
        arguments.prefix = PRODUCT  # /usr/local is only written to when --global says so
    spots = spots_of(arguments, default=(GLOBAL,))
    if arguments.print:
        print("\n\n".join(_to_paste(spot, "mcp" in arguments.known) for spot in spots))
        return 0
    wish = Wish("mcp" in arguments.known, arguments.trust_hook)
    report = installer.install(spots, wish, lambda plan: _confirm(plan, arguments))
    return _tell(report, arguments, done="installed", nothing="already installed: nothing to change")


def uninstall(arguments: argparse.Namespace) -> int:
    """Take everything of ours out again."""
    root = _root(arguments)
    spots = spots_of(arguments, default=(root, GLOBAL))
    report = installer.uninstall(spots, root, lambda plan: _confirm(plan, arguments))
    return _tell(report, arguments, done="uninstalled", nothing="not installed: nothing to change")


def spots_of(arguments: argparse.Namespace, *, default: tuple[str, ...]) -> list[Spot]:
    """Return the places that the command line means."""
    clients = CLIENTS if arguments.client == "all" else (arguments.client,)
    chosen = {"global": (GLOBAL,), "project": (_root(arguments),)}
    scopes = chosen[arguments.scope] if arguments.scope else default
    spots = [spot_of(client, scope, os.environ, arguments.prefix) for scope in scopes for client in clients]
    return list({spot.hooks_file: spot for spot in spots}.values())  # a project in HOME may share files


def _root(arguments: argparse.Namespace) -> str:
    return locate_root("", os.path.abspath(arguments.repo) if arguments.repo else "")[0].path


def _confirm(plan: Report, arguments: argparse.Namespace) -> bool:
    """Show the plan and ask; without a terminal only --yes is a yes."""
    if arguments.dry_run:
        return False
    if arguments.yes:
        return True
    if arguments.json or not sys.stdin.isatty():
        raise UsageError("nobody can be asked here", "add --yes to write, or --dry-run to look")
    print(_plan_text(plan))
    try:
        return input("go on? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        return False


def _plan_text(plan: Report) -> str:
    lines = []
    for step in plan.steps:
        lines.append(bold(make_visible(f"{step.action} {step.path}")))
        lines += [f"    {make_visible(line)}" for line in step.text.splitlines() if line.strip()]
    return "\n".join([*lines, *map(make_visible, plan.notes)])


def _tell(report: Report, arguments: argparse.Namespace, *, done: str, nothing: str) -> int:
    if arguments.json:
        steps = [{"action": step.action, "path": step.path} for step in report.steps]
        told = {"written": report.is_written, "steps": steps, "notes": report.notes, "left": report.left}
        print(json.dumps(told, ensure_ascii=False))
    elif not report.steps:
        print(make_visible("\n".join([*([] if report.left else [nothing]), *report.notes])))
    elif arguments.dry_run:
        print(_plan_text(report) + "\nnothing was written (--dry-run)")
    elif not report.is_written:
        print("nothing was written")
    else:
        lines = [f"{step.action} {step.path}" for step in report.steps]
        print(make_visible("\n".join([*lines, *report.notes, done])))
        if done == "installed":
            print("check it with auto-tools verify; start the client anew to use it")
    for reason in report.left:
        print(make_visible(f"auto-tools: {reason}"), file=sys.stderr)
    return EXIT_CONFIG if report.left else EXIT_OK


def _to_paste(spot: Spot, has_server: bool) -> str:
    """Write what a person who edits the settings by hand would add."""
    hook = {"hooks": {"UserPromptSubmit": [entry_of(spot.script)]}}
    parts = [f"# {spot.hooks_file}", json.dumps(hook, ensure_ascii=False, indent=2)]
    server = {"command": os.path.join(PRODUCT, "bin", "auto-tools"), "args": ["mcp"]}
    if has_server and spot.client == "claude":
        words = {"mcpServers": {SERVER: {"type": "stdio", **server}}}
        parts += [f"# {spot.server_file}", json.dumps(words, ensure_ascii=False, indent=2)]
    elif has_server:
        parts += [f"# {spot.server_file}", table_text(spot.server_keys, server).rstrip()]
    if spot.trust_file:
        definition = entry_of(spot.script)["hooks"][0]
        key = ("hooks", "state", trust_key(spot.hooks_file, 0, 0))
        parts += [
            f"# {spot.trust_file}, only if Codex shall not ask (0:0 is the hook's place in its list)",
            table_text(key, {"trusted_hash": trust_hash(definition)}).rstrip(),
        ]
    parts.append(f"# the script {command_of(spot.script)} is written by auto-tools install {spot.client}")
    return "\n".join(parts)
