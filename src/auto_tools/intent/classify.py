"""Says what kind of work a prompt asks for, and whether it is about this code at all."""

from __future__ import annotations

from auto_tools.contract import Intent
from auto_tools.intent.cues import Hit
from auto_tools.intent.features import features_of
from auto_tools.intent.model import combine, find_weights
from auto_tools.intent.outside import is_bare_answer, is_machine_made, is_slash_command
from auto_tools.intent.scan import MARKS, Reading
from auto_tools.intent.weigh import Weights, weigh
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from auto_tools.contract import IntentName, Signal

CLASSES: tuple[IntentName, ...] = (
    "debug",
    "modify",
    "refactor",
    "test",
    "review",
    "docs",
    "ops",
    "locate",
    "explore",
)
"""The kinds of work; of equals the first wins."""
MIN_OUTSIDE = 2.5
"""Less evidence than this never makes a prompt non-code."""
PLAIN_ORDER = 3.3
"""So much for a kind of work other than a plain change makes an order, whatever its object is called."""
TIER2 = ("ci_call_chain", "ci_bug_locate", "ci_impact", "ci_complexity", "ci_hotspot")


class Verdict(Record):
    """What the rules make of a prompt."""

    name: IntentName
    """The class of work."""
    is_code: bool
    """True when it is about this code."""
    is_sure: bool
    """True when the form alone decides: machine text, a command, a bare answer."""
    weights: Weights
    """The votes behind it."""
    margin: float = 0.0
    """How far apart the evidence for and against code is."""
    against: float = 0.0
    """The evidence against code."""


def is_chinese(reading: Reading) -> bool:
    """Tell whether the sentence is built in Chinese: enough of its letters are."""
    if reading.text.isascii():
        return False
    sample = reading.text[:4000] + reading.text[-2000:]
    letters = sum(char > "\u2e80" for char in sample)
    words = sum(word not in MARKS for word in reading.words[:2000])
    return letters > 0 and letters * 1.5 >= words


def judge(reading: Reading, hits: list[Hit], signals: tuple[Signal, ...]) -> Intent:
    """Return the intent of a prompt that was read: the rules' verdict, weighed with what was learned."""
    ruled = judge_by_rules(reading, hits)
    if ruled.is_sure:
        return Intent(ruled.name, ruled.is_code, signals=signals)
    is_inside = ruled.is_code and (reading.has_target() or bool(reading.blocks) or is_plain_order(ruled))
    found = features_of(reading)
    find = find_weights(reading.text)
    name, is_code = combine(found, ruled.name, ruled.is_code, ruled.margin, find, is_inside=is_inside)
    return Intent(
        name,
        is_code,
        choose_tier2(name, ruled.weights, is_code=is_code),
        names_target=reading.has_target(),
        asks_depth=ruled.weights.has("depth") and is_code,
        signals=signals,
    )


def is_plain_order(ruled: Verdict) -> bool:
    """Tell whether words of software work stand against nothing: then only evidence makes it non-code."""
    order = max(ruled.weights.of(name) for name in CLASSES if name != "modify")
    return not ruled.against and order >= PLAIN_ORDER


def judge_by_rules(reading: Reading, hits: list[Hit]) -> Verdict:
    """Return what the rules alone say, and whether that is beyond doubt."""
    chinese = is_chinese(reading)
    text = reading.text
    if not text.strip() or is_machine_made(text) or is_slash_command(text):
        return Verdict("non_code", False, True, Weights())
    if is_bare_answer(reading, chinese=chinese):
        return Verdict("non_code", False, True, Weights())
    weights = weigh(reading, hits, chinese=chinese)
    outside = outside_evidence(reading, weights)
    margin = abs(outside - inside_weight(weights))
    return Verdict(*decide(weights, outside), False, weights, margin, outside)


def decide(weights: Weights, outside: float) -> tuple[IntentName, bool]:
    """Return the class of a prompt and whether it is about code, by the rules."""
    if is_git_only(weights):
        return "ops", False
    if outside >= MIN_OUTSIDE and outside > inside_weight(weights):
        return "non_code", False
    return max(CLASSES, key=weights.of), True


def outside_evidence(reading: Reading, weights: Weights) -> float:
    """Return all that speaks against code; a named target leaves only the writing of texts."""
    writing = weights.of("writing") + writing_weight(weights)
    return writing if weights.has("target") else writing + outside_weight(reading, weights)


def is_git_only(weights: Weights) -> bool:
    """Tell whether the prompt is a git operation that needs no look at the code."""
    git = weights.of("git")
    if not git or weights.has("git_not") or (weights.has("target") and git <= 8):
        return False
    others = max(
        weights.of(name) for name in ("debug", "review", "test", "docs", "refactor", "explore", "locate")
    )
    if weights.top("git") < 5:
        return others < 4 and weights.of("ops") < 5 and not weights.has("question")
    return git * 1.5 > others


def inside_weight(weights: Weights) -> float:
    """Return how much speaks for this code."""
    classes = max(weights.of(name) for name in CLASSES)
    return (
        weights.of("target")
        + weights.of("thing") * 0.7
        + weights.of("ui") * 0.8
        + weights.of("here") * 0.7
        + min(classes, 6.0) * 0.4
    )


def is_about_product(weights: Weights) -> bool:
    """Tell whether a noun of software or of products, a target or this project is named."""
    return any(weights.has(role) for role in ("thing", "ui", "here", "target"))


def writing_weight(weights: Weights) -> float:
    """Return how much speaks for a text that is to be written for people."""
    reader = 3.0 if weights.has("reader") else 0.0
    if weights.has("write") and weights.has("letter") and weights.top("docs") < 4:
        return reader + weights.of("letter") + weights.of("write")
    return reader


def outside_weight(reading: Reading, weights: Weights) -> float:
    """Return how much speaks for life, talk or knowledge rather than this code."""
    score = max(life_weight(reading, weights), weights.of("meta"), weights.of("chat"))
    busy = max(weights.top(name) for name in ("ops", "refactor", "test", "review", "docs")) >= 5
    busy = busy or weights.top("locate") >= 4
    questioned = weights.has("question") and not weights.has("order") and not busy
    asks = weights.has("ask") or weights.has("advice") or questioned
    if asks and weights.has("concept") and not weights.has("here"):
        score += weights.of("ask") + weights.of("concept")
    elif weights.has("compare") and not weights.has("here") and not weights.has("ui"):
        score += weights.of("compare")
    return score


def life_weight(reading: Reading, weights: Weights) -> float:
    """Return how much speaks for a topic of real life: most in a question for advice, least in a symptom."""
    life = weights.of("life")
    if weights.has("advice"):
        return life * 1.5 + (1.5 if is_about_product(weights) or weights.of("explore") >= 5 else 3.5)
    if weights.has("change") or weights.has("t_call_chain"):
        return life * 0.5
    if "my" in reading.words:
        return life * 1.3
    if weights.has("question") or weights.has("order"):
        return life
    return life * (0.4 if weights.of("symptom") >= 3 else 0.8)


def choose_tier2(name: IntentName, weights: Weights, *, is_code: bool) -> tuple[str, ...]:
    """Return the tier-2 tools a prompt would gain from, in the catalogue's order."""
    if not is_code:
        return ()
    wanted = {tool for tool in TIER2 if weights.has("t_" + tool[3:])}
    if name == "debug":
        return ("ci_bug_locate",)
    if name in ("test", "docs"):
        return ()
    return tuple(tool for tool in TIER2 if tool in wanted)
