"""The plugin for Claude Code: its files, and how its hook finds the product."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from auto_tools import __version__
from install.user import PRODUCT, User

PLUGIN = PRODUCT / "plugin"


def test_its_files_name_this_version_and_the_hook() -> None:
    manifest = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())
    market = json.loads((PLUGIN / ".claude-plugin" / "marketplace.json").read_text())
    hooks = json.loads((PLUGIN / "hooks" / "hooks.json").read_text())
    assert manifest["version"] == __version__
    assert [(one["name"], one["source"]) for one in market["plugins"]] == [(manifest["name"], "./")]
    handler = hooks["hooks"]["UserPromptSubmit"][0]["hooks"][0]
    script = handler["command"].replace("${CLAUDE_PLUGIN_ROOT}", str(PLUGIN)).strip('"')
    assert os.access(script, os.X_OK)
    assert handler["timeout"] == 20


def test_the_hook_finds_the_checkout_it_belongs_to(user: User) -> None:
    assert "hookSpecificOutput" in user.call_hook(shlex.quote(str(PLUGIN / "hooks" / "find-product.sh")))


def test_a_copy_finds_the_product_by_variable_or_path_or_says_so(user: User, tmp_path: Path) -> None:
    shutil.copytree(PLUGIN, tmp_path / "a copy")
    script = shlex.quote(str(tmp_path / "a copy" / "hooks" / "find-product.sh"))
    answer = user.call_hook(script)
    assert answer["systemMessage"].startswith("[Limits] orchestrator unavailable: the plugin does not find")
    assert "hookSpecificOutput" in user.call_hook(f"AUTO_TOOLS_HOME={shlex.quote(str(PRODUCT))} {script}")
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "auto-tools").symlink_to(PRODUCT / "bin" / "auto-tools")
    assert "hookSpecificOutput" in user.call_hook(script, path=f"{tmp_path}/links:/usr/bin:/bin")


def test_the_real_client_accepts_it(user: User) -> None:
    """Runs where the tests with the real clients run."""
    try:
        programs = import_module("e2e.clients").programs()
    except ModuleNotFoundError:
        programs = {}
    if not programs:
        pytest.skip("Claude Code is not installed for the tests")
    env = {**user.env, "DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}
    for target in (PLUGIN, PLUGIN / ".claude-plugin" / "plugin.json"):
        ended = subprocess.run(
            [programs["claude"], "plugin", "validate", target], env=env, capture_output=True, text=True
        )
        assert (ended.returncode, "warning" in ended.stdout) == (0, False), ended.stdout + ended.stderr
