"""The multipliers of a margin method for all classes at once: what each point adds to its class, and takes from the rivals.

``w_k = sum_i beta_ik phi(x_i)`` with ``beta = sum of the alphas`` at the own class (upwards, in its colour) and ``-alpha_il`` at
the rivals (downwards, in theirs): up and down are as long, and the betas of every class cancel.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import Floats, ManyFit
from solvers.arrays import Ints, locked

from ..core.classes.looks import role
from ..core.marks import Axis, Dots, End, Figure, Mark, Path, Reading
from ..core.markup.mathtext import name_label
from ..core.markup.ticks import count_words, significant
from ..core.memo import memo
from ..core.scene import Scene
from .parts.axes import columns, name_of, pick_row, said_at
from .parts.bars import FAR, NO_MULTIPLIERS, NONE_YET, ROWS, TOP, end_of, places_of, ring

NOTHING = 1e-12  # of the largest multiplier: rounding


def figure(scene: Scene) -> Figure:
    """One bar up and down for every support vector, and the box."""
    assert scene.chosen is not None  # callers have a fit of all classes at once
    many = scene.chosen[1]
    if many.alpha is None:
        message = NONE_YET if many.form.has_margin else NO_MULTIPLIERS
        return Figure(Axis(0.0, 1.0), Axis(-1.0, 1.0), (), message=message)
    shown = _picture(many, scene.document.class_looks)
    hovered = None if scene.hover is None else scene.hover.row
    return replace(shown, marks=(*shown.marks, *_flash(many, hovered)))


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """The multipliers of the point whose bar is there, by rival."""
    if scene.chosen is None or scene.chosen[1].alpha is None or not scene.chosen[1].has_model:
        return None
    many = scene.chosen[1]
    rows, x = places(many)
    totals = _totals(many)[rows]
    found = pick_row(np.arange(len(rows)), columns(x, np.clip(at[1], -totals, totals)), at, reach)
    if found is None or many.alpha is None:
        return None
    row = int(rows[found.row])
    names = [name_label(name) for name in scene.document.dataset.class_names]
    alpha = many.alpha[row]
    lines = [name_of(scene.document.dataset, row), f"$Σ_l α_l$ = {significant(float(totals[found.row]), 3)}"]
    lines += [f"against {names[k]} {significant(float(alpha[k]), 3)}" for k in np.flatnonzero(alpha > NOTHING * alpha.max())]
    return Reading((), said_at(np.array([(float(x[found.row]), float(totals[found.row]))]), tuple(lines)), row)


@memo
def _totals(many: ManyFit) -> Floats:
    assert many.alpha is not None
    return locked(many.alpha.sum(axis=1))


@memo
def places(many: ManyFit) -> tuple[Ints, Floats]:
    """The rows that have a bar, and where on the axis it stands (points are counted from 1)."""
    totals = _totals(many)
    rows = np.flatnonzero(totals > NOTHING * float(totals.max(initial=0.0)))
    return places_of(rows, len(totals))


@memo
def _picture(many: ManyFit, looks: tuple[int, ...]) -> Figure:
    (rows, at), totals, labels = places(many), _totals(many), many.problem.labels
    assert many.alpha is not None
    n = len(labels)
    bound = many.form.multiplier_bound(many.problem)
    tallest = float(totals.max(initial=0.0)) or 1.0
    tallest = min(bound, FAR * tallest) if np.isfinite(bound) else tallest
    box = ((bound, "$C/n$"), (-bound, "$−C/n$")) if tallest == bound else ()
    end = end_of(n, rows)
    marks: list[Mark] = [Path(columns(np.array([0.0, end]), np.zeros(2)), "axis")]
    marks += [Path(columns(np.array([0.0, end]), np.full(2, level)), "curve-dashed") for level, _ in box]
    below = np.zeros(len(rows))
    for k, look in enumerate(looks):
        own, alpha = labels[rows] == k, many.alpha[rows, k]
        marks += _bars(at[own], np.zeros(int(own.sum())), totals[rows[own]], role("slack", look), dot=True)
        against = alpha > NOTHING * tallest
        marks += _bars(at[against], -below[against], -below[against] - alpha[against], role("slack", look), dot=False)
        below[against] += alpha[against]
    heading = (count_words(int((totals > NOTHING * float(totals.max(initial=0.0))).sum()), "support vector"), "down: the rivals")
    x = Axis(0.0, end, "point" if n <= ROWS else "support vectors", whole=True)
    y = Axis(-TOP * tallest, TOP * tallest, "$β_{ik}$")
    return Figure(x, y, tuple(marks), grid=True, heading=heading, ends=tuple(End(name, level) for level, name in box))


def _bars(at: Floats, low: Floats, high: Floats, role_: str, *, dot: bool) -> tuple[Mark, ...]:
    if len(at) == 0:
        return ()
    bars = columns(np.repeat(at, 2), np.column_stack([low, high]).ravel())
    marks: tuple[Mark, ...] = (Path(bars, role_, joined="pairs"),)
    return (*marks, Dots(locked(bars[1::2]), role_.replace("slack", "slack-foot"))) if dot else marks


@memo
def _flash(many: ManyFit, row: int | None) -> tuple[Mark, ...]:
    """A ring at the bar of the point under the pointer of the canvas."""
    if row is None or row >= len(many.problem.labels):
        return ()
    return ring(places(many), row, float(_totals(many)[row]))
