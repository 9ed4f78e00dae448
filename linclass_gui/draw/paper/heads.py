"""The words above the panels of a page: the letter and the title of each, and its note at the
right, or in a row below where there is no room.  All panels have heads of one size and in one
arrangement.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from ...scene.theme import Theme
from ..lettering.text import Layout, TextStyle, layout
from ..rows import NUMBER, STAND_IN
from .values import Cell, Heads

SPACE = "\u2003"  # between the values of a note
GAP, NOTE_GAP = 0.8, 0.9  # between the letter and the title, and before a note, in tick labels
HEAD, TITLE, NOTE_ROW = (
    1.9,
    1.25,
    1.4,
)  # the room for a letter and a title, down to their base line, for a note below, in tick labels
# the least height of heads, relative to text, alone and beside a note; in points
SMALLEST, BESIDE, SMALLEST_PT = 0.6, 0.78, 6.0


def heads_of(
    cells: Sequence[Cell], rows: int, width: float, theme: Theme, sans: str | None, points: float
) -> Heads:
    """The heads of panels of this width in this number of rows, on a page with this number of
    points a drawing unit.

    In a single row there is height for notes below titles that would be small beside them.
    """
    titles = [_title_width(cell, theme, sans) for cell in cells]
    alone = min([1.0, *(width / title for title in titles if title)])
    for is_short in (False, True):
        smallest = SMALLEST if is_short and rows > 1 else BESIDE
        least, least_note = (
            max(smallest, SMALLEST_PT / (size * points)) for size in (theme.text, theme.caption)
        )
        notes = [_usual_width(cell, is_short, theme, sans) for cell in cells]
        for note_scale in (1.0, max(0.9, least_note), least_note):
            rest = [
                (title, width - note_scale * note - NOTE_GAP * theme.caption)
                for title, note in zip(titles, notes, strict=True)
                if note
            ]
            beside = min(
                [
                    alone,
                    *(room / title for title, room in rest if title),
                    *(room >= 0.0 for _, room in rest),
                ]
            )
            if beside >= min(least, alone):
                return Heads(beside, _below_title(note_scale, beside, titles, theme), is_short)
    least = max(BESIDE, SMALLEST_PT / (theme.caption * points))
    widest = max(_usual_width(cell, False, theme, sans) for cell in cells)
    return Heads(alone, _below_title(max(least, width / widest), alone, titles, theme), False, True)


def _below_title(note: float, title: float, titles: Sequence[float], theme: Theme) -> float:
    """The scale of notes, no larger than the titles, if any."""
    return min(1.0, note, title * theme.text / theme.caption if any(titles) else 1.0)


def heads_height(heads: Heads, cells: Sequence[Cell], theme: Theme) -> float:
    """The room above the panels of one row."""
    if not any(cell.letter or cell.title or cell.note for cell in cells):
        return 0.5 * theme.caption
    return (HEAD + NOTE_ROW * (heads.is_below and any(cell.note for cell in cells))) * theme.caption


def title_of(cell: Cell, scale: float, theme: Theme, sans: str | None) -> list[Layout]:
    """The letter and the title of a panel."""
    words = ((cell.letter, 600), (cell.title, 400))
    return [
        layout(text, scale * theme.text, TextStyle(weight, sans=sans))
        for text, weight in words
        if text
    ]


def note_of(
    cell: Cell, heads: Heads, theme: Theme, sans: str | None, width: float = math.inf
) -> Layout:
    """The note of a panel of some width: as many of its values as fit, or in fewer words, or
    smaller than the others.
    """
    size, style = heads.note_scale * theme.caption, TextStyle(sans=sans)
    values = cell.note.split(SPACE)
    texts = [SPACE.join(values[:count]) for count in range(len(values), 0, -1)]
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


def _usual_width(cell: Cell, is_short: bool, theme: Theme, sans: str | None) -> float:
    """The width of a note; for a plot whatever its numbers are, so that frames of a film do not
    move.
    """
    usual = cell if cell.short_note else replace(cell, note=NUMBER.sub(STAND_IN, cell.note))
    return max(note_of(each, Heads(is_short=is_short), theme, sans).width for each in (cell, usual))


def _title_width(cell: Cell, theme: Theme, sans: str | None) -> float:
    boxes = title_of(cell, 1.0, theme, sans)
    return sum(box.width for box in boxes) + GAP * theme.caption * max(0, len(boxes) - 1)
