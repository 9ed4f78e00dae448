"""The help card covers no point: it moves, and where there is no room it is a strip above the
canvas.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from linclass_gui.window.canvas.help_card import _entry_width
from linclass_gui.window.main_window import MainWindow
from solvers import Dataset

MakeWindow = Callable[..., MainWindow]


def _covered(window: MainWindow) -> int:
    """How many points lie under the card."""
    card, scene = window.help_card, window.session.scene
    if not card.isVisible() or card.is_strip:
        return 0
    X = scene.document.dataset.X
    x, y = (X[:, 0] - scene.view.x0) / scene.pixel, (scene.view.y1 - X[:, 1]) / scene.pixel
    place = card.geometry()
    return int(
        (
            (x >= place.left()) & (x <= place.right()) & (y >= place.top()) & (y <= place.bottom())
        ).sum()
    )


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_the_card_covers_no_point(make_window: MakeWindow, qtbot: QtBot, theme: str) -> None:
    window = make_window()
    window.viewing.choose_theme(theme)
    for size in ((960, 600), (1280, 800), (1920, 1080)):
        window.resize(*size)
        qtbot.waitUntil(lambda: (window.width(), window.height()) == size)  # noqa: B023
        qtbot.waitUntil(lambda: _covered(window) == 0)


def test_the_card_makes_way_for_new_points(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window()
    card = window.help_card
    dataset, scene = window.session.document.dataset, window.session.scene
    middle = card.geometry().center()
    at = (scene.view.x0 + middle.x() * scene.pixel, scene.view.y1 - middle.y() * scene.pixel)
    window.session.apply("Move", replace(window.session.document, dataset=dataset.moved(0, at)))
    qtbot.waitUntil(lambda: _covered(window) == 0)
    crowd = np.random.default_rng(0).uniform((-6, -4), (6, 4), (5000, 2))
    crowded = replace(window.session.document, dataset=Dataset(crowd, np.arange(5000) % 2))
    window.session.apply("Crowd", crowded)
    qtbot.waitUntil(lambda: card.is_strip)
    qtbot.waitUntil(
        lambda: card.isVisible() and card.geometry().bottom() < window.canvas.geometry().top()
    )


@pytest.mark.parametrize(("theme", "size"), [("light", (1024, 700)), ("projector", (1280, 800))])
def test_the_strip_is_one_line_and_leaves_the_view_as_it_was(
    make_window: MakeWindow, qtbot: QtBot, theme: str, size: tuple[int, int]
) -> None:
    window = make_window()
    window.viewing.choose_theme(theme)
    window.resize(*size)
    card = window.help_card
    card._be_strip()
    qtbot.waitUntil(lambda: card.width() == window.canvas.width())
    keys = [key for key, _ in card.entries]
    assert keys[0] == "Click"
    assert "F7" in keys
    assert keys[-1] == "Esc"
    assert 32 + sum(_entry_width(entry) for entry in card.entries) <= card.area.width()
    stage = window.canvas.parentWidget()
    qtbot.waitUntil(lambda: window.canvas.height() + card.height() == stage.height())
    card.dismiss()
    qtbot.waitUntil(lambda: window.canvas.height() == stage.height())
