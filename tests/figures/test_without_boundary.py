"""A figure whose methods have no boundary names its classes and its methods, and says why; plots of
scores exist all the same.
"""

import re
from collections.abc import Sequence

import numpy as np
import pytest
from drawing_scenes import scene_of

import linclass_gui
from linclass_gui.answers.decision import has_boundary, why_no_boundary
from linclass_gui.draw.alt import alt_text
from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.legibility import remarks
from linclass_gui.figures.requests import Recipe
from linclass_gui.figures.scripting import ScriptFigure
from linclass_gui.plots import PLOTS
from linclass_gui.scene.scene import Scene

pytestmark = pytest.mark.usefixtures("qapp")
ANGLES = np.pi * np.arange(8) / 4
RING = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
XOR = (np.array([(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)]), ["no", "no", "yes", "yes"])
RINGS = (np.concatenate([RING, 2.5 * RING]) + np.array([1.8, -1.4]), ["inner"] * 8 + ["outer"] * 8)
THREE = (np.concatenate([RING, 2.0 * RING, 3.0 * RING]), ["one"] * 8 + ["two"] * 8 + ["three"] * 8)
DIRECTION = "no direction tells the classes apart"
OPTIONS = ExportOptions(width_mm=84.0, height_mm=63.0)


def rare() -> tuple[np.ndarray, list[str]]:
    rng = np.random.default_rng(3)
    return np.concatenate([rng.normal(0.0, 1.0, (90, 2)), rng.normal(0.5, 1.0, (5, 2))]), [
        "often"
    ] * 90 + ["seldom"] * 5


def drawn(data: tuple[np.ndarray, Sequence[str]], *methods: str) -> ScriptFigure:
    return linclass_gui.figure(data, list(methods), width=84.0, height=63.0)


def words_of(figure: ScriptFigure) -> str:
    """The words of the SVG, one text after the other."""
    svg = figure.content(".svg").decode()
    return " | ".join(
        re.sub(r"<[^>]*>", "", text) for text in re.findall(r"<text.*?</text>", svg, re.DOTALL)
    )


def scene(data: tuple[np.ndarray, Sequence[str]], *methods: str) -> Scene:
    return drawn(data, *methods).scene


@pytest.mark.parametrize(
    ("data", "methods"),
    [
        (XOR, ["soft-margin-svm"]),
        (XOR, ["soft-margin-svm", "fisher"]),
        (RINGS, ["logistic-regression", "bayesian-logistic", "least-squares"]),
        (THREE, ["softmax"]),
        (THREE, ["multiclass-svm"]),
        (THREE, ["fisher"]),
    ],
)
def test_a_figure_of_one_mean_names_classes_methods_and_the_reason(data, methods) -> None:
    figure = drawn(data, *methods)
    words = words_of(figure)
    for name in set(data[1]):
        assert name in words
    for used in figure.scene.document.enabled_methods:
        assert used.method.label in words
    assert DIRECTION in words.replace(" | ", " ")


def test_a_method_without_a_boundary_stands_beside_one_that_has_one() -> None:
    words = words_of(drawn(rare(), "soft-margin-svm", "fisher"))
    assert "soft margin: every point is called often" in words
    assert "Fisher" in words


def test_the_remark_is_what_the_fit_says() -> None:
    shown = scene(rare(), "soft-margin-svm")
    assert "the sum of hinges is smallest where every point is called class −" in remarks(
        shown, Recipe().at(OPTIONS)
    )
    assert "v₊ = 18" in remarks(shown, Recipe().at(OPTIONS))
    assert "no boundary: every point is called often" in alt_text(shown)


@pytest.mark.parametrize("name", ["roc", "precision", "confusion"])
@pytest.mark.parametrize("data", [XOR, RINGS, rare()], ids=["xor", "rings", "rare"])
def test_plots_of_scores_exist_for_one_score_everywhere(name: str, data) -> None:
    shown = scene(data, "soft-margin-svm")
    plot = next(plot for plot in PLOTS if plot.name == name)
    figure = plot.figure(shown)
    assert not figure.message
    assert figure.heading[0].startswith(
        {"roc": "AUC 0.500", "precision": "average precision", "confusion": ""}[name]
    )
    assert (
        plot.read is None
        or plot.read(shown, (0.5, 0.5), (0.1, 0.1)) is not None
        or name == "confusion"
    )


def test_no_plot_says_that_there_is_no_boundary_because_it_converged() -> None:
    shown = scene(XOR, "soft-margin-svm")
    said = {plot.name: plot.figure(shown).message for plot in PLOTS}
    assert not any("converged" in message.lower() for message in said.values())
    assert DIRECTION in said["projection"]


def test_why_no_boundary() -> None:
    names = ("−", "+")
    fit = scene(XOR, "soft-margin-svm").answer
    assert fit is not None
    assert not has_boundary(fit)
    assert why_no_boundary(fit, names) == DIRECTION
    hard = scene(XOR, "hard-margin-svm").answer
    assert hard is not None
    assert why_no_boundary(hard, names) == "not separable"
    start = scene_of(drawn(rare(), "soft-margin-svm").scene.document)
    assert start.answer is not None
    assert why_no_boundary(start.answer.at(0), names) in ("", "every point is called −")


def test_a_run_that_ended_short_of_its_answer_is_no_result_without_a_word() -> None:
    """The line where the perceptron was stopped is drawn; the remark says that it is no answer."""
    crossed = (
        np.array([(0.0, 0.0), (2.0, 1.0), (4.0, 0.0), (1.0, 0.0), (3.0, 0.5), (5.0, 1.0)]),
        [0, 0, 0, 1, 1, 1],
    )
    said = remarks(drawn(crossed, "perceptron", "fisher").scene, Recipe().at(OPTIONS))
    assert "Perceptron: No line separates the classes" in said
    assert "Fisher: " not in said
