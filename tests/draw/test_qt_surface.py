"""What the window does differently from paper looks the same."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QPainter
from recording import picture

from linclass_gui.draw.qt_surface import QtSurface
from linclass_gui.draw.sprites import WindowSurface
from linclass_gui.scene.theme import LIGHT
from solvers import Floats

pytestmark = pytest.mark.usefixtures("qapp")


def test_dashes_count_in_units_not_in_pen_widths() -> None:
    style = LIGHT.style("trial")  # 9-5 at width 2

    def paint(painter: QPainter) -> None:
        QtSurface(painter).lines([np.array([(0.0, 10.5), (280.0, 10.5)])], style)

    inked = (picture(280, 20, paint)[10] < 250).any(axis=1)
    starts = np.flatnonzero(np.diff(inked.astype(int)) == 1)
    assert set(np.diff(starts).tolist()) == {14}


@pytest.mark.parametrize(("dx", "dy"), [(0.0, 0.0), (3.4, 7.75)])
def test_a_rug_looks_like_its_bars_one_by_one(dx: float, dy: float) -> None:
    style = LIGHT.style("rug-plus")
    rug = np.empty((90, 2, 2))
    rug[:, :, 0] = np.random.default_rng(3).uniform(10.0, 280.0, (90, 1))
    rug[:, 0, 1], rug[:, 1, 1] = 40.0, 52.0

    def drawn(*pieces: Floats) -> Floats:
        def paint(painter: QPainter) -> None:
            painter.translate(dx, dy)
            surface = WindowSurface(painter)
            for piece in pieces:
                surface.lines(piece, style)

        return picture(300, 120, paint)

    assert (drawn(rug) == drawn(*rug[:, None])).all()
    assert (drawn(rug) < 250).any()


X = np.linspace(5.0, 295.0, 600)


CURVE = np.column_stack([X, 60.0 + 50.0 * np.sin(X / 30.0)])


def test_curves_look_the_same_in_the_window_and_on_paper() -> None:
    style = LIGHT.style("curve")
    window, paper = (
        picture(300, 120, lambda p, kind=kind: kind(p).lines([CURVE], style))
        for kind in (WindowSurface, QtSurface)
    )
    assert (paper < 128).any()
    assert abs(window - paper).max() < 40
