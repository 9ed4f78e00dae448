"""Scores of more than two classes, judged one class against the rest: all classes in one picture,
each in its look.

The score of class k is its lead ``f_k - max_l f_l`` over the others, positive where the method
predicts k.  Of two classes the lead of class + is f, so their curves would be the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import fsum
from typing import NamedTuple

from solvers import AnyFit, Dataset

from ..answers.leads import is_divided, leads_of_classes
from ..markup.numbers import number
from ..scene.looks import Looks, role
from ..scene.marks import Entry
from ..scene.memo import memo
from ..scene.methods import points_seen
from ..scene.scene import PairScene, Scene
from .threshold import ScoredPoints, score_points, scored_points

MOST_LISTED = 4  # classes whose values a heading has room for, and whose symbols are told apart


class ClassCurves(NamedTuple):
    """The curves of a class against the rest: of the training points, then of the test points."""

    label: int
    curves: tuple[ScoredPoints, ...]


def class_curves(scene: Scene) -> tuple[ClassCurves, ...]:
    """The curves of every class of the selected method that has points and a rest, of two classes
    those of class +; none without scores.
    """
    if isinstance(scene, PairScene):
        points = scored_points(scene)
        return (ClassCurves(1, points),) if points else ()
    if scene.answer is None or not scene.answer.predicts:
        return ()
    document = scene.document
    return _class_curves(scene.answer, document.test_shown, document.class_looks)


@memo
def _class_curves(answer: AnyFit, test: Dataset | None, looks: Looks) -> tuple[ClassCurves, ...]:
    training_leads = leads_of_classes(answer.training_scores)
    test_leads = (
        None if test is None else leads_of_classes(answer.class_scores(points_seen(answer, test)))
    )
    classes = []
    for k in range(answer.K):
        labels = answer.problem.labels
        if not is_divided(labels, k):
            continue
        curves = []
        if test is not None and test_leads is not None and is_divided(test.labels, k):
            own = role("curve", looks[k])
            curves = [score_points("test", own, test_leads[:, k], test.labels == k)]
        family = "curve-thin" if curves else "curve"
        own = role(family, looks[k])
        training = score_points("training", own, training_leads[:, k], labels == k)
        classes.append(ClassCurves(k, (training, *curves)))
    return tuple(classes)


# a class, and its values: of the training points, then of the test points if any
ClassValues = tuple[int, Sequence[float]]


def legend_of_classes(scene: Scene, values: Sequence[ClassValues]) -> tuple[Entry, ...]:
    """The names of the classes with their curves; of many classes with the values, too."""
    looks, has_values = scene.document.class_looks, len(values) > MOST_LISTED
    return tuple(
        Entry(
            f"{class_label(scene, k)} {_with_test(own)}" if has_values else class_label(scene, k),
            role("curve", looks[k]),
        )
        for k, own in values
    )


def class_label(scene: Scene, k: int) -> str:
    """The name of a class as it is written in a picture."""
    return scene.document.class_labels[k]


def heading_of_classes(scene: Scene, noun: str, values: Sequence[ClassValues]) -> tuple[str, ...]:
    """``AUC: setosa 1.000``, ``versicolor 0.981 (test 0.950)`` ...; of many classes the mean."""
    if len(values) > MOST_LISTED:
        columns = zip_longest(*(own for _, own in values))
        known_values = ([value for value in column if value is not None] for column in columns)
        means = [fsum(column) / len(column) for column in known_values]
        return (f"{noun}: mean of {len(values)} classes {_with_test(means)}",)
    parts = [f"{class_label(scene, k)} {_with_test(own)}" for k, own in values]
    return f"{noun}: {parts[0]}", *parts[1:]


def _with_test(values: Sequence[float]) -> str:
    texts = [number(value, 3) for value in values]
    return texts[0] + "".join(f" (test {text})" for text in texts[1:])
