"""The recipe of a figure: one value for the command line, the dialog, scripts and files.

Values of a sweep and several scenes are beside each other in a grid, or follow each other in a
film.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

from ..answers.sweeps import (
    LIMITS,
    Axes,
    Drag,
    Sweep,
    limits_of,
    with_methods_on,
    with_settings,
    with_steps_selected,
    with_user_selected,
)
from ..files.first_picture import open_and_log, open_document
from ..files.json_values import is_whole
from ..files.read import PREFIXES
from ..lessons.lesson import LessonFigure
from ..scene.document import Document
from ..scene.view import View
from .formats import shows_films
from .settings import ExportOptions, Motion, Series
from .sources import CANVAS, is_view

BESIDE_EACH_OTHER = 3  # panels in one row
LARGEST_COUNT = 10**9


@dataclass(frozen=True)
class FigurePanel:
    """One panel of a figure: a ``view`` of a scene (empty: the open one; else as ``open_document``
    takes it), under a title.

    ``layers`` are the layers of its canvas (None: as the scene has them); ``step`` is the step of
    its run (None: the step of the figure); ``methods`` are on in it (None: those of the scene), and
    ``settings`` are values of their parameters, by name.
    """

    scene: str = ""
    view: str = CANVAS
    title: str = ""
    layers: frozenset[str] | None = None
    step: int | None = None
    methods: tuple[str, ...] | None = None
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def is_varied(self) -> bool:
        """Whether it shows its scene in another way than the scene itself."""
        return bool(
            self.layers is not None
            or self.step is not None
            or self.methods is not None
            or self.settings
        )

    @property
    def limits(self) -> View | None:
        """The part of the plane, or of a plot, that it shows of its own.

        Raises:
            UserError: these are no limits.
        """
        text = dict(self.settings).get(LIMITS)
        return None if text is None else limits_of(text, "panel")

    @property
    def own_settings(self) -> dict[str, str]:
        """The settings of its scene: limits of a plot are none."""
        is_canvas = self.view == CANVAS
        return {name: text for name, text in self.settings if is_canvas or name != LIMITS}

    def varied(self, document: Document) -> Document:
        """The scene as this panel shows it.

        Raises:
            UserError: there is no such method, or a parameter matters for none that is on.
        """
        if self.methods is not None:
            document = with_methods_on(document, self.methods)
        if self.own_settings:
            document = with_settings(document, self.own_settings, "panel")
            document = with_user_selected(document, self.own_settings)
        if self.step is not None:
            document = with_steps_selected(document)
        if self.layers is not None:
            document = replace(document, layers=self.layers)
        return document

    @staticmethod
    def as_figure(name: str, document: Document, title: str = "") -> FigurePanel:
        """A scene that is a figure itself, as that shows it: at its step, in its view where it has
        one only.
        """
        recipe = document.recipe or {}
        views, step = recipe.get("views"), recipe.get("step")
        is_one = (
            isinstance(views, list)
            and len(views) == 1
            and not (recipe.get("panels") or recipe.get("sweep"))
        )
        view = views[0] if is_one and views and is_view(views[0]) else CANVAS
        return FigurePanel(
            name, view, title, step=step if is_whole(step, 0, LARGEST_COUNT) else None
        )


@dataclass(frozen=True, kw_only=True)
class Recipe(ExportOptions):
    """How a figure is made of a scene: the suffix of its format, its size and look, the views of
    the scene, as it is or at one step, the values of a sweep, the arrangement, and what moves.

    ``panels`` list the panels one by one; without them, each view of each scene is drawn for each
    value. ``scene_documents`` holds the other scenes that are known already: their files need not
    be there.
    """

    suffix: str = ".pdf"
    views: tuple[str, ...] = (CANVAS,)
    sweep: Sweep | None = None
    columns: int | None = None
    letters: bool = True
    notes: bool = True
    note: str = ""  # words and values of the notes (empty: margin and errors)
    legend: bool = True
    step: int | None = None
    motion: Motion = ""
    drag: Drag | None = None
    scenes: tuple[str, ...] = ()  # files of scenes beside the open one
    titles: tuple[str, ...] = ()  # of the scenes, where they differ from those in their files
    # several files: the frames of a film, or a picture that grows layer by layer
    series: Series = ""
    axes: Axes = "fit"
    captions: bool = True  # captions below the pages of a film
    steps: bool = False  # only the stops of a film: nothing glides between them
    names: bool | None = None  # of lines (None: as each scene has it)
    live: bool = False  # an HTML page that computes while points are dragged
    panels: tuple[FigurePanel, ...] = ()
    scene_documents: Mapping[str, Document] = field(default_factory=dict, compare=False)

    @property
    def other_scenes(self) -> tuple[str, ...]:
        """The names of the other scenes that are drawn, each once."""
        names = (
            (panel.scene for panel in self.panels if panel.scene) if self.panels else self.scenes
        )
        return tuple(dict.fromkeys(names))

    @property
    def is_canvas_alone(self) -> bool:
        """Whether it is one picture of the open scene."""
        is_one = self.views == (CANVAS,) and (self.sweep is None or bool(self.motion))
        return is_one and not self.panels and not self.scenes

    @property
    def with_scenes(self) -> Recipe:
        """The recipe with all other scenes at hand but lessons, which are always available.

        Raises:
            UserError: one of them cannot be read.
        """
        files = [
            name
            for name in self.other_scenes
            if not name.startswith(PREFIXES) and name not in self.scene_documents
        ]
        return replace(
            self,
            scene_documents={
                **self.scene_documents,
                **{name: open_and_log(name) for name in files},
            },
        ).settled

    def scene(self, name: str) -> Document:
        """One of the other scenes.

        Raises:
            UserError: it cannot be read.
        """
        return self.scene_documents[name] if name in self.scene_documents else open_document(name)

    @property
    def documents_beside(self) -> dict[str, Document]:
        """The other scenes that are drawn, by their names.

        Raises:
            UserError: one of them cannot be read.
        """
        return {name: self.scene(name) for name in self.other_scenes}

    @property
    def settled(self) -> Recipe:
        """The recipe in which another scene that is a figure itself is drawn as that figure: at
        its step, in its view.

        A step, views or a sweep that is requested of all scenes holds for it, too.

        Raises:
            UserError: one of the scenes cannot be read.
        """
        if self.step is not None or self.sweep is not None or self.motion:
            return self
        if self.panels:
            steps = {
                name: FigurePanel.as_figure(name, document).step
                for name, document in self.documents_beside.items()
            }
            panels = (
                replace(p, step=steps[p.scene]) if p.scene and p.step is None else p
                for p in self.panels
            )
            return replace(self, panels=tuple(panels))
        return self.settled_beside(FigurePanel())

    def settled_beside(self, first: FigurePanel) -> Recipe:
        """The same with a panel of the open scene before those of the others; unchanged where each
        is as its scene says.

        Raises:
            UserError: one of the scenes cannot be read.
        """
        if self.views != (CANVAS,) or not self.scenes:
            return self
        titles = (
            self.titles
            if len(self.titles) == 1 + len(self.scenes)
            else ("",) * (1 + len(self.scenes))
        )
        other_panels = (
            FigurePanel.as_figure(name, self.scene(name), title)
            for name, title in zip(self.scenes, titles[1:], strict=True)
        )
        panels = (replace(first, title=titles[0]), *other_panels)
        if all(panel.step is None and panel.view == CANVAS for panel in panels):
            return self
        return replace(self, panels=panels, scenes=(), titles=())

    def in_format(self, suffix: str) -> Recipe:
        """The recipe in another format: where that shows no films or is no page that computes, it
        is the picture in which nothing moves.
        """
        moves = self.series == "frames" or (not self.series and shows_films(suffix))
        return replace(
            self,
            suffix=suffix,
            motion=self.motion if moves else "",
            live=self.live and suffix == ".html" and not (self.motion or self.series),
        )

    def at(self, look: ExportOptions) -> Recipe:
        """The recipe at the size and with the look of some options."""
        return replace(self, **{f.name: getattr(look, f.name) for f in fields(ExportOptions)})

    @property
    def without_motion(self) -> Recipe:
        """The recipe of one picture, in which nothing moves."""
        return replace(
            self,
            motion="",
            drag=None,
            series="",
            sweep=None if self.motion == "sweep" else self.sweep,
        )

    def panels_and_rows(self) -> tuple[int, int]:
        """How many panels there are, and in how many rows there is room for them."""
        values = 1 if self.sweep is None or self.motion else len(self.sweep.values)
        panels = len(self.panels) or (1 + len(self.scenes)) * values * len(self.views)
        column_count = (
            len(self.views)
            if panels > len(self.views) > 1
            else panels
            if panels <= BESIDE_EACH_OTHER
            else math.isqrt(panels - 1) + 1
        )
        columns = self.columns or column_count
        return panels, -(-panels // columns)


def recipe_of_lesson(figure: LessonFigure) -> Recipe:
    """The figure of a lesson, without its size."""
    beside = 1 + len(figure.scenes) if figure.scenes else None
    return Recipe(
        views=figure.views or (CANVAS,),
        sweep=Sweep.parse(figure.sweep) if figure.sweep else None,
        columns=beside if figure.grid is None else figure.grid[1],
        scenes=figure.scenes,
        titles=figure.titles,
    )
