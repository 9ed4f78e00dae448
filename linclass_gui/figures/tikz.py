"""The page as TikZ: named colours, the marks of each panel in the units of its data, text that
LaTeX sets.

``.tikz`` is a picture to be read by ``\\input``; ``.tex`` is the same, and also a document of its
own when LaTeX is run on it."""

from __future__ import annotations

import re
from textwrap import wrap

from ..draw.paper import MM, Page
from ..draw.paper.page_words import draw_below
from ..draw.paper.painting import EnlargedSurface, draw_around, draw_field
from ..files.embedded_scene import armour
from .settings import ExportOptions
from .tikz_surface import Colours, TikzSurface, number

PACKAGES = r"\usepackage{tikz}\usetikzlibrary{plotmarks}"
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
    surface = TikzSurface(page.height, colours)
    corner = f"({number(page.width)},{number(page.height)})"
    surface.emit(rf"\path[use as bounding box] (0,0) rectangle {corner};")
    if not page.transparent:
        surface.emit(rf"\fill[{colours.name(page.theme.palette.canvas)}] (0,0) rectangle {corner};")
    enlarged = EnlargedSurface(surface, page.scale)
    for panel in page.panels:
        surface.open_panel(panel.transform, page.scale)
        draw_field(enlarged, page, panel, surface)
        surface.close_panel()
        draw_around(enlarged, page, panel)
    draw_below(enlarged, page)
    body = "\n".join(surface.lines_of_file)
    begin = "\\begin{tikzpicture}[x=1bp, y=1bp, line join=round, line cap=butt]\n"
    return (
        f"{colours.definitions()}{SYMBOLS}{colours.marks()}{begin}{body}\n\\end{{tikzpicture}}%\n"
    )
