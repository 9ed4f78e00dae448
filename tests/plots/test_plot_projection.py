"""The data along w: densities, rug, error steps and the threshold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, dots, paths, scene_of
from hypothesis import given, settings
from hypothesis import strategies as st

from linclass_gui.answers.decision import trial_line
from linclass_gui.answers.density import BINS, bandwidth, error_steps, histogram, smooth_counts
from linclass_gui.answers.trial_line import trial_numbers, turn_line
from linclass_gui.markup.numbers import count_words, significant
from linclass_gui.plots.axes import rugs
from linclass_gui.plots.projection import drag, figure
from linclass_gui.scene.document import TrialLine
from linclass_gui.scene.marks import Figure
from solvers import Fisher, SoftMarginSVM


@settings(max_examples=40)
@given(st.lists(st.floats(-100.0, 100.0), min_size=1, max_size=60))
def test_densities_integrate_to_one(values: list[float]) -> None:
    f = np.array(values)
    bins = histogram(f, np.ones(len(f)), -500.0, 500.0)
    assert bins.plus.sum() == len(f)
    density = smooth_counts(bins.plus, bins.step, bandwidth(bins.plus, bins.centres, bins.step))
    assert density.min() >= 0.0
    assert float(density.sum()) * bins.step == pytest.approx(1.0, rel=1e-12)
    assert smooth_counts(bins.minus, bins.step, 1.0).sum() == 0.0


def test_the_density_runs_out_of_the_picture_without_a_spike() -> None:
    f = np.array([-0.9, -0.2, 0.1, 0.95])
    bins = histogram(f, np.ones(4), -1.0, 1.0)
    width = 0.4
    exact = np.exp(-0.5 * ((bins.centres[:, None] - f) / width) ** 2).mean(axis=1) / (
        width * np.sqrt(2 * np.pi)
    )
    assert smooth_counts(bins.plus, bins.step, width) == pytest.approx(exact, rel=0.01)


def test_margin_methods_mark_one_on_both_sides_and_others_do_not() -> None:
    marks = figure(scene_of(document_of(clouds(), [SoftMarginSVM(C=8.0)]))).marks
    assert paths(marks, "margin-mark-minus")[0].xy[:, 0].tolist() == [-1.0, -1.0]
    assert paths(marks, "margin-mark-plus")[0].xy[:, 0].tolist() == [1.0, 1.0]
    assert not paths(figure(scene_of(document_of(clouds(), [Fisher()]))).marks, "margin-mark-plus")


def test_dragging_the_threshold_shifts_a_parallel_trial_line() -> None:
    scene = scene_of(document_of(clouds(apart=0.6)))
    after = drag(scene, "threshold", (0.7, 0.0))
    assert after.trial is not None
    fit = scene.fits["m1"]
    X = fit.problem.X
    assert ((trial_line(after.trial).scores(X) > 0.0) == (fit.decision_function(X) > 0.7)).all()
    shown = figure(replace(scene, document=after))
    assert shown.handles[0].at[0] == pytest.approx(0.7)
    errors = int(np.count_nonzero((fit.decision_function(X) > 0.7) != (fit.problem.y > 0)))
    assert shown.heading == ("threshold 0.700", f"{errors} error{'' if errors == 1 else 's'}")
    assert len(dots(shown.marks, "trial-handle")) == 1


def test_a_line_that_is_turned_is_projected_and_its_hills_part() -> None:
    scene = scene_of(document_of(clouds(apart=1.5)))
    both = scene.document.dataset
    document = replace(scene.document, trial=TrialLine(90.0, (0.3, 0.2), in_front=True))
    before = figure(replace(scene, document=document))
    along = replace(document, trial=turn_line(document.trial, 10.0))
    after = figure(replace(scene, document=along))
    assert (before.x.low, before.x.high) == (after.x.low, after.x.high)  # the axis stands still
    for plot, shown in ((before, document), (after, along)):
        wrong = trial_numbers(both, shown.trial)
        assert plot.heading[1] == count_words(wrong.errors, "error")
        assert plot.heading[2] == f"$J$ = {significant(wrong.J, 3)}"
        at = plot.handles[0].at[0]
        assert (
            (_rug(plot, "rug-plus") > at)
            == (trial_line(shown.trial).scores(both.X[both.y > 0]) > 0.0)
        ).all()
        (line,) = paths(plot.marks, "trial-threshold")
        assert line.xy[:, 0] == pytest.approx(at)
    apart = [
        float(_rug(plot, "rug-plus").mean() - _rug(plot, "rug-minus").mean())
        for plot in (before, after)
    ]
    assert apart[1] > apart[0] + 1.0
    moved = drag(replace(scene, document=along), "threshold", (0.7, 0.0))
    assert figure(replace(scene, document=moved)).handles[0].at[0] == pytest.approx(0.7)
    assert moved.trial.angle == 10.0
    behind = replace(scene, document=replace(moved, trial=replace(moved.trial, in_front=False)))
    assert figure(behind).x.label == "$f(x)$"


def _rug(plot: Figure, role: str) -> np.ndarray:
    return paths(plot.marks, role)[0].xy[0::2, 0]


def test_no_class_hides_the_strokes_of_another() -> None:
    first, second, third = rugs(
        [np.array([1.0, 2.0, 2.0]), np.array([3.0, 2.0]), np.array([2.0])], 0.0, 3.0
    )
    assert first.tolist() == [[1, 0], [1, 3], [2, 2], [2, 3], [2, 2], [2, 3]]
    assert second.tolist() == [[3, 0], [3, 3], [2, 1], [2, 2]]
    assert third.tolist() == [[2, 0], [2, 1]]


def test_error_steps_of_many_points_are_right_at_the_edges_of_the_bins() -> None:
    rng = np.random.default_rng(0)
    positive = rng.random(5000) < 0.4
    f = rng.normal(np.where(positive, 1.0, -1.0), 1.0)
    steps = error_steps(f, positive, histogram(f, np.where(positive, 1.0, -1.0), -8.0, 8.0))
    for k in range(0, BINS, 37):
        assert steps.counts[k + 1] == np.count_nonzero((f > steps.thresholds[k]) != positive)


def test_the_rug_stands_at_the_scores_of_each_class() -> None:
    scene = scene_of(document_of(clouds()))
    fit, plot = scene.fits["m1"], figure(scene)
    f = fit.decision_function(fit.problem.X)
    for role, sign in (("rug-minus", -1.0), ("rug-plus", 1.0)):
        (rug,) = paths(plot.marks, role)
        assert rug.joined == "pairs"
        assert rug.xy[0::2, 0] == pytest.approx(f[fit.problem.y == sign], abs=1e-12)


def test_the_threshold_starts_at_zero_with_the_training_errors() -> None:
    scene = scene_of(document_of(clouds(apart=0.6)))
    plot = figure(scene)
    errors = scene.fits["m1"].certificate.errors
    assert plot.handles[0].at[0] == 0.0
    assert plot.heading == ("threshold 0", f"{errors} errors")
    assert [words.lines for words in plot.words] == [("class +",), ("class −",)]
