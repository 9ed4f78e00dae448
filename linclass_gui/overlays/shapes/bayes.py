"""The best possible boundary of known populations, and its name."""

from __future__ import annotations

import numpy as np

from solvers import Floats, Populations
from solvers.arrays import locked
from solvers.plane.geometry import clip_line, contour_segments

from ...core.document import View
from ...core.fits.decision import chains, grid_points
from ...core.markup.ticks import number
from ...core.memo import memo

COLUMNS = 160  # of the grid for a curved boundary, which moves only when the view does


@memo
def curves(populations: Populations, view: View) -> tuple[Floats, ...]:
    """Where both classes are equally likely, ``ln p+ N(x; m+, S+) = ln p- N(x; m-, S-)``, as chains (k, 2)."""
    bayes = populations.bayes
    if bayes.quadratic is None and bayes.w is not None and bayes.centre is not None:
        segment = clip_line(bayes.w, bayes.f_centre, view.box, bayes.centre)
        return () if segment is None else (locked(segment),)
    rows = max(8, round(COLUMNS * min(view.height / view.width, 4.0)))
    xs, ys = np.linspace(view.x0, view.x1, COLUMNS), np.linspace(view.y0, view.y1, rows)
    return chains(contour_segments(populations.score(grid_points(xs, ys)).reshape(rows, COLUMNS), xs, ys))


@memo
def label(populations: Populations) -> str:
    """The name of the boundary with the smallest error that is possible."""
    return f"Bayes, error {number(100.0 * populations.bayes_error, 2)} %"
