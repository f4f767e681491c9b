"""Whether an abstract is in a language that the engine reads."""

from __future__ import annotations

import re

from pipeline.engines.extractive.wordset import wordset

# Of each language only words that are frequent in it and are no words of English.
_ENGLISH = wordset(
    "the of and to that for with we this are by from which were is on it be our can these has have as in an"
)
_OTHERS = wordset("""
    der die das und ist von mit den ein eine einer wird werden auf für im zu dem sich nicht sind durch wir
    el los las del que una por para se como este esta más sus son entre sobre la de en y es
    os dos das uma com não ao foi são mais nos nas do da em
    les des une dans est pour qui par sur avec nous cette sont aux ces plus le et du
    il gli della che per con nel alla dei delle questo è di sono
    het van een dat op te voor zijn deze wordt bij och att som är för av på den det og til på
    yang dan dengan untuk dari pada dalam adalah ve bir bu için ile w na się jest oraz że của và là các
    """)
_LATIN_WORD = re.compile(r"[a-z\u00df-\u024f\u1e00-\u1eff]+")
_GLOSSED = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")

_FEWEST = 8
"""Fewer words tell no language."""
_SHARE_OF_GLOSSED = 0.2
"""One letter of these scripts says as much as several Latin ones."""
_SHARE_OF_LATIN = 0.5
_FREQUENT = 0.05
"""The share that those words have at least in any English prose."""


def modelled(text: str) -> bool:
    """Tell whether `text` is in a language that the engine reads: English, or by cue words Chinese and Japanese.

    A text too short to tell its language counts as read: False means that it is in another one.
    """
    letters = len(_LETTER.findall(text))
    if len(_GLOSSED.findall(text)) > _SHARE_OF_GLOSSED * letters:
        return True
    if letters >= _FEWEST and len(_LATIN.findall(text)) < _SHARE_OF_LATIN * letters:
        return False
    words = _LATIN_WORD.findall(text.lower())
    if len(words) < _FEWEST:
        return True
    english, other = (sum(word in known for word in words) for known in (_ENGLISH, _OTHERS))
    return english >= max(other, _FREQUENT * len(words))
