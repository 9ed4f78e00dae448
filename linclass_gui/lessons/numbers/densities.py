"""The normal densities of the Gaussian classifier in numbers: estimates, and the scores they give.

``f_k(x) = ln p_k N(x; m_k, S_k) = x'W_k x + <w_k, x> + w_k0`` up to what all classes share; of two
classes ``f = f_+ - f_-``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers import AnyFit, Floats, GaussianGenerative

from ...markup.mathtext import escape_label
from ...markup.numbers import significant
from ...scene.one_variable import are_lifted
from ...scene.scene import Scene
from .block import (
    NEEDS_POINTS,
    Matrix,
    NeedsError,
    Numbers,
    TableOfNumbers,
    exact_number,
    matrix,
    needed,
)
from .moments import signs, sizes

DIVISORS = ("$n_k$", "$n_k − 1$")  # of maximum likelihood, and of the unbiased estimate
WIDEST = 6  # features of a matrix that is shown
NEEDS_GAUSSIAN = "Switch on a Gaussian classifier to see its densities."
TOO_WIDE = f"Shown for up to {WIDEST} features."
NO_INVERSE = "A covariance has no inverse: see the method's own sentence."


@dataclass(frozen=True, eq=False)
class Estimates:
    """What a Gaussian classifier estimates: priors (K,), means (K, m) and covariances (K, m, m),
    and the ``divisors`` (K,) of their squares; of a shared covariance all K are the same.

    ``rows`` are the classes in the order shown, ``signs`` their indices, ``counts`` (K,) their
    sizes.
    """

    rows: tuple[int, ...]
    signs: tuple[str, ...]
    counts: Floats
    priors: Floats
    means: Floats
    covariances: Floats
    divisors: Floats


def estimates_of(
    method: GaussianGenerative, fit: AnyFit, rows: tuple[int, ...], signs: tuple[str, ...]
) -> Estimates:
    """The estimates of a method from the points of its fit, none of whose classes is empty."""
    Phi, labels = fit.problem.Phi, fit.problem.labels
    groups = [Phi[labels == k] for k in rows]
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
    priors = _priors(method, counts)
    return Estimates(rows, signs, counts, priors, means, covariances, divisors)


def _priors(method: GaussianGenerative, counts: Floats) -> Floats:
    """The priors of the classes, of two class + first."""
    if method.priors == "given":
        return np.array([method.prior_plus, 1.0 - method.prior_plus])
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


def discriminants_of(estimates: Estimates, *, is_shared: bool) -> tuple[Discriminant, ...]:
    """``W_k = -1/2 S_k^-1``, ``w_k = S_k^-1 m_k`` and ``w_k0 = ln p_k - 1/2 m_k' S_k^-1 m_k - 1/2
    ln |S_k|``; what a shared covariance adds to all of them is left out.
    """
    parts = []
    for prior, mean, covariance in zip(
        estimates.priors, estimates.means, estimates.covariances, strict=True
    ):
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
    method, fit = needed(_classifier(scene), NEEDS_GAUSSIAN)
    dataset = scene.document.dataset
    if not min(dataset.counts):
        raise NeedsError(NEEDS_POINTS)
    if fit.problem.Phi.shape[1] > WIDEST:
        raise NeedsError(TOO_WIDE)
    K = len(dataset.counts)
    rows, indices = tuple(range(K)), tuple(str(k + 1) for k in range(K))
    if scene.document.has_two_sides:
        rows, indices = (1, 0), signs(dataset)
    estimates = estimates_of(method, fit, rows, indices)
    table = _class_table(estimates, method, scene)
    covariances = _covariances(estimates, method, fit.problem.Phi)
    lines = (*_divisor_lines(estimates, method), *_parabola_lines(fit.problem.Phi, estimates))
    if not has_inverses(estimates.covariances):
        return Numbers(covariances, (*lines, (NO_INVERSE, "")), table=table)
    is_shared = method.covariance == "shared"
    discriminants = discriminants_of(estimates, is_shared=is_shared)
    is_pair = scene.document.has_two_sides
    score = _scores(estimates, discriminants, is_shared=is_shared, is_pair=is_pair)
    matrices, offsets = (*covariances, *score.matrices), (*lines, *score.lines)
    return Numbers(matrices, offsets, formula=score.formula, table=table)


def _parabola_lines(Phi: Floats, estimates: Estimates) -> tuple[tuple[str, str], ...]:
    """What the normals of the plane say of points (x, x^2): every mean lies above the parabola by
    the variance of x, and points of one x are expected to spread; none where they lie elsewhere.
    """
    if Phi.shape[1] != 2 or not are_lifted(Phi):
        return ()
    lines = [("$p$ off the parabola $(x, x^2)$", "0: no data; the normals assume some")]
    for sign, mean, S in zip(estimates.signs, estimates.means, estimates.covariances, strict=True):
        height = significant(float(mean[1] - mean[0] ** 2), 4)
        lines.append((f"$m_{{{sign}}}$, where its normal is densest", f"{height} above it"))
        rest = float(S[1, 1] - S[0, 1] ** 2 / S[0, 0]) if S[0, 0] > 0.0 else 0.0
        spread = significant(max(rest, 0.0) ** 0.5, 4)
        lines.append(("its deviation of $x^2$ at one $x$", f"{spread}, in truth 0"))
    return tuple(lines)


def _classifier(scene: Scene) -> tuple[GaussianGenerative, AnyFit] | None:
    """The selected Gaussian classifier with its fit, else the first one that is switched on."""
    document = scene.document
    methods = sorted(document.enabled_methods, key=lambda method: method.id != document.selected)
    for entry in methods:
        fit = scene.fits.get(entry.id)
        if isinstance(entry.method, GaussianGenerative) and fit is not None and fit.has_model:
            return entry.method, fit
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


def _class_table(estimates: Estimates, method: GaussianGenerative, scene: Scene) -> TableOfNumbers:
    """Of each class its count, its prior and, of covariances of their own, the divisor of their
    squares with the factor that makes the other estimate of this one.
    """
    names, is_shared = scene.document.dataset.class_names, method.covariance == "shared"
    rows = []
    for k, (row, sign) in enumerate(zip(estimates.rows, estimates.signs, strict=True)):
        name = escape_label(names[row])
        title = name if name.endswith(sign) else f"{sign}: {name}"
        count, prior = f"{estimates.counts[k]:.0f}", exact_number(float(estimates.priors[k]), 1.0)
        divisor = () if is_shared else _divisor_and_factor(estimates, method, k)
        rows.append((title, count, prior, *divisor))
    head: tuple[str, ...] = ("class", "$n_k$", "$p_k$")
    if not is_shared:
        divisor_name, other_name = DIVISORS[:: -1 if method.estimate == "unbiased" else 1]
        letter = _letter(method)
        head = (*head, f"${letter}_k$ divides by {divisor_name}", f"with {other_name} times")
    return TableOfNumbers(head, tuple(rows))


def _letter(method: GaussianGenerative) -> str:
    return "D" if method.covariance == "diagonal" else "Σ"


def _divisor_and_factor(
    estimates: Estimates, method: GaussianGenerative, k: int
) -> tuple[str, str]:
    divisor = float(estimates.divisors[k])
    other = estimates.counts[k] - (0.0 if method.estimate == "unbiased" else 1.0)
    return f"{divisor:.0f}", _factor(divisor, other)


def _factor(divisor: float, other: float) -> str:
    """A quotient of two divisors, a dash where one of them is 0."""
    return f"{divisor:.0f}/{other:.0f}" if other >= 1.0 else "–"


def _divisor_lines(estimates: Estimates, method: GaussianGenerative) -> tuple[tuple[str, str], ...]:
    """The divisor of a shared covariance, and the factor that makes the other estimate of it."""
    if method.covariance != "shared":
        return ()
    K, n, is_unbiased = len(estimates.signs), estimates.counts.sum(), method.estimate == "unbiased"
    names = ("$n$", f"$n − {K}$")
    divisor_name, other_name = names[::-1] if is_unbiased else names
    factor = _factor(estimates.divisors[0], n - (0 if is_unbiased else K))
    return (
        ("$Σ$ divides by", f"{divisor_name} = {estimates.divisors[0]:.0f}"),
        (f"with {other_name} it is", f"{factor} times this"),
    )


def _covariances(
    estimates: Estimates, method: GaussianGenerative, Phi: Floats
) -> tuple[Matrix, ...]:
    means = [
        matrix(f"m_{{{sign}}}", m, scale=sizes(Phi))
        for sign, m in zip(estimates.signs, estimates.means, strict=True)
    ]
    if method.covariance == "shared":
        return (*means, matrix("Σ", estimates.covariances[0]))
    letter = _letter(method)
    covariances = [
        matrix(f"{letter}_{{{sign}}}", covariance)
        for sign, covariance in zip(estimates.signs, estimates.covariances, strict=True)
    ]
    return (*means, *covariances)


def _scores(
    estimates: Estimates, discriminants: tuple[Discriminant, ...], *, is_shared: bool, is_pair: bool
) -> Numbers:
    """The matrices, offsets and formula of the score of each class; of two classes of the
    difference of theirs, which is the score.
    """
    scores = dict(zip(estimates.signs, discriminants, strict=True))
    if is_pair:
        plus, minus = discriminants
        scores = {"": Discriminant(plus.W - minus.W, plus.w - minus.w, plus.w_0 - minus.w_0)}
    index = {sign: f"_{{{sign}}}" if sign else "" for sign in scores}
    weights = () if is_shared else tuple(matrix(f"W{index[k]}", d.W) for k, d in scores.items())
    vectors = tuple(matrix(f"w{index[k]}", d.w) for k, d in scores.items())
    offsets = ((f"$w_{{{k}0}}$" if k else "$w_0$", exact_number(d.w_0)) for k, d in scores.items())
    name, square, rest = "f_k(x)", "x^T W_k x + ", "<w_k, x> + w_{k0}"
    if is_pair:
        name, square, rest = "f(x)", "x^T W x + ", "<w, x> + w_0"
    formula = f"${name} = {'' if is_shared else square}{rest}$"
    return Numbers((*weights, *vectors), tuple(offsets), formula=formula)
