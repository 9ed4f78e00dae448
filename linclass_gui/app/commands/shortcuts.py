"""The effects of mouse and keys as tables, for the cheat sheet and the tool bar."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QKeySequence

from ...scene.tools import Tool
from .menus import Action, Menu

# Icon, tool, colour role, key, tip; None is a separating line.
TOOLS: tuple[tuple[str, Tool, str, str, str] | None, ...] = (
    (
        "select",
        "select",
        "ink",
        "S",
        "Select: click adds a point, drag moves one or draws a selection",
    ),
    ("lasso", "lasso", "ink", "L", "Lasso: draw around the points to select"),
    None,
    ("add-plus", "add-plus", "plus", "+", "Add points of class +"),
    ("add-minus", "add-minus", "minus", "-", "Add points of class −"),
    (
        "spray",
        "spray",
        "ink",
        "B",
        "Spray points of class +, with Shift of class −: [ and ] make it smaller and larger",
    ),
    (
        "eraser",
        "eraser",
        "ink",
        "E",
        "Erase the points the pointer passes over: [ and ] make it smaller and larger",
    ),
    None,
    ("trial-line", "trial", "ink", "D", "Draw a trial line: drag from one end to the other"),
    (
        "pan",
        "pan",
        "ink",
        "H",
        "Move the view: drag it; with any tool the middle button or Space and a drag do the same",
    ),
)

# Group -> (gesture, effect).
GESTURES: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Points",
        (
            ("Click", "a point of class +"),
            ("Right click, Shift + click", "a point of class −"),
            ("Drag a point", "moves it; every line and plot follows"),
            ("Drag selected points", "moves them together"),
            ("Alt + drag a point", "its neighbours follow, the nearer the more"),
            ("Esc while dragging", "puts it back"),
            ("Right click on a point", "flip, coordinates, duplicate, delete"),
        ),
    ),
    (
        "Selection",
        (
            ("Click a point", "selects it"),
            ("Shift + click a point", "adds it to the selection"),
            ("Drag from empty", "selects what is inside"),
            ("Arrow keys", "nudge the selection"),
            ("Shift + arrow keys", "nudge it ten times as far"),
        ),
    ),
    (
        "View",
        (
            ("Wheel", "zooms about the pointer"),
            ("Middle drag, Space + drag", "moves the view"),
            ("Drag a ring of the trial line", "moves or turns it"),
            ("Drag a handle in a plot", "turns the trial line, moves the threshold"),
        ),
    ),
    (
        "By keyboard, in canvas and plots",
        (
            ("Arrow keys", "bring up a pointer and move it"),
            ("Tab", "takes it to the next point or handle"),
            ("Space", "grabs, and drops after the arrows"),
            ("Enter", "adds a point"),
            ("Menu key", "opens the menu of the point"),
        ),
    ),
)


def keys(menus: Sequence[Menu]) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The shortcuts of all actions, by menu, and the letters that choose a tool."""
    form = QKeySequence.SequenceFormat.NativeText
    groups = []
    for menu in menus:
        lines = tuple(
            (
                QKeySequence(entry.keys[0]).toString(form),
                entry.text.replace("&", "").removesuffix("…"),
            )
            for entry in menu.entries
            if isinstance(entry, Action) and entry.keys
        )
        groups.append((menu.title, lines))
    groups.append(
        (
            "Tools",
            tuple((entry[3], entry[4].partition(":")[0]) for entry in TOOLS if entry is not None),
        )
    )
    return tuple(groups)
