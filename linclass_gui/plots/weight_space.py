"""The plane of the weights at the current b: the cost of each choice of weights, each sample as a
line, the cone of the solutions, and the path of the iterates; of relaxation the distances of an
iterate from the hyperplanes that it violates.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers import Fit, Floats, Iterate, Relaxation, Status
from solvers.arrays import Ints
from solvers.plane.geometry import clip_line, clip_segments
from solvers.replay import iterate_before
from solvers.ties import wrong_side

from ..answers.contours import ScoreGrid
from ..answers.decision import plane_line
from ..answers.points_table import few_of_each
from ..markup.numbers import (
    components,
    count_words,
    fixed_number,
    offset,
    short_coefficient,
    tick_values,
)
from ..scene import cures
from ..scene.document import FOUR, SURFACES, Document
from ..scene.marks import Axis, Dots, End, Figure, Handle, Mark, Marks, Path, Point, Reading, Words
from ..scene.memo import memo
from ..scene.scene import PairScene, Scene
from ..scene.view import View
from . import four_landscapes
from .axes import beside, hairs, name_of, round_out, sentence, words_beside
from .landscapes import (
    ROOM,
    Landscape,
    Relief,
    beginning_of,
    begun_at,
    contour_ends,
    contour_lines,
    heights,
    landscape,
    relief_of,
    relief_scale,
    shades,
    solution_region,
)
from .plot import SEARCH, Plot, of_pair
from .surfaces import criteria_figure, turn_boxes

# samples that are drawn as lines, at rest and during a drag: up to 60 microseconds each
LINES, LINES_MOVING = 160, 32
# values of a criterion for the relief at the most, during a drag and after it
WORK, WORK_AT_REST = 400_000, 1_600_000
COLUMNS, ROWS = 28, 21
FINER, FINEST = 4, 16  # factors by which columns and rows may grow, as the work allows
TICKS = 5
FEET = 12  # hyperplanes of a step of relaxation that are drawn
SAME_STEP = 1e-7  # of a step: so near to it the sum of its samples is that step
BEGIN = "begin"  # the handle at the initial weights
NEEDS_LINE = cures.Refusal(
    "Select a method with a straight boundary and two weights to see them as a point of the plane.",
    cures.STRAIGHT,
)


def figure(scene: PairScene) -> Figure:
    """The selected method in the plane of (w_1, w_2)."""
    fit = _in_plane(scene)
    if fit is None:
        return sentence(NEEDS_LINE)
    if scene.document.landscape == FOUR:
        return four_landscapes.figure(scene, fit)
    if scene.document.landscape == SURFACES:
        return criteria_figure(fit, _plane(fit, _full_fit(scene, fit)), scene.document.feature_view)
    picture = _picture(fit, _full_fit(scene, fit), scene.document.landscape, bool(scene.moving))
    hovered = scene.hovered_row
    view = picture.view
    x = Axis(view.x0, view.x1 + ROOM * view.width, "$w_1$", tick_values(view.x0, view.x1, TICKS))
    y = Axis(view.y0, view.y1, "$w_2$", tick_values(view.y0, view.y1, TICKS))
    handles = _handles(scene)
    rings = (Dots(np.array([handle.at for handle in handles]), "handle"),) if handles else ()
    step = _shown_step(scene)
    marks = (*picture.marks, *step_marks(step, view), *_flash(fit, view, hovered), *rings)
    heading = (*picture.heading, *_step_heading(step))
    words = _step_words(step)
    return Figure(x, y, marks, heading=heading, ends=picture.ends, handles=handles, words=words)


def _handles(scene: Scene) -> tuple[Handle, ...]:
    """The ring at which a rule that corrects step by step begins."""
    method = scene.document.selected_method
    if method is None or not method.method.beginning:
        return ()
    _, x, y = beginning_of(scene) or (0.0, 0.0, 0.0)
    return (Handle(BEGIN, (x, y), "both"),)


def drag(scene: PairScene, handle: str, position: Point) -> Document:
    """The document with the start of the selected method where its ring was dragged to; its b
    stays.
    """
    method, fit = scene.document.selected_method, _in_plane(scene)
    if fit is not None and scene.document.landscape == FOUR:
        return four_landscapes.drag(scene, fit, handle, position)
    if method is None or handle != BEGIN or not method.method.beginning:
        return scene.document
    b, *_ = beginning_of(scene) or (0.0, 0.0, 0.0)
    return begun_at(scene, (b, float(position[0]), float(position[1])))


def grab(scene: PairScene, position: Point) -> str | None:
    """The handle that a click beside all handles takes: with four landscapes the ring jumps
    there.
    """
    fit = _in_plane(scene) if scene.document.landscape == FOUR else None
    return None if fit is None else four_landscapes.grab(scene, fit, position)


def _in_plane(scene: PairScene) -> Fit | None:
    """The selected fit where its weights are a point of the plane, which at the start of a run is
    the origin.
    """
    fit = scene.selected_fit
    return (
        None
        if fit is None
        or fit.w is None
        or len(fit.w) != 2
        or plane_line(_full_fit(scene, fit)) is None
        else fit
    )


def _full_fit(scene: PairScene, fit: Fit) -> Fit:
    """The answer of the run to which the shown step belongs: its path fixes the frame of every
    step.
    """
    full_fit = scene.full_fit
    return fit if full_fit is None or full_fit.w is None else full_fit


def read(scene: PairScene, position: Point, reach: Point) -> Reading | None:
    """The weights at a position, their cost and errors, and the sample whose line is near."""
    fit = _in_plane(scene)
    if fit is None:
        return None
    if scene.document.landscape == FOUR:
        return four_landscapes.read(scene, fit, position)
    if scene.document.landscape == SURFACES:
        return None
    view = _picture(fit, _full_fit(scene, fit), scene.document.landscape, bool(scene.moving)).view
    if not (view.x0 <= position[0] <= view.x1 and view.y0 <= position[1] <= view.y1):
        return None
    w, Phi, y = np.array(position), fit.problem.Phi, fit.problem.y
    criterion, row = landscape(fit, scene.document.landscape), nearest_line(Phi, fit.b, w, reach)
    cost = float(heights(criterion, Phi, y, fit.b, w[:1], w[1:])[0, 0])
    wrong = int(np.count_nonzero(wrong_side(Phi @ w + fit.b, y)))
    texts = [f"$w$ = ({', '.join(components(w, 3))})"]
    if not criterion.is_stepped:
        texts.append(f"{criterion.words} {fixed_number(cost)}")
    texts.append(count_words(wrong, "error"))
    if row is not None:
        texts.append(f"on the line of {name_of(scene.document.dataset, row)}")
    return Reading(
        hairs(position, (view.x0, view.x1), (view.y0, view.y1)),
        words_beside(position, texts),
        row,
    )


def nearest_line(X: Floats, b: float, w: Floats, reach: Point) -> int | None:
    """The sample whose line ``<w, x> + b = 0`` passes nearest to w, within the reach along each
    axis; None when none does.
    """
    lengths = np.hypot(X[:, 0] * reach[0], X[:, 1] * reach[1])
    distances = np.full(len(X), np.inf)
    np.divide(np.abs(X @ w + b), lengths, out=distances, where=lengths > 0.0)
    row = int(np.argmin(distances)) if len(distances) else 0
    return row if len(distances) and distances[row] <= 1.0 else None


@dataclass(frozen=True, eq=False)
class _Picture:
    """The marks that do not depend on the pointer."""

    view: View
    marks: Marks
    heading: tuple[str, ...]
    ends: tuple[End, ...]


@memo
def _picture(fit: Fit, full_fit: Fit, choice: str, is_moving: bool) -> _Picture:
    way, view = _way(fit), _plane(fit, full_fit)
    X, y, criterion = fit.problem.Phi, fit.problem.y, landscape(fit, choice)
    relief = _relief(fit, criterion, view, WORK if is_moving else WORK_AT_REST)
    # Solutions are the colour of the canvas, lighter than any shade, and below the contours.
    cone = solution_region(fit, fit.b, view, fit.method.required_margin)
    marks: list[Mark] = [
        shades(relief),
        *cone,
        *(() if criterion.is_stepped else contour_lines(relief)),
    ]
    for role, sign in (("sample-minus", -1.0), ("sample-plus", 1.0)):
        marks += _lines(
            X, np.flatnonzero(y == sign), fit.b, view, role, LINES_MOVING if is_moving else LINES
        )
    if len(way) > 1:
        marks.append(Path(way, "curve"))
        marks.append(Dots(way, "step"))
    marks.append(Dots(np.array([fit.w]), "marker"))
    height = [f"at $b$ = {short_coefficient(offset(fit), 3)}"] if fit.method.has_offset else []
    heading = (f"{criterion.words}{relief.unit}", *height)
    return _Picture(view, (*marks, *relief_scale(relief)), heading, contour_ends(relief))


@memo
def _plane(fit: Fit, full_fit: Fit) -> View:
    """The part of the plane of w with the whole path, 0 and some room about the answer."""
    answer = full_fit.w[None, :] * 1.6 if full_fit.w is not None else _way(fit)
    x0, x1, y0, y1 = View.around(
        np.concatenate([_way(full_fit), np.zeros((1, 2)), answer]), 0.25
    ).box
    return View(*round_out(x0, x1), *round_out(y0, y1))


def turn(scene: PairScene, start: Point, position: Point) -> Document | None:
    """The document after a drag over the picture, which turns surfaces; None where there are
    none.
    """
    return (
        turn_boxes(scene, start, position)
        if scene.document.landscape == SURFACES and _in_plane(scene) is not None
        else None
    )


def _way(fit: Fit) -> Floats:
    """The path: the weights of every step that has some."""
    return np.array(
        [step.w for step in fit.history if step.w is not None and np.isfinite(step.w).all()]
    ).reshape(-1, 2)


def _relief(fit: Fit, criterion: Landscape, view: View, most: int) -> Relief:
    """A criterion over the weights, of an even choice of the samples when they are many."""
    X, y = fit.problem.Phi, fit.problem.y
    work = len(X) * COLUMNS * ROWS * criterion.effort
    # Steps have edges, which show every cell; slopes have none.
    finest = FINEST if criterion.is_stepped and most == WORK_AT_REST else FINER
    step, finer = max(1, -(-work // most)), min(max(int((most / max(work, 1)) ** 0.5), 1), finest)
    xs, ys = (
        np.linspace(view.x0, view.x1, finer * COLUMNS),
        np.linspace(view.y0, view.y1, finer * ROWS),
    )
    rows = few_of_each(y, step)
    grid = ScoreGrid(xs, ys, heights(criterion, X[rows], y[rows], fit.b, xs, ys))
    return relief_of(grid, view, is_count=criterion.is_stepped)


def _lines(X: Floats, rows: Ints, b: float, view: View, role: str, most: int) -> list[Mark]:
    """The lines ``<w, x> + b = 0`` of some samples in the plane of w; of many samples an even
    choice, half of ``most`` a class.
    """
    nearest_lines = (
        rows
        if len(rows) <= most // 2
        else rows[np.linspace(0, len(rows) - 1, most // 2).astype(np.int64)]
    )
    segments = sample_lines(X[nearest_lines], b, view)
    return [Path(segments.reshape(-1, 2), role, joined="pairs")] if len(segments) else []


def sample_lines(X: Floats, b: float, view: View) -> Floats:
    """The parts (k, 2, 2) of the lines ``<w, x> + b = 0`` in the view; a sample at the origin has
    none.
    """
    square = (X * X).sum(axis=1)
    X, square = X[square > 0.0], square[square > 0.0]
    centre = np.array(view.middle)
    # The foot of the perpendicular from the middle of the view, and from there far enough to both
    # sides.
    feet = centre - ((X @ centre + b) / square)[:, None] * X
    along = (
        np.column_stack([-X[:, 1], X[:, 0]]) / np.sqrt(square)[:, None] * (view.width + view.height)
    )
    return clip_segments(np.stack([feet - along, feet + along], axis=1), view.box)


@dataclass(frozen=True, eq=False)
class RelaxationStep:
    """A step of relaxation in the space of a: the weights before and after it, the violated
    samples ``Z (k, m)``, and how far each hyperplane ``a'z = margin`` is away.

    ``a`` is (b, w), or w alone where the line passes through the origin; ``rate`` is the part of
    the sum of these ways that the step takes.
    """

    before: Floats
    after: Floats
    Z: Floats
    distances: Floats
    margin: float
    rate: float

    @property
    def feet(self) -> Floats:
        """The nearest points (k, m) of the hyperplanes."""
        lengths = np.sqrt((self.Z * self.Z).sum(axis=1))
        feet: Floats = self.before + (self.distances / lengths)[:, None] * self.Z
        return feet


def _shown_step(scene: PairScene) -> RelaxationStep | None:
    """The step of relaxation that the playback announces, or that led to the iterate shown; none at
    the end of a run that is not played.
    """
    playback, fit, full_fit = scene.playback, _in_plane(scene), scene.full_fit
    if playback is None or full_fit is None:
        if fit is None or fit.status is not Status.BUDGET:
            return None
        return relaxation_step(fit, len(fit.history) - 1)
    return relaxation_step(full_fit, playback.place_in(full_fit, playback.update))


@memo
def relaxation_step(fit: Fit, step: int) -> RelaxationStep | None:
    """The step that led to an iterate; None for the beginning, and for a whole pass or points that
    were standardised, whose samples do not add up to it.
    """
    method, rows = fit.method, list(fit.history[step].active)
    if step == 0 or not rows or not isinstance(method, Relaxation):
        return None
    before, after = (
        _weights(iterate, method.fit_intercept)
        for iterate in (iterate_before(fit, step), fit.history[step])
    )
    if before is None or after is None:
        return None
    Phi, y = fit.problem.Phi[rows], fit.problem.y[rows]
    Z = y[:, None] * (np.column_stack([np.ones(len(Phi)), Phi]) if method.fit_intercept else Phi)
    squares = (Z * Z).sum(axis=1)
    missing = method.margin - Z @ before
    full_way, change = (missing / squares) @ Z, after - before
    rate = float(change @ full_way) / (float(full_way @ full_way) or 1.0)
    if np.abs(change - rate * full_way).max() > SAME_STEP * np.abs(change).max():
        return None
    distances = missing / np.sqrt(squares)
    return RelaxationStep(before, after, Z, distances, method.margin, rate)


def _weights(iterate: Iterate, has_offset: bool) -> Floats | None:
    """(b, w), or w alone where the line passes through the origin."""
    if iterate.w is None:
        return None
    return np.append(iterate.b, iterate.w) if has_offset else iterate.w


@memo
def step_marks(step: RelaxationStep | None, view: View) -> Marks:
    """The hyperplanes at the offset where the step meets them, the ways to them, and the part of
    their sum that the step takes; with an offset the shadows of these ways in the plane of w.
    """
    if step is None:
        return ()
    marks: list[Mark] = []
    before, after = step.before[-2:], step.after[-2:]
    for z, foot in zip(step.Z[:FEET], step.feet[:FEET], strict=True):
        offset_there = float(z[:-2] @ foot[:-2]) - step.margin
        trace = clip_line((float(z[-2]), float(z[-1])), offset_there, view.box)
        if trace is not None:
            marks.append(Path(trace, "margin"))
        way = clip_segments(np.array([[before, foot[-2:]]]), view.box)
        marks += [Path(segment, "width") for segment in way]
    return (*marks, Path(np.array([before, after]), "weight", arrow="end"))


@memo
def _step_words(step: RelaxationStep | None) -> tuple[Words, ...]:
    """The distance at the way to a single hyperplane."""
    if step is None or len(step.distances) > 1:
        return ()
    middle = 0.5 * (step.before + step.feet[0])[-2:]
    home = beside(*middle.tolist())
    return (Words((f"$r = {fixed_number(float(step.distances[0]))}$",), home, "name", id="r"),)


def _step_heading(step: RelaxationStep | None) -> tuple[str, ...]:
    """The distances and the step in numbers."""
    if step is None:
        return ()
    least, most = (fixed_number(float(end)) for end in (step.distances.min(), step.distances.max()))
    length = fixed_number(float(np.hypot.reduce(step.after - step.before)))
    space = "" if len(step.before) == 2 else " in $(b, w)$"
    if len(step.distances) == 1:
        return (f"$r = {most}$, $η r = {length}${space}",)
    return f"{len(step.distances)} violated, $r$ from {least} to {most}", f"step {length}{space}"


@memo
def _flash(fit: Fit, view: View, row: int | None) -> Marks:
    """The line of the sample under the pointer of the canvas."""
    if row is None or row >= len(fit.problem.y):
        return ()
    segment = clip_line(fit.problem.Phi[row], fit.b, view.box)
    role = "curve-plus" if fit.problem.y[row] > 0 else "curve-minus"
    return () if segment is None else (Path(segment, role),)


WEIGHT_SPACE = of_pair(
    Plot(
        "weight-space",
        "Weight space",
        (
            "What each choice of weights costs, and each sample as a line; drag the ring to where "
            "a "
            "step-by-step rule begins"
        ),
        figure,
        drag,
        read,
        short="Weights",
        turn=turn,
        grab=grab,
        group=SEARCH,
    )
)
