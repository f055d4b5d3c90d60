"""Call edges: what a definition calls, who calls it, each with how sure that is and why.

A call is resolved by scope, import, class and the receiver's type. Where the receiver's type is unknown every
method of that name is listed, the less sure the more there are; a name with too many is only counted.
"""

from __future__ import annotations

import re
import time

from auto_tools.index.keys import USE, WORD, key_of
from auto_tools.index.postings import MOST_PLACES, PLACE_BITS, unpack
from auto_tools.index.program import CLASSES, FUNCTIONS, IMPLICIT_SELF, Place, Program
from auto_tools.index.receivers import SELF, SUPER, Receivers
from auto_tools.index.syntax.callsites import Site, sites_between
from auto_tools.index.words import terms_of
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from auto_tools.index.store import Reader

    Target = tuple[Place, float, str]

CALLED = FUNCTIONS | CLASSES | {"variable", "constant"}
"""Kinds of definitions that can be called; a variable may hold a function."""
SURE = 0.5
"""From here on a reading is told as fact, below it as one of several."""
_GETATTR = re.compile(r"""getattr\(\s*([\w.]+)\s*,\s*f?["'](\w+?)(?:\{|["']\s*[+%])""")
MOST_ALIKE = 20
"""A method name with more definitions than this means nothing where the receiver is unknown."""
MOST_SITES = 200
"""Chunks that are looked at for one name."""
MOST_SECONDS = 1.2
"""After so long no further chunk is looked at: the call has to be answered in time."""
CONSTRUCTORS = {
    "python": ("__init__", "__new__"), "javascript": ("constructor",), "php": ("__construct",),
    "ruby": ("initialize",), "swift": ("init",),
}  # fmt: skip
_COMMON_WORDS = """
get set add pop update items keys values append extend insert remove clear copy index count sort join split
strip replace format encode decode read write close flush open find startswith endswith lower upper format
push shift unshift slice map filter forEach reduce some every concat includes indexOf has delete toString
size length isEmpty contains put equals hashCode iterator next len unwrap clone iter collect into push_str
each select first last empty any all call apply bind then catch emit on match test exec run start stop
"""
COMMON = frozenset(_COMMON_WORDS.split()).union(*map(dir, (dict, list, str, set, bytes, tuple)))
"""Methods that library types have as well; an unknown receiver is often one of those."""


class Call(Record):
    """One edge of the call graph."""

    caller: Place | None
    """Definition that calls; None for the top level of a file."""
    path: str
    """File of the call."""
    line: int
    """Line of the call."""
    callee: Place
    """Definition that is called."""
    sure: float
    """How sure it is that this one is meant, from 0 to 1."""
    why: str
    """What it was told from."""


class Calls:
    """Follows calls over one index."""

    def __init__(self, reader: Reader, root: str, seconds: float = MOST_SECONDS) -> None:
        self.program = Program(reader, root)
        self.receivers = Receivers(self.program)
        self.cut: dict[str, int] = {}
        """Names that stand in too many places, and in how many."""
        self.alike: dict[str, int] = {}
        """Methods of which there are too many of one name, and how many."""
        self.late: dict[str, int] = {}
        """Names of which so many places were not looked at for want of time."""
        self.until = time.monotonic() + seconds
        self._sites: dict[tuple[int, int, int], list[Site]] = {}

    def sites(self, place: Place) -> list[Site]:
        """Return the call sites of a definition itself, without those of functions inside it."""
        inner = [
            row for row in self.program.outline(place.file)[1]
            if place.start <= row[3] and row[4] <= place.end and row[1] != place.name
            and row[2] in FUNCTIONS and (row[3], row[4]) != (place.start, place.end)
        ]  # fmt: skip
        found = self._between(place.file, place.start, place.end)
        return [
            site for site in found
            if not any(row[3] <= site.line <= row[4] for row in inner)
            and not (place.start <= site.line < place.head)
        ]  # fmt: skip

    def _between(self, file: int, first: int, last: int) -> list[Site]:
        key = (file, first, last)
        if key not in self._sites:
            parsed = self.program.source(file)
            self._sites[key] = sites_between(parsed, first, last) if parsed else []
        return self._sites[key]

    def callees(self, place: Place) -> list[Call]:
        """Return what a definition calls, in the order of the text, the surest reading of each first."""
        best: dict[tuple[int, str], Call] = {}
        for site in self.sites(place):
            found = self.resolve(place.file, place, site)
            sure_ones = [target for target, sure, _why in found if sure >= SURE and target.kind in FUNCTIONS]
            for chooser in sure_ones[
                :1
            ]:  # what it fetches by a made-up name is mostly called where it is used
                found += self._dispatched(chooser) if chooser != place else []
            for target, sure, why in found:
                known = best.get((target.file, target.name))
                if known is None or known.sure < sure:
                    best[target.file, target.name] = Call(place, place.path, site.line, target, sure, why)
        for target, sure, why in self._dispatched(place):
            if (target.file, target.name) not in best:
                best[target.file, target.name] = Call(place, place.path, place.head, target, sure, why)
        return sorted(best.values(), key=lambda one: (-one.sure, one.line, one.callee.path, one.callee.name))

    def _dispatched(self, place: Place) -> list[Target]:
        """Return the methods whose names a definition makes up: `getattr(self, f"visit_{name}")`."""
        if self.program.language(place.file) != "python":
            return []
        found: list[Target] = []
        for receiver, prefix in _GETATTR.findall(self.program.text(place)):
            for cls in self.receivers.classes(receiver, place.file, place):
                for one in (*self.program.ancestors(cls), *self.program.descendants(cls)):
                    start = f"{one.name}.{prefix}"
                    found += [
                        (method, 0.4, f"named {prefix}… at run time")
                        for method in self.program.definitions(one.file)
                        if method.name.startswith(start) and method.kind in FUNCTIONS
                        and "." not in method.name[len(start) :]
                    ]  # fmt: skip
        return found

    def callers(self, place: Place) -> list[Call]:
        """Return who calls a definition, the surest first."""
        best: dict[tuple[int, str], Call] = {}
        for name in self._names_of(place):
            mentions = self._mentions(name, place)
            for at, (file, first, last, local) in enumerate(mentions):
                if time.monotonic() > self.until:
                    self.late[name] = len(mentions) - at
                    break
                for site in self._between(file, first, last):
                    if site.name != local and not (name == "__exit__" and site.name == "__enter__"):
                        continue
                    caller = self.program.around(file, site.line)
                    for target, sure, why in self.resolve(file, caller, site):
                        if (target.file, target.name) != (place.file, place.name):
                            continue
                        key = (file, caller.name if caller else "")
                        if key not in best or best[key].sure < sure:
                            path = self.program.path(file)
                            best[key] = Call(caller, path, site.line, place, sure, why)
        return sorted(best.values(), key=lambda one: (-one.sure, self._is_test(one), one.path, one.line))

    def _is_test(self, call: Call) -> bool:
        return call.caller is not None and self.program.is_test(call.caller.file)

    def _names_of(self, place: Place) -> list[str]:
        """Return the names under which a definition is called: a constructor under those of its classes."""
        names = [place.last]
        if place.kind == "method" and place.last in self._constructors(place):
            cls = self.program.class_of(place)
            if cls:
                heirs = [one for one in self.program.descendants(cls) if self._built_by(one, place)]
                names += [cls.last, *(one.last for one in heirs)]
        return list(dict.fromkeys(names))

    def _constructors(self, place: Place) -> tuple[str, ...]:
        return CONSTRUCTORS.get(self.program.family(place.file), (place.owner,))

    def _built_by(self, cls: Place, constructor: Place) -> bool:
        found = self.program.method(cls, constructor.last)
        return bool(found) and found[0] == constructor

    def _mentions(self, name: str, place: Place) -> list[tuple[int, int, int, str]]:
        """Return the chunks that use a name: (file, first line, last line, the name used there)."""
        keys = [key_of(USE, name)]
        terms = terms_of(name)
        is_read = self._is_property(place)
        if is_read and terms:
            keys.append(key_of(WORD, terms[-1]))
        lists = self.program.reader.postings(keys)
        places = sorted({one for _count, data in lists.values() for one in unpack(data)[0]})
        files = {one >> PLACE_BITS for one in places}
        folder = place.path.rpartition("/")[0]
        if len(places) > MOST_SITES:
            self.cut[name] = len(places)
            self.program.load(files)
            far = {file: (self.program.is_test(file), self.program.path(file)) for file in files}
            order = {file: (not path.startswith(folder), test) for file, (test, path) in far.items()}
            places = sorted(places, key=lambda one: (order[one >> PLACE_BITS], one))[:MOST_SITES]
        self.program.load({one >> PLACE_BITS for one in places})
        found = []
        for one in places:
            file, chunk = one >> PLACE_BITS, one & MOST_PLACES
            rows = self.program.outline(file)[0]
            if chunk < len(rows) and self.program.family(file) == self.program.family(place.file):
                found.append((file, rows[chunk][2], rows[chunk][3], name))
        return found + self._renamed(name, place)

    def _renamed(self, name: str, place: Place) -> list[tuple[int, int, int, str]]:
        """Return the chunks of files that import a name under another one."""
        terms = terms_of(name)
        if not terms or "." in place.name:
            return []
        lists = self.program.reader.postings([key_of(WORD, terms[-1])])
        places = [one for _count, data in lists.values() for one in unpack(data)[0]]
        files = sorted({one >> PLACE_BITS for one in places if not one & MOST_PLACES})[:MOST_SITES]
        self.program.load(files)
        found = []
        for file in files:
            if not any(name in names for _module, names, _line in self.program.outline(file)[2]):
                continue
            bound = self.program.bindings(file).items()
            for local in (local for local, one in bound if one.name == name and local != name):
                chunks = {use[1] for use in self.program.outline(file)[3] if use[0] == local}
                rows = self.program.outline(file)[0]
                found += [
                    (file, rows[one][2], rows[one][3], local) for one in sorted(chunks) if one < len(rows)
                ]
        return found

    def _is_property(self, place: Place) -> bool:
        if self.program.language(place.file) != "python" or place.kind not in FUNCTIONS:
            return False
        head = self.program.lines(place.file)[place.start - 1 : place.head - 1]
        return any("property" in line or ".setter" in line for line in head)

    def resolve(self, file: int, scope: Place | None, site: Site) -> list[Target]:
        """Return what a call site may mean, each with confidence and reason."""
        if site.way == "implied":
            return self._implied(file, scope, site)
        found = self._on_receiver(file, scope, site) if site.receiver else self._plain(file, scope, site)
        if site.way == "read":
            return [one for one in found if self._is_property(one[0])]
        made: list[Target] = []
        for target, sure, why in found:
            made += self._constructed(target, sure, why) if target.kind in CLASSES else [(target, sure, why)]
        unique: dict[tuple[int, str], tuple[Place, float, str]] = {}
        for one in made:
            key = (one[0].file, one[0].name)
            if key not in unique or unique[key][1] < one[1]:
                unique[key] = one
        return [one for one in unique.values() if one[0].kind in CALLED]

    def _implied(self, file: int, scope: Place | None, site: Site) -> list[Target]:
        """Return the special methods that an operator or a loop calls, where the type is known."""
        names = ("__enter__", "__exit__") if site.name == "__enter__" else (site.name,)
        found: list[Target] = []
        for cls in self.receivers.classes(site.receiver, file, scope):
            for name in names:
                found += self._in_class(cls, name, f"{site.receiver[-60:]} is a {cls.last}", 0.8)
        return found

    def _constructed(self, cls: Place, sure: float, why: str) -> list[Target]:
        names = CONSTRUCTORS.get(self.program.family(cls.file), (cls.last,))
        found = [one for name in names for one in self.program.method(cls, name)[:1] if one.kind in FUNCTIONS]
        if found:
            return [(one, sure, f"{why}; makes {cls.last}") for one in found]
        return [(cls, sure, f"{why}; makes it")]

    def _plain(self, file: int, scope: Place | None, site: Site) -> list[Target]:
        language = self.program.language(file)
        if scope and language in IMPLICIT_SELF and site.way == "call":
            cls = self.program.class_of(scope) if scope.kind not in CLASSES else scope
            own = self._in_class(cls, site.name, "a method of the same class") if cls else []
            if own:
                return own
        found = self.program.meant(file, site.name, scope.name if scope else "")
        found = [one for one in found if one[0].kind in CALLED]
        if found or language != "python":
            return found
        if site.name == "super":
            return []
        if site.name == "cls":
            return [(cls, 0.9, "its own class") for cls in self.receivers.classes("cls", file, scope)]
        return self._value_called(self.receivers.classes(site.name, file, scope))

    def _value_called(self, classes: list[Place]) -> list[Target]:
        """Return what calling a variable or attribute means: a class that is made, or `__call__`."""
        found: list[Target] = []
        for cls in classes:
            called = self.program.method(cls, "__call__")
            found += [(one, 0.7, f"a {cls.last} is called") for one in called]
            found += [] if called else [(cls, 0.5, f"may be the class {cls.last}")]
        return found

    def _in_class(
        self, cls: Place, name: str, why: str, sure: float = 0.9, *, above: bool = False
    ) -> list[Target]:
        """Return the method of a class or what it extends, and what overrides it below."""
        own = self.program.method(cls, name, above=above)
        found = [(one, sure, why) for one in own]
        if above:
            return found
        for sub in self.program.descendants(cls):
            for one in self.program.member(sub, name):
                if all(one != known[0] for known in found):
                    found.append((one, round(sure * 0.6, 3), f"overrides it in {sub.last}"))
        return found

    def _on_receiver(self, file: int, scope: Place | None, site: Site) -> list[Target]:
        receiver = site.receiver
        is_super = SUPER.match(receiver) is not None
        bound = self.program.bindings(file).get(receiver) or self.program.bindings(file).get(
            receiver.lstrip("$")
        )
        if bound is not None and not is_super:
            module = self._in_module(bound.files, bound.module, site.name)
            if module:
                return module
        classes = self.receivers.classes(receiver, file, scope)
        found: list[Target] = []
        for cls in classes:
            why = "a method of the same class" if receiver in SELF else f"{receiver[-60:]} is a {cls.last}"
            sure = 0.9 if receiver in SELF else 0.85
            if is_super:
                found += self._in_class(cls, site.name, f"inherited from {cls.last}", 0.9)[:1]
            else:
                found += self._in_class(cls, site.name, why, sure)
        if found:
            return found
        if site.way == "call" and self.program.language(file) == "python":
            held = self._value_called(self.receivers.classes(f"{receiver}.{site.name}", file, scope))
            if held:
                return held
        first = receiver.partition(".")[0].partition("::")[0].partition("(")[0]
        outside = self.program.bindings(file).get(first)
        if (outside is not None and not outside.files and not self._beside(outside.module)) or is_super:
            return []
        if receiver[:1] in "\"'`[{" or (classes and receiver in SELF and site.way == "read"):
            return []
        return self._by_name(file, site)

    def _in_module(self, files: tuple[int, ...], module: str, name: str) -> list[Target]:
        found = [one for one in self.program.named(name) if one.file in files and "." not in one.name]
        if not found and not files:
            found = [one for one in self._beside(module, name) if "." not in one.name]
        if not found:
            for file in files:
                behind = [one for one in self.program.meant(file, name) if one[1] >= 0.5]
                if behind:
                    return [(one, 0.9, f"handed on by {module}") for one, _sure, _why in behind]
        return [(one, 0.95 / len(found) ** 0.5, f"in {module}") for one in found]

    def _beside(self, module: str, name: str = "") -> list[Place]:
        """Return definitions in the folder that a Go import names."""
        end = "/" + "/".join(module.split("/")[-2:]) + "/"
        last = "/" + module.rpartition("/")[2] + "/"
        if "/" not in module or not name:
            return []
        known = [(one, f"/{one.path.rpartition('/')[0]}/") for one in self.program.named(name)]
        return [one for one, folder in known if folder.endswith(end)] or [
            one for one, folder in known if folder.endswith(last)
        ]

    def _by_name(self, file: int, site: Site) -> list[Target]:
        family = self.program.family(file)
        if site.name.startswith("__") and site.name.endswith("__"):
            return []  # every type has those
        alike = [
            one for one in self.program.named(site.name)
            if one.kind in FUNCTIONS and "." in one.name and self.program.family(one.file) == family
            and (self.program.is_test(file) or not self.program.is_test(one.file))
        ]  # fmt: skip
        if site.way == "read":
            alike = [one for one in alike if self._is_property(one)]
        alike = [one for one in alike if not self._is_nested(one)]
        if len(alike) > MOST_ALIKE:
            self.alike[site.name] = len(alike)
            near = [one for one in alike if one.file == file]
            alike = near if 0 < len(near) <= MOST_ALIKE else []
        if not alike:
            return []
        sure = 0.6 / len(alike) ** 0.7 * (0.5 if site.name in COMMON or site.way == "read" else 1.0)
        said = (
            "the only method of that name" if len(alike) == 1 else f"one of {len(alike)} methods of that name"
        )
        return [(one, round(sure, 3), f"receiver unknown; {said}") for one in alike]

    def _is_nested(self, one: Place) -> bool:
        """Tell whether a function is inside another function, out of reach of a receiver."""
        parent = one.name.rpartition(".")[0]
        return any(row[1] == parent and row[2] in FUNCTIONS for row in self.program.outline(one.file)[1])
