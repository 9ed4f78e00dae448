"""Four criteria over the plane of the weights side by side, with the way down from one and the same place in each.

The number of errors has no slope: from a plateau nothing leads down.  J_p, J_q and J_r have one, and what follows it arrives.  A
click or the ring says where to begin, the handle below at which b the plane is cut.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked
from solvers.result import wrong_side

from ...core.document import Document, View
from ...core.fits.decision import ScoreGrid
from ...core.marks import Anchor, Axis, Dots, Figure, Handle, Mark, Path, Reading, Text
from ...core.markup.ticks import counted, significant
from ...core.memo import memo
from ...core.scene import Scene
from .axes import said_at
from .landscapes import Landscape, heights, landscape
from .relief import lines, relief_of, shades

ORDER = ("errors", "J_p", "J_q", "J_r")
GAP, TOP, TRACK, BOTTOM = 0.07, 1.22, -0.30, -0.56  # in widths and heights of a panel
TITLE, REMARK, VALUE = 1.13, -0.12, -0.48  # where a panel's name, what is said below it, and the b of the track stand
COLUMNS, ROWS = 56, 48
WORK = 3_000_000  # values of a criterion for one panel at the most: an even choice of many samples
EDGE = 0.2  # of the track, where the words of its handle lie to one side
REACH = 3.0  # the plane reaches so many times as far as the longest sample is long
STEPS, FIRST, HALVINGS = 80, 0.2, 30  # of a way down: at most so many, the longest in parts of the plane
STILL = 1e-9


@dataclass(frozen=True)
class Slice:
    """The plane of w that is drawn, its ``b``, the largest b of the track, and where the ways begin."""

    view: View
    b: float
    most: float
    begin: tuple[float, float]

    def at(self, w: Floats, panel: int) -> Floats:
        """Places of the plane in a panel."""
        view = self.view
        x = (w[:, 0] - view.x0) / view.width + panel * (1.0 + GAP)
        return locked(np.column_stack([x, (w[:, 1] - view.y0) / view.height]))

    def weights(self, at: tuple[float, float]) -> tuple[float, float]:
        """The place of the plane under a place of the plot, kept within the plane."""
        x = min(max(at[0] - min(int(max(at[0], 0.0) / (1.0 + GAP)), len(ORDER) - 1) * (1.0 + GAP), 0.0), 1.0)
        y = min(max(at[1], 0.0), 1.0)
        return self.view.x0 + x * self.view.width, self.view.y0 + y * self.view.height


WIDTH = len(ORDER) * (1.0 + GAP) - GAP


def slice_of(scene: Scene, fit: Fit) -> Slice:
    """The cut through the weights: at the b where the rule begins, at that of its answer where nothing is said."""
    begin = _begin(scene)
    if begin is not None and not fit.method.has_offset:
        begin = (0.0, *begin[1:])
    X = fit.problem.Phi
    longest = float(np.hypot(X[:, 0], X[:, 1]).max(initial=0.0)) or 1.0
    # As large as the points ask for, so that nothing moves under a ring that is dragged.
    reach = _reach(REACH * longest, *(() if begin is None else begin[1:]))
    b = fit.b if begin is None else begin[0]
    most = _reach(2.0 * reach, b)
    start = (0.0, 0.0) if begin is None else (begin[1], begin[2])
    return Slice(View(-reach, reach, -reach, reach), b, most, start)


def _reach(usual: float, *values: float) -> float:
    """The usual reach, a larger one where a value lies beyond it."""
    furthest = max(map(abs, values), default=0.0)
    return usual if furthest <= usual else 1.2 * furthest


def _begin(scene: Scene) -> tuple[float, float, float] | None:
    method = scene.document.selected_method
    begin = None if method is None or not method.method.beginning else getattr(method.method, method.method.beginning)
    return (float(begin[0]), float(begin[1]), float(begin[2])) if begin is not None and len(begin) == 3 else None


def figure(scene: Scene, fit: Fit) -> Figure:
    """The four panels, the rings and the track of b."""
    cut = slice_of(scene, fit)
    panels, wrong = _panels(fit, cut)
    handles = _handles(scene, cut)
    track = (Path(locked(np.array([[0.0, TRACK], [WIDTH, TRACK]])), "axis"),) if fit.method.has_offset else ()
    rings = (Dots(locked(np.array([handle.at for handle in handles])), "handle"),) if handles else ()
    heading = (f"{counted(wrong, 'error')} at the ring", "ways down from it")
    marks = (*panels, *track, *rings, _value(cut))
    return Figure(Axis(0.0, WIDTH, visible=False), Axis(BOTTOM, TOP, visible=False), marks, heading=heading, handles=handles)


def _track(cut: Slice, b: float) -> float:
    return WIDTH * 0.5 * (1.0 + b / cut.most)


def _value(cut: Slice) -> Text:
    """The b of the cut, below its handle and never beyond the ends of the track."""
    x = _track(cut, cut.b)
    anchor: Anchor = "left" if x < EDGE * WIDTH else "right" if x > (1.0 - EDGE) * WIDTH else "center"
    return Text((x, VALUE), f"$b = {significant(cut.b, 3)}$", "tick", anchor)


def _handles(scene: Scene, cut: Slice) -> tuple[Handle, ...]:
    method = scene.document.selected_method
    if method is None or not method.method.beginning:
        return ()
    starts = (cut.at(np.array([cut.begin]), k)[0] for k in range(len(ORDER)))
    rings = tuple(Handle(f"begin-{k}", (float(at[0]), float(at[1])), "both") for k, at in enumerate(starts))
    return (*rings, Handle("b", (_track(cut, cut.b), TRACK), "x")) if method.two_class.has_offset else rings


def grab(scene: Scene, fit: Fit, at: tuple[float, float]) -> str | None:
    """The handle that a click beside all handles takes: the ring of the panel, or the handle of the track."""
    if not _handles(scene, slice_of(scene, fit)):
        return None
    if 0.0 <= at[1] <= 1.0 and 0.0 <= at[0] <= WIDTH:
        return f"begin-{min(int(at[0] / (1.0 + GAP)), len(ORDER) - 1)}"
    return "b" if abs(at[1] - TRACK) < 0.1 and fit.method.has_offset else None


def drag(scene: Scene, fit: Fit, handle: str, at: tuple[float, float]) -> Document:
    """The document with the rule begun where a ring, or at the b where the handle of the track was dragged to."""
    method = scene.document.selected_method
    if method is None or not method.method.beginning:
        return scene.document
    cut = slice_of(scene, fit)
    if handle == "b":
        share = min(max(at[0] / WIDTH, 0.0), 1.0)
        begin = ((2.0 * share - 1.0) * cut.most, *cut.begin)
    else:
        begin = (cut.b, *cut.weights(at))
    return scene.document.with_method(replace(method, method=replace(method.method, **{method.method.beginning: begin})))


def read(scene: Scene, fit: Fit, at: tuple[float, float]) -> Reading | None:
    """The weights under the pointer, marked in every panel, with what its panel's criterion is worth there; None beside them."""
    panel = int(at[0] / (1.0 + GAP))
    if not (0.0 <= at[1] <= 1.0 and 0.0 <= at[0] <= WIDTH and at[0] - panel * (1.0 + GAP) <= 1.0):
        return None
    cut, X, y = slice_of(scene, fit), fit.problem.Phi, fit.problem.y
    w, criterion = np.array(cut.weights(at)), landscape(fit, ORDER[panel])
    said = [f"$w$ = ({significant(w[0], 3)}, {significant(w[1], 3)})"]
    if not criterion.is_stepped:
        said.append(f"{criterion.words} {significant(_cost(criterion, X, y, cut.b, w), 3)}")
    said.append(counted(int(np.count_nonzero(wrong_side(X @ w + cut.b, y))), "error"))
    hairs: list[Mark] = [Path(locked(np.array([(0.0, at[1]), (WIDTH, at[1])])), "pointer")]
    for k in range(len(ORDER)):
        x = float(cut.at(w[None], k)[0, 0])
        hairs.append(Path(locked(np.array([(x, 0.0), (x, 1.0)])), "pointer"))
    return Reading(tuple(hairs), said_at(np.array([at]), tuple(said)))


@memo(4)
def _panels(fit: Fit, cut: Slice) -> tuple[tuple[Mark, ...], int]:
    """The marks of all panels, and how many samples are wrong where the ways begin."""
    X, y = fit.problem.Phi, fit.problem.y
    some = max(1, -(-len(X) * COLUMNS * ROWS // WORK))
    xs, ys = (np.linspace(cut.view.x0, cut.view.x1, count) for count in (COLUMNS, ROWS))
    marks: list[Mark] = []
    for k, name in enumerate(ORDER):
        criterion = landscape(fit, name)
        values = heights(criterion, X[::some], y[::some], cut.b, xs, ys)
        box = View(k * (1.0 + GAP), k * (1.0 + GAP) + 1.0, 0.0, 1.0)
        relief = relief_of(ScoreGrid(np.linspace(box.x0, box.x1, COLUMNS), np.linspace(0.0, 1.0, ROWS), values), box)
        marks += [shades(relief), *(() if criterion.is_stepped else lines(relief))]
        corners = np.array([(box.x0, 0.0), (box.x1, 0.0), (box.x1, 1.0), (box.x0, 1.0)])
        marks.append(Path(locked(corners), "axis", closed=True))
        way = descent(criterion, X, y, cut)
        shown = cut.at(way, k)
        if len(way) > 1:
            marks += [Path(shown, "curve"), Dots(shown, "step")]
        # Of four panels in a column of the window none is wide: a name and what is said of it share no line.
        marks.append(Text((box.x0 + 0.5, TITLE), "errors" if criterion.is_stepped else criterion.words, "tick"))
        if len(way) == 1:
            marks.append(Text((box.x0 + 0.5, REMARK), "no slope", "tick"))
    wrong = int(np.count_nonzero(wrong_side(X @ np.array(cut.begin) + cut.b, y)))
    return tuple(marks), wrong


def descent(criterion: Landscape, X: Floats, y: Floats, cut: Slice) -> Floats:
    """The way (k, 2) of steepest descent at a fixed b: each step is halved until it leads down; it ends where nothing does.

    1. g = gradient at w; where it is 0 (a plateau, or the floor) the way ends.
    2. The longest step is a part of the plane; halve it until the criterion falls.
    """
    w, way = np.array(cut.begin), [np.array(cut.begin)]
    step = FIRST * cut.view.width
    for _ in range(STEPS):
        g = gradient(criterion, X, y, cut.b, w)
        size = float(np.hypot(*g))
        if size <= STILL:
            break
        now, length = _cost(criterion, X, y, cut.b, w), step
        for _ in range(HALVINGS):
            after = w - length / size * g
            if _cost(criterion, X, y, cut.b, after) < now - 1e-12 * abs(now):
                break
            length *= 0.5
        else:
            break
        w, step = after, min(2.0 * length, FIRST * cut.view.width)
        way.append(w)
    return np.array(way)


def _cost(criterion: Landscape, X: Floats, y: Floats, b: float, w: Floats) -> float:
    penalty = criterion.penalty * float(w @ w)
    return penalty if criterion.loss is None else penalty + float(_shares(criterion, X) @ criterion.loss.value(y * (X @ w + b)))


def _shares(criterion: Landscape, X: Floats) -> Floats:
    """What the loss of every sample counts in the mean (n,)."""
    shares = np.full(len(X), 1.0 / max(1, len(X)))
    return shares / criterion.squared_lengths(X) if criterion.loss is not None and criterion.loss.per_length else shares


def gradient(criterion: Landscape, X: Floats, y: Floats, b: float, w: Floats) -> Floats:
    """The gradient of a criterion in w, (2,): of the number of errors 0 wherever it exists."""
    loss = criterion.loss
    if loss is None or criterion.is_stepped:
        return 2.0 * criterion.penalty * w
    slopes = loss.derivative(y * (X @ w + b)) * _shares(criterion, X) * y
    g: Floats = X.T @ slopes + 2.0 * criterion.penalty * w
    return g
