"""The Gaussian generative classifier: a normal density for each class, and Bayes' rule.

An inverted covariance leaves few digits to scores that are differences of log-densities, so the
digits are counted.  A score is shown as one polynomial about a centre, whose terms may be much
larger than the score itself.  It is computed once more from the points whitened by the triangle of
their own decomposition, where neither squares nor large terms cancel; what that costs grows with
the condition of the triangle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from ..algorithms.domain import CAVEAT
from ..algorithms.moments.of_moments import ClosedForm, InOneStep
from ..algorithms.moments.threshold import PRIOR_RANGE, PRIORS, log_priors
from ..algorithms.multiclass.iterate import ManyIterate
from ..arrays import Floats
from ..losses import logistic_loss
from ..method import Method
from ..moments import MEAN_ROUNDING, UNFELT, ClassMoments, Moments
from ..parameters import Choice, Only, Symbol
from ..problem import MappedPoints, Problem
from ..result import Bounds, Iterate, Model, Outcome, Status
from ..rounding import EPS, LEAST_PART

AVERAGES = "The estimates are averages; Bayes' rule gives the boundary."
ONE_DENSITY = (
    "The score is the same everywhere: all classes have one density, so only the priors tell them "
    "apart."
)
NO_SPREAD = (
    "All points are at one place: no covariance can be estimated, and only the priors tell the "
    "classes apart."
)
WIDENED = (
    "The covariance {} is singular: the points are too few, or a feature does not vary or follows "
    "from the others. The variances were widened by a millionth of the whole spread."
)


@dataclass(frozen=True)
class GaussianGenerative(InOneStep, Method):
    """The log-odds ``f(x) = ln p+ N(x; m+, S+) - ln p- N(x; m-, S-)`` with estimated means,
    covariances and priors.

    ``shared``: one S for both classes, so the quadratic terms cancel: ``w = S^-1 (m+ - m-)``, ``b =
    -<w, m+ + m->/2 + ln(p+/p-)``, Fisher's direction in the scale of log-odds.  ``separate``: the
    boundary is a conic section, ``f(x) = x' (S-^-1 - S+^-1)/2 x + ...``.  ``diagonal``: separate
    and with independent features, the Gaussian naive Bayes.

    ``estimate``: maximum likelihood divides the scatter by n (by n_k), as the sources do;
    ``unbiased`` by n - 2 (n_k - 1). ``priors``: the class frequencies, 1/2 each, or ``prior_plus``
    for class +.  A larger prior enlarges the region of its class (the sign is misprinted in the
    Linear discriminants slides).

    Where it fails: classes that are not normal have another boundary than their fitted densities;
    singular covariances have no density: the variances are widened by a millionth of the whole
    spread, and the answer says so.
    The certificate's ``primal`` is the mean log-loss of the training points; it is not what the
    estimates minimise, so there is no gap.

    Source: Linear methods summary, sec. 1.1.1 and A.3 (continuous input, maximum likelihood);
        Welch, Biometrika 31
    (1939) 218.

    Example:
        >>> from solvers import GaussianGenerative, fit
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [-1, -1, 1, 1]
        >>> fit(GaussianGenerative(), X, y).predict([[6, 4]])
        array([1])
    """

    name: ClassVar[str] = "Gaussian classifier"
    label: ClassVar[str] = "Gaussian"
    summary: ClassVar[str] = (
        "A normal density for each class and Bayes' rule: linear with a shared covariance, else "
        "quadratic."
    )
    objective: ClassVar[str] = "f(x) = log p_+ N(x; m_+, S_+) − log p_− N(x; m_−, S_−)"
    measured: ClassVar[str] = "mean log-loss"
    has_probability: ClassVar[bool] = True

    covariance: Annotated[
        str,
        Choice(
            ("shared", "separate", "diagonal"),
            ("shared (linear)", "separate (quadratic)", "diagonal (naive Bayes)"),
        ),
    ] = "shared"
    priors: Annotated[str, PRIORS] = "empirical"
    prior_plus: Annotated[float, PRIOR_RANGE, Symbol("p_+"), Only("priors", ("given",))] = 0.5
    estimate: Annotated[
        str, Choice(("maximum-likelihood", "unbiased"), ("maximum likelihood", "unbiased"))
    ] = "maximum-likelihood"

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """The mean log-loss of the training points, and what rounding took from their scores."""
        moments, scores = problem.moments, (problem.y * margins)[problem.order]
        both = np.column_stack([scores, np.zeros(len(scores))])
        rounding = self.rounding(moments, both, largest_term(iterate, moments))
        return Bounds(float(logistic_loss(margins).mean()), rounding=rounding)

    def rounding(self, moments: ClassMoments, scores: Floats, largest: float) -> float:
        """The part of ``scores (n, K)``, in the order of the moments, that rounding took
        (:func:`lost_digits`); ``largest`` is the largest term of a score.
        """
        is_shared, is_diagonal = self.covariance == "shared", self.covariance == "diagonal"
        matrices = [moments.within] if is_shared else [one.scatter for one in moments.classes]
        if is_surely_exact(
            [np.diag(matrix.diagonal()) if is_diagonal else matrix for matrix in matrices], largest
        ):
            return 0.0
        if is_shared:
            deviations = [moments.deviations] * moments.K
            counts = [self.divisor(moments.n, moments.K)] * moments.K
        else:
            deviations = np.split(moments.deviations, moments.starts[1:-1], axis=1)
            counts = [self.divisor(one.n, 1) for one in moments.classes]
        parts = zip(deviations, moments.means, counts, strict=True)
        estimates = [Estimate(*part, is_diagonal) for part in parts]
        return lost_digits(moments, scores, estimates, self.log_priors(moments))

    def divisor(self, n: int, means: int) -> int:
        """What squares from so many ``means`` of n points are divided by, at least 1."""
        return max(n if self.estimate == "maximum-likelihood" else n - means, 1)

    def log_priors(self, moments: ClassMoments) -> Floats:
        """Up to a constant (K,)."""
        return log_priors(self.priors, self.prior_plus, moments.counts)

    def answer(self, problem: Problem) -> ClosedForm:
        """The closed form."""
        scores, outcome = self.class_scores(problem, ("class +", "class −"))
        return scores.difference(0, 1), outcome

    def class_scores(
        self, problem: MappedPoints, names: Sequence[str]
    ) -> tuple[ManyIterate, Outcome]:
        """``ln p_k N(x; m_k, S_k)`` of each class, up to a constant of the point.

        Where all have one precision matrix the quadratic terms cancel.
        """
        moments = problem.moments
        priors, centre = self.log_priors(moments), moments.centre
        if np.sqrt(np.trace(moments.total) / moments.n) <= np.linalg.norm(moments.noise):
            flat = ManyIterate.centred(np.zeros_like(moments.means), centre, priors)
            return flat, Outcome(Status.SINGULAR, NO_SPREAD)
        if self.covariance == "shared":
            # the density about 0, with the covariance that all classes share
            count, nowhere = self.divisor(moments.n, moments.K), np.zeros(len(centre))
            density, is_widened = self.density(
                moments, moments.within, count, nowhere, lambda: moments.deviations
            )
            widened = ["all classes together"] if is_widened else []
            return _straight(density.precision, moments, priors, widened)
        densities = [
            self.density_of(moments, one, columns)
            for one, columns in zip(moments.classes, moments.columns_of_classes, strict=True)
        ]
        precisions = np.array([density.precision for density, _ in densities])
        widened = [name for name, (_, is_wide) in zip(names, densities, strict=True) if is_wide]
        if are_alike(precisions, moments):
            return _straight(precisions.mean(axis=0), moments, priors, widened)
        slope = np.einsum("kij,kj->ki", precisions, moments.means)
        at_centre = priors + np.array([density.log_at_centre for density, _ in densities])
        scores = ManyIterate.curved(-0.5 * precisions, slope, centre, at_centre)
        return scores, _outcome(AVERAGES, widened)

    def density_of(
        self, moments: ClassMoments, one: Moments, columns: Floats
    ) -> tuple[Density, bool]:
        """The density of one class with the centred points ``columns (m, n_k)``, and whether its
        covariance had to be widened.
        """
        return self.density(
            moments,
            one.scatter,
            self.divisor(one.n, 1),
            one.mean,
            lambda: columns - one.mean[:, None],
        )

    def density(
        self,
        moments: ClassMoments,
        scatter: Floats,
        count: int,
        mean: Floats,
        deviations: Callable[[], Floats],
    ) -> tuple[Density, bool]:
        """The density with the covariance ``scatter / count`` of ``deviations (m, n)``, and whether
        that had to be widened.
        """
        covariance = scatter / count
        if self.covariance == "diagonal":
            covariance = np.diag(covariance.diagonal())
        widening = widening_of(covariance, moments.total.diagonal() / moments.n, moments.noise**2)
        density = Density.of(
            covariance if widening is None else covariance + np.diag(widening), mean
        )
        if density.is_thin:
            density = Density.of_points(deviations(), count, widening, mean)
        return density, widening is not None


def largest_term(iterate: Model, moments: ClassMoments) -> float:
    """A bound of the terms that a score of a point is the sum of: of two classes, or the largest of
    many.
    """
    slope, _, at_centre = iterate.about_centre
    largest: Floats = np.abs(slope) @ moments.reach + np.abs(at_centre)
    if iterate.quadratic is not None:
        largest = largest + (np.abs(iterate.quadratic) @ moments.reach) @ moments.reach
    return float(np.max(largest))


def widening_of(covariance: Floats, spread: Floats, noise: Floats) -> Floats | None:
    """The variances (m,) that a class without a density of its own gains; None for one that has a
    density.
    """
    floor, varies = noise + LEAST_PART * spread, spread > noise
    if not is_singular(covariance, floor):
        return None
    # A feature in which nothing at all varies tells nothing: any variance will do, as all classes
    # get the same, and where the others have a density they keep it.
    is_regular = varies.any() and not is_singular(covariance[varies][:, varies], floor[varies])
    return 1e-6 * np.where(varies, (not is_regular) * spread, spread.sum())


@dataclass(frozen=True, eq=False)
class Density:
    """A normal density about the centre: precision matrix (m, m) and the logarithm at the centre,
    without ``-(m/2) ln(2 pi)``.

    ``is_thin``: the points lie so near to a line that their scatter has lost the digits across it.
    """

    precision: Floats
    log_at_centre: float
    is_thin: bool = False

    @staticmethod
    def of(covariance: Floats, mean: Floats) -> Density:
        """The density with a covariance (m, m) that is not singular and a mean (m,) relative to the
        centre.
        """
        # Unit variances first: features of very different size would cost digits.
        sizes = np.sqrt(covariance.diagonal())
        correlation = covariance / sizes / sizes[:, None]
        precision = np.linalg.inv(correlation) / sizes / sizes[:, None]
        determinant = float(np.linalg.slogdet(correlation)[1])
        logarithm = determinant + 2.0 * float(np.log(sizes).sum())
        at_centre = -0.5 * (float(mean @ precision @ mean) + logarithm)
        return Density(0.5 * (precision + precision.T), at_centre, determinant < math.log(1e-6))

    @staticmethod
    def of_points(deviations: Floats, count: int, widening: Floats | None, mean: Floats) -> Density:
        """The same from the points themselves: ``D (m, n)`` from their mean, with the covariance
        ``D D'/count`` and the widening.

        With the triangle of D' = Q R no square is formed, and half of the digits that squares lose
        are kept.
        """
        rows = deviations.T / np.sqrt(count)
        if widening is not None:
            rows = np.concatenate([rows, np.diag(np.sqrt(widening))])
        sizes = np.sqrt((rows * rows).sum(axis=0))
        triangle: Floats = np.asarray(np.linalg.qr(rows / sizes, mode="r"))
        root = np.linalg.inv(triangle) / sizes[:, None]
        logarithm = 2.0 * float(np.log(np.abs(triangle.diagonal())).sum() + np.log(sizes).sum())
        along = mean @ root
        return Density(root @ root.T, -0.5 * (float(along @ along) + logarithm))


def are_alike(precisions: Sequence[Floats] | Floats, moments: ClassMoments) -> bool:
    """Whether precision matrices (m, m) differ by nothing but rounding, so that the boundaries
    between them are straight.

    In units of the spread, what rounds the scatters (coordinates, sums) comes into their inverses
    multiplied by these twice.
    """
    spread = np.sqrt(moments.total.diagonal() / moments.n)
    spread = np.where(spread > moments.noise, spread, 1.0)
    scaled = [precision * spread * spread[:, None] for precision in precisions]
    rounding = float(np.max((2.0 * moments.noise + MEAN_ROUNDING * moments.reach) / spread))
    size = max(float(np.linalg.norm(one)) for one in scaled)
    apart = float(np.ptp(scaled, axis=0).max())
    return apart <= min(rounding * size, UNFELT) * size


def _straight(
    precision: Floats, moments: ClassMoments, priors: Floats, widened: Sequence[str]
) -> tuple[ManyIterate, Outcome]:
    """The scores of classes with one precision matrix (m, m); ``widened`` names the covariance that
    had to be.
    """
    # About the mean of all points: what all scores have in common would change with the centre.
    apart = moments.offsets
    W = apart @ precision
    at_centre = priors - 0.5 * (W * apart).sum(axis=1) - W @ moments.mean
    outcome = _outcome(AVERAGES if W.any() else ONE_DENSITY, widened)
    return ManyIterate.centred(W, moments.centre, at_centre), outcome


def _outcome(words: str, widened: Sequence[str]) -> Outcome:
    """The sentence of the estimates; ``widened`` are the classes without a density of their own."""
    if widened:
        return Outcome(Status.SINGULAR, WIDENED.format(f"of {' and '.join(widened)}"))
    return Outcome(Status.CONVERGED, words, caveat=CAVEAT)


def is_singular(covariance: Floats, floor: Floats) -> bool:
    variances = covariance.diagonal()
    if np.any(variances <= floor):
        return True
    sizes = np.sqrt(variances)
    return bool(np.linalg.eigvalsh(covariance / sizes / sizes[:, None])[0] <= LEAST_PART)


# A score below this part of itself (or of 1) is rounding only in the last digits: no look at the
# points is needed.
SURE = 1e-8


@dataclass(frozen=True, eq=False)
class Estimate:
    """The data of an estimated density: centred ``deviations (m, k)`` from its ``mean (m,)``, and
    the divisor of their squares.
    """

    deviations: Floats
    mean: Floats
    count: int
    is_diagonal: bool


def is_surely_exact(matrices: Sequence[Floats], largest: float) -> bool:
    """Whether no score can have lost digits, from the covariances or scatters (m, m) and the
    largest term of a score.
    """
    sizes = [np.sqrt(matrix.diagonal()) for matrix in matrices]
    if not all((size > 0.0).all() for size in sizes):
        return False
    conditions = [
        np.linalg.cond(matrix / size / size[:, None])
        for matrix, size in zip(matrices, sizes, strict=True)
    ]
    return bool(MEAN_ROUNDING * max(conditions) * max(1.0, largest) <= SURE)


def lost_digits(
    moments: ClassMoments, scores: Floats, estimates: Sequence[Estimate], priors: Floats
) -> float:
    """The largest error of a difference of ``scores (n, K)``, in the order of the moments, as a
    part of 1 + the largest difference.

    The K estimates and the logarithms of the ``priors (K,)`` belong to the classes.  0 where a
    covariance has no inverse.
    """
    densities = [_log_density(moments.columns, estimate) for estimate in estimates]
    finite_densities = [pair for pair in densities if pair is not None]
    if len(finite_densities) < len(densities):
        return 0.0
    values = np.column_stack([value for value, _ in finite_densities]) + priors
    doubt = np.max([error for _, error in finite_densities], axis=0)
    differences, exact_differences = scores - scores[:, :1], values - values[:, :1]
    off = np.abs(differences - exact_differences).max(axis=1) + doubt
    return float(np.max(off / (1.0 + np.ptp(values, axis=1))))


def _log_density(columns: Floats, estimate: Estimate) -> tuple[Floats, Floats] | None:
    """The logarithm at centred points ``columns (m, n)``, without ``-(m/2) ln(2 pi)``, and how far
    it may be wrong.
    """
    rows = estimate.deviations.T / np.sqrt(estimate.count)
    sizes = np.sqrt((rows * rows).sum(axis=0))
    if not (sizes > 0.0).all() or len(rows) < len(columns):
        return None
    triangle = (
        np.eye(len(sizes))
        if estimate.is_diagonal
        else np.asarray(np.linalg.qr(rows / sizes, mode="r"))
    )
    condition = float(np.linalg.cond(triangle))
    if not condition < 1.0 / EPS:  # singular in doubles, however large the number that comes out
        return None
    white = np.linalg.solve(triangle.T, (columns - estimate.mean[:, None]) / sizes[:, None])
    squares = (white * white).sum(axis=0)
    logarithm = 2.0 * float(np.log(np.abs(triangle.diagonal())).sum() + np.log(sizes).sum())
    return -0.5 * (squares + logarithm), 4.0 * EPS * condition * squares
