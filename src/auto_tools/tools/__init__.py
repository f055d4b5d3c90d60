"""The tools: `catalog.py` is the one table, each tool's body is a file beside it."""
