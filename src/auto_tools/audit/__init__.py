"""What happened in earlier runs: what a session's earlier prompts were about (`session.py`), and which Codex
session a repository goes on with (`codex_session.py`).
"""
