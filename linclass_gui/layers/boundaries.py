"""The boundaries of the methods and of Bayes' rule, with their names in them.

The selected one is on top; of more than two classes they are the common edges of their parts.  A
boundary that is not in the view has its name at the edge, with an arrow that points there.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from textwrap import wrap

import numpy as np

from solvers import (
    AnyFit,
    Fit,
    Floats,
    GaussianGenerative,
    ManyFit,
    ManyPopulations,
    ManyProblem,
    Outcome,
    Populations,
    Status,
)
from solvers.answer import Key
from solvers.arrays import Bools, locked, locked_ints
from solvers.multiclass.forms import form_of
from solvers.plane.geometry import clip_line, contour_segments

from ..answers.contours import chains, grid_axes, grid_points, level_curves
from ..answers.decision import plane_line, why_no_boundary
from ..answers.method_labels import label_of
from ..answers.regions import boundary_curves, regions
from ..markup.numbers import number
from ..scene.looks import ENDS, MOST_FULL_SIZED, REST, Looks
from ..scene.marks import Along, Inside, Marks, Path, Point, Row, Words
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.pairs import ends_of
from ..scene.scene import Scene
from ..scene.section import is_trace
from ..scene.view import View
from . import swatches as sw
from .layer import WHILE_DRAGGING, Drawn, Layer, a_boundary, any_boundary
from .populations import known_populations

BAYES = "Bayes"
COLUMNS = 160  # of the grid for a curved boundary, which moves only when the view does
TRACE = " (trace)"  # of a boundary that leaves the plane
MOST_NAMES = 24  # names of methods: more would cover the picture without telling the lines apart
NARROW = 20  # letters of a line of a sentence in a small panel
CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")


def draw_boundaries(scene: Scene) -> Drawn:
    """One line or curve a method, in its colour; thin where it is the trace of a boundary that
    leaves the plane.
    """
    if not is_buried(scene):
        yield from _every_boundary(scene)


def draw_boundaries_over_points(scene: Scene) -> Drawn:
    """The boundaries of a crowd, the selected one with a rim that parts it from the points."""
    if not (is_buried(scene) and scene.shows("boundary")):
        return
    method = scene.document.selected_method
    if method is not None and scene.answer is not None:
        yield from _boundary_paths(scene, method, scene.answer, role="boundary-rim")
    yield from _every_boundary(scene)


def _every_boundary(scene: Scene) -> Drawn:
    for method, fit in scene.answers:
        yield from _boundary_paths(scene, method, fit)


def is_buried(scene: Scene) -> bool:
    """Whether there are so many points that they would bury the lines."""
    return len(scene.document.dataset) > MOST_FULL_SIZED


def _boundary_paths(
    scene: Scene, method: MethodInUse, fit: AnyFit, role: str = "boundary"
) -> Marks:
    return curve_paths(
        boundary_curves(fit, scene.view, scene.curve_columns),
        role,
        scene.document.slot_of(method) if role == "boundary" else None,
        method.id in scene.stale,
        method.id == scene.document.selected and not is_trace(fit),
        ("boundary", method.id),
    )


BOUNDARY = Layer(
    "boundary",
    "Boundary",
    "The boundaries f(x) = 0 of all methods",
    draw_boundaries,
    needs=(any_boundary,),
    in_the_way=True,
    stand_in=_every_boundary,
    swatch=(sw.line("boundary", (2, 8), (22, 8)),),
    place=2,
)


BOUNDARIES_OVER_POINTS = Layer(
    "boundaries-over-points",
    "Boundaries over points",
    "",
    draw_boundaries_over_points,
    always=True,
    part_of="boundary",
    in_the_way=True,
)


def a_drag(scene: Scene) -> str:
    """Something is being dragged."""
    return "" if scene.base is not None else WHILE_DRAGGING


def draw_ghost(scene: Scene) -> Drawn:
    """The boundaries of the methods in use as they were when the gesture began."""
    if scene.base is None:
        return
    for method in scene.document.enabled_methods:
        fit = scene.before.get(method.id)
        if fit is not None and fit is not scene.fits.get(method.id) and fit.has_model:
            yield from curve_paths(
                boundary_curves(fit, scene.view), "ghost", scene.document.slot_of(method)
            )


GHOST = Layer(
    "ghost",
    "Ghost",
    "The boundaries as they were before the drag",
    draw_ghost,
    needs=(a_drag,),
    swatch=(sw.line("ghost", (2, 6), (22, 11)),),
    place=14,
)


def pairs_of_classes(scene: Scene) -> str:
    """The selected method is made of two-class fits."""
    if not scene.is_many:
        return "needs three classes"
    return a_boundary(scene) or (
        "" if scene.answer is not None and scene.answer.pairs else "needs pairs of classes"
    )


def draw_member_lines(scene: Scene) -> Drawn:
    """The line of every member of the selected method, dashed, in the mix of its two colours."""
    if scene.answer is None or scene.answer.as_pair is not None:
        return  # the one pair of two classes is the boundary itself
    for key, fit in scene.answer.pairs:
        if fit.has_model:
            yield from curve_paths(
                level_curves(fit, scene.view, columns=scene.curve_columns),
                member_role(key, scene.document.class_looks),
                is_faded=scene.is_stale,
                id=("boundary", scene.document.selected),
            )


def member_role(key: Key, looks: Looks) -> str:
    """The role of the line of a pair: the mix of its two colours, against the rest its own."""
    minus, plus = ends_of(key, looks)
    ends = [ENDS[plus], REST] if minus is None else [ENDS[k] for k in sorted((minus, plus))]
    return f"member-{'-'.join(ends)}"


MEMBER_LINES = Layer(
    "member-lines",
    "Lines of pairs",
    "The whole line of every two-class fit behind the selected method, in the mix of its colours",
    draw_member_lines,
    needs=(pairs_of_classes,),
    in_the_way=True,
    swatch=(
        sw.line("member-minus-2", (3, 12), (21, 4)),
        sw.line("member-minus-plus", (3, 4), (21, 12)),
    ),
    group="Many classes",
)


def draw_bayes_boundary(scene: Scene) -> Drawn:
    """A dashed line, or the branches of a conic section where the covariances differ."""
    populations = scene.document.known_populations
    return (
        ()
        if populations is None
        else curve_paths(bayes_curves(populations, scene.view), "bayes", id="bayes")
    )


BAYES_BOUNDARY = Layer(
    "bayes-boundary",
    "Bayes boundary",
    "The best possible boundary of the populations the points were drawn from",
    draw_bayes_boundary,
    needs=(known_populations,),
    in_the_way=True,
    swatch=(sw.line("bayes", (2, 8), (22, 8)),),
)


@memo
def bayes_curves(populations: Populations | ManyPopulations, view: View) -> tuple[Floats, ...]:
    """Where two classes are equally likely and no other is likelier, ``ln p+ N(x; m+, S+) = ln p-
    N(x; m-, S-)``: chains (k, 2).
    """
    if isinstance(populations, ManyPopulations):
        return regions(_bayes_fit(populations), view).edges
    bayes = populations.bayes
    if bayes.quadratic is None and bayes.w is not None and bayes.centre is not None:
        segment = clip_line(bayes.w, bayes.f_centre, view.box, bayes.centre)
        return () if segment is None else (segment,)
    xs, ys = grid_axes(view, COLUMNS)
    return chains(
        contour_segments(populations.score(grid_points(xs, ys)).reshape(len(ys), COLUMNS), xs, ys)
    )


@memo
def _bayes_fit(populations: ManyPopulations) -> ManyFit:
    """Bayes' rule as a fit, whose points are the means: its parts are drawn like those of any
    fit.
    """
    K = len(populations.each)
    means = locked(np.array([population.mean for population in populations.each], dtype=np.float64))
    problem = ManyProblem(means, locked_ints(np.arange(K)), tuple(range(K)))
    rule = populations.bayes
    method = GaussianGenerative(covariance="separate")
    return ManyFit(
        method, form_of(method, problem), problem, rule, Outcome(Status.CONVERGED), (rule,), 0.0
    )


@memo
def bayes_label(populations: Populations | ManyPopulations) -> str:
    """The name of the boundary with the smallest error that is possible."""
    return f"{BAYES}, error {number(100.0 * populations.bayes_error, 2)} %"


def draw_line_labels(scene: Scene) -> Drawn:
    """A name for every boundary, those of the methods first, the selected one in front."""
    if not scene.document.names:
        return
    for method, fit in scene.answers[: -MOST_NAMES - 1 : -1] if scene.shows("boundary") else ():
        curves = boundary_curves(fit, scene.view, scene.curve_columns)
        name = label_of(method, scene.document.methods)
        if curves and name:
            name += TRACE * is_trace(fit)
            yield name_along(
                curves,
                name,
                ("boundary", method.id),
                "boundary-key",
                scene.document.slot_of(method),
                method.id in scene.stale,
                role="label-selected" if method.id == scene.document.selected else "label",
            )
    populations = scene.document.known_populations
    if (
        populations is not None
        and scene.shows("bayes-boundary")
        and (best := bayes_curves(populations, scene.view))
    ):
        yield name_along(best, bayes_label(populations), "bayes", "bayes-key", shorter=(BAYES,))


LINE_LABELS = Layer(
    "line-labels",
    "Labels on lines",
    "",
    draw_line_labels,
    always=True,
    part_of="boundary",
    in_legend=True,
)


def whole_line(parts: tuple[Floats, ...]) -> Along:
    """All parts of a line, between rows of NaN: its name may be in each."""
    rows = [row for part in parts for row in (part, np.full((1, 2), np.nan))]
    return Along(parts[0] if len(parts) == 1 else locked(np.concatenate(rows)))


@memo
def name_along(
    curves: tuple[Floats, ...],
    text: str,
    id: Hashable,
    sample: str = "",
    slot: int | None = None,
    is_faded: bool = False,
    shorter: tuple[str, ...] = (),
    role: str = "label",
    pair: Hashable = None,
) -> Words:
    """A name in a line, or a value that is shown with the other one of its ``pair``; ``sample`` is
    the role of a short piece of the line in a list.
    """
    return Words(
        (text,),
        whole_line(curves),
        role,
        slot,
        id,
        pair is None,
        shorter,
        faded=is_faded,
        sample=sample,
        pair=pair,
    )


def draw_off_view(scene: Scene) -> Drawn:
    """One sentence a method for boundaries that lie elsewhere, and one for all methods that have
    none for the same reason.
    """
    if not scene.shows("boundary"):
        return
    names = scene.document.dataset.class_names
    without: dict[str, list[str]] = {}
    for method, fit in reversed(scene.fitted):
        reason = why_no_boundary(fit, names)
        has_nothing_to_say = not reason and (
            not fit.has_model or boundary_curves(fit, scene.view, scene.curve_columns)
        )
        if has_nothing_to_say:
            continue
        name = label_of(method, scene.document.methods)
        if reason:
            without.setdefault(reason, []).append(name)
        else:
            yield _outside_sentence(
                fit, name, scene.document.slot_of(method), method.id, scene.view
            )
    for reason, methods in without.items():
        yield _no_boundary_sentence(reason, ", ".join(filter(None, methods)))


OFF_VIEW = Layer(
    "off-view",
    "Boundaries outside the view",
    "",
    draw_off_view,
    always=True,
    part_of="boundary",
)


@memo
def _outside_sentence(fit: Fit | ManyFit, name: str, slot: int, id: str, view: View) -> Words:
    """The arrow, then the words, in three lines where one is too long."""
    way = _direction(fit, view)
    shorter = (
        (f"{name}:", "no boundary", "in the view")
        if way is None
        else (name, "lies outside", "the view")
    )
    return Words((" ".join(shorter),), Row(way), "caption", slot, ("off-view", id), shorter=shorter)


@memo
def _no_boundary_sentence(reason: str, methods: str) -> Words:
    """Wherever there is room: nothing in the picture belongs to it."""
    lines = (f"{methods}: {reason}",) if methods else (reason,)
    return Words(
        lines,
        Inside(anywhere, CORNERS),
        "caption",
        id=("off-view", reason),
        shorter=(f"{methods}:" if methods else "", *wrap(reason, NARROW))[not methods :],
    )


def anywhere(places: Floats) -> Bools:
    """Every place will do."""
    return np.ones(len(places), dtype=bool)


def _direction(fit: Fit | ManyFit, view: View) -> Point | None:
    """The direction from the middle of the view to the line, a unit vector; None for a boundary
    that is no line.
    """
    pair = fit.as_pair
    line = plane_line(pair)
    if line is None or not math.isfinite(line.norm) or line.norm == 0.0:
        return None
    middle = np.array([view.middle])
    sign = -1.0 if float(line.scores(middle)[0]) > 0.0 else 1.0
    x, y = (sign * line.normal / line.norm).tolist()
    return x, y


@memo
def curve_paths(
    curves: tuple[Floats, ...],
    role: str,
    slot: int | None = None,
    is_faded: bool = False,
    emphasis: bool = False,
    id: Hashable = None,
) -> Marks:
    """One line for each curve (k, 2), which is cut for the words of the ``id``."""
    return tuple(
        [Path(curve, role, slot=slot, faded=is_faded, emphasis=emphasis, id=id) for curve in curves]
    )
