"""Numbers in titles and notes, by their names."""

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import document_of, three_clouds
from sklearn.metrics import roc_auc_score

from linclass_gui.answers.scenes import scene_of
from linclass_gui.answers.value_words import VALUES, fill_values, hide_values, missing_values
from linclass_gui.scene.document import Document
from linclass_gui.scene.methods import SchemeChoice
from solvers import (
    Dataset,
    Fisher,
    GaussianKernel,
    MulticlassSVM,
    Perceptron,
    SoftMarginSVM,
    Softmax,
)


def clouds() -> Document:
    """Two clouds that overlap."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(30, 2)) + np.repeat([[0.0, 0.0], [2.0, 1.0]], 15, axis=0)
    return replace(Document.empty(), dataset=Dataset(X, np.repeat([0, 1], 15)))


def test_numbers_are_those_of_the_selected_method() -> None:
    scene = scene_of(clouds().adding(SoftMarginSVM(C=10.0)))
    (fit,) = scene.fits.values()
    f, y = fit.decision_function(fit.problem.X), fit.problem.y
    said = fill_values("{n} {errors} {sv} {free} {bound} {margin} {auc} {C}", scene).split()
    assert said[0] == "30"
    assert int(said[1]) == np.count_nonzero(np.where(f > 0.0, 1, -1) != y)
    on_or_inside = np.count_nonzero(y * f < 1.0 + 1e-6)
    assert int(said[2]) == on_or_inside == int(said[3]) + int(said[4])
    assert float(said[5]) == pytest.approx(1.0 / np.linalg.norm(fit.w), rel=6e-3)
    assert float(said[6]) == pytest.approx(roc_auc_score(y, f), abs=6e-3)
    assert said[7] == "10"


def test_the_criterion_is_that_of_the_line_and_not_the_largest() -> None:
    document = clouds()
    best = scene_of(document.adding(Fisher()))
    J = fill_values("{J}", best)
    X, labels = document.dataset.X, document.dataset.labels
    d = X[labels == 1].mean(axis=0) - X[labels == 0].mean(axis=0)
    within = sum(
        (X[labels == k] - X[labels == k].mean(axis=0)).T
        @ (X[labels == k] - X[labels == k].mean(axis=0))
        for k in (0, 1)
    )
    assert float(J) == pytest.approx(d @ np.linalg.solve(within, d), rel=6e-3)
    assert float(fill_values("{J}", scene_of(document.adding(Perceptron()), 1))) < float(J)


def test_sigma_is_that_of_the_kernel_and_numbers_stand_in_formulas() -> None:
    document = clouds().adding(SoftMarginSVM())
    kernel = replace(document.methods[0], kernel=GaussianKernel(0.3))
    scene = scene_of(document.with_method(kernel))
    assert fill_values("$\\sigma = {sigma}$, {sigma}", scene) == "$\\sigma = 0.3$, 0.3"


def test_undecided_points_are_those_for_which_the_scheme_names_no_class() -> None:
    strict = SchemeChoice("one-vs-rest", decision="strict")
    document = document_of(three_clouds(), [SoftMarginSVM()])
    scene = scene_of(document.with_method(replace(document.methods[0], scheme=strict)))
    scores = scene.answer.decision_function(document.dataset.X)
    count = int(((scores > 0.0).sum(axis=1) != 1).sum())
    assert count > 0
    assert fill_values("{undecided}", scene) == str(count)


def test_a_value_that_is_not_there_is_a_dash_and_an_ellipsis_on_living_pages() -> None:
    scene = scene_of(clouds())
    for name in VALUES:
        assert fill_values(f"{{{name}}}", scene) == ("30" if name == "n" else "\u2013")
    assert hide_values("{errors} errors of {n}, $x_{n}$") == "… errors of …, $x_{n}$"
    assert hide_values("C = {C}", scene.document) == (
        "C = {C}" if not scene.document.methods else "C = …"
    )


@pytest.mark.parametrize("scheme", ["one-vs-one", "one-vs-rest"])
def test_support_vectors_of_many_classes_are_the_points_on_or_inside_any_margin(
    scheme: str,
) -> None:
    document = document_of(three_clouds(), [SoftMarginSVM(C=100.0)])
    chosen = replace(document.methods[0], scheme=SchemeChoice(scheme))
    scene = scene_of(document.with_method(chosen))
    fit = scene.answer
    holds = np.zeros(len(document.dataset), dtype=bool)
    is_bound = holds.copy()
    for key, pair in fit.pairs:
        margins = pair.problem.y * pair.decision_function(pair.problem.X)
        rows = fit.problem.member_rows(key)
        holds[rows[margins < 1.0 + 1e-6]] = True
        is_bound[rows[margins < 1.0 - 1e-6]] = True
    said = [int(word) for word in fill_values("{sv} {free} {bound}", scene).split()]
    assert said == [holds.sum(), (holds & ~is_bound).sum(), is_bound.sum()]
    assert 0 < said[1] < said[0] < len(document.dataset)


@pytest.mark.parametrize("loss", ["crammer-singer", "weston-watkins"])
def test_support_vectors_of_one_machine_are_the_points_with_a_rival_within_the_margin(
    loss: str,
) -> None:
    scene = scene_of(document_of(three_clouds(), [MulticlassSVM(C=1.0, loss=loss)]))
    margins = scene.answer.training_margins
    said = [int(word) for word in fill_values("{sv} {bound}", scene).split()]
    assert said == [(margins < 1.0 + 1e-6).sum(), (margins < 1.0 - 1e-6).sum()]


def test_a_value_that_a_scene_has_not_is_told_with_its_reason() -> None:
    three = scene_of(document_of(three_clouds(), [Softmax()]))
    assert list(missing_values(["{J}, {n} and {margin}", "{J}", "{errors}"], three)) == [
        "{J}: it belongs to the line between two classes, and these are 3",
        "{margin}: it belongs to the line between two classes, and these are 3",
    ]
    assert list(missing_values(["{sv}"], three)) == ["{sv}: Softmax regression has none"]
    assert list(missing_values(["{sv}"], scene_of(clouds()))) == ["{sv}: no method is on"]
    assert next(missing_values(["{erors}"], three)).endswith(f"there are {', '.join(VALUES)}")
    for name in VALUES:
        text = f"{{{name}}}"
        has_dash = fill_values(text, three) == "\u2013"
        assert has_dash is bool(list(missing_values([text], three)))
