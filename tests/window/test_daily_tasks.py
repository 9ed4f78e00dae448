"""Daily tasks by mouse and keys, and how many acts each takes."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.widgets.controls import ComboField, Slider
from solvers import GaussianKernel

MakeWindow = Callable[..., MainWindow]
LEFT = Qt.MouseButton.LeftButton


class Hands:
    """Mouse and keys on a window, counted as a person counts: typed words are one act."""

    def __init__(self, window: MainWindow) -> None:
        self.window, self.acts = window, 0

    def press(self, part: QWidget, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
        self.acts += 1
        QTest.keyClick(part, key, *modifiers)
        QCoreApplication.processEvents()

    def write(self, part: QWidget, words: str) -> None:
        self.acts += 1
        QTest.keyClicks(part, words)

    def click(self, part: QWidget, place: QPoint) -> None:
        self.acts += 1
        self._reach(part, place)
        QTest.mouseClick(part, LEFT, pos=place)
        QCoreApplication.processEvents()

    def drag(self, part: QWidget, places: list[QPoint]) -> None:
        self.acts += 1
        self._reach(part, places[0])
        QTest.mousePress(part, LEFT, pos=places[0])
        for place in places[1:]:
            QTest.mouseMove(part, place)
        QTest.mouseRelease(part, LEFT, pos=places[-1])

    @staticmethod
    def _reach(part: QWidget, place: QPoint) -> None:
        """A hand reaches what is seen: the place is inside all that the part scrolls in."""
        above = part
        while not above.isWindow():
            assert above.isVisible()
            assert above.rect().contains(part.mapTo(above, place))
            above = above.parentWidget()


def test_moons_a_gaussian_kernel_and_its_width_take_seven_acts(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    window = make_window()
    hands = Hands(window)
    hands.press(window.canvas, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    hands.write(window.command_palette.field, "moons")
    hands.press(window.command_palette.field, Qt.Key.Key_Return)
    assert window.session.wait_idle()
    qtbot.waitUntil(lambda: window.session.document.generated.startswith("moons"))

    combo = window.findChild(ComboField, "features-kernel")
    hands.click(combo, combo.rect().center())
    kernels = combo.view()
    qtbot.waitUntil(kernels.isVisible)
    place = kernels.visualRect(kernels.model().index(combo.findText("Gaussian kernel"), 0)).center()
    QTest.mouseMove(kernels.viewport(), place)
    hands.click(kernels.viewport(), place)
    assert isinstance(window.session.document.selected_method.kernel, GaussianKernel)
    assert window.session.wait_idle()

    slider = window.findChild(Slider, "slider-sigma")
    qtbot.waitUntil(lambda: not slider.visibleRegion().isEmpty())
    QCoreApplication.processEvents()
    middle = slider.rect().center().y() - 8
    before = window.session.document.selected_method.kernel.sigma
    hands.drag(slider, [QPoint(x, middle) for x in (80, 70, 60, 50)])
    assert window.session.document.selected_method.kernel.sigma != before
    assert hands.acts <= 7
