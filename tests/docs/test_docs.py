from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from reference import DOCUMENTS, fill

PRODUCT = Path(__file__).parents[2]
PAIRS = [
    ("README.md", "README.zh-CN.md"),
    ("docs/auto-tools.md", "docs/auto-tools_zh.md"),
    ("docs/TECHNICAL.md", "docs/TECHNICAL_zh.md"),
    ("docs/dependencies.md", "docs/dependencies_zh.md"),
    ("docs/security.md", "docs/security_zh.md"),
    ("SECURITY.md", "SECURITY.zh-CN.md"),
]
CODE = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def read(name: str) -> str:
    return (PRODUCT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_reference_tables_are_fresh(name: str) -> None:
    assert "<!-- table: " in read(name)
    assert fill(read(name)) == read(name), "run .venv/bin/python docs/reference.py"


@pytest.mark.parametrize(("english", "chinese"), PAIRS)
def test_both_languages_have_the_same_shape(english: str, chinese: str) -> None:
    def shape(name: str) -> tuple[list[str], list[tuple[str, str]], int]:
        text = read(name)
        heads = re.findall(r"^(#+) ", CODE.sub("", text), re.MULTILINE)
        return heads, CODE.findall(text), text.count("\n| ")

    assert shape(english) == shape(chinese)


def test_every_document_has_its_twin() -> None:
    found = {path.relative_to(PRODUCT).as_posix() for path in (PRODUCT / "docs").glob("*.md")}
    assert found == {name for pair in PAIRS for name in pair if name.startswith("docs/")}


SLOW = ("bin/test", ".venv/bin/python bench/hook.py", ".venv/bin/python bench/fit_intent.py")
"""Commands that take minutes, or need what only their reader installs."""


ANSWERS = {
    "codex-auto": "schema_version",
    " settings": "budget.wall_ms",
    " search": "src/auto_tools/",
    " status": "index",
    " graph": "src/auto_tools/",
    " explain": "[Auto Tools] ",
    " plan": "[Auto Tools] ",
    "hooks/": "[Auto Tools] ",
    "install.sh --with": "installed",
    "install.sh --uninstall": "not installed",
    " redact": "[REDACTED:github_token]",
    " fence": "[filtered: stdin:1]",
}
"""What a command's answer holds."""


def commands(name: str) -> list[str]:
    blocks = [body for language, body in CODE.findall(read(name)) if language == "sh"]
    lines = [line for body in blocks for line in body.splitlines()]
    return [line for line in lines if line not in SLOW]


SHOWN = [line for name in ("README.md", "docs/TECHNICAL.md", "docs/security.md") for line in commands(name)]


@pytest.mark.parametrize("command", SHOWN)
def test_commands_of_the_docs_work(command: str, tmp_path: Path) -> None:
    said = next((words for part, words in ANSWERS.items() if part in command), "")
    assert said in run(command, tmp_path)


def test_the_commands_of_the_user_guide_work_one_after_the_other(tmp_path: Path) -> None:
    for command in commands("docs/auto-tools.md"):
        run(command, tmp_path)
    assert [path.name for path in tmp_path.iterdir() if path.name != ".cache"] == []


def run(command: str, home: Path) -> str:
    env = {"HOME": str(home), "PATH": os.environ["PATH"], "AUTO_TOOLS_PREFIX": str(home / "prefix")}
    ended = subprocess.run(
        command, shell=True, cwd=PRODUCT, env=env, capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_links_lead_somewhere() -> None:
    for name in {name for pair in PAIRS for name in pair}:
        for target in re.findall(r"\]\(([^)#]+)\)", read(name)):
            assert ((PRODUCT / name).parent / target).exists(), f"{name}: {target}"
