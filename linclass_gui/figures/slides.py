"""The slides of a talk as pages of one PDF, for the command line and for the window."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from ..answers.scenes import scene_of
from ..answers.value_words import fill_values
from ..errors import UserError
from ..files.saving import check_folder
from ..lessons.reveals import fully_revealed, plots_in_front
from ..scene.scene import Scene
from .pages import page_of_scene
from .pdf import SlidePage, slide_options
from .recipe import SIZE, recipe_of, recipe_with
from .requests import Recipe
from .settings import OPTIONS, ExportOptions
from .talk import Slide, Talk

SLIDE_SIZE = "slide-16x9"  # of the pages of a talk
PLOTS_SHARE = 0.4  # of the width of a page, beside the picture as in a presentation
LOOK = frozenset({SIZE, "width", "height", *(setting.key for setting in OPTIONS)})
Values = Mapping[str, Any]  # of a recipe
Remark = Callable[[Path, Scene, Recipe], object]


def options_of_pages(values: Values) -> ExportOptions:
    """The size and look of the pages; what ``values`` leave out is that of slides."""
    look = {key: value for key, value in values.items() if key in LOOK}
    return recipe_of({SIZE: SLIDE_SIZE} | look, "export")


def check_place(talk: Talk, target: Path) -> None:
    """Refuse to write the pages over the talk or one of its slides, or into a missing folder.

    Raises:
        UserError: the file is one of them, or cannot be written.
    """
    check_folder(target)
    paths = [talk.file, *(slide.path for slide in talk.slides if slide.path is not None)]
    if os.path.realpath(target) in map(os.path.realpath, paths):
        raise UserError(
            f"{target}: this is one of the scenes to be drawn; give the figure another name"
        )


def pages_of_talk(
    talk: Talk, values: Values, step: Callable[[], None], remark: Remark
) -> tuple[list[SlidePage], tuple[str, ...]]:
    """A page for each slide, drawn with ``values``, and the reasons why others have none.

    Lessons are shown with all their steps.  ``step`` is called after each slide, and ``remark``
    about each scene before it is drawn.

    Raises:
        UserError: no slide can be drawn.
    """
    page_options = options_of_pages(values)
    pages: list[SlidePage] = []
    refusals: list[str] = []
    for slide in talk.slides:
        place = f"{talk.file}, slide {slide.place}"
        options = slide_options(page_options)
        try:
            pages.append(_page_of_slide(slide, talk.file, place, values, options, remark))
        except UserError as error:
            reason = str(error).removeprefix(f"{place}: ")
            refusals.append(f"{place}: {slide.entry}: {reason}")
        step()
    if not pages:
        raise UserError("\n".join(refusals[:3]))
    return pages, tuple(refusals)


def _page_of_slide(
    slide: Slide, talk: Path, place: str, values: Values, options: ExportOptions, remark: Remark
) -> SlidePage:
    document = fully_revealed(slide) if slide.steps else slide.document
    changes = {k: v for k, v in {**slide.figure_values, **values}.items() if k not in LOOK}
    recipe = recipe_with(slide.entry, document, changes, place, partial(_beside, talk))
    recipe = replace(recipe.without_motion, series="", live=False).at(options)
    if slide.position is not None and not slide.steps:
        recipe = replace(recipe, step=slide.position)
    try:
        scene = scene_of(document, recipe.step)
    except UserError as error:
        raise UserError(f"{place}: {error}; choose another step, or leave it out") from None
    remark(Path(place), scene, recipe)
    title = fill_values(slide.title, scene)
    plots = plots_in_front(slide, len(slide.steps)) if recipe.is_canvas_alone else ()
    if not plots:
        return SlidePage(title, page_of_scene(scene, recipe), slide.notes)
    wide, narrow = (
        replace(recipe, width_mm=share * options.width_mm)
        for share in (1.0 - PLOTS_SHARE, PLOTS_SHARE)
    )
    beside = replace(narrow, views=plots, columns=1, letters=False)
    figure, plots_page = page_of_scene(scene, wide), page_of_scene(scene, beside)
    return SlidePage(title, figure, slide.notes, plots_page)


def _beside(file: Path, name: str) -> str:
    """The place of a file named in another one."""
    return str(file.parent / name)
