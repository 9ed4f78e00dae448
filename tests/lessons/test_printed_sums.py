"""Printed parts give the printed result to its last digit, calculated by hand, in any units."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of, three_clouds

from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.lessons.numbers.block import Numbers
from linclass_gui.lessons.numbers.digits import decimals_of
from linclass_gui.scene.document import Document
from linclass_gui.scene.scene import Scene
from solvers import (
    METHODS,
    Fisher,
    GaussianGenerative,
    HardMarginSVM,
    LogisticRegression,
    Perceptron,
    SoftMarginSVM,
)

UNITS = (1.0, 1e-6, 1e6)
FAR = 300.0  # from the origin, in deviations of the points


def value(text: str) -> float:
    number, _, divisor = (
        text.replace("−", "-").replace("·10^{", "e").replace("}", "").partition("/")
    )
    return float(number) / float(divisor or 1.0)


def unit_of(text: str) -> float:
    """One in the last digit that is printed."""
    mantissa, _, power = text.partition("·10^{")
    decimals = len(mantissa.partition(".")[2])
    return 10.0 ** (int(power.rstrip("}").replace("−", "-") or "0") - decimals)


def in_units(unit: float, away: float = 0.0, many: bool = False) -> Document:
    data = three_clouds() if many else clouds(15)
    return document_of(replace(data, X=unit * (data.X + away)), [])


def scene(document: Document, method: object, row: int = 0) -> Scene:
    shown = scene_of(document_of(document.dataset, [method]))
    return replace(shown, selection=frozenset([row]))


def entries(numbers: Numbers) -> dict[str, np.ndarray]:
    return {
        one.symbol: np.array([[value(entry) for entry in row] for row in one.entries])
        for one in numbers.matrices
    }


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("away", [0.0, FAR])
@pytest.mark.parametrize("covariance", ["shared", "separate", "diagonal"])
def test_the_score_of_a_gaussian_classifier_can_be_calculated_from_its_block(
    covariance: str, away: float, unit: float
) -> None:
    shown = scene(in_units(unit, away), GaussianGenerative(covariance=covariance))
    numbers, fit = numbers_of("gaussian", shown), shown.selected[1]
    parts, (name, offset) = entries(numbers), numbers.lines[-1]
    assert name == "$w_0$"
    exact = fit.decision_function(fit.problem.X)
    tolerance = 0.6 * 10.0 ** -decimals_of(exact)
    for x, f in zip(fit.problem.X, exact, strict=True):
        W = parts.get("W", np.zeros((2, 2)))
        assert abs(x @ W @ x + parts["w"][:, 0] @ x + value(offset) - f) <= tolerance


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("away", [0.0, FAR])
def test_so_can_the_scores_of_three_classes(away: float, unit: float) -> None:
    shown = scene(in_units(unit, away, many=True), GaussianGenerative(covariance="separate"))
    numbers, fit = numbers_of("gaussian", shown), shown.answer[1]
    parts, lines = entries(numbers), dict(numbers.lines)
    exact = fit.training_scores
    tolerance = 1.2 * 10.0 ** -decimals_of(fit.certificate.margins)  # of a difference
    for x, scores in zip(fit.problem.X, exact, strict=True):
        found = [
            x @ parts[f"W_{{{k}}}"] @ x
            + parts[f"w_{{{k}}}"][:, 0] @ x
            + value(lines[f"$w_{{{k}0}}$"])
            for k in (1, 2, 3)
        ]
        for k in (1, 2):
            assert abs((found[k] - found[0]) - (scores[k] - scores[0])) <= tolerance


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("block", ["terms", "weight-terms"])
@pytest.mark.parametrize("method", [SoftMarginSVM(C=30.0), SoftMarginSVM(algorithm="smo")], ids=str)
def test_the_terms_of_a_score_give_it(method: SoftMarginSVM, block: str, unit: float) -> None:
    for row in (0, 7, 13):
        shown = scene(in_units(unit, 20.0), method, row)
        numbers = numbers_of(block, shown)
        assert_adds_up(numbers)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("method", [Fisher(), LogisticRegression(), Perceptron()], ids=str)
def test_so_do_the_terms_of_weights(method: object, unit: float) -> None:
    for row in (0, 7, 13):
        assert_adds_up(numbers_of("weight-terms", scene(in_units(unit, 20.0), method, row)))


def assert_adds_up(numbers: Numbers) -> None:
    """The products of a table, their sum, and with the offset the score."""
    assert not numbers.needs
    lines = dict(numbers.lines)
    total, *offset, score = list(lines)[1:]
    for row in numbers.table.rows:
        if row[0].endswith("more"):
            continue
        signs = [-1.0 if cell == "−" else 1.0 for cell in row if cell in ("+", "−")]
        factors = [value(cell) for cell in row[1:-1] if cell not in ("+", "−")]
        assert abs(np.prod([*signs, *factors]) - value(row[-1])) <= 1.2 * grid(numbers)
    added = sum(value(row[-1]) for row in numbers.table.rows)
    tolerance = 50.0 * grid(numbers)
    assert abs(added - value(lines[total])) <= tolerance
    found = value(lines[total]) + sum(value(lines[name]) for name in offset)
    assert abs(found - value(lines[score])) <= 0.6 * 100.0 * grid(numbers)
    assert abs(added + sum(value(lines[name]) for name in offset) - value(lines[score])) <= (
        0.7 * 100.0 * grid(numbers)
    )


def grid(numbers: Numbers) -> float:
    """One in the last digit of the terms."""
    return min(unit_of(row[-1]) for row in numbers.table.rows)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.__name__)
def test_the_terms_of_an_objective_give_it(method: type, unit: float) -> None:
    numbers = numbers_of("objective", scene(in_units(unit), method()))
    if numbers.needs:
        return
    *terms, objective = numbers.table.rows
    result = value(objective[-1])
    for _, weight, of, product in terms:
        assert value(weight) * value(of) == pytest.approx(
            value(product), abs=0.6 * unit_of(product)
        )
    added = sum(value(row[-1]) for row in terms)
    assert added == pytest.approx(result, abs=0.7 * max(unit_of(objective[-1]), 1e-5 * result))


POWERS = {  # of the unit of the data, block by block
    "means": 1, "S_1": 2, "S_2": 2, "S_W": 2, "S_W^-1": -2, "w": -1, "eigenvalue": 0,
    "C_W": 2, "C_B": 2, "C": 2, "principal": 0,
}  # fmt: skip


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("unit", [1e-9, 1e-6, 1e6, 1e9])
@pytest.mark.parametrize("block", POWERS)
def test_other_units_change_no_digit_of_means_and_scatters(
    block: str, unit: float, many: bool
) -> None:
    one, other = (numbers_of(block, scene(in_units(u, many=many), Fisher())) for u in (1.0, unit))
    assert one.needs == other.needs
    for symbol, matrix in entries(one).items():
        found = entries(other)[symbol] / unit ** POWERS[block]
        np.testing.assert_allclose(found, matrix, rtol=1e-3, atol=0.0)


@pytest.mark.parametrize("power", [1e-7, 1e7])
def test_columns_of_different_units_have_their_own_digits(power: float) -> None:
    data = clouds(15)
    units = np.array([1.0, power])
    shown = scene(document_of(replace(data, X=data.X * units), []), Fisher())
    plain = scene(document_of(data, []), Fisher())
    for block in ("means", "S_1", "S_W", "C_W", "C_B", "C", "gaussian"):
        for symbol, matrix in entries(numbers_of(block, plain)).items():
            by = units[:, None] * (units if matrix.shape[1] == 2 else 1.0)
            found = entries(numbers_of(block, shown))[symbol] / by
            np.testing.assert_allclose(found, matrix, rtol=1e-3)


@pytest.mark.parametrize("unit", [1e-6, 1e6])
@pytest.mark.parametrize(
    "method", [HardMarginSVM(), SoftMarginSVM(), LogisticRegression()], ids=str
)
def test_no_weight_of_an_update_vanishes_in_other_units(method: object, unit: float) -> None:
    shown = scene(in_units(unit), method)
    fit = shown.selected[1]
    numbers = numbers_of("update", shown)
    if numbers.needs:
        return
    new = next(one for one in numbers.matrices if "new" in one.symbol)
    printed = [value(row[0]) for row in new.entries]
    np.testing.assert_allclose(printed[1:], fit.w, rtol=5e-3)
