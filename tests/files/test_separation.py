"""The pair of measurements that tells the classes apart best."""

import numpy as np

from linclass_gui.files.separation import separating_pair

N = 60
CODES = np.arange(N) % 2


def table(*shifts: float) -> np.ndarray:
    """Columns of unit spread whose classes are apart by ``shifts``."""
    noise = np.random.default_rng(1).normal(size=(N, len(shifts)))
    return noise + CODES[:, None] * np.array(shifts)


def test_the_pair_that_tells_the_classes_apart_is_found_in_any_units() -> None:
    values = table(0, 3, 0, 3)
    assert separating_pair(values, CODES) == (1, 3)
    assert separating_pair(values * [1e-9, 1e6, 1, 1e-3] + 1e3, CODES) == (1, 3)


def test_two_columns_that_tell_only_together_are_found() -> None:
    values = table(0, 0, 0)
    values[:, 2] = values[:, 1] + 0.1 * values[:, 0] + 0.5 * CODES
    assert separating_pair(values, CODES) == (1, 2)


def test_the_first_two_stay_where_all_are_as_good_or_none_tells() -> None:
    twice = np.hstack([table(3, 3), table(3, 3)])
    assert separating_pair(twice, CODES) == (0, 1)
    assert separating_pair(table(0, 0, 0, 0), CODES) == (0, 1)
    assert separating_pair(table(0, 3, 3)[:10], CODES[:10]) == (0, 1)


def test_collinear_and_constant_columns_are_no_pair() -> None:
    values = table(0, 0, 2, 0)
    values[:, 1] = 7.0
    values[:, 3] = 2 * values[:, 2] + 1
    assert separating_pair(values, CODES) in ((0, 2), (0, 3))  # equal but for rounding


def test_missing_values_do_not_count_and_no_order_of_rows_matters() -> None:
    values = table(0, 3, 0, 3)
    values[::7, 1] = np.nan
    assert separating_pair(values, CODES) == (1, 3)
    assert separating_pair(values[::-1], CODES[::-1]) == (1, 3)
