"""Figures as panels of another figure: each keeps its step, and a film moves all that hold the
point.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from linclass_gui.answers.scenes import scene_of
from linclass_gui.answers.sweeps import Sweep
from linclass_gui.cli import main
from linclass_gui.errors import UserError
from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.pages import page_of_scene
from linclass_gui.figures.recipe import recipe_of
from linclass_gui.figures.requests import FigurePanel, Recipe
from linclass_gui.figures.shots import shots_of_scene
from linclass_gui.files.codec import encode, load_document
from linclass_gui.files.first_picture import open_document
from linclass_gui.scene.document import Document
from solvers import Dataset, LeastSquares, Perceptron

pytestmark = pytest.mark.usefixtures("qapp", "no_remarks")
OPTIONS = ExportOptions(width_mm=128.0, height_mm=64.0)


def clouds(method: object = Perceptron(), title: str = "") -> Document:
    """Two clouds away from the origin: the perceptron needs many steps."""
    X = np.random.default_rng(3).normal(size=(20, 2)) + np.repeat(
        [[4.0, 3.0], [7.0, 6.0]], 10, axis=0
    )
    return replace(
        Document(Dataset(np.round(X, 2), np.repeat([0, 1], 10)), title=title).adding(method),
        title=title,
    )


def test_a_sweep_over_steps_is_the_run_as_one_figure() -> None:
    document = clouds()
    shots = shots_of_scene(scene_of(document), Recipe(sweep=Sweep.parse("step=1,3,10")))
    alone = [scene_of(document, step).fits["m1"] for step in (1, 3, 10)]
    assert [shot.title for shot in shots] == ["step 1", "step 3", "step 10"]
    assert [shot.scene.fits["m1"].b for shot in shots] == [fit.b for fit in alone]
    assert len({tuple(fit.w) for fit in alone}) == 3


def test_a_step_of_no_run_is_refused() -> None:
    with pytest.raises(UserError, match="no method that is on has steps"):
        scene_of(clouds(LeastSquares()), 2)
    document = clouds()
    off = document.with_method(replace(document.methods[0], enabled=False)).adding(LeastSquares())
    with pytest.raises(UserError, match="no method that is on has steps"):
        scene_of(off, 2)


@pytest.fixture
def steps(tmp_path: Path) -> Path:
    """A scene, and figures of it at the steps 1 and 2."""
    (tmp_path / "s.json").write_text(encode(clouds(title="run")))
    for step in ("1", "2"):
        assert (
            main(
                [
                    "export",
                    str(tmp_path / "s.json"),
                    "-o",
                    str(tmp_path / f"k{step}.svg"),
                    "--step",
                    step,
                ]
            )
            == 0
        )
    return tmp_path


def drawn(figure: Path) -> tuple[list[float], list[str]]:
    """The offset of the perceptron in every panel of a figure, and the titles."""
    document = open_document(str(figure))
    request = recipe_of(document.recipe or {}, str(figure))
    shots = shots_of_scene(scene_of(document, request.step), request)
    return [shot.scene.fits["m1"].b for shot in shots], [shot.title for shot in shots]


@pytest.mark.parametrize("titles", [(), ("1 update", "2 updates", "end")])
def test_a_figure_keeps_its_step_as_a_panel(steps: Path, titles: tuple[str, ...]) -> None:
    names = [str(steps / name) for name in ("k1.svg", "k2.svg", "s.json")]
    out = steps / "all.svg"
    assert (
        main(
            [
                "export",
                *names,
                "--grid",
                "1x3",
                "-o",
                str(out),
                *(["--titles", *titles] if titles else []),
            ]
        )
        == 0
    )
    expected = [scene_of(clouds(), step).fits["m1"].b for step in (1, 2, None)]
    assert drawn(out) == (expected, list(titles or ("run, step 1", "run, step 2", "run")))
    for name in names:
        Path(name).unlink()
    assert drawn(out)[0] == expected  # the figure holds it all


def test_panels_say_their_step_in_recipes_and_commands(
    steps: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = steps / "two.svg"
    command = [
        "export",
        str(steps / "s.json"),
        "-o",
        str(out),
        "--panel",
        ". step=1",
        "--panel",
        ". step=4",
    ]
    assert main(command) == 0
    assert drawn(out)[0] == [scene_of(clouds(), step).fits["m1"].b for step in (1, 4)]
    assert main([*command[:-1], ". step=-1"]) != 0
    assert "step must be a whole number" in capsys.readouterr().err


def test_a_view_for_all_is_that_of_the_panels_that_name_none(
    steps: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = steps / "views.svg"
    panels = ["--panel", ". step=1", "--panel", ". view=canvas"]
    command = ["export", str(steps / "s.json"), "-o", str(out), *panels]
    assert main([*command, "--view", "projection"]) == 0
    views = [panel.get("view", "canvas") for panel in load_document(out).recipe["panels"]]
    assert views == ["projection", "canvas"]
    assert main([*command, "--views", "projection,losses"]) != 0
    assert "a panel shows one view: write it in the panel" in capsys.readouterr().err


def test_a_layer_that_was_chosen_and_cannot_be_drawn_is_said() -> None:
    scene = scene_of(replace(clouds(LeastSquares()), layers=frozenset({"margins", "parabola"})))
    page = page_of_scene(scene, Recipe().at(OPTIONS))
    assert page.remarks == ("Parabola: needs points (x, x²)",), "margins are there by default"


@pytest.mark.parametrize(("theme", "count"), [("print", 1), ("light", 0)])
def test_half_planes_that_a_panel_asks_for_and_the_paper_leaves_white_are_said(
    theme: str, count: int
) -> None:
    panel = FigurePanel(layers=frozenset({"half-planes", "boundary"}))
    options = replace(OPTIONS, theme=theme)
    page = page_of_scene(scene_of(clouds(LeastSquares())), Recipe(panels=(panel,)).at(options))
    assert len(page.remarks) == count
