"""The page of a lesson: title, text, steps, question, prediction, goal and its state, next and
previous.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from ...answers.value_words import hide_values
from ...lessons.course import is_last_of_chapter
from ...lessons.guesses import ASKS
from ...lessons.lesson import Lesson
from ...lessons.numbers.block import Numbers
from ...scene.theme import Theme
from ..widgets.controls import IconButton
from ..widgets.layouts import BAR, SteadyArea, in_column, in_row, push_button, with_name
from ..widgets.themed import CAPTION, FORMULA, Hairline, Themed, give_back_keyboard
from .blocks import Flow, ValueText
from .coursework import Coursework
from .sheet_pages import BlocksView, NumbersView
from .talks import SlideList, Talks
from .tasks import GoalView, QuestionForm

IS_SHOWN = "Its method is shown now; compare it with your answer below."
PADDING, GAP = 16, 12


class LessonPanel(Themed, QWidget):
    """Follows the coursework."""

    titled = Signal(str)
    recall_wanted, missed_wanted = Signal(), Signal()

    def __init__(
        self,
        coursework: Coursework,
        numbers: NumbersView,
        talks: Talks,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        with_name(self, "lesson", "Lesson")
        self._coursework, self.numbers = coursework, numbers
        self._lesson: Lesson | None = None
        self._steps: list[Flow] = []
        # steps taken, whether the answer is shown, whether the goal is met
        self._stands = (0, False, False)
        self._goal_lines: list[str] = []
        self._is_scrolled = False  # by hand, since the page was turned
        self._held: int | None = None  # where the question stays after an answer
        self._newest: QWidget | None = None  # the newest part, kept visible until the next scroll
        self._make_body()
        self.slides, self._below_slides = SlideList(coursework, talks), Hairline()
        self.slides.chosen.connect(coursework.open)
        parts = ((self.slides, 2), self._below_slides, (self._scroll, 1))
        in_column(self, *parts, Hairline(), self._foot())
        self.measure()
        coursework.changed.connect(self.refresh)
        self.refresh()

    # --- building ---------------------------------------------------------------------------------

    def _make_body(self) -> None:
        self._scroll = SteadyArea()
        self._scroll.takes_keys = False
        self._scroll.verticalScrollBar().actionTriggered.connect(self._leave_newest)
        body = with_name(QWidget(), "lesson")
        body.installEventFilter(self)
        self.title = Flow("", size=FORMULA, weight=600)
        self.chapter = Flow("", size=CAPTION, tone="ink_2")
        self.notes = Flow("", tone="ink_2", keeps_lines=True)  # of a slide
        self.text = ValueText(self._coursework.session)
        self._step_box = QWidget()
        self._step_column = in_column(self._step_box)
        tip = "Reveal the next part (Page Down); Page Up takes it back"
        self.more = push_button(
            "Next part", partial(self._do, self._coursework.reveal), "next-step", tip
        )
        self.guess_text, self.guess_pairs = Flow("", weight=600), BlocksView()
        self.show_answer = push_button(
            "Show the answer", partial(self._do, self._coursework.show_answer), "show-answer"
        )
        self.question = QuestionForm(self._coursework)
        self.question.judging.connect(self._hold_question)
        self.goal = GoalView(self._coursework)
        self.source = Flow("", size=CAPTION, tone="ink_2")
        words = (self.chapter, self.title, self.text, self.notes, self.numbers)
        guess = (self.guess_text, self.show_answer, self.guess_pairs)
        self._column = in_column(
            body, *words, *guess, self._step_box, self.question, self.goal, self.source, 1
        )
        self._scroll.setWidget(body)

    def _foot(self) -> QWidget:
        foot = QWidget()
        self.again_button = push_button(
            "Start again",
            partial(self._do, self._coursework.start_again),
            "start-again",
            "This page as it begins: points, lines and steps",
        )
        tip = "The chapter ends here: three questions from it and those before it"
        self.recall = push_button("Three questions", self.recall_wanted, "three-questions", tip)
        tip = "Asked again some lessons later, with other numbers where it has any"
        self.missed_button = push_button("", self.missed_wanted, "missed-question", tip)
        self.back = IconButton(
            "step-back",
            "The page before (Ctrl+Page Up)",
            partial(self._do, partial(self._coursework.turn, -1)),
        )
        self.next_button = push_button(
            "",
            partial(self._do, partial(self._coursework.turn, 1)),
            "next-lesson",
            "Ctrl+Page Down",
        )
        for button in (
            self.again_button,
            self.next_button,
            self.more,
            self.show_answer,
            self.recall,
            self.missed_button,
        ):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # The step keeps its place, whatever the text above it does.
        self._foot_column = in_column(
            foot,
            self.recall,
            self.missed_button,
            self.more,
            in_row(None, self.again_button, 1, self.back, self.next_button),
        )
        return foot

    def measure(self) -> None:
        pad = self.px(PADDING)
        # the scroll bar has its room on the right already
        self._column.setContentsMargins(pad, self.px(8), max(0, pad - BAR), pad)
        self._column.setSpacing(self.px(GAP))
        self._step_column.setSpacing(self.px(6))
        foot = self._foot_column
        foot.setContentsMargins(pad, self.px(8), pad, self.px(8))
        foot.setSpacing(self.px(8))

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._column.invalidate()

    def take_back(self, numbers: NumbersView) -> None:
        """Show the numbers below the text again after a presentation."""
        self._column.insertWidget(self._column.indexOf(self.text) + 1, numbers)
        numbers.set_theme(self.theme)
        numbers.setVisible(bool(numbers.names))

    # --- following the coursework -----------------------------------------------------------------

    def refresh(self) -> None:
        """Show the current state of the coursework."""
        lesson = self._coursework.lesson
        if lesson is None:
            self._lesson = None
            return
        if lesson is not self._lesson:
            self._begin(lesson)
        self._show_slides()
        self._show_steps(lesson)
        self._show_guess(lesson)
        self._show_missed()
        self.question.refresh()
        self.goal.refresh()
        self.numbers.is_predicting = self._coursework.is_hidden
        revealed = (
            name for step in lesson.steps[: self._coursework.steps_taken] for name in step.show
        )
        self.numbers.show_names((*lesson.numbers, *revealed), lesson.costs)
        self._show_newest()
        is_met = self._coursework.is_met
        if self.next_button.isDefault() != is_met:
            self.next_button.setDefault(is_met)

    def _show_slides(self) -> None:
        """The slides of a talk, and the words for its pages."""
        slide = self._coursework.slide
        for part in (self.slides, self._below_slides):
            part.setVisible(slide is not None)
        if slide is not None:
            self.slides.refresh()
        page = "lesson" if slide is None else "slide"
        self.next_button.setText(f"Next {page}")
        position = self._coursework.position
        if slide is not None and position is not None:
            self.titled.emit(f"Slide {position.index + 1} of {len(position.slides)}")
            for button, steps in ((self.back, -1), (self.next_button, 1)):
                button.setEnabled(0 <= position.index + steps < len(position.slides))

    def _begin(self, lesson: Lesson) -> None:
        self._lesson = lesson
        course = self._coursework.course
        last = max((other.order for other in course.lessons), default=0.0)
        beside = f"After lesson {lesson.after}" if lesson.after else "A lesson"
        self.titled.emit(f"Lesson {lesson.number} of {int(last)}" if lesson.number else beside)
        self.chapter.set_text(lesson.chapter)
        self.chapter.setVisible(bool(lesson.chapter))
        slide = self._coursework.slide
        self.notes.set_text("" if slide is None else slide.own_notes)
        self.notes.setVisible(bool(self.notes.text))
        self.title.set_text(hide_values(lesson.title, lesson.document))
        self.text.set_template(lesson.text)
        self.text.setVisible(bool(lesson.text))
        self.source.set_text(lesson.source)
        self.source.setVisible(bool(lesson.source))
        self.recall.setVisible(is_last_of_chapter(course, lesson))
        for button, steps in ((self.back, -1), (self.next_button, 1)):
            button.setEnabled(course.neighbour(lesson.name, steps) is not None)
        for flow in self._steps:
            self._step_column.removeWidget(flow)
            flow.hide()
            flow.deleteLater()
        self._steps = [
            Flow(step.say, sign=str(number), explains=True)
            for number, step in enumerate(lesson.steps, 1)
        ]
        for flow in (self.text, self.question.say, self.goal.say, self.goal.closing, *self._steps):
            flow.context = lesson.all_words
        for flow in self._steps:
            flow.set_theme(self.theme)
            self._step_column.addWidget(flow)
        self._stands, self._is_scrolled = self._standing(), False
        self._newest = self._held = None
        self._scroll.verticalScrollBar().setValue(0)

    # --- what came last is seen -------------------------------------------------------------------

    def _standing(self) -> tuple[int, bool, bool]:
        return self._coursework.steps_taken, not self._coursework.is_hidden, self._coursework.is_met

    def _show_newest(self) -> None:
        """Scroll to a step, a comparison or a closing sentence that has just appeared, or to the
        goal when its state changes; after an answer no further than to what is said of it.
        """
        before, self._stands = self._stands, self._standing()
        lines, self._goal_lines = self._goal_lines, self.goal.lines
        step_count, is_shown, is_met = self._stands
        if is_met and not before[2]:
            self._newest = self.goal.closing
        elif step_count > before[0]:
            self._newest, self._held = self._steps[step_count - 1], None
        elif is_shown and not before[1]:
            self._newest = self.guess_pairs
        elif (
            self._coursework.is_tried
            and lines != self._goal_lines
            and not is_met
            and not self._is_scrolled
        ):
            self._newest = self.goal.feedback
        self._scroll_to_newest()

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            # its place is known now; numbers above it may come later and push it down
            self._scroll_to_newest()
        return False

    def _hold_question(self) -> None:
        self._held = self._question_height

    @property
    def _question_height(self) -> int:
        """How far below the top of what is seen the question stands."""
        return self.question.mapTo(self._scroll.viewport(), QPoint(0, 0)).y()

    def _scroll_to_newest(self) -> None:
        if self._held is not None:  # whatever came or went above the fields
            bar = self._scroll.verticalScrollBar()
            bar.setValue(bar.value() + self._question_height - self._held)
        if self._newest is not None and self._newest.isVisible():
            self._scroll.ensureWidgetVisible(self._newest, 0, self.px(PADDING))

    def _leave_newest(self, _action: int) -> None:
        self._newest, self._held, self._is_scrolled = None, None, True

    def _show_steps(self, lesson: Lesson) -> None:
        step_count = self._coursework.steps_taken
        for place, flow in enumerate(self._steps):
            flow.setVisible(place < step_count and bool(flow.text))
        self._step_box.setVisible(step_count > 0)
        left = len(lesson.steps) - step_count
        self.more.setVisible(bool(lesson.steps) and not self._coursework.is_hidden)
        self.more.setEnabled(left > 0)
        self.more.setText(
            f"Next part ({step_count + 1} of {len(lesson.steps)})" if left else "All parts shown"
        )

    def _show_missed(self) -> None:
        returning_lessons = self._coursework.returning_lessons
        self.missed_button.setVisible(bool(returning_lessons))
        self.missed_button.setText(f"Questions that you missed ({len(returning_lessons)})")

    def _show_guess(self, lesson: Lesson) -> None:
        is_hidden = self._coursework.is_hidden
        # answers stand below, in fields that a part less would move
        is_kept = is_hidden or lesson.guess == "answer"
        self.show_answer.setVisible(is_kept)
        self.show_answer.setEnabled(is_hidden)
        self.show_answer.setText("Show the answer" if is_hidden else "The answer is shown")
        if is_hidden and lesson.guess:
            self.guess_text.set_text(f"Predict first. {ASKS[lesson.guess]}")
        else:
            self.guess_text.set_text(IS_SHOWN if is_kept else "Your prediction")
        pairs = self._coursework.comparison()
        self.guess_text.setVisible(bool(lesson.guess) and (is_kept or bool(pairs)))
        self.guess_pairs.show_blocks((("", Numbers(lines=pairs)),))
        self.guess_pairs.setVisible(bool(pairs))

    # --- buttons ----------------------------------------------------------------------------------

    def _do(self, call: Callable[[], object], *_checked: bool) -> None:
        """Run the command of a button, and give the keyboard back to the canvas."""
        call()
        give_back_keyboard(self)
