"""What a figure says to who cannot see it: proposed from the scene, written into files that can
hold it, or one's own words.
"""

import html
import re
from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of, three_clouds

import linclass_gui
from linclass_gui.draw.alt import alt_text
from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.recipe import content_of
from linclass_gui.figures.requests import Recipe
from linclass_gui.layers.canvas import keys_of
from linclass_gui.scene.document import Document
from solvers import Dataset, GaussianGenerative, HardMarginSVM, Perceptron, SoftMarginSVM

FEW = frozenset({"boundary", "margins"})  # words among all layers take their time
APART = replace(document_of(clouds(20, 3.0), (HardMarginSVM(),)), layers=FEW)


def test_points_methods_errors_and_margin_are_told() -> None:
    scene = scene_of(replace(APART, title="Two clouds."))
    told = alt_text(scene)
    assert told.startswith("Two clouds. ")
    assert all(name in told for name in ("x1", "x2", "class −", "class +", "Hard-margin SVM"))
    # all points, those of both classes, and the margin
    numbers = re.findall(r"(?<![a-z])\d+(?:\.\d+)?", told)
    assert numbers == ["20", "10", "10", f"{1.0 / scene.fits['m1'].norm:.3f}"]


def test_errors_are_counted_and_every_drawn_method_is_told_the_selected_one_first() -> None:
    scene = scene_of(document_of(clouds(40, 0.5), (SoftMarginSVM(C=3.0), Perceptron())))
    errors = [scene.fits[id].certificate.errors for id in ("m1", "m2")]
    told = re.findall(r"(Soft-margin SVM|Perceptron)\D*(\d+)", alt_text(scene))
    assert told == [("Soft-margin SVM", str(errors[0])), ("Perceptron", str(errors[1]))]


def test_three_classes_are_told() -> None:
    told = alt_text(scene_of(document_of(three_clouds(30), (GaussianGenerative(),))))
    assert "30 points" in told
    assert "3 classes" in told


def test_an_empty_plane_is_one() -> None:
    assert alt_text(scene_of(Document.empty())) == "A plane without points."
    one = Document(Dataset(np.array([[0.0, 0.0]]), np.array([1])))
    assert "1 point over" in alt_text(scene_of(one))


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("alt", ["", "A street between two <clouds> & more"])
def test_it_stands_in_the_files_that_can_hold_it(alt: str) -> None:
    scene, options = scene_of(APART), ExportOptions(alt=alt, dpi=30.0)
    expected = alt or alt_text(scene)
    for suffix in (".svg", ".html"):
        text = content_of(scene, Recipe(suffix=suffix).at(options)).decode()
        assert expected in html.unescape(text)
    pdf = content_of(scene, Recipe(suffix=".pdf").at(options))
    assert (
        expected.encode("utf-16-be").hex().upper().encode() in pdf
        or expected.encode("utf-16-be") in pdf
    )


@pytest.mark.usefixtures("qapp")
def test_a_composite_tells_its_panels_and_what_its_plots_show() -> None:
    both = linclass_gui.figure(APART, view=("canvas", "fisher-angle")).page.alt
    assert re.findall(r"\d panels|\([ab]\)|Fisher J over the angle", both) == [
        "2 panels",
        "(a)",
        "(b)",
        "Fisher J over the angle",
    ]
    assert "Losses" in linclass_gui.figure(APART, view="losses").page.alt
    assert linclass_gui.figure(APART).page.alt == alt_text(scene_of(APART))


@pytest.mark.usefixtures("qapp")
def test_values_of_a_sweep_and_the_points_of_other_scenes_are_told() -> None:
    soft = replace(document_of(clouds(20, 1.0), (SoftMarginSVM(),)), layers=FEW)
    told = linclass_gui.figure(soft, view=("canvas", "losses"), sweep="C=1,10000").page.alt
    assert "(a) C = 1: margin" in told
    assert "(c) C = 10 000: margin" in told
    assert told.count("What each point costs") == 1
    pair = linclass_gui.figure("lesson:far-blob").page.alt
    assert (
        "(b) a second blob far away: 70 points, 25 of class − and 45 of class +, least squares: 6 "
        "wrong, "
    ) in pair


def test_hollow_points_are_told_where_they_are_drawn() -> None:
    document = replace(document_of(clouds(20, 3.0), ()), test=clouds(6, 3.0))
    assert alt_text(scene_of(document)).endswith(
        "10 of class − and 10 of class +, and 6 hollow test points."
    )
    assert "test" not in alt_text(scene_of(replace(document, shows_test=False)))
    assert [
        entry.name for entry in keys_of(scene_of(document), frozenset({("test-plus", None)}))
    ] == ["test"]
