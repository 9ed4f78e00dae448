"""Requests drawn: a page, a film, and figures of many files.

Figures of many files are the frames of a film, or a picture that grows layer by layer (overlays
for Beamer)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from ..draw.paper import Page, Panel
from ..draw.placing.placer import with_words
from ..errors import UserError
from ..layers import LAYERS
from ..scene.document import Document
from ..scene.scene import Scene
from .composites import composite
from .film import Film
from .formats import exporter_of
from .motion import (
    Progress,
    Take,
    drag_takes,
    page_of_take,
    run_takes,
    shoot,
    silently,
    sweep_takes,
)
from .requests import Recipe
from .shots import Shot, shots_of_scene
from .sources import CANVAS, page_of, sentence_instead, view_source


def film_of(
    scene: Scene,
    recipe: Recipe,
    progress: Progress = silently,
    carried_document: Document | None = None,
) -> Film:
    """The film of a scene; every page carries its own document, or the one that is given.

    Raises:
        UserError: nothing moves, or there is nothing to be moved.
    """
    return shoot(_takes(scene, recipe), recipe, progress, carried_document)


def _takes(scene: Scene, recipe: Recipe) -> Iterator[Take]:
    between = {"between": 0} if recipe.steps else {}
    if recipe.motion == "run":
        return run_takes(scene, **between)
    # Some plots show histories; the canvas shows answers.
    trace = recipe.views != (CANVAS,) or bool(recipe.panels)
    if recipe.motion == "sweep" and recipe.sweep is not None:
        return sweep_takes(scene.document, recipe.sweep, recipe.step, **between, trace=trace)
    if recipe.motion == "drag" and recipe.drag is not None:
        point, *begin, x, y = recipe.drag
        ends = (begin[0], begin[1]) if begin else None, (x, y)
        return drag_takes(scene.document, point - 1, ends, **between, trace=trace)
    raise UserError(
        "a film needs something that moves: --sweep NAME=VALUES, --run or --drag POINT,X1,X2"
    )


def first_page(
    scene: Scene, recipe: Recipe, shots: Sequence[Shot] = ()
) -> Callable[[Recipe], Page]:
    """How to draw the picture, or the first page of a film, for a recipe of other sizes and looks.
    Missing fits are computed at once; ``shots`` are those of the picture, where they are known.

    Raises:
        UserError: a scene cannot be read, or nothing moves.
    """
    if recipe.motion:
        take = next(_takes(scene, recipe))
        scene_of_take = take.fitted()
        return partial(page_of_take, take, scene_of_take)
    shots = shots or shots_of_scene(scene, recipe)
    return lambda sized: page_of(composite(shots, sized, scene.document), sized)


def sentence_of_nothing(scene: Scene, recipe: Recipe, shots: Sequence[Shot] = ()) -> str:
    """The first view of a figure that has nothing to show, with the sentence in its place; empty
    where all have something. Of a film it is the picture in which nothing moves.

    Raises:
        UserError: a scene cannot be read.
    """
    still_recipe = recipe.without_motion
    if {panel.view for panel in still_recipe.panels} | set(still_recipe.views) == {CANVAS}:
        return ""
    for shot in shots or shots_of_scene(scene, still_recipe):
        for view in (shot.view,) if shot.view else still_recipe.views:
            if words := sentence_instead(view_source(shot.scene, view)):
                return f"view {view} has nothing to show: {words.rstrip('.')}"
    return ""


def page_of_scene(
    scene: Scene,
    recipe: Recipe,
    carried_document: Document | None = None,
    shots: Sequence[Shot] = (),
) -> Page:
    """The page of a scene, which carries its document, or the one that is given."""
    shots = shots or shots_of_scene(scene, recipe)
    return page_of(composite(shots, recipe, carried_document or scene.document), recipe)


# The layers of the first page of a series, and those that appear together with another one.
ALWAYS, COMPANIONS = frozenset({"", "points", "grid", "selection"}), {"class-names": "boundary"}


def frames_of(film: Film, recipe: Recipe) -> Iterator[tuple[str, bytes]]:
    """The frames of a film in order, numbered: the end of each file's name, and its bytes."""
    digits = len(str(film.count))
    for number, frame in enumerate(film.frames, start=1):
        yield f"-{number:0{digits}d}", exporter_of(recipe.suffix).encode(frame.page, recipe)


def layers_of(page: Page, recipe: Recipe) -> Iterator[tuple[str, bytes]]:
    """The page as it grows, numbered and with the name of the new layer: the end of each file's
    name, and its bytes.
    """
    number, before = 0, b""
    for name, page_so_far in layer_series(page):
        content = exporter_of(recipe.suffix).encode(page_so_far, recipe)
        if content != before:  # on white paper half-planes are white
            number += 1
            yield f"-{number}-{name}", content
        before = content


def layer_series(page: Page) -> tuple[tuple[str, Page], ...]:
    """The page as it grows: first the points, then one more layer on each, all with one bounding
    box and all words in place.
    """
    layer_names = {
        COMPANIONS.get(item.layer, item.layer)
        for panel in page.panels
        for item in (*panel.figure.marks, *panel.figure.words)
    } - ALWAYS
    layers = sorted(
        (o for o in LAYERS if o.name in layer_names), key=lambda o: (o.name != "boundary", o.place)
    )
    # Words are placed once, with all layers.
    figures = (
        with_words(panel.figure, panel.transform, page.theme_of(panel)) for panel in page.panels
    )
    settled = tuple(
        replace(panel, figure=replace(figure, words=()))
        for panel, figure in zip(page.panels, figures, strict=True)
    )
    steps: list[tuple[str, Page]] = []
    names_shown = set(ALWAYS)
    for name in ("data", *(layer.name for layer in layers)):
        names_shown.add(name)
        panels = tuple(_with_layers(panel, names_shown) for panel in settled)
        steps.append((name, replace(page, panels=panels)))
    return tuple(steps)


def _with_layers(panel: Panel, names_shown: set[str]) -> Panel:
    marks = tuple(
        mark
        for mark in panel.figure.marks
        if not mark.layer or COMPANIONS.get(mark.layer, mark.layer) in names_shown
    )
    return replace(panel, figure=replace(panel.figure, marks=marks))
