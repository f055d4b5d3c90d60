"""Reads a prompt as a query: weighted terms, names, paths, quoted texts.

The title counts most, then text in backticks; code, prose and pasted logs count once. Words of issue
templates count little, comments of templates and addresses not at all (but for the path of a file in one).
"""

from __future__ import annotations

import re

from auto_tools.index.rank.sections import split_sections
from auto_tools.index.rank.stopwords import STOP_TERMS, TEMPLATE_TERMS
from auto_tools.index.words import terms_of, words_in
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_CHARS = 32_000
PART_WORTH = (3.0, 1.0, 1.0, 2.0, 0.2)
"""What a word counts in title, prose, code, backticks, and sections about the surroundings."""
MOST_NAMES = 60
MOST_FRAMES = 80
MOST_PROSE = 40
FEW_WORDS = 3
"""A prompt of so few words may be a bare name."""
_COMMENT = re.compile(r"<!--.*?(-->|$)", re.DOTALL)
_BLOB = re.compile(r"https?://[^\s)>\]]+?/(?:blob|tree)/[^/\s]+/([^\s)>\]#?]+)[^\s)>\]]*")
_URL = re.compile(r"https?://[^\s)>\]]+")
_FENCE = re.compile(r"```[^\n]*\n(.*?)(?:```|$)|~~~[^\n]*\n(.*?)(?:~~~|$)", re.DOTALL)
_INLINE = re.compile(r"`([^`\n]{1,200})`")
_NAME = re.compile(r"[^\W\d]\w*(?:(?:\.|::|->|#)[^\W\d]\w*)*")
_PATH = re.compile(r"[\w@~.+-]*(?:/[\w@.+-]+)+|[\w-]+\.[A-Za-z]{1,4}\b", re.ASCII)
_LONG_WORD = re.compile(r"[\w@~.+/-]{400,}|`{20,}", re.ASCII)
"""What no person writes, and what a search for paths would take quadratic time over."""
_FRAME = re.compile(
    r'File "([^"\n]+)", line \d+(?:, in ([\w.<>]+))?'
    r"|(?:\bat ([\w.$<>\[\] ]{1,120}) ?\(|\bat |\bin |\()([\w@:./\\-]+\.[A-Za-z]{1,5}):\d+"
)
_DEFINES = re.compile(r"\b(?:def|class|function|func|fn|struct|interface|trait|enum)\s+(?:self\.)?(\w+)")
_CAMEL = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2,}[a-z]")
_LONG_LINE = 240


class Query(Record):
    """What a prompt asks for, in the index's own terms."""

    weights: Mapping[str, float]
    """Terms and how much each counts."""
    kept: frozenset[str]
    """Terms of the title and of backticks: never pruned."""
    names: Mapping[str, float]
    """Identifiers that look like code, simple or dotted, and how much each counts."""
    paths: tuple[str, ...]
    """Paths and file names it mentions."""
    frames: tuple[tuple[str, str], ...]
    """File and function of pasted stack traces, the innermost last where the language prints it last."""
    pairs: tuple[tuple[str, float], ...]
    """Neighbouring words joined, which count where the repository has such a name."""
    title_terms: frozenset[str]
    """Terms of the title alone."""
    prose_terms: tuple[str, ...]
    """Terms of title and prose, in order."""
    title_words: tuple[str, ...]
    """Words of the title and of backticks as they are written, and in lower case."""
    spelling: Mapping[str, str]
    """Terms as a person would read them."""
    text: str
    """The prompt without comments and addresses."""


def read_query(prompt: str) -> Query:
    """Turn a prompt into a query."""
    text = _COMMENT.sub(" ", _LONG_WORD.sub(" ", prompt[:MOST_CHARS]))
    linked = _BLOB.findall(text)
    text = _URL.sub(" ", _BLOB.sub(" ", text))
    text = text.replace("\r", "")
    proper, minor = split_sections(text)
    code = "\n".join(first or second for first, second in _FENCE.findall(proper))
    rest = _FENCE.sub("\n", proper)
    inline = " ".join(_INLINE.findall(rest))
    title, prose = _split_title(rest)
    spelling: dict[str, str] = {}
    parts = tuple(_count(part, spelling) for part in (title, prose, code, inline, minor))
    weights: dict[str, float] = {}
    for worth, counts in zip(PART_WORTH, parts, strict=True):
        for term, count in counts.items():
            weights[term] = weights.get(term, 0.0) + worth * _saturate(count)
    _add_chinese(weights, spelling, title, prose)
    for term in TEMPLATE_TERMS & weights.keys():
        weights[term] *= 0.3
    frames = _frames(text)
    return Query(
        weights,
        frozenset(parts[0]) | frozenset(parts[3]),
        _names(title, rest, code, inline),
        tuple(dict.fromkeys((*linked, *_PATH.findall(rest), *(path for path, _function in frames)))),
        frames,
        _pairs(title, prose),
        frozenset(parts[0]),
        tuple(term for term in {**parts[0], **parts[1]} if term in weights)[:MOST_PROSE],
        _title_words(title, inline),
        spelling,
        text,
    )


def _split_title(text: str) -> tuple[str, str]:
    """Return the first line and the rest; a long first line gives its first sentence."""
    stripped = text.strip()
    title, _, prose = stripped.partition("\n")
    if len(title) > _LONG_LINE:
        cut = re.search(r"[.!?。！？]\s|[。！？]", title)
        at = cut.end() if cut and cut.end() <= _LONG_LINE else _LONG_LINE
        title, prose = title[:at], title[at:] + "\n" + prose
    return title, prose


def _title_words(title: str, inline: str) -> tuple[str, ...]:
    words = [word for word in (*words_in(title), *words_in(inline)) if len(word) > 2]
    return tuple(dict.fromkeys((*words, *(word.lower() for word in words))))[:MOST_NAMES]


def _count(text: str, spelling: dict[str, str]) -> dict[str, int]:
    """Count the terms of a text, and note how each is written."""
    counts: dict[str, int] = {}
    for word in words_in(text):
        terms = terms_of(word)
        for term in terms:
            if term not in STOP_TERMS:
                counts[term] = counts.get(term, 0) + 1
        if terms and word.isascii():
            spelling.setdefault(terms[-1], word)
    return counts


def _saturate(count: int) -> float:
    return 2.0 * count / (count + 1.0)


def _add_chinese(weights: dict[str, float], spelling: dict[str, str], title: str, prose: str) -> None:
    """Add the English words for Chinese ones, as the repository's identifiers would have them."""
    if title.isascii() and prose.isascii():
        return
    from auto_tools.index.rank.chinese import has_han, translate

    for worth, text in ((3.0, title), (1.0, prose)):
        if has_han(text):
            for word, weight in translate(text).items():
                for term in terms_of(word):
                    spelling.setdefault(term, word)
                    if term not in STOP_TERMS:
                        weights[term] = weights.get(term, 0.0) + worth * min(weight, 1.5)


def _names(title: str, rest: str, code: str, inline: str) -> dict[str, float]:
    """Return what looks like a name of code; names that pasted code itself defines are left out."""
    defined = {name.lower() for name in _DEFINES.findall(code)}
    names: dict[str, float] = {}
    is_short = not code and len(words_in(rest)) <= FEW_WORDS

    def add(text: str, worth: float, *, any_word: bool) -> None:
        for found in _NAME.finditer(text):
            name = found.group()
            called = text[found.end() : found.end() + 1] == "("
            if (len(name) < 3 and not is_short) or len(names) >= MOST_NAMES:
                continue
            if any_word or called or _looks_like_code(name):
                last = re.split(r"\.|::|->|#", name)[-1]
                if last.lower() not in defined:
                    names[name] = max(names.get(name, 0.0), worth)

    add(inline, 1.0, any_word=True)
    add(title, 1.0, any_word=is_short)
    add(rest, 0.7, any_word=False)
    add(code, 0.4, any_word=False)
    return names


def _looks_like_code(name: str) -> bool:
    is_joined = "_" in name.strip("_") or "." in name or "::" in name
    return is_joined or name[0] == "_" or bool(_CAMEL.search(name))


def _frames(text: str) -> tuple[tuple[str, str], ...]:
    python: list[tuple[str, str]] = []
    others: list[tuple[str, str]] = []
    for first, inside, called, second in _FRAME.findall(text):
        if first:
            python.append((first, inside))
        else:
            others.append((second, re.split(r"[.\s]", called.strip())[-1]))
    frames = [*reversed(others[:MOST_FRAMES]), *python[-MOST_FRAMES:]]  # Python prints the innermost last
    return tuple((path.replace("\\", "/"), function) for path, function in frames)


def _pairs(title: str, prose: str) -> tuple[tuple[str, float], ...]:
    pairs: dict[str, float] = {}
    for text, worth in ((title, 2.0), (prose, 0.7)):
        words = [word.lower() for word in words_in(text)]
        for first, second in zip(words, words[1:], strict=False):
            if len(first) > 1 and len(second) > 1 and first.isascii() and second.isascii():
                for term in terms_of(first + second)[-1:]:
                    pairs[term] = max(pairs.get(term, 0.0), worth)
            if len(pairs) > 300:
                break
    return tuple(pairs.items())
