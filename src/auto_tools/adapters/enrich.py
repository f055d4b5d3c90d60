"""The enriched prompt of a client that is started with its prompt, and how a hook knows one.

`codex-auto` hands Codex a prompt that already carries the block. A native hook that is installed as well
sees that prompt in its payload and stays silent; the mark at its end is made with the key of this install, so
that pasted text cannot silence it. The payload is the only sure sign: Codex's background
process keeps the environment of whoever started it first.
"""

from __future__ import annotations

BEGIN = "[Auto Tools] reference material for the request above, added before it was sent:"
END = "[Auto Tools] end of the reference material; the request stands above it"


MOST_PLACES = 16


def enrich(prompt: str, context: str) -> str:
    """Put the block behind the prompt; without a block the prompt stays as it is."""
    if not context:
        return prompt
    from auto_tools.safety.fence import sign

    block = f"{BEGIN}\n{context}\n"
    return f"{prompt}\n\n{block}{END} {sign(block)}"


def is_enriched(prompt: str) -> bool:
    """Tell whether a prompt carries a block at its end that this install put there; a pasted one is none."""
    text, _newline, last = prompt.rstrip().rpartition("\n")
    if not last.startswith(END + " "):
        return False
    from auto_tools.safety.fence import sign

    mark = last.removeprefix(END + " ")
    place = len(text)
    for _attempt in range(MOST_PLACES):
        place = text.rfind(f"\n\n{BEGIN}\n", 0, place)
        if place < 0:
            return False
        if sign(text[place + 2 :] + "\n") == mark:
            return True
    return False
