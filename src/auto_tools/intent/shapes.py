"""What one piece of text without spaces looks like: a file path, a symbol, or just words.

Plain string tests, no regular expressions: `re` costs more to import than a prompt to read.
"""

from __future__ import annotations

from auto_tools.intent.wordset import word_set

EXTENSIONS = word_set(
    "py pyi pyx ipynb js jsx mjs cjs ts tsx mts cts vue svelte astro java kt kts scala groovy gradle go "
    "rs rb erb php c h cc cpp cxx hh hpp hxx m mm cs fs vb swift dart ex exs erl hrl clj cljs lua pl pm "
    "r jl zig nim hs elm ml mli sh bash zsh fish ps1 bat cmd sql prisma graphql gql proto thrift html "
    "htm css scss sass less styl json jsonc json5 jsonl yaml yml toml ini cfg conf properties env xml "
    "xsd plist csproj sln fsproj vcxproj md mdx rst txt adoc csv tsv log lock mod sum tf tfvars hcl "
    "dockerfile cmake mk bzl bazel nix tpl tmpl j2 ejs hbs pug twig jinja xhtml svg png jpg po pot "
    "feature snap test spec patch diff service rake gemspec podspec ets wxml wxss storyboard xib pbxproj "
    "cu cuh sol vy asm s f90 cob dockerignore gitignore editorconfig"
)
FILE_NAMES = word_set(
    "makefile dockerfile gemfile rakefile procfile jenkinsfile vagrantfile cmakelists.txt "
    "codeowners brewfile justfile podfile fastfile pipfile containerfile .env .gitignore .dockerignore "
    ".editorconfig .eslintrc .prettierrc .babelrc .npmrc .nvmrc .github .gitlab-ci.yml .bashrc .zshrc "
    "go.mod go.sum"
)
ROOTS = word_set(
    "src lib libs app apps test tests spec specs docs doc bin cmd pkg internal packages package config "
    "configs scripts api server client web frontend backend core common components pages views models "
    "controllers services utils helpers migrations templates static assets public include vendor tools "
    "modules hooks store routes handlers middleware schemas types examples bench benchmarks ci deploy "
    "infra k8s helm terraform etc usr var home opt tmp users root mnt srv proc dev data build dist "
    "node_modules .github .vscode .claude resources main"
)
PLAIN_ROOTS = word_set(
    "client server web frontend backend api build dev data types main common core public static test "
    "store users"
)
"""Folders that are words too: `client/server` alone is no path."""
BRANDS = word_set(
    "github gitlab bitbucket javascript typescript postgresql mysql youtube linkedin wechat paypal "
    "openai chatgpt mongodb devops graphql wordpress powerpoint intellij latex iphone ipad ios macos "
    "icloud ebay jquery nodejs vscode webstorm pycharm rabbitmq clickhouse dynamodb couchdb mariadb "
    "influxdb cloudflare facebook whatsapp tiktok airbnb doordash hubspot salesforce quickbooks "
    "mailchimp sendgrid datadog newrelic circleci teamcity jetbrains sqlite fastapi sqlalchemy numpy "
    "scipy pytorch tensorflow opencv webgl webassembly websocket websockets oauth saml restful readme "
    "changelog makefile dropbox onedrive sharepoint deepseek deepmind instagram playstation xbox macbook "
    "airpods bytedance taobao alipay webrtc opengl nosql mcdonald ux ui dockerhub npmjs langchain redhat "
    "opensource saas paas"
)
DOMAINS = word_set("com org net io dev cn co uk de fr ai app me gov edu info tv xyz")
PRODUCTS = word_set(
    "node.js vue.js next.js nuxt.js react.js three.js express.js d3.js chart.js nest.js asp.net "
    "socket.io ember.js backbone.js moment.js day.js p5.js discord.py e.g i.e a.m p.m etc."
)
EDGES = "\"'`“”‘’()[]{}<>,;:!?.…*|=，。；：！？、（）《》「」【】"


def path_of(chunk: str) -> tuple[str, int] | None:
    """Return the path a piece of text names and its line number (0 for none), or None."""
    bare, line = split_line(chunk.lstrip("@"))
    if not 2 <= len(bare) <= 260 or "://" in bare or bare.lower() in PRODUCTS:
        return None
    return (bare, line) if looks_like_path(bare.replace("\\", "/")) else None


def split_line(chunk: str) -> tuple[str, int]:
    """Split `a.py:12:3`, `a.ts(41,7)` or `a.go#L57` into path and line number."""
    for mark in ("#L", "(", ":"):
        head, found, tail = chunk.partition(mark)
        if found and head and tail[:1].isdigit() and not (mark == ":" and len(head) == 1):
            digits = tail.split(":", 1)[0].split(",", 1)[0].split(")", 1)[0].split("-", 1)[0]
            if digits.isdecimal() and digits.isascii() and len(digits) < 8:
                return head, int(digits)
    return chunk, 0


def looks_like_path(bare: str) -> bool:
    """Tell whether text with forward slashes is a file or folder rather than `and/or`."""
    name = bare.rstrip("/").rpartition("/")[2]
    stem, dot, extension = name.rpartition(".")
    known = bool(dot) and extension.lower() in EXTENSIONS and (bool(stem) or len(extension) > 2)
    if "/" not in bare:
        return name.lower() in FILE_NAMES or (known and is_file_stem(stem))
    parts = [part for part in bare.split("/") if part]
    if not parts or not any(part.strip(".").replace("-", "").replace("_", "").isalnum() for part in parts):
        return False
    if known or name.lower() in FILE_NAMES:
        return True
    rooted = bare[0] == "/" or bare.startswith(("./", "../", "~/")) or bare[1:3] == ":/"
    if len(parts) > 1 and (rooted or (len(parts) > 2 and not parts[0].isdigit())):
        return True
    return parts[0].lower() in ROOTS and (bare[-1] == "/" or parts[0].lower() not in PLAIN_ROOTS)


def is_file_stem(stem: str) -> bool:
    """Tell whether text before a known extension can be a file name."""
    return (
        bool(stem)
        and stem[-1] not in "()"
        and not stem.isdecimal()
        and all(char.isalnum() or char in "_-.+@[]$" for char in stem)
    )


def symbol_of(chunk: str) -> tuple[str, float] | None:
    """Return the symbol a piece of text names and how sure that is, or None."""
    if len(chunk) > 120:
        return None
    head, call, _rest = chunk.partition("(")
    name = head.lstrip("@").strip(EDGES)
    if call and is_identifier(name) and (chunk[len(head) :].startswith("()") or "_" in name or humps(name)):
        return name, 0.8
    if call and chunk[len(head) :].startswith("()") and is_qualified(name):
        return name, 0.85
    if call:
        return None
    if chunk[:1] == "@" and is_identifier(name) and len(name) > 2:
        return name, 0.5
    if is_qualified(name):
        return name, 0.8
    if not is_identifier(name) or name.lower() in BRANDS:
        return None
    if "_" in name.strip("_") or (name.startswith("__") and name.endswith("__") and len(name) > 5):
        return name, 0.6 if name.isupper() else 0.7
    return (name, 0.6 if name[0].isupper() else 0.7) if humps(name) else None


def is_identifier(name: str) -> bool:
    """Tell whether text is an ASCII identifier with a letter in it."""
    return name.isascii() and name.isidentifier() and name.strip("_0123456789") != ""


def humps(name: str) -> bool:
    """Tell whether a name is camelCase or PascalCase: a capital inside, small letters around it."""
    if name.lower() in BRANDS or name.isupper() or name.islower():
        return False
    inner = [
        at
        for at in range(1, len(name))
        if name[at].isupper() and (name[at - 1].islower() or name[at - 1].isdigit())
    ]
    return bool(inner) and sum(char.islower() for char in name) > 2 and len(name) > 4


def is_qualified(name: str) -> bool:
    """Tell whether text is a qualified name such as `a.b`, `A::b`, `A#b` or `a->b`."""
    if "::" in name or "->" in name or "#" in name[1:]:
        parts = name.replace("::", ".").replace("->", ".").replace("#", ".").split(".")
        return len(parts) > 1 and all(is_identifier(part) for part in parts)
    parts = name.split(".")
    if len(parts) < 2 or not all(is_identifier(part) and len(part) > 1 for part in parts):
        return False
    return (
        parts[-1].lower() not in DOMAINS and name.lower() not in PRODUCTS and not parts[-1].istitle()
    ) or humps(parts[0])
