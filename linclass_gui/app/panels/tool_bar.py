"""The slim bar on the left: the tools of the canvas, and fit view."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from ...core.gestures import Tool
from ..commands.shortcuts import TOOLS
from ..widgets.basics import Hairline, Themed
from ..widgets.controls import IconButton
from .sections import Gap

WIDTH = 48


class ToolBar(Themed, QWidget):
    """One button for each tool; exactly one is active."""

    fixed, padding, gap = (WIDTH, None), (6, 8, 6, 8), 4
    tool_chosen = Signal(str)

    def __init__(self, fit_view: Callable[[], None], classes: QWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tools")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.buttons: dict[Tool, IconButton] = {}
        group = QButtonGroup(self)
        column = QVBoxLayout(self)
        self.measure()
        if classes is not None:
            column.addWidget(classes)
            self._add_line(column)
        for entry in TOOLS:
            if entry is None:
                self._add_line(column)
                continue
            icon, tool, tone, key, tip = entry
            button = IconButton(icon, f"{tip} ({key})", tone=tone)
            button.setObjectName(f"tool-{tool}")
            button.setCheckable(True)
            button.setShortcut(key)
            button.clicked.connect(lambda _checked, tool=tool: self.tool_chosen.emit(tool))
            group.addButton(button)
            column.addWidget(button)
            self.buttons[tool] = button
        self._add_line(column)
        self.fit_button = IconButton("fit-view", "Fit view: show all points (Ctrl+0)")
        self.fit_button.setObjectName("tool-fit-view")
        self.fit_button.clicked.connect(fit_view)
        column.addWidget(self.fit_button)
        column.addStretch(1)
        self.buttons["select"].setChecked(True)

    @staticmethod
    def _add_line(column: QVBoxLayout) -> None:
        column.addWidget(Gap(0))
        column.addWidget(Hairline())
        column.addWidget(Gap(0))

    def choose(self, tool: Tool) -> None:
        """Make a tool the active one."""
        self.buttons[tool].setChecked(True)
        self.tool_chosen.emit(tool)
