"""The Bayes boundary of the populations that points were drawn from, and drawing them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import bare_marks, canvas_marks, clouds, document_of, paths, scene_of, texts
from hypothesis import given
from hypothesis import strategies as st

from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import Spread, sample_document, suggested_each
from solvers import Dataset, GaussianGenerative, GaussianPopulation, Populations

CURVED = Populations(
    Spread((-1.0, 0.0), (1.5, 0.8), 0.4).population(0.3),
    Spread((1.0, 0.5), (0.6, 0.7)).population(0.7),
)
STRAIGHT = Populations(GaussianPopulation((-1.0, 0.0)), GaussianPopulation((1.0, 0.5)))


def document_from(populations: Populations, n: int = 60) -> Document:
    return sample_document(document_of(clouds(), [GaussianGenerative()]), populations, n, 3)


def log_odds(populations: Populations, X: np.ndarray) -> np.ndarray:
    """The log-odds of class + by the densities, without the score of the library."""
    p_minus, p_plus = populations.priors
    return (
        np.log(p_plus / p_minus)
        + populations.plus.log_density(X)
        - populations.minus.log_density(X)
    )


@pytest.mark.parametrize("populations", [STRAIGHT, CURVED], ids=["straight", "curved"])
def test_on_the_boundary_both_classes_are_equally_likely(populations: Populations) -> None:
    scene = scene_of(document_from(populations))
    curves = paths(bare_marks(scene), "bayes")
    assert curves
    for curve in curves:
        step = scene.view.width / 160.0
        assert np.abs(log_odds(populations, curve.xy)).max() < (
            1e-9 if populations is STRAIGHT else step
        )


def test_its_label_is_the_smallest_error_there_is() -> None:
    scene = scene_of(document_from(STRAIGHT))
    (label,) = [text.text for text in texts(canvas_marks(scene), "label") if "Bayes" in text.text]
    sample = STRAIGHT.sample(400_000, 1)
    errors = float(np.mean((log_odds(STRAIGHT, sample.X) > 0.0) != (sample.labels > 0)))
    assert float(label.split()[-2]) == pytest.approx(100.0 * errors, abs=0.2)


def test_without_populations_or_with_the_layer_off_there_is_no_boundary() -> None:
    known = document_from(STRAIGHT)
    for document in (
        replace(known, populations=None),
        replace(known, layers=known.layers - {"bayes-boundary"}),
    ):
        marks = bare_marks(scene_of(document))
        assert not paths(marks, "bayes")
        assert not paths(marks, "bayes-key")


@given(st.integers(2, 400), st.floats(0.001, 0.999), st.integers(0, 2**31 - 1))
def test_a_sample_has_the_wanted_size_and_shares_it_by_the_priors(
    n: int, prior: float, seed: int
) -> None:
    populations = Populations(
        replace(STRAIGHT.minus, prior=1.0 - prior), replace(STRAIGHT.plus, prior=prior)
    )
    data = sample_document(document_of(clouds()), populations, n, seed).dataset
    assert len(data) == n
    assert min(data.counts) >= 1
    assert abs(data.counts[1] - n * prior) <= 1.0


@given(st.floats(0.01, 100.0), st.floats(0.01, 100.0), st.floats(-0.99, 0.99))
def test_deviations_and_correlation_are_the_covariance(s1: float, s2: float, r: float) -> None:
    spread = Spread((1.0, 2.0), (s1, s2), r)
    back = Spread.of(spread.population(0.5))
    assert (*back.deviations, back.correlation) == pytest.approx((s1, s2, r), rel=1e-9, abs=1e-12)


def test_a_document_without_populations_suggests_some_that_fit_its_view() -> None:
    for data in (clouds(), Dataset(np.empty((0, 2)), [])):
        document = document_of(data)
        found = Populations(*suggested_each(document))
        X = sample_document(document, found, 100, 0).dataset.X
        assert found.minus.mean[0] < found.plus.mean[0]
        assert np.isfinite(X).all()
    assert suggested_each(replace(document_of(clouds()), populations=CURVED)) == (
        CURVED.minus,
        CURVED.plus,
    )
