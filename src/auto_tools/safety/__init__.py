"""What keeps a hostile repository, file or tool output from doing harm.

`paths.py` says what may be read, `files.py` reads it, `redact.py` takes secrets out (tables in `secrets/`),
`injection.py` makes text harmless (tables in `hostile/`), `fence.py` marks it as data, `sanitise.py` applies
them to a result, `trustfiles.py` finds what a repository asks to run, `trust.py` knows what of it the user
allowed.
"""
