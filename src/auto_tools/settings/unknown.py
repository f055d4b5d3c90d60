"""Finds what a config should not hold: unknown keys, keys of the user alone, a second switch for tier 2."""

from __future__ import annotations

import os

from auto_tools.contract import EXIT_CONFIG, Limit, ToolDefaults
from auto_tools.settings.config import ConfigFile, show_value, whole_number
from auto_tools.settings.options import (
    OPTIONS,
    SECTIONS,
    TIER_ALIASES,
    TOOL_KEYS,
    TRUSTED_KEYS,
    TRUSTED_TOOL_KEYS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

DEVBOOKS_CONFIG = ".devbooks/config.yaml"
DEVBOOKS_IGNORED = "auto-tools settings in .devbooks/config.yaml ignored; move them to config/auto-tools.yaml"
TIER2_TOOL_FLOOR = 2


def check_keys(file: ConfigFile, *, refusal: str = "") -> list[Limit]:
    """Name every key that is unknown, or that only the user's own or a trusted config may hold.

    `refusal` says why the latter are not taken from this file; empty where they may be.
    """
    if file.node is None:
        return []
    known = {option.name for option in OPTIONS if option.config}
    limits: list[Limit] = []
    for dotted, node in _walk(file.node[2]):
        if dotted in SECTIONS:
            if node[1] != "null":
                text = (
                    f"{file.label} line {node[0]}: {dotted}: expected a mapping, got {_shown(node)}; ignored"
                )
                limits.append(Limit(text, "degraded", EXIT_CONFIG, "defaults"))
        elif not _is_reserved(dotted) and not _is_known(dotted, known) and not _is_tier_request(dotted, node):
            where = f"{file.label} line {node[0]}"
            text = f"{where}: {dotted}: unknown key, expected one of {_expected(dotted)}; ignored"
            limits.append(Limit(text, "degraded", EXIT_CONFIG, "defaults"))
    reserved = reserved_keys(file)
    if reserved:
        why = refusal or "not supported yet"
        limits.append(Limit(f"{file.label}: {', '.join(reserved)} ignored; {why}", "refused"))
    return limits


def reserved_keys(file: ConfigFile) -> list[str]:
    """List the keys of a config that could start programs or lead elsewhere."""
    keys = _walk(file.node[2] if file.node else {})
    return sorted(dotted for dotted, _node in keys if _is_reserved(dotted))


def reserved_texts(file: ConfigFile) -> list[str]:
    """List every text below such a key; one of them may name a script."""
    found = _walk(file.node[2] if file.node else {})
    return [text for dotted, node in found if _is_reserved(dotted) for text in _texts(node)]


def _texts(node: list[Any]) -> list[str]:
    _line, kind, value = node
    if kind == "map":
        return [text for child in value.values() for text in _texts(child)]
    return [text for child in value for text in _texts(child)] if kind == "list" else [value]


def _shown(node: list[Any]) -> str:
    return show_value(node[2]) if isinstance(node[2], str) else f"a {node[1]}"


def _walk(top: dict[str, Any]) -> list[tuple[str, list[Any]]]:
    """List the keys that must be known: top level, inside sections, and below each tool."""
    found: list[tuple[str, list[Any]]] = []
    for key, node in top.items():
        is_open = node[1] == "map" and (key in (*SECTIONS, "tools", "auto_tools"))
        if not is_open:
            found.append((key, node))
        elif key == "tools":
            for name, entry in node[2].items():
                inner = entry[2].items() if entry[1] == "map" else ()
                found += [(f"tools.{name}.{part}", child) for part, child in inner]
        else:
            found += [(f"{key}.{part}", child) for part, child in node[2].items()]
    return found


def _is_known(dotted: str, known: set[str]) -> bool:
    parts = dotted.split(".")
    if parts[0] == "tools":
        return len(parts) == 1 or parts[-1] in (*TOOL_KEYS, *TRUSTED_TOOL_KEYS)
    return dotted in known


def _is_reserved(dotted: str) -> bool:
    parts = dotted.split(".")
    if parts[0] == "tools" and len(parts) > 1:
        return parts[-1] in TRUSTED_TOOL_KEYS
    return parts[0] in TRUSTED_KEYS


def _is_tier_request(dotted: str, node: list[Any]) -> bool:
    parts = dotted.split(".")
    return parts[-1] in TIER_ALIASES and parts[:-1] in ([], ["auto_tools"]) and _is_tier2(node)


def _is_tier2(node: list[Any]) -> bool:
    return (whole_number(node[2]) or 0) >= TIER2_TOOL_FLOOR


def _expected(dotted: str) -> str:
    parts = dotted.split(".")
    if parts[0] == "tools":
        return ", ".join(TOOL_KEYS)
    if len(parts) > 1 and parts[0] in SECTIONS:
        prefix = parts[0] + "."
        return ", ".join(o.name.removeprefix(prefix) for o in OPTIONS if o.name.startswith(prefix))
    tops = dict.fromkeys(o.name.split(".")[0] for o in OPTIONS if o.config)
    return ", ".join((*tops, "tools"))


def asks_for_tier2(file: ConfigFile, known: Mapping[str, ToolDefaults]) -> bool:
    """Tell whether a config asks for tier 2 by any spelling, or lowers the tier of such a tool."""
    if file.node is None:
        return False
    top = file.node[2]
    wrapper = top.get("auto_tools")
    scopes = [top, wrapper[2]] if wrapper and wrapper[1] == "map" else [top]
    if any(alias in scope and _is_tier2(scope[alias]) for scope in scopes for alias in TIER_ALIASES):
        return True
    tools = top.get("tools")
    entries = tools[2].items() if tools and tools[1] == "map" else ()
    return any(
        name in known
        and known[name].tier == TIER2_TOOL_FLOOR
        and entry[1] == "map"
        and "tier" in entry[2]
        and not _is_tier2(entry[2]["tier"])
        for name, entry in entries
    )


def unknown_variables(env: Mapping[str, str], tools: Mapping[str, ToolDefaults]) -> list[Limit]:
    """Name variables that look like ours but are not: most often a slip of the hand."""
    known = {option.env for option in OPTIONS} | {"CI_AUTO_TOOLS_ORCHESTRATOR_PATH"}
    shouted = tuple(name.upper().replace("-", "_") for name in tools)
    runners = {f"CI_AUTO_TOOLS_RUNNER_{name}" for name in shouted}
    prefixes = tuple(f"CI_AUTO_TOOLS_{name}_" for name in shouted)
    ours = (name for name in env if name.startswith("CI_AUTO_TOOLS"))
    strange = sorted(n for n in ours if n not in known and n not in runners and not n.startswith(prefixes))
    return [Limit(f"{name} is no setting; ignored (see auto-tools settings)") for name in strange]


def devbooks_limits(config_root: str) -> list[Limit]:
    """Say that settings in the neighbouring tool's config are not read."""
    if not config_root:
        return []
    path = os.path.join(config_root, DEVBOOKS_CONFIG)
    if os.path.realpath(path) != path:
        return []
    try:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        descriptor = os.open(path, flags)
        with os.fdopen(descriptor, "rb") as file:
            text = file.read(65_536).decode("utf-8", "replace")
    except OSError:
        return []
    return [Limit(DEVBOOKS_IGNORED)] if any(map(_is_ours, text.splitlines())) else []


def _is_ours(line: str) -> bool:
    key = line.lstrip("{").partition(":")[0].rstrip().strip("\"'")
    ours = key in ("auto_tools", "auto-tools", "tier_max") or key.startswith("CI_AUTO_TOOLS")
    return ours and ":" in line and not line.startswith((" ", "\t"))
