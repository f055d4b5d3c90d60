"""How much each signal counts: three tables, set by hand and by search on development cases.

`bench/fit.py` fits such tables from measured cases; these are not its output.
"""

from __future__ import annotations

WEIGHTS: dict[str, float] = {
    "words": 4.0,
    "chunk": 1.6,
    "chunks": 1.6,
    "stem": 1.1,
    "folder": 1.15,
    "title_stem": 1.0,
    "defines": 1.0,
    "path": 2.5,
    "frame": 0.8,
    "quoted": 0.5,
    "subjects": 1.75,
    "commits": 0.5,
    "tests": 1.3,
    "is_docs": -4.5,
    "is_vendored": -2.3,
    "is_tooling": -3.5,
    "is_data": -3.0,
    "is_test": -4.0,
    "is_declaration": -1.0,
}
"""Signal -> weight. Each signal is divided by its greatest value in the repository first."""

SYMBOL_WEIGHTS: dict[str, float] = {
    "fit": 1.8,
    "fit_in_file": 1.1,
    "place_in_file": 0.8,
    "file": 3.0,
    "file_place": 1.15,
    "title": 1.5,
    "quoted": 0.6,
    "frame": 0.8,
    "is_container": -0.9,
    "length": 2.0,
    "is_special": 0.7,
    "is_private": 0.35,
    "is_nested": 0.6,
    "name_words": 0.7,
    "owner_title": 0.3,
    "named": 0.4,
    "title_named": 0.3,
    "owner_word": 0.5,
    "container_named": 0.6,
    "both_named": 0.8,
    "called": 1.0,
}
"""What counts for a definition: its own fit, its file's, the prompt naming it; methods go before classes."""

NEIGHBOUR_WEIGHTS: dict[str, float] = {
    "caller": 0.6,
    "callee": 1.05,
    "used": 1.05,
    "base": 0.45,
    "subclass": 0.1,
    "type": 0.7,
    "test": 1.15,
    "registration": 0.3,
    "import": 1.8,
    "sibling": 1.0,
    "changed together": 1.45,
    "second hop": 0.6,
    "score": 3.3,
    "place": 0.85,
    "same folder": 1.05,
    "same parent": 0.7,
    "unranked": -0.9,
    "is_test": -0.9,
    "is_other": -0.3,
}
"""What counts for a file near the best matches: how it was reached, its own rank, where it lies."""

SIGNAL_WORDS: dict[str, str] = {
    "words": "its text matches",
    "chunk": "one definition matches well",
    "chunks": "several definitions match",
    "stem": "its name matches",
    "folder": "its folder matches",
    "title_stem": "the prompt's title names it",
    "defines": "it defines a name of the prompt",
    "path": "the prompt names its path",
    "frame": "it is in the stack trace",
    "quoted": "it holds a quoted text",
    "subjects": "commits on it speak of this",
    "commits": "similar commits changed it",
    "tests": "matching tests import it",
    "is_docs": "documentation or example",
    "is_vendored": "vendored or generated",
    "is_tooling": "tooling",
    "is_data": "not source code",
    "is_test": "a test",
    "is_declaration": "only declares types",
}
"""What each signal says, for people."""
