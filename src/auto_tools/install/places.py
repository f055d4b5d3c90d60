"""Where each client keeps what we touch, for the whole user or for one project."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from auto_tools.errors import UserError
from auto_tools.userfiles import state_path

PRODUCT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
"""The folder that holds `hooks/`, `bin/` and `src/`."""
CLIENTS = ("claude", "codex")
GLOBAL = "global"
HOOK_NAME = "context-inject-global.sh"
SERVER = "code-intelligence"
DEFAULT_PREFIX = "/usr/local"


class Spot(NamedTuple):
    """One client at one scope."""

    client: str
    """`claude` or `codex`."""
    scope: str
    """`global`, or the root of the project."""
    hooks_file: str
    """Settings file that registers the hook."""
    script: str
    """The generated script that is registered."""
    server_file: str
    """File that registers the MCP server."""
    server_keys: tuple[str, ...]
    """Where in it."""
    plugin_files: tuple[str, ...] = ()
    """Settings files that may enable the plugin where this hook would run."""
    trust_file: str = ""
    """File in which Codex keeps which hooks the user trusts."""
    wrapper: str = ""
    """Where `codex-auto` goes."""


def spot_of(client: str, scope: str, env: Mapping[str, str], prefix: str = "") -> Spot:
    """Return where a client keeps its things at a scope."""
    home = env.get("HOME", os.path.expanduser("~"))
    if not os.path.isabs(home) or not os.path.isdir(home):
        raise UserError(f"HOME is {home!r}, which is no folder", "set HOME to your home folder")
    return (_claude if client == "claude" else _codex)(scope, env, prefix)


def _claude(scope: str, env: Mapping[str, str], _prefix: str) -> Spot:
    home, configured = os.path.expanduser("~"), env.get("CLAUDE_CONFIG_DIR", "")
    folder = os.path.abspath(configured) if configured else os.path.join(home, ".claude")
    state = os.path.join(folder if configured else home, ".claude.json")
    script = os.path.join(folder, "hooks", HOOK_NAME)
    of_user = os.path.join(folder, "settings.json")
    if scope == GLOBAL:
        return Spot("claude", scope, of_user, script, state, ("mcpServers", SERVER), (of_user,))
    shared, own = (os.path.join(scope, ".claude", f"settings{kind}.json") for kind in ("", ".local"))
    keys = ("projects", scope, "mcpServers", SERVER)
    return Spot("claude", scope, own, script, state, keys, (of_user, shared, own))


def _codex(scope: str, env: Mapping[str, str], prefix: str) -> Spot:
    folder = os.path.abspath(env.get("CODEX_HOME", "") or os.path.expanduser("~/.codex"))
    place = folder if scope == GLOBAL else os.path.join(scope, ".codex")
    above = scope if scope != GLOBAL else prefix or env.get("AUTO_TOOLS_PREFIX", "") or DEFAULT_PREFIX
    return Spot(
        "codex",
        scope,
        os.path.join(place, "hooks.json"),
        os.path.join(folder, "hooks", HOOK_NAME),
        os.path.join(place, "config.toml"),
        ("mcp_servers", SERVER),
        (),
        os.path.join(folder, "config.toml"),
        os.path.join(os.path.abspath(above), "bin", "codex-auto"),
    )


def demand_inside(spot: Spot) -> None:
    """Refuse a project whose files lead somewhere else: a repository may hold links that its author chose."""
    if spot.scope == GLOBAL:
        return
    for path in (spot.hooks_file, spot.server_file, spot.wrapper):
        folder = os.path.dirname(path)
        if path.startswith(spot.scope + os.sep) and not (is_inside(path, spot) and is_inside(folder, spot)):
            raise UserError(f"{path} leads outside the project", "remove the link, or install with --global")


def is_inside(path: str, spot: Spot) -> bool:
    """Tell whether a path, all links followed, is a project's folder or lies in it."""
    top = os.path.realpath(spot.scope)
    return f"{os.path.realpath(path)}{os.sep}".startswith(top.rstrip(os.sep) + os.sep)


def key_file() -> str:
    """Return where the key of the fence is stored."""
    return state_path("fence.key")


def receipt_file() -> str:
    """Return where it is written down what the installer did."""
    return state_path("install.json")
