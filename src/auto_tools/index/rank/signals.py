"""Measures every signal for every file that a query touches: loops over posting lists, no file is read."""

from __future__ import annotations

import marshal
import re
import zlib
from array import array
from math import log

from auto_tools.index.analyse import word_trigrams
from auto_tools.index.commits import split_files
from auto_tools.index.keys import COMMIT, DEFINITION, FOLDER, PATH, STEM, SUBJECT, TRIGRAM, WORD, key_of
from auto_tools.index.kinds import DATA, DECLARATION, DOCS, TEST, TOOLING, VENDORED
from auto_tools.index.pathwords import dotted_ends, import_names
from auto_tools.index.postings import LENGTHS, NAMED, PLACE_BITS, has_file, unpack
from auto_tools.index.rank.imports import resolve_imports
from auto_tools.index.words import relatives_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from auto_tools.index.rank.query import Query
    from auto_tools.index.store import Reader

    Scores = dict[int, float]

MOST_TERMS = 96
FEW_TERMS = 16
"""A prompt of so few terms is helped out with words of the same family."""
RELATIVE_SHARE = 0.5
"""What a word counts that is only of the same family as one of the prompt."""
COMMON = 0.25
K1, FILE_B, CHUNK_B = 1.2, 0.5, 0.5
SHORTEST_CHUNK = 60.0
NAME_SHARE = 1.0
FOLDER_WORTH, STEM_WORTH = 4.0, 8.0
"""What a term in folder or file name adds to its frequency in the file, in halves."""
SIMILAR_COMMITS, VOTING_TESTS = 30, 15
MOST_SAME_END = 3
"""A stack frame whose path fits more files than this says nothing."""
_KIND_SIGNALS = {
    TEST: "is_test", DOCS: "is_docs", VENDORED: "is_vendored", TOOLING: "is_tooling", DATA: "is_data",
    DECLARATION: "is_declaration",
}  # fmt: skip


class Measured:
    """The signals of one query over one index."""

    def __init__(self, reader: Reader, query: Query) -> None:
        self.reader = reader
        self.query = query
        meta = reader.meta
        self.files = max(int(meta.get("text_files", 0)), 1)
        self.chunks = max(int(meta.get("chunks", 0)), 1)
        words = max(int(meta.get("words", 0)), 1)
        self.file_length = words / self.files
        self.chunk_length = words / self.chunks
        self.lengths = array("I")
        self.lengths.frombytes(meta.get("lengths", b""))
        self.kinds: bytes = meta.get("kinds", b"")
        self.by_place: Scores = {}
        """Scores of chunks, by place."""
        self.signals: dict[str, Scores] = {}
        """Scores of files, by signal."""

    def measure(self) -> dict[str, Scores]:
        """Return signal -> file -> value, each as measured."""
        self.terms = self._choose_terms()
        self._measure_words()
        self._measure_chunks()
        self._measure_definitions()
        self._measure_paths()
        self._measure_stems()
        self._measure_quotes()
        self._measure_history()
        self._measure_tests()
        for file in set().union(*self.signals.values()) if self.signals else ():
            name = _KIND_SIGNALS.get(self.kinds[file]) if file < len(self.kinds) else None
            if name:
                self.signals.setdefault(name, {})[file] = 1.0
        return self.signals

    def _choose_terms(self) -> dict[str, tuple[float, int]]:
        """Return term -> (weight times rarity, files), without what is too common or one too many."""
        weights = dict(self.query.weights)
        joined = {term: worth for term, worth in self.query.pairs if term not in weights}
        related: dict[str, float] = {}
        for term in self.query.prose_terms if len(weights) <= FEW_TERMS else ():
            for other in relatives_of(term):
                if other not in weights:
                    related[other] = max(related.get(other, 0.0), RELATIVE_SHARE * weights[term])
        counts = self.reader.file_counts(key_of(WORD, term) for term in (*weights, *joined, *related))
        kept = set(self.query.kept)
        weights |= {
            term: worth
            for term, worth in related.items()
            if 0 < counts.get(key_of(WORD, term), 0) < COMMON * self.files
        }
        for term, worth in joined.items():
            if counts.get(key_of(WORD, term), 0) > 0:
                weights[term] = worth
                kept.add(term)
        only_named = [term for term in weights if not counts.get(key_of(WORD, term))]
        in_names = self.reader.file_counts(
            key_of(space, term) for term in only_named for space in (STEM, FOLDER)
        )
        rows = []
        for term, weight in weights.items():
            files = counts.get(key_of(WORD, term), 0) or max(
                in_names.get(key_of(STEM, term), 0), in_names.get(key_of(FOLDER, term), 0)
            )
            if files and (files < COMMON * self.files or term in kept or self.files < 40):
                rows.append((term not in kept, files, term, weight))
        self.too_common = {term for term in weights if counts.get(key_of(WORD, term))} - {
            row[2] for row in rows
        }
        rows.sort()
        limit = max(MOST_TERMS, sum(not row[0] for row in rows[: 2 * MOST_TERMS]))
        return {
            term: (weight * log(1 + (self.files - min(files, self.files) + 0.5) / (files + 0.5)), files)
            for _kept, files, term, weight in rows[:limit]
        }

    def _measure_words(self) -> None:
        """Score files and chunks by the words in them; names of files and folders count as words too."""
        lists = self.lists = self.reader.postings(key_of(WORD, term) for term in self.terms)
        folders = self.reader.postings(key_of(FOLDER, term) for term in self.terms)
        stems = self.reader.postings(key_of(STEM, term) for term in self.terms)
        norms = [
            K1 * (1 - CHUNK_B + CHUNK_B * max(length, SHORTEST_CHUNK) / self.chunk_length)
            for length in LENGTHS
        ]
        file_scores: Scores = {}
        by_place: Scores = {}
        named: Scores = {}
        self.titled: Scores = {}
        self.title_mass = 1e-9
        for term, (worth, files) in self.terms.items():
            rarity = log(1 + self.files / (files + 0.5)) if term in self.query.title_terms else 0.0
            self.title_mass += rarity
            found = lists.get(key_of(WORD, term))
            in_file: Scores = {}
            if found:
                places, frequencies, lengths = unpack(found[1])
                gain = worth * (K1 + 1)
                for place, frequency, length in zip(places, frequencies, lengths, strict=True):
                    if frequency & NAMED:
                        named[place] = named.get(place, 0.0) + worth
                        frequency &= ~NAMED
                    file = place >> PLACE_BITS
                    in_file[file] = in_file.get(file, 0.0) + frequency
                    half = frequency * 0.5
                    by_place[place] = by_place.get(place, 0.0) + gain * half / (half + norms[length])
                if rarity:
                    for place in places:
                        self.titled[place] = self.titled.get(place, 0.0) + rarity
            self._add_path_words(term, worth, folders, stems, in_file)
            gain = worth * (K1 + 1)
            for file, count in in_file.items():
                half = count * 0.5
                norm = K1 * (1 - FILE_B + FILE_B * self.lengths[file] / self.file_length)
                file_scores[file] = file_scores.get(file, 0.0) + gain * half / (half + norm)
        for place, worth in named.items():
            by_place[place] += NAME_SHARE * worth
        self.by_place = by_place
        self.signals["words"] = file_scores

    def words_of(self, file: int, most: int) -> tuple[str, ...]:
        """Return the words of the prompt that a file has, those that say most first."""
        found: list[tuple[float, str]] = []
        for term, (worth, _files) in self.terms.items():
            data = self.lists.get(key_of(WORD, term))
            if data and term in self.query.spelling and has_file(data[1], file):
                found.append((-worth, self.query.spelling[term]))
        return tuple(dict.fromkeys(word for _worth, word in sorted(found)))[:most]

    def unknown_names(self) -> tuple[str, ...]:
        """Return what looks like a name in the title or in backticks and is nowhere in the repository."""
        known = self.terms.keys() | self.too_common
        return tuple(
            word
            for term, word in self.query.spelling.items()
            if term in self.query.kept and word in self.query.names and term not in known
        )

    def certainty(self, files: list[int]) -> float:
        """Return how much of the title's words the best files have, between 0.4 and 1."""
        title = self.query.title_terms - self.too_common
        if not title or not files:
            return 1.0
        rarest = log(1 + self.files)
        worth = {
            term: log(1 + self.files / (self.terms[term][1] + 0.5)) if term in self.terms else rarest
            for term in title
        }
        lists = {term: self.lists.get(key_of(WORD, term)) for term in title if term in self.terms}
        best = max(
            sum(worth[term] for term, data in lists.items() if data and has_file(data[1], file))
            for file in files
        )
        return 0.4 + 0.6 * min(1.0, 1.5 * best / sum(worth.values()))

    def _add_path_words(
        self,
        term: str,
        worth: float,
        folders: dict[int, tuple[int, bytes]],
        stems: dict[int, tuple[int, bytes]],
        in_file: Scores,
    ) -> None:
        for lists, space, extra, signal in (
            (folders, FOLDER, FOLDER_WORTH, "folder"),
            (stems, STEM, STEM_WORTH, "stem"),
        ):
            found = lists.get(key_of(space, term))
            if not found:
                continue
            scores = self.signals.setdefault(signal, {})
            rarity = log(1 + self.files / found[0])
            weight = self.query.weights.get(term, 1.0)
            for place in unpack(found[1])[0]:
                file = place >> PLACE_BITS
                in_file[file] = in_file.get(file, 0.0) + extra
                scores[file] = scores.get(file, 0.0) + weight * rarity

    def _measure_chunks(self) -> None:
        best: dict[int, list[float]] = {}
        for place, score in self.by_place.items():
            best.setdefault(place >> PLACE_BITS, []).append(score)
        self.signals["chunk"] = {file: max(scores) for file, scores in best.items()}
        self.signals["chunks"] = {
            file: sum(sorted(scores, reverse=True)[:3]) for file, scores in best.items()
        }

    def _measure_definitions(self) -> None:
        """Score files that define a name of the prompt, less the more files define it."""
        keys: dict[int, float] = {}
        for name, worth in self.query.names.items():
            parts = re.split(r"\.|::|->|#", name)
            for position, part in enumerate(reversed(parts)):
                if len(part) > 2 or len(parts) == 1:
                    key = key_of(DEFINITION, part.lower())
                    keys[key] = max(keys.get(key, 0.0), worth * (1.0 if position == 0 else 0.5))
        scores: Scores = {}
        self.defined: Scores = {}
        for key, (_files, data) in self.reader.postings(keys).items():
            places = unpack(data)[0]
            share = keys[key] / len(places) ** 0.75
            for place in places:
                file = place >> PLACE_BITS
                scores[file] = scores.get(file, 0.0) + share
                self.defined[place] = self.defined.get(place, 0.0) + share
        self.signals["defines"] = scores

    def _measure_paths(self) -> None:
        """Score files whose path or module the prompt writes out, and those in its stack traces."""
        dotted = (name for name in self.query.names if "." in name or "::" in name)
        named = {text: dotted_ends(text) for text in dotted}
        written = {text: tuple(reversed(import_names(text))) for text in self.query.paths}
        wanted = {**named, **written}
        lists = self.reader.postings({key_of(PATH, end) for ends in wanted.values() for end in ends})

        def files_of(text: str) -> tuple[str, list[int]]:
            for end in wanted[text]:
                found = lists.get(key_of(PATH, end))
                if found:
                    return end, [place >> PLACE_BITS for place in unpack(found[1])[0]]
            return "", []

        scores: Scores = {}
        for text in wanted:
            end, files = files_of(text)
            for file in files:
                share = min(1.0 + end.count("/"), 3.0) / 3.0 / len(files) ** 0.75
                scores[file] = max(scores.get(file, 0.0), share)
        self.signals["path"] = scores
        frames: Scores = {}
        self.framed: dict[int, set[str]] = {}
        own = [(files_of(path)[1], function) for path, function in self.query.frames]
        own = [(files, function) for files, function in own if 0 < len(files) <= MOST_SAME_END]
        for back, (files, function) in enumerate(reversed(own)):
            for file in files:
                frames[file] = max(frames.get(file, 0.0), 1.0 / (1.0 + back) ** 0.5 / len(files))
                self.framed.setdefault(file, set()).add(function)
        self.signals["frame"] = frames

    def _measure_stems(self) -> None:
        """Score files whose whole name is a word of the title or in backticks, more the rarer the name."""
        lists = self.reader.postings({key_of(PATH, word): word for word in self.query.title_words})
        rarest = log(1 + self.files)
        scores: Scores = {}
        for count, data in lists.values():
            share = log(1 + self.files / count) / rarest
            for place in unpack(data)[0]:
                file = place >> PLACE_BITS
                scores[file] = max(scores.get(file, 0.0), share)
        self.signals["title_stem"] = scores

    def _measure_quotes(self) -> None:
        """Score files whose string literals share three words in a row with the prompt."""
        keys = {key_of(TRIGRAM, trigram) for trigram in word_trigrams(self.query.text[:6_000])}
        scores: Scores = {}
        self.quoted: Scores = {}
        for files, data in self.reader.postings(sorted(keys)).values():
            if files <= 20:
                for place in unpack(data)[0]:
                    file = place >> PLACE_BITS
                    scores[file] = scores.get(file, 0.0) + 1.0 / files
                    self.quoted[place] = self.quoted.get(place, 0.0) + 1.0 / files
        self.signals["quoted"] = scores

    def quoted_share(self, place: int) -> float:
        """Return how much of the quoted text a chunk holds, the best one being 1."""
        return self.quoted[place] / max(self.quoted.values()) if place in self.quoted else 0.0

    def title_share(self, place: int) -> float:
        """Return the share of the title's words that a chunk has, rarer ones counting more."""
        return self.titled.get(place, 0.0) / self.title_mass

    def _measure_history(self) -> None:
        """Score files by the subjects of their commits, and by the commits most like the prompt."""
        lengths = array("I")
        lengths.frombytes(self.reader.meta.get("subject_lengths", b""))
        known = [length for length in lengths if length]
        if not known:
            return
        average = sum(known) / len(known)
        subjects = self.reader.postings((key_of(SUBJECT, term) for term in self.terms), "history")
        scores: Scores = {}
        for term in self.terms:
            found = subjects.get(key_of(SUBJECT, term))
            if not found:
                continue
            weight = self.query.weights.get(term, 1.0)
            gain = weight * log(1 + (len(known) - found[0] + 0.5) / (found[0] + 0.5)) * (K1 + 1)
            places, frequencies, _lengths = unpack(found[1])
            for place, frequency in zip(places, frequencies, strict=True):
                file = place >> PLACE_BITS
                norm = K1 * (1 - FILE_B + FILE_B * lengths[file] / average)
                scores[file] = scores.get(file, 0.0) + gain * frequency / (frequency + norm)
        self.signals["subjects"] = scores
        self._measure_commits()

    def _measure_commits(self) -> None:
        voters = max(int(self.reader.meta.get("voters", 0)), 1)
        lists = self.reader.postings((key_of(COMMIT, term) for term in self.terms), "history")
        similar: Scores = {}
        for term in self.terms:
            found = lists.get(key_of(COMMIT, term))
            if not found or found[0] > COMMON * voters + 10:
                continue
            worth = self.query.weights.get(term, 1.0) * log(1 + voters / found[0])
            places, _frequencies, lengths = unpack(found[1])
            for place, length in zip(places, lengths, strict=True):
                commit = place >> PLACE_BITS
                similar[commit] = similar.get(commit, 0.0) + worth / (1.0 + 0.05 * length)
        best = sorted(similar.items(), key=lambda pair: (-pair[1], pair[0]))[:SIMILAR_COMMITS]
        if not best:
            return
        numbers = [commit for commit, _score in best]
        marks = ",".join("?" * len(numbers))
        rows = dict(
            self.reader.db.execute(f"SELECT id, files FROM commits WHERE id IN ({marks})", numbers).fetchall()
        )
        paths = {commit: split_files(rows.get(commit, b"")) for commit in numbers}
        ids = self.ids_of({path for listed in paths.values() for path in listed})
        scores: Scores = {}
        for commit, score in best:
            for path in paths[commit]:
                if path in ids:
                    file = ids[path]
                    scores[file] = scores.get(file, 0.0) + score / len(paths[commit]) ** 0.5
        self.signals["commits"] = scores

    def ids_of(self, paths: set[str]) -> dict[str, int]:
        """Return the ids of paths that are in the index."""
        listed = sorted(paths)
        found: dict[str, int] = {}
        for start in range(0, len(listed), 400):
            part = listed[start : start + 400]
            marks = ",".join("?" * len(part))
            found.update(self.reader.db.execute(f"SELECT path, id FROM files WHERE path IN ({marks})", part))
        return found

    def _measure_tests(self) -> None:
        """Let the best matching tests vote for what they import."""
        kinds = self.kinds
        tests = [
            (score, file)
            for file, score in self.signals["words"].items()
            if file < len(kinds) and kinds[file] == TEST
        ]
        tests.sort(key=lambda pair: (-pair[0], pair[1]))
        best = tests[:VOTING_TESTS]
        others = tests[VOTING_TESTS :: max(len(tests) // VOTING_TESTS, 1)][:VOTING_TESTS]
        rows = self.reader.files((file for _score, file in (*best, *others)), "path, outline")
        imports = {
            file: (row[0], list(marshal.loads(zlib.decompress(row[1]))[2])) for file, row in rows.items()
        }
        meant = resolve_imports(self.reader, imports)
        common: dict[int, int] = {}
        for _score, file in others:
            for target in meant.get(file, ()):
                common[target] = common.get(target, 0) + 1
        scores: Scores = {}
        for score, file in best:
            targets = meant.get(file, set())
            for target in targets:
                if kinds[target] != TEST:
                    share = score / (3.0 + len(targets)) / (1 + common.get(target, 0))
                    scores[target] = scores.get(target, 0.0) + share
        self.signals["tests"] = scores
