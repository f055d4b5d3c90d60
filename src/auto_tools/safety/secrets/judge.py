"""Tells what was drawn by chance from words, names, versions and placeholders."""

from __future__ import annotations

from math import log2

from auto_tools.digest import short_hash

PLACEHOLDERS = (
    "example sample placeholder changeme change_me change-me replace your insert dummy foobar xxxx **** ... todo "
    "fixme redacted ${ {{ $( %( %s {0} undefined not-set notset abcdefgh 12345678 qwerty hidden goes-here goes_here "
    "some- some_ put_ enter_ my_ my- lorem deadbeef cafebabe ------ ______ invalid dontuse fake mock"
).split()
"""Parts of values that stand for a secret and are none."""
LOOKUPS = ("$", "%", "@", "/", "./", "../", "~", "#", "http:", "https:", "arn:", "env", "vault:", "ssm:", "file:",
           "op:", "process.", "os.", "self.", "this.", "config.", "settings.", "secrets.", "var.", "local.",
           "data.", "module.", "!", "*", "&", "&lt", "urn:", "sha1", "sha256", "sha512", "md5", "bcrypt", "pbkdf2", "scrypt", "argon2")  # fmt: skip
"""How values begin that say where the secret is, or are a digest of one."""
CODE = ("()", "->", "::", "==", "&&", "||", "](", "=>", "!=", "\\u")
"""Parts of expressions."""


def entropy(text: str) -> float:
    """Return the bits per character."""
    size = len(text)
    shares = [text.count(character) / size for character in set(text)]
    return -sum(share * log2(share) for share in shares)


PUBLISHED = frozenset(
    """
    4e901c0048 874782be39 08e1485984 d2a0906043 832ded7df6 fb8279a29a 3bb5c23347 da082b54d5
    609afc1b26 b55d2dcd18 e2d1fdf754 7872d4ce1d 5498da9ed0 02248b121e 5e26ebe1d8 2184422981
    """.split()
)
"""Digests of keys that their owners print in public samples, such as those of Google's client libraries."""


def is_filler(text: str) -> bool:
    """Say whether a token is a stand-in: filled with a repeated letter, or printed in public samples."""
    lowered = text.lower()
    if any(part in lowered for part in ("xxxxx", "*****", ".....", "example", "placeholder", "redacted")):
        return True
    return short_hash(text, length=10) in PUBLISHED


def is_placeholder(value: str) -> bool:
    """Say whether a value stands for a secret, or for the place where it is."""
    lowered = value.lower()
    if lowered.startswith(LOOKUPS) or any(part in lowered for part in PLACEHOLDERS):
        return True
    return any(part in value for part in CODE) or _has_run(lowered)


def _has_run(text: str) -> bool:
    """Say whether one character stands five times in a row."""
    return any(text[at] * 5 == text[at : at + 5] for at in range(len(text) - 4))


def is_uuid(value: str) -> bool:
    """Say whether a value has the form of a UUID."""
    return len(value) == 36 and [len(part) for part in value.split("-")] == [8, 4, 4, 4, 12]


def run_length(value: str) -> float:
    """Return the mean length of runs of one kind of character; a capital joins the letters behind it."""
    runs = letters = 0
    before = ""
    for character in value:
        kind = (
            "d" if character.isdigit() else "u" if character.isupper() else "l" if character.isalpha() else ""
        )
        if not kind:
            before = ""
            continue
        letters += 1
        if kind != before and not (before == "u" and kind == "l"):
            runs += 1
        before = kind
    return letters / runs if runs else 0.0


def word_share(value: str) -> float:
    """Return the share of letters that stand in runs which can be spoken: words, not chance."""
    letters = spoken = 0
    run = ""
    for character in value + " ":
        if character.isalpha() and not (character.isupper() and run and run[-1].islower()):
            run += character
            continue
        letters += len(run)
        spoken += len(run) if _can_be_spoken(run.lower()) else 0
        run = character if character.isalpha() else ""
    return spoken / letters if letters else 0.0


def _can_be_spoken(run: str) -> bool:
    if len(run) < 4:
        return False
    vowels = [character in "aeiouy" for character in run]
    longest = max(len(part) for part in "".join("." if vowel else "c" for vowel in vowels).split("."))
    return 0.2 <= sum(vowels) / len(run) <= 0.67 and longest <= 3


def is_random(value: str, *, size: int, bits: float) -> bool:
    """Say whether a value looks drawn by chance: long, mixed, and not made of words."""
    if len(value) < size or entropy(value) < bits:
        return False
    has_digit = any(character.isdigit() for character in value)
    has_letter = any(character.isalpha() for character in value)
    if has_digit and has_letter:
        return run_length(value) <= 3.8 and word_share(value) <= 0.5
    return has_letter and len(value) >= 20 and run_length(value) <= 2.0 and word_share(value) <= 0.3


def is_opaque(value: str, *, bits: float) -> bool:
    """Say whether a value of a known shape is no name and no filler."""
    if entropy(value) < bits or not (any(map(str.isdigit, value)) or run_length(value) <= 2.2):
        return False
    return not value.lower().strip("0123456789abcdef-") or word_share(value) <= 0.85


def is_password(value: str) -> bool:
    """Say whether a value could have been chosen as a password: mixed, and no word of code."""
    if len(value) < 8 or entropy(value) < 2.5:
        return False
    digits = sum(character.isdigit() for character in value)
    letters = sum(character.isalpha() for character in value)
    others = sum(character in "!@#$%^&*?+=~" for character in value)
    if not letters or ("." in value and not others):
        return is_random(value, size=12, bits=3.2)
    return bool(digits + others >= 2 and digits and run_length(value) <= 6)
