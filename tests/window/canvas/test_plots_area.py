"""The linked plots: their headers, the picker, the choice that is kept, and small windows."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QListWidgetItem
from pytestqt.qtbot import QtBot

from linclass_gui.files.codec import decode, encode
from linclass_gui.plots import PLOTS
from linclass_gui.scene.document import Document
from linclass_gui.window.canvas.plot import PlotView
from linclass_gui.window.canvas.plot_picker import IN_GROUPS, PlotPicker
from linclass_gui.window.canvas.plots_area import DEFAULT, PlotColumn, count_for
from linclass_gui.window.dialogs.picture_cards import SUBJECT
from linclass_gui.window.main_window import MainWindow


def _widened(window: MainWindow, qtbot: QtBot, width: int) -> None:
    window.resize(width, 800)
    qtbot.waitUntil(lambda: window.width() == width)
    qtbot.waitUntil(lambda: len(window.plots.columns) == count_for(window.plots.area.width()))


def _press(window: MainWindow, qtbot: QtBot, place: int) -> PlotPicker:
    """Open the picker by a click on the name of a plot."""
    header = window.plots.columns[place].header
    qtbot.mouseClick(header, Qt.MouseButton.LeftButton, pos=QPoint(40, 20))
    return _open_picker(window)


def _open_picker(window: MainWindow) -> PlotPicker:
    (picker,) = (p for p in window.findChildren(PlotPicker) if p.isVisible())
    return picker


def _card(picker: PlotPicker, name: str) -> QListWidgetItem:
    return next(card for card in picker.cards if card.data(SUBJECT).name == name)


def _choose(window: MainWindow, qtbot: QtBot, place: int, name: str) -> None:
    picker = _press(window, qtbot, place)
    middle = picker.visualItemRect(_card(picker, name)).center()
    qtbot.mouseClick(picker.viewport(), Qt.MouseButton.LeftButton, pos=middle)


def test_every_plot_is_in_one_group() -> None:
    assert sorted(plot.name for plots in IN_GROUPS.values() for plot in plots) == sorted(
        plot.name for plot in PLOTS
    )


def test_a_plot_is_chosen_by_keys(window: MainWindow, qtbot: QtBot) -> None:
    header = window.plots.columns[0].header
    header.setFocus()
    qtbot.keyClick(header, Qt.Key.Key_Return)
    picker = _open_picker(window)
    assert picker.currentItem() is _card(picker, "fisher-angle")
    for arrow, name in (
        (Qt.Key.Key_Right, "projection"),
        (Qt.Key.Key_Down, "losses"),
        (Qt.Key.Key_Down, "confusion"),
        (Qt.Key.Key_Left, "probability"),
        (Qt.Key.Key_Up, "path"),
    ):
        qtbot.keyClick(picker, arrow)
        assert picker.currentItem() is _card(picker, name), name
    qtbot.keyClick(picker, Qt.Key.Key_Return)
    assert not picker.isVisible()
    assert window.plots.names[0] == "path"
    assert header.hasFocus()
    picker = _press(window, qtbot, 0)
    qtbot.keyClick(picker, Qt.Key.Key_Escape)
    assert not picker.isVisible()
    picker = _press(window, qtbot, 0)
    qtbot.mousePress(picker, Qt.MouseButton.LeftButton, pos=QPoint(-20, -20))
    assert not picker.isVisible()


def test_small_pictures_are_those_of_the_scene(window: MainWindow, qtbot: QtBot) -> None:
    picker = _press(window, qtbot, 0)
    card = _card(picker, "probability")
    tip = card.toolTip()
    qtbot.waitUntil(lambda: not any(one.icon().isNull() for one in picker.cards), timeout=30_000)
    assert card.toolTip() != tip
    picker.close()
    _choose(window, qtbot, 0, "probability")  # it says there how it can be cured
    assert window.plots.names[0] == "probability"


def test_a_plot_chosen_twice_changes_places(window: MainWindow, qtbot: QtBot) -> None:
    _widened(window, qtbot, 1600)
    assert window.plots.names == DEFAULT
    _choose(window, qtbot, 0, "losses")
    assert window.plots.names == ("losses", "projection", "fisher-angle")
    for column, name in zip(window.plots.columns, window.plots.names, strict=True):
        assert (column.plot.name, column.view) == (name, window.plots.views[name])
        assert column.view.isVisible()
        assert column.view.parentWidget() is column


def test_the_plots_stay_when_the_window_gets_narrow_and_wide_again(
    window: MainWindow, qtbot: QtBot
) -> None:
    _widened(window, qtbot, 1600)
    for place, name in enumerate(("path", "multipliers", "convergence")):
        _choose(window, qtbot, place, name)
    views = dict(window.plots.views)
    _widened(window, qtbot, 1024)
    assert window.plots.names == ("path",)
    window.plots.show_plot("losses")
    assert window.plots.names == ("losses",)
    _widened(window, qtbot, 1600)
    assert window.plots.names == ("losses", "multipliers", "convergence")
    assert views.items() <= window.plots.views.items()


def test_the_choice_is_kept_with_the_scene_and_is_no_edit(
    window: MainWindow, qtbot: QtBot, document: Document
) -> None:
    _widened(window, qtbot, 1600)
    assert '"plots"' not in encode(window.session.document)
    dataset = window.session.document.dataset
    window.session.apply(
        "Move point", replace(window.session.document, dataset=dataset.moved(0, (9.0, 9.0)))
    )
    _choose(window, qtbot, 1, "roc")
    assert window.session.undo_stack.count() == 1
    chosen = ("fisher-angle", "roc", "losses")
    window.session.undo_stack.undo()
    assert window.plots.names == window.session.document.plots == chosen
    window.session.undo_stack.redo()
    assert window.plots.names == window.session.document.plots == chosen
    kept = decode(encode(window.session.document), "a scene")
    window.session.load(document)
    assert window.plots.names == chosen  # it names none, as scenes of before
    window.plots.show_plots(DEFAULT)
    window.session.load(kept)
    assert window.plots.names == chosen


def test_names_of_a_newer_version_are_kept_and_not_shown(
    window: MainWindow, document: Document
) -> None:
    newer = replace(document, plots=("of-later", "cost", "cost"))
    assert decode(encode(newer), "a scene").plots == newer.plots
    window.session.load(newer)
    assert window.plots.names == ("cost", *DEFAULT)[: len(window.plots.names)]


def _shown(window: MainWindow) -> list[PlotColumn]:
    return [column for column in window.plots.columns if column.isVisible()]


def test_a_click_enlarges_a_plot_to_half_the_window_and_another_brings_all_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    _widened(window, qtbot, 1280)
    sizes, column = window.splitter.sizes(), window.plots.columns[1]
    qtbot.mouseClick(column.enlarge, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: abs(window.plots.height() - window.height() // 2) <= 1)
    assert _shown(window) == [column]
    qtbot.waitUntil(lambda: column.width() == window.plots.width())
    assert window.actions_by_id["enlarge"].isChecked()
    qtbot.mouseClick(column.enlarge, Qt.MouseButton.LeftButton)
    assert _shown(window) == window.plots.columns
    assert window.splitter.sizes() == sizes
    assert not window.actions_by_id["enlarge"].isChecked()


def test_a_plot_in_a_window_of_its_own_follows_the_points_until_it_is_closed(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.plots.columns[0].pop_out.click()
    (torn,) = window.plots.windows
    qtbot.waitUntil(torn.isVisible)
    view = torn.findChild(PlotView)
    dataset = window.session.document.dataset
    window.session.apply(
        "Move point", replace(window.session.document, dataset=dataset.moved(0, (9.0, 9.0)))
    )
    qtbot.waitUntil(lambda: view.painted_scene is window.session.scene)
    torn.close()
    assert window.plots.windows == []
    assert window.plots.names[0] == DEFAULT[0]
    window.session.undo_stack.undo()
    assert window.session.wait_idle()
