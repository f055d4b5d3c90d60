"""Finds statements that contradict each other; they are shown side by side, never resolved."""

from __future__ import annotations

from auto_tools.contract import Conflict, Item

NEEDS_JUDGEMENT = "needs human judgement"


def mark_conflicts(items: tuple[Item, ...]) -> tuple[tuple[Item, ...], tuple[Conflict, ...]]:
    """Mark items whose claim is both supported and opposed, and list each such question."""
    sides: dict[str, set[str]] = {}
    for item in items:
        if item.claim_key:
            sides.setdefault(item.claim_key, set()).add(item.polarity)
    disputed = sorted(key for key, found in sides.items() if {"support", "oppose"} <= found)
    marked = tuple(item.replace(conflict=True) if _is_party(item, disputed) else item for item in items)
    conflicts = tuple(
        Conflict(key, True, NEEDS_JUDGEMENT, tuple(i for i in marked if i.conflict and i.claim_key == key))
        for key in disputed
    )
    return marked, conflicts


def _is_party(item: Item, disputed: list[str]) -> bool:
    return item.claim_key in disputed and item.polarity != "unknown"
