"""Twelve slides of a lecture as recipes: the same bytes every time, also when opened again, and one
moved point moves in every panel of its scene.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from linclass_gui.answers.scenes import scene_of
from linclass_gui.answers.value_words import fill_values
from linclass_gui.figures.legibility import findings_of
from linclass_gui.figures.pages import first_page
from linclass_gui.figures.project import ProjectFigure, read_project
from linclass_gui.figures.recipe import files_of, recipe_of
from linclass_gui.figures.shots import shots_of_scene
from linclass_gui.files.codec import decode
from linclass_gui.files.embedded_scene import embedded_text
from linclass_gui.scene.document import Document

pytestmark = pytest.mark.usefixtures("qapp", "no_remarks")
SLIDES = Path(__file__).parents[2] / "docs" / "lectures" / "twelve-slides.toml"
NUMBERS = range(12)
FILM = 11


@cache
def slide(number: int) -> ProjectFigure:
    return read_project(SLIDES)[number]


def drawn(document: Document, figure: ProjectFigure) -> bytes:
    recipe = figure.recipe
    return next((content for _, content in files_of(scene_of(document, recipe.step), recipe)))


@pytest.mark.slow
@pytest.mark.parametrize("number", [k for k in NUMBERS if k != FILM])
def test_a_slide_is_the_same_file_again_also_when_it_was_opened(
    number: int,
) -> None:
    figure = slide(number)
    content = drawn(figure.document, figure)
    name = figure.output.name
    opened = decode(embedded_text(content, name), name)
    assert opened.recipe is not None
    again = replace(figure, recipe=recipe_of(opened.recipe, name), document=opened)
    assert again.recipe == figure.recipe.with_scenes
    assert drawn(opened, again) == content


@pytest.mark.parametrize("number", [k for k in NUMBERS if k != FILM])
def test_one_moved_point_moves_in_every_panel_of_its_scene(number: int) -> None:
    figure = slide(number)
    request, document = (figure.recipe, figure.document)
    place = tuple((document.dataset.X[0] + 0.05).tolist())
    moved = replace(document, dataset=document.dataset.moved([0], place))
    for shot in shots_of_scene(scene_of(moved, request.step), request):
        if shot.scene.document.title != document.title:
            continue  # another scene, which says so
        np.testing.assert_array_equal(shot.scene.document.dataset.X[0], place)
        for fit in shot.scene.fits.values():
            assert len(fit.problem.X) == len(moved.dataset)
            assert not np.array_equal(fit.problem.X, document.dataset.X)


@pytest.mark.slow
@pytest.mark.parametrize("number", [k for k in NUMBERS if k != FILM])
def test_nothing_is_left_out_at_the_size_of_the_slide(number: int) -> None:
    figure = slide(number)
    scene = scene_of(figure.document, figure.recipe.step)
    findings = findings_of(first_page(scene, figure.recipe)(figure.recipe))
    assert not findings.left_out
    assert not findings.is_crowded


def test_titles_and_numbers_are_those_of_each_panel() -> None:
    for number, expected in (
        (0, ["1 wrong", "0 wrong", "0 wrong"]),
        (1, ["6 wrong", "1 wrong", "1 wrong", "0 wrong"]),
        (4, [f"{sv} support vectors, {wrong} wrong" for sv, wrong in ((60, 0), (44, 2), (57, 8))]),
    ):
        request = slide(number).recipe
        shots = shots_of_scene(scene_of(slide(number).document), request)
        assert [fill_values(request.note, shot.scene) for shot in shots] == expected
    run = slide(1)
    shots = shots_of_scene(scene_of(run.document), run.recipe)
    assert fill_values(shots[-1].title, shots[-1].scene) == "14 updates, the end"
