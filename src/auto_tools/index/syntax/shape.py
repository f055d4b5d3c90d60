"""The values that describe one source file; lines are 1-based and inclusive."""

from __future__ import annotations

from auto_tools.record import Record


class Definition(Record):
    """A named thing of a file: function, class, constant and the like."""

    name: str
    qual: str
    """The name with those of its owners inside the file, joined by a dot."""
    kind: str
    """function method class interface struct enum trait module type constant variable macro property"""
    start: int
    """The first line, with decorators and annotations."""
    end: int
    head: int
    """The line where the name stands."""
    bases: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


class Import(Record):
    """A module that a file asks for, as written, and the names taken from it (`*`: all)."""

    module: str
    names: tuple[str, ...]
    line: int


class Reference(Record):
    """A name that is called, instantiated, or used as a type or decorator."""

    name: str
    line: int
    receiver: str = ""
    """What stands before the dot when that is a single name."""


class Syntax(Record):
    """Everything extracted from one file, each part in the order of lines."""

    definitions: tuple[Definition, ...]
    imports: tuple[Import, ...]
    import_lines: tuple[int, ...]
    references: tuple[Reference, ...]
    strings: tuple[tuple[int, str], ...]
    """Line and text of literals of three words or more, without quotes, cut at 400 characters."""
    comments: tuple[tuple[int, int], ...]
    """First and last line of comments and docstrings that cover whole lines."""
    has_errors: bool


NOTHING = Syntax((), (), (), (), (), (), False)
"""A file of which nothing is known."""
