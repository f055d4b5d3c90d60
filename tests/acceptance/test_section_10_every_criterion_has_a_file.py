"""Section 10: every acceptance criterion has a test file, and every test file a criterion."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("test_*.py"))
NAME = re.compile(r"test_(ac_(?P<criterion>\d{3})|section_(?P<section>\d+))_[a-z0-9_]+\.py")
CRITERIA = set(range(1, 19))


def criterion_of(path: Path) -> int | None:
    found = NAME.fullmatch(path.name)
    assert found, path.name
    return int(found["criterion"]) if found["criterion"] else None


@pytest.mark.parametrize("number", sorted(CRITERIA))
def test_criterion_has_one_file(number: int) -> None:
    assert len([path for path in FILES if criterion_of(path) == number]) == 1


def test_every_file_has_a_criterion_or_a_section_of_the_contract() -> None:
    numbers = [number for path in FILES if (number := criterion_of(path)) is not None]
    assert set(numbers) == CRITERIA
    sections = [path.name for path in FILES if criterion_of(path) is None]
    assert [re.findall(r"\d+", name)[0] for name in sections] == ["10", "5"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_file_says_its_criterion_and_holds_claims(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    number = criterion_of(path)
    title = ast.get_docstring(tree) or ""
    assert title.startswith(f"AC-{number:03}" if number else "Section ")
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    claims = [node for node in functions if node.name.startswith("test_")]
    assert claims
    for claim in claims:
        assert any(isinstance(node, ast.Assert | ast.Call) for node in ast.walk(claim)), claim.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_test_is_skipped(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            assert node.attr not in {"skip", "skipif", "xfail", "importorskip"}
