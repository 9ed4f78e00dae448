"""The margin lines ``f(x) = -1`` and ``f(x) = +1`` of the selected method, the band between them,
its width ``2/||w||``, and the slack of each point: the way back to its margin line, and its length.

The perceptron and relaxation have such segments, too: from a point with ``y f <= margin`` to the
line ``y f = margin`` (the boundary for a margin of 0).  J_p is ``||w||`` times the sum of their
lengths.
"""

from __future__ import annotations

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Ints

from ..answers.contours import level_curves, score_grid
from ..answers.decision import PlaneLine, fit_with_levels, plane_line, training_scores
from ..answers.regions import bridge_loops, positive_region
from ..markup.numbers import MINUS, number
from ..scene.looks import mixed
from ..scene.marks import Across, Along, Area, Dots, Mark, Marks, Path, Words
from ..scene.memo import memo
from ..scene.scene import PairScene, Scene
from ..scene.section import is_trace, places
from ..scene.view import View
from . import swatches as sw
from .boundaries import curve_paths, is_buried, name_along
from .layer import Drawn, Layer, a_line, a_margin, svm_with
from .pairs import of_pairs

# places along the boundary, in order of preference
WIDTH_SHARES = np.array([0.85, 0.15, 0.78, 0.22, 0.7, 0.3, 0.6, 0.4, 0.5, 0.9, 0.1])
WIDTH_LABEL = "$2/‖w‖$"


def draw_margins(scene: PairScene) -> Drawn:
    """Both lines, for methods that have a margin or aim at ±1."""
    return () if is_buried(scene) else _margin_lines(scene)


def draw_margins_over_points(scene: PairScene) -> Drawn:
    """The lines of a crowd, which would bury them."""
    return _margin_lines(scene) if is_buried(scene) and scene.shows("margins") else ()


def _margin_lines(scene: PairScene) -> Drawn:
    fit = fit_with_levels(scene)
    if fit is None:
        return
    for level in (-1.0, 1.0):
        curves = level_curves(fit, scene.view, level, scene.curve_columns)
        yield from curve_paths(curves, "margin", is_faded=scene.is_stale, id=("margin", level))


MARGINS = of_pairs(
    Layer(
        "margins",
        "Margins",
        "The lines f(x) = −1 and f(x) = +1 of the selected method",
        draw_margins,
        needs=(svm_with(fit_with_levels),),
        in_the_way=True,
        stand_in=_margin_lines,
        swatch=(sw.dashes(8.0),),
        place=3,
        tells=True,
    ),
    for_all=True,
)


MARGINS_OVER_POINTS = of_pairs(
    Layer(
        "margins-over-points",
        "Margins over points",
        "",
        draw_margins_over_points,
        always=True,
        part_of="margins",
        in_the_way=True,
    ),
    for_all=True,
)


def draw_band(scene: PairScene) -> Drawn:
    """The band |f| < 1 of the selected method, straight or curved."""
    fit = scene.margin_fit
    if fit is None:
        return ()
    return _band_area(fit, scene.view, scene.curve_columns, scene.is_stale)


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
def _band_area(fit: Fit, view: View, columns: int, is_faded: bool) -> Marks:
    line = plane_line(fit)
    if line is None:
        grid = score_grid(fit, view, columns)
        wide, beyond = (
            positive_region(grid.values + level, grid.xs, grid.ys, view) for level in (1.0, -1.0)
        )
        # The outline of f > 1, reversed, is cut out of f > -1, so that the band ends on the margin
        # lines.
        corners = bridge_loops([part for part in (wide, beyond[::-1]) if len(part)])
    else:
        corners = straight_band(line, view)
    return (Area(corners, "band", faded=is_faded),) if len(corners) > 2 else ()


def straight_band(line: PlaneLine, view: View) -> Floats:
    """The convex polygon where |f| <= 1 in the view: the ends of both margin lines and the corners
    between them, in order.
    """
    inside = view.corners[np.abs(line.scores(view.corners)) < 1.0]
    ends = [end for end in (line.segment(view, -1.0), line.segment(view, 1.0)) if end is not None]
    corners = np.concatenate([inside, *ends])
    if len(corners) == 0:
        return corners
    around = corners - corners.mean(axis=0)
    ordered: Floats = corners[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    return ordered


def draw_width(scene: PairScene) -> Drawn:
    """A double arrow across the margin of the selected method, with its words."""
    fit = scene.margin_fit
    return () if fit is None else _width_arrow(fit, scene.view, scene.is_stale)


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
    home = Across(arrows, "width", is_faded)
    return (
        (Words((WIDTH_LABEL,), home, "math", id="width", needed=False, faded=is_faded),)
        if visible.any()
        else ()
    )


def draw_margin_labels(scene: Scene) -> Drawn:
    """The values of f on both margin lines; of more classes those of the chosen member.

    With all members at once, "f = 1" would be ambiguous.
    """
    fit = fit_with_levels(scene.pairs[0][1]) if len(scene.pairs) == 1 else None
    if fit is None or not scene.shows("margins"):
        return
    for level, sign in ((1.0, "+"), (-1.0, MINUS)):
        curves = level_curves(fit, scene.view, level, scene.curve_columns)
        if curves:
            yield name_along(
                curves,
                f"$f(x) = {sign}1$",
                ("margin", level),
                is_faded=scene.is_stale,
                pair="margins",
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


MOST_NUMBERS, NUMBERS_TRIED = (
    12,
    36,
)  # more numbers are not readable; how many of the largest look for a place
MOST_SEGMENTS = 1500  # of a crowd: more could not be told apart
CROWDED = 150  # among more segments than that a number has no room
CORRECTED = ("perceptron", "relaxation")  # losses of the points that a rule corrects


def fit_with_slack(scene: PairScene) -> Fit | None:
    """The fit of the selected method where points pay for falling short of a margin."""
    fit = scene.drawn_fit
    if fit is None or is_trace(fit):
        return None
    loss = fit.method.loss
    return fit if fit.method.has_margin or (loss and loss.name in CORRECTED) else None


def draw_slack(scene: PairScene) -> Drawn:
    """Segments from the points inside their margin to their own margin line, with their feet."""
    fit = fit_with_slack(scene)
    return () if fit is None else _segment_marks(fit, scene.is_stale)


SLACK = of_pairs(
    Layer(
        "slack",
        "Slack",
        "The way of each point inside its margin back to its margin line",
        draw_slack,
        needs=(svm_with(fit_with_slack), a_line),
        in_the_way=True,
        swatch=(
            sw.line("slack-minus", (5, 8), (18, 8)),
            sw.dots("slack-foot-minus", (5, 8)),
            sw.dots("class-minus", (18, 8)),
        ),
        place=5,
        tells=True,
        group="Points",
    ),
    for_all=True,
)


@memo
def _segment_marks(fit: Fit, is_faded: bool) -> Marks:
    line = plane_line(fit)
    if line is None:
        return ()
    rows, slack = late_rows(fit)
    marks: list[Mark] = []
    for sign, suffix in ((-1.0, "minus"), (1.0, "plus")):
        members = rows[fit.problem.y[rows] == sign]
        if len(members):
            ends = slack_segments(fit, members, slack[members], line.normal)
            marks.append(
                Path(ends.reshape(-1, 2), f"slack-{suffix}", joined="pairs", faded=is_faded)
            )
            marks.append(Dots(ends[:, 1], f"slack-foot-{suffix}", faded=is_faded))
    return tuple(marks)


def draw_slack_numbers(scene: PairScene) -> Drawn:
    """Up to a dozen numbers, those of the largest slacks first."""
    fit = fit_with_slack(scene) if scene.shows("slack") else None
    return () if fit is None else _slack_numbers(fit)


SLACK_NUMBERS = of_pairs(
    Layer(
        "slack-numbers",
        "Numbers of the slack",
        "",
        draw_slack_numbers,
        always=True,
        part_of="slack",
    )
)


@memo
def _slack_numbers(fit: Fit) -> tuple[Words, ...]:
    line = plane_line(fit)
    if line is None:
        return ()
    rows, slack = late_rows(fit)
    if len(rows) > CROWDED:
        return ()
    rows = rows[np.argsort(-slack[rows], kind="stable")][:NUMBERS_TRIED]
    ends = slack_segments(fit, rows, slack[rows], line.normal)
    return tuple(
        Words(
            (number(float(slack[row]), 2),),
            Along(way),
            "caption",
            id=("slack", row),
            needed=False,
            most=MOST_NUMBERS,
        )
        for row, way in zip(rows.tolist(), ends, strict=True)
    )


def _margin_of(fit: Fit) -> float:
    """The score y f that a point must reach."""
    return 1.0 if fit.method.has_margin else float(getattr(fit.method, "margin", 0.0))


def late_rows(fit: Fit) -> tuple[Ints, Floats]:
    """The rows inside their margin line (of a crowd some, the same ones while others move), and the
    slack of all rows.
    """
    slack: Floats = _margin_of(fit) - fit.problem.y * training_scores(fit)
    late = np.flatnonzero(slack > 1e-9 * (1.0 + float(np.abs(slack).max(initial=0.0))))
    return np.sort(late[np.argsort(mixed(late))[:MOST_SEGMENTS]]), slack


def slack_segments(fit: Fit, rows: Ints, slack: Floats, w: Floats) -> Floats:
    """From x to the foot ``x + y slack w / ||w||^2`` on the line y f = margin, (k, 2, 2)."""
    start = places(fit)[rows]
    step = (fit.problem.y[rows] * slack)[:, None] * (w / (w @ w))
    return np.stack([start, start + step], axis=1)
