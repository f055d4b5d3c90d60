"""Client payload -> Request; Envelope -> client reply. Translation only: no tool is run or named here.

`hook.py` is the entry of a client's hook, `orchestrator.py` the kernel's own; `flags.py` and
`payload.py` read what comes in, `kernel.py` asks the kernel, `reply.py` writes what goes out, `guard.py`
sees to it that something always does. `codex/` is `codex-auto`, which starts Codex with the prompts that
`enrich.py` makes.
"""
