"""`auto-tools trust` and `untrust`: the only way a repository's hooks and programs are ever allowed.

Shows every byte that would be trusted, with what cannot be seen written out, and asks a person at a terminal.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any, TextIO

from auto_tools.commands.index import prepare_ground
from auto_tools.commands.terminal import add_repo, bold
from auto_tools.contract import EXIT_CONFIG
from auto_tools.envelope.encode import to_json
from auto_tools.errors import UserError
from auto_tools.index.names import printable_path, printable_text
from auto_tools.safety.files import BINARY_PROBE
from auto_tools.safety.trust import (
    digest_of,
    forget_trust,
    judge_repository,
    list_entries,
    read_entry,
    store_trust,
    why_never,
)
from auto_tools.safety.trustfiles import AskedFile, TrustRequest, read_request

AGENT_VARIABLES = ("CLAUDECODE", "CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED")
"""What the clients set for programs that a model starts."""
YES = "yes"


def add_trust_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `trust` takes."""
    add_repo(parser)
    parser.add_argument("--list", action="store_true", help="list what is trusted, and whether it changed")


def add_untrust_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `untrust` takes."""
    add_repo(parser)


def trust(arguments: argparse.Namespace) -> int:
    """Show what a repository asks for, and ask whether it may."""
    if arguments.list:
        return _list(as_json=arguments.json)
    requests = [request for folder in _folders(arguments.repo) if (request := _request(folder)).files]
    if not requests:
        return _tell(arguments, [], "nothing in this repository needs trust")
    if all(_is_trusted(request) for request in requests):
        return _tell(arguments, requests, "already trusted; nothing changed since")
    _refuse_without_person(sys.stderr if arguments.json else sys.stdout)
    for request in requests:
        _show(request, sys.stderr if arguments.json else sys.stdout)
    if not _ask(sys.stderr if arguments.json else sys.stdout):
        _tell(arguments, requests, "not trusted; nothing was changed")
        return EXIT_CONFIG
    if not all(store_trust(request, _now()) for request in requests):
        raise UserError("the state folder cannot be written", "make it writable, or set XDG_STATE_HOME")
    return _tell(arguments, requests, "trusted until a byte of it changes; auto-tools untrust takes it back")


def untrust(arguments: argparse.Namespace) -> int:
    """Take trust back."""
    is_gone = arguments.repo and not os.path.isdir(arguments.repo)
    folders = [os.path.realpath(arguments.repo)] if is_gone else _folders(arguments.repo)
    removed = [folder for folder in folders if forget_trust(folder)]
    if arguments.json:
        rows = [{"root": printable_path(folder), "was_trusted": folder in removed} for folder in folders]
        print(to_json({"untrusted": rows}))
    for folder in () if arguments.json else folders:
        said = "no longer trusted" if folder in removed else "was not trusted"
        print(f"{printable_path(folder)}: {said}")
    return 0


def _folders(repo: str) -> list[str]:
    """Return where the config and the hook files of a repository lie; mostly one folder."""
    root = prepare_ground(repo).root
    return [folder for folder in dict.fromkeys((root.config_root, root.path)) if folder]


def _request(folder: str) -> TrustRequest:
    request = read_request(folder)
    problem = (request.problem or why_never(folder)) if request.files or request.problem else ""
    if problem:
        raise UserError(f"this repository cannot be trusted: {printable_text(problem)}")
    return request


def _is_trusted(request: TrustRequest) -> bool:
    entry = read_entry(request.root)
    is_same = entry is not None and entry["digest"] == digest_of(request)
    return is_same and not judge_repository(request.root).refusal


def _refuse_without_person(shown: TextIO) -> None:
    if any(os.environ.get(name) for name in AGENT_VARIABLES):
        raise UserError(
            "trust is given by a person, not by a program that a model started",
            "run auto-tools trust in a terminal of your own",
        )
    if sys.stdin is None or not sys.stdin.isatty() or not shown.isatty():
        raise UserError("trust is only given at a terminal", "run auto-tools trust in one")


def _show(request: TrustRequest, out: TextIO) -> None:
    """Write everything that would be trusted, as it is."""
    print(f"{bold(printable_path(request.root))} asks to run programs of its own:", file=out)
    for path, file in request.files.items():
        role = "asks" if path in request.asking else "named by what asks"
        mode = ", can be started" if file.is_executable else ""
        print(f"\n{bold(printable_path(path))} ({role}, {len(file.data)} bytes{mode})", file=out)
        for line in _lines(file):
            print(line, file=out)
    if request.uncovered:
        names = ", ".join(map(printable_path, request.uncovered))
        print(f"\nnamed but not covered, these may change without a question: {names}", file=out)
    print(f"\nsha256 {digest_of(request)}", file=out)


def _lines(file: AskedFile) -> list[str]:
    if b"\0" in file.data[:BINARY_PROBE]:
        return ["  (a binary file: it cannot be shown)"]
    text = file.data.decode("utf-8", "surrogateescape")
    return [f"{number:>5} | {printable_text(line)}" for number, line in enumerate(text.split("\n"), 1)]


def _ask(out: TextIO) -> bool:
    out.write(f"\nTrust exactly this? Type {YES} to do so: ")
    out.flush()
    return sys.stdin.readline().strip() == YES


def _now() -> str:
    import time

    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _tell(arguments: argparse.Namespace, requests: list[TrustRequest], said: str) -> int:
    if arguments.json:
        print(to_json({"said": said, "repositories": [_row(request) for request in requests]}))
    else:
        print(said)
    return 0


def _row(request: TrustRequest) -> dict[str, Any]:
    return {
        "root": printable_path(request.root),
        "trusted": _is_trusted(request),
        "digest": digest_of(request),
        "files": [printable_path(path) for path in request.files],
        "uncovered": [printable_path(path) for path in request.uncovered],
    }


def _list(*, as_json: bool) -> int:
    rows = [
        {
            "root": printable_path(entry["root"]),
            "state": _state(entry["root"]),
            "digest": entry["digest"],
            "files": entry["files"],
            "trusted_at": entry["trusted_at"],
        }
        for entry in list_entries()
    ]
    if as_json:
        print(to_json({"trusted": rows}))
        return 0
    for row in rows:
        print(f"{row['state']:8} {bold(row['root'])}  {row['files']} files, since {row['trusted_at']}")
    if not rows:
        print("no repository is trusted")
    return 0


def _state(root: str) -> str:
    if not os.path.isdir(root):
        return "gone"
    return "changed" if judge_repository(root).refusal else "trusted"
