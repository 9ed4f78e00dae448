"""The Lessons menu: opening, turning pages, steps, predictions, own folders and lessons, the
numbers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import (
    QBuffer,
    QDate,
    QEventLoop,
    QIODevice,
    QLocale,
    QMarginsF,
    QObject,
    Qt,
    QTimer,
    QUrl,
    Signal,
)
from PySide6.QtGui import QPageSize, QPdfWriter, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QMenu, QWidget

from ...draw.fonts import ui_font
from ...errors import UserError
from ...files.shipped import is_shipped
from ...lessons.course import (
    PICTURE,
    Course,
    Record,
    as_markdown,
    chapters_up_to,
    course_of,
    shipped_course,
)
from ...lessons.lesson import Lesson
from ...lessons.lesson_file import encode_lesson, lesson_of
from ...lessons.numbers import PLACE, STEPS
from ...live.notation import html_of
from ...markup.mathtext import plain
from ...scene.document import Document
from ...scene.theme import LIGHT
from ..canvas.plots_area import PlotsArea
from ..commands.files import Files
from ..dialogs.forms import ask_where_to_save, say_error, says_errors
from ..panels.sheet import SideSheet
from ..session.session import Session
from ..session.settings import UserSettings
from ..widgets.controls import add_choice
from ..widgets.layouts import plain_entry, plain_tip
from ..widgets.themed import give_back_keyboard
from .coursework import Coursework
from .panel import LessonPanel
from .sheet_pages import HistoryPage, MethodPages, NumbersPage, NumbersView, topic_of
from .talks import Talks

if TYPE_CHECKING:
    from .browser import Browser


LESSON = "lesson"  # the page of the sheet


class Lessons(QObject):
    """The commands of the Lessons menu; ``message`` is for the status line."""

    message = Signal(str)

    def __init__(
        self,
        session: Session,
        settings: UserSettings,
        files: Files,
        plots: PlotsArea,
        sheet: SideSheet,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session, self._settings, self._files = session, settings, files
        self._plots, self._sheet, self._window = plots, sheet, window
        self.desk = files.desk
        self.coursework = Coursework(session, settings, self)
        self.talks = Talks(session, settings, files, self.coursework, window)
        self.talks.message.connect(self.message)
        self.panel = LessonPanel(self.coursework, NumbersView(session), self.talks)
        self.panel.recall_wanted.connect(self.recall)
        self.panel.missed_wanted.connect(self.recall_missed)
        self.panel.numbers.message.connect(self.message)
        self.panel.titled.connect(partial(sheet.entitle, LESSON))
        sheet.add(LESSON, self.panel)
        sheet.home_closed.connect(self.talks.close)
        files.saved.connect(self.coursework.note_saved)
        self.coursework.plots_wanted.connect(self._show_plots)
        self.coursework.changed.connect(self._follow)
        self.coursework.page_begun.connect(partial(sheet.present, LESSON, takes_keyboard=False))

    # --- opening ----------------------------------------------------------------------------------

    @cached_property
    def browser(self) -> Browser:
        """All lessons by chapter; built on first use."""
        from .browser import Browser

        browser = Browser(self.coursework, self._window)
        browser.lesson_chosen.connect(self._open_chosen)
        browser.folder_wanted.connect(self.open_folder)
        return browser

    def page(self, name: str) -> QWidget:
        """A page of the sheet."""
        if name == "history":
            return HistoryPage(self._session)
        if name == "method-page":
            pages = MethodPages(self._session, lambda: self.coursework.course.lessons)
            pages.lesson_chosen.connect(self._open_chosen)
            return pages
        numbers = NumbersPage(self._session, STEPS if name == "why" else "")
        numbers.message.connect(self.message)
        return numbers

    def explain(self) -> None:
        """Show how the numbers of the selected method are computed."""
        method = self._session.document.selected_method
        topic = STEPS if method is None else topic_of(method.method.name)
        self._sheet.present("why") if topic == STEPS else self._explain(topic)

    def explain_place(self) -> None:
        """Show how the score at a point is computed."""
        self._explain(PLACE)

    def _explain(self, topic: str) -> None:
        self._sheet.present("numbers")
        cast(NumbersPage, self._sheet.page("numbers")).choose(topic)

    def browse(self, desk: QWidget | None = None) -> None:
        """Show all lessons, over another window than this one where it is given."""
        self.browser.present(desk or self._window)

    def recall(self) -> None:
        """Ask three questions from the chapters up to this one."""
        lessons = chapters_up_to(self.coursework.course, self.coursework.lesson)
        if any(lesson.recall for lesson in lessons):
            self._ask(lessons)
        else:
            self.message.emit("These lessons have no questions that come back.")

    def recall_missed(self) -> None:
        """Ask the questions that were missed some lessons ago."""
        self._ask(self.coursework.returning_lessons)

    def _ask(self, lessons: tuple[Lesson, ...]) -> None:
        """Ask questions of these lessons."""
        from .dialogs import RecallDialog

        dialog = RecallDialog(self.coursework, lessons, time.time_ns(), self._window)
        dialog.lesson_chosen.connect(self.open)
        dialog.exec()
        dialog.deleteLater()

    def open(self, lesson: Lesson) -> None:
        """Open a lesson or a slide; ask about changes only of a document that is no page, because
        pages are kept as they are left.
        """
        if self.coursework.is_from_course or self._files.may_leave():
            self.coursework.open(lesson)

    def _open_chosen(self, lesson: Lesson) -> None:
        """Open a lesson of the list; the keyboard is in the picture then."""
        self.open(lesson)
        self._window.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_named(self, name: str) -> None:
        """Open a lesson of the shipped course by its name, where there is one."""
        place = self.coursework.course.places.get(name)
        if place is not None:
            self.open(self.coursework.course.lessons[place])

    def open_from_file(self, document: Document, path: Path) -> bool:
        """Open a lesson that was read from a file; False where its words cannot be read, which is
        shown.
        """
        course = self.coursework.course
        if (
            path.resolve().parent == course.folder.resolve()
            and is_shipped(path)
            and path.stem in course.places
        ):
            self.coursework.open(course.lessons[course.places[path.stem]])
            return True
        try:
            lesson = lesson_of(document, str(path), path.stem)
        except UserError as error:
            # Later: at the start there is no window yet.
            QTimer.singleShot(
                0,
                self,
                partial(
                    say_error, self._window, f"{error}. The scene is shown without its lesson."
                ),
            )
            return False
        self.coursework.open_from_file(lesson, None if is_shipped(path) else path)
        return True

    def bring_back_scene(self) -> None:
        """Show the scene of one's own again that a lesson of a lecture took the place of; the
        lesson is kept as it was left.
        """
        if self._files.scene_aside is not None:
            self.coursework.keep()
            self._files.bring_back()

    def open_first(self) -> None:
        """The lesson that was open last; after its goal, the first that is not solved yet."""
        self.open(self.coursework.lesson_to_continue or self.coursework.course.lessons[0])

    def open_folder(self) -> None:
        """Ask for a folder of lessons and open it as the course."""
        name = QFileDialog.getExistingDirectory(
            self.desk(), "Open a folder of lessons", str(self._settings.folder)
        )
        if name:
            self.open_course(Path(name))

    @says_errors
    def open_course(self, folder: Path) -> bool:
        """Open the lessons of a folder; errors of single files are shown."""
        course = course_of(folder)
        if self.coursework.changed_slides and not self._files.may_close():
            return False
        self.coursework.use_course(course)
        if course.refusals:
            say_error(self.desk(), "\n".join(fault.reason for fault in course.refusals[:5]))
        if course.lessons:
            self.open(course.lessons[0])
        return bool(course.lessons)

    def fill(self, menu: QMenu) -> None:
        """The lessons by chapter, the solved ones ticked; beside a talk those of the program."""
        solved_names, chapters = self.coursework.solved_lessons, self.coursework.course.chapters
        if self.coursework.talk is not None:
            chapters = (*chapters, *shipped_course().chapters)
        for chapter, lessons in chapters:
            submenu = menu.addMenu(plain_entry(chapter or "Slides"))
            submenu.setToolTipsVisible(True)
            for lesson in lessons:
                title, words = (
                    "  ".join(filter(None, (lesson.number, lesson.title))),
                    plain(lesson.words.split(". ")[0]),
                )
                add_choice(
                    submenu,
                    plain_entry(title),
                    partial(self.open, lesson),
                    lesson.name in solved_names,
                    plain_tip(words),
                )

    # --- turning pages ----------------------------------------------------------------------------

    def is_open(self) -> bool:
        """Whether a lesson is open."""
        return self.coursework.lesson is not None

    def toggle_panel(self) -> None:
        """Show the lesson, or the one to continue with; or close the one that is shown."""
        if not self.is_open():
            self.open_first()
        elif self._sheet.name in ("", LESSON):
            self.coursework.leave()
        else:
            self._sheet.present(LESSON)

    @property
    def _page(self) -> str:
        return "lesson" if self.coursework.slide is None else "slide"

    def next(self) -> None:
        """The next lesson."""
        if not self.is_open():
            self.open_first()
        elif not self.coursework.turn(1):
            self.message.emit(f"This is the last {self._page}.")

    def previous(self) -> None:
        """The lesson before."""
        if self.is_open() and not self.coursework.turn(-1):
            self.message.emit(f"This is the first {self._page}.")

    def step_on(self) -> None:
        """Reveal the next step; after the last one comes the next lesson."""
        if self.coursework.is_hidden:
            self.coursework.show_answer()
        elif not self.is_open() or not self.coursework.reveal():
            self.next()

    def step_back(self) -> None:
        """Take the last step back; before the first one comes the lesson before."""
        if self.is_open() and not self.coursework.take_back():
            self.previous()

    def save_as(self) -> bool:
        """Ask for the words of a lesson and save the scene with them."""
        from .dialogs import LessonDialog

        dialog = LessonDialog(self.coursework.lesson, self._session.committed, self._window)
        lesson = dialog.lesson if dialog.exec() else None
        dialog.deleteLater()
        if lesson is None:
            return False
        suggestion = self._settings.folder / f"{lesson.name}.json"
        answer = ask_where_to_save(
            self._window, "Save as lesson", suggestion, "Lessons (*.json)", ".json"
        )
        return answer is not None and self.save_to(lesson, answer[0])

    def export_answers(self) -> bool:
        """Ask for a file and write the answers, predictions and goals reached in this course."""
        suggestion = self._settings.folder / "answers.pdf"
        answer = ask_where_to_save(
            self._window, "Export my answers", suggestion, "PDF (*.pdf);;Markdown (*.md)", ".pdf"
        )
        if answer is None:
            return False
        name, is_given = QInputDialog.getText(
            self._window,
            "Export my answers",
            "Name on the page (it may stay empty):",
            text=self._settings.text("learner"),
        )
        if is_given:
            self._settings.set_text("learner", name.strip())
        return is_given and self.export_answers_to(answer[0])

    def export_answers_to(self, path: Path) -> bool:
        """Write the answers as PDF, or as Markdown where the name says so, all or nothing."""
        arguments = (
            self.coursework.course,
            self.coursework.records,
            self.coursework.solved_lessons,
        )
        left = self.coursework.documents
        today = QLocale.c().toString(QDate.currentDate(), "d MMMM yyyy")
        author = ", ".join(filter(None, (self._settings.text("learner"), today)))
        is_text = path.suffix.lower() == ".md"
        content = (
            (lambda: as_markdown(*arguments, author=author).encode())
            if is_text
            else (lambda: answers_pdf(*arguments, left, author))
        )
        return self._write(path, content, f"Wrote your answers to {path.name}.")

    def save_to(self, lesson: Lesson, path: Path) -> bool:
        """Write a lesson file, all or nothing."""
        words = f"Saved the lesson {path.name}; open its folder with Lessons, Open a folder."
        return self._write(path, lambda: encode_lesson(lesson).encode(), words)

    def _write(self, path: Path, content: Callable[[], bytes], words: str) -> bool:
        if self._files.guard.write(path, content, True) != "written":
            return False
        self._settings.folder = path.resolve().parent
        self.message.emit(words)
        return True

    def close(self) -> None:
        """Stop all work: the window closes."""
        self.coursework.close()
        for view in self._window.findChildren(NumbersView):
            view.close_worker()

    # --- following --------------------------------------------------------------------------------

    def _follow(self) -> None:
        self._sheet.stay_on(LESSON if self.is_open() else "")

    def _show_plots(self, names: tuple[str, ...]) -> None:
        # Plots that a lesson does not use are hidden; the keyboard is moved first, or hiding would
        # pass it to the next widget.
        if not names and self._plots.isAncestorOf(QApplication.focusWidget() or self._window):
            give_back_keyboard(self._plots)
        self._plots.setVisible(bool(names))
        self._plots.show_plots(names)


WIDTH, HEIGHT, DPI = 240, 150, 96  # of a picture and of a page, in their pixels
TEXT_PX, PARAGRAPH_PX, HEADING_PX = 13, 6, 22


def answers_pdf(
    course: Course,
    records: Mapping[str, Record],
    solved_names: Iterable[str],
    left: Mapping[str, Document],
    author: str = "",
) -> bytes:
    """The text of :func:`as_markdown` on pages of A4, formulas set, with pictures of the
    documents that were left.
    """
    from ...figures.sources import thumbnail  # no exporter before the first frame

    QEventLoop()  # gives this thread the timers with which a long text is laid out
    text = as_markdown(
        course, records, solved_names, with_pictures=True, opened_names=left, author=author
    )
    document = QTextDocument()
    document.setDefaultFont(ui_font(TEXT_PX))
    document.setMarkdown("\n".join(html_of(line) for line in text.split("\n")))
    for lesson in course.lessons:
        name = f"{PICTURE}{lesson.name}"
        if f"({name})" in text:
            lesson_left = replace(lesson, document=left.get(lesson.name, lesson.document))
            picture = thumbnail(lesson_left, LIGHT, WIDTH, HEIGHT)
            picture.setDevicePixelRatio(picture.width() / WIDTH)
            document.addResource(
                QTextDocument.ResourceType.ImageResource.value, QUrl(name), picture
            )
    _part(document)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle("Answers")
    writer.setResolution(DPI)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(0.0, 0.0, 0.0, 0.0))  # the text has its own margin of 2 cm
    document.print_(writer)
    return bytes(buffer.data().data())


def _part(document: QTextDocument) -> None:
    """A paragraph with space before it, more above a heading."""
    block = document.begin()
    while block.isValid():
        space = block.blockFormat()
        if block.textList() is None:
            space.setTopMargin(HEADING_PX if space.headingLevel() else PARAGRAPH_PX)
        QTextCursor(block).setBlockFormat(space)
        block = block.next()
