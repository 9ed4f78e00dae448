"""What the window does differently from paper looks the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QPainter
from recording import picture

from linclass_gui.core.appearance.theme import LIGHT
from linclass_gui.draw.curves import FLAT, LONG, outline, thin_line
from linclass_gui.draw.qt_surface import QtSurface, polygon
from linclass_gui.draw.sprites import WindowSurface
from solvers import Floats

pytestmark = pytest.mark.usefixtures("qapp")
X = np.linspace(5.0, 295.0, 600)
CURVE = np.column_stack([X, 60.0 + 50.0 * np.sin(X / 30.0)])


def distance(points: Floats, line: Floats) -> float:
    """The largest distance of points from a polyline."""
    start, step = line[:-1], np.diff(line, axis=0)
    along = ((points[:, None] - start) * step).sum(-1) / np.maximum((step * step).sum(-1), 1e-30)
    nearest = start + np.clip(along, 0.0, 1.0)[..., None] * step
    return float(np.hypot(*(points[:, None] - nearest).transpose(2, 0, 1)).min(axis=1).max())


def test_a_smooth_curve_loses_most_of_its_points_but_not_its_shape() -> None:
    thin = thin_line(CURVE)
    assert len(thin) < len(CURVE) / 4
    assert distance(CURVE, thin) < 3 * FLAT
    assert (thin[[0, -1]] == CURVE[[0, -1]]).all()


def test_spikes_and_corners_stay() -> None:
    line = np.column_stack([X, np.zeros(len(X))])
    line[301] = (line[300, 0], 100.0)
    line[400:402] = [(150.0, 0.0), (290.0, 0.0)]  # there and back on the line itself
    thin = thin_line(line)
    assert distance(line, thin) < 3 * FLAT
    assert thin[:, 1].max() == 100.0


@given(st.integers(LONG, 200), st.integers(0, 10_000))
def test_any_line_keeps_its_shape(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    line = rng.normal(size=(count, 2)).cumsum(axis=0)
    assert distance(line, thin_line(line)) <= 3 * FLAT + 1e-9


def test_short_lines_are_left_alone() -> None:
    short = CURVE[: LONG - 1]
    assert thin_line(short) is short


def test_the_outline_of_a_smooth_line_is_half_its_width_away_from_it() -> None:
    x = np.linspace(0.0, 6.0, 200)
    line = np.column_stack([50.0 * x, 60.0 + 40.0 * np.sin(x)])
    band = outline(line, 3.0)
    assert band.shape == (400, 2)
    for side in (band[:200], band[:199:-1]):
        assert np.hypot(*(side - line).T) == pytest.approx(1.5, abs=1e-3)


@pytest.mark.parametrize(
    "line",
    [[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], [(0.0, 0.0), (10.0, 0.0), (5.0, 0.0)], [(0.0, 0.0), (0.0, 0.0), (5.0, 0.0)]],
    ids=["corner", "spike", "twice"],
)
def test_a_line_with_sharp_turns_has_no_outline(line: list[tuple[float, float]]) -> None:
    assert outline(np.array(line), 2.0) is None


def test_curves_look_the_same_in_the_window_and_on_paper() -> None:
    style = LIGHT.style("curve")
    window, paper = (picture(300, 120, lambda p, kind=kind: kind(p).lines([CURVE], style)) for kind in (WindowSurface, QtSurface))
    assert (paper < 128).any()
    assert abs(window - paper).max() < 40


def test_polygons_are_copied_point_by_point() -> None:
    points = np.array([(1.5, 2.5), (3.0, 4.0), (5.0, 6.25)])
    shape = polygon(points)
    assert [(p.x(), p.y()) for p in shape] == [tuple(point) for point in points.tolist()]
    assert polygon(points[:0]).isEmpty()
    assert polygon(points[::-1])[0].x() == 5.0


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
