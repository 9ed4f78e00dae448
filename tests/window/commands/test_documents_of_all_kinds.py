"""Every kind of file that opens is a document: its name is in the title, saving writes it, and
keeps all that was not edited.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.recipe import recipe_of
from linclass_gui.figures.requests import Recipe
from linclass_gui.files.codec import encode, load_document, save_document
from linclass_gui.files.first_picture import open_document
from linclass_gui.files.shipped import assets, lesson_path
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.lesson_file import read_lesson
from linclass_gui.scene.document import Document
from linclass_gui.window.commands import exporting, files, overwriting
from linclass_gui.window.dialogs import forms
from linclass_gui.window.lessons import commands as lessons
from linclass_gui.window.main_window import MainWindow

# with steps, predictions, questions, slips
WORDY = ("dual", "hard-margin")


@pytest.fixture(autouse=True)
def no_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question or an error in these tests is a fault."""

    def fail(*words: object) -> str:
        raise AssertionError(words)

    for module in (forms, exporting, overwriting, lessons):
        monkeypatch.setattr(module, "say_error", fail)
    monkeypatch.setattr(files, "ask_about_changes", fail)
    monkeypatch.setattr(overwriting, "ask_to_replace", fail)
    monkeypatch.setattr(files, "ask_where_to_save", fail)


def move_a_point(window: MainWindow) -> None:
    document = window.session.committed
    dataset = document.dataset
    window.session.apply(
        "Move", replace(document, dataset=dataset.moved([0], dataset.X[:1] + 0.125))
    )


def copied(name: str, folder: Path) -> Path:
    path = folder / "my-lesson.json"
    path.write_bytes(lesson_path(name).read_bytes())
    return path


def raw_of(path: Path) -> dict[str, Any]:
    raw: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    raw["data"]["points"][0] = None
    return raw


def wordy_lessons() -> list[Any]:
    names = [lesson.name for lesson in shipped_course().lessons]
    return [
        name if name in WORDY else pytest.param(name, marks=pytest.mark.exhaustive)
        for name in names
    ]


@pytest.mark.parametrize("name", wordy_lessons())
def test_a_lesson_that_was_opened_by_its_file_is_one_and_stays_one(
    window: MainWindow, tmp_path: Path, name: str
) -> None:
    """Whatever was shown of it: its words, steps and goal stay, and the scene with which it
    begins.
    """
    path = copied(name, tmp_path)
    before, text = raw_of(path), path.read_text(encoding="utf-8")
    coursework = window.lessons.coursework
    assert window.files.open_path(path)
    assert coursework.lesson is not None
    assert coursework.lesson.text == read_lesson(path).text
    assert not window.lessons.panel.isHidden()
    assert (window.session.path, window.session.is_modified) == (path, False)
    assert window.windowTitle().startswith("my-lesson.json")
    assert window.files.save()
    assert path.read_text(encoding="utf-8") == text
    move_a_point(window)
    assert window.files.save()
    assert raw_of(path) == before
    assert path.read_text(encoding="utf-8") != text
    edited = path.read_text(encoding="utf-8")
    coursework.show_answer()
    while coursework.reveal():
        pass
    assert window.files.save()
    assert path.read_text(encoding="utf-8") == edited
    assert window.session.path == path


def test_a_lesson_with_a_mistake_opens_as_a_scene_and_says_so(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(lessons, "say_error", lambda parent, sentence: said.append(sentence))
    path = copied("xor", tmp_path)
    raw = json.loads(path.read_text(encoding="utf-8"))
    raw["lesson"]["gaol"] = {"say": "misspelled"}
    path.write_text(json.dumps(raw), encoding="utf-8")
    assert window.files.open_path(path)
    qtbot.waitUntil(lambda: bool(said))
    assert "gaol" in said[0]
    assert window.lessons.coursework.lesson is None
    assert window.files.save()
    assert json.loads(path.read_text(encoding="utf-8")) == raw


@pytest.mark.parametrize(
    "path", [lesson_path("xor"), *sorted((assets() / "lessons" / "beside").glob("*.json"))[:1]]
)
def test_the_shipped_course_is_not_overwritten(
    window: MainWindow, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, asked = path.read_bytes(), []
    monkeypatch.setattr(files, "ask_where_to_save", lambda *words: asked.append(words))
    assert window.files.open_path(path)
    move_a_point(window)
    assert not window.files.save()
    assert len(asked) == 1
    assert path.read_bytes() == before
    assert window.session.path is None
    assert (window.lessons.coursework.lesson is not None) == (path.stem == "xor")
    window.session.undo_stack.setClean()


def test_changing_columns_keeps_what_the_file_says_besides(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = {"format": "svg", "width": 50.0}
    document = replace(
        open_document("example:iris"), further={"newer": 1}, recipe=recipe, notes="Seen."
    )
    path = tmp_path / "iris.json"
    save_document(document, path)
    window.files.open_path(path)
    monkeypatch.setattr(
        window.files,
        "_choose_columns",
        lambda table, reading, remark: (open_document("example:iris"), reading),
    )
    window.files.change_columns()
    assert window.session.is_modified
    changed = window.session.document
    assert (changed.further, changed.recipe, changed.notes) == ({"newer": 1}, recipe, "Seen.")


# --- figures --------------------------------------------------------------------------------------


def slide(window: MainWindow, path: Path, *others: Path) -> Recipe:
    """A figure of the open scene, besides others, with settings of its own."""
    request = Recipe(views=("canvas",), letters=False, scenes=tuple(map(str, others)))
    recipe = replace(request, suffix=path.suffix).at(ExportOptions(68.0, 62.0, font_size_pt=7.0))
    assert window.exporting.write(recipe, path)
    return recipe


@pytest.mark.parametrize(
    "suffix", [".svg", ".pdf", pytest.param(".tikz", marks=pytest.mark.exhaustive)]
)
def test_a_figure_that_was_opened_is_a_document(
    window: MainWindow, tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"s1{suffix}"
    window.session.load(replace(window.session.document, further={"newer": [1]}))
    recipe = slide(window, path)
    before = path.read_bytes()
    window.files.new()
    assert window.files.open_path(path)
    assert window.windowTitle().startswith(path.name)
    assert window.settings.recent_files[0] == path.resolve()
    assert window.files.save()
    assert path.read_bytes() == before
    for key in ("save", "export-again"):
        move_a_point(window)
        assert window.session.is_modified
        window.actions_by_id[key].trigger()
        assert not window.session.is_modified
        assert path.read_bytes() != before
        document = load_document(path)
        assert document.further == {"newer": [1]}
        assert encode(replace(document, recipe=None)) == encode(
            replace(window.session.document, recipe=None)
        )
        assert recipe_of(document.recipe or {}, "s1") == recipe
        before = path.read_bytes()
    window.files.new()  # without a question


def scenes_in(path: Path) -> dict[str, Document]:
    """The scenes that a figure holds, by their titles."""
    document = load_document(path)
    other_scenes = recipe_of(document.recipe or {}, "figure").scene_documents
    return {scene.title: scene for scene in (document, *other_scenes.values())}


def test_every_scene_of_a_figure_is_edited_as_a_part_of_it(
    window: MainWindow, tmp_path: Path, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    others, path = [tmp_path / "b.json", tmp_path / "c.json"], tmp_path / "s1.svg"
    for name, other in zip("BC", others, strict=True):
        save_document(replace(document, title=name), other)
    window.session.load(replace(document, title="A"))
    slide(window, path, *others)
    for other in others:
        other.unlink()
    asked: list[str] = []
    monkeypatch.setattr(files, "ask_about_changes", lambda _, name: asked.append(name) or "cancel")
    window.files.new()
    asked.clear()
    window.files.open_path(path)
    before = scenes_in(path)

    def show(title: str) -> None:
        menu = QMenu()
        window.files.fill_scenes(menu)
        next(a for a in menu.actions() if a.text() == title).trigger()
        assert window.session.document.title == title
        assert window.session.name == "s1.svg"

    move_a_point(window)
    show("B")
    assert window.session.is_modified  # the first scene is not saved yet
    move_a_point(window)
    show("C")
    assert sorted(window.exporting.unsaved_scenes) == [
        "A, a scene of s1.svg",
        "B, a scene of s1.svg",
    ]
    show("B")
    moved = window.session.document.dataset
    window.actions_by_id["save"].trigger()
    assert not window.session.is_modified
    after = scenes_in(path)
    assert list(after) == ["A", "B", "C"]
    assert np.array_equal(after["B"].dataset.X, moved.X)
    changed = [t for t in after if not np.array_equal(after[t].dataset.X, before[t].dataset.X)]
    assert changed == ["A", "B"]
    show("A")
    assert np.array_equal(window.session.document.dataset.X, after["A"].dataset.X)
    assert not window.session.is_modified
    window.actions_by_id["export-again"].trigger()
    assert list(scenes_in(path)) == ["A", "B", "C"]
    assert asked == []


@pytest.mark.parametrize("kind", ["scene", "figure"])
def test_a_prediction_that_is_open_hides_nothing_in_the_file(
    window: MainWindow, tmp_path: Path, kind: str
) -> None:
    """Saved in the middle of a question to the room, the file had lost its method and its
    layers.
    """
    path = tmp_path / ("talk.json" if kind == "scene" else "talk.svg")
    if kind == "scene":
        assert window.files.save_to(path)
    else:
        slide(window, path)
        window.files.new()
        assert window.files.open_path(path)
    before = window.session.committed
    assert any(method.enabled for method in before.methods)
    window.lessons.coursework.predict()
    assert window.lessons.coursework.is_hidden
    move_a_point(window)
    assert window.files.save()
    kept = load_document(path)
    assert (kept.methods, kept.layers, kept.trial) == (before.methods, before.layers, before.trial)
    assert kept.dataset.X[0].tolist() == (before.dataset.X[0] + 0.125).tolist()
    assert window.lessons.coursework.is_hidden


@pytest.mark.parametrize("choice", ["save", "discard", "cancel"])
def test_a_scene_saved_as_a_file_of_its_own_leaves_no_changes_of_its_figure_behind(
    window: MainWindow,
    tmp_path: Path,
    document: Document,
    choice: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other, path, own = tmp_path / "b.json", tmp_path / "s1.svg", tmp_path / "own.json"
    save_document(replace(document, title="B"), other)
    window.session.load(replace(document, title="A"))
    slide(window, path, other)
    asked: list[str] = []
    monkeypatch.setattr(files, "ask_about_changes", lambda _, name: asked.append(name) or choice)
    monkeypatch.setattr(files, "ask_where_to_save", lambda *_: (own, True))
    window.session.mark_saved(window.session.path)
    window.files.open_path(path)
    before = scenes_in(path)
    asked.clear()
    move_a_point(window)
    menu = QMenu()
    window.files.fill_scenes(menu)
    menu.actions()[0].trigger()
    assert window.files.save_as() is (choice != "cancel")
    assert asked == ["s1.svg, of which another scene has changed"]
    is_kept = (scenes_in(path)["A"].dataset.X != before["A"].dataset.X).any()
    assert (is_kept, own.exists()) == (choice == "save", choice != "cancel")
    assert window.session.path == (path if choice == "cancel" else own)


def test_starting_again_begins_with_what_was_saved_and_keeps_the_file(
    window: MainWindow, tmp_path: Path
) -> None:
    path = copied("where-to-cut", tmp_path)
    window.files.open_path(path)
    move_a_point(window)
    window.files.save()
    saved = path.read_text(encoding="utf-8")
    move_a_point(window)
    window.lessons.coursework.start_again()
    assert window.session.path == path
    assert window.session.is_modified, "the file holds the same, but what was moved can be had back"
    assert encode(window.lessons.coursework.as_saved(window.session.document)) == saved
    window.session.undo_stack.undo()
    assert encode(window.lessons.coursework.as_saved(window.session.document)) != saved


def test_an_export_elsewhere_leaves_the_figure_the_document(
    window: MainWindow, tmp_path: Path
) -> None:
    path, other = tmp_path / "s1.svg", tmp_path / "mail.png"
    recipe = slide(window, path)
    window.files.new()
    window.files.open_path(path)
    move_a_point(window)
    assert window.exporting.write(Recipe(width_mm=40.0, height_mm=30.0, suffix=".png"), other)
    assert window.session.is_modified
    assert window.session.name == "s1.svg"
    assert window.files.save()
    assert recipe_of(load_document(path).recipe or {}, "s1") == recipe
