"""Figures for scripts and notebooks."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawing_scenes import clouds

import linclass_gui
import solvers
from linclass_gui.errors import UserError
from linclass_gui.files.codec import encode, load_document
from linclass_gui.scene.methods import SchemeChoice
from solvers import (
    Fisher,
    LogisticRegression,
    OneVsOne,
    OneVsRest,
    Perceptron,
    SoftMarginSVM,
)

pytestmark = pytest.mark.usefixtures("qapp")


def test_arrays_become_a_figure_that_can_be_opened_again(tmp_path: Path) -> None:
    data = clouds(20)
    made = linclass_gui.figure(
        (data.X, np.where(data.labels, 3, -7)), methods=["fisher", SoftMarginSVM(C=5.0)], width=60
    )
    assert repr(made) == "<figure of 20 points, Fisher discriminant, Soft-margin SVM>"
    assert made._repr_svg_().startswith("<svg")
    assert 'width="60mm" height="45mm"' in made._repr_svg_()
    path = made.save(tmp_path / "figure.pdf")
    document = load_document(path)
    assert encode(replace(document, recipe=None)) == encode(made.document)
    assert [type(m.method) for m in document.methods] == [Fisher, SoftMarginSVM]
    np.testing.assert_array_equal(document.dataset.X, data.X)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"view": "magic"}, "no view 'magic'"),
        ({"size": "magic"}, "no size"),
        ({"methods": "magic"}, "no method"),
        ({"methods": "magic:fisher"}, "a scheme is"),
        ({"methods": "softmax:l2=1"}, "softmax takes no parameters after a colon"),
        ({"methods": "one-vs-rest:softmax"}, "leave one-vs-rest: out"),
        ({"layers": ["magic"]}, "no layer 'magic'"),
    ],
)
def test_what_cannot_be_drawn_is_said(arguments: dict[str, str], words: str) -> None:
    with pytest.raises(UserError, match=words):
        linclass_gui.figure("lesson:hard-margin", **arguments)


def test_one_label_is_refused_and_three_are_three_classes() -> None:
    with pytest.raises(ValueError, match="two classes"):
        linclass_gui.figure((np.zeros((3, 2)), [0, 0, 0]))
    X = np.random.default_rng(0).normal(size=(12, 2))
    three = linclass_gui.figure((X, np.arange(12) % 3), methods="soft-margin-svm")
    assert three.document.dataset.class_names == ("0", "1", "2")
    for suffix in (".svg", ".tikz", ".csv"):
        assert three.content(suffix)


def test_columns_of_labels_are_labels_and_a_method_is_no_picture() -> None:
    X = np.arange(8.0).reshape(4, 2)
    made = linclass_gui.figure((X.tolist(), [["a"], ["b"], ["a"], ["b"]]), methods="fisher")
    assert made.document.dataset.labels.tolist() == [0, 1, 0, 1]
    with pytest.raises(ValueError, match=r"of two arrays \(X, y\), .* of a scene; got Fisher"):
        linclass_gui.figure(Fisher())
    with pytest.raises(UserError, match="a column with the class of each row"):
        # its two names are no X and y, nor are a frame's
        linclass_gui.figure({"age": [1.0, 2.0], "income": [3.0, 4.0]})


@pytest.mark.slow
def test_a_script_needs_no_application_and_no_screen(tmp_path: Path) -> None:
    code = (
        "import linclass_gui; linclass_gui.figure('lesson:xor', "
        f"width=50).save({str(tmp_path / 'x.svg')!r})"
    )
    environment = {"PYTHONPATH": ":".join(sys.path), "HOME": str(tmp_path)}
    assert (
        subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0
    )
    assert (tmp_path / "x.svg").exists()


def test_more_columns_are_a_table_and_a_frame_names_the_axes() -> None:
    class Frame(list[list[float]]):
        columns = ("age", "income", "rent")

    rows = np.random.default_rng(0).normal(size=(12, 3)) + 2.0 * (np.arange(12)[:, None] % 2)
    shown = linclass_gui.figure(
        (Frame(rows.tolist()), np.arange(12) % 2), methods="fisher"
    ).document
    assert shown.axis_names == ("age", "income")
    np.testing.assert_array_equal(shown.plane.rows(shown.dataset.X, shown.dataset.behind), rows)
    turned = linclass_gui.figure((rows, np.arange(12) % 2), plane="pca", own_scales=True).document
    np.testing.assert_allclose(
        turned.plane.rows(turned.dataset.X, turned.dataset.behind), rows, atol=1e-12
    )


class _Column:
    """A column as pandas and polars have it."""

    def __init__(self, values: list[object]) -> None:
        self._values = values

    def __iter__(self) -> Iterator[object]:
        return iter(self._values)


class _Frame:
    """A frame as pandas and polars have it: names, and a column of each."""

    def __init__(self, columns: dict[str, list[object]]) -> None:
        self._columns = columns
        self.columns = list(columns)

    def __getitem__(self, name: str) -> _Column:
        return _Column(self._columns[name])


def _measured() -> dict[str, list[object]]:
    random = np.random.default_rng(2)
    values = random.normal(size=(40, 3)) + 3.0 * np.array([0, 1, 1]) * (np.arange(40) % 2)[:, None]
    names = ("age", "width", "height")
    columns: dict[str, list[object]] = {n: values[:, k].tolist() for k, n in enumerate(names)}
    return {**columns, "species": ["cat" if k % 2 else "ape" for k in range(40)]}


def test_frames_and_dicts_of_columns_are_drawn_as_tables() -> None:
    columns = _measured()
    records = np.rec.fromarrays([np.array(v) for v in columns.values()], names=list(columns))
    said = "width (x1) against height (x2), class species: ape (-, 20), cat (+, 20)"
    for frame in (columns, _Frame(columns), records):
        made = linclass_gui.figure(frame, label="species", title="Animals")
        assert made.as_read.split("; ")[:2] == [
            said,
            "of 3 measurements width and height tell the classes apart best",
        ]
        assert made.document.title == "Animals"
        X = np.array([columns["width"], columns["height"]]).T
        np.testing.assert_array_equal(made.document.dataset.X, X)
    assert linclass_gui.figure(columns).as_read.startswith(said)
    turned = linclass_gui.figure(columns, label="species", axes=("height", "age"))
    assert turned.as_read.startswith("height (x1) against age (x2)")
    named = linclass_gui.figure(columns, label="species", classes=("A", "C"))
    assert named.document.dataset.class_names == ("A", "C")


@pytest.mark.parametrize("shape", [(12,), (12, 1)])
def test_one_column_of_an_array_is_drawn_on_a_line(shape: tuple[int, ...]) -> None:
    x, y = np.arange(12.0).reshape(shape), np.arange(12) > 6
    made = linclass_gui.figure((x, y), methods=["fisher"])
    assert made.as_read.startswith("x1 on a line, classes: False (-, 7), True (+, 5)")
    assert made.document.dataset.X.tolist() == [[float(k), 0.0] for k in range(12)]
    assert made.document.plots == ("one-variable",)


@pytest.mark.parametrize(
    ("change", "arguments", "words"),
    [
        ({}, {"label": "specie"}, r"no column 'specie' \(did you mean species\?\)"),
        ({}, {"axes": ("width", "heigth")}, "did you mean height"),
        ({}, {"axes": (0, 9)}, "counted from 0 to 3; got 9"),
        ({}, {"axes": "width"}, "axes are two columns"),
        ({"age": [1.0]}, {}, "'width' has 40 values, and 'age' has 1"),
        ({"species": ["a"] * 40}, {"label": "species"}, "class"),
    ],
)
def test_what_is_wrong_with_a_frame_is_said(
    change: dict[str, list[object]], arguments: dict[str, object], words: str
) -> None:
    with pytest.raises((UserError, ValueError), match=words):
        linclass_gui.figure(_measured() | change, **arguments)


@pytest.mark.parametrize(
    "fit",
    [
        solvers.fit(SoftMarginSVM(C=3.0), clouds(20).X, np.where(clouds(20).labels, "b", "a")),
        solvers.fit(Fisher(), clouds(20).X, clouds(20).labels, features=solvers.Polynomial(2)),
        solvers.fit(
            SoftMarginSVM(), clouds(20).X, clouds(20).labels, kernel=solvers.GaussianKernel(0.5)
        ),
        solvers.fit(OneVsOne(SoftMarginSVM()), clouds(21).X, np.arange(21) % 3),
        solvers.fit(
            solvers.Softmax(), np.random.default_rng(0).normal(size=(21, 4)), np.arange(21) % 3
        ),
    ],
    ids=lambda fit: type(fit.method).__name__,
)
def test_a_fit_is_drawn_with_its_points(fit: solvers.AnyFit) -> None:
    made = linclass_gui.figure(fit)
    (drawn,) = made.scene.fits.values()
    np.testing.assert_allclose(
        drawn.decision_function(fit.problem.X), fit.decision_function(fit.problem.X), rtol=1e-9
    )
    assert made.content(".svg")


def test_a_fit_that_was_stopped_is_not_drawn_as_another_one() -> None:
    fit = solvers.fit(Perceptron(), clouds(20).X, clouds(20).labels, max_steps=2)
    with pytest.raises(UserError, match="stopped before its end"):
        linclass_gui.figure(fit)


@pytest.mark.parametrize("view", ["canvas", "convergence"])
def test_a_scheme_of_the_library_is_the_one_of_the_command_line(view: str) -> None:
    cloud, labels = clouds(30, 2.0), np.arange(30) % 3
    scheme = OneVsRest(LogisticRegression(), decision="strict")
    figure = linclass_gui.figure(
        (cloud.X, labels),
        methods=[scheme, OneVsOne(Perceptron())],
        view=view,
        layers=["boundary", "resamples"],
    )
    assert figure.content(".svg")
    used = figure.document.methods
    assert [(m.method, m.scheme) for m in used] == [
        (LogisticRegression(), SchemeChoice("one-vs-rest", decision="strict")),
        (Perceptron(), SchemeChoice("one-vs-one")),
    ]
    with pytest.raises(UserError, match="leave OneVsRest out"):
        linclass_gui.figure((cloud.X, labels), methods=OneVsRest(Fisher()))
