"""The view of the lecturer while the room sees the picture: notes, next step, clock, lessons, and
the panel of the window.

The panel (methods, parameters, layers) is that of the window, borrowed while the view is open: it
acts on the picture.
"""

from __future__ import annotations

import time

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QScreen
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QWidget

from ...markup.mathtext import plain
from ...scene.theme import Theme
from ..lessons.blocks import Flow
from ..lessons.commands import Lessons
from ..panels.layers import SearchField
from ..session.session import Session
from ..timers import make_timer
from ..widgets.layouts import SteadyArea, in_column, in_row
from ..widgets.stylesheet import stylesheet
from ..widgets.themed import TEXT, Hairline, restyle
from .slide import title_of

LARGE, TITLE, BODY = 30.0, 20.0, 15.0  # text sizes: the clock, the title of the slide, the notes
LESSON = Qt.ItemDataRole.UserRole


class PresenterView(QWidget):
    """A window for the lecturer alone; ``open_on`` borrows the panel, ``leave`` returns it."""

    def __init__(
        self, session: Session, lessons: Lessons, panel: QWidget, home: QHBoxLayout, window: QWidget
    ) -> None:
        super().__init__(window, Qt.WindowType.Window)
        self.setObjectName("presenter-view")
        self.setWindowTitle("Presenter view – linclass")
        self._session, self._lessons, self._panel, self._home = session, lessons, panel, home
        self.is_open = False  # whether it has the panel
        self.clock, self.title, self.sentence = (
            Flow(size=LARGE),
            Flow(size=TITLE, weight=600),
            Flow(size=BODY),
        )
        self.next, self.notes = Flow(size=BODY, tone="ink_2"), Flow(size=BODY)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.search, self.list = (
            SearchField("Find a lesson", "find-lesson", "Return opens the first one found"),
            QListWidget(),
        )
        self.search.setClearButtonEnabled(True)
        self.search.left.connect(self.setFocus)
        self.list.setAccessibleName("Lessons")
        self.list.setMinimumHeight(120)
        self._began = self._slide_began = time.monotonic()
        self._slide: tuple[str, int] = ("", 0)
        self._course = lessons.coursework.course  # whose lessons are listed
        self._tick = make_timer(1000, self, self._show_clock)
        self._lay_out()
        self.search.textChanged.connect(self._fill_list)
        self.search.returnPressed.connect(self._open_found)
        self.list.itemActivated.connect(self._open)
        self.list.itemClicked.connect(self._open)

    def _lay_out(self) -> None:
        words, area = QWidget(), SteadyArea()
        in_column(
            words,
            self.title,
            self.sentence,
            self.next,
            self.notes,
            1,
            margins=(0, 0, 12, 0),
            spacing=12,
        )
        area.setWidget(words)
        parts = (self.clock, Hairline(), (area, 3), self.search, (self.list, 2))
        left = in_column(None, *parts, margins=(24, 20, 16, 16), spacing=12)
        self._row = in_row(self, (left, 1), Hairline(vertical=True))

    # --- on and off -------------------------------------------------------------------------------

    def open_on(self, screen: QScreen, theme: Theme) -> None:
        """Show the view on a screen, in the theme of the window."""
        self.is_open = True
        self._row.addWidget(self._panel)
        self._panel.show()
        self._began = self._slide_began = time.monotonic()
        self.search.clear()
        self._fill_list("")
        self.refresh()
        self.set_theme(theme)
        self.setScreen(screen)
        room = screen.availableGeometry()
        self.setGeometry(
            room.adjusted(
                room.width() // 12, room.height() // 12, -room.width() // 12, -room.height() // 12
            )
        )
        self.show()
        # keys belong to the talk, not to the search
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tick.start()

    def set_theme(self, theme: Theme) -> None:
        """Take a theme, also for the panel, which the presentation had enlarged with the
        picture.
        """
        # Fields inherit the type of the application, which is now that of the picture.
        size = f"QWidget {{ font-size: {round(TEXT * theme.ui)}px; }}"
        self.setStyleSheet(stylesheet(theme.palette, theme.ui) + size)
        restyle(self, theme)

    def leave(self) -> None:
        """Close, and return the panel."""
        self._tick.stop()
        if self.is_open:
            self.is_open = False
            self._panel.hide()
            self._home.addWidget(self._panel)  # at the end of the row, where it was
        self.hide()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.leave()
        super().closeEvent(event)

    # --- what it says -----------------------------------------------------------------------------

    def refresh(self, run: str = "") -> None:
        """Show the current slide; a new one restarts its time.  ``run`` are the words about a run
        that is played.
        """
        coursework, document = self._lessons.coursework, self._session.document
        lesson = coursework.lesson
        if (
            coursework.course is not self._course
        ):  # a filter of the former one would hide its lessons
            self.search.clear()
            self._fill_list("")
        slide = (document.title if lesson is None else lesson.name, coursework.steps_taken)
        if slide != self._slide:
            self._slide, self._slide_began = slide, time.monotonic()
        steps = () if lesson is None else lesson.steps[: coursework.steps_taken]
        step = coursework.next_step
        self.title.set_text(title_of(self._session) if lesson is None else lesson.title)
        self.sentence.set_text(
            run or next((step_taken.say for step_taken in reversed(steps) if step_taken.say), "")
        )
        comes = (
            "the answer"
            if coursework.is_hidden
            else "the next lesson"
            if step is None
            else step.say or "a picture"
        )
        self.next.set_text("" if lesson is None else f"Next: {comes}")
        self.notes.set_text(document.notes if lesson is None else lesson.words)
        for part in (self.sentence, self.next, self.notes):
            part.setVisible(bool(part.text))
        self._show_clock()

    def _show_clock(self) -> None:
        seconds, hour = time.monotonic(), time.strftime("%H:%M")
        self.clock.set_text(
            f"{hour},  {_minutes(seconds - self._slide_began)} on this slide,  "
            f"{_minutes(seconds - self._began)} in all"
        )

    def _fill_list(self, words: str) -> None:
        search_words, self._course = words.casefold().split(), self._lessons.coursework.course
        self.list.clear()
        for lesson in self._lessons.coursework.course.lessons:
            text = (
                f"{lesson.number}  {plain(lesson.title)}" if lesson.number else plain(lesson.title)
            )
            if all(word in f"{text} {plain(lesson.words)}".casefold() for word in search_words):
                # made by Qt: one made in Python with the list as its parent may be deleted too
                # early
                self.list.addItem(text)
                self.list.item(self.list.count() - 1).setData(LESSON, lesson.name)

    def _open_found(self) -> None:
        """Open the first lesson found; the keyboard is given back."""
        item = self.list.item(0)
        if item is not None:
            self._open(item)
        self.search.leave()

    def _open(self, item: QListWidgetItem) -> None:
        lesson = next(
            (
                one
                for one in self._lessons.coursework.course.lessons
                if one.name == item.data(LESSON)
            ),
            None,
        )
        if lesson is not None and lesson is not self._lessons.coursework.lesson:
            self._lessons.open(lesson)


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
