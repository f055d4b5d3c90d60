"""Looks the tables of words up in a prompt: which cues stand in it, and what they speak for."""

from __future__ import annotations

from auto_tools.intent.scan import MARKS, PATH, SYMBOL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from auto_tools.intent.scan import Reading

    Votes = tuple[tuple[str, float], ...]
    Table = dict[str, Votes]

NOUNS = frozenset(("thing", "ui", "here", "life", "concept", "letter"))
UNSAID = (*MARKS, PATH, SYMBOL)
MAX_WORDS = 5
MAX_TERM = 10
MAX_HITS = 400


class Hit:
    """A cue found in the prompt, and the roles it speaks for."""

    __slots__ = ("at", "text", "votes")

    def __init__(self, text: str, votes: Votes, at: int) -> None:
        """Keep what was found and where."""
        self.text, self.votes, self.at = text, votes, at


def build_table(rows: tuple[tuple[str, float, str], ...]) -> Table:
    """Turn rows of (role, weight, phrases) into phrase -> votes."""
    table: Table = {}
    for role, weight, phrases in rows:
        vote = ((role, weight),)
        row: Table = dict.fromkeys(phrases.split("|"), vote)
        for phrase in row.keys() & table.keys():
            row[phrase] = table[phrase] + vote
        table.update(row)
    return table


def find_cues(reading: Reading) -> list[Hit]:
    """Return the cues of both languages, each table used only when its letters occur."""
    hits = find_english(reading) if any(word not in UNSAID for word in reading.words) else []
    return hits if reading.text.isascii() else hits + find_chinese(reading)


def find_english(reading: Reading) -> list[Hit]:
    """Return the English cues of a prompt: phrases of up to five words, then single words."""
    from auto_tools.intent import life_en, things_en, topics_en, words_en
    from auto_tools.intent.orders_en import STEMS

    table = build_table(words_en.CUES + things_en.CUES + topics_en.CUES + life_en.CUES)
    words = reading.words
    bases = [base_form(word, table, STEMS) for word in words]
    hits: list[Hit] = []
    covered = -1
    for at, word in enumerate(words):
        if word in MARKS:
            continue
        for size in range(min(MAX_WORDS, len(words) - at), 1, -1):
            phrase = " ".join(words[at : at + size])
            votes = table.get(phrase) or table.get(" ".join(bases[at : at + size]))
            if votes:
                hits.append(Hit(phrase, votes, at))
                covered = max(covered, at + size - 1)
        single = table.get(word) or table.get(bases[at])
        if single and at <= covered:
            single = tuple(vote for vote in single if vote[0] in NOUNS)
        if single:
            hits.append(Hit(word, single, at))
        if len(hits) > MAX_HITS:
            break
    return hits


def base_form(word: str, table: Table, stems: frozenset[str]) -> str:
    """Return the form of a word without -s, -ed or -ing that the tables know, else the word."""
    candidates: tuple[str, ...] = ()
    if word.endswith("ies") and len(word) > 4:
        candidates = (word[:-3] + "y", word[:-1])
    elif word.endswith("s") and not word.endswith("ss") and len(word) > 2:
        candidates = (word[:-1], word[:-2]) if word.endswith("es") else (word[:-1],)
    elif word.endswith("ied") and len(word) > 4:
        candidates = (word[:-3] + "y",)
    elif word.endswith("ed") and len(word) > 3:
        candidates = (word[:-2], word[:-1], word[:-3])
    elif word.endswith("ing") and len(word) > 4:
        candidates = (word[:-3], word[:-3] + "e", word[:-4])
    for candidate in candidates:
        if candidate in stems or candidate in table:
            return candidate
    return word


def find_chinese(reading: Reading) -> list[Hit]:
    """Return the Chinese cues of a prompt by longest match, with whole terms at the edges of longer ones."""
    from auto_tools.intent import things_zh, topics_zh, words_zh

    table = build_table(words_zh.CUES + things_zh.CUES + topics_zh.CUES)
    letters = {term[0] for term in table}
    text = reading.text
    hits: list[Hit] = []
    at = 0
    while at < len(text) and len(hits) <= MAX_HITS:
        term = longest_at(text, at, table) if text[at] in letters else ""
        if not term:
            at += 1
            continue
        hits.append(Hit(term, table[term], at))
        hits += [Hit(part, table[part], at) for part in edge_terms(term, table)]
        at += len(term)
    return hits


def longest_at(text: str, at: int, table: Table) -> str:
    """Return the longest term that begins at a place, or nothing."""
    for size in range(MAX_TERM, 0, -1):
        term = text[at : at + size]
        if term in table:
            return term
    return ""


def edge_terms(term: str, table: Table) -> list[str]:
    """Return terms of two letters or more at either end of a term that is longer by two."""
    found = []
    for size in range(2, len(term) - 1):
        if term[:size] in table:
            found.append(term[:size])
        if term[-size:] in table:
            found.append(term[-size:])
    return found
