"""Composites: several scenes, several values of a parameter, several views of each, as one figure
with one legend.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solvers import AnyFit
from solvers.answer import STOPPED

from ..answers.method_labels import label_of
from ..answers.value_words import fill_values, tied_words, widest_values
from ..draw.alt import PanelContent, alt_of_panels
from ..draw.paper import MM, Cell, FigureGrid, Source
from ..draw.paper.layout import WIDE
from ..draw.paper.page_words import HEAD_SPACE
from ..files.codec import encode
from ..files.embedded_scene import carriable
from ..markup.numbers import fixed_number
from ..scene.document import Document
from ..scene.marks import Figure
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.scene import Scene
from .legend import name_in_legend, place_names
from .remarks import letter_of, remarks_of
from .requests import Recipe
from .shots import Shot, plot_title, with_shared_axes
from .sources import CANVAS, NumbersSource, blocks_of_view, unseen_layers, view_source

# The widest and the highest proportions in which a plot area is of use; what is beside one, and
# above and below it, in a narrow cell and in a wide one, and the legend, in heights of tick labels.
WIDEST, HIGHEST, AROUND, LEGEND = 2.0, 1.0, ((5.0, 8.0), (6.0, 5.5)), 2.0


def composite(
    shots: Sequence[Shot],
    recipe: Recipe,
    carried_document: Document | None = None,
    is_film: bool = False,
) -> FigureGrid:
    """The panels of a composite, scene by scene and for each view by view; it carries a document
    (its first one).

    Where there is no room for that, and no number of columns is given, the order is view by view.
    In a film a single picture, too, shows what distinguishes it, and layers that leave no trace are
    not computed.
    """
    first = shots[0].scene
    if recipe.names is not None:
        documents = (replace(shot.scene.document, names=recipe.names) for shot in shots)
        shots = [
            replace(shot, scene=replace(shot.scene, document=document))
            for shot, document in zip(shots, documents, strict=True)
        ]
    has_many_panels = len(shots) * len(recipe.views) > 1
    count = sum(1 if shot.view else len(recipe.views) for shot in shots)
    columns, is_by_view = _columns(count, len(recipe.views), recipe)
    if len(shots) > 1:
        area = _plot_area(columns, -(-count // columns), recipe)
        shots = with_shared_axes(shots, recipe.axes, area)
    pairs = [
        (shot, view) for shot in shots for view in ((shot.view,) if shot.view else recipe.views)
    ]
    if is_by_view:
        pairs = [pair for view in recipe.views for pair in pairs if pair[1] == view]
    unseen = unseen_layers(recipe.drawing_theme) if is_film else frozenset[str]()
    cells = tuple(
        Cell(
            _source(shot, view, unseen),
            letter_of(k) if has_many_panels and recipe.letters else recipe.letter,
            *_head(shot, view, recipe, len(shots) > 1, has_many_panels, is_film),
            ("", *_widest_notes(shot.scene, view, recipe)) if is_film else ("", "", ""),
        )
        for k, (shot, view) in enumerate(pairs)
    )
    alt = alt_of_panels(
        [_panel_description(cell, *pair) for cell, pair in zip(cells, pairs, strict=True)],
        len(shots),
    )
    panels = [(shot, view, cell) for (shot, view), cell in zip(pairs, cells, strict=True)]
    remarks = remarks_of(panels, recipe, is_film)
    text = _carried_text(carried_document or first.document)
    title = fill_values(first.document.title, first)
    slots = _slots_of_several([shot.scene.document for shot in shots])
    grid = FigureGrid(cells, columns, (), title, text, alt, remarks=remarks, slots=slots)
    if has_many_panels:
        return place_names(grid, recipe.legend, is_film, recipe)
    return grid if is_film or not recipe.legend else name_in_legend(grid, recipe)


def _slots_of_several(documents: Sequence[Document]) -> tuple[int, ...]:
    """The looks of the methods that are on, in their order, where they share a picture."""
    slots = [
        [document.slot_of(method) for method in document.enabled_methods]
        for document in documents
        if document.has_two_sides
    ]
    if max(map(len, slots), default=0) < 2:
        return ()
    return tuple(dict.fromkeys(slot for of_document in slots for slot in of_document))


@memo
def _carried_text(document: Document) -> str:
    """The document as the text that a figure carries; all pages of a film carry the same one."""
    return carriable(encode(document.without_lesson))


def _columns(cells: int, views: int, recipe: Recipe) -> tuple[int, bool]:
    """The number of columns that leaves the plot areas the most room, and whether rows are views
    instead of scenes: both keep views of one scene, or scenes in one view, beside each other.
    """
    if recipe.columns:
        return min(recipe.columns, cells), False

    def room(columns: int) -> float:
        rows = -(-cells // columns)
        across, up = _plot_area(columns, rows, recipe)
        return min(across, WIDEST * up) * abs(min(up, HIGHEST * across))

    is_table = cells > views > 1
    choices = (views, cells // views) if is_table else range(1, cells + 1)
    best = max(choices, key=room)
    return best, is_table and best != views


def _plot_area(columns: int, rows: int, recipe: Recipe) -> tuple[float, float]:
    """About the width and the height of the plot areas of a grid, in mm."""
    caption = recipe.beside(columns, rows).drawing_theme.caption / MM
    width = recipe.width_mm / columns
    height = (recipe.height_mm - LEGEND * caption * recipe.legend) / rows
    outer_width, outer_height = AROUND[width > WIDE * height]
    return width - outer_width * caption, height - outer_height * caption


def _source(shot: Shot, view: str, without: frozenset[str]) -> Source:
    """How to draw a panel: of a plot the part within its limits."""
    source = view_source(shot.scene, view, without)
    if shot.limits is None or not isinstance(source, Figure):
        return source
    x0, x1, y0, y1 = shot.limits.box
    return source.part((x0, x1), (y0, y1))


def _head(
    shot: Shot,
    view: str,
    recipe: Recipe,
    has_many_shots: bool,
    has_many_panels: bool,
    is_film: bool,
) -> tuple[str, str, str]:
    """The title and the notes above a panel: how it differs from the others, and the results of the
    methods.
    """
    title = (
        fill_values(shot.title, shot.scene)
        if has_many_shots or (is_film and view == recipe.views[0])
        else plot_title(view)
    )
    if has_many_shots and not shot.view and blocks_of_view(view):
        title = ", ".join(filter(None, (plot_title(view), title)))
    has_short_notes = has_many_panels and len(shot.scene.document.enabled_methods) == 1
    is_among_others = has_many_shots or has_short_notes or is_film or bool(recipe.note)
    if not (recipe.notes and is_among_others and view == CANVAS):
        return title, "", ""
    if recipe.note:
        return title, fill_values(recipe.note, shot.scene), ""
    return title, *_notes(shot.scene)


def _widest_notes(scene: Scene, view: str, recipe: Recipe) -> tuple[str, str]:
    """The note of a panel and its shorter form, as wide as any other page of a film may have
    them.
    """
    if not recipe.notes or view != CANVAS:
        return "", ""
    counts = "0" * len(str(len(scene.document.dataset)))
    if recipe.note:
        return widest_values(recipe.note, counts), ""
    wrong = f"{counts} wrong"
    if scene.answer is None:
        return "", ""
    pair = scene.answer.as_pair
    if len(scene.document.enabled_methods) > 1 or (pair and scene.document.trial is not None):
        # on some page a method may have lost its boundary, and its place in the note with it
        names = [_name_in_notes(scene, m) for m, _ in scene.fitted[::-1]]
        return HEAD_SPACE.join(f"{name}: {wrong}" for name in names), ""
    if pair is not None and pair.method.has_margin:
        return f"margin 0.000, {wrong}", wrong
    return f"{wrong}, {counts} on the line", wrong


def _name_in_notes(scene: Scene, method: MethodInUse) -> str:
    return label_of(method, scene.document.methods) or method.method.label or method.method.name


def _notes(scene: Scene) -> tuple[str, str]:
    """Margin and wrong points of the selected method, and the latter alone; of several methods the
    wrong points of each, the selected one first.
    """
    fit = scene.answer
    if fit is None or not fit.predicts:
        return "", ""
    pair, wrong = fit.as_pair, _wrong_points(fit)
    if not fit.has_model:
        if pair is None:
            return "", ""
        is_step = fit.explanation.startswith(STOPPED)
        return ("$w = 0$, no line yet", "no line") if is_step else (f"$w = 0$, {wrong}", wrong)
    if len(scene.answers) > 1 or (pair is not None and scene.document.trial is not None):
        notes = (
            f"{_name_in_notes(scene, m)}: {_wrong_points(fit)}" for m, fit in scene.answers[::-1]
        )
        return HEAD_SPACE.join(notes), ""
    norm = pair.norm if pair is not None and pair.method.has_margin else 0.0
    return f"margin {fixed_number(1.0 / norm)}, {wrong}" if norm else wrong, wrong


def _wrong_points(fit: AnyFit) -> str:
    return f"{fit.certificate.errors} wrong{tied_words(fit)}"


def _panel_description(cell: Cell, shot: Shot, view: str) -> PanelContent:
    """The description of a panel for readers who cannot see it."""
    plot = (view, cell.source) if isinstance(cell.source, Figure) else None
    numbers = cell.source.words if isinstance(cell.source, NumbersSource) else ""
    title = fill_values(shot.title, shot.scene)
    notes = _notes(shot.scene)[0].replace(HEAD_SPACE, ", ")
    return PanelContent(shot.scene, cell.letter, title, notes, plot, numbers)
