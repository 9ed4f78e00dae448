"""Marks of the fit of before, while a point moves that it does not know."""

from __future__ import annotations

import numpy as np

from linclass_gui.layers.points import split_moving


def test_a_point_that_was_just_added_is_not_among_the_rows_of_the_fit_of_before() -> None:
    parts = split_moving(np.array([0, 1, 2]), (1, 3), 3)
    assert sorted(row for rows in parts for row in np.asarray(rows).tolist()) == [0, 1, 2]
