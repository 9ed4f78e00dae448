"""Points moved together."""

import numpy as np
import pytest

from linclass_gui.scene.places import jitter, lattice_of, middle_of, scale, snap, turn

X = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 2.0]])


def test_what_is_mirrored_twice_is_where_it_was() -> None:
    once = scale(X, middle_of(X), (-1.0, 1.0))
    np.testing.assert_allclose(once, [[4.0, 0.0], [0.0, 0.0], [0.0, 2.0]])
    np.testing.assert_allclose(scale(once, middle_of(once), (-1.0, 1.0)), X)


def test_a_quarter_turn_to_the_left_as_it_is_seen() -> None:
    np.testing.assert_allclose(
        turn(X, (0.0, 0.0), 90.0, (1.0, 1.0)), [[0.0, 0.0], [0.0, 4.0], [-2.0, 4.0]], atol=1e-15
    )
    # Where a pixel is ten times as high, four to the right are forty upwards.
    np.testing.assert_allclose(
        turn(X[1:2], (0.0, 0.0), 90.0, (1.0, 10.0)), [[0.0, 40.0]], atol=1e-14
    )


def test_equal_seeds_jitter_alike() -> None:
    np.testing.assert_array_equal(jitter(X, 4.0, 7), jitter(X, 4.0, 7))
    assert 0.0 < np.abs(jitter(X, 4.0, 7) - X).max() < 1.0


@pytest.mark.parametrize(
    ("pixel", "step"), [(0.0125, 0.5), (0.05, 2.0), (1.0, 50.0), (1e-4, 0.005)]
)
def test_the_lattice_has_round_numbers_at_least_24_pixels_apart(pixel: float, step: float) -> None:
    assert lattice_of((pixel, pixel)) == (step, step)
    assert snap(np.array([[1.2 * step, -1.6 * step]]), (step, step)).tolist() == [
        [step, -2.0 * step]
    ]
