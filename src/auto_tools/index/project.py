"""What kind of project a directory holds: its languages, build files, test folders and name."""

from __future__ import annotations

import os

from auto_tools.contract import LanguageShare, ProjectProfile
from auto_tools.index.manifests import read_manifests
from auto_tools.index.names import printable_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from auto_tools.contract import Manifest

MOST_LANGUAGES = 6
MOST_TEST_FOLDERS = 6
MOST_WALKED = 2000

LANGUAGES = {
    "Assembly": "asm s",
    "C": "c h",
    "C#": "cs",
    "C++": "cc cpp cxx c++ hh hpp hxx ipp",
    "CSS": "css scss sass less",
    "Clojure": "clj cljc cljs",
    "CoffeeScript": "coffee",
    "Crystal": "cr",
    "CUDA": "cu cuh",
    "Cython": "pyx pxd",
    "D": "d",
    "Dart": "dart",
    "Elixir": "ex exs",
    "Elm": "elm",
    "Erlang": "erl hrl",
    "F#": "fs fsi fsx",
    "Fortran": "f f90 f95 f03 for",
    "GLSL": "glsl frag vert",
    "Go": "go",
    "GraphQL": "graphql gql",
    "Groovy": "groovy gradle",
    "HTML": "html htm xhtml",
    "Haskell": "hs lhs",
    "Java": "java",
    "JavaScript": "js jsx mjs cjs",
    "Julia": "jl",
    "Kotlin": "kt kts",
    "Lisp": "lisp lsp el",
    "Lua": "lua",
    "Nim": "nim",
    "Nix": "nix",
    "OCaml": "ml mli",
    "Objective-C": "m mm",
    "PHP": "php phtml",
    "Pascal": "pas pp",
    "Perl": "pl pm",
    "PowerShell": "ps1 psm1",
    "Prolog": "pro",
    "Protocol Buffers": "proto",
    "Python": "py pyi pyw",
    "R": "r",
    "Ruby": "rb rake",
    "Rust": "rs",
    "SQL": "sql",
    "Scala": "scala sc",
    "Scheme": "scm ss rkt",
    "Shell": "sh bash zsh fish",
    "Solidity": "sol",
    "Svelte": "svelte",
    "Swift": "swift",
    "SystemVerilog": "sv svh",
    "Tcl": "tcl",
    "Terraform": "tf hcl",
    "TypeScript": "ts tsx mts cts",
    "VHDL": "vhd vhdl",
    "Visual Basic": "vb bas",
    "Vue": "vue",
    "Zig": "zig",
}
"""Language and the endings of its files."""

DOCUMENTS = {
    "AsciiDoc": "adoc asciidoc",
    "JSON": "json jsonc",
    "Jupyter Notebook": "ipynb",
    "Markdown": "md mdx markdown",
    "TeX": "tex",
    "YAML": "yaml yml",
    "reStructuredText": "rst",
}
"""What a project is said to be written in when it holds no program."""

TEST_FOLDERS = frozenset((b"test", b"tests", b"testing", b"spec", b"specs", b"__tests__", b"e2e"))
_NEVER_WALKED = frozenset(b".git .hg .svn .tox .venv __pycache__ build dist env node_modules venv".split())


def read_profile(root: str, tracked_paths: Collection[bytes] | None = None) -> ProjectProfile:
    """Return what kind of project this is; without tracked paths the directory is walked a little."""
    paths = tracked_paths or walk_files(root)
    endings: dict[bytes, int] = {}
    near: list[bytes] = []
    folders: set[bytes] = set()
    for path in paths:
        ending = path[path.rfind(b".") + 1 :]
        endings[ending] = endings.get(ending, 0) + 1
        parts = path.split(b"/", 2)
        if len(parts) < 3:
            near.append(path)
        folders.update((parts[0], b"/".join(parts[:2])) if len(parts) == 3 else parts[:-1])
    manifests = read_manifests(root, near)
    languages = _rank(endings, LANGUAGES) or _rank(endings, DOCUMENTS)
    return ProjectProfile(_name_project(root, manifests), languages, manifests, _find_test_folders(folders))


def walk_files(root: str, most: int = MOST_WALKED) -> list[bytes]:
    """Return files below the root, nearest first, after looking at `most` directory entries at most."""
    top = os.fsencode(root)
    files: list[bytes] = []
    folders = [b""]
    for folder in folders:
        for entry in _list_folder(os.path.join(top, folder), most):
            most -= 1
            path = folder + entry.name
            if entry.is_file(follow_symlinks=False):
                files.append(path)
            elif entry.is_dir(follow_symlinks=False) and not _is_foreign(entry):
                folders.append(path + b"/")
        if most <= 0:
            break
    return files


def _list_folder(path: bytes, most: int) -> list[os.DirEntry[bytes]]:
    """Return up to `most` entries in order of name."""
    try:
        with os.scandir(path) as entries:
            listed = [entry for entry, _ in zip(entries, range(most), strict=False)]
    except OSError:
        return []
    return sorted(listed, key=lambda entry: entry.name)


def _is_foreign(folder: os.DirEntry[bytes]) -> bool:
    return folder.name in _NEVER_WALKED or os.path.lexists(os.path.join(folder.path, b"pyvenv.cfg"))


def _rank(endings: dict[bytes, int], table: dict[str, str]) -> tuple[LanguageShare, ...]:
    language_of = {ending.encode(): name for name, known in table.items() for ending in known.split()}
    files: dict[str, int] = {}
    for ending, count in endings.items():
        language = language_of.get(ending.lower())
        if language:
            files[language] = files.get(language, 0) + count
    ranked = sorted(files.items(), key=lambda item: (-item[1], item[0]))
    return tuple(LanguageShare(name, count) for name, count in ranked[:MOST_LANGUAGES])


def _find_test_folders(folders: set[bytes]) -> tuple[str, ...]:
    """Return folders with a name for tests at the top, else those one level below (`src/test`)."""
    named = [path for path in folders if path.rpartition(b"/")[2].lower() in TEST_FOLDERS]
    at_top = [path for path in named if b"/" not in path]
    return tuple(sorted(map(printable_path, at_top or named))[:MOST_TEST_FOLDERS])


def _name_project(root: str, manifests: tuple[Manifest, ...]) -> str:
    given = (manifest.name for manifest in manifests if "/" not in manifest.path and manifest.name)
    return next(given, "") or printable_path(os.fsencode(os.path.basename(os.path.realpath(root))))
