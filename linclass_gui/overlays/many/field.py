"""The field behind more than two classes: the winner's colour, the stronger the surer, with contours of its probability.

Of methods without probabilities the lead is shown: by how much the winner's score is the largest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solvers import Floats, ManyFit
from solvers.arrays import Ints, locked, locked_ints
from solvers.plane.arrangement import UNDECIDED
from solvers.plane.geometry import contour_segments

from ...core.classes.leads import verdict_of
from ...core.classes.verdicts import has_verdict
from ...core.document import View
from ...core.fits.decision import chains, grid_points
from ...core.marks import Field, Mark, Path
from ...core.markup.ticks import number, tick_labels, tick_values
from ...core.memo import memo
from ...core.scene import Scene
from ...core.words import Along, Words

COLUMNS = 160
LEVELS = (0.5, 0.75, 0.9, 0.99)


@dataclass(frozen=True, eq=False)
class _Shown:
    """A quantity on a grid with its contours: ``share`` in [0, 1] is how strong the winner's colour is."""

    xs: Floats
    ys: Floats
    values: Floats
    share: Floats
    winners: Ints
    levels: tuple[float, ...]
    labels: tuple[str, ...]


def draw(scene: Scene) -> Iterable[Mark | Words]:
    """The coloured field and its contour lines."""
    if scene.chosen is None or not has_verdict(scene.chosen[1]):
        return ()
    many = scene.chosen[1]
    return (*_field(many, scene.view, scene.document.class_looks), *_contours(many, scene.view))


@memo
def _values_shown(many: ManyFit, view: View) -> _Shown:
    rows = max(8, round(COLUMNS * min(view.height / view.width, 4.0)))
    xs, ys = np.linspace(view.x0, view.x1, COLUMNS), np.linspace(view.y0, view.y1, rows)
    if many.form.has_probability:
        p = many.predict_proba(grid_points(xs, ys)).reshape(rows, COLUMNS, -1)
        best, least = p.max(axis=-1), 1.0 / len(many.problem.present)
        share = (best - least) / (1.0 - least)
        return _Shown(xs, ys, best, share, p.argmax(axis=-1), LEVELS, tuple(number(level, 2) for level in LEVELS))
    verdict = verdict_of(many)
    leads = np.nan_to_num(verdict.leads(verdict.grid(xs, ys)), nan=-np.inf)
    lead, winner = leads.max(axis=-1), np.array(verdict.labels)[leads.argmax(axis=-1)]
    finite = lead[np.isfinite(lead)]
    usual = float(np.median(np.abs(finite))) if len(finite) else 1.0
    ticks = tuple(t for t in tick_values(0.0, float(finite.max(initial=1.0)), 5) if t > 0.0)
    share = np.where(winner == UNDECIDED, 0.0, np.tanh(lead / (2.0 * (usual or 1.0))))
    return _Shown(xs, ys, lead, share, winner, ticks, tick_labels(ticks))


@memo
def _field(many: ManyFit, view: View, looks: tuple[int, ...]) -> tuple[Mark, ...]:
    shown = _values_shown(many, view)
    dx, dy = 0.5 * float(shown.xs[1] - shown.xs[0]), 0.5 * float(shown.ys[1] - shown.ys[0])
    rect = (float(shown.xs[0]) - dx, float(shown.xs[-1]) + dx, float(shown.ys[0]) - dy, float(shown.ys[-1]) + dy)
    of = np.array([*looks, 0])[shown.winners]
    return (Field(locked(shown.share), rect, "probability", locked_ints(of)),)


@memo
def _contours(many: ManyFit, view: View) -> tuple[Mark | Words, ...]:
    shown = _values_shown(many, view)
    drawn: list[Mark | Words] = []
    for level, label in zip(shown.levels, shown.labels, strict=True):
        curves = chains(contour_segments(shown.values, shown.xs, shown.ys, level))
        drawn += [Path(curve, "contour") for curve in curves]
        if curves:
            drawn.append(Words((label,), Along(max(curves, key=len)), "caption", id=("contour", label), needed=False))
    return tuple(drawn)
