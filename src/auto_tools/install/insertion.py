"""A piece of text put into a file: remembered, so that taking it out gives the same bytes back."""

from __future__ import annotations

from typing import NamedTuple


class Insertion(NamedTuple):
    """What is put where."""

    at: int
    """Offset in the text as it was."""
    piece: str
    """What is put there."""

    def into(self, text: str) -> str:
        """Return the text with the piece in it."""
        return text[: self.at] + self.piece + text[self.at :]


def without_piece(text: str, piece: str) -> str | None:
    """Return the text without a piece that is in it exactly once; None where it is not."""
    if not piece or text.count(piece) != 1:
        return None
    return text.replace(piece, "")
