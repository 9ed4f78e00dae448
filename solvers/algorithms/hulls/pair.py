"""The closest pair of two convex hulls, in the plane or in feature space."""

from __future__ import annotations

from typing import NamedTuple


class HullPair(NamedTuple):
    """The closest pair of two hulls, or a triangle of differences that proves a common point.

    ``w = 2 (p - q) / |p - q|^2`` (the normal of the canonical maximum-margin line) and
    ``squared_distance = |p - q|^2`` when ``separable``; ``rows_plus`` with ``weights_plus`` give p,
    ``rows_minus`` with ``weights_minus`` give q; the score of every row listed is exactly +1 or -1.
    Otherwise the hulls of the rows listed share a point; in the plane there are at most three rows
    a class, without weights, and ``inside`` says that the origin is strictly inside their
    difference.
    """

    separable: bool
    rows_plus: tuple[int, ...]
    rows_minus: tuple[int, ...]
    weights_plus: tuple[float, ...] = ()
    weights_minus: tuple[float, ...] = ()
    w: tuple[float, ...] = ()
    squared_distance: float = 0.0
    inside: bool = False


Visited = list[HullPair]  # the record of a walk, one entry a step
