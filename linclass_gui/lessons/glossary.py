"""The signs and words of the lessons, a sentence each (``assets/glossary.json``), for everything
that explains them in place.

``GLOSSARY`` has the signs in the mark-up of labels; a longer sign stands before its parts.
``SYMBOLS`` are the rows of the page of the notation, and explain the other letters of a formula.
"""

from __future__ import annotations

import json
import re
from functools import cache

from ..files.shipped import assets

_TEXTS = json.loads((assets() / "glossary.json").read_text(encoding="utf-8"))
GLOSSARY: dict[str, str] = _TEXTS["glossary"]
# Signs that mean a function where a bracket follows them.
WITH_BRACKET: dict[str, str] = _TEXTS["before a bracket"]
# Signs that mean another thing beside these words, in their formula or anywhere in their lesson.
SECOND_MEANINGS: list[tuple[str, str, str]] = _TEXTS["beside other words"]
SYMBOLS: list[tuple[str, str]] = _TEXTS["notation"]
FUNCTIONS = re.compile(r"\\?(?:argmax|argmin|exp|ln|log|max|min|tanh|sum|frac|sqrt)(?![A-Za-z])")
TAG, MARK_UP = re.compile(r"<[^>]*>"), re.compile(r"[\s$_^{}]")
SYMBOL = re.compile(r"(?<!_)(‖w‖|[A-Za-zΑ-Ωα-ω∇])(?:_(\{[^}]*\}|[^{\s]))?")


def meaning_of(sign: str, following: str, context: str) -> str:
    """The sentence of a sign of the glossary where these words follow it, in a text as HTML."""
    is_function = sign in WITH_BRACKET and following.startswith("(")
    if is_function:
        return WITH_BRACKET[sign]
    return _second_meaning(sign, TAG.sub("", context)) or GLOSSARY[sign]


def symbols_in(label: str, context: str = "") -> tuple[tuple[str, str], ...]:
    """The letters in the formulas of a label that are explained, in their order, each once as
    mark-up, with its meaning in the ``context`` of a text.
    """
    meanings, found_symbols = dict(_meanings()), dict[str, str]()
    for sign, words in WITH_BRACKET.items():
        if f"{sign.strip('$')}(" in label:
            meanings[sign.strip("$")] = words
    for name in (name for formula in label.split("$")[1::2] for name in _names(formula)):
        # a letter with an index that is not listed means what the letter means
        known_name = name if name in meanings else name.split("_")[0]
        if known_name in meanings:
            sign = f"${known_name}$"
            meaning = (
                _second_meaning(sign, label)
                or _second_meaning(sign, context)
                or meanings[known_name]
            )
            found_symbols.setdefault(sign, meaning)
    return tuple(found_symbols.items())


def _second_meaning(sign: str, context: str) -> str:
    """The other meaning that a sign has in a text, or nothing."""
    text = _without_markup(context)
    meanings = (
        meaning
        for letter, words, meaning in SECOND_MEANINGS
        if letter == sign and _without_markup(words) in text
    )
    return next(meanings, "")


def _without_markup(words: str) -> str:
    """Words without mark-up and spaces, in which a formula is found however it is set."""
    return MARK_UP.sub("", words)


def _names(formula: str) -> tuple[str, ...]:
    """The letters of a formula with their indices."""
    text = FUNCTIONS.sub(" ", formula)
    names = []
    for letter, index in SYMBOL.findall(text):
        sign = index.strip("{}")
        names.append(f"{letter}_{sign}" if sign else letter)
    return tuple(names)


@cache
def _meanings() -> dict[str, str]:
    """The meanings by the letters: of the glossary, else of the first row that is about the letter:
    with which a formula begins; the others in it stand in rows of their own.
    """
    meanings = {sign.strip("$"): words for sign, words in GLOSSARY.items() if "$" in sign}
    for sign, words in SYMBOLS:
        for formula in sign.split("$")[1::2]:
            for name in _names(formula)[:1]:
                meanings.setdefault(name, words)
    return meanings
