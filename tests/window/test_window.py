"""The window as a whole: real mouse events reach the data, and every part follows the session."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

import linclass_gui
from linclass_gui.scene.document import Document
from linclass_gui.scene.theme import DARK, LIGHT, PROJECTOR
from linclass_gui.window import create_window
from linclass_gui.window.canvas.plots_area import plot_theme
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session.settings import UserSettings

MakeWindow = Callable[..., MainWindow]


def test_a_tool_button_chooses_its_tool_and_escape_goes_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.activateWindow()
    for tool, button in window.tool_bar.buttons.items():
        assert button.toolTip()
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert window.canvas.tool == tool
        qtbot.keyClick(window.canvas, Qt.Key.Key_Escape)
        assert window.canvas.tool == "select"


# --- themes ---------------------------------------------------------------------------------------


def test_a_theme_switches_every_part_at_once(window: MainWindow) -> None:
    name, theme = "projector", PROJECTOR
    window.viewing.choose_theme(name)
    assert window.theme is theme
    assert window.canvas.theme is theme
    assert all(view.theme is plot_theme(window.theme) for view in window.plots.views.values())
    assert window.panel.methods.rows["m1"].theme is theme
    assert window.findChild(QWidget, "field-C").font().pixelSize() == round(13 * theme.ui)
    assert window.settings.theme == name
    window.viewing.choose_theme("light")
    assert window.canvas.theme is LIGHT


# --- starting -------------------------------------------------------------------------------------


def test_create_window_builds_a_window_without_showing_it(qtbot: QtBot, document: Document) -> None:
    window = create_window(document)
    assert linclass_gui.create_window is create_window
    qtbot.addWidget(window)
    assert not window.isVisible()
    assert window.session.document is document
    assert window.findChild(QWidget, "canvas") is window.canvas
    assert window.findChild(QWidget, "plot-fisher-angle") is not None
    assert window.findChild(QWidget, "plot-projection") is not None


def test_another_resolution_of_the_same_screen_is_followed(
    fresh: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh.restore()
    least, screen = fresh.minimumSize(), fresh.windowHandle().screen()
    monkeypatch.setattr(
        MainWindow, "screen", lambda _: SimpleNamespace(availableSize=lambda: QSize(640, 400))
    )
    screen.availableGeometryChanged.emit(QRect(0, 0, 640, 400))
    assert fresh.minimumWidth() < least.width()
    monkeypatch.undo()
    screen.availableGeometryChanged.emit(screen.availableGeometry())
    assert fresh.minimumSize() == least


def test_words_are_as_large_as_one_wants_and_as_the_screen_has_room_for(
    window: MainWindow, settings: UserSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        MainWindow, "screen", lambda _: SimpleNamespace(availableSize=lambda: QSize(1920, 1080))
    )
    menu = QMenu(window)
    window.viewing.fill_text_sizes(menu)
    assert [action.text() for action in menu.actions()][-2:] == [
        "175 % (this screen has room for 173 %)",
        "200 % (this screen has room for 173 %)",
    ]
    menu.actions()[2].trigger()
    assert (window.theme.ui, window.settings.text_size) == (1.5, 150)
    window.resize(1920, 1000)
    QCoreApplication.processEvents()
    for part in (
        window.panel,
        window.status_line,
        window.tool_bar.fit_button,
        window.canvas,
        window.plots,
    ):
        assert window.rect().contains(QRect(part.mapTo(window, QPoint(0, 0)), part.size())), (
            part.objectName()
        )
    menu.actions()[0].trigger()
    assert window.theme.ui == 1.0
    menu.deleteLater()
    monkeypatch.undo()
    window.suit_screen()


@pytest.mark.parametrize(
    "screen",
    [
        pytest.param((1024, 600), marks=pytest.mark.exhaustive),
        (533, 333),
        (320, 240),
    ],
)
def test_everything_is_in_reach_on_a_small_screen(
    make_window: MakeWindow,
    document: Document,
    monkeypatch: pytest.MonkeyPatch,
    screen: tuple[int, int],
) -> None:
    """A screen is small by the scale that its user has chosen, too: 1600 x 1000 pixels at the scale
    3 are 533 x 333.
    """
    window = make_window(document)
    assert window.theme is LIGHT
    monkeypatch.setattr(
        MainWindow, "screen", lambda _: SimpleNamespace(availableSize=lambda: QSize(*screen))
    )
    window.restore()
    window.showNormal()
    for theme in (DARK, LIGHT):
        window.viewing.theme_wanted.emit(theme)
        assert window.theme.palette is theme.palette
        QCoreApplication.processEvents()
        room = QRect(0, 0, *screen)
        window.resize(room.size())
        QCoreApplication.processEvents()
        assert room.contains(window.rect())
        parts: list[QWidget] = [
            window.panel,
            window.status_line,
            window.tool_bar.fit_button,
            window.canvas,
            window.plots,
        ]
        for part in parts:
            assert room.contains(QRect(part.mapTo(window, QPoint(0, 0)), part.size())), (
                part.objectName()
            )
        assert window.canvas.width() > 0.3 * screen[0]
    monkeypatch.undo()
    window.suit_screen()
