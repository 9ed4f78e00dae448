"""Composites: panels aligned to the point, shared axes, one legend, and the swept value in each
panel.
"""

import itertools
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, three_clouds
from recording import RecordingSurface, figure_bytes

from linclass_gui.answers.scenes import scene_of
from linclass_gui.answers.sweeps import Sweep, short, sweep_variants, value_label
from linclass_gui.cli import main
from linclass_gui.draw.paper import Page
from linclass_gui.draw.paper.painting import draw_page
from linclass_gui.draw.placing.placer import words_and_losses
from linclass_gui.errors import UserError
from linclass_gui.figures.composites import composite
from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.pages import page_of_scene
from linclass_gui.figures.recipe import content_of
from linclass_gui.figures.requests import FigurePanel, Recipe
from linclass_gui.figures.shots import Shot
from linclass_gui.figures.sources import page_of
from linclass_gui.files.first_picture import open_document
from linclass_gui.scene.document import Document
from linclass_gui.scene.methods import SchemeChoice
from solvers import Fisher, LeastSquares, LogisticRegression, SoftMarginSVM

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
    return page_of(composite(shots, Recipe(columns=2, **how).at(options)), options)


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
    assert [p.has_x for p in panels] == [False, False, True, True]
    assert all(min(len(p.x_ticks.values), len(p.y_ticks.values)) >= 2 for p in panels)


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
    texts = re.findall(">([^<]+)</text>", figure_bytes(composite(shots, Recipe()), ".svg").decode())
    assert texts.count("class +") == 1


VIEWS = ("canvas", "projection", "roc", "precision", "cost", "losses", "errors", "weight-space")


@pytest.mark.parametrize("lesson", ["soft-margin", "landscapes", "many-classes"])
def test_no_words_of_small_panels_lie_on_others_and_every_one_has_room(lesson: str) -> None:
    rng, scene = np.random.default_rng(1), scene_of(open_document(f"lesson:{lesson}"))
    for size in 4 * (
        (128.0, 72.0, 10.0),
        (140.0, 70.0, 10.0),
        (84.0, 63.0, 8.0),
        (160.0, 140.0, 20.0),
    ):
        views = tuple(rng.choice(VIEWS, int(rng.integers(2, 5)), replace=False).tolist())
        page = page_of_scene(scene, Recipe(*size, views=views))
        draw_page(surface := RecordingSurface(), page)
        texts = [t for t in surface.named("text") if t["angle"] in (0.0, -90.0)]
        boxes = [
            (x, x + t["layout"].width, y - t["layout"].cap_height, y)
            if t["angle"] == 0.0
            else (x - t["layout"].cap_height, x, y - t["layout"].width, y)
            for t in texts
            for x, y in [(t["x"], t["y"])]
        ]
        for one, two in itertools.combinations(boxes, 2):
            assert one[1] <= two[0] or two[1] <= one[0] or one[3] <= two[2] or two[3] <= one[2]
        assert min(t["layout"].size for t in texts) > 5.5
        for panel in page.panels:
            assert min(panel.transform.width, panel.transform.height) > 3.0 * page.theme.caption


def test_everything_grows_with_the_text() -> None:
    scene = scene_of(open_document("lesson:hard-margin"))
    sizes = ExportOptions(84.0, 63.0), ExportOptions(210.0, 157.5, font_size_pt=20.0)
    small, large = (page_of_scene(scene, Recipe().at(options)) for options in sizes)
    one, other = (page.panels[0].transform for page in (large, small))
    assert one.view.box == pytest.approx(other.view.box)
    assert (one.left, one.top) == pytest.approx((2.5 * other.left, 2.5 * other.top))
    drawn = (content_of(scene, Recipe(suffix=".svg").at(options)).decode() for options in sizes)
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


@pytest.mark.parametrize(
    ("width", "height", "columns"),
    [(84.0, 63.0, 2), (84.0, 130.0, 1)],
)
def test_two_views_stand_where_they_have_the_most_room(
    shots: tuple[Shot, ...], width: float, height: float, columns: int
) -> None:
    grid = composite(
        shots[:1], Recipe(width_mm=width, height_mm=height, views=("canvas", "fisher-angle"))
    )
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


def test_the_same_axes_are_named_once(shots: tuple[Shot, ...]) -> None:
    """Ticks and names are at the left and below; a plot that all columns have has the names of its
    lanes at the right.
    """
    page = page_of(
        composite(shots, Recipe(views=("canvas", "path")).at(ExportOptions.sized("a4-text"))),
        ExportOptions.sized("a4-text"),
    )
    assert [
        len(panel.figure.lanes) and panel.figure.lanes[0].axis.label for panel in page.panels
    ] == [0] * 4 + [""] * 3 + ["margin"]
    assert [panel.has_y for panel in page.panels] == [True, False, False, False] * 2
    assert all(panel.has_x for panel in page.panels)


def legend_of(*documents: Document, **how: object) -> Page:
    scenes = tuple(f"{k}" for k in range(1, len(documents)))
    request = Recipe(
        scenes=scenes, scene_documents=dict(zip(scenes, documents[1:], strict=True)), **how
    )
    return page_of_scene(scene_of(documents[0]), request.at(ExportOptions.sized("beamer-16x9")))


def of_method(method: object, slot: int = 0) -> Document:
    document = replace(open_document("lesson:two-clouds"), methods=()).adding(method)
    return document.with_method(replace(document.methods[0], slot=slot))


def test_lines_of_one_look_or_one_name_are_told_apart_by_their_panels() -> None:
    page = legend_of(
        of_method(LeastSquares()),
        of_method(LogisticRegression()),
        of_method(LogisticRegression(l2=1.0), 2),
    )
    assert {"least squares (a)", "logistic (b)", "logistic (c)"} <= {
        key.name for key in page.legend
    }


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
            for entry in words_and_losses(panel.figure, panel.transform, page.theme_of(panel))[0]
            if entry.words.names_class
            for line in entry.lines
        ]
        for panel in page.panels
    ]


def test_the_first_of_three_panels_names_the_classes_and_the_legend_the_undecided() -> None:
    options = ExportOptions(160.0, 60.0)
    page = page_of(composite(schemes(), Recipe(columns=3).at(options)), options)
    first, *others = classes_named(page)
    assert sorted(first) == ["one", "three", "two"]
    assert others == [[], []]
    (undecided,) = (entry for entry in page.legend if entry.name == "undecided")
    assert undecided.under  # the hatching
    assert not {"one", "two", "three"} & {entry.name for entry in page.legend}


@pytest.mark.parametrize("views", [("confusion",), ("confusion", "confusion")])
@pytest.mark.parametrize("width", [40.0, 160.0])
def test_rows_of_a_confusion_without_names_are_told_by_a_legend(
    views: tuple[str, ...], width: float
) -> None:
    document = document_of(three_clouds(), (Fisher(),))
    names = ("a rather long name", "another name", "third")
    dataset = replace(document.dataset, class_names=names)
    scene = scene_of(replace(document, dataset=dataset))
    page = page_of_scene(
        scene, Recipe(width_mm=width, height_mm=0.6 * width, views=views, columns=2)
    )
    named = [
        words_and_losses(panel.figure, panel.transform, page.theme_of(panel))[0]
        for panel in page.panels
    ]
    in_legend = {entry.name for entry in page.legend}
    assert set(names) == in_legend if not all(named) else not in_legend


def test_dashes_name_the_methods_of_a_grey_figure_where_a_panel_shows_several() -> None:
    document = of_method(SoftMarginSVM()).adding(Fisher()).adding(LogisticRegression())
    grey = ExportOptions(theme="grey")

    def dashes(request: Recipe) -> list[tuple[float, ...] | None]:
        page = page_of_scene(scene_of(document), request.at(grey))
        marks = [mark for panel in page.panels for mark in panel.figure.marks]
        slots = dict.fromkeys(mark.slot for mark in marks if mark.role == "boundary")
        return [page.theme.style("boundary", slot).dash for slot in slots]

    together = dashes(Recipe())
    assert len(set(together)) == 3
    assert None in together
    alone = (FigurePanel(methods=(name,)) for name in ("soft-margin-svm", "fisher"))
    assert dashes(Recipe(panels=tuple(alone))) == [None, None]


def test_panels_of_three_classes_say_wrong_and_undecided_points() -> None:
    pages = composite(schemes(), Recipe(width_mm=160.0, height_mm=60.0))
    notes = [cell.note for cell in pages.cells]
    fits = [shot.scene.answer for shot in schemes()]
    for note, fit in zip(notes, fits, strict=True):
        undecided = int(fit.undecided(fit.problem.X).sum())
        more = f", {undecided} undecided" if undecided else ""
        assert note == f"{fit.certificate.errors} wrong{more}"
    assert any("undecided" in note for note in notes)


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
    recipe = Recipe(*size, views=views, columns=len(views))
    page = page_of(composite(shots, recipe), recipe)
    tops = {panel.transform.top for panel in page.panels}
    bottoms = {panel.transform.bottom for panel in page.panels}
    assert len(tops) == len(bottoms) == 1
    for panel in page.panels:
        assert not panel.figure.square or panel.transform.width == panel.transform.height
        assert panel.transform.right <= page.width
