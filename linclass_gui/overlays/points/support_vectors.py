"""The support vectors of the selected method by KKT class: the marks under the points, and those
over them.

Free: a ring that grows with its multiplier.  Bound: a halo under its point, which no crowd makes
smaller.  Wrong: a cross of full size that leaves its middle free for the point.
"""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Fit, Floats, PointClass
from solvers.arrays import locked

from ...answers.decision import SMALLEST_RING, Support, ring_sizes, shares_of, support
from ...scene.marks import Dots, Mark
from ...scene.memo import memo
from ...scene.scene import Scene
from ..shapes.crowds import apart, cells, one_a_place, positions, thin_rows


def draw(scene: Scene) -> Iterable[Mark]:
    """The halos of bound support vectors, which lie under their points."""
    return _of_scene(scene, ((PointClass.BOUND, "sv-bound"),))


def draw_above(scene: Scene) -> Iterable[Mark]:
    """The rings of free support vectors and the crosses of points on the wrong side, when the layer
    is switched on.
    """
    if not scene.shows("support-vectors"):
        return ()
    return _of_scene(scene, ((PointClass.FREE, "sv-free"), (PointClass.WRONG, "sv-wrong")))


def draw_all(scene: Scene) -> Iterable[Mark]:
    """The marks under the points and those over them."""
    return (*draw(scene), *draw_above(scene))


def _of_scene(scene: Scene, kinds: tuple[tuple[PointClass, str], ...]) -> Iterable[Mark]:
    if scene.selected is None:
        return ()
    method, fit = scene.selected
    vectors = support(fit)
    if vectors is None:
        return ()
    return _marks(
        fit, vectors, positions(scene, fit), kinds, cells(scene), method.id in scene.stale
    )


@memo
def _marks(
    fit: Fit,
    vectors: Support,
    at: tuple[Floats, Floats, tuple[int, ...]],
    kinds: tuple[tuple[PointClass, str], ...],
    cell: tuple[float, float],
    faded: bool,
) -> tuple[Mark, ...]:
    marks, (X, at_rest, moving) = [], at
    for kind, role in kinds:
        for own in apart(thin_rows(at_rest, vectors.of(kind), cell), moving, len(X)):
            # halos on each other would be darker
            rows = one_a_place(X, own) if kind is PointClass.BOUND else own
            # Only a free multiplier lies strictly between 0 and its bound.
            shares = shares_of(fit, rows) if kind is PointClass.FREE else None
            crowd = 0 if kind is PointClass.BOUND else len(vectors.rows)
            marks.append(
                Dots(
                    locked(X[rows]),
                    role,
                    sizes=ring_sizes(shares),
                    faded=faded,
                    crowd=crowd,
                    least=SMALLEST_RING,
                )
            )
    return tuple([mark for mark in marks if len(mark.xy)])
