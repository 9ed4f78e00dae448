"""Labels with mathematics as HTML: letters in italics, scripts as scripts, everything else as
text.
"""

from __future__ import annotations

from html import escape

from ...markup.formula import Fraction, Node, Root, Row, Run, Script, Space, Sum
from ...markup.mathtext import parse


def html_of(label: str) -> str:
    """A label as HTML; words of a user are always text."""
    return _row(parse(label))


def _row(row: Row) -> str:
    return "".join(map(_node, row))


def _node(node: Node) -> str:
    match node:
        case Run(text, face):
            return f"<i>{escape(text)}</i>" if face == "italic" else escape(text)
        case Space(width):
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
