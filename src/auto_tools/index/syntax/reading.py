"""Turns the matches of one file's query into values; what a role means is told in `grammars`.

Definitions are only gathered here and placed by `nesting` when all are known. Lines are looked up from bytes,
which is several times faster than asking a node for its point.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from auto_tools.index.syntax.nesting import Found, define, nest
from auto_tools.index.syntax.shape import Import, Reference, Syntax
from auto_tools.index.syntax.words import (
    BUILT_IN,
    called_name,
    simple_name,
    string_text,
    types_in,
    without_arguments,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from auto_tools.index.syntax.grammars import ImportReader

    Captures = dict[str, list[Node]]
    Action = Callable[[int, Captures], None]

MOST_DEFINITIONS = 5000
MOST_REFERENCES = 50_000
MOST_IMPORTS = 5000
LONGEST_NAME = 200
LONGEST_IMPORT = 20_000
LONGEST_ANNOTATION = 2000

_NEW_LINE = re.compile(rb"\n")
_SPACE = re.compile(rb"(?:\s|//[^\n]*\n|/\*.*?\*/)*", re.S)
_SIMPLE = re.compile(r"[@$]{0,2}[\w$]+\Z")
_WITH_VALUE = frozenset({"variable", "constant", "property", "member"})


class Reading:
    """Gathers what the query of one file matched."""

    def __init__(self, read_imports: ImportReader, source: bytes) -> None:
        self.source = source
        self.read_imports = read_imports
        self.line_ends = [found.start() for found in _NEW_LINE.finditer(source)]
        self.found: dict[int, Found] = {}
        self.name_ends: list[int] = []
        self.references: dict[int, tuple[str, int, str]] = {}
        self.bases: list[tuple[int, str]] = []
        self.types: list[tuple[int, str]] = []
        self.imports: dict[int, tuple[int, int, list[Import]]] = {}
        self.covered: set[int] = set()
        self.strings: dict[int, tuple[int, str]] = {}
        self.comments: list[tuple[int, int]] = []
        self.starts: dict[int, int] = {}
        """Where a definition begins -> the line where its decorators do."""

    def action_of(self, role: str) -> Action:
        """Return what takes the matches of a role."""
        action: Action | None = getattr(self, "take_" + role, None)
        if action is not None:
            return action
        return lambda index, captures: self.take_definition(role, index, captures)

    def line(self, at: int) -> int:
        """Return the line of a byte."""
        return bisect_left(self.line_ends, at) + 1

    def lines(self, node: Node) -> tuple[int, int]:
        """Return the first and last line of a node; a newline at its end belongs to the line before."""
        start, end = node.start_byte, node.end_byte
        return self.line(start), self.line(max(start, end - 1))

    def text(self, node: Node, most: int = LONGEST_NAME) -> str:
        """Return the first bytes of a node as text."""
        start = node.start_byte
        return self.source[start : min(node.end_byte, start + most)].decode("utf-8", "replace")

    def take_ref(self, _index: int, captures: Captures) -> None:
        """Note what is called, with the single name it is called on."""
        node = captures["ref"][0]
        end = node.end_byte
        text = self.source[max(node.start_byte, end - LONGEST_NAME) : end].decode("utf-8", "replace")
        receiver, name = ("", text) if text.isidentifier() else called_name(text)
        before = captures.get("receiver")
        if before:
            written = self.text(before[0])
            receiver = (written.lstrip("$") or written) if _SIMPLE.match(written) else ""
        if name and (receiver or end not in self.references):
            self.references[end] = (name, self.line(end - 1), receiver)

    def take_type(self, _index: int, captures: Captures) -> None:
        """Note one type that is used."""
        node = captures["type"][0]
        text = self.text(node)
        name = simple_name(text)
        if name and name not in BUILT_IN:
            start = node.start_byte
            self.types.append((start, name))
            end = node.end_byte if name == text else start + len(without_arguments(text).encode())
            self.references.setdefault(end, (name, self.line(start), ""))

    def take_types(self, _index: int, captures: Captures) -> None:
        """Note every type in the text of an annotation; those of an inner annotation are the same ones."""
        node = captures["types"][0]
        start = node.start_byte
        for first, end, receiver, name in types_in(self.text(node, LONGEST_ANNOTATION)):
            if start + end not in self.references:
                self.types.append((start + first, name))
                self.references[start + end] = (name, self.line(start + first), receiver)

    def take_base(self, _index: int, captures: Captures) -> None:
        """Note a supertype of the definition it stands in."""
        node = captures["base"][0]
        text = without_arguments(self.text(node))
        name, start = simple_name(text), node.start_byte
        if name:
            self.bases.append((start, name))
            receiver = text.rpartition(".")[0]
            reference = (name, self.line(start), receiver if receiver.isidentifier() else "")
            self.references[start + len(text.encode())] = reference

    def take_import(self, _index: int, captures: Captures) -> None:
        """Note an import; a require inside its binding ends where that does and is the same import."""
        node = captures["import"][0]
        end = node.end_byte
        if end in self.imports or len(self.imports) >= MOST_IMPORTS:
            return
        first, last = self.lines(node)
        read = self.read_imports(self.text(node, LONGEST_IMPORT))
        if read:
            self.imports[end] = (first, last, [Import(module, names, first) for module, names in read])

    def take_covered(self, _index: int, captures: Captures) -> None:
        """Note the lines of a block of imports."""
        first, last = self.lines(captures["covered"][0])
        self.covered.update(range(first, last + 1))

    def take_string(self, _index: int, captures: Captures) -> None:
        """Note a literal of three words or more."""
        node = captures["string"][0]
        start, end = node.start_byte, node.end_byte
        text = string_text(self.source, start, end)
        if text:
            self.strings[start] = (self.line(start), text)

    def take_comment(self, _index: int, captures: Captures) -> None:
        """Note a comment when nothing else stands on its lines."""
        node = captures["comment"][0]
        source, start, end = self.source, node.start_byte, node.end_byte
        if source[source.rfind(b"\n", 0, start) + 1 : start].strip():
            return
        if source[end - 1 : end] != b"\n":
            line_end = source.find(b"\n", end)
            if source[end : line_end if line_end >= 0 else len(source)].strip():
                return
        self.comments.append(self.lines(node))

    def take_wrap(self, _index: int, captures: Captures) -> None:
        """Note where something around a definition begins."""
        self.starts[captures["wrapped"][0].start_byte] = self.line(captures["wrap"][0].start_byte)

    def take_attached(self, _index: int, captures: Captures) -> None:
        """Note an attribute that belongs to whatever follows it."""
        node = captures["attached"][0]
        space = _SPACE.match(self.source, node.end_byte)
        following = space.end() if space else node.end_byte
        self.starts[following] = self.starts.get(node.start_byte) or self.line(node.start_byte)

    def take_definition(self, role: str, index: int, captures: Captures) -> None:
        """Note a definition; of several patterns that find the same one the first of the query wins."""
        node = captures[role][0]
        names = captures.get("name")
        name = names[0] if names else node
        known = self.found.get(name.start_byte)
        if known is not None and known.pattern <= index:
            return
        one = self.found[name.start_byte] = Found(role, index, node.start_byte, node.end_byte)
        one.start_line, one.end_line = self.lines(node)
        one.head = self.line(name.start_byte)
        if names:
            one.set_name(self.text(name))
            if role != "impl":
                self.name_ends.append(name.end_byte)
        owner = captures.get("owner")
        if owner:
            one.owner = simple_name(self.text(owner[0]))
        body = captures.get("body")
        inner = body[0] if body else node.child_by_field_name("body")
        if inner is not None:
            one.signature_end = inner.start_byte
        elif role in _WITH_VALUE:
            equals = self.source.find(b"=", name.end_byte, one.end)
            one.signature_end = equals if equals >= 0 else one.end

    def finish(self, *, has_errors: bool) -> Syntax:
        """Place the definitions and return everything in order."""
        for at in self.name_ends:
            self.references.pop(at, None)
        found = [one for one in self.found.values() if one.kind != "variable" or one.end not in self.imports]
        for one in found:
            one.start_line = min(one.start_line, self.starts.get(one.start, one.start_line))
        types = [pair for pair in self.types if pair[0] not in self.found]
        placed = nest(found, self.bases, types)
        definitions = sorted(map(define, placed), key=lambda one: (one.start, -one.end))
        imports: list[Import] = []
        for first, last, read in self.imports.values():
            self.covered.update(range(first, last + 1))
            imports += read
        imports.sort(key=lambda one: one.line)
        references = sorted(self.references.items())[:MOST_REFERENCES]
        return Syntax(
            tuple(definitions[:MOST_DEFINITIONS]),
            tuple(imports[:MOST_IMPORTS]),
            tuple(sorted(self.covered)),
            tuple([Reference(*values) for _, values in references]),
            tuple(self.strings[at] for at in sorted(self.strings)),
            _merge(self.comments),
            has_errors,
        )


def _merge(ranges: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Join comments on neighbouring lines."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return tuple(merged)
