"""Composites: several scenes, several values of a parameter, several views of each, as one figure with one legend."""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..core.document import Document, View
from ..core.files.codec import encode
from ..core.marks import Entry, Figure, Mark
from ..core.markup.ticks import count_words, significant
from ..core.method_labels import label_of
from ..core.scene import Scene
from ..draw.figure import MM, Cell, Grid, Key, Source
from ..draw.paper.page_legend import legend_height
from ..overlays import OVERLAYS
from ..overlays.legend import keys_of
from ..plots import PLOTS
from .alt import Told, alt_of_panels
from .options import ExportOptions
from .scenes import CANVAS, SceneSource, view_source

SYMBOLS = frozenset({"marker", "trial-handle"})
# In a composite the legend says what the words on the canvas would say in every panel.
NAMED_BELOW = frozenset(overlay.name for overlay in OVERLAYS if overlay.in_legend)
LONG_TITLE = 16  # characters of the title of a plot for which a panel has no room
# The usual proportions of a plot area, and what is around one, in heights of tick labels.
USUAL, BESIDE, ABOVE_AND_BELOW = 4.0 / 3.0, 5.0, 5.5
NEAR = 3.0  # scenes whose views together are at most this many times as large as each may share their axes


@dataclass(frozen=True, eq=False)
class Shot:
    """A scene with what distinguishes it from the others of a composite: the value of a parameter, or its title."""

    scene: Scene
    title: str = ""


@dataclass(frozen=True)
class Arrangement:
    """How a composite is put together: which views of each scene, in how many columns, with letters, notes and a legend or not.

    ``heads``: a single picture, too, says what distinguishes it.
    """

    views: tuple[str, ...] = (CANVAS,)
    columns: int | None = None
    letters: bool = True
    notes: bool = True
    legend: bool = True
    heads: bool = False


def composite(shots: Sequence[Shot], arrangement: Arrangement, options: ExportOptions, carried: Document | None = None) -> Grid:
    """The panels of a composite, scene by scene and for each view by view; it carries a document (its first one)."""
    many = len(shots) * len(arrangement.views) > 1
    first = shots[0].scene
    shots, is_shared = _sharing(shots) if many else (shots, False)
    without = NAMED_BELOW if many and arrangement.legend else frozenset[str]()
    pairs = [(shot, view) for shot in shots for view in arrangement.views]
    sources = [view_source(shot.scene, view, without) for shot, view in pairs]
    legend: tuple[Key, ...] = ()
    if many and arrangement.legend:
        legend = _legend(sources, first)
        sources = [replace(s, legend=()) if isinstance(s, Figure) else s for s in sources]
    cells = tuple(
        Cell(source, _letter(k) if many and arrangement.letters else options.letter, *_head(shot, view, arrangement, len(shots)))
        for k, ((shot, view), source) in enumerate(zip(pairs, sources, strict=True))
    )
    shared = is_shared and len(set(arrangement.views)) == 1 and arrangement.views[0] == CANVAS
    columns = arrangement.columns or _columns(len(cells), len(arrangement.views), legend, options)
    alt = alt_of_panels([_panel_description(cell, *pair) for cell, pair in zip(cells, pairs, strict=True)], len(shots))
    return Grid(cells, min(columns, len(cells)), shared, legend, first.document.title, encode(carried or first.document), alt)


def _columns(cells: int, views: int, legend: tuple[Key, ...], options: ExportOptions) -> int:
    """As many columns as leave the plot areas the most room; the views of a scene stay beside each other."""
    if views > 1 and cells > views:
        return views
    theme, width = options.drawing_theme, options.width_mm * MM / options.scale
    height = options.height_mm * MM / options.scale - legend_height(legend, width, theme, options.font)

    def room(columns: int) -> float:
        across, up = width / columns, height / -(-cells // columns)
        return min((across - BESIDE * theme.caption) / USUAL, up - ABOVE_AND_BELOW * theme.caption)

    return max(range(1, cells + 1), key=room)


def _letter(number: int) -> str:
    letters = string.ascii_lowercase
    return f"({letters[number] if number < len(letters) else number + 1})"


def _head(shot: Shot, view: str, arrangement: Arrangement, shots: int) -> tuple[str, str]:
    """The title and the note above a panel: what distinguishes it, and how the selected method does there."""
    plot = "" if view == CANVAS or shots > 1 else _plot_title(view)
    title = shot.title if shots > 1 or arrangement.heads else plot
    return title, _note(shot.scene) if arrangement.notes and (shots > 1 or arrangement.heads) and view == CANVAS else ""


def _plot_title(name: str) -> str:
    """The title of a plot, or what is said for it where that is long."""
    plot = next(plot for plot in PLOTS if plot.name == name)
    return plot.short if plot.short and len(plot.title) > LONG_TITLE else plot.title


def _note(scene: Scene) -> str:
    """Margin and errors of the selected method, with its name where others are drawn beside it."""
    if scene.selected is None or not scene.selected[1].has_model:
        return ""
    method, fit = scene.selected
    errors = count_words(fit.certificate.errors, "error")
    norm = fit.norm if fit.method.has_margin and fit.last.quadratic is None else 0.0
    words = f"margin {significant(1.0 / norm, 2)}, {errors}" if norm else errors
    is_alone = len(scene.drawn) < 2 and scene.document.trial is None
    name = label_of(method, scene.document.methods) or method.method.label or method.method.name
    return words if is_alone else f"{name}: {words}"


def _panel_description(cell: Cell, shot: Shot, view: str) -> Told:
    """The description of a panel for readers who cannot see it."""
    plot = (view, cell.source) if isinstance(cell.source, Figure) else None
    return Told(shot.scene, cell.letter, shot.title, _note(shot.scene), plot)


# --- shared axes ----------------------------------------------------------------------------------------------------------------


def _sharing(shots: Sequence[Shot]) -> tuple[Sequence[Shot], bool]:
    """The scenes in one view, where they look at nearly the same part of the plane."""
    views = [shot.scene.document.view or shot.scene.document.home for shot in shots]
    all_of_them = View(min(v.x0 for v in views), max(v.x1 for v in views), min(v.y0 for v in views), max(v.y1 for v in views))
    if not all(all_of_them.width <= NEAR * v.width and all_of_them.height <= NEAR * v.height for v in views):
        return shots, False
    names = {shot.scene.document.axis_names for shot in shots}
    return [replace(shot, scene=_looking(shot.scene, all_of_them)) for shot in shots], len(names) == 1


def _looking(scene: Scene, view: View) -> Scene:
    return replace(scene, document=replace(scene.document, view=view), view=view.drawable)


# --- one legend -----------------------------------------------------------------------------------------------------------------


def _legend(sources: Sequence[Source], scene: Scene) -> tuple[Key, ...]:
    """What the panels show, each once: the layers of the canvases, then the lines of the plots."""
    keys: list[Key] = []
    for source in sources:
        if isinstance(source, Figure):
            keys += [_key(entry) for entry in source.legend if entry.role]
        elif isinstance(source, SceneSource):
            marks = source(200.0, 150.0).marks
            keys += [Key(*key) for key in keys_of(source.scene, _roles(marks))]
    found: dict[tuple[str, int | None], Key] = {}
    for key in keys:
        # A curve is in ink, and so is the first method: with one name they are one line.
        found.setdefault((key.name, 0 if key.role == "curve" and key.slot is None else key.slot), key)
    return tuple(found.values())


def _roles(marks: Sequence[Mark]) -> frozenset[tuple[str, int | None]]:
    return frozenset((mark.role, getattr(mark, "slot", None)) for mark in marks)


def _key(entry: Entry) -> Key:
    return Key(entry.name, entry.role, entry.slot, "dot" if entry.role in SYMBOLS else "line")
