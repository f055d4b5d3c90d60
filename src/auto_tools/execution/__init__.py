"""Runs tool calls: `schedule.py` (concurrency, deadline), `lifecycle.py` (the one way of a call),
`hooks.py` (the user's before/after rules), `router.py` (routes and runs), `command.py` (processes),
`fake.py` (prepared results for tests).
"""
