"""The whole stage in one call: prompt -> signals -> intent."""

from __future__ import annotations

from auto_tools.intent.classify import judge
from auto_tools.intent.cues import find_cues
from auto_tools.intent.read import signals_of
from auto_tools.intent.scan import scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from auto_tools.contract import Intent


def understand(prompt: str) -> Intent:
    """Return what a prompt asks for, with the signals it was read from; it is read once."""
    reading = scan(prompt)
    hits = find_cues(reading)
    return judge(reading, hits, signals_of(reading, hits))
