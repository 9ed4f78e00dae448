"""Runs of more steps than a history keeps: every record knows its number, and the steps between."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import solvers
from solvers.explaining.step_terms import StepTerms, weights_of
from solvers.replay import iterate_before, with_step
from solvers.result import HISTORY

RULES: tuple[tuple[Any, str], ...] = (
    (solvers.Perceptron(), "updates"),
    (solvers.Perceptron(update="batch"), "epochs"),
    (solvers.Perceptron(order="shuffled", keep="average"), "updates"),
    (solvers.Perceptron(schedule="1/k", keep="best"), "updates"),
    (solvers.Relaxation(), "updates"),
    (solvers.LMS(), "visits"),
    (solvers.HoKashyap(rate=0.05), "iterations"),
    (solvers.LogisticRegression(algorithm="gradient", step="constant", rate=0.1, l2=1e-3), ""),
    (solvers.SoftMarginSVM(C=1e5, algorithm="smo", tolerance=1e-9), "pair steps"),
    (solvers.SoftMarginSVM(algorithm="subgradient", max_iterations=30_000, batch=1), ""),
    (solvers.LinearMachine(), "updates"),
)


@cache
def long_fit(place: int) -> solvers.AnyFit:
    rng = np.random.default_rng(3)
    shifts = np.array([[0.0, 0.0], [1.9, 1.0], [0.0, 2.4]])
    K = 3 if isinstance(RULES[place][0], solvers.LinearMachine) else 2
    labels = np.repeat(np.arange(K), 30)
    X = np.round(rng.normal(size=(len(labels), 2)), 2) + shifts[labels]
    return solvers.fit(RULES[place][0], X, labels)


@pytest.fixture(params=range(len(RULES)), ids=lambda k: repr(RULES[k][0]))
def case(request: pytest.FixtureRequest) -> tuple[solvers.AnyFit, str]:
    return long_fit(request.param), RULES[request.param][1]


def test_a_record_has_the_number_that_the_rule_counts(case: tuple[solvers.AnyFit, str]) -> None:
    fit, fact = case
    assert max(fit.numbers) > HISTORY >= len(fit.history) - 1
    assert [step.number for step in fit.history] == list(fit.numbers)
    assert all(np.diff(fit.numbers[:-1]) > 0)
    assert fit.numbers[-1] >= fit.numbers[-2]
    if fact:
        assert fit.numbers[-1] == fit.facts[fact]
    assert fit.at(3).explanation.endswith(f" {fit.numbers[3]} of {fit.numbers[-1]}.")
    for place in (0, 5, len(fit.numbers) // 2):
        assert fit.place_of(fit.numbers[place]) == place


def test_a_step_that_was_not_kept_is_found_again(case: tuple[solvers.AnyFit, str]) -> None:
    fit, _ = case
    gaps = np.flatnonzero(np.diff(fit.numbers[:-1]) > 1)
    for place in (gaps[0], gaps[len(gaps) // 3]):
        number = fit.numbers[place] + 1
        whole = with_step(fit, number)
        found = whole.history[whole.place_of(number)]
        if found.number != number:  # the rule reports a step a pass, or a look
            continue
        assert set(whole.numbers) == {*fit.numbers, number}
        # a run that ends there is at the same place
        problem: Any = fit.problem
        ends = [
            solvers.solve(fit.method, problem, max_steps=count) for count in (number, number + 1)
        ]
        assert any(
            end.last.number == number and np.array_equal(weights_of(end.last), weights_of(found))
            for end in ends
        )


def test_an_update_leads_from_the_step_before_to_its_own(
    case: tuple[solvers.AnyFit, str],
) -> None:
    fit, _ = case
    explained = 0
    for place in (1, len(fit.history) // 3, len(fit.history) // 2):
        terms = solvers.explain_step(fit, place)
        if not isinstance(terms, StepTerms):
            continue
        explained += 1
        before, after = iterate_before(fit, place), fit.history[place]
        assert before.number < after.number
        is_single = before.number == after.number - 1
        for quantity, step in (terms.before, before if is_single else None), (terms.after, after):
            is_comparable = step is not None and not terms.coordinates
            if is_comparable and quantity.values.size == weights_of(step).size:
                wanted = weights_of(step).ravel()
                np.testing.assert_allclose(quantity.values.ravel(), wanted, rtol=1e-7)
    assert explained >= 2
