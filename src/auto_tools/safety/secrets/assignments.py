"""Reads names and the values assigned to them: code, YAML, JSON, .env, shell, XML, headers, connection strings.

A value is taken for a secret when its name says so and it looks drawn by chance, or when the name is a
vendor's and the value has the vendor's shape.
"""

from __future__ import annotations

from auto_tools.safety.secrets.judge import is_opaque, is_password, is_placeholder, is_random, is_uuid
from auto_tools.safety.secrets.vendors import VENDORS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

Span = tuple[int, int, str]
Place = tuple[str, int, int, bool]
"""Rest of a name, begin and end of its value, and whether it is quoted."""
LONG_VALUE = 64
LINES_BEFORE = 2
"""How many lines before its value a name may stand."""
SHORTEST_VALUE = 8
LETTERS_ONLY = 12
"""How long a value without digits must be."""
BORDERS = str.maketrans(dict.fromkeys("\"'`<>\\;,(){}[]", " "))
WITHOUT_DIGITS = str.maketrans(dict.fromkeys("0123456789"))

PASSWORDS = (
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "_pass",
    "-pass",
    "dbpass",
    "passwort",
    "密码",
    "口令",
)
SECRETS = (
    "secret", "token", "apikey", "api_key", "api-key", "api key", "access_key", "accesskey", "access-key",
    "private_key", "privatekey", "auth_key", "authkey", "encryption_key", "encryptionkey", "signing_key",
    "master_key", "masterkey", "account_key", "accountkey", "sharedaccesskey", "shared_key", "sharedkey", "client_key",
    "service_key", "license_key", "credential", "creds", "app_key", "appkey", "session_key", "auth_pass",
    "signature_key", "signingkey", "secretkey", "webhook_key", "storage_key", "authorization", "密钥", "令牌", "_auth",
)  # fmt: skip
KEYS = ("key",)

TAIL = (
    r"(?P<rest>[\w.-]{0,40})(?:[ \t]+[\w.-]{1,24}){0,3}?[ \t\"'`\])]{0,12}"
    r"(?:[\s,]{1,20}[\"']?(?:value|Value|VALUE|default)[\"']?[ \t]{0,4}[:=]"
    r"|:[ \t]{0,4}[\w\[\].&<>|]{1,30}(?:[ \t]{1,4}=(?=[ \t])|=(?=[\"'`]))"
    r"|(?:=>|->|:=|[:?+.|]{0,3}=|:{1,3}|>)[ \t]{0,8}(?:\\?\r?\n[ \t]{0,24})?|\|\||,|(?<=[ \t])(?=[A-Za-z0-9+/_-]{20}))"
    r"[ \t=]{0,8}(?:[rbufLN@]{1,2}(?=[\"'`]))?(?P<quote>\\?[\"'`]{0,3})[ \t=\"'`]{0,6}"
)
"""From a keyword to the value: the rest of the name, an operator, a quote."""
BARE = r"[^\s\"'`<>\\;,(){}\[\]]{6,512}"
"""A value without quotes."""
HARMLESS_REST = (
    "id ids name names type types url uri urls endpoint file files filename path dir folder field fields len length "
    "size count expiry expires expiration ttl version format prefix suffix label title error errors model class cls "
    "header headers param params index event down up press store alias ref arn status policy hasher hashers validator "
    "validators reset manager service provider factory handler ring word words board frame stroke pair spec map vault "
    "repository selector usage hint help input form view page length_ bytes_len set sets list get generator hash digest"
).split()
HARMLESS_BEFORE = ("public", "pub", "primary", "foreign", "sort", "cache", "partition", "object", "bucket", "unique",
                   "mon", "tur", "hot", "don", "page", "next", "continuation", "csrf", "idempotency", "csrfmiddleware",
                   "host", "known", "translation", "message", "map", "dict", "no", "not", "i18n", "sha")  # fmt: skip

_compiled: dict[str, re.Pattern[str]] = {}


def find_assigned(text: str, lowered: str) -> Iterator[Span]:
    """Yield the spans of values whose names or vendors make them secrets."""
    for begin, end in _windows(text):
        part = text[begin:end]
        for first, last, kind in _find_in_window(part, lowered[begin:end]):
            yield begin + first, begin + last, kind


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches of lines that may hold a value, each with the lines before it that may hold its name."""
    starts: list[int] = []
    begin = end = -1
    at = 0
    for line in text.split("\n"):
        starts.append(at)
        if _may_hold_value(line):
            first = starts[max(len(starts) - 1 - LINES_BEFORE, 0)]
            if begin >= 0 and first > end:
                yield begin, end
                begin = -1
            begin, end = (begin if begin >= 0 else first), at + len(line)
        at += len(line) + 1
    if begin >= 0:
        yield begin, end


def _may_hold_value(line: str) -> bool:
    """Say whether any word could be a value: long enough, and with a digit or letters of both cases."""
    if len(line) < SHORTEST_VALUE:
        return False
    has_digit = line.translate(WITHOUT_DIGITS) != line or not line.isascii()
    if not has_digit and (line.islower() or len(line) < LETTERS_ONLY):
        return False
    for word in line.translate(BORDERS).split():
        if len(word) >= SHORTEST_VALUE:
            if has_digit and (word.translate(WITHOUT_DIGITS) != word or not word.isascii()):
                return True
            if len(word) >= LETTERS_ONLY and not (word.islower() or word.isupper()):
                return True
    return False


def _find_in_window(text: str, lowered: str) -> Iterator[Span]:
    for kind, words, shape in VENDORS:
        for word in words.split(" "):
            if word in lowered:
                yield from _find_vendor(text, lowered, kind, word, shape)
    for kind, names in (("password", PASSWORDS), ("secret", SECRETS), ("key", KEYS)):
        for word in names:
            if word in lowered:
                yield from _find_named(text, lowered, kind, word)


def _find_vendor(text: str, lowered: str, kind: str, word: str, shape: str) -> Iterator[Span]:
    at = _next(lowered, word, 0)
    while at >= 0:
        end = at + len(word)
        place = _read_value(text, end) if _is_word(text, at, end) else None
        if place is not None:
            value = text[place[1] : place[2]]
            if _pattern(shape, ignore_case=True).fullmatch(value) and _is_vendor_value(value):
                yield place[1], place[2], kind
        at = _next(lowered, word, _behind(end, place))


def _is_vendor_value(value: str) -> bool:
    lowered = value.lower()
    if "xxxxx" in lowered or "example" in lowered:
        return False
    return is_opaque(value, bits=2.0 if value.isdigit() else 2.5)


def _find_named(text: str, lowered: str, kind: str, word: str) -> Iterator[Span]:
    at = _next(lowered, word, 0)
    while at >= 0:
        end = at + len(word)
        place = _read_value(text, end)
        if place is not None and _is_telling(text, at, place[0]) and _is_secret(text, place, kind):
            yield place[1], place[2], f"generic_{kind}"
        at = _next(lowered, word, _behind(end, place))


def _behind(end: int, place: Place | None) -> int:
    """Return where to go on: behind a long value that was judged, so that no text is judged many times."""
    return place[2] if place is not None and place[2] - place[1] > LONG_VALUE else end


def _is_secret(text: str, place: Place, kind: str) -> bool:
    value, is_quoted = text[place[1] : place[2]], place[3]
    if is_placeholder(value) or is_uuid(value) or value.isdigit():
        return False
    if kind == "password":
        return is_password(value) if is_quoted else is_random(value, size=8, bits=2.8)
    if kind == "key":
        return "." not in value and is_random(value, size=24 if is_quoted else 32, bits=3.5)
    is_mixed = not (value.islower() or value.isupper())
    size = (12 if is_quoted else 16) if is_mixed else 20  # a smaller alphabet needs more of it
    return is_random(value, size=size, bits=3.0 if len(value) < 24 else 3.3)


def _is_telling(text: str, begin: int, rest: str) -> bool:
    """Say whether the words around a keyword leave it the name of a secret."""
    if rest:
        if rest[0].islower() and not rest.startswith(
            ("s", "key", "value", "access", "hash", "txt", "string")
        ):
            return False
        last = _last_word(rest)
        if last in HARMLESS_REST:
            return False
    before = _last_word(text[max(begin - 20, 0) : begin].rstrip("_-. "))
    return before not in HARMLESS_BEFORE


def _last_word(name: str) -> str:
    """Return the last word of a name in lower case: behind a sign or a capital."""
    begin = len(name)
    while (
        begin
        and name[begin - 1].isalpha()
        and not (begin < len(name) and name[begin].isupper() and name[begin - 1].islower())
    ):
        begin -= 1
    return name[begin:].lower()


def _is_word(text: str, begin: int, end: int) -> bool:
    """Say whether a vendor's name begins a word, and does not end in the capital of the next."""
    before, word = text[begin - 1 : begin] if begin else "", text[begin:end]
    if before.isalpha() and not (before.islower() and word[0].isupper()):
        return False
    return not (word[-1].isupper() and not word.isupper() and text[end : end + 1].islower())


def _read_value(text: str, at: int) -> Place | None:
    """Return the rest of the name, the span of the value behind it, and whether it is quoted."""
    found = _pattern(TAIL).match(text, at)
    if found is None:
        return None
    start = found.end()
    quote = text[start - 1] if start > at and text[start - 1] in "\"'`" else ""
    if quote:
        line = text.find("\n", start, start + 512)
        end = text.find(quote, start, line if line >= 0 else start + 512)
        if end > start and text[end - 1] == "\\":
            end -= 1
        if end > start and " " not in text[start:end]:
            return found["rest"], start, end, True
    value = _pattern(BARE).match(text, start)
    if value is None or text[value.end() : value.end() + 1] in ("(", "["):
        return None
    end = value.end()
    parameter = text.find("&", start, end)
    if parameter > start and "=" in text[parameter:end]:
        end = parameter
    return found["rest"], start, end, False


def _next(lowered: str, word: str, at: int) -> int:
    """Return where the keyword stands next outside of what was written by an earlier redaction, or -1."""
    at = lowered.find(word, at)
    while at >= 0:
        since = max(at - 48, 0)
        if lowered.rfind("[redacted:", since, at) <= lowered.rfind("]", since, at):
            return at
        at = lowered.find(word, at + len(word))
    return -1


def _pattern(source: str, *, ignore_case: bool = False) -> re.Pattern[str]:
    pattern = _compiled.get(source)
    if pattern is None:
        import re

        pattern = _compiled[source] = re.compile(source, re.IGNORECASE if ignore_case else 0)
    return pattern
