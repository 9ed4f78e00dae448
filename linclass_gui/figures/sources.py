"""The views of a scene as figures for paper; a figure or a composite as a page; small pictures of
lessons, the marks of the canvas without its words.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtGui import QColor, QImage

from ..answers.scenes import scene_of
from ..draw.blocks import Blocks, empty_figure, figure_of_blocks
from ..draw.device_figure import figure_for_device
from ..draw.painter import draw_marks
from ..draw.paper import MM, FigureGrid, Page, Source, lay_out_grid
from ..draw.qt_surface import QtSurface, painting
from ..draw.small_pictures import SHARPNESS
from ..errors import UserError, quote
from ..files.codec import decode
from ..files.names import unknown
from ..layers import LAYERS
from ..layers.areas import FIRST_CLICK, HALF_PLANES
from ..layers.canvas import canvas_figure
from ..layers.projection import view_with_axis
from ..lessons.lesson import Lesson
from ..lessons.numbers import BLOCKS, numbers_of
from ..lessons.numbers.block import Block, Numbers
from ..plots import PLOTS, plot_named
from ..scene.marks import Area, Dots, Figure, Path
from ..scene.scene import Hover, Scene
from ..scene.theme import Theme
from ..scene.view import Transform
from .settings import ExportOptions

CANVAS = "canvas"
EVERY_LAYER = frozenset(layer.name for layer in LAYERS)
VIEWS = (CANVAS, *(plot.name for plot in PLOTS))
# Blocks of numbers as a view: ``numbers:S_W``, or several in one panel, ``numbers:S_W/w``. Nothing
# is pointed at in a figure, so a block about a place has it in its name: ``numbers:terms@3`` is
# about the third point, ``numbers:terms@0.5:2`` about (0.5, 2).
NUMBERS, BETWEEN, AT_PLACE, BESIDE = "numbers:", "/", "@", ":"
WORDS_OF_VIEWS = (*VIEWS, f"{NUMBERS}BLOCK")
FIGURE_BLOCKS = {block.name: block for block in BLOCKS if not block.follows_pointer}
PLACED_BLOCKS = {block.name: block for block in BLOCKS if block.follows_pointer}
NUMBER_OF_POINT = re.compile("[1-9][0-9]{0,8}")
COORDINATE = r"([-+]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?)"
COORDINATES = re.compile(f"{COORDINATE}{BESIDE}{COORDINATE}")
PLACES = "the number of a point, as in {}@3, or a place, as in {}@0.5:2"


@dataclass(frozen=True)
class BlockOfView:
    """A block of numbers in a view, with the place that it is about: a point by its number, counted
    from 1, or coordinates.
    """

    block: Block
    place: int | tuple[float, float] | None = None

    @property
    def title(self) -> str:
        """Its title, with its point; coordinates are among its numbers."""
        point = f", point {self.place}" if isinstance(self.place, int) else ""
        return f"{self.block.title}{point}"

    def numbers(self, scene: Scene) -> Numbers:
        """Its numbers, of a scene in which nothing is pointed at."""
        X = scene.document.dataset.X
        if isinstance(self.place, int):
            if self.place > len(X):
                return Numbers(needs=f"There is no point {self.place} among the {len(X)} here.")
            at = float(X[self.place - 1, 0]), float(X[self.place - 1, 1])
            scene = replace(scene, hover=Hover(at, self.place - 1))
        elif self.place is not None:
            scene = replace(scene, hover=Hover(self.place))
        return numbers_of(self.block.name, scene)


def blocks_of_view(view: str) -> tuple[BlockOfView, ...]:
    """The blocks of numbers that a view shows; of another view none."""
    blocks = tuple(map(_block_of, names_of_blocks(view)))
    assert None not in blocks  # a view is checked before it is drawn
    return tuple(filter(None, blocks))


def names_of_blocks(view: str) -> list[str]:
    """The names of the blocks of a view, each with its place; of another view none."""
    is_numbers = view.startswith(NUMBERS)
    return view.removeprefix(NUMBERS).split(BETWEEN) if is_numbers else []


def _block_of(name: str) -> BlockOfView | None:
    """A block by its name and its place; None where there is none, or it lacks a place."""
    base, mark, place = name.partition(AT_PLACE)
    if not mark:
        return BlockOfView(FIGURE_BLOCKS[name]) if name in FIGURE_BLOCKS else None
    point_or_place = _place_of(place)
    if base not in PLACED_BLOCKS or point_or_place is None:
        return None
    return BlockOfView(PLACED_BLOCKS[base], point_or_place)


def _place_of(text: str) -> int | tuple[float, float] | None:
    """The number of a point or two coordinates; None: neither."""
    if NUMBER_OF_POINT.fullmatch(text):
        return int(text)
    match = COORDINATES.fullmatch(text)
    if match is None:
        return None
    x, y = float(match[1]), float(match[2])
    return (x, y) if np.isfinite((x, y)).all() else None


def is_view(view: object) -> bool:
    """Whether there is a view of this name."""
    names = names_of_blocks(view) if isinstance(view, str) else []
    return view in VIEWS or (bool(names) and None not in map(_block_of, names))


def check_view(view: str) -> None:
    """Refuse a view that there is not.

    Raises:
        UserError: it, or one of its blocks, is unknown.
    """
    for name in names_of_blocks(view):
        base = name.partition(AT_PLACE)[0]
        if base in PLACED_BLOCKS and _block_of(name) is None:
            raise UserError(f"{quote(name)} needs {PLACES.format(base, base)}")
        if _block_of(name) is None:
            raise unknown("block of numbers", name, [*FIGURE_BLOCKS, *PLACED_BLOCKS])
    if not is_view(view):
        raise unknown("view", view, WORDS_OF_VIEWS)


def check_layers(names: Collection[str]) -> None:
    """Refuse layers that there are not.

    Raises:
        UserError: one of them is unknown; the sentence lists them all.
    """
    for name in set(names) - EVERY_LAYER:
        raise unknown("layer", name, [layer.name for layer in LAYERS if not layer.always])


@dataclass(frozen=True, eq=False)
class SceneSource:
    """How to draw the canvas of a scene in a plot area whose size is in drawing units.

    The range is the one the user zoomed to, or all points; it grows to the proportions of the plot
    area, and the marks are made for that range, so that lines and half-planes reach the frame.
    ``without`` are layers left out (their names are elsewhere); ``class_size`` is the largest scale
    of the names of classes, and ``class_signs`` whether they may have the sign of f.
    """

    scene: Scene
    without: frozenset[str] = frozenset()
    class_size: float = 1.0
    class_signs: bool = True

    def __call__(self, width: float, height: float) -> Figure:
        """The figure for a plot area."""
        without = self.without | {FIRST_CLICK.name}  # on paper nobody clicks
        figure = canvas_figure(scene_for_area(self.scene, width, height), without, is_layered=True)
        if self.class_size == 1.0 and self.class_signs:
            return figure
        return _with_class_names(figure, self.class_size, self.class_signs)

    def draft(self, width: float, height: float) -> Figure:
        """The axes of the figure for a plot area."""
        return canvas_figure(scene_for_area(self.scene, width, height), EVERY_LAYER)


@dataclass(frozen=True, eq=False)
class NumbersSource:
    """How to draw blocks of numbers in a plot area whose size is in drawing units."""

    blocks: Blocks

    def __call__(self, width: float, height: float) -> Figure:
        """The figure for a plot area."""
        return figure_of_blocks(self.blocks, width, height)

    def draft(self, width: float, height: float) -> Figure:
        """The figure without its words."""
        return empty_figure(self.blocks, width, height)

    @property
    def needs(self) -> dict[str, str]:
        """What the blocks without numbers need, by their titles."""
        return {title: numbers.needs for title, numbers in self.blocks if numbers.needs}

    @property
    def words(self) -> str:
        """All of it in words."""
        return "; ".join(f"{title}: {numbers.words}" for title, numbers in self.blocks)


def scene_for_area(scene: Scene, width: float, height: float) -> Scene:
    """The scene in the view that fills an area, with room for the projection axis."""
    document = scene.document
    proportions = width, height / document.stretch
    view = view_with_axis(scene, document.looked_at, proportions).with_aspect(*proportions)
    return replace(scene, view=view, pixel=view.width / width)


def _with_class_names(figure: Figure, scale: float, has_signs: bool) -> Figure:
    """The figure with names of classes no larger than a scale, with the sign of f or without."""
    words = (
        replace(one, largest=scale, lines=one.lines if has_signs else one.shorter or one.lines)
        if one.names_class
        else one
        for one in figure.words
    )
    return replace(figure, words=tuple(words))


def view_source(scene: Scene, view: str, without: frozenset[str] = frozenset()) -> Source:
    """How to draw one view of a scene: the canvas for its final proportions, ``without`` some
    layers, numbers for their place, a linked plot as it is.
    """
    if view == CANVAS:
        return SceneSource(without_interaction(scene), without)
    if blocks := blocks_of_view(view):
        plain_scene = without_interaction(scene)
        return NumbersSource(tuple((block.title, block.numbers(plain_scene)) for block in blocks))
    return plot_named(view).draw(without_interaction(scene))


def sentence_instead(source: Source) -> str:
    """The sentence that stands in the place of a view with nothing to show; of another one
    none.
    """
    if isinstance(source, NumbersSource):
        return next(iter(source.needs.values())) if len(source.needs) == len(source.blocks) else ""
    return source.message if isinstance(source, Figure) and not source.marks else ""


def unseen_layers(theme: Theme) -> frozenset[str]:
    """The layers that leave no trace in a theme: on white paper half-planes are white."""
    return frozenset() if theme.palette.half_plane_opacity else frozenset({HALF_PLANES.name})


def without_interaction(scene: Scene) -> Scene:
    """The scene without pointer, selection, gesture and what helps to edit it."""
    return replace(
        scene, base=None, moving=(), selection=frozenset(), hover=None, rubber=(), snaps=False
    )


def page_of(grid: FigureGrid, options: ExportOptions) -> Page:
    """A figure laid out; it carries the scene that it was made from."""
    grid = replace(grid, alt=options.alt) if options.alt else grid
    options, size = (
        options.beside(grid.columns, grid.rows),
        (options.width_mm * MM, options.height_mm * MM),
    )
    theme = options.drawing_theme.for_methods(grid.slots)
    return lay_out_grid(grid, *size, theme, options.transparent)


def scene_in(page: Page) -> Scene:
    """The scene that a page was made from, with its fits.

    Raises:
        UserError: it was made from none.
    """
    if not page.scene:
        raise UserError(
            "this figure was made from no scene, so there is nothing to be listed; choose a picture"
        )
    document = decode(page.scene, "the scene")
    return scene_of(document, (document.recipe or {}).get("step"))


# of the sizes in the window, on a card; a picture twice as wide has the full sizes
POINT, LINE = 0.5, 0.7
CARD = 208.0
LEFT_OUT = frozenset({"grid", "trial-handle", "projector", "mirror"})


def thumbnail(
    lesson: Lesson, theme: Theme, width: int, height: int, step: int | None = None
) -> QImage:
    """The picture with which a lesson begins, or at a step of its run.

    Raises:
        UserError: its run has no such step.
    """
    image = QImage(SHARPNESS * width, SHARPNESS * height, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.palette.canvas))
    scene = scene_for_area(scene_of(lesson.document, step), width, height)
    point, line = (min(1.0, part * width / CARD) for part in (POINT, LINE))
    small = replace(
        theme, name=f"{theme.name}-{width}", point=point * theme.point, line=line * theme.line
    )
    small = small.for_points(len(scene.document.dataset))
    transform = Transform.of(scene.view, (0.0, 0.0, float(width), float(height)))
    figure_marks = figure_for_device(canvas_figure(scene), transform, small).marks
    marks = [
        mark
        for mark in figure_marks
        if isinstance(mark, Dots | Path | Area) and mark.role not in LEFT_OUT
    ]
    with painting(image) as painter:
        painter.scale(SHARPNESS, SHARPNESS)
        draw_marks(QtSurface(painter), marks, transform, small)
    return image
