"""Call sites of a source file with the whole text of what stands before the dot, within some lines.

The index keeps a name once per definition and only a single name as receiver; who follows calls needs every
site and `self.pool` of `self.pool.take()`. Sources are parsed anew for it, which costs a few milliseconds.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from tree_sitter import Query, QueryCursor

from auto_tools.index.syntax.extract import LARGEST_SOURCE, MOST_MATCHES_AT_ONCE
from auto_tools.index.syntax.grammars import load_grammar
from auto_tools.index.syntax.words import called_name, simple_name
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Node, Tree

LONGEST_RECEIVER = 300
_CREATING = frozenset(
    ("object_creation_expression", "new_expression", "composite_literal", "struct_expression", "generic_type")
)
"""Nodes in which a type is made into an object."""
_SEPARATORS = ("::", "->", "?.", "!.", ".", "\\")
_PYTHON = """
(assignment left: (subscript value: (_) @receiver) @setitem)
(delete_statement (subscript value: (_) @receiver) @delitem)
(subscript value: (_) @receiver) @getitem
(attribute object: (_) @receiver attribute: (identifier) @read)
(with_item value: (_) @receiver @enter)
(for_statement right: (_) @receiver @iter)
(for_in_clause right: (_) @receiver @iter)
(comparison_operator operators: "in" . (_) @receiver @contains)
(comparison_operator operators: "not in" . (_) @receiver @contains)
(comparison_operator . (_) @receiver @eq operators: "==")
(call function: (identifier) @built arguments: (argument_list . (_) @receiver))
"""
"""What else calls something in Python: properties that are read, operators, loops, built-in functions."""
_ROLES = tuple("setitem delitem getitem read enter iter iter contains contains eq built".split())
_BUILT_IN = frozenset("len str repr iter next hash bool int float bytes reversed abs".split())
_NEW_LINE = re.compile(rb"\n")
_queries: dict[str, Query] = {}


class Site(Record):
    """A place where something is called."""

    name: str
    """Simple name of what is called."""
    receiver: str
    """The text before the last dot, without spaces; empty for a plain call."""
    line: int
    """Where the name stands."""
    way: str
    """`call`, `create`, `read` (an attribute) or `implied` (an operator, a loop, a built-in function)."""


class Parsed(Record):
    """A source file that was parsed."""

    language: str
    """Its language."""
    source: bytes
    """Its bytes."""
    tree: Tree
    """Its tree."""
    starts: tuple[int, ...]
    """Where each line begins; points of tree-sitter 0.26.0 cannot be read safely, bytes can."""

    def line(self, at: int) -> int:
        """Return the line of a byte."""
        return bisect_right(self.starts, at)

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Return the bytes of some lines."""
        end = self.starts[last] if last < len(self.starts) else len(self.source)
        return self.starts[min(max(first, 1), len(self.starts)) - 1], end


def parse_source(language: str, source: bytes) -> Parsed | None:
    """Parse a source; None when it is too large or its grammar is not installed."""
    grammar = load_grammar(language)
    if grammar is None or len(source) > LARGEST_SOURCE:
        return None
    starts = (0, *(found.end() for found in _NEW_LINE.finditer(source)))
    return Parsed(language, source, grammar.parser.parse(source), starts)


def sites_between(parsed: Parsed, first: int, last: int) -> list[Site]:
    """Return the call sites between two lines, in the order of the text."""
    grammar = load_grammar(parsed.language)
    if grammar is None:
        return []
    found: dict[tuple[int, str], Site] = {}
    cursor = QueryCursor(grammar.query, match_limit=MOST_MATCHES_AT_ONCE)
    cursor.set_byte_range(*parsed.span(first, last))
    root = parsed.tree.root_node
    for index, captures in cursor.matches(root):
        role = grammar.roles[index]
        node = captures.get(role, [None])[0] if role in ("ref", "type") else None
        if node is None or not first <= parsed.line(node.end_byte - 1) <= last:
            continue
        site = _site(parsed, role, node, captures.get("receiver"))
        if site and (site.receiver or (node.end_byte, "") not in found):
            found[node.end_byte, ""] = site
    if parsed.language == "python":
        _add_implied(parsed, first, last, found)
    return [found[key] for key in sorted(found)]


def _site(parsed: Parsed, role: str, node: Node, receivers: list[Node] | None) -> Site | None:
    source = parsed.source
    line = parsed.line(node.end_byte - 1)
    text = _text(source, node)
    after = source[node.end_byte : node.end_byte + 2]
    if parsed.language == "php" and after == b"::":
        return None  # the class of a constant or of a static call, not a call
    if role == "type":
        if source[max(node.start_byte - 5, 0) : node.start_byte] == b"std::":
            return None
        parent = node.parent.type if node.parent else ""
        grand = node.parent.parent.type if node.parent and node.parent.parent else ""
        makes = parent in _CREATING and (parent != "generic_type" or grand in _CREATING)
        return Site(simple_name(text), "", line, "create") if makes and simple_name(text) else None
    _receiver, name = called_name(text[-200:])
    if not name:
        return None
    if receivers:
        return Site(name, _squeeze(_text(source, receivers[0])), line, "call")
    before = text.rstrip()
    if before.endswith(">"):
        before = before[: before.rfind(name) + len(name)] if name in before else before
    before = before.removesuffix(name)
    for separator in _SEPARATORS:
        if before.rstrip().endswith(separator):
            return Site(name, _squeeze(before.rstrip().removesuffix(separator)), line, "call")
    return Site(name, "", line, "call")


def _add_implied(parsed: Parsed, first: int, last: int, found: dict[tuple[int, str], Site]) -> None:
    """Add what Python calls without a name in the source."""
    source = parsed.source
    cursor = QueryCursor(_python_query(), match_limit=MOST_MATCHES_AT_ONCE)
    cursor.set_byte_range(*parsed.span(first, last))
    root = parsed.tree.root_node
    written: set[int] = set()
    for index, captures in cursor.matches(root):
        role = _ROLES[index]
        node = captures[role][0]
        end = node.end_byte
        line = parsed.line(end - 1)
        if not first <= line <= last:
            continue
        receiver = _squeeze(_text(source, captures["receiver"][0]))
        if role == "read":
            if (end, "") not in found:
                found[end, "read"] = Site(_text(source, node), receiver, line, "read")
            continue
        if role in ("setitem", "delitem"):
            written.add(end)
            found.pop((end, "getitem"), None)
        if role == "built":
            name = _text(source, node)
            if name in _BUILT_IN:
                found[end, role] = Site(f"__{name}__", receiver, line, "implied")
        elif role != "getitem" or end not in written:
            found[end, role] = Site(f"__{role}__", receiver, line, "implied")


def _python_query() -> Query:
    if "python" not in _queries:
        grammar = load_grammar("python")
        language = grammar.parser.language if grammar else None
        assert language is not None
        _queries["python"] = Query(language, _PYTHON)
    return _queries["python"]


def _text(source: bytes, node: Node) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _squeeze(text: str) -> str:
    return "".join(text.split())[-LONGEST_RECEIVER:]
