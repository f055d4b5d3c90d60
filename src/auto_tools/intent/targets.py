"""What signals name: files, symbols, error texts. For the task layer of the answer."""

from __future__ import annotations

from auto_tools.intent.shapes import path_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from auto_tools.contract import Signal


def named_files(signals: Iterable[Signal]) -> tuple[str, ...]:
    """Return the files that are named, without `@` and line number."""
    found = (
        path_of(signal.match) for signal in signals if signal.type == "implicit" and " " not in signal.match
    )
    return tuple(dict.fromkeys(place[0] for place in found if place))


def named_symbols(signals: Iterable[Signal]) -> tuple[str, ...]:
    """Return the symbols that are named."""
    return tuple(dict.fromkeys(signal.match for signal in signals if signal.type == "code"))


def named_errors(signals: Iterable[Signal]) -> tuple[str, ...]:
    """Return the error texts that are quoted, without the frames of a stack trace."""
    return tuple(dict.fromkeys(signal.match for signal in signals if is_error(signal)))


def is_error(signal: Signal) -> bool:
    """Tell whether a signal is an error text: implicit, and no path, line, code block or frame."""
    text = signal.match
    if signal.type != "implicit" or signal.weight >= 1.0 or text.startswith("```"):
        return False
    return not (text.startswith("line ") and text[5:].isdigit()) and (" " in text or not path_of(text))
