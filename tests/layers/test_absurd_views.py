"""Views beyond the range of doubles are drawn as the nearest one that can be shown."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from drawing_scenes import clouds, document_of, scene_of
from recording import RecordingSurface, page_of

from linclass_gui.draw.axes import draw_axes, draw_grid, transform_of
from linclass_gui.draw.painter import draw_marks
from linclass_gui.draw.paper import draw_page
from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.sources import view_source
from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.scene.theme import LIGHT
from linclass_gui.scene.view import View
from solvers import GaussianKernel, Polynomial, SoftMarginSVM

pytestmark = pytest.mark.slow

VIEWS = {
    "one-place": View(1.0, 1.0, 2.0, 2.0),
    "two-neighbouring-numbers": View(1.0, 1.0 + 2.3e-16, 2.0, 2.0 + 4.5e-16),
    "fifty-steps": View(1.0, 1.0 + 1e-14, 2.0, 2.0 + 1e-14),
    "far-away-and-narrow": View(1e8, 1e8 + 1e-7, 1e8, 1e8 + 1e-7),
    "subnormal": View(0.0, 1e-320, 0.0, 1e-320),
    "tiny": View(-1e-300, 1e-300, -1e-300, 1e-300),
    "huge": View(-1e308, 1e308, -1e308, 1e308),
    "large": View(-1e300, 1e300, -1e300, 1e300),
    "turned-over": View(1.0, 0.0, 0.0, 1.0),
    "flat": View(0.0, 1e300, 0.0, 1e-300),
    "not-a-number": View(math.nan, 1.0, 0.0, 1.0),
    "infinite": View(-math.inf, math.inf, 0.0, 1.0),
}
DOCUMENTS = {
    "lines": document_of(clouds()),
    "curves": document_of(clouds(), [SoftMarginSVM()], features=Polynomial(3)),
    "narrow-kernel": document_of(clouds(), [SoftMarginSVM()], kernel=GaussianKernel(1e-75)),
    "wide-kernel": document_of(clouds(), [SoftMarginSVM()], kernel=GaussianKernel(1e75)),
}


fitted = cache(scene_of)  # once for all views


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("number", range(len(VIEWS)), ids=list(VIEWS))
@pytest.mark.parametrize("name", DOCUMENTS, scope="module")
def test_every_rectangle_can_be_drawn(number: int, name: str, by_turns: Callable[..., Any]) -> None:
    """On the canvas with every document; on pages documents take turns, because words look for
    their places there.
    """
    view, document = list(VIEWS.values())[number], DOCUMENTS[name]
    shown = view.with_aspect(900.0, 520.0)
    assert math.isfinite(shown.width)
    assert shown.x0 < shown.x1
    assert shown.y0 < shown.y1
    scene = replace(fitted(document), view=shown, pixel=shown.width / 900.0)
    figure, surface = canvas_figure(scene), RecordingSurface()
    transform = transform_of(figure, (0.0, 0.0, 900.0, 520.0), LIGHT)
    draw_grid(surface, figure, transform, LIGHT)
    draw_marks(surface, figure.marks, transform, LIGHT)
    draw_axes(surface, figure, transform, LIGHT, (0.0, 0.0, 900.0, 520.0))
    if name in by_turns(tuple(DOCUMENTS), number):
        looking = replace(scene, document=replace(document, view=view))
        draw_page(
            RecordingSurface(),
            page_of(view_source(looking, "canvas"), 200.0, 150.0, ExportOptions().drawing_theme),
        )


def test_a_rectangle_that_can_be_drawn_stays_as_it_is() -> None:
    for view in (
        View(-4.0, 4.0, -3.0, 3.0),
        View(1e8 - 3.0, 1e8 + 3.0, 1e8 - 2.0, 1e8 + 2.0),
        View(0.0, 1e-100, 0.0, 1e-100),
    ):
        assert view.drawable is view
