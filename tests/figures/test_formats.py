"""Exported figures: exact size, vectors, fonts inside, the same bytes twice, clear errors."""

import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib
from dataclasses import replace
from pathlib import Path as FilePath

import numpy as np
import pytest
from PySide6.QtGui import QImage
from recording import figure_bytes

from linclass_gui.errors import UserError
from linclass_gui.figures.formats import EXPORTERS, ExportOptions
from linclass_gui.figures.png import with_palette
from linclass_gui.figures.tikz_surface import to_latex
from linclass_gui.files.shipped import assets
from linclass_gui.live.web import woff
from linclass_gui.markup.mathtext import parse
from linclass_gui.scene.marks import Area, Axis, Dots, Field, Figure, Path, Text

SVG = "{http://www.w3.org/2000/svg}"
WITHOUT_PICTURE = (".csv", ".py")
SUFFIXES = tuple(
    exporter.suffix for exporter in EXPORTERS if exporter.suffix not in WITHOUT_PICTURE
)
rng = np.random.default_rng(0)

FIGURE = Figure(
    Axis(-4.0, 4.0, "$x_1$"),
    Axis(-3.0, 3.0, "$x_2$"),
    (
        Area(np.array([(-2.0, -2.0), (2.0, -2.0), (0.0, 2.0)]), "hull-plus"),
        Path(np.array([(-100.0, -100.0), (100.0, 100.0)]), "boundary", emphasis=True),
        Path(np.array([(-1.0, 0.0), (1.0, 0.5)]), "margin", arrow="both"),
        Dots(rng.normal(size=(20, 2)), "class-plus"),
        Dots(rng.normal(size=(20, 2)), "class-minus"),
        Dots(np.array([(0.5, 0.5)]), "sv-wrong"),
        Text((0.0, 1.0), r"$\|w\|^2$ = 1", along=(1.0, 1.0), backed=True),
    ),
    equal=True,
    title="Two classes",
)

pytestmark = pytest.mark.usefixtures("qapp")


def dots(n: int) -> Figure:
    xy = np.random.default_rng(1).normal(size=(n, 2))
    return replace(FIGURE, marks=(Dots(xy[::2], "class-plus"), Dots(xy[1::2], "class-minus")))


def svg_root(content: bytes) -> ET.Element:
    return ET.fromstring(content)


def streams(pdf: bytes) -> list[bytes]:
    """The unpacked streams of a PDF."""
    found = re.findall(rb"/FlateDecode\s*>>\s*stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    return [zlib.decompressobj().decompress(stream) for stream in found]


@pytest.mark.parametrize(("width", "height"), [(84.0, 63.0), (160.0, 90.0), (63.0, 100.5)], ids=str)
def test_pages_have_the_exact_size(width: float, height: float) -> None:
    options = ExportOptions(width, height)
    box = re.search(rb"/MediaBox \[([^\]]*)\]", figure_bytes(FIGURE, ".pdf", options))
    x0, y0, x1, y1 = map(float, box[1].split())
    assert (x1 - x0, y1 - y0) == pytest.approx((width * 72 / 25.4, height * 72 / 25.4), abs=2e-3)
    root = svg_root(figure_bytes(FIGURE, ".svg", options))
    assert (root.get("width"), root.get("height")) == (f"{width:g}mm", f"{height:g}mm")


def test_png_has_the_pixels_and_the_resolution_of_its_size() -> None:
    content = figure_bytes(FIGURE, ".png", ExportOptions(84.0, 63.0, dpi=300.0))
    assert struct.unpack(">II", content[16:24]) == (992, 744)
    at = content.index(b"pHYs") + 4
    assert struct.unpack(">IIB", content[at : at + 9]) == (11811, 11811, 1)


def test_latex_sets_quotation_marks_with_every_engine() -> None:
    words = "count of “goal” – it’s\u2003here"
    assert to_latex(parse(words)) == r"count of ``goal'' -- it's\quad{}here"


@pytest.mark.parametrize(
    ("label", "latex"),
    [
        (r"$\frac{n_+ n_-}{n}$", r"$\frac{n_{+}n_{-}}{n}$"),
        ("$√{2} x_1$", r"$\sqrt{2}x_{1}$"),
        (r"$\sum_{i=1}^n α_i$", r"$\sum _{i=1}^{n}$\,$\alpha _{i}$"),
    ],
)
def test_latex_sets_what_stands_above_and_below(label: str, latex: str) -> None:
    assert to_latex(parse(label)) == latex


SCRIPT = """
import sys
from pathlib import Path
from PySide6.QtGui import QGuiApplication
sys.path.insert(0, sys.argv[1])
app = QGuiApplication([])
import test_formats
for suffix in test_formats.SUFFIXES:
    content = test_formats.figure_bytes(test_formats.FIGURE, suffix)
    (Path(sys.argv[2]) / f"figure{suffix}").write_bytes(content)
"""


@pytest.mark.slow
def test_another_process_writes_the_same_bytes_and_ends_well(tmp_path: FilePath) -> None:
    # Hash tables of Qt are seeded anew in every process.
    arguments = [sys.executable, "-c", SCRIPT, str(FilePath(__file__).parent), str(tmp_path)]
    done = subprocess.run(
        arguments,
        env={"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": ":".join(sys.path)},
        check=False,
    )
    assert done.returncode == 0
    for suffix in SUFFIXES:
        assert (tmp_path / f"figure{suffix}").read_bytes() == figure_bytes(FIGURE, suffix)


def test_a_disc_stays_a_circle_and_a_square_a_rectangle_in_svg() -> None:
    root = svg_root(figure_bytes(dots(100), ".svg"))
    assert len(root.findall(f".//{SVG}circle")) == 50
    assert len(root.findall(f".//{SVG}rect")) == 50
    assert root.find(f".//{SVG}image") is None


def test_pdf_holds_no_raster_and_its_fonts() -> None:
    content = figure_bytes(FIGURE, ".pdf")
    assert b"/Subtype /Image" not in content
    names = set(re.findall(rb"/BaseFont /(?:[A-Z]{6}\+)?([\w-]+)", content))
    assert {b"Inter-Regular", b"STIXTwo-Italic"} <= names
    assert names <= {
        b"Inter-Regular",
        b"Inter-Medium",
        b"Inter-SemiBold",
        b"STIXTwo-Italic",
        b"STIXTwo-Regular",
    }
    assert content.count(b"/FontFile2") == len(names)


def test_outlines_need_no_fonts() -> None:
    options = ExportOptions(text_as_outlines=True)
    assert b"/FontFile2" not in figure_bytes(FIGURE, ".pdf", options)
    assert svg_root(figure_bytes(FIGURE, ".svg", options)).find(f".//{SVG}text") is None


def test_the_probability_field_is_one_lossless_image() -> None:
    field = Field(np.linspace(-1, 1, 60).reshape(6, 10), (-4.0, 4.0, -3.0, 3.0), "probability")
    content = figure_bytes(replace(FIGURE, marks=(field,)), ".pdf")
    assert content.count(b"/Subtype /Image") == 1
    assert content.count(b"/Interpolate true") == 1
    assert b"/DCTDecode" not in content


def test_lines_are_cut_at_the_frame() -> None:
    root = svg_root(figure_bytes(FIGURE, ".svg"))
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    for element in root.iter():
        for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", element.get("points", "")):
            assert 0 <= float(x) <= width
            assert 0 <= float(y) <= height


def test_the_plane_has_a_frame_and_a_plot_its_axes_only() -> None:
    def sides(figure: Figure) -> list[int]:
        root = svg_root(figure_bytes(replace(figure, marks=(), title=""), ".svg"))
        width = f"{ExportOptions().drawing_theme.style('frame').width:.4g}"
        # the ticks are a group
        lines = [e for e in root if e.get("stroke-width") == width and e.get("points")]
        return [len((e.get("points") or "").split()) for e in lines]

    assert sides(FIGURE) == [4]
    assert sides(replace(FIGURE, equal=False)) == [3]
    assert sides(replace(FIGURE, equal=False, y=FIGURE.y._replace(visible=False))) == [2]


def test_a_title_stands_in_the_file() -> None:
    assert "<title>Two classes</title>" in figure_bytes(FIGURE, ".svg").decode()


def test_users_words_cannot_break_the_file() -> None:
    mark = Text((0.0, 0.0), 'a < b & "c" </svg>')
    root = svg_root(figure_bytes(replace(FIGURE, marks=(mark,), title="<&>(\\"), ".svg"))
    assert 'a < b & "c" </svg>' in "".join(root.itertext())
    assert figure_bytes(replace(FIGURE, marks=(mark,), title="(\\)"), ".pdf").startswith(b"%PDF")


@pytest.mark.parametrize("words", ["\x00\x1b", "\ud800", "Größe 数 🙂"], ids=ascii)
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_odd_characters_do_no_harm(words: str, suffix: str) -> None:
    content = figure_bytes(replace(FIGURE, marks=(Text((0.0, 0.0), words),), title=words), suffix)
    if suffix == ".svg":
        svg_root(content)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        *((f"figure{suffix}", "made from no scene") for suffix in WITHOUT_PICTURE),
        ("figure.xyz", "no figure format"),
        ("figure", "no figure format"),
        (".", "format"),
    ],
)
def test_errors_say_what_to_do(name: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        figure_bytes(FIGURE, FilePath(name).suffix)


@pytest.mark.parametrize(
    "wrong",
    [{"width_mm": 0.0}, {"dpi": 1e9}, {"font_size_pt": float("nan")}, {"theme": "pink"}],
    ids=str,
)
def test_impossible_settings_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(UserError):
        ExportOptions(**wrong)


def test_the_pdf_table_of_offsets_is_right() -> None:
    content = figure_bytes(FIGURE, ".pdf")
    table = int(re.findall(rb"startxref\s+(\d+)", content)[-1])
    offsets = [int(entry) for entry in re.findall(rb"(\d{10}) 00000 n", content[table:])]
    for number, offset in enumerate(offsets, start=1):
        assert content[offset:].startswith(b"%d 0 obj" % number)
    assert any(b" re\n" in stream or b" l\n" in stream for stream in streams(content))


ODD = struct.pack(">4s8x4sIII4sIII", b"true", b"even", 7, 44, 5, b"oddy", 9, 52, 100).replace(
    b"true" + bytes(8), b"true\0\2" + bytes(6)
)


@pytest.mark.parametrize(
    "font",
    [(assets() / "fonts" / "Inter-Regular.ttf").read_bytes(), ODD + b"abcde\0\0\0" + b"x" * 100],
)
def test_a_font_for_pages_holds_every_table_of_the_font(font: bytes) -> None:
    """As the W3C has it (WOFF 1.0): what is packed is what stands in the font, at places that four
    divides.
    """
    packed = woff(font)
    flavour, length, count, whole = struct.unpack(">4xIIHxxI", packed[:20])
    assert (flavour, length, whole) == (
        int.from_bytes(font[:4], "big"),
        len(packed),
        (len(font) + 3) // 4 * 4,
    )
    for k in range(count):
        tag, at, short, size, check = struct.unpack(">4sIIII", packed[44 + 20 * k : 64 + 20 * k])
        old_tag, old_check, old_at, old_size = struct.unpack(
            ">4sIII", font[12 + 16 * k : 28 + 16 * k]
        )
        table = packed[at : at + short]
        assert (tag, check, size, at % 4) == (old_tag, old_check, old_size, 0)
        assert (table if short == size else zlib.decompress(table)) == font[
            old_at : old_at + old_size
        ]


def test_a_palette_keeps_every_colour_of_an_image_of_few() -> None:
    image = QImage(16, 16, QImage.Format.Format_RGB32)
    for k in range(256):
        image.setPixel(k % 16, k // 16, 0xFF000000 + 65_793 * (k % 200))
    small = with_palette(image)
    assert small.format() == QImage.Format.Format_Indexed8
    assert small.convertToFormat(image.format()) == image


def test_a_transparent_page_has_no_background() -> None:
    content = figure_bytes(FIGURE, ".png", ExportOptions(transparent=True))
    opaque = figure_bytes(FIGURE, ".png", ExportOptions())
    assert content[25] == 6  # colour type: with alpha
    assert opaque[25] == 2
