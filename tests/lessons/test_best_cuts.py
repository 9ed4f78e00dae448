"""The error of the best cut along w on the populations, against sums over a fine grid."""

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.lessons.numbers import numbers_of
from solvers import Fisher, GaussianPopulation, LeastSquares, MeanDifference, Populations
from solvers.studies.populations import ProjectedPopulations

CASES = (
    Populations(GaussianPopulation((0.0, 0.0)), GaussianPopulation((2.0, 1.0))),
    Populations(
        GaussianPopulation((0.0, 0.0), ((1.0, 0.3), (0.3, 2.0)), 0.7),
        GaussianPopulation((1.0, 2.0), ((0.4, -0.1), (-0.1, 0.5)), 0.3),
    ),
    # one class far inside the other: two cuts are better than one
    Populations(
        GaussianPopulation((0.0, 0.0), ((9.0, 0.0), (0.0, 9.0)), 0.5),
        GaussianPopulation((0.5, 0.0), ((0.2, 0.0), (0.0, 0.2)), 0.5),
    ),
    # so rare that one class is said everywhere
    Populations(
        GaussianPopulation((0.0, 0.0), ((1.0, 0.0), (0.0, 1.0)), 0.99),
        GaussianPopulation((0.1, 0.0), ((1.0, 0.0), (0.0, 1.0)), 0.01),
    ),
    Populations(GaussianPopulation((-50.0, 3.0)), GaussianPopulation((50.0, 3.0))),
)
W = np.array([0.8, 0.6])


def on_grid(populations: Populations) -> tuple[float, float]:
    """The errors of the best cut and of the best rule, by sums over a grid."""
    t, parts = np.linspace(-80.0, 80.0, 400_001), []
    for one, prior in zip((populations.minus, populations.plus), populations.priors, strict=True):
        mean, variance = float(W @ one.mean), float(W @ np.array(one.covariance) @ W)
        density = np.exp(-0.5 * (t - mean) ** 2 / variance) / np.sqrt(2.0 * np.pi * variance)
        parts.append(prior * density * (t[1] - t[0]))
    minus, plus = parts
    errors = np.cumsum(plus) + minus.sum() - np.cumsum(minus)
    return float(errors.min(initial=minus.sum())), float(np.minimum(minus, plus).sum())


@pytest.mark.parametrize("populations", CASES)
def test_cut_and_rule_are_those_of_a_grid(populations: Populations) -> None:
    along = ProjectedPopulations.along(populations, W)
    cut, rule = on_grid(populations)
    assert along.best_cut[1] == pytest.approx(cut, abs=2e-4)
    assert along.bayes_error == pytest.approx(rule, abs=2e-4)
    assert populations.bayes_error - 1e-9 <= along.bayes_error <= along.best_cut[1] + 1e-12


def test_the_block_has_a_row_for_each_line() -> None:
    document = document_of(clouds(30), [MeanDifference(), Fisher(), LeastSquares()])
    assert "Data" in numbers_of("cuts", scene_of(document)).needs
    scene = scene_of(replace(document, populations=CASES[1]))
    numbers = numbers_of("cuts", scene)
    bayes = float(dict(numbers.lines)["Bayes error in the plane"].rstrip(" %"))
    assert len(numbers.table.rows) == 3
    for _, own, cut, rule, _ in numbers.table.rows:
        assert bayes <= float(rule[:-2]) <= float(cut[:-2]) <= float(own[:-2])
    fit = scene.fits["m2"]
    w = fit.w / np.linalg.norm(fit.w)
    at, error = ProjectedPopulations.along(CASES[1], w).best_cut
    row = numbers.table.rows[1]
    assert row[2] == f"{100.0 * error:.2f} %"
    distance = float(row[4].replace("−", "-"))
    assert distance == pytest.approx(at + fit.b / np.linalg.norm(fit.w), abs=6e-4)
