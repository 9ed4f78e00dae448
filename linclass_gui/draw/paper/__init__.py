"""Figures on paper: one panel or a grid of them, laid out to the point and drawn on any surface.

Everything is laid out in drawing units, of which a page has ``scale`` points each: text, lines,
points, rings and gaps grow together.  Frame and ticks are at final size, ticks inwards, their
labels and the names of the axes outside.
"""

from .caption import caption_rows as caption_rows
from .layout import lay_out_grid as lay_out_grid
from .painting import draw_page as draw_page
from .values import MM as MM
from .values import Caption as Caption
from .values import Cell as Cell
from .values import Grid as Grid
from .values import Page as Page
from .values import Panel as Panel
from .values import Source as Source
