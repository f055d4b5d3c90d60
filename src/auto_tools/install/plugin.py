"""The Claude Code plugin in `plugin/`: whether it is in use, which is the other way to install the hook."""

from __future__ import annotations

from collections.abc import Mapping

from auto_tools.install.jsonplaces import is_blank, parse_json

NAME = "auto-tools"


def enabled_plugin(text: str | None, path: str) -> str:
    """Return the name under which settings enable our plugin; empty when they do not."""
    settings = {} if text is None or is_blank(text) else parse_json(text, path)
    enabled = settings.get("enabledPlugins") if isinstance(settings, Mapping) else None
    for name, is_on in enabled.items() if isinstance(enabled, Mapping) else ():
        if is_on and name.partition("@")[0] == NAME:
            return str(name)
    return ""
