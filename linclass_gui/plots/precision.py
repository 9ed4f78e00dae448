"""Precision over recall: the share of points called class + that are so, over the share of class +
that is found.
"""

from __future__ import annotations

import numpy as np

from solvers import Floats, ScoreCurve
from solvers.arrays import locked

from ..markup.numbers import number
from ..scene.marks import Mark, Path
from ..scene.memo import memo
from .parts.axes import columns
from .parts.judging import Judged, Rates


@memo
def _curves(shown: tuple[Judged, ...]) -> tuple[Mark, ...]:
    """The steps, and the share of class + as the level of chance."""
    curve = shown[-1].curve
    share = curve.plus / (curve.plus + curve.minus)
    marks: list[Mark] = [Path(locked(np.array([(0.0, share), (1.0, share)])), "bisector")]
    for each in shown:
        # Steps: between two thresholds there is no precision on the straight line (Davis and
        # Goadrich).
        recall, precision = _along(each.curve)
        marks.append(
            Path(
                columns(
                    np.repeat(recall, 2)[:-1], np.append(precision[0], np.repeat(precision[1:], 2))
                ),
                each.role,
            )
        )
    return tuple(marks)


def _along(curve: ScoreCurve) -> tuple[Floats, Floats]:
    return curve.recall, curve.precision


PRECISION = Rates(
    _along,
    ("recall", "precision"),
    lambda hits, alarms, curve: (
        hits / curve.plus,
        hits / (hits + alarms) if hits + alarms else 1.0,
    ),
    "average precision",
    lambda curve: curve.average_precision,
    _curves,
    lambda x, y: (f"recall {number(x, 3)}", f"precision {number(y, 3)}"),
)
