"""What is to be drawn of some scenes: one value for the command line, the dialog and scripts.

Values of a sweep and several scenes stand beside each other in a grid, or follow each other in a film.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal

from ..core.document import Document
from ..core.errors import UserError
from ..core.files.opening import open_document
from ..core.fits.render import scene_of
from ..core.scene import Scene
from ..core.sweeps import Sweep, swept, value_label
from ..draw.figure import Grid, Page, Panel
from ..draw.placing import worded
from ..overlays import OVERLAYS
from . import exporter_of, film_bytes, ready
from .compose import Arrangement, Shot, composite
from .motion.directing import Progress, Take, drag_takes, run_takes, shoot, silently, sweep_takes
from .motion.film import Film
from .options import ExportOptions
from .pages import page_of
from .scenes import CANVAS, VIEWS

Motion = Literal["", "run", "sweep", "drag"]
# What the first page of a series holds, and which layers come with another one.
ALWAYS, WITH = frozenset({"", "points", "grid", "selection"}), {"class-names": "boundary"}


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
    scenes: tuple[str, ...] = ()  # files of scenes that stand beside the open one

    @property
    def arrangement(self) -> Arrangement:
        """How panels are put together."""
        return Arrangement(self.views, self.columns, self.letters, self.notes, self.legend)


def shots_of(document: Document, request: Request, title: str = "") -> tuple[Shot, ...]:
    """The scenes of a document: one, or one for each value of the sweep."""
    if request.sweep is None:
        return (Shot(scene_of(document, request.step), title or document.title),)
    scenes = (scene_of(each, request.step) for each in swept(document, request.sweep))
    return tuple(Shot(scene, value_label(scene.document, request.sweep.name)) for scene in scenes)


def shots_of_scene(scene: Scene, request: Request) -> tuple[Shot, ...]:
    """The scenes of a scene whose fits are known: only those of a sweep are fitted anew, and those that stand beside it.

    Raises:
        UserError: one of them cannot be read.
    """
    own = (Shot(scene, scene.document.title),) if request.sweep is None else shots_of(scene.document, request)
    return (*own, *(shot for name in request.scenes for shot in shots_of(open_document(name), request)))


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


def layer_series(page: Page) -> tuple[tuple[str, Page], ...]:
    """The page as it grows: first the points, then one layer more on each, all with one bounding box and every word in
    its place.
    """
    found = {WITH.get(name, name) for panel in page.panels for name in panel.figure.layers.values()} - ALWAYS
    wanted = sorted((o for o in OVERLAYS if o.name in found), key=lambda o: (o.name != "boundary", o.place))
    # Words find their places once, with everything there is.
    settled = tuple(_settled(panel, page) for panel in page.panels)
    steps: list[tuple[str, Page]] = []
    shown = set(ALWAYS)
    for name in ("data", *(overlay.name for overlay in wanted)):
        shown.add(name)
        panels = tuple(_with_layers(panel, shown) for panel in settled)
        steps.append((name, replace(page, panels=panels)))
    return tuple(steps)


def _settled(panel: Panel, page: Page) -> Panel:
    """A panel whose words are marks among its marks."""
    return replace(panel, figure=replace(worded(panel.figure, panel.transform, page.theme, page.sans), words=()))


def _with_layers(panel: Panel, shown: set[str]) -> Panel:
    of = panel.figure.layers
    if not of:
        return panel
    marks = tuple(mark for mark in panel.figure.marks if WITH.get(of.get(mark, ""), of.get(mark, "")) in shown)
    return replace(panel, figure=replace(panel.figure, marks=marks))


def content_of(
    scene: Scene,
    request: Request,
    suffix: str,
    options: ExportOptions,
    progress: Progress = silently,
) -> bytes:
    """The bytes of the file of a scene whose fits are known.

    Raises:
        UserError: there is no such format, or it cannot show this.
    """
    ready()
    if request.motion:
        return film_bytes(film_of(scene, request, options, progress), suffix, options)
    return exporter_of(suffix).encode(page_of_scene(scene, request, options), options)


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
    kept["scenes"] = tuple(map(str, kept.get("scenes", ())))
    kept["sweep"] = None if not sweep else Sweep(str(sweep[0]), tuple(map(str, sweep[1])))
    kept["drag"] = None if not drag else (int(drag[0]), float(drag[1]), float(drag[2]))
    if kept.get("motion", "") not in ("", "run", "sweep", "drag"):
        raise ValueError("no such motion")
    return Request(**kept)
