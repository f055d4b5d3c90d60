"""Many results -> one answer: `items.py` (normalise, dedupe, order), `entries.py` (group, choose),
`conflicts.py`, `limits.py`, `context.py` (the block for the model), `report.py` (the words for the user).
"""
