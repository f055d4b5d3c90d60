"""Prepared results for tests: read from a file, then treated like real ones."""

from __future__ import annotations

from auto_tools import jsontext
from auto_tools.contract import ERROR_CODES, PLAN_CREATED_AT, STATUSES, Redaction, ToolError, ToolResult
from auto_tools.errors import KernelOutputInvalid
from auto_tools.safety.sanitise import sanitise_result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_FILE = 8_388_608
_DEFAULT_CODES = {"timeout": "E_TIMEOUT", "error": "E_UNKNOWN", "skipped": "E_INVALID_ARGS"}


def read_fake_results(path: str, root: str, exclude: tuple[str, ...]) -> tuple[ToolResult, ...]:
    """Return the prepared results, sanitised; raises KernelOutputInvalid when the file is no array."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            entries = jsontext.loads(file.read(MAX_FILE))
    except (OSError, ValueError, RecursionError) as error:
        raise KernelOutputInvalid(f"the file of fake tool results cannot be read: {error}") from error
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise KernelOutputInvalid("the file of fake tool results must hold a JSON array of objects")
    return tuple(sanitise_result(_result(entry), root, exclude) for entry in entries)


def _result(entry: dict[str, Any]) -> ToolResult:
    status: Any = entry.get("status", "ok")
    status = status if status in STATUSES else "error"
    duration = entry.get("duration_ms")
    data = entry.get("data")
    return ToolResult(
        tool=_text(entry.get("tool"), "unknown"),
        status=status,
        started_at=_text(entry.get("started_at"), PLAN_CREATED_AT),
        duration_ms=duration if isinstance(duration, int) and duration >= 0 else 0,
        summary=_text(entry.get("summary"), ""),
        data=data if isinstance(data, dict) else {},
        error=_error(entry.get("error"), status),
        redactions=_redactions(entry.get("redactions")),
        truncated=entry.get("truncated") is True,
        warnings=_warnings(entry.get("warnings")),
        hook_failed=True if entry.get("hook_failed") is True else None,
    )


def _text(value: Any, default: str) -> str:
    return value if isinstance(value, str) and value else default


def _error(value: Any, status: str) -> ToolError | None:
    if status == "ok" and not isinstance(value, dict):
        return None
    given = value if isinstance(value, dict) else {}
    code: Any = given.get("code")
    code = code if code in ERROR_CODES else _DEFAULT_CODES.get(status, "E_UNKNOWN")
    return ToolError(code, _text(given.get("message"), f"the tool ended with {status}"))


def _redactions(value: Any) -> tuple[Redaction, ...]:
    rows = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
    return tuple(
        Redaction(row["kind"], row["count"])
        for row in rows
        if isinstance(row.get("kind"), str) and isinstance(row.get("count"), int)
    )


def _warnings(value: Any) -> tuple[str, ...] | None:
    return tuple(str(text) for text in value) or None if isinstance(value, list) else None
