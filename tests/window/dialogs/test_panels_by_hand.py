"""Slides of several panels made in the window by hand: every click, field and key is one action."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QMenu,
    QTabWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from linclass_gui.answers.scenes import scene_of
from linclass_gui.figures.recipe import recipe_of
from linclass_gui.figures.shots import Shot, shots_of_scene
from linclass_gui.files.codec import load_document
from linclass_gui.window import create_window
from linclass_gui.window.dialogs.export import ExportDialog
from linclass_gui.window.main_window import MainWindow

SCENES = Path(__file__).parents[3] / "docs" / "lectures" / "scenes"
FEW = 12  # actions
LEFT = Qt.MouseButton.LeftButton
# An action: the widget on which it waits, and what is done to it.
Act = tuple[Callable[[], QWidget | None], Callable[[QWidget], None]]


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    made = create_window()
    qtbot.addWidget(made)
    yield made
    made.session.close()


class Hands:
    """Does one action after the other, also in dialogs and menus that hold the program up."""

    def __init__(self, acts: list[Act]) -> None:
        self.left, self.count = list(acts), 0
        self._wait()

    def _wait(self) -> None:
        QTimer.singleShot(0, self._next)

    def _next(self) -> None:
        if not self.left:
            return
        find, do = self.left[0]
        widget = find()
        if widget is not None:
            del self.left[0]
        self._wait()  # before the act, which may open a dialog and stay in it
        if widget is not None:
            self.count += 1
            do(widget)


def dialog() -> ExportDialog | None:
    shown = QApplication.activeModalWidget()
    return shown if isinstance(shown, ExportDialog) else None


def menu() -> QMenu | None:
    shown = QApplication.activePopupWidget()
    return shown if isinstance(shown, QMenu) else None


def in_dialog(part: Callable[[ExportDialog], QWidget]) -> Callable[[], QWidget | None]:
    def find() -> QWidget | None:
        shown = dialog()
        return None if shown is None else part(shown)

    return find


def typed(text: str) -> Callable[[QWidget], None]:
    def do(field: QWidget) -> None:
        field.setFocus()
        if isinstance(field, QLineEdit):
            field.selectAll()
        QTest.keyClicks(field, text)

    return do


def clicked(widget: QWidget) -> None:
    QTest.mouseClick(widget, LEFT)


def open_panels(tabs: QWidget) -> None:
    assert isinstance(tabs, QTabWidget)
    QTest.mouseClick(tabs.tabBar(), LEFT, pos=tabs.tabBar().tabRect(1).center())


def entry(words: str) -> Act:
    """A click on the entry of the open menu that begins so."""

    def place() -> QPoint | None:
        shown = menu()
        found = [] if shown is None else [a for a in shown.actions() if a.text().startswith(words)]
        return None if shown is None or not found else shown.actionGeometry(found[0]).center()

    def do(shown: QWidget) -> None:
        at = place()
        assert at is not None
        QTest.mouseMove(shown, at)
        QTest.mouseClick(shown, LEFT, pos=at)

    return lambda: menu() if place() is not None else None, do


def prompt() -> QWidget | None:
    shown = QApplication.activeModalWidget()
    return shown if isinstance(shown, QInputDialog) else None


def typed_there(text: str) -> Callable[[QWidget], None]:
    """What is typed into the field of a prompt, which stands selected."""
    return lambda shown: QTest.keyClicks(shown.findChild(QLineEdit), text)


def entered(shown: QWidget) -> None:
    QTest.keyClick(shown.findChild(QLineEdit), Qt.Key.Key_Return)


SIZE: list[Act] = [
    (in_dialog(lambda shown: shown.figure.fields.numbers["width"]), typed("160")),
    (in_dialog(lambda shown: shown.figure.fields.numbers["height"]), typed("60")),
]
BEGIN: list[Act] = [
    *SIZE,
    (in_dialog(lambda shown: shown.findChild(QTabWidget)), open_panels),
    (in_dialog(lambda shown: shown.panels.list.add_button), clicked),
]
END: list[Act] = [
    (
        in_dialog(
            lambda shown: shown.findChild(QDialogButtonBox).button(
                QDialogButtonBox.StandardButton.Ok
            )
        ),
        clicked,
    )
]
FILE_ACTIONS = 2  # the name of the file, and Return, in a dialog of the system


def values(name: str, text: str) -> list[Act]:
    return [
        entry("This scene for each value of"),
        entry(name),
        (prompt, typed_there(text)),
        (prompt, entered),
    ]


def shots_of_file(path: Path) -> tuple[Shot, ...]:
    document = load_document(path)
    assert document.recipe is not None
    return shots_of_scene(scene_of(document), recipe_of(document.recipe, path.name).request)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scene", "acts", "titles"),
    [
        (
            "outlier",
            [entry("This scene for each method")],
            ["Least squares", "Logistic regression", "Soft-margin SVM"],
        ),
        ("run", values("steps", "1,3,10,end"), ["step 1", "step 3", "step 10", "step 14, the end"]),
        ("moons", values("sigma", "0.3,1,5"), ["$σ = 0.3$", "$σ = 1$", "$σ = 5$"]),
    ],
    ids=["three-methods", "four-steps", "three-widths"],
)
def test_panels_of_one_scene_take_few_actions_and_follow_a_moved_point(
    window: MainWindow,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    scene: str,
    acts: list[Act],
    titles: list[str],
) -> None:
    path = tmp_path / "slide.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *words: (str(path), ""))
    window.show()
    assert window.files.open_path(SCENES / f"{scene}.json")
    assert window.session.wait_idle(5000)
    hands = Hands([*BEGIN, *acts, *END])
    QTest.keyClick(
        window,
        Qt.Key.Key_E,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    qtbot.waitUntil(lambda: path.exists() and not hands.left)
    assert 1 + hands.count + FILE_ACTIONS <= FEW
    shots = shots_of_file(path)
    assert [shot.title for shot in shots] == titles
    recipe = recipe_of(load_document(path).recipe or {}, "slide")
    assert (recipe.options.width_mm, recipe.options.height_mm) == (160.0, 60.0)

    window.files.new()
    assert window.files.open_path(path)
    before, dataset = path.read_bytes(), window.session.document.dataset
    place = tuple((dataset.X[0] + 0.25).tolist())
    moved = replace(window.session.document, dataset=dataset.moved([0], place))
    window.session.apply("Move", moved)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: path.read_bytes() != before)
    assert not window.session.is_modified
    for shot in shots_of_file(path):
        np.testing.assert_allclose(shot.scene.document.dataset.X[0], place)
        for fit in shot.scene.fits.values():
            np.testing.assert_allclose(fit.problem.X[0], place)
