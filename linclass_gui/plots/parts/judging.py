"""What the plots that judge a classifier have in common: the curves of training and test points, and the place of the threshold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solvers import METHODS, Dataset, Fit, Floats, ScoreCurve
from solvers.arrays import Bools, locked

from ...core.document import Document
from ...core.fits.asking import points_seen
from ...core.fits.decision import plane_line, training_scores
from ...core.marks import Axis, Dots, Entry, Figure, Handle, Mark
from ...core.markup.ticks import number, significant
from ...core.memo import memo
from ...core.scene import Scene
from .axes import nothing_of, sentence
from .threshold import HANDLE, threshold, with_threshold

NO_METHOD = "Switch on a method to judge its scores."
NO_CLASSES = "Judging needs at least one point of each class."
WITH = [method.label for method in METHODS if method.has_probability]
NO_PROBABILITY = f"The selected method has scores, but no probabilities: choose {', '.join(WITH[:-1])} or {WITH[-1]}."
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
        """The hits and the false alarms where class + is what has a score above the threshold."""
        called = self.scores > threshold
        return float(np.count_nonzero(called & self.positive)), float(np.count_nonzero(called & ~self.positive))


def judged(scene: Scene) -> tuple[Judged, ...]:
    """The training points of the selected method, then the test points where both classes have some; none without a model."""
    if scene.with_model is None:
        return ()
    fit, test = scene.with_model[1], scene.document.test
    both = None if test is None or not 0 < int(np.count_nonzero(test.y > 0.0)) < len(test) else test
    return _judged(fit, both) if fit.problem.has_both_classes else ()


@memo
def _judged(fit: Fit, test: Dataset | None) -> tuple[Judged, ...]:
    own = _of("training", "curve" if test is None else "curve-thin", training_scores(fit), fit.problem.y > 0.0)
    return (own,) if test is None else (own, _of("test", "curve", fit.decision_function(points_seen(fit, test)), test.y > 0.0))


def _of(name: str, role: str, scores: Floats, positive: Bools) -> Judged:
    return Judged(name, role, locked(np.array(scores)), positive, ScoreCurve.of(scores, positive))


def nothing(scene: Scene) -> Figure:
    """Why there is nothing to judge."""
    return sentence(NO_CLASSES if scene.with_model is not None else nothing_of(scene, NO_METHOD))


def legend_of(shown: tuple[Judged, ...]) -> tuple[Entry, ...]:
    """The names of the two curves; one curve needs none."""
    return tuple(Entry(f"{each.name} points", each.role) for each in shown) if len(shown) > 1 else ()


def said_of(shown: tuple[Judged, ...], noun: str, values: tuple[float, ...]) -> str:
    """``AUC 0.962, test 0.931``."""
    texts = [number(value, 3) for value in values]
    return f"{noun} {texts[0]}" + (f", test {texts[1]}" if len(shown) > 1 else "")


def threshold_text(value: float) -> str:
    """``threshold −0.5``."""
    return f"threshold {significant(value, 3) if value else '0'}"


def handle_at(scene: Scene, at: tuple[float, float]) -> tuple[tuple[Handle, ...], tuple[Mark, ...]]:
    """The current threshold as a place of a curve, which can be dragged where a line is its boundary."""
    assert scene.with_model is not None
    fit = scene.with_model[1]
    role = "handle" if threshold(scene, fit) == 0.0 else "trial-handle"
    handles = (Handle(HANDLE, at, "both"),) if plane_line(fit) is not None else ()
    return handles, _dot(at, role)


@memo
def _dot(at: tuple[float, float], role: str) -> tuple[Mark, ...]:
    return (Dots(locked(np.array([at])), role),)


def nearest(curve: tuple[Floats, Floats], at: tuple[float, float]) -> int:
    """Which place of a curve is nearest to a position, in the units of its axes."""
    return int(np.argmin((curve[0] - at[0]) ** 2 + (curve[1] - at[1]) ** 2))


def drag_along(
    scene: Scene, handle: str, at: tuple[float, float], rates: Callable[[ScoreCurve], tuple[Floats, Floats]]
) -> Document:
    """The document with the threshold of the nearest place of a curve of ``rates``, as a trial line."""
    shown = judged(scene)
    if not shown:
        return scene.document
    curve = shown[-1].curve
    return with_threshold(scene, handle, between_scores(curve, nearest(rates(curve), at)))


def between_scores(curve: ScoreCurve, k: int) -> float:
    """A threshold that calls exactly the scores of the first k places class +: half-way to the next one."""
    scores = curve.thresholds
    if k == 0:
        return float(scores[1]) + 1.0
    return 0.5 * float(scores[k] + scores[k + 1]) if k + 1 < len(scores) else float(scores[k]) - 1.0
