"""Settings in which our entry, or what stands around it, cannot work: named, mended and taken out."""

from __future__ import annotations

import json

import pytest

from install.user import User, hook_commands, tree

DEEP = '{"a":' * 700 + "1" + "}" * 700


@pytest.mark.parametrize("timeout", ['"20s"', '"x"', "null", "[]", "1e999", "-1", "20.5", "true"])
def test_a_timeout_that_codex_refuses_is_named_mended_and_taken_out(user: User, timeout: str) -> None:
    user.install("all", "--trust-hook")
    for path in (user.codex_hooks, user.settings):
        path.write_text(path.read_text().replace('"timeout": 20', f'"timeout": {timeout}'))
    damaged = user.codex_hooks.read_text()
    said = user.checks("verify", code=20)["codex settings"]["said"]
    assert f"{user.codex_hooks}:6 has the timeout {timeout}" in said
    user.run("doctor", code=20)
    user.install("all", "--trust-hook")
    user.checks("verify")
    user.codex_hooks.write_text(damaged)
    user.uninstall()
    assert list(tree(user.home)) == []


def test_a_timeout_of_somebody_elses_hook_is_named_as_well(user: User) -> None:
    user.install("codex", "--trust-hook")
    hooks = json.loads(user.codex_hooks.read_text())
    hooks["hooks"]["Stop"] = [{"hooks": [{"type": "command", "command": "x", "timeout": "5"}]}]
    user.codex_hooks.write_text(json.dumps(hooks))
    assert 'the timeout "5"' in user.checks("verify", code=20)["codex settings"]["said"]


@pytest.mark.parametrize("name", ["settings.json", "settings.local.json"])
def test_nested_settings_are_refused_with_file_and_reason(user: User, name: str) -> None:
    user.install("claude")
    path = user.write(user.project / ".claude" / name, DEEP)
    for command in ("verify", "doctor"):
        said = user.checks(command, code=20)["claude settings"]["said"]
        assert f"{path} is nested too deeply" in said
    ended = user.run("uninstall", "--yes", code=20 if "local" in name else 0)
    assert "Traceback" not in ended.stdout + ended.stderr
    assert path.read_text() == DEEP


def test_settings_nested_a_little_do_not_take_for_ever(user: User) -> None:
    value = '{"a":' * 60 + "1" + "}" * 60
    user.write(user.settings, f'{{"deep": {value}}}')
    before = tree(user.home)
    user.install("claude")
    user.uninstall()
    assert tree(user.home) == before


def damage(user: User, how: str) -> None:
    """Change our entry in both clients' files the way a hasty hand does."""
    for path, script in ((user.settings, user.script), (user.codex_hooks, user.codex_script)):
        settings = json.loads(path.read_text())
        handler = settings["hooks"]["UserPromptSubmit"][0]["hooks"][0]
        if how == "type":
            del handler["type"]
        elif how == "async":
            handler["async"] = True
        else:
            handler["command"] = how.format(script)
        path.write_text(json.dumps(settings, indent=2))


@pytest.mark.parametrize(
    "how",
    [
        "{} --format json",
        "{} --format text",
        "nice -n 5 {}",
        "type",
        "async",
        "date; {}",
        "{}; true",
        "sh -c '{} --x'",
    ],
)
def test_an_entry_that_cannot_work_is_named_mended_and_taken_out(user: User, how: str) -> None:
    user.install("all", "--trust-hook")
    damage(user, how)
    checks = user.checks("verify", code=20)
    for client in ("claude", "codex"):
        assert "cannot work" in checks[f"{client} definition"]["said"]
        assert checks[f"{client} definition"]["mend"].endswith(f"install {client} --yes")
    assert "is replaced" in user.install("all", "--trust-hook")
    assert hook_commands(user.settings) == [str(user.script)]
    user.checks("verify")
    damage(user, how)
    user.uninstall()
    assert list(tree(user.home)) == []


def test_a_damaged_entry_that_install_does_not_write_is_to_be_removed_first(user: User) -> None:
    user.install("claude")
    entry = {
        "hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": f"nice {user.script}"}]}]}
    }
    shared = user.write(user.project / ".claude" / "settings.json", json.dumps(entry))
    mend = user.checks("verify", code=20)["claude definition"]["mend"]
    assert mend.startswith(f"remove the entry in {shared} line 1, then run ")


def test_an_entry_spelled_by_hand_that_works_is_fine(user: User) -> None:
    user.install("claude")
    damage_free = user.settings.read_text().replace(
        str(user.script), "~/.claude/hooks/context-inject-global.sh"
    )
    user.settings.write_text(damage_free)
    user.checks("verify")
    assert "already installed" in user.install("claude")


def test_trust_that_we_wrote_goes_also_when_the_entry_is_gone(user: User) -> None:
    user.write(user.codex_config, 'model = "x"\n')
    user.install("codex", "--trust-hook")
    user.codex_hooks.write_text("{}")
    user.uninstall()
    assert user.codex_config.read_text() == 'model = "x"\n'


def test_a_byte_order_mark_in_the_hooks_of_codex_is_refused(user: User) -> None:
    user.write(user.codex_hooks, b"\xef\xbb\xbf{}")
    before = tree(user.home)
    assert "byte order mark" in user.run("install", "codex", "--yes", code=20).stderr
    assert tree(user.home) == before
