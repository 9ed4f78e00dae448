"""The layers of the canvas, listed in painting order: adding one is a file here and a line below.

An overlay is a pure function from a scene to marks.  Its file holds the function, its line here the name under which it is saved,
the words of the layers panel, and whether it can be switched off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..core.marks import Axis, Figure, Mark
from ..core.scene import Scene
from . import (
    band,
    bayes_boundary,
    boundary,
    class_names,
    closest_pair,
    common_point,
    covariances,
    equation,
    errors,
    ghost,
    grid,
    half_planes,
    hulls,
    influence,
    line_labels,
    margins,
    means,
    needs,
    off_view,
    playback,
    pointer,
    points,
    probability,
    projection,
    reduced_hulls,
    rubber,
    selection,
    slack,
    slack_numbers,
    support_vectors,
    trial,
    weight,
    width,
)
from .needs import NOWHERE, Need, nothing


@dataclass(frozen=True)
class Overlay:
    """One layer: ``draw`` gives its marks; ``always`` layers have no tick box (points, selection, rubber band).

    ``needs`` says in a few words what is missing when it can draw nothing; ``whole`` is all that belongs to the layer where other
    lines of the list draw parts of it.
    """

    name: str
    title: str
    tip: str
    draw: Callable[[Scene], Iterable[Mark]]
    always: bool = False
    needs: Need = nothing
    whole: Callable[[Scene], Iterable[Mark]] | None = None

    def missing(self, scene: Scene) -> str:
        """Why this layer draws nothing, or nothing: what it needs, or that what it draws lies outside the view."""
        words = self.needs(scene)
        if words or not scene.shows(self.name):
            return words
        return "" if any(True for _ in (self.whole or self.draw)(scene)) else NOWHERE


OVERLAYS: tuple[Overlay, ...] = (
    Overlay(
        "half-planes",
        "Half-planes",
        "Both sides of the selected boundary, in the colours of the classes",
        half_planes.draw,
        needs=needs.a_boundary,
    ),
    Overlay(
        "probability",
        "Probability",
        "The probability of the classes, or the score, with contour lines",
        probability.draw,
        needs=needs.a_boundary,
    ),
    Overlay("grid", "Grid", "Grid lines at the ticks of the axes", grid.draw),
    Overlay("hulls", "Convex hulls", "The convex hull of each class", hulls.draw, needs=needs.two_points),
    Overlay(
        "reduced-hulls",
        "Reduced hulls",
        "Hulls that shrink with C: the soft margin is their closest pair",
        reduced_hulls.draw,
        needs=needs.first(needs.both_classes, needs.multipliers_with_a_bound, needs.a_line),
    ),
    Overlay("band", "Band", "The band between the margin lines", band.draw, needs=needs.a_margin),
    Overlay(
        "bayes-boundary",
        "Bayes boundary",
        "The best possible boundary of the populations the points were drawn from",
        bayes_boundary.draw,
        needs=needs.populations,
    ),
    Overlay(
        "closest-pair",
        "Closest pair",
        "The closest pair of the hulls, and its perpendicular bisector",
        closest_pair.draw,
        needs=needs.first(needs.both_classes, needs.separable),
    ),
    Overlay("margins", "Margins", "The lines f(x) = −1 and f(x) = +1 of the selected method", margins.draw, needs=needs.a_margin),
    Overlay("boundary", "Boundary", "The boundaries f(x) = 0 of all methods", boundary.draw, needs=needs.any_boundary),
    Overlay("width", "Margin width", "The width of the margin, 2/‖w‖", width.draw, needs=needs.first(needs.a_margin, needs.a_line)),
    Overlay(
        "slack",
        "Slack",
        "The way of each point inside its margin back to its margin line",
        slack.draw,
        needs=needs.first(needs.a_margin, needs.a_line),
    ),
    Overlay("ghost", "Ghost", "The boundaries as they were before the drag", ghost.draw, needs=needs.a_drag),
    Overlay(
        "influence",
        "Influence",
        "Where each boundary would be without the point under the pointer",
        influence.draw,
        needs=needs.first(needs.any_boundary, needs.a_point_under_the_pointer),
    ),
    Overlay(
        "covariances",
        "Covariances",
        "Ellipses of one and two standard deviations of each class",
        covariances.draw,
        needs=needs.first(needs.both_classes, needs.two_points),
    ),
    Overlay("projection", "Projection axis", "The points and their densities along w", projection.draw, needs=needs.a_line),
    Overlay("weight", "Weight vector", "The vector w, from the boundary into the positive side", weight.draw, needs=needs.a_line),
    Overlay("selection", "Selection", "", selection.draw, always=True),
    Overlay(
        "support-vectors",
        "Support vectors",
        "Points that hold the boundary: free (sized by α), bound, wrong",
        support_vectors.draw,
        needs=needs.a_margin,
        whole=support_vectors.draw_all,
    ),
    Overlay("points", "Points", "", points.draw, always=True),
    Overlay("means", "Class means", "The mean of each class", means.draw, needs=needs.both_classes),
    Overlay(
        "errors",
        "Errors",
        "Misclassified points: outline and shape by truth, fill by prediction",
        errors.draw,
        needs=needs.a_boundary,
    ),
    Overlay("support-vectors-above", "Marks above points", "", support_vectors.draw_above, always=True),
    Overlay("playback", "Playback", "", playback.draw, always=True),
    Overlay(
        "common-point",
        "Common point",
        "A point of both hulls: the proof that no line separates the classes",
        common_point.draw,
        needs=needs.first(needs.both_classes, needs.not_separable),
    ),
    Overlay("proof", "Proof", "", common_point.proof, always=True),
    Overlay(
        "equation", "Equation", "The score f(x) of the selected method with its numbers", equation.draw, needs=needs.a_boundary
    ),
    Overlay("trial", "Trial line", "", trial.draw, always=True),
    Overlay("pointer", "Pointer", "", pointer.draw, always=True),
    Overlay("influence-words", "Methods without influence", "", influence.words, always=True),
    Overlay("rubber", "Rubber band", "", rubber.draw, always=True),
    Overlay("class-names", "Class names", "", class_names.draw, always=True),
    Overlay("slack-numbers", "Numbers of the slack", "", slack_numbers.draw, always=True),
    Overlay("off-view", "Boundaries outside the view", "", off_view.draw, always=True),
    Overlay("line-labels", "Labels on lines", "", line_labels.draw, always=True),
)


def canvas_marks(scene: Scene) -> tuple[Mark, ...]:
    """All marks of the canvas, in painting order."""
    return tuple(mark for overlay in OVERLAYS if overlay.always or scene.shows(overlay.name) for mark in overlay.draw(scene))


def canvas_figure(scene: Scene) -> Figure:
    """The canvas as a figure: its marks, and axes whose ticks are those of the grid."""
    (across, up), (name_x, name_y) = grid.ticks(scene.view, scene.pixel, scene.label_size), scene.document.axis_names
    view = scene.view
    x, y = Axis(view.x0, view.x1, name_x, across), Axis(view.y0, view.y1, name_y, up)
    return Figure(x, y, canvas_marks(scene), equal=True, title=scene.document.title)
