from __future__ import annotations

import pytest

from auto_tools.contract import Limit, Signal


def test_fields_are_filled_by_place_name_and_default() -> None:
    assert Limit("a", exit_code=3) == Limit(text="a", kind="notice", exit_code=3)


def test_a_record_never_changes() -> None:
    signal = Signal("code", "x", 0.5)
    with pytest.raises(AttributeError):
        signal.match = "y"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del signal.match
    assert signal.replace(match="y") == Signal("code", "y", 0.5)
    assert signal.match == "x"


def test_wrong_fields_are_refused() -> None:
    with pytest.raises(TypeError, match="needs match"):
        Signal("code")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="has no colour"):
        Signal("code", "x", 0.5, colour=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="takes 3 values"):
        Signal("code", "x", 0.5, 1)  # type: ignore[call-arg]


def test_records_are_values() -> None:
    assert len({Signal("code", "x", 0.5), Signal("code", "x", 0.5)}) == 1
    assert Signal("code", "x", 0.5) != Limit("x")
    assert repr(Signal("code", "x", 0.5)) == "Signal(type='code', match='x', weight=0.5)"
