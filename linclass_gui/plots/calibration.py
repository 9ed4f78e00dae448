"""Calibration: the share of class + among points of about one predicted probability; on the
diagonal both are equal.  Of more classes each has its own share, by its own probability.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import METHODS, SCHEMES, AnyFit, Dataset, Floats, reliability
from solvers.multiclass.forms import FORMS

from ..answers.leads import is_divided
from ..markup.numbers import count_words, number
from ..scene.looks import Looks, role
from ..scene.marks import Dots, Figure, Mark, Marks, Path, Point, Reading
from ..scene.memo import memo
from ..scene.methods import points_seen
from ..scene.scenarios import scenario_of
from ..scene.scene import PairScene, Scene
from .axes import columns, reading_at, sentence
from .each_class import class_label, heading_of_classes, legend_of_classes
from .plot import Plot, has_more_classes, of_whole_or_pair
from .threshold import NO_PROBABILITY, SIDE, choose_other, nothing_to_judge, said_of, words_of

BINS = 10
Reliability = tuple[Floats, Floats, Floats]
ClassReliabilities = tuple[tuple[int, tuple[Reliability, ...]], ...]
DIAGONAL = Path(np.array([(0.0, 0.0), (1.0, 1.0)]), "bisector")
MEAN_DISTANCE = "mean distance"
NO_PROBABILITY_OF_CLASSES = choose_other(
    [kind.label for kind in METHODS if getattr(FORMS.get(kind), "has_probability", False)]
    + [kind.label for kind in SCHEMES if kind.has_probability]
)
SHARE = "share of class +"
# of a symbol: of a part with hardly a point, with the most
SIZES_OF_STEPS, SIZES_OF_CLASSES = (1.0, 3.0), (0.5, 1.0)


def figure(scene: Scene) -> Figure:
    """The shares of a class in ten parts of its probabilities, of the training points and of the
    test points: of two classes those of class +, of more those of each.
    """
    classes, is_pair = _of_scene(scene), isinstance(scene, PairScene)
    if not classes:
        answer = scene.answer
        if answer is not None and answer.predicts and not answer.has_probability:
            return sentence(NO_PROBABILITY if is_pair else NO_PROBABILITY_OF_CLASSES)
        return nothing_to_judge(scene)
    share = scenario_of(scene.document).retell(SHARE) if is_pair else "share of the class"
    picture = Figure(
        SIDE._replace(label="probability"),
        SIDE._replace(label=share),
        _marks(classes, None if is_pair else scene.document.class_looks),
        grid=True,
        square=True,
    )
    values = [(k, [_mean_deviation(curve) for curve in curves]) for k, curves in classes]
    if not is_pair:
        return replace(
            picture,
            heading=heading_of_classes(scene, MEAN_DISTANCE, values),
            legend=legend_of_classes(scene, values),
        )
    return replace(
        picture,
        heading=(said_of(MEAN_DISTANCE, values[0][1]),),
        words=words_of(tuple(columns(*curve[:2]) for curve in classes[0][1])),
    )


def _mean_deviation(one: Reliability) -> float:
    """The expected calibration error: the distance from the diagonal, each part of [0, 1] weighted
    by its points.
    """
    predicted, share, count = one
    return float(np.abs(predicted - share) @ count / count.sum())


@memo
def _marks(classes: ClassReliabilities, looks: Looks | None) -> Marks:
    """The curves of training points where there are others, then those that are judged with a
    symbol a part, each in the look of its class; without looks that of class + of two.
    """
    roles = {
        k: (("curve-thin", "curve", "step") if looks is None else _roles(looks[k]))
        for k, _ in classes
    }
    marks: list[Mark] = [DIAGONAL]
    for k, curves in classes:
        for predicted, share, _ in curves[:-1]:
            marks.append(Path(columns(predicted, share), roles[k][0]))
    for k, curves in classes:
        predicted, share, count = curves[-1]
        least, largest = SIZES_OF_STEPS if looks is None else SIZES_OF_CLASSES
        sizes = least + (largest - least) * np.sqrt(count / count.max())
        places = columns(predicted, share)
        marks.append(Path(places, roles[k][1]))
        marks.append(Dots(places, roles[k][2], sizes=sizes))
    return tuple(marks)


def _roles(look: int) -> tuple[str, str, str]:
    return role("curve-thin", look), role("curve", look), role("class", look)


def _of_scene(scene: Scene) -> ClassReliabilities:
    """The curves of every class of the selected method, of two classes those of class +; none
    without probabilities.
    """
    if scene.answer is None or not (scene.answer.predicts and scene.answer.has_probability):
        return ()
    classes = _class_reliabilities(scene.answer, scene.document.test_shown)
    return classes[1:] if isinstance(scene, PairScene) else classes


@memo
def _class_reliabilities(answer: AnyFit, test: Dataset | None) -> ClassReliabilities:
    problem = answer.problem
    training = answer.predict_proba(problem.X)
    test_chances = None if test is None else answer.predict_proba(points_seen(answer, test))
    classes = []
    for k in range(answer.K):
        if not is_divided(problem.labels, k):
            continue
        curves = [reliability(training[:, k], problem.labels == k, BINS)]
        if test is not None and test_chances is not None and is_divided(test.labels, k):
            curves.append(reliability(test_chances[:, k], test.labels == k, BINS))
        classes.append((k, tuple(curves)))
    return tuple(classes)


def read(scene: Scene, position: Point, reach: Point) -> Reading | None:
    """The part of the probabilities nearest to the pointer, of any class, with how many points it
    has; of a single curve the one above or below.
    """
    is_pair = isinstance(scene, PairScene)
    up = 0.0 if is_pair else 1.0
    places = [
        (
            float((predicted[part] - position[0]) ** 2 + up * (share[part] - position[1]) ** 2),
            k,
            part,
        )
        for k, curves in _of_scene(scene)
        for predicted, share, _ in curves[-1:]
        for part in range(len(predicted))
    ]
    if not places:
        return None
    _, k, part = min(places)
    curve = dict(_of_scene(scene))[k][-1]
    predicted, share, count = (float(numbers[part]) for numbers in curve)
    name = scenario_of(scene.document).retell("class +") if is_pair else class_label(scene, k)
    distance = f"{name}, {MEAN_DISTANCE} {number(_mean_deviation(curve), 3)}"
    lines = (
        *(() if is_pair else (distance,)),
        f"said {number(predicted, 3)}",
        f"share of {name} {number(share, 3)}",
        count_words(int(count), "point"),
    )
    return reading_at(predicted, (0.0, 1.0), (share,), lines)


def _shows_each_class(scene: Scene) -> bool:
    """Whether there are more classes than two; a scheme that has no probabilities shows those of
    the pair that is looked at, if they are known.
    """
    if not has_more_classes(scene) or scene.answer is None:
        return has_more_classes(scene)
    fit = None if scene.pair is None else scene.pair.selected_fit
    return scene.answer.has_probability or fit is None or not fit.has_probability


CALIBRATION = of_whole_or_pair(
    Plot(
        "calibration",
        "Calibration",
        (
            "How often class + occurs among points with the same predicted probability, in ten "
            "parts; of more classes each"
        ),
        figure,
        read=read,
    ),
    _shows_each_class,
)
