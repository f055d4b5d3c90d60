"""What a file is for, judged by its path: source, test, documentation, vendored, tooling or data.

Tests are ranked apart and vote for what they import; the others are ranked lower than source. Whole folders
called `migrations` or `contrib` are source: only numbered migrations are history.
"""

from __future__ import annotations

import re

from auto_tools.index.languages import language_of

SOURCE, TEST, DOCS, VENDORED, TOOLING, DATA, DECLARATION = range(7)
KIND_NAMES = ("source", "test", "docs", "vendored", "tooling", "data", "declaration")

_TEST = re.compile(
    r"(^|/)(tests?|__tests__|specs?|testdata|test-fixtures|fixtures|testsuite|e2e|integration-tests?)/"
    r"|(^|/)(src/test/|test_[^/]*\.(?!bash$|sh$)\w+$|conftest\.py$)|(^|/)[^/]*[_.-](test|tests|spec|test-d|spec-d)\.[a-z]+$"
    r"|(Tests?|Spec|TestCase)\.(java|kt|php|cs|scala|swift|groovy)$",
)
_DOCS = re.compile(
    r"(^|/)(docs?|documentation|examples?|samples?|demos?|tutorials?|benchmarks?|bench|asv_bench|galleries|gallery"
    r"|website|playgrounds?|doc-src|docs_src)/|\.(md|rst|txt|adoc|mdx)$|(^|/)(changelog|readme|license|authors)[^/]*$",
    re.IGNORECASE,
)
_VENDORED = re.compile(
    r"(^|/)(vendor|vendored|_vendor|third[_-]?party|thirdparty|external|extern|deps|node_modules|locale|locales"
    r"|generated|gen|dist|bundled|jquery|__generated__)/"
    r"|(^|/)migrations/\d{3,}_[^/]*\.py$|\.min\.(js|css)$|[._](pb|pb2|generated|gen)\.[a-z]+$|_pb2(_grpc)?\.py$"
    r"|\.designer\.cs$",
    re.IGNORECASE,
)
_TOOLING = re.compile(
    r"(^|/)(scripts?|tools?|ci|\.github|\.circleci|\.ci|release|build_tools|maintainer|devtools|buildscripts|hack)/"
    r"|(^|/)(setup\.py|noxfile\.py|conftest\.py|Gruntfile\.js|gulpfile\.js|Makefile|[^/]*\.config\.[a-z]+)$",
)
_TEST_SUPPORT = re.compile(r"^[^/]+/test/[^/]+\.py$|^src/_pytest/|/testing/[^/]+\.py$")


def kind_of(path: str) -> int:
    """Return what a file is for."""
    if _TEST_SUPPORT.search(path):
        return SOURCE
    if _TEST.search(path):
        return TEST
    if _VENDORED.search(path):
        return VENDORED
    if _DOCS.search(path):
        return DOCS
    if language_of(path) is None and not path.endswith(_CODE_LIKE):
        return DATA
    if _TOOLING.search(path):
        return TOOLING
    return DECLARATION if path.endswith(_DECLARATIONS) else SOURCE


_DECLARATIONS = (".d.ts", ".d.mts", ".d.cts", ".pyi", ".rbi")
"""Files that repeat the types of others."""
_CODE_LIKE = tuple(
    f".{ending}"
    for ending in (
        "vue svelte m mm ex exs erl hs ml clj dart zig jl r R pl pm y l pyx pxd cu nim cr groovy gradle fs "
        "elm sql proto S s asm el lisp tcl vim ps1 graphql sol"
    ).split()
)
