"""Groups findings by file and chooses which files stay, by relevance."""

from __future__ import annotations

from auto_tools.contract import Item
from auto_tools.fusion.items import NONE, stable_order
from auto_tools.record import Record

MAX_ENTRIES = 12


class Entry(Record):
    """A file with what was found in it, or a statement that belongs to none."""

    name: str
    """Path, or `-` for a statement without one."""
    items: tuple[Item, ...]
    """Findings, the most confident first."""
    relevance: float
    """How much it matters; decides what stays."""


def choose_entries(items: tuple[Item, ...]) -> tuple[tuple[Entry, ...], int]:
    """Return the entries that stay, the most relevant first, and how many items were left out."""
    groups: dict[tuple[str, ...], list[Item]] = {}
    for item in items:
        groups.setdefault(_group(item), []).append(item)
    entries = [_entry(group) for group in groups.values()]
    entries.sort(key=lambda entry: (-entry.relevance, stable_order(entry.items[0])))
    left_out = sum(len(entry.items) for entry in entries[MAX_ENTRIES:])
    return tuple(entries[:MAX_ENTRIES]), left_out


def _group(item: Item) -> tuple[str, ...]:
    if item.path != NONE:
        return ("file", item.path)
    if item.claim_key:
        return ("claim", item.claim_key)
    return ("item", item.tool, item.symbol, item.title, item.summary)


def _entry(group: list[Item]) -> Entry:
    items = tuple(sorted(group, key=lambda item: (-item.confidence, stable_order(item))))
    best: dict[str, float] = {}
    for item in items:
        best[item.tool] = max(best.get(item.tool, 0.0), item.confidence)
    disputed = 1.0 if any(item.conflict for item in items) else 0.0
    return Entry(items[0].path, items, round(sum(best.values()) + disputed, 4))
