"""What a figure leaves out at its size is said, with the smallest size at which it leaves out
nothing.
"""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of
from figures.random_scenes import case
from recording import RecordingSurface

from linclass_gui.answers.sweeps import Sweep
from linclass_gui.cli import main
from linclass_gui.draw.paper import Page
from linclass_gui.draw.paper.page_words import HEAD_SPACE
from linclass_gui.draw.paper.painting import draw_page
from linclass_gui.draw.placing.obstacles import Edges, text_edges
from linclass_gui.draw.placing.placer import with_words
from linclass_gui.figures.composites import composite
from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.legibility import findings_of, remarks
from linclass_gui.figures.pages import page_of_scene
from linclass_gui.figures.recipe import content_of
from linclass_gui.figures.requests import Recipe
from linclass_gui.figures.shots import shots_of_scene
from linclass_gui.figures.sources import page_of
from linclass_gui.files.codec import decode, save_document
from linclass_gui.files.embedded_scene import embedded_text
from linclass_gui.files.first_picture import open_document
from linclass_gui.scene.annotations import Annotation, Kind
from linclass_gui.scene.marks import Text
from linclass_gui.scene.scene import Scene

pytestmark = pytest.mark.usefixtures("qapp")
LAYERS = frozenset(
    {"half-planes", "boundary", "margins", "support-vectors", "hulls", "closest-pair", "width"}
)
SECOND = "the second of two long values"
VALUES, SIDES, MEASURE = ("f(x) = +1", "f(x) = -1"), ("f(x) > 0", "f(x) < 0"), r"2/\|w\|"


@pytest.fixture(scope="module")
def scene() -> Scene:
    """The hard margin with all that belongs to it."""
    return scene_of(replace(open_document("lesson:hard-margin"), layers=LAYERS, recipe=None))


def sized(width: float) -> ExportOptions:
    return ExportOptions(width_mm=width, height_mm=0.91 * width)


def findings(scene: Scene, options: ExportOptions) -> str:
    return findings_of(
        page_of(composite(shots_of_scene(scene, Recipe()), Recipe().at(options)), options)
    ).sentence


@pytest.mark.parametrize("width", [40.0, 52.0, 84.0])
def test_symmetric_words_go_together_and_the_measure_last(scene: Scene, width: float) -> None:
    nodes = [
        line
        for line in content_of(scene, Recipe(suffix=".tikz").at(sized(width))).decode().splitlines()
        if "node" in line
    ]
    picture, said = (
        re.sub(r"\$\\?|\\ ", "", "".join(nodes)),
        findings(scene, sized(width)).replace("−", "-"),
    )
    for pair in (VALUES, SIDES):
        assert picture.count(pair[0]) == picture.count(pair[1]) <= 1
        assert all((words in said) is (words not in picture and pair is VALUES) for words in pair)
    assert picture.count(MEASURE) == 1


def test_the_size_that_is_proposed_leaves_out_nothing_and_a_much_smaller_one_does(
    scene: Scene,
) -> None:
    said = remarks(scene, Recipe().at(sized(46.0)))
    assert said.startswith("Left out: f(x) = +1, f(x) = −1."), (
        "the sign of f beside the name of a class is decoration"
    )
    width, height = map(float, re.findall(r"from ([\d.]+) × ([\d.]+) mm", said)[0])
    assert height == pytest.approx(0.91 * width, abs=0.1)
    assert findings(scene, sized(width)) == ""
    assert findings(scene, sized(0.9 * width)) != ""
    assert remarks(scene, Recipe().at(sized(width))) == ""


@pytest.mark.slow
def test_small_text_and_small_panels_are_said(scene: Scene) -> None:
    small = replace(sized(160.0), font_size_pt=5.0)
    assert findings(scene, small) == "Tick labels of 5 pt."
    assert "fits from" not in remarks(scene, Recipe().at(small)), "no page makes them larger"
    two = Recipe(views=("canvas", "losses"))
    page = page_of_scene(scene, two.at(ExportOptions(width_mm=60.0, height_mm=40.0)))
    assert re.search(r"[Pp]anels of [12]?\d mm", findings_of(page).sentence)


def test_titles_and_notes_are_looked_at_too() -> None:
    two = Recipe(sweep=Sweep("C", ("1", "10")), columns=2)
    soft = scene_of(replace(open_document("lesson:soft-margin"), recipe=None))
    grid = replace(composite(shots_of_scene(soft, two), two.at(sized(60.0))), legend=())

    def page(**said: str) -> Page:
        return page_of(
            replace(grid, cells=tuple(replace(cell, short_note="", **said) for cell in grid.cells)),
            sized(60.0),
        )

    assert (
        SECOND
        in findings_of(
            page(title="C", note=f"{SECOND.replace('second', 'first')}{HEAD_SPACE}{SECOND}")
        ).left_out
    )
    long = page(title=12 * "long ", note="3 wrong")
    assert long.panels[0].cell.title in findings_of(long).left_out, "it is cut, not written small"


def test_the_command_line_says_it_in_one_line_and_nothing_where_all_is_well(
    scene: Scene, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, figure = tmp_path / "scene.json", tmp_path / "figure.pdf"
    save_document(scene.document, file)
    for width, lines in (("30mm", 1), ("84mm", 0)):
        assert (
            main(["export", str(file), "-o", str(figure), "--width", width, "--height", "63mm"])
            == 0
        )
        said = capsys.readouterr()
        assert said.out == f"{figure}\n"
        assert said.err.count("\n") == lines


def test_a_figure_has_names_of_lines_or_none_and_its_scene_keeps_its_own(scene: Scene) -> None:
    for names in (True, False):
        content = content_of(scene, Recipe(suffix=".svg", names=names))
        assert content.count(b">hard margin<") == names
        assert decode(embedded_text(content, "a.svg"), "a.svg").names


LONG = "Nuclear-to-cytoplasmic ratio of all cells after normalisation"


def page_with(names: tuple[str, str], width: float, height: float, request: Recipe) -> Page:
    scene = scene_of(replace(open_document("lesson:two-clouds"), axis_names=names, recipe=None))
    options = ExportOptions(width_mm=width, height_mm=height)
    return page_of(composite(shots_of_scene(scene, request), request.at(options)), options)


@pytest.mark.parametrize(
    "request_",
    [Recipe(), Recipe(sweep=Sweep.parse("C=1,10,100,1000"), columns=2)],
    ids=["one", "grid"],
)
@pytest.mark.parametrize("size", [(62.0, 48.0), (140.0, 70.0)])
@pytest.mark.parametrize("place", [0, 1])
def test_the_name_of_an_axis_is_never_cut(
    place: int, size: tuple[float, float], request_: Recipe
) -> None:
    names = (LONG, "y") if place == 0 else ("x", LONG)
    page = page_with(names, *size, request_)
    surface = RecordingSurface()
    draw_page(surface, page)
    whole = shortened = 0
    for panel in page.panels:
        name = panel.axis_names(page.theme)[place]
        if (panel.has_x, panel.has_y)[place]:
            assert name.width <= panel.rooms[place] * (1.0 + 1e-6)
            assert name.size >= 0.8 * page.theme.text * (1.0 - 1e-6)
            whole, shortened = whole + (name.markup == LONG), shortened + name.markup.endswith("…")
    assert whole + shortened == sum((panel.has_x, panel.has_y)[place] for panel in page.panels)
    assert (LONG in findings_of(page).shortened) is bool(shortened)
    assert LONG in page.alt
    for text in surface.named("text"):
        if text["layout"].markup.startswith("Nuclear"):
            length = text["layout"].width
            start = text["x"] if place == 0 else text["y"] - length
            assert start >= 0.0
            assert start + length <= (page.width, page.height)[place]


def test_shares_without_room_are_said() -> None:
    scene, request = (
        scene_of(open_document("lesson:two-thresholds")),
        Recipe(views=("one-variable",)),
    )
    for width in (62.0, 84.0, 160.0):
        options = ExportOptions(width_mm=width, height_mm=0.75 * width)
        page = page_of(composite(shots_of_scene(scene, request), request.at(options)), options)
        surface = RecordingSurface()
        draw_page(surface, page)
        texts = " ".join(text["layout"].markup for text in surface.named("text"))
        said = " ".join(findings_of(page).left_out)
        for share in ("missed 19.1", "false alarms 5.9"):
            assert (share in texts) is not (share in said)


# fmt: on


def test_what_the_legend_names_is_not_said_to_be_left_out() -> None:
    made = case(18)  # a class without room for its name in its part of the plane
    page = page_of_scene(
        scene_of(made.document), made.recipe.at(ExportOptions(width_mm=62.0, height_mm=48.0))
    )
    named = {entry.name for entry in page.legend}
    assert named
    assert not named & set(findings_of(page).left_out)


def noted(*notes: Annotation) -> Page:
    document = replace(document_of(clouds(), ()), annotations=notes)
    options = ExportOptions(84.0, 63.0)
    return page_of_scene(scene_of(document), Recipe().at(options))


def places_of_notes(page: Page) -> list[tuple[Edges, Text]]:
    """The rectangles of the words of annotations as they are drawn."""
    panel, theme = page.panels[0], page.theme_of(page.panels[0])
    figure = with_words(panel.figure, panel.transform, theme)
    notes = [m for m in figure.marks if isinstance(m, Text) and m.role == "annotation"]
    return [(text_edges(mark, panel.transform, theme), mark) for mark in notes]


@pytest.mark.parametrize("kind", ["text", "arrow"])
def test_words_of_an_annotation_stay_in_the_frame_and_off_the_points(kind: Kind) -> None:
    X = clouds().X
    corner = (float(X[:, 0].min()), float(X[0, 1]))
    on_point = (float(X[5, 0]), float(X[5, 1]))
    for at in (corner, on_point):
        to = None if kind == "text" else (at[0] + 0.5, at[1])
        page = noted(Annotation(kind, at, to, "a remark of some words"))
        ((left, top, right, bottom), _) = places_of_notes(page)[0]
        t = page.panels[0].transform
        assert t.left <= left < right <= t.right
        assert t.top <= top < bottom <= t.bottom
        x, y = t.map(X).T
        assert not ((left < x) & (x < right) & (top < y) & (y < bottom)).any()
        assert not findings_of(page).covering


def test_words_that_can_be_read_where_they_were_put_stay_there_and_others_are_told() -> None:
    X = clouds().X
    grid = np.linspace(0.2, 0.8, 13)
    places = np.array([(x, y) for x in grid for y in grid]) * np.ptp(X, axis=0) + X.min(axis=0)
    distances = np.hypot(*(places[:, None] - X).transpose(2, 0, 1)).min(axis=1)
    x, y = places[np.argmax(distances)].tolist()
    free = noted(Annotation("text", (x, y), None, "o"))
    far_away = noted(Annotation("text", (1e6, 0.0), None, "out of sight"))
    assert [mark.offset for _, mark in places_of_notes(free)] == [(0.0, 0.0)]
    assert [mark.offset for _, mark in places_of_notes(far_away)] == [(0.0, 0.0)]
    assert findings_of(far_away).covering == ()
    long = " ".join(["words over everything"] * 3)
    full = noted(Annotation("text", (0.0, 0.0), None, "\n".join([long] * 8)))
    assert findings_of(full).covering[0].startswith("words over everything")
