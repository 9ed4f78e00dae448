"""J over the angle: the curve, the markers of the methods, and what dragging one of them does."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import THREE, KernelMeans, clouds, document_of, dots, dragged, paths, scene_of

from linclass_gui.answers.decision import trial_line
from linclass_gui.draw.axes import transform_of
from linclass_gui.draw.coincidence import LARGEST
from linclass_gui.draw.placing.placer import with_words
from linclass_gui.markup.numbers import fixed_number
from linclass_gui.plots.fisher_angle import drag, figure, read
from linclass_gui.scene.document import TrialLine
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.theme import LIGHT, PROJECTOR, Theme
from linclass_gui.window.canvas.plots_area import plot_theme
from solvers import Dataset, Fisher, GaussianKernel, Method, SoftMarginSVM, fisher_curve

LINES = Dataset(
    np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [1.0, 0.0], [2.0, 1.0], [3.0, 2.0]]),
    [0, 0, 0, 1, 1, 1],
)


def expected_J(scene: Scene, degrees: float) -> float:
    data = scene.document.dataset
    return float(fisher_curve(data.X, data.y, [np.radians(degrees)]).J[0])


@pytest.mark.parametrize("moving", [False, True], ids=["at-rest", "during-a-drag"])
def test_the_curve_and_the_trial_line_lie_on_fishers_criterion(moving: bool) -> None:
    scene = scene_of(document_of(clouds(), THREE), trial=TrialLine(200.0, (0.0, 0.0)))
    if moving:
        scene = dragged(scene, 3, (2.5, -1.5))
    plot, data = figure(scene), scene.document.dataset
    (curve,), lane = paths(plot.marks, "curve"), plot.lanes[0]
    expected = fisher_curve(data.X, data.y, np.radians(curve.xy[:, 0])).J
    assert lane.values(curve.xy[:, 1]) == pytest.approx(expected, rel=1e-9)
    trial = plot.markers[0]
    assert trial.role == "trial-handle"
    assert (trial.at[0], lane.values(np.array(trial.at[1]))) == pytest.approx(
        (20.0, expected_J(scene, 20.0))
    )


def test_fisher_stands_at_the_maximum_which_is_written_in_the_corner() -> None:
    scene = scene_of(document_of(clouds()))
    plot = figure(scene)
    fisher = next(
        m
        for method, m in zip(scene.document.methods, plot.markers, strict=True)
        if method.id == "m2"
    )
    (curve,) = paths(plot.marks, "curve")
    assert fisher.at[1] >= np.nanmax(curve.xy[:, 1]) - 1e-12
    angle, J = fisher.at[0], float(plot.lanes[0].values(np.array(fisher.at[1])))
    (said,) = (words for words in plot.heading if "$J$" in words)
    assert f"$J$ = {J:.3g}" in said
    assert f"at {angle:.1f}°" in said


def test_an_unbounded_criterion_is_cut_off_and_says_so() -> None:
    plot = figure(scene_of(document_of(LINES, THREE)))
    (curve,) = paths(plot.marks, "curve")
    assert np.nanmax(curve.xy[:, 1]) <= plot.y.high
    assert np.isfinite(plot.y.high)
    assert any("unbounded at 135.0°" in words for words in plot.heading)


def test_dragging_the_handle_turns_the_trial_line() -> None:
    scene = scene_of(document_of(clouds()), trial=TrialLine(20.0, (0.5, 0.0)))
    (handle,) = figure(scene).handles
    assert handle.at[0] == 20.0
    assert figure(scene).lanes[0].values(np.array(handle.at[1])) == pytest.approx(
        expected_J(scene, 20.0)
    )
    after = drag(scene, handle.name, (75.0, 0.0))
    assert after.trial == TrialLine(75.0, (0.5, 0.0), in_front=True)
    assert after.dataset is scene.document.dataset


def test_a_trial_line_can_be_pulled_off_every_method() -> None:
    scene = scene_of(document_of(clouds()))
    _, *handles = figure(scene).handles
    assert len(handles) == 3
    for handle in handles:
        still = drag(scene, handle.name, handle.at).trial
        fit = scene.fits[handle.name.removeprefix("trial-")]
        middle = np.array([still.pivot])
        assert fit.decision_function(middle) == pytest.approx([0.0], abs=1e-9)
        X = scene.document.dataset.X
        assert (np.sign(trial_line(still).scores(X)) == np.sign(fit.decision_function(X))).all()


@pytest.mark.parametrize(
    "methods", [THREE, (KernelMeans(),), ()], ids=["three-methods", "a-curved-method", "no-method"]
)
def test_a_handle_that_makes_a_trial_line_is_always_there(methods: tuple[Method, ...]) -> None:
    scene = scene_of(
        document_of(clouds(), methods, kernel=GaussianKernel(1.0) if len(methods) == 1 else None)
    )
    plot = figure(scene)
    offered = plot.handles[0]
    assert not dots(plot.marks, "trial-handle"), "without a line it is seen at the pointer only"
    (ring,) = dots(read(scene, (20.0, 0.5), (1.0, 0.1)).marks, "trial-handle")
    assert ring.xy[0].tolist() == list(offered.at)
    after = drag(scene, offered.name, (75.0, 0.0))
    assert after.trial.angle % 180.0 == 75.0


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("theme", [LIGHT, plot_theme(PROJECTOR)], ids=lambda theme: theme.name)
@pytest.mark.parametrize("size", [(259.0, 194.0), (606.0, 390.0)], ids=["small", "large"])
def test_methods_at_nearly_one_angle_are_all_seen(theme: Theme, size: tuple[float, float]) -> None:
    # Four algorithms of one model: their angles agree to all digits that a screen has.
    same = [
        SoftMarginSVM(C=3.0),
        SoftMarginSVM(C=3.0, algorithm="smo"),
        SoftMarginSVM(C=3.0, algorithm="interior-point"),
        Fisher(),
    ]
    plot = figure(scene_of(document_of(clouds(), same), trial=TrialLine(20.0, (0.0, 0.0))))
    transform = transform_of(plot, (0.0, 0.0, *size), theme)
    marks = with_words(plot, transform, theme).marks
    shown = dots(marks, "marker")[:4]  # then the list of names
    # Each in its own place, and what another one covers is larger than that.
    assert [tuple(mark.xy[0]) for mark in shown] == [
        marker.at for marker in plot.markers if marker.role == "marker"
    ]
    radii = [
        0.5 * theme.style("marker").size * (1.0 if mark.sizes is None else float(mark.sizes[0]))
        for mark in shown
    ]
    places = [transform.point(*mark.xy[0]) for mark in shown]
    covered = [
        (k, m) for m in range(4) for k in range(m) if math.dist(places[k], places[m]) < radii[m]
    ]
    assert len(covered) >= 3
    assert all(radii[k] >= radii[m] + 0.2 * radii[-1] for k, m in covered)
    assert max(radii) <= LARGEST * radii[-1]


@pytest.mark.parametrize("has_names", [True, False], ids=["names", "no-names"])
def test_J_of_every_line_is_at_its_dot_or_in_a_list(has_names: bool) -> None:
    plot = figure(scene_of(replace(document_of(clouds()), names=has_names)))
    scene = scene_of(document_of(clouds()))
    numbers = [fixed_number(expected_J(scene, marker.at[0])) for marker in plot.markers]
    if has_names:
        (words,) = plot.words
        assert list(words.home.values) == sorted(numbers, reverse=True)
        return
    for marker, words, J in zip(plot.markers, plot.words, numbers, strict=True):
        assert words.lines == (f"$J$ = {J}",)
        assert words.home.xy[0].tolist() == list(marker.at)
