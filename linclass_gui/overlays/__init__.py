"""The layers of the canvas, listed in painting order: adding one is a file here and a line below.

An overlay is a pure function from a scene to marks.  Its file holds the function, its line here the name under which it is saved,
the words of the layers panel, and whether it can be switched off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..core.marks import Mark
from ..core.scene import Scene


@dataclass(frozen=True)
class Overlay:
    """One layer: ``draw`` gives its marks; ``always`` layers have no tick box (points, selection, rubber band)."""

    name: str
    title: str
    tip: str
    draw: Callable[[Scene], Iterable[Mark]]
    always: bool = False


OVERLAYS: tuple[Overlay, ...] = ()


def canvas_marks(scene: Scene) -> tuple[Mark, ...]:
    """All marks of the canvas, in painting order."""
    return tuple(mark for overlay in OVERLAYS if overlay.always or scene.shows(overlay.name) for mark in overlay.draw(scene))
