"""What text looks like that gives orders to a model, as tables by language, and where such text hides.

A row is `(kind, hints, pattern)`: the pattern is tried around each place where one of the lower-case hints
stands; text without hints costs substring searches alone. Patterns see lower-case text on one line.
"""
