"""Merges env, repository config, user config and defaults into one `Settings`.

A wrong value never stops a run: it is named with file, line and expectation, the next layer
decides, and the exit code of `json` and `text` says that the configuration wants mending.
"""

from __future__ import annotations

import os

from auto_tools.contract import EXIT_CONFIG, Limit, Settings, ToolDefaults, ToolSettings
from auto_tools.settings.config import (
    ConfigFile,
    read_config,
    remember_config,
    show_value,
    whole_number,
)
from auto_tools.settings.options import BY_NAME, OPTIONS, Option
from auto_tools.settings.tools import read_tool_settings
from auto_tools.settings.unknown import (
    asks_for_tier2,
    check_keys,
    devbooks_limits,
    reserved_keys,
    unknown_variables,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

REPO_CONFIG = "config/auto-tools.yaml"
USER_CONFIG = "~/.config/auto-tools/config.yaml"
MOST_LIMITS = 8
NOT_TRUSTED = "the repository is not trusted; auto-tools trust shows it and asks"
TIER2_IGNORED = "tier-2 requires CI_AUTO_TOOLS_TIER_MAX=2 (config ignored)"


def load_settings(
    env: Mapping[str, str],
    *,
    config_root: str,
    tools: Mapping[str, ToolDefaults],
    refuse: Callable[[ConfigFile], str] | None = None,
) -> Settings:
    """Resolve every option.

    `config_root` is empty where no repository config may be read; `tools` is what the catalogue says about
    each tool; `refuse` says why keys that need trust are not taken from the repository's config, and is
    asked only when there are such keys.
    """
    repo_path = os.path.join(config_root, REPO_CONFIG) if config_root else ""
    user_path = os.path.expanduser(USER_CONFIG)
    repo, repo_fresh = _read(repo_path, REPO_CONFIG, within=config_root)
    user, user_fresh = _read(user_path, USER_CONFIG, within="")
    limits = [_config_limit(file) for file in (repo, user) if file.problem]
    values, sources = _resolve_options(env, repo, user, limits)
    refusal = refuse(repo) if refuse and reserved_keys(repo) else NOT_TRUSTED
    limits += check_keys(repo, refusal=refusal) + check_keys(user)
    limits += devbooks_limits(config_root) + _tier_limits(env, tools, repo, user)
    limits += unknown_variables(env, tools)
    chosen, unknown = read_tool_settings(env, repo, user, tools, limits)
    mode = values["mode"]
    if values["dry_run"] == "1":
        mode, sources["mode"] = "plan", sources["dry_run"]
    if mode == "run":
        for path, fresh in ((repo_path, repo_fresh), (user_path, user_fresh)):
            if fresh is not None:
                remember_config(path, fresh)
    return _build(values, sources, mode, chosen, unknown, limits)


def _read(path: str, label: str, *, within: str) -> tuple[ConfigFile, str | None]:
    if not path:
        return ConfigFile(label, None), None
    return read_config(path, label, within=within)


def _build(
    values: dict[str, Any],
    sources: dict[str, str],
    mode: str,
    tools: Mapping[str, ToolSettings],
    unknown: tuple[str, ...],
    limits: list[Limit],
) -> Settings:
    return Settings(
        enabled=values["enabled"],
        mode=mode,
        tier_max=values["tier_max"],
        wall_ms=values["budget.wall_ms"],
        max_concurrency=values["budget.max_concurrency"],
        max_injected_chars=values["budget.max_injected_chars"],
        repo_root=values["repo_root"],
        exclude=values["exclude"],
        show=values["show"],
        legacy=values["legacy"] == "1",
        session_mode=values["session_mode"],
        dry_run=values["dry_run"] == "1",
        fake_results_file=values["fake_results_file"],
        tools=tools,
        unknown_tools=unknown,
        sources=sources,
        limits=_at_most(MOST_LIMITS, list(dict.fromkeys(limits))),
    )


def _at_most(most: int, limits: list[Limit]) -> tuple[Limit, ...]:
    """Keep a flood of complaints from pushing everything else out."""
    if len(limits) <= most:
        return tuple(limits)
    code = max(limit.exit_code for limit in limits)
    rest = Limit(f"{len(limits) - most} more complaints about settings", "degraded", code, "defaults")
    return (*limits[:most], rest)


def _config_limit(file: ConfigFile) -> Limit:
    """Say why a whole file is unusable; a missing dependency is no configuration error."""
    text = f"{file.problem}; defaults used"
    if file.advice:
        return Limit(f"{text}; {file.advice}", "degraded", degraded_to="defaults")
    return Limit(text, "degraded", EXIT_CONFIG, "defaults")


def _resolve_options(
    env: Mapping[str, str], repo: ConfigFile, user: ConfigFile, limits: list[Limit]
) -> tuple[dict[str, Any], dict[str, str]]:
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for option in OPTIONS:
        values[option.name], sources[option.name] = option.default, "default"
        for source, where, given in _candidates(option, env, repo, user):
            value, complaint = _check(option, given, source)
            if complaint:
                text = f"{where}: {option.name}: expected {option.expectation()}, {complaint}; ignored"
                limits.append(Limit(text, "degraded", EXIT_CONFIG, "defaults"))
                continue
            if option.kind == "list" and value and sources[option.name] != "default":
                values[option.name] += value  # what the user leaves out, no repository brings back
            if value is None or sources[option.name] != "default":
                continue
            if option.ceiling is not None and value > option.ceiling:
                limits.append(Limit(f"{option.name} clamped to {option.ceiling} ({where})"))
                value = option.ceiling
            values[option.name], sources[option.name] = value, source
    return values, sources


def _candidates(
    option: Option, env: Mapping[str, str], repo: ConfigFile, user: ConfigFile
) -> list[tuple[str, str, list[Any]]]:
    """List what each layer says about an option, strongest first: source, place, node."""
    found: list[tuple[str, str, list[Any]]] = []
    text = env.get(option.env, "").strip() if option.env else ""
    if text:
        found.append(("env", option.env, [0, "str", text]))
    if option.config:
        for source, file in (("config", repo), ("user config", user)):
            node = find_node(file, option.name)
            if node is not None and node[1] != "null":
                found.append((source, f"{file.label} line {node[0]}", node))
    return found


def find_node(file: ConfigFile, dotted: str) -> list[Any] | None:
    """Find a key such as `budget.wall_ms` in a config."""
    node = file.node
    for part in dotted.split("."):
        if node is None or node[1] != "map":
            return None
        node = node[2].get(part)
    return node


def _check(option: Option, node: list[Any], source: str) -> tuple[Any, str]:
    """Return the value, or what is wrong with it; (None, "") means somebody else reports it."""
    _line, kind, given = node
    got = f"got {show_value(given)}" if isinstance(given, str) else f"got a {kind}"
    if option.kind == "number" and kind == "str" and source != "env" and given.isdigit():
        got += " in quotes"
    if option.kind == "list":
        return _check_list(node)
    if not isinstance(given, str):
        return None, got
    if option.kind == "choice":
        return (given, "") if given in option.choices else (None, got)
    if option.kind == "text":
        return (given, "") if kind == "str" else (None, got)
    number = whole_number(given)
    if number is None or (source != "env" and kind != "int"):
        return None, got
    if option.name == "tier_max" and source != "env" and number >= 2:
        return None, ""
    in_range = number >= option.low and (option.high is None or number <= option.high)
    return (number, "") if in_range else (None, got)


def _check_list(node: list[Any]) -> tuple[tuple[str, ...] | None, str]:
    if node[1] != "list":
        return None, f"got {show_value(node[2])}" if isinstance(node[2], str) else "got a mapping"
    patterns = []
    for line, kind, value in node[2]:
        if kind != "str" or value.startswith(("/", "~")) or ".." in value.split("/"):
            return None, f"got something else in line {line}"
        patterns.append(value)
    return tuple(patterns), ""


def _tier_limits(
    env: Mapping[str, str], tools: Mapping[str, ToolDefaults], repo: ConfigFile, user: ConfigFile
) -> list[Limit]:
    """Say that tier 2 has one switch when a config asks for it in any spelling."""
    if env.get(BY_NAME["tier_max"].env, "").strip() == "2":
        return []
    asked = any(asks_for_tier2(file, tools) for file in (repo, user))
    return [Limit(TIER2_IGNORED, "refused")] if asked else []
