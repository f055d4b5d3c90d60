"""Reads a client's payload. Raw client data stops here."""

from __future__ import annotations

import sys

from auto_tools import jsontext
from auto_tools.contract import Request
from auto_tools.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

MAX_BYTES = 16_777_216
MAX_NAME = 4_096
TOOL_KEYS = ("tool", "tools", "tool_calls")
_HINT = 'send a JSON object such as {"prompt": "..."}'


def read_payload() -> dict[str, Any]:
    """Read the payload from stdin; nothing at all counts as an empty one."""
    data = sys.stdin.buffer.read(MAX_BYTES + 1) if sys.stdin else b""
    if len(data) > MAX_BYTES:
        raise UsageError("the payload is larger than 16 MB", _HINT)
    text = data.decode("utf-8", "replace").lstrip("\ufeff").strip()
    if not text:
        return {}
    try:
        payload = jsontext.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError("the payload on stdin is not JSON", _HINT) from error
    if not isinstance(payload, dict):
        raise UsageError("the payload on stdin is no JSON object", _HINT)
    return payload


def to_request(payload: Mapping[str, Any], *, client: str = "", event: str = "UserPromptSubmit") -> Request:
    """Turn a payload into a request; fields of the wrong type other than the prompt are ignored."""
    prompt = payload.get("prompt", "")
    if prompt is None:
        prompt = ""
    if not isinstance(prompt, str):
        raise UsageError("the payload's prompt is no text", _HINT)
    guessed = "codex-cli" if "turn_id" in payload else "claude-code"
    return Request(
        prompt=_clean(prompt),
        client=client or guessed,
        event=event,
        cwd=_text(payload.get("cwd")),
        session_id=_text(payload.get("session_id")) or None,
        carries_tool_call=any(key in payload for key in TOOL_KEYS),
    )


def _text(value: Any) -> str:
    is_usable = isinstance(value, str) and len(value) <= MAX_NAME and "\0" not in value
    return _clean(value) if is_usable else ""


def _clean(text: str) -> str:
    """Replace lone surrogates: a client's JSON parser may reject the whole answer for one."""
    return text.encode("utf-8", "replace").decode("utf-8")
