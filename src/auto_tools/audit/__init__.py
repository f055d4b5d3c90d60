"""What happened in earlier runs. So far: what a session's earlier prompts were about (`session.py`)."""
