"""The tools of the canvas, as a table: the tool bar shows them, the sheet of keys names them, ``core.gestures`` does them."""

from __future__ import annotations

from ...core.gestures import Tool

# Icon, tool, colour role, key, tip; None is a separating line.
TOOLS: tuple[tuple[str, Tool, str, str, str] | None, ...] = (
    ("select", "select", "ink", "S", "Select: click adds a point, drag moves one or draws a selection"),
    ("lasso", "lasso", "ink", "L", "Lasso: draw around the points to select"),
    None,
    ("add-plus", "add-plus", "plus", "+", "Add points of class +"),
    ("add-minus", "add-minus", "minus", "-", "Add points of class −"),
    ("spray", "spray", "ink", "B", "Spray points of class +, with Shift of class −"),
    ("eraser", "eraser", "ink", "E", "Erase the points the pointer passes over"),
    None,
    ("trial-line", "trial", "ink", "D", "Draw a trial line: drag from one end to the other"),
    ("pan", "pan", "ink", "H", "Move the view: drag it; with any tool the middle button or Space and a drag do the same"),
)
