"""Requests drawn: the scenes beside each other on one page, or one after the other in a film."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..draw.paper import Page
from ..errors import UserError
from ..scene.document import Document
from ..scene.scene import Scene
from .compose import composite
from .motion.directing import (
    Progress,
    Take,
    drag_takes,
    morph_takes,
    page_of_take,
    run_takes,
    shoot,
    silently,
    sweep_takes,
)
from .motion.film import Film
from .options import ExportOptions
from .requests import Request
from .scenes import page_of
from .shots import shots_of_scene


def film_of(
    scene: Scene,
    request: Request,
    options: ExportOptions,
    progress: Progress = silently,
    carried: Document | None = None,
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
        return drag_takes(scene.document, row, (x, y), request.beside, **between)
    if request.motion == "morph":
        return morph_takes(
            (scene.document, *map(request.scene, request.scenes)), request.step, **between
        )
    raise UserError(
        "a film needs something that moves: --sweep NAME=VALUES, --run, --drag POINT,X1,X2 or "
        "--morph"
    )


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


def page_of_scene(
    scene: Scene, request: Request, options: ExportOptions, carried: Document | None = None
) -> Page:
    """The page of a scene, which carries its document, or the one that is given."""
    return page_of(
        composite(shots_of_scene(scene, request), request, options, carried or scene.document),
        options,
    )
