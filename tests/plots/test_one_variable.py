"""One variable: densities, thresholds of least cost and their errors against closed forms, drags of
populations with their points, and the lift to the parabola.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from drawing_scenes import scene_of
from scipy.stats import norm

from linclass_gui.errors import UserError
from linclass_gui.files.first_picture import open_document
from linclass_gui.layers.populations import ON_PARABOLA
from linclass_gui.plots.one_variable import ONE_VARIABLE, drag, figure, read
from linclass_gui.scene.document import MISS_COSTS, Document, TrialLine
from linclass_gui.scene.generating import sampled_again
from linclass_gui.scene.marks import Figure
from linclass_gui.scene.one_variable import (
    OF_POINTS,
    SECOND,
    densities_of,
    lifted,
    of_points,
    rule_of_line,
    with_cut,
    with_deviation,
    with_mean,
)
from linclass_gui.scene.scene import PairScene
from solvers import Dataset
from solvers.studies.populations import ProjectedPopulations, ThresholdRule


@cache
def opened() -> Document:
    return open_document("lesson:one-variable")


def shown_scene(document: Document) -> PairScene:
    scene = scene_of(document, trial=document.trial)
    assert isinstance(scene, PairScene)
    return scene


def drawn(document: Document) -> Figure:
    return figure(shown_scene(document))


CASES = {
    "equal widths": ProjectedPopulations((-1.0, 2.0), (1.5, 1.5), (0.7, 0.3)),
    "class + is wide": ProjectedPopulations((0.0, 1.5), (1.0, 2.5), (0.5, 0.5)),
    "class + is narrow": ProjectedPopulations((0.5, 0.0), (3.0, 0.5), (0.6, 0.4)),
    "one mean, so class - is said nowhere": ProjectedPopulations(
        (0.0, 0.0), (1.0, 2.0), (0.1, 0.9)
    ),
    "far from the origin": ProjectedPopulations((1e6, 1e6 + 2.0), (1.0, 1.2), (0.5, 0.5)),
}


@pytest.mark.parametrize("miss_cost", [0.2, 1.0, 10.0])
@pytest.mark.parametrize("case", CASES)
def test_the_cheapest_rule_follows_the_sign_of_the_weighted_densities(
    case: str, miss_cost: float
) -> None:
    one = CASES[case]
    rule = one.cheapest(miss_cost)
    t = np.linspace(one.means[0] - 12.0, one.means[0] + 12.0, 4001) + 1e-4
    minus, plus = (
        np.log(one.priors[k]) + norm.logpdf(t, one.means[k], one.deviations[k]) for k in (0, 1)
    )
    clear = np.abs(plus + np.log(miss_cost) - minus) > 1e-6
    assert np.array_equal(rule.says_plus(t)[clear], (plus + np.log(miss_cost) - minus > 0.0)[clear])
    for cut in rule.cuts:
        pdfs = [one.priors[k] * norm.pdf(cut, one.means[k], one.deviations[k]) for k in (0, 1)]
        assert miss_cost * pdfs[1] == pytest.approx(pdfs[0], rel=1e-8)
    assert one.posterior(t) == pytest.approx(
        1.0 / (1.0 + np.exp(minus - plus)), rel=1e-9, abs=1e-300
    )


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("miss_cost", [0.2, 1.0, 10.0])
def test_its_mistakes_are_the_areas_under_the_densities(case: str, miss_cost: float) -> None:
    one = CASES[case]
    rule = one.cheapest(miss_cost)
    ends = [-np.inf, *rule.cuts, np.inf]
    alarms = misses = 0.0
    for low, high in pairwise(ends):
        inside = np.clip(0.5 * (max(low, -1e9) + min(high, 1e9)), -1e9, 1e9)
        k = 0 if rule.says_plus(np.array([inside]))[0] else 1
        share = np.diff(norm.cdf([low, high], one.means[k], one.deviations[k]))[0]
        alarms += (k == 0) * one.priors[0] * share
        misses += (k == 1) * one.priors[1] * share
    assert one.mistakes(rule) == pytest.approx((alarms, misses), rel=1e-9, abs=1e-14)
    if miss_cost == 1.0:
        assert sum(one.mistakes(rule)) == pytest.approx(one.bayes_error, rel=1e-6)


def test_the_scene_shows_the_numbers_of_the_closed_form() -> None:
    """Means 0 and 1.5, deviations 1 and 2.5: 0.42 x^2 + 0.24 x - 0.18 = ln 2.5."""
    a, b, c = 0.42, 0.24, -0.18 - np.log(2.5)
    low, high = np.sort(np.roots([a, b, c]))
    miss = 0.5 * (norm.cdf(high, 1.5, 2.5) - norm.cdf(low, 1.5, 2.5))
    alarm = 0.5 * (1.0 - norm.cdf(high) + norm.cdf(low))
    shown = drawn(opened())
    assert f"thresholds −{-low:.2f} and {high:.2f}" in shown.heading
    assert f"error {100.0 * (miss + alarm):.1f} %" in shown.heading
    x, labels = opened().dataset.X[:, 0], opened().dataset.labels
    errors = np.count_nonzero(((x < low) | (x > high)) != (labels == 1))
    assert f"{errors} errors of 80 points" in shown.heading
    texts = [line for words in shown.words for line in words.lines]
    assert f"missed {100.0 * miss:.1f} %" in texts
    assert f"false alarms {100.0 * alarm:.1f} %" in texts


def test_a_dragged_mean_and_width_take_the_points_along() -> None:
    scene = shown_scene(opened())
    moved = drag(scene, "mean:1", (4.0, 0.3))
    wide = drag(scene, "width:0", (-2.0, 0.1))
    for document, means, deviations in (
        (moved, (0.0, 4.0), (1.0, 2.5)),
        (wide, (0.0, 1.5), (2.0, 2.5)),
    ):
        for one in (densities_of(document), of_points(document.dataset, 0)):
            assert one is not None
            assert one.means == pytest.approx(means, abs=1e-9)
            assert one.deviations == pytest.approx(deviations, rel=1e-9)
        assert not document.dataset.X[:, 1].any()
    assert np.array_equal(moved.dataset.X[:40], opened().dataset.X[:40])


def test_no_drag_makes_a_width_vanish_and_other_data_keep_their_correlation() -> None:
    assert with_deviation(opened(), 0, 0.0).populations is not None
    bayes = open_document("lesson:bayes")
    assert bayes.populations is not None
    before, after = bayes.populations.plus, with_deviation(bayes, 1, 1.5).populations
    assert after is not None
    assert after.plus.covariance[0][0] == pytest.approx(2.25)
    assert after.plus.covariance[1][1] == before.covariance[1][1]
    assert after.plus.covariance[0][1] == pytest.approx(2.0 * before.covariance[0][1])
    second = replace(bayes, curves=(SECOND,))
    moved = with_mean(second, 1, 3.0).populations
    assert moved is not None
    assert moved.plus.mean == (before.mean[0], 3.0)


def test_a_dragged_threshold_is_a_line_across_the_variable() -> None:
    document = drag(shown_scene(opened()), "threshold", (0.5, 1.0))
    assert document.trial is not None
    assert document.trial.w == pytest.approx([1.0, 0.0])
    assert rule_of_line(document) == ThresholdRule((0.5,), ends_plus=True)
    error = 0.5 * (1.0 - norm.cdf(0.5)) + 0.5 * norm.cdf(0.5, 1.5, 2.5)
    (words,) = [part for part in drawn(document).heading if part.startswith("error")]
    assert words == f"error {100.0 * error:.1f} %, least 25.3 %"
    again = with_cut(replace(document, trial=TrialLine(180.0, (0.5, 0.0))), 1.0)
    assert rule_of_line(again) == ThresholdRule((1.0,), ends_plus=False)


def test_a_cost_moves_the_thresholds_and_stands_in_the_heading() -> None:
    costly = drawn(replace(opened(), miss_cost=2.0))
    densities = densities_of(opened())
    assert densities is not None
    alarm, miss = densities.mistakes(densities.cheapest(2.0))
    assert f"cost {alarm + 2.0 * miss:.3f}" in costly.heading
    assert drawn(replace(opened(), miss_cost=10.0)).heading[0] == "no threshold"


def test_after_another_sample_the_normals_of_the_points_stand_beside() -> None:
    document = sampled_again(opened())
    assert not document.dataset.X[:, 1].any()
    shown = drawn(document)
    assert "dashed: normals of the points" in shown.heading
    assert "dashed: normals of the points" not in drawn(opened()).heading
    alone = drawn(replace(document, curves=(OF_POINTS,)))
    assert {handle.name for handle in alone.handles} == {"threshold", "cost"}
    assert {handle.name for handle in shown.handles} == {
        "threshold", "cost", "mean:0", "mean:1", "width:0", "width:1",
    }  # fmt: skip


@pytest.mark.parametrize("miss_cost", [0.5, 1.0, 2.0])
def test_the_lifted_rule_is_one_straight_line(miss_cost: float) -> None:
    before = replace(opened(), miss_cost=miss_cost)
    after = lifted(before)
    x, lifted_points = before.dataset.X[:, 0], after.dataset.X
    assert np.array_equal(lifted_points, np.column_stack([x, x * x]))
    densities = densities_of(before)
    assert densities is not None
    assert after.trial is not None
    rule = densities.cheapest(miss_cost)
    scores = lifted_points @ after.trial.w + after.trial.b
    assert np.array_equal(scores > 0.0, rule.says_plus(x))
    found = rule_of_line(after)
    assert found is not None
    assert found.cuts == pytest.approx(rule.cuts, rel=1e-9)
    assert after.axis_names == ("$x$", "$x^2$")
    assert after.populations is None
    assert drawn(after).heading[0] == drawn(before).heading[0]
    with pytest.raises(UserError):
        lifted(after)


def test_populations_without_points_are_lifted() -> None:
    document = opened()
    none = lifted(replace(document, dataset=document.dataset.chosen([])))
    assert (len(none.dataset), none.stretch) == (0, 1.0)
    assert none.trial == lifted(document).trial


def test_lifting_draws_the_curve_off_which_no_points_lie() -> None:
    before, after = shown_scene(opened()), shown_scene(lifted(opened()))
    assert "parabola" in after.document.layers
    assert ON_PARABOLA.lacks(before) == "needs points (x, x²)"
    assert not ON_PARABOLA.missing(after)
    curve, words = ON_PARABOLA.draw(after)
    np.testing.assert_array_equal(curve.xy[:, 1], curve.xy[:, 0] ** 2)
    assert words.lines == ("$p = 0$ off the parabola",)


def test_a_reading_says_what_a_threshold_there_costs() -> None:
    reading = read(shown_scene(opened()), (0.5, 0.4), (0.1, 0.1))
    assert reading is not None
    error = 0.5 * (1.0 - norm.cdf(0.5)) + 0.5 * norm.cdf(0.5, 1.5, 2.5)
    assert f"as threshold: error {100.0 * error:.1f} %" in reading.words.lines


def test_the_level_of_the_posterior_sets_the_cost() -> None:
    document = opened()
    scene = shown_scene(document)
    (handle,) = [one for one in drawn(document).handles if one.name == "cost"]
    lane = drawn(document).lanes[1]
    for cost in MISS_COSTS:
        height = float(lane.place(np.array([1.0 / (1.0 + cost) + 0.001]))[0])
        changed = drag(scene, "cost", (handle.at[0], height))
        assert changed.miss_cost == cost
        level = [one for one in drawn(changed).handles if one.name == "cost"]
        assert level[0].at[1] == pytest.approx(height, abs=0.01)


@pytest.mark.parametrize(
    ("values", "words"),
    [([1.0, 1.0, 3.0, 4.0], "two different values"), ([1.0, 1e300, 3.0, 4.0], "range of numbers")],
)
def test_why_there_are_no_densities_is_said(values: list[float], words: str) -> None:
    """A table with one value of 1e300 has different values in each class."""
    points = Dataset(np.column_stack([values, np.zeros(4)]), np.array([0, 0, 1, 1]))
    document = replace(opened(), dataset=points, populations=None, methods=(), selected="")
    assert words in ONE_VARIABLE.draw(shown_scene(document)).message
