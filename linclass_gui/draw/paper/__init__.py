"""Figures on paper: one panel or a grid of them, laid out to the point and drawn on any surface.

Everything is laid out in drawing units, of which a page has ``scale`` points each: text, lines,
points, rings and gaps grow together.  Frame and ticks are at final size, ticks inwards, their
labels and the names of the axes outside.
"""

from .layout import lay_out_grid as lay_out_grid
from .page import MM as MM
from .page import Caption as Caption
from .page import Cell as Cell
from .page import FigureGrid as FigureGrid
from .page import Page as Page
from .page import Panel as Panel
from .page import Source as Source
from .page_words import caption_rows as caption_rows
from .painting import draw_page as draw_page
