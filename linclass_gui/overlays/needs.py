"""What a layer needs before it can draw anything, as a few words: short enough for the line below
its name in the layers panel.

A need is a function of the scene that is empty when it is met.  A layer carries its own in its line
of the list; ``first`` joins several, the most basic ones in front.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

import numpy as np

from solvers import Method

from ..answers.decision import plane_line, with_arrows, with_levels
from ..lessons.numbers.logistic import regression
from ..scene.scene import Scene
from ..scene.section import LEAVES, is_trace
from ..scene.shapes import separation
from .shapes.bayes import populations_of
from .shapes.slack_ways import with_slack

Need = Callable[[Scene], str]
NOWHERE = "nothing in the view"  # of a layer that has all it needs
AN_SVM = "needs an SVM"  # where there is none at all
AWAITED = "computing …"  # of a layer that waits for an answer


def _of_answer(need: Need) -> Need:
    """A need that only the answer of a method can meet; before the answer, nothing is known to be
    missing.
    """

    @wraps(need)
    def missing(scene: Scene) -> str:
        words = need(scene)
        return AWAITED if words and scene.is_awaited else words

    return missing


def nothing(scene: Scene) -> str:
    """Some layers can always be drawn."""
    return ""


def first(*needs: Need) -> Need:
    """The first of some needs that is not met."""
    return lambda scene: next((words for need in needs if (words := need(scene))), "")


def an_origin(scene: Scene) -> str:
    """The boundary of the selected method passes through the origin."""
    return "" if scene.document.has_origin else "needs offset b off"


@_of_answer
def a_boundary(scene: Scene) -> str:
    """The selected method has a boundary."""
    return "" if scene.with_answer is not None else "needs a boundary"


def in_plane(scene: Scene) -> str:
    """The selected method predicts the same for a place of the plane as for a point there."""
    return LEAVES if scene.with_answer is not None and is_trace(scene.with_answer[1]) else ""


@_of_answer
def any_boundary(scene: Scene) -> str:
    """Some method has a boundary."""
    return "" if scene.all_drawn else "nothing to draw"


@_of_answer
def a_margin(scene: Scene) -> str:
    """|f| = 1 means something for the selected method."""
    return "" if scene.with_margin is not None else _an_svm(scene, AN_SVM)


@_of_answer
def multipliers(scene: Scene) -> str:
    """The selected method has support vectors, wherever its boundary lies."""
    is_one = scene.with_model is not None and scene.with_model[1].method.has_margin
    return "" if is_one else _an_svm(scene, AN_SVM)


@_of_answer
def a_slack(scene: Scene) -> str:
    """The selected method has a margin that points may fall short of."""
    return "" if with_slack(scene) is not None else _an_svm(scene, AN_SVM)


@_of_answer
def levels(scene: Scene) -> str:
    """The selected method has a margin, or aims at ±1."""
    return "" if with_levels(scene) is not None else _an_svm(scene, AN_SVM)


@_of_answer
def arrows(scene: Scene) -> str:
    """w of the selected method is a sum of multiples of the points."""
    return "" if with_arrows(scene) is not None else _an_svm(scene, "needs a linear SVM")


def _an_svm(scene: Scene, words: str) -> str:
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
    others = [
        used
        for used in scene.document.methods
        if isinstance(used.method, Method) and used.method.has_margin
    ]
    if not others or words != AN_SVM:
        return words
    return "select the SVM" if any(used.enabled for used in others) else "the SVM is off"


@_of_answer
def newton(scene: Scene) -> str:
    """There is a logistic regression to be weighed."""
    return "" if regression(scene) is not None else "needs a logistic method"


@_of_answer
def a_line(scene: Scene) -> str:
    """The boundary of the selected method is straight."""
    is_line = scene.selected is not None and plane_line(scene.selected[1]) is not None
    return "" if is_line else in_plane(scene) or "needs a straight line"


def a_line_or_trial(scene: Scene) -> str:
    """The same, or the trial line is in front."""
    return "" if scene.trial_in_front is not None else a_line(scene)


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


def separable(scene: Scene) -> str:
    """A line separates the classes."""
    verdict = separation(scene)
    return "" if verdict is not None and verdict.separable else "needs disjoint hulls"


def not_separable(scene: Scene) -> str:
    """No line separates the classes."""
    verdict = separation(scene)
    return "" if verdict is not None and not verdict.separable else "needs hulls that meet"


@_of_answer
def multipliers_with_a_bound(scene: Scene) -> str:
    """The selected method weighs points, none of them without limit."""
    if scene.with_model is None:
        return "needs a soft margin"
    fit = scene.with_model[1]
    bound = fit.method.multiplier_bound(fit.problem)
    is_soft = fit.method.has_hinge_dual and bound is not None and np.isfinite(bound)
    return "" if is_soft and fit.alpha is not None else "needs a soft margin"


def populations(scene: Scene) -> str:
    """The populations of the points are known."""
    return "" if populations_of(scene) is not None else "needs populations"


def a_drag(scene: Scene) -> str:
    """Something is being dragged."""
    return "" if scene.base is not None else "only while dragging"


def a_point_under_the_pointer(scene: Scene) -> str:
    """The pointer rests on a point."""
    return "" if scene.hover is not None and scene.hover.row is not None else "only at the pointer"


def members(scene: Scene) -> str:
    """The selected method is made of two-class fits."""
    if not scene.is_many:
        return "needs three classes"
    return a_boundary(scene) or (
        "" if scene.chosen is not None and scene.chosen[1].fits else "needs pairs of classes"
    )


def a_member(scene: Scene) -> str:
    """The selected method has two-class members to show."""
    return a_boundary(scene) or ("" if scene.member is not None else "needs pairs of classes")
