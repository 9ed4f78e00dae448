"""From a table through the import dialog to a scene, saved, opened again, and its columns chosen
anew: with the words, names, numbers and rows held back of the table.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from linclass_gui.window.dialogs.table import TableDialog
from linclass_gui.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
ROWS = [
    f"{100 + k},{300 + 7 * (k % 11)}.5,{1.073 + (3 * k) % 5:.3f},{('no', 'yes')[k // 2 % 2]},"
    f"{('red', 'green', 'blue')[k % 3]},{('train', 'train', 'test')[k % 3]},"
    f"{('lost', 'won')[k % 2]}"
    for k in range(60)
]
TEXT = "\n".join(["id,pay,rate,smoker,colour,part,result", *ROWS])
Act = Callable[[TableDialog], None]


@pytest.fixture
def answering(window: MainWindow, qtbot: QtBot) -> Iterator[Callable[..., None]]:
    """Runs a command that opens the dialog, acts in it, and presses its button."""
    errors: list[BaseException] = []
    answered: list[TableDialog] = []

    def answer(acts: tuple[Act, ...]) -> None:
        shown = (w for w in QApplication.topLevelWidgets() if w.isVisible())
        dialog = next((w for w in shown if isinstance(w, TableDialog)), None)
        if dialog is None:  # the file is still read
            QTimer.singleShot(1, lambda: answer(acts))
            return
        try:
            for act in acts:
                act(dialog)
                qtbot.waitUntil(lambda: not dialog._newest.is_busy)
            assert dialog.import_button.isEnabled(), dialog.verdict.text()
        except BaseException as error:  # the dialog would stay open for ever
            errors.append(error)
            dialog.reject()
        else:
            answered.append(dialog)
            qtbot.mouseClick(dialog.import_button, LEFT)

    def run(command: Callable[[], object], *acts: Act) -> None:
        QTimer.singleShot(0, lambda: answer(acts))
        command()
        if errors:
            raise errors[0]
        assert window.session.wait_idle()

    yield run
    assert answered or errors


def read_as(name: str, begin: str, qtbot: QtBot) -> Act:
    """Choose an entry in the menu of a heading."""

    def act(dialog: TableDialog) -> None:
        headings = dialog.view.headings
        k = dialog._source.header.index(name)
        dialog.view.scrollTo(dialog.view.model().index(0, k))
        place = QPoint(headings.sectionViewportPosition(k) + 12, headings.height() // 2)
        qtbot.mouseClick(headings.viewport(), LEFT, pos=place)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        (entry,) = (action for action in menu.actions() if action.text().startswith(begin))
        qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(entry).center())

    return act


def says(*words: str) -> Act:
    def act(dialog: TableDialog) -> None:
        for word in words:
            assert word in dialog.verdict.text()

    return act


def test_the_file_is_offered_again_with_all_that_was_chosen(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, answering: Callable[..., None]
) -> None:
    (tmp_path / "pay.csv").write_text(TEXT)
    answering(
        lambda: window.files.import_path(tmp_path / "pay.csv"),
        read_as("smoker", "0 and 1", qtbot),
        read_as("colour", "2 indicator", qtbot),
        says("smoker is 1 for 'yes'", "20 test points, as column 'part' says"),
    )
    before = window.session.document
    assert before.plane is not None
    assert before.plane.columns == ("pay", "rate", "smoker", "colour = green", "colour = red")
    assert window.files.save_to(tmp_path / "scene.json")
    assert window.files.open_path(tmp_path / "scene.json")

    def shows_the_file(dialog: TableDialog) -> None:
        names = [dialog.label.itemText(k) for k in range(8)]
        assert names[:8] == [
            "id", "pay", "rate", "smoker", "colour = green", "colour = red", "part", "result",
        ]  # fmt: skip
        chosen = [combo.currentText() for combo in (dialog.x1, dialog.x2, dialog.label)]
        assert chosen == ["pay", "rate", "result"]
        assert dialog.view.model().index(0, 4).data() == "red"
        assert dialog.document is not None
        assert dialog.document.dataset.X.tolist() == before.dataset.X.tolist()

    answering(
        window.files.change_columns, shows_the_file, read_as("colour", "The class", qtbot),
        says("class colour: "),
    )  # fmt: skip
    # of the class blue all rows are for testing
    assert window.session.document.dataset.class_names == ("green", "red")
    window.editing.undo()
    assert window.session.document.dataset.class_names == ("lost", "won")
    window.session.undo_stack.setClean()
