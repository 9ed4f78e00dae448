"""Recipes of figures: what a figure carries makes it again, byte for byte, and a project makes all
figures of a lecture.
"""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from drawing_scenes import clouds, document_of

from linclass_gui.answers import scenes
from linclass_gui.answers.scenes import scene_of
from linclass_gui.answers.sweeps import Sweep
from linclass_gui.cli import main
from linclass_gui.errors import UserError
from linclass_gui.figures.composites import composite
from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.project import append_figure, make_figures, read_project
from linclass_gui.figures.recipe import carried_document, content_of, merge, recipe_of, values_of
from linclass_gui.figures.requests import FigurePanel, Recipe
from linclass_gui.figures.shots import shots_of_scene
from linclass_gui.files.codec import load_document, save_document
from linclass_gui.scene.document import Document
from solvers import (
    SoftMarginSVM,
)

pytestmark = pytest.mark.usefixtures("qapp", "no_remarks")

SMALL = ExportOptions(68.0, 62.0, font_size_pt=7.0, dpi=40.0)
RECIPES = (
    Recipe(suffix=".pdf").at(SMALL),
    Recipe(suffix=".svg").at(
        replace(
            SMALL, theme="dark", transparent=True, line_factor=1.5, alt="two clouds", letter="(b)"
        )
    ),
    Recipe(suffix=".png", views=("canvas", "losses"), letters=False).at(SMALL),
    Recipe(suffix=".tikz", sweep=Sweep("C", ("1", "100")), columns=2, notes=False, legend=False).at(
        SMALL
    ),
    Recipe(suffix=".html", sweep=Sweep("C", ("1", "3")), motion="sweep").at(SMALL),
    Recipe(suffix=".gif", motion="drag", drag=(2, 0.5, 0.5), steps=True).at(SMALL),
    Recipe(suffix=".gif", motion="run", captions=False, steps=True).at(SMALL),
    Recipe(suffix=".svg", step=1, titles=("a step",)).at(SMALL),
    Recipe(
        suffix=".svg",
        axes="same",
        panels=(FigurePanel(), FigurePanel("lesson:xor", "canvas", "XOR", frozenset({"grid"}))),
    ).at(SMALL),
    Recipe(suffix=".html", live=True).at(SMALL),
    Recipe(suffix=".gif", motion="drag", drag=(2, -0.5, 1.5, 0.5, 0.5), steps=True).at(SMALL),
)


@pytest.fixture
def document() -> Document:
    return replace(
        document_of(clouds(16), (SoftMarginSVM(),)), layers=frozenset({"boundary", "margins"})
    )


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_a_recipe_comes_back_from_what_a_file_says_of_it(recipe: Recipe) -> None:
    assert recipe_of(values_of(recipe), "test") == recipe


@pytest.mark.slow
@pytest.mark.parametrize("recipe", [r for r in RECIPES if r.step is None], ids=str)
def test_a_figure_makes_itself_again_byte_for_byte(
    recipe: Recipe, document: Document, tmp_path: Path
) -> None:
    """The command line draws a figure as it is, where it is."""
    path, before = tmp_path / f"first{recipe.suffix}", content_of(scene_of(document), recipe)
    path.write_bytes(before)
    assert main(["export", str(path)]) == 0
    assert path.read_bytes() == before


def test_a_project_says_itself_where_its_figures_go(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    append_figure(tmp_path / "slides.toml", "lesson:hard-margin", "i.svg", {})
    assert main(["export", str(tmp_path / "slides.toml"), "-o", str(tmp_path / "elsewhere")]) == 2
    assert "leave out -o" in capsys.readouterr().err
    assert not (tmp_path / "i.svg").exists()


def test_one_file_of_a_series_is_not_written_over_by_the_series(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    append_figure(
        tmp_path / "slides.toml",
        "lesson:hard-margin",
        "i.svg",
        {"format": "svg", "series": "layers"},
    )
    list(make_figures(read_project(tmp_path / "slides.toml")))
    assert main(["export", str(tmp_path / "i-1-data.svg")]) == 2
    assert "say where the series goes" in capsys.readouterr().err


def test_other_scenes_travel_with_the_figure(document: Document, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    save_document(replace(document, title="the other one"), other)
    recipe = Recipe(suffix=".svg", scenes=(str(other),), titles=("before", "after")).at(SMALL)
    path = tmp_path / "pair.svg"
    path.write_bytes(content_of(scene_of(document), recipe))
    other.unlink()
    before = path.read_bytes()
    assert main(["export", str(path), "--theme", "grey", "-o", str(tmp_path / "grey.svg")]) == 0
    assert main(["export", str(path)]) == 0
    assert path.read_bytes() == before
    carried = load_document(tmp_path / "grey.svg").recipe
    assert carried["theme"] == "grey"
    assert carried["titles"] == ["before", "after"]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"width": "wide"}, "width must be a number"),
        ({"widht": 3}, "no entry 'widht'"),
        ({"width": 1.0}, "outside 10 to 2000 mm"),
        ({"size": "huge"}, "no size is called huge"),
        ({"theme": "neon"}, "no theme is called neon"),
        ({"format": "doc"}, "is no figure format"),
        ({"views": ["nowhere"]}, "there is no view 'nowhere'"),
        ({"views": []}, "there is no view ''"),
        ({"views": "canvas"}, "views must be a list"),
        ({"sweep": "C"}, "a sweep is written"),
        ({"axes": "equal"}, "axes must be one of"),
        ({"columns": 0}, "columns must be a whole number from 1"),
        ({"letters": 1}, "letters must be true or false"),
        ({"drag": [1, 2]}, "drag must be"),
        ({"panels": [{"sceen": "a"}]}, "panels must be objects with"),
        ({"scenes": [{"name": "a", "scene": {}}]}, "not a linclass scene"),
    ],
)
def test_what_cannot_be_is_said_with_its_place(values: dict[str, Any], words: str) -> None:
    with pytest.raises(UserError, match=words.replace("[", r"\[")) as raised:
        recipe_of(values, "f.toml, figure 2")
    assert str(raised.value).startswith("f.toml, figure 2")


def test_a_preset_and_a_width_alone_say_the_whole_size() -> None:
    assert recipe_of({"size": "powerpoint"}, "t") == Recipe.sized("powerpoint")
    half = recipe_of({"width": 42}, "t")
    assert (half.width_mm, half.height_mm) == (42.0, 31.5)
    narrower = recipe_of(merge(values_of(Recipe().at(SMALL)), {"width": 34.0}), "t")
    assert (narrower.width_mm, narrower.height_mm) == (34.0, 31.0)


def test_panels_of_the_command_line_are_scenes_views_and_titles(
    document: Document, tmp_path: Path
) -> None:
    scene, out = tmp_path / "my scene.json", tmp_path / "row.svg"
    save_document(document, scene)
    panels = (
        ". title=kernel",
        "lesson:xor view=feature-space title='Feature space'",
        f"{shlex.quote(str(scene))} layers=boundary",
    )
    assert (
        main(
            [
                "export",
                str(scene),
                "-o",
                str(out),
                *(word for panel in panels for word in ("--panel", panel)),
            ]
        )
        == 0
    )
    text = out.read_text()
    assert "Feature space" in text
    recipe = load_document(out).recipe
    assert [panel.get("view", "canvas") for panel in recipe["panels"]] == [
        "canvas",
        "feature-space",
        "canvas",
    ]
    assert main(["export", str(scene), "-o", str(out), "--panel", "'"]) == 2


def test_a_table_is_of_the_step_that_was_asked_for_and_says_that_it_has_no_panels(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = []
    for more in (["--step", "1"], ["--step", "2"], ["--panel", ".", "--panel", ". view=losses"]):
        assert main(["export", "lesson:perceptron", "-o", str(tmp_path / "t.csv"), *more]) == 0
        tables.append((tmp_path / "t.csv").read_text())
        assert ("no panels and no views" in capsys.readouterr().err) is ("--panel" in more)
    assert len(set(tables)) == 3


def test_axes_are_the_same_the_same_in_x1_or_free(document: Document) -> None:
    far = replace(document, dataset=document.dataset.moved(0, (40.0, 3.0)))

    def views(axes: Any) -> list[tuple[float, float, float, float]]:
        request = Recipe(scenes=("far",), scene_documents={"far": far}, axes=axes)
        grid = composite(shots_of_scene(scene_of(document), request), request.at(SMALL))
        return [cell.source.scene.document.looked_at.box for cell in grid.cells]

    near, wide = views("free")
    assert near[1] < wide[1]
    assert views("fit") == [near, wide]
    same = views("same")
    assert same[0] == same[1]
    assert same[0][1] == wide[1]
    first, second = views("same-x")
    assert first[:2] == second[:2] == same[0][:2]
    assert first[3] - first[2] == pytest.approx(second[3] - second[2])


# --- projects -------------------------------------------------------------------------------------


def test_what_is_said_of_a_lesson_is_drawn_in_place_of_its_own_figure(tmp_path: Path) -> None:
    project = tmp_path / "figures.toml"
    append_figure(project, "lesson:soft-margin", "own.svg", {})
    append_figure(project, "lesson:soft-margin", "pair.svg", {"views": ["canvas", "path"]})
    own, pair = (entry.recipe for entry in read_project(project))
    assert own.sweep is not None
    assert (pair.views, pair.sweep) == (("canvas", "path"), None)


def test_a_project_draws_what_changed_and_says_what_it_did(
    document: Document, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene, project = tmp_path / "scene.json", tmp_path / "figures.toml"
    save_document(document, scene)
    append_figure(
        project, "scene.json", "slides/one.pdf", values_of(Recipe(suffix=".pdf").at(SMALL))
    )
    append_figure(project, "lesson:xor", "two.svg", {"size": "beamer-16x9-half"})
    append_figure(project, "scene.json", "row.svg", values_of(RECIPES[7]))
    assert main(["export", str(project)]) == 0
    assert capsys.readouterr().out.split() == [
        *("written", str(tmp_path / "slides" / "one.pdf"), "written", str(tmp_path / "two.svg")),
        *("written", str(tmp_path / "row.svg")),
    ]
    assert main(["export", str(project)]) == 0
    assert capsys.readouterr().out.split()[::2] == ["unchanged"] * 3
    save_document(replace(document, dataset=document.dataset.moved(0, (0.0, 0.0))), scene)
    assert main(["export", str(project)]) == 0
    assert capsys.readouterr().out.split()[::2] == ["written", "unchanged", "written"]
    assert main(["export", str(project), "--all"]) == 0
    assert capsys.readouterr().out.split()[::2] == ["written"] * 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[figure]\n", "line 1.*not TOML"),
        ("x = " + "[" * 5000, "nested too deeply"),
        ("x = " + "1" * 5000, "too many digits"),
        ("title = 'x'\n", "a list of figures"),
        ("[[figure]]\noutput = 'a.pdf'\n", "figure 1: scene is missing"),
        ("[[figure]]\nscene = 'lesson:xor'\n", "figure 1: output is missing"),
        ("[[figure]]\nscene = 'lesson:xor'\noutput = 'a.doc'\n", "is no figure format"),
        ("[[figure]]\nscene = 'gone.json'\noutput = 'a.pdf'\n", "gone.json: no such file"),
        (
            "[[figure]]\nscene = 'lesson:xor'\noutput = 'a.pdf'\n" * 2,
            "two figures would be written",
        ),
    ],
)
def test_a_project_that_is_wrong_is_refused_before_anything_is_written(
    tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "figures.toml"
    path.write_text(text)
    with pytest.raises(UserError, match=words):
        list(make_figures(read_project(path)))
    assert [each.name for each in tmp_path.iterdir()] == ["figures.toml"]


def test_a_view_with_nothing_to_show_is_no_figure_and_a_project_may_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["export", "lesson:xor", "--view", "calibration", "-o", str(tmp_path / "a.svg")]) == 1
    )
    sentence = "view calibration has nothing to show: "
    assert sentence in capsys.readouterr().err
    project = tmp_path / "p.toml"
    panels = {"panels": [{"view": "canvas"}, {"view": "calibration"}]}
    append_figure(project, "lesson:xor", "b.svg", panels)
    append_figure(project, "lesson:xor", "c.svg", {})
    assert main(["export", str(project)]) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p.toml"]
    assert main(["export", str(project), "--keep-going"]) == 1
    assert "b.svg: " + sentence in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.svg", "p.toml"]


@pytest.mark.parametrize("output", ["../x.pdf", "mine.pdf", "mine.csv"])
def test_a_project_writes_below_its_folder_and_over_nothing_but_figures(
    output: str, tmp_path: Path
) -> None:
    (tmp_path / "p").mkdir()
    own_file = tmp_path / "p" / output
    own_file.write_text("1,2\n")
    append_figure(tmp_path / "p" / "f.toml", "lesson:xor", output, {})
    assert main(["export", str(tmp_path / "p" / "f.toml")]) == 2
    assert own_file.read_text() == "1,2\n"


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        (["--step", "3"], 1),
        (["--sweep", "max_epochs=1,2", "--grid", "2x2", "--views", "canvas,roc"], 3),
        (["--panel", ".", "--panel", "lesson:perceptron"], 2),
    ],
)
def test_what_a_figure_lacks_and_its_file_are_of_the_same_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], fits: int
) -> None:
    fitted: list[object] = []
    fit_now = scenes.fit_now
    monkeypatch.setattr(scenes, "fit_now", lambda *a, **k: fitted.append(a) or fit_now(*a, **k))
    assert main(["export", "lesson:perceptron", *options, "-o", str(tmp_path / "x.svg")]) == 0
    assert len(fitted) == fits


@pytest.mark.parametrize("recipe", [recipe for recipe in RECIPES if recipe.live or recipe.motion])
def test_another_format_of_what_computes_or_moves_is_its_figure(
    document: Document, tmp_path: Path, recipe: Recipe
) -> None:
    path = tmp_path / "scene.json"
    save_document(carried_document(document, recipe), path)
    assert main(["export", str(path), "-o", str(tmp_path / "figure.pdf")]) == 0
    drawn_recipe = load_document(tmp_path / "figure.pdf").recipe or {}
    assert not {"live", "motion"} & set(drawn_recipe)
    assert main(["export", str(path), "-o", str(tmp_path / "x.pdf"), "--drag", "2,0.5,0.5"]) == 2
