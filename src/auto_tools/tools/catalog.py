"""The allowlist: every tool with its tier, time, arguments and clamps, in one literal table.

A body is named by text and imported only when it runs. A tool without a body answers
`E_TOOL_UNAVAILABLE`.
"""

from __future__ import annotations

from auto_tools.contract import ToolDefaults
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    ArgumentKind = Literal["text", "number", "choice", "path", "list", "flag"]


class Argument(Record):
    """One argument of a tool."""

    name: str
    """Name in the call."""
    kind: ArgumentKind
    """How its value is checked."""
    help: str
    """One line for a model or a user."""
    default: Any = None
    """Value when the call gives none; None leaves it out."""
    required: bool = False
    """True when a call without it makes no sense."""
    low: int = 1
    """Smallest number that makes sense."""
    clamp: int | None = None
    """Largest number; more is lowered and said."""
    choices: tuple[str, ...] = ()
    """Allowed words of a choice."""
    alias: str = ""
    """Older name."""


class ToolSpec(Record):
    """One tool of the catalogue."""

    name: str
    """Name everywhere."""
    tier: int
    """0 and 1 automatic, 2 by the user's switch, 3 never by itself."""
    timeout_ms: int
    """Time for hooks and tool together."""
    help: str
    """What it answers."""
    arguments: tuple[Argument, ...] = ()
    """What it takes."""
    body: str = ""
    """`module:function` that runs it; empty while there is none."""
    interactive: bool = False
    """True when it needs the user's terminal."""
    needs_one_of: tuple[str, ...] = ()
    """Arguments of which at least one must be given."""


_QUERY = Argument("query", "text", "what to look for, in words or code", required=True)

TOOLS: tuple[ToolSpec, ...] = (
    ToolSpec(
        "ci_index_status",
        0,
        500,
        "whether the search index is ready, building, stale or missing",
        body="auto_tools.tools.ci_index_status:run",
    ),
    ToolSpec(
        "ci_search",
        1,
        2_000,
        "definitions and files that match a question, an error or a work order",
        (
            _QUERY,
            Argument("limit", "number", "how many findings", default=10, clamp=10),
            Argument("mode", "choice", "how to match", default="hybrid", choices=("hybrid", "keyword")),
        ),
        body="auto_tools.tools.ci_search:run",
    ),
    ToolSpec(
        "ci_graph_rag",
        1,
        3_500,
        "what one needs to know around the best matches: callers, types, tests",
        (
            _QUERY,
            Argument("depth", "number", "hops in the code graph", default=2, clamp=2),
            Argument("top_k", "number", "matches to start from", default=10, clamp=10),
            Argument(
                "token_budget", "number", "size of the answer", default=8_000, clamp=8_000, alias="budget"
            ),
        ),
        body="auto_tools.tools.ci_graph_rag:run",
    ),
    ToolSpec(
        "ci_call_chain",
        2,
        2_000,
        "who calls a symbol and whom it calls",
        (
            Argument("symbol", "text", "name of a function, method or class", required=True),
            Argument(
                "direction",
                "choice",
                "which way to follow",
                default="both",
                choices=("callers", "callees", "both"),
            ),
            Argument("depth", "number", "calls to follow", default=2, clamp=3),
        ),
        body="auto_tools.tools.ci_call_chain:run",
    ),
    ToolSpec(
        "ci_bug_locate",
        2,
        2_000,
        "where an error, a trace or a described fault comes from",
        (Argument("error", "text", "message, stack trace, log or description", required=True),),
        body="auto_tools.tools.ci_bug_locate:run",
    ),
    ToolSpec(
        "ci_impact",
        2,
        2_000,
        "what breaks when a symbol or a file changes",
        (
            Argument("symbol", "text", "name of a function, method or class"),
            Argument("file", "path", "file below the repository root"),
            Argument("depth", "number", "hops to follow", default=2),
        ),
        body="auto_tools.tools.ci_impact:run",
        needs_one_of=("symbol", "file"),
    ),
    ToolSpec(
        "ci_complexity",
        2,
        1_000,
        "functions that are hard to read or change",
        (Argument("file", "path", "file or folder below the repository root", alias="path"),),
        body="auto_tools.tools.ci_complexity:run",
    ),
    ToolSpec(
        "ci_hotspot",
        2,
        2_000,
        "files that change often and are complex",
        (
            Argument("days", "number", "how far to look back", default=30, clamp=30),
            Argument("top", "number", "how many files", default=20, clamp=20),
        ),
        body="auto_tools.tools.ci_hotspot:run",
    ),
    ToolSpec(
        "askuser-ask_question",
        3,
        600_000,
        "asks the user a question with options to choose from",
        (
            Argument("question", "text", "the question", required=True),
            Argument("options", "list", "answers to choose from", default=()),
            Argument("multi_select", "flag", "whether several answers may be chosen", default=False),
        ),
        body="auto_tools.tools.ask_question:run",
        interactive=True,
    ),
)

CATALOG = {spec.name: spec for spec in TOOLS}
"""The tools by name, in the order of the table."""
DEFAULTS = {spec.name: ToolDefaults(spec.tier, spec.timeout_ms) for spec in TOOLS}
"""What settings need to know of each tool."""
