r"""Formulas as LaTeX: what the window shows in its mark-up of mathematics, ready to be pasted between dollar signs.

The mark-up is a small part of LaTeX with Unicode signs (``mathtext``), so one translation serves objectives, scores and tables.
"""

from __future__ import annotations

import math
import re

import numpy as np

from solvers import Fit, Floats, GaussianKernel, Kernel, LinearKernel, Method, PolynomialKernel, TanhKernel, parameters_of

from .decision import plane_line
from .formula import NAMES, SYMBOLS
from .readout import coefficient_decimals
from .ticks import MINUS, number, significant

_SIGNS = {sign: "\\" + name for name, sign in SYMBOLS.items()} | {
    MINUS: "-",
    "‖": r"\|",
    "∑": r"\sum",
    "∏": r"\prod",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "→": r"\to",
    "−": "-",
    "–": r"\text{--}",
    "²": "^2",
    "°": r"^\circ",
}
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[A-Za-z]+|[0-9]+(?:\.[0-9]+)?|√(?:\{|[0-9]+)?|\^T(?![A-Za-z])|\s+|.", re.DOTALL)
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
_SPECIAL |= {sign: f"${name}$" for sign, name in _SIGNS.items() if sign not in _SPECIAL}
_NOT_IN_LATEX = frozenset({"argmin", "argmax", "cov", "diag", "erf", "for", "if", "rank", "sign", "tr", "var"})
_LOOSE = re.compile(r"[+−]|(?<!^)-")  # a sum inside a feature needs brackets


def math_to_latex(markup: str) -> str:
    r"""Mathematics mark-up (what stands between dollar signs) as LaTeX: ``λ ‖w‖^2`` is ``\lambda \|w\|^2``."""
    text, depth = "", 0
    for token in _TOKEN.findall(_INNER_PRODUCT.sub(r"⟨\1⟩", markup)):
        depth += (token in "([{⟨") - (token in ")]}⟩")
        new = _translated(token)
        if re.search(r"\\[A-Za-z]+$", text) and new[:1].isalpha():
            text += " "
        # The constraints of a minimum stand off its objective.
        text += r",\quad" if new == "," and depth == 0 else new
    return re.sub(r"\s+", " ", text).strip()


def _translated(token: str) -> str:
    if token == "tanh":
        return r"\tanh"
    if token in NAMES:
        return (
            "\\" + token if token not in {"argmin", "argmax", "diag", "rank", "erf", "if", "for"} else rf"\operatorname{{{token}}}"
        )
    if token.startswith("√"):
        return r"\sqrt{" if token == "√{" else rf"\sqrt{{{token[1:]}}}" if len(token) > 1 else r"\sqrt "
    if token == "^T":
        return r"^\top"
    return _SIGNS.get(token, token)


def escaped(words: str) -> str:
    """Words as LaTeX text that shows them character by character."""
    return "".join(_SPECIAL.get(c, c) for c in words)


def label_to_latex(label: str) -> str:
    """A label (text with mathematics between dollar signs) as LaTeX text."""
    pieces = label.split("$")
    return "".join(f"${math_to_latex(p)}$" if k % 2 else escaped(p) for k, p in enumerate(pieces) if p)


def objective_latex(method: Method) -> str:
    r"""What a method optimises, and the parameters in it with their values: ``\min ..., \quad C = 8``."""
    values = [
        f"{p.symbol} = {significant(float(getattr(method, p.name)), 6)}"
        for p in parameters_of(type(method))
        if p.kind == "float" and p.applies(method) and _stands_in(p.symbol, method.objective)
    ]
    return math_to_latex(", ".join([method.objective, *(_trimmed(v) for v in values)]))


def _stands_in(symbol: str, objective: str) -> bool:
    """Whether a formula names a parameter (``σ²`` is written ``σ^2`` there)."""
    written = re.escape(symbol.replace("²", "^2"))
    return re.search(rf"(?<![A-Za-z\\_]){written}(?![A-Za-z_])", objective) is not None


def _trimmed(text: str) -> str:
    """A number without the zeros that say nothing."""
    return re.sub(r"\.0+(?=\D|$)|(?<=\.)(\d*?)0+(?=\D|$)", r"\1", text)


def score_latex(fit: Fit) -> str | None:
    """The score with its numbers as LaTeX, ``f(x) = 0.745 x_1 + 0.480 x_2 - 0.172``; None without a boundary."""
    formula = score_formula(fit)
    return None if formula is None else math_to_latex(formula)


def score_formula(fit: Fit) -> str | None:
    """The score with its numbers in the mark-up, None without a boundary.

    Coefficients carry one digit more than a score that is read off, and one more for every power of ten by which a feature of
    the training points exceeds ten: far from the origin the products are large and cancel.
    """
    if not fit.has_model:
        return None
    line, w, features = plane_line(fit), fit.w, fit.problem.X
    terms: tuple[str, ...] = ("x_1", "x_2")
    if w is not None:
        features, terms = fit.problem.Phi, fit.problem.features.terms
    elif line is not None:
        w = line.normal
    else:
        return _kernel_formula(fit)
    largest = float(np.abs(features).max(initial=1.0))
    if fit.last.quadratic is not None:
        largest *= largest
    decimals = coefficient_decimals(fit) + min(14, max(0, math.ceil(math.log10(largest) - 1.0)))
    linear = [_product(number(v, decimals), _bracketed(term)) for v, term in zip(w.tolist(), terms, strict=True)]
    return f"f(x) = {_sum([*_squares(fit.last.quadratic, terms, decimals), *linear, number(fit.b, decimals)])}"


def _squares(quadratic: Floats | None, terms: tuple[str, ...], decimals: int) -> list[str]:
    """The products of two features, each pair once, for the few scores that are quadratic in them."""
    if quadratic is None:
        return []
    parts = []
    for i, j in zip(*np.triu_indices(len(terms)), strict=True):
        value = float(quadratic[i, j] if i == j else quadratic[i, j] + quadratic[j, i])
        both = f"{_bracketed(terms[i], power=True)}^2" if i == j else f"{_bracketed(terms[i])} {_bracketed(terms[j])}"
        parts.append(_product(number(value, decimals), both))
    return parts


def _bracketed(term: str, *, power: bool = False) -> str:
    """A feature as a factor; one with a power of its own is bracketed before it is squared."""
    return f"({term})" if _LOOSE.search(term) or (power and ("^" in term or " " in term)) else term


def _product(value: str, term: str) -> str:
    """A number times a feature; a feature that begins with a number is set off by a dot, a factor of one is left out."""
    factor, _, rest = term.partition(" ")
    if rest and re.fullmatch(r"[0-9.e+-]+", factor):
        return f"{value} {rest}" if float(factor) == 1.0 else f"{value} · {_power_of_ten(factor)} {rest}"
    return f"{value} {term}"


def _power_of_ten(factor: str) -> str:
    return significant(float(factor), 6) if "e" in factor else factor


def _sum(parts: list[str]) -> str:
    """Terms with their signs: a minus of a term is the minus between it and the one before."""
    text = parts[0]
    for part in parts[1:]:
        text += f" {MINUS} {part[1:]}" if part.startswith(MINUS) else f" + {part}"
    return text


def _kernel_formula(fit: Fit) -> str | None:
    kernel, alpha = fit.problem.kernel, fit.alpha
    if kernel is None or alpha is None:
        return None
    expansion = r"\sum_{i ∈ S} α_i y_i " + kernel_formula(kernel)
    return f"f(x) = {_sum([expansion, number(fit.b, 3)])}, |S| = {np.count_nonzero(alpha)}"


def kernel_formula(kernel: Kernel) -> str:
    """A kernel with its numbers as a function of a support vector ``x_i`` and x, in the mark-up."""
    match kernel:
        case LinearKernel():
            return "x_i^T x"
        case PolynomialKernel(degree):
            return f"(x_i^T x + 1)^{{{degree}}}"
        case GaussianKernel(sigma):
            return rf"exp(−\frac{{‖x_i − x‖^2}}{{2 · {sigma:.6g}^2}})"
        case TanhKernel(beta, gamma):
            return f"tanh({_sum([f'{beta:.6g} x_i^T x', f'{gamma:.6g}'.replace('-', MINUS)])})"
    raise ValueError(f"no formula for the kernel {kernel.name}")
