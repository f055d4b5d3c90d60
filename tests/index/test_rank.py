"""What a prompt asks for and which files, definitions and neighbours answer it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auto_tools.index.build import update_index
from auto_tools.index.neighbours import find_neighbours
from auto_tools.index.pathwords import dotted_ends
from auto_tools.index.rank.choose import choose_findings
from auto_tools.index.rank.imports import module_parts, resolve_imports
from auto_tools.index.rank.query import read_query
from auto_tools.index.rank.rank import Ranking, rank
from auto_tools.index.rank.sections import split_sections
from auto_tools.index.rank.weights import NEIGHBOUR_WEIGHTS, SIGNAL_WORDS, SYMBOL_WEIGHTS, WEIGHTS
from auto_tools.index.store import Reader, open_reader
from auto_tools.index.words import relatives_of, stem

Make = Callable[..., Reader]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Return a function that makes a repository of these files, one commit each time, and indexes it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "repo"
    root.mkdir()
    git = ["git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run([*git, "init", "-q"], check=True)

    def build(*commits: dict[str, str], subject: str = "work") -> Reader:
        for files in commits:
            for path, text in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            subprocess.run([*git, "add", "-A"], check=True)
            subprocess.run([*git, "commit", "-qm", subject], check=True)
        update_index(str(root), str(root / ".git"))
        reader = open_reader(str(root))
        assert reader is not None
        return reader

    return build


def paths(ranking: Ranking) -> list[str]:
    return [one.path for one in ranking.files]


def test_furniture_of_an_issue_is_told_from_its_text() -> None:
    text = (
        "Crash on save\n- [x] I searched\n## What happened\nsaving fails\n"
        "### Environment\nzebra 1.2\n```\nlion 3\n```\n**Steps**\nrun it\n<details>\ntiger\n</details>\nend"
    )
    proper, minor = split_sections(text)
    assert all(word in proper for word in ("Crash on save", "saving fails", "run it", "end"))
    assert all(word in minor for word in ("zebra", "lion", "tiger", "searched"))
    assert not any(word in proper for word in ("zebra", "lion", "tiger", "searched"))


def test_a_title_about_versions_is_no_furniture() -> None:
    assert split_sections("# Version parsing fails\nit does")[0].startswith("# Version parsing fails")


@given(st.text(max_size=300))
def test_no_line_of_an_issue_is_lost(text: str) -> None:
    proper, minor = split_sections(text)
    both = sorted((*proper.split("\n"), *minor.split("\n")))
    assert [line for line in both if line] == sorted(line for line in text.split("\n") if line)


def test_title_and_backticks_count_most_and_surroundings_least() -> None:
    query = read_query(
        "parser drops commas\nthe lexer is fine, `tokenize` is not\n### Environment\nwalrus 3\nlexer"
    )
    title, ticked, prose, minor = (query.weights[stem(w)] for w in ("parser", "tokenize", "fine", "walrus"))
    assert title >= ticked > prose > minor
    assert "tokenize" in query.names


def test_frames_are_read_with_their_functions_innermost_last() -> None:
    python = 'File "/x/app/a.py", line 3, in outer\n  a()\nFile "/x/app/b.py", line 9, in inner\n'
    assert read_query(python).frames == (("/x/app/a.py", "outer"), ("/x/app/b.py", "inner"))
    node = "Error: x\n    at inner (/x/lib/b.js:9:1)\n    at Object.outer (/x/lib/a.js:3:4)\n"
    assert read_query(node).frames == (("/x/lib/a.js", "outer"), ("/x/lib/b.js", "inner"))


def test_a_bare_name_is_a_name_even_when_short() -> None:
    assert set(read_query("g").names) == {"g"}
    assert not read_query("the thing g is broken since yesterday").names


def test_words_of_one_family_are_known() -> None:
    assert stem("validate") in relatives_of(stem("validation"))
    assert stem("validator") in relatives_of(stem("validation"))
    assert stem("format") in relatives_of(stem("formatter"))
    assert stem("composer") in relatives_of(stem("composition"))
    assert not relatives_of("登录")


def test_a_short_question_finds_a_word_of_the_same_family(make: Make) -> None:
    reader = make(
        {"src/a.py": "def compose(*functions):\n    pass\n", "src/b.py": "def utility():\n    pass\n"}
    )
    assert paths(rank(reader, "function composition"))[0] == "src/a.py"


def test_dotted_names_are_tried_from_the_most_certain_end() -> None:
    assert dotted_ends("shop.admin.utils.show") == (
        "shop/admin/utils/show", "admin/utils/show", "utils/show",
        "shop/admin/utils", "admin/utils", "shop/admin",
    )  # fmt: skip


def test_a_module_written_out_brings_its_file_to_the_top(make: Make) -> None:
    noise = {f"shop/part{n}/utils.py": "def show(field):\n    return field\n" for n in range(6)}
    reader = make({**noise, "shop/admin/utils.py": "def display(field):\n    return str(field)\n"})
    assert paths(rank(reader, "shop.admin.utils.show shows a field wrongly"))[0] == "shop/admin/utils.py"


def test_the_innermost_own_frame_counts_most(make: Make) -> None:
    body = "def work():\n    return 1\n"
    reader = make({f"app/{name}.py": body for name in ("outer", "middle", "inner")})
    trace = "It fails\n" + "".join(
        f'  File "/srv/app/{name}.py", line 2, in work\n' for name in ("outer", "middle", "inner")
    )
    assert paths(rank(reader, trace))[:3] == ["app/inner.py", "app/middle.py", "app/outer.py"]


def test_a_file_named_by_the_title_comes_first(make: Make) -> None:
    files = {f"core/model{n}.py": "def related_name(field):\n    return field\n" * 3 for n in range(5)}
    reader = make({**files, "commands/inspectdb.py": "def handle():\n    return 'table'\n"})
    assert paths(rank(reader, "inspectdb should generate a name"))[0] == "commands/inspectdb.py"


@pytest.mark.parametrize(
    ("path", "module", "parts"),
    [
        ("a/b/c.py", "x.y", ["x", "y"]),
        ("a/b/c.py", ".d", ["a", "b", "d"]),
        ("a/b/c.py", "..d", ["a", "d"]),
        ("a/b/c.py", ".", ["a", "b"]),
        ("src/a/b.ts", "../c/d.js", ["src", "c", "d"]),
        ("src/a/b.ts", "./d", ["src", "a", "d"]),
        ("src/a.rs", "crate::x::y", ["x", "y"]),
        ("src/a.c", "lib/x.h", ["lib", "x"]),
    ],
)
def test_a_module_stands_for_a_path(path: str, module: str, parts: list[str]) -> None:
    assert module_parts(path, module) == parts


def test_an_import_through_a_package_means_the_file_that_defines_the_name(make: Make) -> None:
    reader = make(
        {
            "pkg/__init__.py": "from pkg.core.thing import Thing\n",
            "pkg/core/thing.py": "class Thing:\n    pass\n",
            "other/thing.py": "class Thing:\n    pass\n",
            "web/index.ts": "export * from './lib/button'\n",
            "web/lib/button.ts": "export class Button {}\n",
            "use.py": "from pkg import Thing\n",
        }
    )
    ids = dict(reader.db.execute("SELECT path, id FROM files"))
    asked: dict[int, tuple[str, list[tuple[str, tuple[str, ...], int]]]] = {
        ids["use.py"]: ("use.py", [("pkg", ("Thing",), 1)]),
        ids["other/thing.py"]: ("app/main.ts", [("@scope/web", ("Button",), 1)]),
    }
    meant = resolve_imports(reader, asked)
    assert meant[ids["use.py"]] == {ids["pkg/core/thing.py"]}
    assert meant[ids["other/thing.py"]] == {ids["web/lib/button.ts"]}


def test_what_a_named_definition_calls_gains_by_it(make: Make) -> None:
    def body(name: str, calls: str) -> str:
        return (
            f"    def {name}(self):\n        value = self.fields\n        {calls}\n        return value\n\n"
        )

    query = "class Query:\n" + body("drop_loading", "pass") + body("clear_loading", "pass")
    reader = make(
        {
            "db/queryset.py": "class QuerySet:\n" + body("defer", "self.query.clear_loading()"),
            "db/query.py": query,
        }
    )
    names = [one.name for one in rank(reader, "QuerySet.defer keeps fields").symbols]
    assert names.index("Query.clear_loading") < names.index("Query.drop_loading")


def test_neighbours_say_how_they_were_reached(make: Make) -> None:
    first = {
        "src/lexer.c": '#include "lexer.h"\nint next_token(void) {\n  return 1;\n}\n',
        "src/lexer.h": "int next_token(void);\n",
        "src/main.c": '#include "lexer.h"\nint run(void) {\n  return next_token();\n}\n',
        "doc/grammar.y": "rule: token\n",
    }
    second = {"src/lexer.c": first["src/lexer.c"] + "/* 2 */\n", "doc/grammar.y": "rule: token token\n"}
    reader = make({"lib/far.c": "int far(void) { return 0; }\n"}, first, second)
    found = find_neighbours(reader, rank(reader, "next_token of the lexer hangs"), top_k=10, depth=2)
    kinds = {one.path: {edge.kind for edge in one.edges} for one in found}
    assert "sibling" in kinds["src/lexer.h"] | kinds["src/lexer.c"]
    assert "caller" in kinds["src/main.c"]
    assert "changed together" in kinds["doc/grammar.y"]
    assert "lib/far.c" not in kinds
    assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)


def test_ten_findings_are_seven_files_and_three_more_definitions(make: Make) -> None:
    text = "".join(f"def parse_{n}(token):\n    return token\n\n\n" for n in "abc")
    reader = make({f"src/m{n}.py": text for n in range(12)})
    pairs, with_lines = choose_findings(rank(reader, "parse the token"), 10)
    assert len(pairs) == 10
    assert len({one.path for one, _symbol in pairs}) == 7
    assert len(with_lines) == 3


def test_every_weight_has_its_signal_and_its_words() -> None:
    assert set(WEIGHTS) == set(SIGNAL_WORDS)
    assert all(weight for table in (WEIGHTS, SYMBOL_WEIGHTS, NEIGHBOUR_WEIGHTS) for weight in table.values())


def test_shares_add_up_to_the_score(make: Make) -> None:
    reader = make(
        {"a/cart.py": "class Cart:\n    def pay(self):\n        return 1\n", "b.py": "def pay(): pass\n"}
    )
    ranking = rank(reader, "Cart.pay fails")
    for file in ranking.files:
        assert sum(file.shares.values()) == pytest.approx(file.score, abs=1e-5)
    for symbol in ranking.symbols:
        assert sum(symbol.shares.values()) == pytest.approx(symbol.score, abs=1e-5)


@pytest.mark.parametrize(
    "prompt", ["", " ", "?", "\n\n", "，。", "a" * 50_000, "```\n" * 999, "`" * 999, "\x00\u202e"]
)
def test_no_prompt_breaks_the_ranking(make: Make, prompt: str) -> None:
    reader = make({"a.py": "def pay():\n    pass\n"})
    assert isinstance(rank(reader, prompt), Ranking)
