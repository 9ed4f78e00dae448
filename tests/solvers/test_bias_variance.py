"""The split of an error over samples, where its parts are known."""

from __future__ import annotations

import pytest

import solvers
from solvers import GaussianPopulation, LeastSquares, ManyPopulations, Populations, bias_variance

EQUAL = Populations(GaussianPopulation((0.0, 0.0)), GaussianPopulation((2.0, 0.0), prior=0.25))
RINGS = Populations(
    GaussianPopulation((0.0, 0.0), ((0.3, 0.0), (0.0, 0.3))), GaussianPopulation((0.0, 0.0), ((6.0, 0.0), (0.0, 6.0)))
)


@pytest.mark.parametrize("populations", [EQUAL, RINGS])
def test_the_parts_add_up_and_bayes_is_the_integral(populations: Populations) -> None:
    found = bias_variance(solvers.GaussianGenerative("separate"), populations, (30, 30), samples=10)
    assert found.bayes == pytest.approx(populations.bayes_error, abs=1e-3)
    assert found.bayes + found.bias + found.variance == pytest.approx(found.mean, abs=1e-12)
    errors = [
        populations.error_of(solvers.fit(solvers.GaussianGenerative("separate"), d.X, d.labels, trace=False).last)
        for d in (populations.sample_counts(30, 30, seed) for seed in range(10))
    ]
    assert found.mean == pytest.approx(sum(errors) / 10, abs=1e-3)
    assert found.spread > 0.0
    assert bias_variance(LeastSquares(), populations, (30, 30), samples=1).spread == 0.0


def test_a_line_has_bias_and_few_points_have_variance() -> None:
    """Of two populations with one mean no line is good, however many points there are; the right model has only variance."""
    line = bias_variance(LeastSquares(), RINGS, (50, 50), samples=20)
    few, many = (bias_variance(solvers.GaussianGenerative("separate"), RINGS, (n, n), samples=20) for n in (5, 100))
    assert line.bias > 0.15
    assert abs(many.bias) < 0.01
    assert few.variance > 4.0 * many.variance > 0.0


def test_three_classes() -> None:
    three = ManyPopulations(tuple(GaussianPopulation(mean) for mean in ((0.0, 0.0), (3.0, 0.0), (0.0, 3.0))))
    found = bias_variance(solvers.Softmax(l2=1e-3), three, (20, 20, 20), samples=5)
    assert found.bayes == pytest.approx(three.bayes_error, abs=1e-3)
    assert -0.005 < found.bias < 0.05


def test_no_model_no_split() -> None:
    assert bias_variance(solvers.HardMarginSVM(), EQUAL, (200, 200), samples=2) is None
    with pytest.raises(ValueError, match="samples must be at least 1"):
        bias_variance(LeastSquares(), EQUAL, (5, 5), samples=0)
