"""The published JSON Schema of the envelope, and the command that generates it."""
