"""Layouts: widths, figures of one width, the places of scripts, fractions and sums."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QImage, QPainter
from recording import picture

from linclass_gui.draw import fonts
from linclass_gui.draw.lettering import (
    MATH_SCALE,
    SCRIPT_SCALE,
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


def test_without_files_the_system_fonts_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "load_fonts", frozenset)
    fonts.family.cache_clear()
    try:
        assert fonts.family("sans") not in {"", "Inter"}
        assert fonts.family("serif") not in {"", "STIX Two"}
    finally:
        fonts.family.cache_clear()


@pytest.mark.parametrize("weight", [400, 500, 600])
def test_all_figures_have_one_width(weight: int) -> None:
    widths = {round(layout(digit * 5, 13.0, TextStyle(weight)).width, 6) for digit in "0123456789"}
    assert len(widths) == 1


def test_a_minus_is_as_wide_as_a_plus() -> None:
    assert layout("−1.5", 13.0).width == pytest.approx(layout("+1.5", 13.0).width)


def test_width_is_that_of_the_font() -> None:
    metrics = QFontMetricsF(fonts.font("sans"))
    assert layout("soft margin", 13.0).width == pytest.approx(
        metrics.horizontalAdvance("soft margin") * 0.13
    )


def test_layouts_scale() -> None:
    small, large = layout("$x_i^2$ = 1", 10.0), layout("$x_i^2$ = 1", 20.0)
    assert (2 * small.width, 2 * small.ascent, 2 * small.descent) == pytest.approx(
        (large.width, large.ascent, large.descent)
    )


def test_sizes_of_mathematics_and_scripts() -> None:
    words, variable, index = glyphs("w: $x_1$")
    assert words.size == 10
    assert variable.size == pytest.approx(10 * MATH_SCALE)
    assert index.size == pytest.approx(10 * MATH_SCALE * SCRIPT_SCALE)
    assert (variable.face, index.face) == ("italic", "serif")


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


def test_the_limits_of_a_sum_are_centred_on_it() -> None:
    box = formula(r"\sum_{i=1}^{n}", 10.0)
    sign = next(piece for piece in box.pieces if isinstance(piece, Glyphs) and piece.text == "∑")
    above = next(piece for piece in box.pieces if isinstance(piece, Glyphs) and piece.text == "n")
    assert above.x + 0.5 * above.width == pytest.approx(sign.x + 0.5 * sign.width, abs=0.6)
    assert above.y < sign.y
    assert box.descent > 5


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


def test_drawing_leaves_the_painter_as_it_was() -> None:
    def paint(painter: QPainter) -> None:
        painter.translate(3, 4)
        before = painter.transform()
        layout("a $\\frac{1}{2}$", 13.0).draw(painter, 5, 20, "#000000")
        assert painter.transform() == before

    assert (picture(60, 40, paint) < 128).any()


def test_outlines_look_like_the_text() -> None:
    box = layout("soft $f(x)$", 20.0)
    text = picture(160, 40, lambda painter: box.draw(painter, 5, 25, "#000000"))

    def fill(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(box.path(5, 25), QColor("#000000"))

    outlines = picture(160, 40, fill)
    assert abs(text - outlines).mean() < 4


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


def test_no_label_is_shortened_where_there_is_no_room_at_all() -> None:
    """A canvas a few pixels wide has room for less than nothing; an axis without a name has nothing
    to shorten.
    """
    assert fit_markup("", -5.0, 12.0).width == 0.0
    assert fit_markup("x", -5.0, 12.0).markup == "…"


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
