"""The page as TikZ: an axis for each panel, one plot for each class and layer, named colours, text
that LaTeX sets.

``.tikz`` is a picture to be read by ``\\input``; ``.tex`` is the same, and also a document of its
own when LaTeX is run on it."""

from __future__ import annotations

import re
from textwrap import wrap

from ..draw.lettering import Layout
from ..draw.paper import MM, Page, Panel
from ..draw.paper.page_words import draw_below
from ..draw.paper.painting import draw_field, draw_head, draw_words_around, has_axes
from ..files.embedded_scene import armour
from .settings import ExportOptions
from .tikz_surface import AxisSurface, Colours, PageSurface, font_options, latex_of, number

PACKAGES = r"\usepackage{pgfplots}\pgfplotsset{compat=1.16}"
# A cross leaves the middle free for the point that it marks; a diamond is as wide as it is high.
SYMBOLS = r"""\pgfdeclareplotmark{lccross}{%
  \foreach \lcx in {-1,1} \foreach \lcy in {-1,1} {%
    \pgfpathmoveto{\pgfpoint{0.495*\lcx*\pgfplotmarksize}{0.495*\lcy*\pgfplotmarksize}}%
    \pgfpathlineto{\pgfpoint{1.018*\lcx*\pgfplotmarksize}{1.018*\lcy*\pgfplotmarksize}}%
    \pgfusepathqstroke}}
\pgfdeclareplotmark{lcdiamond}{%
  \pgfpathmoveto{\pgfpoint{-\pgfplotmarksize}{0pt}}\pgfpathlineto{\pgfpoint{0pt}{\pgfplotmarksize}}%
  \pgfpathlineto{\pgfpoint{\pgfplotmarksize}{0pt}}\pgfpathlineto{\pgfpoint{0pt}{-\pgfplotmarksize}}\pgfpathclose\pgfusepathqstroke}
"""
# Before \documentclass LaTeX has no list of its options: then the file is a document, not read by
# \input.
STANDALONE = r"""\expandafter\ifx\csname @classoptionslist\endcsname\relax
  \documentclass{article}
  \ifdefined\Umathchar \usepackage{fontspec}\else \usepackage[T1]{fontenc}\usepackage{lmodern}\fi
  \usepackage{amsmath}
  %(packages)s
  \usepackage[paperwidth=%(width)smm, paperheight=%(height)smm, margin=0mm]{geometry}
  \pagestyle{empty}\parindent=0pt\topskip=0pt
  \def\linclassbegin{\begin{document}\offinterlineskip}\def\linclassend{\end{document}}
\else
  \def\linclassbegin{}\def\linclassend{}
\fi
\linclassbegin
"""


def encode_input(page: Page, options: ExportOptions) -> bytes:
    """The page as a picture to be read by another document."""
    return (_head(page) + _picture(page)).encode("utf-8", "replace")


def encode_tex(page: Page, options: ExportOptions) -> bytes:
    """The page as a picture that is also a document."""
    words = {
        "packages": PACKAGES,
        "width": number(page.width / MM),
        "height": number(page.height / MM),
    }
    return (_head(page) + STANDALONE % words + _picture(page) + "\\linclassend\n").encode(
        "utf-8", "replace"
    )


def _head(page: Page) -> str:
    """The comment at the head of the file, and its scene."""
    lines = [f"A figure of linclass, {number(page.width / MM)} x {number(page.height / MM)} mm."]
    lines += [_one_line(words) for words in (page.title, page.alt) if words]
    lines += [f"In the preamble: {PACKAGES}"]
    scene = wrap(armour(page.scene), 120) if page.scene else []
    return "".join(f"% {line}\n" for line in (*lines, *scene))


def _one_line(words: str) -> str:
    return re.sub(r"\s+", " ", "".join(c if c.isprintable() else " " for c in words)).strip()


def _picture(page: Page) -> str:
    colours = Colours(page.theme.palette)
    surface = PageSurface(page.height, colours)
    surface.emit(
        rf"\path[use as bounding box] (0,0) rectangle ({number(page.width)},{number(page.height)});"
    )
    if not page.transparent:
        fill = colours.name(page.theme.palette.canvas)
        surface.emit(
            rf"\fill[{fill}] (0,0) rectangle ({number(page.width)},{number(page.height)});"
        )
    for panel in page.panels:
        _emit_panel(surface, page, panel)
    draw_below(surface, page)
    body = "\n".join(surface.lines_of_file)
    begin = "\\begin{tikzpicture}[x=1bp, y=1bp, line join=round, line cap=butt]\n"
    return (
        f"{colours.definitions()}{SYMBOLS}{colours.marks()}{begin}{body}\n\\end{{tikzpicture}}%\n"
    )


def _emit_panel(surface: PageSurface, page: Page, panel: Panel) -> None:
    axis = AxisSurface(panel.transform, surface)
    draw_field(axis, page, panel, axis)
    surface.emit("\\begin{axis}[" + ",\n  ".join(_axis_options(axis, page, panel)) + "]")
    surface.lines_of_file += axis.lines_of_file
    surface.emit("\\end{axis}")
    if has_axes(panel):
        draw_words_around(surface, page, panel)
    draw_head(surface, page, panel)


def _axis_options(axis: AxisSurface, page: Page, panel: Panel) -> list[str]:
    """The options of an axis: its place, its range, its ticks and their labels."""
    t, figure = axis.transform, panel.figure
    options = [
        f"at={{({number(t.left)}bp,{number(page.height - t.bottom)}bp)}}, anchor=south west",
        f"scale only axis, width={number(t.width)}bp, height={number(t.height)}bp",
        (
            f"xmin={axis.value(t.x0, 0)}, xmax={axis.value(t.x1, 0)}, ymin={axis.value(t.y0, 1)}, "
            f"ymax={axis.value(t.y1, 1)}"
        ),
        "enlargelimits=false, clip mode=individual, unbounded coords=jump, axis on top",
    ]
    if not has_axes(panel):
        return [*options, "hide axis"]
    frame = axis.stroke(page.theme.style("frame"))
    has_left = figure.y.visible or bool(figure.lanes)
    bottom = "axis x line*=bottom" if figure.x.visible else "hide x axis"
    left = "axis y line*=left" if has_left else "hide y axis"
    sides = [] if figure.equal else [f"{bottom}, {left}"]
    em = page.theme.caption
    return [
        *options,
        *sides,
        (
            f"axis line style={{{frame}}}, tick style={{{frame}}}, tick align=inside, xtick "
            "pos=left, "
            "ytick pos=left"
        ),
        f"major tick length={number(0.36 * em)}bp, scaled ticks=false",
        _ticks(
            "x", axis, panel.x_ticks.values, panel.x_ticks.labels if panel.has_x else (), page, em
        ),
        _ticks(
            "y", axis, panel.y_ticks.values, panel.y_ticks.labels if panel.has_y else (), page, em
        ),
    ]


def _ticks(
    name: str,
    axis: AxisSurface,
    values: tuple[float, ...],
    labels: tuple[Layout, ...],
    page: Page,
    em: float,
) -> str:
    """The ticks of one axis; their labels are where the other formats have them."""
    places = ",".join(axis.value(value, "xy".index(name)) for value in values)
    options = f"{name}tick={{{places}}}" if values else f"{name}tick=\\empty"
    if not (values and labels):
        return f"{options}, {name}ticklabels={{}}"
    words = ",".join(f"{{{latex_of(label)}}}" for label in labels)
    ink, font = (
        axis.colours.name(page.theme.palette.ink_2),
        font_options(labels[0]),
    )
    if name == "x":
        shift = f"anchor=base, yshift={number(-1.35 * em)}bp"
    else:
        shift = (
            f"anchor=base east, xshift={number(-0.6 * em)}bp, "
            f"yshift={number(-0.5 * labels[0].cap_height)}bp"
        )
    return (
        f"{options}, {name}ticklabels={{{words}}}, {name}ticklabel style={{inner sep=0bp, "
        f"{shift}, text={ink}, {font}}}"
    )
