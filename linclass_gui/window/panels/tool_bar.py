"""The slim bar on the left: the classes, the tools of the canvas, and fit view."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QVBoxLayout, QWidget

from ...draw.lettering import layout
from ...draw.small_pictures import paint_symbol
from ...scene.looks import LOOK_NAMES, MOST_CLASSES, role
from ...scene.scene import Scene
from ...scene.tools import Tool
from ..commands.classes import ClassCommands
from ..commands.shortcuts import TOOLS
from ..session.session import Session
from ..widgets.controls import IconButton
from ..widgets.layouts import plain_tip, with_name
from ..widgets.themed import CAPTION, Hairline, Themed, middle_baseline, paint_box
from .sections import Gap


class ToolBar(Themed, QWidget):
    """One button for each tool; exactly one is active."""

    fixed, padding, gap = (48, None), (6, 8, 6, 8), 3
    tool_chosen = Signal(str)

    def __init__(
        self,
        fit_view: Callable[[], None],
        classes: QWidget | None = None,
    ) -> None:
        super().__init__()
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
            button = IconButton(icon, f"{tip} ({key})", tone=tone, size=36, box=20)
            button.setObjectName(f"tool-{tool}")
            button.setCheckable(True)
            button.setShortcut(key)
            button.clicked.connect(lambda _checked, tool=tool: self.tool_chosen.emit(tool))
            group.addButton(button)
            column.addWidget(button)
            self.buttons[tool] = button
        self._add_line(column)
        tip = "Fit view: show all points (Ctrl+0)"
        self.fit_button = IconButton("fit-view", tip, fit_view, size=36, box=20)
        self.fit_button.setObjectName("tool-fit-view")
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


# of a chip alone in its row, with its count at the right of the symbol, and of one of two in a row,
# with its count below the symbol
WIDE, NARROW = (35, 22), (17, 30)
MOST_WIDE = 4  # classes with a row each
SYMBOL = 12.0
AT_RIGHT = 2.5  # from the count of a chip in its row to its edge
INSIDE = 1.0  # from the edge of a chip to its count at the least
THOUSAND = 1000


def short(count: int) -> str:
    """A count in three characters or so: 999, 12k, 1M."""
    if count < THOUSAND:
        return str(count)
    return (
        f"{count // THOUSAND}k"
        if count < THOUSAND * THOUSAND
        else f"{count // (THOUSAND * THOUSAND)}M"
    )


class ClassChip(Themed, QWidget):
    """One class: a click chooses it, a double click renames it, the right button offers the
    rest.
    """

    class_chosen = Signal(int)
    rename_wanted = Signal(int)
    menu_wanted = Signal(int, QPoint)

    def __init__(self, k: int, is_wide: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.k, self.is_wide = k, is_wide
        self.fixed = WIDE if is_wide else NARROW
        self.look, self.count, self.is_left, self.is_right = 0, 0, False, False
        self.setObjectName(f"class-chip-{k}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # repainted when the pointer enters and leaves
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_state(self, name: str, look: int, count: int, *, left: bool, right: bool) -> None:
        """Show the current state of a class."""
        self.look, self.count, self.is_left, self.is_right = look, count, left, right
        points = "1 point" if count == 1 else f"{count} points"
        key = f" ({self.k + 1})" if self.k < 9 else ""
        button = (
            "The left button places it."
            if left
            else "The right button places it."
            if right
            else "A click chooses it."
        )
        self.setToolTip(
            plain_tip(
                f"{name}: {points}, {LOOK_NAMES[look]}{key}. {button} Double click renames it, "
                "right click offers more."
            )
        )
        self.setAccessibleName(f"{name}, {points}")
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.class_chosen.emit(self.k)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.rename_wanted.emit(self.k)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(self.k, event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.class_chosen.emit(self.k)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        p, area = self.colours, self.area
        with self.painter() as painter:
            if self.is_left or self.underMouse():
                look = (p.canvas, p.ink, 1.2) if self.is_left else (p.selected_row, p.hairline)
                paint_box(painter, area.adjusted(0.6, 0.6, -0.6, -0.6), 4, *look)
            if self.hasFocus():
                paint_box(painter, area.adjusted(1, 1, -1, -1), 4, edge=p.ink, width=2)
            symbol = QRectF(0.5 * (area.width() - SYMBOL), 4.0, SYMBOL, SYMBOL)
            count = QRectF(0.0, 16.0, area.width(), area.height() - 16.0)
            if self.is_wide:
                symbol.moveTo(1.5, 0.5 * (area.height() - SYMBOL))
                room = area.width() - symbol.right() - AT_RIGHT
                count = QRectF(symbol.right(), 0.0, room, area.height())
            paint_symbol(painter, role("class", self.look), symbol, self.theme)
            self._paint_count(painter, count)

    def _paint_count(self, painter: QPainter, area: QRectF) -> None:
        room = area.width() - 2.0 * INSIDE
        line = layout(short(self.count), CAPTION)
        if line.width > room:
            line = layout(short(self.count), CAPTION * room / line.width)
        colour = QColor(self.colours.ink if self.is_left else self.colours.ink_2)
        left = area.left() + 0.5 * (area.width() - line.width)
        line.draw(painter, left, middle_baseline(area, CAPTION), colour)


class ClassChips(Themed, QWidget):
    """All classes, and a button that adds one."""

    def __init__(self, session: Session, commands: ClassCommands) -> None:
        super().__init__()
        self.setObjectName("classes")
        self._commands = commands
        self.chips: list[ClassChip] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self.add_button = with_name(
            IconButton("plus", "Add a class", commands.add, size=NARROW[0], box=13), "add-class"
        )
        self.measure()
        session.scene_changed.connect(self._follow)
        self.show_scene(session.scene)

    def measure(self) -> None:
        self._grid.setHorizontalSpacing(self.px(1))
        self._grid.setVerticalSpacing(self.px(2))

    def _follow(self, old: Scene, new: Scene) -> None:
        if (
            _shown_values(old) != _shown_values(new)
            or old.document.dataset.labels is not new.document.dataset.labels
        ):
            self.show_scene(new)

    def show_scene(self, scene: Scene) -> None:
        """Show the classes of a scene."""
        names, counts, looks = (
            scene.document.dataset.class_names,
            scene.document.dataset.counts,
            scene.document.class_looks,
        )
        if len(names) != len(self.chips):
            self._rebuild(len(names))
        right = (scene.active + 1) % len(names)
        for k, chip in enumerate(self.chips):
            chip.show_state(names[k], looks[k], counts[k], left=k == scene.active, right=k == right)
        self.add_button.setEnabled(len(names) < MOST_CLASSES)

    def _rebuild(self, count: int) -> None:
        for chip in self.chips:
            self._grid.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._grid.removeWidget(self.add_button)
        columns = 1 if count <= MOST_WIDE else 2
        self.chips = [self._chip(k, columns == 1) for k in range(count)]
        # as in every legend: of two classes + comes first
        order = self.chips[::-1] if count == 2 else self.chips
        for place, chip in enumerate(order):
            self._grid.addWidget(chip, place // columns, place % columns)
        row, column = divmod(count, columns)
        if column:
            self._grid.addWidget(self.add_button, row, column)
        else:
            self._grid.addWidget(self.add_button, row, 0, 1, columns, Qt.AlignmentFlag.AlignHCenter)

    def _chip(self, k: int, is_wide: bool) -> ClassChip:
        chip = ClassChip(k, is_wide, self)
        chip.set_theme(self.theme)
        chip.class_chosen.connect(self._commands.choose)
        chip.rename_wanted.connect(self._commands.rename)
        chip.menu_wanted.connect(self._commands.open_menu)
        chip.show()
        return chip


def _shown_values(scene: Scene) -> tuple[object, ...]:
    return scene.document.dataset.class_names, scene.document.looks, scene.active
