"""Origin and units of maps and kernels in scene files."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from linclass_gui.core.document import Document, MethodInUse
from linclass_gui.core.files.codec import decode, encode
from linclass_gui.core.files.scene_reader import CodecError
from solvers import Dataset, FeatureMap, Kernel, Polynomial, PolynomialKernel, SoftMarginSVM

FAR = Dataset(np.array([[162.0, 58.0], [178.0, 58.0], [162.0, 82.0], [178.0, 82.0]]), np.array([0, 1, 1, 0]))


def scene(features: FeatureMap | None = None, kernel: Kernel | None = None) -> Document:
    used = MethodInUse("m1", SoftMarginSVM(), 0, kernel=kernel)
    return Document(FAR, (used if features is None else replace(used, features=features),), "m1")


def test_a_new_map_is_about_the_data_and_comes_back_so() -> None:
    for document in (scene(Polynomial(3)), scene(kernel=PolynomialKernel(3))):
        space = document.methods[0].centred
        assert (space.origin, space.units) == ((170.0, 70.0), (8.0, 12.0))
        assert decode(encode(document), "file").methods == document.methods


def test_points_that_move_leave_the_numbers_as_they_are() -> None:
    document = scene(Polynomial(2))
    moved = replace(document, dataset=document.dataset.moved(0, (900.0, 900.0)))
    assert moved.methods[0].features == document.methods[0].features


def test_as_written_is_not_mentioned_and_older_files_mean_it() -> None:
    document = scene(Polynomial(2).as_written)
    text = encode(document)
    assert '"features": {"name": "polynomial", "degree": 2}' in text
    assert decode(text, "file").methods == document.methods


def test_null_in_a_file_is_about_its_points() -> None:
    raw = json.loads(encode(scene(Polynomial(2).as_written)))
    raw["methods"][0]["features"].update(origin=None, units=None)
    assert decode(json.dumps(raw), "file").methods == scene(Polynomial(2)).methods


@pytest.mark.parametrize(
    ("name", "value"),
    [("origin", [1.0]), ("origin", "here"), ("units", [1.0, 0.0]), ("units", [1.0, -2.0]), ("origin", [1e200, 0.0])],
)
def test_what_is_no_origin_is_refused_with_its_place(name: str, value: object) -> None:
    raw = json.loads(encode(scene(Polynomial(2))))
    raw["methods"][0]["features"][name] = value
    with pytest.raises(CodecError, match=name):
        decode(json.dumps(raw), "file")
