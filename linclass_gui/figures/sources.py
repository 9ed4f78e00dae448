"""The views of a scene as figures for paper; a figure or a composite as a page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..answers.scenes import scene_of
from ..draw.hidden_points import hidden_words, points_below
from ..draw.paper import MM, Cell, FigureGrid, Page, Source, lay_out_grid
from ..files.codec import decode
from ..layers.canvas import canvas_figure
from ..plots import PLOTS, plot_named
from ..scene.marks import Figure
from ..scene.scene import Scene
from ..scene.words import Words
from .options import ExportError, ExportOptions

CANVAS = "canvas"
VIEWS = (CANVAS, *(plot.name for plot in PLOTS))


@dataclass(frozen=True, eq=False)
class SceneSource:
    """How to draw the canvas of a scene in a plot area whose size is in drawing units: pass it to
    ``export``.

    The range is the one the user zoomed to, or all points; it grows to the proportions of the plot
    area, and the marks are made for that range, so that lines and half-planes reach the frame.
    ``without`` are layers left out (their names are elsewhere); ``class_size`` is the largest scale
    of the names of classes.
    """

    scene: Scene
    without: frozenset[str] = frozenset()
    class_size: float = 1.0

    def __call__(self, width: float, height: float) -> Figure:
        """The figure for a plot area."""
        document = self.scene.document
        view = document.looked_at.with_aspect(width, height / document.stretch)
        figure = canvas_figure(
            replace(self.scene, view=view, pixel=view.width / width), self.without
        )
        return figure if self.class_size == 1.0 else _with_largest(figure, self.class_size)


def _with_largest(figure: Figure, scale: float) -> Figure:
    """The figure with names of classes no larger than a scale."""
    changed: dict[object, Words] = {
        words: replace(words, largest=scale) for words in figure.words if words.names_class
    }
    words = tuple(changed.get(words_before, words_before) for words_before in figure.words)
    return replace(
        figure,
        words=words,
        layers={
            changed.get(words_before, words_before): name
            for words_before, name in figure.layers.items()
        },
    )


def view_source(scene: Scene, view: str) -> Source:
    """How to draw one view of a scene: the canvas for its final proportions, a linked plot as it
    is.
    """
    if view == CANVAS:
        return SceneSource(calm(scene))
    return plot_named(view).draw(calm(scene))


def calm(scene: Scene) -> Scene:
    """The scene without pointer, selection, gesture and what helps to edit it."""
    return replace(
        scene, base=None, moving=(), selection=frozenset(), hover=None, rubber=(), snaps=False
    )


def page_of(source: Source | FigureGrid, options: ExportOptions) -> Page:
    """A figure laid out; it carries the scene that it was made from."""
    grid = source if isinstance(source, FigureGrid) else _single_grid(source, options)
    grid = replace(grid, alt=options.alt) if options.alt else grid
    options, size = options.beside(grid.columns), (options.width_mm * MM, options.height_mm * MM)
    page = lay_out_grid(
        grid, *size, options.drawing_theme, options.font, options.transparent, options.scale
    )
    remark = hidden_words(points_below(page))
    if not remark:
        return page
    alt = f"{page.alt} {remark}." if page.alt and not options.alt else page.alt
    return replace(page, alt=alt, remarks=(*page.remarks, remark))


def _single_grid(source: Source, options: ExportOptions) -> FigureGrid:
    """A grid of one figure; with a letter it has its title, too."""
    title = source.title if isinstance(source, Figure) and options.letter else ""
    return FigureGrid((Cell(source, options.letter, title),), 1)


def scene_in(page: Page) -> Scene:
    """The scene that a page was made from, with its fits.

    Raises:
        ExportError: it was made from none.
    """
    if not page.scene:
        raise ExportError(
            "this figure was made from no scene, so there is nothing to be listed; choose a picture"
        )
    return scene_of(decode(page.scene, "the scene"))
