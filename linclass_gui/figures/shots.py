"""The scenes of a figure, each with what distinguishes it: a step, the value of a parameter, or a
title.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..answers.scenes import scene_of
from ..answers.sweeps import step_label, sweep_variants, value_label
from ..scene.document import Document
from ..scene.scene import Scene
from .composites import Shot, plot_title
from .requests import FigurePanel, Request
from .sources import CANVAS


def shots_of(document: Document, request: Request) -> tuple[Shot, ...]:
    """The scenes of a document: one, or one for each value of the sweep."""
    if request.sweep is None:
        return (Shot(scene_of(document, request.step), document.title),)
    variants = sweep_variants(document, request.sweep, request.step)
    return tuple(
        Shot(scene_of(variant, step), value_label(variant, request.sweep.name, step))
        for variant, step in variants
    )


def shots_of_scene(scene: Scene, request: Request) -> tuple[Shot, ...]:
    """The scenes of a scene whose fits are known: only the scenes of a sweep, of a step and beside
    it are fitted anew.

    Raises:
        UserError: one of them cannot be read.
    """
    request = request.settled
    if request.panels:
        return tuple(_shot_of_panel(scene, panel, request) for panel in request.panels)
    shots = (
        (Shot(scene, scene.document.title),)
        if request.sweep is None
        else shots_of(scene.document, request)
    )
    return _with_titles(
        (
            *shots,
            *(shot for name in request.scenes for shot in shots_of(request.scene(name), request)),
        ),
        request,
    )


def _shot_of_panel(own_scene: Scene, panel: FigurePanel, request: Request) -> Shot:
    """The scene of a panel; without a title of its own it is called after its scene and its step,
    or after its plot.
    """
    step = request.step if panel.step is None else panel.step
    if panel.scene:
        scene = scene_of(request.scene(panel.scene), step)
    else:
        scene = own_scene if panel.step is None else scene_of(own_scene.document, step)
    name = (
        scene.document.title
        if request.other_scenes and panel.view == CANVAS
        else plot_title(panel.view)
    )
    title = panel.title or ", ".join(filter(None, (name, step_label(panel.step))))
    if panel.layers is not None:
        scene = replace(scene, document=replace(scene.document, layers=panel.layers))
    return Shot(scene, title, panel.view)


def _with_titles(shots: Sequence[Shot], request: Request) -> tuple[Shot, ...]:
    """The shots under the requested titles, where there is one for each."""
    if len(request.titles) != len(shots):
        return tuple(shots)
    return tuple(
        replace(shot, title=title) for shot, title in zip(shots, request.titles, strict=True)
    )
