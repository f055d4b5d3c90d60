"""Looks at everything a client reads: where our hook is registered, and what would keep it from running."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from typing import Any, NamedTuple

from auto_tools.errors import UserError
from auto_tools.install.codextrust import trust_hash, trust_keys
from auto_tools.install.drafts import Drafts
from auto_tools.install.hookentries import Registration, find_in_json, find_in_value, wrong_timeouts
from auto_tools.install.jsonplaces import BOM, is_blank, parse_json
from auto_tools.install.places import GLOBAL, spot_of
from auto_tools.install.plugin import enabled_plugin
from auto_tools.install.tomlmerge import parse_toml, value_at

TRUST_IT = "start codex and trust the hook when it asks"
MANAGED = "/etc/claude-code/managed-settings.json"


class Survey(NamedTuple):
    """What a client knows about us."""

    found: list[Registration]
    """Every registration of our hook."""
    plugins: dict[str, str]
    """Our plugin, where it is enabled: its name by the file that enables it."""
    problems: list[str]
    """Files the client cannot read, and switches that keep hooks from running."""
    codex_config: Mapping[str, Any] = {}
    """The user's own config of Codex."""


def survey_client(client: str, root: str, env: Mapping[str, str]) -> Survey:
    """Read what a client would read for a project."""
    return (_survey_claude if client == "claude" else _survey_codex)(root, env)


def _survey_claude(root: str, env: Mapping[str, str]) -> Survey:
    user, project = spot_of("claude", GLOBAL, env), spot_of("claude", root, env)
    shared = os.path.join(os.path.dirname(project.hooks_file), "settings.json")
    survey = Survey([], {}, [])
    for path in dict.fromkeys((user.hooks_file, shared, project.hooks_file, MANAGED)):
        text = _read(path, survey)
        if text is None:
            continue
        try:
            survey.found.extend(find_in_json(text, path))
            name = enabled_plugin(text, path)
            settings = {} if is_blank(text) else parse_json(text, path)
        except UserError as error:
            survey.problems.append(f"{error}; Claude Code ignores the whole file")
            continue
        if name:
            survey.plugins[path] = name
        for switch in ("disableAllHooks", "allowManagedHooksOnly"):
            if isinstance(settings, Mapping) and settings.get(switch) is True:
                survey.problems.append(f"{path} says {switch}: no hook runs; set it to false")
    return survey


def _survey_codex(root: str, env: Mapping[str, str]) -> Survey:
    user, project = spot_of("codex", GLOBAL, env), spot_of("codex", root, env)
    survey = Survey([], {}, [], _read_toml(user.trust_file, Survey([], {}, [])))
    for spot in {spot.hooks_file: spot for spot in (user, project)}.values():
        _survey_hooks_json(spot.hooks_file, survey)
        survey.found.extend(find_in_value(_read_toml(spot.server_file, survey), spot.server_file))
    if value_at(survey.codex_config, ("features", "hooks")) is False:
        survey.problems.append(
            f"{user.trust_file} says hooks = false below [features]: no hook runs; set it to true"
        )
    return survey


def _survey_hooks_json(path: str, survey: Survey) -> None:
    text = _read(path, survey)
    if text is None:
        return
    if text.startswith(BOM):
        survey.problems.append(
            f"{path} starts with a byte order mark, which Codex cannot read; save it without one"
        )
    try:
        survey.found.extend(find_in_json(text, path))
        for said in wrong_timeouts(text, path):
            survey.problems.append(f"{said}: Codex runs no hook of this file; write a whole number there")
    except UserError as error:
        survey.problems.append(f"{error}; Codex runs no hook of this file")


def _read(path: str, survey: Survey) -> str | None:
    try:
        return Drafts().read(path)
    except UserError as error:
        survey.problems.append(str(error))
        return None


def _read_toml(path: str, survey: Survey) -> Mapping[str, Any]:
    text = _read(path, survey)
    try:
        return parse_toml(text or "", path)
    except UserError as error:
        survey.problems.append(f"{error}; Codex does not start with it")
        return {}


def trust_problem(one: Registration, survey: Survey, project: str) -> tuple[str, str]:
    """Say why Codex would skip a registration, and what mends it besides installing; nothing when it runs it.

    `project` is the root where the project registers it, empty where the user does.
    """
    state = value_at(survey.codex_config, trust_keys(one))
    stored = state.get("trusted_hash") if isinstance(state, Mapping) else None
    level = value_at(survey.codex_config, ("projects", project, "trust_level"))
    if isinstance(state, Mapping) and state.get("enabled") is False:
        return "it is switched off in Codex", "start codex, type /hooks, and switch it on"
    if project and level != "trusted":
        return (
            f"Codex reads .codex/ of trusted projects only, and {project} is none",
            f"start codex in {shlex.quote(project)} and trust the project",
        )
    if stored is None:
        return "Codex has not been told to trust it and skips it without a word", TRUST_IT
    if stored != trust_hash(one.definition):
        return "it was changed since it was trusted, and Codex skips it without a word", TRUST_IT
    return "", ""
