"""The pair of measurements that tells the classes apart best."""

import numpy as np

from linclass_gui.files.separation import separating_pair, telling_column

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
    assert separating_pair(values / 8 * [1e308, 1e307, 1, 1e-300], CODES) == (1, 3)


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


def test_the_best_of_many_pairs_of_noise_is_no_better_than_the_first() -> None:
    """Of 1,225 pairs of noise one is always far better than the first; of 40 tables at the most a
    few may say so.
    """
    pairs = [
        separating_pair(np.random.default_rng(seed).normal(size=(N, 50)), CODES)
        for seed in range(40)
    ]
    assert sum(pair != (0, 1) for pair in pairs) <= 4


def test_a_column_that_gives_the_classes_away_is_no_axis() -> None:
    values = table(1, 0, 0, 1)
    values[:, 2] = np.abs(values[:, 2]) * (2 * CODES - 1)  # the class is its sign
    assert telling_column(values, CODES) == 2
    assert 2 not in separating_pair(values, CODES, 2)
    values[:3, 2] *= -1.0  # and not with a few errors
    assert telling_column(values, CODES) is None
    levels = np.digitize(values[:, 0], np.quantile(values[:, 0], [0.3, 0.6]))
    assert telling_column(values, levels) == 0


def test_two_columns_that_tell_by_themselves_are_measurements() -> None:
    values = table(8, 0, 8)
    assert telling_column(values, CODES) is None
    assert separating_pair(values, CODES) == (0, 2)
