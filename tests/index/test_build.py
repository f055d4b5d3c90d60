"""An index that was updated edit by edit answers exactly as one made anew."""

from __future__ import annotations

import fcntl
import os
import random
import sqlite3
import subprocess
import threading
import time
import zlib
from pathlib import Path
from typing import Any

import pytest

from auto_tools.errors import IndexUnavailable
from auto_tools.index import build, store, workers
from auto_tools.index.build import update_index
from auto_tools.index.freshness import look_at
from auto_tools.index.rank.rank import rank

PRODUCT = Path(__file__).resolve().parents[2]
PROMPTS = (
    "where does the cache expire entries",
    "`load_user` raises KeyError when the session is empty",
    "parse the config file and merge defaults",
    "登录后会话过期",
)
WORDS = (
    "cache session user config parse merge token expire login default render route index value error".split()
)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty git repository, with the cache folder beside it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "repo"
    root.mkdir()
    git(root, "init", "-q")
    return root


def git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def write(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")


def update(root: Path, *, full: bool = False) -> tuple[int, int]:
    built = update_index(str(root), str(root / ".git"), full=full)
    return built.changed, built.parsed


def answers(root: Path) -> list[object]:
    reader = store.open_reader(str(root))
    assert reader is not None
    found: list[object] = []
    for prompt in PROMPTS:
        ranking = rank(reader, prompt)
        found.append([(one.path, one.score, one.shares) for one in ranking.files])
        found.append([(one.path, one.name, one.start, one.score) for one in ranking.symbols])
    reader.close()
    return found


def some_source(chance: random.Random) -> str:
    lines = [f"from pkg.{chance.choice(WORDS)} import {chance.choice(WORDS)}"]
    for _ in range(chance.randint(1, 5)):
        name = "_".join(chance.sample(WORDS, 2))
        lines += [
            f"def {name}({chance.choice(WORDS)}):",
            f'    raise ValueError("no {chance.choice(WORDS)} in {name} yet")',
        ]
        lines += [f"    return {chance.choice(WORDS)}.{chance.choice(WORDS)}()", ""]
    return "\n".join(lines)


def test_hundreds_of_edits_leave_the_same_index_as_a_new_one(tree: Path) -> None:
    chance = random.Random(7)
    paths = (
        [f"pkg/{word}.py" for word in WORDS] + [f"tests/test_{word}.py" for word in WORDS[:4]] + ["README.md"]
    )
    for path in paths:
        write(tree, path, some_source(chance))
    git(tree, "add", "-A")
    git(tree, "commit", "-qm", "cache entries expire")
    update(tree)
    for step in range(300):
        path = chance.choice(paths)
        file = tree / path
        action = chance.random()
        if action < 0.15 and file.exists():
            file.unlink()
        elif action < 0.3 and file.exists():
            file.rename(tree / "pkg" / f"moved_{step}.py")
        else:
            write(tree, path, some_source(chance))
        if step % 20 == 19:
            update(tree)
        if step % 100 == 99:
            git(tree, "add", "-A")
            git(tree, "commit", "-qm", f"{chance.choice(WORDS)} and {chance.choice(WORDS)}")
            update(tree)
    updated = answers(tree)
    assert any(updated)
    update(tree, full=True)
    assert answers(tree) == updated


def test_one_changed_file_costs_that_file(tree: Path) -> None:
    for word in WORDS:
        write(tree, f"{word}.py", f"def {word}():\n    pass\n")
    assert update(tree) == (len(WORDS), len(WORDS))
    assert update(tree) == (0, 0)
    write(tree, "cache.py", "def cache_again():\n    pass\n")
    assert update(tree) == (1, 1)


def test_a_branch_switch_reuses_what_was_parsed_before(tree: Path) -> None:
    write(tree, "a.py", "def first():\n    pass\n")
    git(tree, "add", "-A")
    git(tree, "commit", "-qm", "one")
    git(tree, "branch", "old")
    update(tree)
    write(tree, "a.py", "def second():\n    pass\n")
    git(tree, "commit", "-qam", "two")
    assert update(tree) == (1, 1)
    git(tree, "checkout", "-q", "old")
    assert update(tree) == (1, 0)


def test_a_second_work_tree_parses_nothing_again(tree: Path, tmp_path: Path) -> None:
    write(tree, "a.py", "def first():\n    pass\n")
    git(tree, "add", "-A")
    git(tree, "commit", "-qm", "one")
    update(tree)
    other = tmp_path / "other"
    git(tree, "worktree", "add", "-q", str(other))
    built = update_index(str(other), str(tree / ".git" / "worktrees" / "other"))
    assert (built.changed, built.parsed) == (1, 0)
    assert store.index_folder(str(other)) != store.index_folder(str(tree))


def test_nothing_is_written_into_the_repository(tree: Path) -> None:
    write(tree, "a.py", "def first():\n    pass\n")
    before = sorted(os.listdir(tree)), sorted(os.listdir(tree / ".git"))
    update(tree)
    assert (sorted(os.listdir(tree)), sorted(os.listdir(tree / ".git"))) == before


def test_a_damaged_index_is_built_anew(tree: Path) -> None:
    write(tree, "cache.py", "def cache_expire():\n    pass\n")
    update(tree)
    current = store.read_current(str(tree))
    assert current is not None
    database = Path(store.index_folder(str(tree))) / current["file"]
    data = bytearray(database.read_bytes())
    data[100:4096] = b"\x55" * 3996
    database.write_bytes(bytes(data))
    write(tree, "more.py", "def more():\n    pass\n")
    update(tree)
    reader = store.open_reader(str(tree))
    assert reader is not None
    assert rank(reader, "cache expire").files[0].path == "cache.py"


def test_an_index_of_another_schema_is_not_read(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tree, "a.py", "def first():\n    pass\n")
    update(tree)
    monkeypatch.setattr(store, "SCHEMA", store.SCHEMA + 1)
    assert store.open_reader(str(tree)) is None
    update(tree)
    assert store.open_reader(str(tree)) is not None


def test_there_is_one_writer(tree: Path) -> None:
    write(tree, "a.py", "def first():\n    pass\n")
    update(tree)
    import fcntl

    with open(os.path.join(store.index_folder(str(tree)), "lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(IndexUnavailable, match="another process"):
            update(tree)


def test_a_reader_keeps_its_view_while_the_index_is_updated(tree: Path) -> None:
    write(tree, "cache.py", "def cache_expire():\n    pass\n")
    update(tree)
    reader = store.open_reader(str(tree))
    assert reader is not None
    write(tree, "cache_two.py", "def cache_expire_later():\n    pass\n")
    update(tree)
    assert [one.path for one in rank(reader, "cache expire").files] == ["cache.py"]
    reader.close()


def test_secrets_and_large_files_are_named_but_not_read(tree: Path) -> None:
    write(tree, ".env", "PASSWORD=zebra\n")
    write(tree, "big.txt", "zebra = 1\n" * 40_000)
    write(tree, "huge.py", "zebra = 1\n" * 120_000)
    write(tree, "package-lock.json", '{"zebra": 1}')
    update(tree)
    reader = store.open_reader(str(tree))
    assert reader is not None
    assert not rank(reader, "zebra").files
    skipped = dict(reader.db.execute("SELECT path, skipped FROM files"))
    assert skipped == {
        ".env": "sensitive",
        "big.txt": "over 256 KB",
        "huge.py": "over 1 MB",
        "package-lock.json": "lock file",
    }


def test_large_sources_are_ranked(tree: Path) -> None:
    write(tree, "big.py", "def unpack_zebra():\n    pass\n" + "filler = 1\n" * 40_000)
    write(tree, "small.py", "def other():\n    pass\n")
    update(tree)
    reader = store.open_reader(str(tree))
    assert reader is not None
    assert [one.path for one in rank(reader, "unpack_zebra fails").files] == ["big.py"]


def test_a_file_whose_name_is_no_text_is_left_out_and_counted(tree: Path) -> None:
    write(tree, "a.py", "def first():\n    pass\n")
    (tree / os.fsdecode(b"\xff.py")).write_text("def second():\n    pass\n")
    update(tree)
    current = store.read_current(str(tree))
    assert current is not None
    assert current["skipped"] == {"name is not UTF-8": 1}


def test_a_file_edited_between_listing_and_reading_is_left_for_the_next_update(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tree, "a.py", "def first():\n    pass\n")
    analyse_all = workers.analyse_all

    def edit_first(root: str, tasks: list[Any]) -> Any:
        write(tree, "a.py", "def a_longer_name():\n    pass\n")
        return analyse_all(root, tasks)

    monkeypatch.setattr(build, "analyse_all", edit_first)
    update(tree)
    reader = store.open_reader(str(tree))
    assert reader is not None
    assert not rank(reader, "first").files  # what was never read under that id is not known by it
    monkeypatch.setattr(build, "analyse_all", analyse_all)
    update(tree)
    reader = store.open_reader(str(tree))
    assert reader is not None
    assert [one.path for one in rank(reader, "a_longer_name").files] == ["a.py"]


def test_behind_is_counted_in_commits(tree: Path) -> None:
    write(tree, "a.py", "def first():\n    pass\n")
    git(tree, "add", "-A")
    git(tree, "commit", "-qm", "one")
    update(tree)
    assert look_at(str(tree), str(tree / ".git")).state == "ready"
    for number in range(2):
        write(tree, "a.py", f"def first{number}():\n    pass\n")
        git(tree, "commit", "-qam", "more")
    fresh = look_at(str(tree), str(tree / ".git"))
    assert (fresh.state, fresh.commits) == ("stale", 2)
    assert fresh.sentence().startswith("index is 2 commits / ")


def test_a_source_over_64_kb_is_parsed(tree: Path) -> None:
    body = "".join(
        f"def function_{number}(value):\n    return value + {number}\n\n\n" for number in range(2_000)
    )
    write(tree, "long.py", body + "def the_last_one():\n    pass\n")
    assert (tree / "long.py").stat().st_size > 65_536
    update(tree)
    reader = store.open_reader(str(tree))
    assert reader is not None
    assert "the_last_one" in {one.name for one in rank(reader, "the last one").symbols}


def test_a_cache_that_cannot_be_written_is_said(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tree / "file"))
    with pytest.raises(IndexUnavailable, match="index not updated"):
        update(tree)


def test_the_database_is_sound_after_an_update(tree: Path) -> None:
    write(tree, "a.py", "def first():\n    pass\n")
    update(tree)
    current = store.read_current(str(tree))
    assert current is not None
    db = sqlite3.connect(os.path.join(store.index_folder(str(tree)), current["file"]))
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()


@pytest.mark.parametrize("damage", ["garbage", "truncated", "folder", "later pages"])
@pytest.mark.parametrize("full", [False, True])
def test_damaged_contents_are_set_aside_and_made_anew(tree: Path, damage: str, full: bool) -> None:
    for number in range(30):
        write(tree, f"m{number}.py", f"def first_{number}():\n    pass\n")
    update(tree)
    contents = Path(store.content_file(str(tree), str(tree / ".git")))
    data = contents.read_bytes()
    if damage == "folder":
        contents.unlink()
        contents.mkdir()
    else:
        parts = {
            "garbage": b"garbage",
            "truncated": data[:5_000],
            "later pages": data[:4_096] + b"\xff" * (len(data) - 4_096),
        }
        contents.write_bytes(parts[damage])
    write(tree, "new.py", "def second():\n    pass\n")
    update(tree, full=full)
    reader = store.open_reader(str(tree))
    assert reader is not None
    assert [one.path for one in rank(reader, "second").files] == ["new.py"]
    assert rank(reader, "first_7").files[0].path == "m7.py"


def test_no_secret_is_stored_and_the_databases_are_the_users_alone(tree: Path, tmp_path: Path) -> None:
    token = "ghp_" + "x7Kq2Zr9LmP4vWc8Tn" + "B3sYd6HfJ1gA5uEoQi"
    key = "MIIEowIBAAKCAQEAzzprivatekeyzz0123456789abcdefghij"
    pem = f"-----BEGIN RSA PRIVATE KEY-----\n{key}\n{key}\n-----END RSA PRIVATE KEY-----\n"
    write(tree, "cfg.py", f'TOKEN = "{token}"\nKEY = """{pem}"""\ndef after_the_key():\n    pass\n')
    git(tree, "add", "-A")
    git(tree, "commit", "-qm", f"rotate {token}")
    update(tree)
    databases = list((tmp_path / "cache").rglob("*.db*"))
    stored = b""
    for path in databases:
        assert path.stat().st_mode & 0o077 == 0, path
        stored += path.read_bytes()
    contents = sqlite3.connect(store.content_file(str(tree), str(tree / ".git")))
    stored += b"".join(
        zlib.decompress(row[0]) for row in contents.execute("SELECT data FROM contents") if row[0]
    )
    lowered = stored.lower()
    assert b"x7kq2zr9lmp4" not in lowered and b"zzprivatekeyzz" not in lowered
    assert b"after_the_key" in lowered
    reader = store.open_reader(str(tree))
    assert reader is not None
    (symbol,) = [one for one in rank(reader, "after_the_key").symbols if one.name == "after_the_key"]
    assert (tree / "cfg.py").read_text().split("\n")[symbol.head - 1] == "def after_the_key():"


def test_an_update_waits_for_the_one_that_runs(tree: Path) -> None:
    write(tree, "a.py", "def first():\n    pass\n")
    update(tree)
    with open(Path(store.index_folder(str(tree))) / "lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(IndexUnavailable, match="another process"):
            update(tree)
        threading.Timer(0.5, fcntl.flock, (lock, fcntl.LOCK_UN)).start()
        built = update_index(str(tree), str(tree / ".git"), wait_s=30)
    assert built.current["generation"] == 2


def test_generations_go_on_when_an_index_is_made_anew(tree: Path) -> None:
    write(tree, "a.py", "def first():\n    pass\n")
    update(tree)
    update(tree, full=True)
    current = store.read_current(str(tree))
    assert current is not None and current["generation"] == 2


def test_sensitive_files_are_counted_once(tree: Path) -> None:
    write(tree, ".env", "A=1\n")
    write(tree, "id_rsa", "x\n")
    update(tree)
    current = store.read_current(str(tree))
    assert current is not None and current["skipped"] == {"sensitive": 2}


def test_long_runs_of_comments_are_parsed_in_no_time(tree: Path) -> None:
    write(tree, "a.py", "def alpha():\n    pass\n" + "# filler line\n" * 12_000 + "def omega():\n    pass\n")
    started = time.monotonic()
    update(tree)
    assert time.monotonic() - started < 8
    reader = store.open_reader(str(tree))
    assert reader is not None
    assert {one.name for one in rank(reader, "alpha omega").symbols} == {"alpha", "omega"}


def test_a_git_file_that_leads_nowhere_is_not_indexed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "plain"
    write(root, ".git", "gitdir: /elsewhere zzgitfile\n")
    write(root, "a.py", "def first():\n    pass\n")
    update_index(str(root), None)
    reader = store.open_reader(str(root))
    assert reader is not None
    assert not rank(reader, "zzgitfile").files


def test_an_indexer_that_is_told_to_stop_leaves_nothing_behind(tree: Path, tmp_path: Path) -> None:
    write(tree, "a.py", "def alpha():\n    pass\n")
    os.mkfifo(tree / ".gitignore")  # git waits for it to be written
    env = {**os.environ, "HOME": str(tmp_path), "TMPDIR": str(tmp_path / "tmp")}
    (tmp_path / "tmp").mkdir()
    command = [str(PRODUCT / "bin" / "auto-tools"), "index", "--repo", str(tree)]
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(100):
        if list((tmp_path / "tmp").iterdir()):
            break
        time.sleep(0.05)
    process.terminate()
    assert process.wait(20) == 130
    assert list((tmp_path / "tmp").iterdir()) == []
    left = subprocess.run(["pgrep", "-f", str(tree)], capture_output=True, text=True, check=False).stdout
    assert left == ""
