"""Puts the definitions found in a file into one another: qualified names, final kinds, bases, signatures.

Works on byte ranges with a stack, so that depth costs no recursion.
"""

from __future__ import annotations

import re

from auto_tools.index.syntax.shape import Definition
from auto_tools.index.syntax.words import SEPARATOR

TYPES = frozenset({"class", "interface", "struct", "enum", "trait", "impl", "type"})
FUNCTIONS = frozenset({"function", "method"})
_HOLDERS = frozenset({"variable", "constant", "property", "scope"})
_RENAMED_KINDS = {"type_alias": "type", "member": "property", "promoted": "property"}

_ARGUMENTS = re.compile(r"<[^<>]*>|\[[^\[\]]*\]|\([^()]*\)")
_NOT_OWNERS = frozenset(
    {"", "module", "exports", "this", "self", "window", "global", "globalThis", "prototype"}
)


class Found:
    """A definition as the query gave it, not yet placed."""

    __slots__ = (
        "bases",
        "end",
        "end_line",
        "head",
        "kind",
        "name",
        "owner",
        "pattern",
        "qual",
        "signature_end",
        "start",
        "start_line",
        "types",
    )

    def __init__(self, kind: str, pattern: int, start: int, end: int) -> None:
        self.kind = kind
        self.pattern = pattern
        self.start = start
        self.end = end
        self.signature_end = end
        self.start_line = self.end_line = self.head = 0
        self.name = self.qual = self.owner = ""
        self.bases: list[str] = []
        self.types: list[str] = []

    def set_name(self, text: str) -> None:
        """Split `A::b`, `A.prototype.b`, `M:b` into owner and name."""
        if text.isidentifier():
            self.name = text
            return
        while "<" in text and self.kind != "function":
            shorter = _ARGUMENTS.sub("", text)
            if shorter == text:
                break
            text = shorter
        if self.kind in ("function", "prototype") and "::" in text:
            text = re.sub(r"<[^<>:]*>(?=::)", "", text)
        parts = [part.strip().strip("'\"`&*$?!" if "operator" not in text else "") for part in _split(text)]
        self.name = parts[-1]
        self.owner = ".".join(part for part in parts[:-1] if part not in _NOT_OWNERS)


def nest(found: list[Found], bases: list[tuple[int, str]], types: list[tuple[int, str]]) -> list[Found]:
    """Return the definitions that count, outermost first, with everything filled in."""
    found.sort(key=lambda one: (one.start, -one.end, one.head))
    kept: list[Found] = []
    stack: list[Found] = []
    for one in found:
        place = (one.start, one.end)
        while stack and (stack[-1].end <= one.start or (stack[-1].start, stack[-1].end) == place):
            stack.pop()
        if _place(one, stack):
            kept.append(one)
            stack.append(one)
    _give(kept, bases, "base")
    _give(kept, types, "type")
    return _settle_impls(kept)


def define(one: Found) -> Definition:
    """Return the finished value."""
    bases, types = tuple(one.bases), tuple(one.types)
    return Definition(one.name, one.qual, one.kind, one.start_line, one.end_line, one.head, bases, types)


def _split(text: str) -> list[str]:
    if text.startswith(("operator", "'", '"', "`")):
        return [text]
    head, operator, tail = text.partition("operator")
    if operator and head.endswith("::"):
        return [*SEPARATOR.split(head[:-2]), operator + tail]
    return SEPARATOR.split(text)


def _place(one: Found, stack: list[Found]) -> bool:
    """Give a definition its kind and qualified name below its parent; say no when it does not count."""
    parent = stack[-1] if stack else None
    if one.kind == "promoted":
        parent = next((other for other in reversed(stack) if other.kind in TYPES), None)
    above = parent.kind if parent else ""
    if one.kind == "literal":
        if above not in _HOLDERS:
            return False
        one.kind = "function" if above == "scope" else "method"
    elif one.kind == "prototype":
        if above in FUNCTIONS:
            return False
        one.kind = "function"
    elif one.kind == "member" and above not in TYPES:
        return False
    one.kind = _RENAMED_KINDS.get(one.kind, one.kind)
    if one.kind == "function" and (above in TYPES or one.owner):
        one.kind = "method"
    elif one.kind == "variable":
        is_constant = one.name.isupper() and len(one.name) > 1
        one.kind = "property" if above in TYPES else "constant" if is_constant else "variable"
    prefix = parent.qual if parent else ""
    if parent and parent.name == one.name and parent.kind == one.kind and one.kind in ("struct", "enum"):
        return False
    one.qual = ".".join(part for part in (prefix, one.owner, one.name) if part)
    return bool(one.name) or one.kind == "scope"


def _give(kept: list[Found], names: list[tuple[int, str]], what: str) -> None:
    """Hand each name to the innermost definition in whose signature it stands."""
    stack: list[Found] = []
    following = 0
    names.sort()
    for at, name in names:
        while following < len(kept) and kept[following].start <= at:
            one = kept[following]
            following += 1
            while stack and stack[-1].end <= one.start:
                stack.pop()
            stack.append(one)
        while stack and stack[-1].end <= at:
            stack.pop()
        if not stack:
            continue
        one = stack[-1]
        if what == "base":
            fits, into = one.kind in TYPES or one.kind == "module", one.bases
        else:
            fits, into = at < one.signature_end and one.kind not in TYPES, one.types
        if fits and name not in into and len(into) < 50:
            into.append(name)


def _settle_impls(kept: list[Found]) -> list[Found]:
    """Move the traits of an impl to its type, and leave the impl only where the type is elsewhere."""
    owners = {one.qual: one for one in reversed(kept) if one.kind in TYPES and one.kind != "impl"}
    settled: list[Found] = []
    for one in kept:
        if one.kind == "impl":
            owner = owners.get(one.qual)
            if owner is not None:
                owner.bases += [base for base in one.bases if base not in owner.bases]
                continue
            if not one.bases:
                continue
            one.kind = "type"
        if one.kind != "scope":
            settled.append(one)
    return settled
