"""`codex-auto`: Codex CLI with every prompt enriched before it is sent.

`entry.py` is the command, `flags.py` reads its command line, `prompts.py` says where prompts come from,
`conversation.py` takes a prompt through the kernel, `exchange.py` hands it to codex in the right session,
`process.py` runs codex, `screen.py` shows what comes of it.
"""
