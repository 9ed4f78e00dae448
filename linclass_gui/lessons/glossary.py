"""The signs and words of the lessons, a sentence each, for everything that explains them in place.

``GLOSSARY`` has the signs in the mark-up of labels; a longer sign stands before its parts.
``SYMBOLS`` are the rows of the page of the notation, and explain the other letters of a formula.
"""

from __future__ import annotations

import re
from functools import cache

GLOSSARY: dict[str, str] = {
    "$C_W$": "the scatter within the classes, summed over both and not divided by n",
    "$S_W$": "the average of the covariances of both classes, weighted by nᵢ − 1: C_W/(n − 2)",
    "$p_i$": "the probability of class + at point i: 1/(1 + exp(−f(xᵢ)))",
    "$y_i$": "the class of point i as a number: +1 or −1",
    "$x_i$": "point i of the data set, the point of row i",
    "$m_+$": "the mean of the points of class +",
    "$m_−$": "the mean of the points of class −",
    "$α_i$": "the multiplier of point i: 0 unless the point holds the line",
    "$ξ_i$": "the slack of point i, max(0, 1 − yᵢf(xᵢ)): how much it lacks of the margin",
    "$α$": "the multipliers, one for each point: 0 unless the point holds the line",
    "$ξ$": "the slack of a point, max(0, 1 − y f(x)): how much it lacks of the margin",
    "$∇$": "the gradient: the direction in which a function rises fastest",
    "$H$": "the Hessian: the matrix of second derivatives, the curvature of the objective",
    "$λ$": "how strongly a penalty holds the weights down",
    "$C$": "the price of slack: large C lets few points into the margin",
    "$J$": "Fisher’s criterion: squared distance of the projected means over their scatter",
    "$φ$": "the features of a point; a line in their space is a curve in the plane",
    "$σ$": "the width of a Gaussian kernel: how far each point is felt",
    "$ρ$": "the margin: 1/‖w‖ where the nearest points have the scores 1 and −1",
    "$f$": "the score f(x) = ⟨w, x⟩ + b: class + where it is positive",
    "$w$": "the weights: perpendicular to the line, towards class +",
    "$b$": "the offset of the line: it shifts the line along w",
    "$n$": "how many points there are",
    "$z$": "a sample with the sign of its class: y (1, x), without an offset y x",
    "$γ$": "the room that the best weights of length 1 leave: the least score of a sample z",
    "slack": "how much a point lacks of the margin: max(0, 1 − y f(x)), never negative",
    "multiplier": "the weight of a point in w = ∑ αᵢ yᵢ xᵢ: 0 unless the point holds the line",
}

# Signs that mean a function where a bracket follows them.
WITH_BRACKET = {"$σ$": "the logistic function 1/(1 + exp(−t)): it makes a probability of a score"}
# Signs that mean another thing beside these words, in their formula or anywhere in their lesson.
SECOND_MEANINGS = (
    ("$x$", "one number $x$", "the number of a point: its place on the axis"),
    ("$x$", "bag of words", "a text: how often each of its words occurs"),
    ("$λ$", "C_B w", "an eigenvalue: how far the classes are apart along its direction w"),
    ("$b$", "Y a", "the targets: what each sample is asked to reach"),
    ("$z$", "x − z", "a second point, beside x"),
    ("$z$", "x^T z", "a second point, beside x"),
    ("$γ$", "tanh", "a parameter of the kernel"),
    ("$γ$", "2σ^2", "a parameter of the Gaussian kernel: large where it is narrow"),
    ("$p$", "labellings", "the share of all labellings that do as well as the real one"),
    ("$p$", "p(x |", "the density of a class at a point"),
)

SYMBOLS = (
    ("$x$, $x_i$", "a point of the plane, and the one of row $i$"),
    ("$x_1$, $x_2$", "the two coordinates of a point"),
    ("$y$, $y_i$", "the class of a point as a number, +1 or −1"),
    ("$w$", "the weights of a line; $w$ stands perpendicular to it, towards class +"),
    ("$b$", "the offset of a line; in $Y a = b$ what each sample is asked to reach"),
    ("$w_0$", "the offset of a line, as the slides call it"),
    (
        "$f(x) = ⟨w, x⟩ + b$",
        "the score of a point: class + where it is positive, class − elsewhere",
    ),
    ("$‖w‖$", "the length of $w$; the score rises by as much with every unit of distance"),
    ("$|f(x)|/‖w‖$", "the distance of a point from the line $f(x) = 0$"),
    ("$m_+$, $m_−$, $m_1$, $m_2$", "the means of the classes"),
    ("$n$, $n_+$, $n_−$", "how many points there are, and in each class"),
    (
        "$C_W$",
        (
            "the scatter within the classes, summed over both; it is not divided by the number of "
            "points"
        ),
    ),
    ("$C_B$", "the scatter between the classes: of their means"),
    ("$S_1$, $S_2$", "the covariances of the two classes"),
    ("$S_W$", "their average with the weights $n_i − 1$: $C_W/(n − 2)$"),
    (
        "$J(w)$",
        (
            "Fisher’s criterion: the squared distance of the projected means over the scatter of "
            "the projections"
        ),
    ),
    ("$J_p$, $J_q$, $J_r$", "the criteria of the perceptron and of its kin"),
    ("$ρ = 1/‖w‖$", "the margin of a line whose nearest points have the scores 1 and −1"),
    ("$ξ$, $ξ_i$", "the slack of a point, max(0, 1 − $y_i f(x_i)$): what it lacks of the margin"),
    ("$C$", "the price of slack of the soft margin"),
    ("$α_i$", "the multiplier of a point: 0 unless it holds the line; $w = ∑_i α_i y_i x_i$"),
    (
        "$λ$",
        "how strongly a penalty holds the weights down; where $C_B w = λ C_W w$, an eigenvalue",
    ),
    ("$φ(x)$", "the features of a point; a line in their space is a curve in the plane"),
    (
        "$σ$",
        "the logistic function $1/(1 + exp(−t))$ of a score; alone the width of a Gaussian kernel",
    ),
    ("$z = y (1, x)$", "a sample with the sign of its class; in a kernel a second point"),
    ("$t_i$", "the target of point $i$: what its probability or its score is asked to reach"),
    ("$z_i$", "the working target of point $i$ in a step of Newton’s method"),
    ("$a = (b, w)$", "offset and weights as one vector"),
    ("$Y$", "all samples as rows, each with the sign of its class"),
    ("$η$", "the rate: how far a correction goes"),
    ("$m$", "the margin that the perceptron asks for"),
    ("$R$", "the length of the longest sample"),
    ("$γ$", "the room that the best weights of length 1 leave; in a kernel its parameter"),
    ("$k(x, z) = ⟨φ(x), φ(z)⟩$", "a kernel: the scalar product of the features of two points"),
    ("$K$", "how many classes there are"),
    (
        "$p(x)$, $p(+ | x)$",
        "the probability of class + at a point; of logistic regression 1/(1 + exp(−$f(x)$))",
    ),
    ("$p(x | +)$", "the density of a class at a point"),
    ("$p_i$", "the probability of class + at point $i$: $σ(f(x_i))$"),
    ("$P$", "a probability; after the bar stands what is known"),
    ("$P a$", "what the penalty adds to a gradient: $2 λ w$, for $b$ only where it is penalised"),
    ("$p_+$, $p_−$", "the priors: how frequent the classes are before a point is seen"),
    ("$μ$, $Σ$", "the mean and the covariance of a population"),
    ("$θ$", "how often a word occurs in a class"),
    ("$∇$, $H$", "the gradient of the loss and the matrix of its second derivatives"),
)
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
