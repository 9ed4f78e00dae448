"""The proof that no line separates the classes: a point of both hulls, and the few data points that show it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Separability, Status
from solvers.arrays import locked

from ...core.class_shapes import separation
from ...core.crowd import Crowd
from ...core.document import View
from ...core.labels import text_width
from ...core.marks import Dots, Mark, Text
from ...core.memo import memo
from ...core.scene import Scene
from ..lines import line_labels
from ..room import apart, everything, row, written
from . import class_names

SENTENCE = "in both hulls: no line separates the classes"
PLACES = 13  # candidates across and up
TOUCH, OVERLAP = 12.0, 1000.0  # what a disc on a point or line, and on other words, is worth in label heights of distance
NEAR = 3.0  # label heights between point and words up to which it is plain that they belong together


def draw(scene: Scene) -> Iterable[Mark]:
    """The common point, and its sentence at the free place nearest to it."""
    verdict = separation(scene)
    if verdict is None or verdict.separable:
        return ()
    ring = _ring(verdict)
    texts = (*class_names.draw(scene), *line_labels.draw(scene))
    insets = class_names.INSETS_FRAMED if scene.framed else class_names.INSETS_WINDOW
    return (*ring, *_sentence(verdict, scene.view, scene.pixel, scene.label_size, insets, everything(scene), texts))


def proof(scene: Scene) -> Iterable[Mark]:
    """The same without the layer: of a method that needs disjoint hulls it is the whole answer."""
    is_answer = scene.selected is not None and scene.selected[1].status is Status.NOT_SEPARABLE
    return draw(scene) if is_answer and not scene.shows("common-point") else ()


@memo(4)
def _ring(verdict: Separability) -> tuple[Mark, ...]:
    return (Dots(locked(np.array(verdict.closest_plus)[None, :]), "common"),)


@memo(4)
def _sentence(
    verdict: Separability,
    view: View,
    pixel: float,
    size: float,
    insets: tuple[float, float, float, float],
    taken: Crowd,
    texts: tuple[Mark, ...],
) -> tuple[Mark, ...]:
    """The sentence at the free place nearest to the point; far from it a second mark before the words says what is meant.

    ``insets`` keep it off the labels at the edges: left, right, bottom, top, in label heights.
    """
    home = (np.array(verdict.closest_plus) - (view.x0, view.y0)) / pixel
    width, key = text_width(SENTENCE, 0.92 * size), 1.5 * size
    left, right, bottom, top = (size * inset for inset in insets)
    low = np.array([0.5 * width + key + left, 0.5 * size + bottom])
    high = np.maximum(np.array([view.width, view.height]) / pixel - (0.5 * width + right, 0.5 * size + top), low)
    x, y = np.linspace(low[0], high[0], PLACES), np.linspace(low[1], high[1], PLACES)
    spots = np.column_stack([np.tile(x, PLACES), np.repeat(y, PLACES)])
    spots = np.concatenate([np.clip(home + np.array([[0.0, -2.0], [0.0, 2.0]]) * size, low, high), spots])
    discs = row(spots - (0.5 * key, 0.0), width + key, size)
    cost = TOUCH * taken.touches(discs).sum(axis=1) + np.hypot(*(spots - home).T) / size
    cost += OVERLAP * ~apart(discs, np.concatenate([written(texts, size, view, pixel), home[None]]), 1.2 * size)
    best = int(np.argmin(cost))
    place = spots[best] * pixel + (view.x0, view.y0)
    touching = bool(taken.touches(discs[best]).any())
    if np.hypot(*(spots[best] - home)) < NEAR * size:
        return (Text((float(place[0]), float(place[1])), SENTENCE, "caption", backed=touching),)
    start = float(place[0]) - 0.5 * pixel * width
    ring = Dots(locked(np.array([[start - 0.7 * pixel * key, place[1]]])), "common")
    return ring, Text((start, float(place[1])), SENTENCE, "caption", "left", backed=touching)
