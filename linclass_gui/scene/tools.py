"""The gesture that a press begins, by the tool in hand."""

from __future__ import annotations

from collections.abc import Mapping

from .gestures import (
    DrawTrialLine,
    Gesture,
    Lasso,
    OpenMenu,
    Pan,
    Pointer,
    RubberBand,
    ToggleSelection,
)
from .point_gestures import AddPoint, DragPoints, Eraser, Spray
from .scene import Scene

Tool = str  # one of ``window.commands.shortcuts``


# What a press of the left button begins with these tools, anywhere; with the others it depends on
# what is under the pointer.
BY_TOOL: Mapping[Tool, type[Gesture]] = {
    "eraser": Eraser,
    "lasso": Lasso,
    "pan": Pan,
    "trial": DrawTrialLine,
}


def begin_gesture(tool: Tool, scene: Scene, press: Pointer) -> Gesture:
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
