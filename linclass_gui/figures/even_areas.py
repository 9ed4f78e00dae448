"""A picture of a few even parts as areas: a shading between sampled colours would blur and bend the
lines where it jumps.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from solvers import Floats
from solvers.arrays import Ints

FINEST = 100  # columns from which on the edges of parts can be told from a slope
MOST_COLOURS = 64  # colours
EVEN = 0.6  # of the cells lie inside a part
BETWEEN = 5  # cells that a blurred edge, or a corner of many parts, is wide to either side
NEAR = 0.9  # cells by which an edge may leave the stairs that it replaces
LIGHT = np.array([0.299, 0.587, 0.114])

Step = tuple[str, list[Floats]]


def steps_of(rgb: NDArray[np.uint8]) -> list[Step] | None:
    """Colours with the outlines (k, 2) of the cells that they and all later ones cover, as (column,
    row); None for other pictures.

    The first one covers all; each is painted over those before it, so that no seams are between
    them.
    """
    if rgb.shape[1] < FINEST:
        return None
    codes = rgb.astype(np.int64) @ np.array([65536, 256, 1])
    colours, parts = _parts(codes)
    if colours is None or parts is None:
        return None
    return [(f"#{code:06X}", outlines(parts >= k)) for k, code in enumerate(colours.tolist())]


def _parts(codes: Ints) -> tuple[Ints | None, Ints | None]:
    """The colours of the parts, from dark to light, and the part of each cell."""
    inner = codes[1:-1, 1:-1]
    neighbours = (codes[:-2, 1:-1], codes[2:, 1:-1], codes[1:-1, :-2], codes[1:-1, 2:])
    is_even = np.logical_and.reduce([inner == other for other in neighbours])
    colours = np.unique(inner[is_even])
    if is_even.mean() < EVEN or not 1 < len(colours) <= MOST_COLOURS:
        return None, None
    order = np.argsort(np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1) @ LIGHT)
    rank = np.argsort(order)  # of each colour, from dark to light
    parts = np.full(codes.shape, -1)
    parts[1:-1, 1:-1] = np.where(
        is_even, rank[np.minimum(np.searchsorted(colours, inner), len(colours) - 1)], -1
    )
    for _ in range(BETWEEN):
        parts = _grow_parts(parts)
    return (colours[order], parts) if (parts >= 0).all() else (None, None)


def _grow_parts(parts: Ints) -> Ints:
    """Cells without a part take that of a neighbour."""
    around = np.pad(parts, 1, constant_values=-1)
    for other in (around[:-2, 1:-1], around[2:, 1:-1], around[1:-1, :-2], around[1:-1, 2:]):
        parts = np.where(parts < 0, other, parts)
    return parts


def outlines(mask: NDArray[np.bool_]) -> list[Floats]:
    """The outlines of the cells of a mask, holes as outlines of their own, with straight lines for
    stairs.
    """
    return [ring for ring in (_simplify_ring(ring) for ring in _rings(mask)) if len(ring) > 2]


def _rings(mask: NDArray[np.bool_]) -> Iterator[Floats]:
    """Closed ways along the edges of the cells, the mask at the right hand."""
    inside = np.pad(mask, 1)
    across, up = inside[1:, 1:-1] != inside[:-1, 1:-1], inside[1:-1, 1:] != inside[1:-1, :-1]
    ways: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for r, c in np.argwhere(across).tolist():
        begin, end = ((c, r), (c + 1, r)) if inside[r + 1, c + 1] else ((c + 1, r), (c, r))
        ways.setdefault(begin, []).append(end)
    for r, c in np.argwhere(up).tolist():
        begin, end = ((c, r + 1), (c, r)) if inside[r + 1, c + 1] else ((c, r), (c, r + 1))
        ways.setdefault(begin, []).append(end)
    while ways:
        start = corner = next(iter(ways))
        ring = []
        while corner in ways:
            ring.append(corner)
            ends = ways[corner]
            next_corner = ends.pop()
            if not ends:
                del ways[corner]
            corner = next_corner
            if corner == start:
                break
        yield np.array(ring, dtype=np.float64)


def _simplify_ring(ring: Floats) -> Floats:
    """The ring with as few corners as stay near it (Douglas and Peucker), from its farthest corners
    on.
    """
    far = int(np.argmax(((ring - ring[0]) ** 2).sum(axis=1)))
    far = int(np.argmax(((ring - ring[far]) ** 2).sum(axis=1)))
    ring = np.roll(ring, -far, axis=0)
    half = int(np.argmax(((ring - ring[0]) ** 2).sum(axis=1)))
    closed = np.concatenate([ring, ring[:1]])
    corners, waiting = {0, half}, [(0, half), (half, len(ring))]
    while waiting:
        first, last = waiting.pop()
        between = closed[first + 1 : last]
        if len(between) == 0:
            continue
        along = closed[last] - closed[first]
        offsets = between - closed[first]
        length = float(np.hypot(*along))
        distance = (
            np.abs(along[0] * offsets[:, 1] - along[1] * offsets[:, 0]) / length
            if length
            else np.hypot(*offsets.T)
        )
        most = int(np.argmax(distance))
        if distance[most] > NEAR:
            middle = first + 1 + most
            corners.add(middle)
            waiting += [(first, middle), (middle, last)]
    return ring[sorted(corners)]
