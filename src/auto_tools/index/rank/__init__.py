"""Ranks files and definitions for a prompt.

sections    what an issue is about, and its template's furniture
query       a prompt as weighted terms, names, paths; stopwords, chinese: the words for it
signals     every signal for every file a query touches; imports: which files import statements mean
rank        the weighted sum of signals; symbols: the definitions of the best files
choose      which of them become findings
weights     the three tables
"""
