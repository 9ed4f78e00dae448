"""The normal densities of the Gaussian classifier in numbers: estimates, and the scores they give.

``f_k(x) = ln p_k N(x; m_k, S_k) = x'W_k x + <w_k, x> + w_k0`` up to what all classes share; of two
classes ``f = f_+ - f_-``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solvers import AnyFit, Floats, GaussianGenerative

from ...markup.mathtext import escape_label
from ...markup.numbers import significant
from ...scene.scene import Scene
from .block import NEEDS_POINTS, Matrix, Numbers, TableOfNumbers, exact_number, matrix
from .moments import signs

DIVISORS = ("$n_k$", "$n_k − 1$")  # of maximum likelihood, and of the unbiased estimate
WIDEST = 6  # features of a matrix that is shown
NEEDS_GAUSSIAN = "Switch on a Gaussian classifier to see its densities."
TOO_WIDE = f"Shown for up to {WIDEST} features."
NO_INVERSE = "A covariance has no inverse: see the method's own sentence."


@dataclass(frozen=True, eq=False)
class Estimates:
    """What a Gaussian classifier estimates: priors (K,), means (K, m) and covariances (K, m, m),
    and the ``divisors`` (K,) of their squares; of a shared covariance all K are the same.

    ``counts`` (K,) are the class sizes, ``signs`` the indices of the classes.
    """

    signs: tuple[str, ...]
    counts: Floats
    priors: Floats
    means: Floats
    covariances: Floats
    divisors: Floats


def estimates(method: GaussianGenerative, fit: AnyFit, signs: tuple[str, ...]) -> Estimates:
    """The estimates of a method from the points of its fit, none of whose classes is empty."""
    Phi, labels = fit.problem.Phi, fit.problem.labels
    groups = [Phi[labels == k] for k in range(len(signs))]
    counts = np.array([float(len(points)) for points in groups])
    means = np.array([points.mean(axis=0) for points in groups])
    squares = np.array(
        [(points - mean).T @ (points - mean) for points, mean in zip(groups, means, strict=True)]
    )
    is_unbiased, is_shared = method.estimate == "unbiased", method.covariance == "shared"
    if is_shared:
        squares = np.broadcast_to(squares.sum(axis=0), squares.shape)
        lost = len(groups) if is_unbiased else 0
        divisors = np.full(len(groups), max(counts.sum() - lost, 1.0))
    else:
        divisors = np.maximum(counts - (1.0 if is_unbiased else 0.0), 1.0)
    covariances = squares / divisors[:, None, None]
    if method.covariance == "diagonal":
        covariances = covariances * np.eye(Phi.shape[1])
    return Estimates(signs, counts, _priors(method, counts), means, covariances, divisors)


def _priors(method: GaussianGenerative, counts: Floats) -> Floats:
    """The priors of the classes, class - first of two."""
    if method.priors == "given":
        return np.array([1.0 - method.prior_plus, method.prior_plus])
    if method.priors == "equal":
        return np.full(len(counts), 1.0 / len(counts))
    shares: Floats = counts / counts.sum()
    return shares


@dataclass(frozen=True, eq=False)
class Discriminant:
    """``x'W x + <w, x> + w_0``; W is 0 of a shared covariance, where it is left out of f_k."""

    W: Floats
    w: Floats
    w_0: float


def discriminants(found: Estimates, *, is_shared: bool) -> tuple[Discriminant, ...]:
    """``W_k = -1/2 S_k^-1``, ``w_k = S_k^-1 m_k`` and ``w_k0 = ln p_k - 1/2 m_k' S_k^-1 m_k - 1/2
    ln |S_k|``; what a shared covariance adds to all of them is left out.
    """
    parts = []
    for prior, mean, covariance in zip(found.priors, found.means, found.covariances, strict=True):
        precision = np.linalg.inv(covariance)
        w = precision @ mean
        w_0 = float(np.log(prior) - 0.5 * mean @ w)
        if not is_shared:
            w_0 -= 0.5 * float(np.linalg.slogdet(covariance)[1])
        W = np.zeros_like(precision) if is_shared else -0.5 * precision
        parts.append(Discriminant(W, w, w_0))
    return tuple(parts)


def gaussian(scene: Scene) -> Numbers:
    """Priors, means and covariances of the Gaussian classifier, with their divisors named, and the
    score that they give.
    """
    found = _of_classifier(scene)
    if found is None:
        return Numbers(needs=NEEDS_GAUSSIAN)
    method, fit = found
    dataset = scene.document.dataset
    if not min(dataset.counts):
        return Numbers(needs=NEEDS_POINTS)
    if fit.problem.Phi.shape[1] > WIDEST:
        return Numbers(needs=TOO_WIDE)
    K = len(dataset.counts)
    # signs() names class + first, the arrays hold class - first
    indices = signs(dataset)[::-1] if K == 2 else tuple(str(k) for k in range(1, K + 1))
    estimated = estimates(method, fit, indices)
    table, covariances = _class_table(estimated, method, scene), _covariances(estimated, method)
    lines = _divisor_lines(estimated, method)
    if not has_inverses(estimated.covariances):
        return Numbers(covariances, (*lines, (NO_INVERSE, "")), table=table)
    matrices, offsets, formula = _scores(estimated, method)
    return Numbers((*covariances, *matrices), (*lines, *offsets), formula=formula, table=table)


def _of_classifier(scene: Scene) -> tuple[GaussianGenerative, AnyFit] | None:
    """The selected Gaussian classifier with its fit, else the first one that is switched on."""
    document = scene.document
    chosen = sorted(document.enabled_methods, key=lambda used: used.id != document.selected)
    for used in chosen:
        fit = scene.fits.get(used.id)
        if isinstance(used.method, GaussianGenerative) and fit is not None and fit.has_model:
            return used.method, fit
    return None


def has_inverses(covariances: Floats) -> bool:
    """Whether each covariance can be inverted in doubles, in units of its own deviations."""
    for covariance in covariances:
        sizes = np.sqrt(covariance.diagonal())
        if not sizes.all():
            return False
        if not np.linalg.cond(covariance / sizes / sizes[:, None]) < 1e12:
            return False
    return True


def _order(found: Estimates) -> Sequence[int]:
    """Of two classes the positive one first."""
    K = len(found.signs)
    return (1, 0) if K == 2 else range(K)


def _class_table(found: Estimates, method: GaussianGenerative, scene: Scene) -> TableOfNumbers:
    """Of each class its count, its prior and, of covariances of their own, the divisor of their
    squares with the factor that makes the other estimate of this one.
    """
    names, is_shared = scene.document.dataset.class_names, method.covariance == "shared"
    rows = []
    for k in _order(found):
        name = escape_label(names[k])
        sign = found.signs[k]
        own = (name if name.endswith(sign) else f"{sign}: {name}", f"{found.counts[k]:.0f}")
        prior = exact_number(float(found.priors[k]), 1.0)
        rows.append((*own, prior, *(() if is_shared else _divisor_and_factor(found, method, k))))
    head: tuple[str, ...] = ("class", "$n_k$", "$p_k$")
    if not is_shared:
        used, unused = DIVISORS[:: -1 if method.estimate == "unbiased" else 1]
        letter = _letter(method)
        head = (*head, f"${letter}_k$ divides by {used}", f"with {unused} times")
    return TableOfNumbers(head, tuple(rows))


def _letter(method: GaussianGenerative) -> str:
    return "D" if method.covariance == "diagonal" else "Σ"


def _divisor_and_factor(found: Estimates, method: GaussianGenerative, k: int) -> tuple[str, str]:
    divisor = float(found.divisors[k])
    other = found.counts[k] - (0.0 if method.estimate == "unbiased" else 1.0)
    return f"{divisor:.0f}", _factor(divisor, other)


def _factor(divisor: float, other: float) -> str:
    """A quotient of two divisors, a dash where one of them is 0."""
    return f"{divisor:.0f}/{other:.0f}" if other >= 1.0 else "–"


def _divisor_lines(found: Estimates, method: GaussianGenerative) -> tuple[tuple[str, str], ...]:
    """The divisor of a shared covariance, and the factor that makes the other estimate of it."""
    if method.covariance != "shared":
        return ()
    K, n, is_unbiased = len(found.signs), found.counts.sum(), method.estimate == "unbiased"
    names = ("$n$", f"$n − {K}$")
    used, unused = names[::-1] if is_unbiased else names
    factor = _factor(found.divisors[0], n - (0 if is_unbiased else K))
    return (
        ("$Σ$ divides by", f"{used} = {found.divisors[0]:.0f}"),
        (f"with {unused} it is", f"{factor} times this"),
    )


def _covariances(found: Estimates, method: GaussianGenerative) -> tuple[Matrix, ...]:
    order = _order(found)
    means = [matrix(f"m_{{{found.signs[k]}}}", found.means[k]) for k in order]
    if method.covariance == "shared":
        return (*means, matrix("Σ", found.covariances[0]))
    letter = _letter(method)
    each = [matrix(f"{letter}_{{{found.signs[k]}}}", found.covariances[k]) for k in order]
    return (*means, *each)


Scores = tuple[tuple[Matrix, ...], tuple[tuple[str, str], ...], str]


def _scores(found: Estimates, method: GaussianGenerative) -> Scores:
    """The matrices, offsets and formula of the scores."""
    is_shared = method.covariance == "shared"
    each = discriminants(found, is_shared=is_shared)
    if len(each) == 2:
        return _score_of_two(each[1], each[0], is_shared=is_shared)
    named = tuple(zip(found.signs, each, strict=True))
    squares = () if is_shared else tuple(matrix(f"W_{{{sign}}}", one.W) for sign, one in named)
    weights = tuple(matrix(f"w_{{{sign}}}", one.w) for sign, one in named)
    lines = tuple((f"$w_{{{sign}0}}$", significant(one.w_0, 5)) for sign, one in named)
    square = "" if is_shared else "x^T W_k x + "
    return (*squares, *weights), lines, f"$f_k(x) = {square}<w_k, x> + w_{{k0}}$"


def _score_of_two(plus: Discriminant, minus: Discriminant, *, is_shared: bool) -> Scores:
    w = matrix("w", plus.w - minus.w)
    lines = (("$w_0$", significant(plus.w_0 - minus.w_0, 5)),)
    if is_shared:
        return (w,), lines, "$f(x) = <w, x> + w_0$"
    W = matrix("W", plus.W - minus.W)
    return (W, w), lines, "$f(x) = x^T W x + <w, x> + w_0$"
