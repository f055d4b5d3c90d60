"""Reads an envelope that another kernel wrote."""

from __future__ import annotations

from auto_tools import jsontext
from auto_tools.contract import SCHEMA_VERSION
from auto_tools.errors import KernelOutputInvalid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CONTEXT = ("fused_context", "for_model", "additional_context")
REQUIRED: tuple[tuple[tuple[str, ...], type], ...] = (
    (("run_id",), str),
    (("tool_plan",), dict),
    (("tool_results",), list),
    (_CONTEXT, str),
    (("fused_context", "for_user", "limits_text"), str),
    (("degraded",), dict),
)
"""Fields of our own major version without which an envelope is of no use."""


def parse_envelope(text: str) -> dict[str, Any]:
    """Parse and check; raises KernelOutputInvalid. Unknown fields are kept and ignored."""
    try:
        envelope = jsontext.loads(text)
    except (ValueError, RecursionError) as error:
        raise KernelOutputInvalid("not JSON") from error
    if not isinstance(envelope, dict):
        raise KernelOutputInvalid("not an object")
    _need(envelope, ("schema_version",), str)
    if is_same_major(envelope):
        for path, kind in REQUIRED:
            _need(envelope, path, kind)
    else:
        _need(envelope, _CONTEXT, str)
    return envelope


def is_same_major(envelope: dict[str, Any]) -> bool:
    """Tell whether an envelope speaks our major version."""
    return bool(envelope["schema_version"].partition(".")[0] == SCHEMA_VERSION.partition(".")[0])


def additional_context(envelope: dict[str, Any]) -> str:
    """Return the block for the model."""
    return str(_find(envelope, _CONTEXT))


def _find(envelope: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        envelope = envelope.get(name) if isinstance(envelope, dict) else None
    return envelope


def _need(envelope: dict[str, Any], path: tuple[str, ...], kind: type) -> None:
    if not isinstance(_find(envelope, path), kind):
        raise KernelOutputInvalid(f"field {'.'.join(path)} is missing or no {kind.__name__}")
