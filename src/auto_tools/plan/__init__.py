"""What will run, decided before anything runs: `make.py` (tiers, allowlist, clamps), `budget.py` (limits),
`names.py` (a symbol guessed from plain words), `reasons.py` (why, in sentences).
"""
