"""Reads the signals of a prompt, of explicit flags, and of the repository's recent history."""

from __future__ import annotations

from auto_tools.contract import Signal
from auto_tools.intent.cues import Hit
from auto_tools.intent.scan import Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from auto_tools.contract import SignalType

MAX_SIGNALS = 40
MAX_WORDS = 12
UNSPOKEN = frozenset(("here", "ask", "git_not"))
"""Roles that help to weigh but say nothing by themselves."""


def signals_of(reading: Reading, hits: list[Hit]) -> tuple[Signal, ...]:
    """Return the signals of a prompt that was read, without repetition, at most 40."""
    found = [Signal("implicit", path, 0.9) for path in reading.paths]
    found += [Signal("implicit", f"line {line}", 0.8) for line in reading.lines]
    found += [Signal("implicit", error, 0.95) for error in reading.errors]
    found += [Signal("implicit", trace, 1.0) for trace in reading.traces[:5]]
    found += [Signal("implicit", block, 0.6) for block in reading.blocks[:3]]
    found += [Signal("code", name, weight) for name, weight in reading.symbols]
    return limit(word_signals(hits), limit(found))


def word_signals(hits: list[Hit]) -> list[Signal]:
    """Return the loudest words of a prompt in the order of the text."""
    spoken = [hit for hit in hits if any(role not in UNSPOKEN for role, _weight in hit.votes)]
    loudest = sorted(spoken, key=lambda hit: (-loudness(hit), hit.at))[:MAX_WORDS]
    return [Signal("explicit", hit.text, loudness(hit)) for hit in sorted(loudest, key=lambda hit: hit.at)]


def loudness(hit: Hit) -> float:
    """Return how much a cue says, from 0 to 1."""
    return min(1.0, round(max(weight for _role, weight in hit.votes) / 6, 2))


def limit(later: Iterable[Signal], first: tuple[Signal, ...] = ()) -> tuple[Signal, ...]:
    """Return signals without repetition, those of each type and text once, at most 40."""
    kept: dict[tuple[SignalType, str], Signal] = {(signal.type, signal.match): signal for signal in first}
    room = MAX_SIGNALS if first else MAX_SIGNALS - MAX_WORDS
    for signal in later:
        if len(kept) >= room:
            break
        kept.setdefault((signal.type, signal.match), signal)
    return tuple(kept.values())


def signals_for_location(file: str = "", line: int = 0, function: str = "") -> tuple[Signal, ...]:
    """Return the signals of a place that is named by flags instead of words."""
    found: list[Signal] = []
    if file:
        found.append(Signal("implicit", file, 1.0))
    if line > 0:
        found.append(Signal("implicit", f"line {line}", 0.9))
    if function:
        found.append(Signal("code", function, 1.0))
    return tuple(found)


def historical_signals(
    branch: str = "",
    uncommitted_files: Iterable[str] = (),
    recent_commits: Iterable[str] = (),
    earlier: Iterable[str] = (),
) -> tuple[Signal, ...]:
    """Return the signals of recent work: none of them outweighs what the prompt says itself."""
    found = [Signal("historical", name, 0.5) for name in earlier]
    found += [Signal("historical", path, 0.4) for path in uncommitted_files]
    found += [Signal("historical", branch, 0.3)] if branch else []
    found += [Signal("historical", subject, 0.2) for subject in recent_commits]
    return limit(signal for signal in found if signal.match.strip())
