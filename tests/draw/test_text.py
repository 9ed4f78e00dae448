"""Layouts: widths, figures of one width, the places of scripts, fractions and sums."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QImage, QPainter

from linclass_gui.draw import fonts
from linclass_gui.draw.lettering import (
    FormulaLine,
    Glyphs,
    Layout,
    TextStyle,
    fit_markup,
    layout,
)

pytestmark = pytest.mark.usefixtures("qapp")


def formula(text: str, size: float) -> Layout:
    return layout(text, size, TextStyle(mode="math"))


def glyphs(text: str, mode: str = "label") -> list[Glyphs]:
    return [
        piece
        for piece in layout(text, 10.0, TextStyle(mode=mode)).pieces
        if isinstance(piece, Glyphs)
    ]


def test_the_shipped_fonts_are_loaded() -> None:
    assert fonts.load_fonts() == {"Inter", "STIX Two"}
    assert fonts.family("sans") == "Inter"
    assert fonts.family("italic") == "STIX Two"
    assert {"Regular", "Medium", "SemiBold"} <= set(QFontDatabase.styles("Inter"))


def test_the_fonts_hold_every_character_the_program_writes() -> None:
    sans, serif = QFontMetricsF(fonts.font("sans")), QFontMetricsF(fonts.font("serif"))
    assert all(sans.inFontUcs4(ord(c)) for c in "Aaäß0−·×°±‖≤≥∞…→′–α\u2003\u202f")
    assert all(serif.inFontUcs4(ord(c)) for c in "aA0−·×±‖≤≥≠≈∞∈∂∇∑√⟨⟩′→αΣ")
    assert all(QFontMetricsF(fonts.font("italic")).inFontUcs4(ord(c)) for c in "xyzαβλσξ")


@pytest.mark.parametrize("weight", [400, 500, 600])
def test_all_figures_have_one_width(weight: int) -> None:
    widths = {round(layout(digit * 5, 13.0, TextStyle(weight)).width, 6) for digit in "0123456789"}
    assert len(widths) == 1


def test_subscripts_stand_below_and_superscripts_above_and_both_do_not_touch() -> None:
    _, sub, sup = sorted(glyphs("x_i^2", "math"), key=lambda piece: (piece.y != 0, -piece.y))
    assert sub.y > 0 > sup.y
    metrics = QFontMetricsF(fonts.font("italic"))
    top_of_sub = sub.y + metrics.tightBoundingRect("i").top() * sub.size / 100
    assert sup.y < top_of_sub


def test_a_fraction_stands_about_its_bar() -> None:
    box = formula(r"\frac{C}{n}", 10.0)
    (bar,) = (piece for piece in box.pieces if isinstance(piece, FormulaLine))
    above, below = (piece for piece in box.pieces if isinstance(piece, Glyphs))
    level = bar.points[0][1]
    assert above.y < level < 0 < below.y
    assert above.x + 0.5 * above.width == pytest.approx(0.5 * box.width, abs=0.5)
    assert bar.points == ((0.0, level), (box.width, level))


@pytest.mark.parametrize("text", ["√15 x", "√{15} x", r"\sqrt{15} x"])
def test_the_bar_of_a_root_covers_its_number_and_nothing_else(text: str) -> None:
    pieces = layout(text, 10.0, TextStyle(mode="math")).pieces
    number, letter = (piece for piece in pieces if isinstance(piece, Glyphs))
    (sign,) = (piece for piece in pieces if isinstance(piece, FormulaLine))
    assert number.text == "15"
    assert sign.points[-1][0] >= number.x + number.width
    assert sign.points[-1][0] < letter.x


def test_ascent_and_descent_enclose_what_is_drawn() -> None:
    box = formula(r"\sqrt{\frac{x_1^2}{2}} + \sum_{i=1}^n g_i", 15.0)
    bounds = box.path().boundingRect()
    assert -box.ascent <= bounds.top() + 0.5
    assert bounds.bottom() <= box.descent + 0.5
    assert bounds.right() <= box.width + 0.5


@pytest.mark.parametrize(
    "text",
    [
        "one two, three (four)",
        "$x_1$ and a very long rest",
        "averylongwordwithoutanyend",
        "a $f(x) = \\frac{1}{2} x$",
    ],
)
@pytest.mark.parametrize("part", [1.2, 0.9, 0.81, 0.6, 0.3, 0.05])
def test_a_label_in_a_width_is_whole_smaller_or_has_an_ellipsis(text: str, part: float) -> None:
    whole = layout(text, 10.0)
    box = fit_markup(text, part * whole.width, 10.0)
    assert box.width <= max(part * whole.width * (1.0 + 1e-6), layout("…", 8.0).width)
    assert (box.markup == text) is (part >= 0.8)
    assert box.markup == text or box.markup.endswith("…")
    assert box.markup.count("$") % 2 == 0
    assert 8.0 - 1e-9 <= box.size <= 10.0


@pytest.mark.parametrize(("face", "weight"), [("sans", 400), ("sans", 500), ("italic", 400)])
def test_outlines_do_not_depend_on_text_that_was_painted_before(face: str, weight: int) -> None:
    def places() -> list[tuple[float, float]]:
        path = fonts.outlines("hinge", face, weight)
        return [(path.elementAt(k).x, path.elementAt(k).y) for k in range(path.elementCount())]

    before = places()
    image = QImage(60, 40, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    small = QFont(fonts.font(face, weight))
    small.setPixelSize(17)
    painter.setFont(small)
    for shift, letters in ((0.25, "fgk"), (0.5, "jpq"), (0.75, "vwx")):  # between two pixels
        painter.drawText(QPointF(3.0 + shift, 20.0), letters)
        assert places() == before
    painter.end()


@pytest.mark.parametrize("name", ["שלום", "happy"])
def test_blanks_behind_a_name_stay_behind_it_whichever_way_it_is_written(name: str) -> None:
    """Else a class name from right to left touches the formula behind it."""
    alone, followed = (fonts.outlines(text, "sans").boundingRect() for text in (name, f"{name}   "))
    assert followed.left() == pytest.approx(alone.left())
    assert layout(f"{name}   $f$", 13.0).width > layout(f"{name}$f$", 13.0).width
