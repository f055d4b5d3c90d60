"""The last step of every tool call: nothing leaves it unredacted, unfiltered or from outside the root."""

from __future__ import annotations

from math import isfinite

from auto_tools.contract import Redaction, ToolResult
from auto_tools.errors import PathRefused
from auto_tools.record import Record
from auto_tools.safety.injection import FILTERED, filter_lines, make_visible
from auto_tools.safety.paths import confine, is_excluded, is_sensitive_below
from auto_tools.safety.redact import redact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Layer = TypeVar("Layer")

MAX_ITEMS = 500
MAX_DEPTH = 12
MAX_STRING = 65_536
WITHHELD = "withheld: sensitive file"


class _Cleaner:
    """Walks one result and collects what it had to take out."""

    def __init__(self, root: str, exclude: tuple[str, ...]) -> None:
        """Confine to a root."""
        self.root = root
        self.exclude = exclude
        self.counts: dict[str, int] = {}
        self.filtered: list[str] = []
        self.withheld: list[str] = []
        self.outside = 0

    def text(self, value: str, place: str) -> str:
        """Clean one text; an order that is spread over lines takes all of them with it."""
        value, places = filter_lines(redact(value[:MAX_STRING], self.counts), place)
        self.filtered += places
        return value

    def code(self, value: str, place: str, line: int | None) -> str:
        """Clean lines of code, each for itself."""
        value, places = filter_lines(redact(value[:MAX_STRING], self.counts), place, line)
        self.filtered += places
        return value

    def value(self, value: Any, place: str, depth: int = 0) -> Any:
        """Clean every text of a JSON value; what is nested too deep is dropped."""
        if isinstance(value, str):
            return self.text(value, place)
        if isinstance(value, float):
            return value if isfinite(value) else None
        if value is None or isinstance(value, bool | int):
            return value
        if depth >= MAX_DEPTH:
            return None
        if isinstance(value, dict):
            cleaned = ((str(k), self.value(v, place, depth + 1)) for k, v in value.items())
            return {self.text(key, place): inner for key, inner in cleaned}
        if isinstance(value, list | tuple):
            return [self.value(inner, place, depth + 1) for inner in value[:MAX_ITEMS]]
        return self.text(str(value), place)

    def finding(self, finding: Any, tool: str) -> Any:
        """Clean one item or claim; None when it must not be shown at all."""
        if not isinstance(finding, dict):
            return self.value(finding, tool)
        path = finding.get("path")
        if not isinstance(path, str) or path in ("", "-"):
            return self.value(finding, tool)
        try:
            relative = confine(self.root, path.strip())
        except PathRefused:
            self.outside += 1
            return None
        if is_excluded(relative, self.exclude):
            return None
        is_withheld = is_sensitive_below(self.root, relative)
        relative = self.text(relative, "a path")
        if is_withheld:
            self.withheld.append(relative)
            return {"path": relative, "title": relative, "summary": WITHHELD, "confidence": 0.0}
        line = finding.get("line")
        snippet = finding.get("snippet")
        cleaned = self.value({k: v for k, v in finding.items() if k not in ("path", "snippet")}, relative)
        if isinstance(snippet, str):
            cleaned["snippet"] = self.code(snippet, relative, line if isinstance(line, int) else None)
        return {"path": relative, **cleaned}

    def said(self) -> tuple[str, ...]:
        """Say what was taken out, for `[Limits]`."""
        lines = []
        if self.filtered:
            shown = ", ".join(dict.fromkeys(map(plain_name, self.filtered[:5])))
            more = f" and {len(self.filtered) - 5} more" if len(self.filtered) > 5 else ""
            count = f" ({len(self.filtered)} lines)" if len(self.filtered) > 1 else ""
            lines.append(f"{FILTERED}{count}: {shown}{more}")
        if self.withheld:
            names = sorted(set(map(plain_name, self.withheld)))
            noun = "file" if len(names) == 1 else "files"
            lines.append(f"{len(names)} {noun} withheld: {', '.join(names[:5])}")
        if self.outside:
            noun = "finding" if self.outside == 1 else "findings"
            lines.append(f"{self.outside} {noun} outside the repository root dropped")
        return tuple(lines)


def plain_name(path: str) -> str:
    """Show a path outside the fence only when it is one word: a file name can be a sentence."""
    is_word = len(path) <= 160 and not any(char.isspace() or char in "[]<>" for char in path)
    return path if is_word else "a file with an unusual name"


def sanitise_result(result: ToolResult, root: str, exclude: tuple[str, ...] = ()) -> ToolResult:
    """Return the result with secrets, hostile lines and foreign paths taken out, and said."""
    cleaner = _Cleaner(root, exclude)
    data: dict[str, Any] = {}
    for key, value in result.data.items():
        if key in ("items", "claims") and isinstance(value, list | tuple):
            cleaned = (cleaner.finding(finding, result.tool) for finding in value[:MAX_ITEMS])
            data[key] = [finding for finding in cleaned if finding is not None]
        else:
            data[cleaner.text(str(key), result.tool)] = cleaner.value(value, result.tool)
    summary = cleaner.text(result.summary, result.tool)
    error = result.error
    if error is not None:
        error = error.replace(message=cleaner.text(error.message, result.tool))
    warnings = tuple(cleaner.text(warning, result.tool) for warning in result.warnings or ())
    return result.replace(
        summary=summary,
        data=data,
        error=error,
        redactions=_add(result.redactions, cleaner.counts),
        warnings=(*warnings, *cleaner.said()) or None,
    )


def sanitise_layer(layer: Layer) -> tuple[Layer, tuple[str, ...]]:
    """Return facts about the repository with secrets and hostile lines taken out, and what was."""
    cleaner = _Cleaner("", ())
    cleaned: Layer = _clean_fields(layer, cleaner)
    return cleaned, cleaner.said()


def _clean_fields(value: Any, cleaner: _Cleaner) -> Any:
    if isinstance(value, Record):
        return value.replace(**{k: _clean_fields(v, cleaner) for k, v in value.as_dict().items()})
    if isinstance(value, tuple):
        return tuple(_clean_fields(inner, cleaner) for inner in value)
    return make_visible(cleaner.text(value, "repository")) if isinstance(value, str) else value


def _add(before: tuple[Redaction, ...], counts: dict[str, int]) -> tuple[Redaction, ...]:
    total = {redaction.kind: redaction.count for redaction in before}
    for kind, count in counts.items():
        total[kind] = total.get(kind, 0) + count
    return tuple(Redaction(kind, total[kind]) for kind in sorted(total))
