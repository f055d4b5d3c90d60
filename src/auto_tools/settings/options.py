"""Each option declared once: name, kind, default, where it can be set, and what it is for.

Reading, checking, `auto-tools settings` and the reference in the docs all loop over this table.
"""

from __future__ import annotations

from auto_tools.contract import CLIENT_MAX_CHARS
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    Kind = Literal["choice", "number", "text", "list"]

WALL_CEILING_MS = 15_000
CONCURRENCY_CEILING = 16


class Option(Record):
    """One setting of the control plane."""

    name: str
    """Name in `auto-tools settings`; also the config key unless `config` is false."""
    kind: Kind
    """How its text is read."""
    default: Any
    """Value when nobody sets it."""
    env: str
    """Environment variable; empty for none."""
    help: str
    """One line for users."""
    choices: tuple[str, ...] = ()
    """Allowed words of a choice."""
    low: int = 0
    """Smallest number allowed."""
    high: int | None = None
    """Largest number allowed; more is an error."""
    ceiling: int | None = None
    """Hard ceiling; more is clamped and said."""
    config: bool = True
    """Whether a config file may set it."""

    def expectation(self) -> str:
        """Say what a right value looks like."""
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        if self.kind == "number":
            upper = f" to {self.high}" if self.high is not None else " or more"
            return f"a whole number, {self.low}{upper}"
        return "a list of relative path patterns" if self.kind == "list" else "text"


OPTIONS: tuple[Option, ...] = (
    Option(
        "enabled",
        "choice",
        "auto",
        "CI_AUTO_TOOLS",
        "plan for code prompts (auto), always (on) or never (off)",
        choices=("auto", "on", "off"),
    ),
    Option(
        "mode",
        "choice",
        "run",
        "CI_AUTO_TOOLS_MODE",
        "run the tools, or only print the plan",
        choices=("run", "plan"),
    ),
    Option(
        "dry_run",
        "choice",
        "0",
        "CI_AUTO_TOOLS_DRY_RUN",
        "1 means plan mode, whatever `mode` says",
        choices=("0", "1"),
        config=False,
    ),
    Option(
        "tier_max",
        "number",
        1,
        "CI_AUTO_TOOLS_TIER_MAX",
        "highest tier that runs by itself; 2 only by env",
        high=2,
    ),
    Option(
        "budget.wall_ms",
        "number",
        5_000,
        "CI_AUTO_TOOLS_BUDGET_WALL_MS",
        "milliseconds for all tools together",
        ceiling=WALL_CEILING_MS,
    ),
    Option(
        "budget.max_concurrency",
        "number",
        3,
        "CI_AUTO_TOOLS_MAX_CONCURRENCY",
        "tools at the same time",
        low=1,
        ceiling=CONCURRENCY_CEILING,
    ),
    Option(
        "budget.max_injected_chars",
        "number",
        12_000,
        "CI_AUTO_TOOLS_MAX_INJECTED_CHARS",
        "size of the injected context in the client's unit",
        ceiling=CLIENT_MAX_CHARS,
    ),
    Option(
        "repo_root",
        "text",
        "",
        "CI_AUTO_TOOLS_REPO_ROOT",
        "directory to analyse instead of the git top level",
    ),
    Option("exclude", "list", (), "", "path patterns that are left out of every answer"),
    Option(
        "show",
        "choice",
        "short",
        "",
        "what the user sees of a run in the client",
        choices=("full", "short", "off"),
    ),
    Option(
        "legacy",
        "choice",
        "0",
        "CI_AUTO_TOOLS_LEGACY",
        "1 uses the older five-layer policy; removed in 2.0",
        choices=("0", "1"),
        config=False,
    ),
    Option(
        "session_mode",
        "choice",
        "resume_last",
        "CI_CODEX_SESSION_MODE",
        "how codex-auto goes on with a session",
        choices=("resume_last", "exec"),
        config=False,
    ),
    Option(
        "fake_results_file",
        "text",
        "",
        "CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE",
        "JSON array used as the tools' results, for tests",
        config=False,
    ),
)

BY_NAME = {option.name: option for option in OPTIONS}
SECTIONS = ("budget",)

TOOL_KEYS = ("enabled", "timeout_ms", "args", "clamps")
"""Keys below `tools.<name>` that any config may set."""
TRUSTED_TOOL_KEYS = ("tier", "run", "map")
TRUSTED_KEYS = ("hooks", "mcp_servers", "subagent", "audit")
"""Keys that could start programs or lead elsewhere: from the user, or from a trusted repository."""

TIER_ALIASES = ("tier_max", "tierMax", "max_tier")
"""Spellings by which a config may ask for tier 2."""
