"""Trust is bound to every byte of what a repository asks for, and to what these bytes name."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from auto_tools.safety import trust as trust_module
from auto_tools.safety.trust import (
    CHANGED,
    digest_of,
    forget_trust,
    judge_repository,
    list_entries,
    read_entry,
    store_trust,
    why_never,
)
from auto_tools.safety.trustfiles import LARGEST_SCRIPT, MOST_FILES, read_request
from auto_tools.settings.config import read_config
from auto_tools.settings.resolve import NOT_TRUSTED, REPO_CONFIG

WHEN = "2026-01-02T03:04:05Z"
HOOKS = ".auto-tools/hooks"


class Repository:
    """A repository that brings hooks, and a user with a state folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "repo"
        self.root.mkdir()

    def write(self, path: str, text: str | bytes, *, mode: int = 0o644) -> Path:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode())
        target.chmod(mode)
        return target

    def hook(self, command: str, event: str = "beforeToolCall", folder: str = HOOKS) -> Path:
        rules = [{"hooks": [{"type": "command", "command": command}]}]
        return self.write(f"{folder}/{event}.json", json.dumps(rules))

    @property
    def files(self) -> set[str]:
        return set(read_request(str(self.root)).files)

    def trust(self) -> None:
        assert store_trust(read_request(str(self.root)), WHEN)
        assert self.refusal == ""

    @property
    def refusal(self) -> str:
        return judge_repository(str(self.root)).refusal

    def bind(self, command: str) -> str:
        return judge_repository(str(self.root)).bind(command)


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "home").mkdir()
    return Repository(tmp_path)


# what is part of it


@pytest.mark.parametrize(
    "command",
    [
        "tools/check.sh",
        "./tools/check.sh --fast",
        "sh tools/check.sh",
        "sh -c 'tools/check.sh'",
        'exec "./tools/check.sh"',
        "$PWD/tools/check.sh",
        '"${PWD}/tools/check.sh" x',
        "$(git rev-parse --show-toplevel)/tools/check.sh",
        "cd tools && ./check.sh",
        "X=1 tools/check.sh; true",
        "FILE=tools/check.sh; sh $FILE",
        "cat | tools/check.sh > out.log",
        "./tools/../tools/check.sh",
    ],
)
def test_a_script_that_a_command_names_is_part_of_it(repo: Repository, command: str) -> None:
    repo.write("tools/check.sh", "#!/bin/sh\n", mode=0o755)
    repo.hook(command)
    assert repo.files == {f"{HOOKS}/beforeToolCall.json", "tools/check.sh"}


def test_an_absolute_name_below_the_root_is_part_of_it(repo: Repository) -> None:
    script = repo.write("tools/check.sh", "#!/bin/sh\n")
    repo.hook(f"sh {script}")
    assert "tools/check.sh" in repo.files


def test_names_with_spaces_and_strange_letters_are_found(repo: Repository) -> None:
    repo.write("tools/my check 检查.sh", "#!/bin/sh\n")
    repo.hook("sh 'tools/my check 检查.sh'")
    assert "tools/my check 检查.sh" in repo.files


def test_no_escape_of_json_or_yaml_hides_a_name(repo: Repository) -> None:
    repo.write("evil.sh", "#!/bin/sh\n")
    repo.write("other.sh", "#!/bin/sh\n")
    text = '[{"hooks": [{"command": "\\u002e/evil\\u002esh"}]}]'
    repo.write(f"{HOOKS}/beforeToolCall.json", text)
    repo.write(REPO_CONFIG, 'mcp_servers: {x: {command: "\\x6fther.sh"}}\n')
    assert {"evil.sh", "other.sh"} <= repo.files


def test_what_a_script_starts_or_imports_is_part_of_it(repo: Repository) -> None:
    repo.hook("tools/check.sh; python3 tools/judge.py")
    repo.write("tools/check.sh", '. "$(dirname "$0")/lib.sh"\nsh other/deep.sh\nsource ./tools/env.sh\n')
    repo.write("tools/judge.py", "from helper import x\nimport package.part\n")
    named = [
        "tools/lib.sh", "other/deep.sh", "tools/env.sh", "tools/helper.py", "tools/package/part.py",
    ]  # fmt: skip
    for path in named:
        repo.write(path, "x = 1\n")
    repo.write("src/app.py", "unrelated = 1\n")
    assert set(named) <= repo.files
    assert "src/app.py" not in repo.files


def test_a_source_file_that_a_script_only_mentions_can_change(repo: Repository) -> None:
    repo.hook("tools/check.sh")
    repo.write("tools/check.sh", "grep -n login src/app.py\n")
    app = repo.write("src/app.py", "x = 1\n")
    repo.trust()
    app.write_text("x = 2\n")
    assert repo.refusal == ""


def test_what_a_rule_only_says_names_no_script(repo: Repository) -> None:
    rule = {"description": "see README", "matcher": "README", "type": "x", "hooks": [{"command": "true"}]}
    repo.write(f"{HOOKS}/beforeToolCall.json", json.dumps([rule]))
    repo.write("README", "words\n")
    repo.write("command", "words\n")
    assert repo.files == {f"{HOOKS}/beforeToolCall.json"}


def test_a_hook_that_logs_does_not_revoke_itself(repo: Repository) -> None:
    repo.hook("cat >> .auto-tools/calls; tee -a calls.jsonl < /dev/null")
    repo.trust()
    repo.write(".auto-tools/calls", "one call\n")
    repo.write("calls.jsonl", "{}\n")
    assert repo.refusal == ""
    assert "calls.jsonl" in read_request(str(repo.root)).uncovered


def test_a_sensitive_file_is_named_and_not_opened(repo: Repository) -> None:
    repo.write(".env", "TOKEN=abc\n")
    repo.hook(". ./.env; true")
    request = read_request(str(repo.root))
    assert ".env" not in request.files
    assert ".env" in request.uncovered


def test_a_plain_config_is_no_part_of_it_and_one_that_needs_trust_is(repo: Repository) -> None:
    repo.write(REPO_CONFIG, "exclude: [tools/check.sh]\n")
    repo.write("tools/check.sh", "#!/bin/sh\n")
    assert repo.files == set()
    repo.write(REPO_CONFIG, "tools: {ci_search: {run: tools/check.sh}}\n")
    assert repo.files == {REPO_CONFIG, "tools/check.sh"}


@pytest.mark.parametrize("value", ["{}", "", "[]", "''"])
def test_a_key_without_a_value_needs_trust_too(repo: Repository, value: str) -> None:
    repo.hook("true")
    repo.trust()
    path = repo.write(REPO_CONFIG, f"hooks: {value}\n")
    config = read_config(str(path), REPO_CONFIG, within=str(repo.root))[0]
    assert judge_repository(str(repo.root), config).refusal == CHANGED


# one changed byte


def _append(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n")


CHANGES: dict[str, Callable[[Repository], object]] = {
    "a byte of the hook file": lambda repo: _append(repo.root / HOOKS / "beforeToolCall.json"),
    "a byte of a script": lambda repo: _append(repo.root / "tools/check.sh"),
    "a byte of what a script sources": lambda repo: _append(repo.root / "tools/lib.sh"),
    "a byte of the config": lambda repo: _append(repo.root / REPO_CONFIG),
    "a hook file more": lambda repo: repo.hook("true", "afterToolCall"),
    "a hook file of the old folder": lambda repo: repo.hook("true", folder=".snow/hooks"),
    "another json file beside it": lambda repo: repo.write(f"{HOOKS}/onStop.json", "[]"),
    "a hook file less": lambda repo: (repo.root / ".snow/hooks/afterToolCall.json").unlink(),
    "a script less": lambda repo: (repo.root / "tools/lib.sh").unlink(),
    "a script that was missing": lambda repo: repo.write("tools/late.sh", "evil\n"),
    "a script that can be started now": lambda repo: (repo.root / "tools/check.sh").chmod(0o755),
    "a script that became a link": lambda repo: _make_link(repo.root / "tools/check.sh"),
    "a folder that became a link": lambda repo: _make_link(repo.root / "tools"),
    "the config less": lambda repo: (repo.root / REPO_CONFIG).unlink(),
}


def _make_link(path: Path) -> None:
    moved = path.with_name(path.name + ".moved")
    path.rename(moved)
    path.symlink_to(moved)


@pytest.mark.parametrize("change", CHANGES)
def test_one_change_revokes(repo: Repository, change: str) -> None:
    repo.hook("tools/check.sh; sh tools/late.sh")
    repo.hook("true", "afterToolCall", ".snow/hooks")
    repo.write("tools/check.sh", ". tools/lib.sh\n")
    repo.write("tools/lib.sh", "true\n")
    repo.write(REPO_CONFIG, "audit: {path: x}\n")
    repo.trust()
    CHANGES[change](repo)
    assert repo.refusal != ""


def test_content_that_comes_back_is_trusted_again(repo: Repository) -> None:
    path = repo.hook("true")
    repo.trust()
    before = path.read_bytes()
    path.write_bytes(before + b" ")
    assert repo.refusal == CHANGED
    path.write_bytes(before)
    assert repo.refusal == ""


def test_trust_is_not_bound_to_a_name(repo: Repository) -> None:
    repo.hook("true")
    repo.trust()
    repo.root.rename(repo.folder / "moved")
    repo.root.mkdir()
    repo.hook("touch evil")
    assert repo.refusal == CHANGED


def test_the_same_content_elsewhere_is_not_trusted(repo: Repository) -> None:
    repo.hook("true")
    repo.trust()
    repo.root.rename(repo.folder / "moved")
    assert judge_repository(str(repo.folder / "moved")).refusal == NOT_TRUSTED


def test_a_link_to_a_trusted_root_is_the_root(repo: Repository) -> None:
    repo.hook("true")
    repo.trust()
    (repo.folder / "link").symlink_to(repo.root)
    assert judge_repository(str(repo.folder / "link")).refusal == ""


# what was hashed is what is used


def test_a_command_runs_the_copy_that_was_trusted(repo: Repository) -> None:
    repo.write("tools/check.sh", "#!/bin/sh\necho good\n", mode=0o755)
    repo.hook("./tools/check.sh")
    repo.trust()
    verdict = judge_repository(str(repo.root))
    repo.write("tools/check.sh", "#!/bin/sh\necho evil\n", mode=0o755)
    for command in ("./tools/check.sh", "sh './tools/check.sh'", "cd tools; ./check.sh"):
        said = subprocess.run(
            verdict.bind(command), shell=True, cwd=repo.root, capture_output=True, text=True, check=True
        )
        assert said.stdout == "good\n"
    assert verdict.files["tools/check.sh"].data.endswith(b"echo good\n")


@pytest.mark.parametrize(
    ("command", "bound"),
    [
        ("tools/check.sh a", "@/tools/check.sh a"),
        ('sh "$PWD/tools/check.sh"', 'sh "@/tools/check.sh"'),
        ("$(git rev-parse --show-toplevel)/tools/check.sh", "@/tools/check.sh"),
        ("cd tools && ./check.sh", "cd tools && @/tools/check.sh"),
        ("tools/check.sh;tools/check.sh", "@/tools/check.sh;@/tools/check.sh"),
        ("echo x > tools/check.sh", "echo x > tools/check.sh"),
        ("make tools", "make tools"),
        ("/tools/check.sh", "/tools/check.sh"),
    ],
)
def test_only_trusted_names_are_replaced(repo: Repository, command: str, bound: str) -> None:
    repo.write("tools/check.sh", "#!/bin/sh\n", mode=0o755)
    repo.hook("tools/check.sh")
    repo.trust()
    verdict = judge_repository(str(repo.root))
    assert verdict.bind(command) == bound.replace("@", verdict.copies)


def test_a_config_is_judged_by_the_bytes_that_were_parsed(repo: Repository) -> None:
    path = repo.write(REPO_CONFIG, "audit: {path: good}\n")
    repo.trust()
    parsed = read_config(str(path), REPO_CONFIG, within=str(repo.root))[0]
    path.write_text("audit: {path: evil}\n")
    changed = read_config(str(path), REPO_CONFIG, within=str(repo.root))[0]
    assert judge_repository(str(repo.root), parsed).refusal == ""
    path.write_text("audit: {path: good}\n")
    assert judge_repository(str(repo.root), changed).refusal == CHANGED


def test_a_remembered_config_is_bound_to_its_content_and_not_to_its_times(repo: Repository) -> None:
    from auto_tools.settings.config import remember_config

    path = repo.write(REPO_CONFIG, "audit: {path: aaaa}\n")
    facts = path.stat()
    parsed, text = read_config(str(path), REPO_CONFIG, within=str(repo.root))
    assert text is not None
    remember_config(str(path), text)
    with path.open("r+b") as file:  # in place, same size, same times
        file.write(b"hooks: {path: bbbb}\n")
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert read_config(str(path), REPO_CONFIG, within=str(repo.root))[0].node != parsed.node


def test_damaged_copies_are_not_run(repo: Repository) -> None:
    repo.write("check.sh", "true\n")
    repo.hook("sh check.sh")
    repo.trust()
    copies = Path(judge_repository(str(repo.root)).copies)
    (copies / "check.sh").write_text("evil\n")
    assert "damaged" in repo.refusal


# the store


def test_the_store_is_the_users_alone_and_outside_the_repository(repo: Repository) -> None:
    repo.write("check.sh", "true\n", mode=0o777)
    repo.hook("./check.sh")
    repo.trust()
    store = repo.folder / "state" / "auto-tools" / "trust"
    assert stat.S_IMODE(store.stat().st_mode) == 0o700
    for path in store.rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    entry = next(store.rglob("entry.json"))
    assert stat.S_IMODE(entry.stat().st_mode) == 0o600
    assert {path.name for path in repo.root.iterdir()} == {".auto-tools", "check.sh"}


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o606])
def test_an_entry_that_others_can_read_or_write_is_not_believed(repo: Repository, mode: int) -> None:
    repo.hook("true")
    repo.trust()
    next((repo.folder / "state").rglob("entry.json")).chmod(mode)
    assert repo.refusal == NOT_TRUSTED


def test_an_entry_of_another_root_is_not_believed(repo: Repository) -> None:
    repo.hook("true")
    repo.trust()
    other = Repository.__new__(Repository)
    other.folder, other.root = repo.folder, repo.folder / "other"
    other.root.mkdir()
    other.hook("true")
    place = Path(trust_module._place(str(other.root)))
    next((repo.folder / "state").rglob("entry.json")).parent.rename(place)
    assert other.refusal == NOT_TRUSTED
    assert list_entries() == []


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": 1}', "[" * 100_000, "\ud800"])
def test_a_broken_entry_is_no_trust_and_no_fault(repo: Repository, text: str) -> None:
    repo.hook("true")
    repo.trust()
    entry = next((repo.folder / "state").rglob("entry.json"))
    entry.write_text(text, "utf-8", errors="replace")
    assert repo.refusal == NOT_TRUSTED
    assert list_entries() == []


def test_a_link_in_place_of_an_entry_is_not_followed(repo: Repository) -> None:
    repo.hook("true")
    repo.trust()
    entry = next((repo.folder / "state").rglob("entry.json"))
    entry.rename(repo.folder / "kept.json")
    entry.symlink_to(repo.folder / "kept.json")
    assert repo.refusal == NOT_TRUSTED


def test_a_state_folder_inside_the_repository_holds_no_trust(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.hook("true")
    monkeypatch.setenv("XDG_STATE_HOME", str(repo.root / "state"))
    store_trust(read_request(str(repo.root)), WHEN)
    assert "inside this repository" in why_never(str(repo.root))
    assert repo.refusal == NOT_TRUSTED


def test_a_repository_of_another_user_is_never_trusted(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.hook("true")
    repo.trust()
    owner = os.lstat(repo.root).st_uid
    monkeypatch.setattr("auto_tools.safety.trust.os.geteuid", lambda: owner + 1)
    assert "another user" in why_never(str(repo.root))
    assert repo.refusal == NOT_TRUSTED


def test_a_state_folder_that_a_shell_would_misread_runs_nothing(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(repo.folder / "a b; c"))
    repo.hook("true")
    assert store_trust(read_request(str(repo.root)), WHEN)
    assert "XDG_STATE_HOME" in repo.refusal


def test_what_is_forgotten_leaves_nothing(repo: Repository) -> None:
    repo.hook("true")
    repo.trust()
    assert forget_trust(str(repo.root))
    assert repo.refusal == NOT_TRUSTED
    assert [path for path in (repo.folder / "state").rglob("*") if path.is_file()] == []
    assert not forget_trust(str(repo.root))


def test_trusting_again_replaces_the_copies(repo: Repository) -> None:
    repo.write("check.sh", "one\n")
    repo.hook("sh check.sh")
    repo.trust()
    first = judge_repository(str(repo.root)).copies
    repo.write("check.sh", "two\n")
    repo.trust()
    assert not Path(first).exists()
    entry = read_entry(str(repo.root))
    assert entry is not None
    assert entry["digest"] == digest_of(read_request(str(repo.root)))


# bounds


@pytest.mark.parametrize(
    "prepare",
    [
        lambda repo: repo.write("big.sh", b"x" * (LARGEST_SCRIPT + 1)),
        lambda repo: (repo.root / "big.sh").symlink_to("/etc/passwd"),
        lambda repo: os.mkfifo(repo.root / "big.sh"),
        lambda repo: repo.write("big.sh", "\n".join(f"word{n}" for n in range(30_000))),
        lambda repo: (
            repo.write("big.sh", "\n".join(f"sh s{n}.sh" for n in range(MOST_FILES + 1))),
            [repo.write(f"s{n}.sh", "x") for n in range(MOST_FILES + 1)],
        ),
    ],
    ids=["large", "link", "pipe", "words", "files"],
)
def test_what_cannot_be_held_cannot_be_trusted(
    repo: Repository, prepare: Callable[[Repository], object]
) -> None:
    repo.hook("sh big.sh")
    prepare(repo)
    assert read_request(str(repo.root)).problem


def test_a_hook_folder_behind_a_link_is_never_trusted(repo: Repository) -> None:
    (repo.folder / "elsewhere").mkdir()
    (repo.folder / "elsewhere" / "beforeToolCall.json").write_text("[]")
    (repo.root / ".auto-tools").mkdir()
    (repo.root / HOOKS).symlink_to(repo.folder / "elsewhere")
    assert "is a link" in read_request(str(repo.root)).problem
