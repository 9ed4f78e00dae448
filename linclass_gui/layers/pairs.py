"""Layers about one boundary: of more than two classes they are drawn for the pair of classes that
is looked at, in the colours of its classes, with the pair's own line ``f = 0`` and its name.

The borders between all classes are other lines: without its own the margins of a pair would seem to
be theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from solvers import Floats
from solvers.answer import Key

from ..answers.contours import level_curves
from ..scene.looks import recolour_mark
from ..scene.marks import Inside, Mark, Words
from ..scene.memo import memo
from ..scene.pairs import ends_of, key_name
from ..scene.scene import PairScene, Scene
from .boundaries import CORNERS, anywhere, curve_paths, member_role
from .layer import Drawn, Layer, a_pair_of_classes


def of_pairs(layer: Layer[PairScene], *, for_all: bool = False) -> Layer[Scene]:
    """A layer about one boundary, drawn for the pair of classes that is looked at; without a pair
    it draws nothing.

    ``for_all``: for every pair where all are shown; other layers would cover one another.
    """

    def of_scene(draw: Callable[[PairScene], Drawn]) -> Callable[[Scene], Drawn]:
        def marks_of(scene: Scene) -> Drawn:
            marks = list[Mark | Words]()
            for key, pair in scene.pairs if for_all else scene.pairs[:1]:
                marks += of_one_pair(draw(pair), key, scene)
            return marks

        return marks_of

    def missing(scene: Scene) -> str:
        return a_pair_of_classes(scene) if scene.pair is None else layer.lacks(scene.pair)

    stand_in = None if layer.stand_in is None else of_scene(layer.stand_in)
    return cast(
        "Layer[Scene]",
        replace(layer, draw=of_scene(layer.draw), needs=(missing,), stand_in=stand_in),
    )


def of_one_pair(pair_marks: Drawn, key: Key, scene: Scene) -> Drawn:
    """The marks of a pair in the colours of its classes; of more than two classes with its own
    line, which is the same for every layer.
    """
    marks = list(pair_marks)
    looks = scene.document.class_looks
    ends = ends_of(key, looks)
    if ends != (0, 1):
        marks = [recolour_mark(mark, *ends) for mark in marks]
    if not marks or not scene.pair_heading or scene.answer is None:
        return marks
    fit = scene.answer.pair(key)
    curves = (
        ()
        if fit is None or not fit.has_model
        else level_curves(fit, scene.view, columns=scene.curve_columns)
    )
    line = member_role(key, looks)
    return (
        *marks,
        *curve_paths(curves, line, is_faded=scene.is_stale),
        _name_of_pair(
            curves, key_name(key, scene.document.class_labels), line, key, scene.is_stale
        ),
    )


@memo
def _name_of_pair(
    curves: tuple[Floats, ...], name: str, line: str, key: Key, is_faded: bool
) -> Words:
    """The name of a pair in a corner, behind a piece of its line where that is seen."""
    home = Inside(anywhere, CORNERS)
    sample = line if curves else ""
    begin, _, end = name.partition(" against ")
    shorter = (f"{begin} against", end)
    return Words(
        (name,), home, "label", id=("pair", key), shorter=shorter, faded=is_faded, sample=sample
    )
