"""Into the machine: `environment.py` makes the virtual environment that `bin/*` run in."""
