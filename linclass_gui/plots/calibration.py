"""Calibration: the share of class + among points of about one predicted probability; on the
diagonal both are equal.
"""

from __future__ import annotations

import numpy as np

from solvers import Dataset, Fit, Floats, reliability
from solvers.arrays import locked

from ..markup.numbers import count_words, number
from ..scene.marks import Dots, Entry, Figure, Mark, Path, Reading
from ..scene.memo import memo
from ..scene.methods import points_seen
from ..scene.scene import PairScene
from .axes import columns, reading_at, sentence
from .plot import Plot, of_pair
from .threshold import NO_PROBABILITY, SIDE, nothing_to_judge

BINS = 10
Reliability = tuple[Floats, Floats, Floats]


def figure(scene: PairScene) -> Figure:
    """The shares of class + in ten parts of the probabilities, of the training points and of the
    test points.
    """
    if scene.with_scores is None:
        return nothing_to_judge(scene)
    fit, test = scene.with_scores[1], scene.document.test_shown
    if not fit.method.has_probability:
        return sentence(NO_PROBABILITY)
    curves = _reliabilities(fit, test)
    legend = (
        (Entry("training points", "curve-thin"), Entry("test points", "curve"))
        if len(curves) > 1
        else ()
    )
    x, y = SIDE._replace(label="probability"), SIDE._replace(label="share of class +")
    errors = [number(_mean_deviation(curve), 3) for curve in curves]
    heading = (f"mean distance {errors[0]}" + (f", test {errors[1]}" if len(errors) > 1 else ""),)
    return Figure(x, y, _marks(curves), grid=True, heading=heading, legend=legend)


@memo
def _reliabilities(fit: Fit, test: Dataset | None) -> tuple[Reliability, ...]:
    training = reliability(fit.predict_proba(fit.problem.X)[:, 1], fit.problem.y > 0.0, BINS)
    if test is None or not len(test):
        return (training,)
    return training, reliability(
        fit.predict_proba(points_seen(fit, test))[:, 1], test.y > 0.0, BINS
    )


def _mean_deviation(one: Reliability) -> float:
    """The expected calibration error: the distance from the diagonal, each part of [0, 1] weighted
    by its points.
    """
    predicted, share, count = one
    return float(np.abs(predicted - share) @ count / count.sum())


@memo
def _marks(curves: tuple[Reliability, ...]) -> tuple[Mark, ...]:
    marks: list[Mark] = [Path(locked(np.array([(0.0, 0.0), (1.0, 1.0)])), "bisector")]
    for k, (predicted, share, count) in enumerate(curves):
        role = "curve" if k == len(curves) - 1 else "curve-thin"
        marks.append(Path(columns(predicted, share), role))
        if role == "curve":
            marks.append(
                Dots(
                    columns(predicted, share),
                    "step",
                    sizes=locked(1.0 + 2.0 * np.sqrt(count / count.max())),
                )
            )
    return tuple(marks)


def read(
    scene: PairScene, position: tuple[float, float], reach: tuple[float, float]
) -> Reading | None:
    """The part of the probabilities nearest to the pointer, with how many points it has."""
    if scene.with_scores is None or not scene.with_scores[1].method.has_probability:
        return None
    predicted, share, count = _reliabilities(scene.with_scores[1], scene.document.test_shown)[-1]
    k = int(np.argmin(np.abs(predicted - position[0])))
    lines = (
        f"said {number(float(predicted[k]), 3)}",
        f"share of class + {number(float(share[k]), 3)}",
        count_words(int(count[k]), "point"),
    )
    return reading_at(float(predicted[k]), (0.0, 1.0), (float(share[k]),), lines)


CALIBRATION = of_pair(
    Plot(
        "calibration",
        "Calibration",
        "How often class + occurs among points with the same predicted probability, in ten parts",
        figure,
        read=read,
    )
)
