"""The two export actions: choose and write, or write the last export once more."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from solvers.cancellation import check_cancelled

from ...core.course.lesson import Lesson
from ...core.files.atomic import Stamp
from ...core.markup.ticks import count_words
from ...core.scene import Scene
from ...core.user_error import UserError
from ...exporters import EXPORTERS, ExportOptions
from ...exporters.motion.directing import progress_text
from ...exporters.requests import Request, files_of, from_values, request_of_lesson, to_values
from ...exporters.scenes import CANVAS
from ...plots import PLOTS
from ..dialogs.export import COPIES, ExportDialog
from ..dialogs.small import passing, say_error
from ..session.session import Session
from ..session.settings import Settings
from ..session.waiting import GivenUpError, Telling, wait_for, wait_settled
from .figure_clipboard import clipboard_data, source_of
from .own_files import OwnFiles

KEY, KEY_OF_SCENES = "last-export", "exports-of-scenes"
MOST_SCENES = 50  # whose last exports are remembered


@dataclass(frozen=True)
class ExportJob:
    """What was exported last: which view, with which settings, into which file."""

    view: str
    suffix: str
    options: ExportOptions
    path: Path | None = None
    stamp: Stamp | None = field(default=None, compare=False)  # of the file when it had been written
    request: Request | None = None  # None: the view alone

    @property
    def wanted(self) -> Request:
        """What is drawn."""
        return self.request or Request((self.view,))

    def to_text(self) -> str:
        """As the settings keep it."""
        path, stamp = "" if self.path is None else str(self.path), None if self.stamp is None else asdict(self.stamp)
        values = {"view": self.view, "suffix": self.suffix, "path": path, "options": asdict(self.options), "stamp": stamp}
        return json.dumps(values | ({} if self.request is None else {"request": to_values(self.request)}))

    @staticmethod
    def from_text(text: str) -> ExportJob:
        """What the settings kept; anything that is no longer understood gives the defaults."""
        default = ExportJob(CANVAS, ".pdf", ExportOptions())
        try:
            raw: dict[str, Any] = json.loads(text)
            known = {f.name for f in fields(ExportOptions)}
            options = ExportOptions(**{k: v for k, v in raw["options"].items() if k in known})
            views, suffixes = {CANVAS, *(p.name for p in PLOTS)}, {e.suffix for e in EXPORTERS}
            if raw["view"] not in views or raw["suffix"] not in suffixes:
                return default
            path, stamp = Path(raw["path"]) if raw["path"] else None, raw.get("stamp")
            request = None if raw.get("request") is None else from_values(raw["request"])
            return ExportJob(raw["view"], raw["suffix"], options, path, None if stamp is None else Stamp(**stamp), request)
        except (ValueError, KeyError, TypeError, AttributeError, UserError):
            return default


def _draw_job(scene: Scene, job: ExportJob, telling: Telling) -> list[tuple[str, bytes]]:
    """What comes after the name of each file, and its content; computed beside the window."""

    def progress(page: int, of: int) -> None:
        check_cancelled()
        telling.tell(progress_text(page, of), page / of if of else 0.0)

    return list(files_of(scene, job.wanted, job.suffix, job.options, progress))


class Exporting(QObject):
    """Exports figures and remembers how.  ``said`` carries what was written, for the status line.

    View, format and look of the last export hold for every scene; its file belongs to the scene that was drawn.  The first
    export of an open lesson begins with what the lesson has as its figure.
    """

    said = Signal(str)

    def __init__(
        self, session: Session, settings: Settings, own: OwnFiles, parent: QWidget, lesson: Callable[[], Lesson | None]
    ) -> None:
        super().__init__(parent)
        self._session, self._settings, self._own, self._parent, self._lesson = session, settings, own, parent, lesson
        self._job: ExportJob | None = None
        session.loaded.connect(self._forget)
        session.file_changed.connect(self._remember)

    @property
    def last(self) -> ExportJob:
        """The last export of this scene; where there was none, the figure that its lesson asks for, else what was last drawn,
        with the settings of the last export, but without its file.
        """
        return self._job or self._of_file() or self._first()

    def _first(self) -> ExportJob:
        """What a first export of the scene begins with."""
        job = replace(ExportJob.from_text(self._settings.text(KEY)), path=None)
        wanted = self._figure_of_lesson()
        if wanted is None:
            return job
        # Who has never chosen a size gets one with room for the panels.
        options = job.options if self._settings.text(KEY) else job.options.roomy(*wanted.panels())
        return replace(job, view=wanted.views[0], request=wanted, options=options)

    def _figure_of_lesson(self) -> Request | None:
        """What the open lesson has as its figure."""
        lesson = self._lesson()
        return None if lesson is None or lesson.figure is None else request_of_lesson(lesson.figure)

    def _forget(self) -> None:
        self._job = None

    def _of_file(self) -> ExportJob | None:
        """The last export of the scene in the open file, as an earlier run remembered it."""
        text = self._scenes().get(str(self._session.path)) if self._session.path is not None else None
        if text is None:
            return None
        job = ExportJob.from_text(text)
        if job.path is not None:
            self._own.note(job.path, job.stamp)
        return job

    def _remember(self) -> None:
        """Keep the last export with the file of its scene."""
        path, job = self._session.path, self._job
        if path is None or job is None or job.path is None or (self._own.stamp(job.path) is None and not job.wanted.series):
            return
        scenes = {str(path): job.to_text()} | {k: v for k, v in self._scenes().items() if k != str(path)}
        self._settings.set_text(KEY_OF_SCENES, json.dumps(dict(list(scenes.items())[:MOST_SCENES])))

    def _scenes(self) -> dict[str, str]:
        """The last export of each scene file, the newest first."""
        try:
            raw = json.loads(self._settings.text(KEY_OF_SCENES, "{}"))
        except ValueError:
            return {}
        return {k: v for k, v in raw.items() if isinstance(v, str)} if isinstance(raw, dict) else {}

    def export(self) -> bool:
        """Choose view, format, size and look, then the file, and write it."""
        last, stored = self.last, self._figure_of_lesson()
        request = self._request(last)
        with passing(
            ExportDialog(self._session.scene, request.views[0], last.suffix, last.options, self._parent, request, stored)
        ) as dialog:
            dialog.copy_wanted.connect(partial(self._copy, dialog))
            if not dialog.exec():
                return False
            job = ExportJob(dialog.view, dialog.suffix, dialog.options, request=dialog.request)
        return self._write_somewhere(job)

    def _request(self, job: ExportJob) -> Request:
        """What the last export drew; the values of a sweep belong to the scene that was swept."""
        if job.path is not None or self._figure_of_lesson() is not None:
            return job.wanted
        return replace(job.wanted, sweep=None, motion="", drag=None, step=None, scenes=(), titles=(), series="")

    def fill_copy(self, menu: QMenu) -> None:
        """The last figure, or a first one, as a picture, a script or a command."""
        for name, title in COPIES:
            menu.addAction(title).triggered.connect(partial(self._copy_last, name))

    def _copy_last(self, what: str, _checked: bool = False) -> None:
        """Put what the last export would draw now into the clipboard."""
        job = self.last
        try:
            wait_settled(self._parent, "Waiting for the fits…", self._session)
            self._clip(what, self._request(job), job.options, job.suffix)
        except GivenUpError:
            return
        except UserError as error:
            say_error(self._parent, str(error))

    def _copy(self, dialog: ExportDialog, what: str) -> None:
        """Put the figure, a script or a command into the clipboard; what is wrong is said."""
        try:
            dialog.verdict.setText(self._clip(what, dialog.request, dialog.options, dialog.suffix))
        except UserError as error:
            say_error(dialog, str(error))

    def _clip(self, what: str, request: Request, options: ExportOptions, suffix: str) -> str:
        """Fill the clipboard and say so, and what is still missing.

        Raises:
            UserError: it cannot be drawn.
        """
        lesson, session = self._lesson(), self._session
        source = source_of(session.path, session.committed, session.is_modified, "" if lesson is None else lesson.name)
        QGuiApplication.clipboard().setMimeData(clipboard_data(what, session.scene, source, request, options, suffix))
        told = "Copied the figure." if what == "picture" else f"Copied the {what}."
        told += source.missing if what == "command" else ""
        self.said.emit(told)
        return told

    def _write_somewhere(self, job: ExportJob) -> bool:
        """Ask for a file and write the figure there."""
        last = self.last.path or ExportJob.from_text(self._settings.text(KEY)).path
        suggestion = (last.parent if last is not None else self._settings.folder) / self._suggested_name(job)
        title = next(e.title for e in EXPORTERS if e.suffix == job.suffix)
        name, _ = QFileDialog.getSaveFileName(self._parent, "Export figure", str(suggestion), f"{title} (*{job.suffix})")
        if not name:
            return False
        path = Path(name)
        if (not job.wanted.motion or job.wanted.series) and path.suffix.lower() in {e.suffix for e in EXPORTERS}:
            job = replace(job, suffix=path.suffix.lower())  # another ending that was typed chooses that format
        if path.suffix.lower() == job.suffix:
            return self.write(replace(job, path=path), is_wanted=True)
        # The dialog has asked about the name as it was typed, not about the one with a suffix.
        return self.write(replace(job, path=path.with_name(path.name + job.suffix)))

    def _suggested_name(self, job: ExportJob) -> str:
        stem = self._session.path.stem if self._session.path is not None else "figure"
        return f"{stem}{'' if job.view == CANVAS else '-' + job.view}{job.suffix}"

    def export_again(self) -> None:
        """Write the last export once more, with the picture as it is now; ask when there was none."""
        job = self.last
        if job.path is None:
            self.export()
        else:
            self.write(job)

    def write(self, job: ExportJob, is_wanted: bool = False) -> bool:
        """Write a figure; ``is_wanted`` says that the user has agreed to replace what is there.  What is wrong is said."""
        if job.path is None:
            return False
        try:
            # The picture must be that of the document, not of a fit that is still on its way.
            wait_settled(self._parent, "Waiting for the fits…", self._session)
            telling = Telling() if job.wanted.motion else None
            draw = partial(_draw_job, self._session.scene, job, telling or Telling())
            drawn = wait_for(self._parent, f"Drawing {job.path.name}…", draw, can_be_given_up=True, telling=telling)
        except GivenUpError:
            return False
        except UserError as error:
            say_error(self._parent, str(error))
            return False
        path, (_, content) = job.path, drawn[0]
        if job.wanted.series:
            files = [(path.with_name(f"{path.stem}{ending}{job.suffix}"), each) for ending, each in drawn]
            outcome, wrote = self._own.write_several(files), f"{count_words(len(files), 'file')}, {files[0][0].name} and so on"
        else:
            outcome, wrote = self._own.write(path, lambda: content, is_wanted), path.name
        if outcome != "written":
            return outcome == "elsewhere" and self._write_somewhere(job)
        self._job = replace(job, stamp=self._own.stamp(path))
        self._settings.set_text(KEY, self._job.to_text())
        self._remember()
        self.said.emit(f"Wrote {wrote} ({max(1, round(sum(len(each) for _, each in drawn) / 1024))} kB)")
        return True
