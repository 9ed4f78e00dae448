"""The weight vector: an arrow from the boundary into the positive side, and w as a sum of arrows.

The sum is one ``alpha_i y_i x_i`` after the other from the origin: the condition
``w = sum_i alpha_i y_i x_i`` of the dual as a picture; points with ``alpha = 0`` have no arrow.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Ints

from ..answers.decision import PlaneLine, fit_with_arrows, plane_line, trial_line
from ..answers.trial_line import handle_places, turn_line
from ..markup.numbers import significant
from ..scene import cures
from ..scene.document import TrialLine
from ..scene.marks import Along, Beside, Dots, Mark, Path, Point, Words
from ..scene.memo import memo
from ..scene.scene import PairScene, Scene
from ..scene.section import places
from ..scene.view import View
from . import swatches as sw
from .layer import Drawn, Layer, a_line, even_scales, svm_with
from .pairs import of_pairs

SHORTEST, LONGEST = 40.0, 0.4  # px, and part of the view's smaller side
# of an arrow that is dragged: it is scaled only where it would be out of sight
SHORTEST_BY_HAND, LONGEST_BY_HAND = 20.0, 0.8
# along the line, where an arrow from its middle would leave the picture
FEET = (0.5, 0.3, 0.7, 0.15, 0.85)
# of the longest arrow, where a line cuts off a corner into which it points
SHARES = (1.0, 0.5, 0.25)
MOST_NAMES = 8  # arrows that carry their names; more would obstruct each other
MOST_ARROWS = 200
SHORTEST_SUM, LONGEST_SUM = 0.35, 0.8  # of w, in parts of the smaller side of the view
ROUND = (1.0, 2.0, 5.0)
A_LINEAR_SVM = cures.Refusal("needs a linear SVM", cures.STRAIGHT_MARGIN)
ROOM = 0.9  # of the view's sides: arrows keep a twentieth from each edge


def draw_weight(scene: PairScene) -> Drawn:
    """w of the selected method, to the scale of the axes where that is visible, else times a round
    number that is stated.
    """
    if not scene.has_equal_scales:
        return ()
    by_hand = _arrow_of_trial(scene)
    fit, slot = scene.selected_fit, scene.document.selected_slot
    if fit is None:
        return by_hand
    return (*_weight_arrow(fit, scene.view, scene.pixel, slot, scene.is_stale), *by_hand)


def any_line(scene: PairScene) -> str:
    """There is a trial line, or the boundary of the selected method is straight."""
    return "" if scene.document.trial is not None else a_line(scene)


WEIGHT = of_pairs(
    Layer(
        "weight",
        "Weight vector",
        "The vector w, from the boundary into the positive side",
        draw_weight,
        needs=(any_line, even_scales),
        in_the_way=True,
        swatch=(sw.line("weight", (3, 4), (20, 12), arrow="end"),),
        place=15,
        tells=True,
    )
)


@memo
def _weight_arrow(fit: Fit, view: View, pixel: float, slot: int, is_faded: bool) -> Drawn:
    line = plane_line(fit)
    segment = None if line is None else line.segment(view)
    if line is None or segment is None:
        return ()
    foot = line.foot(np.array(view.middle))
    inside = view.x0 < foot[0] < view.x1 and view.y0 < foot[1] < view.y1
    along = [segment[0] + part * (segment[1] - segment[0]) for part in FEET]
    ends, factor = _place_arrow(line, [foot, *along] if inside else along, view, SHORTEST * pixel)
    arrow = Path(ends, "weight", slot=slot, arrow="end", faded=is_faded)
    return arrow, Words(
        (f"${_times(factor)}w$",), Beside(ends[1:]), "math", slot, "weight", faded=is_faded
    )


def _times(factor: float) -> str:
    """How many times as long as it is a vector is drawn, in words."""
    return "" if factor == 1.0 else f"{significant(factor, 1)} "


def _arrow_of_trial(scene: PairScene) -> Drawn:
    """w of the trial line, whose tip turns and scales it; with the margins its lines f = +-1."""
    arrow, trial = trial_arrow(scene), scene.document.trial
    if arrow is None or trial is None:
        return ()
    ends, factor = arrow
    tip = ends[1:].copy()
    marks: list[Mark | Words] = [
        Path(ends, "trial-weight", arrow="end"),
        Dots(tip, "trial-handle", grip=True),
        Words((f"${_times(factor)}w$",), Beside(tip), "math", None, "trial weight"),
    ]
    if "margins" in scene.document.layers:
        levels = (-1.0 / trial.norm, 1.0 / trial.norm)
        segments = (trial_line(trial).segment(scene.view, level) for level in levels)
        marks += [Path(part, "trial-margin") for part in segments if part is not None]
    return tuple(marks)


def trial_arrow(scene: Scene) -> tuple[Floats, float] | None:
    """The ends (2, 2) of the arrow w of the trial line, from its pivot, and its multiple of w; None
    where it is not drawn.
    """
    trial, view = scene.document.trial, scene.view
    if trial is None or "weight" not in scene.document.layers or not scene.has_equal_scales:
        return None
    handles = handle_places(trial, view, 0.5 * view.height)
    if handles is None:
        return None
    longest = LONGEST_BY_HAND * min(view.width, view.height)
    factor = round_factor(trial.norm, SHORTEST_BY_HAND * scene.pixel, longest)
    foot = np.array(handles[0])
    return np.stack([foot, foot + factor * trial.norm * trial.w]), factor


def pull_arrow(scene: Scene, position: Point) -> TrialLine | None:
    """The trial line with the tip of its w at a place: turned about the foot, and scaled."""
    arrow, trial = trial_arrow(scene), scene.document.trial
    if arrow is None or trial is None:
        return trial
    (foot, _), factor = arrow
    across, up = (np.array(position) - foot).tolist()
    length = math.hypot(across, up)
    if not length > 0.0:
        return trial
    new_line = turn_line(trial, math.degrees(math.atan2(up, across)))
    x, y = foot.tolist()
    return replace(new_line, pivot=(x, y), norm=length / factor)


def _place_arrow(
    line: PlaneLine, feet: list[Floats], view: View, shortest: float
) -> tuple[Floats, float]:
    """The ends (2, 2) of the first arrow that lies in the view, and its multiple of w."""
    arrows = []
    for share in SHARES:
        factor = round_factor(line.norm, shortest, share * LONGEST * min(view.width, view.height))
        arrows += [(np.stack([foot, foot + factor * line.normal]), factor) for foot in feet]
    return next(
        ((ends, factor) for ends, factor in arrows if (into_view(ends, view) == ends).all()),
        arrows[0],
    )


def draw_sum(scene: PairScene) -> Drawn:
    """The arrows of the selected method, scaled by a common round number where they would be too
    short or too long.
    """
    fit = fit_with_arrows(scene)
    if fit is None or not scene.has_equal_scales:
        return ()
    return _sum_arrows(fit, scene.view, scene.document.selected_slot, scene.is_stale)


SUM_OF_ARROWS = of_pairs(
    Layer(
        "sum-of-arrows",
        "w as a sum",
        "w as the sum of the arrows αᵢ yᵢ xᵢ of the support vectors",
        draw_sum,
        needs=(svm_with(fit_with_arrows, A_LINEAR_SVM), even_scales),
        in_the_way=True,
        swatch=(
            sw.line("curve-plus", (3, 4), (12, 12), arrow="end"),
            sw.line("curve-minus", (12, 12), (21, 9), arrow="end"),
        ),
        place=16,
    )
)


def sum_corners(fit: Fit) -> tuple[Floats, Ints]:
    """The corners (k + 1, 2) of the sum from the origin on, and the rows (k,) that its arrows
    belong to.
    """
    assert fit.alpha is not None
    rows = np.flatnonzero(fit.alpha > 1e-9 * float(fit.alpha.max(initial=0.0)))
    arrows = (fit.alpha * fit.problem.y)[rows, None] * places(fit)[rows]
    return np.concatenate([np.zeros((1, 2)), np.cumsum(arrows, axis=0)]), rows


@memo
def _sum_arrows(fit: Fit, view: View, slot: int, is_faded: bool) -> Drawn:
    corners, rows = sum_corners(fit)
    if not 0 < len(rows) <= MOST_ARROWS:
        return ()
    side = min(view.width, view.height)
    length = float(np.hypot(*corners[-1]))
    factor = round_factor(
        length, SHORTEST_SUM * side, min(LONGEST_SUM * side, length * largest_factor(corners, view))
    )
    corners = into_view(factor * corners + _start_of_sum(view), view)
    times = _times(factor)
    items: list[Mark | Words] = []
    for k, row in enumerate(rows.tolist()):
        role = "curve-plus" if fit.problem.y[row] > 0.0 else "curve-minus"
        items.append(Path(corners[k : k + 2], role, arrow="end", faded=is_faded))
    if len(rows) <= MOST_NAMES:
        for k, row in enumerate(rows.tolist()):
            text = f"${times}α_{{{row + 1}}} y_{{{row + 1}}} x_{{{row + 1}}}$"
            along = corners[k : k + 2]
            items.append(
                Words(
                    (text,),
                    Along(along),
                    "math",
                    None,
                    ("arrow", row),
                    needed=False,
                    faded=is_faded,
                )
            )
    ends = corners[[0, -1]]
    items.append(Path(ends, "sum", slot=slot, arrow="end", faded=is_faded))
    items.append(
        Words(
            (f"${times}w$",),
            Beside(ends[1:]),
            "math",
            slot,
            "sum of arrows",
            needed=False,
            faded=is_faded,
        )
    )
    return tuple(items)


def _start_of_sum(view: View) -> Floats:
    """The origin where it is in the view, else its middle: a sum of arrows may begin anywhere."""
    inside = view.x0 < 0.0 < view.x1 and view.y0 < 0.0 < view.y1
    middle = np.array(view.middle)
    return np.zeros(2) if inside else middle


def round_factor(length: float, shortest: float, longest: float) -> float:
    """The round factor nearest to 1 that brings a length between two bounds; where none does, the
    largest below the upper one.
    """
    if shortest <= length <= longest:
        return 1.0
    short_enough = [
        step for e in range(-18, 19) for r in ROUND if (step := r * 10.0**e) * length <= longest
    ]
    fitting = [step for step in short_enough if shortest <= step * length]
    return min(fitting, key=lambda step: abs(np.log(step)), default=max(short_enough, default=0.0))


def largest_factor(corners: Floats, view: View) -> float:
    """The largest factor by which arrows through some corners (k, 2) still fit into a view."""
    across, up = np.ptp(corners, axis=0).tolist()
    return ROOM * float(min(view.width / max(across, 1e-300), view.height / max(up, 1e-300)))


def into_view(corners: Floats, view: View) -> Floats:
    """The corners (k, 2), shifted just enough to lie in a view that is large enough."""
    low, high = np.array([view.x0, view.y0]), np.array([view.x1, view.y1])
    edge = 0.5 * (1.0 - ROOM) * (high - low)
    up = np.maximum(low + edge - corners.min(axis=0), 0.0)
    down = np.minimum(high - edge - corners.max(axis=0), 0.0)
    moved: Floats = corners + np.where(up > 0.0, up, down)
    return moved
