"""Source bytes in, `Syntax` out: one parse, one query, one pass over its matches.

Never raises on any bytes. A source that is too large yields nothing; one that the parser cannot get through
in time yields nothing and has errors.
"""

from __future__ import annotations

import time

from tree_sitter import QueryCursor

from auto_tools.index.syntax.grammars import load_grammar
from auto_tools.index.syntax.reading import Reading
from auto_tools.index.syntax.shape import NOTHING, Syntax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tree_sitter import Tree

    from auto_tools.index.syntax.grammars import Loaded

LARGEST_SOURCE = 1024 * 1024
MOST_MATCHES_AT_ONCE = 4096
WATCHED_SOURCE = 64 * 1024
MOST_SECONDS = 5.0
"""How long a source above `WATCHED_SOURCE` may be parsed: broken text can take the parser much longer."""


def extract(language: str, source: bytes) -> Syntax | None:
    """Return what a file holds, or None when the language is unknown or its grammar is not installed."""
    grammar = load_grammar(language)
    if grammar is None:
        return None
    if len(source) > LARGEST_SOURCE:
        return NOTHING
    tree = _parse(grammar, source)
    if tree is None:
        return NOTHING.replace(has_errors=True)
    root = tree.root_node
    reading = Reading(grammar.read_imports, source)
    actions = [reading.action_of(role) for role in grammar.roles]
    for index, captures in QueryCursor(grammar.query, match_limit=MOST_MATCHES_AT_ONCE).matches(root):
        actions[index](index, captures)
    return reading.finish(has_errors=root.has_error)


def _parse(grammar: Loaded, source: bytes) -> Tree | None:
    if len(source) < WATCHED_SOURCE:
        return grammar.parser.parse(source)
    give_up = time.monotonic() + MOST_SECONDS

    def read(at: int, _point: object) -> bytes:
        return source[at : at + WATCHED_SOURCE]

    def is_late(_at: int, _has_error: bool) -> bool:
        return time.monotonic() > give_up

    try:
        return grammar.parser.parse(read, progress_callback=is_late)
    except ValueError:
        grammar.parser.reset()
        return None
