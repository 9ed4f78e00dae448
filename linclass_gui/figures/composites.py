"""Composites: several scenes, several values of a parameter, several views of each, as one figure
with one legend.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solvers import Dataset, Floats, Status

from ..answers.comparison import method_titles
from ..answers.decision import why_no_boundary
from ..answers.method_labels import label_of
from ..answers.sweeps import Axes
from ..draw.alt import PanelContent, alt_of_panels
from ..draw.paper import MM, Cell, FigureGrid, Panel, Source
from ..draw.paper.page_words import HEAD_SPACE
from ..draw.placing.placed_words import PlacedWords
from ..draw.placing.placer import words_and_losses
from ..files.codec import encode
from ..files.embedded_scene import carriable
from ..layers import LAYERS
from ..layers.canvas import keys_of
from ..markup.numbers import significant
from ..plots import plot_named
from ..scene.document import Document
from ..scene.marks import Area, Entry, Figure
from ..scene.scene import Scene
from ..scene.view import View
from ..scene.words import Words
from .options import ExportOptions
from .requests import Request
from .sources import CANVAS, SceneSource, page_of, view_source

# Layers of words that the legend of a composite can replace for all panels, as it does with more
# canvases than these, or more lines than these on one.
NAMED_BELOW = frozenset(layer.name for layer in LAYERS if layer.in_legend)
NAMED_ON_EACH, NAMED_AT_LINES = 2, 3
CLASSES, LINES = "class-names", "line-labels"
BOUNDARY = "boundary"  # the role of the line of a method
NAMING = {
    "class": CLASSES,
    "undecided": CLASSES,
    "boundary": LINES,
    "bayes": LINES,
    "margin": "margin-labels",
    "trial": "trial-label",
}
NO_LAYERS: frozenset[str] = frozenset()
SLIVER = 0.002  # of the view: a smaller change of the plane does not count
LONG_TITLE = 16  # characters from which on the title of a plot is too long for a panel
# The usual proportions of a plot area, and what is around one, in heights of tick labels.
USUAL, BESIDE, ABOVE_AND_BELOW, LEGEND = 4.0 / 3.0, 5.0, 6.5, 2.0
# scenes may share their axes if their views together are at most this many times as large as each
NEAR = 3.0


@dataclass(frozen=True, eq=False)
class Shot:
    """A scene with what distinguishes it from the others of a composite: the value of a parameter,
    or its title.
    """

    scene: Scene
    title: str = ""
    view: str = ""  # empty: every view of the arrangement


def composite(
    shots: Sequence[Shot],
    request: Request,
    options: ExportOptions,
    carried_document: Document | None = None,
    is_film: bool = False,
) -> FigureGrid:
    """The panels of a composite, scene by scene and for each view by view; it carries a document
    (its first one).

    Where there is no room for that, and no number of columns is given, the order is view by view.
    In a film a single picture, too, shows what distinguishes it.
    """
    first = shots[0].scene
    if request.names is not None:
        shots = [replace(shot, scene=_with_names(shot.scene, request.names)) for shot in shots]
    has_many_panels = len(shots) * len(request.views) > 1
    shots = _sharing(shots, request.axes) if has_many_panels else shots
    pairs = [
        (shot, view) for shot in shots for view in ((shot.view,) if shot.view else request.views)
    ]
    columns, is_by_view = _columns(len(pairs), len(request.views), request, options)
    if is_by_view:
        pairs = [pair for view in request.views for pair in pairs if pair[1] == view]
    cells = tuple(
        Cell(
            view_source(shot.scene, view),
            letter_of(k) if has_many_panels and request.letters else options.letter,
            *_head(shot, view, request, is_one_of_many=len(shots) > 1, is_film=is_film),
        )
        for k, (shot, view) in enumerate(pairs)
    )
    alt = alt_of_panels(
        [_panel_description(cell, *pair) for cell, pair in zip(cells, pairs, strict=True)],
        len(shots),
    )
    remarks = (
        *_other_points([shot.scene.document.dataset for shot, _ in pairs]),
        *_without_answer([shot.scene for shot in shots]),
    )
    text = carriable(encode((carried_document or first.document).without_lesson))
    grid = FigureGrid(cells, columns, (), first.document.title, text, alt, remarks=remarks)
    if has_many_panels:
        return _place_names(grid, request.legend, is_film, options)
    return grid if is_film or not request.legend else _name_classes(grid, options)


def _columns(cells: int, views: int, request: Request, options: ExportOptions) -> tuple[int, bool]:
    """The number of columns that leaves the plot areas the most room, and whether rows are views
    instead of scenes: both keep views of one scene, or scenes in one view, beside each other.
    """
    if request.columns:
        return min(request.columns, cells), False

    def room(columns: int) -> float:
        theme, unit = options.drawing_theme, options.beside(columns).scale / MM
        width, height = (
            options.width_mm / unit,
            options.height_mm / unit - LEGEND * theme.caption * request.legend,
        )
        across, up = width / columns, height / -(-cells // columns)
        filled = cells / (columns * -(-cells // columns))
        return (
            unit
            * filled
            * min((across - BESIDE * theme.caption) / USUAL, up - ABOVE_AND_BELOW * theme.caption)
        )

    is_table = cells > views > 1
    choices = (views, cells // views) if is_table else range(1, cells + 1)
    best = max(choices, key=room)
    return best, is_table and best != views


def _with_names(scene: Scene, names: bool) -> Scene:
    return replace(scene, document=replace(scene.document, names=names))


def _other_points(datasets: Sequence[Dataset]) -> tuple[str, ...]:
    """A remark where panels seem to show the points of the first one, but some of these stand
    elsewhere there, as after an edit of one of several scenes; other data sets are seen to be
    others.
    """
    letters = [
        letter_of(k) for k, dataset in enumerate(datasets) if _is_edited(dataset, datasets[0])
    ]
    return (
        (f"some points stand elsewhere than in {letter_of(0)}: {', '.join(letters)}",)
        if letters
        else ()
    )


def _without_answer(scenes: Sequence[Scene]) -> tuple[str, ...]:
    """The methods that are on and have no boundary, or one at which a run ended short of its
    answer, with what their fits say.
    """
    sentences: dict[str, None] = {}
    for scene in scenes:
        document = scene.document
        titles = method_titles(document)
        for method, fit in scene.fitted:
            is_short = scene.playback is None and fit.status in (
                Status.BUDGET,
                Status.NOT_SEPARABLE,
            )
            if is_short or why_no_boundary(fit, document.dataset.class_names):
                sentences[f"{titles[method.id]}: {fit.explanation.rstrip('.')}"] = None
    return tuple(sentences)


def _is_edited(one: Dataset, two: Dataset) -> bool:
    """Whether a data set is another one with fewer than half of its points moved."""
    if one is two or len(one) != len(two) or one.behind.shape != two.behind.shape:
        return False
    moved = int(
        (
            (one.X != two.X).any(axis=1)
            | (one.behind != two.behind).any(axis=1)
            | (one.labels != two.labels)
        ).sum()
    )
    return 0 < moved < 0.5 * len(one)


def letter_of(number: int) -> str:
    letters = string.ascii_lowercase
    return f"({letters[number] if number < len(letters) else number + 1})"


def _head(
    shot: Shot, view: str, request: Request, *, is_one_of_many: bool, is_film: bool
) -> tuple[str, str, str]:
    """The title and the notes above a panel: how it differs from the others, and the results of the
    methods.
    """
    title = (
        shot.title if is_one_of_many or (is_film and view == request.views[0]) else plot_title(view)
    )
    has_note = request.notes and (is_one_of_many or is_film) and view == CANVAS
    return title, *(_notes(shot.scene) if has_note else ("", ""))


def plot_title(name: str) -> str:
    """The title of a plot, or its short form where that is long; the canvas needs none."""
    if name == CANVAS:
        return ""
    plot = plot_named(name)
    return plot.short if plot.short and len(plot.title) > LONG_TITLE else plot.title


def _notes(scene: Scene) -> tuple[str, str]:
    """Margin and wrong points of the method, and the latter alone; of several the wrong points of
    each, the selected one first.
    """
    pair = None if scene.is_many else scene.pair
    if pair is None or pair.with_scores is None:
        return "", ""
    fit = pair.with_scores[1]
    wrong = f"{fit.certificate.errors} wrong"
    if not fit.has_model:
        return f"$w = 0$, {wrong}", wrong
    if len(pair.drawn) < 2 and scene.document.trial is None:
        norm = fit.norm if fit.method.has_margin and fit.last.quadratic is None else 0.0
        return f"margin {significant(1.0 / norm, 2)}, {wrong}" if norm else wrong, wrong
    names = [
        label_of(m, scene.document.methods) or m.method.label or m.method.name
        for m, _ in pair.drawn[::-1]
    ]
    notes = [
        f"{name}: {f.certificate.errors} wrong"
        for name, (_, f) in zip(names, pair.drawn[::-1], strict=True)
    ]
    return HEAD_SPACE.join(notes), ""


def _panel_description(cell: Cell, shot: Shot, view: str) -> PanelContent:
    """The description of a panel for readers who cannot see it."""
    plot = (view, cell.source) if isinstance(cell.source, Figure) else None
    return PanelContent(
        shot.scene, cell.letter, shot.title, _notes(shot.scene)[0].replace(HEAD_SPACE, ", "), plot
    )


# --- shared axes ----------------------------------------------------------------------------------


def _sharing(shots: Sequence[Shot], axes: Axes) -> Sequence[Shot]:
    """The scenes in one view, where that is requested or they show nearly the same part of the
    plane.
    """
    if axes == "free":
        return shots
    views = [shot.scene.document.looked_at for shot in shots]
    all_of_them = View.over(views)
    if axes == "same-x":
        # with one height and width they keep one scale
        half = 0.5 * max(view.height for view in views)
        same_x = (
            View(all_of_them.x0, all_of_them.x1, view.middle[1] - half, view.middle[1] + half)
            for view in views
        )
        return [
            replace(shot, scene=_looking(shot.scene, view))
            for shot, view in zip(shots, same_x, strict=True)
        ]
    if axes == "fit" and not all(
        all_of_them.width <= NEAR * v.width and all_of_them.height <= NEAR * v.height for v in views
    ):
        return shots
    return [replace(shot, scene=_looking(shot.scene, all_of_them)) for shot in shots]


def _looking(scene: Scene, view: View) -> Scene:
    return replace(scene, document=replace(scene.document, view=view), view=view.drawable)


# --- names ----------------------------------------------------------------------------------------


def _place_names(
    grid: FigureGrid, has_legend: bool, is_film: bool, options: ExportOptions
) -> FigureGrid:
    """The composite with names at their objects, or, where these have no room, in one legend below
    all panels.

    The values of a plot are its note, so that its frame is as high as those beside it.  In a film,
    whose frames must not move, the legend has all names.
    """
    sources = [cell.source for cell in grid.cells]
    without = _named_elsewhere(sources, is_film) if has_legend else [NO_LAYERS] * len(sources)
    while True:
        if has_legend:
            grid = replace(grid, legend=_legend(grid.cells, without))
        noted_titles = {cell.title for cell in grid.cells if cell.note}
        cells = tuple(
            _bare(cell, names, has_legend, noted_titles)
            for cell, names in zip(grid.cells, without, strict=True)
        )
        if is_film:
            return replace(grid, cells=cells)
        page = page_of(replace(grid, cells=cells), options)
        words_placed = [
            words_and_losses(panel.figure, panel.transform, page.theme, page.sans)[0]
            for panel in page.panels
        ]
        if not has_legend:
            return replace(grid, cells=_alike(cells, words_placed))
        layers_lost = [
            _unplaced_layers(panel, placed_words) - names
            for panel, placed_words, names in zip(page.panels, words_placed, without, strict=True)
        ]
        if not any(layers_lost) and _lacks_class(sources, words_placed, grid.legend):
            layers_lost = [frozenset({CLASSES}) - names for names in without]
        if not any(layers_lost):
            return replace(grid, cells=_alike(cells, words_placed))
        without = [names | more for names, more in zip(without, layers_lost, strict=True)]


def _name_classes(grid: FigureGrid, options: ExportOptions) -> FigureGrid:
    """A single picture with a legend of its classes, where the name of one of them has no place
    beside its points.
    """
    source = grid.cells[0].source
    if not isinstance(source, SceneSource):
        return grid
    page = page_of(grid, options)
    panel = page.panels[0]
    placed_words, _ = words_and_losses(panel.figure, panel.transform, page.theme, page.sans)
    words = tuple(
        line for entry in placed_words if _names_class(entry.words) for line in entry.lines
    )
    keys = [
        key
        for key, layer in _keys(source)
        if layer in ("", CLASSES) and key.kind == "dot" and key.role.startswith("class-")
    ]
    is_named = all(any(_begins(line, key.name) for line in words) for key in keys)
    return grid if is_named else replace(grid, legend=tuple(keys))


def _names_class(words: Words) -> bool:
    return isinstance(words.id, tuple) and words.id[:1] == ("class",)


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
        is_many = canvases > NAMED_ON_EACH
        names = (
            NAMED_BELOW - {CLASSES}
            if is_many
            else frozenset({LINES} if len(lines) > NAMED_AT_LINES else ())
        )
        without.append(
            NAMED_BELOW
            if is_film
            else names | {CLASSES}
            if is_many and classes <= classes_named
            else names
        )
        classes_named |= classes
    return without


def _bare(cell: Cell, without: frozenset[str], has_legend: bool, noted_titles: set[str]) -> Cell:
    """A cell without the words given elsewhere, and without its note under some titles."""
    source = cell.source
    if isinstance(source, SceneSource):
        return replace(cell, source=replace(source, without=without))
    if not isinstance(source, Figure):
        return cell
    bare = replace(source, heading=(), legend=() if has_legend else source.legend)
    values = () if cell.title in noted_titles else source.heading
    return replace(cell, source=bare, note=HEAD_SPACE.join(values))


def _unplaced_layers(panel: Panel, placed_words: Sequence[PlacedWords]) -> frozenset[str]:
    """The layers with words that found no place in a panel: they are left out together."""
    words_with_place = {entry.words for entry in placed_words}
    layers_lost = {
        panel.figure.layers.get(words, "")
        for words in panel.figure.words
        if words not in words_with_place
    }
    return frozenset(
        layer.name
        for layer in LAYERS
        if layer.in_legend and (layer.part_of or layer.name) in layers_lost
    )


def _alike(
    cells: tuple[Cell, ...], words_placed: Sequence[Sequence[PlacedWords]]
) -> tuple[Cell, ...]:
    """The cells with names of classes of one size in all panels."""
    sizes = {
        entry.size.scale
        for placed_words in words_placed
        for entry in placed_words
        if entry.words.names_class and entry.lines
    }
    if len(sizes) < 2:
        return cells
    return tuple(
        replace(cell, source=replace(cell.source, class_size=min(sizes)))
        if isinstance(cell.source, SceneSource)
        else cell
        for cell in cells
    )


def _lacks_class(
    sources: Sequence[Source],
    words_placed: Sequence[Sequence[PlacedWords]],
    legend: tuple[Entry, ...],
) -> bool:
    """Whether a class with points is named nowhere, as where its part of the plane is out of view,
    or it has none.
    """
    names_given = {key.name for key in legend}
    for source, placed_words in zip(sources, words_placed, strict=True):
        if isinstance(source, SceneSource):
            names_given |= {
                line for entry in placed_words if entry.words.names_class for line in entry.lines
            }
    class_names = (
        key.name
        for source in sources
        for key, layer in _keys(source)
        if layer == CLASSES and key.kind == "dot"
    )
    return any(not any(line.startswith(name) for line in names_given) for name in class_names)


def _legend(cells: Sequence[Cell], without: Sequence[frozenset[str]]) -> tuple[Entry, ...]:
    """The things that the panels show without names, each once: the layers of the canvases, then
    the lines of the plots.

    Where two of them have one name, or two names one look, the letters of their panels distinguish
    them.
    """
    entries: dict[tuple[str, int | None], Entry] = {}
    places: dict[tuple[str, int | None], list[str]] = {}
    named_keys: set[tuple[str, int | None]] = set()
    for cell, names in zip(cells, without, strict=True):
        for key, layer in _keys(cell.source):
            one = key.name, key.slot
            if layer and layer not in names:
                named_keys.add(one)
            elif key.name:
                entries.setdefault(one, key)
                places.setdefault(one, []).append(cell.letter)
    # Where there is no room for all, the last ones go: never a class or a method before a symbol.
    keys_listed = sorted(
        (one for one in entries if one not in named_keys), key=lambda one: _rank(entries[one])
    )
    lines = [one for one in keys_listed if entries[one].role == BOUNDARY]
    shared = {
        one
        for one in lines
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
    return 0 if layer == CLASSES else 1 if layer == LINES else 2


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
        lines = [line for words in figure.words if _names_class(words) for line in words.lines]
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
