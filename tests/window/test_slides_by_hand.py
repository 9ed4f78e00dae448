"""Slides of a lecture made in the window by hand, from an empty scene to the written file.

Each takes at most 20 actions (:mod:`by_hand` says what counts), panels of one scene at most 12;
points are counted apart.  Opened again, a point that is dragged moves in every panel of its scene.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot
from real_acts import (
    FILE,
    Act,
    answer_file_dialogs,
    choose,
    click,
    drag,
    entry,
    fill,
    find_layer,
    key,
    pasted,
    points,
    tab,
    tick_layer,
    work,
)

from linclass_gui.answers.scenes import scene_of
from linclass_gui.figures.recipe import recipe_of
from linclass_gui.figures.shots import Shot, shots_of_scene
from linclass_gui.files.codec import load_document
from linclass_gui.scene.document import Document
from linclass_gui.window.commands.exporting import last_drag
from linclass_gui.window.dialogs.panel_list import panels_of
from linclass_gui.window.main_window import MainWindow

MakeWindow = Callable[..., MainWindow]
SCENES = Path(__file__).parents[2] / "docs" / "lectures" / "scenes"
IRIS = Path(__file__).parents[2] / "assets" / "data" / "iris.csv"
MOST, FEW = 20, 12  # actions


@cache
def points_of(name: str) -> str:
    """The points of a scene, as lines of a table."""
    data = json.loads((SCENES / f"{name}.json").read_text(encoding="utf-8"))["data"]
    marks = ("−", "+") if len(data["classes"]) == 2 else data["classes"]
    rows = (f"{x}\t{y}\t{marks[label]}" for x, y, label in data["points"])
    return "\n".join(rows)


def export_dialog(size: str) -> list[Act]:
    return [key("Ctrl+Shift+E"), fill("Width, mm", size)]


WRITTEN = [click("Export…"), FILE]
ONLY = key("Ctrl+Shift+M")


def added(method: str) -> list[Act]:
    return [click("add-method"), entry(method)]


def each_method(*boxes: str) -> list[Act]:
    """A panel for each method, after clicks on these boxes; Fisher and soft margin are ticked."""
    return [
        tab("Panels"),
        click("add-panel"),
        entry("This scene for each method"),
        *(click(box) for box in boxes),
        key("Return"),
    ]


APART = [
    *(((x, y), 0) for x, y in ((-3, -1), (-1, -2), (-1, 0), (-2, 1.5), (-3.5, 0.6), (-2.2, -0.2))),
    *(((x, y), 1) for x, y in ((1, 1), (3, 1.6), (2.4, -1.4), (1, -0.5), (2, 2.3), (2, 0.2))),
]


@dataclass(frozen=True)
class Slide:
    """The actions from an empty scene to the file, how many there may be, and the titles of the
    panels.
    """

    acts: list[Act]
    titles: list[str]
    most: int = MOST
    suffix: str = ".pdf"


SLIDES = {
    "01-outlier": Slide(
        [
            pasted(points_of("outlier")),
            *export_dialog("160 x 60"),
            *each_method("Fisher discriminant", "Least squares", "Logistic regression"),
            *WRITTEN,
        ],
        ["Soft-margin SVM", "Least squares", "Logistic regression"],
        FEW,
    ),
    "03-hulls": Slide(
        [
            *points([place for place, label in APART if not label], [0] * 6),
            pasted("".join(f"{x}\t{y}\t+\n" for (x, y), label in APART if label)),
            *added("Hard-margin SVM"),
            ONLY,
            tick_layer("Closest pair"),
            *find_layer("Convex hulls"),
            drag((2.0, 0.2), (0.0, 0.2), "move"),
            drag((0.4, -1.4), (-0.6, -1.4), "move"),
            *export_dialog("160 x 60"),
            tab("Panels"),
            click("add-panel"),
            entry("This scene with earlier points"),
            click("Before: Move 6 points"),
            click("Before: Move 6 points (2)"),
            key("Return"),
            fill("Title of the panel", "Apart | Touching | Overlapping"),
            *WRITTEN,
        ],
        ["Apart", "Touching", "Overlapping"],
    ),
    "12-drag": Slide(
        [
            pasted(points_of("outlier")),
            *added("Least squares"),
            ONLY,
            drag((10.0, -4.0), (3.0, 0.5), "move"),
            *export_dialog("62 x 48"),
            *choose("Format", "GIF"),
            tab("Panels"),
            *choose("Motion", "film of a drag"),
            *WRITTEN,
        ],
        [""],
        suffix=".gif",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SLIDES)
def test_a_slide_takes_few_actions_and_follows_a_dragged_point_when_opened_again(
    name: str,
    make_window: MakeWindow,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slide, path = SLIDES[name], tmp_path / f"{name}{SLIDES[name].suffix}"
    window = make_window(Document.empty())
    window.files.new()
    answer_file_dialogs(monkeypatch, IRIS, path)
    count = work(qtbot, window, slide.acts)
    assert count <= slide.most
    assert [shot.title for shot in shots_of_file(path)] == slide.titles
    if slide.suffix == ".gif":
        drag_of_film = recipe_of(load_document(path).recipe or {}, path.name).drag
        np.testing.assert_allclose(drag_of_film, last_drag(window.session), rtol=1e-4)
        np.testing.assert_allclose(drag_of_film, (17, 10.0, -4.0, 3.0, 0.5), atol=0.05)
    window.session.undo_stack.setClean()
    window.close()

    again = make_window(Document.empty())
    answer_file_dialogs(monkeypatch, path, path)
    first = path.read_bytes()
    work(qtbot, again, [key("Ctrl+O"), FILE])
    points_before = again.session.document.dataset.X
    begin, end = free_way(again)
    work(qtbot, again, [drag(begin, end), key("Ctrl+E")])
    second = path.read_bytes()
    assert second != first
    assert (points_before != again.session.document.dataset.X).any(axis=1).sum() == 1
    assert not again.session.is_modified
    own = again.session.document.dataset
    request = recipe_of(load_document(path).recipe or {}, path.name)
    for shot, panel in zip(shots_of_file(path), panels_of(request), strict=False):
        if not panel.scene:
            np.testing.assert_array_equal(shot.scene.document.dataset.X, own.X)
            for fit in shot.scene.fits.values():
                np.testing.assert_array_equal(fit.problem.X, own.X)
    work(qtbot, again, [key("Ctrl+E")])
    assert path.read_bytes() == second


def free_way(window: MainWindow) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the point that stands most alone is, and a place a little nearer to the middle."""
    X = window.session.scene.document.dataset.X
    distances = np.linalg.norm(X[:, None] - X[None], axis=2) + np.where(np.eye(len(X)), np.inf, 0.0)
    row = int(distances.min(axis=1).argmax())
    begin, middle = X[row], X.mean(axis=0)
    end = begin + 0.3 * (middle - begin)
    return (float(begin[0]), float(begin[1])), (float(end[0]), float(end[1]))


def shots_of_file(path: Path) -> tuple[Shot, ...]:
    document = load_document(path)
    assert document.recipe is not None
    return shots_of_scene(scene_of(document), recipe_of(document.recipe, path.name))
