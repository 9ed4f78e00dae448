"""The effects of mouse and keys as tables, and all of them on one page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QScrollArea, QStyle, QWidget

from ...scene.tools import Tool
from ..dialogs.forms import plain
from ..widgets.layouts import FramedArea, PlainLabel, in_column, in_row
from .menus import Action, Menu, shortcut_words

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


Groups = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


class GesturesDialog(QDialog):
    """The page, in as many columns as fit on the screen."""

    def __init__(self, menus: Sequence[Menu] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Gestures and keys")
        self.setObjectName("gestures")
        room = self.screen().availableSize() - QSize(24, 72)  # the frame of a window
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        plain(close)
        area = FramedArea()
        foot = in_row(None, close, margins=(32, 0, 32, 24))
        in_column(self, (area, 1), foot, spacing=6)
        self.ensurePolished()
        page = _widest(keys(menus), area, room.width() - bar - 2)
        size = page.sizeHint() + QSize(2, foot.sizeHint().height() + 8)
        self.resize((size + QSize(bar, bar)).boundedTo(room))


def show_gestures(window: QWidget, menus: Sequence[Menu]) -> None:
    """Show the page; only one exists."""
    if not any(dialog.isVisible() for dialog in window.findChildren(GesturesDialog)):
        dialog = GesturesDialog(menus, window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


def _widest(groups: Groups, area: QScrollArea, width: int) -> QWidget:
    """The page of gestures and keys in as many columns as fit beside each other; the rest is
    scrolled.
    """
    file_to_data, last_groups = groups[:3], groups[3:]
    arrangements = (
        (GESTURES, file_to_data, last_groups),
        ((*GESTURES, *file_to_data), last_groups),
        ((*GESTURES, *file_to_data, *last_groups),),
    )
    for columns in arrangements:
        area.setWidget(page := _page(columns))
        page.ensurePolished()
        if page.sizeHint().width() <= width:
            break
    return page


def _page(columns: tuple[Groups, ...]) -> QWidget:
    page = QWidget()
    grid = QGridLayout(page)
    grid.setContentsMargins(32, 24, 32, 8)
    grid.setHorizontalSpacing(48)
    for column, groups in enumerate(columns):
        grid.addWidget(_sheet(groups), 0, column, Qt.AlignmentFlag.AlignTop)
    return page


def _sheet(groups: Groups) -> QWidget:
    sheet = QWidget()
    lines = QGridLayout(sheet)
    lines.setContentsMargins(0, 0, 0, 16)
    lines.setHorizontalSpacing(16)
    lines.setVerticalSpacing(4)
    for title, entries in groups:
        if not entries:
            continue
        head = PlainLabel(title, tone="title")
        head.setContentsMargins(0, 8 if lines.rowCount() > 1 else 0, 0, 4)
        lines.addWidget(head, lines.rowCount(), 0, 1, 2)
        for key, effect in entries:
            row = lines.rowCount()
            lines.addWidget(PlainLabel(key), row, 0)
            lines.addWidget(PlainLabel(effect, tone="second"), row, 1)
    return sheet
