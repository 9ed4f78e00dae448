"""The tools: those that change the points (add, drag, erase, spray), and the gesture that a press
begins with the tool in hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from solvers import Floats
from solvers.arrays import Ints

from .annotations import HAS_TWO_ENDS, OFFERED, Annotation, Kind, place_annotation
from .document import Document
from .gestures import (
    NO_EFFECT,
    DrawTrialLine,
    Effect,
    Gesture,
    Lasso,
    OpenMenu,
    Pan,
    Pointer,
    RubberBand,
    ToggleSelection,
)
from .marks import Point
from .places import nearest_row, rows_within, snap
from .scene import Scene

BRUSH_PX = 80.0  # reach of the soft brush: weight exp(-d^2 / 2 (reach/2)^2)
SPRAY_PX = 28.0
ERASER_PX = 12.0


class AddPoint(Gesture):
    """A press adds a point; it stays under the pointer until the button is released."""

    words = "Add point"

    def __init__(self, scene: Scene, press: Pointer, label: int) -> None:
        super().__init__(scene, press)
        self._added = replace(
            self.before, dataset=self.before.dataset.added([self.snapped_place(press.at)], label)
        )
        self._row = len(self.before.dataset)

    def start(self) -> Effect:
        return Effect(self._added, (self._row,), selection=frozenset())

    def drag(self, pointer: Pointer) -> Effect:
        return Effect(
            replace(
                self._added,
                dataset=self._added.dataset.moved(self._row, self.snapped_place(pointer.at)),
            ),
            (self._row,),
        )

    def drop(self, pointer: Pointer) -> Effect:
        return self.click()

    def click(self) -> Effect:
        return Effect(commit=self.words)


class DragPoints(Gesture):
    """A drag of one point, of the whole selection, or (soft brush) of a point and its neighbours
    with falling weight.
    """

    def __init__(self, scene: Scene, press: Pointer, row: int) -> None:
        super().__init__(scene, press)
        self._row = row
        rows = scene.selection if row in scene.selection else frozenset({row})
        self._rows: Ints = np.array(sorted(rows), dtype=np.int64)
        self._weights: Floats = np.ones((len(self._rows), 1))
        if press.alt:
            self._rows, self._weights = _brush(scene, row)
        self._moving = tuple(self._rows.tolist())
        self._from = self.before.dataset.X[self._rows]

    def start(self) -> Effect:
        # The same document with the moving rows named: the canvas and the worker get ready while
        # the button goes down.
        return Effect(self.before, self._moving)

    def drag(self, pointer: Pointer) -> Effect:
        # By the movement of the pointer, not to its position: a point taken at its rim must not
        # jump.
        begin = self.before.dataset.X[self._row]
        x, y = (begin + np.subtract(pointer.at, self.press.at)).tolist()
        offset = np.subtract(self.snapped_place((x, y)), begin)
        moved = self.before.dataset.moved(self._rows, self._from + self._weights * offset)
        return Effect(replace(self.before, dataset=moved), self._moving)

    def drop(self, pointer: Pointer) -> Effect:
        return Effect(
            commit="Move point" if len(self._rows) == 1 else f"Move {len(self._rows)} points"
        )

    def click(self) -> Effect:
        return Effect(rollback=True, selection=frozenset({self._row}))


def _brush(scene: Scene, row: int) -> tuple[Ints, Floats]:
    X = scene.document.dataset.X
    centre = (float(X[row, 0]), float(X[row, 1]))
    rows = rows_within(scene.document.dataset, centre, scene.pixels, BRUSH_PX)
    squares = (((X[rows] - X[row]) / scene.pixels) ** 2).sum(axis=1, keepdims=True)
    return rows, np.exp(-squares / (2 * (0.5 * BRUSH_PX) ** 2))


class StrokeGesture(Gesture):
    """The base of gestures that do the same wherever the pointer passes."""

    def start(self) -> Effect:
        return self.touch(self.press.at)

    def drag(self, pointer: Pointer) -> Effect:
        return self.touch(pointer.at)

    def drop(self, pointer: Pointer) -> Effect:
        return self.click()

    def touch(self, place: Point) -> Effect:
        """The pointer is here."""
        return NO_EFFECT


class Eraser(StrokeGesture):
    """Removes every point the pointer passes over."""

    def __init__(self, scene: Scene, press: Pointer) -> None:
        super().__init__(scene, press)
        self._reach = ERASER_PX * scene.brush.size
        self._rows: set[int] = set()

    def click(self) -> Effect:
        return Effect(commit="Erase points") if self._rows else NO_EFFECT

    def touch(self, place: Point) -> Effect:
        rows = set(rows_within(self.before.dataset, place, self.pixels, self._reach).tolist())
        if rows <= self._rows:
            return NO_EFFECT
        self._rows |= rows
        left = self.before.dataset.removed(np.array(sorted(self._rows), dtype=np.int64))
        return Effect(replace(self.before, dataset=left), selection=frozenset())


class Spray(StrokeGesture):
    """Sprays points of a class around the pointer; the document's seed decides where they fall."""

    def __init__(self, scene: Scene, press: Pointer) -> None:
        super().__init__(scene, press)
        self._sprayed = self.before
        self._random = np.random.default_rng((self.before.seed, len(self.before.dataset)))

    def click(self) -> Effect:
        return Effect(commit="Spray points")

    def touch(self, place: Point) -> Effect:
        brush = self.scene.brush
        spread = self._random.normal(scale=0.5 * SPRAY_PX * brush.size, size=(brush.density, 2))
        spread *= self.pixels
        self._sprayed = replace(
            self._sprayed, dataset=self._sprayed.dataset.added(np.add(place, spread), self.label)
        )
        return Effect(self._sprayed, selection=frozenset())


class AddOutlier(AddPoint):
    """A press adds a point of another class than the selected method says there."""

    words = "Add outlier"

    def __init__(self, scene: Scene, press: Pointer) -> None:
        super().__init__(scene, press, outlier_class(scene, press.at))


def outlier_class(scene: Scene, place: Point) -> int:
    """A class that a point at a place should not have: the next one after that of the selected
    method's answer, else of the nearest point.
    """
    document, own_class = scene.document, scene.active
    if len(document.dataset):
        offsets = (document.dataset.X - place) / scene.pixels
        own_class = int(document.dataset.labels[int(np.hypot(*offsets.T).argmin())])
    answer = scene.answer
    if answer is not None and answer.has_model and not document.fits_all_columns:
        verdict = int(answer.verdicts(np.array([place]))[0])
        own_class = verdict if verdict >= 0 else own_class
    return (own_class + 1) % len(document.dataset.class_names)


STAMP_PX = 24.0  # from one point of a stamp to the next, with the usual density


class PointStamp(Gesture):
    """A drag puts points along a shape between its ends, with Shift of the next class; a denser
    spray makes them denser.
    """

    words = ""

    def drag(self, pointer: Pointer) -> Effect:
        places = self.places(np.array(self.press.at), np.array(pointer.at))
        if self.scene.lattice is not None:
            places = snap(places, self.scene.lattice)
        stamped = self.before.dataset.added(places, self.label)
        return Effect(replace(self.before, dataset=stamped), selection=frozenset())

    def drop(self, pointer: Pointer) -> Effect:
        return Effect(commit=self.words)

    def places(self, begin: Floats, end: Floats) -> Floats:
        """The points (k, 2) of the shape."""
        raise NotImplementedError

    def count(self, length_px: float) -> int:
        """The number of steps between the points of a line of a length."""
        return min(max(round(length_px * self.scene.brush.density / STAMP_PX), 1), MOST_STAMPED)


class LineStamp(PointStamp):
    """Points along the line from the beginning of the drag to its end."""

    words = "Stamp a line"

    def places(self, begin: Floats, end: Floats) -> Floats:
        steps = self.count(float(np.hypot(*((end - begin) / self.pixels))))
        return np.linspace(begin, end, steps + 1)


class EllipseStamp(PointStamp):
    """Points along the ellipse in the rectangle of the drag, at equal distances in the picture."""

    words = "Stamp an ellipse"

    def places(self, begin: Floats, end: Floats) -> Floats:
        fine = np.linspace(0.0, 2.0 * np.pi, FINE)
        way = np.column_stack([np.cos(fine), np.sin(fine)]) * (0.5 * (end - begin))
        steps = np.hypot(*(np.diff(way, axis=0) / self.pixels).T)
        lengths = np.concatenate([[0.0], np.cumsum(steps)])
        count = max(self.count(float(lengths[-1])), 3)
        marks = np.linspace(0.0, lengths[-1], count, endpoint=False)
        places = [np.interp(marks, lengths, column) for column in way.T]
        return np.asarray(0.5 * (begin + end) + np.column_stack(places))


MOST_STAMPED, FINE = 1000, 721  # points of one stamp; corners by which an ellipse is measured


class PlaceAnnotation(Gesture):
    """A click or a drag puts an annotation of a kind under the pointer; its words are typed
    there.

    A drag of one with two ends goes from its beginning to its end, and an end near a point is put
    onto it.
    """

    def __init__(self, scene: Scene, press: Pointer, kind: Kind) -> None:
        super().__init__(scene, press)
        self._kind, self._box = kind, scene.view.box
        self._begin, self._begin_row = self._place(press)

    def start(self) -> Effect:
        return (
            NO_EFFECT
            if self._kind in HAS_TWO_ENDS
            else Effect(self._document_with(self._annotation_at(self.press)))
        )

    def drag(self, pointer: Pointer) -> Effect:
        return Effect(self._document_with(self._annotation_at(pointer)))

    def drop(self, pointer: Pointer) -> Effect:
        return replace(self.drag(pointer), write=len(self.before.annotations))

    def click(self) -> Effect:
        note = place_annotation(self._kind, self._box, self._begin)
        if self._kind == "arrow":
            note = replace(note, to_row=self._begin_row)
        return Effect(self._document_with(note), write=len(self.before.annotations))

    def _annotation_at(self, pointer: Pointer) -> Annotation:
        place, row = self._place(pointer)
        if self._kind not in HAS_TWO_ENDS:
            return Annotation(self._kind, place)
        return Annotation(self._kind, self._begin, place, at_row=self._begin_row, to_row=row)

    def _place(self, pointer: Pointer) -> tuple[Point, int | None]:
        """A place of the lattice, if things snap to it, and the row of the point that is there."""
        row = nearest_row(self.before.dataset, pointer.at, self.pixels)
        return self.snapped_place(pointer.at), row

    def _document_with(self, note: Annotation) -> Document:
        return replace(self.before, annotations=(*self.before.annotations, note))


Tool = str  # one of ``window.commands.shortcuts``, or one that places an annotation
PLACING = "place-"  # before the kind of that annotation


def kind_placed(tool: Tool) -> Kind | None:
    """The kind of annotation that a tool places, None for the other tools."""
    return next((kind for kind in OFFERED if tool == PLACING + kind), None)


# What a press of the left button begins with these tools, anywhere; with the others it depends on
# what is under the pointer.
BY_TOOL: Mapping[Tool, Callable[[Scene, Pointer], Gesture]] = {
    "eraser": Eraser,
    "lasso": Lasso,
    "pan": Pan,
    "trial": DrawTrialLine,
    "outlier": AddOutlier,
    "stamp-line": LineStamp,
    "stamp-ellipse": EllipseStamp,
}
TOOLS_FOR_ONCE = frozenset({"outlier"})  # tools that are put down after their first use


def begin_gesture(tool: Tool, scene: Scene, press: Pointer) -> Gesture:
    """The gesture that a press begins."""
    if press.button == "middle" or press.space:
        return Pan(scene, press)
    kind = kind_placed(tool)
    if kind is not None:
        return PlaceAnnotation(scene, press, kind)
    if press.button == "right":
        return (
            OpenMenu(scene, press)
            if press.row is not None
            else AddPoint(scene, press, scene.next_class)
        )
    if tool in BY_TOOL:
        return BY_TOOL[tool](scene, press)
    if tool == "spray":
        return Spray(scene, press)
    if press.row is not None:
        return ToggleSelection(scene, press) if press.shift else DragPoints(scene, press, press.row)
    if tool == "select":
        return RubberBand(scene, press)
    is_active = (tool != "add-minus") != press.shift
    return AddPoint(scene, press, scene.active if is_active else scene.next_class)
