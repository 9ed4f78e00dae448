"""Twelve slides of a lecture as recipes: nothing is left out, and titles have their numbers."""

from functools import cache
from pathlib import Path

import pytest

from linclass_gui.answers.scenes import scene_of
from linclass_gui.answers.value_words import fill_values
from linclass_gui.figures.legibility import findings_of
from linclass_gui.figures.pages import first_page
from linclass_gui.figures.project import ProjectFigure, read_project
from linclass_gui.figures.shots import shots_of_scene

pytestmark = pytest.mark.usefixtures("qapp", "no_remarks")
SLIDES = Path(__file__).parents[2] / "docs" / "lectures" / "twelve-slides.toml"
NUMBERS = range(12)
FILM = 11


@cache
def slide(number: int) -> ProjectFigure:
    return read_project(SLIDES)[number]


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
