"""Rules a repository sets for itself."""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auto_tools.contract import Constraint
from auto_tools.index.rules import LARGEST_RULE_FILE, read_constraints


def _rules(root: Path, limit: int = 8) -> list[tuple[str, str]]:
    return [(rule.source, rule.text) for rule in read_constraints(str(root), limit)]


def test_bullets_and_sentences_with_words_of_duty(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_text(
        "# You must not see this heading\n"
        "This project is nice. You **must** run\n"
        "`make check` before a push. It is fast.\n"
        "\n"
        "- Never commit to [main](https://x.org/must).\n"
        "- A bullet that says nothing\n"
        "- Tests should be\n"
        "  deterministic\n"
        "1. Don’t use `print`\n"
        "- [ ] Always sign off\n"
        "\n"
        "```sh\n"
        "# you must never see code\n"
        "```\n"
        "<!-- you must never see\n"
        "comments, never -->\n"
        "| must | table |\n"
        "- 所有提交必须通过测试\n"
        "代码统一使用四个空格。普通的一句话。\n"
    )
    assert _rules(tmp_path, 20) == [
        ("AGENTS.md:2", "You must run make check before a push."),
        ("AGENTS.md:5", "Never commit to main."),
        ("AGENTS.md:7", "Tests should be deterministic"),
        ("AGENTS.md:9", "Don’t use print"),
        ("AGENTS.md:10", "Always sign off"),
        ("AGENTS.md:18", "所有提交必须通过测试 代码统一使用四个空格。"),
    ]


def test_words_inside_words_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_text("- Add mustard to the shoulder\n- nevertheless, it works\n")
    assert _rules(tmp_path) == []


def test_every_file_is_heard_and_strict_rules_come_first(tmp_path: Path) -> None:
    (tmp_path / ".github").mkdir()
    many = "".join(f"- You should do {number}\n- You must do {number}\n" for number in range(20))
    (tmp_path / "AGENTS.md").write_text(many)
    (tmp_path / "CLAUDE.md").write_text(many)
    (tmp_path / "CONTRIBUTING.md").write_text("Pull requests should be small.\n\nNever force-push.\n")
    (tmp_path / ".cursorrules").write_text("Always use types\n")
    (tmp_path / ".github/copilot-instructions.md").write_text("Do not add dependencies\n")
    found = _rules(tmp_path)
    assert len(found) == 8
    assert [source for source, _ in found] == [
        "AGENTS.md:2",
        "AGENTS.md:4",
        "AGENTS.md:6",
        "AGENTS.md:8",
        "AGENTS.md:10",
        "CONTRIBUTING.md:3",
        ".cursorrules:1",
        ".github/copilot-instructions.md:1",
    ]
    assert found == _rules(tmp_path)


def test_settings_for_all_files_of_an_editorconfig_are_one_rule(tmp_path: Path) -> None:
    (tmp_path / ".editorconfig").write_text(
        "root = true\n\n[*]\n# c\nindent_style=space\nindent_size = 4\n\n[*.md]\nindent_size = 2\n"
    )
    assert read_constraints(str(tmp_path)) == (
        Constraint(".editorconfig:3", "indent_style = space; indent_size = 4"),
    )


def test_rules_are_short_and_printable(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_text("- You must " + "x" * 500 + "\n- Never \x1b[31m\u202e show\n")
    long, hidden = (text for _, text in _rules(tmp_path))
    assert len(long) == 200 and long.endswith("…")
    assert hidden == "Never \\x1b[31m\\u202e show"


def test_links_pipes_and_binary_files_are_not_read(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret").write_text("You must not read this\n")
    (root / "AGENTS.md").symlink_to(tmp_path / "secret")
    os.mkfifo(root / "CLAUDE.md")
    (root / "CONTRIBUTING.md").write_bytes(b"\0You must not read this\n")
    (root / ".github").symlink_to(tmp_path)
    (tmp_path / "copilot-instructions.md").write_text("You must not read this\n")
    assert _rules(root) == []


def test_a_long_file_is_read_in_part_and_fast(tmp_path: Path) -> None:
    for unit in ("You must.\n", "- x\n", "a\n", "\n", "](", "> ", "x" * 100 + " "):
        (tmp_path / "AGENTS.md").write_text("- never do this\n" + unit * (2 * LARGEST_RULE_FILE // len(unit)))
        start = perf_counter()
        read_constraints(str(tmp_path))
        assert perf_counter() - start < 0.3


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300) | st.text("-*#>`~[]() \n.!。<must必须", max_size=200).map(str.encode))
def test_no_rule_file_raises(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "AGENTS.md").write_bytes(data)
    (tmp_path / ".editorconfig").write_bytes(data)
    for rule in read_constraints(str(tmp_path)):
        assert rule.text.isprintable() and len(rule.text) <= 200
