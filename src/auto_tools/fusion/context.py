"""The block for the model: heading, preamble, fenced findings, limits; never over the client's size.

What does not fit is reduced from the least useful end: snippets first, then details, then facts
about the project. Only when one line each is still too much is something cut, and said.
"""

from __future__ import annotations

from auto_tools.contract import Conflict, CurrentState, Item, Limit, ProjectProfile
from auto_tools.fusion.conflicts import NEEDS_JUDGEMENT
from auto_tools.fusion.entries import Entry
from auto_tools.fusion.items import NONE
from auto_tools.fusion.limits import BUDGET, LINE_CHARS, limit_lines, one_line
from auto_tools.record import Record
from auto_tools.safety.fence import PREAMBLE, fence
from auto_tools.safety.injection import FILTERED, Finding, filter_lines, find_orders, make_visible
from auto_tools.safety.redact import redact
from auto_tools.safety.sanitise import plain_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MAX_SNIPPETS = 3
SNIPPET_LINES = 20
SNIPPET_COLUMNS = 160
SNIPPET_GUTTER = 10
ITEMS_PER_ENTRY = 4
ONE_LINE_CHARS = 160
NO_LIMITS = "[Limits] none"
HEADING = "Auto Tools Results"


class Block(Record):
    """What goes into the block."""

    run_id: str
    """Named in the heading."""
    origin: str
    """Version and time of the run."""
    facts: tuple[str, ...]
    """Lines about the project."""
    entries: tuple[Entry, ...]
    """Files and statements, the most relevant first."""
    conflicts: tuple[Conflict, ...]
    """Questions on which tools disagree."""
    limits: tuple[Limit, ...]
    """What must be said."""


def size_in(client: str) -> Callable[[str], int]:
    """Return how a client counts: Codex UTF-8 bytes, everybody else UTF-16 units."""
    return _utf8_size if client == "codex-cli" else _utf16_size


def _utf8_size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _utf16_size(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def render_block(block: Block, limit: int, size: Callable[[str], int]) -> tuple[str, bool]:
    """Return the block within the limit, and whether something chosen had to be cut."""
    snippets = _snippet_owners(block.entries)
    details = len(block.entries)
    facts: tuple[str, ...] = block.facts
    while True:
        text = _assemble(block, facts, block.entries, snippets, details)
        if size(text) <= limit:
            return text, False
        if snippets:
            snippets = snippets[:-1]
        elif details:
            details -= 1
        elif facts:
            facts = facts[:-1]
        else:
            return _cut(block, limit, size)


def _cut(block: Block, limit: int, size: Callable[[str], int]) -> tuple[str, bool]:
    """Drop entries from the least useful end, then conflicts; below the frame only the heading is left."""
    said = block.replace(limits=(*block.limits, Limit(BUDGET)))
    for form in (said, said.replace(conflicts=())):
        for kept in range(len(block.entries), -1, -1):
            text = _assemble(form, (), block.entries[:kept], (), 0)
            if size(text) <= limit:
                return text, bool(block.entries)
    text = f"{HEADING} {block.run_id}"
    while text and size(text) > limit:
        text = text[:-1]
    return text, bool(block.entries)


def _assemble(
    block: Block, facts: tuple[str, ...], entries: tuple[Entry, ...], snippets: tuple[Item, ...], details: int
) -> str:
    inner = list(facts)
    for position, entry in enumerate(entries):
        items = [item for item in entry.items if not item.conflict]
        if not items:
            continue  # both sides stand among the conflicts; one alone would look like a fact
        inner += _detailed(entry, items, snippets) if position < details else [_short(entry, items[0])]
    inner += [line for conflict in block.conflicts for line in _conflict_lines(conflict)]
    parts = [f"{HEADING} {block.run_id}"]
    if inner:
        is_plan = block.run_id.startswith("plan-")
        parts += [f"{PREAMBLE} ({block.origin})", fence("\n".join(inner), repeats=is_plan)]
    return "\n".join((*parts, *(limit_lines(block.limits, for_model=True) or [NO_LIMITS])))


def _snippet_owners(entries: tuple[Entry, ...]) -> tuple[Item, ...]:
    """Return the findings whose lines are shown; several may be of one file."""
    with_code = [i for entry in entries for i in entry.items if i.snippet and not i.conflict]
    return tuple(with_code[:MAX_SNIPPETS])


def _detailed(entry: Entry, items: list[Item], owners: tuple[Item, ...]) -> list[str]:
    """Write a file with its best findings, each snippet below the finding it belongs to."""
    own = [item for item in items if any(item is owner for owner in owners)]
    others = [item for item in items if not any(item is owner for owner in own)]
    chosen = {id(item) for item in (*own, *others[: max(ITEMS_PER_ENTRY - len(own), 0)])}
    shown = [item for item in items if id(item) in chosen]
    lines = [] if entry.name == NONE else ["* " + _clean(entry.name)]
    for item in shown:
        lines.append(("- " if entry.name == NONE else "  ") + _describe(item))
        if any(item is owner for owner in own):
            lines += _snippet(item)
    if len(items) > len(shown):
        lines.append(f"  … {len(items) - len(shown)} more in this file")
    return lines


def _describe(item: Item, room: int = LINE_CHARS) -> str:
    """Write one finding with its source, which stays whole when the words are cut."""
    place = f"{item.line} " if item.line else ""
    name = item.symbol if item.symbol != NONE else item.title if item.title != NONE else ""
    head = f"{place}{name}".strip()
    body = "" if item.summary == name else item.summary
    words = _clean(": ".join(part for part in (head, body) if part))
    source = f" ({item.tool}, {item.confidence:.2f})"
    room = max(room - len(source), 20)
    return (words if len(words) <= room else words[: room - 1] + "…") + source


def _short(entry: Entry, item: Item) -> str:
    if entry.name == NONE:
        return "- " + _describe(item, ONE_LINE_CHARS)
    name = _clean(entry.name)
    return f"* {name}: {_describe(item, ONE_LINE_CHARS - len(name))}"


def _snippet(item: Item) -> list[str]:
    code = (item.snippet or "").split("\n")
    lines = [
        line[: SNIPPET_GUTTER + SNIPPET_COLUMNS] for line in _gutter(code[:SNIPPET_LINES], item.line or 1)
    ]
    return [*lines, "        | …"] if len(code) > SNIPPET_LINES else lines


def _gutter(lines: list[str], first: int) -> list[str]:
    """Number the lines, so that none of them stands at the beginning of one of ours."""
    return [f"  {first + offset:>5} | {make_visible(line)}" for offset, line in enumerate(lines)]


def show_piece(text: str, path: str) -> tuple[str, list[Finding]]:
    """Return one text of one file as the model would get it, and what was taken out of it."""
    place = _clean(redact(path, {})) or "stdin"
    searched = redact(text, {})
    findings = find_orders(searched)
    filtered, places = filter_lines(searched, place, 1)
    shown = ", ".join(dict.fromkeys(map(plain_name, places[:5])))
    limits = (Limit(f"{FILTERED}: {shown}", "refused"),) if places else ()
    inner = [f"* {place}", *_gutter(filtered.split("\n"), 1)]
    said = limit_lines(limits, for_model=True) or [NO_LIMITS]
    return "\n".join((PREAMBLE, fence("\n".join(inner)), *said)), findings


def _conflict_lines(conflict: Conflict) -> list[str]:
    lines = [_clean(f"conflict=true {NEEDS_JUDGEMENT}: {conflict.claim_key}")]
    for item in conflict.items:
        refs = f", evidence {', '.join(item.evidence_refs)}" if item.evidence_refs else ""
        said = f"{item.polarity}: {item.summary} ({item.tool}, {item.source.time}{refs})"
        lines.append("  " + _clean(said))
    return lines


def _clean(text: str) -> str:
    return make_visible(" ".join(text.split()))


def fact_lines(profile: ProjectProfile, state: CurrentState, rules: tuple[str, ...]) -> tuple[str, ...]:
    """Write the layers about project and work tree as at most three lines, redacted."""
    lines = []
    if profile.name:
        languages = ", ".join(f"{share.language} {share.files}" for share in profile.languages[:3])
        built = ", ".join(manifest.path for manifest in profile.manifests[:3])
        lines.append(
            f"project {profile.name}: {languages or 'no known language'}" + (f"; {built}" if built else "")
        )
    if state.branch or state.head:
        changed = (
            f"; uncommitted: {', '.join(state.uncommitted_files[:8])}" if state.uncommitted_files else ""
        )
        head = f" at {state.head}" if state.head else ""
        lines.append(f"branch {state.branch or 'detached'}{head}{changed}")
    if rules:
        lines.append(f"rules of the repository: {', '.join(rules)}")
    return tuple(one_line(redact(line, {})) for line in lines)
