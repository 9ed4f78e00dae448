"""Gestures that select points: a click, a rectangle, an outline."""

from __future__ import annotations

from dataclasses import replace

from solvers.arrays import Ints

from ..hit import rows_in_polygon, rows_in_rectangle
from ..scene import Scene
from .gesture import NOTHING, Effect, Gesture, Pointer


class ToggleSelection(Gesture):
    """Shift and a click on a point: into the selection or out of it."""

    def start(self) -> Effect:
        return Effect(
            selection=self.selection ^ {self.press.row} if self.press.row is not None else None
        )


class RubberBand(Gesture):
    """A drag from an empty place selects a rectangle; a click there adds a point of the class in
    use.
    """

    def drag(self, pointer: Pointer) -> Effect:
        return Effect(rubber=(self.press.at, pointer.at))

    def drop(self, pointer: Pointer) -> Effect:
        rows = rows_in_rectangle(self.before.dataset, self.press.at, pointer.at)
        return _selecting(self, rows)

    def click(self) -> Effect:
        added = self.before.dataset.added([self.placed(self.press.at)], self.active)
        return Effect(
            replace(self.before, dataset=added), commit="Add point", selection=frozenset()
        )


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


class OpenNote(Gesture):
    """A right click on an annotation opens its menu."""

    def __init__(self, scene: Scene, press: Pointer, number: int) -> None:
        super().__init__(scene, press)
        self._number = number

    def click(self) -> Effect:
        return Effect(note=self._number)


class OpenMenu(Gesture):
    """A right click on a point opens its menu."""

    def start(self) -> Effect:
        row = self.press.row
        return Effect(
            selection=frozenset({row}) if row is not None and row not in self.selection else None
        )

    def click(self) -> Effect:
        return Effect(menu=self.press.row)
