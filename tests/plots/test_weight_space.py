"""The weight space: contours of every criterion, one line a sample, the cone of the solutions."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest
from drawing_scenes import areas, clouds, document_of, dots, paths, scene_of

from linclass_gui.answers.points_table import few_of_each
from linclass_gui.plots import weight_space
from linclass_gui.plots.landscapes import heights, landscape, solutions
from linclass_gui.scene.document import LANDSCAPES
from linclass_gui.scene.marks import Field
from linclass_gui.scene.playback import open_timeline, play_fits, seek
from linclass_gui.scene.theme import THEMES
from linclass_gui.scene.view import View
from solvers import (
    LMS,
    Fisher,
    Fit,
    Floats,
    HardMarginSVM,
    HoKashyap,
    LeastSquares,
    LogisticRegression,
    Method,
    Perceptron,
    Relaxation,
    SoftMarginSVM,
)

DATA = clouds(80, 1.2, 3)
APART = clouds(60, 5.0, 3)


def fit_of(method: Method, data: object = DATA) -> Fit:
    return scene_of(document_of(data, [method])).fits["m1"]


def cost_at(fit: Fit, choice: str, W: Floats) -> Floats:
    """The height of the landscape at some weights (k, 2)."""
    criterion = landscape(fit, choice)
    rows = [heights(criterion, fit.problem.Phi, fit.problem.y, fit.b, w[:1], w[1:]) for w in W]
    return np.array(rows).ravel()


@pytest.mark.parametrize(
    "method",
    [
        Perceptron(margin=0.5),
        Relaxation(),
        LMS(),
        LeastSquares(ridge=2.0),
        SoftMarginSVM(C=4.0),
        SoftMarginSVM(C=4.0, positive_weight=3.0),
        LogisticRegression(l2=0.05, penalise_bias=True),
        LogisticRegression(l2=0.05, positive_weight=3.0),
    ],
    ids=str,
)
def test_the_height_of_the_answer_is_the_objective_of_the_fit(method: Method) -> None:
    fit = fit_of(method)
    assert cost_at(fit, "own", fit.w[None, :])[0] == pytest.approx(fit.certificate.primal, rel=1e-4)


@pytest.mark.parametrize(
    "method",
    [
        SoftMarginSVM(C=4.0),
        LogisticRegression(l2=0.05),
        LeastSquares(ridge=2.0),
        LeastSquares(),
        LogisticRegression(l2=0.01),
    ],
    ids=["soft-margin", "logistic", "ridge", "least-squares", "logistic-weak"],
)
def test_the_answer_of_a_method_is_the_lowest_place_of_its_own_landscape(method: Method) -> None:
    fit = fit_of(method)
    turns = np.radians(np.arange(0, 360, 15))
    ring = np.column_stack([np.cos(turns), np.sin(turns)])
    for radius in (0.05, 0.5):
        around = fit.w + radius * np.linalg.norm(fit.w) * ring
        assert cost_at(fit, "own", around).min() > cost_at(fit, "own", fit.w[None, :])[0]


def test_a_hard_margin_is_the_point_of_its_cone_nearest_to_the_origin() -> None:
    fit = fit_of(HardMarginSVM(), APART)
    (cone,) = areas(
        weight_space.figure(scene_of(document_of(APART, [HardMarginSVM()]))).marks, "solutions"
    )
    assert np.linalg.norm(cone.xy - fit.w, axis=1).min() < 1e-6 * np.linalg.norm(fit.w)
    assert np.linalg.norm(cone.xy, axis=1).min() >= np.linalg.norm(fit.w) * (1.0 - 1e-9)


@pytest.mark.parametrize("choice", LANDSCAPES)
def test_the_solutions_are_lighter_than_every_level(choice: str) -> None:
    scene = scene_of(replace(document_of(APART, [Perceptron()]), landscape=choice))
    marks = weight_space.figure(scene).marks
    (cone,) = areas(marks, "solutions")
    ground = next(mark for mark in marks if isinstance(mark, Field))
    assert marks.index(ground) < marks.index(cone)
    for theme in THEMES.values():
        style = theme.style("solutions")
        assert (style.fill, style.fill_opacity) == (theme.palette.canvas, 1.0)


@pytest.mark.parametrize("level", [0.0, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_the_cone_is_that_of_every_single_sample(seed: int, level: float) -> None:
    data, view = clouds(50, 3.0, seed), View(-6.0, 6.0, -4.0, 5.0)
    corners = solutions(data.X, data.y, 0.2, view, level)
    rng = np.random.default_rng(seed)
    W = np.column_stack([rng.uniform(view.x0, view.x1, 3000), rng.uniform(view.y0, view.y1, 3000)])
    right = (data.y * (W @ data.X.T + 0.2) > level).all(axis=1)
    if len(corners) == 0:
        assert not right.any()
        return
    edges, away = np.roll(corners, -1, axis=0) - corners, W[:, None] - corners
    inside = (edges[:, 0] * away[:, :, 1] - edges[:, 1] * away[:, :, 0] > 0.0).all(axis=1)
    assert (inside == right).all()


def test_on_the_line_of_a_sample_its_score_is_zero_and_lines_are_few() -> None:
    view = View(-1.0, 3.0, -2.0, 2.0)
    lines = weight_space.sample_lines(np.concatenate([DATA.X, np.zeros((1, 2))]), -0.4, view)
    ends = lines.reshape(-1, 2)
    assert np.abs(ends @ DATA.X.T - 0.4).min(axis=1).max() < 1e-9
    assert np.logical_or.reduce(
        [np.isclose(ends[:, k], edge) for k, edge in ((0, -1.0), (0, 3.0), (1, -2.0), (1, 2.0))]
    ).all()
    many = weight_space.figure(scene_of(document_of(clouds(2000, 1.0), [Fisher()]))).marks
    assert (
        sum(len(mark.xy) for role in ("sample-minus", "sample-plus") for mark in paths(many, role))
        <= 2 * weight_space.LINES
    )


@pytest.mark.parametrize(
    "method",
    [
        Perceptron(),
        Relaxation(),
        LMS(),
        HoKashyap(),
        Fisher(),
        HardMarginSVM(),
        SoftMarginSVM(),
        LogisticRegression(),
    ],
)
@pytest.mark.parametrize("choice", LANDSCAPES)
def test_every_method_shows_every_landscape_and_its_own_weights(
    method: Method, choice: str
) -> None:
    scene = scene_of(replace(document_of(APART, [method]), landscape=choice))
    figure, fit = weight_space.figure(scene), scene.fits["m1"]
    assert not figure.message
    (marker,) = dots(figure.marks, "marker")
    assert marker.xy[0].tolist() == np.asarray(fit.w).tolist()
    words = " ".join(figure.heading)
    assert "$b$" in words
    if choice.startswith("J"):
        assert f"${choice}$" in words
    assert figure.marks[0] is weight_space.figure(replace(scene)).marks[0]


def test_the_ring_of_the_start_is_dragged() -> None:
    scene = scene_of(document_of(clouds(), [Perceptron()]))
    (ring,) = weight_space.figure(scene).handles
    assert ring.at == (0.0, 0.0)
    document = weight_space.drag(scene, ring.name, (1.5, -2.0))
    assert document.methods[0].method == Perceptron(begin=(0.0, 1.5, -2.0))
    assert weight_space.figure(scene_of(document)).handles[0].at == (1.5, -2.0)
    assert weight_space.drag(scene, "other", (1.0, 1.0)) is scene.document
    assert weight_space.figure(scene_of(document_of(clouds(), [Fisher()]))).handles == ()


def test_the_frame_stays_through_a_run_and_the_start_is_a_point_of_it() -> None:
    scene = scene_of(document_of(DATA, [Perceptron(max_epochs=2)]))
    run = open_timeline(scene.fits["m1"])
    frames = []
    for step in range(run.last + 1):
        playback = seek(run, step)
        fits = MappingProxyType(play_fits(dict(scene.fits), playback, scene.document))
        figure = weight_space.figure(replace(scene, fits=fits, whole=scene.fits, playback=playback))
        assert not figure.message
        frames.append((figure.x.low, figure.x.high, figure.y.low, figure.y.high))
    assert len(frames) > 2
    assert len(set(frames)) == 1


@pytest.mark.parametrize(
    ("choice", "formula"),
    [
        ("errors", lambda t, z2: t <= 0.0),
        ("J_p", lambda t, z2: np.maximum(0.0, -t)),
        ("J_q", lambda t, z2: np.minimum(0.0, t) ** 2),
        ("J_r", lambda t, z2: 0.5 * np.maximum(0.0, 1.0 - t) ** 2 / z2),
    ],
    ids=["errors", "J_p", "J_q", "J_r"],
)
def test_the_criteria_of_the_sources(choice: str, formula: object) -> None:
    fit = fit_of(Fisher())
    W = np.random.default_rng(0).normal(0.0, 2.0, (50, 2))
    t = DATA.y * (W @ DATA.X.T + fit.b)
    expected = formula(t, 1.0 + (DATA.X**2).sum(axis=1)).sum(axis=1)
    assert cost_at(fit, choice, W) == pytest.approx(expected, rel=1e-5, abs=1e-4)


def test_a_choice_of_samples_holds_every_class_where_they_take_turns() -> None:
    rows = few_of_each(np.tile([-1, 1], 300), 6)
    assert (len(rows), np.count_nonzero(rows % 2)) == (100, 50)
    assert few_of_each(np.tile([-1, 1], 3), 1).tolist() == list(range(6))


def test_weights_without_an_offset_are_at_no_b() -> None:
    for has_offset in (True, False):
        method = Perceptron(fit_intercept=has_offset)
        figure = weight_space.figure(scene_of(document_of(APART, [method])))
        assert any("$b$" in words for words in figure.heading) is has_offset
