"""The shapes of the classes: their convex hulls, and what lies between them (the closest pair, a
common point, the reduced hulls of a soft margin); the mean and the covariance of each.

No point of a reduced hull may weigh more than its share, so these hulls shrink as C falls until
they separate.  With the multipliers of each class divided by their sum A (the same for both
classes), the soft margin is the closest pair of the sets ``{sum l_i x_i : 0 <= l_i <= v C/(n A),
sum l_i = 1}``, v the weight of the class (Bennett and Bredensteiner, Duality and geometry in SVM
classifiers, ICML 2000).
"""

from __future__ import annotations

import numpy as np

from solvers import Dataset, Fit, Floats, Separability, Status
from solvers.moments import ClassMoments, Moments
from solvers.plane.geometry import clip_line

from ..answers.decision import plane_line
from ..scene import cures
from ..scene.looks import Looks, role
from ..scene.marks import Area, Beside, Dots, Mark, Marks, Path, Words
from ..scene.memo import memo
from ..scene.scene import PairScene, Scene
from ..scene.section import places
from ..scene.shapes import class_moments_of, each_class, hulls, separation
from ..scene.view import View
from . import swatches as sw
from .layer import Drawn, Layer, a_line, both_classes, of_answer, two_points
from .pairs import of_pairs

DIRECTIONS = 360
MOST_POINTS = 2000  # points up to which it is drawn: every direction is a pass over all
SENTENCE = "in both hulls: no line separates the classes"
IN_LINES = ("in both hulls:", "no line separates", "the classes")


def draw_hulls(scene: Scene) -> Drawn:
    """One filled polygon a class."""
    for corners, look in zip(hulls(scene), scene.document.class_looks, strict=True):
        yield from _hull(corners, look)


HULLS = Layer(
    "hulls",
    "Convex hulls",
    "The convex hull of each class",
    draw_hulls,
    needs=(two_points,),
    in_the_way=True,
    swatch=(sw.area("hull-plus", (5.0, 3.5), (9.0, 13.0), (19.5, 11.5), (16.5, 2.5)),),
    place=6,
    group="Regions",
)


@memo
def _hull(corners: Floats, look: int) -> Marks:
    # Two corners (collinear points) still have an outline, one point has none.
    return (Area(corners, role("hull", look)),) if len(corners) > 1 else ()


A_SOFT_MARGIN = cures.Refusal("needs a soft margin", cures.SOFT_MARGIN)


@of_answer
def a_soft_margin(scene: PairScene) -> str:
    """The selected method weighs points, none of them without limit."""
    fit = scene.drawn_fit
    if fit is None:
        return A_SOFT_MARGIN
    bound = fit.method.multiplier_bound(fit.problem)
    is_soft = fit.method.has_hinge_dual and bound is not None and np.isfinite(bound)
    return "" if is_soft and fit.alpha is not None else A_SOFT_MARGIN


def draw_reduced_hulls(scene: PairScene) -> Drawn:
    """Both reduced hulls of the selected soft margin, and the closest pair that its w joins."""
    fit = scene.drawn_fit
    if fit is None or a_soft_margin(scene) or len(scene.document.dataset) > MOST_POINTS:
        return ()
    return _reduced_hulls(fit, scene.is_stale)


REDUCED_HULLS = of_pairs(
    Layer(
        "reduced-hulls",
        "Reduced hulls",
        "Hulls that shrink with C: the soft margin is their closest pair",
        draw_reduced_hulls,
        needs=(both_classes, a_soft_margin, a_line),
        in_the_way=True,
        swatch=(
            sw.area("area-plus", (5.0, 3.5), (9.0, 13.0), (19.5, 11.5), (16.5, 2.5)),
            sw.area("reduced-hull-plus", (8.5, 5.5), (10.5, 10.5), (15.5, 9.5), (14.0, 5.0)),
        ),
        tells=True,
        group="Regions",
    )
)


@memo
def _reduced_hulls(fit: Fit, is_faded: bool) -> Marks:
    bound = fit.method.multiplier_bound(fit.problem)
    line = plane_line(fit)
    if bound is None or fit.alpha is None or line is None:
        return ()
    marks: list[Mark] = []
    closest = []
    for sign, name in ((-1.0, "reduced-hull-minus"), (1.0, "reduced-hull-plus")):
        rows = fit.problem.y == sign
        total = float(fit.alpha[rows].sum())
        if total <= 0.0:
            return ()
        most = bound * fit.method.class_weight(sign)
        corners = reduced_hull(places(fit)[rows], most / total, -sign * line.normal)
        marks.append(Area(corners, name, faded=is_faded))
        closest.append(fit.alpha[rows] / total @ places(fit)[rows])
    return (*marks, Path(np.array(closest), "closest-pair", faded=is_faded))


def reduced_hull(X: Floats, most: float, towards: Floats) -> Floats:
    """Corners of ``{sum l_i x_i : 0 <= l_i <= most, sum l_i = 1}`` (k, 2): the extreme points in
    many directions, in their order.

    The extreme point in a direction gives the share ``most`` to the points furthest that way until
    nothing is left; ties share the rest.  Only the last point with a share has to be found, which
    is much less work than sorting. ``towards`` is one more direction that must be met exactly.  A
    reduced hull has many corners; those between two neighbouring directions are cut off.
    """
    angle = np.arctan2(towards[1], towards[0]) % (2.0 * np.pi)
    angles = np.sort(np.append(np.linspace(0.0, 2.0 * np.pi, DIRECTIONS, endpoint=False), angle))
    u = np.column_stack([np.cos(angles), np.sin(angles)])
    u[angles == angle] = towards / np.hypot(*towards)
    centre = X.mean(axis=0)
    offsets = X - centre
    heights = u @ offsets.T
    # this many points have the full share, the next one the rest
    full = min(int(1.0 / max(most, 1.0 / len(X))), len(X) - 1)
    last = np.partition(heights, len(X) - 1 - full, axis=1)[:, [len(X) - 1 - full]]
    above, level = (heights > last).astype(np.float64), (heights == last).astype(np.float64)
    rest = 1.0 - most * above.sum(axis=1)
    extremes = most * (above @ offsets) + (rest / level.sum(axis=1))[:, None] * (level @ offsets)
    corners: Floats = centre + extremes[(extremes != np.roll(extremes, 1, axis=0)).any(axis=1)]
    return corners if len(corners) else centre + extremes[:1]


def disjoint_hulls(scene: Scene) -> str:
    """A line separates the classes."""
    verdict = separation(scene)
    return "" if verdict is not None and verdict.separable else "needs disjoint hulls"


def draw_closest_pair(scene: Scene) -> Drawn:
    """The pair, while the hulls are disjoint."""
    verdict = separation(scene)
    return () if verdict is None or not verdict.separable else _closest_pair(verdict, scene.view)


CLOSEST_PAIR = of_pairs(
    Layer(
        "closest-pair",
        "Closest pair",
        "The closest pair of the hulls, and its perpendicular bisector",
        draw_closest_pair,
        needs=(both_classes, disjoint_hulls),
        in_the_way=True,
        swatch=(sw.line("closest-pair", (5, 8), (19, 8)), sw.dots("closest", (5, 8), (19, 8))),
        place=7,
        tells=True,
    ),
    for_all=True,
)


@memo
def _closest_pair(verdict: Separability, view: View) -> Marks:
    ends = np.stack([verdict.closest_minus, verdict.closest_plus])
    across = ends[1] - ends[0]
    # Only its direction counts: of coordinates beyond 1e150 the products would overflow.
    bisector = clip_line(
        across / (float(np.abs(across).max()) or 1.0), 0.0, view.box, ends.mean(axis=0)
    )
    lines: tuple[tuple[Floats | None, str], ...] = ((bisector, "bisector"), (ends, "closest-pair"))
    paths = tuple(Path(xy, role) for xy, role in lines if xy is not None)
    return (*paths, Dots(ends, "closest"))


def hulls_that_meet(scene: Scene) -> str:
    """No line separates the classes."""
    verdict = separation(scene)
    return "" if verdict is not None and not verdict.separable else "needs hulls that meet"


def draw_common_point(scene: Scene) -> Drawn:
    """The common point, and its sentence beside it, or at the free place nearest to it with a
    leader.
    """
    verdict = separation(scene)
    return () if verdict is None or verdict.separable else _common_point(verdict)


COMMON_POINT = of_pairs(
    Layer(
        "common-point",
        "Common point",
        "A point of both hulls: the proof that no line separates the classes",
        draw_common_point,
        needs=(both_classes, hulls_that_meet),
        in_the_way=True,
        swatch=(sw.dots("common", (12, 8)),),
        tells=True,
        group="Points",
    )
)


def draw_proof(scene: PairScene) -> Drawn:
    """The same without the layer: for a method that needs disjoint hulls it is the whole answer."""
    fit = scene.selected_fit
    is_answer = fit is not None and fit.claimed_outcome.status is Status.NOT_SEPARABLE
    return draw_common_point(scene) if is_answer and not scene.shows("common-point") else ()


PROOF = of_pairs(
    Layer("proof", "Proof", "", draw_proof, always=True, in_the_way=True, part_of="common-point")
)


@memo
def _common_point(verdict: Separability) -> Drawn:
    point = np.array(verdict.closest_plus)[None, :]
    home = Beside(point, away=0.6)
    return Dots(point, "common"), Words(
        (SENTENCE,), home, "caption", id="common-point", shorter=IN_LINES
    )


RADII = (1.0, 2.0)
CIRCLE = np.linspace(0.0, 2.0 * np.pi, 97)[:-1]


def draw_means(scene: Scene) -> Drawn:
    """One plus sign a class."""
    moments = None if both_classes(scene) else class_moments_of(scene.document.dataset)
    return (
        ()
        if moments is None
        else _means(moments, scene.document.dataset, scene.document.class_looks)
    )


MEANS = Layer(
    "means",
    "Class means",
    "The mean of each class",
    draw_means,
    needs=(both_classes,),
    in_the_way=True,
    swatch=(sw.dots("mean-plus", (12, 8)),),
    place=8,
    group="Points",
)


@memo
def _means(moments: ClassMoments, dataset: Dataset, looks: Looks) -> Marks:
    centres = [
        ((moments.centre + one.mean)[None, :], role("mean", looks[k]))
        for k, one in each_class(dataset, moments)
    ]
    rims = tuple(Dots(xy, "mean-rim") for xy, _ in centres)
    return (*rims, *(Dots(xy, role) for xy, role in centres))


def draw_covariances(scene: Scene) -> Drawn:
    """Two ellipses a class."""
    moments = None if both_classes(scene) else class_moments_of(scene.document.dataset)
    return (
        ()
        if moments is None
        else _ellipses(moments, scene.document.dataset, scene.document.class_looks)
    )


COVARIANCES = Layer(
    "covariances",
    "Covariances",
    "Ellipses of one and two standard deviations of each class",
    draw_covariances,
    needs=(both_classes, two_points),
    swatch=(sw.ellipse("slack-plus"),),
    place=9,
    group="Regions",
)


@memo
def _ellipses(moments: ClassMoments, dataset: Dataset, looks: Looks) -> Marks:
    return tuple(
        Path(
            moments.centre + one.mean + radius * unit_ellipse(one),
            role("covariance", looks[k]),
            closed=True,
        )
        for k, one in each_class(dataset, moments)
        if one.n > 1
        for radius in RADII
    )


def unit_ellipse(part: Moments) -> Floats:
    """The points ``S^(1/2) u`` over all unit vectors u, for the covariance ``S = scatter / (n -
    1)`` (k, 2).
    """
    values, vectors = np.linalg.eigh(part.scatter / (part.n - 1))
    root = vectors * np.sqrt(np.maximum(values, 0.0)) @ vectors.T
    ellipse: Floats = np.column_stack([np.cos(CIRCLE), np.sin(CIRCLE)]) @ root
    return ellipse
