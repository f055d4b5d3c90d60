"""AC-013: `hooks/augment-context-global.sh` is the other entry under its old name, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from acceptance.product import CODE_PROMPT, SMALL_TALK, Client, context

OLD, NEW = "hooks/augment-context-global.sh", "hooks/context-inject-global.sh"
PLAN = {"CI_AUTO_TOOLS_DRY_RUN": "1"}


@pytest.mark.parametrize("form", ["hook", "json", "text"])
@pytest.mark.parametrize("prompt", [CODE_PROMPT, SMALL_TALK, "", "修复登录函数"])
def test_old_entry_prints_the_same_bytes(served: Client, form: str, prompt: str) -> None:
    stdin = served.payload(prompt)
    new, old = (served.start(entry, "--format", form, stdin=stdin, env=PLAN) for entry in (NEW, OLD))
    assert (old.code, old.out, old.err) == (new.code, new.out, new.err)
    assert new.out


@pytest.mark.parametrize(
    "flags",
    [
        ("--help",),
        ("--analyze-intent", "--prompt", "fix login", "--file", "src/a b.py", "--line", "3"),
        ("--analyze-intent", "--prompt", ""),
        ("--prompt", "explain  auth 'quoted' \"double\"", "--format", "json"),
        ("--nonsense",),
    ],
)
def test_old_entry_hands_every_flag_on(served: Client, flags: tuple[str, ...]) -> None:
    new, old = (served.start(entry, *flags, env=PLAN) for entry in (NEW, OLD))
    assert (old.code, old.out, old.err) == (new.code, new.out, new.err)


@pytest.mark.parametrize("stdin", [b"", b"garbage", b"\xff", b'{"prompt": 3}', b'{"tools": []}'])
def test_old_entry_fails_the_same_way(served: Client, stdin: bytes) -> None:
    for form in ("hook", "json"):
        new, old = (served.start(entry, "--format", form, stdin=stdin, env=PLAN) for entry in (NEW, OLD))
        assert (old.code, old.out, old.err) == (new.code, new.out, new.err)


@pytest.mark.parametrize("fault", ["config", "root", "tool"])
def test_old_entry_has_the_same_exit_codes(served: Client, fault: str) -> None:
    env = {}
    if fault == "config":
        served.config("colour: red\n")
    elif fault == "root":
        env = {"CI_AUTO_TOOLS_REPO_ROOT": "/nonexistent"}
    else:
        served.play("ci_search", "exit 3")
    new, old = (
        served.start(entry, "--format", "json", stdin=served.payload(), env=env) for entry in (NEW, OLD)
    )
    assert old.code == new.code != 0


def test_old_entry_runs_the_tools(served: Client) -> None:
    answer = served.start(OLD, "--format", "json", stdin=served.payload())
    assert "summary of ci_search" in context(answer.envelope)


def test_entries_work_through_a_link(served: Client, tmp_path: Path) -> None:
    plain = served.start(NEW, "--format", "json", stdin=served.payload(), env=PLAN).out
    for entry in (OLD, NEW):
        link = tmp_path / "links" / Path(entry).name
        link.parent.mkdir(exist_ok=True)
        link.symlink_to(served.product / entry)
        assert served.start(str(link), "--format", "json", stdin=served.payload(), env=PLAN).out == plain
