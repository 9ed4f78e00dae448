"""The words about the panels of a page: their heads, the one legend of a composite, and the caption
of a film.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, product

from ...scene.marks import Entry
from ...scene.theme import Theme
from ..lettering import Layout, TextStyle, fit_markup, layout, style_in, wrap_markup
from ..lettering import layout as laid_out
from ..rows import NUMBER, STAND_IN, Part, draw_sample, flow_rows
from ..surface import Surface
from .page import Caption, Cell, Heads, Page

# of the page for all of it, and for the classes, which no other words name; the sizes of its text,
# in tick labels
MOST, MOST_OF_CLASSES, SCALES = 1.0 / 6.0, 0.52, (1.0, 0.9, 0.82, 0.75)
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
# the least height of heads and legends in points, and of heads in parts of the usual one
SMALLEST_PT, SMALLEST = 6.0, 0.75
HIGH = 11.5  # from this height of a row on, in tick labels, notes may have a row of their own
ROUNDING = 1e-6
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
        sizes = [max(scale * theme.caption, SMALLEST_PT) for scale in SCALES]
        tries = [
            (size, _place_entries(legend[:count], page[0], size, theme))
            for size in dict.fromkeys(min(size, theme.caption) for size in sizes)
        ]
        tries = [
            (size, items) for size, items in tries if _height_of_rows(items, size) <= most * page[1]
        ]
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
    row_height: float,
    widths: Sequence[float],
    theme: Theme,
) -> Heads:
    """The heads of panels of these widths, in rows of the page of this height.

    Notes stand beside the titles, in their shorter forms where that needs it, else below them where
    the rows have the height for it.
    """
    pairs = [(title_width(cell, theme), width) for cell, width in zip(cells, widths, strict=True)]
    least_title, least = (
        min(1.0, max(SMALLEST, SMALLEST_PT / size)) for size in (theme.text, theme.caption)
    )
    scale = max(least_title, min([1.0, *(width / title for title, width in pairs if title)]))
    for is_short, note_scale in product((False, True), (1.0, least)):
        heads = Heads(scale, note_scale, is_short)
        notes = [_usual_width(cell, heads, theme) for cell in cells]
        # what a title is written smaller by, so that its note has room beside it
        shares = [
            _note_room(heads, note, width, theme) / title if title else float(note <= width)
            for note, (title, width) in zip(notes, pairs, strict=True)
            if note
        ]
        if min([scale, *shares]) >= min(scale, least_title):
            return replace(heads, scale=min([scale, *shares]))
    has_height = row_height >= HIGH * theme.caption
    return Heads(scale, least, not has_height, has_height)


def _note_room(heads: Heads, title: float, width: float, theme: Theme) -> float:
    """The width that a note has in a panel of a width, whose title has another one, and the other
    way round.
    """
    return width if heads.is_below else width - title - NOTE_GAP * theme.caption


def heads_height(heads: Heads, cells: Sequence[Cell], theme: Theme) -> float:
    """The room above the panels of one row."""
    if not any(cell.letter or cell.has_title or cell.has_note for cell in cells):
        return 0.5 * theme.caption
    has_own_row = heads.is_below and any(cell.has_note for cell in cells)
    return (HEAD + NOTE_ROW * has_own_row) * theme.caption


def head_width(cell: Cell, heads: Heads, theme: Theme) -> float:
    """The width of the words above a panel in one row."""
    titles, note = head_of(cell, heads, theme)
    width = _row_width(titles, heads, theme)
    is_beside = bool(note.width) and not heads.is_below
    return width + is_beside * (NOTE_GAP * theme.caption + note.width)


def head_of(
    cell: Cell, heads: Heads, theme: Theme, width: float = math.inf
) -> tuple[list[Layout], Layout]:
    """The letter and the title of a panel, cut where it is too long for its width, and as many
    values of its note as have room there.
    """
    titles: list[Layout] = []
    for text, weight in ((cell.letter, 600), (cell.title, 400)):
        style, rest = TextStyle(weight, sans=theme.sans), width - _row_width(titles, heads, theme)
        if text:
            titles.append(fit_markup(text, rest, heads.scale * theme.text, style, smallest=1.0))
    values = cell.note.split(HEAD_SPACE)
    texts = [HEAD_SPACE.join(values[:count]) for count in range(len(values), 0, -1)]
    if cell.short_note:
        texts = [*([] if heads.is_short else texts), cell.short_note]
    room = max(_note_room(heads, _row_width(titles, heads, theme), width, theme), 0.0) + ROUNDING
    size, style = heads.note_scale * theme.caption, style_in(theme)
    boxes = (layout(text, size, style) for text in texts)
    # beside a title there is no room for a part of a value
    cut = fit_markup(texts[-1] * heads.is_below, room, size, style, smallest=1.0)
    return titles, next((box for box in boxes if box.width <= room), cut)


def _row_width(boxes: Sequence[Layout], heads: Heads, theme: Theme) -> float:
    gap = HEAD_GAP * heads.scale * theme.caption
    return sum(box.width for box in boxes) + gap * max(0, len(boxes) - 1)


def _usual_width(cell: Cell, heads: Heads, theme: Theme) -> float:
    """The width of a note; for a plot the same for all its numbers, so that frames of a film do not
    move.
    """
    variants = [cell, cell.widest_cell]
    variants += [
        replace(variant, note=NUMBER.sub(STAND_IN, variant.note))
        for variant in variants
        if not variant.short_note
    ]
    return max(head_of(variant, heads, theme)[1].width for variant in variants)


def title_width(cell: Cell, theme: Theme) -> float:
    """The width of the letter and the title of a panel, or of the widest title of its film."""
    heads = Heads()
    return max(
        _row_width(head_of(variant, heads, theme)[0], heads, theme)
        for variant in (cell, cell.widest_cell)
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
