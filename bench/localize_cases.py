"""The cases a localizer is measured on: which files hold them, which are asked for, in what order."""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

SETS = {
    "lite": "swebench_lite*.jsonl",
    "verified": "swebench_verified*.jsonl",
    "multilingual": "swebench_multilingual*.jsonl",
    "semble": "semble*.jsonl",
    "commits": "commits_*.jsonl",
    "zh": "zh*.jsonl",
}
SAMPLE_SEED = 1


class Case(NamedTuple):
    """A prompt, where it is asked, and what the answer is."""

    set: str
    """Name in `SETS`; one id may be in several sets."""
    id: str
    repo: str
    """owner/name."""
    commit: str
    prompt: str
    english: str
    """The same in English when the prompt is Chinese."""
    root: str
    """The only folder asked about, or nothing."""
    language: str
    created: str
    gold_files: tuple[str, ...]
    gold_secondary: tuple[str, ...]
    gold_symbols: tuple[str, ...]
    """`path:Qualified.name`."""

    @property
    def key(self) -> str:
        """What tells it from every other case."""
        return f"{self.set}/{self.id}"


def load_cases(folder: Path, sets: Iterable[str], repos: Collection[str] = (), limit: int = 0) -> list[Case]:
    """Return the cases of the sets, of these repositories only, at most so many of each set."""
    chosen: list[Case] = []
    for name in sets:
        paths = sorted(folder.glob(SETS[name]))
        if not paths:
            raise FileNotFoundError(f"{folder} has no {SETS[name]}")
        lines = [line for path in paths for line in path.read_text("utf-8").splitlines()]
        cases = {case.id: case for case in (read_case(name, json.loads(line)) for line in lines)}
        wanted = [cases[key] for key in sorted(cases) if not repos or cases[key].repo in repos]
        if limit and limit < len(wanted):
            wanted = random.Random(SAMPLE_SEED).sample(wanted, limit)
        chosen += wanted
    return chosen


def read_case(name: str, raw: dict[str, Any]) -> Case:
    """Return one line of a set's file as a case."""
    return Case(
        set=name,
        id=raw["id"],
        repo=raw["repo"],
        commit=raw["commit"],
        prompt=raw["prompt"],
        english=raw.get("prompt_en") or "",
        root=raw.get("root") or "",
        language=raw.get("language") or "",
        created=raw.get("created") or "",
        gold_files=tuple(raw["gold_files"]),
        gold_secondary=tuple(raw.get("gold_secondary") or ()),
        gold_symbols=tuple(raw.get("gold_symbols") or ()),
    )


def by_repository(cases: Iterable[Case]) -> list[tuple[str, list[Case]]]:
    """Return each repository's cases, oldest first and one commit's together; the most cases first."""
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(case.repo, []).append(case)
    for group in groups.values():
        group.sort(key=lambda case: (case.created[:10], case.commit, case.key))
    return sorted(groups.items(), key=_most_first)


def _most_first(group: tuple[str, Sequence[Case]]) -> tuple[int, str]:
    return -len(group[1]), group[0]
