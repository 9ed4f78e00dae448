"""The margin lines ``f(x) = -1`` and ``f(x) = +1`` of the selected method, the band between them,
and its width ``2/||w||``.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked

from ..answers.contours import level_curves, score_grid
from ..answers.decision import PlaneLine, plane_line, with_levels
from ..answers.regions import bridge_loops, positive_region
from ..markup.numbers import MINUS
from ..scene.marks import Area, Mark
from ..scene.memo import memo
from ..scene.scene import PairScene, Scene
from ..scene.view import View
from ..scene.words import Across, Along, Words
from . import swatches as sw
from .boundaries import curve_paths, longest_part
from .layer import Layer, of_pairs
from .needs import AN_SVM, a_line, a_margin, an_svm, of_answer

# places along the boundary, in order of preference
WIDTH_SHARES = np.array([0.85, 0.15, 0.78, 0.22, 0.7, 0.3, 0.6, 0.4, 0.5, 0.9, 0.1])
WIDTH_LABEL = "$2/‖w‖$"


@of_answer
def margin_lines(scene: PairScene) -> str:
    """The selected method has a margin, or aims at ±1."""
    return "" if with_levels(scene) is not None else an_svm(scene, AN_SVM)


def draw_margins(scene: PairScene) -> Iterable[Mark]:
    """Both lines, for methods that have a margin or aim at ±1."""
    pair = with_levels(scene)
    if pair is None:
        return ()
    method, fit = pair
    curves = (*level_curves(fit, scene.view, -1.0), *level_curves(fit, scene.view, 1.0))
    return curve_paths(curves, "margin", is_faded=method.id in scene.stale)


MARGINS = of_pairs(
    Layer(
        "margins",
        "Margins",
        "The lines f(x) = −1 and f(x) = +1 of the selected method",
        draw_margins,
        needs=(margin_lines,),
        in_the_way=True,
        swatch=(sw.dashes(8.0),),
        place=3,
        tells=True,
    ),
    each=True,
)


def draw_band(scene: PairScene) -> Iterable[Mark]:
    """The band |f| < 1 of the selected method, straight or curved."""
    if scene.with_margin is None:
        return ()
    method, fit = scene.with_margin
    return _band_area(fit, scene.view, method.id in scene.stale)


BAND = of_pairs(
    Layer(
        "band",
        "Band",
        "The band between the margin lines",
        draw_band,
        needs=(a_margin,),
        swatch=(sw.box("wash", 3, 21, 3, 13), sw.dashes(13.0), sw.dashes(3.0)),
        place=16,
        tells=True,
        group="Regions",
    )
)


@memo
def _band_area(fit: Fit, view: View, is_faded: bool) -> tuple[Mark, ...]:
    line = plane_line(fit)
    if line is None:
        grid = score_grid(fit, view)
        wide, beyond = (
            positive_region(grid.values + level, grid.xs, grid.ys, view) for level in (1.0, -1.0)
        )
        # The outline of f > 1, reversed, is cut out of f > -1, so that the band ends on the margin
        # lines.
        corners = bridge_loops([part for part in (wide, beyond[::-1]) if len(part)])
    else:
        corners = straight_band(line, view)
    return (Area(locked(corners), "band", faded=is_faded),) if len(corners) > 2 else ()


def straight_band(line: PlaneLine, view: View) -> Floats:
    """The convex polygon where |f| <= 1 in the view: the ends of both margin lines and the corners
    between them, in order.
    """
    box = np.array([(x, y) for x in (view.x0, view.x1) for y in (view.y0, view.y1)])
    inside = box[np.abs(line.scores(box)) < 1.0]
    ends = [end for end in (line.segment(view, -1.0), line.segment(view, 1.0)) if end is not None]
    corners = np.concatenate([inside, *ends])
    if len(corners) == 0:
        return corners
    around = corners - corners.mean(axis=0)
    ordered: Floats = corners[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    return ordered


def draw_width(scene: PairScene) -> Iterable[Words]:
    """A double arrow across the margin of the selected method, with its words."""
    if scene.with_margin is None:
        return ()
    method, fit = scene.with_margin
    return _width_arrow(fit, scene.view, method.id in scene.stale)


WIDTH = of_pairs(
    Layer(
        "width",
        "Margin width",
        "The width of the margin, 2/‖w‖",
        draw_width,
        needs=(a_margin, a_line),
        swatch=(sw.line("width", (3, 8), (21, 8), arrow="both"),),
        tells=True,
    )
)


@memo
def _width_arrow(fit: Fit, view: View, is_faded: bool) -> tuple[Words, ...]:
    line = plane_line(fit)
    segment = None if line is None else line.segment(view)
    if line is None or segment is None:
        return ()
    half = line.normal / line.norm**2
    middles = segment[0] + WIDTH_SHARES[:, None] * (segment[1] - segment[0])
    arrows = np.stack([middles - half, middles + half], axis=1)
    visible = ((arrows > (view.x0, view.y0)) & (arrows < (view.x1, view.y1))).all(axis=(1, 2))
    home = Across(locked(arrows), "width", is_faded)
    return (
        (Words((WIDTH_LABEL,), home, "math", id="width", needed=False, faded=is_faded),)
        if visible.any()
        else ()
    )


def draw_margin_labels(scene: Scene) -> Iterable[Words]:
    """The values of f on both margin lines; of more classes those of the chosen member.

    With all members at once, "f = 1" would be ambiguous.
    """
    pair = with_levels(scene.pairs[0][1]) if len(scene.pairs) == 1 else None
    if pair is None or not scene.shows("margins"):
        return
    method, fit = pair
    for level, sign in ((1.0, "+"), (-1.0, MINUS)):
        curves = level_curves(fit, scene.view, level)
        if curves:
            yield _margin_label(
                longest_part(curves), f"$f(x) = {sign}1$", level, method.id in scene.stale
            )


MARGIN_LABELS = Layer(
    "margin-labels",
    "Labels on margins",
    "",
    draw_margin_labels,
    always=True,
    part_of="margins",
    in_legend=True,
)


@memo
def _margin_label(curve: Floats, text: str, level: float, is_faded: bool) -> Words:
    return Words(
        (text,), Along(curve), id=("margin", level), needed=False, faded=is_faded, pair="margins"
    )
