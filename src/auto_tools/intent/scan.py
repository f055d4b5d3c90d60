"""One pass over a prompt: the words of its prose, and the files, symbols and errors it names.

Both the reader of signals and the classifier work on what is found here.
"""

from __future__ import annotations

from auto_tools.intent.shapes import EDGES, FILE_NAMES, path_of, symbol_of
from auto_tools.intent.traces import error_in, is_error_code, is_frame, starts_trace
from auto_tools.intent.wordset import word_set

HEAD, TAIL = 32_000, 8_000
MAX_CHUNK = 300
SYMBOL, PATH = "<symbol>", "<path>"
MARKS = (".", ",", "?", ":")
"""Words that stand for the end of a clause."""
ENDS = {
    ".": ".",
    "!": ".",
    "?": "?",
    ",": ",",
    ";": ".",
    ":": ":",
    "。": ".",
    "，": ",",
    "？": "?",
    "！": ".",
    "；": ".",
    "：": ":",
    "、": ",",
}
WORD_CHARS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'")
EXPANDED = word_set("what where who how that there it he she let here when why")


class Reading:
    """Everything one pass over a prompt finds, in the order of the text."""

    __slots__ = (
        "blocks",
        "cased",
        "errors",
        "lines",
        "paths",
        "quoted",
        "symbols",
        "text",
        "traces",
        "words",
    )

    def __init__(self, text: str) -> None:
        """Start with nothing found."""
        self.text = text
        self.words: list[str] = []
        self.cased: list[str] = []
        self.paths: list[str] = []
        self.lines: list[int] = []
        self.symbols: list[tuple[str, float]] = []
        self.errors: list[str] = []
        self.traces: list[str] = []
        self.blocks: list[str] = []
        self.quoted = False

    def add_word(self, word: str) -> None:
        """Take one word of prose, or a mark that ends a clause."""
        self.words.append(word.lower())
        self.cased.append(word)

    def has_target(self) -> bool:
        """Tell whether a file, a symbol or an error is named."""
        return bool(self.paths or self.symbols or self.errors or self.traces)


def clip(prompt: str) -> str:
    """Return the part of a long prompt that is analysed: its beginning and its end."""
    return prompt if len(prompt) <= HEAD + TAIL else f"{prompt[:HEAD]}\n{prompt[-TAIL:]}"


def scan(prompt: str) -> Reading:
    """Read a prompt line by line."""
    reading = Reading(clip(prompt).replace("’", "'").replace("‘", "'"))
    in_code = False
    for line in reading.text.split("\n"):
        bare = line.strip()
        if bare.startswith("```"):
            in_code = not in_code
            if in_code:
                reading.blocks.append(bare[:20])
        elif bare:
            scan_line(reading, line, in_code=in_code)
    return reading


def scan_line(reading: Reading, line: str, *, in_code: bool) -> None:
    """Read one line of prose, of code, or of a stack trace."""
    error = error_in(line)
    if starts_trace(line) or is_frame(line):
        reading.traces.append(line.strip()[:160])
        in_code = True
    if error:
        reading.errors.append(error)
    if "`" in line and not in_code:
        scan_backticks(reading, line)
    scan_line_numbers(reading, line)
    for chunk in line.split():
        if chunk.isascii():
            scan_chunk(reading, chunk, in_code=in_code)
        else:
            for piece in ascii_pieces(chunk):
                scan_chunk(reading, piece, in_code=in_code)
    if not in_code:
        reading.add_word(".")


def ascii_pieces(chunk: str) -> list[str]:
    """Cut a piece of mixed text into its ASCII runs and its clause marks."""
    pieces: list[str] = []
    start = -1
    for at, char in enumerate(chunk):
        if char < "\x7f":
            start = at if start < 0 else start
            continue
        if start >= 0:
            pieces.append(chunk[start:at])
            start = -1
        if char in ENDS and (not pieces or pieces[-1] != char):
            pieces.append(char)
    if start >= 0:
        pieces.append(chunk[start:])
    return pieces


def scan_chunk(reading: Reading, chunk: str, *, in_code: bool) -> None:
    """Read one piece of text without spaces: a path, a symbol or words."""
    if chunk.isalpha() and chunk.isascii() and (chunk.islower() or is_plain_title(chunk)):
        if not in_code:
            reading.add_word(chunk)
        return
    if len(chunk) > MAX_CHUNK:
        return
    if chunk in ENDS:
        if not in_code:
            reading.add_word(ENDS[chunk])
        return
    bare = chunk.strip(EDGES)
    found = path_of(bare) or path_of(chunk.strip("\"'`,;").rstrip(".:"))
    if found:
        path, line = found
        reading.paths.append("@" + path if bare[:1] == "@" else path)
        if line:
            reading.lines.append(line)
        if not in_code:
            reading.add_word(PATH)
    elif not in_code:
        scan_words(reading, chunk, bare)
    elif len(reading.symbols) < 8:
        symbol = symbol_of(chunk.strip("\"'`,;:"))
        if symbol:
            reading.symbols.append((symbol[0], 0.4))
    if not in_code and chunk[-1] in ENDS:
        reading.add_word(ENDS[chunk[-1]])


def is_plain_title(chunk: str) -> bool:
    """Tell whether a capitalised word is no file name such as `Dockerfile`."""
    return chunk.istitle() and chunk.lower() not in FILE_NAMES


def scan_words(reading: Reading, chunk: str, bare: str) -> None:
    """Read a piece of prose that is no path: one symbol, or the words in it."""
    symbol = symbol_of(chunk.strip("\"'`,;:!?[]{}<>*").rstrip("."))
    if symbol:
        reading.symbols.append(symbol)
        reading.add_word(SYMBOL)
        return
    if is_error_code(bare):
        reading.errors.append(bare)
    if "://" in chunk:
        return
    word = ""
    for char in chunk:
        if char in WORD_CHARS:
            word += char
        elif word:
            add_plain(reading, word)
            word = ""
    if word:
        add_plain(reading, word)


def add_plain(reading: Reading, word: str) -> None:
    """Add a word, with `don't` and `what's` taken apart."""
    word = word.strip("'")
    head, apostrophe, tail = word.partition("'")
    if not apostrophe:
        if word:
            reading.add_word(word)
        return
    low = tail.lower()
    if low == "t" and head[-1:] in "nN":
        stem = {"can": "can", "won": "will", "shan": "shall"}.get(head.lower(), head[:-1])
        reading.add_word(stem)
        reading.add_word("not")
        return
    reading.add_word(head)
    full = {"re": "are", "ve": "have", "ll": "will", "m": "am", "d": "would"}.get(low)
    if low == "s" and head.lower() in EXPANDED:
        full = "us" if head.lower() == "let" else "is"
    if full:
        reading.add_word(full)


def scan_backticks(reading: Reading, line: str) -> None:
    """Take short backticked words as symbols, when their shape alone would not say so."""
    parts = line.split("`")
    for at in range(1, len(parts) - 1, 2):
        inner = parts[at].strip()
        if 0 < len(inner) <= 80 and not path_of(inner):
            reading.symbols.append((inner, 0.8))


def scan_line_numbers(reading: Reading, line: str) -> None:
    """Take line numbers that are said in words: `line 112`, `第 57 行`."""
    for mark in ("line ", "Line ", "第"):
        at = line.find(mark)
        digits = line[at + len(mark) :].lstrip()[:8] if at >= 0 else ""
        number = ""
        for char in digits:
            if not "0" <= char <= "9":
                break
            number += char
        if number and (mark != "第" or "行" in line[at : at + 14]):
            reading.lines.append(int(number))
