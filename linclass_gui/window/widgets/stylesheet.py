"""The look of the standard controls, written from a palette: one stylesheet for light, dark and
projector.

Only the controls that Qt draws are styled here (menus, fields, tick boxes, buttons of dialogs,
scroll bars, tool tips); sliders and rows paint themselves from the same palette (``widgets``).
"""

from __future__ import annotations

import re
from dataclasses import asdict
from string import Template

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QMainWindow

from ...draw.fonts import ui_font
from ...files.shipped import assets
from ...scene.colours import Palette
from ...scene.theme import Theme
from .themed import restyle

MENU_BAR_HEIGHT = 32
TEXT = 13  # pixels at the scale 1

_SHEET = Template("""
QMainWindow, QDialog, QWidget#panel, QWidget#plots, QWidget#tools { background: $panel; }
QWidget#status, QWidget#playback, QWidget#plane, QWidget#scales { background: $panel; }
QWidget#plots { background: $canvas; }
QMenuBar { background: $panel; color: $ink; border: 0; border-bottom: 1px solid $hairline; padding: 3px 8px 0 8px; spacing: 0; }
QMenuBar::item { padding: 4px 12px 5px 12px; margin: 0; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: $selected_row; }
QMenu { background: $field; color: $ink; border: 1px solid $hairline; padding: 6px 0; }
QMenu::item { padding: 6px 24px 6px 32px; background: transparent; }
QMenu::item:selected { background: $selected_row; }
QMenu::item:disabled { color: $ink_3; }
QMenu::separator { height: 1px; background: $hairline; margin: 6px 0; }
QMenu::icon { left: 8px; }
QMenu::indicator { left: 10px; width: 12px; height: 12px; }
QToolTip { background: $field; color: $ink; border: 1px solid $hairline; padding: 4px 6px; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: 0; }
FramedArea { border: 1px solid transparent; }
FramedArea:focus { border-color: $ink; }
QTabWidget::pane { border: 0; border-top: 1px solid $hairline; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: $ink_2; border: 1px solid transparent; border-bottom: 2px solid transparent; padding: 5px 12px; margin-right: 4px; }
QTabBar::tab:hover { color: $ink; }
QTabBar::tab:selected { color: $ink; border-bottom-color: $ink; }
QTabBar::tab:selected:focus { border: 1px solid $ink; border-bottom: 2px solid $ink; }
QScrollBar:vertical { background: transparent; width: 8px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 8px; margin: 0; }
QScrollBar::handle { background: $thumb; border-radius: 3px; margin: 1px; min-height: 32px; min-width: 32px; }
QScrollBar::handle:hover { background: $ink_3; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: $hairline; }
QDialog#palette { border: 1px solid $ink_3; }
QLabel#bubble { background: $field; color: $ink; border: 1px solid $ink_3; border-radius: 6px; padding: 6px 10px; }
QLabel { color: $ink; background: transparent; }
QLabel#help-card { background: $field; border-bottom: 1px solid $hairline; }
QLabel[tone="second"] { color: $ink_2; }
QLabel[tone="title"] { font-weight: 600; }
QLabel[tone="wrong"] { color: $ink; font-weight: 600; }
TickBox { color: $ink_2; spacing: 6px; border: 1px solid transparent; border-radius: 4px; padding: 2px 1px; }
TickBox:focus { border-color: $ink; }
TickBox:checked { color: $ink; }
TickBox:disabled { color: $ink_3; }
TickBox::indicator { width: 14px; height: 14px; background: $field; border: 1px solid $ink_3; border-radius: 3px; }
TickBox::indicator:checked { background: $ink; border-color: $ink; image: url("$pictures/tick-on-$tone.svg"); }
TickBox::indicator:checked:disabled { background: $ink_3; border-color: $ink_3; }
ComboField { background: $field; color: $ink; border: 1px solid $ink_3; border-radius: 4px; padding-left: 8px; }
ComboField:focus { border-color: $ink; }
ComboField:disabled { color: $ink_3; background: $panel; }
ComboField::drop-down { border: 0; width: 26px; }
ComboField::down-arrow { image: url("$pictures/chevron.svg"); width: 12px; height: 12px; }
QLineEdit, QAbstractSpinBox, QPlainTextEdit, QTextEdit {
    background: $field; color: $ink; border: 1px solid $ink_3; border-radius: 4px; padding: 3px 9px; min-height: 20px;
    selection-background-color: $ink; selection-color: $canvas;
}
QLineEdit:focus, QAbstractSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractItemView:focus { border-color: $ink; }
QLineEdit[wrong="true"] { border-color: $minus; }
QLineEdit:disabled { color: $ink_3; background: $panel; }
QPushButton {
    background: $field; color: $ink; border: 1px solid $ink_3; border-radius: 6px; padding: 5px 16px; min-height: 20px;
}
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QPushButton:hover { border-color: $ink_2; }
QPushButton:default { background: $ink; color: $canvas; border-color: $ink; }
QPushButton:disabled { color: $ink_3; background: $panel; border-color: $hairline; }
QPushButton:focus { border: 2px solid $ink; padding: 4px 15px; }
QPushButton:default:focus { border-color: $ink_3; }
QAbstractItemView {
    background: $field; color: $ink; border: 1px solid $hairline; outline: 0;
    selection-background-color: $selected_row; selection-color: $ink; alternate-background-color: $panel;
}
SlideList { background: $panel; border: 0; padding: 4px 0; }
SlideList::item { padding: 6px 12px; border: 1px solid transparent; }
SlideList::item:selected { background: $selected_row; }
SlideList::item:focus { border-color: $ink; }
PictureCards { background: transparent; border: 0; }
PictureCards#plot-picker { background: $canvas; border: 1px solid $ink_3; }
PictureCards::item:hover { background: $selected_row; }
PictureCards::item { border: 2px solid transparent; border-radius: 6px; }
PictureCards::item:selected { background: $selected_row; }
PictureCards::item:focus { border-color: $ink; }
QComboBox QAbstractItemView { padding: 4px 0; border-radius: 0; }
QComboBox QAbstractItemView::item { min-height: 26px; padding: 0 8px; }
QHeaderView { background: $panel; border: 0; }
QHeaderView::section { background: $panel; color: $ink_2; border: 0; border-bottom: 1px solid $hairline; padding: 4px 8px; }
QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-origin: margin; subcontrol-position: left center; left: 6px; width: 10px; height: 10px; }
NumberTableView { background: transparent; border-color: transparent; }
QTableView { gridline-color: $plot_grid; }
PointsView, PointsView QHeaderView { font-size: 11px; }
PointsView QHeaderView::section { padding: 4px; }
QTableView::item { padding: 0 6px; }
PointsView::item { padding: 0 2px; }
QTreeView::item, QUndoView::item { padding: 4px 6px; }
QUndoView::item:selected { background: $selected_row; border: 1px solid $ink; }
QTableView::item:focus { border: 1px solid $ink; padding: 0 5px; }
PointsView::item:focus { padding: 0 1px; }
QTableCornerButton::section { background: $panel; border: 0; }
""")  # noqa: E501


_SIZE = re.compile(r"\b([2-9]|\d\d+)px")


def stylesheet(palette: Palette, scale: float = 1.0) -> str:
    """The stylesheet of the whole program for one palette; all sizes except hairlines are ``scale``
    times as large.
    """
    sheet = _SHEET.substitute(
        asdict(palette),
        minus=palette.minus,
        pictures=(assets() / "icons").as_posix(),
        tone="light" if QColor(palette.ink).lightnessF() > 0.5 else "dark",
        thumb=_between(palette.hairline, palette.ink_3),
    )
    return _SIZE.sub(lambda size: f"{round(int(size[1]) * scale)}px", sheet)


def _between(one: str, other: str) -> str:
    """A colour a third of the way from one to the other."""
    a, b = QColor(one), QColor(other)
    return QColor(
        *(
            (2 * x + y) // 3
            for x, y in ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))
        )
    ).name()


def qt_palette(palette: Palette) -> QPalette:
    """The same colours for the parts that the Fusion style draws without a stylesheet (focus,
    placeholders, message boxes).
    """
    result = QPalette()
    role = QPalette.ColorRole
    for name, colour in (
        (role.Window, palette.panel),
        (role.Base, palette.field),
        (role.AlternateBase, palette.panel),
        (role.Button, palette.field),
        (role.ToolTipBase, palette.field),
        (role.WindowText, palette.ink),
        (role.Text, palette.ink),
        (role.ButtonText, palette.ink),
        (role.ToolTipText, palette.ink),
        (role.Highlight, palette.ink),
        (role.HighlightedText, palette.canvas),
        (role.PlaceholderText, palette.ink_2),
        (role.Link, palette.ink),
        (role.Accent, palette.ink),
    ):
        result.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, name, QColor(palette.ink_3))
    return result


def apply_stylesheet(window: QMainWindow, theme: Theme) -> None:
    """Set colours and type of the application, and with the style sheet the colours and type of the
    window and its parts.
    """
    font = ui_font(round(TEXT * theme.ui))
    application = QApplication.instance()
    if isinstance(application, QApplication):
        application.setPalette(qt_palette(theme.palette))
        application.setFont(font)
    window.setFont(font)
    window.setStyleSheet(stylesheet(theme.palette, theme.ui))
    window.menuBar().setFixedHeight(round(MENU_BAR_HEIGHT * theme.ui) + 1)
    restyle(window, theme)
