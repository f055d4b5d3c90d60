"""Words that say nothing about where to look: function words, and the furniture of issue templates."""

from __future__ import annotations

from auto_tools.index.words import stem

_FUNCTION_WORDS = """
a an the this that these those it its is are was were be been being am do does did done doing have has had
having i you he she we they me him her us them my your his our their mine yours who whom whose which what
when where why how if then else than so as at by for from in into of off on onto out over to up with without
within and or not no nor but because while until although though about above after again against all any
both each few more most other some such only own same too very can could should would will shall may might
must just now also there here get got gets getting let lets make makes made making want wants like need
needs seem seems still yet ever even much many way ways thing things something anything nothing everything
one two three first second please thanks thank hello hi dear ok okay yes im ive dont doesnt didnt isnt cant
wont wouldnt couldnt shouldnt however therefore thus hence since whether per via etc eg ie vs before during
between through instead rather actually really quite bit lot maybe perhaps probably possible possibly able
using used use uses think know see look looks looking find found try tried trying show shows shown say says
said go goes going come comes give gives
"""
_TEMPLATE_WORDS = """
description steps step reproduce reproduction reproducible expected actual behavior behaviour result results
version versions environment bug bugs report issue issues feature request summary details detail additional
context information info checklist screenshot screenshots logs output current currently problem solution
proposed question example examples minimal traceback recent call last file line error happen happens
happened code following platform system os linux macos windows ubuntu installed install latest release
master main running run python ticket fix fixed fixes work works working wrong correctly incorrect
incorrectly
"""


def _terms(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words.split())


STOP_TERMS = _terms(_FUNCTION_WORDS)
"""Terms that a query leaves out."""
TEMPLATE_TERMS = _terms(_TEMPLATE_WORDS)
"""Terms that a query counts little."""
