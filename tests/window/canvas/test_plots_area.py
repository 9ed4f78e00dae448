"""The linked plots in small windows: fewer columns, whole titles, and what was in front stays in
front.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from linclass_gui.plots import PLOTS
from linclass_gui.scene.theme import LIGHT, PROJECTOR, Theme
from linclass_gui.window.canvas.plot import PlotView
from linclass_gui.window.canvas.plots_area import PlotColumn, group_plots
from linclass_gui.window.canvas.tab_row import BUTTONS
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session.settings import UserSettings
from linclass_gui.window.widgets.themed import elide


def _widened(window: MainWindow, qtbot: QtBot, width: int) -> None:
    window.resize(width, 800)
    qtbot.waitUntil(lambda: window.width() == width)
    qtbot.waitUntil(
        lambda: len(window.plots.columns) == len(group_plots(PLOTS, window.plots.area.width()))
    )
    for column in window.plots.columns:
        qtbot.waitUntil(lambda tabs=column.tabs, column=column: tabs.width() == column.width())


def _beside_a_lesson(window: MainWindow, qtbot: QtBot, width: int) -> None:
    window.lessons.open_named("soft-margin")
    window.plots.show()
    qtbot.waitUntil(lambda: window.lessons.panel.isVisible() and window.plots.isVisible())
    _widened(window, qtbot, width)
    others = (window.tool_bar, window.lessons.panel, window.panel)
    qtbot.waitUntil(lambda: window.plots.width() <= width - sum(part.width() for part in others))
    qtbot.waitUntil(
        lambda: sum(column.width() for column in window.plots.columns) <= window.plots.width()
    )
    for column in window.plots.columns:
        qtbot.waitUntil(lambda tabs=column.tabs, column=column: tabs.width() == column.width())


def _fronts(window: MainWindow) -> list[str]:
    return [column.plots[column.tabs.current].name for column in window.plots.columns]


@pytest.mark.parametrize("width", [300, 622, 700, 878, 1099, 1500])
def test_every_plot_has_its_tab_at_every_width(width: float) -> None:
    columns = group_plots(PLOTS, width)
    assert sorted(plot.name for column in columns for plot in column) == sorted(
        plot.name for plot in PLOTS
    )
    assert len(columns) == (1 if width < 830 else 2 if width < 1100 else 3)


@pytest.mark.parametrize("width", [1024, 1280, 1920])
def test_no_title_of_a_tab_is_cut(window: MainWindow, qtbot: QtBot, width: int) -> None:
    _widened(window, qtbot, width)
    for column in window.plots.columns:
        assert _cut(column) == []
        tabs = column.tabs.tabs()
        assert sorted((*tabs.rects, *tabs.hidden_tabs)) == list(range(len(column.plots)))
        assert len(tabs.rects) >= 3


@pytest.mark.parametrize(("theme", "width"), [(LIGHT, 960), (LIGHT, 1600), (PROJECTOR, 1280)])
def test_beside_a_lesson_what_has_no_room_is_in_a_menu(
    window: MainWindow, qtbot: QtBot, theme: Theme, width: int
) -> None:
    window.set_theme(theme)
    _beside_a_lesson(window, qtbot, width)
    for column in window.plots.columns:
        for at in range(len(column.plots)):
            column.choose(at)
            tabs = column.tabs.tabs()
            assert _cut(column) == []
            assert sorted((*tabs.rects, *tabs.hidden_tabs)) == list(range(len(column.plots)))
            ends = sorted(
                (rect.left(), rect.right())
                for rect in (*tabs.rects.values(), *([tabs.more] if tabs.more else []))
            )
            assert all(right < left for (_, right), (left, _) in pairwise(ends))
            assert ends[-1][1] <= column.tabs.area.width() - BUTTONS + 1e-6
    assert width > 1280 or any(column.tabs.tabs().hidden_tabs for column in window.plots.columns)


def test_the_menu_of_the_tabs_brings_a_plot_to_the_front(window: MainWindow, qtbot: QtBot) -> None:
    _beside_a_lesson(window, qtbot, 1024)
    (column,) = window.plots.columns
    tabs = column.tabs.tabs()
    qtbot.mouseClick(column.tabs, Qt.MouseButton.LeftButton, pos=tabs.more.center().toPoint())
    menu = column.tabs.findChild(QMenu)
    assert [action.text() for action in menu.actions()] == [
        column.plots[at].title for at in tabs.hidden_tabs
    ]
    menu.actions()[-1].trigger()
    menu.close()
    assert column.tabs.current == tabs.hidden_tabs[-1]
    assert column.tabs.current in column.tabs.tabs().rects


def _cut(column: PlotColumn) -> list[str]:
    """The titles that are shown and not whole."""
    rects = column.tabs.tabs().rects
    return [
        title
        for at, title in enumerate(column.tabs.titles())
        if at in rects and elide(title, rects[at].width() + 0.5) != title
    ]


def test_a_narrow_window_has_one_column_and_a_click_reaches_every_plot(
    window: MainWindow, qtbot: QtBot
) -> None:
    _widened(window, qtbot, 1024)
    (column,) = window.plots.columns
    for at, plot in enumerate(PLOTS):
        place = next(k for k, other in enumerate(column.plots) if other is plot)
        tabs = column.tabs.tabs()
        if place in tabs.rects:
            qtbot.mouseClick(
                column.tabs, Qt.MouseButton.LeftButton, pos=tabs.rects[place].center().toPoint()
            )
        else:
            qtbot.mouseClick(
                column.tabs, Qt.MouseButton.LeftButton, pos=tabs.more.center().toPoint()
            )
            menu = column.tabs.findChildren(QMenu)[-1]
            menu.actions()[tabs.hidden_tabs.index(place)].trigger()
            menu.close()
        assert _fronts(window) == [plot.name], at
        qtbot.waitUntil(column.views[plot.name].isVisible)


def test_the_plots_in_front_stay_in_front(window: MainWindow, qtbot: QtBot) -> None:
    for name in ("path", "multipliers", "convergence"):
        window.plots.show_plot(name)
    views = {name: view for column in window.plots.columns for name, view in column.views.items()}
    _widened(window, qtbot, 1024)
    assert _fronts(window)[0] in ("path", "multipliers", "convergence")
    window.plots.show_plot("losses")
    _widened(window, qtbot, 1600)
    assert _fronts(window) == ["path", "multipliers", "losses"]
    for column in window.plots.columns:
        for name, view in column.views.items():
            assert view is views.get(name, view)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_no_plot_is_low_by_default(
    fresh: MainWindow, qtbot: QtBot, width: int, height: int
) -> None:
    fresh.resize(width, height)
    qtbot.waitUntil(lambda: fresh.width() == width)
    assert len(fresh.plots.columns) == (2 if width == 1280 else 3)
    for column in fresh.plots.columns:
        for at, plot in enumerate(column.plots):
            column.choose(at)
            view = column.views[plot.name]
            qtbot.waitUntil(lambda view=view: view.painted_scene is fresh.session.scene)
            assert view.height() >= 240
    view = fresh.plots.columns[0].views["fisher-angle"]
    fresh.plots.show_plot("fisher-angle")
    qtbot.waitUntil(lambda: view.painted_scene is fresh.session.scene)
    assert view.item.mapping.height >= 180.0


def _shown(window: MainWindow) -> list[PlotColumn]:
    return [column for column in window.plots.columns if column.isVisible()]


@pytest.mark.parametrize("width", [1280, 1600])
def test_a_click_enlarges_a_plot_to_half_the_window_and_another_brings_all_back(
    window: MainWindow, qtbot: QtBot, width: int
) -> None:
    _widened(window, qtbot, width)
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


def test_a_key_enlarges_the_plot_chosen_last_and_escape_brings_all_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    _widened(window, qtbot, 1280)
    sizes = window.splitter.sizes()
    window.plots.show_plot("losses")
    # over no plot, wherever other tests left it
    QCursor.setPos(window.canvas.mapToGlobal(QPoint(5, 5)))
    window.canvas.setFocus()
    qtbot.keyClick(window.canvas, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    (column,) = _shown(window)
    assert column.plots[column.tabs.current].name == "losses"
    qtbot.keyClick(window.canvas, Qt.Key.Key_Escape)
    assert (_shown(window), window.splitter.sizes()) == (window.plots.columns, sizes)


@pytest.mark.parametrize("way", ["plots", "resize", "show", "present"])
def test_an_enlarged_plot_gives_way_to_all_that_wants_other_plots(
    window: MainWindow, qtbot: QtBot, way: str
) -> None:
    _widened(window, qtbot, 1280)
    sizes = window.splitter.sizes()
    window.plots.toggle_alone(window.plots.columns[0])
    match way:
        case "plots":
            window.actions_by_id["plots"].trigger()
            window.actions_by_id["plots"].trigger()
        case "resize":
            _widened(window, qtbot, 1024)
            _widened(window, qtbot, 1280)
        case "show":
            window.plots.show_plot("losses")
        case "present":
            window.toggle_presentation()
            window.toggle_presentation()
    qtbot.waitUntil(lambda: window.width() == 1280 and _shown(window) == window.plots.columns)
    qtbot.waitUntil(lambda: window.splitter.sizes() == sizes)


def test_an_enlarged_plot_is_not_remembered(
    fresh: MainWindow, settings: UserSettings, qtbot: QtBot
) -> None:
    height = fresh.splitter.sizes()[1]
    fresh.plots.toggle_alone(fresh.plots.columns[0])
    fresh.session.undo_stack.setClean()
    fresh.close()
    again = MainWindow(fresh.session.document, settings)
    qtbot.addWidget(again)
    again.restore()
    again.show()
    qtbot.waitUntil(lambda: again.splitter.sizes()[1] == height)


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
    assert _fronts(window)[0] == window.plots.columns[0].plots[0].name
    window.session.undo_stack.undo()
    assert window.session.wait_idle()
