"""Crowds: no point hides another, and of 13 % errors 13 % are seen."""

from __future__ import annotations

import numpy as np
import pytest

from linclass_gui.draw.painter import draw_marks
from linclass_gui.scene.looks import CROWD, MOST
from linclass_gui.scene.marks import Dots
from linclass_gui.scene.theme import LIGHT
from linclass_gui.scene.view import Transform

VIEW = Transform.fit(-4, 4, -3, 3, 0, 0, 400, 300)
THEME = LIGHT.for_points(20_000)
ROLES = ("class-minus", "class-plus")


class Pictures:
    """A surface that keeps the pictures drawn on it, and counts symbols."""

    scale = 1.0

    def __init__(self, *marks: Dots) -> None:
        self.pictures: list[np.ndarray] = []
        self.symbol_count = 0
        draw_marks(self, marks, VIEW, THEME)  # type: ignore[arg-type]

    def image(self, rect: tuple[float, float, float, float], picture: np.ndarray) -> None:
        page = np.zeros((300, 400, 4))
        left, top, width, height = map(int, rect)
        page[top : top + height, left : left + width] = picture
        self.pictures.append(page)

    def symbols(self, xy: np.ndarray, *_: object) -> None:
        self.symbol_count += len(xy)


@pytest.mark.parametrize("n", [20_000, 1_000_000])
def test_the_hatch_is_the_share_of_the_ink_that_wrong_points_are(n: int) -> None:
    classes = np.random.default_rng(0).normal(size=(2, n // 2, 2)) - [[[1.1, 0.0]], [[-1.1, 0.0]]]
    X = classes.reshape(n, 2)
    wrong = np.concatenate(
        [rows[sign * rows[:, 0] > 0.0] for rows, sign in zip(classes, (1, -1), strict=True)]
    )
    dots = (Dots(rows, role, group="g") for rows, role in zip(classes, ROLES, strict=True))
    (crowd,) = Pictures(*dots).pictures
    (hatch,) = Pictures(Dots(wrong, "wrong-share", among=X)).pictures
    ink = hatch[..., 3] > 0.0
    assert np.array_equal(hatch[ink, 3], crowd[ink, 3])
    share = float((ink * crowd[..., 3]).sum() / crowd[..., 3].sum())
    assert share == pytest.approx(len(wrong) / n, abs=0.005)


def test_a_pixel_has_the_mixture_of_its_points_in_any_order_and_never_all_its_strength() -> None:
    places = np.repeat(
        [[-3.0, 0.0], [-1.0, 0.0], [1.0, 0.0], [3.0, 0.0]], [1, 60, 600, CROWD], axis=0
    )
    dots = [Dots(places, role, group="g") for role in ROLES]
    dots.append(Dots(places[-MOST:], ROLES[0], group="g"))  # a rare class
    surface, turned = Pictures(*dots), Pictures(*dots[1::-1], dots[2])
    (picture,) = surface.pictures
    assert np.array_equal(picture, turned.pictures[0])
    assert surface.symbol_count == MOST  # over the others
    opacity = [float(picture[150, column, 3]) for column in (50, 150, 250, 350)]
    assert 0.0 < opacity[0] < opacity[1] < opacity[2] < opacity[3]
    colours = [
        np.array([int(c[k : k + 2], 16) for k in (1, 3, 5)]) for c in LIGHT.palette.classes[:2]
    ]
    assert np.abs(picture[150, 150, :3] - sum(colours) / 2).max() <= 1.0


def test_a_part_of_a_crowd_that_is_few_is_drawn_point_by_point() -> None:
    X = np.repeat([[0.0, 0.0], [40.0, 40.0]], [2, CROWD], axis=0)
    dots = [Dots(X, role, group="g") for role in ROLES]
    surface = Pictures(*dots, Dots(X[:2], "wrong-share", among=X))
    assert (surface.pictures, surface.symbol_count) == ([], 6)
