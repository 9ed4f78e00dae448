"""Where labels stand along their lines: near an end, beside the line, clear of points, other lines and other labels.

Positions are found in pixels, with a label taken for a row of discs: a disc against a segment, a point or another disc is one
distance, so that all candidates of all labels are judged in a few array operations.  The choice depends on the picture alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from solvers import Dataset, Floats
from solvers.arrays import Bools, Ints, locked

from .document import View
from .memo import memo

STEPS = 6  # candidates from each end of a line, half a label apart
DISCS = 7  # a label is as wide as this many discs
PIECES = 24  # a curve is judged by this many chords
CELL = 6.0  # px, of the raster that remembers where points are
GAP = 4.0  # px between a label and its own line
# What is worse than what: another label, another line, points, and standing further from the end of the line.
COST_LABEL, COST_LINE, COST_POINTS, COST_STEP, COST_SIDE = 40.0, 12.0, 2.0, 1.0, 0.5


@dataclass(frozen=True, eq=False)
class Place:
    """The centre of a label and the direction in which it runs, in data units."""

    at: tuple[float, float]
    along: tuple[float, float]


def text_width(text: str, size: float) -> float:
    """A generous estimate of the width of a label in the unit of ``size``: fonts are not known here."""
    return 0.56 * size * len(re.sub(r"[$_^{}]", "", text))


@dataclass(frozen=True, eq=False)
class Crowd:
    """Where the points are: a raster over the view, True where a disc of a label would touch one."""

    blocked: Bools

    def touches(self, centres: Floats) -> Bools:
        """Whether a disc at each of the centres (..., 2), in pixels from the lower left corner, lies on a point."""
        rows, columns = self.blocked.shape
        at = (centres / CELL).astype(np.int64)
        x, y = np.clip(at[..., 0], 0, columns - 1), np.clip(at[..., 1], 0, rows - 1)
        touched: Bools = self.blocked[y, x]
        return touched


@memo(4)
def crowd(dataset: Dataset, without: tuple[int, ...], view: View, pixel: float, reach: float) -> Crowd:
    """The raster of a data set without some rows; ``reach`` is the distance in pixels that counts as touching."""
    columns, rows = (int(extent / pixel / CELL) + 1 for extent in (view.width, view.height))
    at = np.floor((dataset.X - (view.x0, view.y0)) / (pixel * CELL))
    seen = (at[:, 0] >= 0) & (at[:, 0] < columns) & (at[:, 1] >= 0) & (at[:, 1] < rows)
    seen[list(without)] = False
    cells = (at[seen, 1] * columns + at[seen, 0]).astype(np.int64)
    counts = np.bincount(cells, minlength=rows * columns).reshape(rows, columns)
    return Crowd(_spread(counts, round(reach / CELL)))


def _spread(counts: Ints, by: int) -> Bools:
    """Whether any count is positive within ``by`` cells: a sliding sum along each axis, from cumulative sums."""
    for axis in (0, 1):
        width = [(by + 1, by) if axis == k else (0, 0) for k in (0, 1)]
        sums = np.cumsum(np.pad(counts, width), axis=axis)
        high, low = np.split(np.arange(sums.shape[axis]), [2 * by + 1])[1], np.arange(counts.shape[axis])
        counts = np.take(sums, high, axis=axis) - np.take(sums, low, axis=axis)
    result: Bools = counts > 0
    return result


def place(
    curves: tuple[Floats, ...],
    texts: tuple[str, ...],
    size: float,
    view: View,
    pixel: float,
    points: Crowd,
    taken: tuple[tuple[float, float, float, float], ...] = (),
) -> tuple[Place | None, ...]:
    """A place for each text along its curve (k, 2); curves beyond the texts are only obstacles.  None: no room in the view.

    The texts come in the order of their importance: a later label gives way to an earlier one.  ``taken`` are rectangles
    (x0, x1, y0, y1) in data units that are occupied.
    """
    origin = np.array([view.x0, view.y0])
    chains = [(curve - origin) / pixel for curve in curves]
    widths = [text_width(text, size) for text in texts]
    long_enough = [k for k, width in enumerate(widths) if _length(chains[k]) > 1.3 * width + 2.0 * GAP]
    result: list[Place | None] = [None] * len(texts)
    if not long_enough:
        return tuple(result)
    candidates = [_candidates(chains[k], widths[k], size) for k in long_enough]
    centres, tangents = (np.stack([c[part] for c in candidates]) for part in (0, 1))
    reach = 0.5 * np.array([widths[k] for k in long_enough])
    discs = centres[:, :, None] + (np.linspace(-1.0, 1.0, DISCS) * reach[:, None])[:, None, :, None] * tangents[:, :, None]
    cost = np.tile(_own_cost(), (len(long_enough), 1))
    cost += COST_POINTS * points.touches(discs).sum(axis=2)
    cost += COST_LINE * _crossings(discs, chains, long_enough, 0.6 * size)
    boxes = [np.array(box).reshape(2, 2) for box in taken]
    for box in boxes:
        low, high = ((box[:, side] - origin) / pixel for side in (0, 1))
        cost += COST_LABEL * ((discs > low) & (discs < high)).all(axis=3).any(axis=2)
    cost[~_inside(discs, view, pixel, size)] = np.inf
    for row, k in enumerate(long_enough):
        best = int(np.argmin(cost[row]))
        if not np.isfinite(cost[row, best]):
            continue
        at, along = origin + pixel * centres[row, best], tangents[row, best]
        result[k] = Place((float(at[0]), float(at[1])), (float(along[0]), float(along[1])))
        away = np.linalg.norm(discs[row + 1 :, :, :, None] - discs[row, best], axis=-1)
        cost[row + 1 :] += COST_LABEL * np.logical_or.reduce(away < 1.3 * size, axis=(2, 3))
    return tuple(result)


def _length(chain: Floats) -> float:
    return float(np.hypot(*np.diff(chain, axis=0).T).sum())


def _candidates(chain: Floats, width: float, size: float) -> tuple[Floats, Floats]:
    """Centres and directions (4 STEPS, 2) of the candidates: from both ends inwards, on both sides."""
    run = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(chain, axis=0).T))])
    from_end = np.minimum(0.5 * width + size + 0.5 * width * np.arange(STEPS), 0.5 * run[-1])
    s = np.concatenate([from_end, run[-1] - from_end])
    at, before, after = (_along(chain, run, s + shift) for shift in (0.0, -0.5 * width, 0.5 * width))
    tangent = (after - before) / np.maximum(np.hypot(*(after - before).T), 1e-9)[:, None]
    normal = np.column_stack([-tangent[:, 1], tangent[:, 0]])
    aside = (0.5 * size + GAP) * normal
    # Chords leave a curve: the label stands off its bulge.
    bulge = np.abs(((0.5 * (before + after) - at) * normal).sum(axis=1))[:, None] * normal
    sides = [at + sign * (aside + bulge) for sign in (1.0, -1.0)]
    return np.concatenate(sides), np.concatenate([tangent, tangent])


def _along(chain: Floats, run: Floats, s: Floats) -> Floats:
    return np.column_stack([np.interp(s, run, chain[:, k]) for k in (0, 1)])


@memo(1)
def _own_cost() -> Floats:
    """The cost of the candidates in themselves: far from an end, and on the lower side."""
    steps = np.tile(COST_STEP * np.arange(STEPS), 2)
    return locked(np.concatenate([steps, steps + COST_SIDE]))


def _crossings(discs: Floats, chains: list[Floats], labelled: list[int], clearance: float) -> Floats:
    """How many other lines come too near to each candidate (labels, candidates)."""
    total = np.zeros(discs.shape[:2])
    for owner, chain in enumerate(chains):
        pieces = chain if len(chain) <= PIECES else chain[np.linspace(0, len(chain) - 1, PIECES).astype(np.int64)]
        start, step = pieces[:-1], np.diff(pieces, axis=0)
        offset = discs[:, :, :, None] - start
        share = np.clip((offset * step).sum(axis=-1) / np.maximum((step * step).sum(axis=-1), 1e-12), 0.0, 1.0)
        away = offset - share[..., None] * step
        squared: Floats = (away * away).sum(axis=-1)
        near: Bools = np.logical_or.reduce(squared < clearance * clearance, axis=(2, 3))
        near[[row for row, k in enumerate(labelled) if k == owner]] = False
        total += near
    return total


def _inside(discs: Floats, view: View, pixel: float, size: float) -> Bools:
    """Whether a label lies in the view, clear of the tick labels at the left and the lower edge."""
    low, high = np.array([2.2, 1.8]) * size, np.array([view.width, view.height]) / pixel - 0.8 * size
    inside: Bools = np.logical_and.reduce((discs > low) & (discs < high), axis=(2, 3))
    return inside
