"""`auto-tools index` and `rank`: the index as a person or a script uses it."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from auto_tools import pipeline
from auto_tools.commands.terminal import add_repo
from auto_tools.contract import Request
from auto_tools.errors import IndexUnavailable, UsageError
from auto_tools.index.build import Built, update_index
from auto_tools.index.names import printable_path
from auto_tools.index.store import Reader, open_reader

if TYPE_CHECKING:
    from auto_tools.index.rank.rank import Ranking

WATCH_S = 2.0
WAIT_S = 600.0
"""A person waits for the process that a prompt has started."""


def add_index_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `index` takes."""
    add_repo(parser)
    parser.add_argument("--full", action="store_true", help="build it anew")
    parser.add_argument("--watch", action="store_true", help="stay, and follow changes")
    parser.add_argument("--background", action="store_true", help=argparse.SUPPRESS)


def add_rank_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `rank` takes."""
    add_repo(parser)
    modes = ("hybrid", "keyword")
    parser.add_argument("--mode", choices=modes, default="hybrid", help="all signals, or words alone")
    parser.add_argument("--root", default="", metavar="FOLDER", help="only files below this folder")
    parser.add_argument("--explain", action="store_true", help="show each signal's share")


def prepare_ground(repo: str) -> pipeline.Ground:
    """Return root and settings of a repository, or of the one we stand in."""
    env = dict(os.environ)
    if repo:
        if not os.path.isdir(repo):
            raise UsageError(f"no folder {repo}", "name a repository with --repo")
        env.pop("CI_AUTO_TOOLS_REPO_ROOT", None)
        env["WORKING_DIRECTORY"] = os.path.abspath(repo)
    return pipeline.prepare(Request("", event="cli"), env, time.monotonic())


def index(arguments: argparse.Namespace) -> int:
    """Bring the index up to date, once or whenever files change."""
    for number in (signal.SIGTERM, signal.SIGHUP):  # leave as on Ctrl-C: with git ended and folders removed
        signal.signal(number, signal.default_int_handler)
    if arguments.background:
        try:
            _update(arguments, quiet=True)
        except (IndexUnavailable, OSError):
            return 0
        return 0
    built = _update(arguments)
    print(json.dumps(_row(built)) if arguments.json else _sentence(built))
    while arguments.watch:
        time.sleep(WATCH_S)
        built = _update(arguments, quiet=True)
        if built.changed:
            print(json.dumps(_row(built)) if arguments.json else _sentence(built), flush=True)
    return 0


def _update(arguments: argparse.Namespace, *, quiet: bool = False) -> Built:
    ground = prepare_ground(arguments.repo)
    bar = _Bar() if sys.stderr.isatty() and not quiet else None
    built = update_index(
        ground.root.path,
        ground.root.git_dir,
        exclude=ground.settings.exclude,
        full=getattr(arguments, "full", False),
        wait_s=0.0 if quiet else WAIT_S,
        progress=bar.show if bar else None,
    )
    if bar:
        bar.clear()
    return built


def _row(built: Built) -> dict[str, Any]:
    return {
        "files": built.files,
        "changed": built.changed,
        "parsed": built.parsed,
        "seconds": round(built.seconds, 3),
        "generation": built.current["generation"],
    }


def _sentence(built: Built) -> str:
    return (
        f"{built.files} files, {built.current['symbols']} symbols; {built.changed} changed, "
        f"{built.parsed} parsed in {built.seconds:.1f} s (generation {built.current['generation']})"
    )


class _Bar:
    """Progress on a terminal: files, rate, time left."""

    def __init__(self) -> None:
        self.started = time.monotonic()

    def show(self, done: int, total: int) -> None:
        """Write over the line."""
        rate = done / max(time.monotonic() - self.started, 0.001)
        left = (total - done) / max(rate, 0.001)
        sys.stderr.write(f"\r{done}/{total} files, {rate:.0f}/s, {left:.0f} s left \033[K")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


def rank(arguments: argparse.Namespace) -> int:
    """Rank files and definitions for a prompt on stdin."""
    from auto_tools.index.rank.rank import rank as rank_prompt

    reader = _reader(arguments)
    prompt = sys.stdin.buffer.read(1 << 24).decode("utf-8", "replace")
    under = arguments.root.strip("/") + "/" if arguments.root.strip("/") else ""
    ranking = rank_prompt(reader, prompt, mode=arguments.mode, under=under)
    answer: dict[str, Any] = {
        "files": [one.path for one in ranking.files],
        "symbols": [f"{one.path}:{one.name}" for one in ranking.symbols],
        "scores": {one.path: one.score for one in ranking.files},
        "tests": [one.path for one in ranking.tests],
    }
    if arguments.explain:
        answer |= _explanations(reader, ranking)
    if arguments.json:
        print(json.dumps(answer))
        return 0
    for one in ranking.files[:20]:
        print(f"{one.score:6.2f}  {printable_path(one.path)}")
        if arguments.explain:
            parts = sorted(one.shares.items())
            print("        " + ", ".join(f"{name} {share:+.2f}" for name, share in parts))
    return 0


def _explanations(reader: Reader, ranking: Ranking) -> dict[str, Any]:
    """Return what each signal adds to files, definitions and neighbours."""
    from auto_tools.index.neighbours import find_neighbours

    neighbours = find_neighbours(reader, ranking, top_k=10, depth=2) if ranking.files else []

    def rounded(shares: Mapping[str, float]) -> dict[str, float]:
        return {name: round(share, 4) for name, share in sorted(shares.items())}

    return {
        "shares": {one.path: rounded(one.shares) for one in ranking.files},
        "symbol_shares": {f"{one.path}:{one.name}": rounded(one.shares) for one in ranking.symbols},
        "neighbour_shares": {one.path: rounded(one.shares) for one in neighbours},
    }


def ensure_index(arguments: argparse.Namespace) -> None:
    """Make the index where there is none yet: a person at a terminal can wait for it."""
    _reader(arguments).close()


def _reader(arguments: argparse.Namespace) -> Reader:
    """Return a reader of the index, making it first where there is none."""
    ground = prepare_ground(arguments.repo)
    reader = open_reader(ground.root.path)
    if reader is None:
        _update(arguments)
        reader = open_reader(ground.root.path)
    if reader is None:
        raise IndexUnavailable("the index cannot be read; run auto-tools index --full")
    return reader
