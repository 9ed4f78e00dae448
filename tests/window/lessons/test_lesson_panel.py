"""The lesson panel, the menu and the coursework: pages, steps, predictions, progress, and that
nothing is asked.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from pupil import Pupil
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from linclass_gui.files.shipped import lesson_path
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.lesson import Lesson
from linclass_gui.scene.document import TrialLine
from linclass_gui.scene.playback import open_timeline, seek
from linclass_gui.scene.scene import Scene
from linclass_gui.window.commands import files
from linclass_gui.window.dialogs.picture_cards import SUBJECT
from linclass_gui.window.lessons.blocks import Flow
from linclass_gui.window.running import say_last_lesson
from linclass_gui.window.session import scheduler


@pytest.fixture(autouse=True)
def _nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question about unsaved changes would wait for ever."""

    def ask(*_: object) -> str:
        raise AssertionError("a lesson asked about its own changes")

    monkeypatch.setattr(files, "ask_about_changes", ask)


def step_text(pupil: Pupil, text: str) -> Flow:
    """The paragraph of a step, shown or not."""
    flows = pupil.window.lessons.panel.findChildren(Flow)
    return next(flow for flow in flows if flow.text == text)


def test_every_lesson_opens_from_the_menu_under_its_chapter(pupil: Pupil) -> None:
    menu = QMenu()
    pupil.window.lessons.fill(menu)
    actions = [each for chapter in menu.findChildren(QMenu) for each in chapter.actions()]
    lessons = shipped_course().lessons
    assert [action.text().split("  ")[-1] for action in actions] == [
        lesson.title for lesson in lessons
    ]
    for action, lesson in zip(actions[:4], lessons, strict=False):
        action.trigger()
        assert pupil.window.session.document.title == lesson.title
        assert pupil.window.session.path is None
    menu.deleteLater()


def test_pages_are_turned_and_what_was_done_in_a_lesson_is_kept(pupil: Pupil) -> None:
    lessons, panel = pupil.window.lessons, pupil.window.lessons.panel
    pupil.open("two-sides")
    pupil.click((5.0, 0.0))
    panel.next_button.click()
    pupil.wait()
    assert panel.title.text == "Many lines separate"
    panel.back.click()
    pupil.wait()
    assert len(pupil.window.session.document.dataset) == 7
    panel.again_button.click()
    pupil.wait()
    assert len(pupil.window.session.document.dataset) == 6
    assert lessons.is_open()


def test_steps_are_revealed_with_one_key_and_taken_back(pupil: Pupil) -> None:
    lessons, session = pupil.window.lessons, pupil.window.session
    lesson = pupil.open("hard-margin")
    before = session.document.layers
    lessons.step_on()
    assert session.scene.document.layers == before | {"closest-pair"}
    lessons.step_on()
    lessons.step_on()
    pupil.wait()
    assert [m.enabled for m in session.document.methods] == [True, True, True]
    assert not lessons.panel.more.isEnabled()
    assert all(not step_text(pupil, step.say).isHidden() for step in lesson.steps)
    for _ in lesson.steps:
        lessons.step_back()
    assert session.document.layers == before
    assert lessons.coursework.steps_taken == 0
    lessons.step_back()
    assert lessons.coursework.lesson is not lesson


def test_a_page_begins_with_the_pointer_its_first_class_and_no_run_of_another(
    pupil: Pupil,
) -> None:
    window, session = pupil.window, pupil.window.session
    coursework = window.lessons.coursework

    def change() -> None:
        session.set_state(active=0)
        window.canvas.set_tool("eraser")

    def look() -> tuple[object, ...]:
        pupil.wait()
        return window.canvas.tool, session.scene.active, session.scene.playback

    pupil.open("perceptron")
    begun = look()
    change()
    coursework.reveal()
    assert look() != begun
    coursework.start_again()
    assert look() == begun
    change()
    pupil.open("far-blob")
    assert look() == begun


MOVING = [
    each
    for each in shipped_course().lessons
    if any(step.plots or step.position is not None for step in each.steps)
]


@pytest.mark.parametrize("lesson", MOVING[::8], ids=lambda lesson: lesson.name)
def test_plots_and_playback_go_back_with_the_steps_and_come_back_with_the_page(
    pupil: Pupil, lesson: Lesson
) -> None:
    lessons, session, plots = pupil.window.lessons, pupil.window.session, pupil.window.plots

    def look() -> tuple[object, ...]:
        pupil.wait()
        playback = session.scene.playback
        fronts = () if plots.isHidden() else plots.names
        return fronts, playback and playback.step

    pupil.open(lesson.name)
    lessons.coursework.show_answer()
    seen = [look()]
    while lessons.coursework.reveal():
        seen.append(look())
    lessons.previous()
    lessons.next()
    while seen:
        assert look() == seen.pop()
        lessons.coursework.take_back()


def test_a_revealed_method_comes_with_its_fit_in_the_same_frame(
    pupil: Pupil, monkeypatch: pytest.MonkeyPatch
) -> None:
    # however slow the machine is: this asks what is shown, not how quickly
    monkeypatch.setattr(scheduler, "GRACE", 60.0)
    pupil.open("xor")
    for _ in range(2):
        pupil.window.lessons.step_on()
    scene = pupil.window.session.scene
    assert {m.id for m, _ in scene.answers} == {"m1", "m2"}


def test_the_state_of_a_goal_follows_in_numbers(pupil: Pupil) -> None:
    pupil.open("two-sides")
    goal = pupil.window.lessons.panel.goal
    assert goal.lines == ["The distance of your line from the origin: 1.71, wanted 2 ± 0.05"]
    pupil.drag((-1.0, 1.0), (-1.2, 1.2))
    assert "The points must stay where they were." in goal.lines


def test_numbers_stand_beside_the_text_and_are_copied_as_latex(pupil: Pupil) -> None:
    pupil.open("fisher-example")
    numbers = pupil.window.lessons.panel.numbers
    assert "S_W^{-1}" not in numbers.latex
    pupil.window.lessons.step_on()
    assert r"S_W^{-1} = \begin{pmatrix} 52 & 24 \\ 24 & 12 \end{pmatrix}" in numbers.latex
    numbers.copy()
    assert QGuiApplication.clipboard().text() == numbers.latex
    pupil.drag((1.0, 2.0), (1.2, 2.2))
    numbers.refresh()
    assert "52 & 24" not in numbers.latex


def test_a_prediction_is_compared_with_the_answer_for_which_the_steps_wait(pupil: Pupil) -> None:
    lessons, session = pupil.window.lessons, pupil.window.session
    pupil.open("canonical")
    assert lessons.coursework.is_hidden
    assert "m1" not in {m.id for m, _ in session.scene.answers}
    assert lessons.panel.more.isHidden()
    pupil.line(30.0, (0.2, 0.1))
    lessons.panel.show_answer.click()
    assert not lessons.panel.more.isHidden()
    pupil.wait()
    lessons.panel.refresh()
    assert "m1" in {m.id for m, _ in session.scene.answers}
    pairs = dict(lessons.panel.guess_pairs.blocks[0][1].lines)
    assert pairs["angle between them"].startswith("5.6")
    assert pairs["errors: yours, the answer's"] == "0, 0"


def test_clicked_support_vectors_are_compared_with_the_answer(pupil: Pupil) -> None:
    lessons = pupil.window.lessons
    pupil.open("dual")
    assert lessons.coursework.is_hidden
    pupil.click((-1.0, 0.8))
    pupil.click((2.8, 0.6), Qt.KeyboardModifier.ShiftModifier)
    lessons.step_on()
    pupil.wait()
    assert dict(lessons.coursework.comparison()) == {
        "found": "1 of 3 support vectors",
        "chosen without need": "1 point",
    }


def test_no_button_shows_a_hidden_answer_and_a_tick_ends_the_prediction(pupil: Pupil) -> None:
    lessons, session = pupil.window.lessons, pupil.window.session
    lesson = pupil.open("newton")
    assert session.scene.predicted == lesson.guess_of
    hidden = lesson.document.method(lesson.guess_of)
    buttons = pupil.window.findChildren(QPushButton)
    ways = {f"Show {hidden.method.name}", f"Select {hidden.method.name}"}
    assert not ways & {button.text() for button in buttons if button.isVisible()}
    session.apply("Show", session.committed.with_method(hidden))
    pupil.wait()
    assert not lessons.coursework.is_hidden
    assert session.scene.predicted == ""


def test_no_heading_stands_above_nothing(pupil: Pupil) -> None:
    coursework, panel = pupil.window.lessons.coursework, pupil.window.lessons.panel
    pupil.window.files.open_example("iris")
    coursework.predict()
    coursework.show_answer()
    pupil.wait()
    panel.refresh()
    assert panel.guess_text.isHidden(), "a line is compared with that of two classes"


def test_a_prediction_follows_undo_and_redo(pupil: Pupil) -> None:
    lessons = pupil.window.lessons
    coursework, steps = lessons.coursework, pupil.window.session.undo_stack
    lesson = pupil.open("two-sides")
    coursework.predict()
    pupil.wait()
    coursework.show_answer()
    pupil.wait()
    compared = coursework.comparison()
    assert compared
    steps.undo()
    pupil.wait()
    lessons.panel.refresh()
    assert coursework.is_hidden
    assert coursework.comparison() == ()
    assert not lessons.panel.show_answer.isHidden()
    steps.redo()
    pupil.wait()
    assert coursework.comparison() == compared
    steps.setIndex(0)
    pupil.wait()
    assert coursework.lesson is lesson
    assert not coursework.is_hidden
    assert coursework.comparison() == ()
    assert [steps.text(k) for k in range(steps.count())] == ["Predict", "Show the answer"]


def test_a_folder_of_ones_own_opens_like_the_shipped_course(pupil: Pupil, tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_bytes(lesson_path("xor").read_bytes())
    lessons = pupil.window.lessons
    shipped = lessons.coursework.course.folder
    assert lessons.open_course(tmp_path)
    assert [lesson.name for lesson in lessons.coursework.course.lessons] == ["mine"]
    assert lessons.panel.title.text == "XOR three ways"
    lessons.open_course(shipped)


def test_another_document_ends_the_lesson(pupil: Pupil) -> None:
    pupil.open("xor")
    pupil.window.files.new()
    assert not pupil.window.lessons.is_open()
    assert pupil.window.lessons.panel.isHidden()


def test_the_browser_shows_chapters_pictures_and_what_is_solved(pupil: Pupil, qtbot: QtBot) -> None:
    pupil.open("two-sides")
    browser = pupil.window.lessons.browser
    browser.present(pupil.window)
    qtbot.waitUntil(lambda: not browser.list.cards[2].icon().isNull())
    card = next(card for card in browser.list.cards if card.data(SUBJECT).name == "xor")
    browser.list.scrollToItem(card)
    place = browser.list.visualItemRect(card).center()
    QTest.mouseClick(browser.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert pupil.window.lessons.panel.title.text == "XOR three ways"
    assert not browser.isVisible()


def test_fields_show_the_answers_that_were_given(pupil: Pupil) -> None:
    pupil.open("fisher-example")
    form, coursework = pupil.window.lessons.panel.question, pupil.window.lessons.coursework
    pupil.answer(s11="7", s12="x")
    asked = coursework.lesson
    for name in ("one-against-all", "least-squares-example"):
        pupil.window.lessons.open(coursework.course.lessons[coursework.course.places[name]])
    pupil.window.lessons.open(asked)
    assert [form.fields[name].text() for name in ("s11", "s12", "s21")] == ["7", "x", ""]
    assert [form.fields[name].property("wrong") for name in ("s11", "s12")] == [False, True]
    coursework.start_again()
    assert {field.text() for field in form.fields.values()} == {""}


def test_the_update_follows_the_playback_and_its_run_is_copied(pupil: Pupil, qtbot: QtBot) -> None:
    pupil.open("perceptron")
    session, view = pupil.window.session, pupil.window.lessons.panel.numbers
    run = session.scene.fits["m1"]
    for playback, step in (
        (seek(open_timeline(run), 3), 3),
        (replace(seek(open_timeline(run), 3), announced=True), 4),
    ):
        session.set_playback(playback)
        view.refresh()
        qtbot.waitUntil(lambda step=step: f"update {step} of" in view.latex)
    view.copy_run()
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text().startswith("step,points"))
    assert len(QGuiApplication.clipboard().text().splitlines()) == len(run.history) + 1
    session.set_playback(None)


def test_turning_pages_cuts_no_text_squeezes_no_form_and_leaves_no_number_of_another_lesson(
    pupil: Pupil, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, parameters = pupil.window.lessons.panel, pupil.window.panel.parameters
    show, squeezed = pupil.window.panel.show_scene, []

    def show_and_look(scene: Scene) -> None:
        """A form is laid out with its scene and not with some later event."""
        show(scene)
        form = None if parameters.content is None else parameters.content.form
        if form is not None and form.height() != form.sizeHint().height():
            squeezed.append((scene.document.title, form.height(), form.sizeHint().height()))

    monkeypatch.setattr(pupil.window.panel, "show_scene", show_and_look)
    for name in ("two-clouds", "too-certain", "perceptron", "dual", "many-classes"):
        pupil.open(name)
        QApplication.processEvents()
        for flow in panel.findChildren(Flow):
            if flow.isVisible():
                assert flow.height() >= flow.heightForWidth(flow.width()), (name, flow.text)
        content = parameters.content
        assert content.form.height() >= content.form.sizeHint().height(), name
        used = pupil.window.session.document.selected_method
        assert used.enabled or parameters.outcome.solution.height() == 0, name
    assert not squeezed


def test_a_picture_of_the_window_leaves_hidden_plots_as_they_are(pupil: Pupil) -> None:
    pupil.open("two-clouds")
    # for which Qt tells hidden widgets their sizes, and forbids updates meanwhile
    pupil.window.grab()
    pupil.open("projecting")
    QApplication.processEvents()
    assert all(
        column.isVisible() and column.updatesEnabled() for column in pupil.window.plots.columns
    )


def test_what_came_last_is_seen_however_long_the_panel_is(pupil: Pupil) -> None:
    panel = pupil.window.lessons.panel
    lesson = pupil.open("fisher-example")
    for step in range(len(lesson.steps)):
        assert panel.more.visibleRegion().boundingRect() == panel.more.rect()
        panel.more.click()
        pupil.wait()
        QApplication.processEvents()
        flow = step_text(pupil, lesson.steps[step].say)
        assert flow.visibleRegion().boundingRect() == flow.rect(), step
    pupil.answer(s11="52", s12="24", s21="24", s22="12")
    QApplication.processEvents()
    assert pupil.is_met
    assert panel.goal.closing.visibleRegion().boundingRect() == panel.goal.closing.rect()


def test_nothing_says_the_number_of_steps_before_it_is_predicted(pupil: Pupil) -> None:
    pupil.open("newton")
    window = pupil.window
    assert [m.id for m in window.session.document.enabled_methods] == []
    assert window.session.scene.answer is None
    assert window.panel.methods.rows["m1"].reading.word == "off"
    assert "Predict first" in window.lessons.panel.guess_text.text
    pupil.answer(steps="7")
    assert [m.id for m in window.session.document.enabled_methods] == ["m1"]
    panel = window.lessons.panel
    assert "Predict first" not in panel.guess_text.text
    assert (panel.show_answer.isEnabled(), panel.show_answer.text()) == (
        False,
        "The answer is shown",
    )
    pupil.wait()
    assert pupil.is_met


def test_what_is_no_number_is_told_so_and_shows_no_answer(pupil: Pupil) -> None:
    pupil.open("newton")
    coursework = pupil.window.lessons.coursework
    for text, now in [
        ("", "not answered yet"),
        ("12/", "this is not a number; write one such as 2, −1/3 or 0.25"),
    ]:
        pupil.answer(steps=text)
        assert now in [state.current_value for state in coursework.standing.states]
        assert [m.id for m in pupil.window.session.document.enabled_methods] == []


def test_the_answer_of_a_method_that_has_been_removed_leaves_the_selection(pupil: Pupil) -> None:
    pupil.open("three-views")
    coursework, session = pupil.window.lessons.coursework, pupil.window.session
    coursework.predict() if not coursework.is_hidden else None
    session.apply("Remove", session.committed.removing(coursework.lesson.guess_of))
    coursework.show_answer()
    assert session.document.selected in {m.id for m in session.document.methods}
    session.apply("Remove all", replace(session.committed, methods=(), selected=""))
    assert session.document.selected == ""


def test_the_fields_of_an_answer_are_named_without_marks_of_formulas(pupil: Pupil) -> None:
    pupil.open("least-squares-example")
    fields = pupil.window.lessons.panel.question.fields
    assert [field.accessibleName() for field in fields.values()] == ["f(2, 2)", "its class"]


def test_the_fields_stay_under_the_hand_when_an_answer_is_wrong(pupil: Pupil) -> None:
    pupil.open("least-squares-example")
    panel = pupil.window.lessons.panel
    form, goal = panel.question, panel.goal
    pupil.answer(side="2")  # the pages of a course are laid out once they were seen
    QApplication.processEvents()
    place = form.check.mapTo(panel, QPoint()).y()
    for score in ("1/3", "−4", "7"):
        pupil.answer(score=score)
        QApplication.processEvents()
        assert form.check.mapTo(panel, QPoint()).y() == place
        said = goal.feedback
        assert said.visibleRegion().boundingRect() == said.rect()


def test_a_goal_is_met_by_what_stays_and_not_by_what_a_drag_passes_through(
    pupil: Pupil, qtbot: QtBot
) -> None:
    coursework, session = pupil.window.lessons.coursework, pupil.window.session
    pupil.open("two-sides")
    document = session.document
    reached = replace(document, trial=TrialLine(45.0, (1.4142, 1.4142)))
    session.preview(reached)
    pupil.wait()
    assert pupil.is_met
    assert not coursework.is_met
    session.preview(document)
    session.rollback()
    pupil.wait()
    assert not coursework.is_met
    session.preview(reached)
    pupil.wait()
    session.commit("Move trial line")
    qtbot.waitUntil(lambda: coursework.is_met)


def test_the_course_goes_on_with_the_lesson_last_open_until_its_goal_is_reached(
    pupil: Pupil,
) -> None:
    lessons = pupil.window.lessons
    pupil.open("projecting")
    lessons.coursework.leave()
    lessons.browse()
    assert lessons.browser.go_on.text() == "Continue: 4 Projecting on a line"
    lessons.browser.close()
    settings = pupil.window.settings
    settings.last_lesson = ""
    lessons.browse()
    browser, following = lessons.browser, lessons.coursework.lesson_to_continue
    assert browser.go_on.text() == f"Continue: {following.number} {following.title}"
    QTest.keyClick(browser, Qt.Key.Key_Return)
    assert browser.isHidden()
    assert lessons.coursework.lesson is following
    # behind a lesson whose goal is reached comes the next one, not the first of all
    first, second, third = [one for one in lessons.coursework.course.lessons if one.goal][:3]
    pupil.open(second.name)
    settings.remember_solved(lessons.coursework._key_of_lesson(second.name))
    assert lessons.coursework.lesson_to_continue is third is not first


def test_the_next_run_says_which_lesson_was_open_and_goes_on_with_it(pupil: Pupil) -> None:
    window, lessons = pupil.window, pupil.window.lessons
    pupil.open("dual")
    lessons.coursework.leave()
    say_last_lesson(window)
    assert window.status_line.left_text == "You were in 24 The dual. F6 goes on with the course."
    window.status_line.show_message("")
    lessons.toggle_panel()
    assert lessons.coursework.lesson is not None
    assert lessons.coursework.lesson.name == "dual"
    for key in ("", "lessons/no-such-lesson", "/my/folder/dual"):
        window.settings.last_lesson = key
        say_last_lesson(window)
        assert "You were in" not in window.status_line.left_text


def test_the_cards_of_the_course_are_gone_through_by_keyboard(pupil: Pupil, qtbot: QtBot) -> None:
    """Enter opened the lesson of the button *Continue*, whichever card had the keyboard."""
    lessons = pupil.window.lessons
    pupil.open("projecting")
    lessons.browse()
    browser = lessons.browser
    names = [card.data(SUBJECT).name for card in browser.list.cards]
    shown = browser.list

    def press(key: Qt.Key) -> str:
        QTest.keyClick(browser.focusWidget(), key)
        return shown.currentItem().data(SUBJECT).name

    qtbot.waitUntil(browser.isActiveWindow)
    assert browser.focusWidget() is browser.field
    assert press(Qt.Key.Key_Down) == "projecting"
    assert browser.focusWidget() is shown
    here = shown.visualItemRect(shown.currentItem())
    assert shown.viewport().rect().contains(here)
    assert press(Qt.Key.Key_Right) == names[names.index("projecting") + 1]
    assert press(Qt.Key.Key_Left) == "projecting"
    press(Qt.Key.Key_Down)
    assert shown.visualItemRect(shown.currentItem()).top() > here.top()
    assert press(Qt.Key.Key_Up) == "projecting"
    for _ in range(4):
        press(Qt.Key.Key_Up)
    assert browser.focusWidget() is browser.field
    wanted = shown.currentItem().data(SUBJECT)
    press(Qt.Key.Key_Down)
    QTest.keyClick(browser.focusWidget(), Qt.Key.Key_Return)
    assert lessons.coursework.lesson is wanted
    assert pupil.window.focusWidget() is pupil.window.canvas


def test_lessons_are_found_by_title_chapter_and_text(pupil: Pupil) -> None:
    lessons = pupil.window.lessons
    lessons.browse()
    browser = lessons.browser
    QTest.keyClicks(browser.field, "four values")
    assert browser.list.cards[0].data(SUBJECT).title == "Four values of C"
    browser.field.clear()
    QTest.keyClicks(browser.field, "margins")
    in_chapter = {les.name for les in shipped_course().lessons if les.chapter == "Margins"}
    assert in_chapter <= {card.data(SUBJECT).name for card in browser.list.cards}
    browser.field.clear()
    assert len(browser.list.cards) == len(shipped_course().lessons)
    QTest.keyClicks(browser.field, "xyzzy")
    assert browser.list.cards == []
    QTest.keyClick(browser.field, Qt.Key.Key_Return)
    assert browser.isVisible()
    browser.close()


def test_the_letters_of_a_text_are_explained_at_the_pointer_and_by_keyboard(pupil: Pupil) -> None:
    pupil.open("dual")
    text = pupil.window.lessons.panel.text
    formula, place = text.formulas()[1]
    assert formula == "$α_i ≥ 0$"
    words = text.explanation(place.center() * text.theme.ui)
    assert "the multiplier of point i" in words
    assert "the class of point" not in words
    assert not text.explanation(QPointF(1.0, 1.0))
    assert text.focusPolicy() == Qt.FocusPolicy.TabFocus
    assert "the class of point i as a number" in text.explanation()
    text.set_template("No formula.")
    assert text.focusPolicy() == Qt.FocusPolicy.NoFocus
    text.set_template(pupil.window.lessons.coursework.lesson.text)
