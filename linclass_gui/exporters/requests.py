"""What is to be drawn of some scenes: one value for the command line, the dialog and scripts.

Values of a sweep and several scenes are beside each other in a grid, or follow each other in a film.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ..core.course.lesson import Picture
from ..core.document import Document
from ..core.files.opening import NAMED, open_document
from ..core.fits.render import scene_of
from ..core.scene import Scene
from ..core.sweeps import Axes, Sweep, sweep_documents, value_label
from ..core.user_error import UserError
from ..draw.figure import Grid, Page
from .compose import Arrangement, Shot, composite, plot_title
from .motion.directing import Progress, Take, drag_takes, morph_takes, page_of_take, run_takes, shoot, silently, sweep_takes
from .motion.film import Film
from .options import ExportOptions
from .scenes import CANVAS, page_of

Motion = Literal["", "run", "sweep", "drag", "morph"]
Series = Literal["", "frames", "layers"]

BESIDE_EACH_OTHER = 3  # panels in one row


@dataclass(frozen=True)
class Panel:
    """One panel of a figure: a ``view`` of a scene (nothing: the own one; else as ``open_document`` takes it), under a title.

    ``layers`` are those of its canvas, None for those of the scene.
    """

    scene: str = ""
    view: str = CANVAS
    title: str = ""
    layers: frozenset[str] | None = None


@dataclass(frozen=True)
class Request:
    """Which views of a scene, as it is or at one step, over which values, put together how, and what moves.

    ``panels`` say one by one what stands beside each other; where there are none, it is each view of each scene for each value.
    ``held`` are the scenes among the others that are known already: their files need not be there.
    """

    views: tuple[str, ...] = (CANVAS,)
    sweep: Sweep | None = None
    columns: int | None = None
    letters: bool = True
    notes: bool = True
    legend: bool = True
    step: int | None = None
    motion: Motion = ""
    drag: tuple[int, float, float] | None = None  # the row of a point, counted from 0, and where it goes
    scenes: tuple[str, ...] = ()  # files of scenes beside the open one; of a morph those to which it goes
    titles: tuple[str, ...] = ()  # of the scenes, where they are to be called otherwise than in their files
    series: Series = ""  # not one file but many: the frames of a film, or a picture that grows layer by layer
    axes: Axes = "fit"
    names: bool | None = None  # of lines (None: as each scene has it)
    captions: bool = True  # below the pages of a film, what happens in them
    steps: bool = False  # of a film only its stops: nothing glides between them
    live: bool = False  # a page that computes while points are dragged
    panels: tuple[Panel, ...] = ()
    held: Mapping[str, Document] = field(default_factory=dict, compare=False)

    @property
    def arrangement(self) -> Arrangement:
        """How panels are put together."""
        return Arrangement(
            self.views,
            self.columns,
            self.letters,
            self.notes,
            self.legend,
            axes=self.axes,
            captions=self.captions,
            names=self.names,
        )

    @property
    def other_scenes(self) -> tuple[str, ...]:
        """The names of the scenes that are drawn beside the own one, each once."""
        names = (panel.scene for panel in self.panels if panel.scene) if self.panels else self.scenes
        return tuple(dict.fromkeys(names))

    @property
    def holding(self) -> Request:
        """The same with all other scenes at hand but lessons, which are always there.

        Raises:
            UserError: one of them cannot be read.
        """
        files = [name for name in self.other_scenes if not name.startswith(NAMED) and name not in self.held]
        return replace(self, held={**self.held, **{name: open_document(name) for name in files}}) if files else self

    def scene(self, name: str) -> Document:
        """One of the other scenes.

        Raises:
            UserError: it cannot be read.
        """
        return self.held[name] if name in self.held else open_document(name)

    @property
    def still(self) -> Request:
        """The same as one picture, in which nothing moves."""
        return replace(
            self,
            motion="",
            drag=None,
            series="",
            sweep=None if self.motion == "sweep" else self.sweep,
            scenes=() if self.motion == "morph" else self.scenes,
        )

    def panels_and_rows(self) -> tuple[int, int]:
        """How many panels there are, and in how many rows there is room for them."""
        values = 1 if self.sweep is None or self.motion else len(self.sweep.values)
        panels = len(self.panels) or (1 + len(self.scenes)) * values * len(self.views)
        several = (
            len(self.views)
            if panels > len(self.views) > 1
            else panels
            if panels <= BESIDE_EACH_OTHER
            else math.isqrt(panels - 1) + 1
        )
        columns = self.columns or several
        return panels, -(-panels // columns)


def request_of_lesson(figure: Picture) -> Request:
    """What a lesson wants to be drawn of it."""
    sweep = Sweep.parse(figure.sweep) if figure.sweep else None
    beside = 1 + len(figure.scenes) if figure.scenes else None
    columns = beside if figure.grid is None else figure.grid[1]
    return Request(figure.views or (CANVAS,), sweep, columns, scenes=figure.scenes, titles=figure.titles)


def shots_of(document: Document, request: Request) -> tuple[Shot, ...]:
    """The scenes of a document: one, or one for each value of the sweep."""
    if request.sweep is None:
        return (Shot(scene_of(document, request.step), document.title),)
    scenes = (scene_of(each, request.step) for each in sweep_documents(document, request.sweep))
    return tuple(Shot(scene, value_label(scene.document, request.sweep.name)) for scene in scenes)


def shots_of_scene(scene: Scene, request: Request) -> tuple[Shot, ...]:
    """The scenes of a scene whose fits are known: only those of a sweep are fitted anew, and those beside it.

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
    """The shots under the titles that are asked for, where there is one for each."""
    if len(request.titles) != len(shots):
        return tuple(shots)
    return tuple(replace(shot, title=title) for shot, title in zip(shots, request.titles, strict=True))


def grid_of(shots: Sequence[Shot], request: Request, options: ExportOptions, carried: Document | None = None) -> Grid:
    """The shots as one figure, which carries the document that they were made from."""
    return composite(shots, request.arrangement, options, carried)


def film_of(
    scene: Scene, request: Request, options: ExportOptions, progress: Progress = silently, carried: Document | None = None
) -> Film:
    """The film of a scene; every page carries its own document, or the one that is given.

    Raises:
        UserError: nothing moves, or there is nothing to be moved.
    """
    return shoot(_takes(scene, request), request.motion or "still", _of_film(request), options, progress, carried)


def _of_film(request: Request) -> Arrangement:
    """How the pages of a film are put together: a single view needs no letter."""
    return replace(request.arrangement, letters=False) if len(request.views) == 1 else request.arrangement


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
    """How to draw what is seen first: the picture, of a film its first page.  What has to be fitted is fitted at once.

    Raises:
        UserError: a scene cannot be read, or nothing moves.
    """
    if request.motion:
        take = next(_takes(scene, request))
        return lambda options: page_of_take(take, _of_film(request), options)
    shots = shots_of_scene(scene, request)
    return lambda options: page_of(grid_of(shots, request, options, scene.document), options)


def page_of_scene(scene: Scene, request: Request, options: ExportOptions, carried: Document | None = None) -> Page:
    """The page of a scene, which carries its document, or the one that is given."""
    return page_of(grid_of(shots_of_scene(scene, request), request, options, carried or scene.document), options)
