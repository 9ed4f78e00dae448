"""The linked plots in small windows: fewer columns, whole titles, and what was in front stays in front."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from linclass_gui.app.views.plots_area import grouped
from linclass_gui.app.widgets.basics import elided
from linclass_gui.app.window import MainWindow
from linclass_gui.plots import PLOTS


def _widened(window: MainWindow, qtbot: QtBot, width: int) -> None:
    window.resize(width, 800)
    qtbot.waitUntil(lambda: window.width() == width)
    qtbot.waitUntil(lambda: len(window.plots.columns) == len(grouped(PLOTS, window.plots.width())))
    for column in window.plots.columns:
        qtbot.waitUntil(lambda tabs=column.tabs, column=column: tabs.width() == column.width())  # type: ignore[misc]


def _fronts(window: MainWindow) -> list[str]:
    return [column.plots[column.tabs.current].name for column in window.plots.columns]


@pytest.mark.parametrize("width", [300, 622, 700, 878, 1500])
def test_every_plot_has_its_tab_at_every_width(width: float) -> None:
    columns = grouped(PLOTS, width)
    assert sorted(plot.name for column in columns for plot in column) == sorted(plot.name for plot in PLOTS)
    assert len(columns) == (1 if width < 670 else 2 if width < 870 else 3)


@pytest.mark.parametrize("width", [1024, 1100, 1280, 1600, 1920])
def test_no_title_of_a_tab_is_cut(window: MainWindow, qtbot: QtBot, width: int) -> None:
    _widened(window, qtbot, width)
    for column in window.plots.columns:
        for title, rect in zip(column.tabs.titles(), column.tabs.rects(), strict=True):
            assert elided(title, rect.width() + 0.5) == title


def test_a_narrow_window_has_one_column_and_a_click_reaches_every_plot(window: MainWindow, qtbot: QtBot) -> None:
    _widened(window, qtbot, 1024)
    (column,) = window.plots.columns
    for at, plot in enumerate(PLOTS):
        place = next(k for k, other in enumerate(column.plots) if other is plot)
        qtbot.mouseClick(column.tabs, Qt.MouseButton.LeftButton, pos=column.tabs.rects()[place].center().toPoint())
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
