"""Tests of what keeps hostile text and files from doing harm."""
