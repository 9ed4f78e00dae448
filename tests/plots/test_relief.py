"""The relief of a criterion: shades that rise with it, contours at round values, and a scale that
says both.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, paths, pick, scene_of

from linclass_gui.answers.contours import ScoreGrid
from linclass_gui.plots import weight_space
from linclass_gui.plots.landscapes import (
    MOST_CONTOURS,
    Relief,
    contour_ends,
    contour_lines,
    heights,
    landscape,
    relief_of,
    relief_scale,
    shades,
)
from linclass_gui.scene.document import LANDSCAPES
from linclass_gui.scene.marks import Field
from linclass_gui.scene.view import View
from solvers import Floats, SoftMarginSVM

VIEW = View(-1.0, 3.0, -2.0, 1.0)


def relief(function: object, columns: int = 80, rows: int = 60) -> Relief:
    xs, ys = np.linspace(VIEW.x0, VIEW.x1, columns), np.linspace(VIEW.y0, VIEW.y1, rows)
    values = function(*np.meshgrid(xs, ys))
    return relief_of(ScoreGrid(xs, ys, values), VIEW)


def bowl(x: Floats, y: Floats) -> Floats:
    return (x - 1.0) ** 2 + 4.0 * (y + 0.5) ** 2 + 0.3


def test_contours_run_where_the_function_has_their_value() -> None:
    shown = relief(bowl)
    assert 3 <= len(shown.levels) <= MOST_CONTOURS
    curves = paths(contour_lines(shown), "contour")
    assert len(curves) >= len(shown.levels)
    for curve in curves:
        values = bowl(*curve.xy.T)
        level = min(shown.levels, key=lambda level: abs(level - values[0]))
        assert values == pytest.approx(np.full(len(values), level), abs=0.02)


def test_shades_rise_with_the_function_and_reach_each_level_at_its_place_on_the_scale() -> None:
    shown = relief(bowl)
    field = shades(shown)
    assert field.rect == VIEW.box
    rows, columns = field.values.shape
    xs, ys = (
        low + extent * (np.arange(k) + 0.5) / k
        for low, extent, k in ((-1.0, 4.0, columns), (-2.0, 3.0, rows))
    )
    values = bowl(*np.meshgrid(xs, ys))
    order = np.argsort(values.ravel())
    assert (np.diff(field.values.ravel()[order]) > -0.03).all()
    for k, level in enumerate(shown.levels, start=1):
        at = np.argmin(np.abs(values - level))
        assert field.values.ravel()[at] == pytest.approx(k / (len(shown.levels) + 1), abs=0.05)


def test_the_scale_names_the_levels_beside_their_shades() -> None:
    shown = relief(bowl)
    marks = relief_scale(shown)
    (field,) = pick(marks, "landscape", Field)
    x0, x1, y0, y1 = field.rect
    assert VIEW.x1 < x0 < x1
    assert (y0, y1) == (VIEW.y0, VIEW.y1)
    named = {float(end.name): end.at for end in contour_ends(shown)}
    assert list(named) == pytest.approx(list(shown.levels))
    for k, height in enumerate(named.values(), start=1):
        assert (height - y0) / (y1 - y0) == pytest.approx(k / (len(named) + 1))


@pytest.mark.parametrize(("factor", "unit"), [(1.0, ""), (1e-4, "10^{−6}"), (1e6, "10^{6}")])
def test_small_and_large_numbers_are_written_in_a_unit_of_their_own(
    factor: float, unit: str
) -> None:
    shown = relief(lambda x, y: factor * bowl(x, y))
    assert shown.unit.endswith(unit)
    written = [float(name) * 10.0**shown.exponent for name in shown.names]
    assert written == pytest.approx(list(shown.levels), rel=1e-9)
    assert max(map(len, shown.names)) <= 5


@pytest.mark.parametrize("choice", LANDSCAPES)
@pytest.mark.parametrize("moving", [False, True], ids=["at-rest", "during-a-drag"])
def test_the_weight_space_is_shaded_by_its_criterion(choice: str, moving: bool) -> None:
    scene = scene_of(
        replace(document_of(clouds(60, 1.0), [SoftMarginSVM(C=3.0)]), landscape=choice)
    )
    if moving:
        scene = replace(scene, base=scene.document, moving=(2,))
    figure, fit = weight_space.figure(scene), scene.fits["m1"]
    field, bar = pick(figure.marks, "landscape", Field)
    assert bar.rect[0] > field.rect[1]
    assert figure.x.high > bar.rect[1]
    x0, x1, y0, y1 = field.rect
    rows, columns = field.values.shape
    xs, ys = (
        low + (high - low) * (np.arange(k) + 0.5) / k
        for low, high, k in ((x0, x1, columns), (y0, y1, rows))
    )
    expected = heights(
        landscape(fit, choice), fit.problem.Phi, fit.problem.y, fit.b, xs, ys
    ).ravel()
    order = np.argsort(expected)
    # A step function is smeared over a cell; on the whole shades and heights have one order.
    ranks = np.argsort(np.argsort(field.values.ravel()[order] + 1e-9 * np.arange(len(order))))
    assert np.corrcoef(ranks, np.arange(len(order)))[0, 1] > 0.97
