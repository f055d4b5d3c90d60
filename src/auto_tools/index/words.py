"""Turns text and identifiers into index terms; the same way for files, paths, commits and prompts.

An identifier gives its parts and, joined, itself: `leftJoin` -> `left join leftjoin`. Terms are lightly
stemmed. Chinese text gives overlapping pairs of characters.
"""

from __future__ import annotations

import re

WORD = re.compile(r"[^\W\d][\w]*")
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_HAN = re.compile(r"[\u3400-\u9fff]+")
LONGEST_WORD = 80
_cache: dict[str, tuple[str, ...]] = {}
_CACHE_SIZE = 200_000


def terms_of(word: str) -> tuple[str, ...]:
    """Return the terms of one word, the whole compound last."""
    known = _cache.get(word)
    if known is None:
        if len(_cache) > _CACHE_SIZE:
            _cache.clear()
        known = _cache[word] = _split(word)
    return known


def _split(word: str) -> tuple[str, ...]:
    if len(word) > LONGEST_WORD:
        return ()
    if not word.isascii():
        return _split_foreign(word)
    parts = [part.lower() for part in _PARTS.findall(word)]
    terms = [stem(part) for part in parts if len(part) > 1 and not part.isdigit()]
    if len(parts) > 1:
        whole = "".join(parts)
        if len(whole) > 2 and not whole.isdigit():
            terms.append(stem(whole))
    return tuple(dict.fromkeys(terms))


def _split_foreign(word: str) -> tuple[str, ...]:
    terms: list[str] = []
    for run in _HAN.findall(word):
        terms += [run[at : at + 2] for at in range(max(len(run) - 1, 1))]
    for rest in _HAN.sub(" ", word).split():
        terms += _split(rest) if rest.isascii() else [rest.lower()]
    return tuple(dict.fromkeys(terms))


def stem(word: str) -> str:
    """Cut the commonest English endings, so that `caching`, `cached` and `caches` meet `cache`."""
    size = len(word)
    if size < 4 or not word.isascii():
        return word
    if word.endswith("s") and word[-2] not in "sui":
        if word.endswith("ies") and size > 4:
            word = word[:-3] + "y"
        elif word.endswith(("sses", "xes", "ches", "shes")):
            word = word[:-2]
        else:
            word = word[:-1]
        size = len(word)
    if size > 5 and word.endswith("ing"):
        word = _undouble(word[:-3])
    elif size > 4 and word.endswith("ed") and word[-3] != "e":
        word = _undouble(word[:-2])
    if len(word) > 4 and word.endswith("e"):
        word = word[:-1]
    return word


def _undouble(word: str) -> str:
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz" else word


def words_in(text: str) -> list[str]:
    """Return the words of a text in order: identifiers and runs of letters."""
    return WORD.findall(text)


_SHORTEST_ROOT = 4
_ROOTS = {
    "ization": ("iz",), "ation": ("", "at"), "ition": ("", "it"), "ator": ("at",), "ment": ("",),
    "able": ("",), "ion": ("",), "er": ("",), "or": ("",),
}  # fmt: skip
"""Ending -> what may stand in its place in the verb, as the verb is stemmed: `validation` -> `validat(e)`."""
_FORMS = ("", "er", "or", "ion", "ation", "able", "ment")


def relatives_of(term: str) -> tuple[str, ...]:
    """Return terms of the same family that code may use instead: `formatter` -> `format`, `formation` …"""
    if not term.isascii():
        return ()
    roots = [term]
    for ending, places in _ROOTS.items():
        rest = term.removesuffix(ending)
        if rest != term:
            roots = [_undouble(rest) + place for place in places]
            break
    roots = [root for root in roots if len(root) >= _SHORTEST_ROOT]
    forms = [root + form for root in roots for form in _FORMS]
    forms += [root + root[-1] + "er" for root in roots]
    return tuple(dict.fromkeys(form for form in forms if form != term))
