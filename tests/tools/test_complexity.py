"""`ci_complexity`: counted by hand on each language, and against radon and lizard on a real package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import lizard
import pytest
from radon.complexity import cc_visit

from auto_tools.contract import Caller, ToolOutput
from auto_tools.index.syntax.callsites import parse_source
from auto_tools.index.syntax.complexity import Measure, measure_functions
from auto_tools.tools import ci_complexity
from tools.conftest import Make

BRANCHES = {
    "python": """def pick(self, a, b):
    if a and b:
        for one in a:
            if one:
                return one
    elif b:
        return b
    else:
        return None
""",
    "javascript": """function pick(a, b) {
  if (a && b) {
    for (const one of a) {
      if (one) { return one; }
    }
  } else if (b) {
    return b;
  } else {
    return null;
  }
}
""",
    "typescript": """function pick(a: number[], b: boolean): number {
  if (a && b) {
    for (const one of a) {
      if (one) { return one; }
    }
  } else if (b) {
    return 1;
  } else {
    return 0;
  }
}
""",
    "go": """package p
func pick(a []int, b bool) int {
	if len(a) > 0 && b {
		for _, one := range a {
			if one > 0 { return one }
		}
	} else if b {
		return 1
	}
	return 0
}
""",
    "rust": """fn pick(a: Vec<i32>, b: bool) -> i32 {
    if a.len() > 0 && b {
        for one in a {
            if one > 0 { return one; }
        }
    } else if b {
        return 1;
    } else {
        return 0;
    }
    0
}
""",
    "java": """class A { int pick(int[] a, boolean b) {
    if (a != null && b) {
      for (int one : a) {
        if (one > 0) { return one; }
      }
    } else if (b) {
      return 1;
    }
    return 0;
} }
""",
    "cpp": """int pick(std::vector<int> a, bool b) {
  if (a.size() && b) {
    for (int one : a) {
      if (one) { return one; }
    }
  } else if (b) {
    return 1;
  } else {
    return 0;
  }
  return 0;
}
""",
    "ruby": """def pick(a, b)
  if a && b
    while a
      if b
        return 1
      end
    end
  elsif b
    2
  else
    3
  end
end
""",
    "php": """<?php
function pick($a, $b) {
  if ($a && $b) {
    foreach ($a as $one) {
      if ($one) { return $one; }
    }
  } elseif ($b) {
    return 1;
  } else {
    return 0;
  }
}
""",
}


def measure(language: str, text: str) -> dict[str, Measure]:
    parsed = parse_source(language, text.encode())
    assert parsed is not None
    return {one.name: one for one in measure_functions(parsed)}


@pytest.mark.parametrize("language", sorted(BRANCHES))
def test_branches_are_counted_as_by_hand(language: str) -> None:
    one = measure(language, BRANCHES[language])["pick"]
    assert one.cyclomatic == 6
    assert one.nesting == 3
    assert one.parameters == 2
    # if 1, && 1, loop 2, inner if 3, else-if 1, and else 1 where there is one
    assert one.cognitive == (9 if language not in ("go", "java") else 8)


def test_switches_nest_once_and_each_case_decides() -> None:
    text = "function f(a) { switch (a) { case 1: return 1; case 2: return 2; default: return 3; } }"
    one = measure("javascript", text)["f"]
    assert (one.cyclomatic, one.cognitive) == (3, 1)


def test_named_inner_function_counts_by_itself_and_nameless_one_to_the_outer() -> None:
    found = measure(
        "python",
        "def outer():\n    def inner(x):\n        if x:\n            pass\n    return lambda y: y or 1\n",
    )
    assert (found["inner"].cyclomatic, found["outer"].cyclomatic) == (2, 2)


def _real_sources() -> list[Path]:
    return sorted(Path(click.__file__).parent.glob("*.py"))


def _radon_blocks(blocks: list[Any]) -> list[Any]:
    found = []
    for one in blocks:
        if hasattr(one, "methods"):
            found += _radon_blocks([*one.methods, *one.inner_classes])
        else:
            found += [one, *_radon_blocks(one.closures)]
    return found


def test_radon_says_the_same_of_a_real_package() -> None:
    same = total = 0
    for path in _real_sources():
        text = path.read_text("utf-8")
        parsed = parse_source("python", text.encode())
        assert parsed is not None
        ours = {(one.name, one.end): one.cyclomatic for one in measure_functions(parsed)}
        for block in {(one.name, one.endline): one for one in _radon_blocks(cc_visit(text))}.values():
            known = ours.get((block.name, block.endline))
            if known is not None:
                total += 1
                same += abs(known - block.complexity) <= 1
    assert total > 400
    assert same / total > 0.97


def test_lizard_says_the_same_of_a_real_package() -> None:
    same = total = 0
    for path in _real_sources():
        text = path.read_text("utf-8")
        parsed = parse_source("python", text.encode())
        assert parsed is not None
        ours = {one.line: one.cyclomatic for one in measure_functions(parsed)}
        for function in lizard.analyze_file.analyze_source_code(str(path), text).function_list:
            if function.start_line in ours:
                total += 1
                same += ours[function.start_line] == function.cyclomatic_complexity
    assert total > 400
    assert same / total > 0.95


def ask(root: Path, **args: str) -> ToolOutput:
    return ci_complexity.run(args, Caller("kernel", str(root)))


def test_worst_function_of_a_folder_comes_first(make_repository: Make) -> None:
    root = make_repository({"src/a.py": BRANCHES["python"], "src/b.py": "def easy():\n    return 1\n"})
    output = ask(root, file="src")
    assert [item["symbol"] for item in output.data["items"]] == ["pick", "easy"]
    first = output.data["items"][0]
    assert first["summary"] == "cyclomatic 6, cognitive 9, 9 lines, nesting 3, 2 parameters"
    assert (first["path"], first["line"], first["evidence_refs"]) == ("src/a.py", 1, ["src/a.py:1-9"])


def test_folder_name_is_not_a_prefix_of_others(make_repository: Make) -> None:
    root = make_repository({"src/a.py": BRANCHES["python"], "src2/b.py": BRANCHES["python"]})
    assert {item["path"] for item in ask(root, file="src").data["items"]} == {"src/a.py"}


def test_methods_have_their_qualified_name(make_repository: Make) -> None:
    root = make_repository({"a.py": "class A:\n    def go(self, x):\n        return x or 1\n"})
    assert ask(root).data["items"][0]["symbol"] == "A.go"


def test_path_without_source_is_said(make_repository: Make) -> None:
    root = make_repository({"a.py": "x = 1\n", "docs/readme.md": "# hi\n"})
    assert "no source file of a known language at docs" in ask(root, file="docs").summary
