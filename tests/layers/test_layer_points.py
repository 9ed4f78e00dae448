"""Points, their support vectors, hulls and what follows from them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import (
    ALL_LAYERS,
    areas,
    bare_marks,
    canvas_marks,
    clouds,
    document_of,
    dots,
    dragged,
    paths,
    scene_of,
    texts,
)

from linclass_gui.answers.decision import RING_STEPS, SMALLEST_RING
from linclass_gui.draw.placing.placer import Placer
from linclass_gui.layers import margins, point_marks
from linclass_gui.layers.margins import fit_with_slack
from linclass_gui.scene.marks import Path
from linclass_gui.scene.theme import LIGHT, THEMES, Theme
from solvers import HardMarginSVM, Perceptron, PointClass, SoftMarginSVM
from solvers.plane.hulls import convex_hull

APART = clouds(apart=4.0)


def test_every_point_is_drawn_once_with_the_symbol_of_its_class() -> None:
    data = clouds()
    marks = bare_marks(scene_of(document_of(data)))
    for role, label in (("class-minus", 0), ("class-plus", 1)):
        (drawn,) = dots(marks, role)
        assert drawn.xy == pytest.approx(data.X[data.labels == label])


def test_a_moving_point_is_drawn_apart_and_the_rest_stays_the_same_mark() -> None:
    scene = scene_of(document_of(clouds()))
    one, two = dragged(scene, 3, (0.5, 0.25)), dragged(scene, 3, (0.6, 0.3))
    at_rest_one, moving = dots(bare_marks(one), "class-plus")
    at_rest_two, _ = dots(bare_marks(two), "class-plus")
    assert at_rest_one is at_rest_two
    assert len(at_rest_one.xy) == 19
    assert moving.xy.tolist() == [[0.5, 0.25]]


def test_unchanged_scenes_give_the_very_same_marks() -> None:
    scene = dragged(scene_of(document_of(clouds())), 2, (0.1, 0.2))
    placer = Placer()
    before = canvas_marks(scene, LIGHT, placer)
    again = canvas_marks(replace(scene, selection=frozenset()), LIGHT, placer)
    assert all(one is two for one, two in zip(before, again, strict=True))


@pytest.mark.parametrize("algorithm", ["active-set", "interior-point", "subgradient"])
@pytest.mark.parametrize("apart", [0.6, 1.2, 4.0])
def test_support_vectors_are_marked_by_the_classes_of_the_certificate(
    apart: float, algorithm: str
) -> None:
    scene = scene_of(
        document_of(clouds(apart=apart), [SoftMarginSVM(algorithm=algorithm, max_iterations=500)])
    )
    marks, fit = bare_marks(scene), scene.fits["m1"]
    assert len(dots(marks, "sv-wrong")) == (fit.certificate.errors > 0)
    classes = fit.certificate.point_class
    assert classes is not None
    roles = (
        (PointClass.FREE, "sv-free"),
        (PointClass.BOUND, "sv-bound"),
        (PointClass.WRONG, "sv-wrong"),
    )
    for kind, role in roles:
        expected = fit.problem.X[classes == kind]
        drawn = [xy for mark in dots(marks, role) for xy in mark.xy.tolist()]
        assert drawn == expected.tolist()


def test_the_ring_of_a_free_support_vector_grows_with_its_multiplier() -> None:
    scene = scene_of(document_of(clouds(apart=2.0)))
    marks, fit = bare_marks(scene), scene.fits["m1"]
    classes, bound = fit.certificate.point_class, fit.method.multiplier_bound(fit.problem)
    assert classes is not None
    (rings,) = dots(marks, "sv-free")
    shares = fit.alpha[classes == PointClass.FREE] / bound
    assert len(rings.xy) == len(shares) > 1
    # The rings say the multipliers to half a step, and none hides behind its point.
    told = (rings.sizes - SMALLEST_RING) / (1.0 - SMALLEST_RING)
    assert told == pytest.approx(shares, abs=0.5 / RING_STEPS + 1e-9)
    assert np.ptp(rings.sizes) > 0.0
    (full,) = dots(marks, "sv-bound")
    assert full.sizes is None or (full.sizes >= rings.sizes.max()).all()


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_bound_and_free_support_vectors_are_told_apart_in_the_largest_crowd(theme: Theme) -> None:
    (halos,) = dots(bare_marks(scene_of(document_of(clouds(apart=0.8)))), "sv-bound")
    halo, ring, point = (theme.style(role) for role in ("sv-bound", "sv-free", "class-plus"))
    assert halos.crowd == 0, "no crowd makes it smaller"
    assert halo.stroke is None is ring.fill
    assert halo.size > point.size + point.rim + 0.9 * point.size, "a broad band about its point"


@pytest.mark.parametrize("row", [None, 5, 6])
def test_hulls_are_the_convex_hulls_also_while_a_point_moves(row: int | None) -> None:
    scene = scene_of(document_of(clouds()))
    if row is not None:
        scene = dragged(scene, row, (6.0, -3.0))
    data, marks = scene.document.dataset, bare_marks(scene)
    for role, label in (("hull-minus", 0), ("hull-plus", 1)):
        points = data.X[data.labels == label]
        (hull,) = areas(marks, role)
        assert sorted(hull.xy.tolist()) == sorted(points[convex_hull(points)].tolist())


def test_the_closest_pair_is_the_hard_margin_seen_from_the_hulls() -> None:
    scene = scene_of(document_of(APART, [HardMarginSVM()]))
    marks, fit = bare_marks(scene), scene.fits["m1"]
    (pair,), (bisector,) = paths(marks, "closest-pair"), paths(marks, "bisector")
    assert np.hypot(*(pair.xy[1] - pair.xy[0])) == pytest.approx(2.0 / np.hypot(*fit.w))
    assert fit.decision_function(pair.xy) == pytest.approx([-1.0, 1.0])
    assert fit.decision_function(bisector.xy) == pytest.approx([0.0, 0.0], abs=1e-9)


def test_the_width_arrow_is_as_long_as_the_margin_is_wide() -> None:
    scene = scene_of(document_of(APART, [HardMarginSVM()]))
    fit = scene.fits["m1"]
    (arrow,) = paths(canvas_marks(scene), "width")
    assert fit.decision_function(arrow.xy) == pytest.approx([-1.0, 1.0])
    assert np.hypot(*(arrow.xy[1] - arrow.xy[0])) == pytest.approx(2.0 / np.hypot(*fit.w))


def test_meeting_hulls_show_a_point_of_both_and_say_so() -> None:
    scene = scene_of(document_of(clouds(apart=0.3), [HardMarginSVM()]))
    marks = canvas_marks(scene)
    common, *key = dots(marks, "common")
    assert len(key) < 2
    for role in ("hull-minus", "hull-plus"):
        (hull,) = areas(marks, role)
        edges = np.roll(hull.xy, -1, axis=0) - hull.xy
        away = common.xy[0] - hull.xy
        assert (edges[:, 0] * away[:, 1] - edges[:, 1] * away[:, 0]).min() >= -1e-9
    assert any("no line separates" in text.text for text in texts(marks, "caption"))
    assert not paths(marks, "closest-pair")


def test_the_weight_vector_starts_on_the_boundary_and_points_along_w() -> None:
    scene = scene_of(document_of(clouds()))
    fit = scene.fits["m1"]
    (arrow,) = paths(bare_marks(scene), "weight")
    step = arrow.xy[1] - arrow.xy[0]
    assert fit.decision_function(arrow.xy[:1]) == pytest.approx([0.0], abs=1e-9)
    assert step[0] * fit.w[1] == pytest.approx(step[1] * fit.w[0])
    assert step @ fit.w > 0.0


def test_the_selection_has_a_halo_below_each_of_its_points() -> None:
    scene = replace(scene_of(document_of(clouds())), selection=frozenset({7, 2}))
    marks = bare_marks(scene)
    data, roles = scene.document.dataset, [mark.role for mark in marks]
    for label, role in ((0, "halo-minus"), (1, "halo-plus")):
        (halo,) = dots(marks, role)
        assert halo.xy.tolist() == [
            data.X[row].tolist() for row in (2, 7) if data.labels[row] == label
        ]
        assert roles.index(role) < roles.index("class-minus")


def test_the_common_point_is_a_layer_of_its_own_and_the_answer_of_a_method_that_needs_disjoint_hulls() -> (  # noqa: E501
    None
):
    overlapping = document_of(clouds(apart=0.3))
    for layers, expected in (
        (ALL_LAYERS, 1),
        (ALL_LAYERS - {"common-point"}, 0),
        (frozenset({"common-point"}), 1),
    ):
        marks = bare_marks(scene_of(replace(overlapping, layers=layers)))
        assert min(1, len(dots(marks, "common"))) == expected, layers
    hard = replace(document_of(clouds(apart=0.3), [HardMarginSVM()]), layers=frozenset())
    assert dots(bare_marks(scene_of(hard)), "common")


def test_misclassified_points_are_marked_by_their_true_class() -> None:
    scene = scene_of(document_of(clouds(apart=0.6)))
    marks, fit = bare_marks(scene), scene.fits["m1"]
    predicted = fit.predict(fit.problem.X)
    for role, label in (("wrong-minus-plus", 0), ("wrong-plus-minus", 1)):
        truth = scene.document.dataset.labels == label
        expected = fit.problem.X[truth & (predicted != label)]
        assert [xy for mark in dots(marks, role) for xy in mark.xy.tolist()] == expected.tolist()


def test_the_perceptron_pays_for_the_ways_of_its_wrong_points() -> None:
    """J_p is ||w|| times the sum of the distances of the misclassified samples from the
    boundary.
    """
    scene = scene_of(document_of(clouds(40, 0.4), [Perceptron(max_epochs=3)]))
    fit = fit_with_slack(scene)
    ways = [
        mark.xy.reshape(-1, 2, 2) for mark in margins.draw_slack(scene) if isinstance(mark, Path)
    ]
    total = sum(float(np.hypot(*(each[:, 1] - each[:, 0]).T).sum()) for each in ways)
    short = np.maximum(0.0, -fit.problem.y * fit.decision_function(fit.problem.X))
    assert total * float(np.linalg.norm(fit.w)) == pytest.approx(float(short.sum()), rel=1e-9)


def test_of_very_many_points_the_marks_stay_faded_as_the_drag_found_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(point_marks, "MOST_LIVE", 30)
    scene = scene_of(document_of(clouds(), [SoftMarginSVM()]))
    held = replace(dragged(scene, 3, (0.5, 0.25)), before=scene.fits)
    further = replace(dragged(scene, 3, (2.5, 0.25)), before=scene.fits)
    roles = ("sv-bound", "sv-free", "sv-wrong")
    found, first, second = (
        [mark for role in roles for mark in dots(bare_marks(one), role)]
        for one in (scene, held, further)
    )
    assert [mark.xy.tolist() for mark in first] == [mark.xy.tolist() for mark in found]
    assert all(mark.faded for mark in first)
    assert all(one is other for one, other in zip(first, second, strict=True))
    monkeypatch.setattr(point_marks, "MOST_LIVE", 40)
    assert not any(mark.faded for role in roles for mark in dots(bare_marks(held), role))


def test_without_multipliers_the_margins_give_the_same_classes() -> None:
    from linclass_gui.answers.decision import support

    fit = scene_of(document_of(clouds(apart=0.8))).fits["m1"]
    bare = replace(fit, last=replace(fit.last, alpha=None))
    full, from_margins = support(fit), support(bare)
    for kind in (PointClass.BOUND, PointClass.WRONG, PointClass.FREE):
        assert from_margins.of(kind).tolist() == full.of(kind).tolist()


def test_means_and_covariance_ellipses_are_those_of_the_classes() -> None:
    scene = dragged(scene_of(document_of(clouds())), 4, (3.0, -2.0))
    data, marks = scene.document.dataset, bare_marks(scene)
    for suffix, label in (("minus", 0), ("plus", 1)):
        points = data.X[data.labels == label]
        (mean,) = dots(marks, f"mean-{suffix}")
        assert mean.xy[0] == pytest.approx(points.mean(axis=0), abs=1e-12)
        inverse = np.linalg.inv(np.cov(points.T))
        for radius, ellipse in zip((1.0, 2.0), paths(marks, f"covariance-{suffix}"), strict=True):
            away = ellipse.xy - points.mean(axis=0)
            assert np.einsum("ij,jk,ik->i", away, inverse, away) == pytest.approx(
                np.full(len(away), radius**2), rel=1e-9
            )
