"""The linked plots in small windows: fewer columns, whole titles, and what was in front stays in front."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from linclass_gui.app.views.plot import PlotView
from linclass_gui.app.views.plots_area import PlotColumn, group_plots
from linclass_gui.app.views.tab_row import POP_OUT
from linclass_gui.app.widgets.basics import elide
from linclass_gui.app.window import MainWindow
from linclass_gui.core.appearance.theme import LIGHT, PROJECTOR, Theme
from linclass_gui.plots import PLOTS


def _widened(window: MainWindow, qtbot: QtBot, width: int) -> None:
    window.resize(width, 800)
    qtbot.waitUntil(lambda: window.width() == width)
    qtbot.waitUntil(lambda: len(window.plots.columns) == len(group_plots(PLOTS, window.plots.area.width())))
    for column in window.plots.columns:
        qtbot.waitUntil(lambda tabs=column.tabs, column=column: tabs.width() == column.width())  # type: ignore[misc]


def _beside_a_lesson(window: MainWindow, qtbot: QtBot, width: int) -> None:
    window.lessons.open_named("soft-margin")
    window.plots.show()
    qtbot.waitUntil(lambda: window.lessons.panel.isVisible() and window.plots.isVisible())
    _widened(window, qtbot, width)
    others = (window.tool_bar, window.lessons.panel, window.panel)
    qtbot.waitUntil(lambda: window.plots.width() <= width - sum(part.width() for part in others))
    qtbot.waitUntil(lambda: sum(column.width() for column in window.plots.columns) <= window.plots.width())
    for column in window.plots.columns:
        qtbot.waitUntil(lambda tabs=column.tabs, column=column: tabs.width() == column.width())  # type: ignore[misc]


def _fronts(window: MainWindow) -> list[str]:
    return [column.plots[column.tabs.current].name for column in window.plots.columns]


@pytest.mark.parametrize("width", [300, 622, 700, 878, 1500])
def test_every_plot_has_its_tab_at_every_width(width: float) -> None:
    columns = group_plots(PLOTS, width)
    assert sorted(plot.name for column in columns for plot in column) == sorted(plot.name for plot in PLOTS)
    assert len(columns) == (1 if width < 670 else 2 if width < 870 else 3)


@pytest.mark.parametrize("width", [1024, 1100, 1280, 1600, 1920])
def test_no_title_of_a_tab_is_cut(window: MainWindow, qtbot: QtBot, width: int) -> None:
    _widened(window, qtbot, width)
    for column in window.plots.columns:
        assert _cut(column) == []
        assert column.tabs.tabs().more is None


@pytest.mark.parametrize(("theme", "width"), [(LIGHT, 960), (LIGHT, 1280), (LIGHT, 1600), (PROJECTOR, 1280), (PROJECTOR, 1600)])
def test_beside_a_lesson_what_has_no_room_is_in_a_menu(window: MainWindow, qtbot: QtBot, theme: Theme, width: int) -> None:
    window.set_theme(theme)
    _beside_a_lesson(window, qtbot, width)
    for column in window.plots.columns:
        for at in range(len(column.plots)):
            column.choose(at)
            tabs = column.tabs.tabs()
            assert _cut(column) == []
            assert sorted((*tabs.rects, *tabs.hidden)) == list(range(len(column.plots)))
            ends = sorted((rect.left(), rect.right()) for rect in (*tabs.rects.values(), *([tabs.more] if tabs.more else [])))
            assert all(right < left for (_, right), (left, _) in pairwise(ends))
            assert ends[-1][1] <= column.tabs.area.width() - POP_OUT
    assert any(column.tabs.tabs().hidden for column in window.plots.columns) is (width <= 1280 or theme is PROJECTOR)


def test_the_menu_of_the_tabs_brings_a_plot_to_the_front(window: MainWindow, qtbot: QtBot) -> None:
    _beside_a_lesson(window, qtbot, 1024)
    (column,) = window.plots.columns
    tabs = column.tabs.tabs()
    assert tabs.more is not None
    qtbot.mouseClick(column.tabs, Qt.MouseButton.LeftButton, pos=tabs.more.center().toPoint())
    menu = column.tabs.findChild(QMenu)
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()] == [column.plots[at].title for at in tabs.hidden]
    menu.actions()[-1].trigger()
    menu.close()
    assert column.tabs.current == tabs.hidden[-1]
    assert column.tabs.current in column.tabs.tabs().rects


def _cut(column: PlotColumn) -> list[str]:
    """The titles that are shown and not whole."""
    rects = column.tabs.tabs().rects
    return [
        title for at, title in enumerate(column.tabs.titles()) if at in rects and elide(title, rects[at].width() + 0.5) != title
    ]


def test_a_narrow_window_has_one_column_and_a_click_reaches_every_plot(window: MainWindow, qtbot: QtBot) -> None:
    _widened(window, qtbot, 1024)
    (column,) = window.plots.columns
    for at, plot in enumerate(PLOTS):
        place = next(k for k, other in enumerate(column.plots) if other is plot)
        qtbot.mouseClick(column.tabs, Qt.MouseButton.LeftButton, pos=column.tabs.tabs().rects[place].center().toPoint())
        assert _fronts(window) == [plot.name], at
        qtbot.waitUntil(column.views[plot.name].isVisible)


def test_the_plots_in_front_stay_in_front(window: MainWindow, qtbot: QtBot) -> None:
    for name in ("path", "multipliers", "convergence"):
        window.plots.show_plot(name)
    views = {name: view for column in window.plots.columns for name, view in column.views.items()}
    _widened(window, qtbot, 1024)
    assert _fronts(window)[0] in ("path", "multipliers", "convergence")
    window.plots.show_plot("losses")
    _widened(window, qtbot, 1280)
    assert _fronts(window) == ["path", "multipliers", "losses"]
    for column in window.plots.columns:
        for name, view in column.views.items():
            assert view is views.get(name, view)


def test_a_plot_in_a_window_of_its_own_follows_the_points_until_it_is_closed(window: MainWindow, qtbot: QtBot) -> None:
    window.plots.columns[0].pop_out.click()
    (torn,) = window.plots.windows
    qtbot.waitUntil(torn.isVisible)
    view = torn.findChild(PlotView)
    assert view is not None
    dataset = window.session.document.dataset
    window.session.apply("Move point", replace(window.session.document, dataset=dataset.moved(0, (9.0, 9.0))))
    qtbot.waitUntil(lambda: view.painted_scene is window.session.scene)
    torn.close()
    assert window.plots.windows == []
    assert _fronts(window)[0] == window.plots.columns[0].plots[0].name
    window.session.undo_stack.undo()
    assert window.session.wait_idle()
