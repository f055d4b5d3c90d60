"""`ci_search`: the files and definitions that fit a query best, each with the lines that show why."""

from __future__ import annotations

from auto_tools.contract import ToolOutput
from auto_tools.index.analyse import LARGEST_SHOWN
from auto_tools.index.rank.choose import choose_findings
from auto_tools.index.rank.weights import SIGNAL_WORDS
from auto_tools.index.snippets import cut_snippet
from auto_tools.index.store import NO_INDEX, UNREADABLE, forget, open_reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from auto_tools.contract import Caller
    from auto_tools.index.rank.rank import RankedFile, Ranking
    from auto_tools.index.rank.symbols import RankedSymbol
    from auto_tools.index.store import Reader

ALSO = 3
"""Further definitions of a file that are named behind its best one."""
WORD_SIGNALS = frozenset(("words", "chunk", "chunks"))
QUIET = 0.05
"""A signal that adds less is not told."""


def run(args: dict[str, Any], caller: Caller) -> ToolOutput:
    """Return findings, one definition for each of the best files."""
    reader = open_reader(caller.root)
    if reader is None:
        return _by_names(args, caller, NO_INDEX)
    from sqlite3 import DatabaseError

    from auto_tools.index.rank.rank import rank

    try:
        ranking = rank(reader, args["query"], mode=args["mode"])
    except DatabaseError:
        forget(caller.root)
        return _by_names(args, caller, UNREADABLE)
    show = Show(caller.root, reader, ranking, args["query"])
    items = show.items(args["limit"])
    files = len({item["path"] for item in items})
    return ToolOutput(
        f"{files} files match" if items else "nothing matches",
        {"items": items, "generation": reader.current["generation"], "unknown_words": list(ranking.unknown)},
        (*_found_nowhere(ranking), *_edited_since(caller.root, len(show.moved))),
    )


def _by_names(args: dict[str, Any], caller: Caller, said: str) -> ToolOutput:
    from auto_tools.index.scan import scan_tree

    found = scan_tree(caller.root, args["query"], args["limit"])
    return ToolOutput(f"{len(found)} files by name, without an index", {"items": found}, (said,))


def _found_nowhere(ranking: Ranking) -> tuple[str, ...]:
    """Say which names of the prompt the repository does not have."""
    return (f"found nowhere: {', '.join(ranking.unknown)}",) if ranking.unknown else ()


def _edited_since(root: str, files: int) -> tuple[str, ...]:
    """Say that cited files were edited since they were indexed; their lines were read anew."""
    if not files:
        return ()
    from auto_tools.index.freshness import behind_by_files
    from auto_tools.index.gitdir import find_git

    found = find_git(root)
    return (behind_by_files(root, found[1] if found else None, files),)


class Show:
    """Writes the findings of one ranking: the best definition of each file, the best of all with lines."""

    def __init__(self, root: str, reader: Reader, ranking: Ranking, query: str) -> None:
        from auto_tools.index.rank.query import read_query

        self.root = root
        self.reader = reader
        self.ranking = ranking
        self.terms = frozenset(read_query(query).weights)
        self.top = ranking.files[0].score if ranking.files else 1.0
        self.moved: set[int] = set()
        """Files that are no longer as they were indexed."""
        self.large: dict[int, tuple[int, str]] = {}
        """Size and content id of files of which nothing else is shown."""
        self.shown: set[tuple[int, str]] = set()
        """Definitions that have a finding of their own."""
        self.more: set[tuple[int, str]] = set()
        """Those of them whose file has a better one."""

    def items(self, limit: int) -> list[dict[str, Any]]:
        """Return so many findings."""
        from auto_tools.index.freshness import changed_files, is_gone

        pairs, with_lines = choose_findings(self.ranking, limit)
        ids = list(dict.fromkeys(one.id for one, _symbol in pairs))
        self.moved = changed_files(self.root, self.reader, ids)
        gone = {one.id for one, _symbol in pairs if one.id in self.moved and is_gone(self.root, one.path)}
        pairs = [(one, symbol) for one, symbol in pairs if one.id not in gone]
        self.large = {
            file: (size, content)
            for file, (size, content) in self.reader.files(ids, "size, content").items()
            if size > LARGEST_SHOWN
        }
        self.shown = {(symbol.file, symbol.name) for _one, symbol in pairs if symbol}
        first = {one.id: symbol for one, symbol in reversed(pairs)}
        self.more = {(one.id, s.name) for one, s in pairs if s and s is not first[one.id]}
        return [self.item(one, symbol, with_code=symbol in with_lines) for one, symbol in pairs]

    def item(self, ranked: RankedFile, symbol: RankedSymbol | None, *, with_code: bool) -> dict[str, Any]:
        """Return one finding."""
        item: dict[str, Any] = {
            "path": ranked.path,
            "title": ranked.path.rpartition("/")[2],
            "summary": explain(ranked),
            "confidence": confidence(ranked.score, self.top, self.ranking.certainty),
            "signals": {name: round(share, 3) for name, share in ranked.shares.items()},
        }
        if ranked.id in self.large:
            size, content = self.large[ranked.id]
            said = f"{item['summary']}; {size // 1024} KB, only its path is shown"
            return item | {"summary": said, "size": size, "hash": content.partition("/")[0]}
        return item if symbol is None else self._with_symbol(item, ranked, symbol, with_code=with_code)

    def _with_symbol(
        self, item: dict[str, Any], ranked: RankedFile, symbol: RankedSymbol, *, with_code: bool
    ) -> dict[str, Any]:
        moved = ranked.id in self.moved
        span = (symbol.start, symbol.end, symbol.head)
        snippet = None
        if with_code or moved:
            snippet = cut_snippet(self.root, ranked.path, symbol.name, span, self.terms, moved=moved)
        if moved and snippet is None:
            return item  # changed since it was indexed, and the definition is gone: only the file is named
        start, end = (snippet.start, snippet.end) if snippet else span[:2]
        item |= {"title": symbol.name, "symbol": symbol.name, "kind": symbol.kind}
        item |= {"line": start, "end_line": end, "evidence_refs": [f"{ranked.path}:{start}-{end}"]}
        if (ranked.id, symbol.name) in self.more:
            item["summary"] = "another definition of this file that fits"
        elif also := "" if moved else self._also(ranked.id):
            item["summary"] += f"; also {also}"
        if snippet and with_code:
            item |= {"snippet": snippet.text, "line": snippet.line}
        return item

    def _also(self, file: int) -> str:
        """Name the next best definitions of a file with their lines."""
        own = (one for one in self.ranking.symbols if one.file == file)
        others = [one for one in own if (file, one.name) not in self.shown]
        return ", ".join(f"{one.name} {one.head}" for one in others[:ALSO])


def explain(ranked: RankedFile) -> str:
    """Say in words what spoke most for a file: the words it has, then the loudest other signals."""
    loudest = sorted(ranked.shares.items(), key=lambda pair: (-pair[1], pair[0]))
    loud = [name for name, share in loudest if share > QUIET]
    said = [f"has {', '.join(ranked.words)}"] if ranked.words and WORD_SIGNALS & set(loud) else []
    said += [SIGNAL_WORDS[name] for name in loud if name not in WORD_SIGNALS or not said][:2]
    return "; ".join(said) or "weak match"


def confidence(score: float, top: float, certainty: float) -> float:
    """Return a score as a share of the best one, from 0.2 to 0.95; less where little of the prompt fits."""
    return round(0.2 + 0.75 * certainty * max(score, 0.0) / top, 4) if top > 0 else 0.2
