"""A figure on paper: frame, ticks inwards, tick labels and axis names outside, everything at final size."""

from __future__ import annotations

from .paper.caption import caption_rows
from .paper.layout import lay_out, lay_out_grid
from .paper.painting import draw_page
from .paper.values import MM, Caption, Cell, Grid, Key, Page, Panel, Source

__all__ = [
    "MM",
    "Caption",
    "Cell",
    "Grid",
    "Key",
    "Page",
    "Panel",
    "Source",
    "caption_rows",
    "draw_page",
    "lay_out",
    "lay_out_grid",
]
