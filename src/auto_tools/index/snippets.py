"""The lines of a definition that show why it was found, read anew from the work tree."""

from __future__ import annotations

from auto_tools.index.analyse import LARGEST_SHOWN
from auto_tools.index.words import terms_of, words_in
from auto_tools.record import Record
from auto_tools.safety.files import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

MOST_LINES = 20


class Snippet(Record):
    """Some lines of a file."""

    line: int
    """Number of the first."""
    text: str
    """The lines."""
    start: int
    """First line of the definition."""
    end: int
    """Last line of the definition."""


def cut_snippet(
    root: str, path: str, name: str, span: tuple[int, int, int], terms: Collection[str], *, moved: bool
) -> Snippet | None:
    """Return the best lines of a definition at (start, end, head); None when it is not there any more.

    `moved` says that the file changed since it was indexed: the definition is looked for by its name.
    """
    text = read_text(root, path, limit=LARGEST_SHOWN)
    if text is None:
        return None
    lines = text.split("\n")
    start, end, head = span
    if moved:
        offset = _find_moved(lines, name.rpartition(".")[2], head)
        if offset is None:
            return None
        start, end, head = start + offset, end + offset, head + offset
    start, end = max(start, 1), min(end, len(lines))
    if start > end:
        return None
    first = _best_window(lines, start, end, head, terms)
    last = min(first + MOST_LINES - 1, end)
    return Snippet(first, "\n".join(lines[first - 1 : last]), start, end)


def _find_moved(lines: list[str], name: str, head: int) -> int | None:
    """Return by how many lines a definition moved: the nearest line that has its name."""
    if 0 < head <= len(lines) and name in words_in(lines[head - 1]):
        return 0
    near = sorted(range(len(lines)), key=lambda at: abs(at + 1 - head))
    return next((at + 1 - head for at in near if name in lines[at] and name in words_in(lines[at])), None)


def _best_window(lines: list[str], start: int, end: int, head: int, terms: Collection[str]) -> int:
    """Return the first line of the window with the most different terms; the head is worth three of them."""
    if end - start + 1 <= MOST_LINES:
        return start
    found = [_terms_in(line, terms) for line in lines[start - 1 : end]]
    best, best_worth = start, -1.0
    for first in range(start, end - MOST_LINES + 2):
        seen = set().union(*found[first - start : first - start + MOST_LINES])
        worth = len(seen) + (3.0 if first <= head < first + MOST_LINES else 0.0)
        if worth > best_worth:
            best, best_worth = first, worth
    return best


def _terms_in(line: str, terms: Collection[str]) -> set[str]:
    return {term for word in words_in(line) for term in terms_of(word) if term in terms}
