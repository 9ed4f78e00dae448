"""Numbers of a block in other units are the same ones, but for their powers of ten."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of, three_clouds
from printed import entries

from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.scene.scene import Scene
from solvers import (
    Fisher,
    GaussianGenerative,
    LogisticRegression,
    Perceptron,
)


def scene(units: float | np.ndarray, method: object, many: bool = False) -> Scene:
    data = three_clouds() if many else clouds(15)
    return scene_of(document_of(replace(data, X=units * data.X), [method]))


POWERS = {  # of the unit of the data, block by block
    "means": 1, "S_1": 2, "S_2": 2, "S_W": 2, "S_W^-1": -2, "w": -1, "eigenvalue": 0,
    "C_W": 2, "C_B": 2, "C": 2, "principal": 0,
}  # fmt: skip


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("unit", [1e-9, 1e9])
def test_other_units_change_no_digit_of_means_and_scatters(unit: float, many: bool) -> None:
    plain, shown = (scene(u, Fisher(), many) for u in (1.0, unit))
    for block, power in POWERS.items():
        one, other = numbers_of(block, plain), numbers_of(block, shown)
        assert one.needs == other.needs
        for symbol, matrix in entries(one).items():
            found = entries(other)[symbol] / unit**power
            np.testing.assert_allclose(found, matrix, rtol=1e-3, atol=0.0)


@pytest.mark.parametrize("power", [1e-7, 1e7])
def test_columns_of_different_units_have_their_own_digits(power: float) -> None:
    units = np.array([1.0, power])
    plain, shown = scene(1.0, GaussianGenerative()), scene(units, GaussianGenerative())
    for block in ("means", "S_1", "S_W", "C_W", "C_B", "C", "gaussian"):
        for symbol, matrix in entries(numbers_of(block, plain)).items():
            by = 1.0 / units[:, None] if symbol == "w" else units[:, None] * units
            by = units[:, None] if symbol.startswith("m_") else by
            found = entries(numbers_of(block, shown))[symbol] / by
            np.testing.assert_allclose(found, matrix, rtol=1e-3)


@pytest.mark.parametrize("unit", [1e-6, 1e6])
@pytest.mark.parametrize(
    ("method", "part"), [(LogisticRegression(), "a_{new}"), (Perceptron(), "(b, w)_{data}")]
)
def test_no_weight_of_an_update_vanishes_in_other_units(
    method: object, part: str, unit: float
) -> None:
    shown = scene(unit, method)
    new = entries(numbers_of("update", shown))[part]
    np.testing.assert_allclose(new[1:, 0], shown.selected_fit.w, rtol=5e-3)
