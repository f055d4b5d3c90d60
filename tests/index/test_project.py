"""Languages, build files, test folders, names."""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auto_tools.contract import LanguageShare, Manifest
from auto_tools.index.manifests import KINDS, LARGEST_MANIFEST, find_name
from auto_tools.index.project import DOCUMENTS, LANGUAGES, MOST_WALKED, read_profile, walk_files

NAMES = {
    "pyproject.toml": [
        '[build-system]\nname = "no"\n[project]\nname = "it" # x\n',
        "[tool.poetry]\nname='it'",
    ],
    "setup.cfg": ["[options]\nname = no\n[metadata]\nname = it\n"],
    "setup.py": ["from setuptools import setup\nsetup(\n    version='1',\n    name = 'it',\n)"],
    "package.json": ['{"version": "1", "name": "it"}'],
    "deno.json": ['{"name": "it"}'],
    "composer.json": ['{"name": "it"}'],
    "go.mod": ["// c\nmodule it\n\ngo 1.22\n", 'module "it"'],
    "Cargo.toml": ['[workspace]\nname="no"\n[ package ]\nname = "it"\n'],
    "pom.xml": [
        "<project><parent><artifactId>no</artifactId></parent><artifactId>it</artifactId>"
        "<dependencies><dependency><artifactId>no</artifactId></dependency></dependencies></project>"
    ],
    ".gemspec": ["Gem::Specification.new do |spec|\n  spec.name = 'it'\nend"],
    "build.gradle": ["rootProject.name = 'it'\n", 'rootProject.name="it"'],
    "Package.swift": ['let package = Package(\n    name: "it",\n targets: [.target(name: "no")])'],
    "mix.exs": ["def project do\n [app: :it, version: 1]"],
    "pubspec.yaml": ["# c\nname: it\nflutter:\n  name: no\n", "name: 'it'"],
    "CMakeLists.txt": ["cmake_minimum_required(VERSION 3)\nproject(it VERSION 1)", 'PROJECT( "it" )'],
}


@pytest.mark.parametrize(
    ("known", "text"), [(known, text) for known, texts in NAMES.items() for text in texts]
)
def test_the_name_is_found_where_the_file_says_it(known: str, text: str) -> None:
    assert find_name(known, text).strip() == "it"


@given(st.sampled_from(sorted(KINDS)), st.text(max_size=200))
def test_no_text_of_a_build_file_raises(known: str, text: str) -> None:
    find_name(known, text)


@pytest.mark.parametrize("known", sorted(KINDS))
@pytest.mark.parametrize("unit", ["[", " ", "\n", "name", "name=", "<parent>", "project (", '{"a":'])
def test_no_build_file_takes_long(known: str, unit: str) -> None:
    text = unit * (LARGEST_MANIFEST // len(unit))
    start = perf_counter()
    find_name(known, text)
    assert perf_counter() - start < 0.2


def test_tables_cover_many_languages_without_doubt() -> None:
    endings = [
        ending for table in (LANGUAGES, DOCUMENTS) for known in table.values() for ending in known.split()
    ]
    assert len(endings) == len(set(endings)) >= 40


def test_languages_are_ranked_and_documents_count_only_alone(tmp_path: Path) -> None:
    paths = [
        b"a.py",
        b"b.pyi",
        b"x/c.go",
        b"d.GO",
        b"e.rs",
        b"README.md",
        b"r.md",
        b"s.md",
        b"Makefile",
        b"x.y/z",
    ]
    profile = read_profile(str(tmp_path), paths)
    assert profile.languages == (LanguageShare("Go", 2), LanguageShare("Python", 2), LanguageShare("Rust", 1))
    assert read_profile(str(tmp_path), [b"a.md"]).languages == (LanguageShare("Markdown", 1),)
    many = [f"a.{ending}".encode() for ending in ("py", "go", "rs", "c", "java", "kt", "rb", "php")]
    assert len(read_profile(str(tmp_path), many).languages) == 6


def test_manifests_at_the_top_and_one_level_below(tmp_path: Path) -> None:
    for path in (
        "web/package.json",
        "web/deep/package.json",
        "core/Cargo.toml",
        "App.csproj",
        "gradle/build.gradle.kts",
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text('{"name": "site"}')
    (tmp_path / "gradle/settings.gradle.kts").write_text('rootProject.name = "g"\n')
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "untracked\x1b[0m"\n')
    tracked = [b"web/package.json", b"web/deep/package.json", b"core/Cargo.toml", b"App.csproj"]
    profile = read_profile(str(tmp_path), [*tracked, b"gradle/build.gradle.kts", b"gone/go.mod"])
    assert profile.manifests == (
        Manifest("pyproject.toml", "python", "untracked\\x1b[0m"),
        Manifest("App.csproj", "dotnet", "App"),
        Manifest("web/package.json", "node", "site"),
        Manifest("core/Cargo.toml", "rust", ""),
        Manifest("gradle/build.gradle.kts", "gradle", "g"),
    )
    assert profile.name == "untracked\\x1b[0m"


def test_at_most_eight_manifests(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"p{number}").mkdir()
        (tmp_path / f"p{number}/go.mod").write_text(f"module m{number}\n")
    assert len(read_profile(str(tmp_path)).manifests) == 8


def test_the_folder_gives_the_name_when_no_manifest_does(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("all:\n")
    assert read_profile(str(tmp_path)).name == tmp_path.name


def test_huge_linked_and_special_manifests_give_no_name(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (outside / "Cargo.toml").write_text('[package]\nname = "stolen"\n')
    (root / "package.json").write_text('{"name": "huge"}' + " " * LARGEST_MANIFEST)
    (root / "Cargo.toml").symlink_to(outside / "Cargo.toml")
    (root / "sub").symlink_to(outside)
    os.mkfifo(root / "go.mod")
    profile = read_profile(str(root), [b"package.json", b"Cargo.toml", b"go.mod", b"sub/Cargo.toml"])
    assert [manifest.name for manifest in profile.manifests] == ["", ""]
    assert profile.manifests[0] == Manifest("package.json", "node", "")
    assert profile.name == "root"


def test_test_folders_at_the_top_else_below(tmp_path: Path) -> None:
    paths = [b"tests/a.py", b"spec/x/y.rb", b"src/test/J.java", b"docs/testing.md", b"test"]
    assert read_profile(str(tmp_path), paths).test_folders == ("spec", "tests")
    assert read_profile(str(tmp_path), [b"src/test/java/J.java"]).test_folders == ("src/test",)


def test_the_walk_skips_what_is_not_the_project(tmp_path: Path) -> None:
    for folder in (".git", "node_modules/x", "my-env", "__pycache__", "dist", "build", "src/deep"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "f.py").write_text("")
    (tmp_path / "my-env/pyvenv.cfg").write_text("")
    (tmp_path / "loop").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.py")
    assert walk_files(str(tmp_path)) == [b"src/deep/f.py"]


def test_the_walk_is_bounded(tmp_path: Path) -> None:
    for number in range(MOST_WALKED + 100):
        (tmp_path / f"{number}.py").touch()
    assert len(walk_files(str(tmp_path))) == MOST_WALKED
    assert len(walk_files(str(tmp_path), most=7)) == 7
    assert walk_files(str(tmp_path / "missing")) == []
