"""What of the right answer stands in the block that the model gets, and which tool brought it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

ENTRIES = 12
SEARCH = "ci_search"
GRAPH = "ci_graph_rag"


class BlockEntry(NamedTuple):
    """A file of the block and the lines below its name."""

    path: str
    text: str


def read_entries(text: str) -> list[BlockEntry]:
    """Cut a block into its files: a line `* path` or `* path: finding`, then indented lines."""
    entries: list[tuple[str, list[str]]] = []
    inside = False
    for line in text.split("\n"):
        if line.startswith("* "):
            path, _, finding = line[2:].partition(": ")
            entries.append((path, [finding]))
            inside = True
        elif inside and line.startswith("  "):
            entries[-1][1].append(line)
        else:
            inside = False
    return [BlockEntry(path, "\n".join(lines)) for path, lines in entries]


def count_files(entries: Iterable[BlockEntry], gold: Iterable[str]) -> int:
    """Return how many gold files have an entry."""
    return len({entry.path for entry in entries} & set(gold))


def count_symbols(entries: Iterable[BlockEntry], gold: Iterable[str]) -> int:
    """Return how many gold symbols are named, by their last part, in the entry of their own file."""
    below: dict[str, str] = {}
    for entry in entries:
        below[entry.path] = below.get(entry.path, "") + entry.text + "\n"
    return sum(_is_named(symbol, below) for symbol in set(gold))


def _is_named(symbol: str, below: dict[str, str]) -> bool:
    path, _, name = symbol.partition(":")
    word = last_part(name)
    return bool(word) and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", below.get(path, "")) is not None


def last_part(name: str) -> str:
    """Return the last part of a qualified name, without template arguments."""
    return re.split(r"\.|::", re.sub(r"<.*>", "", name, flags=re.DOTALL))[-1].strip()


def tool_files(envelope: dict[str, Any], tool: str) -> list[str]:
    """Return the files one tool's items name, in its order."""
    items = [
        item
        for result in envelope.get("tool_results") or ()
        if result.get("tool") == tool
        for item in (result.get("data") or {}).get("items") or ()
    ]
    return list(dict.fromkeys(item["path"] for item in items if item.get("path")))


def measure_block(
    envelope: dict[str, Any], gold_files: Sequence[str], gold_symbols: Sequence[str]
) -> dict[str, Any]:
    """Return what an envelope's block holds of the gold, and the files of search alone and with the graph."""
    text: str = envelope["fused_context"]["for_model"]["additional_context"]
    entries = read_entries(text)
    search = tool_files(envelope, SEARCH)
    either = {*search, *tool_files(envelope, GRAPH)}
    shown = list(dict.fromkeys(entry.path for entry in entries))[:ENTRIES]
    return {
        "files": shown,
        "chars": len(text),
        "gold_files": count_files(entries, gold_files),
        "gold_symbols": count_symbols(entries, gold_symbols),
        "search": search[:ENTRIES],
        "union": [path for path in shown if path in either],
        "tools": {result["tool"]: result["status"] for result in envelope.get("tool_results") or ()},
    }
