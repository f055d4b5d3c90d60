"""Auto Tools: sourced code context for a prompt, gathered before the model answers.

The stages, in the order data flows through them (each is a folder beside this file):

    adapters    client payload -> Request; Envelope -> client reply
    settings    env > config > user config > default, each value with its source
    intent      prompt -> signals -> intent
    plan        what will run, decided before anything runs
    execution   the one lifecycle of a tool call, under a deadline
    tools       one file per tool: arguments in, findings out
    index       what tools read about the repository
    safety      paths, redaction, injection, trust
    fusion      many results -> one answer
    envelope    Envelope -> JSON, and its published schema
    audit       what earlier prompts of a session were about, and which Codex session goes on
    install     into the clients and out again

`contract.py` holds the nouns, `pipeline.py` the verbs.
"""

__version__ = "0.1.0"
PRODUCT = f"auto-tools {__version__}"
"""How the product names itself in provenance."""
