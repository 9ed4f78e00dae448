"""Plots of two classes in a picture of more: they show the chosen member, in the colours of its
classes, and name it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...markup.mathtext import name_label
from ...scene.document import Document
from ...scene.looks import recolour_mark, recolour_role
from ...scene.marks import Figure, Reading
from ...scene.pairs import key_name, lift_change, looked_at, rows_of
from ...scene.scene import Scene
from .axes import sentence

Draw = Callable[[Scene], Figure]
Drag = Callable[[Scene, str, tuple[float, float]], Document]
Read = Callable[[Scene, tuple[float, float], tuple[float, float]], Reading | None]
NO_METHOD = "Switch on a method to see two of the classes."
NO_MEMBER = "This plot shows two classes; the selected method has no pair of them to show."


def is_at_once(scene: Scene) -> bool:
    """Whether the selected method decides between all classes at once, and has an answer."""
    return (
        scene.is_many
        and scene.chosen is not None
        and scene.chosen[1].has_model
        and not scene.chosen[1].fits
    )


def figure_of(draw: Draw, scene: Scene) -> Figure:
    """The figure of a scene, of the member where there are more classes than two."""
    if not scene.is_many:
        minus, plus = scene.document.class_looks[:2]
        return draw(scene) if (minus, plus) == (0, 1) else in_colours(draw(scene), minus, plus)
    member, key = scene.member, _key(scene)
    if member is None or key is None:
        return sentence(_missing(scene))
    shown = draw(member)
    names = tuple(name_label(name) for name in scene.document.dataset.class_names)
    looks, (plus, other) = scene.document.class_looks, key
    picture = in_colours(shown, None if other is None else looks[other], looks[plus])
    return (
        replace(picture, heading=(key_name(key, names), *picture.heading))
        if not picture.message
        else picture
    )


def drag_of(drag: Drag, scene: Scene, handle: str, at: tuple[float, float]) -> Document:
    """The document after dragging a handle of such a plot."""
    if not scene.is_many:
        return drag(scene, handle, at)
    return (
        scene.document
        if scene.member is None
        else lift_change(scene.document, drag(scene.member, handle, at))
    )


def read_of(
    read: Read, scene: Scene, at: tuple[float, float], reach: tuple[float, float]
) -> Reading | None:
    """The reading of such a plot at a position, with the row of the whole data."""
    if not scene.is_many:
        return read(scene, at, reach)
    member, key = scene.member, _key(scene)
    said = None if member is None else read(member, at, reach)
    if said is None or key is None or said.row is None:
        return said
    rows, _ = rows_of(scene.document.dataset.labels, key)
    return replace(said, row=int(rows[said.row]) if said.row < len(rows) else None)


def in_colours(figure: Figure, minus: int | None, plus: int | None) -> Figure:
    """A figure of two classes in the colours of others."""
    return replace(
        figure,
        marks=tuple(recolour_mark(mark, minus, plus) for mark in figure.marks),
        legend=tuple(
            entry._replace(role=recolour_role(entry.role, minus, plus)) for entry in figure.legend
        ),
        markers=tuple(
            marker._replace(role=recolour_role(marker.role, minus, plus))
            for marker in figure.markers
        ),
    )


def _key(scene: Scene) -> tuple[int, int | None] | None:
    return None if scene.chosen is None else looked_at(scene.chosen[1], scene.document.member)


def _missing(scene: Scene) -> str:
    if scene.chosen is None:
        return NO_METHOD
    return NO_MEMBER if scene.chosen[1].has_model else scene.chosen[1].explanation
