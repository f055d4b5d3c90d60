from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auto_tools import jsontext

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES)
def test_it_writes_what_the_standard_library_writes(value: Any) -> None:
    assert jsontext.dumps(value) == json.dumps(value, ensure_ascii=False)


@given(VALUES, st.sampled_from(["", " ", "\n\t "]), st.booleans())
def test_it_reads_what_the_standard_library_reads(value: Any, blank: str, ascii_only: bool) -> None:
    text = blank + json.dumps(value, ensure_ascii=ascii_only) + blank
    assert jsontext.loads(text) == json.loads(text)


@given(st.text(alphabet='{}[]",:0123456789.eE+-truefalsn \\u"'))
def test_it_refuses_what_the_standard_library_refuses(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(ValueError):
            jsontext.loads(text)
    else:
        assert jsontext.loads(text) == expected


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", '{"a": -Infinity}'])
def test_numbers_that_are_no_json_become_null(text: str) -> None:
    assert "null" in jsontext.dumps(jsontext.loads(text))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, object(), b"x"])
def test_what_json_cannot_say_is_refused(value: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        jsontext.dumps([value])


def test_depth_is_an_error_and_no_crash() -> None:
    with pytest.raises(RecursionError):
        jsontext.loads("[" * 100_000)


def test_broken_texts_are_refused_where_the_package_was_never_imported() -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from auto_tools import jsontext\n"
        "assert 'json' not in sys.modules\n"
        "for text in ('{', '[', '\"x', '{\"a\"', '[1,', '', 'x', '\"\\\\u12', '{\"a\": NaN'):\n"
        "    sys.modules.pop('json', None), sys.modules.pop('json.decoder', None)\n"
        "    try: print(jsontext.loads(text))\n"
        "    except ValueError: pass\n"
    )
    source = str(Path(__file__).parents[1] / "src")
    ended = subprocess.run([sys.executable, "-I", "-S", "-c", script, source], capture_output=True, text=True)
    assert (ended.stdout, ended.stderr) == ("", "")
