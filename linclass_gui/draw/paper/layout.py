"""Laying figures out on a page: one, or a grid whose plot areas are aligned to the point.

With equal axes a range grows in one direction until it has the proportions of the frame: nothing is
distorted, nothing is left out. Margins depend on the tick labels and these on the range, so a
second pass uses the labels of the first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ...scene.marks import Axis, Figure
from ...scene.theme import PRINT, Theme
from ..axes import (
    Ticks,
    axis_name,
    fit_transform,
    is_name_beside,
    name_room,
    square_in,
    x_ticks,
    y_ticks,
)
from ..device_figure import figure_for_device
from ..lettering import Layout
from ..rows import margin_width, rows_height, rows_needed, shorten_legend, without_y_name
from ..surface import Rect
from .page import Cell, Drafting, FigureGrid, Heads, Page, Panel
from .page_words import (
    TITLE,
    caption_height,
    head_width,
    heads_height,
    heads_of,
    legend_height,
    title_width,
)

# a plot area of this size, in tick labels, has symbols of full size; how small they become at the
# most
FULL, FINEST = 15.0, 0.5
# most times that areas and ticks are found from one another; the least room left of a name, in tick
# labels, that wider ticks may take
MOST_DRAFTS, SPARE = 4, 0.35
# From these proportions on a panel of several has the names of its axes beside it, where they take
# width; a narrower one has them above and below, where they take height.
WIDE = 1.25
# of a frame beside a square field: the least width for its height
NARROWEST = 0.9
ROWS_ABOVE = 0.5  # from a plot area to the rows above it, likewise
# the least distance of both ends of an axis name from the edges of the page together, in tick
# labels
EDGE = 0.6
# beside the first and the last tick label, likewise, of a panel alone and of one of several
BESIDE_TICKS = 0.1, 0.3
# from the frame of a panel to the page or to the next panel with nothing between, likewise
GUTTER = 0.55


def lay_out_grid(
    grid: FigureGrid,
    width: float,
    height: float,
    theme: Theme,
    transparent: bool = False,
) -> Page:
    """Lay a grid of figures out: all plot areas of one size, frames of a row and of a column in
    line.
    """
    page = (width, height)
    below = legend_height(grid.legend, page, theme) + caption_height(grid.caption, theme)
    cell = (page[0] / grid.columns, (page[1] - below) / grid.rows)
    drafts = [_Draft.of(one, cell, theme) for one in grid.cells]
    if len(drafts) > 1:
        drafts = [replace(draft, is_low=cell[0] > WIDE * cell[1]) for draft in drafts]
    for number in range(MOST_DRAFTS):
        widths = [draft.y_ticks.width for draft in drafts]
        drafts = _say_once(drafts, grid.columns)
        areas, heads = _areas(drafts, grid, (page[0], page[1] - below))
        fine = _finer(theme, areas[0][0])
        drafts = [
            replace(draft, theme=fine.for_points(draft.figure.points)).with_area(
                *area, is_draft=number == 0
            )
            for draft, area in zip(drafts, areas, strict=True)
        ]
        # In its last area a picture may have other ticks, whose labels are wider.
        growth = max(
            draft.y_ticks.width - width for draft, width in zip(drafts, widths, strict=True)
        )
        if number and growth <= SPARE * theme.caption:
            break
    title = grid.title or drafts[0].figure.title
    room = (page[0], page[1] - below)
    panels = tuple(
        replace(draft.panel, rooms=_name_rooms(draft.area, room, grid, theme)) for draft in drafts
    )
    return Page(
        width,
        height,
        panels,
        fine,
        grid.legend,
        title,
        transparent,
        grid.scene,
        grid.alt,
        grid.caption,
        heads,
        grid.remarks,
    )


def _name_rooms(
    area: Rect, page: tuple[float, float], grid: FigureGrid, theme: Theme
) -> tuple[float, float]:
    """How long the names of the axes may be: as the plot area, and to the edges of the page where
    no other panel is there.
    """
    x, y, width, height = area
    edge = EDGE * theme.caption
    across = (
        2.0 * min(x + 0.5 * width, page[0] - x - 0.5 * width) - edge if grid.columns == 1 else width
    )
    up = (
        2.0 * min(y + 0.5 * height, page[1] - y - 0.5 * height) - edge if grid.rows == 1 else height
    )
    return max(across, 0.0), max(up, 0.0)


def _finer(theme: Theme, area: Rect) -> Theme:
    """The theme for a plot area: in a small one symbols and rings are smaller, and lines
    thinner.
    """
    share = min(area[2:]) / (FULL * theme.caption)
    return theme if share >= 1.0 else _drawn_finer(theme, round(max(share, FINEST), 2))


@lru_cache(maxsize=64)
def _drawn_finer(theme: Theme, share: float) -> Theme:
    """A theme with smaller symbols; the same object for the same share, because drawings are cached
    by it.
    """
    return replace(
        theme,
        name=f"{theme.name}-{share:g}",
        point=share * theme.point,
        line=(0.5 + 0.5 * share) * theme.line,
    )


def _drawn(
    source: Callable[[float, float], Figure],
    width: float,
    height: float,
    theme: Theme,
    *,
    is_draft: bool,
) -> Figure:
    """A figure for an area, in whose units tick labels are as high as in the print theme."""
    unit = theme.caption / PRINT.caption
    width, height = width / unit, height / unit
    return (
        source.draft(width, height)
        if is_draft and isinstance(source, Drafting)
        else source(width, height)
    )


@dataclass(frozen=True, eq=False)
class _Draft:
    """A cell that becomes a panel: its figure as drawn in its current area."""

    cell: Cell
    figure: Figure
    area: Rect
    x_ticks: Ticks
    y_ticks: Ticks
    theme: Theme
    has_x: bool = True
    has_y: bool = True
    has_ends: bool = True
    head: float = 0.0
    head_room: float = 0.0
    is_low: bool | None = None  # or narrow, of one panel alone neither

    @staticmethod
    def of(cell: Cell, size: tuple[float, float], theme: Theme) -> _Draft:
        """The draft of one cell, as if all of the cell were its plot area."""
        source = cell.source
        figure = (
            shorten_legend(source, *size, theme)
            if isinstance(source, Figure)
            else _drawn(source, *size, theme, is_draft=True)
        )
        no_ticks = Ticks((), ())
        return _Draft(
            cell, figure, (0.0, 0.0, *size), no_ticks, no_ticks, theme
        )._with_visible_range()

    def _with_visible_range(self) -> _Draft:
        """The draft with the range and the ticks of its area."""
        _, _, width, height = self.area
        figure = figure_for_device(self.figure, fit_transform(self.figure, self.area), self.theme)
        return replace(
            self,
            figure=figure,
            x_ticks=x_ticks(figure.x, width, self.theme),
            y_ticks=y_ticks(figure, height, self.theme),
        )

    def with_area(self, area: Rect, head: float, head_room: float, is_draft: bool) -> _Draft:
        """The draft in another area, for which a canvas is drawn anew, with its head at a height
        and in a room.
        """
        source = self.cell.source
        figure = (
            self.figure
            if isinstance(source, Figure)
            else _drawn(source, area[2], area[3], self.theme, is_draft=is_draft)
        )
        return replace(
            self, figure=figure, area=area, head=head, head_room=head_room
        )._with_visible_range()

    def margins(self, width: float) -> tuple[float, float, float]:
        """The margins of the plot area, left, right and below, in a cell of some width."""
        theme, figure, em = self.theme, self.figure, self.theme.caption
        name_y = axis_name(figure.y, figure.equal, theme) if self.is_name_beside else None
        is_name_turned = name_y is not None and is_turned(name_y, theme)
        ticks = max(self.y_ticks.width, self.cell.tick_width)
        column = max(ticks, 0.0 if name_y is None or is_name_turned else name_y.width)
        left = (
            0.35 * em + column + 0.6 * em + (1.6 * em if is_name_turned else 0.0)
            if self.has_y
            else GUTTER * em
        )
        tick_gap = BESIDE_TICKS[self.is_low is not None] * em
        first, last = (
            0.5 * self.x_ticks.labels[k].width if self.x_ticks.labels else 0.0 for k in (0, -1)
        )
        right = max(
            GUTTER * em,
            last + tick_gap - _room(figure.x, self.x_ticks.values[-1:], width - left)
            if self.has_x
            else 0.0,
        )
        bottom = 2.0 * em if self.x_ticks.labels or figure.x.label else 0.5 * em
        bottom = bottom + 1.5 * em * self.has_name_below if self.has_x else GUTTER * em
        left, right = (
            max(left, first + tick_gap if self.has_x else 0.0),
            max(right, margin_width(self.shown_figure, theme)),
        )
        if self.has_x and figure.x.label and not figure.equal and not self.has_name_below:
            name = axis_name(figure.x, False, theme)
            right = max(right, name_room(name, self.x_ticks, theme))
        return left, right, bottom

    @property
    def has_name_below(self) -> bool:
        """Whether the name of its x axis has a row of its own: it is too long for the gap between
        two tick labels, or the place behind the last one, or the panel is narrow.
        """
        figure, theme = self.figure, self.theme
        name = axis_name(figure.x, figure.equal, theme)
        if not (self.has_x and figure.x.label):
            return False
        if figure.equal:
            return is_turned(name, theme)
        return self.is_low is False or not is_name_beside(name, theme)

    @property
    def is_name_beside(self) -> bool:
        """Whether the name of its y axis is beside its field, as that of a canvas, and not above:
        it is in a low panel, and not the name of one lane of several.
        """
        return self.figure.equal or (self.is_low is True and not self.figure.lanes)

    @property
    def figure_above(self) -> Figure:
        """The figure with the words that are above its field."""
        return without_y_name(self.figure) if self.is_name_beside else self.figure

    @property
    def shown_figure(self) -> Figure:
        """The figure with the names in its right margin, or without them where the next panel has
        the same.
        """
        if self.has_ends:
            return self.figure
        lanes = tuple(
            lane._replace(axis=lane.axis._replace(label="")) for lane in self.figure.lanes
        )
        return replace(self.figure, lanes=lanes, ends=())

    @property
    def panel(self) -> Panel:
        """The finished panel."""
        transform = fit_transform(self.figure, self.area)
        return Panel(
            self.cell,
            self.shown_figure,
            transform,
            self.x_ticks,
            self.y_ticks,
            self.has_x,
            self.has_y,
            self.head,
            self.head_room,
            self.has_name_below,
            self.is_name_beside,
        )


def _say_once(drafts: Sequence[_Draft], columns: int) -> list[_Draft]:
    """The drafts with ticks and names of axes at the left and below only, where those of the next
    panel are the same.
    """
    result = []
    for k, draft in enumerate(drafts):
        below = drafts[k + columns] if k + columns < len(drafts) else None
        before = drafts[k - 1] if k % columns else None
        after = drafts[k + 1] if (k + 1) % columns and k + 1 < len(drafts) else None
        has_x = below is None or _x_words(draft) != _x_words(below)
        has_y = before is None or _y_words(draft) != _y_words(before)
        result.append(
            replace(
                draft,
                has_x=has_x,
                has_y=has_y,
                has_ends=after is None or _end_words(draft) != _end_words(after),
            )
        )
    return result


def _x_words(draft: _Draft) -> object:
    """The words of the x axis, which panels share where they are equal."""
    return draft.figure.message, draft.figure.x, draft.x_ticks.values


def _y_words(draft: _Draft) -> object:
    figure = draft.figure
    return figure.message, figure.y, figure.lanes, draft.y_ticks.values


def _end_words(draft: _Draft) -> object:
    return [end.name for end in draft.figure.ends], [lane.axis.label for lane in draft.figure.lanes]


def _areas(
    drafts: Sequence[_Draft], grid: FigureGrid, page: tuple[float, float]
) -> tuple[list[tuple[Rect, float, float]], Heads]:
    """The plot areas, each with the base line and the room of its head, and the heads: all areas of
    one size, each column and row with its largest margins.
    """
    columns, rows, theme = grid.columns, grid.rows, drafts[0].theme
    wants = [draft.margins(page[0] / columns) for draft in drafts]
    left, right = (
        [
            max(want[side] for want in wants[column::columns])
            for column in range(min(columns, len(wants)))
        ]
        for side in (0, 1)
    )
    bottom = [
        max(want[2] for want in wants[row * columns : (row + 1) * columns]) for row in range(rows)
    ]
    total = max(page[0] - sum(left) - sum(right), 1.0)
    widths = [total / len(left)] * len(left)
    is_square = [
        all(draft.figure.square for draft in drafts[column::columns]) for column in range(len(left))
    ]
    # Squares are as high as the row, whose heads are lower where columns are wider.
    for _ in range(2 if any(is_square) else 1):
        heads, top = _heads(drafts, grid, widths, left, page)
        height = max((page[1] - sum(top) - sum(bottom)) / rows, 1.0)
        if any(is_square):
            titles = [
                max(title_width(draft.cell, theme) for draft in drafts[column::columns])
                for column in range(len(left))
            ]
            widths, height = _widths_of_columns(is_square, titles, total, height)
    gap = max(page[1] - sum(top) - sum(bottom) - rows * height, 0.0) / (rows + 1)
    result: list[tuple[Rect, float, float]] = []
    for number, draft in enumerate(drafts):
        row, column = number // columns, number % columns
        x = sum(left[: column + 1]) + sum(right[:column]) + sum(widths[:column])
        y = sum(top[: row + 1]) + sum(bottom[:row]) + row * height + (row + 1) * gap
        area = (x, y, widths[column], height)
        if draft.figure.square:
            across = rows_width(page[0], len(drafts), x, widths[column], theme)
            row_width = max(
                rows_needed(draft.figure_above, across, theme),
                head_width(draft.cell, heads, theme),
            )
            area = square_in(area, x + 0.5 * widths[column], x + across - row_width)
        room = max(area[2], x + widths[column] - area[0])
        result.append((area, y - top[row] + TITLE * theme.caption, room))
    return result, heads


def _widths_of_columns(
    is_square: Sequence[bool], titles: Sequence[float], total: float, height: float
) -> tuple[list[float], float]:
    """The widths of columns with these widest titles, and the height of their frames: squares have
    it, too, and the others the rest of the width.
    """
    share, wide_columns = total / len(is_square), is_square.count(False)
    if not wide_columns:
        return [share] * len(is_square), min(height, share)
    height = min(height, total / (len(is_square) - wide_columns + NARROWEST * wide_columns))
    sides = [
        max(height, min(title, share))
        for square, title in zip(is_square, titles, strict=True)
        if square
    ]
    rest, next_side = (total - sum(sides)) / wide_columns, iter(sides)
    return [next(next_side) if square else rest for square in is_square], height


def _heads(
    drafts: Sequence[_Draft],
    grid: FigureGrid,
    widths: Sequence[float],
    left: Sequence[float],
    page: tuple[float, float],
) -> tuple[Heads, list[float]]:
    """The heads of panels in columns of these widths, and the room above each row of frames."""
    theme, columns = drafts[0].theme, grid.columns
    of_cells = [widths[k % columns] for k in range(len(drafts))]
    rows = [
        rows_width(page[0], len(drafts), left[k % columns], width, theme)
        for k, width in enumerate(of_cells)
    ]
    lines = [
        max(
            rows_height(draft.figure_above, width, theme)
            for draft, width in zip(
                drafts[first : first + columns], rows[first : first + columns], strict=True
            )
        )
        for first in range(0, len(drafts), columns)
    ]
    heads = heads_of(grid.cells, page[1] / grid.rows, of_cells, theme)
    top = [
        heads_height(heads, grid.cells[row * columns : (row + 1) * columns], theme)
        + (height + ROWS_ABOVE * theme.caption if height else 0.0)
        for row, height in enumerate(lines)
    ]
    return heads, top


def _room(axis: Axis, last: tuple[float, ...], extent: float) -> float:
    """The distance of the last tick from the end of its axis."""
    return (axis.high - last[0]) / (axis.high - axis.low) * extent if last else 0.0


def rows_width(page: float, panels: int, left: float, width: float, theme: Theme) -> float:
    """The width of the rows above a plot area: of a panel alone on its page they run on to the
    edge, of others they end with it.
    """
    return width if panels > 1 else page - left - 0.5 * theme.caption


def is_turned(name: Layout, theme: Theme) -> bool:
    """Whether the name of an axis of a canvas is too long for a place among its tick labels; that
    of the y axis runs upwards then.
    """
    return name.width > 2.6 * theme.caption
