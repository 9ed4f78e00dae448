"""Gestures that leave the points alone: move the view, draw the trial line, drag a handle of a
picture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ..document import Document, TrialLine, View
from ..hit import Point
from ..scene import Scene
from .gesture import Effect, Gesture, Pointer


class Pan(Gesture):
    """Moves the visible rectangle, by pixels: data units themselves move along."""

    def __init__(self, scene: Scene, press: Pointer) -> None:
        super().__init__(scene, press)
        self._view = scene.view

    def move(self, pointer: Pointer) -> Effect:
        dx = (pointer.px[0] - self.press.px[0]) * self.pixels[0]
        dy = (pointer.px[1] - self.press.px[1]) * self.pixels[1]
        view = self._view
        return Effect(view=View(view.x0 - dx, view.x1 - dx, view.y0 + dy, view.y1 + dy))

    def cancel(self) -> Effect:
        return Effect(view=self._view)


class DrawTrialLine(Gesture):
    """A drag lays the trial line through two points."""

    def drag(self, pointer: Pointer) -> Effect:
        (x0, y0), (x1, y1) = self.press.at, pointer.at
        # The normal lies to the left of the stroke: a stroke downwards has class + on its right, as
        # one reads.
        angle = float(np.degrees(np.arctan2(x1 - x0, -(y1 - y0))))
        pivot = (0.5 * (x0 + x1), 0.5 * (y0 + y1))
        return Effect(replace(self.before, trial=TrialLine(angle, pivot, in_front=True)))

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
