"""Laying figures out on a page: one, or a grid whose plot areas are aligned to the point.

With equal axes a range grows in one direction until it has the proportions of the frame: nothing is distorted, nothing is left out.
Margins depend on the tick labels and these on the range, so that a second pass uses the labels of the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ...core.appearance.theme import Theme
from ...core.marks import Axis, Figure
from ...core.transform import Transform
from ..device_finish import made_for
from ..lettering.text import Layout
from ..rows import margin_width, rows_height, shorten_legend
from ..surface import Rect
from ..ticks import Ticks, axis_name, y_ticks
from .page_legend import legend_height
from .values import Cell, Grid, Page, Panel, Source

TICK_ROOM = 4.0  # between ticks at the least, in heights of their labels
HEAD = 1.9  # the room for a letter and a title above a panel, in heights of tick labels
BETWEEN = 0.35  # tick labels of a row at the least, in their heights
GUTTER = 0.55  # from the frame of a panel to the page or to the next panel where nothing is between, in the same


def lay_out(
    source: Source,
    width: float,
    height: float,
    theme: Theme,
    letter: str = "",
    sans: str | None = None,
    transparent: bool = False,
    scale: float = 1.0,
) -> Page:
    """Lay one figure out on a page of ``width x height`` points, in drawing units of ``scale`` points."""
    title = source.title if isinstance(source, Figure) and letter else ""
    grid = Grid((Cell(source, letter, title),), 1)
    return lay_out_grid(grid, width, height, theme, sans, transparent, scale)


def lay_out_grid(
    grid: Grid,
    width: float,
    height: float,
    theme: Theme,
    sans: str | None = None,
    transparent: bool = False,
    scale: float = 1.0,
) -> Page:
    """Lay a grid of figures out: all plot areas of one size, frames of a row and of a column in line."""
    page = (width / scale, height / scale)
    below = legend_height(grid.legend, page[0], theme, sans)
    cell = (page[0] / grid.columns, (page[1] - below) / grid.rows)
    drafts = [_Draft.of(grid, k, cell, theme, sans) for k in range(len(grid.cells))]
    for _ in range(2):
        areas = _areas(drafts, grid, (page[0], page[1] - below))
        drafts = [draft.placed(area, head) for draft, (area, head) in zip(drafts, areas, strict=True)]
    title = grid.title or drafts[0].figure.title
    panels = tuple(draft.panel for draft in drafts)
    return Page(width, height, panels, theme, grid.legend, title, sans, transparent, scale, grid.scene, grid.alt)


@dataclass(frozen=True, eq=False)
class _Draft:
    """A cell on its way to a panel: its figure as it is drawn in the area it has now."""

    cell: Cell
    figure: Figure
    area: Rect
    x_ticks: Ticks
    y_ticks: Ticks
    has_x: bool
    has_y: bool
    theme: Theme
    sans: str | None
    head: float = 0.0

    @staticmethod
    def of(grid: Grid, number: int, size: tuple[float, float], theme: Theme, sans: str | None) -> _Draft:
        """The draft of one cell, as if all of the cell were its plot area."""
        cell, row, column = grid.cells[number], number // grid.columns, number % grid.columns
        source = cell.source
        figure = shorten_legend(source, *size, theme, sans) if isinstance(source, Figure) else source(*size)
        # The last row of a column may end above the last row of the grid.
        is_lowest = number + grid.columns >= len(grid.cells)
        has_x, has_y = not grid.shared or is_lowest or row == grid.rows - 1, not grid.shared or column == 0
        nothing = Ticks((), ())
        draft = _Draft(cell, figure, (0.0, 0.0, *size), nothing, nothing, has_x, has_y, theme, sans)
        return draft._with_visible_range()

    def _with_visible_range(self) -> _Draft:
        """With the range and the ticks of the area."""
        _, _, width, height = self.area
        figure = made_for(self.figure, _transform(self.figure, self.area), self.theme)
        x_ticks = _ticks(figure.x, width, self.theme, self.sans)
        up = y_ticks(figure, max(2, int(height / (TICK_ROOM * self.theme.caption))), height, self.theme.caption, self.sans)
        return replace(self, figure=figure, x_ticks=x_ticks, y_ticks=up)

    def placed(self, area: Rect, head: float) -> _Draft:
        """In another area, for which a canvas is drawn anew, with its head at a height."""
        source = self.cell.source
        figure = self.figure if isinstance(source, Figure) else source(area[2], area[3])
        return replace(self, figure=figure, area=area, head=head)._with_visible_range()

    def margins(self, width: float) -> tuple[float, float, float]:
        """What the panel needs to the left of its plot area, to the right and below, of a cell so wide."""
        theme, sans, figure, em = self.theme, self.sans, self.figure, self.theme.caption
        name_x, name_y = axis_name(figure.x, theme, sans), axis_name(figure.y, theme, sans)
        turned = is_turned(name_y, theme)
        column = max(self.y_ticks.width, 0.0 if turned else name_y.width)
        left = 0.35 * em + column + 0.6 * em + (1.6 * em if turned else 0.0) if self.has_y else GUTTER * em
        first, last = (0.5 * self.x_ticks.labels[k].width if self.x_ticks.labels else 0.0 for k in (0, -1))
        right = max(GUTTER * em, last + 0.1 * em - _room(figure.x, self.x_ticks.values[-1:], width - left))
        bottom = 2.0 * em if self.x_ticks.labels or figure.x.label else 0.5 * em
        bottom = bottom + (1.5 * em if is_below(name_x, figure, theme) else 0.0) if self.has_x else GUTTER * em
        left, right = max(left, first + 0.1 * em if self.has_x else 0.0), max(right, margin_width(figure, theme, sans))
        return left, right, bottom

    def above(self, width: float) -> float:
        """What the panel needs above its plot area, with rows so wide."""
        has_head = bool(self.cell.letter or self.cell.title or self.cell.note)
        return (HEAD if has_head else 0.5) * self.theme.caption + rows_height(self.figure, width, self.theme, self.sans)

    @property
    def panel(self) -> Panel:
        """The finished panel."""
        cell, transform = self.cell, _transform(self.figure, self.area)
        head = (cell.letter, cell.title, cell.note)
        return Panel(self.figure, transform, self.x_ticks, self.y_ticks, *head, self.has_x, self.has_y, self.head)


def _areas(drafts: Sequence[_Draft], grid: Grid, page: tuple[float, float]) -> list[tuple[Rect, float]]:
    """The plot areas, each with the base line of its head: all of one size, with the margins of a column and of a row
    those of the neediest panel in it.
    """
    columns, rows = grid.columns, grid.rows
    wants = [draft.margins(page[0] / columns) for draft in drafts]
    left = [max(want[0] for want in wants[column::columns]) for column in range(min(columns, len(wants)))]
    right = [max(want[1] for want in wants[column::columns]) for column in range(min(columns, len(wants)))]
    bottom = [max(want[2] for want in wants[row * columns : (row + 1) * columns]) for row in range(rows)]
    width = max((page[0] - sum(left) - sum(right)) / len(left), 1.0)
    across = rows_width(page[0], len(drafts), left[0], width, drafts[0].theme)
    top = [max(draft.above(across) for draft in drafts[row * columns : (row + 1) * columns]) for row in range(rows)]
    height = max((page[1] - sum(top) - sum(bottom)) / rows, 1.0)
    result: list[tuple[Rect, float]] = []
    below = (HEAD - 0.65) * drafts[0].theme.caption
    for number in range(len(drafts)):
        row, column = number // columns, number % columns
        x = sum(left[: column + 1]) + sum(right[:column]) + column * width
        y = sum(top[: row + 1]) + sum(bottom[:row]) + row * height
        result.append(((x, y, width, height), y - top[row] + below))
    return result


def _transform(figure: Figure, area: Rect) -> Transform:
    transform = Transform.fit(figure.x.low, figure.x.high, figure.y.low, figure.y.high, *area)
    return Transform.of(transform.view.with_aspect(area[2], area[3]), area) if figure.equal else transform


def _ticks(axis: Axis, extent: float, theme: Theme, sans: str | None) -> Ticks:
    """The ticks below a plot area so wide; every second one, or fewer, where the labels of those that an axis names would touch."""
    ticks = Ticks.of(axis, max(2, int(extent / (TICK_ROOM * theme.caption))), theme.caption, sans)
    each = extent / abs(axis.high - axis.low) if axis.high != axis.low else 0.0
    for step in range(1, len(ticks.values)):
        values, labels = ticks.values[::step], ticks.labels[::step]
        needs = [0.5 * (one.width + other.width) + BETWEEN * theme.caption for one, other in pairwise(labels)]
        if all(each * abs(b - a) >= need for (a, b), need in zip(pairwise(values), needs, strict=True)):
            return Ticks(values, labels)
    return ticks


def _room(axis: Axis, last: tuple[float, ...], extent: float) -> float:
    """How far the last tick is from the end of its axis."""
    return (axis.high - last[0]) / (axis.high - axis.low) * extent if last else 0.0


def rows_width(page: float, panels: int, left: float, width: float, theme: Theme) -> float:
    """How wide the rows above a plot area are: of a panel alone on its page they run on to the edge, of others they end with it."""
    return width if panels > 1 else page - left - 0.5 * theme.caption


def is_turned(name: Layout, theme: Theme) -> bool:
    """Whether the name of the y axis is too long for the column of its tick labels and runs upwards beside it."""
    return name.width > 2.6 * theme.caption


def is_below(name: Layout, figure: Figure, theme: Theme) -> bool:
    """Whether the name of the x axis is too long for the gap between two tick labels and gets its own row."""
    return bool(figure.x.label) and name.width > 2.6 * theme.caption
