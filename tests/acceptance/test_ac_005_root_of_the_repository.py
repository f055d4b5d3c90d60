"""AC-005: which folder is analysed: without git, in a subdirectory, worktree, monorepo, or wrongly named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from acceptance.product import Client, context, git, injected, limits, planned, says, script

PLAN = {"CI_AUTO_TOOLS_DRY_RUN": "1"}


def ask_in(client: Client, folder: Path, env: dict[str, str] | None = None, **more: str) -> tuple[str, str]:
    """Send a payload whose cwd is `folder`; return root and its source."""
    stdin = client.payload(cwd=str(folder), **more)
    answer = client.start(
        "hooks/context-inject-global.sh", "--format", "json", stdin=stdin, env={**PLAN, **(env or {})}
    )
    assert answer.code == 0, limits(answer.envelope)
    inputs = answer.envelope["inputs"]
    return inputs["repo_root"], inputs["repo_root_source"]


def test_git_top_level_is_the_root(client: Client) -> None:
    assert ask_in(client, client.repo) == (str(client.repo.resolve()), "git")


def test_subdirectory_leads_to_the_top_level(client: Client) -> None:
    assert ask_in(client, client.repo / "src") == (str(client.repo.resolve()), "git")


def test_root_is_the_real_path(client: Client, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(client.repo)
    assert ask_in(client, link / "src") == (str(client.repo.resolve()), "git")


def test_worktree_is_its_own_root(client: Client, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    git(client.repo, "worktree", "add", "-q", str(tree), "-b", "other")
    assert ask_in(client, tree / "src") == (str(tree.resolve()), "git")


def test_submodule_is_its_own_root(client: Client, tmp_path: Path) -> None:
    part = tmp_path / "part"
    part.mkdir()
    git(part, "init", "-q")
    (part / "a.py").write_text("a = 1\n")
    git(part, "add", ".")
    git(part, "commit", "-qm", "a")
    git(client.repo, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(part), "part")
    assert ask_in(client, client.repo / "part") == (str((client.repo / "part").resolve()), "git")


def test_folder_without_git_is_its_own_root_and_that_is_said(tmp_path: Path, plain_repo: Path) -> None:
    client = Client(tmp_path, plain_repo)
    client.all_tools_answer()
    answer = client.ask()
    assert answer.code == 0
    assert answer.envelope["inputs"]["repo_root"] == str(plain_repo.resolve())
    assert answer.envelope["inputs"]["repo_root_source"] == "no-git-root"
    assert says(answer.envelope, "no-git-root")
    assert "summary of ci_search" in context(answer.envelope)


def test_git_is_not_needed_to_find_the_root(client: Client) -> None:
    script(client.folder / "shims" / "git", "exit 1")
    env = {"PATH": f"{client.folder}/shims:{client.env['PATH']}"}
    assert ask_in(client, client.repo / "src", env) == (str(client.repo.resolve()), "git")


def test_environment_names_the_root(client: Client, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    env = {"CI_AUTO_TOOLS_REPO_ROOT": str(other)}
    assert ask_in(client, client.repo, env) == (str(other.resolve()), "env")


def test_config_names_a_part_of_a_monorepo(client: Client) -> None:
    (client.repo / "packages" / "api").mkdir(parents=True)
    client.config("repo_root: packages/api\n")
    expected = (str((client.repo / "packages" / "api").resolve()), "config")
    assert ask_in(client, client.repo) == expected
    assert ask_in(client, client.repo / "src") == expected


def test_environment_wins_over_the_config(client: Client) -> None:
    (client.repo / "packages" / "api").mkdir(parents=True)
    client.config("repo_root: packages/api\n")
    env = {"CI_AUTO_TOOLS_REPO_ROOT": str(client.repo / "src")}
    assert ask_in(client, client.repo, env) == (str((client.repo / "src").resolve()), "env")


def test_config_is_read_at_the_root_of_the_environment(client: Client, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "config").mkdir(parents=True)
    (other / "config" / "auto-tools.yaml").write_text("budget: {wall_ms: 1234}\n")
    client.config("budget: {wall_ms: 4321}\n")
    env = {**PLAN, "CI_AUTO_TOOLS_REPO_ROOT": str(other)}
    assert client.ask(env=env).envelope["tool_plan"]["budget"]["wall_ms"] == 1234


def test_config_is_read_at_the_top_level_from_a_subdirectory(client: Client) -> None:
    client.config("budget: {wall_ms: 1234}\n")
    stdin = client.payload(cwd=str(client.repo / "src"))
    answer = client.start("hooks/context-inject-global.sh", "--format", "json", stdin=stdin, env=PLAN)
    assert answer.envelope["tool_plan"]["budget"]["wall_ms"] == 1234


def test_working_directory_variable_wins_over_the_payload(client: Client, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    assert ask_in(client, client.repo, {"WORKING_DIRECTORY": str(other)}) == (str(other.resolve()), "git")


def test_payload_without_cwd_means_the_process_folder(client: Client) -> None:
    answer = client.start(
        "hooks/context-inject-global.sh",
        "--format",
        "json",
        stdin=b'{"prompt": "explain src/auth.py"}',
        env=PLAN,
        cwd=client.repo / "src",
    )
    assert answer.envelope["inputs"]["repo_root"] == str(client.repo.resolve())


def refused(client: Client, env: dict[str, str] | None = None) -> None:
    """Assert that the root is refused with the empty injection, and that the hook stays silent and clean."""
    answer = client.ask(env=env)
    envelope = answer.envelope
    assert answer.code == 20
    assert context(envelope) == ""
    assert envelope["tool_results"] == []
    assert envelope["degraded"]["is_degraded"] is True
    assert envelope["degraded"]["reason"].startswith("E_REPO_ROOT")
    assert envelope["degraded"]["degraded_to"] == "empty"
    assert envelope["run_id"].startswith("empty-")
    assert planned(envelope) == []
    assert client.calls == []
    assert injected(client.hook(env=env).reply) == ""


@pytest.mark.parametrize("root", ["/nonexistent/folder", "/etc/hostname", "/etc/passwd/x"])
def test_missing_root_of_the_environment_is_refused(served: Client, root: str) -> None:
    refused(served, {"CI_AUTO_TOOLS_REPO_ROOT": root})


def test_missing_root_of_the_config_is_refused(served: Client) -> None:
    served.config("repo_root: packages/nowhere\n")
    refused(served)


@pytest.mark.parametrize("root", ["..", "../..", "src/../../..", "/", "/etc", "/tmp"])
def test_root_of_the_config_that_leads_outside_is_refused(served: Client, root: str) -> None:
    served.config(f'repo_root: "{root}"\n')
    refused(served)


def test_root_of_the_config_that_is_a_link_outside_is_refused(served: Client, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (served.repo / "inner").symlink_to(tmp_path / "outside")
    served.config("repo_root: inner\n")
    refused(served)


def test_missing_working_directory_does_not_cost_the_prompt(client: Client) -> None:
    stdin = client.payload(cwd="/nonexistent/folder")
    answer = client.start("hooks/context-inject-global.sh", stdin=stdin)
    assert answer.reply is not None
    answer = client.start("hooks/context-inject-global.sh", "--format", "json", stdin=stdin)
    assert answer.code in (0, 20)
    assert answer.envelope["schema_version"] == "1.0"


def test_root_of_another_user_gives_no_git_facts_and_its_config_is_left_out(served: Client) -> None:
    if os.geteuid() != 0:
        return  # only root can give a folder away; the container of CI runs as root
    served.config("budget: {wall_ms: 1234}\n")
    for path in [served.repo, *served.repo.rglob("*")]:
        os.lchown(path, 12345, 12345)
    envelope = served.ask().envelope
    assert envelope["tool_plan"]["budget"]["wall_ms"] == 5000
    assert envelope["current_state"]["branch"] == ""
    assert envelope["current_state"]["recent_commits"] == []
    assert says(envelope, "another user") or says(envelope, "owned by"), limits(envelope)
