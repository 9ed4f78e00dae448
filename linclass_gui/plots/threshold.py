"""The threshold on the score, a handle of several plots, and the points whose scores it divides.

It is given by a trial line parallel to the boundary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from solvers import METHODS, Dataset, Fit, Floats, ScoreCurve
from solvers.arrays import Bools

from ..answers.decision import plane_line, training_scores
from ..answers.trial_line import pivot_of, trial_from
from ..markup.numbers import number, significant, without_rounding
from ..scene import cures
from ..scene.document import Document
from ..scene.marks import Along, Axis, Dots, Entry, Figure, Handle, Marks, Point, Words
from ..scene.memo import memo
from ..scene.methods import points_seen
from ..scene.scene import PairScene, Scene
from .axes import names_at, nothing_of, sentence

NO_CLASSES = "Judging needs points of two classes at least."


def choose_other(labels: list[str]) -> str:
    """The sentence of a plot that needs probabilities, with the methods that have them."""
    return (
        "The selected method has scores, but no probabilities: choose "
        f"{', '.join(labels[:-1])} or {labels[-1]}."
    )


NO_PROBABILITY = cures.Refusal(
    choose_other([method.label for method in METHODS if method.has_probability]),
    cures.WITH_PROBABILITY,
)
SIDE = Axis(0.0, 1.0, "", (0.0, 0.5, 1.0))
HANDLE = "threshold"
# degrees: a trial line is a threshold of the selected method when it is parallel to its boundary
PARALLEL = 1e-6


@dataclass(frozen=True, eq=False)
class ScoredPoints:
    """The scores (n,) of some points by a fit, which of them are of class +, and their curve."""

    name: str
    role: str
    scores: Floats
    positive: Bools
    curve: ScoreCurve

    def at(self, threshold: float) -> tuple[float, float]:
        """The hits and the false alarms where scores above the threshold are called class +."""
        positives = self.scores > threshold
        return float(np.count_nonzero(positives & self.positive)), float(
            np.count_nonzero(positives & ~self.positive)
        )


def scored_points(scene: PairScene) -> tuple[ScoredPoints, ...]:
    """The training points of the selected method, then the test points where both classes have
    some; none without a model.
    """
    if scene.scored_fit is None:
        return ()
    fit, test = scene.scored_fit, scene.document.test_shown
    test_points = (
        None if test is None or not 0 < int(np.count_nonzero(test.y > 0.0)) < len(test) else test
    )
    return _training_and_test(fit, test_points) if fit.problem.has_both_classes else ()


@memo
def _training_and_test(fit: Fit, test: Dataset | None) -> tuple[ScoredPoints, ...]:
    training = score_points(
        "training",
        "curve" if test is None else "curve-thin",
        training_scores(fit),
        fit.problem.y > 0.0,
    )
    if test is None:
        return (training,)
    scores = fit.decision_function(points_seen(fit, test))
    return training, score_points("test", "curve", scores, test.y > 0.0)


def score_points(name: str, role: str, scores: Floats, positive: Bools) -> ScoredPoints:
    """Points of both classes with their scores (n,) and their curve."""
    return ScoredPoints(name, role, np.array(scores), positive, ScoreCurve.of(scores, positive))


def nothing_to_judge(scene: Scene) -> Figure:
    """Why there is nothing to judge."""
    has_scores = scene.answer is not None and scene.answer.predicts
    return sentence(NO_CLASSES if has_scores else nothing_of(scene))


@memo
def words_of(outlines: tuple[Floats, ...]) -> tuple[Words, ...]:
    """The names of the curves of training and of test points, at their outlines; one curve needs
    none.
    """
    if len(outlines) < 2:
        return ()
    entries = Entry("training points", "curve-thin"), Entry("test points", "curve")
    return names_at(entries, tuple(map(Along, outlines)))[1]


def said_of(noun: str, values: Sequence[float]) -> str:
    """``AUC 0.962, test 0.931``."""
    texts = [number(value, 3) for value in values]
    return f"{noun} {', test '.join(texts)}"


def points_said(curves: tuple[ScoredPoints, ...]) -> tuple[str, ...]:
    """The points that a reading is about, the last ones, as a line of it; of one curve none."""
    return (f"{curves[-1].name} points",) if len(curves) > 1 else ()


def threshold_text(value: float) -> str:
    """``threshold −0.5``."""
    return f"threshold {significant(value, 3) if value else '0'}"


def place_text(curve: ScoreCurve, k: int) -> str:
    """The threshold of a place of the curve, in as many digits as keep it between its scores."""
    value, scores = between_scores(curve, k), curve.thresholds
    low = scores[k + 1] if k + 1 < len(scores) else -np.inf
    rounding = 8.0 * float(
        np.spacing(abs(value))
    )  # scores that are equal but for this lie on both sides of one
    for digits in range(3, 17):
        if low + rounding < float(f"{value:.{digits}g}") < scores[k] - rounding:
            return f"threshold {significant(value, digits) if value else '0'}"
    return threshold_text(value)


def handle_at(fit: Fit, value: float, position: Point) -> tuple[tuple[Handle, ...], Marks]:
    """A threshold as a place of a curve, which can be dragged where a line is its boundary."""
    role = "handle" if value == 0.0 else "trial-handle"
    handles = (Handle(HANDLE, position, "both"),) if plane_line(fit) is not None else ()
    return handles, _dot(position, role)


@memo
def _dot(position: Point, role: str) -> Marks:
    return (Dots(np.array([position]), role),)


def between_scores(curve: ScoreCurve, k: int) -> float:
    """A threshold that calls exactly the scores of the first k places class +: half-way to the next
    one.
    """
    scores = curve.thresholds
    if k == 0:
        return float(scores[1]) + 1.0
    if k + 1 == len(scores):
        return float(scores[k]) - 1.0
    return without_rounding(0.5 * float(scores[k] + scores[k + 1]), abs(float(scores[k])))


def threshold(scene: Scene, fit: Fit) -> float:
    """The threshold shown: that of a trial line parallel to the boundary, else 0, the method's
    own.
    """
    line, trial = plane_line(fit), scene.document.trial
    if line is None or trial is None:
        return 0.0
    turn = (trial.angle - line.degrees + 180.0) % 360.0 - 180.0
    return float(line.scores(np.array([trial.pivot]))[0]) if abs(turn) < PARALLEL else 0.0


def with_threshold(scene: PairScene, handle: str, value: float) -> Document:
    """The document with a trial line on ``f = value`` of the selected method."""
    line = plane_line(scene.selected_fit)
    if handle != HANDLE or line is None:
        return scene.document
    trial = trial_from(line, pivot_of(scene.document.dataset, scene.view), value)
    before = scene.document.trial
    name = "" if before is None else before.name
    return replace(scene.document, trial=trial.named(name))
