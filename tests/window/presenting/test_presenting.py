"""Presentation mode: what goes away and comes back, and what each key does."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import document_of, scene_of, three_clouds
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.markup.mathtext import first_sentence
from linclass_gui.scene.annotations import HIGHLIGHTER
from linclass_gui.scene.colours import DARK_PROJECTOR_PALETTE
from linclass_gui.scene.document import Document
from linclass_gui.scene.theme import DARK, LIGHT
from linclass_gui.scene.view import View
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.presenting import keyboard
from linclass_gui.window.presenting.live import HandsDialog
from linclass_gui.window.presenting.mode import Presenting
from linclass_gui.window.presenting.sheet import COLOURS, DrawingSheet, PenStroke
from linclass_gui.window.presenting.slide import layers_with_keys
from solvers import MulticlassSVM, SoftMarginSVM

NO = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(window: MainWindow) -> MainWindow:
    """A window with the lesson of the hard margin."""
    window.lessons.open_named("hard-margin")
    assert window.session.wait_idle()
    return window


@pytest.fixture
def mode(window: MainWindow) -> Iterator[Presenting]:
    """The presentation of the lesson; the view on the desk is closed in the end."""
    window.toggle_presentation()
    yield window.presenting
    window.presenting.presenter.leave()


NONE, SHIFT, CONTROL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)


def _press(window: MainWindow, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(window.canvas, key, held)


def _draw(sheet: DrawingSheet, *places: QPoint, held: Qt.KeyboardModifier = NONE) -> None:
    """Press at the first place, go along the others, and release at the last."""
    QTest.mousePress(sheet, Qt.MouseButton.LeftButton, held, places[0])
    for place in places[1:]:
        QTest.mouseMove(sheet, place)
    QTest.mouseRelease(sheet, Qt.MouseButton.LeftButton, held, places[-1])


def _parts(window: MainWindow) -> list[QWidget]:
    return [
        window.menuBar(),
        window.tool_bar,
        window.panel,
        window.sheet,
        window.status_line,
    ]


def test_panels_go_away_and_come_back(window: MainWindow) -> None:
    theme, sizes = window.theme, window.splitter.sizes()
    window.actions_by_id["present"].trigger()
    assert all(part.isHidden() for part in _parts(window))
    assert not window.presenting.title.isHidden()
    assert window.canvas.is_bare
    assert window.theme.name == "projector"
    window.lessons.coursework.changed.emit()
    assert window.sheet.isHidden()
    _press(window, Qt.Key.Key_Escape)
    assert not any(part.isHidden() for part in _parts(window))
    assert window.presenting.keys.isHidden()
    assert window.theme is theme
    assert sum(window.splitter.sizes()) == pytest.approx(sum(sizes), abs=200)
    assert not window.canvas.is_bare


def test_every_reveal_takes_one_key(window: MainWindow, mode: Presenting) -> None:
    assert mode.keys.position == "0 / 3"
    _press(window, Qt.Key.Key_PageDown)
    assert "closest-pair" in window.session.scene.document.layers
    assert (mode.keys.position, mode.title.sentence) == (
        "1 / 3",
        "The closest pair of the hulls, and its bisector.",
    )
    _press(window, Qt.Key.Key_Right)
    _press(window, Qt.Key.Key_PageUp)
    assert mode.keys.position == "1 / 3"
    for _ in range(3):
        _press(window, Qt.Key.Key_PageDown)
    assert mode.title.title == "The dual"


def test_digits_show_and_hide_layers_and_keep_their_places(
    window: MainWindow, mode: Presenting
) -> None:
    before = mode.keys.keys
    names = [name for name, _ in before]
    place = names.index("convex hulls")
    _press(window, Qt.Key(Qt.Key.Key_1 + place))
    assert "hulls" not in window.session.document.layers
    assert mode.keys.keys == tuple((name, on and name != "convex hulls") for name, on in before)
    _press(window, Qt.Key(Qt.Key.Key_1 + place))
    assert mode.keys.keys == before


def _press_at(window: MainWindow, sign: int, place: str, held: Qt.KeyboardModifier = NO) -> None:
    """A key with a sign, at the place where a US board has another one."""
    codes = {there: code for code, there in keyboard.SIGNS.items()}
    code = codes[place] + keyboard.BEFORE_SCAN_CODES
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, sign, held, code, codes[place], 0, "", False)
        QApplication.sendEvent(window.canvas, event)


def test_keys_are_those_of_the_place_where_the_sign_has_no_command(
    window: MainWindow, mode: Presenting
) -> None:
    _press_at(window, ord("И"), "B")  # on a Russian board
    assert mode.black.area is not None
    _press_at(window, ord("И"), "B")
    before = window.session.document.layers
    for sign, held in (("&", NO), ("1", Qt.KeyboardModifier.ShiftModifier)):
        _press_at(window, ord(sign), "1", held)  # on a French board, and with Shift
        assert window.session.document.layers != before
        _press_at(window, ord(sign), "1", held)
        assert window.session.document.layers == before
    _press_at(window, Qt.Key.Key_B, "N")  # a Latin letter is itself wherever it stands
    assert mode.black.area is not None
    _press_at(window, Qt.Key.Key_B, "N")


def test_black_and_frozen_pictures_cover_everything_until_escape(
    window: MainWindow, mode: Presenting
) -> None:
    _press(window, Qt.Key.Key_B)
    assert mode.black.area is not None
    _press(window, Qt.Key.Key_Period)
    assert mode.black.area is None
    _press(window, Qt.Key.Key_F)
    assert mode.freezing.is_on
    assert mode.presenter.talk.began is not None
    _press(window, Qt.Key.Key_PageDown)
    assert mode.freezing.is_on
    assert mode.keys.position == "frozen: F,  1 / 3"
    _press(window, Qt.Key.Key_Escape)
    assert not mode.freezing.is_on
    assert mode.keys.position == "1 / 3"
    assert mode.is_on


def test_a_fading_stroke_goes_and_one_that_stays_does_not() -> None:
    fading, staying = PenStroke(stays=False, ended=10.0), PenStroke(ended=10.0)
    assert [fading.opacity(now) for now in (10.0, 12.5, 13.0, 20.0)] == [1.0, 1.0, 0.5, 0.0]
    assert staying.opacity(1e9) == 1.0


def test_the_pen_draws_over_the_whole_slide_in_three_colours_straight_with_arrows_and_is_taken_back(
    window: MainWindow, mode: Presenting
) -> None:
    sheet, points = mode.sheet, len(window.session.document.dataset)
    title, canvas = QPoint(40, 20), window.canvas.mapTo(window.centralWidget(), QPoint(60, 60))

    def draw(begin: QPoint, held: Qt.KeyboardModifier = NONE) -> PenStroke:
        _draw(sheet, *(begin + QPoint(20 * k, 10 * k) for k in range(4)), held=held)
        return sheet.strokes[-1]

    _press(window, Qt.Key.Key_D)
    assert sheet.size() == sheet.parentWidget().size()
    colours = [draw(title).pen]
    for _ in range(2):
        _press(window, Qt.Key.Key_X)
        colours.append(draw(canvas).pen)
    assert len(set(colours)) == 3
    assert [stroke.view is not None for stroke in sheet.strokes] == [False, True, True]
    straight, arrow = draw(canvas, SHIFT), draw(canvas, SHIFT | CONTROL)
    assert (straight.shape, arrow.shape, len(straight.points), len(arrow.points)) == (
        "line",
        "arrow",
        2,
        2,
    )
    _press(window, Qt.Key.Key_Backspace)
    _press(window, Qt.Key.Key_Z, CONTROL)
    assert len(sheet.strokes) == 3
    _press(window, Qt.Key.Key_U)
    assert draw(title).pen == HIGHLIGHTER
    assert not sheet.grab().isNull()
    assert len(window.session.document.dataset) == points
    _press(window, Qt.Key.Key_E)
    assert sheet.strokes == []
    _press(window, Qt.Key.Key_D, SHIFT)
    assert not sheet.stays
    _press(window, Qt.Key.Key_Escape)
    assert sheet.tool == ""
    assert mode.is_on


def test_a_region_is_looked_at_and_left_again(window: MainWindow, mode: Presenting) -> None:
    session, home = window.session, window.session.scene.view
    _press(window, Qt.Key.Key_Z)
    _draw(mode.sheet, QPoint(100, 100), QPoint(250, 200))
    assert session.scene.view.width < 0.6 * home.width
    _press(window, Qt.Key.Key_Z)
    assert session.scene.view.box == pytest.approx(home.box)


def test_no_line_leads_from_the_laser_to_the_boundary(
    window: MainWindow, mode: Presenting, qtbot: QtBot
) -> None:
    canvas, session = window.canvas, window.session
    QTest.mouseMove(canvas.viewport(), QPoint(200, 150))
    qtbot.waitUntil(lambda: session.scene.hover is not None)
    _press(window, Qt.Key.Key_L)
    assert session.scene.hover is None
    for part in (mode.title, canvas.viewport(), mode.keys):
        QTest.mouseMove(part, QPoint(30, 12))
        at = part.mapTo(window.centralWidget(), QPoint(30, 12))
        assert mode.sheet._trail[-1].toPoint() == at
    QTest.mouseMove(canvas.viewport(), QPoint(260, 210))
    canvas._hover()
    assert session.scene.hover is None
    assert canvas.viewport().cursor().shape() == Qt.CursorShape.BlankCursor
    _press(window, Qt.Key.Key_L)
    canvas._hover()
    assert session.scene.hover is not None
    assert canvas.viewport().cursor().shape() != Qt.CursorShape.BlankCursor


def test_all_keys_are_shown_while_h_is_held(window: MainWindow, mode: Presenting) -> None:
    QTest.keyPress(window.canvas, Qt.Key.Key_H)
    assert mode.card.area is not None
    assert mode.card.area.width() > 0.85 * window.width(), "the room reads it, too"
    assert window.rect().contains(mode.card.area)
    QTest.keyRelease(window.canvas, Qt.Key.Key_H)
    assert mode.card.area is None


def test_an_empty_canvas_can_be_presented(window: MainWindow) -> None:
    window.session.load(Document.empty())
    window.toggle_presentation()
    _press(window, Qt.Key.Key_1)
    window.presenting.sheet.zoomed.emit(View(0.0, 1.0, 0.0, 1.0))
    window.toggle_presentation()


def test_sentences_end_outside_of_formulas() -> None:
    assert first_sentence("Choose $λ = 0. 5$ well. Then look.") == "Choose $λ = 0. 5$ well."
    assert first_sentence("No end") == "No end"


@pytest.mark.parametrize("method", [SoftMarginSVM(C=2.0), MulticlassSVM(C=2.0)])
def test_margins_have_a_key_whichever_method_of_three_classes_has_them(method: object) -> None:
    document = replace(document_of(three_clouds(), [method]), layers=frozenset({"boundary"}))
    assert "margins" in layers_with_keys(scene_of(document), None)


@pytest.mark.exhaustive
def test_a_remote_with_two_buttons_goes_through_the_whole_course_and_back(
    window: MainWindow, mode: Presenting
) -> None:
    coursework = window.lessons.coursework
    window.lessons.open(coursework.course.lessons[0])
    presses = (
        sum(len(lesson.steps) + bool(lesson.guess) + 1 for lesson in coursework.course.lessons) - 1
    )
    places = []
    for _ in range(presses):
        _press(window, Qt.Key.Key_PageDown)
        assert mode.keys.keys, "every lesson has its keys"
        places.append((coursework.lesson.name, coursework.steps_taken, coursework.is_hidden))
    assert len(set(places)) == presses  # every press showed something new
    assert coursework.lesson is coursework.course.lessons[-1]
    assert coursework.steps_taken == len(coursework.lesson.steps)
    for _ in range(presses):
        _press(window, Qt.Key.Key_PageUp)
    assert coursework.lesson is coursework.course.lessons[0]


def test_numbers_stand_beside_the_picture_and_go_back_to_their_panel(window: MainWindow) -> None:
    window.lessons.open_named("fisher-example")
    numbers = window.lessons.panel.numbers
    window.toggle_presentation()
    mode = window.presenting
    assert mode.board.isVisible()
    assert numbers.window() is window
    assert numbers.parentWidget() is mode.board
    for _ in range(2):
        _press(window, Qt.Key.Key_PageDown)
    assert r"S_W^{-1} = \begin{pmatrix} 52 & 24 \\ 24 & 12 \end{pmatrix}" in numbers.latex
    assert not window.plots.isHidden()  # the second step brings a plot: each has its share at once
    assert window.splitter.sizes()[2] == pytest.approx(0.2 * window.width(), abs=2.0)
    assert numbers.height_for(numbers.width(), numbers.theme.ui) <= mode.board.height()
    _press(window, Qt.Key.Key_N)
    assert mode.board.isHidden()
    _press(window, Qt.Key.Key_N)
    assert not mode.board.isHidden()
    _press(window, Qt.Key.Key_Escape)
    assert window.lessons.panel.isAncestorOf(numbers)
    assert numbers.theme is window.lessons.panel.theme
    assert window.splitter.count() == 2
    window.toggle_presentation()
    assert numbers.parentWidget() is mode.board


def test_the_end_of_the_program_remembers_the_window_and_not_the_stage(fresh: MainWindow) -> None:
    fresh.toggle_presentation()
    fresh.session.undo_stack.setClean()
    fresh.close()
    assert not fresh.is_presenting()
    assert fresh.splitter.orientation() == Qt.Orientation.Vertical


# --- the presenter view ---------------------------------------------------------------------------


def test_v_lends_the_panel_to_the_presenter_view_and_takes_it_back(
    window: MainWindow, mode: Presenting
) -> None:
    view, panel = mode.presenter, window.panel
    _press(window, Qt.Key.Key_V)
    assert view.isVisible()
    assert panel.window() is view
    assert panel.isVisible()
    assert (panel.theme.name, window.theme.name) == ("light", "projector"), (
        "the panel is as it was in the window"
    )
    _press(window, Qt.Key.Key_V)
    assert panel.window() is window
    assert panel.isHidden()
    _press(window, Qt.Key.Key_V)
    view.close()
    assert panel.window() is window
    _press(window, Qt.Key.Key_V)
    mode.end()
    assert (view.isVisible(), panel.window(), panel.isHidden()) == (False, window, False)


def test_the_presenter_view_says_the_slide_its_next_step_and_the_time(
    window: MainWindow, mode: Presenting, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, now = mode.presenter, [1000.0]
    monkeypatch.setattr(
        "linclass_gui.window.presenting.presenter_view.time.monotonic", lambda: now[0]
    )
    monkeypatch.setattr(
        "linclass_gui.window.presenting.presenter_view.time.strftime", lambda form: "10:15"
    )
    mode.toggle_presenter()
    QTest.keyClick(view, Qt.Key.Key_W, SHIFT)
    lesson = window.lessons.coursework.lesson
    assert (view.title.text, view.notes.text) == (lesson.title, lesson.text)
    assert view.next.text == f"Next: {lesson.steps[0].say}"
    assert view.clock.text == "10:15,  0:00 on this slide,  0:00 in all"
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert view.sentence.text == lesson.steps[0].say, (
        "a remote steps on whichever window is in front"
    )
    now[0] += 65.0
    view.refresh()
    assert view.clock.text == "10:15,  1:05 on this slide,  1:05 in all"
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert view.clock.text == "10:15,  0:00 on this slide,  1:05 in all"
    window.lessons.open_named("canonical")
    assert view.next.text == "Next: the answer"


def test_another_theme_while_presenting_is_the_projectors_and_that_of_the_window_afterwards(
    window: MainWindow, mode: Presenting
) -> None:
    window._wear(LIGHT)
    assert mode.title.theme.palette is not DARK_PROJECTOR_PALETTE
    large = window.theme.ui
    window._wear(DARK)
    assert mode.title.theme.palette is DARK_PROJECTOR_PALETTE
    assert (window.theme.palette, window.theme.ui) == (DARK_PROJECTOR_PALETTE, large)
    window.toggle_presentation()
    assert window.theme.palette is DARK.palette


def test_the_magnifying_glass_shows_what_is_below_it_and_not_itself(
    window: MainWindow, mode: Presenting
) -> None:
    mode.title.say("A title", "a sentence", "", "")
    _press(window, Qt.Key.Key_Q)
    at = mode.title.mapTo(
        window.centralWidget(), QPoint(round(70 * mode.title.scale), round(56 * mode.title.scale))
    )
    QTest.mouseMove(mode.title, mode.title.mapFrom(window.centralWidget(), at))
    mode.sheet._point(QPointF(at))
    seen = mode.sheet._seen.toImage()
    colours = {
        seen.pixelColor(x, y).lightness()
        for x in range(0, seen.width(), 4)
        for y in range(0, seen.height(), 4)
    }
    assert (min(colours) < 100, max(colours) > 200) == (True, True), "words and their ground"
    assert mode.sheet.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents), (
        "what lies below can be dragged"
    )
    _press(window, Qt.Key.Key_Q)
    assert mode.sheet.tool == ""


def test_what_was_drawn_is_kept_with_the_scene_and_taken_back_by_one_undo(
    window: MainWindow, mode: Presenting
) -> None:
    session, corner = window.session, window.canvas.mapTo(window.centralWidget(), QPoint(0, 0))
    _press(window, Qt.Key.Key_D)
    for held in (NONE, SHIFT | CONTROL):
        _draw(
            mode.sheet,
            *(corner + QPoint(*at) for at in ((100, 100), (130, 140), (160, 140))),
            held=held,
        )
    drawn = [stroke.points for stroke in mode.sheet.strokes]
    _press(window, Qt.Key.Key_I)
    assert mode.sheet.strokes == []
    free, arrow = session.committed.annotations
    pen = COLOURS[mode.sheet.colour]
    assert [(each.kind, each.pen) for each in (free, arrow)] == [("drawing", pen), ("arrow", pen)]
    assert [free.at, *((free.at[0] + x, free.at[1] + y) for x, y in free.way)] == [
        pytest.approx(place) for place in drawn[0]
    ]
    assert (arrow.at, arrow.to) == (drawn[1][0], drawn[1][-1])
    view = session.scene.view
    mode.sheet.strokes = [PenStroke([(0.0, 0.0), (1.0, y)], view=view) for y in (1.0, 2.0)]
    assert len(mode.sheet.hand_over(1)) == len(mode.sheet.strokes) == 1  # no more annotations
    moved = replace(session.committed, annotations=(replace(free, at=(40.0, -30.0)), arrow))
    session.apply("Move", moved)
    window.toggle_presentation()
    window.toggle_presentation()
    assert session.scene.view.contains(np.array([[40.0, -30.0]])).all()
    for _ in range(2):
        window.editing.undo()
    assert session.committed.annotations == ()


def test_lines_of_the_room_are_taken_counted_and_judged(
    window: MainWindow, mode: Presenting, monkeypatch: pytest.MonkeyPatch
) -> None:
    coursework = window.lessons.coursework
    window.lessons.open_named("canonical")
    assert coursework.is_hidden
    _press(window, Qt.Key.Key_R)
    document = window.session.committed
    turned = replace(document.trial, angle=document.trial.angle + 20.0)
    window.session.apply("Turn", replace(document, trial=turned))
    _press(window, Qt.Key.Key_R)
    dialog = HandsDialog(window.session.committed)
    QTest.keyClicks(dialog.focusWidget(), "12")
    assert [field.text() for field in dialog.counts] == ["12", "0"], "typed at once"
    monkeypatch.setattr(
        HandsDialog,
        "exec",
        lambda self: [field.set_value(7 + k) for k, field in enumerate(self.counts)],
    )
    _press(window, Qt.Key.Key_R, SHIFT)
    assert [each.text for each in window.session.committed.annotations[-2:]] == ["A, 7", "B, 8"]
    assert "error" not in mode.title.sentence, "the answer is not told before it is shown"
    _press(window, Qt.Key.Key_PageDown)
    assert window.session.wait_idle()
    assert mode.title.sentence.startswith("A (7 hands): ")
    assert "; B (8 hands): " in mode.title.sentence
    assert "; the answer: 0 errors, room " in mode.title.sentence
