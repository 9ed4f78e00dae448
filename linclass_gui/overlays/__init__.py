"""The layers of the canvas, listed in painting order: adding one is a file here and a line below.

An overlay is a pure function from a scene to marks, and to words that look for their place when all is painted.  Its file holds
the function, its line here the name under which it is saved, the words of the layers panel, and whether it can be switched off.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..core.marks import Axis, Figure, Mark
from ..core.scene import Scene
from ..core.words import Words
from . import equation, grid, needs, notes, pointer, rubber, trial
from . import swatches as sw
from .lines import (
    bayes_boundary,
    boundary,
    canonical,
    closest_pair,
    ghost,
    influence,
    line_labels,
    margins,
    off_view,
    projection,
    resamples,
    weight,
    width,
)
from .many import boundaries, field, groups, labels, names
from .many import errors as errors_of_many
from .many import regions as regions_of_many
from .overlay import Overlay, nothing_to_draw
from .points import data as points
from .points import errors, held_back, normalised, playback, selection, slack, slack_numbers, support_vectors
from .regions import band, class_names, common_point, covariances, half_planes, hulls, means, probability, reduced_hulls

OVERLAYS: tuple[Overlay, ...] = (
    Overlay(
        "half-planes",
        "Half-planes",
        "Both sides of the selected boundary, in the colours of the classes",
        half_planes.draw,
        needs=needs.a_boundary,
        swatch=(sw.box("half-plane-minus", 3, 12, 3, 13), sw.box("half-plane-plus", 12, 21, 3, 13)),
        place=1,
        many=regions_of_many.draw,
        many_needs=needs.any_model,
    ),
    Overlay(
        "probability",
        "Probability",
        "The probability of the classes, or the score, with contour lines",
        probability.draw,
        needs=needs.a_boundary,
        swatch=(sw.field("probability"),),
        place=11,
        many=field.draw,
        many_needs=needs.any_model,
    ),
    Overlay(
        "undecided", "Undecided parts", "", nothing_to_draw, always=True, many=regions_of_many.undecided, part_of="half-planes"
    ),
    Overlay("grid", "Grid", "Grid lines at the ticks of the axes", grid.draw, swatch=(sw.grid(),), place=13, many=grid.draw),
    Overlay(
        "hulls",
        "Convex hulls",
        "The convex hull of each class",
        hulls.draw,
        needs=needs.two_points,
        in_the_way=True,
        swatch=(sw.area("hull-plus", (5.0, 3.5), (9.0, 13.0), (19.5, 11.5), (16.5, 2.5)),),
        place=6,
        many=groups.hulls,
    ),
    Overlay(
        "reduced-hulls",
        "Reduced hulls",
        "Hulls that shrink with C: the soft margin is their closest pair",
        reduced_hulls.draw,
        needs=needs.first(needs.both_classes, needs.multipliers_with_a_bound, needs.a_line),
        in_the_way=True,
        swatch=(
            sw.area("area-plus", (5.0, 3.5), (9.0, 13.0), (19.5, 11.5), (16.5, 2.5)),
            sw.area("reduced-hull-plus", (8.5, 5.5), (10.5, 10.5), (15.5, 9.5), (14.0, 5.0)),
        ),
    ),
    Overlay(
        "band",
        "Band",
        "The band between the margin lines",
        band.draw,
        needs=needs.a_margin,
        swatch=(sw.box("wash", 3, 21, 3, 13), sw.dashes(13.0), sw.dashes(3.0)),
        place=16,
    ),
    Overlay(
        "bayes-boundary",
        "Bayes boundary",
        "The best possible boundary of the populations the points were drawn from",
        bayes_boundary.draw,
        needs=needs.populations,
        in_the_way=True,
        swatch=(sw.line("bayes", (2, 8), (22, 8)),),
        many=nothing_to_draw,
        many_needs=needs.two_classes,
    ),
    Overlay(
        "closest-pair",
        "Closest pair",
        "The closest pair of the hulls, and its perpendicular bisector",
        closest_pair.draw,
        needs=needs.first(needs.both_classes, needs.separable),
        in_the_way=True,
        swatch=(sw.line("closest-pair", (5, 8), (19, 8)), sw.dots("closest", (5, 8), (19, 8))),
        place=7,
    ),
    Overlay(
        "margins",
        "Margins",
        "The lines f(x) = −1 and f(x) = +1 of the selected method",
        margins.draw,
        needs=needs.a_margin,
        in_the_way=True,
        swatch=(sw.dashes(8.0),),
        place=3,
    ),
    Overlay(
        "resamples",
        "Other samples",
        "Fifty boundaries of the selected method on other samples of the same kind",
        resamples.draw,
        needs=needs.first(needs.a_line, resamples.missing),
        swatch=(sw.line("resample", (2, 4), (22, 9)), sw.line("resample", (2, 8), (22, 8)), sw.line("resample", (2, 12), (22, 7))),
    ),
    Overlay(
        "member-lines",
        "Lines of pairs",
        "The whole line of every two-class fit behind the selected method, in the mix of its colours",
        nothing_to_draw,
        needs=needs.three_classes,
        in_the_way=True,
        swatch=(sw.line("member-minus-2", (3, 12), (21, 4)), sw.line("member-minus-plus", (3, 4), (21, 12))),
        many=boundaries.members,
        many_needs=needs.members,
    ),
    Overlay(
        "boundary",
        "Boundary",
        "The boundaries f(x) = 0 of all methods",
        boundary.draw,
        needs=needs.any_boundary,
        in_the_way=True,
        swatch=(sw.line("boundary", (2, 8), (22, 8)),),
        place=2,
        many=boundaries.draw,
        many_needs=needs.any_model,
    ),
    Overlay("class-names", "Class names", "", class_names.draw, always=True, many=names.draw),
    Overlay(
        "equation",
        "Equation",
        "The score f(x) of the selected method with its numbers",
        equation.draw,
        needs=needs.a_boundary,
        swatch=(sw.word("$f$"),),
        place=12,
        many=nothing_to_draw,
        many_needs=needs.two_classes,
    ),
    Overlay("line-labels", "Labels on lines", "", line_labels.draw, always=True, many=labels.draw, part_of="boundary"),
    Overlay(
        "width",
        "Margin width",
        "The width of the margin, 2/‖w‖",
        width.draw,
        needs=needs.first(needs.a_margin, needs.a_line),
        swatch=(sw.line("width", (3, 8), (21, 8), arrow="both"),),
    ),
    Overlay(
        "slack",
        "Slack",
        "The way of each point inside its margin back to its margin line",
        slack.draw,
        needs=needs.first(needs.a_margin, needs.a_line),
        in_the_way=True,
        swatch=(sw.line("slack-minus", (5, 8), (18, 8)), sw.dots("slack-foot-minus", (5, 8)), sw.dots("class-minus", (18, 8))),
        place=5,
    ),
    Overlay(
        "ghost",
        "Ghost",
        "The boundaries as they were before the drag",
        ghost.draw,
        needs=needs.a_drag,
        swatch=(sw.line("ghost", (2, 6), (22, 11)),),
        place=14,
        many=boundaries.ghost,
        many_needs=needs.a_drag,
    ),
    Overlay(
        "influence",
        "Influence",
        "Where each boundary would be without the point under the pointer",
        influence.draw,
        needs=needs.first(needs.any_boundary, needs.a_point_under_the_pointer),
        swatch=(sw.line("ghost", (2, 5), (22, 12)), sw.dots("class-plus", (12, 8.5))),
    ),
    Overlay(
        "covariances",
        "Covariances",
        "Ellipses of one and two standard deviations of each class",
        covariances.draw,
        needs=needs.first(needs.both_classes, needs.two_points),
        swatch=(sw.ellipse("slack-plus"),),
        place=9,
        many=groups.covariances,
    ),
    Overlay(
        "projection",
        "Projection axis",
        "The points and their densities along w",
        projection.draw,
        needs=needs.a_line,
        in_the_way=True,
        swatch=(sw.line("projection-axis", (3, 3), (21, 13), arrow="end"),),
        place=10,
    ),
    Overlay(
        "weight",
        "Weight vector",
        "The vector w, from the boundary into the positive side",
        weight.draw,
        needs=needs.a_line,
        in_the_way=True,
        swatch=(sw.line("weight", (3, 4), (20, 12), arrow="end"),),
        place=15,
    ),
    Overlay("selection", "Selection", "", selection.draw, always=True, many=selection.draw),
    Overlay(
        "support-vectors",
        "Support vectors",
        "Points that hold the boundary: free (sized by α), bound, wrong",
        support_vectors.draw,
        needs=needs.a_margin,
        whole=support_vectors.draw_all,
        in_the_way=True,
        swatch=(sw.dots("sv-free", (12, 8)), sw.dots("class-plus", (12, 8))),
        place=4,
    ),
    Overlay("held-back", "Test points", "", held_back.draw, always=True, in_the_way=True, many=held_back.draw),
    Overlay(
        "normalised",
        "Normalised",
        "The points of class − on the other side of the origin: a solution makes all scores positive",
        normalised.draw,
        needs=needs.both_classes,
        in_the_way=True,
        swatch=(sw.line("mirror", (4, 4), (20, 12)), sw.dots("class-minus", (5, 4)), sw.dots("test-minus", (19, 12))),
    ),
    Overlay("points", "Points", "", points.draw, always=True, in_the_way=True, many=points.draw),
    Overlay(
        "means",
        "Class means",
        "The mean of each class",
        means.draw,
        needs=needs.both_classes,
        in_the_way=True,
        swatch=(sw.dots("mean-plus", (12, 8)),),
        place=8,
        many=groups.means,
    ),
    Overlay(
        "errors",
        "Errors",
        "Misclassified points: outline and shape by truth, fill by prediction",
        errors.draw,
        needs=needs.a_boundary,
        in_the_way=True,
        swatch=(sw.dots("wrong-minus", (12, 8)),),
        many=errors_of_many.draw,
        many_needs=needs.any_model,
    ),
    Overlay(
        "support-vectors-above",
        "Marks above points",
        "",
        support_vectors.draw_above,
        always=True,
        in_the_way=True,
        part_of="support-vectors",
    ),
    Overlay("playback", "Playback", "", playback.draw, always=True, many=playback.draw),
    Overlay(
        "common-point",
        "Common point",
        "A point of both hulls: the proof that no line separates the classes",
        common_point.draw,
        needs=needs.first(needs.both_classes, needs.not_separable),
        in_the_way=True,
        swatch=(sw.dots("common", (12, 8)),),
    ),
    Overlay("proof", "Proof", "", common_point.proof, always=True, in_the_way=True, part_of="common-point"),
    Overlay(
        "canonical",
        "Canonical form",
        "The lines f = ±1 of the trial line, scaled so that its nearest point has f = ±1",
        canonical.draw,
        needs=canonical.needs_room,
        in_the_way=True,
        swatch=(
            sw.line("trial-margin", (3, 3), (21, 3)),
            sw.line("trial", (3, 8), (21, 8)),
            sw.line("trial-margin", (3, 13), (21, 13)),
        ),
    ),
    Overlay("annotations", "Annotations", "", notes.draw, always=True, in_the_way=True, many=notes.draw),
    Overlay("trial", "Trial line", "", trial.draw, always=True, in_the_way=True, many=trial.draw),
    Overlay("pointer", "Pointer", "", pointer.draw, always=True, many=pointer.draw),
    Overlay("influence-words", "Methods without influence", "", influence.words, always=True),
    Overlay("rubber", "Rubber band", "", rubber.draw, always=True, many=rubber.draw),
    Overlay("slack-numbers", "Numbers of the slack", "", slack_numbers.draw, always=True, part_of="slack"),
    Overlay(
        "off-view",
        "Boundaries outside the view",
        "",
        off_view.draw,
        always=True,
        part_of="boundary",
        many=boundaries.off_view,
    ),
)


def layer_titles(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Layers by their names, with their titles, in painting order."""
    wanted = set(names)
    return tuple((overlay.name, overlay.title) for overlay in OVERLAYS if overlay.name in wanted)


def canvas_figure(scene: Scene, without: frozenset[str] = frozenset()) -> Figure:
    """The canvas as a figure: its marks and words, each with the layer that it belongs to; ``without`` some layers."""
    layers: dict[Mark | Words, str] = {}
    marks: list[Mark] = []
    solid: list[Mark] = []
    words: list[Words] = []
    shown = scene.document.layers
    # Asked once: most pictures are of two classes in the first two colours, and every layer would ask again.
    is_plain = not scene.is_many and scene.document.class_looks[:2] == (0, 1)
    for overlay in OVERLAYS:
        if (overlay.always or overlay.name in shown) and overlay.name not in without:
            for drawn in overlay.draw(scene) if is_plain else overlay.marks(scene):
                layers[drawn] = overlay.part_of or overlay.name
                if isinstance(drawn, Words):
                    words.append(drawn)
                    continue
                marks.append(drawn)
                if overlay.in_the_way:
                    solid.append(drawn)
    view, (name_x, name_y), title = scene.view, scene.document.axis_names, scene.document.title
    x, y = Axis(view.x0, view.x1, name_x), Axis(view.y0, view.y1, name_y)
    # While a gesture is under way words stay at their lines.
    gliding = scene.base is not None
    return Figure(x, y, tuple(marks), True, title=title, words=tuple(words), solid=tuple(solid), gliding=gliding, layers=layers)
