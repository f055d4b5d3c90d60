"""How often the intent stage is right on a set of labelled prompts.

`bench/intent.py --cases FILE...` sends the texts through `bin/auto-tools intent --jsonl`, as a user would,
and prints the share of right answers on code or not, on the class and on tier-2 tools, per language.
A case is one JSON object per line: `text`,
`code_intent`, `intent`, `wants_tier2` (names without `ci_`), `lang`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMAND = [os.path.join(ROOT, "bin", "auto-tools"), "intent", "--jsonl"]
FIELDS = {"text": str, "code_intent": bool, "intent": str, "wants_tier2": list, "lang": str}
MEASURES = ("code", "class", "tier2")

Case = dict[str, Any]
Answer = dict[str, Any]


class BadInput(Exception):
    """Something the caller can mend: a file, a line, or the command."""


def load_cases(path: str) -> list[Case]:
    """Return the cases of a file, or say which line is wrong."""
    try:
        with open(path, encoding="utf-8") as stream:
            lines = stream.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read {path}: {error}") from error
    return [load_case(line, f"{path}:{number}") for number, line in enumerate(lines, 1) if line.strip()]


def load_case(line: str, place: str) -> Case:
    """Return one case, or say what is wrong with it."""
    try:
        case = json.loads(line)
    except ValueError as error:
        raise BadInput(f"{place}: not JSON: {error}") from error
    if not isinstance(case, dict):
        raise BadInput(f"{place}: not a JSON object")
    for field, kind in FIELDS.items():
        if not isinstance(case.get(field), kind):
            raise BadInput(f"{place}: needs {field} as {kind.__name__}")
    return case


def answer_by_command(texts: list[str]) -> list[Answer]:
    """Return the product's answers, through its command."""
    lines = "".join(json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in texts)
    try:
        done = subprocess.run(COMMAND, input=lines, capture_output=True, text=True, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot run {COMMAND[0]}: {error}; --direct imports the stage instead") from error
    if done.returncode:
        raise BadInput(f"{' '.join(COMMAND)} exits {done.returncode}: {done.stderr.strip()[-300:]}")
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    if len(answers) != len(texts):
        raise BadInput(f"{' '.join(COMMAND)} gives {len(answers)} answers to {len(texts)} prompts")
    return answers


def answer_directly(texts: list[str]) -> list[Answer]:
    """Return the answers of the stage itself, in this process."""
    sys.path.insert(0, os.path.join(ROOT, "src"))
    from auto_tools.intent.understand import understand

    intents = [understand(text) for text in texts]
    return [{"code_intent": one.is_code, "intent": one.name, "tier2": list(one.tier2)} for one in intents]


def compare(case: Case, answer: Answer) -> tuple[bool, bool, bool]:
    """Return whether an answer is right on code, on the class and on tier 2."""
    tools = sorted(str(tool).removeprefix("ci_") for tool in answer["tier2"])
    return (
        answer["code_intent"] == case["code_intent"],
        answer["intent"] == case["intent"],
        tools == sorted(case["wants_tier2"]),
    )


def describe_totals(cases: list[Case], right: list[tuple[bool, bool, bool]]) -> list[str]:
    """Return a line of shares for all prompts and for each language."""
    lines = []
    for language in ["all", *sorted({case["lang"] for case in cases})]:
        chosen = [one for case, one in zip(cases, right, strict=True) if language in ("all", case["lang"])]
        shares = (
            f"{name} {100 * sum(one[at] for one in chosen) / len(chosen):5.1f} %"
            for at, name in enumerate(MEASURES)
        )
        lines.append(f"{language:4} {len(chosen):5} prompts  " + "  ".join(shares))
    return lines


def describe_miss(case: Case, answer: Answer, right: tuple[bool, bool, bool]) -> str:
    """Return one wrong answer as a line."""
    wrong = ",".join(name for name, fine in zip(MEASURES, right, strict=True) if not fine)
    got = f"{answer['intent']} {[str(tool).removeprefix('ci_') for tool in answer['tier2']]}"
    text = case["text"][:120].replace("\n", "⏎")
    return f"  {wrong}: wanted {case['intent']} {case['wants_tier2']}, got {got}: {text}"


def main(arguments: list[str] | None = None) -> int:
    """Measure the given files; 2 when one of them cannot be used."""
    parser = argparse.ArgumentParser(description="How often the intent stage is right on labelled prompts.")
    parser.add_argument(
        "--cases", nargs="+", required=True, metavar="FILE", help="JSON lines of labelled prompts"
    )
    parser.add_argument("--misses", action="store_true", help="list the wrong answers")
    parser.add_argument(
        "--direct", action="store_true", help="import the stage instead of running bin/auto-tools"
    )
    options = parser.parse_args(arguments)
    try:
        for path in options.cases:
            cases = load_cases(path)
            if not cases:
                raise BadInput(f"{path}: no cases")
            answer = answer_directly if options.direct else answer_by_command
            answers = answer([case["text"] for case in cases])
            report(path, cases, answers, misses=options.misses)
    except BadInput as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def report(path: str, cases: list[Case], answers: list[Answer], *, misses: bool) -> None:
    """Print the shares of one file, and the wrong answers when asked for."""
    right = [compare(case, answer) for case, answer in zip(cases, answers, strict=True)]
    lines = [path, *describe_totals(cases, right)]
    if misses:
        triples = zip(cases, answers, right, strict=True)
        lines += [describe_miss(case, answer, fine) for case, answer, fine in triples if not all(fine)]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
