"""The two export actions: choose and write, or repeat the last export."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from solvers.cancellation import check_cancelled

from ...answers.scenes import scene_of
from ...answers.sweeps import Drag
from ...errors import UserError
from ...figures.formats import EXPORTERS
from ...figures.motion import progress_text
from ...figures.project import append_figure
from ...figures.recipe import at_step, files_of, recipe_of, values_of
from ...figures.requests import Recipe, recipe_of_lesson
from ...figures.sources import CANVAS
from ...files.saving import Stamp
from ...files.shipped import LESSON_PREFIX
from ...files.toml_lists import SUFFIX
from ...lessons.course import shipped_course
from ...markup.numbers import count_words
from ...scene.document import Document
from ...scene.scene import Scene
from ..dialogs.export import COPIES, PROJECT, ExportDialog, theme_of_twin
from ..dialogs.forms import passing, say_error, says_errors, with_suffix
from ..session.session import Change, Session
from ..session.settings import UserSettings
from ..session.waiting import TaskProgress, wait_for, wait_settled
from .figure_clipboard import Source, clipboard_data, source_of
from .overwriting import OverwriteGuard
from .parts import WindowParts

KEY_OF_SCENES = "exports-of-scenes"
MOST_SCENES = 50  # scene files whose last exports are remembered


@dataclass(frozen=True)
class ExportJob:
    """The last export: its recipe and its file; ``has_twin``: another file shows it light or dark,
    whichever this one does not.
    """

    recipe: Recipe = field(default_factory=Recipe)
    path: Path | None = None
    stamp: Stamp | None = field(default=None, compare=False)  # of the file after writing
    has_twin: bool = False

    def to_text(self) -> str:
        """As text for the settings."""
        path, stamp = (
            "" if self.path is None else str(self.path),
            None if self.stamp is None else asdict(self.stamp),
        )
        values = {"recipe": values_of(self.recipe), "path": path, "stamp": stamp}
        return json.dumps(values | ({"twin": True} if self.has_twin else {}))

    @staticmethod
    def from_text(text: str) -> ExportJob | None:
        """The job in a text of the settings; None where it is not understood."""
        try:
            raw: dict[str, Any] = json.loads(text)
            stamp = raw.get("stamp")
            path = Path(raw["path"]) if raw["path"] else None
            return ExportJob(
                recipe_of(raw["recipe"], KEY_OF_SCENES),
                path,
                None if stamp is None else Stamp(**stamp),
                raw.get("twin") is True,
            )
        except (ValueError, KeyError, TypeError, AttributeError, UserError):
            return None


def _exports_of_scenes(text: str) -> dict[str, str]:
    """The last export of each scene file, the newest first, in a text of the settings."""
    try:
        raw = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return {k: v for k, v in raw.items() if isinstance(v, str)} if isinstance(raw, dict) else {}


Pages = list[tuple[str, bytes]]  # the end of each file's name, and its content


def _draw_job(scene: Scene, document: Document, recipe: Recipe, task: TaskProgress) -> Pages:
    """The end of each file's name, and its content, of a scene or of another document; computed in
    another thread.
    """
    scene = at_step(scene if document is scene.document else scene_of(document), recipe)

    def progress(page: int, of: int) -> None:
        check_cancelled()
        task.tell(progress_text(page, of), page / of)

    return list(files_of(scene, recipe, progress))


def _files_of_figure(
    recipe: Recipe, path: Path, pages: Pages
) -> tuple[list[tuple[Path, Callable[[], bytes]]], str]:
    """The files of a figure with their contents, and their names in words."""
    if not recipe.series:
        return [(path, partial(bytes, pages[0][1]))], path.name
    files: list[tuple[Path, Callable[[], bytes]]] = [
        (path.with_name(f"{path.stem}{ending}{recipe.suffix}"), partial(bytes, content))
        for ending, content in pages
    ]
    return files, f"{count_words(len(files), 'file')}, {files[0][0].name} and so on"


def _with_scene(recipe: Recipe, name: str, document: Document) -> Recipe:
    """A recipe with another scene of it as it is now."""
    return replace(recipe, scene_documents={**recipe.scene_documents, name: document})


def earlier_points(session: Session) -> list[tuple[str, Document]]:
    """The document as it is now with the points of earlier states, the newest first, each with the
    step that came after; of the same plane and classes.  Of points that were added or deleted in a
    row, only the state before all of them is one.
    """
    document, stack = session.committed, session.undo_stack
    states: list[tuple[str, Document]] = []
    last_text = ""
    for step in map(stack.command, range(stack.index())):
        if not isinstance(step, Change) or step.ends[0].dataset is step.ends[1].dataset:
            continue
        before, after = step.ends
        is_in_row = len(before.dataset) != len(after.dataset) and step.text() == last_text
        last_text = step.text()
        is_alike = before.plane is document.plane and before.units == document.units
        is_alike &= before.dataset.class_names == document.dataset.class_names
        if is_alike and len(before.dataset) and not is_in_row:
            states.append((step.text(), replace(document, dataset=before.dataset)))
    return states[::-1]


def last_drag(session: Session) -> Drag | None:
    """The last step that moved a single point, of the points as they are now."""
    for k in reversed(range(session.undo_stack.index())):
        step = session.undo_stack.command(k)
        rows = step.rows_moved() if isinstance(step, Change) else ()
        if isinstance(step, Change) and len(rows) == 1:
            before, after = (document.dataset.X for document in step.ends)
            if len(after) != len(session.committed.dataset):
                return None
            (from_x, from_y), (x, y) = before[rows[0]].tolist(), after[rows[0]].tolist()
            return rows[0] + 1, from_x, from_y, x, y
    return None


@dataclass(frozen=True)
class FigureScenes:
    """The scenes of the figure that is the open document: which one is shown (by its name in the
    recipe; empty: the first), those that were shown before as they were left, and which of
    these the file does not hold yet.
    """

    shown_name: str = ""
    left: Mapping[str, Document] = field(default_factory=dict)
    unsaved_names: frozenset[str] = frozenset()

    def in_recipe(self, recipe: Recipe) -> Recipe:
        """A recipe of the figure with its other scenes as they were left."""
        changed = {name: one for name, one in self.left.items() if name in recipe.other_scenes}
        return replace(recipe, scene_documents={**recipe.scene_documents, **changed})


class Exporting(QObject):
    """Exports figures and remembers how.  ``message`` names the file for the status line.

    Every scene has the recipe of its figure: that of its last export, of the file that it was
    opened from, or of its lesson. Choices in the dialog are kept for the scene even when it is
    cancelled.
    """

    message = Signal(str)

    def __init__(
        self,
        session: Session,
        settings: UserSettings,
        guard: OverwriteGuard,
        parent: QWidget,
        window: WindowParts,
    ) -> None:
        super().__init__(parent)
        self._session, self._settings, self._guard = session, settings, guard
        self._pages, self.desk = window.lessons.coursework, window.desk
        self._job: ExportJob | None = None
        self._draft: Recipe | None = None
        self._figure: ExportJob | None = None  # the figure that is the open document
        self._scenes = FigureScenes()  # of it
        session.loaded.connect(self._forget)
        session.file_changed.connect(self._remember)

    @property
    def last(self) -> ExportJob:
        """The last export of this scene, else the figure of the scene or its lesson."""
        return self._job or self._job_of_file() or ExportJob(self._first_recipe())

    @property
    def recipe(self) -> Mapping[str, Any] | None:
        """The recipe for the scene file; empty where no figure was ever made or set up."""
        recipe = self._draft or (self._job.recipe if self._job is not None else None)
        return self._session.document.recipe if recipe is None else values_of(recipe)

    def continue_figure(self, path: Path) -> int | None:
        """The open scene came out of this figure, which saving and the next export write again: how
        many other scenes it has.

        None where it cannot be written again: it does not say how it was made, or is one of several
        files.
        """
        values = self._session.document.recipe
        if values is None:
            return None
        try:
            recipe = recipe_of(values, path.name)
        except UserError as error:
            self.message.emit(str(error))
            return None
        if recipe.series:
            return None
        self._job = self._figure = ExportJob(recipe, path, self._guard.stamp(path))
        self._scenes = FigureScenes()
        return len(recipe.other_scenes)

    def scenes_of_figure(self) -> Mapping[str, Document]:
        """The scenes of the figure of this scene that are not shown, the first one by an empty
        name; none where one cannot be read.
        """
        try:
            figure = self._figure if self._is_document(self._session.path) else None
            if figure is None:
                return (self._draft or self.last.recipe).documents_beside
            scenes = {**figure.recipe.documents_beside, **self._scenes.left}
        except UserError as error:
            self.message.emit(str(error))
            return {}
        names = [name for name in ("", *figure.recipe.other_scenes) if name in scenes]
        return {name: scenes[name] for name in names if name != self._scenes.shown_name}

    def open_scene(self, name: str) -> bool:
        """Show another scene of the figure that is the open document: saving and the next export
        write the figure with all of them.  False where the document is no figure.
        """
        figure, scenes = self._figure, self._scenes
        documents = self.scenes_of_figure()
        if figure is None or figure.path is None or name not in documents:
            return False
        if not self._is_document(self._session.path):
            return False
        stamp, unsaved_names = self._guard.stamp(figure.path), scenes.unsaved_names
        if self._session.is_modified:
            unsaved_names |= {scenes.shown_name}
        left = {**scenes.left, scenes.shown_name: self._pages.as_saved(self._session.committed)}
        self._session.load(documents[name])
        self._figure, self._job = figure, figure if not name else None
        self._scenes = FigureScenes(name, left, unsaved_names)
        self._guard.note(figure.path, stamp)
        self._session.mark_saved(figure.path)
        if unsaved_names:
            self._session.mark_unsaved()
        return True

    @property
    def unsaved_scenes(self) -> dict[str, Document]:
        """The scenes of the open figure that are not shown and that its file does not hold yet."""
        figure, scenes = self._figure, self._scenes
        names = scenes.unsaved_names - {scenes.shown_name}
        if figure is None or figure.path is None or not self._session.is_modified:
            return {}
        return {
            f"{scenes.left[name].title or Path(name).name}, a scene of {figure.path.name}": (
                scenes.left[name]
            )
            for name in sorted(names)
        }

    def save_figure(self, path: Path) -> bool:
        """Write the figure that is the open document, as it was made last."""
        job = self._figure
        return job is not None and self.write(job.recipe, path)

    def _is_document(self, path: Path | None) -> bool:
        """Whether the open document is this figure, not a scene file."""
        return (
            self._figure is not None
            and path is not None
            and path == self._figure.path == self._session.path
        )

    @property
    def _scene_file(self) -> Path | None:
        """The scene file of the open document."""
        return None if self._is_document(self._session.path) else self._session.path

    def _first_recipe(self) -> Recipe:
        """The defaults of a first export of the scene."""
        values = self._session.document.recipe
        if values is not None:
            try:
                return recipe_of(values, "the figure of this scene")
            except UserError as error:
                self.message.emit(str(error))
        figure = self._figure_of_lesson()
        return Recipe() if figure is None else figure.roomy(*figure.panels_and_rows())

    def _figure_of_lesson(self) -> Recipe | None:
        """The figure of the open lesson."""
        lesson = self._pages.lesson
        return None if lesson is None or lesson.figure is None else recipe_of_lesson(lesson.figure)

    def _forget(self) -> None:
        self._job = self._draft = self._figure = None
        self._scenes = FigureScenes()

    def _job_of_file(self) -> ExportJob | None:
        """The last export of the scene in the open file, from an earlier run."""
        text = (
            _exports_of_scenes(self._settings.text(KEY_OF_SCENES)).get(str(self._scene_file))
            if self._scene_file is not None
            else None
        )
        job = None if text is None else ExportJob.from_text(text)
        if job is not None and job.path is not None:
            self._guard.note(job.path, job.stamp)
        return job

    def _remember(self) -> None:
        """Keep the last export with the file of its scene."""
        path, job = self._scene_file, self._job
        if path is None or job is None or job.path is None:
            return
        if self._guard.stamp(job.path) is None and not job.recipe.series:
            return

        def newest_first(text: str) -> str:
            scenes = {str(path): job.to_text()} | {
                k: v for k, v in _exports_of_scenes(text).items() if k != str(path)
            }
            return json.dumps(dict(list(scenes.items())[:MOST_SCENES]))

        self._settings.amend(KEY_OF_SCENES, newest_first)

    def export(self) -> bool:
        """Choose view, format, size and look, then the file, and write it."""
        recipe = self._draft or self.last.recipe
        stored = self._figure_of_lesson()
        with passing(
            ExportDialog(
                self._session.scene,
                recipe,
                self.desk(),
                stored,
                shipped_course(),
                last_drag(self._session),
            )
        ) as dialog:
            dialog.copy_wanted.connect(partial(self._copy, dialog))
            dialog.panels.list.offer_files(
                [path for path in self._settings.recent_files if path != self._session.path]
            )
            dialog.panels.list.offer_earlier(earlier_points(self._session))
            dialog.both.setChecked(self.last.has_twin)
            is_wanted, has_twin = bool(dialog.exec()), dialog.both.isChecked()
            # The choices stay for this scene, whether the figure was written or not.
            with suppress(UserError):
                self._draft = dialog.recipe
        recipe_wanted = self._draft if is_wanted else None
        return recipe_wanted is not None and self._write_somewhere(recipe_wanted, has_twin)

    def copy_view(self, view: str) -> None:
        """Put one view of the scene, in the look of the last figure, into the clipboard."""
        self._copy_now("picture", self._recipe_of_view(view))

    def export_view(self, view: str) -> bool:
        """Export one view of the scene: the dialog begins with it."""
        self._draft = self._recipe_of_view(view)
        return self.export()

    def _recipe_of_view(self, view: str) -> Recipe:
        return Recipe(suffix=self.last.recipe.suffix, views=(view,)).at(self.last.recipe)

    def fill_copy(self, menu: QMenu) -> None:
        """The last figure, or a first one, as a picture, a script or a command."""
        for name, title in COPIES:
            menu.addAction(title, partial(self._copy_now, name))

    @says_errors
    def _copy_now(self, kind: str, recipe: Recipe | None = None) -> None:
        """Put a figure of the scene, the last one or a first, into the clipboard."""
        wait_settled(self.desk(), "Waiting for the fits…", self._session)
        self._clip(kind, recipe or self.last.recipe)

    def _copy(self, dialog: ExportDialog, kind: str) -> None:
        """Put the figure, a script or a command into the clipboard, or the figure into a project;
        errors are shown.
        """
        try:
            if kind == PROJECT:
                dialog.verdict.setText(self._add_to_project(dialog, dialog.recipe))
                return
            dialog.verdict.setText(self._clip(kind, dialog.recipe))
        except UserError as error:
            say_error(dialog, str(error))

    def _add_to_project(self, parent: QWidget, recipe: Recipe) -> str:
        """Ask for a project file, append the figure, and report it.

        Raises:
            UserError: the scene has no file yet, or the project cannot be written.
        """
        source = self._source
        path_of_scene = self._scene_file
        if path_of_scene is None and not source.name.startswith(LESSON_PREFIX):
            raise UserError("a project names scenes by their files: save the scene first")
        suggestion = str(self._settings.folder_of_figures / f"figures{SUFFIX}")
        name, _ = QFileDialog.getSaveFileName(
            parent,
            "Add to a project",
            suggestion,
            f"Projects (*{SUFFIX})",
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if not name:
            return ""
        path = with_suffix(name, SUFFIX)
        scene = (
            source.name if path_of_scene is None else os.path.relpath(path_of_scene, path.parent)
        )
        output = self.last.path.name if self.last.path is not None else self._suggested_name(recipe)
        append_figure(path, scene, Path(output).with_suffix(recipe.suffix).name, values_of(recipe))
        return f"Added to {path.name}. “linclass-gui export {path.name}” draws it.{source.missing}"

    @property
    def _source(self) -> Source:
        """The scene as a command finds it."""
        lesson, session = self._pages.lesson, self._session
        name = "" if lesson is None else lesson.name
        return source_of(session.path, session.committed, session.is_modified, name)

    def _clip(self, kind: str, recipe: Recipe) -> str:
        """Fill the clipboard, and report it with what is still missing.

        Raises:
            UserError: it cannot be drawn.
        """
        scene, source = self._session.scene, self._source
        QGuiApplication.clipboard().setMimeData(clipboard_data(kind, scene, source, recipe))
        message = "Copied the figure." if kind == "picture" else f"Copied the {kind}."
        message += source.missing if kind == "command" else ""
        self.message.emit(message)
        return message

    def _write_somewhere(self, recipe: Recipe, has_twin: bool = False) -> bool:
        """Ask for a file and write the figure there."""
        suggestion = self.last.path or self._settings.folder_of_figures / self._suggested_name(
            recipe
        )
        title = next(e.title for e in EXPORTERS if e.suffix == recipe.suffix)
        suggestion = suggestion.with_suffix(recipe.suffix)
        name, _ = QFileDialog.getSaveFileName(
            self.desk(), "Export figure", str(suggestion), f"{title} (*{recipe.suffix})"
        )
        if not name:
            return False
        path = Path(name)
        if path.suffix.lower() in {e.suffix for e in EXPORTERS}:
            # another suffix that was typed chooses that format
            recipe = recipe.in_format(path.suffix.lower())
        if path.suffix.lower() == recipe.suffix:
            return self.write(recipe, path, is_wanted=True, has_twin=has_twin)
        # The dialog asked about the typed name, not about the one with a suffix.
        return self.write(recipe, path.with_name(path.name + recipe.suffix), has_twin=has_twin)

    def _suggested_name(self, recipe: Recipe) -> str:
        stem = self._session.path.stem if self._session.path is not None else "figure"
        view = recipe.views[0]
        return f"{stem}{'' if view == CANVAS else '-' + view}{recipe.suffix}"

    def export_again(self) -> None:
        """Repeat the last export with the current picture; open the dialog when there was none."""
        path = self._session.path
        if self._scenes.shown_name and path is not None and self._is_document(path):
            self.save_figure(path)
            return
        job = self.last
        if job.path is None:
            self.export()
        else:
            self.write(job.recipe, job.path, has_twin=job.has_twin)

    @says_errors
    def write(
        self, recipe: Recipe, path: Path, is_wanted: bool = False, has_twin: bool = False
    ) -> bool:
        """Write a figure, and with ``has_twin`` the same light or dark beside it; ``is_wanted``
        says that the user has agreed to replace what is there.  Errors are shown.
        """
        is_whole = self._is_document(path)
        if is_whole or not self._scenes.shown_name:
            recipe = self._scenes.in_recipe(recipe)
        theme = theme_of_twin(recipe.theme)
        twin_path = path.with_name(f"{path.stem}-{theme}{path.suffix}")
        # The picture must show the document, not an older fit.
        wait_settled(self.desk(), "Waiting for the fits…", self._session)
        scene = self._session.scene
        document = self._pages.as_saved(scene.document) if is_whole else scene.document
        if is_whole and self._scenes.shown_name:
            recipe = _with_scene(recipe, self._scenes.shown_name, document)
            document = self._scenes.left[""]
        twin = replace(recipe, theme=theme)
        pages = self._drawn_pages(recipe, path.name, document)
        twin_pages = self._drawn_pages(twin, twin_path.name, document) if has_twin else []
        files, wrote = _files_of_figure(recipe, path, pages)
        if has_twin:
            twin_files, wrote_twin = _files_of_figure(twin, twin_path, twin_pages)
            files, wrote = files + twin_files, f"{wrote} and {wrote_twin}"
        outcome = self._guard.write_all(files, path if is_wanted else None)
        if outcome != "written":
            return outcome == "elsewhere" and self._write_somewhere(recipe, has_twin)
        self._job = ExportJob(recipe, path, self._guard.stamp(path), has_twin)
        self._draft = None
        self._settings.folder_of_figures = path.parent
        if is_whole:
            self._figure = self._job
            self._job = None if self._scenes.shown_name else self._job
            self._scenes = replace(self._scenes, unsaved_names=frozenset())
            self._session.mark_saved(path)
        self._remember()
        size = max(1, round(sum(len(content) for _, content in pages + twin_pages) / 1024))
        self.message.emit(f"Wrote {wrote} ({size} kB)")
        return True

    def _drawn_pages(self, recipe: Recipe, name: str, document: Document) -> Pages:
        """The end of the name and the content of each file of a figure."""
        progress = TaskProgress() if recipe.motion else None
        scene = self._session.scene
        draw = partial(_draw_job, scene, document, recipe, progress or TaskProgress())
        return wait_for(self.desk(), f"Drawing {name}…", draw, progress=progress)
