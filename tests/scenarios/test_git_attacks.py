"""No setting of a repository starts a program or shows what lies outside, whatever the user runs."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from acceptance.product import CODE_PROMPT, SOURCE, Answer, Client, git, script
from auto_tools.cli import COMMANDS
from scenarios.hostile_git import CANARY, HostileRepository
from scenarios.user import User

ARGUMENTS = {
    "run": ("login",),
    "explain": ("why does login fail?",),
    "plan": ("why does login fail?",),
    "intent": ("why does login fail?",),
    "search": ("login",),
    "graph": ("login",),
    "index": ("--full",),
}
"""What a command is given besides `--json`; one that is not listed gets the prompt on stdin."""


def entry(command: str) -> Callable[[Client], Answer]:
    def start(user: Client) -> Answer:
        return user.start(
            "bin/auto-tools", command, *ARGUMENTS.get(command, ()), "--json", stdin=b"login\n", timeout=60
        )

    return start


EVERY_WAY: dict[str, Callable[[Client], Answer]] = {
    "hook": lambda user: user.hook(),
    "hook json": lambda user: user.ask(),
    "hook text": lambda user: user.hook(CODE_PROMPT, "--format", "text"),
    "hook for codex": lambda user: user.hook(CODE_PROMPT, turn_id="1"),
    "hook history": lambda user: user.start(
        "hooks/context-inject-global.sh", "--analyze-intent", "--with-history", "--prompt", CODE_PROMPT
    ),
    "old hook": lambda user: user.start("hooks/augment-context-global.sh", stdin=user.payload()),
    "kernel": lambda user: user.kernel(),
    "codex-auto": lambda user: user.codex_auto("--dry-run", CODE_PROMPT),
    "tier 2": lambda user: user.ask(env={"CI_AUTO_TOOLS_TIER_MAX": "2"}),
    **{command: entry(command) for command in COMMANDS},
}
every_way = pytest.mark.parametrize("way", EVERY_WAY)


@pytest.fixture
def victim(tmp_path: Path, repo: Path) -> Client:
    """Return a user with the real tools in a hostile repository."""
    victim = User(tmp_path, repo)
    victim.play_codex()
    return victim


@pytest.fixture
def hostile(repo: Path) -> HostileRepository:
    """Return the repository, armed."""
    hostile = HostileRepository(repo)
    hostile.arm()
    hostile.plant_modules_of_python()
    return hostile


def wait_for_index(user: Client) -> None:
    """Wait until the process behind the prompt has built the index."""
    end = time.monotonic() + 40
    while user.start("bin/auto-tools", "status", "--json").json["state"] != "ready":
        assert time.monotonic() < end
        time.sleep(0.2)


# programs


@every_way
def test_no_program_of_the_repository_runs(victim: Client, hostile: HostileRepository, way: str) -> None:
    EVERY_WAY[way](victim)
    assert hostile.ran == []


def test_the_index_behind_a_prompt_runs_no_program_either(victim: Client, hostile: HostileRepository) -> None:
    victim.hook()
    wait_for_index(victim)
    (hostile.root / "src" / "auth.py").write_text("def login(user):\n    return None\n")
    victim.start("bin/auto-tools", "index")
    status = victim.start("bin/auto-tools", "status", "--json").json
    assert status["commits"] >= 1, "git was asked for the history"
    assert hostile.ran == []


@pytest.mark.parametrize("inside", ["docs/bare", "docs/bare/refs", "inner", "src"])
def test_no_folder_inside_is_more_dangerous(victim: Client, hostile: HostileRepository, inside: str) -> None:
    folder = hostile.root / inside
    victim.hook(cwd=folder)
    victim.start("bin/auto-tools", "index", cwd=folder)
    victim.start("bin/auto-tools", "search", "login", cwd=folder)
    assert hostile.ran == []


def _plain_git(folder: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", *arguments],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_GLOBAL": "/dev/null"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=20,
    )


def test_plain_git_would_have_run_them(hostile: HostileRepository) -> None:
    """What the tests above rest on: these programs are really armed."""
    for arguments in (
        ["status"],
        ["diff"],
        ["-c", "filter.other.process=", "diff"],
        ["diff", "--no-ext-diff"],
        ["-c", "core.fsmonitor=false", "-c", "diff.external=", "diff", "--stat", "--textconv"],
        ["log", "-p", "--textconv"],
        ["log", "-p", "--no-textconv", "--no-ext-diff"],
        ["cat-file", "-p", "HEAD:src/store.py"],
        ["checkout", "--", "src/auth.py"],
        ["-c", "include.path=/dev/null", "submodule", "update", "--init"],
    ):
        _plain_git(hostile.root, *arguments)
    git(hostile.root, "config", "--unset", "include.path")
    for folder in (hostile.root, hostile.root / "docs" / "bare"):
        _plain_git(folder, "status")
    expected = {"gpg", "textconv", "clean filter", "process filter", "smudge filter"}
    expected |= {"external diff", "lazy fetch", "hooksPath", "bare repository", "submodule"}
    assert expected <= set(hostile.ran), hostile.ran
    assert {"include", "conditional include"} & set(hostile.ran)


def test_every_start_of_git_is_shadowed(victim: Client, hostile: HostileRepository) -> None:
    log, real = victim.folder / "git.log", shutil.which("git")
    spy = script(victim.folder / "spy" / "git", f'echo "$GIT_DIR|$HOME|$*" >> {log}\nexec {real} "$@"')
    victim.env["PATH"] = f"{spy.parent}:{victim.env['PATH']}"
    for way in EVERY_WAY.values():
        way(victim)
    wait_for_index(victim)
    starts = log.read_text().splitlines()
    assert starts
    for start in starts:
        git_dir, home, arguments = start.split("|", 2)
        assert "/auto-tools-git-" in git_dir and not Path(git_dir).exists()
        assert home == "/nonexistent"
        assert arguments.startswith("--no-pager --no-optional-locks -c core.fsmonitor=false "), arguments
        assert "protocol.allow=never" in arguments
    assert hostile.ran == []


# what lies outside


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """Return a private repository of the same user whose every part is marked."""
    private = tmp_path / "private"
    private.mkdir()
    git(private, "init", "-q")
    (private / f"{CANARY}_file.py").write_text(f"def {CANARY}_function():\n    return 'login'\n")
    git(private, "add", ".")
    git(private, "commit", "-qm", f"{CANARY} login commit")
    git(private, "checkout", "-qb", f"{CANARY}_branch")
    (private / f"{CANARY}_new.py").write_text("def login(): ...\n")
    return private


def _git_file(repo: Path, outside: Path) -> None:
    shutil.rmtree(repo / ".git")
    (repo / ".git").write_text(f"gitdir: {outside}/.git\n")


def _git_link(repo: Path, outside: Path) -> None:
    shutil.rmtree(repo / ".git")
    (repo / ".git").symlink_to(outside / ".git")


def _work_tree(repo: Path, outside: Path) -> None:
    git(repo, "config", "core.worktree", str(outside))


def _common_dir(repo: Path, outside: Path) -> None:
    (repo / ".git" / "commondir").write_text(f"{outside}/.git\n")


def _alternates(repo: Path, outside: Path) -> None:
    (repo / ".git" / "objects" / "info").mkdir(exist_ok=True)
    (repo / ".git" / "objects" / "info" / "alternates").write_text(f"{outside}/.git/objects\n")


def _linked_parts(repo: Path, outside: Path) -> None:
    for name in ("objects", "refs", "index", "logs", "HEAD"):
        part = repo / ".git" / name
        shutil.rmtree(part) if part.is_dir() else part.unlink()
        part.symlink_to(outside / ".git" / name)


def _replaced(repo: Path, outside: Path) -> None:
    _alternates(repo, outside)
    for what in ("HEAD", "HEAD^{tree}"):
        ours, theirs = (git(folder, "rev-parse", what).strip() for folder in (repo, outside))
        git(repo, "replace", ours, theirs)


def _links(repo: Path, outside: Path) -> None:
    (repo / "login.py").symlink_to(outside / f"{CANARY}_file.py")
    (repo / "linked").symlink_to(outside)
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "links")


def _include(repo: Path, outside: Path) -> None:
    git(repo, "config", "include.path", f"{outside}/.git/config")
    git(repo, "config", "core.excludesFile", f"{outside}/{CANARY}_file.py")
    git(repo, "config", "mailmap.file", f"{outside}/{CANARY}_file.py")


ESCAPES = {
    "a git file that points elsewhere": _git_file,
    "a git link": _git_link,
    "core.worktree": _work_tree,
    "commondir": _common_dir,
    "alternates": _alternates,
    "linked parts": _linked_parts,
    "replace refs": _replaced,
    "links in the tree": _links,
    "included files": _include,
}


@pytest.mark.parametrize("escape", ESCAPES)
def test_nothing_outside_the_root_reaches_an_answer(victim: Client, outside: Path, escape: str) -> None:
    ESCAPES[escape](victim.repo, outside)
    victim.start("bin/auto-tools", "index", "--json")
    for way in ("hook", "hook json", "hook history", "kernel", "search", "graph", "rank", "explain"):
        answer = EVERY_WAY[way](victim)
        assert CANARY.encode() not in answer.out + answer.err, way
        if way in ("hook json", "kernel"):
            assert answer.json["inputs"]["repo_root"] == str(victim.repo)
    stored = [path for path in (victim.home / ".cache").rglob("*") if path.is_file()]
    assert stored
    assert [path for path in stored if CANARY.encode() in path.read_bytes()] == []


def test_core_worktree_of_the_system_is_no_root(victim: Client) -> None:
    git(victim.repo, "config", "core.worktree", "/etc")
    assert victim.ask().json["inputs"]["repo_root"] == str(victim.repo)
    victim.start("bin/auto-tools", "index")
    assert b"passwd" not in EVERY_WAY["rank"](victim).out


# work trees and submodules


def found(user: Client, words: str, folder: Path) -> set[str]:
    answer = user.start("bin/auto-tools", "search", words, "--json", cwd=folder)
    return {item["path"] for item in json.loads(answer.out)["data"]["items"]}


def test_work_trees_work_and_share_no_file(victim: Client, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    git(victim.repo, "worktree", "add", "-q", "-b", "side", str(tree))
    (tree / "zebra_feature.py").write_text("def zebra_feature():\n    return 1\n")
    (victim.repo / "giraffe_feature.py").write_text("def giraffe_feature():\n    return 1\n")
    for folder in (victim.repo, tree):
        assert victim.start("bin/auto-tools", "index", cwd=folder).code == 0
    assert "zebra_feature.py" in found(victim, "zebra_feature", tree)
    assert "zebra_feature.py" not in found(victim, "zebra_feature", victim.repo)
    assert "giraffe_feature.py" not in found(victim, "giraffe_feature", tree)
    envelope = victim.ask(env={"WORKING_DIRECTORY": str(tree)})
    state = envelope.json["current_state"]
    assert envelope.json["inputs"]["repo_root"] == str(tree)
    assert state["branch"] == "side"
    assert "giraffe_feature.py" not in json.dumps(envelope.json)


def test_a_submodule_is_a_repository_of_its_own(victim: Client, tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    git(library, "init", "-q")
    (library / "okapi_feature.py").write_text("def okapi_feature():\n    return 1\n")
    git(library, "add", ".")
    git(library, "commit", "-qm", "okapi")
    git(victim.repo, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library), "lib")
    git(victim.repo, "commit", "-qm", "with lib")
    inner = victim.repo / "lib"
    for folder in (victim.repo, inner):
        assert victim.start("bin/auto-tools", "index", cwd=folder).code == 0
    assert found(victim, "okapi_feature", inner) == {"okapi_feature.py"}
    assert not any("okapi" in path for path in found(victim, "okapi_feature", victim.repo))
    assert not any("auth" in path for path in found(victim, "login auth", inner))
    answer = victim.ask(env={"WORKING_DIRECTORY": str(inner)}).json
    assert answer["inputs"]["repo_root"] == str(inner)
    assert answer["current_state"]["recent_commits"] == [] or "first step" not in json.dumps(answer)


# one module


def _starts_git(path: Path) -> bool:
    """Tell whether a module hands git to something that starts programs."""
    text = path.read_text("utf-8")
    if not any(word in text for word in ("subprocess", "run_command", "os.exec", "os.spawn", "posix_spawn")):
        return False
    for node in ast.walk(ast.parse(text)):
        given: list[ast.expr] = []
        if isinstance(node, ast.List | ast.Tuple) and node.elts:
            given = [node.elts[0]]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in STARTERS:
            given = [*node.args[:2], *(keyword.value for keyword in node.keywords)]
        words = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if any(word.split("/")[-1].split(" ")[0] == "git" for word in words):
            return True
    return False


STARTERS = (
    "Popen run call check_call check_output getoutput system popen which execv execve execvp execvpe execl "
    "execlp spawnv spawnl spawnvp posix_spawn posix_spawnp run_command create_subprocess_exec"
).split()


def test_no_other_module_starts_git() -> None:
    starting = [path for path in SOURCE.rglob("*.py") if _starts_git(path)]
    assert [path.relative_to(SOURCE).as_posix() for path in starting] == ["index/gitcommand.py"]


def test_no_module_hands_a_line_to_a_shell() -> None:
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                assert ast.unparse(node.func) not in ("os.system", "os.popen", "subprocess.getoutput"), path
                assert not any(word.arg == "shell" for word in node.keywords), path
