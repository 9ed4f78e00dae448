"""Test points: held back by class, put back, written and read, and counted."""

import math
from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import document_of, three_clouds

from linclass_gui.answers.comparison import comparison, errors_on, new_errors, true_error
from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.codec import decode, encode
from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import held_back, put_back, with_other_test_points
from linclass_gui.window.panels.fit_words import data_parts
from solvers import Dataset, Fisher, GaussianPopulation, Populations, SoftMarginSVM

POINTS = Dataset(
    np.column_stack([np.arange(12.0), np.arange(12.0) % 3.0]), np.repeat([0, 1], [9, 3])
)
DOCUMENT = replace(Document.empty().adding(Fisher()), dataset=POINTS)


def test_a_third_of_every_class_is_held_back_and_put_back() -> None:
    split = held_back(DOCUMENT)
    assert (split.dataset.counts, split.test.counts) == ((6, 2), (3, 1))
    again = put_back(split)
    assert sorted(map(tuple, again.dataset.X.tolist())) == sorted(map(tuple, POINTS.X.tolist()))
    assert again.test is None
    assert held_back(DOCUMENT).dataset.X.tolist() == split.dataset.X.tolist()


def test_the_seed_and_the_share_decide_and_not_the_order_of_the_points() -> None:
    split = held_back(DOCUMENT, 0.5)
    again = held_back(split, 0.5)  # put back at the end, and drawn from there
    assert sorted(again.test.X.tolist()) == sorted(split.test.X.tolist())
    other = with_other_test_points(split)
    assert (len(other.test), other.split) == (len(split.test), 1)
    assert sorted(other.test.X.tolist()) != sorted(split.test.X.tolist())
    assert with_other_test_points(DOCUMENT) is DOCUMENT
    again = decode(encode(replace(other, folds=0)), "again")
    assert (again.split, again.folds) == (1, 0)
    assert (again.test.X.tolist(), again.test.labels.tolist()) == (
        other.test.X.tolist(),
        other.test.labels.tolist(),
    )


def test_errors_on_new_points_stand_beside_those_in_training() -> None:
    """The row of a method, the status line, the table and the Numbers count the very same
    points.
    """
    X = np.column_stack([np.arange(12.0), np.zeros(12)])
    wrong_at_the_end = Dataset(
        np.array([[0.0, 1.0], [11.0, 1.0], [10.0, 1.0]]), np.array([0, 0, 1])
    )
    document = replace(
        DOCUMENT, dataset=Dataset(X, np.repeat([0, 1], [9, 3])), test=wrong_at_the_end
    )
    scene = scene_of(document)
    (fit,) = scene.fits.values()
    assert errors_on(fit, document.test) == 1
    assert new_errors(fit, document) == "test 1"
    assert numbers_of("test-errors", scene).lines[1][1] == "0, 1"
    assert "1 test error" in data_parts(scene)
    table = comparison(scene.pair_or_nothing)
    assert [
        row.value
        for row, column in zip(table.rows[0], table.columns, strict=True)
        if column.name == "test_errors"
    ] == [1]
    assert errors_on(fit, None) is None


def test_the_true_error_is_that_of_the_populations() -> None:
    populations = Populations(GaussianPopulation((0.0, 0.0)), GaussianPopulation((4.0, 0.0)))
    X = np.array([[0.0, 0.0], [0.0, 1.0], [4.0, 0.0], [4.0, 1.0]])
    document = replace(
        DOCUMENT, dataset=Dataset(X, np.array([0, 0, 1, 1])), populations=populations
    )
    scene = scene_of(document)
    (fit,) = scene.fits.values()
    share = true_error(fit, populations)
    # two deviations to the middle
    assert share == pytest.approx(0.5 * math.erfc(2.0 / math.sqrt(2.0)), abs=1e-12)
    assert new_errors(fit, document) == "true 2.3 %"


def test_the_last_point_of_a_class_is_never_held_back() -> None:
    pair = replace(DOCUMENT, dataset=Dataset(np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([0, 1])))
    assert held_back(pair, 1.0) is pair
    assert held_back(Document.empty()).test is None
    assert put_back(pair) is pair


def test_three_classes_count_theirs() -> None:
    data = three_clouds()
    document = replace(document_of(data, [SoftMarginSVM()]), test=data)
    scene = scene_of(document)
    (fit,) = scene.fits.values()
    assert errors_on(fit, data) == fit.certificate.errors
    assert (
        numbers_of("test-errors", scene).lines[1][1]
        == f"{fit.certificate.errors}, {fit.certificate.errors}"
    )
