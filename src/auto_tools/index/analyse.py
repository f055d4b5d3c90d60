"""What one file gives the index: its chunks, terms, definitions, imports, uses and quoted texts.

The result is a plain tuple, so that it can be stored by content and shared by every work tree that has the
same file. Nothing in it depends on the path but the language.
"""

from __future__ import annotations

from _sha1 import sha1  # hashlib would bring OpenSSL with it

from auto_tools.index.postings import MOST_FREQUENCY, MOST_PLACES, NAMED, encode_length
from auto_tools.index.words import terms_of, words_in
from auto_tools.safety.redact import redact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from auto_tools.index.syntax.shape import Definition, Syntax

FORMAT = 3
"""Raised when the same file gives another result; stored results of other formats are made anew."""
LARGEST_SHOWN = 262_144
"""Of a larger file nothing but path, size and content id is ever shown."""
LARGEST_FILE = 262_144
LARGEST_CODE = 1_048_576
"""A larger file is not analysed; code may be larger than other text, so that big modules are found."""
WINDOW_LINES = 60
LONGEST_LINE = 2_000
MOST_TRIGRAMS = 4_000
LONGEST_STRING = 160
CODE, HEAD, IMPORT = 2, 6, 1
"""What a word counts, in halves: in any line, in the line that names a definition, in an import."""

_CHUNK_KINDS = frozenset(
    ["function", "method", "class", "interface", "struct", "enum", "trait", "module", "type"]
)
_SMALL_CHUNK = 6

# Positions in the stored tuple
CHUNKS, TERMS, DEFINITIONS, IMPORTS, USES, TRIGRAMS, LINES, WORDS = range(8)


def largest_of(language: str | None) -> int:
    """Return how many bytes a file of a language may have to be analysed."""
    return LARGEST_FILE if language is None else LARGEST_CODE


def analyse(language: str | None, data: bytes) -> tuple[Any, ...]:
    """Return (chunks, terms, definitions, imports, uses, trigrams, lines, words), secrets left out."""
    text = data.decode("utf-8", "replace")
    searched = without_secrets(text)
    if searched != text:
        text, data = searched, searched.encode("utf-8", "replace")
    lines = text.split("\n")
    syntax = None
    if language is not None and not _is_minified(lines, len(text)):
        from auto_tools.index.syntax.extract import extract

        syntax = extract(language, data)
    if syntax is None:
        return _plain(lines)
    return _structured(lines, syntax)


def without_secrets(text: str) -> str:
    """Return a text as it may be stored: secrets taken out, every other line where it was."""
    redacted = redact(text, {})
    if redacted.count("\n") == text.count("\n"):
        return redacted
    old, new = text.split("\n"), redacted.split("\n")
    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    room = shorter - head
    tail = next((at for at in range(room) if old[-1 - at] != new[-1 - at]), room)
    kept = new[head : len(new) - tail]
    gap = len(old) - len(new)
    between = kept + [""] * gap if gap > 0 else kept[: len(old) - head - tail]
    return "\n".join((*old[:head], *between, *old[len(old) - tail :]))


def _is_minified(lines: list[str], size: int) -> bool:
    return size > 20_000 and size / len(lines) > 300


def _plain(lines: list[str]) -> tuple[Any, ...]:
    """Cut a text without known syntax into windows of lines."""
    chunks = []
    terms: dict[str, list[int]] = {}
    total = 0
    for number, start in enumerate(range(0, len(lines), WINDOW_LINES)):
        if number > MOST_PLACES:
            break
        part = [line[:LONGEST_LINE] for line in lines[start : start + WINDOW_LINES]]
        counts: dict[str, int] = {}
        words = words_in("\n".join(part))
        for word in words:
            counts[word] = counts.get(word, 0) + CODE
        total += len(words)
        chunks.append(("", "text", start + 1, start + len(part), start + 1, encode_length(len(words))))
        _add_terms(terms, number, counts, ())
    return (tuple(chunks), _freeze(terms), (), (), (), (), len(lines), total)


def _structured(lines: list[str], syntax: Syntax) -> tuple[Any, ...]:
    owners, defined = _assign_lines(len(lines), syntax.definitions)
    heads = {definition.head for definition in syntax.definitions}
    imports = set(syntax.import_lines)
    counts: list[dict[str, int]] = [{} for _ in defined]
    sizes = [0] * len(defined)
    for number, line in enumerate(lines, 1):
        words = words_in(line[:LONGEST_LINE])
        if not words:
            continue
        owner = owners[number]
        worth = HEAD if number in heads else IMPORT if number in imports else CODE
        own = counts[owner]
        sizes[owner] += len(words)
        for word in words:
            own[word] = own.get(word, 0) + worth
    terms: dict[str, list[int]] = {}
    chunks = []
    for number, definition in enumerate(defined):
        qual = definition.qual if definition else ""
        _add_terms(terms, number, counts[number], words_in(qual.replace(".", " ")))
        chunks.append(_chunk(definition, len(lines), encode_length(sizes[number])))
    known = syntax.definitions[: MOST_PLACES + 1]
    definitions = tuple(
        (d.name, d.qual, d.kind, d.start, d.end, d.head, tuple(d.bases), tuple(d.types)) for d in known
    )
    imported = tuple((one.module, tuple(one.names), one.line) for one in syntax.imports)
    uses = _uses(syntax, owners)
    trigrams = _trigrams(syntax.strings, owners)
    return (tuple(chunks), _freeze(terms), definitions, imported, uses, trigrams, len(lines), sum(sizes))


def _chunk(definition: Definition | None, lines: int, length: int) -> tuple[Any, ...]:
    if definition is None:
        return ("", "module", 1, lines, 1, length)
    return (definition.qual, definition.kind, definition.start, definition.end, definition.head, length)


def _assign_lines(
    count: int, definitions: tuple[Definition, ...]
) -> tuple[list[int], list[Definition | None]]:
    """Give each line to the innermost definition that is a chunk of its own; the rest is chunk 0."""
    owners = [0] * (count + 2)
    chunks: list[Definition | None] = [None]
    for definition in definitions:  # outer ones come first, so that inner ones overwrite them
        is_long = definition.end - definition.start + 1 >= _SMALL_CHUNK
        if (definition.kind in _CHUNK_KINDS or is_long) and len(chunks) <= MOST_PLACES:
            number = len(chunks)
            chunks.append(definition)
            end = min(definition.end, count)
            owners[definition.start : end + 1] = [number] * (end + 1 - definition.start)
    return owners, chunks


def _add_terms(
    terms: dict[str, list[int]], number: int, counts: dict[str, int], name_words: list[str] | tuple[()]
) -> None:
    own: dict[str, int] = {}
    for word, count in counts.items():
        for term in terms_of(word):
            own[term] = own.get(term, 0) + count
    named = {term for word in name_words for term in terms_of(word)}
    for term, count in own.items():
        frequency = min(count, MOST_FREQUENCY)
        terms.setdefault(term, []).extend((number, frequency | NAMED if term in named else frequency))
    for term in sorted(named - own.keys()):
        terms.setdefault(term, []).extend((number, NAMED))


def _freeze(terms: dict[str, list[int]]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple((term, tuple(entries)) for term, entries in sorted(terms.items()))


def _uses(syntax: Syntax, owners: list[int]) -> tuple[tuple[str, int, int, str], ...]:
    """Return each (name, chunk, line, receiver) used, once per chunk."""
    seen: dict[tuple[str, int], tuple[str, int, int, str]] = {}
    for use in syntax.references:
        chunk = owners[use.line] if use.line < len(owners) else 0
        seen.setdefault((use.name, chunk), (use.name, chunk, use.line, use.receiver))
    return tuple(seen.values())


def _trigrams(strings: tuple[tuple[int, str], ...], owners: list[int]) -> tuple[tuple[str, int], ...]:
    """Return each (three words, chunk) of the string literals, the first chunk that has them."""
    found: dict[str, int] = {}
    for line, text in strings:
        chunk = owners[line] if line < len(owners) else 0
        for trigram in word_trigrams(text[:LONGEST_STRING]):
            found.setdefault(trigram, chunk)
        if len(found) >= MOST_TRIGRAMS:
            break
    return tuple(sorted(found.items()))


def word_trigrams(text: str) -> list[str]:
    """Return three words in a row, lower case, as error messages and prompts share them."""
    words = [word.lower() for word in words_in(text) if len(word) > 1 or word in "aI"]
    return [" ".join(words[at : at + 3]) for at in range(len(words) - 2)]


def content_id(data: bytes) -> str:
    """Return git's id of a content, so that a file keeps its id when it is committed."""
    return str(sha1(b"blob %d\0" % len(data) + data).hexdigest())
