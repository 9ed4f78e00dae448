"""Boundaries, margins, regions and the band are where the score says they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import (
    KernelMeans,
    area_of,
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

from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.layers.points import PLAYBACK
from linclass_gui.scene.document import TrialLine
from linclass_gui.scene.memo import MOST_ANSWERS, forget_unused, memo
from linclass_gui.scene.playback import open_timeline, rows_touched, seek
from linclass_gui.scene.scene import GRID, Hover
from linclass_gui.scene.theme import PRINT
from linclass_gui.scene.view import View
from solvers import (
    Circle,
    Dataset,
    FeatureMap,
    GaussianKernel,
    LinearKernel,
    Method,
    Perceptron,
    Polynomial,
    PolynomialKernel,
    Product,
    SoftMarginSVM,
)

CURVED = [
    pytest.param(Circle(), None, id="circle-map"),
    pytest.param(Polynomial(3), None, id="cubic-map"),
    pytest.param(None, GaussianKernel(1.0), id="gaussian-kernel"),
    pytest.param(None, PolynomialKernel(3), id="polynomial-kernel"),
]


def method_for(kernel: object) -> Method:
    return SoftMarginSVM(C=50.0) if kernel is None else KernelMeans()


def ring(n: int = 60) -> Dataset:
    """A disc inside a ring: the boundary is a closed curve."""
    rng = np.random.default_rng(3)
    labels = np.arange(n) % 2
    radius = np.where(labels, rng.uniform(0.0, 1.0, n), rng.uniform(1.8, 2.6, n))
    angle = rng.uniform(0.0, 2 * np.pi, n)
    return Dataset(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), labels)


@pytest.mark.parametrize("offset", [0.0, 1e8], ids=["near-the-origin", "far-from-the-origin"])
def test_boundaries_and_margins_lie_exactly_on_their_levels(offset: float) -> None:
    data = clouds()
    scene = scene_of(document_of(Dataset(data.X + offset, data.labels)))
    marks = bare_marks(scene)
    tolerance = 1e-9 if offset == 0.0 else 1e-6
    boundaries = paths(marks, "boundary")
    assert len(boundaries) == 3
    for (_, fit), line in zip(scene.drawn, boundaries, strict=True):
        assert fit.decision_function(line.xy) == pytest.approx(
            0.0, abs=tolerance * np.abs(fit.certificate.margins).max()
        )
    low, high = paths(marks, "margin")
    fit = scene.fits["m1"]
    assert fit.decision_function(low.xy) == pytest.approx([-1.0, -1.0], abs=tolerance)
    assert fit.decision_function(high.xy) == pytest.approx([1.0, 1.0], abs=tolerance)


def test_lines_end_on_the_border_of_the_view() -> None:
    scene = scene_of(document_of(clouds()))
    view = scene.view
    for line in paths(bare_marks(scene), "boundary"):
        for x, y in line.xy.tolist():
            assert x in (view.x0, view.x1) or y in (view.y0, view.y1)
            assert view.x0 <= x <= view.x1
            assert view.y0 <= y <= view.y1


def test_only_the_selected_boundary_is_emphasised_and_it_comes_last() -> None:
    scene = scene_of(document_of(clouds()))
    lines = paths(bare_marks(scene), "boundary")
    assert [line.emphasis for line in lines] == [False, False, True]
    assert lines[-1].slot == 1


def test_the_band_is_the_part_of_the_view_between_the_margin_lines() -> None:
    scene = scene_of(document_of(clouds()))
    (band,) = areas(bare_marks(scene), "band")
    fit = scene.fits["m1"]
    assert np.abs(fit.decision_function(band.xy)).max() <= 1.0 + 1e-9
    rng = np.random.default_rng(0)
    view = scene.view
    sample = np.column_stack(
        [rng.uniform(view.x0, view.x1, 200_000), rng.uniform(view.y0, view.y1, 200_000)]
    )
    share = np.mean(np.abs(fit.decision_function(sample)) < 1.0)
    assert abs(area_of(band.xy)) == pytest.approx(share * view.width * view.height, rel=0.02)


@pytest.mark.parametrize(("features", "kernel"), CURVED)
def test_curved_boundaries_follow_the_score(features: object, kernel: object) -> None:
    scene = scene_of(document_of(ring(), [method_for(kernel)], features, kernel))
    fit, marks = scene.fits["m1"], bare_marks(scene)
    curves = paths(marks, "boundary")
    assert curves
    if isinstance(features, Circle):
        assert len(curves) == 1
        assert curves[0].xy[0].tolist() == curves[0].xy[-1].tolist()
    for curve in curves:
        sides = [
            np.abs(fit.decision_function(curve.xy + step) - fit.decision_function(curve.xy - step))
            for step in np.eye(2) * 1e-4
        ]
        slope = np.hypot(*sides) / 2e-4
        # Half a pixel, in the units of the score.
        assert np.abs(fit.decision_function(curve.xy)).max() < 0.5 * scene.pixel * slope.max()


@pytest.mark.parametrize(("features", "kernel"), CURVED)
def test_curved_regions_fill_the_view_once(features: object, kernel: object) -> None:
    scene = scene_of(document_of(ring(), [method_for(kernel)], features, kernel))
    marks, fit, view = bare_marks(scene), scene.fits["m1"], scene.view
    (plus,), (minus,) = areas(marks, "half-plane-plus"), areas(marks, "half-plane-minus")
    whole = view.width * view.height
    assert abs(area_of(plus.xy)) + abs(area_of(minus.xy)) == pytest.approx(whole, rel=1e-9)
    rng = np.random.default_rng(0)
    sample = np.column_stack(
        [rng.uniform(view.x0, view.x1, 50_000), rng.uniform(view.y0, view.y1, 50_000)]
    )
    assert abs(area_of(plus.xy)) == pytest.approx(
        np.mean(fit.decision_function(sample) > 0.0) * whole, rel=0.05, abs=2e-3 * whole
    )


def test_the_grid_of_scores_of_each_kernel_is_the_decision_function() -> None:
    from linclass_gui.answers.contours import score_grid

    for kernel in (GaussianKernel(0.7), PolynomialKernel(4)):
        scene = scene_of(document_of(ring(), [KernelMeans()], kernel=kernel))
        fit = scene.fits["m1"]
        grid = score_grid(fit, scene.view, 40)
        points = np.array([(x, y) for y in grid.ys for x in grid.xs])
        expected = fit.decision_function(points)
        assert grid.values.ravel() == pytest.approx(
            expected, rel=1e-9, abs=1e-9 * np.abs(expected).max()
        )


XOR = Dataset(
    np.array([[-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0]]), np.array([0, 0, 1, 1])
)


@pytest.mark.parametrize("features", [Product(), Polynomial(2)], ids=lambda f: f.name)
@pytest.mark.parametrize("view", [None, View(-2.1, 1.7, -0.4, 2.2)], ids=["centred", "off-centre"])
def test_the_boundary_of_xor_is_both_axes_from_side_to_side(
    features: FeatureMap, view: View | None
) -> None:
    scene = scene_of(document_of(XOR, [SoftMarginSVM(C=100.0)], features=features), view)
    places = np.concatenate([line.xy for line in paths(bare_marks(scene), "boundary")])
    shown, cell = scene.view, scene.view.width / GRID
    assert np.abs(places).min(axis=1).max() < cell
    assert places.min(axis=0) == pytest.approx([shown.x0, shown.y0])
    assert places.max(axis=0) == pytest.approx([shown.x1, shown.y1])


def test_on_paper_the_trial_line_has_no_handles() -> None:
    scene = scene_of(document_of(clouds()), trial=TrialLine(20.0, (0.0, 0.0)))
    assert dots(canvas_marks(scene), "trial-handle")
    paper = canvas_marks(scene, PRINT)
    assert paths(paper, "trial")
    assert not dots(paper, "trial-handle")


@pytest.mark.parametrize("earlier", range(0, MOST_ANSWERS, 20))
def test_a_pointer_over_very_many_lines_moves_no_mark_and_no_word(earlier: int) -> None:
    """Words look for their places when a mark or a name is another object: with forty methods a
    quarter of a second each time.

    It holds wherever in a generation of remembered answers the frame begins.
    """
    scene = scene_of(document_of(clouds(12), [SoftMarginSVM(C=1.1**k) for k in range(40)]))
    forget_unused()
    remembered = memo(lambda number: number)
    for number in range(earlier):
        remembered(number)
    one, two = (canvas_figure(replace(scene, hover=Hover((x, 0.0)))) for x in (0.1, 0.2))
    for before, after in ((one.words, two.words), (one.solid or (), two.solid or ())):
        assert len(before) > 20
        assert all(a is b for a, b in zip(before, after, strict=True))


def test_while_a_point_is_dragged_curves_are_coarser_and_less_than_a_pixel_away() -> None:
    scene = scene_of(document_of(ring(), [KernelMeans()], kernel=GaussianKernel(1.0)))
    place = tuple(scene.document.dataset.X[0].tolist())
    held = dragged(scene, 0, place)
    steps = np.linspace(0.0, 1.0, 9)[:, None, None]
    for role in ("boundary", "margin"):
        fine, coarse = ([path.xy for path in paths(bare_marks(one), role)] for one in (scene, held))
        assert sum(map(len, coarse)) < 0.6 * sum(map(len, fine))
        along = [(xy[:-1] + steps * (xy[1:] - xy[:-1])).reshape(-1, 2) for xy in fine]
        ways = np.concatenate(coarse)[:, None] - np.concatenate(along)[None]
        assert np.hypot(ways[..., 0], ways[..., 1]).min(axis=1).max() < scene.pixel
    at_rest = replace(held, base=None, moving=())
    for role in ("boundary", "margin"):
        assert [path.xy.tolist() for path in paths(bare_marks(at_rest), role)] == [
            path.xy.tolist() for path in paths(bare_marks(scene), role)
        ]


def test_half_planes_share_the_view_and_have_the_right_signs() -> None:
    scene = scene_of(document_of(clouds()))
    marks, fit = bare_marks(scene), scene.fits["m1"]
    (plus,), (minus,) = areas(marks, "half-plane-plus"), areas(marks, "half-plane-minus")
    assert fit.decision_function(plus.xy).min() >= -1e-9
    assert fit.decision_function(minus.xy).max() <= 1e-9
    whole = scene.view.width * scene.view.height
    assert area_of(plus.xy) + area_of(minus.xy) == pytest.approx(whole, rel=1e-12)


def test_a_linear_kernel_draws_the_line_of_the_plane() -> None:
    scene = scene_of(document_of(clouds(), [SoftMarginSVM()], kernel=LinearKernel()))
    (line,) = paths(bare_marks(scene), "boundary")
    assert len(line.xy) == 2
    assert scene.fits["m1"].decision_function(line.xy) == pytest.approx([0.0, 0.0], abs=1e-9)


def test_a_view_that_misses_the_boundary_shows_one_region_and_no_line() -> None:
    marks = canvas_marks(scene_of(document_of(clouds()), View(40.0, 50.0, 40.0, 47.0)))
    assert not paths(marks, "boundary")
    assert len(areas(marks, "half-plane-plus")) + len(areas(marks, "half-plane-minus")) == 1
    assert not texts(marks, "label")


def test_marks_of_a_stale_fit_are_faded_and_others_are_not() -> None:
    scene = scene_of(document_of(clouds(), [SoftMarginSVM(C=3.0)]))
    layers = frozenset({"boundary", "margins", "band", "weight", "slack"})
    scene = replace(scene, document=replace(scene.document, layers=layers))
    for stale in ((), ("m1",)):
        marks = canvas_marks(replace(scene, stale=frozenset(stale)))
        own = [mark for mark in marks if mark.role.startswith(("boundary", "margin", "band", "w"))]
        assert len(own) > 3
        assert {mark.faded for mark in own} == {bool(stale)}


def test_the_samples_of_an_announced_step_have_rings() -> None:
    scene = scene_of(document_of(clouds(apart=0.7), [Perceptron()]))
    run = replace(seek(open_timeline(scene.fits["m1"]), 1), announced=True)
    shown = replace(scene, whole=scene.fits, playback=run)
    rows = rows_touched(run, scene.fits["m1"])
    (rings,) = PLAYBACK.draw(shown)
    assert rings.xy.tolist() == scene.document.dataset.X[list(rows)].tolist()
