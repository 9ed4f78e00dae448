"""The notation of the lessons as the page of a site, and labels with mathematics as HTML."""

from __future__ import annotations

import re
from functools import cache
from html import escape

from ..lessons.glossary import GLOSSARY
from ..markup.mathtext import (
    FormulaSpace,
    Fraction,
    Node,
    Root,
    Row,
    Script,
    Sum,
    TextRun,
    parse,
)

SYMBOLS = (
    ("$x$, $x_i$", "a point of the plane, and the one of row $i$"),
    ("$y_i$", "its class as a number, +1 or −1"),
    (
        "$w$, $b$",
        "the weights and the offset of a line; $w$ stands perpendicular to it, towards class +",
    ),
    (
        "$f(x) = ⟨w, x⟩ + b$",
        "the score of a point: class + where it is positive, class − elsewhere",
    ),
    ("$|f(x)|/‖w‖$", "the distance of a point from the line $f(x) = 0$"),
    ("$m_+$, $m_−$", "the means of the classes"),
    ("$n$, $n_+$, $n_−$", "how many points there are, and in each class"),
    (
        "$C_W$",
        (
            "the scatter within the classes, summed over both; it is not divided by the number of "
            "points"
        ),
    ),
    (
        "$J(w)$",
        (
            "Fisher’s criterion: the squared distance of the projected means over the scatter of "
            "the "
            "projections"
        ),
    ),
    ("$ρ = 1/‖w‖$", "the margin of a line whose nearest points have the scores 1 and −1"),
    ("$ξ_i$", "the slack of a point, max(0, 1 − $y_i f(x_i)$): what it lacks of the margin"),
    ("$C$", "the price of slack of the soft margin"),
    ("$α_i$", "the multiplier of a point: 0 unless it holds the line; $w = ∑_i α_i y_i x_i$"),
    ("$λ$", "how strongly a penalty holds the weights down"),
    ("$φ(x)$", "the features of a point; a line in their space is a curve in the plane"),
    ("$k(x, z) = ⟨φ(x), φ(z)⟩$", "a kernel: the scalar product of the features of two points"),
    (
        "$p(x)$",
        "the probability of class + at a point; of logistic regression 1/(1 + exp(−$f(x)$))",
    ),
)


def notation_html() -> str:
    """The table of the letters."""
    rows = "".join(
        f'<tr><th scope="row">{html_of(sign)}</th><td>{html_of(words)}</td></tr>\n'
        for sign, words in SYMBOLS
    )
    return f'<table class="symbols">\n{rows}</table>\n'


def html_of(label: str) -> str:
    """A label as HTML; words of a user are always text."""
    return _row(parse(label))


def with_terms(words: str) -> str:
    """Words in HTML with an explanation under each sign and word of the glossary: hovered, tapped,
    and reached by keys where it comes first.
    """
    met: set[str] = set()

    def explained(match: re.Match[str]) -> str:
        sign = match[0]
        first = sign not in met
        met.add(sign)
        say = escape(GLOSSARY[_terms()[sign]])
        return (
            f'<span class="term" tabindex="{0 if first else -1}" role="note" '
            f'aria-description="{say}" data-say="{say}">{sign}</span>'
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


def _row(row: Row) -> str:
    return "".join(map(_node, row))


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
            return f"√({_row(radicand)})"
