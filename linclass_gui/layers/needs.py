"""What a layer needs before it can draw anything, as a few words: short enough for the line below
its name in the layers panel.

A need is a function of the scene that is empty when it is met.  The needs of several layers are
here, the needs of one layer above its function.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from ..answers.decision import plane_line
from ..scene.scene import PairScene, Scene
from ..scene.section import LEAVES, is_trace

S = TypeVar("S", bound=Scene)
NOWHERE = "nothing in the view"  # of a layer that has all it needs
AN_SVM = "needs an SVM"  # where there is none at all
AWAITED = "computing …"  # of a layer that waits for an answer


def of_answer(need: Callable[[S], str]) -> Callable[[S], str]:
    """A need that only the answer of a method can meet; before the answer, nothing is known to be
    missing.
    """

    @wraps(need)
    def missing(scene: S) -> str:
        words = need(scene)
        return AWAITED if words and scene.is_awaited else words

    return missing


@of_answer
def a_boundary(scene: Scene) -> str:
    """The selected method has a boundary."""
    return "" if scene.with_answer is not None else "needs a boundary"


def in_plane(scene: Scene) -> str:
    """The selected method predicts the same for a place of the plane as for a point there."""
    return LEAVES if scene.with_answer is not None and is_trace(scene.with_answer[1]) else ""


@of_answer
def any_boundary(scene: Scene) -> str:
    """Some method has a boundary."""
    return "" if scene.answers else "nothing to draw"


@of_answer
def a_margin(scene: PairScene) -> str:
    """|f| = 1 means something for the selected method."""
    return "" if scene.with_margin is not None else an_svm(scene, AN_SVM)


def an_svm(scene: PairScene, words: str) -> str:
    """An SVM without a boundary counts, and so does one that the plane does not show."""
    is_one = scene.selected is not None and scene.selected[1].method.has_levels
    if is_one and in_plane(scene):
        return LEAVES
    if (
        scene.selected is not None
        and scene.selected[1].method.has_margin
        and scene.with_model is None
    ):
        return "needs a boundary"
    svms = [entry for entry in scene.document.methods if entry.method.has_margin]
    if not svms or words != AN_SVM:
        return words
    return "select the SVM" if any(entry.enabled for entry in svms) else "the SVM is off"


@of_answer
def a_line(scene: PairScene) -> str:
    """The boundary of the selected method is straight."""
    is_line = scene.selected is not None and plane_line(scene.selected[1]) is not None
    return "" if is_line else in_plane(scene) or "needs a straight line"


def even_scales(scene: Scene) -> str:
    """Both axes have one scale: right angles look right."""
    return "" if scene.has_equal_scales else "needs equal scales"


def both_classes(scene: Scene) -> str:
    """There are points of both classes, or more classes than two."""
    return (
        "" if scene.is_many or min(scene.document.dataset.counts[:2]) > 0 else "needs both classes"
    )


def two_points(scene: Scene) -> str:
    """Some class has a shape."""
    return "" if max(scene.document.dataset.counts) > 1 else "needs two points a class"
