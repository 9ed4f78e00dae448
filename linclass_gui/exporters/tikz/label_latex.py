"""Labels as LaTeX: from the tree of a label, so that mathematics stays mathematics in the
document.
"""

from __future__ import annotations

from itertools import groupby

from ...markup.formula import Fraction, Node, Root, Row, Run, Script, Space, Sum
from ...markup.latex import FUNCTIONS, SIGNS, escape_latex

# A command ends before the letters that follow it.
_COMMANDS = {
    sign: f"{command} " if command[-1].isalpha() else command for sign, command in SIGNS.items()
} | {
    "√": r"\surd ",
    "\u2009": r"\,",
    "\u00a0": "~",
}
_COMMANDS |= {sign: "\\" + sign for sign in "&%$#_{}"}
# Signs of running text that a font may lack.
_WORDS = {
    "\u00a0": "~",
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "„": r"\quotedblbase{}",
    "—": "---",
    "–": "--",
    "…": r"\dots{}",
}


def to_latex(row: Row) -> str:
    """A label as LaTeX text, its mathematics between dollar signs."""
    parts: list[str] = []
    for is_math, nodes in groupby(row, key=_is_math):
        words = "".join(_math(node) if is_math else _text(node) for node in nodes)
        parts.append(f"${words.strip()}$" if is_math and words.strip() else words)
    return "".join(parts)


def _is_math(node: Node) -> bool:
    return not isinstance(node, Space) and not (isinstance(node, Run) and node.face == "sans")


def _text(node: Node) -> str:
    if isinstance(node, Space):
        return r"\," if node.width < 0.25 else r"\ "
    assert isinstance(node, Run)
    return "".join(escape_latex(c) if c.isascii() else _odd(c) for c in node.text)


def _odd(sign: str) -> str:
    """A character that some fonts lack, as a command."""
    if sign in _WORDS:
        return _WORDS[sign]
    command = _COMMANDS.get(sign)
    return sign if command is None else f"${command.strip()}$"


def _math(node: Node) -> str:
    match node:
        case Run(text, face):
            return _letters(text, face)
        case Space():
            return r"\,"
        case Script(base, sub, sup):
            below, above = (
                (f"_{{{_row(sub)}}}" if sub else ""),
                (f"^{{{_row(sup)}}}" if sup else ""),
            )
            return f"{_row(base) or '{}'}{below}{above}"
        case Fraction(numerator, denominator):
            return rf"\frac{{{_row(numerator)}}}{{{_row(denominator)}}}"
        case Sum(symbol, below, above):
            return f"{_COMMANDS.get(symbol, symbol)}_{{{_row(below)}}}^{{{_row(above)}}}"
        case Root(radicand):
            return rf"\sqrt{{{_row(radicand)}}}"


def _row(row: Row) -> str:
    return "".join(_math(node) for node in row)


def _letters(text: str, face: str) -> str:
    """Characters in mathematics: variables as they are, names upright."""
    if face == "italic":
        return "".join(_COMMANDS.get(c, c) for c in text)
    parts = []
    for is_word, letters in groupby(text, key=lambda c: c.isascii() and c.isalpha()):
        run = "".join(letters)
        if not is_word:
            parts.append("".join(_COMMANDS.get(c, c) for c in run))
        else:
            parts.append(f"\\{run} " if run in FUNCTIONS else rf"\mathrm{{{run}}}")
    return "".join(parts)
