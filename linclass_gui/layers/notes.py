"""Annotations of the user: text, arrows, distances with their length, lines, test points with their
score, drawings by hand.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from solvers import Fit
from solvers.plane.geometry import clip_segments

from ..answers.value_words import fill_values
from ..markup.numbers import fixed_number, score_decimals, significant
from ..scene.annotations import HAS_TWO_ENDS, Annotation, drag_annotation, handle_name
from ..scene.document import Document
from ..scene.marks import Along, Anchor, Beside, Dots, Handle, Home, Mark, Path, Point, Text, Words
from ..scene.memo import memo
from ..scene.places import nearest_row
from ..scene.scene import Scene
from ..scene.view import View
from .layer import Drawn, Layer

WORDS_GAP = 0.4  # between a test point and its words, besides what is usual, in heights of a label
NAME_GAP = 0.5  # the same between any point and its name: just clear of its symbol
# From a point to the tip of an arrow on it, out of reach of the point itself, in pixels, and at
# most this part of the width of the picture: one on paper is small.
CLEAR_PX, CLEAR = 14.0, 0.016
SPACING = 1.4  # from one line of words to the next, in heights of the letters
FARTHEST = 1e100  # distance from the view, in units of its size, beyond which squares overflow


def draw_annotations(scene: Scene) -> Drawn:
    """The annotations in the order in which they were made; with the handles of their ends."""
    annotations = scene.document.placed_annotations
    if not annotations:
        return ()
    if any("{" in note.text for note in annotations):
        annotations = tuple(
            replace(note, text=fill_values(note.text, scene)) for note in annotations
        )
    fit = None if scene.drawn_answer is None else scene.drawn_answer.as_pair
    return _all_marks(annotations, scene.view, fit, _clearance(scene))


ANNOTATIONS = Layer(
    "annotations",
    "Annotations",
    "",
    draw_annotations,
    always=True,
    in_the_way=True,
)


@memo
def _all_marks(
    annotations: tuple[Annotation, ...], view: View, fit: Fit | None, clearance: Point
) -> Drawn:
    near = [
        (k, note)
        for k, note in enumerate(annotations)
        if _is_near(note.at, view) and _is_near(note.to or note.at, view)
    ]
    marks = [mark for k, note in near for mark in _marks_of(k, note, view, fit, clearance)]
    ends = [
        place
        for _, note in near
        if note.kind in HAS_TWO_ENDS and not note.pen
        for _, place in _grips(note, clearance)
    ]
    marks += [Dots(np.array(ends), "annotation-handle", grip=True)] if ends else []
    return tuple(marks)


def _is_near(place: Point, view: View) -> bool:
    """Whether a place can be computed with in units of the view: others are too far away to be
    seen.
    """
    reach = FARTHEST * (abs(view.width) + abs(view.height))
    return abs(place[0] - view.x0) <= reach and abs(place[1] - view.y0) <= reach


def _clearance(scene: Scene) -> Point:
    """From a point to the tip of an arrow on it, across and up, in data units."""
    across, up = scene.pixels
    size = min(CLEAR_PX, CLEAR * scene.view.width / across)
    return size * across, size * up


def _grips(note: Annotation, clearance: Point) -> tuple[tuple[str, Point], ...]:
    """The ends that can be dragged, each with its place: beside a point that it is on, which is
    dragged itself.  The name of a point has none.
    """
    if note.kind == "name" and note.at_row is not None:
        return ()
    if note.to is None:
        return (("at", note.at),)
    return (
        ("at", _beside_point(note.at, note.to, note.at_row, clearance)),
        ("to", _beside_point(note.to, note.at, note.to_row, clearance)),
    )


def _beside_point(end: Point, other: Point, row: int | None, clearance: Point) -> Point:
    """The place of an end, off the point that it is on towards the other end, but at most half the
    way.
    """
    across, up = (other[0] - end[0]) / clearance[0], (other[1] - end[1]) / clearance[1]
    length = math.hypot(across, up)
    if row is None or not 0.0 < length < math.inf:
        return end
    share = min(1.0 / length, 0.5)
    return (end[0] + share * (other[0] - end[0]), end[1] + share * (other[1] - end[1]))


def _marks_of(
    number: int, annotation: Annotation, view: View, fit: Fit | None, clearance: Point
) -> Iterator[Mark | Words]:
    match annotation.kind:
        case "text":
            yield from _texts(annotation.at, annotation.text or " ")
        case "test-point":
            yield from _test_point(number, annotation, fit)
        case "name":
            home = Beside(np.array([annotation.at]), away=NAME_GAP)
            yield _words(number, annotation.text or " ", home)
        case "arrow":
            (_, begin), (_, tip) = _grips(annotation, clearance)
            yield from _arrow(replace(annotation, at=begin, to=tip))
        case "bracket":
            yield from _distance(number, annotation)
        case "line":
            yield from _line(number, annotation, view)
        case "drawing":
            yield from _drawing(annotation)


def _test_point(number: int, annotation: Annotation, fit: Fit | None) -> Iterator[Mark | Words]:
    """A third symbol, with its score by the selected method wherever there is room beside it."""
    point = np.array([annotation.at])
    yield Dots(point, "test-point")
    score = ""
    if fit is not None:
        value = float(fit.decision_function(np.array([annotation.at]))[0])
        score = f"$f$ = {fixed_number(value, score_decimals(fit))}"
    words = ", ".join(part for part in (annotation.text, score) if part)
    if words:
        yield _words(number, words, Beside(point, away=WORDS_GAP))


def _words(number: int, text: str, home: Home) -> Words:
    return Words(_lines(text), home, "annotation", id=("note", number))


def _arrow(annotation: Annotation) -> Iterator[Mark]:
    """An arrow from the words to their object."""
    yield Path(_ends(annotation), _line_role(annotation), arrow="end")
    if annotation.text and annotation.to is not None:
        dx, dy = annotation.at[0] - annotation.to[0], annotation.at[1] - annotation.to[1]
        across: Anchor = "left" if dx > 0 else "right"
        up: Anchor = "bottom" if dy > 0 else "top"
        anchor = across if abs(dx) >= abs(dy) else up
        length = math.hypot(dx, dy) or 1.0
        gap = (0.4 * dx / length, 0.4 * dy / length)
        yield from _texts(annotation.at, annotation.text, anchor, gap)


def _texts(
    at: Point, words: str, anchor: Anchor = "center", gap: Point = (0.0, 0.0)
) -> Iterator[Text]:
    """Words at a place, a mark a line: the lines stand about the place, or off it on the side of
    their anchor.
    """
    lines = _lines(words)
    height = SPACING * (len(lines) - 1)
    top = height if anchor == "bottom" else 0.0 if anchor == "top" else 0.5 * height
    for row, line in enumerate(lines):
        place = (gap[0], gap[1] + top - SPACING * row)
        yield Text(at, line, "annotation", anchor, backed=True, gap=place)


def _lines(words: str) -> tuple[str, ...]:
    """Words line by line."""
    return tuple(line or " " for line in words.split("\n"))


def _in_one_line(words: str) -> str:
    """Words that run along a line."""
    return " ".join(words.split("\n"))


def _distance(number: int, annotation: Annotation) -> Iterator[Mark | Words]:
    """A line between two strokes, with its length along it."""
    ends, length = _ends(annotation), annotation.length
    yield Path(ends, "annotation-line", arrow="bars", id=("note", number))
    if length:
        text = _in_one_line(annotation.text) or significant(length, 3)
        yield _words(number, text, Along(ends))


def _line(number: int, annotation: Annotation, view: View) -> Iterator[Mark | Words]:
    """A line through two points, across the view, with its words along it."""
    ends, length = _ends(annotation), annotation.length
    if length > 0.0:
        along = (ends[1] - ends[0]) / length
        middle = np.array(view.middle)
        reach = abs(view.width) + abs(view.height) + float(np.abs(ends - middle).max())
        ends = np.array([ends[0] - reach * along, ends[1] + reach * along])
    yield Path(ends, "annotation-line", id=("note", number))
    visible = clip_segments(ends[None], view.box)
    if annotation.text and len(visible):
        yield _words(number, _in_one_line(annotation.text), Along(visible[0].copy()))


def _drawing(annotation: Annotation) -> Iterator[Mark]:
    """By hand, with its words at its beginning."""
    (x, y), way = annotation.at, annotation.way or ((0.0, 0.0),)
    yield Path(np.array([(x, y), *((x + dx, y + dy) for dx, dy in way)]), _line_role(annotation))
    if annotation.text:
        yield from _texts(annotation.at, annotation.text, "bottom", (0.0, 0.4))


def _line_role(annotation: Annotation) -> str:
    """In ink, or in the colour of the pen that drew it."""
    return f"pen-{annotation.pen}" if annotation.pen else "annotation-line"


def _ends(annotation: Annotation) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.array([annotation.at, annotation.to or annotation.at], dtype=np.float64)


def handles(scene: Scene) -> tuple[Handle, ...]:
    """The handles: each annotation at its place, and those with two ends at both."""
    return tuple(
        Handle(handle_name(k, end), place, "both")
        for k, note in enumerate(scene.document.placed_annotations)
        for end, place in _grips(note, _clearance(scene))
    )


def drag(scene: Scene, handle: str, position: Point) -> Document:
    """The document with a handle at a place; an end near a point is put onto it."""
    document = scene.document
    row = nearest_row(document.dataset, position, scene.pixels)
    changed = drag_annotation(document.annotations, handle, position, row)
    return replace(document, annotations=changed)
