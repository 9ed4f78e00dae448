"""The class that a fit predicts in each part of the view: exact polygons where boundaries are
straight, else contours; two bodies, because equal lines of two classes share their half-planes.

Curved parts are contours of the lead of each label on a grid.  The lead of a label is positive
where it has the verdict and vanishes on the border of its part (:mod:`leads`).  Its contour is
right to a small fraction of a pixel where two labels meet; where three meet, the lines cover the
part of a cell that is left over.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations

import numpy as np

from solvers import AnyFit, Fit, Floats, ManyFit
from solvers.answer import Key, Rule
from solvers.arrays import Bools, Ints, locked
from solvers.plane.arrangement import UNDECIDED, Parts, arrangement, parts
from solvers.plane.cells import argmax_cells, argmax_edges
from solvers.plane.geometry import clip_polygon, half_plane

from ..scene.marks import Point
from ..scene.memo import memo
from ..scene.scene import GRID, Scene
from ..scene.section import is_trace, on_plane, places, section_of
from ..scene.view import View
from .contours import HUGE, closed_contours, grid_axes, level_curves, score_grid
from .decision import PlaneLine, drawn_line, plane_line, trial_segment, unit_of
from .leads import Ballot, ScoreFunctions, verdict_of


def curved_regions(fit: ManyFit, view: View, columns: int = GRID) -> Parts:
    """The parts of a view by contours."""
    verdict = verdict_of(fit)
    xs, ys = grid_axes(view, columns)
    leads = np.nan_to_num(verdict.leads(verdict.grid(xs, ys)), nan=-1.0, posinf=HUGE, neginf=-HUGE)
    outlines: dict[int, tuple[Floats, ...]] = {}
    edges: list[Floats] = []
    for k, label in enumerate(verdict.labels):
        if not (leads[..., k] > 0.0).any():
            continue
        loops = closed_contours(leads[..., k], xs, ys)
        clipped = tuple(
            locked(part) for loop in loops if len(part := clip_polygon(loop, view.box)) > 2
        )
        if clipped:
            outlines[label] = clipped
        edges += [piece for loop in loops for piece in _shared_borders(verdict, k, loop, view)]
    return Parts(outlines, tuple(locked(edge) for edge in edges))


def _shared_borders(verdict: ScoreFunctions, k: int, loop: Floats, view: View) -> list[Floats]:
    """The pieces of an outline that are the border of a label further down the list: each border is
    drawn once.
    """
    middle = 0.5 * (loop[:-1] + loop[1:])
    inside = (
        (middle[:, 0] > view.x0)
        & (middle[:, 0] < view.x1)
        & (middle[:, 1] > view.y0)
        & (middle[:, 1] < view.y1)
    )
    leads = np.nan_to_num(verdict.leads(verdict.raw_scores(middle)), nan=-np.inf)
    leads[:, k] = -np.inf
    is_drawn: Bools = inside & (leads.argmax(axis=1) > k)
    return [part for part in _runs(loop, is_drawn) if len(part) > 1]


def _runs(loop: Floats, is_drawn: Bools) -> list[Floats]:
    """The stretches of a chain whose segments are wanted; a closed chain starts at a segment that
    is not.
    """
    if is_drawn.all():
        return [loop]
    if (loop[0] == loop[-1]).all():
        first = int(np.argmin(is_drawn))
        loop, is_drawn = (
            np.concatenate([loop[first:-1], loop[: first + 1]]),
            np.roll(is_drawn, -first),
        )
    ends = np.flatnonzero(np.diff(np.concatenate([[False], is_drawn, [False]]).astype(np.int8)))
    return [loop[start : stop + 1] for start, stop in zip(ends[::2], ends[1::2], strict=True)]


Centre = Point


def boundary_curves(fit: Fit | ManyFit, view: View, columns: int = GRID) -> tuple[Floats, ...]:
    """The boundary of a fit of any number of classes in a view, as chains (k, 2)."""
    if isinstance(fit, Fit):  # one curve, which needs no parts
        return level_curves(fit, view, 0.0, columns)
    return regions(fit, view, columns).edges


def regions(answer: AnyFit, view: View, columns: int = GRID) -> Parts:
    """The parts of a view: of one boundary its two sides, which equal lines share, of K classes a
    part for each that is predicted somewhere.
    """
    if isinstance(answer, Fit):
        line = plane_line(answer)
        return _sides(answer, view, columns) if line is None else _sides(line, view)
    return _parts_of_many(answer, view, columns)


@memo
def _sides(score: PlaneLine | Fit, view: View, columns: int = GRID) -> Parts:
    """Both sides of a boundary; its curve is not among the edges."""
    sides = ((k, side_region(score, view, sign, columns)) for k, sign in ((1, 1.0), (0, -1.0)))
    return Parts({k: (area,) for k, area in sides if len(area)}, ())


def side_region(score: PlaneLine | Fit, view: View, sign: float, columns: int = GRID) -> Floats:
    """The part of the view where ``sign f(x) > 0``, as one polygon (k, 2)."""
    if isinstance(score, PlaneLine):
        return locked(half_plane(sign * score.normal, sign * score.offset, view.box, score.centre))
    grid = score_grid(score, view, columns)
    return positive_region(sign * grid.values, grid.xs, grid.ys, view)


def positive_region(values: Floats, xs: Floats, ys: Floats, view: View) -> Floats:
    """The part of the view where a function on a grid is positive, as one polygon (k, 2)."""
    finite = np.where(np.isfinite(values), values, -1.0)
    loops = [clip_polygon(loop, view.box) for loop in closed_contours(finite, xs, ys)]
    return locked(bridge_loops([loop for loop in loops if len(loop)]))


def bridge_loops(loops: Sequence[Floats]) -> Floats:
    """Several closed curves as one: every bridge from the first point and back has no area, so that
    the fill ignores it.
    """
    if len(loops) < 2:
        return loops[0] if loops else np.empty((0, 2))
    anchor = loops[0][:1]
    return np.concatenate([part for loop in loops for part in (loop, loop[:1], anchor)])


@memo
def _parts_of_many(fit: ManyFit, view: View, columns: int) -> Parts:
    if not fit.has_model:
        return Parts({}, ())
    lines = member_lines(fit)
    if fit.form.rule.is_vote:
        if lines is None:
            return curved_regions(fit, view, columns)
        present = tuple(fit.problem.present)
        return _regions_by_votes(lines, view, present, fit.form.rule is Rule.VOTES_AND_SCORES)
    if fit.form.rule is Rule.ONE_POSITIVE:
        return curved_regions(fit, view, columns) if lines is None else _strict(lines, view)
    scores = plane_scores(fit)
    return (
        curved_regions(fit, view, columns)
        if scores is None
        else _largest(*scores, fit.problem.first_alike(fit.last), view)
    )


def plane_scores(fit: ManyFit) -> tuple[Ints, Floats, Floats, Centre] | None:
    """Scores that are linear in the plane: the classes that have one, normals (k, 2), offsets about
    a centre, the centre.
    """
    last, features = fit.last, fit.problem.features
    if (
        last.W is None
        or last.quadratic is not None
        or fit.problem.kernel is not None
        or not features.is_linear
    ):
        return None
    section, W = section_of(fit), last.W
    if section is None and W.shape[1] != 2:
        return None
    offsets, centre = (
        (last.b, None)
        if last.centre is None or last.f_centre is None
        else (last.f_centre, last.centre)
    )
    classes = np.flatnonzero(np.isfinite(offsets))
    W, offsets = W[classes], offsets[classes]
    if section is not None:
        W, offsets, centre = on_plane(W, offsets, centre, section)
    return (
        classes,
        W,
        offsets,
        (0.0, 0.0) if centre is None else (float(centre[0]), float(centre[1])),
    )


@memo
def smallest_distance(answer: AnyFit) -> float | None:
    """The smallest signed distance of a point to the line between its class and another one,
    negative when it is wrong.

    For a right point that is its distance to the edge of its part.  None where the parts have no
    straight lines of their own.
    """
    if isinstance(answer, ManyFit):  # each two classes have a line of their own
        return _least_to_a_rival(answer)
    unit = unit_of(answer) if answer.has_model else None
    return None if unit is None else float(answer.training_margins.min()) / unit


def _least_to_a_rival(fit: ManyFit) -> float | None:
    is_exact = fit.has_model and fit.form.rule is Rule.LARGEST and not is_trace(fit)
    scores = plane_scores(fit) if is_exact else None
    if scores is None or len(fit.problem.labels) == 0:
        return None
    classes, W, b, centre = scores
    f = (places(fit) - np.array(centre)) @ W.T + b
    least = np.inf
    for k, true_class in enumerate(classes.tolist()):
        rows = fit.problem.labels == true_class
        for other in range(len(classes)):
            length = float(np.hypot(*(W[k] - W[other])))
            if other != k and length > 0.0 and rows.any():
                least = min(least, float((f[rows, k] - f[rows, other]).min()) / length)
    return least


def _largest(classes: Ints, W: Floats, b: Floats, centre: Centre, alike: Ints, view: View) -> Parts:
    is_first = alike[classes] == classes
    if not is_first.all():  # of classes with one score none wins
        W, b, classes = W[is_first], b[is_first], classes[is_first]
        has_equals = np.bincount(alike)[classes] > 1
        classes = np.where(has_equals, UNDECIDED, classes)
    cells = argmax_cells(W, b, view.box, centre)
    outlines: dict[int, tuple[Floats, ...]] = {}
    for k, cell in zip(classes.tolist(), cells, strict=True):
        if len(cell) > 2:
            outlines[k] = (*outlines.get(k, ()), locked(cell))
    return Parts(
        outlines, tuple(locked(segment) for _, _, segment in argmax_edges(W, b, view.box, centre))
    )


Keys = tuple[Key, ...]
Lines = tuple[Keys, tuple[PlaneLine, ...]]
Tied = tuple[tuple[int, int], ...]


def member_lines(fit: ManyFit) -> Lines | None:
    """The members by class index, with their lines; None where one is curved, or has one score
    everywhere.
    """
    keys, lines = [], []
    for key, member in fit.pairs:
        line = drawn_line(member) if member.has_model else None
        if line is None:
            return None
        keys.append(key)
        lines.append(line)
    return (tuple(keys), tuple(lines)) if keys else None


@memo
def _regions_by_votes(lines: Lines, view: View, present: tuple[int, ...], by_scores: bool) -> Parts:
    """The parts by votes, whose ties the scores may break; the same lines, the same parts."""
    keys, normals, offsets, centre = _about_middle(lines, view)
    ballot = Ballot(present, keys)
    faces = arrangement(normals, offsets, view.box, centre)
    tied = _tied(ballot, faces.signs) if by_scores else ()
    if tied:
        # The sums of scores that break a tie are linear, too: the lines on which two of them are
        # equal join the others.
        sums = np.array(
            [[(k == plus) - float(k == minus) for plus, minus in keys] for k in present]
        )
        split = np.array([sums[one] - sums[other] for one, other in tied])
        faces = arrangement(
            np.concatenate([normals, split @ normals]),
            np.concatenate([offsets, split @ offsets]),
            view.box,
            centre,
        )
    return parts(faces, partial(_winners, ballot, tied))


def _strict(lines: Lines, view: View) -> Parts:
    keys, normals, offsets, centre = _about_middle(lines, view)
    return parts(arrangement(normals, offsets, view.box, centre), partial(only_positive, keys))


def _about_middle(lines: Lines, view: View) -> tuple[Keys, Floats, Floats, Centre]:
    """Lines about the middle of the view, which keeps their digits."""
    centre = view.middle
    normals = np.array([line.normal for line in lines[1]])
    return (
        lines[0],
        normals,
        np.array([line.scores(np.array([centre]))[0] for line in lines[1]]),
        centre,
    )


def only_positive(keys: Keys, signs: Floats) -> Sequence[int]:
    """For every face the only class with a positive score, ``UNDECIDED`` where none or several have
    one.
    """
    classes, positive = np.array([plus for plus, _ in keys]), signs > 0.0
    winners: list[int] = np.where(
        positive.sum(axis=1) == 1, classes[positive.argmax(axis=1)], UNDECIDED
    ).tolist()
    return winners


def _tied(ballot: Ballot, signs: Floats) -> Tied:
    """The pairs of classes, by their places, that share the most votes in some face."""
    pairs = {
        pair
        for row in ballot.leaders(signs)
        for pair in combinations(np.flatnonzero(row).tolist(), 2)
    }
    return tuple(sorted(pairs))


def _winners(ballot: Ballot, tied: Tied, signs: Floats) -> Sequence[int]:
    """The class with the most votes; of several the one that leads the others by the signs of the
    lines behind, if any.
    """
    is_leader = ballot.leaders(signs)
    for column, (one, other) in enumerate(tied, len(ballot.keys)):
        are_tied = is_leader[:, one] & is_leader[:, other]
        is_leader[:, other] &= ~(are_tied & (signs[:, column] > 0.0))
        is_leader[:, one] &= ~(are_tied & (signs[:, column] <= 0.0))
    classes = np.array(ballot.classes)
    winners: list[int] = np.where(
        is_leader.sum(axis=1) > 1, UNDECIDED, classes[is_leader.argmax(axis=1)]
    ).tolist()
    return winners


REACH_PX = 4.0
TRIAL = "trial"  # in place of the id of a method


def method_pointed_at(scene: Scene, place: Point) -> str:
    """The id of the method whose boundary is drawn at a place of the plane, of several the one on
    top, ``TRIAL`` for the trial line above them; empty where there is none.
    """
    trial = scene.document.two_sided_trial
    segment = None if trial is None else trial_segment(trial, scene.view)
    if segment is not None and _distance(segment, place, scene.pixels) <= REACH_PX:
        return TRIAL
    if not scene.shows("boundary"):
        return ""
    for method, fit in reversed(scene.answers):
        curves = boundary_curves(fit, scene.view, scene.curve_columns)
        if any(_distance(curve, place, scene.pixels) <= REACH_PX for curve in curves):
            return method.id
    return ""


def _distance(curve: Floats, place: Point, pixels: Point) -> float:
    """The distance of a place from a chain of segments (k, 2), in pixels."""
    if len(curve) < 2:
        return np.inf
    ends = (curve - place) / pixels
    starts, ways = ends[:-1], np.diff(ends, axis=0)
    lengths = (ways**2).sum(axis=1)
    shares = -(starts * ways).sum(axis=1) / np.where(lengths > 0.0, lengths, 1.0)
    feet = starts + np.clip(shares, 0.0, 1.0)[:, None] * ways
    return float(np.nanmin(np.hypot(*feet.T), initial=np.inf))
