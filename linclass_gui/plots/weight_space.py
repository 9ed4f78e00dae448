"""The plane of the weights at the current b: each sample a line, the cone of the solutions, and the way of the iterates."""

from __future__ import annotations

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Ints, locked
from solvers.geometry import clip_line, contour_segments, half_plane

from ..core.decision import chains, plane_line
from ..core.document import View
from ..core.marks import Area, Axis, Dots, Figure, Mark, Path, Text
from ..core.memo import memo
from ..core.scene import Scene
from .losses import loss_of

LINES = 60  # samples that are drawn as lines
WORK = 150_000  # score values for the landscape at the most
COLUMNS, ROWS = 40, 30
CONTOURS = 7
NEEDS_LINE = "Select a method with a straight boundary to see its weights as a point of the plane."


def figure(scene: Scene) -> Figure:
    """The selected method in the plane of (w_1, w_2)."""
    fit = None if scene.selected is None else scene.selected[1]
    if fit is None or fit.w is None or len(fit.w) != 2 or plane_line(fit) is None:
        return Figure(Axis(-1.0, 1.0), Axis(-1.0, 1.0), (), message=NEEDS_LINE)
    view, marks = _picture(fit)
    hovered = None if scene.hover is None else scene.hover.row
    x, y = Axis(view.x0, view.x1, "$w_1$"), Axis(view.y0, view.y1, "$w_2$")
    return Figure(x, y, (*marks, *_flash(fit, view, hovered)))


@memo(4)
def _picture(fit: Fit) -> tuple[View, tuple[Mark, ...]]:
    way = np.array([step.w for step in fit.history if step.w is not None and np.isfinite(step.w).all()])
    view = View.around(np.concatenate([way, np.zeros((1, 2)), fit.w[None, :] * 1.6 if fit.w is not None else way]), 0.25)
    X, y = fit.problem.Phi, fit.problem.y
    marks: list[Mark] = [*_cone(X, y, fit.b, view), *_landscape(fit, view)]
    for role, sign in (("rug-minus", -1.0), ("rug-plus", 1.0)):
        marks += _lines(X, np.flatnonzero(y == sign), fit.b, view, role)
    if len(way) > 1:
        marks.append(Path(locked(way), "curve"))
        marks.append(Dots(locked(way), "slack-foot-plus"))
    marks.append(Dots(locked(np.array([fit.w])), "marker"))
    words = f"$b$ fixed; contours: mean {loss_of(fit.method).name} loss"
    marks.append(Text((view.x0, view.y1), words, "caption", "top-left", (6.0, -2.0), backed=True))
    return view, tuple(marks)


def _lines(X: Floats, rows: Ints, b: float, view: View, role: str) -> list[Mark]:
    """The lines ``<w, x> + b = 0`` of some samples in the plane of w; of many samples an even choice."""
    chosen = rows if len(rows) <= LINES // 2 else rows[np.linspace(0, len(rows) - 1, LINES // 2).astype(np.int64)]
    segments = [segment for x in X[chosen] if (segment := clip_line(x, b, view.box)) is not None]
    return [Path(locked(np.concatenate(segments)), role, joined="pairs", faded=True)] if segments else []


def _cone(X: Floats, y: Floats, b: float, view: View) -> list[Mark]:
    """All w in the view that classify every sample rightly: the half-planes ``y (<w, x> + b) > 0`` cut one after the other."""
    if len(X) > 5000:
        return []
    corners = solutions(X, y, b, view)
    marks: list[Mark] = [Area(locked(corners), "hull-plus")] if len(corners) > 2 else []
    return marks


def solutions(X: Floats, y: Floats, b: float, view: View) -> Floats:
    """The corners of the region of solutions in the view, empty (0, 2) when there is none."""
    polygon = half_plane((0.0, 0.0), 1.0, view.box)
    for x, sign in zip(X, y, strict=True):
        f = sign * (polygon @ x + b)
        if f.min() >= 0.0:
            continue
        polygon = _kept(polygon, f)
        if len(polygon) == 0:
            break
    return polygon


def _kept(polygon: Floats, f: Floats) -> Floats:
    """The part of a convex polygon where the linear function with the values f at its corners is not negative."""
    following, f_next = np.roll(polygon, -1, axis=0), np.roll(f, -1)
    crosses = f * f_next < 0.0
    share = np.divide(f, f - f_next, out=np.zeros_like(f), where=crosses)
    cuts = polygon + share[:, None] * (following - polygon)
    keep = np.column_stack([f >= 0.0, crosses]).ravel()
    kept: Floats = np.stack([polygon, cuts], axis=1).reshape(-1, 2)[keep]
    return kept if len(kept) > 2 else np.empty((0, 2))


def _landscape(fit: Fit, view: View) -> list[Mark]:
    """Contours of the method's own mean loss over the weights, of an even choice of the samples when they are many."""
    X, y = fit.problem.Phi, fit.problem.y
    step = max(1, -(-len(X) * COLUMNS * ROWS // WORK))
    X, y = X[::step], y[::step]
    xs, ys = np.linspace(view.x0, view.x1, COLUMNS), np.linspace(view.y0, view.y1, ROWS)
    margins = y * (xs[:, None] * X[:, 0] + (ys[:, None, None] * X[:, 1] + fit.b))
    values = loss_of(fit.method).function(margins).mean(axis=2)
    levels = np.unique(np.quantile(values, np.linspace(0.02, 0.8, CONTOURS)))
    # The level of a flat bottom runs wherever rounding leads it.
    levels = levels[levels > values.min() + 1e-3 * (levels[-1] - values.min())]
    curves = [curve for level in levels for curve in chains(contour_segments(values, xs, ys, float(level)))]
    return [Path(curve, "contour") for curve in curves]


@memo(2)
def _flash(fit: Fit, view: View, row: int | None) -> tuple[Mark, ...]:
    """The line of the sample under the pointer of the canvas."""
    if row is None or row >= len(fit.problem.y):
        return ()
    segment = clip_line(fit.problem.Phi[row], fit.b, view.box)
    role = "curve-plus" if fit.problem.y[row] > 0 else "curve-minus"
    return () if segment is None else (Path(locked(segment), role),)
