"""No part of the window covers another, at every size, in every theme and on screens with two
pixels for one.
"""

import itertools

import pytest
from PySide6.QtCore import QCoreApplication, QRect
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QScrollBar,
    QSplitterHandle,
    QStackedWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from linclass_gui.scene.theme import DARK, LIGHT, PROJECTOR, Theme
from linclass_gui.window.canvas.help_card import HelpCard
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.parts_window import CANVAS_BESIDE
from linclass_gui.window.widgets.number_field import Bubble
from linclass_gui.window.widgets.themed import descendants
from solvers import Perceptron

SIZES = [
    (1024, 700),
    pytest.param(1280, 800, marks=pytest.mark.exhaustive),
    (1920, 1080),
]
ON_TOP = (HelpCard, Bubble, QScrollBar, QSplitterHandle)  # these lie over others on purpose


def _parts(widget: QWidget) -> list[QWidget]:
    """The visible children of a widget that share its area."""
    children = [child for child in widget.children() if isinstance(child, QWidget)]
    return [
        child
        for child in children
        if child.isVisible() and not child.isWindow() and not isinstance(child, ON_TOP)
    ]


def overlaps(root: QWidget) -> list[tuple[str, str]]:
    """Every two parts of one widget that cover each other, and every part that sticks out of it, by
    name.
    """
    found = []
    for widget in (root, *descendants(root)):
        if not widget.isVisible() or isinstance(widget, QAbstractScrollArea | QStackedWidget):
            continue
        parts = _parts(widget)
        scrolls = isinstance(widget.parentWidget(), QAbstractScrollArea)
        for part in parts:
            if not scrolls and not widget.rect().contains(part.geometry()):
                found.append((_name(part), f"sticks out of {_name(widget)}"))
        for one, other in itertools.combinations(parts, 2):
            if one.geometry().intersects(other.geometry()):
                found.append((_name(one), _name(other)))
    return found


def _name(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.objectName()} {widget.geometry().getRect()}"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_overlaps(window: MainWindow, qtbot: QtBot, width: int, height: int) -> None:
    window.session.load(window.session.document.adding(Perceptron()))
    assert window.session.wait_idle()
    for theme, playing in (
        (LIGHT, False),
        (LIGHT, True),
        (PROJECTOR, True),
        (PROJECTOR, False),
        (DARK, False),
    ):
        window.set_theme(theme)
        if playing:
            window.playback.open()
        else:
            window.playback.close_playback()
        window.resize(width, height)
        qtbot.waitUntil(lambda: (window.width(), window.height()) == (width, height))
        QCoreApplication.sendPostedEvents()
        qtbot.waitUntil(lambda: overlaps(window) == [])
        assert QRect(0, 0, width, height).contains(window.centralWidget().geometry())


@pytest.mark.parametrize(
    ("theme", "width", "fit"),
    [(LIGHT, 960, True), (PROJECTOR, 1280, True), (PROJECTOR, 1024, False)],
)
def test_methods_give_way_to_a_lesson_that_would_leave_the_canvas_nothing(
    window: MainWindow, qtbot: QtBot, theme: Theme, width: int, fit: bool
) -> None:
    window.set_theme(theme)
    window.resize(width, 700)
    qtbot.waitUntil(lambda: window.width() == width)
    QCoreApplication.sendPostedEvents()
    window.lessons.open_named("kernels")
    assert window.panel.isHidden() is not fit
    assert window.actions_by_id["panel"].isChecked() is fit
    qtbot.waitUntil(lambda: window.canvas.width() >= CANVAS_BESIDE * theme.ui)
    window.lessons.next()
    assert window.panel.isHidden() is not fit
    window.lessons.toggle_panel()
    assert not window.panel.isHidden()
