"""Four criteria over the plane of the weights side by side, with the way down from one and the same
place in each.

The number of errors has no slope: from a plateau nothing leads down.  J_p, J_q and J_r have one,
and descent along it arrives.  A click or the ring sets the start, the handle below the b at which
the plane is cut.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked
from solvers.ties import wrong_side

from ..answers.contours import ScoreGrid
from ..answers.points_table import few_of_each
from ..markup.numbers import components, count_words, fixed_number, short_coefficient
from ..scene.document import Document
from ..scene.marks import (
    Anchor,
    Area,
    Axis,
    Dots,
    Field,
    Figure,
    Handle,
    Mark,
    Marks,
    Path,
    Point,
    Reading,
    Text,
)
from ..scene.memo import memo
from ..scene.scene import Scene
from ..scene.view import View
from .axes import level, vertical, words_beside
from .landscapes import (
    Landscape,
    beginning_of,
    begun_at,
    contour_lines,
    heights,
    landscape,
    relief_of,
    shades,
    solution_region,
)

ORDER = ("errors", "J_p", "J_q", "J_r")
# in widths of a panel, and above and below it in heights
GAP, TOP, TRACK, BOTTOM = 0.07, 0.22, 0.30, 0.56
TITLE, VALUE = 0.13, 0.48  # how far a panel's name and the b of the track are from it
COLUMNS, ROWS = 56, 48
WORK = 3_000_000  # values of a criterion for one panel at the most: an even choice of many samples
EDGE = 0.2  # of the track, where the words of its handle lie to one side
REACH = 3.0  # the plane reaches this many times as far as the longest sample is long
# of a way down: the most steps, the longest one in parts of the plane, halvings of a step
STEPS, FIRST, HALVINGS = 80, 0.2, 30
LEAST_STEP = 1e-9


CORNERS = tuple((k * (1.0 + GAP), 0.0) for k in range(len(ORDER)))  # lower left, of the panels
RIGHT = CORNERS[-1][0] + 1.0  # where the last panel ends


def panel_at(position: Point) -> int | None:
    """The panel under a place, or None."""
    x, y = position
    insides = (k for k, (left, _) in enumerate(CORNERS) if 0.0 <= x - left <= 1.0)
    return next(insides, None) if 0.0 <= y <= 1.0 else None


@dataclass(frozen=True)
class Slice:
    """The plane of w that is drawn, its ``b``, the largest b of the track, and where the ways
    begin.
    """

    view: View
    b: float
    most: float
    begin: Point

    @property
    def share(self) -> float:
        """The place of b on the track, from 0 to 1."""
        return 0.5 * (1.0 + self.b / self.most)

    def at(self, w: Floats, corner: Point) -> Floats:
        """Places of the plane in the panel with a corner."""
        view = self.view
        return locked(corner + (w - (view.x0, view.y0)) / (view.width, view.height))

    def weights(self, position: Point, corner: Point) -> Point:
        """The place of the plane under a place of that panel, kept within the plane."""
        x, y = (min(max(a - c, 0.0), 1.0) for a, c in zip(position, corner, strict=True))
        return self.view.x0 + x * self.view.width, self.view.y0 + y * self.view.height


def slice_of(scene: Scene, fit: Fit) -> Slice:
    """The cut through the weights: at the b where the rule begins, at that of its answer where
    nothing is said.
    """
    begin = beginning_of(scene)
    if begin is not None and not fit.method.has_offset:
        begin = (0.0, *begin[1:])
    X = fit.problem.Phi
    longest = float(np.hypot(X[:, 0], X[:, 1]).max(initial=0.0)) or 1.0
    # As large as the points need, so that nothing moves under a ring that is dragged.
    reach = _reach(REACH * longest, *(() if begin is None else begin[1:]))
    b = fit.b if begin is None else begin[0]
    most = _reach(2.0 * reach, b)
    start = (0.0, 0.0) if begin is None else (begin[1], begin[2])
    return Slice(View(-reach, reach, -reach, reach), b, most, start)


def _reach(usual: float, *values: float) -> float:
    """The usual reach, a larger one where a value lies beyond it."""
    furthest = max(map(abs, values), default=0.0)
    return usual if furthest <= usual else 1.2 * furthest


def figure(scene: Scene, fit: Fit) -> Figure:
    """The four panels, the rings and the track of b."""
    cut = slice_of(scene, fit)
    panels, wrong = _panels(fit, cut)
    handles = _handles(scene, cut)
    track = (Path(level(-TRACK, 0.0, RIGHT), "axis"),) if fit.method.has_offset else ()
    rings = (Dots(np.array([handle.at for handle in handles]), "handle"),) if handles else ()
    heading = (f"{count_words(wrong, 'error')} at the ring", "ways down from it")
    marks = (*panels, *track, *rings, _value(cut))
    x, y = Axis(0.0, RIGHT, visible=False), Axis(-BOTTOM, 1.0 + TOP, visible=False)
    return Figure(x, y, marks, heading=heading, handles=handles)


def _value(cut: Slice) -> Text:
    """The b of the cut, below its handle and never beyond the ends of the track."""
    share = cut.share
    anchor: Anchor = "left" if share < EDGE else "right" if share > 1.0 - EDGE else "center"
    return Text((RIGHT * share, -VALUE), f"$b = {short_coefficient(cut.b, 3)}$", "tick", anchor)


def _handles(scene: Scene, cut: Slice) -> tuple[Handle, ...]:
    method = scene.document.selected_method
    if method is None or not method.method.beginning:
        return ()
    starts = (cut.at(np.array([cut.begin]), corner)[0] for corner in CORNERS)
    rings = tuple(
        Handle(f"begin-{k}", (float(place[0]), float(place[1])), "both")
        for k, place in enumerate(starts)
    )
    return (
        (*rings, Handle("b", (RIGHT * cut.share, -TRACK), "x"))
        if method.two_class.has_offset
        else rings
    )


def grab(scene: Scene, fit: Fit, position: Point) -> str | None:
    """The handle that a click beside all handles takes: the ring of the panel, or the handle of the
    track.
    """
    if not _handles(scene, slice_of(scene, fit)):
        return None
    panel = panel_at(position)
    if panel is not None:
        return f"begin-{panel}"
    return "b" if abs(position[1] + TRACK) < 0.1 and fit.method.has_offset else None


def drag(scene: Scene, fit: Fit, handle: str, position: Point) -> Document:
    """The document with the rule begun where a ring, or at the b where the handle of the track was
    dragged to.
    """
    method = scene.document.selected_method
    cut = slice_of(scene, fit)
    if method is None or handle not in {own_handle.name for own_handle in _handles(scene, cut)}:
        return scene.document
    if handle == "b":
        share = min(max(position[0] / RIGHT, 0.0), 1.0)
        begin = ((2.0 * share - 1.0) * cut.most, *cut.begin)
    else:
        begin = (cut.b, *cut.weights(position, CORNERS[int(handle.removeprefix("begin-"))]))
    return begun_at(scene, begin)


def read(scene: Scene, fit: Fit, position: Point) -> Reading | None:
    """The weights under the pointer, marked in every panel, with the value of its panel's criterion
    there; None beside them.
    """
    panel = panel_at(position)
    if panel is None:
        return None
    cut, X, y = slice_of(scene, fit), fit.problem.Phi, fit.problem.y
    w, criterion = (
        np.array(cut.weights(position, CORNERS[panel])),
        landscape(fit, ORDER[panel]),
    )
    lines = [f"$w$ = ({', '.join(components(w, 3))})"]
    if not criterion.is_stepped:
        lines.append(f"{criterion.words} {fixed_number(_cost(criterion, X, y, cut.b, w))}")
    lines.append(count_words(int(np.count_nonzero(wrong_side(X @ w + cut.b, y))), "error"))
    x, y = cut.at(w[None], (0.0, 0.0))[0].tolist()
    hairs = (Path(vertical(left + x, 0.0, 1.0), "pointer") for left, _ in CORNERS)
    across = Path(level(y, 0.0, RIGHT), "pointer")
    return Reading((across, *hairs), words_beside(position, lines))


@memo
def _panels(fit: Fit, cut: Slice) -> tuple[Marks, int]:
    """The marks of all panels, and how many samples are wrong where the ways begin."""
    X, y = fit.problem.Phi, fit.problem.y
    marks: list[Mark] = []
    for name, (left, low) in zip(ORDER, CORNERS, strict=True):
        criterion = landscape(fit, name)
        shaded, contours = _panel_ground(fit, name, cut)
        marks.append(replace(shaded, rect=(left, left + 1.0, low, low + 1.0)))
        marks += [
            Area(cut.at(area.xy, (left, low)), area.role)
            for area in solution_region(fit, cut.b, cut.view, 0.0)
        ]
        marks += [Path(curve.xy + np.array([left, low]), curve.role) for curve in contours]
        corners = np.array(
            [(left, low), (left + 1.0, low), (left + 1.0, low + 1.0), (left, low + 1.0)]
        )
        marks.append(Path(corners, "axis", closed=True))
        way = _way(fit, name, cut)
        path = cut.at(way, (left, low))
        if len(way) > 1:
            marks += [Path(path, "curve"), Dots(path, "step")]
        marks.append(Text((left + 0.5, low + 1.0 + TITLE), criterion.words, "tick"))
    wrong = int(np.count_nonzero(wrong_side(X @ np.array(cut.begin) + cut.b, y)))
    return tuple(marks), wrong


@memo
def _panel_ground(fit: Fit, name: str, cut: Slice) -> tuple[Field, tuple[Path, ...]]:
    """The shades and contours of a criterion over the plane, in a panel at the origin."""
    X, y, criterion = fit.problem.Phi, fit.problem.y, landscape(fit, name)
    step = max(1, -(-len(X) * COLUMNS * ROWS // WORK))
    xs, ys = (np.linspace(cut.view.x0, cut.view.x1, count) for count in (COLUMNS, ROWS))
    rows = few_of_each(y, step)
    values = heights(criterion, X[rows], y[rows], cut.b, xs, ys)
    grid = ScoreGrid(np.linspace(0.0, 1.0, COLUMNS), np.linspace(0.0, 1.0, ROWS), values)
    relief = relief_of(grid, View(0.0, 1.0, 0.0, 1.0), is_count=criterion.is_stepped)
    return shades(relief), () if criterion.is_stepped else contour_lines(relief)


@memo
def _way(fit: Fit, name: str, cut: Slice) -> Floats:
    return descent(landscape(fit, name), fit.problem.Phi, fit.problem.y, cut)


def descent(criterion: Landscape, X: Floats, y: Floats, cut: Slice) -> Floats:
    """The way (k, 2) of steepest descent at a fixed b: each step is halved until it leads down; it
    ends where nothing does.

    1. g = gradient at w; where it is 0 (a plateau, or the floor) the way ends.
    2. The longest step is a part of the plane; halve it until the criterion falls.
    """
    w, way = np.array(cut.begin), [np.array(cut.begin)]
    step = FIRST * cut.view.width
    for _ in range(STEPS):
        g = gradient(criterion, X, y, cut.b, w)
        size = float(np.hypot(*g))
        if size <= LEAST_STEP:
            break
        cost, length = _cost(criterion, X, y, cut.b, w), step
        for _ in range(HALVINGS):
            after = w - length / size * g
            if _cost(criterion, X, y, cut.b, after) < cost - 1e-12 * abs(cost):
                break
            length *= 0.5
        else:
            break
        w, step = after, min(2.0 * length, FIRST * cut.view.width)
        way.append(w)
    return np.array(way)


def _cost(criterion: Landscape, X: Floats, y: Floats, b: float, w: Floats) -> float:
    penalty = criterion.penalty * float(w @ w) + criterion.offset_penalty * b * b
    return (
        penalty
        if criterion.loss is None
        else penalty + float(criterion.shares(X, y) @ criterion.loss.value(y * (X @ w + b)))
    )


def gradient(criterion: Landscape, X: Floats, y: Floats, b: float, w: Floats) -> Floats:
    """The gradient of a criterion in w, (2,): of the number of errors 0 wherever it exists."""
    loss = criterion.loss
    if loss is None or criterion.is_stepped:
        return 2.0 * criterion.penalty * w
    slopes = loss.derivative(y * (X @ w + b)) * criterion.shares(X, y) * y
    g: Floats = X.T @ slopes + 2.0 * criterion.penalty * w
    return g
