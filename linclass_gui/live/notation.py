"""The notation of the lessons as the page of a site, and labels with mathematics as HTML."""

from __future__ import annotations

import re
from functools import cache
from html import escape

from ..lessons.glossary import GLOSSARY, SYMBOLS, meaning_of
from ..markup.mathtext import FormulaSpace, Fraction, Node, Root, Row, Script, Sum, TextRun, parse

SINGLE_SIGN = re.compile(r"\w+|<i>\w</i>")  # a number or a letter: a root over it needs no brackets
BRACKETS = re.compile("⟨[^⟩]{,40}⟩")  # of an inner product, which stands on one line


def notation_html() -> str:
    """The table of the letters."""
    rows = "".join(
        f'<tr><th scope="row">{html_of(sign)}</th><td>{html_of(words)}</td></tr>\n'
        for sign, words in SYMBOLS
    )
    return f'<table class="symbols">\n{rows}</table>\n'


def html_of(label: str) -> str:
    """A label as HTML; words of a user are always text."""
    return BRACKETS.sub(lambda inside: inside[0].replace(" ", "\u00a0"), _row(parse(label)))


def with_terms(words: str, context: str = "") -> str:
    """Words in HTML with an explanation under each sign and word of the glossary, as it is meant in
    the ``context`` of a lesson: hovered, tapped, and reached by keys where it comes first.
    """
    met_signs: set[str] = set()

    def explained(match: re.Match[str]) -> str:
        sign = match[0]
        first = sign not in met_signs
        met_signs.add(sign)
        name = escape(_terms()[sign].strip("$").replace("_", " "))
        around = context or match.string
        say = escape(meaning_of(_terms()[sign], match.string[match.end() :], around))
        return (
            f'<span class="term" tabindex="{0 if first else -1}" role="note" '
            f'aria-label="{name}" aria-description="{say}" data-say="{say}">{sign}</span>'
        )

    return _pattern().sub(explained, words)


@cache
def _terms() -> dict[str, str]:
    return {html_of(sign): sign for sign in GLOSSARY}


@cache
def _pattern() -> re.Pattern[str]:
    """A sign that has no index, or the one of the glossary; a word as a whole."""
    signs = (
        re.escape(sign) + r"(?!<su[bp]>)" if "<" in sign else rf"\b{re.escape(sign)}\b"
        for sign in sorted(_terms(), key=len, reverse=True)
    )
    return re.compile("|".join(signs))


_OPENING = ("(", "[", "|", "−")  # a thin space of a formula behind it would be a whole one here
_THIN = 0.2


def _row(row: Row) -> str:
    return "".join(
        "" if _is_behind_opening(before, node) else _node(node)
        for before, node in zip((None, *row), row, strict=False)
    )


def _is_behind_opening(before: Node | None, node: Node) -> bool:
    is_thin = isinstance(node, FormulaSpace) and node.width < _THIN
    return is_thin and isinstance(before, TextRun) and before.text.endswith(_OPENING)


def _node(node: Node) -> str:
    match node:
        case TextRun(text, face):
            return f"<i>{escape(text)}</i>" if face == "italic" else escape(text)
        case FormulaSpace(width):
            return " " if width > 0.1 else ""
        case Script(base, sub, sup):
            below, above = (
                f"<sub>{_row(sub)}</sub>" if sub else "",
                f"<sup>{_row(sup)}</sup>" if sup else "",
            )
            return f"{_row(base)}{below}{above}"
        case Fraction(numerator, denominator):
            return f"{_row(numerator)}/{_row(denominator)}"
        case Sum(symbol, below, above):
            return f"{escape(symbol)}<sub>{_row(below)}</sub><sup>{_row(above)}</sup>"
        case Root(radicand):
            words = _row(radicand)
            return f"√{words}" if SINGLE_SIGN.fullmatch(words) else f"√({words})"
