"""Feature space: the points where a feature map sends them; what is a curve in the plane is a line
or a plane there.

Two features are a plane; three are a box that can be turned.  With more than three, no picture
contains the boundary unless it depends on the features shown alone: it is then seen edge-on, along
one feature and across the boundary, with ``f(x)`` as the height. A kernel has no features to show:
the function ``k(x_0, x)`` of the plane is shown as a surface.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from solvers import Fit, Floats
from solvers.plane.geometry import clip_line

from ..answers.decision import training_scores
from ..answers.method_labels import name_in
from ..markup.numbers import fixed_number, score_decimals
from ..scene import cures
from ..scene.document import Document
from ..scene.feature_view import SCORE, FeatureView
from ..scene.marks import Area, Axis, Dots, Entry, Figure, Mark, Marks, Path, Point, Reading
from ..scene.memo import memo
from ..scene.scene import PairScene, Scene
from .axes import PlotChoice, hairs, nothing_of, pick_row, reading_of_point, sentence, words_beside
from .feature_grid import MARKS_OVER, MARKS_UNDER, SMALL, dots, extent_of, mesh, within
from .plot import DIRECTIONS, LEFT, Plot, of_pair
from .surfaces import HIGH, LOW, WIDE, TurnedBox, kernel_figure, turn_boxes

NO_METHOD = cures.Refusal(
    "Switch on a method with a feature map to see the points in its feature space.",
    cures.SOFT_MARGIN,
)
NO_MAP = cures.Refusal(
    "This method works in the plane itself: choose a feature map for it, and the points are shown "
    "where the map sends them.",
    cures.with_map,
)
TOO_LARGE = "The features of these points are too large to be drawn."
OTHER_FEATURES = "$w$ has parts along other features"
ELSEWHERE = 1e-9  # of the score: less than this along other features counts as nothing
ROLES_OF_LAYERS = {
    "margins": ("margin",),
    "support-vectors": tuple(role for _, role in (*MARKS_UNDER, *MARKS_OVER)),
}
MOST_TERMS = 5  # that are written out


def figure(scene: PairScene) -> Figure:
    """The selected method's points and boundary, and the boundaries of others with its map; of a
    kernel the function itself.  Margins and support vectors are marked as on the canvas.
    """
    picture, layers = _whole_figure(scene), scene.document.layers
    hidden_roles = [
        role for layer, roles in ROLES_OF_LAYERS.items() for role in roles if layer not in layers
    ]
    return replace(
        picture, marks=tuple(mark for mark in picture.marks if mark.role not in hidden_roles)
    )


def _whole_figure(scene: PairScene) -> Figure:
    of_kernel = _kernel_fit(scene)
    if of_kernel is not None:
        picture = kernel_figure(of_kernel, _start(scene, of_kernel), scene.document.feature_view)
        return replace(picture, points=len(of_kernel.problem.X))
    fit, missing = _fit_to_show(scene)
    if fit is None:
        return sentence(missing)
    view = scene.document.feature_view
    axes = view.of(fit.problem.Phi.shape[1])
    lines = tuple(
        (scene.document.slot_of(m), f, m.id == scene.document.selected)
        for m, f in scene.drawn
        if _shares_map(f, fit)
    )
    methods = [m for m, f in scene.drawn if _shares_map(f, fit)]
    legend = (
        [(m, name) for m in methods if (name := name_in(scene.document, m))]
        if len(methods) > 1
        else []
    )
    names = tuple(Entry(name, "boundary", scene.document.slot_of(m)) for m, name in legend)
    picture = _in_box(fit, lines, axes, view) if len(axes) == 3 else _flat(fit, lines, axes)
    return replace(
        picture,
        marks=(*picture.marks, *_flash(scene, fit, axes, view)),
        legend=names,
        points=len(fit.problem.X),
    )


def _fit_to_show(scene: PairScene) -> tuple[Fit | None, str]:
    """The fit whose feature space is shown, or why there is none."""
    fit = scene.selected_fit
    if fit is None:
        return None, NO_METHOD
    problem = fit.problem
    if problem.features.is_linear:
        return None, NO_MAP
    if len(problem.X) == 0:
        return None, nothing_of(scene, NO_METHOD)
    return (fit, "") if np.isfinite(problem.Phi).all() else (None, TOO_LARGE)


def _kernel_fit(scene: PairScene) -> Fit | None:
    """The selected fit where it has a kernel, whose features cannot be shown."""
    fit = scene.selected_fit
    has_kernel = fit is not None and fit.problem.kernel is not None and len(fit.problem.X)
    return fit if has_kernel else None


def _start(scene: Scene, fit: Fit) -> int:
    """The training point x_0 of the kernel that is drawn: the one under the pointer, a selected
    one, the middle one.
    """
    X = fit.problem.X
    middle = int(np.argmin(((X - X.mean(axis=0)) ** 2).sum(axis=1)))
    rows = (scene.hovered_row, *sorted(scene.selection), middle)
    return next(row for row in rows if row is not None and row < len(X))


def _shares_map(fit: Fit, other: Fit) -> bool:
    is_same = fit.problem.features == other.problem.features and fit.problem.kernel is None
    return is_same and _is_linear(fit)


def _is_linear(fit: Fit) -> bool:
    """Whether the score is one of the features alone, each with its weight."""
    return fit.w is not None


def values(fit: Fit, Z: Floats, axis: int) -> Floats:
    """The values on an axis for points (k, 2) of the plane."""
    if axis != SCORE:
        column: Floats = fit.problem.features.map(Z)[:, axis]
        return column
    return fit.decision_function(Z) if fit.has_model else np.zeros(len(Z))


def samples(fit: Fit, axes: tuple[int, ...]) -> Floats:
    """The training points (n, 2 or 3) along the axes."""
    score = training_scores(fit) if fit.has_model else np.zeros(len(fit.problem.X))
    return np.column_stack([score if a == SCORE else fit.problem.Phi[:, a] for a in axes])


def axis_label(fit: Fit, axis: int) -> str:
    """The name of an axis."""
    return "$f(x)$" if axis == SCORE else f"${fit.problem.features.terms[axis]}$"


def holds_boundary(fit: Fit, axes: tuple[int, ...]) -> bool:
    """Whether the score depends on nothing but the axes, so that the boundary can be drawn
    there.
    """
    if SCORE in axes:
        return True
    assert fit.w is not None
    weight = np.abs(fit.w) * (fit.problem.Phi.max(axis=0) - fit.problem.Phi.min(axis=0))
    rest = np.delete(weight, list(axes))
    return float(rest.sum()) <= ELSEWHERE * float(weight.sum())


def _heading(fit: Fit, axes: tuple[int, ...]) -> tuple[str, ...]:
    terms = fit.problem.features.terms
    labels = (
        f"$φ(x) = ({', '.join(terms)})$"
        if len(terms) <= MOST_TERMS
        else f"$φ(x)$ with {len(terms)} features"
    )
    u = fit.problem.features.substitution
    substitution = (f"${u}$",) if u else ()
    has_boundary = not fit.has_model or fit.w is None or holds_boundary(fit, axes)
    return (labels, *substitution) if has_boundary else (labels, *substitution, OTHER_FEATURES)


# --- two axes -------------------------------------------------------------------------------------


@memo
def _flat(fit: Fit, lines: tuple[tuple[int, Fit, bool], ...], axes: tuple[int, ...]) -> Figure:
    positions, (x, y) = samples(fit, axes), _two_axes(fit, axes)
    box = (x.low, x.high, y.low, y.high)
    marks: list[Mark] = [
        mesh(fit, lambda Z: within(np.column_stack([values(fit, Z, a) for a in axes]), box))
    ]
    for slot, other, is_selected in lines:
        if (SCORE in axes and not is_selected) or not holds_boundary(other, axes):
            continue
        levels = (0.0, 1.0, -1.0) if is_selected and other.method.has_margin else (0.0,)
        for level in levels:
            segment = clip_line(
                *_line(other, axes, level), box, (0.5 * (x.low + x.high), 0.5 * (y.low + y.high))
            )
            if segment is not None:
                name = "margin" if level else "boundary"
                marks.append(Path(segment, name, slot=slot, emphasis=is_selected and not level))
    marks += dots(fit, positions, np.zeros(len(positions), dtype=np.bool_), [])
    return Figure(x, y, tuple(marks), grid=False, heading=_heading(fit, axes))


def _two_axes(fit: Fit, axes: tuple[int, ...]) -> tuple[Axis, Axis]:
    """The two axes, with the margins in sight where the score is one of them."""
    low, high = extent_of(samples(fit, axes))
    if SCORE in axes and fit.has_model:
        low[1], high[1] = min(low[1], -1.25), max(high[1], 1.25)
    x, y = (
        Axis(float(a), float(b), axis_label(fit, k))
        for a, b, k in zip(low, high, axes, strict=True)
    )
    return x, y


def _line(fit: Fit, axes: tuple[int, ...], level: float) -> tuple[Point, float]:
    """Normal and offset (about the middle of the picture) of ``f = level`` along two axes."""
    if SCORE in axes:
        _, f = _two_axes(fit, axes)
        return (0.0, 1.0), 0.5 * (f.low + f.high) - level
    assert fit.w is not None
    low, high = extent_of(samples(fit, axes))
    return (float(fit.w[axes[0]]), float(fit.w[axes[1]])), _score_at(
        fit, axes, 0.5 * (low + high)
    ) - level


def _score_at(fit: Fit, axes: tuple[int, ...], middle: Floats) -> float:
    """The score of a place of the picture: differences are taken before anything large is
    multiplied.
    """
    last = fit.last
    assert fit.w is not None
    w = fit.w[list(axes)]
    if last.centre is None:
        return float(w @ middle) + fit.b
    rest = np.delete(fit.w * (fit.problem.Phi.mean(axis=0) - last.centre), list(axes))
    return float(w @ (middle - last.centre[list(axes)])) + last.f_centre + float(rest.sum())


# --- three axes -----------------------------------------------------------------------------------


@memo
def _in_box(
    fit: Fit, lines: tuple[tuple[int, Fit, bool], ...], axes: tuple[int, ...], view: FeatureView
) -> Figure:
    positions, box = samples(fit, axes), _box(fit, axes, view)
    middle = 0.5 * (box.low + box.high)
    marks = box.frame([axis_label(fit, a) for a in axes])
    marks.append(
        mesh(
            fit, lambda Z: box.seen(box.inside(np.column_stack([values(fit, Z, a) for a in axes])))
        )
    )
    planes: list[Mark] = []
    near = np.ones(len(positions), dtype=np.bool_)
    for slot, other, is_selected in lines:
        if not holds_boundary(other, axes):
            continue
        w, score = np.asarray(other.w)[list(axes)], _score_at(other, axes, middle)
        planes += _planes(box, w, score, slot, is_selected, other.method.has_margin)
        if is_selected:
            near = (training_scores(other) > 0.0) == box.faces_viewer(w)
    marks += dots(fit, box.seen(positions), near, planes)
    x, y = Axis(-WIDE, WIDE, visible=False), Axis(LOW, HIGH, visible=False)
    return Figure(x, y, tuple(marks), heading=_heading(fit, axes), words=box.numbers())


def _planes(
    box: TurnedBox, w: Floats, score: float, slot: int, is_selected: bool, has_margin: bool
) -> list[Mark]:
    """The boundary as a sheet of glass, and the margins of the selected method as frames."""
    marks: list[Mark] = []
    for level in (1.0, -1.0) if is_selected and has_margin else ():
        corners = box.cut(w, score - level)
        if len(corners):
            marks.append(Path(corners, "margin", slot=slot, closed=True))
    corners = box.cut(w, score)
    if len(corners):
        marks += [
            Area(corners, "wash", slot=slot),
            Path(corners, "boundary", slot=slot, closed=True, emphasis=is_selected),
        ]
    return marks


@memo
def _box(fit: Fit, axes: tuple[int, ...], view: FeatureView) -> TurnedBox:
    low, high = extent_of(samples(fit, axes))
    return TurnedBox(low, high, view)


# --- what both have -------------------------------------------------------------------------------


def _drawn_positions(fit: Fit, axes: tuple[int, ...], view: FeatureView) -> Floats:
    """Where the training points are drawn."""
    positions = samples(fit, axes)
    return _box(fit, axes, view).seen(positions) if len(axes) == 3 else positions


def _flash(scene: Scene, fit: Fit, axes: tuple[int, ...], view: FeatureView) -> Marks:
    """The point under the pointer of another view."""
    row = scene.hovered_row
    if row is None or row >= len(fit.problem.X):
        return ()
    return (
        Dots(
            _drawn_positions(fit, axes, view)[row : row + 1],
            "touched",
            sizes=np.array([SMALL]),
        ),
    )


def read(scene: PairScene, position: Point, reach: Point) -> Reading | None:
    """The point at a position, its features and its score; away from the points, the features of
    the position.
    """
    fit, _ = _fit_to_show(scene)
    if fit is None or fit.problem.kernel is not None:
        return None
    view = scene.document.feature_view
    axes = view.of(fit.problem.Phi.shape[1])
    point = pick_row(_drawn_positions(fit, axes, view), position, reach)
    if point is None:
        # A place of a box is a whole line of sight: it has no features.
        return _place(fit, axes, position) if len(axes) == 2 else None
    lines = _feature_values(fit, axes, samples(fit, axes)[point.row])
    if SCORE not in axes and fit.has_model:
        lines.append(
            f"$f(x)$ = {fixed_number(float(training_scores(fit)[point.row]), score_decimals(fit))}"
        )
    return reading_of_point(scene, point, lines)


def _feature_values(
    fit: Fit, axes: tuple[int, ...], position: Sequence[float] | Floats
) -> list[str]:
    return [
        f"{axis_label(fit, a)} = {fixed_number(float(v))}"
        for a, v in zip(axes, position, strict=True)
    ]


def _place(fit: Fit, axes: tuple[int, ...], position: Point) -> Reading | None:
    """The features at a place of the plane, and the score where these determine it."""
    x, y = _two_axes(fit, axes)
    if not (x.low <= position[0] <= x.high and y.low <= position[1] <= y.high):
        return None
    lines = _feature_values(fit, axes, position)
    if SCORE not in axes and _is_linear(fit) and holds_boundary(fit, axes):
        score = _score_at(fit, axes, np.array(position))
        lines.append(f"$f(x)$ = {fixed_number(score, score_decimals(fit))}")
    return Reading(
        hairs(position, (x.low, x.high), (y.low, y.high)),
        words_beside(position, lines),
    )


def turn(scene: PairScene, start: Point, position: Point) -> Document | None:
    """The document after a drag over the picture, which turns the box; None where there is none."""
    fit, _ = _fit_to_show(scene)
    view = scene.document.feature_view
    has_box = fit is not None and len(view.of(fit.problem.Phi.shape[1])) == 3
    return turn_boxes(scene, start, position) if has_box or _kernel_fit(scene) is not None else None


def choices(scene: PairScene) -> tuple[PlotChoice, ...]:
    """The features that each axis can show."""
    fit, _ = _fit_to_show(scene)
    if fit is None or fit.problem.kernel is not None:
        return ()
    document, terms = scene.document, fit.problem.features.terms
    axes = document.feature_view.of(len(terms))
    entries: list[PlotChoice] = []
    for place, group in enumerate(("First axis", "Second axis", "Third axis")[: len(terms)]):
        current = axes[place] if place < len(axes) else None
        options: list[tuple[str, int | None]] = [(f"${term}$", k) for k, term in enumerate(terms)]
        options += (
            [("$f(x)$, across the boundary", SCORE)]
            if place == 1
            else [("none", None)]
            if place == 2
            else []
        )
        for title, feature in options:
            changed = replace(
                document, feature_view=document.feature_view.choosing(place, feature, len(terms))
            )
            entries.append(PlotChoice(group, title, changed, feature == current))
    return tuple(entries)


FEATURE_SPACE = of_pair(
    Plot(
        "feature-space",
        "Feature space",
        (
            "The points where the feature map sends them; drag to turn, click on the heading to "
            "choose the axes"
        ),
        figure,
        read=read,
        short="φ(x)",
        turn=turn,
        choices=choices,
        column=LEFT,
        group=DIRECTIONS,
    )
)
