"""A talk in the window: opened, presented with a remote, changed, saved, extended, put in order."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from drawing_scenes import clouds, document_of
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu

from linclass_gui.figures.talk import add_slide, talk_of
from linclass_gui.files.codec import encode, load_document, save_document
from linclass_gui.files.toml_lists import toml_of
from linclass_gui.lessons.course import shipped_course
from linclass_gui.scene.document import Document
from linclass_gui.window.commands import files as files_module
from linclass_gui.window.dialogs import forms
from linclass_gui.window.dialogs.picture_cards import SUBJECT
from linclass_gui.window.lessons import talks as talks_module
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session.recovery import Recovery, left_over
from solvers import Fisher, SoftMarginSVM

PAGE_DOWN, PAGE_UP = Qt.Key.Key_PageDown, Qt.Key.Key_PageUp


def _scene(title: str = "", seed: int = 1) -> Document:
    document = document_of(clouds(12, seed=seed), (SoftMarginSVM(), Fisher()))
    return replace(document, title=title, layers=frozenset({"points", "boundary"}))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for k, name in enumerate(("1-a", "2-b", "10-c"), 1):
        save_document(_scene("", k), tmp_path / f"{name}.json")
    return tmp_path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names in the questions about changes; the answer is Cancel."""
    names: list[str] = []

    def ask(_parent: object, name: str) -> str:
        names.append(name)
        return "cancel"

    monkeypatch.setattr(files_module, "ask_about_changes", ask)
    return names


@pytest.fixture
def errors(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    sentences: list[str] = []
    for module in (forms, talks_module):
        monkeypatch.setattr(module, "say_error", lambda _, words: sentences.append(words))
    return sentences


@pytest.fixture
def talk(window: MainWindow, folder: Path, errors: list[str]) -> Iterator[MainWindow]:
    """A window with a talk of three slides."""
    assert window.files.open_path(folder)
    assert window.session.wait_idle()
    yield window
    window.lessons.coursework.forget_changes()
    window.session.load(Document.empty())
    window.lessons.coursework.close_talk()


def _answer(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    monkeypatch.setattr(files_module, "ask_about_changes", lambda _, __: answer)


def _title(window: MainWindow) -> str:
    return window.presenting.title.title


def _drop_a_point(window: MainWindow) -> None:
    document = window.session.committed
    dataset = document.dataset
    window.session.apply("Move", replace(document, dataset=dataset.moved([0], [[5.0, 5.0]])))


def test_the_remote_goes_through_the_talk_and_stops_at_its_ends(
    talk: MainWindow, asked: list[str]
) -> None:
    talk.toggle_presentation()
    seen = [_title(talk)]
    for key in (PAGE_UP, PAGE_DOWN, PAGE_DOWN, PAGE_DOWN, PAGE_DOWN, PAGE_UP):
        QTest.keyClick(talk.canvas, key)
        seen.append(_title(talk))
    assert seen == ["1-a", "1-a", "2-b", "10-c", "10-c", "10-c", "2-b"]
    assert talk.presenting.keys.position == "slide 2 / 3"
    assert talk.presenting.title.sentence == "12 points, 6 of class +"
    QTest.keyClick(talk.canvas, Qt.Key.Key_Right)
    assert _title(talk) == "10-c"
    talk.toggle_presentation()
    assert asked == []


def test_slides_keep_their_changes_and_the_question_comes_after_the_talk(
    talk: MainWindow, folder: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (folder / "1-a.json").read_text()
    talk.toggle_presentation()
    _drop_a_point(talk)
    QTest.keyClick(talk.canvas, PAGE_DOWN)
    QTest.keyClick(talk.canvas, PAGE_UP)
    assert talk.session.document.dataset.X[0].tolist() == [5.0, 5.0]
    assert talk.session.is_modified
    QTest.keyClick(talk.canvas, PAGE_DOWN)
    assert not talk.session.is_modified
    talk.toggle_presentation()
    assert asked == []
    assert not talk.files.may_close()
    assert asked == ["1 slide"]
    _answer(monkeypatch, "save")
    assert talk.files.may_close()
    assert load_document(folder / "1-a.json").dataset.X[0].tolist() == [5.0, 5.0]
    assert before != (folder / "1-a.json").read_text()
    assert _slide(talk) == "2-b"
    asked.clear()
    monkeypatch.undo()
    assert talk.files.may_close()


def _slide(window: MainWindow) -> str:
    slide = window.lessons.coursework.slide
    return "" if slide is None else slide.name


@pytest.mark.parametrize("presses", [0, 2])
def test_starting_a_slide_again_after_a_vote_is_its_file(
    talk: MainWindow, folder: Path, presses: int
) -> None:
    coursework, session = talk.lessons.coursework, talk.session
    begun = session.committed
    _drop_a_point(talk)
    for _ in range(presses):  # a vote begins, and shows its answer
        coursework.predict()
    coursework.start_again()
    assert encode(session.committed) == encode(begun)
    assert not coursework.is_hidden
    assert session.path == folder / "1-a.json"
    assert not session.is_modified
    coursework.predict()
    coursework.turn(1)
    coursework.turn(-1)
    assert encode(session.committed) == encode(begun), "a vote ends with its slide"
    assert not coursework.is_hidden
    assert session.path == folder / "1-a.json"


def test_changes_that_are_discarded_are_not_asked_about_again(
    talk: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (folder / "1-a.json").read_text()
    _drop_a_point(talk)
    _answer(monkeypatch, "discard")
    assert talk.files.open_path(folder)
    assert (folder / "1-a.json").read_text() == before
    assert not talk.session.is_modified
    assert talk.lessons.coursework.changed_slides == ()


def test_save_writes_the_file_of_the_slide_without_the_choices_of_the_talk(
    window: MainWindow, folder: Path, errors: list[str], asked: list[str]
) -> None:
    path = folder / "talk.toml"
    path.write_text(
        '[[slide]]\nscene = "1-a.json"\ntitle = "Which line?"\nlayers = ["points"]\n'
        'methods = ["fisher"]\n'
    )
    before = load_document(folder / "1-a.json")
    assert window.files.open_path(path)
    assert window.session.document.title == "Which line?"
    _drop_a_point(window)
    assert window.files.save()
    after = load_document(folder / "1-a.json")
    assert after.dataset.X[0].tolist() == [5.0, 5.0]
    assert (after.title, after.layers) == (before.title, before.layers)
    assert [m.enabled for m in after.methods] == [m.enabled for m in before.methods]
    assert window.session.document.title == "Which line?"
    assert errors == asked == []
    window.lessons.talks.close()
    assert window.session.document.title == ""
    assert window.lessons.coursework.talk is None


def test_steps_of_a_lesson_are_no_change(
    window: MainWindow, tmp_path: Path, errors: list[str], asked: list[str]
) -> None:
    path = tmp_path / "talk.toml"
    add_slide(path, "lesson:hard-margin")
    save_document(_scene("Own"), tmp_path / "own.json")
    add_slide(path, "own.json")
    assert window.files.open_path(path)
    window.toggle_presentation()
    steps = len(window.lessons.coursework.lesson.steps)
    for k in range(steps):
        QTest.keyClick(window.canvas, PAGE_DOWN)
        assert window.presenting.keys.position == f"{k + 1} / {steps},  slide 1 / 2"
    QTest.keyClick(window.canvas, PAGE_DOWN)
    assert _title(window) == "Own"
    window.toggle_presentation()
    assert window.files.may_close()
    assert errors == asked == []
    window.lessons.talks.close()


def test_what_cannot_be_shown_is_said(window: MainWindow, folder: Path, errors: list[str]) -> None:
    (folder / "3-bad.json").write_text("{")
    (folder / "readme.md").write_text("x")
    said: list[str] = []
    window.lessons.talks.message.connect(said.append)
    assert window.files.open_path(folder)
    assert len(errors) == 1
    assert "3-bad.json" in errors[0]
    assert said == ["Opened 3 slides; F11 presents them. Not slides: readme.md."]
    assert window.sheet.title.accessibleName().startswith("Slide 1 of 3")
    window.lessons.talks.close()


def test_a_scene_is_added_to_a_talk(talk: MainWindow, folder: Path, errors: list[str]) -> None:
    path = folder / "talk.toml"
    QTest.keyClick(talk.canvas, PAGE_DOWN)
    assert talk.lessons.talks.add_to(path)  # the folder becomes a file
    scenes = [entry["scene"] for entry in toml_of(path)["slide"]]
    assert scenes == ["1-a.json", "2-b.json", "10-c.json", "2-b.json"]
    assert talk.lessons.panel.slides.names == ["1-a", "2-b", "10-c", "2-b (2)"]
    assert talk.settings.last_talk == path
    menu = QMenu()
    talk.lessons.talks.fill_add(menu)
    assert [action.text() for action in menu.actions()] == ["talk.toml", "Another talk…"]
    talk.lessons.open_named("xor")
    path.write_text("[[slide]\n")
    assert not talk.lessons.talks.add_to(path)
    assert "not TOML" in errors[0]


def test_a_lesson_is_added_by_its_name(window: MainWindow, tmp_path: Path) -> None:
    window.lessons.open_named("xor")
    assert window.lessons.talks.add_to(tmp_path / "talk.toml")
    assert toml_of(tmp_path / "talk.toml")["slide"] == [{"scene": "lesson:xor"}]


def test_slides_are_put_in_order(talk: MainWindow, folder: Path) -> None:
    slides = talk.lessons.panel.slides
    QTest.keyClick(slides, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert slides.names == ["2-b", "1-a", "10-c"]
    assert [slide.name for slide in talk_of(folder).slides] == ["2-b", "1-a", "10-c"]
    assert talk.sheet.title.accessibleName().startswith("Slide 2 of 3")
    slides.model().moveRow(slides.rootIndex(), 2, slides.rootIndex(), 0)  # as a drag does
    slides._take_order()
    assert [slide.name for slide in talk_of(folder).slides] == ["10-c", "2-b", "1-a"]
    QTest.mouseClick(
        slides.viewport(),
        Qt.MouseButton.LeftButton,
        pos=slides.visualRect(slides.model().index(0, 0)).center(),
    )
    assert _slide(talk) == "10-c"


def test_a_slide_is_removed_and_put_back(
    talk: MainWindow, folder: Path, asked: list[str], errors: list[str]
) -> None:
    path, slides = folder / "talk.toml", talk.lessons.panel.slides
    path.write_text(
        '# mine\n[[slide]]\nscene = "1-a.json"\n\n# the second\n[[slide]]\nscene = "2-b.json"\n'
    )
    before = path.read_text()
    assert talk.files.open_path(path)
    QTest.keyClick(slides, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)  # nothing to undo
    slides.setCurrentRow(1)
    QTest.keyClick(slides, Qt.Key.Key_Delete)
    assert slides.names == ["1-a"]
    assert toml_of(path)["slide"] == [{"scene": "1-a.json"}]
    assert (folder / "2-b.json").exists()
    QTest.keyClick(slides, Qt.Key.Key_Delete)  # the only one stays
    assert slides.names == ["1-a"]
    QTest.keyClick(slides, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert slides.names == ["1-a", "2-b"]
    assert path.read_text() == before
    slides.setCurrentRow(0)
    slides._open_current()
    QTest.keyClick(slides, Qt.Key.Key_Delete)  # the open one: its neighbour is shown
    assert (slides.names, _slide(talk)) == (["2-b"], "2-b")
    path.write_text(f"{path.read_text()}# by hand\n")
    assert not talk.lessons.talks.undo()  # the words of another hand are not overwritten
    assert path.read_text().endswith("# by hand\n")
    assert asked == errors == []


def test_a_slide_with_changes_is_not_removed(talk: MainWindow, asked: list[str]) -> None:
    said: list[str] = []
    talk.lessons.talks.message.connect(said.append)
    _drop_a_point(talk)
    QTest.keyClick(talk.lessons.panel.slides, Qt.Key.Key_Delete)
    assert talk.lessons.panel.slides.names == ["1-a", "2-b", "10-c"]
    assert "Save 1-a first" in said[0]
    assert asked == []


def test_switching_layers_and_methods_by_key_is_looking(
    talk: MainWindow, asked: list[str], folder: Path
) -> None:
    methods = [method.enabled for method in talk.session.document.methods]
    talk.toggle_presentation()
    QTest.keyClick(talk.canvas, Qt.Key.Key_1)
    QTest.keyClick(talk.canvas, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(talk.canvas, PAGE_DOWN)
    QTest.keyClick(talk.canvas, Qt.Key.Key_1)
    QTest.keyClick(talk.canvas, PAGE_UP)
    assert [method.enabled for method in talk.session.document.methods] != methods  # it stays so
    talk.toggle_presentation()
    assert talk.files.may_close()
    assert asked == []
    layers = talk.session.document.layers
    name = "margins" if "margins" not in layers else "grid"
    talk.layers.toggle(name)  # in the window, where a slide is prepared
    assert [slide.name for slide in talk.lessons.coursework.changed_slides] == ["1-a"]


def test_a_crash_loses_no_slide(talk: MainWindow, tmp_path: Path) -> None:
    recovery = Recovery(talk.session)
    talk.lessons.coursework.changed.connect(
        lambda: recovery.keep_unseen(talk.lessons.coursework.unsaved_elsewhere)
    )
    recovery.start(tmp_path / "recovery")
    for _ in range(2):
        _drop_a_point(talk)
        talk.lessons.coursework.turn(1)
    recovery.keep()  # as a killed program leaves its files
    states = left_over(tmp_path / "recovery")
    names = sorted(state.head.name for state in states if state.head is not None)
    assert names == ["1-a, a slide of talk.toml", "2-b, a slide of talk.toml"]
    for state in states:
        assert state.read().dataset.X[0].tolist() == [5.0, 5.0]
        state.discard()


def test_nothing_is_asked_about_an_own_scene_before_a_room(
    window: MainWindow, asked: list[str]
) -> None:
    window.session.load(_scene("Mine"))
    _drop_a_point(window)
    window.toggle_presentation()
    window.lessons.open_named("xor")
    assert window.lessons.coursework.lesson is not None
    assert asked == []
    assert window.files.scene_aside is not None
    window.toggle_presentation()
    assert window.session.document.title == "Mine"
    assert window.session.document.dataset.X[0].tolist() == [5.0, 5.0]
    assert window.session.is_modified
    assert not window.files.may_close()  # the question comes now
    assert asked == ["Mine"]


def test_changed_slides_stay_when_a_file_is_opened_before_a_room(
    talk: MainWindow, tmp_path: Path, asked: list[str]
) -> None:
    other = tmp_path / "other" / "own.json"
    other.parent.mkdir()
    save_document(_scene("Another", 7), other)
    _drop_a_point(talk)
    talk.toggle_presentation()
    talk.presenting.toggle_presenter()  # which says what comes next while the file is loaded
    assert talk.files.open_path(other)
    assert talk.session.document.title == "Another"
    assert asked == []
    slides = talk.lessons.coursework.changed_slides
    assert [slide.name for slide in slides] == [talk.lessons.coursework.talk.slides[0].name]
    _drop_a_point(talk)
    talk.lessons.open(slides[0])
    assert talk.session.document.title == "", "the slide and not the file"
    assert talk.session.document.dataset.X[0].tolist() == [5.0, 5.0]
    assert asked == [], "the other scene is laid aside"
    talk.toggle_presentation()
    assert talk.session.name == "own.json"
    talk.session.undo_stack.setClean()
    assert not talk.files.may_close()
    assert asked == ["1 slide"]


def test_a_lesson_is_found_beside_a_talk_and_is_no_slide_of_it(
    talk: MainWindow, asked: list[str]
) -> None:
    coursework, view = talk.lessons.coursework, talk.presenting.presenter
    _drop_a_point(talk)
    talk.toggle_presentation()
    talk.presenting.toggle_presenter()
    slide = coursework.slide
    assert view.list.names == ["1-a", "2-b", "10-c"]
    QTest.mouseClick(view.find_button, Qt.MouseButton.LeftButton)
    browser = talk.lessons.browser
    assert len(browser.list.cards) == 3
    QTest.keyClicks(browser.field, "canonical line")
    assert "canonical" in [card.data(SUBJECT).name for card in browser.list.cards]
    card = next(card for card in browser.list.cards if card.data(SUBJECT).name == "canonical")
    browser.list.itemClicked.emit(card)
    assert coursework.lesson.name == "canonical"
    assert view.list.currentRow() == -1
    assert coursework.position is None
    for _ in range(len(coursework.lesson.steps) + 3):
        QTest.keyClick(talk.canvas, PAGE_DOWN)
    assert coursework.lesson.name == "canonical", "a talk does not run off into the course"
    assert "no slide of the talk" in view.next.text
    talk.lessons.open(slide)
    assert talk.session.document.dataset.X[0].tolist() == [5.0, 5.0]
    assert asked == []
    talk.toggle_presentation()
    menu = QMenu()
    talk.lessons.fill(menu)
    titles = [action.text() for chapter in menu.actions() for action in chapter.menu().actions()]
    assert any("1-a" in title for title in titles)
    assert len(titles) > 20


def test_other_lessons_do_not_replace_changed_slides_unasked(
    talk: MainWindow, tmp_path: Path, asked: list[str]
) -> None:
    _drop_a_point(talk)
    lessons = tmp_path / "lessons"
    lessons.mkdir()
    save_document(_scene("Another", 7), lessons / "own.json")
    assert not talk.lessons.open_course(lessons)
    assert asked == ["1 slide"]
    assert talk.lessons.coursework.talk is not None


def test_an_unsaved_scene_is_asked_about_when_the_window_closes_in_a_presentation(
    fresh: MainWindow, asked: list[str]
) -> None:
    fresh.session.load(_scene("Mine"))
    _drop_a_point(fresh)
    fresh.toggle_presentation()
    fresh.close()
    assert asked == ["Mine"]
    assert fresh.isVisible()


def test_a_figure_is_a_slide_that_save_writes(
    window: MainWindow, tmp_path: Path, errors: list[str], asked: list[str]
) -> None:
    assert window.files.open_path(_figure(window, tmp_path))
    add_slide(tmp_path / "talk.toml", "f.pdf")
    assert window.files.open_path(tmp_path / "talk.toml")
    assert window.session.name == "f.pdf"
    _drop_a_point(window)
    assert window.lessons.coursework.changed_slides
    assert window.files.save()
    assert load_document(tmp_path / "f.pdf").dataset.X[0].tolist() == [5.0, 5.0]
    assert window.lessons.coursework.changed_slides == ()
    assert errors == asked == []
    window.lessons.talks.close()


def test_the_talk_is_written_as_one_pdf_with_its_changes(
    talk: MainWindow, folder: Path, errors: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    talks, pdf = talk.lessons.talks, folder / "talk.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(folder / "talk"), ""))
    talk.actions_by_id["export-talk"].trigger()
    before = pdf.read_bytes()
    assert len(re.findall(rb"/Type\s*/Page\b", before)) == 3
    assert not errors
    _drop_a_point(talk)
    assert talks.export_to(pdf, is_wanted=True)
    assert pdf.read_bytes() != before, "the point that was moved, though not saved"
    assert not talks.export_to(folder / "1-a.json", is_wanted=True)
    assert "one of the scenes to be drawn" in errors.pop()


def _figure(window: MainWindow, folder: Path) -> Path:
    window.session.load(_scene("Figure"))
    assert window.session.wait_idle()
    assert window.exporting.write(window.exporting.last.recipe, folder / "f.pdf", is_wanted=True)
    return folder / "f.pdf"


def test_an_answer_to_a_lesson_beside_a_talk_is_recorded_in_its_course(talk: MainWindow) -> None:
    coursework = talk.lessons.coursework
    lesson = next(lesson for lesson in shipped_course().lessons if lesson.name == "canonical")
    talk.lessons.open(lesson)
    coursework.answer({"margin": "5"})
    assert coursework.records == {}, "it is no slide of the talk"
    talk.lessons.talks.close()
    assert coursework.records["canonical"].tries == 1
