"""The words about the panels of a page: their heads, the one legend of a composite, and the caption
of a film.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from ...scene.marks import Entry
from ...scene.theme import Theme
from ..lettering import Layout, TextStyle, fit_markup, layout, style_in, wrap_markup
from ..lettering import layout as laid_out
from ..rows import NUMBER, STAND_IN, Part, draw_sample, flow_rows
from ..surface import Surface
from .page import Caption, Cell, Heads, Page

# of the page for all of it, and for the classes, which no other words name; the sizes of its text,
# in tick labels
MOST, MOST_OF_CLASSES, SCALES, SMALLEST_SCALE = 1.0 / 6.0, 0.52, (1.0, 0.9, 0.82, 0.75), 0.68
LEGEND_ROW = 1.6  # the height of a row, in heights of its text
LEGEND_ABOVE = 0.4  # the gap between the panels and the first row
# the piece of a line, from it to its name, from one entry to the next; in text heights
KEY, LEGEND_GAP, APART = 2.0, 0.5, 1.3
SYMBOL = 1.5  # the room of a symbol
HEAD_SPACE = "\u2003"  # between the values of a note
HEAD_GAP, NOTE_GAP = 0.8, 0.9  # between the letter and the title, and before a note, in tick labels
HEAD, TITLE, NOTE_ROW = (
    1.9,
    1.25,
    1.4,
)  # the room for a letter and a title, down to their base line, for a note below, in tick labels
# the least height of heads, relative to text, alone and beside a note; in points
SMALLEST, BESIDE, SMALLEST_PT = 0.6, 0.78, 6.0
CAPTION_ROW, CAPTION_ABOVE, CAPTION_BELOW, CAPTION_EDGE = (
    1.35,
    0.55,
    0.35,
    0.8,
)  # in heights of its text
MOST_ROWS = 3  # longer ones are cut


def legend_height(legend: tuple[Entry, ...], page: tuple[float, float], theme: Theme) -> float:
    """The height of a legend in drawing units, 0 for none; never more than a part of its page."""
    size, items = _fitting(legend, page, theme)
    return _height_of_rows(items, size)


def left_out(page: Page) -> tuple[str, ...]:
    """The names of the entries that do not fit into the legend of a page."""
    return tuple(key.name for key in page.legend[len(_on_page(page)[1]) :])


def draw_below(surface: Surface, page: Page) -> None:
    """Draw the legend below the panels of a page, and the caption under it."""
    theme = page.theme
    draw_caption(surface, page.caption, (page.width, page.height), theme)
    size, items = _on_page(page)
    top = (
        page.height
        - caption_height(page.caption, theme)
        - _height_of_rows(items, size)
        + LEGEND_ABOVE * size
    )
    for item in items:
        base = top + (item.row + 0.62) * LEGEND_ROW * size
        assert item.entry is not None
        room = _sample_room(item.entry, size)
        draw_sample(surface, item.entry, (item.x, base - 0.5 * item.text.cap_height), room, theme)
        surface.text(item.text, item.x + room + LEGEND_GAP * size, base, theme.palette.ink)


def _on_page(page: Page) -> tuple[float, list[Part]]:
    """The size of the text of the legend of a page, and its entries."""
    return _fitting(page.legend, (page.width, page.height), page.theme)


def _height_of_rows(items: list[Part], size: float) -> float:
    return (LEGEND_ABOVE + LEGEND_ROW * (1 + items[-1].row)) * size if items else 0.0


def _fitting(
    legend: tuple[Entry, ...], page: tuple[float, float], theme: Theme
) -> tuple[float, list[Part]]:
    """The entries in rows with the size of their text: smaller, and finally only the first ones,
    where all do not fit; of classes later than of anything else.
    """
    classes = sum(entry.kind == "dot" and entry.role.startswith("class-") for entry in legend)
    limits = [(count, MOST) for count in range(len(legend), classes - 1, -1)]
    limits += [(count, MOST_OF_CLASSES) for count in range(classes, -1, -1)]
    for count, most in limits:
        tries = [
            (
                scale * theme.caption,
                _place_entries(legend[:count], page[0], scale * theme.caption, theme),
            )
            for scale in (*SCALES, *((SMALLEST_SCALE,) if most > MOST else ()))
        ]
        tries = [
            (size, items) for size, items in tries if _height_of_rows(items, size) <= most * page[1]
        ]
        if len(tries) > 1 and tries[-1][0] < SCALES[-1] * theme.caption:
            tries.pop()  # so small only where nothing else fits
        if tries:  # in as few rows as possible, then as large as possible
            return max(tries, key=lambda one: (-one[1][-1].row if one[1] else 0, one[0]))
    raise AssertionError("nothing has no height")


def _place_entries(legend: tuple[Entry, ...], width: float, em: float, theme: Theme) -> list[Part]:
    """The entries in rows, each row in the middle of the page."""
    items = []
    for entry in legend:
        room = _sample_room(entry, em) + LEGEND_GAP * em
        name = fit_markup(entry.name, width - em - room, em, style_in(theme))
        items.append(Part(name, room + name.width, entry))
    result: list[Part] = []
    for _, row in groupby(flow_rows(items, APART * em, width - em), lambda part: part.row):
        parts = list(row)
        start = 0.5 * (width - parts[-1].x - parts[-1].room)
        result += [replace(part, x=start + part.x) for part in parts]
    return result


def _sample_room(entry: Entry, em: float) -> float:
    return (KEY if entry.kind == "line" else SYMBOL) * em


def heads_of(
    cells: Sequence[Cell],
    rows: int,
    widths: Sequence[float],
    theme: Theme,
) -> Heads:
    """The heads of panels of these widths in this number of rows.

    In a single row there is height for notes below titles that would be small beside them.
    """
    titles = [title_width(cell, theme) for cell in cells]
    pairs = list(zip(titles, widths, strict=True))
    title_scale = min([1.0, *(width / title for title, width in pairs if title)])
    for is_short in (False, True):
        smallest = SMALLEST if is_short and rows > 1 else BESIDE
        least, least_note = (
            max(smallest, SMALLEST_PT / size) for size in (theme.text, theme.caption)
        )
        notes = [_usual_width(cell, is_short, theme) for cell in cells]
        for note_scale in (1.0, max(0.9, least_note), least_note):
            rest = [
                (title, width - note_scale * note - NOTE_GAP * theme.caption)
                for (title, width), note in zip(pairs, notes, strict=True)
                if note
            ]
            beside = min(
                [
                    title_scale,
                    *(room / title for title, room in rest if title),
                    *(room >= 0.0 for _, room in rest),
                ]
            )
            if beside >= min(least, title_scale):
                return Heads(beside, _below_title(note_scale, beside, titles, theme), is_short)
    least = max(BESIDE, SMALLEST_PT / theme.caption)
    notes = [_usual_width(cell, False, theme) for cell in cells]
    fitting = min(width / note for note, width in zip(notes, widths, strict=True) if note)
    scale = _below_title(max(least, fitting), title_scale, titles, theme)
    return Heads(title_scale, scale, False, True)


def _below_title(note: float, title: float, titles: Sequence[float], theme: Theme) -> float:
    """The scale of notes, no larger than the titles, if any."""
    return min(1.0, note, title * theme.text / theme.caption if any(titles) else 1.0)


def heads_height(heads: Heads, cells: Sequence[Cell], theme: Theme) -> float:
    """The room above the panels of one row."""
    if not any(cell.letter or cell.has_title or cell.has_note for cell in cells):
        return 0.5 * theme.caption
    has_own_row = heads.is_below and any(cell.has_note for cell in cells)
    return (HEAD + NOTE_ROW * has_own_row) * theme.caption


def head_width(cell: Cell, heads: Heads, theme: Theme) -> float:
    """The width of the words above a panel in one row."""
    title = heads.scale * title_width(cell, theme)
    if not cell.note or heads.is_below:
        return title
    return title + NOTE_GAP * theme.caption + note_of(cell, heads, theme).width


def title_of(cell: Cell, scale: float, theme: Theme) -> list[Layout]:
    """The letter and the title of a panel."""
    words = ((cell.letter, 600), (cell.title, 400))
    return [
        layout(text, scale * theme.text, TextStyle(weight, sans=theme.sans))
        for text, weight in words
        if text
    ]


def note_of(cell: Cell, heads: Heads, theme: Theme, width: float = math.inf) -> Layout:
    """The note of a panel of some width: as many of its values as fit, or in fewer words, or
    smaller than the others.
    """
    size, style = heads.note_scale * theme.caption, style_in(theme)
    values = cell.note.split(HEAD_SPACE)
    texts = [HEAD_SPACE.join(values[:count]) for count in range(len(values), 0, -1)]
    box = layout("", size, style)
    for text in (
        [cell.short_note]
        if heads.is_short and cell.short_note
        else [*texts, cell.short_note or texts[-1]]
    ):
        box = layout(text, size, style)
        if box.width <= width:
            return box
    return layout(box.markup, size * width / box.width, style)


def _usual_width(cell: Cell, is_short: bool, theme: Theme) -> float:
    """The width of a note; for a plot the same for all its numbers, so that frames of a film do not
    move.
    """
    variants = [cell, cell.widest_cell]
    variants += [
        replace(variant, note=NUMBER.sub(STAND_IN, variant.note))
        for variant in variants
        if not variant.short_note
    ]
    return max(note_of(variant, Heads(is_short=is_short), theme).width for variant in variants)


def title_width(cell: Cell, theme: Theme) -> float:
    rows = [title_of(variant, 1.0, theme) for variant in (cell, cell.widest_cell)]
    return max(
        sum(box.width for box in boxes) + HEAD_GAP * theme.caption * max(0, len(boxes) - 1)
        for boxes in rows
    )


def caption_rows(text: str, width: float, theme: Theme) -> tuple[str, ...]:
    """A sentence in rows for a page of a width in drawing units."""
    rows = wrap_markup(
        text, width - 2.0 * CAPTION_EDGE * theme.caption, theme.caption, style_in(theme)
    )
    return rows if len(rows) <= MOST_ROWS else (*rows[: MOST_ROWS - 1], rows[MOST_ROWS - 1] + " …")


def caption_height(caption: Caption | None, theme: Theme) -> float:
    """The height of a caption in drawing units, the same on every page of a film."""
    return (
        0.0
        if caption is None
        else (CAPTION_ABOVE + CAPTION_ROW * caption.rows + CAPTION_BELOW) * theme.caption
    )


def draw_caption(
    surface: Surface,
    caption: Caption | None,
    page: tuple[float, float],
    theme: Theme,
) -> None:
    """Draw a caption at the lower edge of a page."""
    if caption is None:
        return
    width, height = page
    em = theme.caption
    base = height - caption_height(caption, theme) + (CAPTION_ABOVE + 0.5 * CAPTION_ROW + 0.36) * em
    for number, row in enumerate(caption_rows(caption.text, width, theme)):
        surface.text(
            laid_out(row, em, style_in(theme)),
            CAPTION_EDGE * em,
            base + number * CAPTION_ROW * em,
            theme.palette.ink,
        )
