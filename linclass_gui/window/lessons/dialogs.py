"""Dialogs of lessons: writing one without typing JSON; three questions from earlier lessons."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from random import Random

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QDialog, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from ...answers.sweeps import Sweep, parse_grid, sweep_variants
from ...draw.small_pictures import SHARPNESS
from ...errors import UserError
from ...figures.sources import WORDS_OF_VIEWS, is_view, thumbnail
from ...files.names import slug
from ...lessons.conditions import Test, TestError, parse_test
from ...lessons.course import (
    QUESTIONS_AT_ONCE,
    Record,
    draw_questions,
    lessons_to_repeat,
    question_of,
)
from ...lessons.lesson import GUESSES, Goal, Lesson, LessonFigure, Recall, Step, read_number
from ...lessons.vocabulary import WORDS, Checker
from ...markup.mathtext import plain
from ...markup.numbers import count_words
from ...scene.document import Document
from ..dialogs.forms import Form, say_error, theme_of
from ..widgets.controls import ComboField
from ..widgets.layouts import (
    PlainLabel,
    PushButton,
    in_column,
    in_row,
    one_line,
    plain_entry,
    plain_tip,
    push_button,
    with_name,
)
from ..widgets.themed import CAPTION, FORMULA, MathLabel, restyle
from ..widgets.window_behaviour import resize_within_screen
from .blocks import Flow
from .coursework import Coursework

GUESS_WORDS = (
    "nothing to predict",
    "a line, before the answer is shown",
    "the support vectors",
    "the threshold",
    "the answer to the question",
)
STEP_TIP = (
    "One step a line: layers and methods to show, a colon, a sentence. As in: hulls, m2: The "
    "hulls of both classes."
)
WORDS_TIP = "One test a line, as in: errors(trial) == 0. Words: " + ", ".join(
    word.name for word in WORDS
)
BOX_HEIGHT = 76


class LessonDialog(Form):
    """Asks for the words of a lesson; ``lesson`` is the result when accepted."""

    def __init__(
        self, before: Lesson | None, document: Document, parent: QWidget | None = None
    ) -> None:
        super().__init__("Save as lesson", parent, "lesson-dialog")
        self._document = document
        start = before or Lesson("lesson", document)
        self.title = QLineEdit(document.title)
        self.chapter, self.order = (
            QLineEdit(start.chapter or "My lessons"),
            QLineEdit(f"{start.order:g}"),
        )
        self.text, self.steps = self._box(start.text), self._box("\n".join(map(_line, start.steps)))
        self.guess = ComboField()
        self.guess.addItems(GUESS_WORDS)
        self.guess.setCurrentIndex(GUESSES.index(start.guess))
        goal = start.goal or Goal("", ())
        self.goal, self.closing = QLineEdit(goal.say), QLineEdit(goal.closing)
        self.tests = self._box("\n".join(test.text for test in goal.tests))
        self.steps.setToolTip(plain_tip(STEP_TIP))
        self.tests.setToolTip(plain_tip(WORDS_TIP))
        picture = start.figure or LessonFigure()
        self.views, self.sweep = QLineEdit(", ".join(picture.views)), QLineEdit(picture.sweep)
        self.grid = QLineEdit("" if picture.grid is None else "×".join(map(str, picture.grid)))
        self.views.setPlaceholderText("canvas")
        self.views.setToolTip(
            plain_tip(
                "Views beside each other, as in: canvas, fisher-angle. There are "
                f"{', '.join(WORDS_OF_VIEWS)}."
            )
        )
        self.sweep.setPlaceholderText("C = 10, 100, 1000, 10000")
        self.sweep.setToolTip(plain_tip("A panel for each value of a parameter"))
        self.grid.setPlaceholderText("rows × columns")
        self._start = start
        self.lesson: Lesson | None = None
        for words, field in (
            ("Title", self.title), ("Chapter", self.chapter), ("Place in the course", self.order),
            ("Text", self.text),
            ("Steps to reveal", self.steps), ("Predict first", self.guess), ("Goal", self.goal),
            ("Tests, one a line", self.tests),
            ("When it is reached", self.closing), ("Figure, its views", self.views),
            ("Figure, values of", self.sweep),
            ("Figure, its grid", self.grid),
        ):  # fmt: skip
            self.fields.addRow(MathLabel(words), field)
            field.setAccessibleName(words)
        resize_within_screen(self, 640, self.sizeHint().height())

    def _box(self, text: str) -> QPlainTextEdit:
        box = QPlainTextEdit(text)
        box.setTabChangesFocus(True)
        box.setFixedHeight(BOX_HEIGHT)
        return box

    def accept(self) -> None:
        """Take the words, or show what is wrong with them."""
        try:
            self.lesson = self.answer()
        except (TestError, ValueError, UserError) as error:
            say_error(self, str(error))
            return
        super().accept()

    def answer(self) -> Lesson:
        """The lesson as it is entered.

        Raises:
            TestError: a test that cannot be read.
            ValueError: a place in the course that is not a number, a goal without tests, a view
                that does not exist, or a prediction without a method.
            UserError: values that cannot be swept, or a wrong grid.
        """
        document = replace(self._document, title=one_line(self.title.text()) or "My lesson")
        fields = (
            ()
            if self._start.question is None
            else tuple(field.name for field in self._start.question.fields)
        )
        tests = tuple(map(parse_test, _lines(self.tests)))
        for test in tests:
            Checker(document, fields).check(test)
        goal = self._goal(tests)
        guess = GUESSES[self.guess.currentIndex()]
        if guess and not document.selected:
            raise ValueError("A prediction is one of a method: add a method first, or ask for none")
        if guess == "answer" and not fields:
            raise ValueError(
                "The answer to a question can be predicted only where the lesson has a question"
            )
        return replace(
            self._start,
            name=slug(document.title, "lesson"),
            document=document,
            chapter=one_line(self.chapter.text()),
            order=_number(self.order.text()),
            text=self.text.toPlainText().strip(),
            steps=tuple(self._kept_step(line) or _step(line) for line in _lines(self.steps)),
            goal=goal,
            guess=guess,
            guess_of=document.selected if guess else "",
            aliases=(),
            figure=self._figure(document),
        )

    def _kept_step(self, line: str) -> Step | None:
        """A step whose line was not edited, with its plots and its playback position, which a line
        cannot hold.
        """
        return next((step for step in self._start.steps if _line(step) == line), None)

    def _figure(self, document: Document) -> LessonFigure | None:
        """The figure of the lesson for exports; None: the canvas alone."""
        views = tuple(name.strip() for name in self.views.text().split(",") if name.strip())
        unknown_view = next((name for name in views if not is_view(name)), None)
        if unknown_view is not None:
            choices = ", ".join(WORDS_OF_VIEWS)
            raise ValueError(f"There is no view {unknown_view!r}; choose of {choices}")
        sweep = "".join(self.sweep.text().split())
        if sweep:
            tuple(sweep_variants(document, Sweep.parse(sweep)))
        figure = self._start.figure or LessonFigure()
        grid = parse_grid(self.grid.text()) if self.grid.text().strip() else None
        picture = replace(
            figure, views=views, sweep=sweep, grid=grid, titles=() if sweep else figure.titles
        )
        return None if picture == LessonFigure() else picture

    def _goal(self, tests: tuple[Test, ...]) -> Goal | None:
        say = one_line(self.goal.text())
        if not tests and not say:
            return None
        if not tests:
            raise ValueError("A goal needs at least one test, as in: errors(trial) == 0")
        goal = self._start.goal or Goal("", ())  # slips and the hint are written in the file
        return replace(goal, say=say, tests=tests, closing=one_line(self.closing.text()))


def _lines(box: QPlainTextEdit) -> list[str]:
    return [line.strip() for line in box.toPlainText().splitlines() if line.strip()]


def _number(text: str) -> float:
    number = read_number(text)
    if math.isnan(number):
        raise ValueError(f"The place in the course is a number; got {text!r}")
    return number


def _line(step: Step) -> str:
    """A step as a line of the dialog."""
    return f"{', '.join(step.show)}: {step.say}" if step.show else f": {step.say}"


def _step(line: str) -> Step:
    """A line of the dialog as a step: names of layers and plots, a colon, a sentence; without a
    colon all of it is the sentence.
    """
    names, colon, say = line.partition(":")
    if not colon:
        return Step(line)
    return Step(say.strip(), tuple(name.strip() for name in names.split(",") if name.strip()))


PICTURE = QSize(480, 304)
MOST_REPEATED = 6  # lessons that are named at the end


class RecallDialog(QDialog):
    """Asks one question after the other; the answers are kept in the learner's records."""

    lesson_chosen = Signal(object)  # a lesson to be opened again

    def __init__(
        self,
        coursework: Coursework,
        lessons: tuple[Lesson, ...],
        seed: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("recall")
        self._coursework, self._lessons, self._random = coursework, lessons, Random(seed)
        self._left = list(draw_questions(lessons, coursework.records, seed))
        self._asked, self._right = 0, 0
        self._question_count = len(self._left)
        self._recall: Recall | None = None  # the question that is asked now
        title = "Three questions" if self._question_count == QUESTIONS_AT_ONCE else "Questions"
        self.setWindowTitle(f"{title} – linclass")
        self.head = MathLabel("", size=CAPTION, tone="ink_2")
        self.picture = with_name(PlainLabel(), "", "The picture of the lesson")
        self.say, self.because = Flow("", size=FORMULA, weight=600), Flow("")
        self.choices: list[QPushButton] = []
        self._choice_box = in_column(None, spacing=8)
        self.next_button = with_name(PushButton(), "next-question")
        self.next_button.clicked.connect(self._go_on)
        parts = (
            self.head,
            self.picture,
            self.say,
            self._choice_box,
            self.because,
            1,
            in_row(None, 1, self.next_button),
        )
        in_column(self, *parts, margins=(24, 16, 24, 16), spacing=12)
        self._theme = theme_of(parent)
        resize_within_screen(self, self._px(PICTURE.width()) + 48, self._px(660))
        self._go_on()

    def _px(self, length: float) -> int:
        return round(length * self._theme.ui)

    def _go_on(self) -> None:
        if self._left:
            self._ask(self._left.pop(0))
        elif self.next_button.text() == "Close":
            self.accept()
        else:
            self._conclude()
        restyle(self, self._theme)

    def _ask(self, lesson: Lesson) -> None:
        record = self._coursework.records.get(lesson.name, Record())
        recall = self._recall = question_of(lesson, record)
        assert recall is not None
        self._asked += 1
        self.head.set_text(f"Question {self._asked} of {self._question_count}")
        image = thumbnail(
            lesson, self._theme, self._px(PICTURE.width()), self._px(PICTURE.height())
        )
        image.setDevicePixelRatio(SHARPNESS)
        self.picture.setPixmap(QPixmap.fromImage(image))
        self.say.set_text(recall.say)
        self.because.set_text("")
        order = self._random.sample(range(len(recall.choices)), len(recall.choices))
        self._offer(
            (recall.choices[place], partial(self._answer, lesson, place + 1)) for place in order
        )
        self.next_button.setText("Next question" if self._left else "What is worth repeating")
        self.next_button.setEnabled(False)

    def _offer(self, choices: Iterable[tuple[str, partial[None]]]) -> None:
        for button in self.choices:
            self._choice_box.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.choices = []
        for words, slot in choices:
            button = push_button(plain_entry(words), slot)
            self._choice_box.addWidget(button)
            self.choices.append(button)
        if self.choices:
            self.choices[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _answer(self, lesson: Lesson, number: int) -> None:
        recall = self._recall
        assert recall is not None
        is_right = number == recall.right
        self._right += is_right
        self._coursework.remember_recall(lesson, is_right)
        right, mine = (plain_entry(recall.choices[place - 1]) for place in (recall.right, number))
        for button in self.choices:
            words = button.text()
            mark = "✓  " if words == right else "✗  " if words == mine else ""
            button.setText(f"{mark}{words}{'  (your answer)' if words == mine else ''}")
            button.setEnabled(words in (right, mine))
            button.clicked.disconnect()
        self.because.set_text(recall.verdict(number))
        self.next_button.setEnabled(True)
        self.next_button.setDefault(True)
        self.next_button.setFocus(Qt.FocusReason.OtherFocusReason)
        restyle(self, self._theme)

    def _conclude(self) -> None:
        lessons = lessons_to_repeat(
            self._lessons, self._coursework.records, self._coursework.solved_lessons
        )[:MOST_REPEATED]
        self.picture.hide()
        self.head.set_text(
            f"{self._right} of {count_words(self._question_count, 'question')} right"
        )
        self.because.set_text("")
        no_lesson = (
            "Nothing to repeat: no question was missed, and every goal that was begun is reached."
        )
        self.say.set_text(
            "Worth repeating: what was missed the last time, and goals that were begun"
            if lessons
            else no_lesson
        )
        self._offer(
            (
                " ".join(filter(None, (lesson.number, plain(lesson.title)))),
                partial(self._open, lesson),
            )
            for lesson in lessons
        )
        self.next_button.setText("Close")

    def _open(self, lesson: Lesson) -> None:
        self.accept()
        self.lesson_chosen.emit(lesson)
