"""A figure on paper: frame, ticks inwards, tick labels and axis names outside, everything at final size."""

from __future__ import annotations

from .paper.layout import lay_out, lay_out_grid
from .paper.painting import draw_page
from .paper.values import MM, Cell, Grid, Key, Page, Panel, Source

__all__ = ["MM", "Cell", "Grid", "Key", "Page", "Panel", "Source", "draw_page", "lay_out", "lay_out_grid"]
