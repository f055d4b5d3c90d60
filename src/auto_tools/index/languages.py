"""Which language a file is written in, told from its name alone.

Only languages that `auto_tools.index.syntax` can parse have a name here; everything else is None.
"""

from __future__ import annotations

EXTENSIONS: dict[str, str] = {
    "py": "python", "pyi": "python", "pyw": "python", "pyx": "python",
    "js": "javascript", "jsx": "javascript", "mjs": "javascript", "cjs": "javascript",
    "ts": "typescript", "mts": "typescript", "cts": "typescript", "tsx": "tsx",
    "go": "go",
    "rs": "rust",
    "java": "java",
    "kt": "kotlin", "kts": "kotlin",
    "c": "c",
    "h": "cpp", "hh": "cpp", "hpp": "cpp", "hxx": "cpp", "inl": "cpp", "ipp": "cpp",
    "cc": "cpp", "cpp": "cpp", "cxx": "cpp", "c++": "cpp",
    "cs": "csharp",
    "rb": "ruby", "rake": "ruby", "gemspec": "ruby", "ru": "ruby",
    "php": "php", "phtml": "php",
    "sh": "bash", "bash": "bash", "bats": "bash",
    "lua": "lua",
    "scala": "scala", "sc": "scala",
    "swift": "swift",
}  # fmt: skip
"""Extension without its dot, in lower case; the C++ grammar reads C headers as well."""

FILE_NAMES: dict[str, str] = {
    "Rakefile": "ruby",
    "Gemfile": "ruby",
    "Guardfile": "ruby",
    "Vagrantfile": "ruby",
    "Podfile": "ruby",
    "Brewfile": "ruby",
    ".bashrc": "bash",
    ".bash_profile": "bash",
    ".profile": "bash",
    "PKGBUILD": "bash",
    "SConstruct": "python",
    "SConscript": "python",
}
"""Files known by their whole name."""


def language_of(path: str) -> str | None:
    """Return the name of the language of a path, or None when it is not one of ours."""
    name = path[path.rfind("/") + 1 :]
    known = FILE_NAMES.get(name)
    if known is not None:
        return known
    stem, dot, extension = name.rpartition(".")
    return EXTENSIONS.get(extension.lower()) if dot and stem else None
