r"""Formulas as LaTeX: the mark-up of mathematics that the window shows, ready to be pasted between
dollar signs.

The mark-up is a small part of LaTeX with Unicode signs (``mathtext``), so one translation serves
objectives, scores and tables.
"""

from __future__ import annotations

import re

from solvers import AnyMethod, objective_of, parameters_of

from .mathtext import NAMES, SYMBOLS
from .numbers import MINUS, significant

SIGNS = {sign: "\\" + name for name, sign in SYMBOLS.items()} | {
    MINUS: "-",
    "‖": r"\|",
    "∑": r"\sum",
    "∏": r"\prod",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "→": r"\to",
    "–": r"\text{--}",
    "²": "^2",
    "°": r"^\circ",
}
# The names that LaTeX has.
FUNCTIONS = frozenset(
    {
        "arg",
        "cos",
        "det",
        "exp",
        "inf",
        "lim",
        "ln",
        "log",
        "max",
        "min",
        "sin",
        "sup",
        "tan",
        "tanh",
    }
)
_TOKEN = re.compile(
    r"\\[A-Za-z]+|\\.|[A-Za-z]+|[0-9]+(?:\.[0-9]+)?|√(?:\{|[0-9]+)?|\^T(?![A-Za-z])|\s+|.",
    re.DOTALL,
)
_INNER_PRODUCT = re.compile(r"<(?=\S)([^<>]*?\S)>")
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    MINUS: "$-$",
    "–": "--",
    "∞": r"$\infty$",
    "…": r"\dots{}",
    "’": "'",
} | {sign: "\\" + sign for sign in "&%$#_{}"}
_SPECIAL |= {sign: f"${name}$" for sign, name in SIGNS.items() if sign not in _SPECIAL}


def math_to_latex(markup: str) -> str:
    r"""Mathematics mark-up (what is between dollar signs) as LaTeX: ``λ ‖w‖^2`` is ``\lambda
    \|w\|^2``.
    """
    text, depth = "", 0
    for token in _TOKEN.findall(_INNER_PRODUCT.sub(r"⟨\1⟩", markup)):
        depth += (token in "([{⟨") - (token in ")]}⟩")
        new = _translate(token)
        if re.search(r"\\[A-Za-z]+$", text) and new[:1].isalpha():
            text += " "
        # The constraints of a minimum keep a space from its objective.
        text += r",\quad" if new == "," and depth == 0 else new
    return re.sub(r"\s+", " ", text).strip()


def _translate(token: str) -> str:
    if token in NAMES:
        return "\\" + token if token in FUNCTIONS else rf"\operatorname{{{token}}}"
    if token.startswith("√"):
        return (
            r"\sqrt{"
            if token == "√{"
            else rf"\sqrt{{{token[1:]}}}"
            if len(token) > 1
            else r"\sqrt "
        )
    if token == "^T":
        return r"^\top"
    return SIGNS.get(token, token)


def escape_latex(words: str) -> str:
    """Words as LaTeX text that shows them character by character."""
    return "".join(_SPECIAL.get(c, c) for c in words)


def label_to_latex(label: str) -> str:
    """A label (text with mathematics between dollar signs) as LaTeX text."""
    pieces = label.split("$")
    return "".join(
        f"${math_to_latex(p)}$" if k % 2 else escape_latex(p) for k, p in enumerate(pieces) if p
    )


def objective_latex(method: AnyMethod, classes: int = 2) -> str:
    r"""The objective of a method with so many classes, and the parameters in it with
    their values: ``\min ..., \quad C = 8``.
    """
    objective = objective_of(method, classes > 2)
    values = [
        f"{p.symbol} = {significant(float(getattr(method, p.name)), 6)}"
        for p in parameters_of(type(method))
        if p.kind == "float" and p.applies(method) and _stands_in(p.symbol, objective)
    ]
    return math_to_latex(", ".join([objective, *(_trim_zeros(v) for v in values)]))


def _stands_in(symbol: str, objective: str) -> bool:
    """Whether a formula names a parameter (``σ²`` is written ``σ^2`` there)."""
    name = re.escape(symbol.replace("²", "^2"))
    return re.search(rf"(?<![A-Za-z\\_]){name}(?![A-Za-z_])", objective) is not None


def _trim_zeros(text: str) -> str:
    """A number without meaningless zeros."""
    return re.sub(r"\.0+(?=\D|$)|(?<=\.)(\d*?)0+(?=\D|$)", r"\1", text)
