"""Blocks of worked numbers as panels of a figure: each in its panel, in every format, whole or with
a sentence that says what is missing.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from recording import RecordingSurface

from linclass_gui.answers.scenes import scene_of
from linclass_gui.answers.sweeps import Sweep
from linclass_gui.cli import main
from linclass_gui.draw.blocks import (
    SMALLEST,
    TABLE,
    Blocks,
    lay_out_blocks,
)
from linclass_gui.draw.lettering import Glyphs
from linclass_gui.draw.paper import Page, draw_page
from linclass_gui.figures.formats import EXPORTERS, ExportOptions
from linclass_gui.figures.legibility import findings_of, remarks
from linclass_gui.figures.pages import page_of_scene
from linclass_gui.figures.recipe import recipe_of
from linclass_gui.figures.requests import FigurePanel, Recipe
from linclass_gui.figures.sources import FIGURE_BLOCKS, NUMBERS
from linclass_gui.files.first_picture import open_document
from linclass_gui.lessons.numbers import BLOCKS, numbers_of
from linclass_gui.lessons.numbers.block import Numbers, TableOfNumbers
from linclass_gui.markup.mathtext import plain
from linclass_gui.scene.scene import Hover, Scene
from solvers import Fisher, Softmax

pytestmark = pytest.mark.usefixtures("qapp", "no_remarks")
LESSONS = (
    "fisher-example",
    "hard-margin",
    "bayes",
    "newton",
    "counting-words",
    "three-irises",
    "held-back",
    "priors-and-costs",
    "least-squares-is-fisher",
)
COLUMN, BESIDE = ExportOptions(), ExportOptions(width_mm=160.0, height_mm=75.0)
ALONE = "fisher-example"


@cache
def scene_named(name: str) -> Scene:
    if name == "wine":
        return scene_of(open_document("example:wine").adding(Fisher()))
    if name == "softmax":
        return scene_of(open_document("lesson:many-classes").adding(Softmax(l2=0.05)))
    return scene_of(replace(open_document(f"lesson:{name}"), recipe=None))


@cache
def scene_with(block: str) -> Scene:
    """A scene that has these numbers."""
    scenes = map(scene_named, (*LESSONS, "wine", "softmax"))
    return next(scene for scene in scenes if not numbers_of(block, scene).needs)


def request_of(*blocks: str, beside_canvas: bool = False) -> Recipe:
    view = NUMBERS + "/".join(blocks)
    panels = (FigurePanel(), FigurePanel(view=view))
    return Recipe(panels=panels) if beside_canvas else Recipe(views=(view,))


def drawn_texts(page: Page) -> list[dict[str, Any]]:
    surface = RecordingSurface()
    draw_page(surface, page)
    return surface.named("text")


def texts(page: Page) -> Iterator[tuple[str, float, float, float]]:
    """The pieces of text of a page, each with its left and right end and its base line."""
    for call in drawn_texts(page):
        for piece in call["layout"].pieces:
            if isinstance(piece, Glyphs):
                x = call["x"] + piece.x
                yield piece.text, x, x + piece.width, call["y"] + piece.y


def written(blocks: Blocks) -> list[str]:
    """The pieces of text of some blocks."""
    rows = lay_out_blocks(blocks, 1e4).rows
    boxes = [text.box for row in rows for text in row.texts]
    return [piece.text for box in boxes for piece in box.pieces if isinstance(piece, Glyphs)]


@pytest.mark.parametrize("beside_canvas", [False, True])
@pytest.mark.parametrize("block", FIGURE_BLOCKS)
def test_a_block_is_whole_or_the_figure_says_what_it_leaves_out(
    block: str, beside_canvas: bool
) -> None:
    scene, options = scene_with(block), BESIDE if beside_canvas else COLUMN
    page = page_of_scene(scene, request_of(block, beside_canvas=beside_canvas).at(options))
    pieces = list(texts(page))
    for text, left, right, baseline in pieces:
        assert left > -0.5, text
        assert right < page.width + 0.5, text
        assert 0.0 < baseline < page.height, text
    panel = page.panels[-1].figure
    numbers = numbers_of(block, scene)
    missing = set(written((("", numbers),))) - {text for text, *_ in pieces}
    is_all = not panel.left_out
    assert is_all == (not {piece for piece in missing if " " not in piece})
    assert is_all or any(panel.left_out[0] in words for words in findings_of(page).left_out)


@pytest.mark.parametrize("block", FIGURE_BLOCKS)
def test_no_two_words_of_a_row_touch(block: str) -> None:
    calls = drawn_texts(page_of_scene(scene_with(block), request_of(block).at(COLUMN)))
    boxes = [(round(c["y"], 3), c["x"], c["x"] + c["layout"].width) for c in calls]
    for one, two in pairwise(sorted(boxes)):
        assert one[0] < two[0] or one[2] < two[1] + 0.1, (one, two)


@pytest.mark.parametrize("suffix", [".pdf", ".svg", ".png", ".tikz", ".html", ".apng"])
def test_every_format_has_the_numbers(suffix: str) -> None:
    exporter = next(exporter for exporter in EXPORTERS if exporter.suffix == suffix)
    empty = page_of_scene(scene_named(ALONE), request_of("gaussian").at(COLUMN))
    for blocks in (("S_W", "w", "eigenvalue"), ("projected",)):
        page = page_of_scene(scene_named(ALONE), request_of(*blocks).at(COLUMN))
        content = exporter.encode(page, COLUMN)
        assert content == exporter.encode(page, COLUMN)
        assert content != exporter.encode(replace(empty, alt=page.alt), COLUMN)


def test_readers_who_cannot_see_the_numbers_are_told_them() -> None:
    page = page_of_scene(scene_named(ALONE), request_of("C", "w", beside_canvas=True).at(BESIDE))
    assert "(b) Scatter of all points: C = 2.5 −0.5; −0.5 5.8333" in page.alt
    assert "Fisher's direction: w = SW⁻¹(m1 − m2) = −76; −36" in page.alt


def test_numbers_that_the_scene_does_not_have_are_a_sentence() -> None:
    page = page_of_scene(scene_named(ALONE), request_of("gaussian").at(COLUMN))
    assert page.figure.message == numbers_of("gaussian", scene_named(ALONE)).needs
    assert not page.figure.marks


def test_a_block_is_shrunk_while_it_is_legible_and_then_the_size_that_shows_it_is_said() -> None:
    scene = scene_with("slackness")
    usual = page_of_scene(scene, request_of("slackness").at(replace(COLUMN, height_mm=90.0)))
    lower = page_of_scene(scene, request_of("slackness").at(COLUMN))
    assert 6.0 <= lower.figure.least_text < usual.figure.least_text
    assert not findings_of(lower).is_crowded
    words = remarks(scene, request_of("slackness").at(replace(COLUMN, height_mm=40.0)))
    assert re.match(r"Left out: \d+ of 14 rows of Complementary products", words)
    assert "Everything fits from " in words


def test_a_recipe_of_numbers_reopens_and_gives_the_same_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    panel = ". view=numbers:S_W/w/Y^+/weight-terms@0.25:-3 title='By hand'"
    words = ["--panel", ".", "--panel", panel, "--width", "160mm", "--height", "75mm"]
    assert main(["export", f"lesson:{ALONE}", "-o", str(one), *words]) == 0
    assert main(["export", str(one), "-o", str(two)]) == 0
    assert one.read_bytes() == two.read_bytes()


def test_unknown_numbers_are_refused_with_the_names_there_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = str(tmp_path / "x.svg")
    assert main(["export", f"lesson:{ALONE}", "-o", target, "--view", "numbers:S_w"]) == 2
    assert "no block of numbers 'S_w' (did you mean S_W?)" in capsys.readouterr().err
    with pytest.raises(ValueError, match="no block of numbers ''"):
        recipe_of({"views": ["numbers:S_W/"]}, "a recipe")
    assert main(["list", "numbers"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == [block.name + "@3" * block.follows_pointer for block in BLOCKS]


@pytest.mark.parametrize(
    ("place", "hover"), [("3", Hover((1.0, 6.0), 2)), ("-0.5:1e1", Hover((-0.5, 10.0)))]
)
@pytest.mark.parametrize("block", ["terms", "weight-terms"])
def test_the_terms_of_a_score_are_those_at_the_place_in_their_name(
    block: str, place: str, hover: Hover
) -> None:
    scene = scene_with("kkt")
    if hover.row is not None:
        hover = replace(hover, at=tuple(scene.document.dataset.X[hover.row]))
    page = page_of_scene(scene, request_of(f"{block}@{place}").at(BESIDE))
    expected = numbers_of(block, replace(scene, hover=hover))
    assert expected.table is not None
    assert expected.words in page.alt
    assert (", point 3: " in page.alt) == (hover.row is not None)


@pytest.mark.parametrize(
    "place", ["", "@", "@0", "@-1", "@1.5", "@a", "@1:", "@1:2:3", "@nan:1", "@1:1e999", "@1_0"]
)
def test_terms_without_a_place_are_refused(
    place: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["export", f"lesson:{ALONE}", "-o", str(tmp_path / "x.svg")]
    assert main([*words, "--view", f"numbers:terms{place}"]) == 2
    assert "as in terms@3, or a place, as in terms@0.5:2" in capsys.readouterr().err
    with pytest.raises(ValueError, match=r"as in terms@3, or a place, as in terms@0\.5:2"):
        recipe_of({"views": [f"numbers:terms{place}"]}, "a recipe")
    assert main([*words, "--view", "numbers:S_W@3"]) == 2


def test_a_step_and_a_value_of_a_sweep_head_their_own_numbers() -> None:
    panels = tuple(FigurePanel(view="numbers:update", step=step) for step in (1, 2))
    page = page_of_scene(scene_named("newton"), Recipe(panels=panels).at(BESIDE))
    pieces = {text for text, *_ in texts(page)}
    assert {"update 1", "update 2"} <= pieces
    assert not {text for text in pieces if text.startswith("update 1 of")}
    request = replace(request_of("dual"), sweep=Sweep.parse("C=1,100"))
    page = page_of_scene(scene_of(open_document("lesson:soft-margin")), request.at(BESIDE))
    titles = [plain(panel.cell.title) for panel in page.panels]
    assert titles == ["The dual with its numbers, C = 1", "The dual with its numbers, C = 100"]


def test_a_panel_without_room_for_a_single_row_says_so_and_one_with_room_for_one_has_it() -> None:
    scene, request = scene_with("likelihood"), request_of("likelihood")
    page = page_of_scene(scene, request.at(COLUMN))
    assert page.figure.marks
    assert not page.figure.message
    page = page_of_scene(scene, request.at(replace(COLUMN, height_mm=40.0)))
    assert page.figure.message == "There is no room for these numbers here."
    assert findings_of(page).left_out == ("6 of 6 rows of Likelihood of softmax",)


def test_a_table_that_would_be_too_small_is_parted_and_keeps_its_first_column() -> None:
    head = ("i", *(f"number {k}" for k in range(5)))
    table = TableOfNumbers(head, tuple((str(i), *("-0.000225447",) * 5) for i in range(3)))
    blocks = (("", Numbers(table=table)),)
    rows = lay_out_blocks(blocks, 260.0).rows
    texts = [[text.box for text in row.texts] for row in rows]
    assert len(rows) == 2 * 4  # a head and three rows, twice
    assert [row[0].markup for row in texts] == ["i", "0", "1", "2"] * 2
    assert all(box.size >= SMALLEST * TABLE for row in texts for box in row)
    assert all(text.x + text.box.width <= 260.0 for row in rows for text in row.texts)


def test_a_single_row_that_is_too_wide_is_a_list_of_names_and_values() -> None:
    head = tuple(f"a rather long name {k}" for k in range(6))
    table = TableOfNumbers(head, (tuple(str(k) for k in range(6)),))
    rows = lay_out_blocks((("", Numbers(table=table)),), 260.0).rows
    texts = [[text.box.markup for text in row.texts] for row in rows]
    assert texts == [[name, str(k)] for k, name in enumerate(head)]
