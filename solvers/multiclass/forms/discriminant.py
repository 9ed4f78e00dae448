"""Fisher's discriminant for K classes: K - 1 projections, and the nearest class mean among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...algorithms.domain import FEATURES
from ...arrays import Bools, Floats, locked
from ...methods.fisher import Fisher
from ...moments import ClassMoments, criterion_along
from ...result import Bounds, Outcome, Status
from ...rounding import NOTHING, RANK, WELL_CONDITIONED
from ..iterate import ManyIterate
from ..problem import ManyProblem
from .class_moments_drag import Answer, OfMoments

EQUAL_MEANS = (
    "All class means coincide: J = 0 in every direction, so Fisher's criterion names no direction."
)
UNBOUNDED_J = (
    "J = infinity: within the classes nothing varies along a direction (C_W is singular) while "
    "the class means differ, "
    "so J is unbounded."
)
ON_A_LINE = (
    "C_W is singular, but the class means differ only where it is not: the pseudo-inverse gives "
    "the shortest directions."
)
SOLVED = (
    "The {} largest solutions of C_B w = λ C_W w span the projection; every point belongs to the "
    "nearest class mean in it."
)


@dataclass(frozen=True, eq=False)
class Directions:
    """The solutions of ``C_B w = lambda C_W w``: ``vectors (r, m)`` with ``w' C_W w = 1``, lambdas
    falling.

    Those with an infinite lambda lie in the null space of C_W and have length 1.
    """

    vectors: Floats
    eigenvalues: Floats
    is_singular: bool


def directions(moments: ClassMoments) -> Directions:
    """All directions with a positive lambda, at most K - 1 and m of them.

    1. Scale the features to unit size and diagonalise C_W; a null direction along which the means
       differ has lambda infinite.
    2. Elsewhere whiten: the eigenvectors of ``C_W^-1/2 C_B C_W^-1/2``.
    """
    sizes = np.sqrt(moments.total.diagonal())
    constant = sizes <= np.sqrt(moments.n) * moments.noise
    sizes = np.where(constant, 1.0, sizes)
    # C_B is its square
    between = np.where(
        constant[:, None], 0.0, (moments.offsets / sizes).T * np.sqrt(moments.counts)
    )
    spreads, vectors, null = _within(moments, sizes, constant)
    basis = vectors[:, ~null] / spreads[~null]
    found, lambdas, kept = _principal(basis.T @ between)
    ways, values = (basis @ found).T[kept], lambdas[kept]
    if null.any():
        beyond, sizes_beyond, reach = _principal(vectors[:, null].T @ between)
        reach &= sizes_beyond > RANK * float((between**2).sum())
        outside = (vectors[:, null] @ beyond).T[reach]
        ways = np.concatenate([outside, ways])
        values = np.concatenate([np.full(len(outside), np.inf), values])
    r = min(len(ways), moments.K - 1)
    rows = ways[:r] / sizes
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    rows = np.where(np.isinf(values[:r, None]), rows / np.where(lengths > 0.0, lengths, 1.0), rows)
    # A feature that is constant leaves a null direction of its own, which says nothing about the
    # others.
    is_singular = int(np.count_nonzero(null)) > int(np.count_nonzero(constant)) or bool(null.all())
    return Directions(locked(rows), locked(values[:r].copy()), is_singular)


def _within(moments: ClassMoments, sizes: Floats, constant: Bools) -> tuple[Floats, Floats, Bools]:
    """The standard deviations (m,) times sqrt n along the principal directions (columns) within the
    classes, and which are none.

    By the scatter; where that is badly conditioned by the points themselves, which keep twice as
    many digits.
    """
    scatter = np.where(constant | constant[:, None], 0.0, moments.within / sizes / sizes[:, None])
    values, vectors = np.linalg.eigh(scatter)
    if values[0] > WELL_CONDITIONED * values[-1]:
        return np.sqrt(values), vectors, np.zeros(len(values), dtype=bool)
    scaled = np.where(constant[:, None], 0.0, moments.deviations / sizes[:, None])
    if not np.isfinite(scaled).all():
        return (
            np.sqrt(np.maximum(values, 0.0)),
            vectors,
            values <= NOTHING * max(1.0, float(values[-1])),
        )
    triangle: Floats = np.asarray(np.linalg.qr(scaled.T, mode="r"))
    vectors, spreads, _ = np.linalg.svd(triangle.T)
    spreads = np.append(spreads, np.zeros(len(vectors) - len(spreads)))
    noise = float((np.sqrt(moments.n) * moments.noise / sizes)[~constant].max(initial=0.0))
    return spreads, vectors, spreads <= max(RANK * max(1.0, float(spreads[0])), noise)


def _principal(A: Floats) -> tuple[Floats, Floats, Bools]:
    """The eigenvectors of ``A A'`` (columns), its eigenvalues, falling, and which of them are more
    than rounding.
    """
    left, singular, _ = np.linalg.svd(A, full_matrices=False)
    squares = singular**2
    return left, squares, squares > RANK * float(squares.max(initial=0.0))


@dataclass(frozen=True)
class ManyFisher(OfMoments):
    """``C_B w = lambda C_W w`` with ``C_B = sum n_k (m_k - m)(m_k - m)'`` and the unnormalised C_W;
    K - 1 projections, at most m.

    A point belongs to the nearest class mean in the projections, which have ``w' C_W w = 1``.  The
    offset rule ``prior`` adds ``ln(n_k/n) / n``: with all projections that is the boundary of
    ``GaussianGenerative(covariance="shared")``.  The other rules of two classes all stand for the
    nearest mean here: the cuts with the fewest training errors are no matter of one number.

    With two classes lambda is ``n+ n- / n`` times the J of :class:`Fisher`, whose numerator is the
    squared distance of the means.

    Source: Linear discriminants slides and Machine Learning notes, end of the section on Fisher's
        discriminant.
    """

    objective: ClassVar[str] = "max J(w) = \\frac{<w, C_B w>}{<w, C_W w>}"

    method: Fisher

    def answer(self, moments: ClassMoments, problem: ManyProblem | None = None) -> Answer:
        """The scores for these moments."""
        if not moments.offsets.any():
            return None, Outcome(
                Status.SINGULAR, EQUAL_MEANS, facts=(("eigenvalues", ()), ("J", 0.0))
            )
        found = directions(moments)
        values = tuple(found.eigenvalues.tolist())
        if not values:  # no feature varies by more than its rounding
            return None, Outcome(Status.SINGULAR, FEATURES, facts=(("eigenvalues", ()), ("J", 0.0)))
        facts = (("eigenvalues", values), ("directions", found.vectors), ("J", max(values)))
        A = found.vectors
        infinite = np.isinf(found.eigenvalues)
        if infinite.any():
            A = A[infinite]  # beside an infinite lambda no other projection counts
        iterate = self._nearest(A, moments)
        if infinite.any():
            return iterate, Outcome(Status.UNBOUNDED, UNBOUNDED_J, facts=facts)
        if found.is_singular:
            return iterate, Outcome(Status.SINGULAR, ON_A_LINE, facts=facts)
        return iterate, Outcome(Status.CONVERGED, SOLVED.format(len(A)), facts=facts)

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> Bounds:
        """The largest J in the space that the weights span, of the projected points themselves, and
        the largest lambda (maximised).

        The violation is the part of the sum of all lambdas that this space lacks.
        """
        assert iterate.W is not None
        moments = problem.moments
        found = directions(moments)
        if np.isinf(found.eigenvalues).any():
            return Bounds(np.inf, maximised=True, shortfall=np.inf)
        lengths = np.linalg.norm(found.vectors, axis=1)
        coefficients = (
            np.linalg.lstsq((found.vectors / lengths[:, None]).T, iterate.W.T, rcond=None)[0]
            / lengths[:, None]
        )
        spanned, sizes, _ = np.linalg.svd(coefficients, full_matrices=False)
        spanned = spanned[:, sizes > 1e-9 * sizes[0]]
        values, ways = np.linalg.eigh(spanned.T @ (found.eigenvalues[:, None] * spanned))
        between, within = criterion_along(ways[:, -1] @ spanned.T @ found.vectors, moments)
        J, best = float(np.float64(between) / within), float(found.eigenvalues[0])
        # A lambda below the J that is reached has lost as many digits as it is below.
        return Bounds(
            J,
            J + abs(best - J),
            max(0.0, 1.0 - float(values.sum() / found.eigenvalues.sum())),
            maximised=True,
        )

    def _nearest(self, A: Floats, moments: ClassMoments) -> ManyIterate:
        projected = moments.offsets @ A.T
        W = projected @ A
        f_centre = -0.5 * (projected**2).sum(axis=1) - W @ moments.mean
        if self.method.offset == "prior":
            f_centre += np.log(moments.counts / moments.n) / moments.n
        return ManyIterate.centred(W, moments.centre, f_centre)
