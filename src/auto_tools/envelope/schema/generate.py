"""Generates `v1.json` from the types in `contract.py`: `python -m auto_tools.envelope.schema.generate`.

Descriptions are the doc lines below each field, so the schema and the code cannot tell two stories.
"""

from __future__ import annotations

import ast
import collections.abc
import json
import sys
import typing
from pathlib import Path
from typing import Any, Union, get_args, get_origin

from auto_tools import contract
from auto_tools.record import Record

TARGET = Path(__file__).with_name("v1.json")
_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean"}


def generate() -> dict[str, Any]:
    """Return the schema of an envelope."""
    docs = read_docs()
    definitions: dict[str, Any] = {}
    top = _record(contract.Envelope, definitions, docs)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:auto-tools:envelope:v1",
        "title": "Auto Tools envelope",
        **top,
        "$defs": {name: definitions[name] for name in sorted(definitions)},
    }


def read_docs() -> dict[tuple[str, str], str]:
    """Read the doc line below each field of `contract.py`."""
    tree = ast.parse(Path(contract.__file__).read_text(encoding="utf-8"))
    docs: dict[tuple[str, str], str] = {}
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        docs[node.name, ""] = ast.get_docstring(node) or ""
        for field, doc in zip(node.body, node.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(doc, ast.Expr)
                and isinstance(doc.value, ast.Constant)
            ):
                assert isinstance(field.target, ast.Name)
                docs[node.name, field.target.id] = str(doc.value.value)
    return docs


def _names() -> dict[str, Any]:
    """Evaluate the type names that `contract.py` defines for type checkers only."""
    names: dict[str, Any] = {**vars(typing), "Mapping": collections.abc.Mapping, **vars(contract)}
    tree = ast.parse(Path(contract.__file__).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            aliases = ast.Module([part for part in node.body if isinstance(part, ast.Assign)], [])
            exec(compile(aliases, contract.__file__, "exec"), names)
    return names


def _record(
    kind: type[Record], definitions: dict[str, Any], docs: dict[tuple[str, str], str]
) -> dict[str, Any]:
    hints = typing.get_type_hints(kind, localns=_names())
    properties: dict[str, Any] = {}
    for field in kind.__slots__:
        properties[field] = {
            **_type(hints[field], definitions, docs),
            "description": docs[kind.__name__, field],
        }
        if field in kind.__defaults__ and kind.__defaults__[field] is None:
            properties[field] = _without_null(properties[field])
    required = [name for name in kind.__slots__ if kind.__defaults__.get(name, ...) is not None]
    return {
        "description": docs[kind.__name__, ""],
        "type": "object",
        "properties": properties,
        "required": required,
    }


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A field that is left out while None is never null."""
    kinds = [kind for kind in schema.pop("anyOf") if kind != {"type": "null"}]
    return {**kinds[0], **schema}


def _type(hint: Any, definitions: dict[str, Any], docs: dict[tuple[str, str], str]) -> dict[str, Any]:
    origin, args = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and issubclass(hint, Record):
        if hint.__name__ not in definitions:
            definitions[hint.__name__] = {}
            definitions[hint.__name__] = _record(hint, definitions, docs)
        return {"$ref": f"#/$defs/{hint.__name__}"}
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if hint is type(None):
        return {"type": "null"}
    if origin is typing.Literal:
        return {"enum": list(args)}
    if origin is tuple:
        return {"type": "array", "items": _type(args[0], definitions, docs)}
    if origin is collections.abc.Mapping:
        return {"type": "object"}
    if origin is Union or "UnionType" in str(type(hint)):
        return {"anyOf": [_type(arg, definitions, docs) for arg in args]}
    raise TypeError(f"no JSON form for {hint}")


def main(argv: list[str]) -> int:
    """Write the schema, or with --check tell whether the file is up to date."""
    text = json.dumps(generate(), indent=2, ensure_ascii=False) + "\n"
    if "--check" in argv:
        is_fresh = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
        sys.stderr.write("" if is_fresh else f"{TARGET.name} is stale: run without --check\n")
        return 0 if is_fresh else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
