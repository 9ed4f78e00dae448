"""Fisher's direction where features are nearly dependent: corrected by residuals of the points themselves, and its gap measured.

Source: Moler, J. ACM 14 (1967) 316 (iterative refinement).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Floats
from ...problem import Problem
from ...rounding import RANK
from .fisher_direction import Direction

WHITE = 1.5  # F'C_W F is near enough to the identity with its eigenvalues between 1/WHITE and WHITE


@dataclass(frozen=True, eq=False)
class CentredMoments:
    """``d = m+ - m-`` (m,) and the class-centred points (m, n).

    An outlier far away makes the mean large: the points are centred about their median first.
    """

    d: Floats
    columns: Floats

    @staticmethod
    def of(problem: Problem) -> CentredMoments:
        """From the mapped points themselves, before anything was subtracted from them."""
        # Differences of doubles to a double near them hold every digit; a sum of large numbers would round its last ones away.
        place = np.median(problem.columns, axis=1)[:, None]
        centred = []
        for columns in (problem.columns_plus, problem.columns_minus):
            points = columns - place
            mean = points.mean(axis=1)
            rest = points - mean[:, None]
            shift = rest.mean(axis=1)
            centred.append((mean + shift, rest - shift[:, None]))
        (plus, left), (minus, right) = centred
        return CentredMoments(plus - minus, np.concatenate([left, right], axis=1))

    def criterion(self, w: Floats) -> float:
        """J at ``w (m,)``: ``<w, d>^2 / <w, C_W w>``."""
        projected = w @ self.columns
        return float((w @ self.d) ** 2 / (projected @ projected))

    def residual(self, w: Floats) -> Floats:
        """``d - C_W w``."""
        residual: Floats = self.d - self.columns @ (w @ self.columns)
        return residual


def refine_direction(direction: Direction, problem: Problem) -> Direction:
    """The direction with its own rounding removed as far as a double can hold it, and the relative ``gap`` of J that is left.

    Polynomial features of points with an outlier are so nearly dependent that C_W^-1 in doubles has few digits.  Each step adds
    ``F F' (d - C_W w)`` with the residual of the points themselves and the factor ``F F' = C_W^-1`` of the singular value
    decomposition (iterative refinement; Golub and Van Loan, Matrix Computations, sec. 3.5.3): the error shrinks by the relative
    error of F each time.  What stays is the rounding of w itself to doubles, which ``gap`` measures; infinite when the steps do
    not settle.  A well-conditioned direction (no ``factor``) comes back as it is.
    """
    if direction.factor is None:
        return direction
    moments = CentredMoments.of(problem)
    F = _whitened_factor(direction.factor, moments)
    if F is None:
        return replace(direction, gap=np.inf)
    w, before, size = direction.w, np.inf, _length(F, moments.d)
    for _ in range(12):
        residual = moments.residual(w)
        length = _length(F, residual)
        # Written so that nan ends the loop, too.
        if not length < 0.5 * before:
            break
        w, before = w + F @ (F.T @ residual), length
        if length <= 1e-13 * size:
            break
    if not before <= 1e-6 * size:
        return replace(direction, gap=np.inf)
    # 2 d'w - w'C_W w is the maximum up to the square of what w still misses, which the factor measures.
    missing = WHITE * _length(F, moments.residual(w)) ** 2
    best, rounded = 2.0 * (w @ moments.d) - np.sum((w @ moments.columns) ** 2) + missing, w
    if not best > 0:
        return replace(direction, gap=np.inf)
    return replace(direction, w=rounded, J=float(best), gap=float(1.0 - moments.criterion(rounded) / best))


def _whitened_factor(F: Floats, moments: CentredMoments) -> Floats | None:
    """F corrected until ``F' C_W F`` is near the identity, or None where no doubles do that.

    A singular value below the rounding of the largest is whatever rounding made of it.  In the coordinates of a factor the columns
    are nearly independent, and what is left to correct keeps its digits.
    """
    for _ in range(4):
        columns = F.T @ moments.columns
        gram = columns @ columns.T
        if not np.isfinite(gram).all():
            return None
        values, vectors = np.linalg.eigh(gram)
        if values[0] > 1.0 / WHITE and values[-1] < WHITE:
            return F
        if not values[0] > RANK * values[-1]:
            return None
        F = F @ (vectors / np.sqrt(values))
    return None


def _length(F: Floats, residual: Floats) -> float:
    return float(np.linalg.norm(F.T @ residual))
