"""Third stage: prompt -> signals -> intent. Pure functions, Chinese and English alike, no I/O.

`understand.py` is the whole stage; `scan.py` reads a prompt once, with `shapes.py` (paths, symbols) and
`traces.py` (errors, stack traces). `outside.py` knows what is no question at all. Then the rules, `cues.py`
over the word tables and `weigh.py`, and the learned `model.py` over `features.py` meet in `classify.py`.
`read.py` and `targets.py` turn what was found into signals and back. `learned_*.py` are generated.
"""
