"""Runs the product on cases of one repository: checkout, index, rank, and the whole hook where asked."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from localize_block import measure_block
from localize_cases import Case

EXPLAINED_FILES = 60
INDEX_SECONDS = 1800
RANK_SECONDS = 120
HOOK_SECONDS = 60
Row = dict[str, Any]


class ProductFailed(Exception):
    """A command of the product ended badly or printed something else than JSON."""


class Options(NamedTuple):
    """What holds for every repository of a run."""

    evalloc: Any
    """The scorer's module: Tree, find_gitdir, score, is_src, norm_sym."""
    product: Path
    mirror: Path
    work: Path
    features: bool
    block: bool


class Answer(NamedTuple):
    """What `rank` said, and how long it took."""

    files: list[str]
    symbols: list[str]
    seconds: float


def load_evalloc(folder: Path) -> Any:
    """Return the scorer's module from its folder, leaving no compiled file there."""
    path = folder / "evalloc.py"
    spec = importlib.util.spec_from_file_location("evalloc", path)
    if spec is None or spec.loader is None or not path.exists():
        raise FileNotFoundError(f"{path} is not there")
    module = importlib.util.module_from_spec(spec)
    exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    return module


class Repository:
    """A work tree with its own index, home and state folders."""

    def __init__(self, options: Options, repo: str, gitdir: str) -> None:
        self.options = options
        self.place = options.work.resolve() / repo.replace("/", "+")
        self.path = str(self.place / "tree")
        self.place.mkdir(parents=True, exist_ok=True)
        self.tree = options.evalloc.Tree(gitdir, self.path)
        self.commit = ""
        self.index_seconds = 0.0
        self.known: dict[tuple[str, str, str], Answer] = {}
        self.env = {
            "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8",
            "HOME": str(self.place / "home"),
            "XDG_CACHE_HOME": str(self.place / "cache"),
            "XDG_STATE_HOME": str(self.place / "state"),
            "CI_AUTO_TOOLS": "on",
        }
        for name in ("home", "cache", "state"):
            (self.place / name).mkdir(exist_ok=True)

    def move_to(self, commit: str) -> None:
        """Check the commit out and bring the index up to date; nothing to do where it is already."""
        self.index_seconds = 0.0
        if commit == self.commit:
            return
        self.commit = ""
        self.known.clear()
        self.tree.checkout(commit)
        begun = time.perf_counter()
        self._run(["bin/auto-tools", "index", "--repo", self.path], "", INDEX_SECONDS)
        self.index_seconds = time.perf_counter() - begun
        self.commit = commit

    def rank(self, prompt: str, root: str, mode: str) -> Answer:
        """Ask for a ranking; a question asked before at this commit keeps its answer."""
        asked = (prompt, root, mode)
        if asked not in self.known:
            begun = time.perf_counter()
            said = self._rank_json(prompt, root, "--mode", mode)
            taken = time.perf_counter() - begun
            files, symbols = self.options.evalloc.parse_output(json.dumps(said))
            self.known[asked] = Answer(files, symbols, taken)
        return self.known[asked]

    def explain(self, case: Case) -> Row:
        """Return the files of `rank --explain` and what each signal adds."""
        said = self._rank_json(case.prompt, case.root, "--explain")
        tables = {name: value for name, value in said.items() if name.endswith("shares")}
        return {**tables, "files": said["files"][:EXPLAINED_FILES]}

    def hook(self, case: Case) -> Row:
        """Run the whole product as Claude Code would and measure its block."""
        payload = json.dumps({"prompt": case.prompt, "cwd": self.path})
        argv = ["hooks/context-inject-global.sh", "--format", "json", "--client", "claude-code"]
        begun = time.perf_counter()
        # The exit code tells of late or failed tools; the envelope is whole all the same.
        envelope = _read_json(self._run(argv, payload, HOOK_SECONDS, check=False))
        taken = time.perf_counter() - begun
        gold_symbols = unique_symbols(self.options.evalloc, case.gold_symbols)
        return {**measure_block(envelope, case.gold_files, gold_symbols), "seconds": round(taken, 4)}

    def _rank_json(self, prompt: str, root: str, *flags: str) -> Row:
        argv = ["bin/auto-tools", "rank", "--repo", self.path, "--json", *flags]
        if root:
            argv += ["--root", root]
        return _read_json(self._run(argv, prompt, RANK_SECONDS))

    def _run(self, argv: Sequence[str], stdin: str, seconds: float, *, check: bool = True) -> bytes:
        command = [str(self.options.product / argv[0]), *argv[1:]]
        try:
            ended = subprocess.run(
                command,
                input=stdin.encode(),
                capture_output=True,
                check=False,
                timeout=seconds,
                env=self.env,
                cwd=self.path,
            )
        except subprocess.TimeoutExpired:
            raise ProductFailed(f"{argv[0]} {argv[1]}: not done after {seconds:.0f} s") from None
        if check and ended.returncode:
            said = ended.stderr.decode("utf-8", "replace").strip()[-300:]
            raise ProductFailed(f"{argv[0]} {argv[1]}: exit {ended.returncode}: {said}")
        return ended.stdout


def unique_symbols(evalloc: Any, symbols: Iterable[str]) -> list[str]:
    """Return the symbols as the scorer compares them: a constructor is its class."""
    return list(dict.fromkeys(evalloc.norm_sym(symbol) for symbol in symbols))


def _read_json(out: bytes) -> Row:
    try:
        said = json.loads(out)
    except ValueError:
        raise ProductFailed(f"no JSON: {out[:200]!r}") from None
    if not isinstance(said, dict):
        raise ProductFailed(f"no JSON object: {out[:200]!r}")
    return said
