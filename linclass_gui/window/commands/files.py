"""Files: new, open, save, import and export, with the question about unsaved changes and one
sentence for every error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from ...answers.scenes import scene_of
from ...errors import UserError, printable
from ...files.codec import content_of, load_document
from ...files.columns import guess_columns, with_further
from ...files.embedded_scene import SUFFIXES, holds_figure
from ...files.first_picture import with_first_methods, with_usual_penalties
from ...files.names import slug
from ...files.read import SCENES as SCENE_SUFFIXES
from ...files.read import filter_of, is_table
from ...files.reading import TableReading, read_picture, read_source, table_as, with_labels
from ...files.saving import Stamp, stamp_of
from ...files.scene_table import (
    TableAtHand,
    all_points,
    check_classes,
    table_at_hand,
    with_other_columns,
)
from ...files.shipped import EXAMPLES, ONE_VARIABLE, example_path, is_shipped, lesson_path
from ...files.tables import Table
from ...files.toml_lists import SUFFIX as TALKS
from ...markup.numbers import count_words
from ...scene.document import LESSON, Document
from ..dialogs.forms import ask_about_changes, ask_where_to_save, passing, says_errors
from ..session.session import Session
from ..session.settings import UserSettings
from ..session.waiting import wait_for
from ..widgets.layouts import plain_entry, plain_tip
from .menus import allow
from .overwriting import OverwriteGuard
from .parts import WindowParts

T = TypeVar("T")
LONGEST_NAME = 80  # in the title of the window
SCENES, FIGURES = filter_of("Scenes", SCENE_SUFFIXES), filter_of("Figures", SUFFIXES)


@dataclass(frozen=True)
class SceneAside:
    """An unsaved scene that a lecture left: its document, its name, its file and the state of that
    when it was read.
    """

    document: Document
    name: str
    path: Path | None
    stamp: Stamp | None


class Files(QObject):
    """The File menu.  ``message`` carries what was done, for the status line."""

    message = Signal(str)
    saved = Signal(object)  # the document that a scene file holds now

    def __init__(
        self, session: Session, settings: UserSettings, parent: QWidget, window: WindowParts
    ) -> None:
        super().__init__(parent)
        self._session, self._settings, self._window = session, settings, window
        self.desk = window.desk
        self.guard = OverwriteGuard(session, parent)
        self.scene_aside: SceneAside | None = None
        self._figure: Path | None = None
        # how the table that was opened last is read again, and the file of its labels, of which a
        # scene keeps the name only
        self._read_again: Callable[[TableReading], Table] | None = None
        self._labels = ""
        session.loaded.connect(self._forget_table)
        self._begun = session.committed  # the document as it was shown first

    @property
    def title(self) -> str:
        """The title of the window: the file, a long name cut, with a mark for unsaved changes."""
        name = self._session.name
        if len(name) > LONGEST_NAME:
            name = f"{name[: LONGEST_NAME - 1]}…"
        # Qt writes the mark in place of [*]; doubled, it is literal.
        return f"{name.replace('[*]', '[*][*]')}[*] – linclass"

    # --- opening ----------------------------------------------------------------------------------

    def new(self) -> None:
        """An empty canvas with the methods and layers of a new document."""
        if self.may_leave():
            self._session.load(with_first_methods(Document.empty()))

    def open(self) -> None:
        """Ask for a file and open it."""
        suffixes = _suffixes_of_tables()
        kinds = (*SCENE_SUFFIXES, *suffixes, *SUFFIXES, TALKS)
        all_kinds = filter_of("Scenes, tables, figures and talks", kinds)
        tables = filter_of("Tables", suffixes)
        name, _ = QFileDialog.getOpenFileName(
            self.desk(),
            "Open",
            str(self._settings.folder),
            f"{all_kinds};;{SCENES};;{tables};;{FIGURES};;All files (*)",
        )
        if name:
            self.open_path(Path(name))

    @says_errors
    def open_path(self, path: Path) -> bool:
        """Open a scene, one that a figure carries, or a table through its dialog.

        Errors are shown, and the open document stays.
        """
        if path.suffix.lower() == TALKS or path.is_dir():
            return self._window.lessons.talks.open(path)
        if is_table(path):
            return self.import_path(path)
        stamp = stamp_of(path)  # before it is read, so that a change meanwhile is noticed
        document = self.read(path, f"Opening {path.name}…", load_document)
        if not self.may_leave():
            return False
        self.show(document, path, stamp)
        self._settings.remember_file(path)
        return True

    def open_dropped(self, paths: Sequence[Path]) -> None:
        """Open the first of the dropped files, and report that the others are not opened: a window
        shows one scene.
        """
        is_open, left = self.open_path(paths[0]), len(paths) - 1
        if left:
            verb = "was" if left == 1 else "were"
            begin = f"Opened {paths[0].name}. " if is_open else ""
            self.message.emit(
                f"{begin}{count_words(left, 'more file')} {verb} dropped and not opened: a window "
                "shows one scene."
            )

    def show(self, document: Document, path: Path, stamp: Stamp | None) -> None:
        """Show a document that was read from a file in the state ``stamp``.

        A figure that can be written again is a document, too.  A shipped document has no file:
        saving opens the dialog for a name.
        """
        if holds_figure(path):
            self._session.load(document)
            self.guard.note(path, stamp)
            self._show_figure(path)
            return
        if LESSON not in document.further or not self._window.lessons.open_from_file(
            document, path
        ):
            self._session.load(document, None if is_shipped(path) else path)
        self.guard.note(path, stamp)

    def adopt(self, path: Path, stamp: Stamp | None) -> None:
        """The scene that is open, a slide of a talk, is that of this file, which saving writes."""
        self.guard.note(path, stamp)
        if not holds_figure(path):
            self._session.mark_saved(path)
        elif self._window.exporting.continue_figure(path) is not None:
            self._figure = path
            self._session.mark_saved(path)

    def _show_figure(self, path: Path) -> None:
        """Let the scene that is open be that of a figure, and say which one of several it is."""
        other_count = self._window.exporting.continue_figure(path)
        if other_count is None:
            self.message.emit(f"Opened the scene of {path.name}")
            return
        self._figure = path
        self._session.mark_saved(path)
        if not other_count:
            self.message.emit(f"Opened {path.name}")
            return
        title = self._session.document.title
        first = f"its first scene, {title}," if title else "its first scene"
        rest = "the other one" if other_count == 1 else f"the {other_count} others"
        words = f"Opened {path.name}: {first} is shown; File, Scenes of this figure has {rest}"
        self.message.emit(words)

    def import_file(self) -> None:
        """Ask for a table and choose its columns."""
        tables = filter_of("Tables", _suffixes_of_tables())
        name, _ = QFileDialog.getOpenFileName(
            self.desk(), "Import table", str(self._settings.folder), f"{tables};;All files (*)"
        )
        if name:
            self.import_path(Path(name))

    @says_errors
    def import_path(self, path: Path) -> bool:
        """Choose the columns of a table and show its points in a new document."""
        table = self.read(path, f"Reading {path.name}…", read_source)
        if not self.import_table(table, partial(read_source, path)):
            return False
        self._settings.remember_file(path)
        return True

    def import_table(
        self, table: Table, read_again: Callable[[TableReading], Table] | None = None
    ) -> bool:
        """Choose the columns of a table, of a file or of the clipboard, and show its points in a
        new document.

        ``read_again`` reads it again, so that it need not be kept.
        """
        choice = self._choose_columns(table)
        if choice is None or not self.may_leave():
            return False
        document, reading = choice
        self._session.load(document)
        self._keep_table(read_again or partial(with_labels, table), reading)
        return True

    @says_errors
    def change_columns(self) -> None:
        """Choose axes and class of the open table anew, as one step that can be undone.

        The rows come from the file or the clipboard; after the scene was saved and opened, from the
        file if it is at hand and its points are still those of the scene, else from the scene.
        """
        document = self._session.committed
        work = partial(self._table_of, document, self._places)
        at_hand = wait_for(self.desk(), "Reading the table…", work)
        choice = self._choose_columns(at_hand.table, at_hand.reading, at_hand.remark)
        if choice is None:
            return
        fields = {
            name: getattr(document, name)
            for name in ("title", "notes", "seed", "recipe", "further")
        }
        self._session.apply("Change columns", replace(choice[0], **fields))
        path = at_hand.path
        self._keep_table(
            self._read_again if path is None else partial(read_source, path), choice[1]
        )

    @property
    def _places(self) -> tuple[Path, ...]:
        """Where the file of a table may be: beside the scene, or among the last ones."""
        path = self._session.path
        return (*([] if path is None else [path.parent]), *self._settings.recent_files)

    def _table_of(self, document: Document, places: Sequence[Path]) -> TableAtHand:
        """The table that was opened, else the one that the scene was made of; runs in another
        thread.
        """
        reading = TableReading.from_json(document.reading)
        if self._read_again is None or not reading.columns.x1:
            return table_at_hand(document, places)
        reading = replace(reading, labels=self._labels if reading.labels else "")
        return TableAtHand(self._read_again(reading), reading)

    def _keep_table(
        self, read_again: Callable[[TableReading], Table] | None, reading: TableReading
    ) -> None:
        self._read_again, self._labels = read_again, reading.labels

    def _choose_columns(
        self, table: Table, reading: TableReading | None = None, remark: str = ""
    ) -> tuple[Document, TableReading] | None:
        """The document made in the dialog of a table; None where it is cancelled."""
        from ..dialogs.table import TableDialog  # the first frame needs no table

        like = self._session.document
        if reading is None:  # of other points: a C that was not set for them follows these
            like = with_usual_penalties(like, self._begun)
        with passing(TableDialog(table, like, self.desk(), reading, remark)) as dialog:
            return (
                (dialog.document, dialog.reading)
                if dialog.exec() and dialog.document is not None
                else None
            )

    def _forget_table(self) -> None:
        """Forget the table and the figure: another document is shown."""
        self._read_again = self._figure = None
        self._begun = self._session.committed

    def fill_examples(self, menu: QMenu) -> None:
        """The tables for teaching."""
        for name, words in EXAMPLES.items():
            menu.addAction(words, partial(self.open_example, name))

    def open_example(self, name: str) -> None:
        """Show a table for teaching; its columns can be chosen afterwards."""
        if self.may_leave():
            path = example_path(name)
            table = read_source(path)
            reading = TableReading(guess_columns(table).columns, source=str(path))
            self._session.load(read_picture(table, reading).document)
            self._keep_table(partial(read_source, path), reading)

    def open_one_variable(self) -> None:
        """Show two normal classes of one variable, whose means and widths can be dragged."""
        if self.may_leave():
            self._session.load(load_document(lesson_path(ONE_VARIABLE)))

    def read(self, path: Path, words: str, read: Callable[[Path], T]) -> T:
        """The content read from a file in another thread.

        Raises:
            GivenUpError: the user cancelled.
            UserError: it cannot be read, and is a recent file no more.
        """
        try:
            return wait_for(self.desk(), words, partial(read, path))
        except UserError:
            self._settings.forget_file(path)
            raise

    def fill_recent(self, menu: QMenu) -> None:
        """The recent files, the newest first."""
        paths = self._settings.recent_files
        for path in paths:
            menu.addAction(plain_entry(path.name), partial(self.open_path, path)).setToolTip(
                plain_tip(printable(str(path)))
            )
        if paths:
            menu.addSeparator()
        clear = menu.addAction("Clear this list", self._settings.forget_all_files)
        clear.setToolTip(plain_tip("Forget the recent files; the files themselves stay"))
        allow(clear, "" if paths else "it is empty")

    def fill_scenes(self, menu: QMenu) -> None:
        """The other scenes of the figure, as it carries them.  Where the figure is the document,
        each is edited as a part of it; else it opens as a document of its own.
        """
        documents = self._window.exporting.scenes_of_figure()
        for name, document in documents.items():
            title = document.title or Path(name).name or "The first scene"
            menu.addAction(
                plain_entry(title), partial(self._open_scene, name, document)
            ).setToolTip(plain_tip(printable(name or title)))
        if not documents:
            allow(menu.addAction("All panels show this scene"), "there is no other")

    def _open_scene(self, name: str, document: Document) -> None:
        figure = self._figure
        if figure is not None and self._window.exporting.open_scene(name):
            self._figure = figure
            title = document.title or Path(name).name or "the first scene"
            self.message.emit(f"Scene of {figure.name}: {title}; Save writes the whole figure")
        elif self.may_leave():
            self._session.load(document.without_lesson)
            self.message.emit("Opened as a scene of its own: the figure keeps the one it has")

    def _suggested_name(self, suffix: str) -> str:
        """A name for a file of this document: that of its file, or its title without characters
        that names cannot have.
        """
        path = self._session.path
        return (slug(self._session.name, "scene") if path is None else path.stem) + suffix

    # --- saving -----------------------------------------------------------------------------------

    def save(self) -> bool:
        """Save to the open file, a scene or a figure; open the dialog for a name when there is
        none.
        """
        path = self._session.path
        if path is not None and path == self._figure:
            is_written = self._window.exporting.save_figure(path)
            if is_written:
                self.saved.emit(self._as_saved(self._session.document))
            return is_written
        return self.save_as() if path is None else self.save_to(path)

    def save_as(self) -> bool:
        """Ask for a name and save."""
        path = self._session.path
        if path is not None and path == self._figure and not self._may_leave_figure(path):
            return False
        folder = self._settings.folder if path is None else path.parent
        suggestion = (
            folder / self._suggested_name(".json") if path is None or path == self._figure else path
        )
        answer = ask_where_to_save(self.desk(), "Save", suggestion, SCENES, ".json")
        return answer is not None and self.save_to(*answer)

    def _as_saved(self, document: Document) -> Document:
        """The document as a file holds it."""
        lessons = self._window.lessons_in_use
        return document if lessons is None else lessons.coursework.as_saved(document)

    def _may_leave_figure(self, path: Path) -> bool:
        """Whether the scene may become a file of its own: changes of other scenes of its figure are
        saved or given up.
        """
        count = len(self._window.exporting.unsaved_scenes)
        if not count:
            return True
        scenes = "another scene has" if count == 1 else f"{count} other scenes have"
        answer = ask_about_changes(self.desk(), f"{path.name}, of which {scenes} changed")
        return answer == "discard" or (answer == "save" and self.save())

    def save_to(self, path: Path, is_wanted: bool = False) -> bool:
        """Write the scene, all or nothing; ``is_wanted`` says that the user has agreed to replace
        what is there.
        """
        recipe = self._window.exporting.recipe
        document = self._as_saved(replace(self._session.document, recipe=recipe))
        before = self._session.path if self._session.path != self._figure else None
        outcome = self.guard.write(path, lambda: content_of(document, path), is_wanted)
        if outcome != "written":
            return outcome == "elsewhere" and self.save_as()
        if before is not None and before != path:
            # This is another scene now: it does not own the files of the old one.
            stamp = self.guard.stamp(path)
            self.guard.forget()
            self.guard.note(path, stamp)
        self._session.mark_saved(path)
        self.saved.emit(document)
        self._settings.remember_file(path)
        self.message.emit(f"Saved {path.name}")
        return True

    def may_close(self) -> bool:
        """Whether the open document and the talk may close: saved, unchanged, or discarded by the
        user.
        """
        if not self._may_lose_scene():
            return False
        lessons = self._window.lessons_in_use
        slides = () if lessons is None else lessons.coursework.changed_slides
        if lessons is None or not slides:
            return True
        answer = ask_about_changes(self.desk(), count_words(len(slides), "slide"))
        if answer == "discard":
            lessons.coursework.forget_changes()
        return lessons.talks.save_changes() if answer == "save" else answer == "discard"

    def may_leave(self) -> bool:
        """Whether another document may take the place of the open one.

        Before a room an unsaved scene is laid aside, and slides keep their changes; otherwise as
        :meth:`may_close`.
        """
        if not self._window.is_presenting():
            return self.may_close()
        self._window.lessons.coursework.keep()
        if self.scene_aside is not None or not self._is_unsaved:
            return self._may_lose_scene()
        path = self._session.path
        stamp = None if path is None else self.guard.stamp(path)
        self.scene_aside = SceneAside(self._session.committed, self._session.name, path, stamp)
        return True

    @property
    def _is_unsaved(self) -> bool:
        """Whether the open scene has changes that are nowhere else: pages of a course are kept."""
        lessons = self._window.lessons_in_use
        is_page = lessons is not None and lessons.coursework.is_from_course
        return self._session.is_modified and not is_page

    def _may_lose_scene(self) -> bool:
        if not self._is_unsaved:
            return True
        answer = ask_about_changes(self.desk(), self._session.name)
        return answer == "discard" or (answer == "save" and self.save())

    def bring_back(self) -> None:
        """Show the scene again that was laid aside, with its changes."""
        scene, self.scene_aside = self.scene_aside, None
        if scene is None:
            return
        self._session.load(scene.document)
        if scene.path is not None:
            self.adopt(scene.path, scene.stamp)
        self._session.mark_unsaved()
        self.message.emit(f"{scene.name} is back, with its changes")

    # --- exporting --------------------------------------------------------------------------------

    def export_csv(self) -> bool:
        """Ask for a name and write the points and what the methods say of them as a table."""
        suggestion = self._settings.folder / self._suggested_name(".csv")
        answer = ask_where_to_save(self.desk(), "Export CSV", suggestion, "Tables (*.csv)", ".csv")
        return answer is not None and self.export_csv_to(*answer)

    @says_errors
    def export_csv_to(self, path: Path, is_wanted: bool = False) -> bool:
        """Write the points and what the methods say of them as a table; ``is_wanted`` says that the
        user has agreed to replace what is there.
        """
        document = self._session.document
        check_classes(document.dataset.class_names)
        work = partial(self._table_of_results, document, self._places)
        text = wait_for(self.desk(), "Computing the answers…", work)
        outcome = self.guard.write(path, text.encode, is_wanted)
        if outcome != "written":
            return outcome == "elsewhere" and self.export_csv()
        self._settings.folder = path.resolve().parent
        self.message.emit(f"Wrote {count_words(len(all_points(document)), 'point')} to {path.name}")
        return True

    def _table_of_results(self, document: Document, places: Sequence[Path]) -> str:
        """The points with the answers of all methods that are on, and the other columns of their
        table where it is at hand; runs in another thread.
        """
        from ...figures.results import results_csv  # the first frame needs no table

        with suppress(UserError):  # a file that is gone has no other columns
            at_hand = self._table_of(document, places)
            if self._read_again is not None or at_hand.path is not None:
                table = table_as(at_hand.table, at_hand.reading)
                columns = with_further(table, at_hand.reading.columns)
                document = with_other_columns(document, table, columns)
        return results_csv(scene_of(document))


def _suffixes_of_tables() -> tuple[str, ...]:
    from ...files.table_formats import SUFFIXES  # a window without a table waits for no format

    return SUFFIXES
