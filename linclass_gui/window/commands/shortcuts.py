"""The effects of mouse and keys as tables, and all of them on one page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from ...scene.tools import Tool
from ..widgets.layouts import PlainLabel, SheetPage, SteadyArea, in_column, with_name
from .menus import Action, Menu, shortcut_words

TOP = Qt.AlignmentFlag.AlignTop

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

# What the tools without a button ask for.
HINTS_OF_TOOLS = {
    "outlier": "Click where the outlier goes",
    "stamp-line": "Drag a line, and points lie along it",
    "stamp-ellipse": "Drag from corner to corner, and points lie on the ellipse",
}


def hint_of_tool(tool: str) -> str:
    """What a tool without a button asks for; empty for the others."""
    return f"{HINTS_OF_TOOLS[tool]}; Esc leaves it." if tool in HINTS_OF_TOOLS else ""


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
            ("Right click on a point", "flip, coordinates, name, duplicate, delete"),
            ("Right click on a line", "its method: hide, colour, formula, name"),
            ("Double click words", "edits them where they stand"),
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
            ("Wheel, middle drag in a plot", "zooms and moves it"),
            ("Double click in a plot", "shows all of it again"),
            ("Drag a ring of the trial line", "moves or turns it"),
            ("Drag the tip of its w", "turns and scales w (layer Weight vector)"),
            ("Drag a handle in a plot", "turns the trial line, moves the threshold"),
        ),
    ),
    (
        "By keyboard, in canvas and plots",
        (
            ("Arrow keys", "bring up a pointer and move it"),
            ("Tab", "takes it to the next point or handle"),
            ("Ctrl + F6", "goes to the next part of the window"),
            ("Esc", "goes back to the canvas"),
            ("Space", "grabs, and drops after the arrows"),
            ("Enter", "adds a point"),
            ("Menu key", "opens the menu of the point"),
            ("Ctrl + plus, minus, 0, arrows", "zoom and move the plot"),
        ),
    ),
)


def keys(menus: Sequence[Menu]) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The shortcuts of all actions, by menu, and the letters that choose a tool."""
    groups = []
    for menu in menus:
        lines = tuple(
            (
                shortcut_words(entry),
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


class GesturesPage(SheetPage):
    """All gestures, and the keys of all actions."""

    def __init__(self, menus: Sequence[Menu] = ()) -> None:
        super().__init__()
        self.setObjectName("gestures")
        page, area = QWidget(), with_name(SteadyArea(), "", "Gestures and keys")
        lines = QGridLayout(page)
        lines.setContentsMargins(16, 8, 8, 16)
        lines.setVerticalSpacing(6)
        lines.setColumnStretch(0, 2)
        lines.setColumnStretch(1, 3)
        for title, entries in (*GESTURES, *keys(menus)):
            if entries:
                head = PlainLabel(title, tone="title")
                head.setContentsMargins(0, 8, 0, 0)
                lines.addWidget(head, lines.rowCount(), 0, 1, 2)
            for key, effect in entries:
                row = lines.rowCount()
                lines.addWidget(PlainLabel(key, wraps=True), row, 0, TOP)
                lines.addWidget(PlainLabel(effect, wraps=True, tone="second"), row, 1, TOP)
        area.setWidget(page)
        in_column(self, area)
