"""The one download of the product: only what the lock file names, wherever one stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from acceptance.product import PRODUCT, script
from auto_tools.install import environment


@pytest.mark.parametrize("tool", ["uv", "pip"])
def test_settings_of_the_folder_one_stands_in_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tool: str
) -> None:
    said = tmp_path / "said"
    monkeypatch.setattr(environment, "VENV", tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    recorder = f'echo "$PWD: $*" >> {said}'
    script(python, recorder)
    script(python.with_name("pip"), recorder)
    folder = tmp_path / "bin"
    folder.mkdir()
    if tool == "uv":
        script(folder / "uv", recorder)
    monkeypatch.setenv("PATH", str(folder))
    hostile = tmp_path / "repository"
    hostile.mkdir()
    monkeypatch.chdir(hostile)
    environment.make_environment(PRODUCT / "requirements.lock")
    lines = said.read_text("utf-8").splitlines()
    assert lines and all(line.startswith(f"{PRODUCT}: ") for line in lines)
    assert all("--require-hashes" in line for line in lines if " install " in line)
    if tool == "uv":
        assert all("--no-config" in line for line in lines)


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_everything_that_is_installed_is_pinned_with_its_hashes(lock: str) -> None:
    text = (PRODUCT / lock).read_text("utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    assert len(entries) > 10
    for entry in entries:
        assert re.match(r"[\w.-]+==[\w.]+( ; .*)? \\\n", entry), entry[:80]
        assert "--hash=sha256:" in entry
    assert "://" not in text
