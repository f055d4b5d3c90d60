"""Guesses the symbol a prompt means when it asks for deep analysis and writes no name as code."""

from __future__ import annotations

import re

_AFTER_WORDS = (
    r"\b(?:of|for|on|calls|around|into|in)\s+(?:changing\s+|change\s+|calling\s+)?"
    r"(?:the\s+|a\s+|an\s+|our\s+|this\s+|that\s+)?([A-Za-z_][A-Za-z0-9_.]{2,})"
)
_BETWEEN_CHINESE = r"([A-Za-z_][A-Za-z0-9_.]{2,})"
_CHINESE = re.compile("[\u4e00-\u9fff]")
_NO_NAMES = frozenset(
    ("this", "that", "code", "project", "repo", "repository", "module", "function", "method", "class", "file")
)


def guess_symbols(prompt: str) -> tuple[str, ...]:
    """Return words that stand where a name would, in the order of the prompt."""
    head = prompt[:2_000]
    pattern = _BETWEEN_CHINESE if _CHINESE.search(head) else _AFTER_WORDS
    found = (name.rstrip(".") for name in re.findall(pattern, head))
    return tuple(dict.fromkeys(name for name in found if name.lower() not in _NO_NAMES))[:3]
