"""The multipliers of a margin method as bars with the sign of their class: class + upwards, class - downwards, in balance."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Ints, locked

from ..core.fits.decision import support
from ..core.marks import Axis, Dots, End, Figure, Mark, Path, Reading
from ..core.markup.ticks import count_words, number, significant
from ..core.memo import memo
from ..core.scene import Scene
from .parts.axes import Picked, columns, name_of, nothing_of, pick_row, said_at
from .parts.bars import FAR, NO_MULTIPLIERS, NONE_YET, ROWS, TOP, end_of, places_of, ring


def figure(scene: Scene) -> Figure:
    """One bar a support vector, the box 0 ... C/n, and the balance."""
    if scene.selected is None or not scene.selected[1].has_model:
        message = nothing_of(scene, NO_MULTIPLIERS)
        return Figure(Axis(0.0, 1.0), Axis(-1.0, 1.0), (), message=message)
    fit = scene.selected[1]
    is_margin_method = fit.method.has_margin
    if fit.alpha is None or not is_margin_method:
        message = NONE_YET if is_margin_method else NO_MULTIPLIERS
        return Figure(Axis(0.0, 1.0), Axis(-1.0, 1.0), (), message=message)
    shown = _picture(fit)
    hovered = None if scene.hover is None else scene.hover.row
    return replace(shown, marks=(*shown.marks, *_flash(fit, hovered)))


def pick(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Picked | None:
    """The training point whose bar is nearest to a position of the plot; a bar is found along its whole height."""
    if scene.selected is None or scene.selected[1].alpha is None or not scene.selected[1].has_model:
        return None
    fit = scene.selected[1]
    rows, x = places(fit)
    heights = scene.selected[1].alpha[rows] * fit.problem.y[rows]
    # The point of each bar that is nearest to the pointer.
    nearest = np.clip(at[1], np.minimum(heights, 0.0), np.maximum(heights, 0.0))
    found = pick_row(np.arange(len(rows)), columns(x, nearest), at, reach)
    return None if found is None else Picked(int(rows[found.row]), (float(x[found.row]), float(heights[found.row])))


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """The multiplier of the bar at a position, and what it is of its bound; beside all bars the height alone."""
    if scene.selected is None or not scene.selected[1].has_model or scene.selected[1].alpha is None:
        return None
    fit, found = scene.selected[1], pick(scene, at, reach)
    bound = fit.method.multiplier_bound(fit.problem)
    if bound is None or fit.alpha is None:
        return None
    if found is None:
        hair = Path(columns(np.array([0.0, _end(fit)]), np.full(2, at[1])), "pointer")
        return Reading((hair,), said_at(np.array([at]), (f"$y α$ = {significant(at[1], 3)}",)))
    alpha = float(fit.alpha[found.row])
    lines = [name_of(scene.document.dataset, found.row), f"$α$ = {significant(alpha, 3)}"]
    if np.isfinite(bound):
        lines.append(f"{number(100.0 * alpha / bound, 0)} % of $C/n$")
    return Reading((), said_at(np.array([found.at]), tuple(lines)), found.row)


def _end(fit: Fit) -> float:
    """The right end of the axis."""
    return end_of(len(fit.problem.y), places(fit)[0])


@memo
def places(fit: Fit) -> tuple[Ints, Floats]:
    """The rows that have a bar, and where on the axis it stands: points are counted from 1, as everywhere a person reads."""
    vectors = support(fit)
    rows = np.empty(0, dtype=np.int64) if vectors is None else vectors.rows
    return places_of(rows, len(fit.problem.y))


@memo
def _picture(fit: Fit) -> Figure:
    """Everything that does not depend on the pointer."""
    rows, at = places(fit)
    assert fit.alpha is not None
    alpha, y, bound, end = fit.alpha, fit.problem.y, fit.method.multiplier_bound(fit.problem), _end(fit)
    tallest = float(alpha.max(initial=0.0)) or 1.0
    if bound is not None and np.isfinite(bound):
        tallest = min(bound, FAR * tallest)
    box = ((bound, "$C/n$"), (-bound, "$−C/n$")) if bound is not None and tallest == bound else ()
    marks: list[Mark] = [Path(columns(np.array([0.0, end]), np.zeros(2)), "axis")]
    marks += [Path(columns(np.array([0.0, end]), np.full(2, level)), "curve-dashed") for level, _ in box]
    for role, sign in (("slack-minus", -1.0), ("slack-plus", 1.0)):
        marks += _bars(at[y[rows] == sign], sign * alpha[rows[y[rows] == sign]], role)
    vectors, balance = support(fit), _balance(float(alpha @ y), float(alpha.sum()))
    values = count_words(0 if vectors is None else len(vectors.rows), "support vector"), f"$Σ α_i y_i$ = {balance}"
    x = Axis(0.0, end, "point" if len(y) <= ROWS else "support vectors", whole=True)
    height = Axis(-TOP * tallest, TOP * tallest, "$α_i y_i$")
    return Figure(x, height, tuple(marks), grid=True, heading=values, ends=tuple(End(name, level) for level, name in box))


def _bars(at: Floats, heights: Floats, role: str) -> tuple[Mark, ...]:
    """The bars of one class, each with a dot at its end."""
    if len(at) == 0:
        return ()
    ends = np.column_stack([np.zeros(len(at)), heights]).ravel()
    bars = columns(np.repeat(at, 2), ends)
    return Path(bars, role, joined="pairs"), Dots(locked(bars[1::2]), role.replace("slack", "slack-foot"))


def _balance(balance: float, total: float) -> str:
    """The signed sum, 0 when it is no more than the rounding of its terms."""
    return "0" if abs(balance) <= 1e-9 * total else significant(balance, 2)


@memo
def _flash(fit: Fit, row: int | None) -> tuple[Mark, ...]:
    """A ring at the bar of the point under the pointer of the canvas."""
    if row is None or fit.alpha is None or row >= len(fit.alpha):
        return ()
    return ring(places(fit), row, float(fit.alpha[row] * fit.problem.y[row]))
