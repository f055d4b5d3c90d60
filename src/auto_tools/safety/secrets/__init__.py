"""What secrets look like, as tables.

`cloud.py`, `develop.py`, `services.py` hold tokens that are known by their own form, `vendors.py` those known by the
name they are assigned to, `forms.py` places such as headers and URLs. `assignments.py` reads names and
values, `blocks.py` finds what spans lines, `judge.py` tells chance from words and placeholders.
A row is `(kind, keywords, pattern, bits)`: the pattern is compiled when one of the lower-case keywords is in
the text; bits is the least entropy per character of what is taken out, which is group 1 or the whole match.
"""
