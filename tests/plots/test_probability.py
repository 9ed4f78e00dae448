"""The probability along w: the curve is the sigmoid of the score, the points stand at their
distances.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, dots, paths, scene_of

from linclass_gui.plots.probability import MOST_POINTS, distances, figure, read
from linclass_gui.scene.annotations import Annotation
from solvers import BayesianLogistic, GaussianGenerative, LogisticRegression, Method

LINEAR: tuple[Method, ...] = (LogisticRegression(l2=0.1), GaussianGenerative())


@pytest.mark.parametrize("method", LINEAR, ids=lambda m: type(m).__name__)
@pytest.mark.parametrize("shift", [0.0, 1e7])
def test_the_curve_is_the_sigmoid_of_the_length_of_w_times_the_distance(
    method: Method, shift: float
) -> None:
    data = clouds()
    scene = scene_of(document_of(replace(data, X=data.X + shift), [method]))
    fit = scene.fits["m1"]
    (curve,) = paths(figure(scene).marks, "curve")
    expected = 1.0 / (1.0 + np.exp(-np.hypot(*fit.w) * curve.xy[:, 0]))
    np.testing.assert_allclose(curve.xy[:, 1], expected, atol=1e-12)


def test_points_stand_at_0_and_1_at_their_distance_from_the_line() -> None:
    scene = scene_of(document_of(clouds(), LINEAR[:1]))
    fit = scene.fits["m1"]
    d = (fit.problem.X @ fit.w + fit.b) / np.hypot(*fit.w)
    np.testing.assert_allclose(distances(fit), d, atol=1e-12)
    for role, sign, height in (("class-minus", -1.0, 0.0), ("class-plus", 1.0, 1.0)):
        (drawn,) = dots(figure(scene).marks, role)
        np.testing.assert_allclose(drawn.xy[:, 0], d[fit.problem.y == sign], atol=1e-12)
        assert set(drawn.xy[:, 1]) == {height}


def test_a_test_point_stands_on_the_curve_and_places_are_read() -> None:
    scene = scene_of(
        replace(
            document_of(clouds(), LINEAR[:1]), annotations=(Annotation("test-point", (1.0, 0.75)),)
        )
    )
    fit = scene.fits["m1"]
    (marker,) = dots(figure(scene).marks, "marker")
    assert marker.xy[0, 1] == pytest.approx(fit.predict_proba([[1.0, 0.75]])[0, 1])
    reading = read(scene, (0.0, 0.5), (1e-6, 1e-6))
    assert reading.words.lines[2] == "$P(+ | x)$ = 0.500"
    at = (float(distances(fit)[3]), float(fit.problem.y[3] > 0))
    point = read(scene, at, (0.01, 0.01))
    assert point.row is not None
    assert distances(fit)[point.row] == pytest.approx(at[0])


def test_a_point_is_found_among_more_than_are_drawn() -> None:
    scene = scene_of(document_of(clouds(MOST_POINTS + 100), LINEAR[:1]))
    d, y = distances(scene.fits["m1"]), scene.fits["m1"].problem.y
    row = int(d.argmax())
    assert read(scene, (float(d[row]), float(y[row] > 0)), (1e-6, 0.1)).row == row


def test_the_bayesian_probability_is_more_modest_than_the_sigmoid() -> None:
    scene = scene_of(document_of(clouds(), [BayesianLogistic()]))
    fit = scene.fits["m1"]
    (curve,) = paths(figure(scene).marks, "curve")
    sigmoid = 1.0 / (1.0 + np.exp(-np.hypot(*fit.w) * curve.xy[:, 0]))
    assert np.all(np.abs(curve.xy[:, 1] - 0.5) <= np.abs(sigmoid - 0.5) + 1e-12)
    assert figure(scene).heading == ()
