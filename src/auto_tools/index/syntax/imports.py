"""Reads the text of one import statement: which modules it asks for, and which names of them.

One reader per syntax, chosen in `grammars`. A reader is given text that a grammar took for an import and
returns what it can make of it; text it cannot read yields nothing.
"""

from __future__ import annotations

import re

Found = list[tuple[str, tuple[str, ...]]]

_QUOTED = re.compile(r"""(['"`])([^'"`\n]+)\1""")
_JS_BINDING = re.compile(
    r"^\s*(?:import|export)?\s*(?:type\s+|typeof\s+)?(.*?)\s*(?:\bfrom\b|=\s*require\b)", re.S
)
_JS_ITEM = re.compile(r"(?:type\s+)?([\w$]+|\*)")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_HASH_COMMENT = re.compile(r"#[^\n]*|\\\r?\n")
_RENAMED = re.compile(r"\s+as\s+|\s*=>\s*")
_TREE_TOKEN = re.compile(r"[{}(),]|[^{}(),]+")
_DIRECTORY = re.compile(r"__DIR__|\bdirname\s*\(|\bFILE\b|\$\{?[A-Za-z_]")


def read_python(text: str) -> Found:
    """Read `import a.b as c, d` and `from .a import (b as c, d)`."""
    words = _HASH_COMMENT.sub(" ", text).strip()
    if words.startswith("import"):
        return [(part.split(" as ")[0].strip(), ()) for part in words[6:].split(",") if part.strip()]
    module, _, names = words[4:].partition(" import")
    parts = names.strip().strip("()").split(",")
    return [(module.strip(), tuple(part.split()[0] for part in parts if part.split()))]


def read_javascript(text: str) -> Found:
    """Read import, export-from, `require(...)` with what it is bound to, and `import(...)`."""
    text = _COMMENT.sub(" ", text) if "/*" in text or "\n" in text else text
    quoted = list(_QUOTED.finditer(text))
    if not quoted:
        return []
    binding = _JS_BINDING.match(text)
    names: tuple[str, ...] = ()
    if binding is not None:
        parts = re.split(r"[{},]", binding[1])
        names = tuple(found[1] for part in parts if (found := _JS_ITEM.match(part.strip())))
    where = quoted[-1] if binding is not None else quoted[0]
    return [(where[2], names)]


def read_go(text: str) -> Found:
    """Read one line of an import declaration: `alias "path"`."""
    found = _QUOTED.search(text)
    names = ("*",) if text.lstrip().startswith(". ") else ()
    return [(found[2], names)] if found else []


def read_rust(text: str) -> Found:
    """Read `use a::{b, c::*}` as one module per leaf, `mod x;` as `mod:x`, and `extern crate x`."""
    found = re.search(r"\b(use|mod|extern\s+crate)\s+(.*?);?\s*$", _COMMENT.sub(" ", text), re.S)
    if found is None:
        return []
    if found[1] == "mod":
        return [("mod:" + found[2].strip(), ())]
    return _leaves(found[2], "::") if found[1] == "use" else [(found[2].split()[0], ())]


def read_dotted(text: str) -> Found:
    """Read Java, Kotlin, Scala and Swift: a dotted path, the last part of which is the name."""
    text = _COMMENT.sub(" ", text).strip().rstrip(";")
    text = re.sub(r"^@\w+\s+", "", text)
    text = re.sub(r"^import\s+(?:(?:static|struct|class|enum|protocol|func|typealias|let|var)\s+)?", "", text)
    return _leaves(text, ".")


def read_csharp(text: str) -> Found:
    """Read `using A.B`, `using static A.B` and `using C = A.B`."""
    text = re.sub(r"^(?:global\s+)?using\s+(?:static\s+)?", "", _COMMENT.sub(" ", text).strip())
    module = text.rpartition("=")[2].strip(" ;\r\n")
    return [(module, ())] if module else []


def read_include(text: str) -> Found:
    """Read `#include <a/b.h>` and `#include "a/b.h"`."""
    found = re.search(r'[<"]([^>"\n]+)[>"]', text)
    return [(found[1], ())] if found else []


def read_ruby(text: str) -> Found:
    """Read require, load and require_relative; the last gives a path that starts with a dot."""
    found = _QUOTED.search(text)
    if found is None:
        return []
    is_relative = text.startswith("require_relative") and not found[2].startswith(".")
    return [("./" + found[2] if is_relative else found[2], ())]


def read_php(text: str) -> Found:
    """Read `use A\\{B, C}` and require or include of a literal path."""
    text = _COMMENT.sub(" ", text) if "'" not in text and '"' not in text else text
    if text.startswith("use"):
        return _leaves(re.sub(r"^use\s+(?:(?:function|const)\s+)?", "", text).strip(" ;\r\n"), "\\")
    found = _QUOTED.search(text)
    if found is None:
        return []
    is_relative = found[2].startswith("/") and _DIRECTORY.search(text) is not None
    return [("." + found[2] if is_relative else found[2], ())]


def read_lua(text: str) -> Found:
    """Read `require "a.b"`."""
    found = _QUOTED.search(text)
    return [(found[2], ())] if found else []


def read_bash(text: str) -> Found:
    """Read `source path`; a path below a variable is taken as relative to the script."""
    words = text.split(None, 2)
    if len(words) < 2:
        return []
    path = text.split(None, 1)[1].strip().replace('"', "").replace("'", "")
    if path.startswith(("$", "`")):
        path = "./" + path.rpartition("/")[2]
    return [(path.split()[0], ())] if path.split() else []


def _leaves(text: str, separator: str) -> Found:
    """Return one module per leaf of a tree of paths, in order, without recursion."""
    found: Found = []
    prefixes = [""]
    pending = ""
    for token in _TREE_TOKEN.findall(text) + [","]:
        if token == "{":
            prefixes.append(prefixes[-1] + pending)
            pending = ""
        elif token in ",}()":
            _add_leaf(found, prefixes[-1], pending, separator)
            pending = ""
            if token == "}" and len(prefixes) > 1:
                prefixes.pop()
        else:
            pending = "".join(_RENAMED.split(token.strip())[0].split())
    return found


def _add_leaf(found: Found, prefix: str, leaf: str, separator: str) -> None:
    path = prefix + leaf.lstrip("?")
    if not leaf or len(path) > 400:
        return
    head, _, last = path.rpartition(separator)
    if last in ("*", "_", "given"):
        found.append((head, ("*",)))
    elif last == "self":
        found.append((head, (head.rpartition(separator)[2],)))
    else:
        found.append((path, (last,)))
