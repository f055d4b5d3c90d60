"""Why a tool is planned, as sentences a user understands."""

from __future__ import annotations

REASONS = {
    "ci_index_status": "checks first whether the index of this repository can be relied on",
    "ci_search": "finds the files and definitions the prompt is about",
    "ci_graph_rag": "adds what surrounds them: callers, types, tests",
    "ci_call_chain": "follows who calls the named symbol and whom it calls",
    "ci_bug_locate": "traces the described error to the place that raises it",
    "ci_impact": "shows what else breaks when the named place changes",
    "ci_complexity": "points out functions that are hard to read or change",
    "ci_hotspot": "points out files that change often",
}
