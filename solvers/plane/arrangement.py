"""The arrangement of some lines in a box: its faces, and the regions that a rule makes of them.

Votes and strict one-against-the-rest decide by the signs of several linear functions.  Between the
lines nothing changes, so the regions are unions of faces, exact.  Every face is convex and is found
by cutting the faces so far by one line after the other; a corner is a number, not a position, and
one cut of an edge is one corner for both faces beside it, so that faces fit together without any
comparison of positions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, locked
from .geometry import Box

ON_LINE = 1e-11  # of the size of the box: a corner so near to a line lies on it
UNDECIDED = -1
Face = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Arrangement:
    """Faces of the lines in a box: ``faces`` hold the numbers of their corners (counter-clockwise),
    ``signs (F, L)`` are +1 or -1 for each face and line, 0 for a line without a normal.
    """

    corners: Floats
    faces: tuple[Face, ...]
    signs: Floats


def arrangement(
    normals: Floats, offsets: Floats, box: Box, centre: tuple[float, float] = (0.0, 0.0)
) -> Arrangement:
    """The faces of the lines ``<normal, x - centre> + offset = 0`` in a box."""
    x0, x1, y0, y1 = box
    builder = _Builder([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    size = max(x1 - x0, y1 - y0)
    for normal, offset in zip(normals, offsets, strict=True):
        length = float(np.hypot(*normal))
        if not (np.isfinite(length + offset) and length > 0.0):
            builder.skip(float(np.sign(offset)) if np.isfinite(offset) else 0.0)
            continue
        unit = np.asarray(normal) / length
        builder.cut(float(unit[0]), float(unit[1]), float(offset) / length, centre, ON_LINE * size)
    return builder.result(len(offsets))


class _Builder:
    """The faces while lines are added."""

    def __init__(self, corners: list[tuple[float, float]]) -> None:
        self.corners = corners
        self.faces: list[tuple[Face, tuple[float, ...]]] = [(tuple(range(len(corners))), ())]

    def skip(self, sign: float) -> None:
        """A function without a zero: one sign everywhere."""
        self.faces = [(face, (*signs, sign)) for face, signs in self.faces]

    def cut(
        self, n1: float, n2: float, offset: float, centre: tuple[float, float], rounding: float
    ) -> None:
        """One more line."""
        values = [n1 * (x - centre[0]) + n2 * (y - centre[1]) + offset for x, y in self.corners]
        values = [0.0 if abs(value) <= rounding else value for value in values]
        cuts: dict[tuple[int, int], int] = {}
        faces: list[tuple[Face, tuple[float, ...]]] = []
        for face, signs in self.faces:
            values_of_face = [values[corner] for corner in face]
            low, high = min(values_of_face), max(values_of_face)
            if low >= 0.0 or high <= 0.0:
                faces.append((face, (*signs, 1.0 if high > -low else -1.0)))
                continue
            closed = self._with_cuts(face, values, cuts)
            for sign in (1.0, -1.0):
                side = tuple(corner for corner in closed if sign * values[corner] >= 0.0)
                faces.append((side, (*signs, sign)))
        self.faces = faces

    def _with_cuts(self, face: Face, values: list[float], cuts: dict[tuple[int, int], int]) -> Face:
        """A face with a corner wherever the line crosses one of its edges."""
        closed: list[int] = []
        for a, b in zip(face, face[1:] + face[:1], strict=True):
            closed.append(a)
            if values[a] * values[b] < 0.0:
                edge = (a, b) if a < b else (b, a)
                if edge not in cuts:
                    cuts[edge] = self._new_corner(*edge, values)
                closed.append(cuts[edge])
        return tuple(closed)

    def _new_corner(self, a: int, b: int, values: list[float]) -> int:
        share = values[a] / (values[a] - values[b])
        (start_x, start_y), (end_x, end_y) = self.corners[a], self.corners[b]
        self.corners.append(
            (start_x + share * (end_x - start_x), start_y + share * (end_y - start_y))
        )
        values.append(0.0)
        return len(self.corners) - 1

    def result(self, lines: int) -> Arrangement:
        corners = locked(np.array(self.corners, dtype=np.float64))
        signs = locked(
            np.array([signs for _, signs in self.faces], dtype=np.float64).reshape(
                len(self.faces), lines
            )
        )
        return Arrangement(corners, tuple(face for face, _ in self.faces), signs)


@dataclass(frozen=True, eq=False)
class Parts:
    """Regions that a rule makes of the faces: the outline of every region (loops,
    counter-clockwise, holes clockwise) by label, and the lines between regions, each a chain of
    points (k, 2).
    """

    outlines: dict[int, tuple[Floats, ...]]
    edges: tuple[Floats, ...]


def parts(arrangement: Arrangement, label: Callable[[Floats], Sequence[int]]) -> Parts:
    """Join the faces of equal label; ``label`` is told the signs of all faces (F, L)."""
    labels = [int(value) for value in label(arrangement.signs)]
    sides: dict[tuple[int, int], int] = {}
    for face, face_label in zip(arrangement.faces, labels, strict=True):
        for edge in zip(face, face[1:] + face[:1], strict=True):
            sides[edge] = face_label
    directed: dict[int, list[tuple[int, int]]] = defaultdict(list)
    between: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for (a, b), face_label in sides.items():
        other = sides.get((b, a))
        if other != face_label:
            directed[face_label].append((a, b))
            if other is not None and face_label < other:
                between[face_label, other].append((a, b))
    outlines = {
        face_label: _positions(arrangement.corners, edges) for face_label, edges in directed.items()
    }
    chains = [
        chain
        for _, edges in sorted(between.items())
        for chain in _positions(arrangement.corners, edges)
    ]
    return Parts(outlines, tuple(chains))


def _positions(corners: Floats, edges: list[tuple[int, int]]) -> tuple[Floats, ...]:
    return tuple(locked(_straight(corners[list(chain)])) for chain in join_edges(edges))


def join_edges(edges: list[tuple[int, int]]) -> list[list[int]]:
    """Directed edges as chains of corners, begun where none leads to; closed ones return to their
    first corner.
    """
    followers: dict[int, list[int]] = defaultdict(list)
    incoming: dict[int, int] = defaultdict(int)
    for a, b in edges:
        followers[a].append(b)
        incoming[b] += 1
    heads = [a for a in followers for _ in range(max(len(followers[a]) - incoming[a], 0))]
    chains = []
    for head in [*heads, *followers]:
        while followers[head]:
            chain = [head]
            while followers[chain[-1]]:
                chain.append(followers[chain[-1]].pop())
            chains.append(chain)
            if head in heads:
                break
    return chains


def _straight(points: Floats) -> Floats:
    """A chain without the corners at which it goes straight on."""
    if len(points) < 3:
        return points
    is_closed = bool((points[0] == points[-1]).all())
    way = np.diff(points, axis=0)
    way = way / np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-300)[:, None]
    turns = np.abs(way[:-1, 0] * way[1:, 1] - way[:-1, 1] * way[1:, 0]) > 1e-9
    is_corner = np.concatenate([[True], turns, [True]])
    result: Floats = points[is_corner]
    return result if not is_closed or len(result) > 3 else points
