"""A figure in the clipboard: as a picture in three formats at once, as a script, or as a command
line.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QImage

from ...errors import UserError
from ...figures.command_line import command_of
from ...figures.composites import composite
from ...figures.recipe import content_of
from ...figures.requests import Recipe
from ...figures.script import script_of
from ...figures.shots import shots_of_scene
from ...files.codec import encode
from ...files.first_picture import open_document
from ...files.shipped import LESSON_PREFIX
from ...scene.document import Document
from ...scene.scene import Scene

UNSAVED = "scene.json"
FORMATS = ((".svg", "image/svg+xml"), (".pdf", "application/pdf"), (".png", "image/png"))


@dataclass(frozen=True)
class Source:
    """The name of a scene on a command line, and a sentence about what is missing for the command
    to draw it.
    """

    name: str
    missing: str = ""


def clipboard_data(target: str, scene: Scene, source: Source, recipe: Recipe) -> QMimeData:
    """The content for the clipboard: ``picture``, ``python`` or ``command``.

    Raises:
        UserError: it cannot be drawn.
    """
    data = QMimeData()
    if target == "python":
        data.setText(script_of(scene, recipe))
    elif target == "command":
        stem = (
            source.name.removeprefix(LESSON_PREFIX)
            if source.name.startswith(LESSON_PREFIX)
            else Path(source.name).stem
        )
        recipe_shown = with_shown_state(scene, recipe)
        data.setText(command_of(source.name, f"{stem}{recipe.suffix}", recipe_shown))
    else:
        content = {
            kind: content_of(scene, replace(recipe.without_motion, suffix=ending))
            for ending, kind in FORMATS
        }
        for kind, content_bytes in content.items():
            data.setData(kind, QByteArray(content_bytes))
        data.setImageData(QImage.fromData(content["image/png"]))
    return data


def with_shown_state(scene: Scene, recipe: Recipe) -> Recipe:
    """The recipe with the values of the window: the step shown, and how many columns fit."""
    if scene.playback is not None and recipe.step is None and recipe.motion != "run":
        recipe = replace(recipe, step=scene.playback.step)
    if recipe.columns or recipe.motion or not (recipe.scenes or recipe.sweep is not None):
        return recipe
    return replace(recipe, columns=composite(shots_of_scene(scene, recipe), recipe).columns)


def source_of(path: Path | None, document: Document, is_modified: bool, lesson: str) -> Source:
    """The scene as a command finds it: its file, its lesson, or a file that is not saved yet."""
    if path is not None:
        words = (
            f" It draws {path.name} as it was saved last: save the scene first."
            if is_modified
            else ""
        )
        return Source(str(path), words)
    if lesson and _is_lesson(lesson, document):
        return Source(LESSON_PREFIX + lesson)
    return Source(UNSAVED, f" It draws {UNSAVED}: save the scene under this name first.")


def _is_lesson(name: str, document: Document) -> bool:
    try:
        return encode(open_document(LESSON_PREFIX + name)) == encode(document)
    except UserError:
        return False
