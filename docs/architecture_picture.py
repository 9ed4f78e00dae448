"""The picture of docs/architecture.md, drawn with the marks, the painter and the exporters of the
program itself.

python docs/architecture_picture.py [FILE]
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np

from linclass_gui.draw.paper import Cell, FigureGrid
from linclass_gui.figures import svg
from linclass_gui.figures.formats import ready
from linclass_gui.figures.scripting import application_without_screen
from linclass_gui.figures.settings import ExportOptions
from linclass_gui.figures.sources import page_of
from linclass_gui.scene.marks import Area, Axis, Figure, Mark, Text
from linclass_gui.scene.marks import Path as Line

WIDTH, HEIGHT = 100.0, 52.0
BOX = (21.0, 13.0)
LINE = 3.0  # between two lines of words

# Each hop: its lower left corner, what acts, and what it does.
HOPS = (
    ((2.0, 33.0), "1  gesture", ("a move of the mouse", "makes a new Document")),
    ((27.0, 33.0), "2  session", ("a new Scene, old fits stale;", "one signal tells the views")),
    (
        (52.0, 33.0),
        "3  canvas and plots",
        ("marks and words to pixels:", "the point is under the mouse"),
    ),
    ((27.0, 5.0), "4  mailbox", ("one slot: a newer job takes", "the place of a waiting one")),
    ((52.0, 5.0), "5  worker", ("the one loop solves, warm,", "or the exact drag moves")),
    ((77.0, 5.0), "6  batch", ("a frozen value, queued", "to the window's thread")),
    ((77.0, 33.0), "7  session, canvas", ("newer than what is shown?", "then the new boundary")),
)
# From one hop to another: which corner of either box, as parts of its sides.
ARROWS = (
    (1, (1.0, 0.5), 2, (0.0, 0.5)),
    (2, (1.0, 0.5), 3, (0.0, 0.5)),
    (2, (0.5, 0.0), 4, (0.5, 1.0)),
    (4, (1.0, 0.5), 5, (0.0, 0.5)),
    (5, (1.0, 0.5), 6, (0.0, 0.5)),
    (6, (0.5, 1.0), 7, (0.5, 0.0)),
    (7, (0.0, 0.5), 3, (1.0, 0.5)),
)
LANES = ((29.0, 50.0, "the window's thread"), (1.0, 22.0, "the worker's thread"))


def architecture() -> Figure:
    """One event of a drag: seven hops through two threads."""
    marks: list[Mark] = []
    for low, high, name in LANES:
        marks.append(Area(_rectangle(0.0, low, WIDTH, high - low), "band"))
        marks.append(Text((1.0, high - 1.6), name, "tick", "left"))
    for (x, y), name, words in HOPS:
        box = _rectangle(x, y, *BOX)
        marks += [Area(box, "words-ground"), Line(box, "curve-thin", closed=True)]
        marks.append(Text((x + 0.5 * BOX[0], y + BOX[1] - 3.2), name, "title"))
        marks += [
            Text((x + 0.5 * BOX[0], y + BOX[1] - 6.7 - LINE * row), line, "tick")
            for row, line in enumerate(words)
        ]
    marks += [
        Line(np.array([_corner(one, at), _corner(other, to)]), "weight", arrow="end")
        for one, at, other, to in ARROWS
    ]
    across, up = (Axis(0.0, length, visible=False) for length in (WIDTH, HEIGHT))
    return Figure(across, up, tuple(marks), equal=True, title="One event of a drag: seven hops")


def _rectangle(x: float, y: float, width: float, height: float) -> np.ndarray:
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])


def _corner(hop: int, part: tuple[float, float]) -> tuple[float, float]:
    (x, y), _, _ = HOPS[hop - 1]
    return x + part[0] * BOX[0], y + part[1] * BOX[1]


def draw(path: Path) -> None:
    """Write the picture as SVG."""
    ready()
    options = ExportOptions(178.0, 96.0, font_size_pt=7.0)
    grid = FigureGrid((Cell(architecture()),), 1)
    path.write_bytes(svg.encode(page_of(grid, options), options))


if __name__ == "__main__":
    application = application_without_screen()
    draw(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_name("architecture.svg")))
