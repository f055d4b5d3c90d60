"""Checks and clamps the arguments of a tool call against the catalogue."""

from __future__ import annotations

from auto_tools.errors import InvalidArguments
from auto_tools.tools.catalog import Argument, ToolSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

MAX_TEXT = 32_000


def fit_arguments(
    spec: ToolSpec, given: Mapping[str, Any], clamps: Mapping[str, int] | None = None
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the arguments the tool and its hooks will see, and what was clamped.

    Raises InvalidArguments for what cannot be clamped: unknown names, wrong types, missing ones.
    """
    names = {argument.alias: argument.name for argument in spec.arguments if argument.alias}
    named = {names.get(name, name): value for name, value in given.items() if value is not None}
    unknown = sorted(set(named) - {argument.name for argument in spec.arguments})
    if unknown:
        known = ", ".join(argument.name for argument in spec.arguments) or "none"
        raise InvalidArguments(f"{spec.name} has no argument {', '.join(unknown)} (it takes {known})")
    if spec.needs_one_of and not any(name in named for name in spec.needs_one_of):
        raise InvalidArguments(f"{spec.name} needs {' or '.join(spec.needs_one_of)}")
    args: dict[str, Any] = {}
    said: list[str] = []
    for argument in spec.arguments:
        value = named.get(argument.name, argument.default)
        if value is None:
            if argument.required:
                raise InvalidArguments(f"{spec.name} needs {argument.name}")
            continue
        checked: Any = _CHECKS[argument.kind](spec.name, argument, value)
        if argument.kind == "number":
            checked = _lower(spec.name, argument, checked, clamps or {}, said)
        args[argument.name] = checked
    return args, tuple(said)


def _lower(tool: str, argument: Argument, value: int, clamps: Mapping[str, int], said: list[str]) -> int:
    ceilings = [limit for limit in (argument.clamp, clamps.get(argument.name)) if limit is not None]
    if not ceilings or value <= min(ceilings):
        return value
    ceiling = max(min(ceilings), argument.low)
    said.append(f"{tool}: {argument.name} clamped to {ceiling}")
    return ceiling


def _text(tool: str, argument: Argument, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InvalidArguments(f"{tool}: {argument.name} must be text")
    return value[:MAX_TEXT]


def _number(tool: str, argument: Argument, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < argument.low:
        raise InvalidArguments(f"{tool}: {argument.name} must be a whole number, {argument.low} or more")
    return value


def _choice(tool: str, argument: Argument, value: Any) -> str:
    if value not in argument.choices:
        raise InvalidArguments(f"{tool}: {argument.name} must be one of {', '.join(argument.choices)}")
    return str(value)


def _list(tool: str, argument: Argument, value: Any) -> list[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(part, str) for part in value):
        raise InvalidArguments(f"{tool}: {argument.name} must be a list of texts")
    return list(value)


def _flag(tool: str, argument: Argument, value: Any) -> bool:
    if not isinstance(value, bool):
        raise InvalidArguments(f"{tool}: {argument.name} must be true or false")
    return value


_CHECKS = {"text": _text, "path": _text, "number": _number, "choice": _choice, "list": _list, "flag": _flag}
