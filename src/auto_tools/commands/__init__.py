"""Commands of `auto-tools` that need more than a screenful; `cli.py` declares them."""
