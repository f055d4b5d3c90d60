"""Frozen, slotted value types for the hook's path.

`dataclasses` and `typing.NamedTuple` cost more to import than the rest of the hook, so the
few features needed are here. Type checkers see a Record as a frozen dataclass.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

    T = TypeVar("T")
else:

    def dataclass_transform(**_options: object) -> Callable[[T], T]:
        """Do nothing at run time: only type checkers read this mark."""
        return lambda decorated: decorated


@dataclass_transform(frozen_default=True, eq_default=True)
class RecordType(type):
    """Turns the annotations of a class body into slots, and its values into defaults."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> RecordType:
        """Create the class with `__slots__` and `__defaults__` taken from its annotations."""
        fields = tuple(body.get("__annotations__", ()))
        body["__defaults__"] = {field: body.pop(field) for field in fields if field in body}
        body["__slots__"] = body["__match_args__"] = fields
        return super().__new__(cls, name, bases, body)


class Record(metaclass=RecordType):
    """An immutable value with named fields, compared by value."""

    if TYPE_CHECKING:
        __slots__: ClassVar[tuple[str, ...]]
        __defaults__: ClassVar[dict[str, Any]]
    else:

        def __init__(self, *values: Any, **named: Any) -> None:
            """Fill the fields from values in order, then by name, then from defaults."""
            fields, defaults = self.__slots__, self.__defaults__
            if len(values) > len(fields):
                raise TypeError(f"{type(self).__name__} takes {len(fields)} values, got {len(values)}")
            store = object.__setattr__
            for field, value in zip(fields, values, strict=False):
                store(self, field, value)
            for field in fields[len(values) :]:
                if field in named:
                    store(self, field, named.pop(field))
                elif field in defaults:
                    store(self, field, defaults[field])
                else:
                    raise TypeError(f"{type(self).__name__} needs {field}")
            if named:
                raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(named))}")

        def __setattr__(self, name: str, value: Any = None) -> None:
            """Refuse: records never change; use `replace`."""
            raise AttributeError(f"{type(self).__name__} is immutable")

        __delattr__ = __setattr__

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some fields changed."""
        return type(self)(**{**self.as_dict(), **changes})

    def as_dict(self) -> dict[str, Any]:
        """Return the fields by name, in their order, one level deep."""
        return {field: getattr(self, field) for field in self.__slots__}

    def __eq__(self, other: object) -> bool:
        """Compare by type and value."""
        return type(other) is type(self) and all(
            getattr(self, field) == getattr(other, field) for field in self.__slots__
        )

    def __hash__(self) -> int:
        """Hash by value."""
        return hash(tuple(getattr(self, field) for field in self.__slots__))

    def __repr__(self) -> str:
        """Show the fields as a call that would make this value."""
        shown = ", ".join(f"{field}={getattr(self, field)!r}" for field in self.__slots__)
        return f"{type(self).__name__}({shown})"
