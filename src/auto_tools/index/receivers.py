"""Which classes a receiver may be of: `self`, typed parameters, variables that were just made, attributes.

Read from the text around the call with a few patterns for each family of languages. What no pattern tells is
unknown, and the caller says so.
"""

from __future__ import annotations

import re

from auto_tools.index.program import CLASSES, FUNCTIONS, Place, Program

SELF = frozenset(("self", "cls", "this", "$this", "Self", "static", "@"))
SUPER = re.compile(r"super(?:\(.*\))?\Z|parent\Z|base\Z")
DEEPEST = 4
_NAME = re.compile(r"[^\W\d]\w*")
_WORDS_NO_TYPE = frozenset(("None", "Optional", "Union", "List", "Dict", "Type", "type", "ClassVar", "Final"))
_TYPE = r"((?:[\w.:\\]+)(?:\[[^=\n]*?\]|<[^=\n;(){}]*?>)?(?:\s*\|\s*[\w.\[\]]+)*)"
_PYTHON = (
    rf"\bNAME\s*:\s*[\"']?{_TYPE}",
    r"(?<![\w.])NAME\s*=\s*([^=\n].*)",
    r"with\s+(.+?)\s+as\s+NAME\b",
    r"except\s+\(?([\w.]+)[\w., ]*\)?\s+as\s+NAME\b",
)
_PATTERNS: dict[str, tuple[str, ...]] = {
    "python": _PYTHON,
    "javascript": (
        rf"\bNAME\s*[?!]?\s*:\s*(?:readonly\s+)?{_TYPE}",
        r"(?<![\w.])NAME\s*=\s*(?:await\s+)?(?:new\s+)?([^=\n>].*)",
    ),
    "java": (
        r"\b([A-Z]\w*)(?:<[^;={}()]*>)?(?:\[\])?\s+NAME\b",
        rf"\bNAME\s*:\s*{_TYPE}",
        r"(?<![\w.])NAME\s*=\s*(?:new\s+)?([^=\n].*)",
    ),
    "go": (
        r"\bNAME\s+(?:\[\])?\*?([A-Za-z][\w.]*)",
        r"\bNAME(?:\s*,\s*\w+)?\s*:?=\s*&?([\w.]+)\{",
        r"\bNAME(?:\s*,\s*\w+)?\s*:?=\s*([\w.]+\()",
    ),
    "rust": (
        rf"\bNAME\s*:\s*&?\s*(?:'\w+\s+)?(?:mut\s+)?(?:dyn\s+)?{_TYPE}",
        r"\bNAME\s*=\s*&?(?:mut\s+)?([\w:]+)::\w+\s*\(",
        r"\bNAME\s*=\s*&?(?:mut\s+)?([A-Z]\w*)\s*\{",
    ),
    "cpp": (
        r"\b([A-Za-z_][\w:]*)(?:<[^;={}()]*>)?(?:\s+const)?\s*[*&]*\s+[*&]*NAME\b",
        r"\bNAME\s*=\s*(?:new\s+)?([A-Za-z_][\w:]*)",
        r"(?:make_unique|make_shared)<([\w:]+)>",
    ),
    "ruby": (r"\bNAME\s*\|?\|?=\s*([A-Z][\w:]*)\.new",),
    "php": (r"\b\??([A-Z][\w\\]*)\s+&?\$?NAME\b", r"\$?\bNAME\s*=\s*new\s+([\w\\]+)"),
    "csharp": (r"\b([A-Z]\w*)(?:<[^;={}()]*>)?\??\s+NAME\b", r"\bNAME\s*=\s*new\s+(\w+)"),
    "swift": (rf"\bNAME\s*:\s*{_TYPE}", r"\bNAME\s*=\s*([A-Z]\w*)\("),
}
"""Family -> what may stand around a name and tells its type; the group is a type or the value assigned."""
_RETURNS = {
    "python": re.compile(r"->\s*[\"']?([^:\n]+?)[\"']?\s*:"),
    "javascript": re.compile(r"\)\s*:\s*([\w.<>\[\]| ]+)\s*(?:\{|=>)"),
    "go": re.compile(r"\)\s*\(?\*?([A-Za-z][\w.]*)"),
    "rust": re.compile(r"->\s*([^{]+)"),
    "java": re.compile(r"\b([A-Z]\w*)(?:<[^(]*>)?\s+\w+\s*\("),
    "cpp": re.compile(r"\b([A-Za-z_][\w:]*)[\s*&]+[\w:]+\s*\("),
    "php": re.compile(r"\)\s*:\s*\??([\w\\]+)"),
    "swift": re.compile(r"->\s*([\w.]+)"),
}
_compiled: dict[tuple[str, str], list[re.Pattern[str]]] = {}


class Receivers:
    """Tells the classes of expressions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[tuple[int, str, str], list[Place]] = {}

    def classes(self, expression: str, file: int, scope: Place | None, depth: int = DEEPEST) -> list[Place]:
        """Return the classes an expression may be of, seen from a definition of a file; empty if unknown."""
        expression = expression.strip().lstrip("&*(").removeprefix("await").removeprefix("new ").strip()
        key = (file, scope.name if scope else "", expression)
        if key not in self._known:
            self._known[key] = []  # what leads back to itself is unknown
            self._known[key] = self._classes(expression, file, scope, depth) if depth and expression else []
        return self._known[key]

    def _classes(self, expression: str, file: int, scope: Place | None, depth: int) -> list[Place]:
        owner = self.program.class_of(scope) if scope else None
        if scope and scope.kind in CLASSES:
            owner = scope
        if expression in SELF or (scope and expression == self._go_self(file, scope)):
            return [owner] if owner else []
        if SUPER.match(expression):
            return self.program.bases_of(owner) if owner else []
        if expression.startswith("@") and owner:
            return self._field(owner, expression.lstrip("@"), depth)
        head, tail = _split_last(expression)
        if tail.endswith(")"):
            return self._result(head, tail.partition("(")[0], file, scope, depth)
        name = tail.partition("[")[0].partition("{")[0].lstrip("$")
        if not _NAME.fullmatch(name):
            return []
        if head:
            return self._attribute(head, name, file, scope, depth)
        return self._variable(name, file, scope, depth)

    def _go_self(self, file: int, scope: Place) -> str:
        if self.program.language(file) != "go" or scope.kind != "method":
            return ""
        found = re.match(r"\s*func\s*\(\s*(\w+)", self.program.lines(file)[scope.head - 1])
        return found[1] if found else ""

    def _variable(self, name: str, file: int, scope: Place | None, depth: int) -> list[Place]:
        inner = scope
        while inner is not None:
            if inner.kind in FUNCTIONS:
                found = self._typed(name, self.program.text(inner), file, inner, depth)
                if found:
                    return found
            inner = self._outer(inner)
        meant = self.program.meant(file, name, scope.name if scope else "")
        classes = [one for one, _sure, _why in meant if one.kind in CLASSES]
        if classes:
            return classes
        if self.program.family(file) in ("java", "cpp", "csharp", "swift", "kotlin") and scope:
            owner = self.program.class_of(scope)
            if owner:
                return self._field(owner, name, depth)
        for one, _sure, _why in meant:
            if one.kind in ("variable", "constant"):
                found = self._typed(name, self.program.text(one), one.file, None, depth)
                if found:
                    return found
        return self._named_class(name, file) if name[:1].isupper() and not meant else []

    def _outer(self, place: Place) -> Place | None:
        qual = place.name.rpartition(".")[0]
        rows = self.program.outline(place.file)[1]
        return next((self.program.place(place.file, row) for row in rows if row[1] == qual), None)

    def _typed(self, name: str, text: str, file: int, scope: Place | None, depth: int) -> list[Place]:
        """Return the classes the patterns find for a name in a text, the later ones too."""
        found: list[Place] = []
        for pattern in _patterns(self.program.family(file), name):
            for match in list(pattern.finditer(text))[:6]:
                found += self._of_text(match[1].strip(), file, scope, depth)
        return list(dict.fromkeys(found))[:6]

    def _of_text(self, text: str, file: int, scope: Place | None, depth: int) -> list[Place]:
        """Return the classes in the text of a type, or of the value it is."""
        value = text.removeprefix("await ").removeprefix("new ").rstrip(",;:")
        if "(" in value:
            cut = _balanced(value)
            return self.classes(cut, file, scope, depth - 1) if cut else []
        found = []
        for name in _NAME.findall(value.replace("\\", " ")):
            if name not in _WORDS_NO_TYPE and (
                name[0].isupper() or self.program.family(file) in ("go", "cpp")
            ):
                found += self._named_class(name, file)
        if not found and _NAME.fullmatch(value.partition(".")[0]) and depth > 1 and not value[:1].isupper():
            return self.classes(value.partition(" ")[0], file, scope, depth - 1)
        return found

    def _named_class(self, name: str, file: int) -> list[Place]:
        meant = [one for one, _sure, _why in self.program.meant(file, name) if one.kind in CLASSES]
        if meant:
            return meant
        alike = [one for one in self.program.named(name) if one.kind in CLASSES]
        alike = [one for one in alike if self.program.family(one.file) == self.program.family(file)]
        return alike if len(alike) == 1 else []

    def _attribute(self, head: str, name: str, file: int, scope: Place | None, depth: int) -> list[Place]:
        found: list[Place] = []
        for owner in self.classes(head, file, scope, depth - 1):
            found += self._field(owner, name, depth - 1)
        if found:
            return found
        bound = self.program.bindings(file).get(head)
        if bound is not None:
            return [
                one for one in self.program.named(name) if one.file in bound.files and one.kind in CLASSES
            ]
        return []

    def _field(self, owner: Place, name: str, depth: int) -> list[Place]:
        """Return the classes of an attribute, from its class and what that extends."""
        for cls in self.program.ancestors(owner):
            method = self.program.member(cls, name)
            if method and method[0].kind in FUNCTIONS:
                return self.returned(method[0], depth - 1)
            text = self.program.text(cls)
            if name not in text:
                continue
            family = self.program.family(cls.file)
            found: list[Place] = []
            for prefix in (r"(?:self|this)\.", r"this->", r"\$this->", "@") if family != "go" else ():
                for pattern in _patterns(family, name, prefix):
                    for match in list(pattern.finditer(text))[:4]:
                        line = cls.start + text.count("\n", 0, match.start())
                        within = self.program.around(cls.file, line)
                        found += self._of_text(match[1].strip(), cls.file, within, depth)
            found = found or self._typed(name, text, cls.file, cls, depth)
            if found:
                return list(dict.fromkeys(found))[:6]
        return []

    def _result(self, head: str, name: str, file: int, scope: Place | None, depth: int) -> list[Place]:
        """Return the classes of what a call gives back."""
        if name in ("new", "create", "default") and head:
            return self.classes(head, file, scope, depth - 1)
        if name == "super":
            owner = self.program.class_of(scope) if scope else None
            return self.program.bases_of(owner) if owner else []
        found: list[Place] = []
        if not head:
            for one, _sure, _why in self.program.meant(file, name, scope.name if scope else ""):
                found += [one] if one.kind in CLASSES else self.returned(one, depth - 1)
            return found
        for owner in self.classes(head, file, scope, depth - 1):
            for one in self.program.method(owner, name):
                found += [one] if one.kind in CLASSES else self.returned(one, depth - 1)
        if not found:
            bound = self.program.bindings(file).get(head)
            near = [one for one in self.program.named(name) if bound and one.file in bound.files]
            for one in near:
                found += [one] if one.kind in CLASSES else self.returned(one, depth - 1)
        if not found and re.match(r"[A-Z]", head.rpartition("::")[2]):
            found = self.classes(head, file, scope, depth - 1)
        return list(dict.fromkeys(found))[:6]

    def returned(self, function: Place, depth: int) -> list[Place]:
        """Return the classes a function says it gives back."""
        pattern = _RETURNS.get(self.program.family(function.file))
        if pattern is None or depth <= 0 or function.kind not in FUNCTIONS:
            return []
        lines = self.program.lines(function.file)[function.head - 1 : min(function.end, function.head + 30)]
        found = pattern.search("\n".join(lines))
        if not found:
            return []
        if found[1].strip(" \"'") in ("Self", "te.Self", "t.Self", "Self:", "this", "self", "static"):
            owner = self.program.class_of(function)
            return [owner] if owner else []
        return self._of_text(found[1].strip(), function.file, function, depth)


def _patterns(family: str, name: str, prefix: str = "") -> list[re.Pattern[str]]:
    key = (family + prefix, name)
    if key not in _compiled:
        if len(_compiled) > 5_000:
            _compiled.clear()
        texts = _PATTERNS.get(family, ())
        escaped = prefix + re.escape(name) if prefix else re.escape(name)
        made = []
        for text in texts:
            whole = text.replace(r"(?<![\w.])NAME", escaped if prefix else r"(?<![\w.])" + escaped)
            made.append(re.compile(whole.replace("NAME", escaped)))
        _compiled[key] = made
    return _compiled[key]


def _split_last(expression: str) -> tuple[str, str]:
    """Split `a.b(c.d).e` at its last separator outside brackets."""
    depth = 0
    for at in range(len(expression) - 1, 0, -1):
        char = expression[at]
        depth += (char in ")]}") - (char in "([{")
        if depth:
            continue
        if char == ".":
            return expression[:at].removesuffix("?").removesuffix("!"), expression[at + 1 :]
        if expression[at - 1 : at + 1] in ("::", "->"):
            return expression[: at - 1], expression[at + 1 :]
    return "", expression


def _balanced(text: str) -> str:
    """Return the beginning of a text up to the last bracket that closes what it opened."""
    depth = last = 0
    for at, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if depth < 0:
            break
        if not depth and char in ")]}":
            last = at + 1
        if not depth and char in " ,;" and last:
            break
    return text[:last]
