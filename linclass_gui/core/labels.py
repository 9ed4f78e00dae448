"""Where labels stand along their lines: near an end, beside the line, clear of points, other lines and other labels.

Positions are found in pixels, with a label taken for a row of discs: a disc against a segment, a point or another disc is one
distance, so that all candidates of all labels are judged in a few array operations.  The choice depends on the picture alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from solvers import Floats
from solvers.arrays import Bools, Ints, locked

from .crowd import Crowd
from .document import View
from .memo import memo

STEPS = 6  # candidates from each end of a line towards its middle, at most half a label apart
DISCS = 7  # a label is as wide as this many discs
PIECES = 24  # a curve is judged by this many chords
GAP = 4.0  # px between a label and its own line
# What is worse than what: another label, another line, points, and standing further from the end of the line.
COST_LABEL, COST_LINE, COST_POINTS, COST_STEP, COST_SIDE = 40.0, 12.0, 2.0, 1.0, 0.5


@dataclass(frozen=True, eq=False)
class Place:
    """The centre of a label and the direction in which it runs, in data units; ``clear``: it touches nothing there."""

    at: tuple[float, float]
    along: tuple[float, float]
    clear: bool = True


def text_width(text: str, size: float) -> float:
    """A generous estimate of the width of a label in the unit of ``size``: fonts are not known here."""
    return 0.56 * size * len(re.sub(r"[$_^{}]", "", text))


def place(
    curves: tuple[Floats, ...],
    texts: tuple[str, ...],
    size: float,
    view: View,
    pixel: float,
    points: Crowd,
    taken: tuple[tuple[float, float, float, float], ...] = (),
    framed: bool = False,
) -> tuple[Place | None, ...]:
    """A place for each text along its curve (k, 2); curves beyond the texts are only obstacles.  None: no room in the view.

    The texts come in the order of their importance: a later label gives way to an earlier one.  ``taken`` are rectangles
    (x0, x1, y0, y1) in data units that are occupied; ``framed``: tick labels stand outside the view.
    """
    origin = np.array([view.x0, view.y0])
    chains = [_simplified((curve - origin) / pixel) for curve in curves]
    widths = np.array([text_width(text, size) for text in texts])
    rows = np.flatnonzero([_length(chain) > 1.3 * width + 2.0 * GAP for chain, width in zip(chains, widths, strict=False)])
    result: list[Place | None] = [None] * len(texts)
    if len(rows) == 0:
        return tuple(result)
    centres, tangents = _candidates([chains[k] for k in rows], widths[rows], size)
    spread = np.linspace(-0.5, 0.5, DISCS) * widths[rows, None]
    discs = centres[:, :, None] + spread[:, None, :, None] * tangents[:, :, None]
    own = _own_cost()
    cost = own + COST_POINTS * points.touches(discs).sum(axis=2)
    cost += COST_LINE * _crossings(discs, chains, rows, 0.6 * size)
    x, y = discs[..., 0], discs[..., 1]
    for box in taken:
        left, right = ((edge - view.x0) / pixel for edge in box[:2])
        low, high = ((edge - view.y0) / pixel for edge in box[2:])
        cost += COST_LABEL * np.logical_or.reduce((x > left) & (x < right) & (y > low) & (y < high), axis=2)
    cost[~_inside(discs, view, pixel, size, framed)] = np.inf
    for row, k in enumerate(rows.tolist()):
        best = int(np.argmin(cost[row]))
        if not np.isfinite(cost[row, best]):
            continue
        at, along = origin + pixel * centres[row, best], tangents[row, best]
        clear = bool(cost[row, best] - own[best] < COST_POINTS)
        result[k] = Place((float(at[0]), float(at[1])), (float(along[0]), float(along[1])), clear)
        dx, dy = x[row + 1 :, :, :, None] - x[row, best], y[row + 1 :, :, :, None] - y[row, best]
        cost[row + 1 :] += COST_LABEL * np.logical_or.reduce(dx * dx + dy * dy < (1.3 * size) ** 2, axis=(2, 3))
    return tuple(result)


def _simplified(chain: Floats) -> Floats:
    """A curve as a few chords."""
    return chain if len(chain) <= PIECES else chain[np.linspace(0, len(chain) - 1, PIECES).astype(np.int64)]


def _length(chain: Floats) -> float:
    return float(np.hypot(*np.diff(chain, axis=0).T).sum())


def _candidates(chains: list[Floats], widths: Floats, size: float) -> tuple[Floats, Floats]:
    """Centres and directions (labels, 4 STEPS, 2) of the candidates: from both ends inwards, on both sides."""
    runs = [np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(chain, axis=0).T))]) for chain in chains]
    length, half = np.array([run[-1] for run in runs])[:, None], 0.5 * widths[:, None]
    first = np.minimum(half + size, 0.5 * length)
    from_end = first + np.minimum(half, (0.5 * length - first) / (STEPS - 1)) * np.arange(STEPS)
    s = np.concatenate([from_end, length - from_end], axis=1)
    s = np.stack([s, s - half, s + half])
    places = [_along(chain, run, s[:, k]) for k, (chain, run) in enumerate(zip(chains, runs, strict=True))]
    at, before, after = np.stack(places, axis=1)
    chord = after - before
    tangent = chord / np.maximum(np.hypot(chord[..., 0], chord[..., 1]), 1e-9)[..., None]
    normal = np.stack([-tangent[..., 1], tangent[..., 0]], axis=-1)
    # Chords leave a curve: the label stands off its bulge.
    bulge = np.abs(((0.5 * (before + after) - at) * normal).sum(axis=-1))[..., None]
    aside = (0.58 * size + GAP + bulge) * normal
    return np.concatenate([at + aside, at - aside], axis=1), np.concatenate([tangent, tangent], axis=1)


def _along(chain: Floats, run: Floats, s: Floats) -> Floats:
    """The points of a chain at the lengths ``s`` along it (any shape)."""
    if len(chain) == 2:
        straight: Floats = chain[0] + (s / run[-1])[..., None] * (chain[1] - chain[0])
        return straight
    return np.stack([np.interp(s, run, chain[:, k]) for k in (0, 1)], axis=-1)


@memo(1)
def _own_cost() -> Floats:
    """The cost of the candidates in themselves: far from an end, and on the lower side."""
    steps = np.tile(COST_STEP * np.arange(STEPS), 2)
    return locked(np.concatenate([steps, steps + COST_SIDE]))


def _crossings(discs: Floats, chains: list[Floats], labelled: Ints, clearance: float) -> Ints:
    """How many other lines come too near to each candidate (labels, candidates)."""
    start, step = np.concatenate([chain[:-1] for chain in chains]), np.concatenate([np.diff(chain, axis=0) for chain in chains])
    first = np.cumsum([0, *(len(chain) - 1 for chain in chains[:-1])])
    square = np.maximum((step * step).sum(axis=1), 1e-12)
    x, y = discs[..., None, 0] - start[:, 0], discs[..., None, 1] - start[:, 1]
    share = np.clip((x * step[:, 0] + y * step[:, 1]) / square, 0.0, 1.0)
    x -= share * step[:, 0]
    y -= share * step[:, 1]
    near = np.logical_or.reduce(x * x + y * y < clearance * clearance, axis=2)
    lines = np.logical_or.reduceat(near, first, axis=2)
    lines[np.arange(len(labelled)), :, labelled] = False
    count: Ints = lines.sum(axis=2)
    return count


def _inside(discs: Floats, view: View, pixel: float, size: float, framed: bool) -> Bools:
    """Whether a label lies in the view, clear of the tick labels at the left and the lower edge where they are inside."""
    low, high = np.array([0.8, 0.8] if framed else [2.2, 1.8]) * size, np.array([view.width, view.height]) / pixel - 0.8 * size
    inside: Bools = np.logical_and.reduce((discs > low) & (discs < high), axis=(2, 3))
    return inside
