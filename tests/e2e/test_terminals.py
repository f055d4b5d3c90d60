"""The clients at a terminal, as people use them: what they see, and what the model receives."""

from __future__ import annotations

import json

from acceptance.terminal import Terminal
from e2e.servers import ANSWER, ModelServer
from e2e.user import User, blocks, headings, requests_about

PROMPT = "fix login() in src/shop/auth.py: it raises KeyError for an unknown name"


def type_prompt(terminal: Terminal) -> None:
    """Type and send; a pause in between, or the return key would count as part of a pasted text."""
    terminal.look(0.5)
    terminal.type(PROMPT)
    terminal.look(1)
    terminal.type("\r")


def check(terminal: Terminal, model: ModelServer) -> None:
    """Look at the screen and at the request."""
    terminal.wait_for(ANSWER.replace(" ", ""))
    assert "[AutoTools]3tools," in terminal.words
    (request,) = requests_about(model, PROMPT)
    assert headings(request) == 1
    (block,) = blocks(request)
    assert "src/shop/auth.py" in block["content"]


def test_claude_code_shows_the_line_and_sends_the_block(user: User, claude_model: ModelServer) -> None:
    user.register_hook("claude")
    known = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
    settings = {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "customApiKeyResponses": {"approved": [user.env["ANTHROPIC_API_KEY"]], "rejected": []},
        "projects": {str(user.repo): known},
    }
    (user.home / ".claude.json").write_text(json.dumps(settings))
    env = {**user.env, "TERM": "xterm-256color"}
    terminal = Terminal([str(user.programs["claude"])], env=env, cwd=user.repo)
    try:
        terminal.wait_for("?forshortcuts")
        type_prompt(terminal)
        check(terminal, claude_model)
        assert "UserPromptSubmitsays:[AutoTools]3tools," in terminal.words
    finally:
        terminal.process.terminate()
        terminal.close()


def test_codex_asks_for_trust_then_shows_the_line_and_sends_the_block(
    user: User, codex_model: ModelServer
) -> None:
    user.register_hook("codex")
    with (user.codex_home / "config.toml").open("a") as file:
        file.write(f'[projects."{user.repo}"]\ntrust_level = "trusted"\n')
    env = {**user.env, "TERM": "xterm-256color"}
    terminal = Terminal([str(user.programs["codex"]), "--no-daemon"], env=env, cwd=user.repo)
    try:
        terminal.wait_for("1hookisneworchanged")
        terminal.look(0.5)
        terminal.type("2")
        terminal.look(0.5)
        terminal.type("\r")
        terminal.wait_for("Trustinghooks")
        terminal.wait_for("default·")
        type_prompt(terminal)
        check(terminal, codex_model)
        assert "trusted_hash" in (user.codex_home / "config.toml").read_text()
    finally:
        terminal.process.terminate()
        terminal.close()
