"""What lies under the lines: areas, fields and the grid, in painting order."""

from __future__ import annotations

from .. import grid, needs
from .. import swatches as sw
from ..overlay import Overlay
from ..regions import band, half_planes, hulls, probability, reduced_hulls

GROUND: tuple[Overlay, ...] = (
    Overlay(
        "half-planes",
        "Half-planes",
        "Both sides of the selected boundary, in the colours of the classes",
        half_planes.draw,
        needs=needs.first(needs.a_boundary, needs.in_plane),
        swatch=(sw.box("half-plane-minus", 3, 12, 3, 13), sw.box("half-plane-plus", 12, 21, 3, 13)),
        place=1,
        any_number=True,
        is_ground=True,
        group="Regions",
    ),
    Overlay(
        "probability",
        "Probability",
        "The probability of the classes, or the score, with contour lines",
        probability.draw,
        needs=needs.first(needs.a_boundary, needs.in_plane),
        swatch=(sw.field("probability"),),
        place=11,
        in_the_way=True,
        any_number=True,
        group="Regions",
    ),
    Overlay(
        "undecided",
        "Undecided parts",
        "",
        half_planes.undecided_parts,
        always=True,
        any_number=True,
        part_of="half-planes",
    ),
    Overlay(
        "grid",
        "Grid",
        "Grid lines at the ticks of the axes",
        grid.draw,
        swatch=(sw.grid(),),
        place=13,
        any_number=True,
        is_ground=True,
        group="Regions",
    ),
    Overlay(
        "hulls",
        "Convex hulls",
        "The convex hull of each class",
        hulls.draw,
        needs=needs.two_points,
        in_the_way=True,
        swatch=(sw.area("hull-plus", (5.0, 3.5), (9.0, 13.0), (19.5, 11.5), (16.5, 2.5)),),
        place=6,
        any_number=True,
        group="Regions",
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
        tells=True,
        group="Regions",
    ),
    Overlay(
        "band",
        "Band",
        "The band between the margin lines",
        band.draw,
        needs=needs.a_margin,
        swatch=(sw.box("wash", 3, 21, 3, 13), sw.dashes(13.0), sw.dashes(3.0)),
        place=16,
        tells=True,
        group="Regions",
    ),
)
