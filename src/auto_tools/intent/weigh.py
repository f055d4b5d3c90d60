"""Adds up what a prompt's words, its form and what it names speak for."""

from __future__ import annotations

from auto_tools.intent.wordset import word_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from auto_tools.intent.cues import Hit
    from auto_tools.intent.scan import Reading

TELLING = word_set("explain describe write draft summarise summarize tell put word phrase")
REWORDING = word_set("rephrase proofread paraphrase translate polish condense")
CHANGES = ("modify", "refactor", "ops", "git", "test", "t_impact")
OPS_FILES = ("dockerfile", "docker-compose", ".github/", ".gitlab-ci", "jenkinsfile", ".tf", "k8s/", "helm/")
SYMPTOM_SHARE = 0.45
"""What a symptom counts for beside an order, a question or a wish."""
STRONG = 5
"""From this weight on a word names the kind of work by itself."""


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

    def top(self, role: str) -> float:
        """Return the strongest vote for a role."""
        return max(self.votes.get(role, ()), default=0.0)

    def asked(self) -> bool:
        """Tell whether the form is an order, a question or a wish rather than a statement."""
        return self.has("order") or self.has("question") or self.has("wish")


def weigh(reading: Reading, hits: list[Hit], *, chinese: bool) -> Weights:
    """Add up the votes of words, form and targets."""
    weights = Weights()
    for role, weight in [*vote_by_form(reading, chinese=chinese), *vote_by_targets(reading)]:
        weights.add(role, weight)
    asked = weights.asked()
    for role, weight in vote_by_words(reading, hits, chinese=chinese):
        if role == "debug":
            weights.add("symptom", weight)
        weights.add(role, weight * SYMPTOM_SHARE if role == "debug" and asked else weight)
    if weights.has("fix"):
        weights.add("debug", weights.of("fix"))
    if weights.top("modify") >= 3 and is_replacement(reading):
        weights.add("refactor", 8.0)
        weights.add("t_impact", 4.0)
    if is_writing_task(reading, hits):
        weights.add("writing", 20.0)
    if chinese and weights.top("modify") >= 4:
        weights.add("change", 1.0)
    settle(weights)
    return weights


def vote_by_words(reading: Reading, hits: list[Hit], *, chinese: bool) -> list[tuple[str, float]]:
    """Return what the cues speak for, each text once for a role, at its highest weight."""
    best: dict[tuple[str, str], float] = {}
    for hit in hits:
        backdrop = is_backdrop(reading, hit)
        for named, weight in hit.votes:
            role = named.removesuffix("_zh") if chinese else named
            if not (backdrop and role in CHANGES):
                best[role, hit.text] = max(weight, best.get((role, hit.text), 0.0))
    return [(role, weight) for (role, _text), weight in best.items()]


def is_replacement(reading: Reading) -> bool:
    """Tell whether one symbol is to take the place of another: `replace a_b with c_d`, `把 a_b 换成 c_d`."""
    if len({name for name, _weight in reading.symbols}) != 2 or reading.errors:
        return False
    return "replace" in reading.words or any(
        word in reading.text for word in ("换成", "改成", "替换", "改叫", "改为")
    )


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
    if "reader" in roles and (
        "write" in roles or TELLING & set(reading.words[:word_end]) or "explore" in roles or ends
    ):
        return True
    if "write" in roles and REWORDING & set(reading.words[:word_end]) and letter_end < len(reading.text) - 2:
        return True
    if "docs" in roles or "letter" not in roles or "write" not in roles:
        return False
    return bool(ends) and letter_end < len(reading.text) - 2 and "thing" not in roles


def settle(weights: Weights) -> None:
    """Let form and words strengthen each other: what is asked for outranks how it is asked."""
    asked = weights.asked() or weights.top("modify") >= 4
    for name in ("test", "docs", "ops", "refactor"):
        if weights.top(name) >= STRONG and asked and not weights.has("fix") and not is_judged(name, weights):
            weights.add(name, weights.top(name))
        elif weights.has("statement") and not asked and name in ("ops", "test"):
            weights.votes[name] = [weight * 0.5 for weight in weights.votes.get(name, [])]
    if weights.has("question") and not weights.has("order"):
        weights.votes["ops"] = [weight * 0.6 for weight in weights.votes.get("ops", [])]
        weights.add("explore", 2.0 if weights.has("t_call_chain") else 0.0)
    if weights.has("t_hotspot") or weights.has("t_complexity"):
        asked_about = weights.has("question") and weights.top("review") < STRONG
        weights.add("explore", 7.0 if asked_about else 4.0)
    if weights.has("move") and (weights.has("target") or weights.has("thing")):
        weights.add("refactor", weights.top("move") + 3)
        weights.add("t_impact", 4.0)


def is_judged(name: str, weights: Weights) -> bool:
    """Tell whether work is only spoken of: asked about, or handed in for review."""
    questioned = weights.has("question") and not weights.has("order")
    return name in ("refactor", "ops") and (questioned or weights.top("review") >= STRONG)


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
    return (
        any(mark in after[:cut] for mark in ("之后", "以后", "后，", "的时候", "时候")) or after[:1] == "后"
    )


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
        if any(mark in path.lower() for path in reading.paths for mark in OPS_FILES):
            votes.append(("ops", 5.0))
        if any("test" in path.lower() or "spec" in path.lower() for path in reading.paths):
            votes.append(("test", 1.5))
    if reading.symbols:
        votes.append(("target", 3.5))
    if reading.blocks:
        votes.append(("target", 3.5))
    return votes
