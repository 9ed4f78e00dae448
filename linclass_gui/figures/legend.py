"""The names of a composite: at their objects, or in one legend below all panels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from solvers import Floats

from ..draw.paper import Cell, FigureGrid, Panel, Source
from ..draw.paper.page_words import HEAD_SPACE
from ..draw.placing.placed_words import PlacedWords
from ..draw.placing.placer import lost_words, words_and_losses
from ..layers import LAYERS
from ..layers.areas import NO_CLASS
from ..layers.canvas import keys_of
from ..scene.marks import Area, Entry, Figure, Words
from .settings import ExportOptions
from .sources import SceneSource, page_of

# Layers of words that the legend of a composite can replace for all panels, as it does with more
# canvases than these, or more lines than these on one.
NAMED_BELOW = frozenset(layer.name for layer in LAYERS if layer.in_legend)
NAMED_ON_EACH, NAMED_AT_LINES = 2, 3
CLASSES, LINES = "class-names", "line-labels"
UNDECIDED = "undecided-name"  # a word of the names of classes, which the legend may have alone
BOUNDARY = "boundary"  # the role of the line of a method
NAMING = {
    "class": CLASSES,
    "undecided": UNDECIDED,
    "boundary": LINES,
    "bayes": LINES,
    "margin": "margin-labels",
    "trial": "trial-label",
}
NO_LAYERS: frozenset[str] = frozenset()
SLIVER = 0.002  # of the view: a smaller change of the plane does not count


def place_names(
    grid: FigureGrid, has_legend: bool, is_film: bool, options: ExportOptions
) -> FigureGrid:
    """The composite with names at their objects, or, where these have no room, in one legend below
    all panels.

    The values of a plot are its note, so that its frame is as high as those beside it.  In a film,
    whose frames must not move, the legend has all names.
    """
    sources = [cell.source for cell in grid.cells]
    without = _named_elsewhere(sources, is_film) if has_legend else [NO_LAYERS] * len(sources)
    classes_unnamed: tuple[Entry, ...] = ()  # classes without names in plots
    while True:
        if has_legend:
            grid = replace(grid, legend=_legend(grid.cells, without, classes_unnamed))
        noted_titles = {cell.title for cell in grid.cells if cell.note}
        cells = tuple(
            _bare(cell, names, has_legend, noted_titles)
            for cell, names in zip(grid.cells, without, strict=True)
        )
        if is_film:
            return replace(grid, cells=cells)
        page = page_of(replace(grid, cells=cells), options)
        words_placed = [
            words_and_losses(panel.figure, panel.transform, page.theme_of(panel))[0]
            for panel in page.panels
        ]
        if not has_legend:
            return replace(grid, cells=_alike(cells, words_placed))
        layers_lost = [
            _unplaced_layers(panel, placed_words) - names
            for panel, placed_words, names in zip(page.panels, words_placed, without, strict=True)
        ]
        # Names of classes are in every panel that would have them, or once in the legend.
        is_class_lost = any(CLASSES in names for names in layers_lost) or (
            not any(layers_lost) and _lacks_class(sources, words_placed, without, grid.legend)
        )
        if is_class_lost:
            layers_lost = [
                lost | (frozenset({CLASSES}) - names)
                for lost, names in zip(layers_lost, without, strict=True)
            ]
        classes_lost = _unnamed_classes(page.panels, words_placed)
        if not any(layers_lost) and set(classes_lost) <= set(classes_unnamed):
            return replace(grid, cells=_alike(cells, words_placed))
        classes_unnamed = tuple(dict.fromkeys((*classes_unnamed, *classes_lost)))
        without = [names | more for names, more in zip(without, layers_lost, strict=True)]


def name_in_legend(grid: FigureGrid, options: ExportOptions) -> FigureGrid:
    """A single picture with a legend of what has no room for its name: its classes, where the name
    of one has no place beside its points, or its rows; lines.
    """
    source = grid.cells[0].source
    while True:
        page = page_of(grid, options)
        (panel,) = page.panels
        placed_words, losses = words_and_losses(panel.figure, panel.transform, page.theme_of(panel))
        if not isinstance(source, SceneSource):
            return replace(grid, legend=_unnamed_classes([panel], [placed_words]))
        classes = _class_keys(source)
        keys = [] if _are_named(classes, placed_words) else classes
        keys += [key for key, _ in _keys(source) if key.name.startswith(losses)]
        legend = tuple(dict.fromkeys((*grid.legend, *keys)))
        if legend == grid.legend:
            return grid
        grid = replace(grid, legend=legend)  # it takes room: more names may be lost


def _class_keys(source: SceneSource) -> list[Entry]:
    return [key for key, _ in _keys(source) if key.kind == "dot" and key.role.startswith("class-")]


def _are_named(keys: Sequence[Entry], placed_words: Sequence[PlacedWords]) -> bool:
    """Whether every class of some keys has its name beside its points."""
    lines = [line for entry in placed_words if entry.words.names_class for line in entry.lines]
    return all(any(_begins(line, key.name) for line in lines) for key in keys)


def _unnamed_classes(
    panels: Sequence[Panel], words_placed: Sequence[Sequence[PlacedWords]]
) -> tuple[Entry, ...]:
    """The classes of plots that show them by their symbols alone, as their names have no room."""
    classes: dict[Entry, None] = {}
    for panel, placed_words in zip(panels, words_placed, strict=True):
        if any(words.names_class for words in lost_words(panel.figure.words, placed_words)):
            classes |= dict.fromkeys(panel.figure.classes)
    return tuple(classes)


def _begins(line: str, name: str) -> bool:
    """Whether a line is a name, or a name with the sign of f."""
    return line == name or line.startswith(f"{name}\u2003")


def _named_elsewhere(sources: Sequence[Source], is_film: bool) -> list[frozenset[str]]:
    """For each panel the layers of words that are given elsewhere: names of many lines, or for many
    canvases, in the legend, and names of classes in the first of many panels.
    """
    canvases = sum(isinstance(source, SceneSource) for source in sources)
    without: list[frozenset[str]] = []
    classes_named: set[Entry] = set()
    for source in sources:
        lines = {key for key, layer in _keys(source) if layer == LINES}
        classes = {key for key, layer in _keys(source) if layer == CLASSES}
        has_many_canvases = canvases > NAMED_ON_EACH
        names = (
            NAMED_BELOW - {CLASSES}
            if has_many_canvases
            else frozenset({LINES} if len(lines) > NAMED_AT_LINES else ())
        )
        without.append(
            NAMED_BELOW
            if is_film
            else names | {CLASSES}
            if has_many_canvases and classes <= classes_named
            else names
        )
        classes_named |= classes
    return without


def _bare(cell: Cell, without: frozenset[str], has_legend: bool, noted_titles: set[str]) -> Cell:
    """A cell without the words given elsewhere, and without its note under some titles."""
    source = cell.source
    if isinstance(source, SceneSource):
        return replace(cell, source=replace(source, without=source.without | without))
    if not isinstance(source, Figure):
        return cell
    bare = replace(source, heading=(), legend=() if has_legend else source.legend)
    values = () if cell.title in noted_titles else source.heading
    return replace(cell, source=bare, note=HEAD_SPACE.join(values))


def _unplaced_layers(panel: Panel, placed_words: Sequence[PlacedWords]) -> frozenset[str]:
    """The layers with words that found no place in a panel: they are left out together."""
    words_lost = lost_words(panel.figure.words, placed_words)
    layers_lost = {words.layer for words in words_lost if not _is_undecided(words)}
    names = frozenset(
        layer.name
        for layer in LAYERS
        if layer.in_legend and (layer.part_of or layer.name) in layers_lost
    )
    return names | {UNDECIDED for words in words_lost if _is_undecided(words)}


def _is_undecided(words: Words) -> bool:
    return words.lines == (NO_CLASS,)


def _alike(
    cells: tuple[Cell, ...], words_placed: Sequence[Sequence[PlacedWords]]
) -> tuple[Cell, ...]:
    """The cells with names of classes of one size in all panels, and with the sign of f in all of
    them or in none.
    """
    names = [
        entry
        for placed_words in words_placed
        for entry in placed_words
        if entry.words.names_class and entry.lines
    ]
    size = min((entry.size.scale for entry in names), default=1.0)
    has_signs = all(entry.lines != entry.words.shorter for entry in names)
    if has_signs and all(entry.size.scale == size for entry in names):
        return cells
    return tuple(
        replace(cell, source=replace(cell.source, class_size=size, class_signs=has_signs))
        if isinstance(cell.source, SceneSource)
        else cell
        for cell in cells
    )


def _lacks_class(
    sources: Sequence[Source],
    words_placed: Sequence[Sequence[PlacedWords]],
    without: Sequence[frozenset[str]],
    legend: tuple[Entry, ...],
) -> bool:
    """Whether a canvas with names of classes lacks one, as where the part of that class is out of
    view, or it has none; the legend may have it.
    """
    in_legend = {key.name for key in legend}
    return any(
        not _are_named([k for k in _class_keys(source) if k.name not in in_legend], placed_words)
        for source, placed_words, names in zip(sources, words_placed, without, strict=True)
        if isinstance(source, SceneSource) and CLASSES not in names
    )


def _legend(
    cells: Sequence[Cell], without: Sequence[frozenset[str]], classes_unnamed: Sequence[Entry] = ()
) -> tuple[Entry, ...]:
    """The things that the panels show without names, each once: the layers of the canvases, then
    the lines of the plots; ``classes_unnamed`` are classes of plots, which a canvas may name.

    Where two of them have one name, or two names one look, the letters of their panels distinguish
    them, also from lines that are named in their panels.
    """
    entries: dict[tuple[str, int | None], Entry] = {}
    places: dict[tuple[str, int | None], list[str]] = {}
    named_keys: set[tuple[str, int | None]] = set()
    lines: set[tuple[str, int | None]] = set()
    for cell, names in zip(cells, without, strict=True):
        for key, layer in _keys(cell.source):
            one = key.name, key.slot
            if key.role == BOUNDARY:
                lines.add(one)
            if layer and layer not in names and not (layer == UNDECIDED and CLASSES in names):
                named_keys.add(one)
            elif key.name:
                entries.setdefault(one, key)
                places.setdefault(one, []).append(cell.letter)
    for key in classes_unnamed:
        entries.setdefault((key.name, key.slot), key)
    # Where there is no room for all, the last ones go: never a class or a method before a symbol.
    keys_listed = sorted(
        (one for one in entries if one not in named_keys), key=lambda one: _rank(entries[one])
    )
    shared = {
        one
        for one in lines & set(keys_listed)
        for other in lines
        if one != other and (one[0] == other[0] or one[1] == other[1])
    }
    return tuple(
        _in_panels(entries[one], places[one]) if one in shared else entries[one]
        for one in keys_listed
    )


def _rank(key: Entry) -> int:
    """The place of an entry in a legend: classes, then lines of methods and of distributions, then
    all else.
    """
    layer = NAMING.get(key.role.split("-")[0], "")
    return 0 if layer in (CLASSES, UNDECIDED) else 1 if layer == LINES else 2


def _in_panels(key: Entry, letters: Sequence[str]) -> Entry:
    """An entry with the letters of its panels, as far as they have letters."""
    return key._replace(
        name=" ".join([key.name, ", ".join(dict.fromkeys(filter(None, letters)))]).strip()
    )


def _keys(source: Source) -> Iterator[tuple[Entry, str]]:
    """The things that a panel shows, each with the layer of words that names it there, if any."""
    if isinstance(source, Figure):
        yield from ((entry, "") for entry in source.legend if entry.role)
    elif isinstance(source, SceneSource):
        figure = source(200.0, 150.0)
        least = SLIVER * (figure.x.high - figure.x.low) * (figure.y.high - figure.y.low)
        roles = frozenset(
            (mark.role, getattr(mark, "slot", None))
            for mark in figure.marks
            if not (
                isinstance(mark, Area)
                and mark.role == "undecided-ground"
                and _area(mark.xy) < least
            )
        )
        lines = [line for words in figure.words if words.names_class for line in words.lines]
        for key in keys_of(source.scene, roles):
            layer = NAMING.get(key.role.split("-")[0], "")
            yield (
                key,
                ""
                if layer == CLASSES
                and key.kind == "dot"
                and not any(_begins(line, key.name) for line in lines)
                else layer,
            )


def _area(corners: Floats) -> float:
    """The area of a polygon."""
    x, y = corners.T
    return 0.5 * abs(float(x @ np.roll(y, 1) - y @ np.roll(x, 1)))
