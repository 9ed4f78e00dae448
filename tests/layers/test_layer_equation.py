"""The formula on the canvas, for straight and for curved boundaries."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import canvas_marks, clouds, document_of, scene_of, texts
from recording import page_of

from linclass_gui.draw.painter import text_layout
from linclass_gui.draw.paper import MM
from linclass_gui.draw.placing.placer import with_words
from linclass_gui.figures.sources import view_source
from linclass_gui.files.first_picture import open_document
from linclass_gui.layers.equation import break_formula, equation
from linclass_gui.scene.theme import LIGHT, PRINT
from linclass_gui.scene.view import View
from solvers import (
    Circle,
    FeatureMap,
    Fit,
    Identity,
    Iterate,
    Outcome,
    Polynomial,
    Problem,
    Product,
    SoftMarginSVM,
    Status,
)

VIEW = View(-2.0, 2.0, -2.0, 2.0)


def _answer(w: list[float], features: Circle | Product) -> Fit:
    problem = Problem.from_labels(np.array([[1.0, 0.0], [-1.0, 0.0]]), np.array([1, -1]), features)
    last = Iterate(np.array(w), -1.0)
    return Fit(SoftMarginSVM(), problem, last, Outcome(Status.CONVERGED), (last,), 0.0)


def test_a_feature_that_is_a_sum_stands_in_brackets() -> None:
    assert (
        equation(_answer([1.0, -2.0, 0.5], Circle().as_written), VIEW)
        == "f(x) = 1.000 x_1 − 2.000 x_2 + 0.500 (x_1^2 + x_2^2) − 1.000"
    )


def test_a_feature_that_begins_with_a_number_is_set_off() -> None:
    assert (
        equation(_answer([1.0, 0.0, 0.5], Product(2.5).as_written), VIEW)
        == "f(x) = 1.000 x_1 + 0.000 x_2 + 0.500 · 2.5 x_1 x_2 − 1.000"
    )


@pytest.mark.slow
@pytest.mark.parametrize("width", [260.0, 420.0, 700.0, 1000.0])
@pytest.mark.parametrize("features", [Identity(), Polynomial(2)], ids=lambda f: f.name)
def test_the_equation_is_never_cut_by_the_page(width: float, features: FeatureMap) -> None:
    layers = frozenset({"boundary", "margins", "equation"})
    scene = scene_of(
        replace(document_of(clouds(), [SoftMarginSVM(C=2.0)], features=features), layers=layers)
    )
    view = View.around(scene.document.dataset.X).with_aspect(width, 0.7 * width)
    shown = replace(scene, view=view, pixel=view.width / width)
    formulas = texts(canvas_marks(shown), "math")
    assert formulas
    for mark in formulas:
        box, x = (
            text_layout(mark.text, LIGHT.style("math"), mark.scale),
            (mark.at[0] - view.x0) / shown.pixel,
        )
        left = x - box.width * {"left": 0.0, "right": 1.0}.get(mark.anchor, 0.5)
        assert left >= 0.0
        assert left + box.width <= width


def test_a_formula_breaks_before_the_term_nearest_to_its_middle_and_never_in_brackets() -> None:
    assert break_formula("f(x) = 0.999 x_1 − 0.999 x_2 + 0.000") == (
        "$f(x) = 0.999 x_1$",
        "$− 0.999 x_2 + 0.000$",
    )
    assert break_formula("f(x) = 1.0 (x_1^2 + x_2^2) − 2.0") == (
        "$f(x) = 1.0 (x_1^2 + x_2^2)$",
        "$− 2.0$",
    )
    assert break_formula("f(x) = −2.0") == ()


def test_where_one_line_has_no_room_the_formula_stands_in_two_on_its_side_and_on_nothing() -> None:
    figure = page_of(
        view_source(scene_of(open_document("lesson:counting-words")), "canvas"),
        84 * MM,
        63 * MM,
        PRINT,
    ).panels[0]
    t = figure.transform
    lines = texts(with_words(figure.figure, t, PRINT).marks, "math")
    assert len(lines) == 2
    for mark in lines:
        box, (x, y) = (
            text_layout(mark.text, PRINT.style("math"), mark.scale),
            t.point(*mark.at),
        )
        half = np.array([0.5 * box.width, 0.5 * box.cap_height])
        assert mark.anchor == "center"
        # The boundary is x1 = x2: all corners of the words are below it.
        corners = t.inverse(
            np.array([(x, y)]) + half * np.array([(-1, -1), (1, 1), (-1, 1), (1, -1)])
        )
        assert (corners[:, 0] > corners[:, 1]).all()
