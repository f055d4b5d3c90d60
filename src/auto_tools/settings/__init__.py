"""The control plane: env > `config/auto-tools.yaml` > user config > default.

`options.py` declares each option once, `config.py` reads YAML as data with line numbers,
`resolve.py` merges the layers into one `Settings`, `tools.py` does so for single tools, `unknown.py` finds
what should not be there.
"""
