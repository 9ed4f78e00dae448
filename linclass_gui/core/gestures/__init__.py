"""Gestures: what the mouse does to a document, one class for each, without Qt.

A press begins a gesture, which receives every move and is finished or cancelled.  Each step returns
an :class:`Effect`, a plain value; the canvas carries it out.  So gestures are tested without a
window, and one gesture is one undo entry by construction.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..scene import Scene
from .gesture import NOTHING, Effect, Gesture, Pointer
from .keys import all_selected, delete_selection, flip_selection, nudge_selection
from .lines import DragHandle, DrawTrialLine, Pan
from .points import AddPoint, DragPoints, Eraser, Spray
from .selecting import Lasso, OpenMenu, OpenNote, RubberBand, ToggleSelection

__all__ = [
    "NOTHING",
    "AddPoint",
    "DragHandle",
    "DragPoints",
    "Effect",
    "Gesture",
    "OpenNote",
    "Pan",
    "Pointer",
    "Tool",
    "all_selected",
    "begin",
    "delete_selection",
    "flip_selection",
    "nudge_selection",
]

Tool = str  # one of ``app.commands.shortcuts``
# What a press of the left button begins with these tools, anywhere; with the others it depends on
# what is under the pointer.
BY_TOOL: Mapping[Tool, type[Gesture]] = {
    "eraser": Eraser,
    "lasso": Lasso,
    "pan": Pan,
    "trial": DrawTrialLine,
}


def begin(tool: Tool, scene: Scene, press: Pointer) -> Gesture:
    """The gesture that a press begins."""
    if press.button == "middle" or press.space:
        return Pan(scene, press)
    if press.button == "right":
        return (
            OpenMenu(scene, press)
            if press.row is not None
            else AddPoint(scene, press, scene.next_class)
        )
    if tool in BY_TOOL:
        return BY_TOOL[tool](scene, press)
    if tool == "spray":
        return Spray(scene, press, scene.next_class if press.shift else scene.active)
    if press.row is not None:
        return ToggleSelection(scene, press) if press.shift else DragPoints(scene, press, press.row)
    if tool == "select" and not press.shift:
        return RubberBand(scene, press)
    is_active = (tool != "add-minus") != press.shift
    return AddPoint(scene, press, scene.active if is_active else scene.next_class)
