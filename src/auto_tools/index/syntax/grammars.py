"""One literal table: which wheel parses a language, which query is put to it, who reads its imports.

A pattern of a query has one capture that says what it found:

    function method class interface struct enum trait module constant variable macro property
                    a definition of that kind; a function inside a type becomes a method
    type_alias      a definition of kind type
    prototype       a function or method without a body; nothing when it stands inside a function
    literal         a function in an object literal; counts only inside a variable or a `scope`
    member          a property; counts only inside a type
    promoted        a parameter that is also a property of the nearest type
    impl            a block that adds to the type it names; scope: a nameless one
    ref type types base     names that are used: called, as a type, a text full of types, as a supertype
    import string comment   what they say; covered: lines that belong to imports
    wrap attached           decorators around, and attributes before, a definition

Helpers beside it: @name @owner @body of a definition, @receiver of a ref, @wrapped of a wrap, @f and @g for
predicates. tree-sitter 0.26.0 reads freed memory (py-tree-sitter issue 472): 0.25.2 is the version to use.
"""

from __future__ import annotations

import importlib
import re

from tree_sitter import Language, Parser, Query

from auto_tools.index.syntax import imports, queries_managed, queries_scripts, queries_systems, queries_web
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    ImportReader = Callable[[str], imports.Found]

_HELPERS = frozenset({"name", "owner", "body", "receiver", "wrapped", "f", "g"})


class Grammar(Record):
    """Where a language's parser comes from, and what is asked of its trees."""

    wheel: str
    function: str
    query: str
    read_imports: ImportReader


GRAMMARS: dict[str, Grammar] = {
    "python": Grammar("tree_sitter_python", "language", queries_scripts.PYTHON, imports.read_python),
    "javascript": Grammar(
        "tree_sitter_javascript", "language", queries_web.JAVASCRIPT, imports.read_javascript
    ),
    "typescript": Grammar(
        "tree_sitter_typescript", "language_typescript", queries_web.TYPESCRIPT, imports.read_javascript
    ),
    "tsx": Grammar("tree_sitter_typescript", "language_tsx", queries_web.TSX, imports.read_javascript),
    "go": Grammar("tree_sitter_go", "language", queries_systems.GO, imports.read_go),
    "rust": Grammar("tree_sitter_rust", "language", queries_systems.RUST, imports.read_rust),
    "java": Grammar("tree_sitter_java", "language", queries_managed.JAVA, imports.read_dotted),
    "kotlin": Grammar("tree_sitter_kotlin", "language", queries_managed.KOTLIN, imports.read_dotted),
    "c": Grammar("tree_sitter_c", "language", queries_systems.C, imports.read_include),
    "cpp": Grammar("tree_sitter_cpp", "language", queries_systems.CPP, imports.read_include),
    "csharp": Grammar("tree_sitter_c_sharp", "language", queries_managed.CSHARP, imports.read_csharp),
    "ruby": Grammar("tree_sitter_ruby", "language", queries_scripts.RUBY, imports.read_ruby),
    "php": Grammar("tree_sitter_php", "language_php", queries_scripts.PHP, imports.read_php),
    "bash": Grammar("tree_sitter_bash", "language", queries_scripts.BASH, imports.read_bash),
    "lua": Grammar("tree_sitter_lua", "language", queries_scripts.LUA, imports.read_lua),
    "scala": Grammar("tree_sitter_scala", "language", queries_managed.SCALA, imports.read_dotted),
    "swift": Grammar("tree_sitter_swift", "language", queries_managed.SWIFT, imports.read_dotted),
}


class Loaded(Record):
    """A grammar ready for use."""

    parser: Parser
    query: Query
    roles: tuple[str, ...]
    """What each pattern of the query finds, by its index."""
    read_imports: ImportReader


_loaded: dict[str, Loaded | None] = {}


def load_grammar(language: str) -> Loaded | None:
    """Return the grammar of a language, loaded once, or None when it is unknown or not installed."""
    if language not in _loaded:
        _loaded[language] = _load(GRAMMARS[language]) if language in GRAMMARS else None
    return _loaded[language]


def _load(grammar: Grammar) -> Loaded | None:
    try:
        wheel = importlib.import_module(grammar.wheel)
    except ImportError:
        return None
    tree_language = Language(getattr(wheel, grammar.function)())
    query = Query(tree_language, grammar.query)
    text = grammar.query.encode()
    count: Any = query.pattern_count  # a number; the stubs of 0.25 call it a method
    roles = tuple(
        _role_of(text[query.start_byte_for_pattern(index) : query.end_byte_for_pattern(index)].decode())
        for index in range(count)
    )
    return Loaded(Parser(tree_language), query, roles, grammar.read_imports)


def _role_of(pattern: str) -> str:
    words: list[str] = re.findall(r"@(\w+)", pattern)
    (role,) = set(words) - _HELPERS
    return role
