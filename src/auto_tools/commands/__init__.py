"""The commands of `auto-tools`, a module for each family; `cli.py` lists them."""
