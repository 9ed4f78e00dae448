"""Surfaces that write TikZ, one for the page and one for a plot area; labels as LaTeX."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import cycle, groupby

import numpy as np
from numpy.typing import NDArray

from solvers import Floats

from ..draw.lettering import TREES, Layout
from ..draw.surface import Rect, corners, square_side
from ..markup.latex import FUNCTIONS, SIGNS, escape_latex
from ..markup.mathtext import FormulaSpace, Fraction, Node, Root, Row, Script, Sum, TextRun
from ..scene.colours import Palette
from ..scene.styles import Shape, Style
from ..scene.view import Transform

PALETTE_NAMES = (
    ("plus", "lcPlus"),
    ("minus", "lcMinus"),
    ("canvas", "lcCanvas"),
    ("trial", "lcTrial"),
)
FIELD = (44, 30)  # most corners of a shaded field, across and up: TeX typesets each of them
MARKS = {
    "disc": "*",
    "ring": "o",
    "square": "square*",
    "plus": "+",
    "cross": "lccross",
    "diamond": "lcdiamond",
}
PALE = 0.85  # the ground behind words that lie on lines


class Colours:
    """The colours of a picture by name (the colours of the palette by their purpose), and the
    symbols that it uses.
    """

    def __init__(self, palette: Palette) -> None:
        self.names: dict[str, str] = {}
        self.shapes: set[Shape] = set()  # the symbols of the picture that pgfplots lacks
        colours = [(getattr(palette, field), name) for field, name in PALETTE_NAMES]
        colours += [(hexes, f"lcMethod{chr(65 + k)}") for k, hexes in enumerate(palette.methods)]
        self._known = {
            hexes.upper(): name for hexes, name in reversed([*colours, (palette.ink, "lcInk")])
        }

    def name(self, colour: str) -> str:
        """The name of a colour, which is then defined."""
        key = colour.upper()
        return self.names.setdefault(key, self._known.get(key, "lc" + key[1:]))

    def definitions(self) -> str:
        """The colours as LaTeX defines them."""
        return "".join(
            rf"\definecolor{{{name}}}{{HTML}}{{{hexes[1:]}}}" + "\n"
            for hexes, name in self.names.items()
        )

    def mark(self, shape: Shape) -> str:
        """The name of a symbol, which is then defined."""
        if shape in MARKS:
            return MARKS[shape]
        self.shapes.add(shape)
        return "lc" + shape.replace("-", "")

    def marks(self) -> str:
        """The symbols with corners as pgf draws them."""
        return "".join(
            _plot_mark("lc" + shape.replace("-", ""), corners(shape))
            for shape in sorted(self.shapes)
        )


def _plot_mark(name: str, places: tuple[tuple[float, float], ...]) -> str:
    """A filled symbol through its corners, which are given for a radius of 1 with y downwards."""
    points = [
        rf"\pgfpoint{{{number(x)}\pgfplotmarksize}}{{{number(-y)}\pgfplotmarksize}}"
        for x, y in places
    ]
    path = rf"\pgfpathmoveto{{{points[0]}}}" + "".join(
        rf"%\n  \pgfpathlineto{{{point}}}" for point in points[1:]
    )
    path = path.replace("\\n", "\n")
    return f"\\pgfdeclareplotmark{{{name}}}{{%\n  {path}\\pgfpathclose\\pgfusepathqfillstroke}}\n"


def number(value: float, decimals: int = 3) -> str:
    """A number for TeX, which reads no exponents everywhere."""
    text = f"{value:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


class PageSurface:
    """Writes lines and words outside the plot areas, at places of the page in points."""

    scale = 0.0  # TeX files hold no pictures

    def __init__(self, height: float, colours: Colours) -> None:
        self.height, self.colours = height, colours
        self.lines_of_file: list[str] = []

    def emit(self, line: str) -> None:
        """One more line of the file."""
        self.lines_of_file.append(line)

    def coordinates(self, x: float, y: float) -> str:
        """A place of the page."""
        return f"({number(x)},{number(self.height - y)})"

    def _path(self, points: Floats) -> str:
        return " -- ".join(self.coordinates(x, y) for x, y in points.tolist())

    def lines(self, runs: Sequence[Floats] | Floats, style: Style, closed: bool = False) -> None:
        """Stroke polylines."""
        if style.stroke is None or len(runs) == 0:
            return
        paths = " ".join(
            self._path(np.asarray(run)) + (" -- cycle" if closed else "") for run in runs
        )
        self.emit(rf"\draw[{self.stroke(style)}] {paths};")

    def stroke(self, style: Style) -> str:
        """The options of a line."""
        options = [
            f"draw={self.colours.name(style.stroke or '#000000')}",
            f"line width={number(style.width)}bp",
        ]
        if style.dash is not None:
            lengths = zip(cycle(("on", "off")), style.dash, strict=False)
            parts = " ".join(f"{word} {number(length)}bp" for word, length in lengths)
            options.append(f"dash pattern={parts}")
        if style.stroke_opacity < 1.0:
            options.append(f"draw opacity={number(style.stroke_opacity)}")
        return ", ".join(options)

    def filling(self, fill: str, opacity: float) -> str:
        """The options of an area."""
        return f"fill={self.colours.name(fill)}" + (
            f", fill opacity={number(opacity)}" if opacity < 1.0 else ""
        )

    def polygon(self, points: Floats, fill: str, opacity: float = 1.0, smooth: bool = True) -> None:
        """Fill a polygon."""
        self.emit(rf"\fill[{self.filling(fill, opacity)}] {self._path(points)} -- cycle;")

    def symbols(self, xy: Floats, style: Style, sizes: Floats | None = None) -> None:
        """Draw symbols."""
        for size, places in by_size(xy, style, sizes):
            spots = " ".join(self.coordinates(x, y) for x, y in places.tolist())
            self.emit(rf"\draw plot[{self.mark(style, size)}] coordinates {{{spots}}};")

    def mark(self, style: Style, size: float) -> str:
        """The options of a symbol of a diameter."""
        radius = 0.5 * (square_side(size) if style.shape == "square" else size)
        # Plot marks are always stroked: without an outline they get one of no width in their own
        # colour.
        edge, width = (
            (style.stroke, style.width) if style.stroke else (style.fill or "#000000", 0.01)
        )
        options = [f"line width={number(width)}bp", f"draw={self.colours.name(edge)}"]
        options.append(self.filling(style.fill, style.fill_opacity) if style.fill else "fill=none")
        shape = f"only marks, mark={self.colours.mark(style.shape)}, mark size={number(radius)}bp"
        return f"{shape}, mark options={{solid, {', '.join(options)}}}"

    def image(self, rect: Rect, picture: NDArray[np.uint8]) -> None:
        """There are no pictures outside the plot areas."""

    def text(
        self,
        layout: Layout,
        x: float,
        y: float,
        colour: str,
        angle: float = 0.0,
        opacity: float = 1.0,
        halo: str | None = None,
    ) -> None:
        """Set a label about the middle of its base line: the fonts of the document have other
        widths.
        """
        turn = math.radians(angle)
        middle = (x + 0.5 * layout.width * math.cos(turn), y + 0.5 * layout.width * math.sin(turn))
        self.emit(
            rf"\node[{self.words(layout, colour, angle, opacity, halo)}] "
            rf"at {self.coordinates(*middle)} {{{latex_of(layout)}}};"
        )

    def words(
        self, layout: Layout, colour: str, angle: float, opacity: float, halo: str | None
    ) -> str:
        """The options of a label."""
        options = [
            "anchor=base",
            "inner sep=0bp",
            f"text={self.colours.name(colour)}",
            font_options(layout),
        ]
        if angle:
            options.append(f"rotate={number(-angle)}")
        if opacity < 1.0:
            options.append(f"text opacity={number(opacity)}")
        if halo is not None:
            options[1] = "inner sep=0.6bp"
            options.append(
                f"fill={self.colours.name(halo)}, fill opacity={PALE}, text "
                f"opacity={number(opacity)}"
            )
        return ", ".join(options)


def font_options(layout: Layout) -> str:
    """Size and weight of a label; the family is that of the document."""
    bold = r"\bfseries" if layout.style is not None and layout.style.weight >= 500 else ""
    # A TeX point is a little smaller than the usual point.
    size = layout.size * 72.27 / 72.0
    return rf"font=\fontsize{{{number(size, 2)}}}{{{number(1.2 * size, 2)}}}\selectfont{bold}"


def latex_of(layout: Layout) -> str:
    """The words of a label as LaTeX."""
    tree: Row = TREES[layout.style.mode if layout.style is not None else "label"](layout.markup)
    return re.sub(r"\s+", " ", to_latex(tree)).strip()


def by_size(xy: Floats, style: Style, sizes: Floats | None) -> list[tuple[float, Floats]]:
    """The places of the symbols, for each diameter."""
    if sizes is None:
        return [(style.size, xy)]
    rounded = np.round(style.size * sizes, 2)
    return [(float(size), xy[rounded == size]) for size in np.unique(rounded)]


class AxisSurface(PageSurface):
    """Writes the marks of a plot area as plots: places of the page come in, data units go out."""

    def __init__(self, transform: Transform, page: PageSurface) -> None:
        super().__init__(page.height, page.colours)
        self.transform = transform
        self.origin, self.unit = _units(transform)
        spans = (
            (transform.x1 - transform.x0) / self.unit,
            (transform.y1 - transform.y0) / self.unit,
        )
        # A thousandth of a point is finer than any printer resolves.
        self._decimals = tuple(
            max(0, 3 - math.floor(math.log10(span / extent)))
            for span, extent in zip(spans, (transform.width, transform.height), strict=True)
        )

    def open_layer(self, name: str) -> None:
        """Write the name of the layer that follows."""
        self.emit(f"% {name}")

    def close_layer(self) -> None:
        """Nothing to write."""

    def data(self, points: Floats) -> list[tuple[str, str]]:
        """Places in the units of the axes."""
        xy = self.transform.inverse(points)
        across, up = self._decimals
        places = ((xy - self.origin) / self.unit).tolist()
        return [(number(x, across), number(y, up)) for x, y in places]

    def value(self, value: float, axis: int) -> str:
        """A value of one axis in its unit."""
        return number((value - self.origin[axis]) / self.unit, self._decimals[axis])

    def coordinates(self, x: float, y: float) -> str:
        """A place of the plot area."""
        ((across, up),) = self.data(np.array([[x, y]]))
        return f"(axis cs:{across},{up})"

    def _coordinates(self, runs: Sequence[Floats]) -> str:
        lines = (" ".join(f"({x},{y})" for x, y in self.data(np.asarray(run))) for run in runs)
        return " (nan,nan) ".join(lines)

    def lines(self, runs: Sequence[Floats] | Floats, style: Style, closed: bool = False) -> None:
        """Polylines as one plot."""
        if style.stroke is None or len(runs) == 0:
            return
        end = " -- cycle" if closed and len(runs) == 1 else ""
        self.emit(
            rf"\addplot[{self.stroke(style)}] coordinates {{{self._coordinates(list(runs))}}}{end};"
        )

    def polygon(self, points: Floats, fill: str, opacity: float = 1.0, smooth: bool = True) -> None:
        """An area as one plot."""
        self.emit(
            rf"\addplot[draw=none, {self.filling(fill, opacity)}] coordinates "
            rf"{{{self._coordinates([points])}}} -- cycle;"
        )

    def symbols(self, xy: Floats, style: Style, sizes: Floats | None = None) -> None:
        """Symbols as one plot for each of their sizes."""
        for size, places in by_size(xy, style, sizes):
            self.emit(
                rf"\addplot[{self.mark(style, size)}] coordinates "
                rf"{{{self._coordinates([places])}}};"
            )

    def image(self, rect: Rect, rgb: NDArray[np.uint8]) -> None:
        """A coloured grid as a shading between colours: TeX files hold no pictures."""
        rows, columns = (
            np.unique(np.linspace(0, n - 1, min(n, most)).astype(int))
            for n, most in zip(rgb.shape[:2], FIELD[::-1], strict=True)
        )
        left, top, width, height = rect
        x = left + (columns + 0.5) / rgb.shape[1] * width
        y = top + (rows + 0.5) / rgb.shape[0] * height
        x[[0, -1]], y[[0, -1]] = (left, left + width), (top, top + height)
        grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        colours = rgb[np.ix_(rows, columns)].reshape(-1, 3) / 255.0
        options = (
            f"surf, shader=interp, draw=none, mesh/cols={len(columns)}, mesh/ordering=rowwise, "
            "mesh/color input=explicit"
        )
        places = zip(self.data(grid), colours.tolist(), strict=True)
        table = "\n".join(f"{px} {py} {r:.3f},{g:.3f},{b:.3f}" for (px, py), (r, g, b) in places)
        self.emit(rf"\addplot[{options}] table[x=x, y=y, meta=c, row sep=newline] {{")
        self.emit(f"x y c\n{table}\n}};")


def _units(t: Transform) -> tuple[tuple[float, float], float]:
    """The origin and the unit of the axes: the origin and the unit of the data, unless TeX could
    not tell its numbers apart.
    """
    spans, ends = (t.x1 - t.x0, t.y1 - t.y0), (abs(t.x0), abs(t.x1), abs(t.y0), abs(t.y1))
    if min(spans) >= 1e-3 and max(ends) <= 1e4 * min(spans) and max(ends) <= 1e5:
        return (0.0, 0.0), 1.0
    return (t.x0, t.y0), max(spans) / 100.0


# A command ends before the letters that follow it.
_COMMANDS = {
    sign: f"{command} " if command[-1].isalpha() else command for sign, command in SIGNS.items()
} | {
    "√": r"\surd ",
    "\u2009": r"\,",
    "\u00a0": "~",
}
_COMMANDS |= {sign: "\\" + sign for sign in "&%$#_{}"}
# Signs of running text that a font may lack.
_WORDS = {
    "\u00a0": "~",
    "\u2003": r"\quad{}",
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "„": r"\quotedblbase{}",
    "—": "---",
    "–": "--",
    "…": r"\dots{}",
}


def to_latex(row: Row) -> str:
    """A label as LaTeX text, its mathematics between dollar signs."""
    parts: list[str] = []
    for is_math, nodes in groupby(row, key=_is_math):
        words = "".join(_math(node) if is_math else _text(node) for node in nodes)
        parts.append(f"${words.strip()}$" if is_math and words.strip() else words)
    return "".join(parts)


def _is_math(node: Node) -> bool:
    return not isinstance(node, FormulaSpace) and not (
        isinstance(node, TextRun) and node.face == "sans"
    )


def _text(node: Node) -> str:
    if isinstance(node, FormulaSpace):
        return r"\," if node.width < 0.25 else r"\ "
    assert isinstance(node, TextRun)
    return "".join(escape_latex(c) if c.isascii() else _odd(c) for c in node.text)


def _odd(sign: str) -> str:
    """A character that some fonts lack, as a command."""
    if sign in _WORDS:
        return _WORDS[sign]
    command = _COMMANDS.get(sign)
    return sign if command is None else f"${command.strip()}$"


def _math(node: Node) -> str:
    match node:
        case TextRun(text, face):
            return _letters(text, face)
        case FormulaSpace():
            return r"\,"
        case Script(base, sub, sup):
            below, above = (
                (f"_{{{_row(sub)}}}" if sub else ""),
                (f"^{{{_row(sup)}}}" if sup else ""),
            )
            return f"{_row(base) or '{}'}{below}{above}"
        case Fraction(numerator, denominator):
            return rf"\frac{{{_row(numerator)}}}{{{_row(denominator)}}}"
        case Sum(symbol, below, above):
            return f"{_COMMANDS.get(symbol, symbol)}_{{{_row(below)}}}^{{{_row(above)}}}"
        case Root(radicand):
            return rf"\sqrt{{{_row(radicand)}}}"


def _row(row: Row) -> str:
    return "".join(_math(node) for node in row)


def _letters(text: str, face: str) -> str:
    """Characters in mathematics: variables as they are, names upright."""
    if face == "italic":
        return "".join(_COMMANDS.get(c, c) for c in text)
    parts = []
    for is_word, letters in groupby(text, key=lambda c: c.isascii() and c.isalpha()):
        run = "".join(letters)
        if not is_word:
            parts.append("".join(_COMMANDS.get(c, c) for c in run))
        else:
            parts.append(f"\\{run} " if run in FUNCTIONS else rf"\mathrm{{{run}}}")
    return "".join(parts)
