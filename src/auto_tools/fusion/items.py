"""Takes findings out of results, normalises them, removes doubles and puts them in the stable order."""

from __future__ import annotations

import unicodedata

from auto_tools.contract import Item, Source, ToolResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

NONE = "-"
SUMMARY_CHARS = 240
DEFAULT_CONFIDENCE = 0.5
MAX_REFS = 10
MOST_CHARS = 1_000
MOST_LINES = 10_000_000
POLARITIES = ("support", "oppose", "unknown")


def collect_items(results: Iterable[ToolResult], version: str) -> tuple[Item, ...]:
    """Return every finding once, in the stable order."""
    found = [item for result in results for item in _items_of(result, version)]
    kept: dict[tuple[str, ...], Item] = {}
    for item in sorted(found, key=_full_order):
        key = (item.tool, item.path, item.symbol, item.title.casefold(), item.polarity)
        kept[key] = _merge(kept[key], item) if key in kept else item
    return tuple(sorted(kept.values(), key=_full_order))


def stable_order(item: Item) -> tuple[Any, ...]:
    """Order for display: tool, path, symbol, confidence descending, summary."""
    return (item.tool, item.path, item.symbol, -item.confidence, item.summary)


def _full_order(item: Item) -> tuple[Any, ...]:
    """Break ties of the stable order by the rest of the item, so that input order never shows."""
    return (
        *stable_order(item),
        item.title,
        item.polarity,
        item.line or 0,
        item.evidence_refs,
        item.snippet or "",
    )


def _merge(first: Item, other: Item) -> Item:
    """Keep the more confident of two equal findings, with the evidence of both."""
    refs = tuple(dict.fromkeys((*first.evidence_refs, *other.evidence_refs)))[:MAX_REFS]
    best = first if first.confidence >= other.confidence else other
    return best.replace(evidence_refs=refs, snippet=best.snippet or first.snippet or other.snippet)


def _items_of(result: ToolResult, version: str) -> list[Item]:
    if result.status != "ok":
        return []
    source = Source(result.tool, result.started_at, version)
    items = [_item(result.tool, raw, source) for raw in _dicts(result.data.get("items"))]
    items += [_claim(result.tool, raw, source) for raw in _dicts(result.data.get("claims"))]
    has_findings = "items" in result.data or "claims" in result.data  # an empty list is an answer too
    if not items and not has_findings and result.summary.strip():
        items = [_item(result.tool, {"summary": result.summary}, source)]
    return items


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [raw for raw in value if isinstance(raw, dict)] if isinstance(value, list | tuple) else []


def _claim(tool: str, raw: dict[str, Any], source: Source) -> Item:
    claim = _text(raw.get("claim"))
    return _item(tool, {**raw, "title": claim, "summary": claim}, source)


def _item(tool: str, raw: dict[str, Any], source: Source) -> Item:
    title = _text(raw.get("title"))
    summary = _collapse(_text(raw.get("summary")) or title)
    is_cut = len(summary) > SUMMARY_CHARS
    polarity = raw.get("polarity")
    snippet, line = raw.get("snippet"), raw.get("line")
    return Item(
        tool=tool,
        path=_path(_text(raw.get("path"))),
        symbol=_text(raw.get("symbol")).strip() or NONE,
        title=_collapse(title) or NONE,
        summary=summary[: SUMMARY_CHARS - 1] + "…" if is_cut else summary,
        confidence=_confidence(raw.get("confidence")),
        claim_key=_text(raw.get("claim_key")).strip(),
        polarity=polarity if polarity in POLARITIES else "unknown",
        evidence_refs=_refs(raw.get("evidence_refs")),
        source=source,
        line=line if isinstance(line, int) and not isinstance(line, bool) and 0 < line < MOST_LINES else None,
        snippet=snippet if isinstance(snippet, str) and snippet.strip() else None,
        truncated=True if is_cut else None,
    )


def _text(value: Any) -> str:
    """Normalise a text; long ones are cut first, for normalising marks takes quadratic time."""
    return unicodedata.normalize("NFC", value[:MOST_CHARS]) if isinstance(value, str) else ""


def _collapse(text: str) -> str:
    return " ".join(text.split())


def _path(path: str) -> str:
    path = path.strip().replace("\\", "/")
    while path.startswith("./"):
        path = path[2:]
    return path or NONE


def _confidence(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or value != value:
        return DEFAULT_CONFIDENCE
    return round(float(min(max(value, 0), 1)), 4)


def _refs(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        return ()
    return tuple(dict.fromkeys(_collapse(_text(ref)) for ref in value if _text(ref).strip()))[:MAX_REFS]
