"""Source bytes in, `Syntax` out: one parse, one query, one pass over its matches.

Never raises on any bytes. A source that is too large yields nothing.
"""

from __future__ import annotations

import re

from tree_sitter import QueryCursor

from auto_tools.index.syntax.grammars import load_grammar
from auto_tools.index.syntax.reading import Reading
from auto_tools.index.syntax.shape import NOTHING, Syntax

LARGEST_SOURCE = 1024 * 1024
MOST_MATCHES_AT_ONCE = 4096
LONG_RUN = 200
_COMMENT_RUN = re.compile(rb"(?:^[ \t]*#[^\n]*\n){%d,}" % LONG_RUN, re.MULTILINE)


def extract(language: str, source: bytes) -> Syntax | None:
    """Return what a file holds, or None when the language is unknown or its grammar is not installed."""
    grammar = load_grammar(language)
    if grammar is None:
        return None
    if len(source) > LARGEST_SOURCE:
        return NOTHING
    source = _without_long_comments(language, source)
    # No progress callback: with one the binding crashes on larger sources (seen with tree-sitter 0.26.0 on
    # Django's query.py). How long a parse may take is watched by the caller, from another process.
    root = grammar.parser.parse(source).root_node
    reading = Reading(grammar.read_imports, source)
    actions = [reading.action_of(role) for role in grammar.roles]
    for index, captures in QueryCursor(grammar.query, match_limit=MOST_MATCHES_AT_ONCE).matches(root):
        actions[index](index, captures)
    return reading.finish(has_errors=root.has_error)


def _without_long_comments(language: str, source: bytes) -> bytes:
    """Blank out long runs of comment lines, on which Python's grammar takes quadratic time."""
    if language != "python" or source.count(b"\n") < LONG_RUN:
        return source
    return _COMMENT_RUN.sub(lambda found: re.sub(rb"[^\n]", b" ", found.group()), source)
