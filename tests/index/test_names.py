"""Names and texts of strangers become printable."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auto_tools.index.names import printable_path, printable_text


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (b"src/plain name.py", "src/plain name.py"),
        ("src/模块.py".encode(), "src/模块.py"),
        (b"a\nb\tc\rd", "a\\nb\\tc\\rd"),
        (b"\x1b[31m\x7f", "\\x1b[31m\\x7f"),
        (b"\xff\xfe", "\\xff\\xfe"),
        ("\u202egpj.exe", "\\u202egpj.exe"),
        ("zero\u200bwidth\u2028", "zero\\u200bwidth\\u2028"),
        ("tag\U000e0041", "tag\\U000e0041"),
        ("blank\u3164\ufe0f", "blank\\u3164\\ufe0f"),
        ("lone\ud800", "lone\\ud800"),
        ("\x85", "\\u0085"),
        ("a\\nb", "a\\\\nb"),
    ],
)
def test_what_cannot_be_seen_is_escaped(path: str | bytes, shown: str) -> None:
    assert printable_path(path) == shown


def test_texts_keep_their_backslashes() -> None:
    assert printable_text("C:\\x\u200b é") == "C:\\x\\u200b é"


@given(st.binary() | st.text())
def test_every_path_becomes_printable_and_encodable(path: str | bytes) -> None:
    shown = printable_path(path)
    assert shown.isprintable()
    shown.encode("utf-8")


@given(st.lists(st.binary(), min_size=2, max_size=2, unique=True))
def test_different_paths_stay_different(paths: list[bytes]) -> None:
    assert printable_path(paths[0]) != printable_path(paths[1])
