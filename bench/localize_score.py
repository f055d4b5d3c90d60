"""One case's row: every question asked, its ranking scored, and what went wrong."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any

from localize_block import measure_block
from localize_cases import Case
from localize_run import Answer, ProductFailed, Repository, Row, unique_symbols

KS = (1, 3, 5, 10, 12)
SNIPPETS = 3
KEPT_FILES = 50
KEPT_SYMBOLS = 10
NO_ANSWER = Answer([], [], 0.0)
NO_ENVELOPE = {"fused_context": {"for_model": {"additional_context": ""}}}


def measure_case(repository: Repository, case: Case) -> Row:
    """Return the row of a case; what the product fails at counts as nothing found, with the reason."""
    options = repository.options
    errors: list[str] = []
    try:
        repository.move_to(case.commit)
    except ProductFailed as failure:
        errors.append(str(failure))
    without_index = bool(errors)

    def ask(question: Callable[[], Any]) -> Any:
        return None if without_index else _attempt(errors, question)

    row: Row = {
        "key": case.key,
        "set": case.set,
        "repo": case.repo,
        "language": case.language,
        "commit": case.commit,
        "gold": list(case.gold_files),
        "gold_symbols": unique_symbols(options.evalloc, case.gold_symbols),
        "gold_absent": [path for path in case.gold_files if not os.path.isfile(f"{repository.path}/{path}")],
        "index_seconds": round(repository.index_seconds, 3),
        "runs": {},
        "errors": errors,
    }
    for name, prompt, mode in _questions(case):
        answer = ask(partial(repository.rank, prompt, case.root, mode))
        row["runs"][name] = score_answer(options.evalloc, case, answer or NO_ANSWER)
    if options.features:
        row["explain"] = ask(partial(repository.explain, case))
    if options.block:
        row["block"] = ask(partial(repository.hook, case)) or measure_block(NO_ENVELOPE, (), ())
    return row


def _questions(case: Case) -> list[tuple[str, str, str]]:
    asked = [("hybrid", case.prompt, "hybrid"), ("keyword", case.prompt, "keyword")]
    if case.set == "zh":
        asked += [("english hybrid", case.english, "hybrid"), ("english keyword", case.english, "keyword")]
    return asked


def score_answer(evalloc: Any, case: Case, answer: Answer) -> Row:
    """Score a ranking below the case's root, test and non-source files dropped where no answer is one."""
    below = case.root.rstrip("/") + "/" if case.root else ""
    only_source = all(evalloc.is_src(path) for path in case.gold_files)
    files = [
        path for path in answer.files if path.startswith(below) and (evalloc.is_src(path) or not only_source)
    ]
    scores = dict(evalloc.score(case.gold_files, files, KS, case.gold_secondary))
    gold = set(unique_symbols(evalloc, case.gold_symbols))
    if gold:
        scores["symbol@3"] = float(not gold.isdisjoint(unique_symbols(evalloc, answer.symbols[:SNIPPETS])))
    place = {path: position for position, path in enumerate(files, 1)}
    return {
        "scores": scores,
        "ranks": [place.get(path) for path in case.gold_files],
        "files": files[:KEPT_FILES],
        "symbols": answer.symbols[:KEPT_SYMBOLS],
        "seconds": round(answer.seconds, 4),
    }


def _attempt(errors: list[str], ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except ProductFailed as failure:
        errors.append(str(failure))
        return None
