"""Test points: held back by class, put back, written and read, and counted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linclass_gui.core.document import Document
from linclass_gui.core.files.codec import decode, encode
from linclass_gui.core.fits.render import scene_of
from linclass_gui.core.holdout import held_back, put_back
from linclass_gui.core.numbers import numbers_of
from solvers import Dataset, Fisher

POINTS = Dataset(np.column_stack([np.arange(12.0), np.arange(12.0) % 3.0]), np.repeat([0, 1], [9, 3]))
DOCUMENT = replace(Document.empty().adding(Fisher()), dataset=POINTS)


def test_a_third_of_every_class_is_held_back_and_put_back() -> None:
    split = held_back(DOCUMENT)
    assert split.test is not None
    assert (split.dataset.counts, split.test.counts) == ((6, 2), (3, 1))
    again = put_back(split)
    assert sorted(map(tuple, again.dataset.X.tolist())) == sorted(map(tuple, POINTS.X.tolist()))
    assert again.test is None
    assert held_back(DOCUMENT).dataset.X.tolist() == split.dataset.X.tolist()


def test_the_last_point_of_a_class_is_never_held_back() -> None:
    pair = replace(DOCUMENT, dataset=Dataset(np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([0, 1])))
    assert held_back(pair, 1.0) is pair
    assert held_back(Document.empty()).test is None
    assert put_back(pair) is pair


def test_test_points_are_saved_with_the_scene() -> None:
    split = held_back(DOCUMENT)
    again = decode(encode(split), "again")
    assert again.test is not None
    assert split.test is not None
    assert again.test.X.tolist() == split.test.X.tolist()
    assert again.test.labels.tolist() == split.test.labels.tolist()


def test_errors_on_both_are_counted() -> None:
    split = held_back(DOCUMENT)
    lines = numbers_of("test-errors", scene_of(split)).lines
    assert lines[1][0].startswith("Fisher")
    assert lines[1][1] == "0, 0"
    assert numbers_of("test-errors", scene_of(DOCUMENT)).needs
