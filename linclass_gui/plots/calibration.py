"""Calibration: the share of class + among points of about one predicted probability; on the
diagonal both are equal.  Of more classes each has its own share, by its own probability.
"""

from __future__ import annotations

import numpy as np

from solvers import METHODS, SCHEMES, AnyFit, Dataset, Fit, Floats, reliability
from solvers.multiclass.forms import FORMS

from ..answers.leads import is_divided
from ..markup.numbers import count_words, number
from ..scene.looks import role
from ..scene.marks import Dots, Figure, Mark, Marks, Path, Point, Reading
from ..scene.memo import memo
from ..scene.methods import points_seen
from ..scene.scenarios import scenario_of
from ..scene.scene import PairScene, Scene
from .axes import columns, reading_at, sentence
from .each_class import class_label, heading_of_classes, legend_of_classes, nothing_of_classes
from .plot import Plot, has_more_classes, of_pair, of_two_or_each
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


def figure(scene: PairScene) -> Figure:
    """The shares of class + in ten parts of the probabilities, of the training points and of the
    test points.
    """
    if scene.scored_fit is None:
        return nothing_to_judge(scene)
    fit, test = scene.scored_fit, scene.document.test_shown
    if not fit.method.has_probability:
        return sentence(NO_PROBABILITY)
    curves = _curves_of_plus(fit, test)
    x, y = (
        SIDE._replace(label="probability"),
        SIDE._replace(label=scenario_of(scene.document).retell(SHARE)),
    )
    heading = (said_of(MEAN_DISTANCE, [_mean_deviation(curve) for curve in curves]),)
    return Figure(
        x,
        y,
        _marks(((1, curves),), None),
        grid=True,
        heading=heading,
        words=words_of(tuple(columns(*curve[:2]) for curve in curves)),
        gliding=scene.base is not None,
        square=True,
    )


def _curves_of_plus(fit: Fit, test: Dataset | None) -> tuple[Reliability, ...]:
    """The curves of class +; none of training points of one class alone."""
    return dict(_class_reliabilities(fit, test)).get(1, ())


def _mean_deviation(one: Reliability) -> float:
    """The expected calibration error: the distance from the diagonal, each part of [0, 1] weighted
    by its points.
    """
    predicted, share, count = one
    return float(np.abs(predicted - share) @ count / count.sum())


@memo
def _marks(classes: ClassReliabilities, looks: tuple[int, ...] | None) -> Marks:
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


def read(scene: PairScene, position: Point, reach: Point) -> Reading | None:
    """The part of the probabilities nearest to the pointer, with how many points it has."""
    if scene.scored_fit is None or not scene.scored_fit.method.has_probability:
        return None
    curve = _curves_of_plus(scene.scored_fit, scene.document.test_shown)[-1]
    k = int(np.argmin(np.abs(curve[0] - position[0])))
    return _reading(curve, k, scenario_of(scene.document).retell("class +"))


def _reading(curve: Reliability, k: int, name: str, head: tuple[str, ...] = ()) -> Reading:
    """One part of the probabilities."""
    predicted, share, count = curve
    lines = (
        *head,
        f"said {number(float(predicted[k]), 3)}",
        f"share of {name} {number(float(share[k]), 3)}",
        count_words(int(count[k]), "point"),
    )
    return reading_at(float(predicted[k]), (0.0, 1.0), (float(share[k]),), lines)


def figure_of_classes(scene: Scene) -> Figure:
    """The shares of every class among the points that have about one probability of it."""
    classes = _of_scene(scene)
    if not classes:
        answer = scene.answer
        if answer is not None and answer.predicts and not answer.has_probability:
            return sentence(NO_PROBABILITY_OF_CLASSES)
        return nothing_of_classes(scene)
    values = [(k, [_mean_deviation(curve) for curve in curves]) for k, curves in classes]
    return Figure(
        SIDE._replace(label="probability"),
        SIDE._replace(label="share of the class"),
        _marks(classes, scene.document.class_looks),
        grid=True,
        heading=heading_of_classes(scene, MEAN_DISTANCE, values),
        legend=legend_of_classes(scene, values),
        square=True,
    )


def _of_scene(scene: Scene) -> ClassReliabilities:
    """The curves of every class of the selected method; none without probabilities."""
    if scene.answer is None or not (scene.answer.predicts and scene.answer.has_probability):
        return ()
    return _class_reliabilities(scene.answer, scene.document.test_shown)


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


def read_of_classes(scene: Scene, position: Point, reach: Point) -> Reading | None:
    """The part nearest to the pointer, of any class."""
    places = [
        (float((predicted[part] - position[0]) ** 2 + (share[part] - position[1]) ** 2), k, part)
        for k, curves in _of_scene(scene)
        for predicted, share, _ in curves[-1:]
        for part in range(len(predicted))
    ]
    if not places:
        return None
    _, k, part = min(places)
    name, curve = class_label(scene, k), dict(_of_scene(scene))[k][-1]
    head = f"{name}, {MEAN_DISTANCE} {number(_mean_deviation(curve), 3)}"
    return _reading(curve, part, name, (head,))


def _shows_each_class(scene: Scene) -> bool:
    """Whether there are more classes than two; a scheme that has no probabilities shows those of
    the pair that is looked at, if they are known.
    """
    if not has_more_classes(scene) or scene.answer is None:
        return has_more_classes(scene)
    fit = None if scene.pair is None else scene.pair.selected_fit
    return scene.answer.has_probability or fit is None or not fit.has_probability


CALIBRATION = of_two_or_each(
    of_pair(
        Plot(
            "calibration",
            "Calibration",
            (
                "How often class + occurs among points with the same predicted probability, in ten "
                "parts; of more classes each"
            ),
            figure,
            read=read,
        )
    ),
    figure_of_classes,
    read_of_classes,
    _shows_each_class,
)
