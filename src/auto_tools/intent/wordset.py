"""Sets and lists of words, written as one text."""

from __future__ import annotations


def word_set(text: str, separator: str | None = None) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split(separator))


def word_list(text: str, separator: str | None = None) -> tuple[str, ...]:
    """Return the words of a text in order, for `startswith` and its like."""
    return tuple(text.split(separator))
