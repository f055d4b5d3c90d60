"""`verify` and `doctor` find what is wrong and name the command that mends it."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

import pytest

from auto_tools.install.codextrust import trust_hash
from install.user import PRODUCT, User, hook_commands, tree


def test_the_trust_hash_is_the_one_codex_computes() -> None:
    """Both were accepted by Codex 0.169.0, which ran the hooks."""
    assert trust_hash({"type": "command", "command": "/tmp/hook.sh", "timeout": 20}) == (
        "sha256:ebc1b3286f80ea4dc663ab3cb37d5c05aeff724753fb22e2d591fe118527f270"
    )
    assert trust_hash({"type": "command", "command": "/tmp/hook2.sh 'a \"b\" é'"}) == (
        "sha256:56b0acd79ed9abe9cc598f90e167f74f80b63b3a754f579c129c3df345c9e982"
    )


def test_nothing_installed_is_said_with_the_command(user: User) -> None:
    checks = user.checks("verify", code=20)
    assert checks["claude registered"]["mend"].endswith("bin/auto-tools install claude --yes")
    assert checks["codex registered"]["state"] == "broken"


def test_one_client_alone_is_fine(user: User) -> None:
    user.install("claude")
    checks = user.checks("verify")
    assert checks["codex registered"]["state"] == "note"
    assert checks["claude registered"]["said"] == f"{user.settings}:6"
    assert "characters of context in" in checks["claude answers"]["said"]
    assert user.checks("verify", "all", code=20)["codex registered"]["state"] == "broken"


def test_verify_writes_nothing(user: User) -> None:
    user.install("claude")
    before = {path: path.stat().st_mtime_ns for path in user.home.rglob("*")}
    user.run("verify")
    assert {path: path.stat().st_mtime_ns for path in user.home.rglob("*")} == before


def test_an_untrusted_hook_of_codex_is_dead_and_said_so(user: User) -> None:
    user.install("codex")
    trusted = user.checks("verify", code=20)["codex trusted"]
    assert "skips it without a word" in trusted["said"]
    assert "install codex --trust-hook --yes" in trusted["mend"]
    user.install("codex", "--trust-hook")
    assert user.checks("verify")["codex trusted"]["state"] == "ok"


def test_a_hook_that_changed_since_it_was_trusted_is_found_and_mended(user: User) -> None:
    user.install("codex", "--trust-hook")
    user.codex_hooks.write_text(user.codex_hooks.read_text().replace('"timeout": 20', '"timeout": 21'))
    assert "changed since it was trusted" in user.checks("verify", code=20)["codex trusted"]["said"]
    user.install("codex", "--trust-hook")
    assert user.checks("verify")["codex trusted"]["state"] == "ok"


@pytest.mark.parametrize(
    ("added", "name", "said"),
    [
        ("enabled = false\n", "codex trusted", "switched off in Codex"),
        ("[features]\nhooks = false\n", "codex settings", "hooks = false"),
        ("[broken\n", "codex settings", "is not TOML"),
    ],
)
def test_switches_of_codex_that_kill_the_hook_are_found(user: User, added: str, name: str, said: str) -> None:
    user.install("codex", "--trust-hook")
    user.codex_config.write_text(user.codex_config.read_text() + added)
    assert said in user.checks("verify", code=20)[name]["said"]


def test_a_byte_order_mark_that_codex_cannot_read_is_found(user: User) -> None:
    user.install("codex", "--trust-hook")
    user.write(user.codex_hooks, "\ufeff" + user.codex_hooks.read_text())
    assert "byte order mark" in user.checks("verify", code=20)["codex settings"]["said"]


@pytest.mark.parametrize(
    ("settings", "said"),
    [('{"disableAllHooks": true}', "disableAllHooks"), ("{broken", "Claude Code ignores the whole file")],
)
def test_a_project_that_kills_the_hook_is_found(user: User, settings: str, said: str) -> None:
    user.install("claude")
    user.write(user.project / ".claude" / "settings.json", settings)
    assert said in user.checks("verify", code=20)["claude settings"]["said"]


def test_a_second_registration_by_hand_is_found(user: User) -> None:
    by_hand = str(PRODUCT / "hooks" / "context-inject-global.sh")
    entry = {"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": by_hand}]}]}}
    user.write(user.settings, json.dumps(entry))
    assert "each prompt would be answered twice" in user.install("claude")
    once = user.checks("verify", code=20)["claude once"]
    assert "registered 2 times" in once["said"]
    assert str(user.settings) in once["mend"]


def test_the_entry_of_somebody_elses_installation_is_named(user: User, tmp_path: Path) -> None:
    other = User(tmp_path, "colleague")
    other.install("all", "--project", "--trust-hook")
    user.install("all", "--trust-hook")
    checks = user.checks("verify", code=20)
    for client, file in (("claude", ".claude/settings.local.json"), ("codex", ".codex/hooks.json")):
        assert checks[f"{client} once"]["mend"] == f"remove the entry in {user.project / file} line 6"
    other.uninstall()
    user.checks("verify")


def test_user_and_project_with_one_command_run_once_in_claude_and_twice_in_codex(user: User) -> None:
    user.install("all", "--trust-hook")
    user.install("all", "--project", "--trust-hook")
    checks = user.checks("verify", code=20)
    assert checks["claude once"]["state"] == "note"
    assert checks["codex once"]["state"] == "broken"
    assert checks["codex once"]["mend"].endswith("uninstall codex --project --yes")
    user.uninstall("codex", "--project")
    assert user.checks("verify")["codex once"]["state"] == "ok"


def test_a_hook_in_config_toml_as_well_is_found(user: User) -> None:
    user.install("codex", "--trust-hook")
    entry = f'[[hooks.UserPromptSubmit.hooks]]\ntype = "command"\ncommand = "{user.codex_script}"\n'
    user.codex_config.write_text(user.codex_config.read_text() + "[[hooks.UserPromptSubmit]]\n" + entry)
    assert user.checks("verify", code=20)["codex once"]["state"] == "broken"


def test_the_plugin_beside_the_hook_is_found_and_never_installed_over(user: User) -> None:
    user.install("claude")
    settings = json.loads(user.settings.read_text())
    enabled = {"enabledPlugins": {"auto-tools@auto-tools": True}}
    user.settings.write_text(json.dumps({**settings, **enabled}))
    once = user.checks("verify", code=20)["claude once"]
    assert once["mend"] == "claude plugin uninstall auto-tools@auto-tools"
    user.settings.write_text(json.dumps(enabled))
    assert "claude plugin uninstall" in user.run("install", "claude", "--yes", code=20).stderr
    assert (
        user.checks("verify", code=20)["claude plugin"]["said"]
        == "the folder of auto-tools@auto-tools is missing"
    )
    known = {"auto-tools": {"installLocation": str(PRODUCT / "plugin")}}
    user.write(user.home / ".claude" / "plugins" / "known_marketplaces.json", json.dumps(known))
    assert "characters of context" in user.checks("verify")["claude answers"]["said"]
    user.settings.write_text('{"enabledPlugins": {"auto-tools@auto-tools": false}}')
    user.install("claude")


def test_a_missing_or_useless_script_is_found_and_mended(user: User) -> None:
    user.install("claude")
    user.script.chmod(0o644)
    assert "not executable" in user.checks("verify", code=20)["claude script"]["said"]
    user.script.unlink()
    assert "is missing" in user.checks("verify", code=20)["claude script"]["said"]
    user.install("claude")
    assert user.checks("verify")["claude script"]["state"] == "ok"
    user.script.chmod(0o644)
    user.install("claude")
    assert user.checks("verify")["claude script"]["state"] == "ok"


def test_a_script_that_fails_is_found_by_running_it(user: User) -> None:
    user.install("claude")
    script = user.script.read_text()
    user.script.write_text(script.replace("if [ -x", "echo broken; exit 3\nif [ -x"))
    checks = user.checks("verify", code=20)
    assert "exit code 3" in checks["claude answers"]["said"]
    assert checks["claude script"]["state"] == "broken"


def test_doctor_looks_at_index_settings_key_and_answers_for_real(user: User) -> None:
    user.install("claude")
    user.write(user.project / "login.py", "def login():\n    return 1\n")
    subprocess.run(["git", "init", "-q"], cwd=user.project, check=True)
    subprocess.run(["git", "add", "."], cwd=user.project, check=True)
    checks = user.checks("doctor")
    assert checks["index state"]["state"] == "note"
    assert checks["index state"]["mend"].endswith(f"index --repo {user.project}")
    assert checks["product version"]["said"].startswith("auto-tools ")
    while user.run("index", code=None).returncode:
        time.sleep(0.2)
    user.env["CI_AUTO_TOOLS_BUDGET_WALL_MS"] = "4000"
    checks = user.checks("doctor")
    assert checks["index state"]["state"] == "ok"
    assert "the environment decides budget.wall_ms" in checks["settings in force"]["said"]
    assert "[Auto Tools] 3 tools" in checks["claude answers"]["said"]
    assert checks["fence key"]["state"] == "ok"


def test_doctor_names_a_wrong_setting_and_a_key_that_others_can_read(user: User) -> None:
    user.install("claude")
    user.write(user.project / "config" / "auto-tools.yaml", "mode: dance\n")
    user.key.chmod(0o644)
    checks = user.checks("doctor", code=20)
    assert "mode" in checks["settings limits"]["said"]
    assert checks["fence key"]["mend"] == f"chmod 600 {user.key}"


def test_a_project_that_codex_does_not_trust_is_found(user: User) -> None:
    user.install("codex", "--project", "--trust-hook")
    trusted = user.checks("verify", code=20)["codex trusted"]
    assert trusted["mend"] == f"start codex in {user.project} and trust the project"
    config = user.codex_config.read_text()
    user.codex_config.write_text(config + f'[projects."{user.project}"]\ntrust_level = "trusted"\n')
    assert user.checks("verify")["codex trusted"]["state"] == "ok"
    user.codex_script.unlink()
    assert user.checks("verify", code=20)["codex script"]["mend"].endswith("install codex --project --yes")


def test_a_home_that_is_a_repository_is_looked_at_once(user: User) -> None:
    user.project = user.home
    user.install("all", "--trust-hook")
    checks = user.checks("verify")
    assert (checks["claude once"]["state"], checks["codex once"]["state"]) == ("ok", "ok")
    user.uninstall()
    assert list(tree(user.home)) == []


def test_switched_off_is_a_note_and_not_a_fault(user: User) -> None:
    user.install("claude")
    user.env["CI_AUTO_TOOLS"] = "off"
    assert user.checks("verify")["claude answers"]["state"] == "note"


def test_people_get_lines_with_the_mending_command(user: User) -> None:
    user.install("codex")
    said = user.run("verify", code=20).stdout
    assert "MEND  codex trusted" in said
    assert "      -> start codex and trust the hook" in said
    assert said.endswith("something wants mending; the lines marked MEND say what to do\n")


def test_a_repository_can_be_named(user: User, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    user.run("install", "claude", "--project", "--yes", "--repo", str(other))
    assert hook_commands(other / ".claude" / "settings.local.json") == [str(user.script)]
    user.checks("verify", "claude", code=20)
    user.checks("verify", "claude", "--repo", str(other))
