"""Stable short hashes, without the OpenSSL start-up cost of `hashlib`."""

from __future__ import annotations

from _blake2 import blake2b  # what hashlib.blake2b is made of; importing hashlib costs 3 ms more


def short_hash(*parts: str, length: int) -> str:
    """Return the first hex digits of a hash over the parts; parts never run into each other."""
    state = blake2b(digest_size=32)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        state.update(b"%d:" % len(data))
        state.update(data)
    return state.hexdigest()[:length]
