"""What a fit says in the plane: its line where it has one, its score on a grid where it is curved,
its score at the points.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from solvers import Fit, Floats, GaussianKernel, Iterate, PointClass
from solvers.arrays import Ints, locked, locked_ints
from solvers.plane.geometry import clip_line, contour_segments
from solvers.result import MULTIPLIER_TOLERANCE, largest_multiplier, point_classes

from ..document import TrialLine, View, full_turn
from ..memo import memo
from .conic import Conic, conic_of
from .section import is_trace, on_plane, section_of

# columns of the grid for curved boundaries: a cell is about 5 px wide, and crossings are
# interpolated
GRID = 200
CANCELLED = 100.0  # products so much larger than the scores themselves cost two digits: no more
# Canvases are between a quarter and four times as high as wide; in units of another ratio the rows
# are those of a usual one.
MOST_LONG, UNEVEN = 4.0, 0.7
GRID_WORK = 4_000_000  # kernel values computed for one grid at the most
HUGE = 1e300  # a value this large means infinity


@dataclass(frozen=True, eq=False)
class PlaneLine:
    """The score ``f(x) = <normal, x - centre> + offset`` of a linear model, about a centre near the
    data.
    """

    normal: Floats
    offset: float
    centre: Floats

    def scores(self, X: Floats) -> Floats:
        """``f`` at the points X (n, 2)."""
        # One product: several times as fast as taking the centre off first, and this is done for
        # all points in every frame.
        shift = self.centre * self.normal
        f: Floats = X @ self.normal
        first, second = shift.tolist()
        f += self.offset - (first + second)
        largest = (
            max(float(np.maximum.reduce(f)), -float(np.minimum.reduce(f))) if len(f) else math.inf
        )
        if max(abs(first), abs(second)) > CANCELLED * largest:
            # Far from the origin the product loses the digits that tell the points apart.
            f = (X[:, 0] - self.centre[0]) * self.normal[0]
            f += (X[:, 1] - self.centre[1]) * self.normal[1]
            f += self.offset
        return f

    def segment(self, view: View, level: float = 0.0) -> Floats | None:
        """The part of the line ``f = level`` in the view (2, 2), with the positive side on its
        left.
        """
        return clip_line(self.normal, self.offset - level, view.box, self.centre)

    def foot(self, point: Floats, level: float = 0.0) -> Floats:
        """The foot of the perpendicular from a point on the line ``f = level``."""
        excess = float((point - self.centre) @ self.normal) + self.offset - level
        foot: Floats = point - excess / float(self.normal @ self.normal) * self.normal
        return foot

    @property
    def model(self) -> Iterate:
        """The same score as that of a fit."""
        return Iterate.centred(self.normal, self.centre, self.offset)

    @property
    def norm(self) -> float:
        """``||w||``."""
        return float(np.hypot(*self.normal))

    @property
    def degrees(self) -> float:
        """The angle of the normal in [0, 360)."""
        return full_turn(math.degrees(math.atan2(self.normal[1], self.normal[0])))


@memo
def plane_line(fit: Fit) -> PlaneLine | None:
    """The line of a fit, or None when it has none: no model, one that is curved in the plane, or
    one that leaves it.

    Equal lines are one object, so that a fit unchanged by a dragged point is not drawn again.
    """
    return None if is_trace(fit) else drawn_line(fit)


@memo
def drawn_line(fit: Fit) -> PlaneLine | None:
    """The same; for a fit to all columns, the line in which its boundary cuts the plane."""
    line = _line_of(fit)
    if line is None:
        return None
    (a, b), (x, y) = line.normal.tolist(), line.centre.tolist()
    return _known_line(a, b, line.offset, x, y)


@lru_cache(maxsize=256)
def _known_line(a: float, b: float, offset: float, x: float, y: float) -> PlaneLine:
    return PlaneLine(locked(np.array([a, b])), offset, locked(np.array([x, y])))


def _line_of(fit: Fit) -> PlaneLine | None:
    last, problem = fit.last, fit.problem
    if not fit.has_model or last.quadratic is not None or last.w is None:
        return None
    section = section_of(fit)
    if section is not None:
        at_centre = last.b if last.centre is None else last.f_centre
        W, offsets, centre = on_plane(last.w[None], np.array([at_centre]), last.centre, section)
        return PlaneLine(locked(W[0]), float(offsets[0]), locked(centre)) if W.any() else None
    if not problem.features.is_linear or len(last.w) != 2:
        return None
    if last.centre is None:
        return PlaneLine(last.w, last.b, locked(np.zeros(2)))
    return PlaneLine(last.w, last.f_centre, last.centre)


def unit_of(fit: Fit) -> float | None:
    """How much the score changes along a unit of length: |w| of a line of the plane or of all
    columns; None for curves.
    """
    if section_of(fit) is not None:
        return fit.norm or None
    line = plane_line(fit)
    return None if line is None else line.norm


@memo
def trial_line(trial: TrialLine) -> PlaneLine:
    """The trial line as a score: the signed distance."""
    return PlaneLine(trial.w, 0.0, locked(np.array(trial.pivot)))


@memo
def trial_segment(trial: TrialLine, view: View) -> Floats | None:
    """The part of the trial line in the view (2, 2)."""
    segment = trial_line(trial).segment(view)
    return None if segment is None else locked(segment)


@memo
def training_scores(fit: Fit) -> Floats:
    """The score at the training points (n,)."""
    line = plane_line(fit) if section_of(fit) is None else None
    return locked(
        fit.problem.training_scores(fit.last) if line is None else line.scores(fit.problem.X)
    )


@dataclass(frozen=True, eq=False)
class Support:
    """The support vectors of a margin method: rows, KKT classes, and multipliers (None while only
    the line is known).
    """

    rows: Ints
    classes: NDArray[np.int8]
    alpha: Floats | None

    def of(self, point_class: PointClass) -> Ints:
        """The rows of one KKT class."""
        # Twice as fast as a mask as index; a plain number, because numpy would inspect an enum six
        # times.
        rows: Ints = self.rows.take((self.classes == int(point_class)).nonzero()[0])
        return rows


@memo
def support(fit: Fit) -> Support | None:
    """The support vectors with their KKT classes, None for methods without margins.

    The classes are those of the certificate, computed for the rows with a multiplier only.  Before
    the optimum a point beyond the margin may have one, too, and one on the wrong side none: the
    points that have a class to show are told.  During a drag an answer may come without
    multipliers; the optimality conditions then give the same classes from the margins alone.
    """
    bound = fit.method.multiplier_bounds(fit.problem)
    if bound is None or not fit.has_model:
        return None
    f, y, alpha = training_scores(fit), fit.problem.y, fit.alpha
    if alpha is None:
        margins = y * f
        tolerance = 1e-9 * (1.0 + float(np.abs(margins).max()))
        rows = (margins <= 1.0 + tolerance).nonzero()[0]
        classes = np.where(margins[rows] >= 1.0 - tolerance, PointClass.FREE, PointClass.BOUND)
        classes[margins[rows] < 0.0] = PointClass.WRONG
        return Support(locked_ints(rows), classes.astype(np.int8), None)
    has_multiplier = alpha > MULTIPLIER_TOLERANCE * largest_multiplier(alpha, bound)
    is_hinge = fit.method.has_hinge_dual
    margins = y * f
    rows = (has_multiplier | (margins < 0.0) if is_hinge else has_multiplier).nonzero()[0]
    weights = alpha.take(rows)
    tops = bound if isinstance(bound, float) else bound.take(rows)
    classes = point_classes(margins.take(rows), weights, tops, is_hinge)
    if np.logical_or.reduce(classes == PointClass.BEYOND):
        rows, weights, classes = (
            values[classes != PointClass.BEYOND] for values in (rows, weights, classes)
        )
    return Support(locked_ints(rows), classes, locked(weights))


@dataclass(frozen=True, eq=False)
class ScoreGrid:
    """The score at ``(xs[j], ys[i])`` as ``values[i, j]``."""

    xs: Floats
    ys: Floats
    values: Floats


@memo
def score_grid(fit: Fit, view: View, columns: int = GRID) -> ScoreGrid:
    """The score of a fit on a grid over the view with square cells (fewer where the kernel is
    expensive).
    """
    work = columns * columns * _terms(fit)
    if work > GRID_WORK:
        columns = max(48, int(columns * (GRID_WORK / work) ** 0.5))
    xs, ys = grid_axes(view, columns)
    return ScoreGrid(xs, ys, grid_scores(fit, xs, ys))


def grid_axes(view: View, columns: int) -> tuple[Floats, Floats]:
    """The places of a grid over a view with square cells, across and upwards."""
    ratio = view.height / view.width
    rows = max(8, round(columns * (ratio if 1.0 / MOST_LONG <= ratio <= MOST_LONG else UNEVEN)))
    return np.linspace(view.x0, view.x1, columns), np.linspace(view.y0, view.y1, rows)


def _terms(fit: Fit) -> int:
    """How many kernel values one grid point costs (1 where the grid is a product of matrices)."""
    last = fit.last
    if (
        last.w is not None
        or last.expanded is not None
        or last.alpha is None
        or isinstance(fit.problem.kernel, GaussianKernel)
    ):
        return 1
    return int(np.count_nonzero(last.alpha))


def grid_scores(fit: Fit, xs: Floats, ys: Floats) -> Floats:
    """The score at the crossings of a grid (len(ys), len(xs))."""
    kernel, last, problem = fit.problem.kernel, fit.last, fit.problem
    if last.w is None and last.alpha is not None and isinstance(kernel, GaussianKernel):
        # exp(-|x - z|^2 / 2s^2) is a product over the coordinates, so the whole grid is one product
        # of two matrices.
        rows = np.flatnonzero(last.alpha)
        weights, Z = (last.alpha * problem.y)[rows], problem.X[rows]
        with np.errstate(over="ignore", under="ignore"):  # far apart is 0
            across, up = (
                np.exp(-((Z[:, k, None] - s) ** 2) / (2.0 * kernel.sigma**2))
                for k, s in ((0, xs), (1, ys))
            )
            scores: Floats = up.T @ (weights[:, None] * across) + last.b
        return scores
    return problem.scores(last, grid_points(xs, ys)).reshape(len(ys), len(xs))


def grid_points(xs: Floats, ys: Floats) -> Floats:
    """All crossings of a grid, row by row (len(ys) len(xs), 2)."""
    return np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])


@memo
def level_curves(fit: Fit, view: View, level: float = 0.0) -> tuple[Floats, ...]:
    """The curves ``f = level`` in the view, each as a chain of points (k, 2): one segment for a
    line.
    """
    line = drawn_line(fit)
    if line is not None:
        return _segments(line, view, level)
    conic = _conic(fit, view)
    pair = () if conic is None else conic.line_pair(level, view)
    if pair:
        return pair
    grid = score_grid(fit, view)
    return chains(contour_segments(grid.values, grid.xs, grid.ys, level))


@memo
def _segments(line: PlaneLine, view: View, level: float) -> tuple[Floats, ...]:
    segment = line.segment(view, level)
    return () if segment is None else (locked(segment),)


@memo
def _conic(fit: Fit, view: View) -> Conic | None:
    """The conic of a fit whose score is quadratic in the plane."""
    with np.errstate(all="ignore"):  # a view so large that scores overflow has no conic
        return conic_of(partial(fit.problem.scores, fit.last), view)


def closed_contours(values: Floats, xs: Floats, ys: Floats) -> tuple[Floats, ...]:
    """The curves around the places of a grid where a function is positive, as chains (k, 2)."""
    # One more row and column far outside the view, all on the other side, closes every curve; what
    # is interpolated on the way there lies outside, so that the corners of the view are not cut
    # off.
    F = np.pad(values, 1, mode="edge")
    low = -float(np.abs(values[np.abs(values) < HUGE]).max(initial=0.0)) - 1.0
    F[[0, -1], :], F[:, [0, -1]] = low, low
    wide_x, wide_y = (
        np.concatenate([axis[:1] - (axis[-1] - axis[0]), axis, axis[-1:] + (axis[-1] - axis[0])])
        for axis in (xs, ys)
    )
    return chains(contour_segments(F, wide_x, wide_y))


def chains(segments: Floats) -> tuple[Floats, ...]:
    """Directed segments (k, 2, 2) joined end to start into curves; closed ones return to their
    first point.
    """
    if len(segments) == 0:
        return ()
    starts, ends = (
        np.ascontiguousarray(segments[:, side]).view(np.complex128).ravel() for side in (0, 1)
    )
    order = np.argsort(starts)
    place = np.minimum(np.searchsorted(starts[order], ends), len(starts) - 1)
    # Cells that share an edge interpolate the crossing from the same numbers, so ends meet bit for
    # bit.
    following = np.where(starts[order][place] == ends, order[place], -1)
    is_head = np.ones(len(starts), dtype=np.bool_)
    is_head[following[following >= 0]] = False
    heads = np.flatnonzero(is_head).tolist()
    # Lists from here on: walking along an array number by number is slow.
    steps, fresh, curves = following.tolist(), [True] * len(starts), []
    for head in [*heads, *range(len(starts))]:
        path, at = [], head
        while at >= 0 and fresh[at]:
            fresh[at] = False
            path.append(at)
            at = steps[at]
        if path:
            curves.append(locked(np.concatenate([segments[path, 0], segments[path[-1:], 1]])))
    return tuple(curves)
