"""Requests drawn: the scenes beside each other on one page, or one after the other in a film."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..core.document import Document
from ..core.fits.render import scene_of
from ..core.scene import Scene
from ..core.sweeps import sweep_documents, value_label
from ..core.user_error import UserError
from ..draw.paper import Page
from .compose import Shot, composite, plot_title
from .motion.directing import Progress, Take, drag_takes, morph_takes, page_of_take, run_takes, shoot, silently, sweep_takes
from .motion.film import Film
from .options import ExportOptions
from .requests import Panel, Request
from .scenes import CANVAS, page_of


def shots_of(document: Document, request: Request) -> tuple[Shot, ...]:
    """The scenes of a document: one, or one for each value of the sweep."""
    if request.sweep is None:
        return (Shot(scene_of(document, request.step), document.title),)
    scenes = (scene_of(each, request.step) for each in sweep_documents(document, request.sweep))
    return tuple(Shot(scene, value_label(scene.document, request.sweep.name)) for scene in scenes)


def shots_of_scene(scene: Scene, request: Request) -> tuple[Shot, ...]:
    """The scenes of a scene whose fits are known: only those of a sweep and those beside it are fitted anew.

    Raises:
        UserError: one of them cannot be read.
    """
    if request.panels:
        return tuple(_shot_of_panel(scene, panel, request) for panel in request.panels)
    own = (Shot(scene, scene.document.title),) if request.sweep is None else shots_of(scene.document, request)
    return add_titles((*own, *(shot for name in request.scenes for shot in shots_of(request.scene(name), request))), request)


def _shot_of_panel(own: Scene, panel: Panel, request: Request) -> Shot:
    scene = scene_of(request.scene(panel.scene), request.step) if panel.scene else own
    if panel.layers is not None:
        scene = replace(scene, document=replace(scene.document, layers=panel.layers))
    own_title = scene.document.title if request.other_scenes and panel.view == CANVAS else plot_title(panel.view)
    return Shot(scene, panel.title or own_title, panel.view)


def add_titles(shots: Sequence[Shot], request: Request) -> tuple[Shot, ...]:
    """The shots under the requested titles, where there is one for each."""
    if len(request.titles) != len(shots):
        return tuple(shots)
    return tuple(replace(shot, title=title) for shot, title in zip(shots, request.titles, strict=True))


def film_of(
    scene: Scene, request: Request, options: ExportOptions, progress: Progress = silently, carried: Document | None = None
) -> Film:
    """The film of a scene; every page carries its own document, or the one that is given.

    Raises:
        UserError: nothing moves, or there is nothing to be moved.
    """
    return shoot(_takes(scene, request), request, options, progress, carried)


def _takes(scene: Scene, request: Request) -> Iterator[Take]:
    between = {"between": 0} if request.steps else {}
    if request.motion == "run":
        return run_takes(scene, **between)
    if request.motion == "sweep" and request.sweep is not None:
        return sweep_takes(scene.document, request.sweep, request.step, **between)
    if request.motion == "drag" and request.drag is not None:
        row, x, y = request.drag
        return drag_takes(scene.document, row, (x, y), **between)
    if request.motion == "morph":
        return morph_takes((scene.document, *map(request.scene, request.scenes)), request.step, **between)
    raise UserError("a film needs something that moves: --sweep NAME=VALUES, --run, --drag POINT,X1,X2 or --morph")


def first_page(scene: Scene, request: Request) -> Callable[[ExportOptions], Page]:
    """How to draw the picture, or the first page of a film.  Missing fits are computed at once.

    Raises:
        UserError: a scene cannot be read, or nothing moves.
    """
    if request.motion:
        take = next(_takes(scene, request))
        return lambda options: page_of_take(take, request, options)
    shots = shots_of_scene(scene, request)
    return lambda options: page_of(composite(shots, request, options, scene.document), options)


def page_of_scene(scene: Scene, request: Request, options: ExportOptions, carried: Document | None = None) -> Page:
    """The page of a scene, which carries its document, or the one that is given."""
    return page_of(composite(shots_of_scene(scene, request), request, options, carried or scene.document), options)
