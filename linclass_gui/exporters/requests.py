"""What is to be drawn of some scenes: one value for the command line, the dialog and scripts.

Values of a sweep and several scenes are beside each other in a grid, or follow each other in a film.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from typing import Any, Literal, get_args

from ..core.course.lesson import Picture
from ..core.document import Document
from ..core.files.opening import open_document
from ..core.fits.render import scene_of
from ..core.scene import Scene
from ..core.sweeps import Sweep, sweep_documents, value_label
from ..core.user_error import UserError
from ..draw.figure import Grid, Page
from . import exporter_of, film_bytes, ready
from .compose import Arrangement, Shot, composite
from .motion.directing import Progress, Take, drag_takes, run_takes, shoot, silently, sweep_takes
from .motion.film import Film
from .options import ExportOptions
from .pages import page_of
from .scenes import CANVAS, VIEWS
from .series import frames_of, layers_of

Motion = Literal["", "run", "sweep", "drag"]
Series = Literal["", "frames", "layers"]

BESIDE_EACH_OTHER = 3  # panels in one row


@dataclass(frozen=True)
class Request:
    """Which views of a scene, as it is or at one step, over which values, put together how, and what moves."""

    views: tuple[str, ...] = (CANVAS,)
    sweep: Sweep | None = None
    columns: int | None = None
    letters: bool = True
    notes: bool = True
    legend: bool = True
    step: int | None = None
    motion: Motion = ""
    drag: tuple[int, float, float] | None = None  # the row of a point, counted from 0, and where it goes
    scenes: tuple[str, ...] = ()  # files of scenes beside the open one
    titles: tuple[str, ...] = ()  # of the scenes, where they are to be called otherwise than in their files
    series: Series = ""  # not one file but many: the frames of a film, or a picture that grows layer by layer

    @property
    def arrangement(self) -> Arrangement:
        """How panels are put together."""
        return Arrangement(self.views, self.columns, self.letters, self.notes, self.legend)

    @property
    def still(self) -> Request:
        """The same as one picture: of a film its first page."""
        return replace(self, motion="", drag=None, series="", sweep=None if self.motion == "sweep" else self.sweep)

    def panels(self, scenes: int | None = None, grid: tuple[int, int] | None = None) -> tuple[int, int]:
        """How many panels the scenes (None: this one and those beside it) make, and in how many rows there is room for them."""
        values = 1 if self.sweep is None or self.motion else len(self.sweep.values)
        panels = (1 + len(self.scenes) if scenes is None else scenes) * values * len(self.views)
        several = (
            len(self.views)
            if panels > len(self.views) > 1
            else panels
            if panels <= BESIDE_EACH_OTHER
            else math.isqrt(panels - 1) + 1
        )
        columns = self.columns or several
        return panels, -(-panels // columns) if grid is None else grid[0]


def request_of_lesson(figure: Picture) -> Request:
    """What a lesson wants to be drawn of it."""
    sweep = Sweep.parse(figure.sweep) if figure.sweep else None
    columns = None if figure.grid is None else figure.grid[1]
    return Request(figure.views or (CANVAS,), sweep, columns, scenes=figure.scenes, titles=figure.titles)


def shots_of(document: Document, request: Request, title: str = "") -> tuple[Shot, ...]:
    """The scenes of a document: one, or one for each value of the sweep."""
    if request.sweep is None:
        return (Shot(scene_of(document, request.step), title or document.title),)
    scenes = (scene_of(each, request.step) for each in sweep_documents(document, request.sweep))
    return tuple(Shot(scene, value_label(scene.document, request.sweep.name)) for scene in scenes)


def shots_of_scene(scene: Scene, request: Request) -> tuple[Shot, ...]:
    """The scenes of a scene whose fits are known: only those of a sweep are fitted anew, and those beside it.

    Raises:
        UserError: one of them cannot be read.
    """
    own = (Shot(scene, scene.document.title),) if request.sweep is None else shots_of(scene.document, request)
    return add_titles((*own, *(shot for name in request.scenes for shot in shots_of(open_document(name), request))), request)


def add_titles(shots: Sequence[Shot], request: Request) -> tuple[Shot, ...]:
    """The shots under the titles that are asked for, where there is one for each."""
    if len(request.titles) != len(shots):
        return tuple(shots)
    return tuple(replace(shot, title=title) for shot, title in zip(shots, request.titles, strict=True))


def grid_of(shots: Sequence[Shot], request: Request, options: ExportOptions, carried: Document | None = None) -> Grid:
    """The shots as one figure, which carries the document that they were made from."""
    return composite(shots, request.arrangement, options, carried)


def film_of(scene: Scene, request: Request, options: ExportOptions, progress: Progress = silently) -> Film:
    """The film of a scene.

    Raises:
        UserError: nothing moves, or there is nothing to be moved.
    """
    arrangement = replace(request.arrangement, letters=False) if len(request.views) == 1 else request.arrangement
    return shoot(_takes(scene, request), request.motion or "still", arrangement, options, progress)


def _takes(scene: Scene, request: Request) -> Iterator[Take]:
    if request.motion == "run":
        return run_takes(scene)
    if request.motion == "sweep" and request.sweep is not None:
        return sweep_takes(scene.document, request.sweep, request.step)
    if request.motion == "drag" and request.drag is not None:
        row, x, y = request.drag
        return drag_takes(scene.document, row, (x, y))
    raise UserError("a film needs something that moves: --sweep NAME=VALUES, --run or --drag POINT,X1,X2")


def files_of(
    scene: Scene, request: Request, suffix: str, options: ExportOptions, progress: Progress = silently
) -> Iterator[tuple[str, bytes]]:
    """The files of a scene whose fits are known, one or a series: what comes after the name of each, and its bytes.

    Raises:
        UserError: there is no such format, or it cannot show this.
    """
    film = partial(film_of, scene, request, options, progress)
    return encode_request(request, suffix, options, film, partial(page_of_scene, scene, request, options))


def content_of(scene: Scene, request: Request, suffix: str, options: ExportOptions) -> bytes:
    """The bytes of the one file of a scene whose fits are known.

    Raises:
        UserError: there is no such format, or it cannot show this.
    """
    return next(content for _, content in files_of(scene, replace(request, series=""), suffix, options))


def encode_request(
    request: Request, suffix: str, options: ExportOptions, film: Callable[[], Film], page: Callable[[], Page]
) -> Iterator[tuple[str, bytes]]:
    """A film, its frames, the layers of a page, or the page: what comes after the name of each file, and its bytes."""
    ready()
    if request.series == "frames":
        yield from frames_of(film(), suffix, options)
    elif request.motion:
        yield "", film_bytes(film(), suffix, options)
    elif request.series == "layers":
        yield from layers_of(page(), suffix, options)
    else:
        yield "", exporter_of(suffix).encode(page(), options)


def page_of_scene(scene: Scene, request: Request, options: ExportOptions) -> Page:
    """The page of a scene."""
    return page_of(grid_of(shots_of_scene(scene, request), request, options, scene.document), options)


def to_values(request: Request) -> dict[str, Any]:
    """The request as the settings keep it."""
    values = asdict(request)
    return values | {"sweep": None if request.sweep is None else [request.sweep.name, list(request.sweep.values)]}


def from_values(values: dict[str, Any]) -> Request:
    """What the settings kept.

    Raises:
        ValueError: it is no longer understood.
    """
    known = {f.name for f in fields(Request)}
    kept = {name: value for name, value in values.items() if name in known}
    views = tuple(view for view in kept.get("views", ()) if view in VIEWS)
    sweep, drag = kept.get("sweep"), kept.get("drag")
    kept["views"] = views or Request().views
    kept["scenes"], kept["titles"] = (tuple(map(str, kept.get(key, ()))) for key in ("scenes", "titles"))
    kept["sweep"] = None if not sweep else Sweep(str(sweep[0]), tuple(map(str, sweep[1])))
    kept["drag"] = None if not drag else (int(drag[0]), float(drag[1]), float(drag[2]))
    if kept.get("motion", "") not in get_args(Motion) or kept.get("series", "") not in get_args(Series):
        raise ValueError("no such motion")
    return Request(**kept)
