"""The benchmark as a figure, drawn by the program's own exporter: seconds against n, both
logarithmic, one line a contender.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path as FilePath

import numpy as np

from linclass_gui.scene.marks import Axis, Dots, Figure, Mark, Path, Text

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # a figure needs no screen

ROW = 0.3  # the distance of two labels, in decades
Line = tuple[str, Sequence[tuple[int, float]]]  # a contender with its (n, seconds)


def figure(lines: Sequence[Line]) -> Figure:
    """One line a contender, labelled at its right end."""
    every = [(n, seconds) for _, points in lines for n, seconds in points]
    low, high = (float(np.log10(f(s for _, s in every))) for f in (min, max))
    left, right = (float(np.log10(f(n for n, _ in every))) for f in (min, max))
    marks: list[Mark] = []
    for slot, (_, points) in enumerate(lines):
        xy = np.log10(np.array(points, dtype=float))
        marks += [Path(xy, "curve", slot=slot), Dots(xy, "marker", slot=slot)]
    marks += _labels(lines)
    x = Axis(left - 0.2, right + 2.2, "$log_{10} n$", tuple(range(round(left), round(right) + 1)))
    return Figure(x, Axis(low - 0.4, high + 0.4, "$log_{10}$ seconds"), tuple(marks), grid=True)


def _labels(lines: Sequence[Line]) -> list[Mark]:
    """The names at the ends of their lines, one above the other where lines end together."""
    ends = sorted(
        (float(np.log10(points[-1][1])), float(np.log10(points[-1][0])), name)
        for name, points in lines
    )
    marks: list[Mark] = []
    last = -np.inf
    for y, x, name in ends:
        last = max(y, last + ROW)
        marks.append(Text((x, last), name, "label", "left", (6.0, 0.0)))
    return marks


def write(lines: Sequence[Line], path: FilePath) -> None:
    """Draw the lines into a figure file."""
    from PySide6.QtGui import QGuiApplication

    from linclass_gui.draw.paper import Cell, FigureGrid
    from linclass_gui.figures.formats import exporter_of, ready
    from linclass_gui.figures.settings import ExportOptions
    from linclass_gui.figures.sources import page_of

    application = QGuiApplication.instance() or QGuiApplication([])
    ready()
    options = ExportOptions(width_mm=140.0, height_mm=80.0, dpi=160.0)
    page = page_of(FigureGrid((Cell(figure(lines)),), 1), options)
    path.write_bytes(exporter_of(path.suffix).encode(page, options))
    del application
