"""Weighs what a prompt's words and form speak for, and says what kind of work it asks for."""

from __future__ import annotations

from auto_tools.contract import Intent
from auto_tools.intent.cues import Hit, find_chinese, find_english
from auto_tools.intent.outside import is_bare_answer, is_machine_made, is_slash_command
from auto_tools.intent.scan import Reading, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from auto_tools.contract import IntentName, Signal

CLASSES: tuple[IntentName, ...] = (
    "debug", "modify", "refactor", "test", "review", "docs", "ops", "locate", "explore",
)  # fmt: skip
"""The kinds of work; of equals the first wins."""
TELLING = frozenset("explain describe write draft summarise summarize tell put word phrase".split())
REWORDING = frozenset("rephrase proofread paraphrase translate polish condense".split())
CHANGES = ("modify", "refactor", "ops", "git", "test", "t_impact")
MIN_OUTSIDE = 2.5
"""Less evidence than this never makes a prompt non-code."""
SYMPTOM_SHARE = 0.45
"""What a symptom counts for beside an order, a question or a wish."""
TIER2 = ("ci_call_chain", "ci_bug_locate", "ci_impact", "ci_complexity", "ci_hotspot")


class Weights:
    """The sum of all votes, by role: the strongest counts in full, the others by half and less."""

    __slots__ = ("votes",)

    def __init__(self) -> None:
        """Start without votes."""
        self.votes: dict[str, list[float]] = {}

    def add(self, role: str, weight: float) -> None:
        """Take one vote."""
        self.votes.setdefault(role, []).append(weight)

    def of(self, role: str) -> float:
        """Return how much speaks for a role."""
        found = sorted(self.votes.get(role, ()), reverse=True)[:6]
        return sum(weight / (1 + at) for at, weight in enumerate(found))

    def has(self, role: str) -> bool:
        """Tell whether anything speaks for a role."""
        return role in self.votes


def classify(prompt: str, signals: Iterable[Signal]) -> Intent:
    """Return what a prompt asks for."""
    reading = scan(prompt)
    return judge(reading, find_cues(reading), tuple(signals))


def find_cues(reading: Reading) -> list[Hit]:
    """Return the cues of both languages, each table used only when its letters occur."""
    hits = find_english(reading) if reading.words else []
    return hits if reading.text.isascii() else hits + find_chinese(reading)


def is_chinese(reading: Reading) -> bool:
    """Tell whether the sentence is built in Chinese: enough of its letters are."""
    if reading.text.isascii():
        return False
    sample = reading.text[:4000] + reading.text[-2000:]
    letters = sum(char > "\u2e80" for char in sample)
    words = sum(word not in (".", ",", "?", ":") for word in reading.words[:2000])
    return letters > 0 and letters * 1.5 >= words


def judge(reading: Reading, hits: list[Hit], signals: tuple[Signal, ...]) -> Intent:
    """Return the intent of a prompt that was read."""
    chinese = is_chinese(reading)
    if not reading.text.strip() or is_machine_made(reading.text) or is_slash_command(reading.text):
        return Intent("non_code", False, signals=signals)
    if is_bare_answer(reading, chinese=chinese):
        return Intent("non_code", False, signals=signals)
    weights = weigh(reading, hits, chinese=chinese)
    name, is_code = decide(reading, weights, chinese=chinese)
    return Intent(
        name,
        is_code,
        choose_tier2(name, weights, is_code=is_code),
        names_target=reading.has_target(),
        asks_depth=weights.has("depth") and is_code,
        signals=signals,
    )


def weigh(reading: Reading, hits: list[Hit], *, chinese: bool) -> Weights:
    """Add up the votes of words, form and targets."""
    weights = Weights()
    for role, weight in [*vote_by_form(reading, chinese=chinese), *vote_by_targets(reading)]:
        weights.add(role, weight)
    spoken_for = weights.has("order") or weights.has("question") or weights.has("wish")
    seen: set[tuple[str, str]] = set()
    for hit in hits:
        backdrop = is_backdrop(reading, hit)
        for role, weight in hit.votes:
            if (role, hit.text) in seen or (backdrop and role in CHANGES):
                continue
            seen.add((role, hit.text))
            if role == "debug":
                weights.add("symptom", weight)
            weights.add(role, weight * SYMPTOM_SHARE if role == "debug" and spoken_for else weight)
    if weights.has("fix"):
        weights.add("debug", weights.of("fix"))
    if is_writing_task(reading, hits):
        weights.add("writing", 20.0)
    settle(weights)
    return weights


def is_writing_task(reading: Reading, hits: list[Hit]) -> bool:
    """Tell whether a text for people is wanted; what follows a colon is material, not the task."""
    word_end = reading.words.index(":") if ":" in reading.words else len(reading.words)
    ends = [at for at in (reading.text.find(":"), reading.text.find("：")) if at > 3]
    letter_end = min(ends, default=len(reading.text))
    roles = {
        role
        for hit in hits
        if hit.at < (word_end if hit.text.isascii() else letter_end)
        for role, _weight in hit.votes
    }
    if "reader" in roles and ("write" in roles or TELLING & set(reading.words[:word_end]) or "explore" in roles):
        return True
    if "write" in roles and REWORDING & set(reading.words[:word_end]) and letter_end < len(reading.text) - 2:
        return True
    if "docs" in roles or "letter" not in roles or "write" not in roles:
        return False
    return bool(ends) and letter_end < len(reading.text) - 2 and "thing" not in roles


def settle(weights: Weights) -> None:
    """Let form and words strengthen each other: what is asked for outranks how it is asked."""
    asked = weights.has("order") or weights.has("question") or weights.has("wish")
    asked = asked or max(weights.votes.get("modify", (0.0,))) >= 4
    for name in ("test", "docs", "ops", "refactor"):
        strongest = max(weights.votes.get(name, (0.0,)))
        if strongest >= 5 and asked and not weights.has("fix"):
            weights.add(name, strongest)
        elif weights.has("statement") and not asked and name in ("ops", "test"):
            weights.votes[name] = [weight * 0.5 for weight in weights.votes.get(name, [])]
    if weights.has("question") and (weights.has("t_hotspot") or weights.has("t_complexity")):
        weights.add("explore", 6.0)


def vote_by_form(reading: Reading, *, chinese: bool) -> list[tuple[str, float]]:
    """Return what the form of the sentence speaks for."""
    if chinese:
        from auto_tools.intent import grammar_zh

        advice = grammar_zh.asks_advice(reading.text[:400])
        votes = grammar_zh.vote_by_form(reading.text[:2000])
    else:
        from auto_tools.intent import grammar_en

        advice = grammar_en.asks_advice(reading.words)
        votes = grammar_en.vote_by_form(reading.words[:600])
        if grammar_en.names_town(reading.cased):
            votes.append(("life", 2.0))
    return [*votes, ("advice", 1.0)] if advice else votes


def is_backdrop(reading: Reading, hit: Hit) -> bool:
    """Tell whether a cue only says when something happens: `after upgrading …`, `改成…之后`."""
    if hit.text.isascii():
        before = reading.words[max(0, hit.at - 3) : hit.at]
        return any(word in before for word in ("after", "since", "when", "whenever", "while", "until"))
    after = reading.text[hit.at + len(hit.text) : hit.at + len(hit.text) + 16]
    cut = min((at for at in (after.find(mark) for mark in "，。,") if at >= 0), default=16)
    return any(mark in after[:cut] for mark in ("之后", "以后", "后，", "的时候", "时候")) or after[:1] == "后"


def vote_by_targets(reading: Reading) -> list[tuple[str, float]]:
    """Return what files, symbols, errors and code blocks speak for."""
    votes: list[tuple[str, float]] = []
    if reading.traces:
        votes += [("debug", 7.0), ("target", 6.0)]
    if reading.errors:
        votes += [("debug", 6.0), ("target", 5.0)]
    if reading.paths:
        votes.append(("target", 4.0))
        if any(path.lower().endswith((".md", ".rst", ".adoc")) for path in reading.paths):
            votes.append(("docs", 3.0))
        if any("test" in path.lower() or "spec" in path.lower() for path in reading.paths):
            votes.append(("test", 1.5))
    if reading.symbols:
        votes.append(("target", 3.5))
    if reading.blocks:
        votes.append(("target", 3.5))
    return votes


def decide(reading: Reading, weights: Weights, *, chinese: bool) -> tuple[IntentName, bool]:
    """Return the class of a prompt and whether it is about code."""
    best = max(CLASSES, key=weights.of)
    if is_git_only(weights, chinese=chinese):
        return "ops", False
    outside = outside_weight(reading, weights, chinese=chinese)
    if outside >= MIN_OUTSIDE and outside > inside_weight(weights):
        return "non_code", False
    return best, True


def is_git_only(weights: Weights, *, chinese: bool) -> bool:
    """Tell whether the prompt is a git operation that needs no look at the code."""
    if weights.of("git_word") >= 4 and chinese and not weights.has("question"):
        weights.add("git", weights.of("git_word"))
    if not weights.has("git") or weights.has("git_not") or weights.has("target") and not weights.of("git") > 8:
        return False
    others = max(weights.of(name) for name in ("debug", "review", "test", "docs", "refactor", "explore", "locate"))
    return weights.of("git") * 1.5 > others


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


def outside_weight(reading: Reading, weights: Weights, *, chinese: bool) -> float:
    """Return how much speaks for something else than this code."""
    life = weights.of("life")
    if weights.has("advice"):
        life = life * 1.5 + (1.5 if is_about_product(weights) else 3.5)
    elif not weights.has("question"):
        life *= 0.4 if weights.of("symptom") >= 3 else 0.8
    score = max(life, weights.of("meta"), weights.of("chat"))
    score += weights.of("writing")
    if weights.has("reader"):
        score += 3.0
    if weights.has("write") and weights.has("letter") and not weights.has("docs"):
        score += weights.of("letter") + weights.of("write")
    asks = weights.has("ask") or (weights.has("question") and not weights.has("order"))
    if asks and weights.has("concept") and not weights.has("here") and not weights.has("target"):
        score += weights.of("ask") + weights.of("concept")
    return score


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
