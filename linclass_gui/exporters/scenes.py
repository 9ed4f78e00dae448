"""The views of a scene as figures for paper."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..core.document import View
from ..core.files.codec import encode
from ..core.marks import Figure, Mark, Path
from ..core.scene import Scene
from ..draw.figure import Source
from ..overlays import canvas_figure, grid
from ..plots import PLOTS
from .alt import alt_text
from .options import DESIGNED_PT, ExportOptions

TICK_SPACING = 4.2  # between ticks at the least, in heights of their labels
CLOSER = (1.0, 0.7, 0.5)  # small panels have them closer
CANVAS = "canvas"
VIEWS = (CANVAS, *(plot.name for plot in PLOTS))


@dataclass(frozen=True, eq=False)
class SceneSource:
    """How to draw the canvas of a scene in a plot area of so many drawing units: pass it to ``export``.

    The range is the one the user zoomed to, or all points; it grows to the proportions of the plot area, and the marks are made
    for that range, so that lines and half-planes reach the frame.  ``without`` are layers left out (their names stand elsewhere).
    """

    scene: Scene
    label_size: float
    without: frozenset[str] = frozenset()
    view: View = field(init=False)

    def __post_init__(self) -> None:
        document = self.scene.document
        object.__setattr__(self, "view", document.view or View.around(document.dataset.X))

    def __call__(self, width: float, height: float) -> Figure:
        """The figure for a plot area."""
        shown = self.view.with_aspect(width, height)
        on_paper = replace(self.scene, view=shown, pixel=shown.width / width, label_size=self.label_size, framed=True)
        return _with_close_ticks(canvas_figure(on_paper, self.without), on_paper, TICK_SPACING * DESIGNED_PT)

    @property
    def title(self) -> str:
        """The title of the document."""
        return self.scene.document.title

    @property
    def text(self) -> str:
        """The scene as a file holds it."""
        return encode(self.scene.document)

    @property
    def alt(self) -> str:
        """What is seen, in words."""
        return alt_text(self.scene)


def scene_source(scene: Scene, options: ExportOptions, without: frozenset[str] = frozenset()) -> SceneSource:
    """How to draw the canvas of a scene; what belongs to the mouse is left out."""
    return SceneSource(calm(scene), options.drawing_theme.line_label, without)


def view_source(scene: Scene, view: str, options: ExportOptions, without: frozenset[str] = frozenset()) -> Source:
    """How to draw one view of a scene: the canvas for its final proportions, a linked plot as it is."""
    if view == CANVAS:
        return scene_source(scene, options, without)
    return next(plot for plot in PLOTS if plot.name == view).figure(replace(calm(scene), framed=True))


def calm(scene: Scene) -> Scene:
    """The scene without anything that belongs to the mouse."""
    return replace(scene, base=None, moving=(), selection=frozenset(), hover=None, rubber=())


def _with_close_ticks(figure: Figure, scene: Scene, spacing: float) -> Figure:
    """The figure with ticks and grid at least ``spacing`` units apart: closer than in the window, where lines are longer."""
    for share in CLOSER:
        closer = replace(scene, label_size=13.0 * share * spacing / grid.SPACING)
        across, up = grid.ticks(closer.view, closer.pixel, closer.label_size)
        if min(len(across), len(up)) >= 2:  # a single tick would not say how long the axis is
            break
    marks: list[Mark] = []
    layers = dict(figure.layers)
    for mark in figure.marks:
        new = tuple(grid.draw(closer)) if _is_grid(mark) else (mark,)
        layers |= dict.fromkeys(new, figure.layers.get(mark, ""))
        marks += new
    return replace(figure, x=replace(figure.x, ticks=across), y=replace(figure.y, ticks=up), marks=tuple(marks), layers=layers)


def _is_grid(mark: Mark) -> bool:
    return isinstance(mark, Path) and mark.role == "grid"
