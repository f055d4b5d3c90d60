"""The rules a repository sets for those who change it, from the files that are written for that.

Finds statements with words of duty (English, Chinese); whether to follow them is for the reader to judge.
"""

from __future__ import annotations

from auto_tools.contract import Constraint
from auto_tools.index.names import printable_text
from auto_tools.safety.files import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

RULE_FILES = (
    "AGENTS.md",
    "CLAUDE.md",
    "CONTRIBUTING.md",
    ".cursorrules",
    ".github/copilot-instructions.md",
    ".editorconfig",
)
LARGEST_RULE_FILE = 64 * 1024
LONGEST_RULE = 200
_LONGEST_STATEMENT = 1000

_STRICT = (
    " must ", " never ", " always ", " do not ", " don't ", " cannot ", " required ", " forbidden ",
    "必须", "禁止", "不要", "不得", "不能", "不允许", "严禁", "切勿", "务必", "统一", "一律",
)  # fmt: skip
_MILD = (
    " should ", " shouldn't ", " prefer ", " avoid ", " ensure ", " make sure ",
    "应当", "应该", "避免", "优先", "请勿",
)  # fmt: skip
_BULLETS = ("- ", "* ", "+ ", "• ")
_LETTERS = str.maketrans(dict.fromkeys('\t.,;:!?()[]{}"`*_/|', " ") | {"’": "'"})


def read_constraints(root: str, limit: int = 8) -> tuple[Constraint, ...]:
    """Return the repository's rules: strict ones before mild ones, every file heard, in order of place."""
    found: list[tuple[bool, int, int, int, str]] = []
    seen: set[str] = set()
    for rank, path in enumerate(RULE_FILES):
        text = read_text(root, path, limit=LARGEST_RULE_FILE, cut=True) or ""
        heard = {True: 0, False: 0}
        for line, rule, is_mild in _read_settings(text) if path == ".editorconfig" else _read_rules(text):
            if rule not in seen:
                seen.add(rule)
                found.append((is_mild, heard[is_mild], rank, line, rule))
                heard[is_mild] += 1
    chosen = sorted(found)[: max(0, limit)]
    chosen.sort(key=lambda rule: rule[2:4])
    return tuple(Constraint(f"{RULE_FILES[rank]}:{line}", text) for _, _, rank, line, text in chosen)


def _read_rules(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield line, text and mildness of each statement that holds a word of duty."""
    for line, statement in _split_statements(text):
        words = f" {statement.lower().translate(_LETTERS)} ".replace("  ", " ")
        is_strict = any(word in words for word in _STRICT)
        if is_strict or any(word in words for word in _MILD):
            rule = _strip_marks(statement)
            if len(rule) >= 6:
                yield line, rule, not is_strict


def _read_settings(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield the settings of an `.editorconfig` that hold for every file, as one rule."""
    start, settings, inside = 0, [], False
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line.startswith("["):
            inside = line == "[*]"
            start = number if inside and not start else start
        elif inside and "=" in line and line[0] not in "#;":
            key, _, value = line.partition("=")
            settings.append(f"{key.strip()} = {value.strip()}")
    if settings:
        yield start, _shorten("; ".join(settings)), False


def _split_statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield each bullet, and each sentence of a paragraph, with the line it starts on."""
    start, statement = 0, ""
    for number, line in _prose_lines(text):
        stripped = line.strip().lstrip("> ")
        body = _after_bullet(stripped)
        if body is not None or not stripped:
            if statement:
                yield start, statement
            start, statement = number, body or ""
            continue
        for piece in _split_sentences(stripped):
            start, statement = (start, f"{statement} {piece}") if statement else (number, piece)
            if piece[-1] in ".!?。！？" or len(statement) > _LONGEST_STATEMENT:
                yield start, statement
                statement = ""
    if statement:
        yield start, statement


def _split_sentences(line: str) -> list[str]:
    for stop in (". ", "! ", "? ", "。", "！"):
        line = line.replace(stop, f"{stop.strip()}\n")
    return [piece for piece in map(str.strip, line.split("\n")) if piece]


def _prose_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield numbered lines; those of code blocks, tables, headings and comments come out empty."""
    fence, in_comment = "", False
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        mark = bare[:3]
        is_prose = not (fence or in_comment or bare.startswith(("#", "|", "<!--", "---", "===")))
        if not in_comment and mark in ("```", "~~~") and (not fence or mark == fence):
            fence, is_prose = ("" if fence else mark), False
        elif not fence:
            in_comment = (in_comment or bare.startswith("<!--")) and "-->" not in bare
        yield number, line if is_prose else ""


def _after_bullet(line: str) -> str | None:
    if line.startswith(_BULLETS):
        body = line[2:].lstrip()
        return body[3:].lstrip() if body[:3] in ("[ ]", "[x]", "[X]") else body
    number, dot, rest = line.partition(". ")
    return rest.lstrip() if dot and number.isdecimal() and len(number) < 4 else None


def _strip_marks(statement: str) -> str:
    """Take emphasis, code marks and link targets out of a statement."""
    for mark in ("**", "__", "`"):
        statement = statement.replace(mark, "")
    pieces = statement.split("](")
    text = pieces[0] + "".join(piece.partition(")")[2] for piece in pieces[1:])
    if len(pieces) > 1:
        text = text.replace("[", "", len(pieces) - 1)
    return _shorten(" ".join(text.split()))


def _shorten(text: str) -> str:
    text = printable_text(text)
    return text if len(text) <= LONGEST_RULE else text[: LONGEST_RULE - 1] + "…"
