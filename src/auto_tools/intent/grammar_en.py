"""What the form of an English sentence says: orders, questions, wishes, and plain statements."""

from __future__ import annotations

from auto_tools.intent.words_en import VERBS

OPENERS: tuple[tuple[str, ...], ...] = tuple(
    tuple(text.split())
    for text in (
        "i would like you to|i want you to|i need you to|i would like to|is it possible to|would it be possible to|"
        "is there a way to|any way to|any chance you could|go ahead and|would you mind|can you please|could you please|"
        "can you help me|could you help me|help me to|help me|can you|could you|would you|will you|can we|could we|"
        "we need to|i need to|you need to|we should|you should|we have to|i have to|i want to|we want to|let us|"
        "i am trying to|trying to|need to|want to|have a look and|take a look and|please|pls|plz|hey|hi|hello|"
        "ok|okay|so|and|then|also|now|just|first|next|finally|quickly|quick|maybe|actually|well|yes|right|oh|hmm|"
        "could|kindly|simply|again|next up|btw|fyi|one more thing|question|q|task|todo|bug|issue|ticket"
    ).split("|")
)
QUESTION_WORDS = frozenset("where which what how why who whose when whats wheres hows".split())
AUXILIARIES = frozenset(
    "is are was were does do did can could would will should shall has have had am might may isnt arent doesnt".split()
)
POINTERS = frozenset("this that these those it the my our <symbol> <path> there".split())
VERBS_FINITE = frozenset(
    "is are was were be been am do does did has have had get gets got go goes went can could will would should must may "
    "might need needs want wants come comes came take takes took say says said show shows make makes made see sees "
    "run runs ran fall falls fell lose loses lost keep keeps kept stay stays stop stops start starts seem seems look "
    "looks feel feels turn turns let lets send sends give gives put puts find finds hit hits cut cuts pay pays".split()
)
WISHES = frozenset("should must needs ought shall".split())
OBJECTS = frozenset(
    "the a an every all each both any my our your this that these those it them him her us up out off down only twice "
    "into in on with <symbol> <path>".split()
)
NOT_VERBS = frozenset(
    "i we you he she they it there this that these those the a an my our your his her their its some any no all both "
    "each every most many few several one two three nothing something anything everything nobody someone everyone "
    "people users customers players somehow sometimes suddenly often usually maybe perhaps apparently again now today "
    "yesterday currently half whenever once even nearly almost about around over under between after before since in on at for from with without of by to as than only still also just not "
    "<symbol> <path>".split()
)
PREDICATES = frozenset(
    "is are was were does did should must has had keeps gets got not ignores shows returns gives fails finds takes hangs "
    "crashes throws breaks stops forgets loses sends drops goes starts says skips works looks comes came went opens "
    "closes jumps seems stays never always still no".split()
)
CALLS = frozenset("calls call invokes uses is are was owns wrote depends maintains else".split())
ADVICE = frozenset(
    "do i need|should i|what should i|can i get|how much|how long do|how long does|how often|which is better|any tips|"
    "what is the best|best way to|is it worth|worth it|recommend|suggest a|ideas for|good for|how do i get rid of|"
    "how do i make|where can i|how do i|near me|near the|where should i|how to make|with or without|suits|is it ok to|is it normal|fair".split("|")
)


def verb_table() -> dict[str, tuple[tuple[str, float], ...]]:
    """Return what each order verb asks for."""
    table: dict[str, tuple[tuple[str, float], ...]] = {}
    for role, weight, verbs in VERBS:
        for verb in verbs.split("|"):
            table[verb] = (*table.get(verb, ()), (role, weight))
    return table


def clauses(words: list[str]) -> list[tuple[list[str], str]]:
    """Cut words into clauses, each with the mark that ends it."""
    found: list[tuple[list[str], str]] = []
    current: list[str] = []
    for word in words:
        if word in (".", ",", "?", ":"):
            if current:
                found.append((current, word))
            current = []
        else:
            current.append(word)
    if current:
        found.append((current, "."))
    return found


def drop_openers(clause: list[str]) -> list[str]:
    """Return a clause without polite or loose words in front of the order."""
    changed = True
    while changed:
        changed = False
        for opener in OPENERS:
            if len(clause) > len(opener) and tuple(clause[: len(opener)]) == opener:
                clause = clause[len(opener) :]
                changed = True
                break
    return clause


def vote_by_form(words: list[str]) -> list[tuple[str, float]]:
    """Return votes from the form of the first clauses; the very first counts most."""
    verbs = verb_table()
    found: list[list[tuple[str, float]]] = []
    for clause, mark in clauses(words)[:6]:
        rest = drop_openers(clause)
        found.append(vote_on_clause(rest, mark, verbs, polite=len(rest) < len(clause)))
    asked = any(role in ("order", "question", "wish") for votes in found for role, _weight in votes)
    return [
        (role, weight * (1.0 if at == 0 else 0.8) * (0.4 if asked and ("statement", 1.0) in votes else 1.0))
        for at, votes in enumerate(found)
        for role, weight in votes
        if not (asked and role == "statement")
    ]


def vote_on_clause(
    clause: list[str], mark: str, verbs: dict[str, tuple[tuple[str, float], ...]], *, polite: bool
) -> list[tuple[str, float]]:
    """Return votes of one clause."""
    first = clause[0]
    second = clause[1] if len(clause) > 1 else ""
    if first in QUESTION_WORDS:
        return [*vote_on_question(first, second, clause), ("question", 1.0)]
    if first in ("do", "does", "did") and second == "not" or first in ("never", "stop", "no", "dont"):
        return [("modify", 4.0), ("order", 1.0)] if len(clause) > 2 else []
    if first in AUXILIARIES and not polite:
        return [*vote_on_yes_no(first, second, clause), ("question", 1.0)]
    if first in ("if", "when", "whenever", "after", "once", "since", "while", "every", "until", "because", "but"):
        return [("debug", 1.5)] if first != "once" else []
    if first == "any" and mark == "?" or first == "any" and "this" in clause:
        return [("review", 3.0), ("question", 1.0)]
    if is_order(first, second) and first not in verbs:
        return [("modify", 3.0), ("order", 1.0)]
    if first in verbs and second not in PREDICATES:
        return [*verbs[first], ("order", 1.0)]
    return vote_on_statement(clause)


def is_order(first: str, second: str) -> bool:
    """Tell whether a clause begins like an order, though its verb is in no table: `blink twice when …`."""
    return second in OBJECTS and first not in NOT_VERBS and not first.endswith(("s", "ed", "ing", "ly"))


def asks_advice(words: list[str]) -> bool:
    """Tell whether someone asks for advice about their own life rather than about a program."""
    text = " ".join(words[:80])
    return any(phrase in text for phrase in ADVICE) or text.startswith(("best ", "should i ", "do i ", "can i ", "am i "))


def names_town(cased: list[str]) -> bool:
    """Tell whether a sentence speaks of a place: `in Leeds`, `near Porto`."""
    from auto_tools.intent.topics_en import NOT_PLACES

    return any(
        before in ("in", "near", "around") and word.istitle() and len(word) > 3 and word.lower() not in NOT_PLACES
        for before, word in zip(cased[:60], cased[1:60], strict=False)
    )


def vote_on_question(first: str, second: str, clause: list[str]) -> list[tuple[str, float]]:
    """Return votes of a clause that begins with a question word."""
    if first in ("where", "wheres"):
        return [("locate", 4.0)]
    if first == "which":
        return [("locate", 2.5), ("explore", 1.0)]
    if first == "why":
        return [("explore", 2.5)] if "we" in clause[1:3] else [("debug", 3.0)]
    if first == "how":
        if second == "come":
            return [("debug", 4.0)]
        return [("modify", 1.5), ("explore", 2.0)] if clause[1:3] == ["do", "i"] else [("explore", 3.0)]
    if first in ("who", "whose"):
        return [("explore", 3.0)] if second in CALLS else [("locate", 3.0)]
    if first == "when":
        return [("debug", 1.5), ("explore", 0.5)]
    if second and second not in AUXILIARIES and second not in ("happens", "if", "about", "kind", "the", "a"):
        return [("locate", 2.5), ("explore", 2.0)]
    return [("explore", 2.5)]


def vote_on_yes_no(first: str, second: str, clause: list[str]) -> list[tuple[str, float]]:
    """Return votes of a clause that begins like a yes-or-no question."""
    if second in ("there", "anything", "anyone", "something"):
        return [("locate", 2.5), ("review", 1.0)]
    if second in ("we", "you", "i") and first in ("do", "does", "have"):
        return [("locate", 2.0)]
    if second in POINTERS or first in ("could", "would", "will", "might", "may", "is", "are", "does", "did", "can"):
        return [("review", 3.5)]
    return [("review", 2.0)]


def vote_on_statement(clause: list[str]) -> list[tuple[str, float]]:
    """Return votes of a clause that states something: a wish, a symptom, or a bare noun."""
    words = set(clause)
    if clause[0] in ("i", "we", "they", "users", "customers") and {"need", "want", "wants"} & set(clause[1:3]):
        return [("modify", 3.5), ("wish", 1.0)]
    if words & WISHES and not {"but", "instead"} <= words:
        if "but" in words:
            return [("debug", 2.0), ("modify", 2.0)]
        return [("modify", 4.0), ("wish", 1.0)]
    if words & VERBS_FINITE or any(len(word) > 3 and word.endswith("s") and word[-2] not in "su" for word in clause[1:]):
        return [("debug", 2.5), ("statement", 1.0)]
    if any(word.endswith("ed") for word in clause[1:]):
        return [("debug", 2.0), ("statement", 1.0)]
    if {"i", "we", "users", "people", "customers"} & words:
        return [("debug", 2.0), ("statement", 1.0)]
    return [("modify", 1.5)] if len(clause) > 1 else []
