"""A product that is upgraded, moved, half removed or gone, and what it brings with it when it has it."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from unittest.mock import patch

import pytest

from auto_tools import cli
from auto_tools.install import places, put
from install.user import PRODUCT, User, hook_commands, tree


def auto_tools(copy: Path) -> str:
    return str(copy / "bin" / "auto-tools")


@pytest.mark.parametrize("rest", ["gone", "moved", "half", "broken"])
def test_without_the_product_a_prompt_goes_through_with_one_line(user: User, copy: Path, rest: str) -> None:
    user.run("install", "all", "--yes", program=auto_tools(copy))
    if rest == "gone":
        shutil.rmtree(copy)
    elif rest == "moved":
        copy.rename(copy.parent / "elsewhere")
    elif rest == "half":
        shutil.rmtree(copy / "src" / "auto_tools" / "adapters")
    else:
        (copy / "src" / "auto_tools" / "pipeline.py").write_text("this is no Python")
    for settings in (user.settings, user.codex_hooks):
        answer = user.call_hook(hook_commands(settings)[0])
        assert list(answer) == ["systemMessage"]
        why = "internal error SyntaxError" if rest == "broken" else "orchestrator unavailable: "
        assert answer["systemMessage"].startswith(f"[Limits] {why}")
        assert "\n" not in answer["systemMessage"]


def test_a_moved_product_is_found_by_verify_and_mended_by_install(user: User, copy: Path) -> None:
    user.run("install", "claude", "--yes", program=auto_tools(copy))
    command = hook_commands(user.settings)
    new = copy.rename(copy.parent / "elsewhere")
    ended = user.run("verify", "--json", program=auto_tools(new), code=20)
    broken = {row["name"]: row for row in json.loads(ended.stdout)["checks"] if row["state"] == "broken"}
    assert set(broken) == {"script", "answers"}
    assert broken["script"]["mend"] == f"{shlex.quote(auto_tools(new))} install claude --yes"
    user.run("install", "claude", "--yes", program=auto_tools(new))
    assert hook_commands(user.settings) == command
    user.run("verify", program=auto_tools(new))


def test_an_upgrade_keeps_command_and_trust_and_renews_the_script(user: User, copy: Path) -> None:
    user.write(user.settings, '{"a": 1}')
    before = tree(user.home)
    user.run("install", "all", "--yes", "--trust-hook", program=auto_tools(copy))
    settings, config = user.settings.read_bytes(), user.codex_config.read_bytes()
    version = copy / "src" / "auto_tools" / "__init__.py"
    version.write_text(version.read_text().replace('__version__ = "', '__version__ = "9.'))
    ended = user.run("verify", "--json", program=auto_tools(copy), code=20)
    broken = [row["said"] for row in json.loads(ended.stdout)["checks"] if row["state"] == "broken"]
    assert [said.partition(" is of version ")[0] for said in broken] == [
        str(user.script),
        str(user.codex_script),
    ]
    user.run("install", "all", "--yes", program=auto_tools(copy))
    assert (user.settings.read_bytes(), user.codex_config.read_bytes()) == (settings, config)
    user.run("verify", program=auto_tools(copy))
    user.run("uninstall", "--yes", program=auto_tools(copy))
    assert tree(user.home) == before


def make_wrapper(copy: Path) -> None:
    wrapper = copy / "bin" / "codex-auto"
    wrapper.write_text('#!/bin/sh\necho "wrapped $*"\n')
    wrapper.chmod(0o755)


def test_codex_auto_goes_to_the_prefix_and_away_again(user: User, copy: Path, tmp_path: Path) -> None:
    make_wrapper(copy)
    installed = user.prefix / "bin" / "codex-auto"
    said = user.run("install", "codex", "--yes", program=auto_tools(copy)).stdout
    assert f'export PATH={shlex.quote(f"{copy}/bin")}:"$PATH"' in said
    assert not installed.exists()
    said = user.run("install", "codex", "--global", "--yes", program=auto_tools(copy)).stdout
    assert f'export PATH={user.prefix}/bin:"$PATH"' in said
    assert user.run("exec", "hello", program=str(installed)).stdout == "wrapped exec hello\n"
    user.run("uninstall", "--yes", program=auto_tools(copy))
    assert not installed.exists()
    user.run("install", "codex", "--yes", "--prefix", str(tmp_path / "other"), program=auto_tools(copy))
    assert (tmp_path / "other" / "bin" / "codex-auto").exists()
    user.run("uninstall", "--yes", program=auto_tools(copy))
    assert not (tmp_path / "other").exists()


def test_an_older_codex_auto_is_found_and_renewed(user: User, copy: Path) -> None:
    make_wrapper(copy)
    installed = user.prefix / "bin" / "codex-auto"
    user.run("install", "codex", "--global", "--trust-hook", "--yes", program=auto_tools(copy))
    version = copy / "src" / "auto_tools" / "__init__.py"
    version.write_text(version.read_text().replace('__version__ = "', '__version__ = "9.'))
    ended = user.run("doctor", "--json", program=auto_tools(copy), code=20)
    rows = {row["subject"]: row for row in json.loads(ended.stdout)["checks"] if row["state"] == "broken"}
    assert rows["codex-auto"]["said"] == f"{installed} is of another version or place"
    user.run("install", "codex", "--yes", program=auto_tools(copy))
    user.run("doctor", program=auto_tools(copy))


def test_somebody_elses_codex_auto_comes_back(user: User, copy: Path) -> None:
    make_wrapper(copy)
    installed = user.write(user.prefix / "bin" / "codex-auto", "#!/bin/sh\necho mine\n")
    user.run("install", "codex", "--global", "--yes", program=auto_tools(copy))
    assert "mine" not in installed.read_text()
    user.run("uninstall", "--yes", program=auto_tools(copy))
    assert installed.read_text() == "#!/bin/sh\necho mine\n"
    assert [path.name for path in installed.parent.iterdir()] == ["codex-auto"]


def test_a_project_has_codex_auto_in_its_own_bin(user: User, copy: Path) -> None:
    make_wrapper(copy)
    user.run("install", "codex", "--project", "--yes", program=auto_tools(copy))
    assert user.run("x", program=str(user.project / "bin" / "codex-auto")).stdout == "wrapped x\n"
    user.run("uninstall", "--yes", program=auto_tools(copy))
    assert list(user.project.iterdir()) == []


@pytest.mark.parametrize("flags", [(), ("--project",), ("--global", "--prefix", "{copy}")])
def test_the_codex_auto_of_a_checkout_is_never_replaced(
    user: User, copy: Path, flags: tuple[str, ...]
) -> None:
    make_wrapper(copy)
    user.project = copy if "--project" in flags else user.project
    program = str(PRODUCT / "bin" / "auto-tools") if "--prefix" in flags else auto_tools(copy)
    given = [flag.format(copy=copy) for flag in flags]
    user.run("install", "codex", "--yes", *given, program=program)
    user.run("uninstall", "--yes", program=program)
    assert (copy / "bin" / "codex-auto").read_text() == '#!/bin/sh\necho "wrapped $*"\n'


def test_a_version_without_codex_auto_installs_none(user: User, copy: Path) -> None:
    (copy / "bin" / "codex-auto").unlink(missing_ok=True)
    user.run("install", "codex", "--global", "--yes", program=auto_tools(copy))
    assert list((user.prefix / "bin").iterdir()) == []


def test_install_sh_uses_the_checkouts_own_codex_auto_unless_global(user: User, copy: Path) -> None:
    make_wrapper(copy)
    shutil.copy2(PRODUCT / "install.sh", copy)
    user.run("--with-codex", program=str(copy / "install.sh"))
    assert list((user.prefix / "bin").iterdir()) == []
    user.run("--with-codex", "--global", program=str(copy / "install.sh"))
    assert (user.prefix / "bin" / "codex-auto").exists()
    user.run("--uninstall", program=str(copy / "install.sh"))
    assert list((user.prefix / "bin").iterdir()) == []
    assert (copy / "bin" / "codex-auto").exists()


STATE = '{\n  "numStartups": 3,\n  "mcpServers": {},\n  "oauthAccount": {"x": "y"}\n}'
CONFIG = 'model = "x"  # mine\n\n[mcp_servers.other]\ncommand = "o"\n'


def install_with(user: User, commands: dict[str, cli.Command], *argv: str) -> int:
    with patch.dict(os.environ, user.env), patch.object(cli, "COMMANDS", commands):
        return cli.main([*argv, "--repo", str(user.project)])


def with_server() -> dict[str, cli.Command]:
    return {**cli.COMMANDS, "mcp": cli.Command("serve", "index")}


def without_server() -> dict[str, cli.Command]:
    return {name: one for name, one in cli.COMMANDS.items() if name != "mcp"}


def test_no_server_is_registered_before_there_is_one(user: User) -> None:
    user.write(user.codex_config, CONFIG)
    assert install_with(user, without_server(), "install", "all", "--yes") == 0
    assert user.codex_config.read_text() == CONFIG
    assert not (user.home / ".claude.json").exists()


@pytest.mark.parametrize("scope", ["--global", "--project"])
def test_the_server_is_registered_once_there_is_one(user: User, scope: str) -> None:
    state = user.write(user.home / ".claude.json", STATE)
    user.write(user.codex_config, CONFIG)
    before = tree(user.home)
    assert install_with(user, without_server(), "install", "all", "--yes", scope) == 0
    assert install_with(user, with_server(), "install", "all", "--yes", scope) == 0
    stored = json.loads(state.read_text())
    place = stored if scope == "--global" else stored["projects"][str(user.project)]
    server = place["mcpServers"]["code-intelligence"]
    assert server == {"type": "stdio", "command": str(PRODUCT / "bin" / "auto-tools"), "args": ["mcp"]}
    config = user.codex_config if scope == "--global" else user.project / ".codex" / "config.toml"
    assert tomllib.loads(config.read_text())["mcp_servers"]["code-intelligence"]["args"] == ["mcp"]
    assert install_with(user, with_server(), "uninstall", "--yes") == 0
    assert tree(user.home) == before
    assert list(user.project.iterdir()) == []


def test_verify_looks_at_the_server_once_there_is_one(user: User, capsys: pytest.CaptureFixture[str]) -> None:
    def server_state(commands: dict[str, cli.Command]) -> str:
        capsys.readouterr()
        install_with(user, commands, "verify", "--json")
        rows = json.loads(capsys.readouterr().out)["checks"]
        return "".join(row["state"] for row in rows if (row["subject"], row["name"]) == ("claude", "server"))

    install_with(user, without_server(), "install", "claude", "--yes")
    assert (server_state(without_server()), server_state(with_server())) == ("", "note")
    install_with(user, with_server(), "install", "claude", "--yes")
    assert server_state(with_server()) == "ok"
    state = user.home / ".claude.json"
    state.write_text(state.read_text().replace("bin/auto-tools", "bin/gone"))
    assert server_state(with_server()) == "broken"


def test_what_codex_wrote_below_our_server_goes_with_it(user: User) -> None:
    user.write(user.codex_config, CONFIG)
    install_with(user, with_server(), "install", "codex", "--yes")
    below = '\n[mcp_servers.code-intelligence.tools.ci_search]\napproval_mode = "approve"\n'
    other = '\n# mine\n[projects."/x"]\ntrust_level = "trusted"\n'
    user.codex_config.write_text(user.codex_config.read_text() + below + other)
    install_with(user, with_server(), "uninstall", "--yes")
    assert user.codex_config.read_text() == CONFIG + "\n" + other


def test_another_server_of_that_name_stays(user: User, capsys: pytest.CaptureFixture[str]) -> None:
    other = CONFIG + '[mcp_servers.code-intelligence]\ncommand = "theirs"\n'
    user.write(user.codex_config, other)
    install_with(user, with_server(), "install", "codex", "--yes")
    assert "registers another MCP server" in capsys.readouterr().out
    assert user.codex_config.read_text() == other
    install_with(user, with_server(), "uninstall", "--yes")
    assert user.codex_config.read_text() == other


def test_a_moved_product_registers_its_server_anew(user: User) -> None:
    user.write(user.codex_config, CONFIG)
    state = user.write(user.home / ".claude.json", STATE)
    install_with(user, with_server(), "install", "all", "--yes")
    with patch.object(put, "PRODUCT", "/opt/new place"):
        install_with(user, with_server(), "install", "all", "--yes")
    assert user.codex_config.read_text().count("[mcp_servers.code-intelligence]") == 1
    assert '"/opt/new place/bin/auto-tools"' in user.codex_config.read_text()
    assert '"/opt/new place/bin/auto-tools"' in state.read_text()
    install_with(user, with_server(), "uninstall", "--yes")
    assert (user.codex_config.read_text(), state.read_text()) == (CONFIG, STATE)


def test_servers_written_inline_are_refused_with_a_way_out(
    user: User, capsys: pytest.CaptureFixture[str]
) -> None:
    user.write(user.codex_config, 'mcp_servers = {other = {command = "o"}}\n')
    assert install_with(user, with_server(), "install", "codex", "--yes") == 20
    assert "in a form that no table can be added to" in capsys.readouterr().err
    assert not user.codex_hooks.exists()


def test_hooks_behind_ours_lose_their_trust_and_that_is_said(user: User) -> None:
    user.install("codex", "--trust-hook")
    hooks = json.loads(user.codex_hooks.read_text())
    hooks["hooks"]["UserPromptSubmit"].append({"hooks": [{"type": "command", "command": "mine"}]})
    user.codex_hooks.write_text(json.dumps(hooks))
    assert "Codex will ask about them again" in user.uninstall()
    assert hook_commands(user.codex_hooks) == ["mine"]


def test_a_write_that_fails_half_way_is_undone(user: User) -> None:
    user.write(user.settings, '{"a": 1}')
    (user.home / ".local" / "state" / "auto-tools").mkdir(parents=True)
    before = tree(user.home)
    replace, written = os.replace, []

    def fail_late(source: str, target: str) -> None:
        if target.endswith("hooks.json"):
            raise OSError(28, "No space left on device", target)
        replace(source, target)
        written.append(target)

    with patch("auto_tools.install.drafts.os.replace", fail_late):
        assert install_with(user, without_server(), "install", "all", "--yes") == 20
    assert written.count(str(user.settings)) == 2
    assert tree(user.home) == before


def test_the_product_is_this_checkout() -> None:
    assert Path(places.PRODUCT) == PRODUCT
    ended = subprocess.run(
        [str(PRODUCT / "install.sh"), "--help"], capture_output=True, text=True, check=True
    )
    for flag in ("--with-hook", "--with-codex", "--global", "--uninstall", "--verify"):
        assert flag in ended.stdout
