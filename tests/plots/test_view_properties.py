"""What the views say, on any small data set, ties and duplicates included: sums, signs, heights and
counts are those of the fit.
"""

from __future__ import annotations

import numpy as np
import pytest
from drawing_scenes import bare_marks, document_of, paths, scene_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from linclass_gui.answers.decision import plane_line
from linclass_gui.plots import fisher_angle, multipliers, projection
from linclass_gui.scene.scene import Scene
from solvers import (
    Dataset,
    Fisher,
    HardMarginSVM,
    LogisticRegression,
    Method,
    SoftMarginSVM,
    fisher_curve,
)

FEW = settings(max_examples=30, deadline=None)
# A coarse lattice: points coincide, stand in line, and lie on each other's margins.
PLACES = st.tuples(st.integers(-4, 4), st.integers(-3, 3))
CLOUDS = st.tuples(
    st.lists(PLACES, min_size=1, max_size=9), st.lists(PLACES, min_size=1, max_size=9)
)
C = st.sampled_from([0.02, 0.5, 3.0, 40.0])


def dataset_of(minus: list[tuple[int, int]], plus: list[tuple[int, int]]) -> Dataset:
    return Dataset(
        np.array(minus + plus, dtype=np.float64), np.repeat([0, 1], [len(minus), len(plus)])
    )


def scene_with(
    clouds: tuple[list[tuple[int, int]], list[tuple[int, int]]], *methods: Method
) -> Scene:
    return scene_of(document_of(dataset_of(*clouds), methods))


@FEW
@given(CLOUDS, C)
def test_slack_stands_on_its_margin_line_and_adds_up_to_the_hinge_loss(
    clouds: tuple[list[tuple[int, int]], list[tuple[int, int]]], C: float
) -> None:
    scene = scene_with(clouds, SoftMarginSVM(C=C))
    fit = scene.fits["m1"]
    assume(fit.w is not None and float(np.hypot(*fit.w)) > 1e-6)
    w, total, marks = np.asarray(fit.w), 0.0, bare_marks(scene)
    for role, level in (("slack-minus", -1.0), ("slack-plus", 1.0)):
        for segments in paths(marks, role):
            ends = segments.xy.reshape(-1, 2, 2)
            steps = ends[:, 1] - ends[:, 0]
            size = 1.0 + float(np.abs(ends).max())
            assert fit.decision_function(ends[:, 1]) == pytest.approx(
                np.full(len(ends), level), abs=1e-8 * size
            )
            assert steps @ np.array([-w[1], w[0]]) == pytest.approx(
                np.zeros(len(ends)), abs=1e-8 * size
            )
            total += float(np.hypot(*steps.T).sum() * np.hypot(*w))
    hinge = np.maximum(0.0, 1.0 - fit.certificate.margins)
    assert total == pytest.approx(float(hinge.sum()), rel=1e-6, abs=1e-6)


@FEW
@given(CLOUDS, C)
def test_bars_are_the_multipliers_with_the_signs_of_their_classes_and_balance(
    clouds: tuple[list[tuple[int, int]], list[tuple[int, int]]], C: float
) -> None:
    scene = scene_with(clouds, SoftMarginSVM(C=C))
    fit, figure = scene.fits["m1"], multipliers.figure(scene)
    assume(not figure.message)
    marks = figure.marks
    heights = np.zeros(len(fit.alpha))
    for role, sign in (("slack-minus", -1.0), ("slack-plus", 1.0)):
        for bars in paths(marks, role):
            assert (sign * bars.xy[1::2, 1] > 0.0).all()
            heights[bars.xy[1::2, 0].astype(np.int64) - 1] += bars.xy[1::2, 1]
    bound = C / len(fit.alpha)
    assert heights == pytest.approx(fit.alpha * fit.problem.y, abs=1e-8 * bound)
    assert abs(float(heights.sum())) <= 1e-8 * bound * len(heights)
    assert (np.abs(heights) <= bound * (1.0 + 1e-9)).all()


@FEW
@given(CLOUDS)
def test_every_marker_stands_at_the_height_of_its_angle(
    clouds: tuple[list[tuple[int, int]], list[tuple[int, int]]],
) -> None:
    scene = scene_with(clouds, SoftMarginSVM(C=3.0), Fisher(), LogisticRegression(l2=0.05))
    figure, data = fisher_angle.figure(scene), scene.document.dataset
    assume(not figure.message)
    by_id = {method.id: plane_line(fit) for method, fit in scene.drawn}
    lines = [
        line for method in scene.document.methods if (line := by_id.get(method.id)) is not None
    ]
    markers, lane = figure.markers, figure.lanes[0]
    assert len(markers) == len(lines)
    for line, marker in zip(lines, markers, strict=True):
        angle, height = marker.at[0], float(lane.values(np.array(marker.at[1])))
        assert angle == pytest.approx(line.degrees % 180.0)
        J = float(fisher_curve(data.X, data.y, [np.radians(angle)]).J[0])
        assert height == pytest.approx(
            0.0 if np.isnan(J) else min(J, lane.axis.high), rel=1e-9, abs=1e-12
        )


@FEW
@given(CLOUDS, st.sampled_from([SoftMarginSVM(C=3.0), Fisher(), HardMarginSVM()]))
def test_the_steps_of_the_errors_are_counted_point_by_point(
    clouds: tuple[list[tuple[int, int]], list[tuple[int, int]]], method: Method
) -> None:
    scene = scene_with(clouds, method)
    figure, fit = projection.figure(scene), scene.fits["m1"]
    assume(not figure.message)
    (steps,) = paths(figure.marks, "curve-thin")
    f, positive = fit.decision_function(fit.problem.X), fit.problem.y > 0
    # Between two steps, far enough from every score that rounding decides nothing.
    left, right = steps.xy[0::2], steps.xy[1::2]
    wide = right[:, 0] - left[:, 0] > 1e-6 * (figure.x.high - figure.x.low)
    middles = 0.5 * (left[wide, 0] + right[wide, 0])
    counts = np.array([np.count_nonzero((f > threshold) != positive) for threshold in middles])
    assert figure.lanes[1].values(left[wide, 1]) == pytest.approx(counts, abs=1e-6)
