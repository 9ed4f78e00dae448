"""Logistic regression on powers far from the origin, which depend on each other to the last digits: reached, and proved."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from logistic_reference import shortfall

import solvers
from solvers import BayesianLogistic, LogisticRegression, Monomials, Polynomial, Product, Status
from solvers.algorithms.logistic.in_frame import proven_in_frame
from solvers.result import Iterate

EQUAL = 1e-7


def test_two_points_whose_fifth_powers_leave_no_digit_of_a_small_penalty() -> None:
    X = np.array([[-800151.2662748491, -948222.0098856376], [597693.9993509967, 951993.820330537]])
    fit = solvers.fit(LogisticRegression(l2=1e-3), X, [-1, 1], features=Polynomial(5))
    assert fit.status is Status.CONVERGED
    assert fit.certificate.gap <= EQUAL
    assert (fit.predict(X) == [-1, 1]).all()


def test_a_penalised_offset_between_two_clusters_a_hundred_million_away() -> None:
    X = np.array(
        [
            [122305486.13122654, 122305486.03125674],
            [122305486.5816612, 122305484.37611134],
            [-122305485.00819889, -122305485.63323388],
        ]
    )
    method, features = LogisticRegression(l2=0.017053520857008085, penalise_bias=True), Product(9.503175056004775)
    fit = solvers.fit(method, X, [-1, 1, -1], features=features)
    assert fit.status is Status.CONVERGED
    assert fit.certificate.gap <= EQUAL
    assert shortfall(fit, method.l2, penalise_bias=True) <= EQUAL


def test_a_loss_next_to_nothing_beside_features_of_1e20_is_proved() -> None:
    X = 1e3 * np.array([[178.0, 0.0]] * 2 + [[179.0, 0.0]] * 19 + [[179.0, 1.0], [-14.0, -563.0]])
    y = np.array([-1, -1, 1, 1, -1, 1, -1, -1, -1, -1, 1, -1, 1, 1, 1, -1, 1, 1, 1, 1, 1, 1, -1])
    fit = solvers.fit(BayesianLogistic(), X, y, features=Polynomial(4))
    assert fit.status is Status.CONVERGED
    assert 0.0 <= fit.certificate.gap <= EQUAL
    assert fit.last.covariance is not None
    certain = fit.predict_proba(X).max(axis=1)
    assert ((certain >= 0.5) & (certain <= 1.0)).all()


def test_many_points_on_a_line_take_a_few_steps_in_coordinates_of_their_own() -> None:
    """Fourth powers there have the rank of five; what is left of the others is rounding."""
    rng = np.random.default_rng(3)
    t = np.round(rng.normal(0.0, 3.0, 900))
    X = np.outer(t, [2.0, 4.0]) + np.array([-914.54400624, -245.70007948])
    y = np.where(rng.random(900) < 0.5, 1, -1)
    fit = solvers.fit(LogisticRegression(l2=2.4e-9), X, y, features=Polynomial(4))
    assert fit.status is Status.CONVERGED
    assert fit.certificate.gap <= EQUAL


def test_the_proof_of_a_framed_answer_is_never_above_the_minimum() -> None:
    rng = np.random.default_rng(7)
    features = Monomials(first=True, second=True, first_square=True, product=True, second_square=False)
    for scale in (1.0, 1e3, 1e7):
        X = rng.normal(size=(14, 2)) + scale
        y = np.where(rng.random(14) < 0.5, 1, -1)
        y[:2] = 1, -1
        for bias in (False, True):
            method = LogisticRegression(l2=1e-4, penalise_bias=bias)
            problem = solvers.Problem.from_labels(X, y, features)
            fit = solvers.solve(method, problem)
            assert fit.last.w is not None
            best = method.bounds(problem, fit.last, fit.certificate.margins)
            for off in (0.0, 1e-9, 1e-4):  # models that are not the minimum have a bound that is none the higher for it
                model = Iterate.centred(fit.last.w * (1.0 + off), fit.last.centre, fit.last.f_centre)
                proof = proven_in_frame(problem, model, method.l2, bias, replace(best, primal=np.inf, dual=0.0))
                assert proof.dual <= best.primal * (1.0 + 1e-12)
                assert proof.primal >= best.primal * (1.0 - 1e-9)
