"""Weight space of relaxation: r is the distance of an iterate from the hyperplane that it violates,
and the step is the rate times it, for every step of a run.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.plots import weight_space
from linclass_gui.scene.marks import Path
from linclass_gui.scene.playback import Playback
from linclass_gui.scene.scene import PairScene
from solvers import Dataset, Fit, Perceptron, Relaxation, fit

APART = clouds(16, apart=2.2)


def _run(rule: Relaxation, dataset: Dataset = APART) -> Fit:
    return fit(rule, dataset.X, dataset.y)


@pytest.mark.parametrize("rate", [0.6, 1.0, 1.4])
@pytest.mark.parametrize("has_offset", [True, False])
def test_every_single_step_is_the_rate_times_the_distance(rate: float, has_offset: bool) -> None:
    rule = Relaxation(rate=rate, fit_intercept=has_offset)
    run = _run(rule)
    assert weight_space.relaxation_step(run, 0) is None
    for k in range(1, len(run.history)):
        step = weight_space.relaxation_step(run, k)
        ((r,), (z,), (foot,)) = step.distances, step.Z, step.feet
        assert step.rate == pytest.approx(rate)
        assert z @ foot == pytest.approx(rule.margin)
        assert np.linalg.norm(foot - step.before) == pytest.approx(r)
        assert np.linalg.norm(step.after - step.before) == pytest.approx(rate * r)
        assert r > 0.0


def test_a_batch_takes_a_part_of_the_sum_of_its_ways() -> None:
    run = _run(Relaxation(update="batch"))
    for k in range(1, len(run.history)):
        step = weight_space.relaxation_step(run, k)
        ways = (step.feet - step.before).sum(axis=0)
        np.testing.assert_allclose(step.before + step.rate * ways, step.after, atol=1e-12)
        assert len(step.distances) == len(run.history[k].active)


def test_samples_that_do_not_add_up_to_the_step_show_nothing() -> None:
    far = Dataset(APART.X + 1e4, APART.labels)  # standardised inside
    run = _run(Relaxation(), far)
    shown = [weight_space.relaxation_step(run, k) for k in range(len(run.history))]
    assert shown == [None] * len(run.history)
    other = fit(Perceptron(), APART.X, APART.y)
    assert weight_space.relaxation_step(other, 1) is None


def _played(step: int, announced: bool) -> PairScene:
    scene = scene_of(document_of(APART, [Relaxation(rate=0.6)]))
    run = scene.fits["m1"]
    playback = Playback(step, run.numbers, announced)
    return replace(scene, fits={"m1": run.at(step)}, whole={"m1": run}, playback=playback)


def test_the_picture_follows_the_playback() -> None:
    run = scene_of(document_of(APART, [Relaxation(rate=0.6)])).fits["m1"]
    for scene, k in ((_played(2, False), 2), (_played(2, True), 3)):
        step = weight_space.relaxation_step(run, k)
        figure = weight_space.figure(scene)
        r = float(step.distances[0])
        assert figure.heading[-1] == f"$r = {r:.3f}$, $η r = {0.6 * r:.3f}$ in $(b, w)$"
        assert figure.words[0].lines == (f"$r = {r:.3f}$",)
        (way,) = (m for m in figure.marks if isinstance(m, Path) and m.role == "weight")
        np.testing.assert_allclose(way.xy, [run.history[k - 1].w, run.history[k].w], atol=1e-12)
        # the dashed line passes through the foot
        (trace,) = (m for m in figure.marks if isinstance(m, Path) and m.role == "margin")
        (one, other), foot = trace.xy, step.feet[0][1:]
        along, to_foot = other - one, foot - one
        assert along[0] * to_foot[1] == pytest.approx(along[1] * to_foot[0], abs=1e-9)
