"""Gestures that select points or leave them alone, the base of all gestures, and keys.

A press begins a gesture, which receives every move and is finished or cancelled.  Each step returns
an :class:`Effect`, a plain value; the canvas carries it out.  So gestures are tested without a
window, and one gesture is one undo entry by construction.  A key has an effect, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from solvers.arrays import Ints

from .document import Document, TrialLine
from .marks import Point
from .places import rows_in_polygon, rows_in_rectangle, snap
from .scene import Scene
from .view import View

CLICK_PX = 3.0  # a press that moves no further is a click


@dataclass(frozen=True)
class Pointer:
    """The mouse, or the pointer that keys move: where it is in data units and in logical pixels of
    the picture, the point under it, what is held down.
    """

    at: Point
    px: Point = (0.0, 0.0)
    row: int | None = None
    button: Literal["left", "right", "middle"] = "left"
    shift: bool = False
    alt: bool = False
    space: bool = False
    by_keys: bool = False


@dataclass(frozen=True, eq=False)
class Effect:
    """The changes that a step of a gesture asks for.

    ``document`` is shown at once (with the rows it ``moving``), ``commit`` makes what is shown one
    undo entry of this name, ``rollback`` takes the gesture back; ``selection``, ``rubber`` and
    ``view`` are set unless None; ``menu`` is the row whose context menu opens, ``note`` the
    annotation whose menu does, and ``line`` the method.  ``write`` is the number of an annotation
    of the document whose words are to be typed, which ends the step; ``axes`` opens the menu of
    the axes.
    """

    document: Document | None = None
    moving: tuple[int, ...] = ()
    commit: str = ""
    rollback: bool = False
    selection: frozenset[int] | None = None
    rubber: tuple[Point, ...] | None = None
    view: View | None = None
    menu: int | None = None
    note: int | None = None
    line: str = ""
    write: int | None = None
    axes: bool = False


NO_EFFECT = Effect()


class Gesture:
    """The base of all gestures: remembers where it began and whether it is more than a click by
    now.
    """

    def __init__(self, scene: Scene, press: Pointer) -> None:
        self.scene, self.press = scene, press
        self.before, self.pixels = scene.document, scene.pixels
        self.is_drag = False

    @property
    def label(self) -> int:
        """The class of points that are placed: with Shift the next one."""
        return self.scene.next_class if self.press.shift else self.scene.active

    def snapped_place(self, position: Point) -> Point:
        """Where a point placed here goes: onto the lattice, if points snap to it."""
        if self.scene.lattice is None:
            return position
        x, y = snap(np.array(position), self.scene.lattice).tolist()
        return x, y

    def start(self) -> Effect:
        """The effect of the press itself."""
        return NO_EFFECT

    def move(self, pointer: Pointer) -> Effect:
        """The pointer moved; movements of a few pixels are still a click, but no hand trembles on a
        key.
        """
        way = np.subtract(pointer.at, self.press.at) / self.pixels
        self.is_drag = self.is_drag or float(np.hypot(*way)) > (
            0.0 if pointer.by_keys else CLICK_PX
        )
        return self.drag(pointer) if self.is_drag else NO_EFFECT

    def finish(self, pointer: Pointer) -> Effect:
        """The button was released."""
        return self.drop(pointer) if self.is_drag else self.click()

    def cancel(self) -> Effect:
        """Escape: as if nothing had happened."""
        return Effect(rollback=True, rubber=())

    def drag(self, pointer: Pointer) -> Effect:
        """A move of the drag."""
        return NO_EFFECT

    def drop(self, pointer: Pointer) -> Effect:
        """The end of the drag."""
        return NO_EFFECT

    def click(self) -> Effect:
        """The end of a press that did not move."""
        return NO_EFFECT


STEP_PX, LARGE_STEP_PX = 1.0, 10.0


def nudge_selection(scene: Scene, right: int, up: int, large: bool = False) -> Effect:
    """The selected points one step further: a pixel, or ten."""
    rows = scene.selected_rows
    if not len(rows):
        return NO_EFFECT
    step, (across, up_px) = LARGE_STEP_PX if large else STEP_PX, scene.pixels
    dataset = scene.document.dataset
    moved = dataset.moved(rows, dataset.X[rows] + (right * step * across, up * step * up_px))
    return Effect(replace(scene.document, dataset=moved), commit="Nudge")


def delete_selection(scene: Scene) -> Effect:
    """The selected points away."""
    rows = scene.selected_rows
    if not len(rows):
        return NO_EFFECT
    left = replace(scene.document, dataset=scene.document.dataset.removed(rows))
    return Effect(
        left,
        commit="Delete point" if len(rows) == 1 else f"Delete {len(rows)} points",
        selection=frozenset(),
    )


def flip_selection(scene: Scene) -> Effect:
    """The selected points in the other class."""
    rows = scene.selected_rows
    if not len(rows):
        return NO_EFFECT
    return Effect(
        replace(scene.document, dataset=scene.document.dataset.flipped(rows)), commit="Flip class"
    )


def all_selected(scene: Scene) -> Effect:
    """Every point selected."""
    return Effect(selection=frozenset(range(len(scene.document.dataset))))


class ToggleSelection(Gesture):
    """Shift and a click on a point: into the selection or out of it."""

    def start(self) -> Effect:
        row = self.press.row
        return NO_EFFECT if row is None else Effect(selection=self.scene.selection ^ {row})


class RubberBand(Gesture):
    """A drag from an empty place selects a rectangle, with Shift beside what is selected; a click
    there adds a point of the class in use, with Shift of the next one.
    """

    def drag(self, pointer: Pointer) -> Effect:
        return Effect(rubber=(self.press.at, pointer.at))

    def drop(self, pointer: Pointer) -> Effect:
        rows = rows_in_rectangle(self.before.dataset, self.press.at, pointer.at)
        return _selecting(self, rows)

    def click(self) -> Effect:
        longer = self.before.dataset.added([self.snapped_place(self.press.at)], self.label)
        return Effect(
            replace(self.before, dataset=longer), commit="Add point", selection=frozenset()
        )


class Lasso(Gesture):
    """A drag draws an outline; the points inside are selected.  A click on a point selects it."""

    def __init__(self, scene: Scene, press: Pointer) -> None:
        super().__init__(scene, press)
        self._corners = [press.at]

    def drag(self, pointer: Pointer) -> Effect:
        self._corners.append(pointer.at)
        # Two corners would be drawn as a rectangle.
        return Effect(rubber=tuple(self._corners)) if len(self._corners) > 2 else NO_EFFECT

    def drop(self, pointer: Pointer) -> Effect:
        return _selecting(self, rows_in_polygon(self.before.dataset, self._corners))

    def click(self) -> Effect:
        row = self.press.row
        return Effect(selection=frozenset() if row is None else frozenset({row}))


def _selecting(gesture: Gesture, rows: Ints) -> Effect:
    rows_before = gesture.scene.selection if gesture.press.shift else frozenset()
    return Effect(selection=rows_before | frozenset(rows.tolist()), rubber=())


class Click(Gesture):
    """A click that has one effect, such as a right click on an annotation, which opens its menu."""

    def __init__(self, scene: Scene, press: Pointer, effect: Effect) -> None:
        super().__init__(scene, press)
        self._effect = effect

    def click(self) -> Effect:
        return self._effect


class OpenMenu(Gesture):
    """A right click on a point opens its menu."""

    def start(self) -> Effect:
        row = self.press.row
        if row is None or row in self.scene.selection:
            return NO_EFFECT
        return Effect(selection=frozenset({row}))

    def click(self) -> Effect:
        return Effect(menu=self.press.row)


class Pan(Gesture):
    """Moves the visible rectangle, by pixels: data units themselves move along."""

    def move(self, pointer: Pointer) -> Effect:
        dx = (pointer.px[0] - self.press.px[0]) * self.pixels[0]
        dy = (pointer.px[1] - self.press.px[1]) * self.pixels[1]
        view = self.scene.view
        return Effect(view=View(view.x0 - dx, view.x1 - dx, view.y0 + dy, view.y1 + dy))

    def cancel(self) -> Effect:
        return Effect(view=self.scene.view)


class DrawTrialLine(Gesture):
    """A drag lays the trial line through two points."""

    def drag(self, pointer: Pointer) -> Effect:
        (x0, y0), (x1, y1) = self.press.at, pointer.at
        # The normal lies to the left of the stroke: a stroke downwards has class + on its right, as
        # one reads.
        angle = float(np.degrees(np.arctan2(x1 - x0, -(y1 - y0))))
        pivot = (0.5 * (x0 + x1), 0.5 * (y0 + y1))
        before = self.before.trial or TrialLine(angle, pivot)
        trial = replace(before, angle=angle, pivot=pivot, in_front=True)
        return Effect(replace(self.before, trial=trial))

    def drop(self, pointer: Pointer) -> Effect:
        return Effect(commit="Draw trial line")


class DragHandle(Gesture):
    """A drag of a handle of a picture: ``place`` says which document follows from where the handle
    is.
    """

    def __init__(
        self, scene: Scene, press: Pointer, place: Callable[[Point], Document], text: str
    ) -> None:
        super().__init__(scene, press)
        self._place, self._text = place, text

    def move(self, pointer: Pointer) -> Effect:
        self.is_drag = True
        return Effect(self._place(pointer.at))

    def drop(self, pointer: Pointer) -> Effect:
        return Effect(commit=self._text)
