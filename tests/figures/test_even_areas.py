"""Pictures of even parts as areas in TikZ: straight edges where they are, and slopes left alone."""

import numpy as np
from numpy.typing import NDArray

from linclass_gui.figures.even_areas import outlines, steps_of

ROWS, COLUMNS = 120, 160


def _halves() -> NDArray[np.uint8]:
    """Light above the line y = 20 + x/2, dark below it, with a cell of their mean between."""
    y, x = np.mgrid[:ROWS, :COLUMNS] + 0.5
    share = np.clip(y - (20.0 + 0.5 * x) + 0.5, 0.0, 1.0)
    grey = np.round(240.0 - 180.0 * share)
    return np.repeat(grey[:, :, None], 3, axis=2).astype(np.uint8)


def test_two_parts_are_a_ground_and_one_polygon_whose_edge_is_the_line() -> None:
    steps = steps_of(_halves())
    assert [colour for colour, _ in steps] == ["#3C3C3C", "#F0F0F0"]
    (ground,), (light,) = steps[0][1], steps[1][1]
    assert sorted(map(tuple, ground.tolist())) == [(0, 0), (0, ROWS), (COLUMNS, 0), (COLUMNS, ROWS)]
    assert len(light) <= 6
    slanted = light[light[:, 1] > 0.0]
    assert np.abs(slanted[:, 1] - (20.0 + 0.5 * slanted[:, 0])).max() < 2.0


def test_a_hole_is_an_outline_of_its_own() -> None:
    mask = np.ones((20, 20), dtype=np.bool_)
    mask[5:9, 6:12] = False
    found = {tuple(map(tuple, sorted(ring.tolist()))) for ring in outlines(mask)}
    assert found == {((0, 0), (0, 20), (20, 0), (20, 20)), ((6, 5), (6, 9), (12, 5), (12, 9))}


def test_slopes_and_small_pictures_are_no_steps() -> None:
    slope = np.tile(np.linspace(0.0, 255.0, COLUMNS), (ROWS, 1)).astype(np.uint8)
    assert steps_of(np.repeat(slope[:, :, None], 3, axis=2)) is None
    assert steps_of(_halves()[:, :90]) is None
