"""Draws texts that a pattern matches, so that every row of a table is tested without a list of samples."""

from __future__ import annotations

import random
import re
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

WORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
CATEGORIES = {codes.CATEGORY_DIGIT: "0123456789", codes.CATEGORY_WORD: WORD, codes.CATEGORY_SPACE: " "}


def draw(pattern: str, seed: int = 0) -> str:
    """Return a text that the pattern matches as a whole."""
    for attempt in range(400):
        text = _draw(parser.parse(pattern), random.Random(seed * 1000 + attempt))
        if re.compile(pattern, re.MULTILINE).fullmatch(text):
            return text
    raise AssertionError(f"nothing drawn from {pattern}")


def _draw(tree: Any, chance: random.Random) -> str:
    return "".join(_draw_one(code, value, chance) for code, value in tree)


def _draw_one(code: Any, value: Any, chance: random.Random) -> str:
    if code is codes.LITERAL:
        return chr(value)
    if code is codes.NOT_LITERAL:
        return "x" if value != ord("x") else "y"
    if code is codes.IN:
        return _draw_set(value, chance)
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
        least, most, inner = value
        return "".join(_draw(inner, chance) for _ in range(chance.randint(least, min(int(most), least + 3))))
    if code is codes.SUBPATTERN:
        return _draw(value[3], chance)
    if code is codes.BRANCH:
        return _draw(chance.choice(value[1]), chance)
    return "x" if code is codes.ANY else ""


def _draw_set(options: Any, chance: random.Random) -> str:
    if options[0][0] is codes.NEGATE:
        return chance.choice(WORD)
    letters = ""
    for code, value in options:
        if code is codes.LITERAL:
            letters += chr(value)
        elif code is codes.RANGE:
            letters += "".join(map(chr, range(value[0], value[1] + 1)))
        else:
            letters += CATEGORIES.get(value, WORD)
    return chance.choice(letters)
