"""Fisher's direction from the moments of the two classes, whatever the rank of their scatter.

Source: Hein, Machine Learning notes, sec. 4.2; Fisher, Ann. Eugenics 7 (1936) 179.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ...arrays import Floats
from ...moments import MEAN_ROUNDING, ClassMoments, criterion_along
from ...rounding import EPS, RANK

# The part of m+ - m- along a null direction counts as zero below this part of its length.
NULL_PART = 1e-9
# times the rounding, a scatter has digits enough; correlations of such a condition lose three of
# them
MEANINGFUL_RATIO = 1e3


@dataclass(frozen=True, eq=False)
class Direction:
    """Fisher's direction and what kind of answer it is.

    ``regular``: C_W is invertible.  ``unbounded``: w lies in the null space of C_W, J(w) is
    infinite.  ``pseudo-inverse``: C_W is singular but m+ - m- lies in its range.  ``undefined``:
    equal means, w = 0.  ``J`` is the maximum of Fisher's criterion. ``factor`` is F with ``F F' =
    C_W^-1`` for nearly dependent features, else None; ``gap`` is the part of J that w misses.
    """

    w: Floats
    J: float
    kind: Literal["regular", "unbounded", "pseudo-inverse", "undefined"]
    factor: Floats | None = None
    gap: float = 0.0


def fisher_direction(moments: ClassMoments) -> Direction:
    """The maximiser ``w = C_W^-1 (m+ - m-)`` of ``J(w) = <w, m+ - m->^2 / <w, C_W w>`` (Hein,
    Machine Learning notes, sec. 4.2).

    C_W is unnormalised, so the maximum is ``J = <m+ - m-, C_W^-1 (m+ - m-)>``.  A singular C_W
    gives the part of m+ - m- in its null space (J unbounded) or, when there is none, the
    pseudo-inverse.  The system of C_W is solved where its correlations are far from singular; else
    a singular value decomposition of the class-centred columns is, because polynomial features are
    so nearly dependent that C_W squares their condition number.
    """
    d = moments.difference
    if not any(d.tolist()):
        return Direction(np.zeros(len(d)), 0.0, "undefined")
    return _direction_by_scatter(moments) or _direction_by_svd(moments)


def _direction_by_scatter(moments: ClassMoments) -> Direction | None:
    """The solution of C_W w = m+ - m-, None where its scatter may have lost the digits that this
    takes.
    """
    scale = np.sqrt(moments.within.diagonal())
    if not (
        scale
        > MEANINGFUL_RATIO * np.sqrt(moments.n) * moments.noise
        + MEAN_ROUNDING * np.sqrt(moments.total.diagonal())
    ).all():
        return None
    correlations = moments.within / scale / scale[:, None]
    least = float(np.linalg.eigvalsh(correlations)[0])
    rounding = EPS * float(np.linalg.norm(moments.reach / scale)) * moments.n**0.5
    if least <= 1.0 / MEANINGFUL_RATIO or least <= (MEANINGFUL_RATIO * rounding) ** 2:
        return None
    d = moments.difference
    w = np.linalg.solve(correlations, d / scale) / scale
    return Direction(w, float(w @ d), "regular")


def _direction_by_svd(moments: ClassMoments) -> Direction:
    d, rows = moments.difference, moments.deviations.T
    # Unit columns: features of very different size would otherwise be taken for a dependence.
    scale = np.sqrt(moments.within.diagonal())
    # A feature that is constant in each class varies there by what rounding has left of its mean.
    constant = scale <= np.sqrt(moments.n) * moments.noise + MEAN_ROUNDING * np.sqrt(
        moments.total.diagonal()
    )
    scale = np.where(constant, 1.0, scale)
    rows = np.where(constant, 0.0, rows / scale)
    triangle = np.linalg.qr(rows, mode="r") if len(rows) > rows.shape[1] else rows
    _, singular, basis = np.linalg.svd(triangle)
    is_used = np.zeros(len(d), dtype=bool)
    if singular[0] > 0.0:
        # Centring about an outlier far away costs the other rows digits: such a rounding is no
        # scatter either.
        rounding = EPS * float(np.linalg.norm(moments.reach / scale)) * moments.n**0.5
        is_used[: len(singular)] = singular > max(RANK * singular[0], rounding)
    # In the units of the others: what rounding leaves of a constant feature in a direction must not
    # outweigh them.
    units = np.where(constant, scale[~constant].max(initial=0.0) or 1.0, scale)
    null = basis[~is_used].T / units[:, None]
    if null.shape[1]:
        null, _ = np.linalg.qr(null)
        # Whether the means differ there is asked in the units of the columns: a large feature must
        # not outweigh a small one.
        across = float(np.linalg.norm(basis[~is_used] @ (d / scale)))
        if across > NULL_PART * float(np.linalg.norm(d / scale)) + 2.0 * float(
            np.linalg.norm(moments.noise / scale)
        ):
            return Direction(null @ (null.T @ d), np.inf, "unbounded")
    coordinates = basis[is_used] @ (d / scale) / singular[is_used[: len(singular)]]
    w = (basis[is_used].T @ (coordinates / singular[is_used[: len(singular)]])) / units
    if null.shape[1]:
        w -= null @ (null.T @ w)  # the solution of smallest norm in data units
    J = float(coordinates @ coordinates)
    if null.shape[1]:
        return Direction(w, J, "pseudo-inverse")
    nearly = bool(singular[-1] < 1e-2 * singular[0])
    return Direction(w, J, "regular", (basis.T / singular) / scale[:, None] if nearly else None)


def measure_gap(direction: Direction, moments: ClassMoments) -> Direction:
    """The direction with the relative ``gap`` of J that its rounding to doubles leaves, where
    features are nearly dependent.

    ``2 d'w - w'C_W w`` is the maximum of J less ``r'C_W^-1 r`` for the residual ``r = d - C_W w``
    of the points themselves, which the factor ``F F' = C_W^-1`` measures.
    """
    if direction.factor is None:
        return direction
    w, d, columns = direction.w, moments.difference, moments.deviations
    projected = w @ columns
    missing_length = float(np.linalg.norm(direction.factor.T @ (d - columns @ projected)))
    missing = 1.5 * missing_length**2  # the eigenvalues of F'C_W F are below 1.5
    best = 2.0 * float(w @ d) - float(projected @ projected) + missing
    return replace(
        direction, J=best, gap=abs(1.0 - J_along(w, moments) / best) if best > 0.0 else np.inf
    )


def J_along(w: Floats, moments: ClassMoments) -> float:
    """J at ``w (m,)``, from the projected points themselves; infinite where these do not vary
    within the classes.
    """
    between, within = criterion_along(w, moments)
    return (
        between * moments.n / (moments.plus.n * moments.minus.n) / within
        if within > 0.0
        else np.inf
    )
