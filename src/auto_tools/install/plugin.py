"""The Claude Code plugin in `plugin/`: whether it is in use, which is the other way to install the hook."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from auto_tools.errors import UserError
from auto_tools.install.drafts import Drafts
from auto_tools.install.jsonplaces import is_blank, parse_json

NAME = "auto-tools"
HOOK = os.path.join("hooks", "find-product.sh")
_NAME = re.compile(r"[\w.-]+@\w[\w.-]*", re.ASCII)


def enabled_plugin(text: str | None, path: str) -> str:
    """Return the name under which settings enable our plugin; empty when they do not."""
    settings = {} if text is None or is_blank(text) else parse_json(text, path)
    enabled = settings.get("enabledPlugins") if isinstance(settings, Mapping) else None
    for name, is_on in enabled.items() if isinstance(enabled, Mapping) else ():
        if is_on and name.partition("@")[0] == NAME:
            return str(name)
    return ""


def uninstall_plugin(name: str, path: str) -> str:
    """Say how to get rid of our plugin; a name that is no plugin's name never gets into a command."""
    if _NAME.fullmatch(name):
        return f"claude plugin uninstall {name}"
    return f"remove it from enabledPlugins in {path}"


def plugin_hook(name: str, client_folder: str) -> str:
    """Return the script that Claude Code runs for our plugin; empty where its folder is not known."""
    market = name.partition("@")[2]
    known = _read(os.path.join(client_folder, "plugins", "known_marketplaces.json"))
    installed = _read(os.path.join(client_folder, "plugins", "installed_plugins.json"))
    entry = known.get(market)
    copies = _dict(installed.get("plugins")).get(name)
    places = [_dict(entry).get("installLocation")]
    places += [_dict(one).get("installPath") for one in (copies if isinstance(copies, list) else ())]
    scripts = [os.path.join(place, HOOK) for place in places if isinstance(place, str)]
    return next((script for script in scripts if os.path.exists(script)), "")


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _read(path: str) -> Mapping[str, Any]:
    try:
        return _dict(parse_json(Drafts().read(path) or "{}", path))
    except UserError:
        return {}
