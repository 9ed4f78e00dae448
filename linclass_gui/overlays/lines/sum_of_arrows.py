"""w as a sum of arrows: one ``alpha_i y_i x_i`` after the other from the origin, and w from their
start to their end.

That is the condition ``w = sum_i alpha_i y_i x_i`` of the dual as a picture; points with ``alpha =
0`` have no arrow.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Ints, locked

from ...answers.decision import with_arrows
from ...markup.numbers import significant
from ...scene.marks import Mark, Path
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.section import places
from ...scene.view import View
from ...scene.words import Along, Beside, Words
from ..shapes.arrows import into_view, largest_factor, scale

NAMED = 8  # arrows that carry their names; more would obstruct each other
MOST = 200
SHORTEST, LONGEST = 0.35, 0.8  # of w, in parts of the smaller side of the view


def draw(scene: Scene) -> Iterable[Mark | Words]:
    """The arrows of the selected method, scaled by a common round number where they would be too
    short or too long.
    """
    shown = with_arrows(scene)
    if shown is None or not scene.has_equal_scales:
        return ()
    method, fit = shown
    return _arrows(fit, scene.view, method.slot, method.id in scene.stale)


def chain(fit: Fit) -> tuple[Floats, Ints]:
    """The corners (k + 1, 2) of the sum from the origin on, and the rows (k,) that its arrows
    belong to.
    """
    assert fit.alpha is not None
    rows = np.flatnonzero(fit.alpha > 1e-9 * float(fit.alpha.max(initial=0.0)))
    arrows = (fit.alpha * fit.problem.y)[rows, None] * places(fit)[rows]
    return np.concatenate([np.zeros((1, 2)), np.cumsum(arrows, axis=0)]), rows


@memo
def _arrows(fit: Fit, view: View, slot: int, faded: bool) -> tuple[Mark | Words, ...]:
    corners, rows = chain(fit)
    if not 0 < len(rows) <= MOST:
        return ()
    side = min(view.width, view.height)
    length = float(np.hypot(*corners[-1]))
    factor = scale(
        length, SHORTEST * side, min(LONGEST * side, length * largest_factor(corners, view))
    )
    corners = into_view(factor * corners + _start(view), view)
    drawn: list[Mark | Words] = []
    for k, row in enumerate(rows.tolist()):
        role = "curve-plus" if fit.problem.y[row] > 0.0 else "curve-minus"
        drawn.append(Path(locked(corners[k : k + 2]), role, arrow="end", faded=faded))
    if len(rows) <= NAMED:
        for k, row in enumerate(rows.tolist()):
            text, along = (
                f"$α_{{{row + 1}}} y_{{{row + 1}}} x_{{{row + 1}}}$",
                locked(corners[k : k + 2]),
            )
            drawn.append(
                Words(
                    (text,), Along(along), "math", None, ("arrow", row), needed=False, faded=faded
                )
            )
    ends = locked(corners[[0, -1]])
    text = "$w$" if factor == 1.0 else f"${significant(factor, 1)} w$"
    drawn.append(Path(ends, "sum", slot=slot, arrow="end", faded=faded))
    drawn.append(
        Words(
            (text,),
            Beside(locked(ends[1:])),
            "math",
            slot,
            "sum of arrows",
            needed=False,
            faded=faded,
        )
    )
    return tuple(drawn)


def _start(view: View) -> Floats:
    """The origin where it is in the view, else its middle: a sum of arrows may begin anywhere."""
    inside = view.x0 < 0.0 < view.x1 and view.y0 < 0.0 < view.y1
    middle = np.array([0.5 * (view.x0 + view.x1), 0.5 * (view.y0 + view.y1)])
    return np.zeros(2) if inside else middle
