"""The enriched prompt of a client that is started with its prompt, and how a hook knows one.

`codex-auto` hands Codex a prompt that already carries the block. A native hook that is installed as well
sees that prompt in its payload and stays silent. The payload is the only sure sign: Codex's background
process keeps the environment of whoever started it first.
"""

from __future__ import annotations

BEGIN = "[Auto Tools] reference material for the request above, added before it was sent:"
END = "[Auto Tools] end of the reference material; the request stands above it"


def enrich(prompt: str, context: str) -> str:
    """Put the block behind the prompt; without a block the prompt stays as it is."""
    return f"{prompt}\n\n{BEGIN}\n{context}\n{END}" if context else prompt


def is_enriched(prompt: str) -> bool:
    """Tell whether a prompt already carries a block at its end."""
    return prompt.rstrip().endswith("\n" + END) and f"\n\n{BEGIN}\n" in prompt
