"""What is a secret goes, whatever it stands in; everything else stays byte for byte."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auto_tools.errors import RedactionFailed
from auto_tools.safety import redact as module
from auto_tools.safety.redact import TOKENS, redact, redact_or_hide
from auto_tools.safety.secrets.forms import FORMS
from auto_tools.safety.secrets.vendors import VENDORS
from safety.drawing import draw

SOURCE = str(Path(__file__).parents[2] / "src")
BODY = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MhgwMbRvI0MBZhpI"
PEM = f"-----BEGIN RSA PRIVATE KEY-----\n{BODY}\n{BODY}\n-----END RSA PRIVATE KEY-----"
KEY_ID = "AKIA" + "IOSFODNN7EXAMPLE"
GITHUB = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
VALUE = "kT9vQ2mZr4Xw7LpB3nYc"


# the tables


def test_there_are_at_least_150_kinds_each_with_a_name_of_its_own() -> None:
    kinds = [*(row[0] for row in (*TOKENS, *FORMS)), *(row[0] for row in VENDORS)]
    assert len(kinds) == len(set(kinds))
    assert len(kinds) >= 150
    assert all(re.fullmatch(r"[a-z0-9_]+", kind) for kind in kinds)


def test_keywords_are_lower_case_since_the_text_is_searched_in_lower_case() -> None:
    words = [word for row in (*TOKENS, *FORMS) for word in row[1]]
    words += [word for row in VENDORS for word in row[1].split(" ")]
    assert all(word and word == word.lower() for word in words)


@pytest.mark.parametrize("row", TOKENS, ids=[row[0] for row in TOKENS])
def test_every_kind_of_token_goes_and_is_counted(row: tuple[str, tuple[str, ...], str, float]) -> None:
    for seed in range(3):
        token = draw(row[2], seed)
        counts: dict[str, int] = {}
        text = redact(f"before\nvalue('{token}')\nafter", counts)
        assert token not in text
        assert text.startswith("before\n")
        assert text.endswith("\nafter")
        assert sum(counts.values()) == 1, counts


@pytest.mark.parametrize("row", FORMS, ids=[row[0] for row in FORMS])
def test_every_form_goes(row: tuple[str, tuple[str, ...], str, float]) -> None:
    keyword = next((word for word in row[1] if word.isalpha()), "")
    texts = [f"{keyword} \n{draw(row[2], seed)}\n" for seed in range(6)]
    kept = [text for text in texts if redact(text, {}) == text]
    assert len(kept) <= 2, kept  # a drawn value may be too even to pass for a secret


@pytest.mark.parametrize("row", VENDORS, ids=[row[0] for row in VENDORS])
@pytest.mark.parametrize("form", ['{}_value = "{}"', "{}_value: {}\n", "export {}_VALUE={}"])
def test_every_vendor_value_goes_by_its_name(row: tuple[str, str, str], form: str) -> None:
    word = row[1].split(" ")[0]
    values = [draw(row[2], seed) for seed in range(8)]
    kept = [value for value in values if value in redact(form.format(word, value), {})]
    assert len(kept) <= 3, kept  # a drawn value may be all letters, like a name


# the contract's texts, names and quotes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bearer abc123def456", "Bearer <redacted>"),
        ("authorization: bearer topsecret", "authorization: Bearer <redacted>"),
        (f'{{"Authorization": "Bearer {VALUE}"}}', '{"Authorization": "Bearer <redacted>"}'),
        (KEY_ID, "AKIA<redacted>"),
        (f"aws_access_key_id = {KEY_ID}", "aws_access_key_id = AKIA<redacted>"),
        (f'token = "{GITHUB}"', 'token = "[REDACTED:github_token]"'),
        (f"x\\n{GITHUB}\\ny", "x\\n[REDACTED:github_token]\\ny"),
        ("postgres://app:hunter2Secret9@db/x", "postgres://app:[REDACTED:url_password]@db/x"),
        ("redis://:hunter2Secret9@cache:6379/0", "redis://:[REDACTED:url_password]@cache:6379/0"),
        (f"curl -u admin:{VALUE} https://h", "curl -u admin:[REDACTED:curl_user] https://h"),
    ],
)
def test_names_quotes_and_the_contracts_texts_stay(text: str, expected: str) -> None:
    assert redact(text, {}) == expected


ASSIGNMENTS = {
    "python": 'DB_PASSWORD = "{}"',
    "annotated": 'secret_key: str = "{}"',
    "typescript": "const apiKey: string = '{}';",
    "go": 'var authToken string = "{}"',
    "ruby": '"client_secret" => "{}"',
    "php": '$dbPassword = "{}";',
    "java": 'System.setProperty("API_TOKEN", "{}")',
    "default": 'os.environ.get("SECRET_KEY", "{}")',
    "json": '{{"access_token": "{}"}}',
    "yaml": "password: {}",
    "yaml pair": '- name: API_TOKEN\n  value: "{}"',
    "env": "API_TOKEN={}",
    "shell": "export SECRET_TOKEN='{}'",
    "flag": "deploy --token {}",
    "flag with sign": "deploy --api-key={}",
    "xml": "<apiToken>{}</apiToken>",
    "xml attribute": '<add key="ClearTextPassword" value="{}" />',
    "properties": "spring.datasource.password={}",
    "header": "X-Api-Key: {}",
    "connection string": "Server=db;User Id=app;Password={};Encrypt=true",
    "query": "https://h/path?x=1&access_token={}&y=2",
    "toml": 'api_key = """{}"""',
    "chinese": '密码 = "{}"',
}


@pytest.mark.parametrize("form", ASSIGNMENTS.values(), ids=ASSIGNMENTS.keys())
def test_value_assigned_to_a_telling_name_goes(form: str) -> None:
    counts: dict[str, int] = {}
    text = redact(form.format(VALUE), counts)
    assert VALUE not in text
    assert re.fullmatch(re.escape(form.format("\0")).replace("\0", r"\[REDACTED:\w+\]"), text), text
    assert sum(counts.values()) == 1


@pytest.mark.parametrize(
    "text",
    [
        "uses bearer authentication here",
        "the bearer of news",
        'curl -H "Authorization: Bearer $TOKEN" https://api.example.com',
        "AKIA",
        "sk-learn",
        "https://host:8080/x",
        "ghost",
        'password = os.environ["DB_PASSWORD"]',
        "const token = process.env.GITHUB_TOKEN;",
        "SECRET_KEY = get_random_secret_key()",
        "def validate_token(token: str) -> bool:",
        "token = self.next_token(line1, column2)",
        'API_KEY = "REPLACE_ME"',
        'api_key = "your-api-key-here-1234"',
        'password = "<YOUR_PASSWORD>"',
        "password: ${DB_PASSWORD}",
        "password: {{ vault_password_2 }}",
        "postgres://user:${DB_PASS}@db:5432/app",
        "postgres://user:password@localhost/app",
        'token_id = "f4aeb6bc-2a25-458a-8111-9be9e502c0e7"',
        "commit 343074d4207d572809bd8cea15f4be1d09d98e0b",
        '"integrity": "sha512-9NK5+kG1xNrFhEX6+tR1J8aD2sQ4vT7wYzA3bC5dE8fG0hI2jK4lM6nO8pQ0rS2tU4vW6xY8zA=="',
        'version = "1.2.3-alpha.20260101+build.5114f85"',
        'primary_key = "user_2024_01_id"',
        'cache_key = "template.cache.7ced1c94e543668590ba39b3c08b0237"',
        "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----",
        'if "-----BEGIN RSA PRIVATE KEY-----" in text:\n    raise ValueError("a key")',
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        "tokenizer = Tokenizer(vocabulary2024)",
        "glpat-XXXXXXXXXXXXXXXXXXXX",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        'password = "password"',
        "class PasswordHasher2: pass",
        "token: Token2Vec = model.tokens[0]",
    ],
)
def test_harmless_lines_stay_byte_for_byte(text: str) -> None:
    assert redact(text, {}) == text


# blocks


@pytest.mark.parametrize(
    "cut",
    [
        PEM,
        PEM[:-40],
        PEM[:60],
        PEM[40:],
        PEM[:75] + "\n" + BODY[:20],
        PEM.replace("\n", "\\n"),
        "KEY = (\n" + "".join(f'    "{line}\\n"\n' for line in PEM.split("\n")) + ")",
        "\n".join(f"    # {line}" for line in PEM.split("\n")),
        f"{BODY}\n" * 5,
    ],
    ids=["whole", "no end", "begun", "no beginning", "cut line", "escaped", "strings", "comments", "middle"],
)
def test_a_key_block_goes_whole_also_when_it_is_cut(cut: str) -> None:
    counts: dict[str, int] = {}
    text = redact(cut, counts)
    assert BODY[:16] not in text
    assert BODY[-16:] not in text
    assert counts == {"private_key": 1}


def test_what_surrounds_a_key_block_stays() -> None:
    assert redact(f"a = 1\n{PEM}\nb = 2", {}) == "a = 1\n[REDACTED:private_key]\nb = 2"
    assert redact(f"a = 1\n{PEM[:-36]}", {}).startswith("a = 1\n[REDACTED:private_key]")
    certificate = PEM.replace("RSA PRIVATE KEY", "CERTIFICATE").replace(BODY, f"{BODY}\n{BODY}\n{BODY}")
    assert redact(certificate, {}) == certificate


def test_data_of_a_kubernetes_secret_goes() -> None:
    manifest = "kind: Secret\nmetadata:\n  name: db\ndata:\n  user: YWRtaW4x\n  extra: cGFzc3dvcmQxMg==\n"
    counts: dict[str, int] = {}
    text = redact(manifest, counts)
    assert text.startswith("kind: Secret\nmetadata:\n  name: db\ndata:\n  user: [REDACTED:")
    assert counts == {"kubernetes_secret": 2}
    assert redact(manifest.replace("Secret", "ConfigMap"), {}) == manifest.replace("Secret", "ConfigMap")


# what must hold for every text

PIECES = st.sampled_from(
    [
        GITHUB,
        KEY_ID,
        PEM,
        PEM[:50],
        PEM[50:],
        "Bearer ",
        VALUE,
        "token",
        "password",
        " = ",
        ": ",
        '"',
        "'",
        "\n",
        "://a:",
        "@host",
        "[REDACTED:github_token]",
        "Bearer <redacted>",
        "AKIA<redacted>",
        "heroku",
        "authorization",
        "key",
        ",",
        ">",
        "curl -u a:",
        "kind: Secret\ndata:\n  a: YWRtaW4x",
        "?token=",
        "İ",
        "密码",
        "12345678",
        "\\n",
        "-----END PRIVATE KEY-----",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES | st.text(max_size=6), max_size=14).map("".join))
def test_redacting_twice_changes_nothing(text: str) -> None:
    once = redact(text, {})
    counts: dict[str, int] = {}
    assert redact(once, counts) == once
    assert counts == {}


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES, max_size=10).map("".join))
def test_a_known_token_between_borders_never_survives(text: str) -> None:
    assert f"'{GITHUB}'" not in redact(f"{text}\n'{GITHUB}'\n{text}", {})


ADVERSARIES = [
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nA: b\n",
    "A" * 64 + "\n",
    "bearer ",
    "bearer a",
    "://a:b",
    "eyJa.",
    "a.ey",
    "ey-",
    "sk-",
    "sk-ant-api03-",
    "curl -u a:",
    "curl ",
    "key = ",
    "key ",
    'token: "',
    "token=a1",
    "?token=a1",
    "-secret:a1b2",
    "authorization: ",
    "machine a login b ",
    "heroku",
    "heroku a1",
    "kind: secret\ndata:\n a: ",
    "PuTTY-User-Key-File-2",
    "[REDACTED:token]:",
    "github_pat_a1b2",
    "define('A_KEY', ",
    "$2a$10$",
    "xoxb-1",
    "s.",
    "password ",
    "password\n",
    "secret value:",
    "dp.st.",
    "_authToken=",
    "Q~",
]


@pytest.mark.parametrize("unit", ADVERSARIES)
def test_time_grows_with_the_text_and_not_faster(unit: str) -> None:
    def seconds(size: int) -> float:
        text = (unit * (size // len(unit) + 1))[:size]
        begun = time.perf_counter()
        redact(text, {})
        return time.perf_counter() - begun

    seconds(2_000)
    assert seconds(100_000) < 15 * max(seconds(25_000), 0.05)


# faults


def test_a_failing_redactor_is_an_error_and_never_lets_text_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TOKENS", (("x", ("a",), "(", 0.0),))
    with pytest.raises(RedactionFailed):
        redact("a plain text", {})
    assert redact_or_hide("a plain text") == module.HIDDEN


def test_a_late_redactor_is_an_error_and_never_lets_text_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DEADLINE_S", -1.0)
    with pytest.raises(RedactionFailed, match="in time"):
        redact("anything", {})


def test_a_text_without_keywords_compiles_nothing_and_imports_no_re() -> None:
    code = (
        f"import sys; sys.path.insert(0, {SOURCE!r})\n"
        "from auto_tools.safety import redact as r\n"
        "from auto_tools.safety.secrets import assignments as a, blocks as b\n"
        "text = 'def area(width: int) -> int:\\n    return width * 2\\n' * 200\n"
        "assert r.redact(text, {}) == text\n"
        "print(len(r._compiled) + len(a._compiled) + len(b._compiled), 're' in sys.modules)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True
    )
    assert ended.stdout.split() == ["0", "False"]
