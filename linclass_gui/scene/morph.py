"""From one state of a scene to another: a document for every moment between, fitted like any
other.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TypeVar

import numpy as np

from solvers import Dataset, parameters_of

from .document import Document, TrialLine
from .methods import MethodInUse

T = TypeVar("T")


def ease(share: float) -> float:
    """Slow, fast, slow: 0 to 0, 1 to 1, level at both ends."""
    return share * share * (3.0 - 2.0 * share)


def between(start: Document, end: Document, share: float) -> Document:
    """The document a ``share`` of the way from one to another, of which 0 and 1 are the two
    themselves.

    Points go straight, the k-th of a class to the k-th of that class; numbers among the parameters
    of methods that both have go evenly on their own scale, by equal ratios where that is
    logarithmic; the trial line turns the shorter way.  What cannot glide (choices, layers, points
    without a partner) stays as it was until the end.
    """
    if not 0.0 < share < 1.0:
        return start if share <= 0.0 else end
    trial = (
        start.trial
        if start.trial is None or end.trial is None
        else _trial(start.trial, end.trial, share)
    )
    methods_at_end = {method.id: method for method in end.methods}
    methods = tuple(
        _method(method, methods_at_end.get(method.id, method), share) for method in start.methods
    )
    return replace(
        start, dataset=_points(start.dataset, end.dataset, share), methods=methods, trial=trial
    )


def _points(start: Dataset, end: Dataset, share: float) -> Dataset:
    """Points between their places, in the order of the first data set."""
    if start is end:
        return start
    rows, places = list[int](), list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]()
    for k in range(len(start.class_names)):
        pairs = list(
            zip(
                np.flatnonzero(start.labels == k).tolist(),
                np.flatnonzero(end.labels == k).tolist(),
                strict=False,
            )
        )
        rows += [row for row, _ in pairs]
        places += [(1.0 - share) * start.X[row] + share * end.X[target] for row, target in pairs]
    return start.moved(rows, np.array(places)) if rows else start


def _trial(start: TrialLine, end: TrialLine, share: float) -> TrialLine:
    turn = (end.angle - start.angle + 180.0) % 360.0 - 180.0
    (x, y), (to_x, to_y) = start.pivot, end.pivot
    return replace(
        end,
        angle=start.angle + share * turn,
        pivot=(x + share * (to_x - x), y + share * (to_y - y)),
        norm=start.norm ** (1.0 - share) * end.norm**share,
    )


def _method(start: MethodInUse, end: MethodInUse, share: float) -> MethodInUse:
    if start is end:
        return start
    return replace(
        start,
        method=_owner(start.method, end.method, share),
        features=_owner(start.features, end.features, share),
        kernel=_owner(start.kernel, end.kernel, share),
    )


def _owner(start: T, end: T, share: float) -> T:
    """A method, map or kernel with its numbers between those of two of the same kind; the first one
    where they are of two kinds.
    """
    if type(start) is not type(end) or start == end:
        return start
    glides = [p for p in parameters_of(type(start)) if p.kind == "float" and p.choice is None]
    values = {
        p.name: number(a, b, share, is_log=p.range is not None and p.range.log)
        for p in glides
        if isinstance(a := getattr(start, p.name), float | int)
        and isinstance(b := getattr(end, p.name), float | int)
        and a != b
    }
    return replace(start, **values)  # type: ignore[type-var]  # all that have parameters are dataclasses


def number(start: float, end: float, share: float, is_log: bool) -> float:
    """A number between two, on a logarithmic scale by equal ratios."""
    if is_log and start > 0.0 and end > 0.0:
        return math.exp((1.0 - share) * math.log(start) + share * math.log(end))
    return (1.0 - share) * start + share * end
