"""What the learned weights look at: words, pairs of words, pieces of Chinese, and what is named.

The same function serves the hook and the command that fits the weights, so both see the same.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from auto_tools.intent.scan import Reading

MOST_WORDS = 120
MOST_CHINESE = 500
STEM = 6
CHINESE = "\u2e80"
"""From this character on a letter is taken for Chinese, Japanese or Korean."""


def features_of(reading: Reading) -> list[str]:
    """Return the features of a prompt that was read, each once, in the order they come."""
    found: dict[str, None] = {}
    before = "^"
    for word in reading.words[:MOST_WORDS]:
        if word[0] > CHINESE:
            continue
        if word.isdigit():
            word = "0"
        found["w " + word] = None
        if len(word) > STEM:
            found["p " + word[:STEM]] = None
        found[f"b {before} {word}"] = None
        before = word
    for run in chinese_runs(reading.text[:MOST_CHINESE]):
        for size in (1, 2, 3):
            for at in range(len(run) - size + 1):
                found["z " + run[at : at + size]] = None
    named = (reading.paths, reading.symbols, reading.errors, reading.traces, reading.blocks)
    for name, things in zip(("path", "symbol", "error", "trace", "block"), named, strict=True):
        if things:
            found["has " + name] = None
    length = len(reading.words)
    found["size " + ("0" if length < 3 else "1" if length < 7 else "2" if length < 15 else "3")] = None
    return list(found)


def chinese_runs(text: str) -> list[str]:
    """Return the stretches of Chinese, the very first marked `^`, the ends marked `$`."""
    if text.isascii():
        return []
    runs: list[str] = []
    run = "^"
    for char in text + " ":
        if char > CHINESE and char.isalpha():
            run += char
        elif len(run.lstrip("^")) > 0:
            runs.append(run + "$")
            run = ""
        else:
            run = ""
    return runs
