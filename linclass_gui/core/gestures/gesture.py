"""What every gesture has: where it began, what each of its steps asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..arranging import snap
from ..document import Document, View
from ..hit import Point
from ..scene import Scene

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
    """What a step of a gesture asks for.

    ``document`` is shown at once (with the rows it ``moving``), ``commit`` makes what is shown one
    undo entry of this name, ``rollback`` takes the gesture back; ``selection``, ``rubber`` and
    ``view`` are set unless None; ``menu`` is the row whose context menu opens, and ``note`` the
    annotation whose menu does.
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


NOTHING = Effect()


class Gesture:
    """The base of all gestures: remembers where it began and whether it is more than a click by
    now.
    """

    def __init__(self, scene: Scene, press: Pointer) -> None:
        self.before = scene.document
        self.press = press
        self.pixels = scene.pixels
        self.selection = scene.selection
        self.active = scene.active
        self.lattice = scene.lattice
        self.is_drag = False

    def placed(self, at: Point) -> Point:
        """Where a point placed here goes: onto the lattice, if points snap to it."""
        if self.lattice is None:
            return at
        x, y = snap(np.array(at), self.lattice).tolist()
        return x, y

    def start(self) -> Effect:
        """The effect of the press itself."""
        return NOTHING

    def move(self, pointer: Pointer) -> Effect:
        """The pointer moved; movements of a few pixels are still a click, but no hand trembles on a
        key.
        """
        way = np.subtract(pointer.at, self.press.at) / self.pixels
        self.is_drag = self.is_drag or float(np.hypot(*way)) > (
            0.0 if pointer.by_keys else CLICK_PX
        )
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
