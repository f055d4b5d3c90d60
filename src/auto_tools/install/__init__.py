"""Into the machine and the clients, and out again.

environment  the virtual environment that `bin/*` run in
places       where each client keeps what we touch
scripts      the scripts that are generated
jsonplaces   JSON with the place of every value; jsonmerge: entries in and out of it
tomlmerge    tables in and out of TOML
insertion    a piece of text in a file, remembered
hookentries  our hook among others; codextrust: how Codex knows that it is trusted
plugin       the other way to install the hook
drafts       files that are about to change, written all or none
receipt      what was done, and the lock
put, take    what an installation and an uninstallation change; installer carries it out
survey       what a client knows about us; checks and examine: whether it works
"""
