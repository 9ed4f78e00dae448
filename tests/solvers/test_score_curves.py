"""ROC, precision over recall and calibration are scikit-learn's, with ties; costs are counted by
hand.
"""

from __future__ import annotations

import numpy as np
import pytest

from solvers import ScoreCurve, reliability


@pytest.mark.parametrize("digits", [0, 1, 12], ids=["many ties", "some ties", "no ties"])
def test_scikit_learn_draws_the_same_curves(digits: int) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    random = np.random.default_rng(3)
    positive = random.random(60) < 0.4
    scores = np.round(random.normal(size=60) + positive, digits)
    curve = ScoreCurve.of(scores, positive)
    false, true, thresholds = metrics.roc_curve(positive, scores, drop_intermediate=False)
    for ours, theirs in (
        (curve.false_alarm_rate, false),
        (curve.recall, true),
        (curve.thresholds, thresholds),
    ):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)
    assert curve.auc == pytest.approx(metrics.roc_auc_score(positive, scores), abs=1e-12)
    precision, recall, _ = metrics.precision_recall_curve(positive, scores)
    np.testing.assert_allclose(curve.precision[::-1], precision, atol=1e-12)
    np.testing.assert_allclose(curve.recall[::-1], recall, atol=1e-12)
    assert curve.average_precision == pytest.approx(
        metrics.average_precision_score(positive, scores), abs=1e-12
    )


def test_scikit_learn_calibrates_the_same() -> None:
    calibration = pytest.importorskip("sklearn.calibration")
    random = np.random.default_rng(4)
    p = np.append(random.random(80), [0.0, 1.0, 0.5, 0.3])
    positive = random.random(84) < p
    said, share, counts = reliability(p, positive, 10)
    true, predicted = calibration.calibration_curve(positive, p, n_bins=10)
    np.testing.assert_allclose(share, true, atol=1e-12)
    np.testing.assert_allclose(said, predicted, atol=1e-12)
    assert counts.sum() == 84


def test_costs_by_hand() -> None:
    curve = ScoreCurve.of(np.array([2.0, 1.0, 1.0, -1.0]), np.array([True, True, False, False]))
    assert curve.thresholds.tolist() == [np.inf, 2.0, 1.0, -1.0]
    assert curve.costs(1.0, 5.0).tolist() == [10.0, 5.0, 1.0, 2.0]
    assert curve.auc == 0.875  # of four pairs three are right and one is a tie


def test_scores_that_differ_by_their_rounding_are_equal() -> None:
    scores, positive = np.array([2.0, 1.0, 1.0, 0.5]), np.array([True, False, True, True])
    curve = ScoreCurve.of(scores, positive)
    for k, side in ((1, 0.0), (2, 2.0)):
        off = scores.copy()
        off[k] = np.nextafter(1.0, side)
        found = ScoreCurve.of(off, positive)
        assert (found.hits.tolist(), found.alarms.tolist()) == (
            curve.hits.tolist(),
            curve.alarms.tolist(),
        )
        assert (found.auc, found.average_precision) == (curve.auc, curve.average_precision)
