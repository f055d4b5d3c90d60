"""What env and config say about single tools.

A repository may switch tools off and lower limits; raising them is the user's own business, and
even the user stays below the catalogue's clamps.
"""

from __future__ import annotations

from auto_tools.contract import EXIT_CONFIG, Limit, ToolDefaults, ToolSettings
from auto_tools.settings.config import ConfigFile, whole_number
from auto_tools.settings.options import WALL_CEILING_MS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

ENV_PREFIX = "CI_AUTO_TOOLS_"
RUNNER_PREFIX = "CI_AUTO_TOOLS_RUNNER_"


def read_tool_settings(
    env: Mapping[str, str],
    repo: ConfigFile,
    user: ConfigFile,
    tools: Mapping[str, ToolDefaults],
    limits: list[Limit],
) -> tuple[dict[str, ToolSettings], tuple[str, ...]]:
    """Return the settings per tool that differ from the default, and unknown tool names."""
    found: dict[str, ToolSettings] = {}
    unknown: dict[str, None] = {}
    for file, may_raise in ((user, True), (repo, False)):
        for name, entry in _entries(file, limits):
            if name not in tools:
                unknown[name] = None
                continue
            base = found.get(name, ToolSettings())
            ceiling = WALL_CEILING_MS if may_raise else base.timeout_ms or tools[name].timeout_ms
            found[name] = _merge(base, file, name, entry, ceiling, limits)
    ours = {key: value for key, value in env.items() if key.startswith(ENV_PREFIX) and value}
    for name in tools if ours else ():
        shouted = name.upper().replace("-", "_")
        runner = ours.get(RUNNER_PREFIX + shouted, "")
        prefix = f"{ENV_PREFIX}{shouted}_"
        args = {k[len(prefix) :].lower(): _number(v) for k, v in ours.items() if k.startswith(prefix)}
        if runner or args:
            base = found.get(name, ToolSettings())
            found[name] = base.replace(runner=runner, env_args=args)
    return found, tuple(unknown)


def _entries(file: ConfigFile, limits: list[Limit]) -> list[tuple[str, dict[str, Any]]]:
    tools = file.node[2].get("tools") if file.node else None
    if tools is None or tools[1] == "null":
        return []
    if tools[1] != "map":
        limits.append(_wrong(file, tools[0], "tools", "a mapping of tool names"))
        return []
    entries = []
    for name, node in tools[2].items():
        if node[1] == "map":
            entries.append((name, node[2]))
        elif node[1] == "null":
            entries.append((name, {}))
        else:
            limits.append(_wrong(file, node[0], f"tools.{name}", "a mapping"))
    return entries


def _wrong(file: ConfigFile, line: int, key: str, expectation: str) -> Limit:
    text = f"{file.label} line {line}: {key}: expected {expectation}; ignored"
    return Limit(text, "degraded", EXIT_CONFIG, "defaults")


def _merge(
    base: ToolSettings,
    file: ConfigFile,
    name: str,
    entry: dict[str, Any],
    ceiling: int,
    limits: list[Limit],
) -> ToolSettings:
    changes: dict[str, Any] = {}
    for key, (line, kind, value) in entry.items():
        dotted = f"tools.{name}.{key}"
        if key == "enabled":
            if kind == "bool":
                changes["enabled"] = base.enabled and value.lower() in ("true", "yes", "on")
            else:
                limits.append(_wrong(file, line, dotted, "true or false"))
        elif key == "timeout_ms":
            wanted = whole_number(value) if kind == "int" else None
            if wanted:
                changes["timeout_ms"] = min(wanted, ceiling)
                if wanted > ceiling:
                    limits.append(
                        Limit(f"{name}: timeout_ms clamped to {ceiling} ({file.label} line {line})")
                    )
            else:
                limits.append(_wrong(file, line, dotted, "a whole number, 1 or more"))
        elif key == "args":
            if kind == "map":
                changes["args"] = {**base.args, **{k: _value(n) for k, n in value.items()}}
            else:
                limits.append(_wrong(file, line, dotted, "a mapping of arguments"))
        elif key == "clamps":
            changes["clamps"] = _merge_clamps(base, file, dotted, (line, kind, value), limits)
    return base.replace(**changes)


def _merge_clamps(
    base: ToolSettings, file: ConfigFile, dotted: str, node: tuple[int, str, Any], limits: list[Limit]
) -> dict[str, int]:
    line, kind, value = node
    clamps = dict(base.clamps)
    if kind != "map":
        limits.append(_wrong(file, line, dotted, "a mapping of numbers"))
        return clamps
    for name, (at, inner, text) in value.items():
        ceiling = whole_number(text) if inner == "int" else None
        if ceiling is not None:
            clamps[name] = min(ceiling, clamps.get(name, ceiling))
        else:
            limits.append(_wrong(file, at, f"{dotted}.{name}", "a whole number"))
    return clamps


def _value(node: list[Any]) -> Any:
    """Turn a config node into the plain value a tool argument takes."""
    _line, kind, value = node
    if kind == "list":
        return [_value(child) for child in value]
    if kind == "map":
        return {key: _value(child) for key, child in value.items()}
    if kind == "bool":
        return value.lower() in ("true", "yes", "on")
    return None if kind == "null" else _number(value) if kind == "int" else value


def _number(text: str) -> int | str:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 12 else text
