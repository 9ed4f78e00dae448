"""Layers that compare: the field of probabilities, the ghost of the state before a drag, the
influence of one point, the axis.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import (
    bare_marks,
    clouds,
    document_of,
    dragged,
    paths,
    pick,
    scene_of,
    texts,
    three_clouds,
)

from linclass_gui.layers import hulls, other_samples
from linclass_gui.layers.areas import PROBABILITY
from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.layers.hulls import reduced_hull
from linclass_gui.scene.marks import Area, Field, Path
from linclass_gui.scene.scene import Hover
from solvers import (
    Fisher,
    Fit,
    Floats,
    HardMarginSVM,
    LogisticRegression,
    Polynomial,
    SoftMarginSVM,
    Softmax,
    convex_hull,
    fit,
)
from solvers.losses import logistic_function


@pytest.mark.parametrize("features", [None, Polynomial(2)], ids=["line", "curve"])
def test_the_field_is_the_probability_and_its_contours_have_their_levels(
    features: Polynomial | None,
) -> None:
    scene = scene_of(document_of(clouds(), [LogisticRegression(l2=0.01)], features))
    marks, result, view = bare_marks(scene), scene.fits["m1"], scene.view
    (field,) = pick(marks, "probability", Field)
    rows, columns = field.values.shape
    x0, x1, y0, y1 = field.rect
    dx, dy = (x1 - x0) / columns, (y1 - y0) / rows
    for i, j in ((0, 0), (rows - 1, columns - 1), (rows // 2, columns // 3)):
        middle = (x0 + (j + 0.5) * dx, y0 + (i + 0.5) * dy)
        assert field.values[i, j] == pytest.approx(
            2.0 * result.predict_proba([middle])[0, 1] - 1.0, abs=1e-9
        )
    assert view.x0 - dx <= x0 <= view.x0
    for contour in paths(marks, "contour"):
        p = logistic_function(result.decision_function(contour.xy))
        assert np.abs(p - np.median(p)).max() < 0.02
        assert min(abs(float(np.median(p)) - level) for level in (0.05, 0.25, 0.75, 0.95)) < 0.01
    assert {"0.05", "0.25", "0.75", "0.95"} >= {
        text.text for text in texts(marks, "caption") if text.along is not None
    }


def test_a_method_without_probabilities_shows_its_score() -> None:
    scene = scene_of(document_of(clouds(), [SoftMarginSVM(C=8.0)]))
    marks, result = bare_marks(scene), scene.fits["m1"]
    (field,) = pick(marks, "probability", Field)
    assert field.values.min() >= -1.0
    assert field.values.max() <= 1.0
    for contour in paths(marks, "contour"):
        f = result.decision_function(contour.xy)
        assert f == pytest.approx(np.full(len(f), np.round(np.median(f))), abs=1e-6)
    words = [words for words in canvas_figure(scene).words if words.id[0] == "contour"]
    assert words
    assert all(each.lines[0].startswith("$f$ = ") for each in words)


def test_the_ghost_is_the_boundary_before_the_drag() -> None:
    scene = scene_of(document_of(clouds(), [Fisher()]))
    moving = replace(dragged(scene, 3, (3.0, -2.0)), before=scene.fits)
    (ghost,) = paths(bare_marks(moving), "ghost")
    assert scene.fits["m1"].decision_function(ghost.xy) == pytest.approx([0.0, 0.0], abs=1e-9)
    assert not paths(bare_marks(scene), "ghost")


def test_the_influence_of_a_point_is_the_fit_without_it() -> None:
    data, row = clouds(apart=0.8), 5
    scene = scene_of(document_of(data, [SoftMarginSVM(C=3.0)]))
    scene = replace(
        scene, fits={"m1": replace(scene.fits["m1"], seconds=0.0)}, hover=Hover((0.0, 0.0), row)
    )
    marks = bare_marks(scene)
    expected = fit(SoftMarginSVM(C=3.0), np.delete(data.X, row, axis=0), np.delete(data.y, row))
    (ghost,) = paths(marks, "ghost")
    assert expected.decision_function(ghost.xy) == pytest.approx([0.0, 0.0], abs=1e-7)


def test_projected_points_lie_on_the_axis_at_the_feet_of_their_perpendiculars() -> None:
    scene = scene_of(replace(document_of(clouds(), [Fisher()]), layers=frozenset({"projection"})))
    marks, data, w = bare_marks(scene), scene.document.dataset, np.asarray(scene.fits["m1"].w)
    (axis,) = paths(marks, "projection-axis")
    along = np.diff(axis.xy, axis=0)[0]
    assert along[0] * w[1] == pytest.approx(along[1] * w[0], abs=1e-9)
    for role, lines in zip((0, 1), paths(marks, "projector"), strict=True):
        pairs = lines.xy.reshape(-1, 2, 2)
        assert pairs[:, 0].tolist() == data.X[data.labels == role].tolist()
        assert (pairs[:, 1] - pairs[:, 0]) @ w == pytest.approx(np.zeros(len(pairs)), abs=1e-9)
        steps = pairs[:, 1] - axis.xy[0]
        assert steps[:, 0] * along[1] == pytest.approx(steps[:, 1] * along[0], abs=1e-8)


@pytest.mark.parametrize("C", [0.5, 3.0, 50.0])
def test_a_soft_margin_is_the_closest_pair_of_its_reduced_hulls(C: float) -> None:
    scene = scene_of(document_of(clouds(apart=0.8), [SoftMarginSVM(C=C)]))
    result = scene.fits["m1"]
    plus, minus, pair = reduced(result)
    w = np.asarray(result.w)
    assert (plus @ w).min() == pytest.approx(float(pair[1] @ w), rel=1e-9, abs=1e-9)
    assert (minus @ w).max() == pytest.approx(float(pair[0] @ w), rel=1e-9, abs=1e-9)
    step = pair[1] - pair[0]
    assert step[0] * w[1] == pytest.approx(step[1] * w[0], abs=1e-9)


def reduced(result: Fit) -> tuple[Floats, Floats, Floats]:
    """Both hulls and the pair, straight from the layer."""
    minus, plus, pair = hulls._reduced_hulls(result, False)
    assert isinstance(minus, Area)
    assert isinstance(plus, Area)
    assert isinstance(pair, Path)
    return plus.xy, minus.xy, pair.xy


def test_each_point_is_left_out_in_turn() -> None:
    dataset = clouds(8)
    scene = scene_of(document_of(dataset, [HardMarginSVM()]))
    lines = paths(other_samples.draw_halo(scene), "resample")
    assert len(lines) == len(dataset)
    result = scene.fits["m1"]
    alpha = np.asarray(result.alpha)
    fits = other_samples._fits_without_each(result.method, result.problem)
    for row, without in enumerate(fits):
        is_same = np.allclose(
            (*np.asarray(without.w), without.b), (*np.asarray(result.w), result.b), rtol=1e-6
        )
        assert is_same == (alpha[row] <= 1e-9), "only support vectors hold the line"


@pytest.mark.parametrize("seed", [3, 4])
def test_contours_of_many_probabilities_are_smooth_beside_the_borders(seed: int) -> None:
    scene = scene_of(document_of(three_clouds(seed=seed), [SoftMarginSVM()]))
    used = replace(scene.document.methods[0], method=Softmax(l2=0.001))
    scene = scene_of(scene.document.with_method(used))
    contours = [mark.xy for mark in PROBABILITY.draw(scene) if isinstance(mark, Path)]
    assert len(contours) >= 6
    for xy in contours:
        length = float(np.hypot(*np.diff(xy, axis=0).T).sum())
        assert length > 8.0 * scene.pixel  # beads along a border are shorter
        p = scene.fits["m1"].predict_proba(xy)
        near_level = [np.abs(p - level).max(axis=0).min() for level in (0.5, 0.75, 0.9, 0.99)]
        assert min(near_level) < 0.01  # of one class all the way


def test_without_a_limit_the_reduced_hull_is_the_hull() -> None:
    X = clouds().X
    corners = reduced_hull(X, 1.0, np.array([1.0, 0.0]))
    assert {tuple(c) for c in np.round(corners, 9).tolist()} <= {
        tuple(c) for c in np.round(X[convex_hull(X)], 9).tolist()
    }
    assert corners.max(axis=0) == pytest.approx(X.max(axis=0))
    alone = reduced_hull(X, 1.0 / len(X), np.array([1.0, 0.0]))
    assert alone == pytest.approx(np.tile(X.mean(axis=0), (len(alone), 1)))
