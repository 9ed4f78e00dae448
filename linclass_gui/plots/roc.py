"""ROC: the share of class + that is found over the share of false alarms, at every threshold; the
handle is the threshold.
"""

from __future__ import annotations

import numpy as np

from solvers import Floats, ScoreCurve
from solvers.arrays import locked

from ..scene.marks import Mark, Path
from ..scene.memo import memo
from .parts.axes import columns, percent
from .parts.judging import Judged, Rates


@memo
def _curves(shown: tuple[Judged, ...]) -> tuple[Mark, ...]:
    """The curves, and the chance line."""
    chance = Path(locked(np.array([(0.0, 0.0), (1.0, 1.0)])), "bisector")
    return (chance, *(Path(columns(*_along(each.curve)), each.role) for each in shown))


def _along(curve: ScoreCurve) -> tuple[Floats, Floats]:
    return curve.false_alarm_rate, curve.recall


ROC = Rates(
    _along,
    ("false alarms", "class + found"),
    lambda hits, alarms, curve: (alarms / curve.minus, hits / curve.plus),
    "AUC",
    lambda curve: curve.auc,
    _curves,
    lambda x, y: (f"class + found {percent(y)}", f"false alarms {percent(x)}"),
)
