"""Finds text that a person would not see: hidden characters, spelling tricks, encoded orders."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

INVISIBLE = "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\u3164"
"""Characters without width."""
TURNING = "\u202a\u202b\u202d\u202e\u2066\u2067\u2068"
"""Characters that turn the direction of what follows."""
TURNED = rf"[{TURNING}](?:[^A-Za-z\n]{{0,8}}[A-Za-z]){{12}}"
"""Turned text long enough to say something."""
BETWEEN = rf"[A-Za-z][{INVISIBLE}]+(?=[A-Za-z ])"
"""An invisible character inside a Latin word, where no writing system needs it."""
MOST_BETWEEN = 2
SMUGGLED = "[\U000e0020-\U000e007e]{3,}|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{3,}"
"""Tag characters and chains of variation selectors: letters in disguise."""
FLAG = "\U0001f3f4"
CONCEALED = r"\x1b\[(?:\d+;)*8(?:;\d+)*m"
RIGHT_TO_LEFT = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
LONG = r"[A-Za-z0-9+/]{40,}={0,2}"
HEX = r"(?:[0-9a-fA-F]{2} ){16,}"
BINARY = r"(?:[01]{5,14} ){8,}"
MOST_ENCODED = 24
FOREIGN = r"[\u0370-\u052f]"
WIDE = r"[\u3000\uff01-\uff5e]"
LOOKALIKES = str.maketrans(
    "аеорсухіѕԁјһӏкмтвнАЕОРСУХІЅМТВНКοανρετικ", "aeopcyxisdjhlkmtbhaeopcyxismtbhkoavpetik"
)
LEET = tuple(zip("013457@$", "oieastas", strict=True))
CORE = ("ignore", "disregard")

_compiled: dict[str, re.Pattern[str]] = {}


def find_hidden(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the spans of characters that hide text from people and show it to a model."""
    if text.isascii():
        if "\x1b[" in text:
            for found in _pattern(CONCEALED).finditer(text):
                yield found.start(), found.end(), "hidden_unicode"
        return
    for found in _pattern(SMUGGLED).finditer(text):
        if text[found.start() - 1 : found.start()] != FLAG:
            yield found.start(), found.end(), "hidden_unicode"
    if any(character in text for character in TURNING):
        yield from _find_turned(text)
    if any(character in text for character in INVISIBLE):
        yield from _find_between(text)


def _find_turned(text: str) -> Iterator[tuple[int, int, str]]:
    at = 0
    for line in text.split("\n"):
        if not line.isascii() and _pattern(TURNED).search(line) and not _pattern(RIGHT_TO_LEFT).search(line):
            yield at, at + 1, "hidden_unicode"
        at += len(line) + 1


def _find_between(text: str) -> Iterator[tuple[int, int, str]]:
    at = 0
    for line in text.split("\n"):
        if not line.isascii() and len(_pattern(BETWEEN).findall(line)) > MOST_BETWEEN:
            yield at, at + 1, "hidden_unicode"
        at += len(line) + 1


def decoded_parts(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield spans of base64, hexadecimal and binary that decode to words, with the words."""
    for count, found in enumerate(_encoded_parts(text)):
        if count >= MOST_ENCODED:
            return
        words = _decode(found[0])
        if words.count(" ") >= 3:
            yield found.start(), found.end(), words


def _encoded_parts(text: str) -> Iterator[re.Match[str]]:
    """Look for each form only where it can be: long words, and bytes of letters or bits between spaces."""
    if max(map(len, text.split()), default=0) >= 40:
        yield from _pattern(LONG).finditer(text)
    if text.count(" 6") > 4 and text.count(" 7") > 2:
        yield from _pattern(HEX).finditer(text)
    if text.count(" 01") > 4:
        yield from _pattern(BINARY).finditer(text)


def _decode(encoded: str) -> str:
    """Return what the characters stand for when that is plain text, else nothing."""
    import binascii

    compact = encoded.replace(" ", "")
    try:
        if not compact.strip("01"):
            data = bytes(int(compact[at : at + 8], 2) for at in range(0, len(compact) - 7, 8))
        elif not compact.lower().strip("0123456789abcdef"):
            data = bytes.fromhex(compact[: len(compact) // 2 * 2])
        else:
            short = compact.rstrip("=")[:4096]
            short = short[: len(short) - (len(short) % 4 == 1)]
            data = binascii.a2b_base64(short + "=" * (-len(short) % 4))
    except ValueError:
        return ""
    text = data.decode("utf-8", "replace").lower()
    plain = sum(character.isalpha() or character in " .,:;!?'\"-/()\n" for character in text)
    return text if text and plain / len(text) > 0.6 else ""


def unfold(text: str) -> str:
    """Return lower-case text with wide and look-alike letters as plain ones, of the same length."""
    if _pattern(WIDE).search(text):
        wide = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
        text = text.translate(wide)
    return text.translate(LOOKALIKES) if _pattern(FOREIGN).search(text) else text


def unleet(text: str) -> str:
    """Return the text with digits and signs as the letters they look like."""
    for sign, letter in LEET:
        text = text.replace(sign, letter)
    return text


def turn_letters(text: str) -> str:
    """Return the text with each Latin letter moved by thirteen places."""
    low, high = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return text.translate(str.maketrans(low + high, low[13:] + low[:13] + high[13:] + high[:13]))


def _pattern(source: str) -> re.Pattern[str]:
    pattern = _compiled.get(source)
    if pattern is None:
        import re

        pattern = _compiled[source] = re.compile(source)
    return pattern
