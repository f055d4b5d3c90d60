"""The limits of a run, and the plan of a run that does nothing."""

from __future__ import annotations

from auto_tools.contract import CLIENT_MAX_CHARS, Budget, Limit, Settings, ToolPlan
from auto_tools.settings.options import WALL_CEILING_MS

TIER2_EXTRA_MS = 5_000
_CODEX_COMMANDS = {"resume_last": "codex exec resume --last", "exec": "codex exec"}


def plan_nothing(settings: Settings) -> ToolPlan:
    """Return the plan of a prompt that needs no tools."""
    return ToolPlan(0, codex_command(settings), make_budget(settings))


def codex_command(settings: Settings) -> str:
    """Return the codex command an enriched prompt would be handed to."""
    return _CODEX_COMMANDS[settings.session_mode]


def make_budget(settings: Settings) -> Budget:
    """Return the budget of tiers 0 and 1."""
    size = min(settings.max_injected_chars, CLIENT_MAX_CHARS)
    return Budget(settings.wall_ms, settings.max_concurrency, size)


def add_tier2_time(budget: Budget, limits: list[Limit]) -> Budget:
    """Give tier 2 its extra time, below the hard ceiling."""
    wall = budget.wall_ms + TIER2_EXTRA_MS
    if wall > WALL_CEILING_MS:
        limits.append(Limit(f"budget.wall_ms clamped to {WALL_CEILING_MS} (with tier 2)"))
    return budget.replace(wall_ms=min(wall, WALL_CEILING_MS))
