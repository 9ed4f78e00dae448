"""The canvas keeps half the height of the window, and the plots the share that they were given."""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest

from linclass_gui.window.canvas.plots_area import HEIGHT
from linclass_gui.window.main_window import MainWindow


def resize(window: MainWindow, width: int, height: int) -> None:
    """Give the window a size, and lay it out."""
    window.resize(width, height)
    for _ in range(3):
        QCoreApplication.processEvents()


def share(window: MainWindow) -> float:
    """The share that the plots have of the height above the status line."""
    above, below = window.splitter.sizes()
    return below / (above + below)


def drag_line(window: MainWindow, down: int) -> None:
    """Drag the line between canvas and plots by the mouse."""
    handle = window.splitter.handle(1)
    start = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(handle, start + QPoint(0, down))
    QTest.mouseRelease(
        handle, Qt.MouseButton.LeftButton, pos=handle.mapFromGlobal(handle.mapToGlobal(start))
    )


@pytest.fixture(autouse=True)
def _usual_share(window: MainWindow) -> None:
    window.shared_height.share = None
    window.shared_height.divide()


def test_a_dragged_line_is_kept_as_a_share(window: MainWindow) -> None:
    resize(window, 1280, 1000)
    drag_line(window, 80)
    chosen = window.shared_height.share
    assert chosen == pytest.approx(share(window), abs=0.01)
    assert chosen < HEIGHT / 936.0
    resize(window, 1280, 1200)
    assert share(window) == pytest.approx(chosen, abs=0.01)
    resize(window, 1280, 1000)
    assert share(window) == pytest.approx(chosen, abs=0.01)


def test_the_canvas_has_half_the_height_with_lesson_and_playback(window: MainWindow) -> None:
    resize(window, 1280, 800)
    window.lessons.open_named("kernels")
    assert window.session.wait_idle()
    window.playback.open()
    resize(window, 1280, 800)
    assert window.canvas.height() >= 400
    window.playback.close_playback()
    window.lessons.toggle_panel()
