"""What the line set by hand is worth in the eyes of every criterion, against brute force and
against the optima.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linclass_gui.answers.comparison import norm
from linclass_gui.answers.criteria import Stretched, best_stretch, criteria, threshold
from linclass_gui.answers.decision import plane_line
from linclass_gui.answers.number_table import NumberTable
from linclass_gui.answers.trial_line import trial_from, trial_numbers
from linclass_gui.scene.document import Document, TrialLine
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.view import View
from solvers import (
    Dataset,
    Fisher,
    Fit,
    HardMarginSVM,
    LeastSquares,
    LogisticRegression,
    Method,
    SoftMarginSVM,
    fit,
)
from solvers.losses import HINGE, LOGISTIC, SQUARED, hinge_loss, logistic_loss

C, L2, RIDGE = 8.0, 0.02, 3.0
METHODS = (SoftMarginSVM(C=C), LogisticRegression(l2=L2), LeastSquares(ridge=RIDGE))
Objective = Callable[[float], float]


def _clouds(gap: float, seed: int = 4) -> Dataset:
    random = np.random.default_rng(seed)
    X = np.concatenate(
        [random.normal((-gap, 0.0), 0.9, (15, 2)), random.normal((gap, 0.5), 0.9, (20, 2))]
    )
    return Dataset(X, np.repeat([0, 1], [15, 20]))


OVERLAPPING, SEPARATE = _clouds(1.0), _clouds(4.0)


def _scene(
    dataset: Dataset,
    trial: TrialLine | None,
    methods: tuple[Method, ...] = METHODS,
    **changes: object,
) -> Scene:
    document = Document(dataset, trial=trial)
    for method in methods:
        document = document.adding(method)
    return replace(Scene(document, View.around(dataset.X), 0.01), **changes)


def _table(scene: Scene) -> dict[str, dict[str, Any]]:
    table = criteria(scene)
    assert isinstance(table, NumberTable)
    names = [column.name for column in table.columns]
    return {
        str(row[0].value): dict(zip(names, (c.value for c in row), strict=True))
        for row in table.rows
    }


def _objectives(m: np.ndarray) -> dict[str, tuple[Stretched, Objective]]:
    return {
        "hinge loss": (
            best_stretch(HINGE, m, 0.5 / C),
            lambda s: float(hinge_loss(s * m).mean()) + s * s / (2 * C),
        ),
        "logistic loss": (
            best_stretch(LOGISTIC, m, L2),
            lambda s: float(logistic_loss(s * m).mean()) + L2 * s * s,
        ),
        "squared loss": (
            best_stretch(SQUARED, m, RIDGE / len(m)),
            lambda s: float(SQUARED.value(s * m).mean()) + RIDGE * s * s / len(m),
        ),
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hinge loss", "logistic loss", "squared loss"])
@given(st.lists(st.integers(-3, 6).map(lambda k: 0.5 * k), min_size=1, max_size=12))
def test_no_other_length_is_better(name: str, distances: list[float]) -> None:
    best, objective = _objectives(np.array(distances))[name]
    assert best.norm >= 0.0
    assert best.objective == pytest.approx(objective(best.norm), abs=1e-14)
    grid = np.concatenate([[0.0], np.geomspace(1e-3, 1e3, 600)])
    assert best.objective <= min(map(objective, grid.tolist())) + 1e-12


def test_a_separating_line_without_penalty_wants_to_be_endlessly_steep() -> None:
    assert best_stretch(LOGISTIC, np.array([1.0, 2.0]), 0.0) == Stretched(np.inf, 0.0)
    touching = best_stretch(LOGISTIC, np.array([0.0, 2.0]), 0.0)
    assert touching.norm == np.inf
    assert touching.objective == pytest.approx(np.log(2.0) / 2.0)


@pytest.mark.parametrize(
    ("method", "name"),
    [
        *zip(METHODS, ("hinge loss", "logistic loss", "squared loss"), strict=True),
        (Fisher(), "Fisher's J"),
        (replace(METHODS[0], positive_weight=5.0), "hinge loss"),
        (replace(METHODS[1], positive_weight=0.2), "logistic loss"),
    ],
)
def test_the_line_of_a_method_reaches_its_own_optimum(method: Method, name: str) -> None:
    answer = fit(method, OVERLAPPING.X, OVERLAPPING.y)
    row = _table(_scene(OVERLAPPING, _line_of(answer), (method,)))[name]
    assert row["angle_degrees"] < 1e-6
    assert row["your_line"] == pytest.approx(row["optimum"], rel=1e-9)
    if not isinstance(method, Fisher):
        assert row["best_norm_w"] == pytest.approx(norm(answer), rel=1e-6)


def _line_of(answer: Fit) -> TrialLine:
    line = plane_line(answer)
    assert line is not None
    return trial_from(line, answer.problem.X.mean(axis=0))


@pytest.mark.parametrize("angle", [0.0, 33.0, 120.0, 270.0])
def test_the_best_shift_is_that_of_brute_force(angle: float) -> None:
    trial = TrialLine(angle, (0.0, 0.0))
    f, plus = OVERLAPPING.X @ trial.w, OVERLAPPING.labels > 0
    cuts = np.concatenate(
        [np.sort(f)[:-1] + 0.5 * np.diff(np.sort(f)), [f.min() - 1.0, f.max() + 1.0]]
    )
    assert threshold(OVERLAPPING, trial).errors == min(
        int(np.count_nonzero((f > t) != plus)) for t in cuts
    )


def test_the_settings_of_the_selected_method_count() -> None:
    scene = _scene(
        OVERLAPPING,
        TrialLine(0.0, (0.0, 0.0)),
        (SoftMarginSVM(C=2.0), SoftMarginSVM(C=50.0), Fisher()),
    )
    first = replace(scene, document=replace(scene.document, selected=scene.document.methods[0].id))
    second = replace(scene, document=replace(scene.document, selected=scene.document.methods[1].id))
    assert _table(first)["hinge loss"]["reached_by"] == "Soft-margin SVM, C = 2"
    assert _table(second)["hinge loss"]["reached_by"] == "Soft-margin SVM, C = 50"
    assert _table(scene)["hinge loss"]["reached_by"] == "Soft-margin SVM, C = 2"


def test_answers_of_methods_in_use_are_taken_and_nothing_slow_is_computed_during_a_drag() -> None:
    scene = _scene(OVERLAPPING, TrialLine(0.0, (0.0, 0.0)), moving=(3,), base=None)
    waiting = _table(scene)
    assert waiting["hinge loss"]["optimum"] is None
    assert waiting["squared loss"]["optimum"] is not None
    fits = {m.id: fit(m.method, OVERLAPPING.X, OVERLAPPING.y) for m in scene.document.methods}
    assert _table(replace(scene, whole=MappingProxyType(fits)))["hinge loss"]["optimum"] is not None


@pytest.mark.parametrize(
    "X",
    [
        [[0.0, 0.0], [0.0, 0.0]],
        [[0.0, 0.0], [1.0, 0.0]],
        [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]],
        [[1e8, 1e8], [1e8 + 1.0, 1e8], [1e8, 1e8 + 1.0], [1e8 + 2.0, 1e8 + 3.0]],
        [[1e-9, 0.0], [2e-9, 1e-9], [0.0, 3e-9], [1e-9, 1e-9]],
        [[0.0, 0.0], [1.0, 0.0], [0.0, 0.0], [1.0, 0.0]],
    ],
    ids=[
        "two in one place",
        "one of each class",
        "collinear",
        "far away",
        "tiny",
        "the same points in both classes",
    ],
)
@pytest.mark.parametrize("l2", [0.0, 1e-3])
def test_degenerate_data_fill_the_table_too(X: list[list[float]], l2: float) -> None:
    points = np.array(X)
    dataset = Dataset(points, np.arange(len(points)) * 2 // len(points))
    table = criteria(
        _scene(
            dataset,
            TrialLine(20.0, (float(points[0, 0]), float(points[0, 1]))),
            (LogisticRegression(l2=l2),),
        )
    )
    assert all(len(row) == len(table.columns) for row in table.rows)
    for row in table.rows[3:]:
        objective, optimum = row[1].value, row[2].value
        assert optimum is None or float(objective or 0.0) >= float(optimum) - 1e-9


@pytest.mark.parametrize("gap", [0.4, 1.0, 1.3, 4.0])
@pytest.mark.parametrize("C", [0.1, 8.0, 1e4])
def test_your_line_never_beats_what_stands_beside_it(gap: float, C: float) -> None:
    """Whether the optimum is that of a fit that is shown, or is computed for the table."""
    dataset = _clouds(gap, seed=round(10.0 * gap))
    methods = (SoftMarginSVM(C=C), LogisticRegression(l2=1.0 / C), LeastSquares(ridge=0.0))
    fits = {f"m{k}": fit(method, dataset.X, dataset.y) for k, method in enumerate(methods, 1)}
    for angle, shown in product((0.0, 15.0, 80.0, 200.0, 310.0), ({}, fits)):
        table = _table(
            _scene(dataset, TrialLine(angle, (0.1, 0.0)), methods, fits=MappingProxyType(shown))
        )
        for name, row in table.items():
            yours, best = row["your_line"], row["optimum"]
            larger_is_better = name in ("smallest distance", "Fisher's J")
            if best is not None:
                worse = best - yours if larger_is_better else yours - best
                assert worse >= -1e-9 * abs(best) - 1e-12, name
        fewest = table["training errors"]["optimum"]
        assert all(fewest <= answer.certificate.errors for answer in shown.values())
        distance = table["smallest distance"]
        assert (
            (distance["optimum"] is None)
            is (distance["reached_by"] == "no line separates")
            is (gap < 4.0)
        )


def test_the_hard_margin_reaches_the_largest_distance() -> None:
    answer = fit(HardMarginSVM(), SEPARATE.X, SEPARATE.y)
    row = _table(_scene(SEPARATE, _line_of(answer)))["smallest distance"]
    assert row["your_line"] == pytest.approx(row["optimum"], rel=1e-9)
    assert row["reached_by"] == "Hard-margin SVM"


def test_losses_of_the_line_are_those_of_signed_distances() -> None:
    trial = TrialLine(30.0, (0.3, -0.2))
    table, numbers = _table(_scene(OVERLAPPING, trial)), trial_numbers(OVERLAPPING, trial)
    distances = OVERLAPPING.y * ((OVERLAPPING.X - trial.pivot) @ trial.w)
    assert table["hinge loss"]["unit_loss"] == pytest.approx(
        float(hinge_loss(distances).mean()), rel=1e-12
    )
    assert table["logistic loss"]["unit_loss"] == float(logistic_loss(numbers.margins).mean())
    assert table["smallest distance"]["your_line"] == pytest.approx(
        float(distances.min()), rel=1e-12
    )
