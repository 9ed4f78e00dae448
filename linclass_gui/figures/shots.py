"""The scenes of a figure, each with what distinguishes it: a step, the value of a parameter, or a
title.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..answers.comparison import method_titles
from ..answers.scenes import scene_of
from ..answers.sweeps import NUMBER_MARK, Axes, step_label, sweep_variants, value_label
from ..layers.projection import view_with_axis
from ..plots import plot_named
from ..scene.document import Document
from ..scene.methods import words_of
from ..scene.playback import is_playable
from ..scene.scene import Scene
from ..scene.view import View
from .requests import FigurePanel, Recipe
from .sources import CANVAS, blocks_of_view

SCHEME_MARK = ":"  # between a scheme and its two-class method
LONG_TITLE = 16  # characters from which on the title of a plot is too long for a panel
# scenes may share their axes if their views together are at most this many times as large as each
NEAR = 3.0


@dataclass(frozen=True, eq=False)
class Shot:
    """A scene with what distinguishes it from the others of a composite: the value of a parameter,
    or its title.
    """

    scene: Scene
    title: str = ""
    view: str = ""  # empty: every view of the arrangement
    limits: View | None = None  # the part of the plane, or of the plot, that it shows of its own


def shots_of(document: Document, recipe: Recipe) -> tuple[Shot, ...]:
    """The scenes of a document: one, or one for each value of the sweep."""
    if recipe.sweep is None:
        return (Shot(scene_of(document, recipe.step), document.title),)
    variants = sweep_variants(document, recipe.sweep, recipe.step)
    return tuple(
        Shot(scene_of(variant, step), value_label(variant, recipe.sweep.name, step))
        for variant, step in variants
    )


def shots_of_scene(scene: Scene, recipe: Recipe) -> tuple[Shot, ...]:
    """The scenes of a scene whose fits are known: only the scenes of a sweep, of a step and beside
    it are fitted anew.

    Raises:
        UserError: one of them cannot be read.
    """
    recipe = recipe.settled
    if recipe.panels:
        return _shots_of_panels(scene, recipe)
    shots = (
        (Shot(scene, scene.document.title),)
        if recipe.sweep is None
        else shots_of(scene.document, recipe)
    )
    return _with_titles(
        (
            *shots,
            *(shot for name in recipe.scenes for shot in shots_of(recipe.scene(name), recipe)),
        ),
        recipe,
    )


def picture_shots(scene: Scene, recipe: Recipe) -> tuple[Shot, ...]:
    """The scenes of a picture, for all that is asked of it; none of a film or a page that computes.

    Raises:
        UserError: one of them cannot be read.
    """
    return () if recipe.motion or recipe.live else shots_of_scene(scene, recipe)


def _shots_of_panels(own_scene: Scene, recipe: Recipe) -> tuple[Shot, ...]:
    """The scenes of the panels; those without a title of their own are called after what
    distinguishes them from the others.
    """
    scenes = [_scene_of_panel(own_scene, panel, recipe) for panel in recipe.panels]
    pairs = list(zip(recipe.panels, scenes, strict=True))
    variations = [_variation(panel, scene.document) for panel, scene in pairs]
    common = set.intersection(*map(set, variations)) if len(variations) > 1 else set()
    titles = []
    for (panel, scene), words in zip(pairs, variations, strict=True):
        is_canvas_beside_others = recipe.other_scenes and panel.view == CANVAS
        name = scene.document.title if is_canvas_beside_others else plot_title(panel.view)
        distinct = [word for word in words if word not in common]
        step = _step_words(panel, scene, recipe)
        distinct += [step] if step else [] if distinct else words
        titles.append(", ".join(filter(None, (name, *distinct))))
    return tuple(
        Shot(scene, panel.title or title, panel.view, panel.limits)
        for (panel, scene), title in zip(pairs, titles, strict=True)
    )


def _scene_of_panel(own_scene: Scene, panel: FigurePanel, recipe: Recipe) -> Scene:
    document = panel.varied(recipe.scene(panel.scene) if panel.scene else own_scene.document)
    has_other_fits = document.methods is not own_scene.document.methods or panel.step is not None
    if panel.scene or has_other_fits:
        return scene_of(document, recipe.step if panel.step is None else panel.step)
    if panel.limits is not None and panel.view == CANVAS:
        return _in_view(replace(own_scene, document=document), document.looked_at)
    return replace(own_scene, document=document) if panel.is_varied else own_scene


def _step_words(panel: FigurePanel, scene: Scene, recipe: Recipe) -> str:
    """The step of a panel; the end of a run beside panels that stop before it."""
    if panel.step is not None:
        return step_label(panel.step)
    are_stopped = any(p.step is not None and p.scene == panel.scene for p in recipe.panels)
    answer = scene.answer
    has_run = answer is not None and is_playable(answer) and recipe.step is None
    if not (are_stopped and has_run and answer):
        return ""
    return f"{step_label(answer.numbers[-1])}, the end"


def _variation(panel: FigurePanel, document: Document) -> list[str]:
    """The methods and the values that a panel has of its own, in words; several methods are one
    of these, because a title with some of them would deny the others.
    """
    names = panel.methods or ()
    titles = method_titles(document)
    methods = [
        titles[m.id] if any(NUMBER_MARK in name for name in names) else m.name
        for m in document.enabled_methods
        if names
    ]
    words = [", ".join(methods)] if methods else []
    if any(SCHEME_MARK in name for name in names):
        words += [words_of(m.scheme) for m in document.enabled_methods]
    return [*words, *(value_label(document, name) for name in panel.own_settings)]


def _with_titles(shots: Sequence[Shot], recipe: Recipe) -> tuple[Shot, ...]:
    """The shots under the requested titles, where there is one for each."""
    if len(recipe.titles) != len(shots):
        return tuple(shots)
    return tuple(
        replace(shot, title=title) for shot, title in zip(shots, recipe.titles, strict=True)
    )


def plot_title(name: str) -> str:
    """The title of a plot, or its short form where that is long, or of a block of numbers; the
    canvas and several blocks need none.
    """
    if name == CANVAS:
        return ""
    if blocks := blocks_of_view(name):
        return blocks[0].title if len(blocks) == 1 else ""
    plot = plot_named(name)
    return plot.short if plot.short and len(plot.title) > LONG_TITLE else plot.title


def with_shared_axes(
    shots: Sequence[Shot], axes: Axes, proportions: tuple[float, float]
) -> Sequence[Shot]:
    """The scenes in one view, where that is requested or they show nearly the same part of the
    plane, in panels of about these proportions; those with limits of their own keep them.
    """
    sharing = [shot for shot in shots if shot.limits is None]
    if axes == "free" or not sharing:
        return shots
    shared = iter(_in_one_view(sharing, axes, proportions))
    return [shot if shot.limits is not None else next(shared) for shot in shots]


def _in_one_view(
    shots: Sequence[Shot], axes: Axes, proportions: tuple[float, float]
) -> Sequence[Shot]:
    views = [
        view_with_axis(shot.scene, shot.scene.document.looked_at, proportions) for shot in shots
    ]
    all_of_them = View.over(views)
    if axes == "same-x":
        # with one height and width they keep one scale
        half = 0.5 * max(view.height for view in views)
        same_x = (
            View(all_of_them.x0, all_of_them.x1, view.middle[1] - half, view.middle[1] + half)
            for view in views
        )
        return [
            replace(shot, scene=_in_view(shot.scene, view))
            for shot, view in zip(shots, same_x, strict=True)
        ]
    if axes == "fit" and not all(
        all_of_them.width <= NEAR * v.width and all_of_them.height <= NEAR * v.height for v in views
    ):
        return shots
    return [replace(shot, scene=_in_view(shot.scene, all_of_them)) for shot in shots]


def _in_view(scene: Scene, view: View) -> Scene:
    return replace(scene, document=replace(scene.document, view=view), view=view.drawable)
