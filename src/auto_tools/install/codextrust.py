"""How Codex knows a hook that the user has allowed: a hash of its definition, kept in `config.toml`."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from typing import Any

from auto_tools.install.hookentries import Registration, is_timeout

DEFAULT_TIMEOUT_S = 600
"""What Codex takes where a hook names no timeout."""


def trust_hash(definition: Mapping[str, Any]) -> str:
    """Return the hash of a command hook's definition, as Codex computes it; empty where Codex refuses it."""
    timeout = definition.get("timeout", DEFAULT_TIMEOUT_S)
    if not is_timeout(timeout):
        return ""
    hook = {
        "async": bool(definition.get("async", False)),
        "command": definition.get("command", ""),
        "timeout": timeout,
        "type": "command",
    }
    if definition.get("statusMessage"):
        hook["statusMessage"] = definition["statusMessage"]
    whole = {"event_name": "user_prompt_submit", "hooks": [hook]}
    text = json.dumps(whole, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def trust_key(file: str, group: int, handler: int) -> str:
    """Return the name under which Codex keeps its trust in a hook."""
    return f"{os.path.realpath(file)}:user_prompt_submit:{group}:{handler}"


def trust_keys(one: Registration) -> tuple[str, ...]:
    """Return the path of the table in `config.toml` that holds the trust in a registration."""
    return ("hooks", "state", trust_key(one.file, one.group, one.handler))
