"""The two export actions: choose and write, or write the last export once more."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from ..core.errors import UserError
from ..core.scene import Scene
from ..draw.figure import Source
from ..exporters import EXPORTERS, ExportOptions, export, scene_source
from ..plots import PLOTS
from .dialogs import say_error
from .export_dialog import CANVAS, ExportDialog
from .session import Session
from .settings import Settings

KEY = "last-export"


@dataclass(frozen=True)
class ExportJob:
    """What was exported last: which view, with which settings, into which file."""

    view: str
    suffix: str
    options: ExportOptions
    path: Path | None = None

    def to_text(self) -> str:
        """As the settings keep it."""
        path = "" if self.path is None else str(self.path)
        return json.dumps({"view": self.view, "suffix": self.suffix, "path": path, "options": asdict(self.options)})

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
            return ExportJob(raw["view"], raw["suffix"], options, Path(raw["path"]) if raw["path"] else None)
        except (ValueError, KeyError, TypeError, AttributeError, UserError):
            return default


def source_of(scene: Scene, view: str, options: ExportOptions) -> Source:
    """The canvas or a linked plot of a scene, ready to be laid out; what belongs to the mouse is left out."""
    if view == CANVAS:
        return scene_source(scene, options)
    calm = replace(scene, base=None, moving=(), selection=frozenset(), hover=None, rubber=())
    return next(plot for plot in PLOTS if plot.name == view).figure(calm)


class Exporting(QObject):
    """Exports figures and remembers how.  ``said`` carries what was written, for the status line."""

    said = Signal(str)

    def __init__(self, session: Session, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._settings, self._parent = session, settings, parent

    @property
    def last(self) -> ExportJob:
        """The last export, or the defaults of a first one."""
        return ExportJob.from_text(self._settings.text(KEY))

    def export(self) -> None:
        """Choose view, format, size and look, then the file, and write it."""
        last = self.last
        dialog = ExportDialog(self._session.scene, source_of, last.view, last.suffix, last.options, self._parent)
        if not dialog.exec():
            return
        job = ExportJob(dialog.view, dialog.suffix, dialog.options)
        suggestion = (last.path.parent if last.path is not None else self._settings.folder) / self._suggested_name(job)
        title = next(e.title for e in EXPORTERS if e.suffix == job.suffix)
        name, _ = QFileDialog.getSaveFileName(self._parent, "Export figure", str(suggestion), f"{title} (*{job.suffix})")
        if name:
            path = Path(name)
            self.write(replace(job, path=path if path.suffix.lower() == job.suffix else path.with_name(path.name + job.suffix)))

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

    def write(self, job: ExportJob) -> bool:
        """Write a figure; whatever is wrong is said in one sentence."""
        if job.path is None:
            return False
        # The picture must be that of the document, not of a fit that is still on its way.
        self._session.wait_idle()
        try:
            export(source_of(self._session.scene, job.view, job.options), job.path, job.options)
        except UserError as error:
            say_error(self._parent, str(error))
            return False
        self._settings.set_text(KEY, job.to_text())
        self.said.emit(f"Wrote {job.path.name} ({max(1, round(job.path.stat().st_size / 1024))} kB)")
        return True
