"""What the form of an English sentence says: orders, questions, wishes, and plain statements."""

from __future__ import annotations

from auto_tools.intent.orders_en import VERBS
from auto_tools.intent.wordset import word_set

OPENERS: tuple[tuple[str, ...], ...] = tuple(
    tuple(text.split())
    for text in [
        "i would like you to",
        "i want you to",
        "i need you to",
        "i would like to",
        "is it possible to",
        "would it be possible to",
        "is there a way to",
        "any way to",
        "any chance you could",
        "go ahead and",
        "would you mind",
        "can you please",
        "could you please",
        "can you help me",
        "could you help me",
        "help me to",
        "help me",
        "can you",
        "could you",
        "would you",
        "will you",
        "can we",
        "could we",
        "we need to",
        "i need to",
        "you need to",
        "we should",
        "you should",
        "we have to",
        "i have to",
        "i want to",
        "we want to",
        "let us",
        "i am trying to",
        "trying to",
        "need to",
        "want to",
        "have a look and",
        "take a look and",
        "please",
        "pls",
        "plz",
        "hey",
        "hi",
        "hello",
        "ok",
        "okay",
        "so",
        "and",
        "then",
        "also",
        "now",
        "just",
        "first",
        "next",
        "finally",
        "quickly",
        "quick",
        "maybe",
        "actually",
        "well",
        "yes",
        "right",
        "oh",
        "hmm",
        "could",
        "kindly",
        "simply",
        "again",
        "next up",
        "btw",
        "fyi",
        "one more thing",
        "question",
        "q",
        "task",
        "todo",
        "bug",
        "issue",
        "ticket",
    ]
)
QUESTION_WORDS = word_set("where which what how why who whose when whats wheres hows")
AUXILIARIES = word_set(
    "is are was were does do did can could would will should shall has have had am might may isnt arent "
    "doesnt"
)
POINTERS = word_set("this that these those it the my our <symbol> <path> there")
VERBS_FINITE = word_set(
    "is are was were be been am do does did has have had get gets got go goes went can could will would "
    "should must may might need needs want wants come comes came take takes took say says said show "
    "shows make makes made see sees run runs ran fall falls fell lose loses lost keep keeps kept stay "
    "stays stop stops start starts seem seems look looks feel feels turn turns let lets send sends give "
    "gives put puts find finds hit hits cut cuts pay pays"
)
WISHES = frozenset(["should", "must", "needs", "ought", "shall"])
OBJECTS = word_set(
    "the a an every all each both any my our your this that these those it them him her us up out off "
    "down only twice <symbol> <path>"
)
NOT_VERBS = word_set(
    "i we you he she they it there this that these those the a an my our your his her their its some any "
    "no all both each every most many few several one two three nothing something anything everything "
    "nobody someone everyone people users customers players somehow sometimes suddenly often usually "
    "maybe perhaps apparently again now today yesterday currently half whenever once even nearly almost "
    "about around over under between after before since in on at for from with without of by to as than "
    "only still also just not <symbol> <path>"
)
PREDICATES = word_set(
    "is are was were does did should must has had keeps gets got not ignores shows returns gives fails "
    "finds takes hangs crashes dies quits throws breaks stops forgets loses sends drops goes starts says "
    "skips works looks comes came went opens closes jumps seems stays never always still no"
)
CALLS = word_set("calls call invokes uses is are was owns wrote depends maintains else")
GENERIC_YOU = (
    "can",
    "get",
    "see",
    "click",
    "could",
    "will",
    "must",
    "should",
    "need",
    "cannot",
    "only",
    "still",
    "end",
)
NUMBERS = word_set(
    "one two three four five six seven eight nine ten twelve fifteen twenty thirty fifty sixty hundred"
)
PREPOSITIONS = ("in", "on", "at", "for", "with", "from", "of", "to", "under", "over", "after", "by")
CASUAL = word_set(
    "give get make write ask keep bring check show find look list explain describe tell compare"
)
ADVICE = word_set(
    "do i need|should i|what should i|can i get|how much|how long do|how long does|how often|"
    "which is better|any tips|what is the best|best way to|is it worth|worth it|recommend|suggest a|"
    "ideas for|good for|how do i get rid of|how do i make|where can i|how do i|how should i|"
    "should i bring|near me|near the|how to make|with or without|suits|is it ok to|is it normal|fair",
    "|",
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
    if (first in ("do", "does", "did") and second == "not") or first in ("never", "stop", "no", "dont"):
        return [("modify", 4.0), ("order", 1.0)] if len(clause) > 2 else []
    if first == "you" and second not in GENERIC_YOU and not polite:
        return [("meta", 3.5)]
    if first == "not" and any(word.isdigit() or word in NUMBERS for word in clause):
        return [("modify", 4.0), ("wish", 1.0)]
    if first in AUXILIARIES and not polite:
        return [*vote_on_yes_no(first, second, clause), ("question", 1.0)]
    if first in (
        "if",
        "when",
        "whenever",
        "after",
        "once",
        "since",
        "while",
        "every",
        "until",
        "because",
        "but",
    ):
        return [("debug", 1.5)] if first != "once" else []
    if (first == "any" and mark == "?") or (first == "any" and "this" in clause):
        return [("review", 3.0), ("question", 1.0)]
    if is_order(first, second) and first not in verbs:
        return [("modify", 3.0), ("order", 1.0)]
    if first in verbs and second not in PREDICATES and not is_subject(second, clause):
        return [*verbs[first], ("order", 1.0), *([("change", 1.0)] if first not in CASUAL else [])]
    return vote_on_statement(clause)


def is_subject(second: str, clause: list[str]) -> bool:
    """Tell whether a word that could be a verb is a subject: `search in the header does nothing`."""
    return second in PREPOSITIONS and any(word in PREDICATES for word in clause[2:])


def is_order(first: str, second: str) -> bool:
    """Tell whether a clause begins like an order, though its verb is in no table: `blink twice when …`."""
    return second in OBJECTS and first not in NOT_VERBS and not first.endswith(("s", "ed", "ing", "ly"))


def asks_advice(words: list[str]) -> bool:
    """Tell whether someone asks for advice about their own life rather than about a program."""
    text = " ".join(words[:80])
    return any(phrase in text for phrase in ADVICE) or text.startswith(
        ("best ", "should i ", "do i ", "can i ", "am i ")
    )


def names_town(cased: list[str]) -> bool:
    """Tell whether a sentence speaks of a place: `in Leeds`, `near Porto`."""
    from auto_tools.intent.topics_en import NOT_PLACES

    return any(
        cased[at - 1] in ("in", "near", "around") and word.istitle() and len(word) > 3
        for at, word in enumerate(cased[:60])
        if at and word.lower() not in NOT_PLACES
    )


def vote_on_question(first: str, second: str, clause: list[str]) -> list[tuple[str, float]]:
    """Return votes of a clause that begins with a question word."""
    if first in ("where", "wheres"):
        return [("locate", 4.0)]
    if first == "which" and second.endswith("s") and second not in ("class", "files", "lines", "places"):
        return [("explore", 3.5), ("locate", 1.0)]
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
    if second in POINTERS or first in (
        "could",
        "would",
        "will",
        "might",
        "may",
        "is",
        "are",
        "does",
        "did",
        "can",
    ):
        return [("review", 4.5)]
    return [("review", 2.5)]


def moves_number(clause: list[str]) -> bool:
    """Tell whether a clause sets a number: `from 1 to 2`, `50 rows per page`."""
    if clause[0].isdigit() or clause[0] in NUMBERS:
        return not any(word in PREDICATES for word in clause)
    start = clause.index("from") if "from" in clause else len(clause)
    return "to" in clause[start:] and sum(word.isdigit() for word in clause[start : start + 8]) > 1


def vote_on_statement(clause: list[str]) -> list[tuple[str, float]]:
    """Return votes of a clause that states something: a wish, a symptom, or a bare noun."""
    words = set(clause)
    if moves_number(clause):
        return [("modify", 4.0)]
    if clause[0] in ("i", "we", "they", "users", "customers") and {"need", "want", "wants"} & set(
        clause[1:3]
    ):
        return [("modify", 3.5), ("wish", 1.0)]
    if words & WISHES and not {"but", "instead"} <= words:
        if "but" in words:
            return [("debug", 2.0), ("modify", 2.0)]
        return [("modify", 4.0), ("wish", 1.0)]
    if words & VERBS_FINITE or any(
        len(word) > 3 and word.endswith("s") and word[-2] not in "su" for word in clause[1:]
    ):
        return [("debug", 2.5), ("statement", 1.0)]
    if any(word.endswith("ed") for word in clause[1:]):
        return [("debug", 2.0), ("statement", 1.0)]
    if {"i", "we", "users", "people", "customers"} & words:
        return [("debug", 2.0), ("statement", 1.0)]
    return [("modify", 1.5)] if len(clause) > 1 else []
