"""From a figure or a composite to a page, as the options say."""

from __future__ import annotations

from dataclasses import replace

from ..core.marks import Figure
from ..draw.figure import MM, Cell, Grid, Page, Source, lay_out_grid
from .options import ExportOptions
from .scenes import SceneSource


def page_of(source: Source | Grid, options: ExportOptions) -> Page:
    """A figure laid out; it carries the scene that it was made from."""
    grid = source if isinstance(source, Grid) else _alone(source, options)
    grid = replace(grid, alt=options.alt) if options.alt else grid
    size = (options.width_mm * MM, options.height_mm * MM)
    return lay_out_grid(grid, *size, options.drawing_theme, options.font, options.transparent, options.scale)


def _alone(source: Source, options: ExportOptions) -> Grid:
    """A grid of one figure; a letter brings its title along."""
    title = source.title if isinstance(source, Figure | SceneSource) and options.letter else ""
    scene, alt = (source.text, source.alt) if isinstance(source, SceneSource) else ("", "")
    return Grid((Cell(source, options.letter, title),), 1, scene=scene, alt=alt)
