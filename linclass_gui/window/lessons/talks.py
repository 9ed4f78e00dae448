"""Talks: opening a file or a folder as slides, adding the open scene to a talk, the order of the
slides, and what is asked when a talk is left.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QFileDialog, QListWidgetItem, QMenu, QWidget

from solvers.cancellation import check_cancelled

from ...answers.value_words import hide_values
from ...errors import UserError
from ...figures.talk import NAME as TALK_FILE
from ...figures.talk import Slide, Talk, add_slide, entry_of, talk_of, write_order
from ...files.saving import write_atomically
from ...files.shipped import LESSON_PREFIX, is_shipped
from ...files.text_files import read_bytes
from ...files.toml_lists import SUFFIX
from ...lessons.course import Course
from ...markup.mathtext import plain
from ...markup.numbers import count_words
from ..commands.files import Files
from ..dialogs.forms import say_error, says_errors, with_suffix
from ..session.session import Session
from ..session.settings import UserSettings
from ..session.waiting import TaskProgress, wait_for
from ..widgets.controls import passing_menu
from ..widgets.layouts import plain_entry, plain_tip
from ..widgets.ordered_list import OrderedList
from .coursework import Coursework

MOST_SAID = 6  # slides that are refused, and files that are none
FILTER = f"Talks (*{SUFFIX})"
PDF = ".pdf"
SLIDES_ALONE, WITH_NOTES = f"Slides (*{PDF})", f"Slides with their notes (*{PDF})"
NAME = Qt.ItemDataRole.UserRole  # of a slide, in its row
TIP = "A click opens a slide; a drag, or Alt and an arrow, moves it; Delete removes it"


class Talks(QObject):
    """Opens talks in the coursework, whose slides are its pages; ``message`` is for the status
    line.
    """

    message = Signal(str)

    def __init__(
        self,
        session: Session,
        settings: UserSettings,
        files: Files,
        coursework: Coursework,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session, self._settings, self._files = session, settings, files
        self.desk = files.desk
        self._coursework = coursework
        # the file of the list before each change (None: there was none) and after it
        self._changes: list[tuple[bytes | None, bytes]] = []
        coursework.slide_shown.connect(self._adopt)

    # --- opening ----------------------------------------------------------------------------------

    def open_folder(self) -> None:
        """Ask for a folder and open its scenes and figures as slides."""
        name = QFileDialog.getExistingDirectory(
            self.desk(), "Open a folder as slides", str(self._settings.folder)
        )
        if name:
            self.open(Path(name))

    @says_errors
    def open(self, path: Path) -> bool:
        """Open a talk, a file or a folder, with its first slide; what cannot be shown is said, and
        the rest is shown.
        """
        files = self._files
        talk = files.read(path, f"Opening {path.name}…", talk_of)
        # changes of the slides of another talk have no place to stay
        if not (files.may_close() if self._coursework.changed_slides else files.may_leave()):
            return False
        self._changes.clear()
        self._coursework.open_talk(talk)
        self._settings.folder = talk.file.resolve().parent
        if talk.file.exists():
            self._settings.last_talk = talk.file.resolve()
            self._settings.remember_file(talk.file)
        self._say_opened(talk)
        return True

    def _say_opened(self, talk: Talk) -> None:
        words = f"Opened {count_words(len(talk.slides), 'slide')}; F11 presents them."
        if talk.other_files:
            names = ", ".join(talk.other_files[:MOST_SAID])
            more = len(talk.other_files) - MOST_SAID
            words += f" Not slides: {names}{f' and {more} more' if more > 0 else ''}."
        self.message.emit(words)
        if talk.refusals:
            reasons = [refusal.reason for refusal in talk.refusals]
            say_error(self.desk(), "\n".join(shortened(reasons)))

    def close(self) -> None:
        """Close the talk; its open slide stays as an ordinary scene, and the course comes back."""
        if self._coursework.talk is None:
            self._coursework.leave()
        elif self._files.may_close():
            self._coursework.close_talk()

    def _adopt(self, slide: Slide) -> None:
        if slide.path is not None:
            self._files.adopt(slide.path, slide.stamp)

    # --- what is not saved yet --------------------------------------------------------------------

    def save_changes(self) -> bool:
        """Save every slide that was changed; False where one could not be saved, which is shown
        then.
        """
        coursework = self._coursework
        open_slide = coursework.slide
        for slide in coursework.changed_slides:
            if slide is not coursework.slide:
                coursework.open(slide)
            if not self._files.save():
                return False
        if open_slide is not None:
            position = coursework.course.position(open_slide.name)
            if position is not None and coursework.slide is not position.slide:
                coursework.open(position.slide)
        return True

    # --- adding -----------------------------------------------------------------------------------

    def fill_add(self, menu: QMenu) -> None:
        """The talk that is open or was used last, and any other one."""
        talk, last = self._coursework.talk, self._settings.last_talk
        known_talk = talk.file if talk is not None else last
        if known_talk is not None:
            entry = menu.addAction(plain_entry(known_talk.name), partial(self.add_to, known_talk))
            entry.setToolTip(plain_tip(str(known_talk)))
        menu.addAction("Another talk…" if known_talk is not None else "A talk…", self.add)

    def add(self) -> None:
        """Ask for a talk and add the open scene to it."""
        last = self._settings.last_talk
        suggestion = last or self._settings.folder / TALK_FILE
        name, _ = QFileDialog.getSaveFileName(
            self.desk(),
            "Add to talk",
            str(suggestion),
            FILTER,
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if name:
            self.add_to(with_suffix(name, SUFFIX))

    @says_errors
    def add_to(self, path: Path) -> bool:
        """Add the open scene at the end of a talk; it is saved first, because a talk names scenes
        by their files.
        """
        entry = self._entry_of_lesson(path)
        if not entry:
            is_saved = self._session.path is not None and not self._session.is_modified
            if not is_saved and not self._files.save():
                return False
            assert self._session.path is not None
            entry = entry_of(self._session.path, path)
        talk = self._coursework.talk
        if talk is not None and talk.file == path and not path.exists():
            write_order(talk, [slide.name for slide in talk.slides])  # a folder so far
        add_slide(path, entry)
        self._settings.last_talk = path.resolve()
        count = len(talk_of(path).slides)
        self._read_again(path)
        self.message.emit(f"Added to {path.name} as slide {count}")
        return True

    def _entry_of_lesson(self, talk: Path) -> str:
        """The open lesson as a talk names it; empty for a scene with a file of its own."""
        coursework = self._coursework
        lesson = coursework.lesson if coursework.is_from_course else None
        if lesson is None or self._session.path is not None:
            return ""
        if isinstance(lesson, Slide):
            return lesson.entry
        file = coursework.course.folder / f"{lesson.name}.json"
        return f"{LESSON_PREFIX}{lesson.name}" if is_shipped(file) else entry_of(file, talk)

    # --- as one PDF -------------------------------------------------------------------------------

    def export(self) -> bool:
        """Ask for a file and write the slides of the open talk as its pages."""
        talk = self._coursework.talk
        if talk is None:
            return False
        folder = talk.file.resolve().parent
        stem = talk.file.stem if talk.file.exists() else folder.name
        name, kind = QFileDialog.getSaveFileName(
            self.desk(),
            "Export the talk",
            str(folder / f"{stem}{PDF}"),
            f"{SLIDES_ALONE};;{WITH_NOTES}",
        )
        if not name:
            return False
        path = with_suffix(name, PDF)
        # else the dialog asked about another name
        return self.export_to(path, kind == WITH_NOTES, is_wanted=path == Path(name))

    @says_errors
    def export_to(self, path: Path, with_notes: bool = False, is_wanted: bool = False) -> bool:
        """Write the slides of the open talk, as they are now, as the pages of a PDF, all or
        nothing; a slide that cannot be drawn is left out and named.  Errors are shown.
        """
        talk, desk = self._coursework.talk_as_it_is, self.desk()
        if talk is None:
            return False
        progress = TaskProgress()
        work = partial(_draw_talk, talk, path, with_notes, progress)
        words = f"Drawing {path.name}…"
        content, pages, refusals = wait_for(desk, words, work, progress=progress)
        outcome = self._files.guard.write(path, lambda: content, is_wanted)
        if outcome != "written":
            return outcome == "elsewhere" and self.export()
        self.message.emit(f"Wrote {path.name}, {count_words(pages, 'page')}")
        reasons = [*(refusal.reason for refusal in talk.refusals), *refusals]
        if reasons:
            words = f"{pages} of {talk.count} slides are in {path.name}."
            say_error(desk, "\n".join([words, *shortened(reasons)]))
        return True

    # --- the order --------------------------------------------------------------------------------

    def put_in_order(self, names: list[str]) -> bool:
        """Write the slides of the open talk in another order; False where that is impossible, which
        is shown.
        """
        talk = self._coursework.talk
        if talk is None or names == [slide.name for slide in talk.slides]:
            return False
        return self._write_list(talk, names)

    @says_errors
    def _write_list(self, talk: Talk, names: list[str]) -> bool:
        before = read_bytes(talk.file) if talk.file.exists() else None
        write_order(talk, names)
        self._changes.append((before, read_bytes(talk.file)))
        by_name = {slide.name: slide for slide in talk.slides}
        self._coursework.reorder([by_name[name] for name in names])
        if before is None:
            self._settings.last_talk = talk.file.resolve()
            self.message.emit(f"The order is in {talk.file.name} from now on")
        return True

    def remove(self, name: str) -> bool:
        """Take a slide out of the talk, whose file stays; False where that is impossible, which is
        said.
        """
        coursework, talk = self._coursework, self._coursework.talk
        names = [] if talk is None else [slide.name for slide in talk.slides]
        if talk is None or name not in names:
            return False
        row = names.index(name)
        slide = talk.slides[row]
        title = plain(hide_values(slide.title, slide.document))
        if len(names) == 1:
            self.message.emit("A talk has at least one slide; close it with the cross instead")
            return False
        if slide in coursework.changed_slides:
            self.message.emit(f"Save {title} first (Ctrl+S): it has changes, which would be lost")
            return False
        names.remove(name)
        if coursework.slide is not None and coursework.slide.name == name:
            coursework.turn(1 if row < len(names) else -1)
        if not self._write_list(talk, names):
            return False
        self.message.emit(f"Removed {title} from {talk.file.name}; Ctrl+Z in the list undoes it")
        return True

    def can_undo(self) -> bool:
        """Whether the list was changed since the talk was opened."""
        return bool(self._changes)

    def undo(self) -> bool:
        """Take the last change of the list back, with the words of its file as they were."""
        talk = self._coursework.talk
        if talk is None:
            return False
        before, after = self._changes.pop()
        try:
            if read_bytes(talk.file) != after:
                words = f"{talk.file.name} has been changed since; move or add the slide by hand"
                self._changes.clear()
                self.message.emit(words)
                return False
            if before is None:
                talk.file.unlink()
            else:
                write_atomically(talk.file, before)
            self._read_again(talk.file)
        except (OSError, UserError) as error:
            say_error(self.desk(), str(error))
            return False
        self.message.emit("The list of slides is as it was before")
        return True

    def _read_again(self, path: Path) -> None:
        """Let the open talk have a slide that was added to its file."""
        talk = self._coursework.talk
        if talk is not None and talk.file.resolve() == path.resolve():
            talk_now = talk_of(path if path.exists() else path.parent)  # a folder without a list
            slides = {slide.name: slide for slide in talk_now.slides}
            slides |= {slide.name: slide for slide in talk.slides if slide.name in slides}
            self._coursework.reorder(list(slides.values()))


def shortened(reasons: Sequence[str]) -> list[str]:
    """The first reasons, and how many more there are."""
    more = len(reasons) - MOST_SAID
    return [*reasons[:MOST_SAID], *([f"… and {more} more."] if more > 0 else [])]


def _draw_talk(
    talk: Talk, path: Path, with_notes: bool, task: TaskProgress
) -> tuple[bytes, int, tuple[str, ...]]:
    """The slides as a PDF, the number of its pages, and why other slides have none; computed in
    another thread.
    """
    from ...figures.pdf import encode_slides  # no exporter before the first frame
    from ...figures.slides import check_place, options_of_pages, pages_of_talk

    count = len(talk.slides)
    numbers = itertools.count(1)

    def step() -> None:
        check_cancelled()
        number = next(numbers)
        task.tell(f"{number} of {count_words(count, 'slide')}", number / count)

    check_place(talk, path)
    pages, refusals = pages_of_talk(talk, {}, step, lambda *_: None)
    content = encode_slides(pages, options_of_pages({}), plain(talk.title), with_notes)
    return content, len(pages), refusals


class SlideList(OrderedList):
    """The pages of the course, the open one selected: ``chosen`` is the one that is clicked.  The
    slides of a talk are put in order by hand.
    """

    chosen = Signal(object)

    def __init__(self, coursework: Coursework, talks: Talks) -> None:
        super().__init__()
        self.setObjectName("slides")
        self.setAccessibleName("Slides")
        self._coursework, self._talks = coursework, talks
        self._course: Course | None = None  # whose pages are listed
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._open_current)
        self.activated.connect(self._open_current)
        self.deleted.connect(self.remove_current)
        self.model().rowsMoved.connect(self._take_order, Qt.ConnectionType.QueuedConnection)

    @property
    def names(self) -> list[str]:
        """The names of the pages as they stand in the list, which a drag changes."""
        return [self.item(row).data(NAME) for row in range(self.count())]

    def refresh(self) -> None:
        """Show the pages of the course, the open one selected."""
        lesson = self._coursework.lesson
        if self._coursework.course is not self._course:
            self._course = self._coursework.course
            self._fill(self._course)
        names = self.names
        is_listed = lesson is not None and lesson.name in names
        self.setCurrentRow(names.index(lesson.name) if lesson and is_listed else -1)

    def _fill(self, course: Course) -> None:
        self.clear()
        is_talk, modes = self._coursework.talk is not None, QAbstractItemView.DragDropMode
        self.setDragDropMode(modes.InternalMove if is_talk else modes.NoDragDrop)
        self.setAccessibleName("Slides" if is_talk else "Lessons")
        self.setToolTip(plain_tip(TIP if is_talk else ""))
        for row, page in enumerate(course.lessons):
            number = str(row + 1) if is_talk else page.number
            title = plain(hide_values(page.title, page.document))
            item = QListWidgetItem(" ".join(filter(None, (number, title))), self)
            item.setData(NAME, page.name)

    def command_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        if self._coursework.talk is None:
            return None
        if event.matches(QKeySequence.StandardKey.Undo) and self._talks.can_undo():
            return self._talks.undo
        return super().command_of(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        row, menu = self.currentRow(), passing_menu(self)
        can_undo, last = self._talks.can_undo(), self.count() - 1
        if self._coursework.talk is None:
            return
        for words, command, is_possible in (
            ("Move up\tAlt+Up", partial(self.move_current, -1), row > 0),
            ("Move down\tAlt+Down", partial(self.move_current, 1), 0 <= row < last),
            ("Remove from the talk\tDel", self.remove_current, row >= 0),
            ("Undo the last change of this list\tCtrl+Z", self._talks.undo, can_undo),
        ):
            menu.addAction(words, command).setEnabled(is_possible)
        menu.popup(event.globalPos())

    def remove_current(self) -> None:
        """Take the selected slide out of the talk; the next one is selected."""
        row = self.currentRow()
        if row >= 0 and self._talks.remove(self.names[row]):
            self.refresh()
            self.setCurrentRow(min(row, self.count() - 1))
            self._open_current()

    def move_current(self, step: int) -> None:
        super().move_current(step)
        self._take_order()

    def _take_order(self) -> None:
        row, self._course = self.currentRow(), None
        self._talks.put_in_order(self.names)
        self.refresh()
        self.setCurrentRow(row)

    def _open_current(self) -> None:
        row, lesson = self.currentRow(), self._coursework.lesson
        page = self._coursework.course.lessons[row] if row >= 0 else lesson
        if page is not lesson:
            self.chosen.emit(page)
