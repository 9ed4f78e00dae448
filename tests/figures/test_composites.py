"""Composites: panels aligned to the point, shared axes, one legend, and the swept value in each
panel.
"""

import itertools
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any

import pytest
from drawing_scenes import clouds, document_of, three_clouds
from recording import RecordingSurface

import linclass_gui
from linclass_gui.answers.scenes import scene_of
from linclass_gui.answers.sweeps import Sweep, short, sweep_variants, value_label
from linclass_gui.cli import main
from linclass_gui.draw import rows
from linclass_gui.draw.paper import Page, Panel
from linclass_gui.draw.paper.layout import rows_width
from linclass_gui.draw.paper.page_words import draw_below, left_out, legend_height
from linclass_gui.draw.paper.painting import draw_page, enlarge_style
from linclass_gui.draw.placing.placed_words import PlacedWords
from linclass_gui.draw.placing.placer import words_and_losses
from linclass_gui.errors import UserError
from linclass_gui.figures.composites import composite
from linclass_gui.figures.formats import ExportOptions, figure_bytes
from linclass_gui.figures.pages import page_of_scene
from linclass_gui.figures.recipe import Recipe, content_of
from linclass_gui.figures.requests import FigurePanel, Request
from linclass_gui.figures.shots import Shot
from linclass_gui.figures.sources import page_of
from linclass_gui.files.first_picture import open_document
from linclass_gui.scene.document import Document
from linclass_gui.scene.methods import SchemeChoice
from solvers import Circle, Fisher, LeastSquares, LogisticRegression, SoftMarginSVM

SWEEP = Sweep.parse("C=10,1000,10000,0.5")
pytestmark = pytest.mark.usefixtures("qapp", "no_remarks")


@pytest.fixture(scope="module")
def shots() -> tuple[Shot, ...]:
    """Four values of C."""
    documents = [
        document for document, _ in sweep_variants(open_document("lesson:soft-margin"), SWEEP)
    ]
    return tuple(Shot(scene_of(document), value_label(document, "C")) for document in documents)


def laid_out(shots: tuple[Shot, ...], options: ExportOptions, **how: object) -> Page:
    return page_of(composite(shots, Request(columns=2, **how), options), options)


@pytest.mark.parametrize("size", ["a4-text", "slide-16x9", "poster"])
def test_plot_areas_are_equal_and_in_line(shots: tuple[Shot, ...], size: str) -> None:
    panels = laid_out(shots, ExportOptions.sized(size)).panels
    areas = [
        (p.transform.left, p.transform.top, p.transform.width, p.transform.height) for p in panels
    ]
    assert len({(w, h) for _, _, w, h in areas}) == 1
    assert areas[0][0] == areas[2][0]
    assert areas[1][0] == areas[3][0]
    assert areas[0][1] == areas[1][1]
    assert areas[2][1] == areas[3][1]
    assert (
        len({(p.figure.x.low, p.figure.x.high, p.figure.y.low, p.figure.y.high) for p in panels})
        == 1
    )
    assert [(p.has_x, p.has_y) for p in panels] == [
        (False, True),
        (False, False),
        (True, True),
        (True, False),
    ]
    assert all(min(len(p.x_ticks.values), len(p.y_ticks.values)) >= 2 for p in panels)


def test_losses_are_named_at_their_curves_and_in_no_legend() -> None:
    page = composite(
        (Shot(scene_of(open_document("lesson:newton"))),),
        Request(("canvas", "losses")),
        ExportOptions(),
    )
    assert [key.name for key in page.legend].count("logistic") <= 1
    assert not {"hinge", "squared", "perceptron", "0–1"} & {key.name for key in page.legend}


def test_each_panel_says_its_value_and_one_legend_all_names(shots: tuple[Shot, ...]) -> None:
    page = laid_out(shots, ExportOptions.sized("a4-text"))
    assert [p.cell.letter for p in page.panels] == ["(a)", "(b)", "(c)", "(d)"]
    assert [p.cell.title for p in page.panels] == [
        "$C = 10$",
        "$C = 1000$",
        "$C = 10\\,000$",
        "$C = 0.5$",
    ]
    names = [key.name for key in page.legend]
    assert {"free", "bound", "wrong", "soft margin"} <= set(names)
    assert len(names) == len(set(names))
    texts = re.findall(
        r">([^<]+)</text>",
        figure_bytes(composite(shots, Request(), ExportOptions()), ".svg").decode(),
    )
    assert texts.count("class +") == 1


def test_views_stand_beside_each_other(shots: tuple[Shot, ...]) -> None:
    page = laid_out(shots[:1], ExportOptions.sized("a4-text"), views=("canvas", "fisher-angle"))
    canvas, plot = page.panels
    assert (canvas.transform.top, canvas.transform.height) == (
        plot.transform.top,
        plot.transform.height,
    )
    assert canvas.head == plot.head
    assert "wrong" in canvas.cell.note
    assert plot.cell.title == "Fisher J"
    assert not plot.figure.legend


@pytest.mark.parametrize("size", ["a4-text", "a4-column", "beamer-16x9"])
def test_the_numbers_of_a_canvas_stand_level_with_the_values_of_the_plot(size: str) -> None:
    shots = (Shot(scene_of(open_document("lesson:dual"))),)
    page = laid_out(shots, ExportOptions.sized(size), views=("canvas", "multipliers"))
    surface = RecordingSurface()
    draw_page(surface, page)
    (numbers,) = (t for t in surface.named("text") if "wrong" in t["layout"].markup)
    assert numbers["y"] < page.panels[0].transform.top


def test_the_numbers_of_a_canvas_beside_a_plot_without_rows_stand_above_its_frame() -> None:
    document = open_document("lesson:xor")
    panels = (FigurePanel(), FigurePanel(view="feature-space"))
    options = ExportOptions(width_mm=160.0, height_mm=75.0)
    page = page_of_scene(scene_of(document), Request(panels=panels), options)
    surface = RecordingSurface()
    draw_page(surface, page)
    (numbers,) = (t for t in surface.named("text") if "wrong" in t["layout"].markup)
    assert numbers["y"] < page.scale * page.panels[0].transform.top


def test_a_letter_alone_stands_at_its_frame(shots: tuple[Shot, ...]) -> None:
    """It is below the row of the name of the axis of the plot."""
    options = ExportOptions.sized("a4-text")
    page = laid_out(shots[:1], options, views=("canvas", "fisher-angle"), notes=False)
    canvas, plot = page.panels
    assert plot.head < canvas.head < canvas.transform.top
    assert canvas.transform.top - canvas.head < page.theme.caption


@pytest.mark.parametrize(
    ("lesson", "sweep", "views"),
    [
        ("soft-margin", "C=10,100,1000,10000", ("canvas",)),
        ("landscapes", "landscape=errors,J_p,J_q,J_r", ("weight-space",)),
    ],
    ids=["narrow canvases", "headings of two rows"],
)
def test_no_words_of_small_panels_lie_on_others(
    lesson: str, sweep: str, views: tuple[str, ...]
) -> None:
    asked = Sweep.parse(sweep)
    shots = tuple(
        Shot(scene_of(d), value_label(d, asked.name))
        for d, _ in sweep_variants(open_document(f"lesson:{lesson}"), asked)
    )
    surface = RecordingSurface()
    draw_page(surface, laid_out(shots, ExportOptions(), views=views))
    level = [text for text in surface.named("text") if text["angle"] == 0.0]
    boxes = [
        (t["x"], t["x"] + t["layout"].width, t["y"] - t["layout"].cap_height, t["y"]) for t in level
    ]
    for one, two in itertools.combinations(boxes, 2):
        assert one[1] <= two[0] or two[1] <= one[0] or one[3] <= two[2] or two[3] <= one[2]


def test_tick_labels_of_a_narrow_panel_do_not_touch(qapp: object) -> None:
    options = ExportOptions.sized("slide-16x9-half")
    page = page_of_scene(
        scene_of(open_document("lesson:fisher-criterion")),
        Request(("canvas", "fisher-angle")),
        options,
    )
    ticks, transform = page.panels[1].x_ticks, page.panels[1].transform
    assert ticks.values == (0.0, 90.0, 180.0)
    places = [transform.point(value, 0.0)[0] for value in ticks.values]
    reach = [0.5 * label.width for label in ticks.labels]
    assert all(
        b - s > a + r for (a, r), (b, s) in itertools.pairwise(zip(places, reach, strict=True))
    )


def test_everything_grows_with_the_text() -> None:
    scene = scene_of(open_document("lesson:hard-margin"))
    sizes = ExportOptions(84.0, 63.0), ExportOptions(210.0, 157.5, font_size_pt=20.0)
    small, large = (page_of_scene(scene, Request(), options) for options in sizes)
    assert large.scale == pytest.approx(2.5)
    assert astuple(replace(large.theme, name="")) == astuple(replace(small.theme, name=""))
    assert large.extent == pytest.approx(small.extent)
    one, other = (astuple(page.panels[0].transform) for page in (large, small))
    assert one == pytest.approx(other)
    drawn = (content_of(scene, Recipe(".svg", options)).decode() for options in sizes)
    radii = [max(map(float, re.findall(r'<circle[^>]* r="([\d.]+)"', svg))) for svg in drawn]
    assert radii[1] == pytest.approx(2.5 * radii[0], rel=0.01)


def test_factors_thicken_lines_and_points_alone() -> None:
    plain, thick = (
        ExportOptions().drawing_theme,
        ExportOptions(line_factor=2.0, point_factor=1.5).drawing_theme,
    )
    assert thick.style("boundary").width == 2.0 * plain.style("boundary").width
    assert thick.style("class-plus").size == 1.5 * plain.style("class-plus").size
    assert thick.caption == plain.caption


@pytest.mark.parametrize("text", ["C", "C=", "=1,2", "C=,"])
def test_a_sweep_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="written NAME=VALUE"):
        Sweep.parse(text)


def test_numbers_are_written_as_by_hand() -> None:
    said = {
        1.0: "1",
        100.0: "100",
        10_000.0: r"10\,000",
        250_000.0: r"250\,000",
        0.5: "0.5",
        1e-7: "10^{−7}",
        -3.0: "−3",
    }
    assert {value: short(value) for value in said} == said


def test_a_picture_without_axes_has_none_in_any_format() -> None:
    """A box in feature space stands alone: neither spine is drawn around it."""
    document = document_of(clouds(16), (SoftMarginSVM(),), features=Circle())
    scene, request = scene_of(document), Request(("feature-space",))
    text = content_of(scene, Recipe(".tikz", request=request)).decode()
    assert "hide x axis, hide y axis" in text
    svg = content_of(scene, Recipe(".svg", request=request)).decode()
    frame = ExportOptions().drawing_theme.style("frame")
    assert f'stroke="{frame.stroke}" stroke-width="{frame.width:.4g}"' not in svg


@pytest.mark.parametrize(
    ("width", "height", "columns"),
    [(84.0, 63.0, 2), (170.0, 72.0, 2), (84.0, 84.0, 2), (84.0, 130.0, 1), (70.0, 120.0, 1)],
)
def test_two_views_stand_where_they_have_the_most_room(
    shots: tuple[Shot, ...], width: float, height: float, columns: int
) -> None:
    grid = composite(shots[:1], Request(("canvas", "fisher-angle")), ExportOptions(width, height))
    assert grid.columns == columns


def test_a_composite_has_the_page_that_it_needs_unless_something_is_said(tmp_path: Path) -> None:
    for name, more, size in (
        ("hard-margin", [], "84mm 63mm"),
        ("fisher-criterion", [], "170mm 72mm"),
        ("fisher-criterion", ["--size", "a4-column"], "84mm 63mm"),
        ("fisher-criterion", ["--width", "120mm"], "120mm 90mm"),
        ("soft-margin", ["--set", "C=2"], "170mm 130mm"),
    ):
        path = tmp_path / "figure.svg"
        assert main(["export", f"lesson:{name}", "-o", str(path), *more]) == 0
        width, height = re.findall(
            r'(?:width|height)="([\d.]+mm)"', path.read_text(encoding="utf-8")
        )[:2]
        assert f"{width} {height}" == size


@pytest.mark.slow
def test_every_format_shows_what_the_lesson_asks_for(tmp_path: Path) -> None:
    # The scales of the shades are areas: a panel has no image but its field.
    for suffix, panel in (
        (".tex", b"\\begin{axis}"),
        (".pdf", b"/Subtype /Image"),
        (".html", b"<image"),
    ):
        path = tmp_path / f"figure{suffix}"
        assert main(["export", "lesson:landscapes", "-o", str(path)]) == 0
        assert path.read_bytes().count(panel) == 4
    assert len(linclass_gui.figure("lesson:landscapes").page.panels) == 4
    assert len(linclass_gui.figure("lesson:landscapes", view="weight-space").page.panels) == 1


def test_a_note_over_several_lines_names_whose_it_is() -> None:
    alone = replace(document_of(clouds(), [SoftMarginSVM(C=3.0)]), title="one")
    both = replace(
        document_of(clouds(), [Fisher(), SoftMarginSVM(C=3.0)]), title="two", selected="m1"
    )
    shown = (replace(document, layers=frozenset({"boundary"})) for document in (alone, both))
    page = laid_out(
        tuple(Shot(scene_of(document), document.title) for document in shown), ExportOptions()
    )
    first, second = (panel.cell.note for panel in page.panels)
    assert first.startswith("margin ")
    assert re.fullmatch(r"Fisher: \d+ wrong\u2003soft margin: \d+ wrong", second)


@pytest.mark.usefixtures("qapp")
def test_heads_are_of_one_size_and_have_notes_all_or_none_and_no_value_runs_off_the_page() -> None:
    narrow = linclass_gui.figure("lesson:far-blob", size="poster").content(".svg").decode()
    assert "1 error<" not in narrow
    heads = {
        size
        for size, words in re.findall(r'font-size="([\d.]+)"[^>]*>([^<]*)<', narrow)
        if "blob" in words
    }
    assert len(heads) == 1
    wide = linclass_gui.figure("lesson:far-blob").content(".svg").decode()
    assert ">least squares: 1 wrong\u2003logistic: 1 wrong<" in wide
    assert ">least squares: 6 wrong\u2003logistic: 1 wrong<" in wide
    alone = linclass_gui.figure("lesson:score-to-probability", size="poster").page
    panel = alone.panels[1]
    across = rows_width(alone.extent[0], 2, 0.0, panel.transform.width, alone.theme)
    assert all(
        part.x + part.text.width <= across
        for part in rows._values(panel.figure.heading, across, across, alone.theme, None)[0]
    )


COMPOSITES: dict[str, Request] = {
    "projecting": Request(("canvas", "projection")),
    "fisher-criterion": Request(("canvas", "fisher-angle")),
    "dual": Request(("canvas", "multipliers")),
    "where-to-cut": Request(("canvas", "projection")),
    "far-blob": Request(scenes=("lesson:far-blob",), titles=("near", "far")),
    "soft-margin": Request(sweep=Sweep.parse("C=10,100,1000,10000")),
    "three-views": Request(("canvas", "fisher-angle", "losses")),
    "landscapes": Request(("weight-space",), sweep=Sweep.parse("landscape=errors,J_p,J_q,J_r")),
}


@pytest.mark.slow
@pytest.mark.parametrize("lesson", COMPOSITES)
def test_frames_of_a_row_have_one_top_and_one_bottom_and_are_filled(
    lesson: str, by_turns: Callable[..., Any]
) -> None:
    """Also where one has values above it; and the legend takes a sixth of the page at the most,
    with no name empty or twice.
    """
    scene = scene_of(open_document(f"lesson:{lesson}"))
    for size in by_turns(
        ("beamer-16x9-half", "beamer-16x9", "a4-column"), list(COMPOSITES).index(lesson)
    ):
        check_frames(page_of_scene(scene, COMPOSITES[lesson], ExportOptions.sized(size)))


def test_a_legend_that_fits_beneath_a_panel_takes_no_height_from_it() -> None:
    request, options = Request(("canvas", "discriminant-plane")), ExportOptions.sized("beamer-16x9")
    grid = composite((Shot(scene_of(open_document("lesson:fisher-criterion"))),), request, options)
    pages = [page_of(each, options) for each in (grid, replace(grid, legend=()))]
    assert len(grid.legend) == 1
    assert len({page.panels[0].transform.height for page in pages}) == 1
    surface, t = RecordingSurface(), pages[0].panels[0].transform
    draw_below(surface, pages[0])
    (name,) = surface.named("text")
    assert t.left < name["x"] < name["x"] + name["layout"].width < t.right


def check_frames(page: Page) -> None:
    """Frames stand in rows, hold what their axes say, and no text leaves the page."""
    grid_rows = {panel.transform.top for panel in page.panels}
    assert len({(panel.transform.width, panel.transform.height) for panel in page.panels}) == 1
    for top in grid_rows:
        assert (
            len({panel.transform.bottom for panel in page.panels if panel.transform.top == top})
            == 1
        )
    for panel in page.panels:
        t, figure = panel.transform, panel.figure
        if figure.equal:
            assert t.scale_x == pytest.approx(t.scale_y)
            assert (figure.x.low, figure.x.high, figure.y.low, figure.y.high) == pytest.approx(
                (t.x0, t.x1, t.y0, t.y1)
            )
        assert not figure.heading
    assert legend_height(page.legend, page.extent, page.theme, page.sans) <= page.extent[1] / 6.0
    names = [(key.name, key.slot) for key in page.legend]
    assert all(name for name, _ in names)
    assert len(set(names)) == len(names)
    below, sample = RecordingSurface(), []
    draw_below(below, replace(page, caption=None))
    for kind, what in below.calls:
        if kind == "text":
            assert max(sample) < what["x"]  # a name is beside its sample
            sample = []
        else:
            sample += [
                x for run in what.get("runs", [what.get("points", what.get("xy"))]) for x, _ in run
            ]
    surface = RecordingSurface()
    draw_page(surface, page)
    for text in surface.named("text"):
        if text["angle"] == 0.0:
            assert text["x"] >= 0.0
            assert text["x"] + text["layout"].width <= page.width + 0.1
            assert 0.0 <= text["y"] <= page.height


def test_symbols_shrink_with_the_panel_and_so_do_rings_and_strokes(shots: tuple[Shot, ...]) -> None:
    large, small = (
        laid_out(shots, ExportOptions(width, 0.8 * width)).theme for width in (200.0, 90.0)
    )
    for role in ("class-plus", "sv-free", "sv-bound"):
        assert small.style(role).size < 0.7 * large.style(role).size
    for role in ("boundary", "margin", "sv-free"):
        assert small.style(role).width < 0.9 * large.style(role).width
    assert small.caption == large.caption


def test_the_same_axes_are_named_once(shots: tuple[Shot, ...]) -> None:
    """Ticks and names are at the left and below; a plot that all columns have has the names of its
    lanes at the right.
    """
    page = page_of(
        composite(shots, Request(("canvas", "path")), ExportOptions.sized("a4-text")),
        ExportOptions.sized("a4-text"),
    )
    assert [
        len(panel.figure.lanes) and panel.figure.lanes[0].axis.label for panel in page.panels
    ] == [0] * 4 + [""] * 3 + ["margin"]
    assert [panel.has_y for panel in page.panels] == [True, False, False, False] * 2
    assert all(panel.has_x for panel in page.panels)


def test_a_line_without_a_name_has_no_entry() -> None:
    document = open_document("lesson:soft-margin")
    nameless = replace(
        document, methods=tuple(replace(method, label="") for method in document.methods)
    )
    page = composite(
        tuple(Shot(scene_of(nameless), str(k)) for k in range(3)), Request(), ExportOptions()
    )
    assert all(key.name for key in page.legend)


def legend_of(*documents: Document, **how: object) -> Page:
    scenes = tuple(f"{k}" for k in range(1, len(documents)))
    request = Request(
        scenes=scenes, scene_documents=dict(zip(scenes, documents[1:], strict=True)), **how
    )
    return page_of_scene(scene_of(documents[0]), request, ExportOptions.sized("beamer-16x9"))


def of_method(method: object, slot: int = 0) -> Document:
    document = replace(open_document("lesson:two-clouds"), methods=()).adding(method)
    return document.with_method(replace(document.methods[0], slot=slot))


def test_the_legend_does_not_repeat_titles_that_name_the_only_line_of_their_panels() -> None:
    documents = [
        replace(of_method(m, slot), title=title)
        for slot, (m, title) in enumerate(
            (
                (LeastSquares(), "Least squares"),
                (LogisticRegression(), "With {errors} wrong: logistic"),
                (SoftMarginSVM(), "Hard or soft"),
            )
        )
    ]
    both = replace(of_method(Fisher(), 3).adding(LeastSquares()), title="Fisher")
    named = {"least squares", "logistic", "soft margin", "Fisher"}
    pages = [legend_of(*documents), legend_of(*documents, both)]
    names = [[key.name for key in page.legend if key.role == "boundary"] for page in pages]
    assert names[0] == ["soft margin"]
    spelled = replace(documents[2], title="Soft-margin SVM")
    assert not [key for key in legend_of(*documents[:2], spelled).legend if key.role == "boundary"]
    another = replace(of_method(SoftMarginSVM()), title="Another")
    one_look = legend_of(documents[0], documents[0], another)
    (line,) = (key.name for key in one_look.legend if key.role == "boundary")
    assert line == "soft margin (c)"  # elsewhere a line of this look is another method's
    assert len(names[1]) == 3
    assert any(name.startswith("Fisher") for name in names[1])
    assert not any(name.startswith("logistic") for name in names[1])
    assert all(name.removesuffix(" (d)") in named for name in names[1])


def test_classes_and_methods_come_first_in_a_legend_so_that_symbols_go_first() -> None:
    documents = [
        of_method(m, slot)
        for slot, m in enumerate((SoftMarginSVM(C=0.1), LeastSquares(), LogisticRegression()))
    ]
    request = Request(scenes=("1", "2"), scene_documents={"1": documents[1], "2": documents[2]})
    page = page_of_scene(
        scene_of(documents[0]), request, ExportOptions(width_mm=62.0, height_mm=40.0)
    )
    drawn = {key.name for key in page.legend} - set(left_out(page))
    assert left_out(page)
    assert {"least squares", "logistic", "soft margin"} <= drawn


def test_lines_of_one_look_or_one_name_are_told_apart_by_their_panels() -> None:
    page = legend_of(
        of_method(LeastSquares()),
        of_method(LogisticRegression()),
        of_method(LogisticRegression(l2=1.0), 2),
    )
    assert {"least squares (a)", "logistic (b)", "logistic (c)"} <= {
        key.name for key in page.legend
    }


def words_of(panel: Panel, page: Page) -> tuple[PlacedWords, ...]:
    return words_and_losses(panel.figure, panel.transform, page.theme, page.sans)[0]


def test_names_of_classes_are_of_one_size_in_all_panels(shots: tuple[Shot, ...]) -> None:
    page = laid_out(shots, ExportOptions.sized("a4-column"), legend=False)
    sizes = [
        {each.size.scale for each in words_of(panel, page) if each.words.names_class}
        for panel in page.panels
    ]
    assert sizes == [{0.8}] * 4  # in the first one there is no room for larger ones


def test_the_values_of_a_square_field_stand_clear_of_its_title(qapp: object) -> None:
    document = document_of(three_clouds(), (SoftMarginSVM(),))
    names = ("Adelie", "Chinstrap", "Gentoo")
    dataset = replace(document.dataset, class_names=names)
    document = replace(document, dataset=dataset, layers=frozenset({"boundary"}))
    shots = (Shot(scene_of(document)),)
    for height, are_beside in ((70.0, False), (120.0, True)):
        options = ExportOptions(width_mm=200.0, height_mm=height)
        page, surface = laid_out(shots, options, views=("canvas", "roc")), RecordingSurface()
        draw_page(surface, page)
        rows: dict[float, list[tuple[float, float]]] = defaultdict(list)
        for call in surface.named("text"):
            if call["y"] < page.panels[1].transform.top and call["x"] > 0.5 * page.width:
                rows[call["y"]].append((call["x"], call["x"] + call["layout"].width))
        assert (len(rows[page.panels[1].head]) > 2) is are_beside  # the letter and the title
        for spans in rows.values():
            assert all(one[1] < two[0] for one, two in itertools.pairwise(sorted(spans)))


@pytest.mark.parametrize(
    ("views", "size"),
    [
        (("canvas", "projection", "roc"), (62.0, 48.0)),
        (("precision", "canvas"), (128.0, 96.0)),
        (("canvas", "projection", "roc"), (160.0, 60.0)),
    ],
)
def test_the_frames_of_a_mixed_row_have_one_height(
    views: tuple[str, ...], size: tuple[float, float]
) -> None:
    document = replace(document_of(clouds(), (SoftMarginSVM(),)), layers=frozenset({"boundary"}))
    shots = (Shot(scene_of(document)),)
    options = ExportOptions(*size)
    request = Request(views=views, columns=len(views))
    page = page_of(composite(shots, request, options), options)
    tops = {panel.transform.top for panel in page.panels}
    bottoms = {panel.transform.bottom for panel in page.panels}
    assert len(tops) == len(bottoms) == 1
    for panel in page.panels:
        assert not panel.figure.square or panel.transform.width == panel.transform.height
        assert panel.transform.right <= page.extent[0]


def schemes() -> tuple[Shot, ...]:
    """Three classes by three schemes, of which one leaves points undecided."""
    document = document_of(three_clouds(apart=3.0), (SoftMarginSVM(C=0.1),))
    document = replace(document, layers=frozenset({"boundary", "half-planes"}))
    choices = (
        SchemeChoice(),
        SchemeChoice("one-vs-rest", decision="strict"),
        SchemeChoice("one-vs-rest"),
    )
    return tuple(
        Shot(
            scene_of(document.with_method(replace(document.methods[0], scheme=scheme))), scheme.kind
        )
        for scheme in choices
    )


def classes_named(page: Page) -> list[list[str]]:
    """The classes that each panel names, with the sign of f where it is said."""
    return [
        [
            line
            for entry in words_and_losses(
                panel.figure, panel.transform, page.theme_of(panel), page.sans
            )[0]
            if entry.words.names_class
            for line in entry.lines
        ]
        for panel in page.panels
    ]


def test_the_first_of_three_panels_names_the_classes_and_the_legend_the_undecided() -> None:
    options = ExportOptions(160.0, 60.0)
    page = page_of(composite(schemes(), Request(columns=3), options), options)
    first, *others = classes_named(page)
    assert sorted(first) == ["one", "three", "two"]
    assert others == [[], []]
    (undecided,) = (entry for entry in page.legend if entry.name == "undecided")
    assert undecided.under  # the hatching
    assert not {"one", "two", "three"} & {entry.name for entry in page.legend}


def test_panels_of_three_classes_say_wrong_and_undecided_points() -> None:
    pages = composite(schemes(), Request(), ExportOptions(160.0, 60.0))
    notes = [cell.note for cell in pages.cells]
    fits = [shot.scene.answer[1] for shot in schemes()]
    for note, fit in zip(notes, fits, strict=True):
        undecided = int(fit.undecided(fit.problem.X).sum())
        more = f", {undecided} undecided" if undecided else ""
        assert note == f"{fit.certificate.errors} wrong{more}"
    assert any("undecided" in note for note in notes)


@pytest.mark.parametrize("size", [(62.0, 48.0), (128.0, 96.0), (160.0, 60.0)])
def test_both_of_two_canvases_name_the_classes_or_the_legend_does(
    size: tuple[float, float],
) -> None:
    options = ExportOptions(*size)
    for shots in (schemes()[:2], schemes()[1:]):
        page = page_of(composite(shots, Request(columns=2), options), options)
        one, two = (set(names) - {"undecided"} for names in classes_named(page))
        assert one == two
        assert one or {"one", "two", "three"} <= {entry.name for entry in page.legend}
    documents = [document_of(clouds(), (method,)) for method in (SoftMarginSVM(), Fisher())]
    layers = frozenset({"boundary", "margins"})
    shots = tuple(Shot(scene_of(replace(document, layers=layers))) for document in documents)
    page = page_of(composite(shots, Request(columns=2), options), options)
    one, two = classes_named(page)
    assert sorted(one) == sorted(two)


@pytest.mark.parametrize("width", [62.0, 84.0, 120.0, 160.0])
def test_names_of_rows_of_a_confusion_stay_in_its_frame_and_have_one_length(width: float) -> None:
    document = document_of(three_clouds(), (Fisher(),))
    names = ("a rather long name", "another name", "third")
    dataset = replace(document.dataset, class_names=names)
    request = Request(("canvas", "confusion", "roc"), columns=3)
    options = ExportOptions(width, 0.45 * width)
    scene = scene_of(replace(document, dataset=dataset))
    page = page_of_scene(scene, request, options)
    panel = page.panels[1]
    theme = page.theme_of(panel)
    placed, _ = words_and_losses(panel.figure, panel.transform, theme, page.sans)
    t, boxes = panel.transform, [entry.box for entry in placed]
    assert all(box.centre[0, 0] - box.half[0, 0] >= t.left for box in boxes)
    assert len(boxes) in (0, 3)
    short = [entry.lines == entry.words.shorter != entry.words.lines for entry in placed]
    assert short in ([], [True, True, False], [False, False, False])
    if not boxes:
        assert set(names) <= {entry.name for entry in page.legend}


@pytest.mark.parametrize("views", [("confusion",), ("confusion", "confusion")])
@pytest.mark.parametrize("width", [40.0, 62.0, 84.0, 160.0])
def test_rows_of_a_confusion_without_names_are_told_by_a_legend(
    views: tuple[str, ...], width: float
) -> None:
    document = document_of(three_clouds(), (Fisher(),))
    names = ("a rather long name", "another name", "third")
    dataset = replace(document.dataset, class_names=names)
    scene = scene_of(replace(document, dataset=dataset))
    page = page_of_scene(scene, Request(views, columns=2), ExportOptions(width, 0.6 * width))
    named = [
        words_and_losses(panel.figure, panel.transform, page.theme_of(panel), page.sans)[0]
        for panel in page.panels
    ]
    in_legend = {entry.name for entry in page.legend}
    assert set(names) == in_legend if not all(named) else not in_legend


def test_the_legend_says_which_faint_lines_there_are() -> None:
    document = document_of(clouds(20), (Fisher(),))
    for layers, name in (
        ({"halo"}, "without one point"),
        ({"resamples"}, "on other samples"),
        ({"halo", "resamples"}, "on other samples or without one point"),
        (set(), None),
    ):
        page = legend_of(*(replace(document, layers=frozenset({"boundary", *layers})),) * 2)
        faint = [entry.name for entry in page.legend if entry.role == "resample"]
        assert faint == ([] if name is None else [name])


def test_dashes_name_the_methods_of_a_grey_figure_where_a_panel_shows_several() -> None:
    document = of_method(SoftMarginSVM()).adding(Fisher()).adding(LogisticRegression())
    grey = ExportOptions(theme="grey")

    def dashes(request: Request) -> list[tuple[float, ...] | None]:
        page = page_of_scene(scene_of(document), request, grey)
        marks = [mark for panel in page.panels for mark in panel.figure.marks]
        slots = dict.fromkeys(mark.slot for mark in marks if mark.role == "boundary")
        return [page.theme.style("boundary", slot).dash for slot in slots]

    together = dashes(Request())
    assert len(set(together)) == 3
    assert None in together
    alone = (FigurePanel(methods=(name,)) for name in ("soft-margin-svm", "fisher"))
    assert dashes(Request(panels=tuple(alone))) == [None, None]


def test_a_pattern_of_dashes_is_whole_in_larger_text_and_in_every_format() -> None:
    style = replace(ExportOptions().drawing_theme.style("boundary"), dash=(8.0, 2.0, 1.0, 2.0))
    assert enlarge_style(style, 2.0).dash == (16.0, 4.0, 2.0, 4.0)
    document = of_method(SoftMarginSVM()).adding(Fisher()).adding(LogisticRegression())
    grid = composite((Shot(scene_of(document)),), Request(), grey := ExportOptions(theme="grey"))
    svg, tikz = (figure_bytes(grid, suffix, grey).decode() for suffix in (".svg", ".tikz"))
    assert re.search(r'stroke-dasharray="[\d.]+ [\d.]+ [\d.]+ [\d.]+"', svg)
    assert re.search(r"dash pattern=on [\d.]+bp off [\d.]+bp on [\d.]+bp off [\d.]+bp", tikz)


def test_a_plane_without_points_says_nothing_of_clicks_on_paper() -> None:
    request = Request(views=("canvas", "errors"))
    empty = Document.empty().adding(Fisher())
    page = page_of_scene(scene_of(empty), request, ExportOptions.sized("a4-column"))
    surface = RecordingSurface()
    draw_page(surface, page)
    texts = " ".join(text["layout"].markup for text in surface.named("text"))
    assert "click" not in texts
    assert "no points yet" in texts
