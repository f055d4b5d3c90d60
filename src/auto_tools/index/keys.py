"""The 63-bit numbers that terms are stored under, each kind of term in a space of its own."""

from __future__ import annotations

from _blake2 import blake2b

WORD = "w"
"""Words of chunks."""
FOLDER = "d"
"""Words of a file's folders."""
STEM = "s"
"""Words of a file's name."""
DEFINITION = "n"
"""Names that are defined, in lower case."""
TRIGRAM = "t"
"""Three words in a row of a string literal."""
USE = "u"
"""Names that are called, made or used as a type."""
BASE = "b"
"""Names that a definition extends or implements."""
PATH = "p"
"""Ends of a path without its extension, as imports name them."""
SUBJECT = "g"
"""Words of the commit subjects of a file."""
COMMIT = "c"
"""Words of commit subjects, by commit."""

_cache: dict[str, int] = {}
_CACHE_SIZE = 400_000


def key_of(space: str, term: str) -> int:
    """Return the number of a term."""
    name = space + term
    key = _cache.get(name)
    if key is None:
        if len(_cache) > _CACHE_SIZE:
            _cache.clear()
        digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        key = _cache[name] = int.from_bytes(digest, "big") >> 1
    return key
