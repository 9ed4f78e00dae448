"""Parts of the view with curved boundaries: contours of the lead of each label on a grid.

The lead of a label is positive where it has the verdict and vanishes on the border of its part
(:mod:`leads`).  Its contour is right to a small fraction of a pixel where two labels meet.  Where
three labels meet, the corner of the parts lies inside a cell: the crossing of the two functions
that change their sign there is put into the outlines of all three.
"""

from __future__ import annotations

import numpy as np

from solvers import Floats, ManyFit
from solvers.arrays import Bools, locked
from solvers.plane.arrangement import Parts
from solvers.plane.geometry import clip_polygon

from ..document import View
from ..fits.decision import HUGE, closed_contours, grid_axes
from .leads import Verdict, verdict_of

GRID = 200  # columns: a cell is about 5 px wide, and crossings are interpolated


def curved_regions(many: ManyFit, view: View) -> Parts:
    """The parts of a view by contours."""
    verdict = verdict_of(many)
    xs, ys = grid_axes(view, GRID)
    values = verdict.grid(xs, ys)
    leads = np.nan_to_num(verdict.leads(values), nan=-1.0, posinf=HUGE, neginf=-HUGE)
    corners = junctions(verdict, values, leads, xs, ys)
    outlines: dict[int, tuple[Floats, ...]] = {}
    edges: list[Floats] = []
    for k, label in enumerate(verdict.labels):
        if not (leads[..., k] > 0.0).any():
            continue
        loops = [
            _with_corners(loop, corners, xs, ys) for loop in closed_contours(leads[..., k], xs, ys)
        ]
        clipped = tuple(
            locked(part) for loop in loops if len(part := clip_polygon(loop, view.box)) > 2
        )
        if clipped:
            outlines[label] = clipped
        edges += [piece for loop in loops for piece in _shared_borders(verdict, k, loop, view)]
    return Parts(outlines, tuple(locked(edge) for edge in edges))


def junctions(
    verdict: Verdict, values: Floats, leads: Floats, xs: Floats, ys: Floats
) -> dict[tuple[int, int], Floats]:
    """Where three labels meet, by the cell (row, column): the crossing of two functions that change
    their sign there.
    """
    best = leads.argmax(axis=-1)
    around = np.stack([best[:-1, :-1], best[:-1, 1:], best[1:, 1:], best[1:, :-1]])
    ordered = np.sort(around, axis=0)
    many = (np.diff(ordered, axis=0) != 0).sum(axis=0) >= 2
    found: dict[tuple[int, int], Floats] = {}
    for row, column in np.argwhere(many).tolist():
        cell = values[row : row + 2, column : column + 2].reshape(4, -1)
        labels = sorted(set(around[:, row, column].tolist()))
        place = _crossing(verdict.switches(cell, labels))
        if place is not None:
            found[row, column] = np.array(
                [
                    xs[column] + place[0] * (xs[column + 1] - xs[column]),
                    ys[row] + place[1] * (ys[row + 1] - ys[row]),
                ]
            )
    return found


def _crossing(functions: Floats) -> tuple[float, float] | None:
    """Where two functions vanish together in the unit cell, by the planes nearest to their values
    at its corners (4, 2).
    """
    if functions.shape[1] < 2:
        return None
    f00, f10, f01, f11 = functions[:, :2]
    slopes = np.array([0.5 * (f10 - f00 + f11 - f01), 0.5 * (f01 - f00 + f11 - f10)]).T
    middle = 0.25 * (f00 + f10 + f01 + f11)
    determinant = float(np.linalg.det(slopes))
    if not np.isfinite(slopes).all() or determinant == 0.0:
        return None
    u, v = (0.5 - np.linalg.solve(slopes, middle)).tolist()
    return (u, v) if 0.0 <= u <= 1.0 and 0.0 <= v <= 1.0 else None


def _with_corners(
    loop: Floats, corners: dict[tuple[int, int], Floats], xs: Floats, ys: Floats
) -> Floats:
    """An outline with the corners of the cells that it passes through."""
    if not corners:
        return loop
    middle = 0.5 * (loop[:-1] + loop[1:])
    columns, rows = np.searchsorted(xs, middle[:, 0]) - 1, np.searchsorted(ys, middle[:, 1]) - 1
    places = [
        (k, corners[cell])
        for k, cell in enumerate(zip(rows.tolist(), columns.tolist(), strict=True))
        if cell in corners
    ]
    if not places:
        return loop
    return np.insert(
        loop, [k + 1 for k, _ in places], np.array([place for _, place in places]), axis=0
    )


def _shared_borders(verdict: Verdict, k: int, loop: Floats, view: View) -> list[Floats]:
    """The pieces of an outline that are the border of a label further down the list: each border is
    drawn once.
    """
    middle = 0.5 * (loop[:-1] + loop[1:])
    inside = (
        (middle[:, 0] > view.x0)
        & (middle[:, 0] < view.x1)
        & (middle[:, 1] > view.y0)
        & (middle[:, 1] < view.y1)
    )
    leads = np.nan_to_num(verdict.leads(verdict.at(middle)), nan=-np.inf)
    leads[:, k] = -np.inf
    wanted: Bools = inside & (leads.argmax(axis=1) > k)
    return [part for part in _runs(loop, wanted) if len(part) > 1]


def _runs(loop: Floats, wanted: Bools) -> list[Floats]:
    """The stretches of a chain whose segments are wanted; a closed chain starts at a segment that
    is not.
    """
    if wanted.all():
        return [loop]
    if (loop[0] == loop[-1]).all():
        first = int(np.argmin(wanted))
        loop, wanted = np.concatenate([loop[first:-1], loop[: first + 1]]), np.roll(wanted, -first)
    ends = np.flatnonzero(np.diff(np.concatenate([[False], wanted, [False]]).astype(np.int8)))
    return [loop[start : stop + 1] for start, stop in zip(ends[::2], ends[1::2], strict=True)]
