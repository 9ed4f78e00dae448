"""Shared parts of the plots that judge a classifier: the curves of training and test points, and
the place of the threshold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solvers import METHODS, Dataset, Fit, Floats, ScoreCurve
from solvers.arrays import Bools, locked

from ...answers.decision import plane_line, training_scores
from ...markup.numbers import number, significant
from ...scene.document import Document
from ...scene.marks import Axis, Dots, Entry, Figure, Handle, Mark, Reading
from ...scene.memo import memo
from ...scene.methods import points_seen
from ...scene.scene import Scene
from .axes import nothing_of, reading_at, sentence
from .threshold import HANDLE, threshold, with_threshold

NO_METHOD = "Switch on a method to judge its scores."
NO_CLASSES = "Judging needs at least one point of each class."
WITH = [method.label for method in METHODS if method.has_probability]
NO_PROBABILITY = (
    f"The selected method has scores, but no probabilities: choose {', '.join(WITH[:-1])} or "
    f"{WITH[-1]}."
)
SIDE = Axis(0.0, 1.0, "", (0.0, 0.25, 0.5, 0.75, 1.0))


@dataclass(frozen=True, eq=False)
class Judged:
    """The scores (n,) of some points by a fit, which of them are of class +, and their curve."""

    name: str
    role: str
    scores: Floats
    positive: Bools
    curve: ScoreCurve

    def at(self, threshold: float) -> tuple[float, float]:
        """The hits and the false alarms where scores above the threshold are called class +."""
        called = self.scores > threshold
        return float(np.count_nonzero(called & self.positive)), float(
            np.count_nonzero(called & ~self.positive)
        )


def judged_points(scene: Scene) -> tuple[Judged, ...]:
    """The training points of the selected method, then the test points where both classes have
    some; none without a model.
    """
    if scene.with_scores is None:
        return ()
    fit, test = scene.with_scores[1], scene.document.test_shown
    both = None if test is None or not 0 < int(np.count_nonzero(test.y > 0.0)) < len(test) else test
    return _training_and_test(fit, both) if fit.problem.has_both_classes else ()


@memo
def _training_and_test(fit: Fit, test: Dataset | None) -> tuple[Judged, ...]:
    own = _of(
        "training",
        "curve" if test is None else "curve-thin",
        training_scores(fit),
        fit.problem.y > 0.0,
    )
    return (
        (own,)
        if test is None
        else (
            own,
            _of("test", "curve", fit.decision_function(points_seen(fit, test)), test.y > 0.0),
        )
    )


def _of(name: str, role: str, scores: Floats, positive: Bools) -> Judged:
    return Judged(name, role, locked(np.array(scores)), positive, ScoreCurve.of(scores, positive))


def nothing(scene: Scene) -> Figure:
    """Why there is nothing to judge."""
    return sentence(NO_CLASSES if scene.with_scores is not None else nothing_of(scene, NO_METHOD))


def legend_of(shown: tuple[Judged, ...]) -> tuple[Entry, ...]:
    """The names of the two curves; one curve needs none."""
    return (
        tuple(Entry(f"{each.name} points", each.role) for each in shown) if len(shown) > 1 else ()
    )


def said_of(shown: tuple[Judged, ...], noun: str, values: tuple[float, ...]) -> str:
    """``AUC 0.962, test 0.931``."""
    texts = [number(value, 3) for value in values]
    return f"{noun} {texts[0]}" + (f", test {texts[1]}" if len(shown) > 1 else "")


def threshold_text(value: float) -> str:
    """``threshold −0.5``."""
    return f"threshold {significant(value, 3) if value else '0'}"


def handle_at(scene: Scene, at: tuple[float, float]) -> tuple[tuple[Handle, ...], tuple[Mark, ...]]:
    """The current threshold as a place of a curve, which can be dragged where a line is its
    boundary.
    """
    assert scene.with_scores is not None
    fit = scene.with_scores[1]
    role = "handle" if threshold(scene, fit) == 0.0 else "trial-handle"
    handles = (Handle(HANDLE, at, "both"),) if plane_line(fit) is not None else ()
    return handles, _dot(at, role)


@memo
def _dot(at: tuple[float, float], role: str) -> tuple[Mark, ...]:
    return (Dots(locked(np.array([at])), role),)


def between_scores(curve: ScoreCurve, k: int) -> float:
    """A threshold that calls exactly the scores of the first k places class +: half-way to the next
    one.
    """
    scores = curve.thresholds
    if k == 0:
        return float(scores[1]) + 1.0
    return 0.5 * float(scores[k] + scores[k + 1]) if k + 1 < len(scores) else float(scores[k]) - 1.0


@dataclass(frozen=True)
class Rates:
    """A plot of two shares against each other, a place for every threshold; ``along(curve)`` gives
    the shares, which name the axes.

    ``place(hits, alarms, curve)`` is that of a threshold, ``summary`` the number in the heading
    (``noun``), ``marks`` the curves, and ``said`` the words of a place.
    """

    along: Callable[[ScoreCurve], tuple[Floats, Floats]]
    names: tuple[str, str]
    place: Callable[[float, float, ScoreCurve], tuple[float, float]]
    noun: str
    summary: Callable[[ScoreCurve], float]
    marks: Callable[[tuple[Judged, ...]], tuple[Mark, ...]]
    said: Callable[[float, float], tuple[str, str]]

    def figure(self, scene: Scene) -> Figure:
        """The curves of training and test points, and the current threshold."""
        shown = judged_points(scene)
        if not shown or scene.with_scores is None:
            return nothing(scene)
        last, value = shown[-1], threshold(scene, scene.with_scores[1])
        handles, dot = handle_at(scene, self.place(*last.at(value), last.curve))
        heading = (
            said_of(shown, self.noun, tuple(self.summary(each.curve) for each in shown)),
            threshold_text(value),
        )
        x, y = (SIDE._replace(label=name) for name in self.names)
        return Figure(
            x,
            y,
            (*self.marks(shown), *dot),
            grid=True,
            handles=handles,
            heading=heading,
            legend=legend_of(shown),
        )

    def read(
        self, scene: Scene, at: tuple[float, float], reach: tuple[float, float]
    ) -> Reading | None:
        """The place of the curve nearest to the pointer, with its threshold and both shares."""
        shown = judged_points(scene)
        if not shown:
            return None
        curve = shown[-1].curve
        k = self._nearest(curve, at)
        x, y = (float(side[k]) for side in self.along(curve))
        return reading_at(
            x, (0.0, 1.0), (y,), (threshold_text(between_scores(curve, k)), *self.said(x, y))
        )

    def drag(self, scene: Scene, handle: str, at: tuple[float, float]) -> Document:
        """The document with the threshold of the nearest place of the curve, as a trial line."""
        shown = judged_points(scene)
        if not shown:
            return scene.document
        curve = shown[-1].curve
        return with_threshold(scene, handle, between_scores(curve, self._nearest(curve, at)))

    def _nearest(self, curve: ScoreCurve, at: tuple[float, float]) -> int:
        """Which place is nearest to a position, in the units of the axes."""
        x, y = self.along(curve)
        return int(np.argmin((x - at[0]) ** 2 + (y - at[1]) ** 2))
