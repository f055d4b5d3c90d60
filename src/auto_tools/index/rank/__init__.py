"""Ranks files and definitions for a prompt."""
