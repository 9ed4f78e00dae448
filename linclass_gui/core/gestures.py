"""Gestures: what the mouse does to a document, one class for each, without Qt.

A gesture is begun by a press, told every move, and finished or cancelled.  Each step answers with an :class:`Effect`, a plain
value; the canvas carries it out.  So gestures are tested without a window, and one gesture is one undo entry by construction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from solvers import Floats
from solvers.arrays import Ints

from .document import Document, TrialLine, View
from .hit import Point, rows_in_polygon, rows_in_rectangle, rows_within
from .scene import Scene

Tool = Literal["select", "lasso", "add-plus", "add-minus", "spray", "eraser", "trial", "pan"]
TOOLS: tuple[Tool, ...] = ("select", "lasso", "add-plus", "add-minus", "spray", "eraser", "trial", "pan")

PLUS, MINUS = 1, 0
CLICK_PX = 3.0  # a press that moves no further is a click
BRUSH_PX = 80.0  # reach of the soft brush: weight exp(-d^2 / 2 (reach/2)^2)
SPRAY_PX = 28.0
ERASER_PX = 12.0


@dataclass(frozen=True)
class Pointer:
    """The mouse: where it is in data units and in logical pixels of the picture, the point under it, what is held down."""

    at: Point
    px: Point = (0.0, 0.0)
    row: int | None = None
    button: Literal["left", "right", "middle"] = "left"
    shift: bool = False
    alt: bool = False
    space: bool = False


@dataclass(frozen=True, eq=False)
class Effect:
    """What a step of a gesture asks for.

    ``document`` is shown at once (with the rows it ``moving``), ``commit`` makes what is shown one undo entry of this name,
    ``rollback`` takes the gesture back; ``selection``, ``rubber`` and ``view`` are set unless None; ``menu`` is the row whose
    context menu opens.
    """

    document: Document | None = None
    moving: tuple[int, ...] = ()
    commit: str = ""
    rollback: bool = False
    selection: frozenset[int] | None = None
    rubber: tuple[Point, ...] | None = None
    view: View | None = None
    menu: int | None = None


NOTHING = Effect()


class Gesture:
    """The base of all gestures: remembers where it began and whether it is more than a click by now."""

    def __init__(self, scene: Scene, press: Pointer) -> None:
        self.before = scene.document
        self.press = press
        self.pixel = scene.pixel
        self.selection = scene.selection
        self.is_drag = False

    def start(self) -> Effect:
        """The effect of the press itself."""
        return NOTHING

    def move(self, pointer: Pointer) -> Effect:
        """The pointer moved; movements of a few pixels are still a click."""
        dx, dy = pointer.at[0] - self.press.at[0], pointer.at[1] - self.press.at[1]
        self.is_drag = self.is_drag or float(np.hypot(dx, dy)) > CLICK_PX * self.pixel
        return self.drag(pointer) if self.is_drag else NOTHING

    def finish(self, pointer: Pointer) -> Effect:
        """The button was released."""
        return self.drop(pointer) if self.is_drag else self.click()

    def cancel(self) -> Effect:
        """Escape: as if nothing had happened."""
        return Effect(rollback=True, rubber=())

    def drag(self, pointer: Pointer) -> Effect:
        """A move of the drag."""
        return NOTHING

    def drop(self, pointer: Pointer) -> Effect:
        """The end of the drag."""
        return NOTHING

    def click(self) -> Effect:
        """The end of a press that did not move."""
        return NOTHING


class AddPoint(Gesture):
    """A press adds a point; it stays under the pointer until the button is released."""

    def __init__(self, scene: Scene, press: Pointer, label: int) -> None:
        super().__init__(scene, press)
        self._added = replace(self.before, dataset=self.before.dataset.added([press.at], label))
        self._row = len(self.before.dataset)

    def start(self) -> Effect:
        return Effect(self._added, (self._row,), selection=frozenset())

    def drag(self, pointer: Pointer) -> Effect:
        return Effect(replace(self._added, dataset=self._added.dataset.moved(self._row, pointer.at)), (self._row,))

    def drop(self, pointer: Pointer) -> Effect:
        return Effect(commit="Add point")

    def click(self) -> Effect:
        return Effect(commit="Add point")


class DragPoints(Gesture):
    """A drag of one point, of the whole selection, or (soft brush) of a point and its neighbours with falling weight."""

    def __init__(self, scene: Scene, press: Pointer, row: int) -> None:
        super().__init__(scene, press)
        self._row = row
        taken = self.selection if row in self.selection else frozenset({row})
        self._rows: Ints = np.array(sorted(taken), dtype=np.int64)
        self._weights: Floats = np.ones((len(self._rows), 1))
        if press.alt:
            self._rows, self._weights = _brush(scene, row)
        self._moving = tuple(self._rows.tolist())
        self._from = self.before.dataset.X[self._rows]

    def start(self) -> Effect:
        # The same document with the moving rows named: the canvas and the worker get ready while the button goes down.
        return Effect(self.before, self._moving)

    def drag(self, pointer: Pointer) -> Effect:
        # By how far the pointer moved, not to where it is: a point taken at its rim must not jump.
        offset = np.subtract(pointer.at, self.press.at)
        moved = self.before.dataset.moved(self._rows, self._from + self._weights * offset)
        return Effect(replace(self.before, dataset=moved), self._moving)

    def drop(self, pointer: Pointer) -> Effect:
        return Effect(commit="Move point" if len(self._rows) == 1 else f"Move {len(self._rows)} points")

    def click(self) -> Effect:
        return Effect(rollback=True, selection=frozenset({self._row}))


def _brush(scene: Scene, row: int) -> tuple[Ints, Floats]:
    X = scene.document.dataset.X
    reach = BRUSH_PX * scene.pixel
    centre = (float(X[row, 0]), float(X[row, 1]))
    rows = rows_within(scene.document.dataset, centre, reach)
    squares = ((X[rows] - X[row]) ** 2).sum(axis=1, keepdims=True)
    return rows, np.exp(-squares / (2 * (0.5 * reach) ** 2))


class ToggleSelection(Gesture):
    """Shift and a click on a point: into the selection or out of it."""

    def start(self) -> Effect:
        return Effect(selection=self.selection ^ {self.press.row} if self.press.row is not None else None)


class RubberBand(Gesture):
    """A drag from an empty place selects a rectangle; a click there adds a point of class +."""

    def drag(self, pointer: Pointer) -> Effect:
        return Effect(rubber=(self.press.at, pointer.at))

    def drop(self, pointer: Pointer) -> Effect:
        rows = rows_in_rectangle(self.before.dataset, self.press.at, pointer.at)
        return _selecting(self, rows)

    def click(self) -> Effect:
        added = self.before.dataset.added([self.press.at], PLUS)
        return Effect(replace(self.before, dataset=added), commit="Add point", selection=frozenset())


class Lasso(Gesture):
    """A drag draws an outline; the points inside are selected.  A click on a point selects it."""

    def __init__(self, scene: Scene, press: Pointer) -> None:
        super().__init__(scene, press)
        self._corners = [press.at]

    def drag(self, pointer: Pointer) -> Effect:
        self._corners.append(pointer.at)
        # Two corners would be drawn as a rectangle.
        return Effect(rubber=tuple(self._corners)) if len(self._corners) > 2 else NOTHING

    def drop(self, pointer: Pointer) -> Effect:
        return _selecting(self, rows_in_polygon(self.before.dataset, self._corners))

    def click(self) -> Effect:
        row = self.press.row
        return Effect(selection=frozenset() if row is None else frozenset({row}))


def _selecting(gesture: Gesture, rows: Ints) -> Effect:
    kept = gesture.selection if gesture.press.shift else frozenset()
    return Effect(selection=kept | frozenset(rows.tolist()), rubber=())


class Eraser(Gesture):
    """Removes every point the pointer passes over."""

    def __init__(self, scene: Scene, press: Pointer) -> None:
        super().__init__(scene, press)
        self._rows: set[int] = set()

    def start(self) -> Effect:
        return self._erase(self.press.at)

    def drag(self, pointer: Pointer) -> Effect:
        return self._erase(pointer.at)

    def drop(self, pointer: Pointer) -> Effect:
        return self.click()

    def click(self) -> Effect:
        return Effect(commit="Erase points") if self._rows else NOTHING

    def _erase(self, at: Point) -> Effect:
        rows = set(rows_within(self.before.dataset, at, ERASER_PX * self.pixel).tolist())
        if rows <= self._rows:
            return NOTHING
        self._rows |= rows
        left = self.before.dataset.removed(np.array(sorted(self._rows), dtype=np.int64))
        return Effect(replace(self.before, dataset=left), selection=frozenset())


class Spray(Gesture):
    """Sprays points of a class around the pointer; the document's seed decides where they fall."""

    def __init__(self, scene: Scene, press: Pointer, label: int) -> None:
        super().__init__(scene, press)
        self._label = label
        self._sprayed = self.before
        self._random = np.random.default_rng((self.before.seed, len(self.before.dataset)))

    def start(self) -> Effect:
        return self._puff(self.press.at)

    def drag(self, pointer: Pointer) -> Effect:
        return self._puff(pointer.at)

    def drop(self, pointer: Pointer) -> Effect:
        return self.click()

    def click(self) -> Effect:
        return Effect(commit="Spray points")

    def _puff(self, at: Point) -> Effect:
        spread = self._random.normal(scale=0.5 * SPRAY_PX * self.pixel, size=2)
        self._sprayed = replace(self._sprayed, dataset=self._sprayed.dataset.added([np.add(at, spread)], self._label))
        return Effect(self._sprayed, selection=frozenset())


class Pan(Gesture):
    """Moves the visible rectangle, by pixels: data units themselves move along."""

    def __init__(self, scene: Scene, press: Pointer) -> None:
        super().__init__(scene, press)
        self._view = scene.view

    def move(self, pointer: Pointer) -> Effect:
        dx = (pointer.px[0] - self.press.px[0]) * self.pixel
        dy = (pointer.px[1] - self.press.px[1]) * self.pixel
        view = self._view
        return Effect(view=View(view.x0 - dx, view.x1 - dx, view.y0 + dy, view.y1 + dy))

    def cancel(self) -> Effect:
        return Effect(view=self._view)


class DrawTrialLine(Gesture):
    """A drag lays the trial line through two points."""

    def drag(self, pointer: Pointer) -> Effect:
        (x0, y0), (x1, y1) = self.press.at, pointer.at
        # The normal lies to the left of the stroke: a stroke downwards has class + on its right, as one reads.
        angle = float(np.degrees(np.arctan2(x1 - x0, -(y1 - y0)))) % 360.0
        pivot = (0.5 * (x0 + x1), 0.5 * (y0 + y1))
        return Effect(replace(self.before, trial=TrialLine(angle, pivot)))

    def drop(self, pointer: Pointer) -> Effect:
        return Effect(commit="Draw trial line")


class DragHandle(Gesture):
    """A drag of a handle of a picture: ``place`` says which document follows from where the handle is."""

    def __init__(self, scene: Scene, press: Pointer, place: Callable[[Point], Document], text: str) -> None:
        super().__init__(scene, press)
        self._place, self._text = place, text

    def move(self, pointer: Pointer) -> Effect:
        self.is_drag = True
        return Effect(self._place(pointer.at))

    def drop(self, pointer: Pointer) -> Effect:
        return Effect(commit=self._text)


class OpenMenu(Gesture):
    """A right click on a point opens its menu."""

    def start(self) -> Effect:
        row = self.press.row
        return Effect(selection=frozenset({row}) if row is not None and row not in self.selection else None)

    def click(self) -> Effect:
        return Effect(menu=self.press.row)


def begin(tool: Tool, scene: Scene, press: Pointer) -> Gesture:
    """The gesture that a press begins."""
    if press.button == "middle" or press.space or (tool == "pan" and press.button == "left"):
        return Pan(scene, press)
    if press.button == "right":
        return OpenMenu(scene, press) if press.row is not None else AddPoint(scene, press, MINUS)
    if tool == "eraser":
        return Eraser(scene, press)
    if tool == "spray":
        return Spray(scene, press, MINUS if press.shift else PLUS)
    if tool == "lasso":
        return Lasso(scene, press)
    if tool == "trial":
        return DrawTrialLine(scene, press)
    if press.row is not None:
        return ToggleSelection(scene, press) if press.shift else DragPoints(scene, press, press.row)
    if tool == "select" and not press.shift:
        return RubberBand(scene, press)
    is_plus = (tool != "add-minus") != press.shift
    return AddPoint(scene, press, PLUS if is_plus else MINUS)


# --- keys on a selection --------------------------------------------------------------------------------------------------------

STEP_PX, LARGE_STEP_PX = 1.0, 10.0


def nudged(scene: Scene, right: int, up: int, large: bool = False) -> Effect:
    """The selected points one step further: a pixel, or ten."""
    rows = np.array(sorted(scene.selection), dtype=np.int64)
    if len(rows) == 0:
        return NOTHING
    step = (LARGE_STEP_PX if large else STEP_PX) * scene.pixel
    dataset = scene.document.dataset
    moved = dataset.moved(rows, dataset.X[rows] + (right * step, up * step))
    return Effect(replace(scene.document, dataset=moved), commit="Nudge")


def deleted(scene: Scene) -> Effect:
    """The selected points away."""
    rows = np.array(sorted(scene.selection), dtype=np.int64)
    if len(rows) == 0:
        return NOTHING
    left = replace(scene.document, dataset=scene.document.dataset.removed(rows))
    return Effect(left, commit="Delete point" if len(rows) == 1 else f"Delete {len(rows)} points", selection=frozenset())


def flipped(scene: Scene) -> Effect:
    """The selected points in the other class."""
    rows = np.array(sorted(scene.selection), dtype=np.int64)
    if len(rows) == 0:
        return NOTHING
    return Effect(replace(scene.document, dataset=scene.document.dataset.flipped(rows)), commit="Flip class")


def all_selected(scene: Scene) -> Effect:
    """Every point selected."""
    return Effect(selection=frozenset(range(len(scene.document.dataset))))
