"""The points, what marks them, and what lies over everything, in painting order."""

from __future__ import annotations

from .. import frame, lattice, needs, notes, pointer, populations, rubber, trial
from .. import swatches as sw
from ..lines import canonical, column_arrows, influence, off_view
from ..overlay import Overlay
from ..points import data as points
from ..points import held_back, normalised, playback, selection, slack_numbers, support_vectors
from ..points import wrong_points as errors
from ..regions import common_point, means

POINTS: tuple[Overlay, ...] = (
    Overlay("lattice", "Lattice", "", lattice.draw, always=True, any_number=True, is_ground=True),
    Overlay("selection", "Selection", "", selection.draw, always=True, any_number=True),
    Overlay(
        "support-vectors",
        "Support vectors",
        "Points that hold the boundary: free (sized by α), bound, wrong",
        support_vectors.draw,
        needs=needs.multipliers,
        whole=support_vectors.draw_all,
        in_the_way=True,
        swatch=(sw.dots("sv-free", (12, 8)), sw.dots("class-plus", (12, 8))),
        place=4,
        each=True,
        tells=True,
        group="Points",
    ),
    Overlay(
        "held-back",
        "Test points",
        "",
        held_back.draw,
        always=True,
        in_the_way=True,
        any_number=True,
    ),
    Overlay(
        "normalised",
        "Normalised",
        (
            "The points of class − on the other side of the origin: a line through it is a "
            "solution "
            "if all scores are positive"
        ),
        normalised.draw,
        needs=needs.first(needs.both_classes, needs.an_origin),
        in_the_way=True,
        swatch=(
            sw.line("mirror", (4, 4), (20, 12)),
            sw.dots("class-minus", (5, 4)),
            sw.dots("turned-minus", (19, 12)),
        ),
        group="Points",
    ),
    Overlay("points", "Points", "", points.draw, always=True, in_the_way=True, any_number=True),
    Overlay(
        "means",
        "Class means",
        "The mean of each class",
        means.draw,
        needs=needs.both_classes,
        in_the_way=True,
        swatch=(sw.dots("mean-plus", (12, 8)),),
        place=8,
        any_number=True,
        group="Points",
    ),
    Overlay(
        "errors",
        "Errors",
        "Misclassified points: outline and shape by truth, fill by prediction",
        errors.draw,
        needs=needs.a_boundary,
        in_the_way=True,
        swatch=(sw.dots("wrong-minus-plus", (12, 8)),),
        any_number=True,
        group="Points",
    ),
    Overlay(
        "support-vectors-above",
        "Marks above points",
        "",
        support_vectors.draw_above,
        always=True,
        in_the_way=True,
        part_of="support-vectors",
        each=True,
    ),
    Overlay(
        populations.NAME,
        "Populations",
        "Where the points come from: the rings move, stretch and turn a population with its points",
        populations.draw,
        needs=needs.populations,
        swatch=(sw.ellipse("covariance-plus"), sw.dots("trial-handle", (12, 8))),
        any_number=True,
        group="Regions",
    ),
    Overlay(
        "column-arrows",
        "Columns",
        "An arrow for each column of the table: where two of its deviations lead from the mean",
        column_arrows.draw,
        needs=column_arrows.missing,
        in_the_way=True,
        swatch=(
            sw.line("annotation-line", (3, 9), (20, 5), arrow="end"),
            sw.line("annotation-line", (3, 9), (14, 12), arrow="end"),
        ),
        place=18,
        any_number=True,
        group="Points",
    ),
    Overlay("playback", "Playback", "", playback.draw, always=True, any_number=True),
    Overlay(
        "common-point",
        "Common point",
        "A point of both hulls: the proof that no line separates the classes",
        common_point.draw,
        needs=needs.first(needs.both_classes, needs.not_separable),
        in_the_way=True,
        swatch=(sw.dots("common", (12, 8)),),
        group="Points",
    ),
    Overlay(
        "proof",
        "Proof",
        "",
        common_point.proof,
        always=True,
        in_the_way=True,
        part_of="common-point",
    ),
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
    Overlay(
        "annotations", "Annotations", "", notes.draw, always=True, in_the_way=True, any_number=True
    ),
    Overlay("trial", "Trial line", "", trial.draw, always=True, in_the_way=True, any_number=True),
    Overlay("frame", "Frame of the selection", "", frame.draw, always=True, any_number=True),
    Overlay("pointer", "Pointer", "", pointer.draw, always=True, any_number=True),
    Overlay("influence-words", "Methods without influence", "", influence.words, always=True),
    Overlay("rubber", "Rubber band", "", rubber.draw, always=True, any_number=True),
    Overlay(
        "slack-numbers",
        "Numbers of the slack",
        "",
        slack_numbers.draw,
        always=True,
        part_of="slack",
    ),
    Overlay(
        "off-view",
        "Boundaries outside the view",
        "",
        off_view.draw,
        always=True,
        part_of="boundary",
        any_number=True,
    ),
)
