"""The bytes of a posting list: which places have a term, how often, and how long those places are.

A place is a 32-bit number: the file's id times 4096 plus the number of a chunk or definition in it (0 for
the file as a whole). A list is three planes behind each other, sorted by place: places (4 bytes each),
frequencies, lengths (1 byte each). So a changed file is cut out and put in by two slices.
"""

from __future__ import annotations

from _bisect import bisect_left
from array import array

PLACE_BITS = 12
MOST_PLACES = (1 << PLACE_BITS) - 1
MOST_FILES = 1 << (32 - PLACE_BITS)
WIDTH = 6
NAMED = 0x80
"""Mark in the frequency byte: the term is part of the place's qualified name."""
MOST_FREQUENCY = 0x7F
"""Frequencies are kept in halves, so that an import line can count half."""

_LENGTH_STEPS = 16


LENGTHS: tuple[float, ...] = tuple(8.0 * (2.0 ** (step / _LENGTH_STEPS) - 1.0) for step in range(256))
"""What each length byte stands for."""


def encode_length(length: int) -> int:
    """Return a length as one byte on a logarithmic scale."""
    return min(255, bisect_left(LENGTHS, length))


def place_of(file: int, number: int = 0) -> int:
    """Return the place of a chunk or definition in a file."""
    return (file << PLACE_BITS) | min(number, MOST_PLACES)


def unpack(data: bytes) -> tuple[array[int], bytes, bytes]:
    """Return places, frequencies and lengths of a list."""
    count = len(data) // WIDTH
    places = array("I")
    places.frombytes(data[: 4 * count])
    return places, data[4 * count : 5 * count], data[5 * count :]


def has_file(data: bytes, file: int) -> bool:
    """Tell whether a list has a place in a file."""
    places = unpack(data)[0]
    at = bisect_left(places, file << PLACE_BITS)
    return at < len(places) and places[at] >> PLACE_BITS == file


def pack(flat: list[int]) -> bytes:
    """Return the bytes of entries given as place, frequency, length, place, frequency, … in order."""
    return array("I", flat[0::3]).tobytes() + bytes(flat[1::3]) + bytes(flat[2::3])


def splice(data: bytes, removed: list[int], flat: list[int]) -> tuple[bytes, int]:
    """Return the list without some files and with new entries (by file), and by how many files it grew."""
    places, frequencies, lengths = unpack(data)
    more = len({place >> PLACE_BITS for place in flat[0::3]})
    if not removed and (not places or not flat or flat[0] > places[-1]):
        added = array("I", flat[0::3])
        planes = (places + added, frequencies + bytes(flat[1::3]), lengths + bytes(flat[2::3]))
        return planes[0].tobytes() + planes[1] + planes[2], more
    kept, kept_frequencies, kept_lengths = array("I"), bytearray(), bytearray()
    start = at = 0
    for file in sorted({*removed, *(place >> PLACE_BITS for place in flat[0::3])}):
        low = bisect_left(places, file << PLACE_BITS, start)
        high = bisect_left(places, (file + 1) << PLACE_BITS, low)
        more -= high > low
        first = at
        while at < len(flat) and flat[at] >> PLACE_BITS == file:
            at += 3
        kept += places[start:low] + array("I", flat[first:at:3])
        kept_frequencies += frequencies[start:low] + bytes(flat[first + 1 : at : 3])
        kept_lengths += lengths[start:low] + bytes(flat[first + 2 : at : 3])
        start = high
    kept += places[start:]
    return kept.tobytes() + kept_frequencies + frequencies[start:] + kept_lengths + lengths[start:], more
