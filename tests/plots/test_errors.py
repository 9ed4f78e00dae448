"""Errors of all methods: the same folds for each, the counts of fits by hand, rows in the order of
the list.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from drawing_scenes import THREE, clouds, document_of, scene_of, three_clouds

from linclass_gui.plots import drawing_samples, errors
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import held_back
from linclass_gui.scene.marks import Figure, Off, Text
from solvers import (
    CrossValidation,
    Dataset,
    Fisher,
    GaussianKernel,
    HardMarginSVM,
    SoftMarginSVM,
    cross_validate,
    fit,
)


def _with_test() -> Document:
    return held_back(document_of(clouds(60, apart=0.6), THREE), 0.3)


def _texts(document: Document) -> list[str]:
    return texts_of(errors.figure(scene_of(document)))


def texts_of(figure: Figure) -> list[str]:
    """The names of the rows, each with what is said in it and its counts."""
    texts = [
        (-mark.at[1] // 1.0, 1, mark.at[0], mark.text)
        for mark in figure.marks
        if isinstance(mark, Text)
    ]
    names_and_counts = [
        (-words.home.at[1] // 1.0, 0 if words.needed else 2, words.home.at[0], *words.lines)
        for words in figure.words
        if isinstance(words.home, Off)
    ]
    return [
        str(entry[-1]) for entry in sorted(texts + names_and_counts, key=lambda entry: entry[:3])
    ]


def test_counts_are_those_of_fits_made_by_hand_on_the_same_folds() -> None:
    document = _with_test()
    data, test = document.dataset, document.test
    rows = errors.rows_of_methods(scene_of(document))
    assert [row.name for row in rows] == ["soft margin", "Fisher", "logistic"]
    by_hand = [cross_validate(method, data.X, data.y, folds=5, seed=0) for method in THREE]
    for row, method, validation in zip(rows, THREE, by_hand, strict=True):
        assert isinstance(row.folds, CrossValidation)
        all_points = fit(method, data.X, data.y)
        assert row.training == np.count_nonzero(all_points.predict(data.X) != data.y)
        assert row.test == np.count_nonzero(all_points.predict(test.X) != test.y)
        assert row.folds.wrong == validation.wrong
        for own, first in zip(row.folds.folds, by_hand[0].folds, strict=True):
            assert all((a == b).all() for a, b in zip(own, first, strict=True))


def test_a_reading_has_every_fold() -> None:
    scene = scene_of(_with_test())
    row = errors.rows_of_methods(scene)[0]
    said = errors.read(scene, (3.0, 2.5), (0.1, 0.1)).words.lines
    assert said[0].startswith(f"soft margin: training {row.training} of 42, ")
    assert sum(map(int, said[3].removeprefix("fold by fold ").split(", "))) == row.folds.wrong
    assert said[4].startswith(f"test {row.test} of 18, ")


def test_a_method_without_a_model_keeps_its_row() -> None:
    document = document_of(clouds(30, apart=0.2), [Fisher(), HardMarginSVM()])
    texts = _texts(document)
    assert texts[texts.index("hard margin") + 1 :] == ["no model", "–", "–"]
    said = errors.read(scene_of(document), (0.0, 0.5), (0.1, 0.1)).words.lines
    assert said[1].startswith("folds: Hard-margin SVM has no model in fold 1: Not separable")


def test_nothing_is_on_or_too_much_is_asked() -> None:
    assert errors.figure(scene_of(document_of(clouds(20), []))).message == errors.NO_METHOD
    many = clouds(drawing_samples.MOST_KERNEL + 2, apart=3.0)
    document = document_of(many, [SoftMarginSVM(C=1.0)], kernel=GaussianKernel(1.0))
    (row,) = errors.rows_of_methods(scene_of(document))
    assert row.folds == "drawn for up to 300 points here (Data > Hold points back)"
    one_class = Dataset(clouds(20).X, np.zeros(20, dtype=int))
    errors.figure(scene_of(document_of(one_class, THREE)))


def test_more_classes_and_points_left_out_one_by_one() -> None:
    document = replace(document_of(three_clouds(30), THREE), folds=0)
    rows = errors.rows_of_methods(scene_of(document))
    assert all(len(row.folds.test_errors) == 30 for row in rows)
    assert errors.figure(scene_of(document)).heading == ("each point left out", "30 points")
    choices = errors.fold_choices(scene_of(document))
    assert [choice.is_now for choice in choices] == [False, False, True]
