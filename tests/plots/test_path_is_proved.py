"""The path shows what a certificate supports: its numbers are those of the fit at the same C,
whatever the features are.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.plots import path
from linclass_gui.scene.document import Document
from linclass_gui.scene.scene import Scene
from solvers import (
    Dataset,
    Fit,
    LogisticRegression,
    Polynomial,
    Problem,
    QuadraticDiagonal,
    SoftMarginPath,
    SoftMarginSVM,
    Status,
    fit,
)
from solvers.maps import Circle, FeatureMap, Identity, Parabola, Product

pytestmark = pytest.mark.slow

CERTAIN = 1e-7
MAPS = (
    Identity(),
    Circle(),
    Parabola(),
    Product(),
    QuadraticDiagonal(),
    *(Polynomial(degree) for degree in (2, 3, 4, 5)),
)


def hours(n: int = 60, seed: int = 0) -> Dataset:
    """Points of an ordinary table, hours from 3 to 18 against marks: neither centred nor scaled."""
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.uniform(3.0, 18.0, n), rng.uniform(3.0, 10.0, n)])
    score = 0.25 * (X[:, 0] - 10.0) + 0.4 * (X[:, 1] - 6.0) + rng.normal(0.0, 0.8, n)
    return Dataset(X, (score > 0.0).astype(np.int64))


def scene_with(features: FeatureMap, C: float, data: Dataset) -> Scene:
    document: Document = document_of(data, [SoftMarginSVM(C=C)])
    return scene_of(document.with_method(replace(document.methods[0], features=features)))


def off(answer: Fit) -> float:
    """How far the norm of another answer with the same guarantee may be: the objective is strongly
    convex in w.
    """
    primal = answer.certificate.primal
    return 2.0 * float(np.sqrt(2.0 * CERTAIN * abs(primal)))


@pytest.mark.parametrize(
    "features",
    MAPS,
    ids=lambda features: f"{type(features).__name__}{getattr(features, 'degree', '')}",
)
def test_every_place_of_the_path_is_the_fit_there(features: FeatureMap) -> None:
    data = hours()
    used = scene_with(features, 1.0, data).document.methods[0]
    strength = path.strength_of(used)
    shown = path.sweep(data, used, strength, strength.decades)
    known = np.flatnonzero(np.isfinite(shown.norm))
    assert len(known) > 0.8 * len(shown.x)
    for k in known[:: max(1, len(known) // 9)]:
        answer = fit(SoftMarginSVM(C=float(10.0 ** shown.x[k])), data.X, data.y, features=features)
        assert answer.status is Status.CONVERGED
        assert shown.norm[k] == pytest.approx(float(np.linalg.norm(answer.w)), abs=off(answer))
        assert shown.objective[k] == pytest.approx(answer.certificate.primal, rel=3 * CERTAIN)


@pytest.fixture
def _walk_astray(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every path of the soft margin has norms that are wrong, as rounding makes them, and says so
    in its certificate.
    """
    true = SoftMarginSVM.path

    def astray(self: SoftMarginSVM, problem: Problem, low: float, high: float) -> SoftMarginPath:
        walk = true(self, problem, low, high)
        assert isinstance(walk, SoftMarginPath)
        return replace(walk, w=1e-3 * walk.w, gaps=np.ones_like(walk.gaps))

    monkeypatch.setattr(SoftMarginSVM, "path", astray)


@pytest.mark.usefixtures("_walk_astray")
def test_a_walk_without_proof_is_shown_as_fits_and_says_so() -> None:
    scene = scene_with(Identity(), 1.0, hours(seed=1))
    figure = path.figure(scene)
    assert path.REFITTED in figure.heading
    assert not [mark for mark in figure.marks if mark.role.startswith("curve")]
    places = [mark for mark in figure.marks if mark.role == "step"]
    assert len(places) == len(figure.lanes)
    norm = next(k for k, lane in enumerate(figure.lanes) if "‖w‖" in lane.axis.label)
    shown = figure.lanes[norm].values(places[norm].xy[:, 1])
    shown = 10.0**shown if figure.lanes[norm].axis.powers else shown
    for (x, _), value in list(zip(places[norm].xy.tolist(), shown.tolist(), strict=True))[::8]:
        answer = fit(SoftMarginSVM(C=10.0**x), scene.document.dataset.X, scene.document.dataset.y)
        assert value == pytest.approx(float(np.hypot(*answer.w)), rel=1e-5)


@pytest.mark.usefixtures("_walk_astray")
def test_a_place_without_certificate_has_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scene_with(Identity(), 1.0, hours(seed=2))
    monkeypatch.setattr("linclass_gui.plots.sweep.is_proven", lambda fit: False)
    assert path.figure(scene).message == path.UNPROVED
    assert path.read(scene, (0.0, 0.5), (0.1, 0.1)) is None


def test_slow_descent_draws_only_what_is_proved() -> None:
    data = hours()
    slow = LogisticRegression(l2=1e-3, algorithm="gradient")
    used = scene_of(document_of(data, [slow])).document.methods[0]
    strength = path.strength_of(used)
    shown = path.sweep(data, used, strength, strength.decades)
    for x, norm in zip(shown.x.tolist(), shown.norm.tolist(), strict=True):
        answer = fit(LogisticRegression(l2=10.0**x), data.X, data.y)
        if np.isfinite(norm):
            assert norm == pytest.approx(float(np.hypot(*answer.w)), rel=1e-2)


@pytest.mark.parametrize("n", [60, path.LIVE_POINTS + 2], ids=["few", "many"])
def test_the_path_of_few_points_follows_a_drag_and_that_of_many_fades(n: int) -> None:
    scene = scene_with(Identity(), 1.0, clouds(n, 0.9, 3))
    moved = scene.document.dataset.moved([5], np.array([[12.0, -9.0]]))
    document = replace(scene.document, dataset=moved)
    dragged = replace(scene, document=document, base=scene.document, moving=(5,))
    after = replace(scene_of(document), base=None)
    shown, same = (
        next(mark for mark in path.figure(one).marks if mark.role == "curve")
        for one in (dragged, after if n <= path.LIVE_POINTS else scene)
    )
    assert np.array_equal(shown.xy, same.xy, equal_nan=True)
    assert shown.faded == (n > path.LIVE_POINTS)
