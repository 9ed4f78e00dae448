"""The view of the lecturer while the room sees the picture: a copy of it, what comes next, notes,
clock, lessons, and the panel of the window.

The panel (methods, parameters, layers) is that of the window, borrowed while the view is open: it
acts on the picture.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QImage,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QScreen,
)
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ...answers.value_words import hide_values
from ...draw.qt_surface import painting
from ...errors import UserError
from ...figures.recipe import recipe_with
from ...figures.sources import thumbnail
from ...figures.talk import Slide
from ...layers import TELLTALE
from ...lessons.guesses import show_answer
from ...lessons.lesson import Lesson
from ...lessons.reveals import reveal_step
from ...scene.document import Document
from ...scene.theme import LIGHT, Theme
from ..lessons.blocks import Flow
from ..lessons.commands import Lessons
from ..lessons.coursework import Coursework
from ..lessons.pages import fresh_state
from ..lessons.talks import SlideList
from ..session.background import LatestQuery, error_sentence
from ..session.session import Session
from ..timers import make_timer
from ..widgets.layouts import PlainLabel, SteadyArea, in_column, in_row, push_button, with_name
from ..widgets.number_field import NumberField, whole_number_fault
from ..widgets.stylesheet import stylesheet
from ..widgets.themed import TEXT, Hairline, MathLabel, Themed, restyle
from .slide import headline

# Text sizes: the clock, the title of the slide, its sentence, the notes where they are short.
LARGE, TITLE, BODY, NOTES = 26.0, 20.0, 15.0, 22.0
NOTES_SHARES = (1.0, 0.9, 0.8, 0.7, 0.6)  # of that size, the first with which all of them fit
NO_SUCCESSOR = "nothing, because this scene is no slide of a talk"
BESIDE_TALK = "nothing, because this lesson is no slide of the talk; the list has its slides"
# The copy takes a twentieth of the time at the most.  The first one is slow: nothing is drawn yet.
COPY_EVERY_MS, COPY_SHARE, COPY_LATEST_MS = 100, 20, 1000
NEXT_AFTER_MS = 300  # after the last change, so that no step of a drag is drawn
NEXT = QSize(320, 200)  # the picture of what comes next
LONGEST_TALK = 600  # minutes


class ProjectorCopy(Themed, QWidget):
    """What the audience sees, smaller, soon after it changes; ``audience`` is the widget that it
    sees.

    The whole widget is painted again for a copy, from parts that are already drawn, at most ten
    times a second and for at most a twentieth of the time.
    """

    def __init__(self, audience: Callable[[], QWidget]) -> None:
        super().__init__()
        self.setObjectName("projector-copy")
        self.setAccessibleName("The picture that the audience sees")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._audience, self._picture = audience, QPixmap()
        self._is_looking = False  # its own painting is no news
        self._timer = make_timer(COPY_EVERY_MS, self, self.look, single_shot=True)

    def note_paint(self, receiver: QWidget) -> None:
        """Something was painted: if it is what the audience sees, copy it soon."""
        is_news = not self._is_looking and not self._timer.isActive() and self.isVisible()
        if is_news and receiver.window() is self._audience().window():
            self._timer.start()

    def look(self) -> None:
        """Copy what the audience sees now."""
        begin = time.thread_time()
        self._is_looking = True
        picture = self._audience().grab()
        self._is_looking = False
        size = self.size() * self.devicePixelRatioF()
        self._picture = picture.scaled(
            size,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        spent_ms = 1000.0 * (time.thread_time() - begin)
        pause = min(max(COPY_EVERY_MS, round(COPY_SHARE * spent_ms)), COPY_LATEST_MS)
        self._timer.setInterval(pause)
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        size = self._audience().size()
        return round(width * size.height() / max(size.width(), 1))

    def sizeHint(self) -> QSize:
        return QSize(self.px(560), self.heightForWidth(self.px(560)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.px(240), self.px(135))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._timer.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        with painting(self) as painter:
            size = self._picture.size() / self.devicePixelRatioF()
            area = QRectF(0.0, 0.0, size.width(), size.height())
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(area, self._picture, QRectF(self._picture.rect()))
            colour = self.colours.ink if self.hasFocus() else self.colours.hairline
            painter.setPen(QPen(QColor(colour), 1))
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))


@dataclass(frozen=True)
class Coming:
    """What the next press shows: its words, and its scene with the step of its run."""

    words: str = ""
    document: Document | None = None
    position: int | None = None


def coming(coursework: Coursework) -> Coming:
    """What the next press shows: the answer, the next step, the next lesson, or nothing."""
    lesson, document, step = (
        coursework.lesson,
        coursework.session.committed,
        coursework.next_step,
    )
    if lesson is None:
        return Coming(NO_SUCCESSOR)
    if coursework.is_hidden:
        layers = lesson.document.layers & TELLTALE
        return Coming("the answer", show_answer(document, lesson.guess_of, layers))
    if step is not None:
        return Coming(step.say or "a picture", reveal_step(document, step), step.position)
    position = coursework.position
    next_lesson = None if position is None else position.next_slide
    if next_lesson is None:
        is_beside = position is None and coursework.talk is not None
        return Coming(BESIDE_TALK if is_beside else "the end")
    fresh_place = fresh_state(next_lesson)
    document_left = coursework.document_left(next_lesson)
    return Coming(
        hide_values(next_lesson.title, next_lesson.document),
        document_left or fresh_place.document,
        None if document_left else fresh_place.position,
    )


def words_of_panels(slide: Slide | None) -> str:
    """The words about a slide that is a figure of several panels, of which the window shows the
    first scene.
    """
    if slide is None or slide.steps:
        return ""
    entry, document = slide.entry, slide.document
    try:
        recipe = recipe_with(entry, document, slide.figure_values, entry)
    except UserError:
        return ""
    panels = recipe.without_motion.panels_and_rows()[0]
    words = f"The figure of this slide has {panels} panels; its scene is shown live."
    return f"{words} All panels are in the PDF of the talk." if panels > 1 else ""


class TalkClock:
    """The time since the talk began, which goes on while nothing is presented, and how much is left
    of its minutes (0: nobody says how long it is).
    """

    def __init__(self) -> None:
        self.began: float | None = None
        self.minutes = 0

    def begin(self) -> None:
        """Begin at the first presentation."""
        if self.began is None:
            self.restart()

    def restart(self) -> None:
        """Begin again from 0."""
        self.began = time.monotonic()

    def words(self, now: float) -> str:
        """The time in all, and what is left of it or over."""
        seconds = 0.0 if self.began is None else now - self.began
        words = f"{_minutes(seconds)} in all"
        if self.minutes:
            rest = 60.0 * self.minutes - seconds
            words += f",  {_minutes(abs(rest))} {'left' if rest >= 0.0 else 'over'}"
        return words


class PresenterView(QWidget):
    """A window for the lecturer alone; ``open_on`` borrows the panel, ``leave`` returns it.
    ``audience`` is the widget that the audience sees.
    """

    def __init__(
        self,
        session: Session,
        lessons: Lessons,
        panel: QWidget,
        home: QHBoxLayout,
        window: QWidget,
        audience: Callable[[], QWidget],
    ) -> None:
        super().__init__(window, Qt.WindowType.Window)
        self.setObjectName("presenter-view")
        self.setWindowTitle("Presenter view – linclass")
        self._session, self._lessons, self._panel, self._home = session, lessons, panel, home
        self.theme = LIGHT
        self.is_open = False  # whether it has the panel
        self.copy = ProjectorCopy(audience)
        self.next_picture = with_name(
            PlainLabel(), "next-picture", "The picture of what comes next"
        )
        self.setFocusProxy(self.copy)  # keys belong to the talk: fields give them back to it
        self.clock, self.title = Flow(size=LARGE), Flow(size=TITLE, weight=600)
        self.sentence = Flow(size=BODY)
        self.next, self.notes = Flow(size=BODY, weight=600), Flow(size=NOTES, keeps_lines=True)
        self.panels = Flow(size=BODY, tone="ink_2")  # of a slide that is a larger figure
        self.talk = TalkClock()
        self.minutes = with_name(
            NumberField(0, whole_number_fault(0, LONGEST_TALK), is_whole=True),
            "talk-minutes",
            "Minutes of the talk",
            "How long the talk is (W); 0 counts nothing down",
        )
        self.restart = push_button(
            "From 0", self.restart_clock, "restart-clock", "The clock begins again (Shift + W)"
        )
        self.list = SlideList(lessons.coursework, lessons.talks)
        self.list.setMinimumHeight(60)
        self.list.chosen.connect(lessons.open)
        self.find_button = push_button(
            "Find a lesson…", partial(lessons.browse, self), tip="By words (F7)"
        )
        self._slide_began = time.monotonic()
        self._slide: tuple[str, int] = ("", 0)
        self._coming = Coming()
        self._newest = LatestQuery(self)
        self._tick = make_timer(1000, self, self._show_clock)
        self._later = make_timer(NEXT_AFTER_MS, self, self.draw_next, single_shot=True)
        self._lay_out()
        self.minutes.entered.connect(self._take_minutes)

    def _lay_out(self) -> None:
        words, self._area = QWidget(), SteadyArea()
        self._area.takes_keys = False
        self.next_picture.setScaledContents(True)
        parts = (self.title, self.sentence, self.panels, self.notes, 1)
        in_column(words, *parts, margins=(0, 0, 12, 0), spacing=10)
        self._area.setWidget(words)
        self.minutes.setFixedWidth(56)
        clock = in_row(
            None,
            (self.clock, 1),
            MathLabel("minutes"),
            self.minutes,
            self.restart,
            spacing=8,
        )
        picture_column = in_column(None, self.copy, (self._area, 1), spacing=16)
        next_column = in_column(
            None, self.next_picture, self.next, self.find_button, (self.list, 1), spacing=12
        )
        columns = in_row(None, (picture_column, 1), next_column, spacing=20)
        left = in_column(
            None, clock, Hairline(), (columns, 1), margins=(24, 12, 20, 16), spacing=12
        )
        self._row = in_row(self, (left, 1), Hairline(vertical=True))

    # --- on and off -------------------------------------------------------------------------------

    def open_on(self, screen: QScreen, theme: Theme) -> None:
        """Show the view on a screen, in the theme of the window."""
        self.is_open = True
        self._row.addWidget(self._panel)
        self._panel.show()
        self.theme = theme
        self.refresh()
        self.set_theme(theme)
        self.setScreen(screen)
        room = screen.availableGeometry()
        if screen is self._home_screen:  # over the picture, beside whose edges it stands
            across, up = room.width() // 12, room.height() // 12
            room = room.adjusted(across, up, -across, -up)
        self.setGeometry(room)
        self.show()
        # keys belong to the talk, not to the search
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tick.start()

    @property
    def _home_screen(self) -> QScreen | None:
        """The screen of the picture."""
        parent = self.parentWidget()
        return None if parent is None else parent.screen()

    def set_theme(self, theme: Theme) -> None:
        """Take a theme, also for the panel, which the presentation had enlarged with the
        picture.
        """
        self.theme = theme
        # Fields inherit the type of the application, which is now that of the picture.
        size = f"QWidget {{ font-size: {round(TEXT * theme.ui)}px; }}"
        frame = f"#next-picture {{ border: 1px solid {theme.palette.hairline}; }}"
        sheet = stylesheet(theme.palette, theme.ui) + size + frame
        if sheet != self.styleSheet():  # it takes long, and the picture is often scaled alone
            self.setStyleSheet(sheet)
        self.next_picture.setFixedSize(NEXT * theme.ui)
        restyle(self, theme)
        self._fit_notes()
        self._later.start()

    def leave(self) -> None:
        """Close, and return the panel; the clock goes on."""
        self._tick.stop()
        self._later.stop()
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
        self.list.refresh()
        slide = (document.title if lesson is None else lesson.name, coursework.steps_taken)
        if slide != self._slide:
            self._slide, self._slide_began = slide, time.monotonic()
            self.panels.set_text(words_of_panels(coursework.slide))
        steps = () if lesson is None else lesson.steps[: coursework.steps_taken]
        self.title.set_text(headline(coursework))
        self.sentence.set_text(
            run or next((step_taken.say for step_taken in reversed(steps) if step_taken.say), "")
        )
        self.notes.set_text(document.notes if lesson is None else lesson.notes)
        before, self._coming = self._coming.words, coming(coursework)
        if before != self._coming.words:
            self.next_picture.clear()  # that of another page
        self.next_picture.setVisible(self._coming.document is not None)
        self.next.set_text(f"Next: {self._coming.words}" if self._coming.words else "")
        for part in (self.sentence, self.next, self.panels, self.notes):
            part.setVisible(bool(part.text))
        self._later.start()
        self._fit_notes()
        self._show_clock()

    def draw_next(self) -> None:
        """Draw what comes next, beside the window: its methods may need a while."""
        document, position = self._coming.document, self._coming.position
        if document is None:
            self.next_picture.clear()
            return
        lesson = Lesson("next", document, text="")
        size = NEXT.width(), NEXT.height()
        self._newest.ask(
            partial(thumbnail, lesson, self.theme, *size, step=position),
            partial(self._show_next, self._coming.words),
            self._draw_nothing,
            0.0,
        )

    def _show_next(self, words: str, image: QImage) -> None:
        """Show a picture, unless another page comes meanwhile."""
        if words == self._coming.words:
            self.next_picture.setPixmap(QPixmap.fromImage(image))

    def _draw_nothing(self, error: Exception) -> None:
        """A scene that cannot be drawn has no picture; one without the step of its run neither."""
        error_sentence(error, UserError)  # logs a fault
        self.next_picture.clear()

    def close_worker(self) -> None:
        """Stop the work: the window closes."""
        self._newest.close()

    def _fit_notes(self) -> None:
        """The largest print with which all notes are seen, else the smallest."""
        room = self._area.viewport().size()
        words = [part for part in (self.title, self.sentence, self.panels) if part.text]
        height = sum(part.heightForWidth(room.width() - 12) + 10 for part in words)
        for share in NOTES_SHARES:
            self.notes.set_theme(replace(self.theme, ui=self.theme.ui * share))
            if self.notes.heightForWidth(room.width() - 12) <= room.height() - height:
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_notes()

    # --- the clock --------------------------------------------------------------------------------

    def ask_for_minutes(self) -> None:
        """Take the keyboard to the length of the talk."""
        self.activateWindow()
        self.minutes.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.minutes.selectAll()

    def restart_clock(self) -> None:
        """Begin again from 0."""
        self.talk.restart()
        self._slide_began = time.monotonic()
        self._show_clock()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take_minutes(self, minutes: object) -> None:
        self.talk.minutes = int(str(minutes))
        self._show_clock()

    def _show_clock(self) -> None:
        seconds, hour = time.monotonic(), time.strftime("%H:%M")
        on_slide = _minutes(seconds - self._slide_began)
        self.clock.set_text(f"{hour},  {on_slide} on this slide,  {self.talk.words(seconds)}")


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
