"""Curves that linked plots draw on demand: normal densities, populations, Rayleigh's quotient."""

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, paths, scene_of

from linclass_gui.plots import projection
from linclass_gui.plots.fisher_angle import FISHER_ANGLE, QUOTIENT, quotient
from linclass_gui.plots.projection import NORMALS, OF_POPULATIONS, PROJECTION
from linclass_gui.scene.document import TrialLine
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.shapes import moments_of
from solvers import Fisher, GaussianGenerative, GaussianPopulation, Populations

POPULATIONS = Populations(
    GaussianPopulation((-1.0, -0.5), ((1.0, 0.3), (0.3, 2.0)), 0.7),
    GaussianPopulation((1.0, 1.0), ((0.4, -0.1), (-0.1, 0.5)), 0.3),
)


def shown(*curves: str, trial: TrialLine | None = None) -> Scene:
    document = document_of(clouds(60), [GaussianGenerative(), Fisher()])
    return scene_of(replace(document, populations=POPULATIONS, curves=curves), trial=trial)


def test_the_assumed_normals_are_those_of_the_gaussian_classifier_along_w() -> None:
    scene = shown(NORMALS)
    points, fit = projection.projection_of(scene), scene.selected_fit
    X, labels = scene.document.dataset.X, scene.document.dataset.labels
    groups = [X[labels == k] for k in (0, 1)]
    S = sum((g - g.mean(0)).T @ (g - g.mean(0)) for g in groups) / len(X)
    variance = float(fit.w @ S @ fit.w)
    for group, curve in zip(groups, points.normals, strict=True):
        mean = float(fit.w @ group.mean(axis=0) + fit.b)
        exact = np.exp(-0.5 * (points.bins.centres - mean) ** 2 / variance)
        np.testing.assert_allclose(
            curve.density, exact / np.sqrt(2.0 * np.pi * variance), atol=1e-12
        )
    figure = PROJECTION.figure(scene)
    assert len(paths(figure.marks, "curve-dashed")) == 2
    assert "dashed: normals of one variance" in figure.heading


@pytest.mark.parametrize("trial", [None, TrialLine(30.0, (0.2, 0.1), in_front=True)])
def test_the_populations_are_projected_on_the_axis_that_is_shown(trial: TrialLine | None) -> None:
    scene = shown(OF_POPULATIONS, trial=trial)
    points = projection.projection_of(scene)
    t, step = points.bins.centres, points.bins.step
    for k, (curve, one) in enumerate(
        zip(points.normals, (POPULATIONS.minus, POPULATIONS.plus), strict=True)
    ):
        X = one.sample(100_000, np.random.default_rng(k))
        if trial is None:
            scores = X @ scene.selected_fit.w + scene.selected_fit.b
        else:
            both = moments_of(scene.document.dataset)
            scores = (X - both.centre - both.midpoint) @ trial.w
        # the curve reaches over nearly all of the class
        inside = (scores > t[0]) & (scores < t[-1])
        assert float(curve.density.sum()) * step == pytest.approx(float(inside.mean()), abs=0.01)
        mean = float(curve.density @ t / curve.density.sum())
        assert mean == pytest.approx(float(scores[inside].mean()), abs=0.02 * (t[-1] - t[0]))
    assert len(paths(PROJECTION.figure(scene).marks, "curve-dotted")) == 2


def test_the_quotient_is_largest_along_the_first_component() -> None:
    scene = shown(QUOTIENT)
    both, X = moments_of(scene.document.dataset), scene.document.dataset.X
    C = np.cov(X, rowvar=False, ddof=0)
    values, vectors = np.linalg.eigh(C)
    angles = np.linspace(0.0, 180.0, 1801)
    R = quotient(both, angles)
    assert R.max() == pytest.approx(values[1], rel=1e-5)
    assert R.min() == pytest.approx(values[0], rel=1e-5)
    degrees = np.degrees(np.arctan2(vectors[1, 1], vectors[0, 1])) % 180.0
    assert angles[int(R.argmax())] == pytest.approx(degrees, abs=0.1)
    u = np.array([np.cos(np.radians(70.0)), np.sin(np.radians(70.0))])
    assert quotient(both, np.array([70.0]))[0] == pytest.approx(u @ C @ u)
    figure = FISHER_ANGLE.figure(scene)
    (curve,) = paths(figure.marks, "curve-dash-dot")
    # as high as the largest J
    J = paths(figure.marks, "curve")[0]
    assert curve.xy[:, 1].max() == pytest.approx(np.nanmax(J.xy[:, 1]), abs=1e-3)
    assert any(words.startswith("variance $R$ largest at") for words in figure.heading)
    read = FISHER_ANGLE.read(scene, (70.0, 0.5), (1.0, 1.0))
    assert f"$R$ = {u @ C @ u:.3f}"[:9] in " ".join(read.words.lines)
