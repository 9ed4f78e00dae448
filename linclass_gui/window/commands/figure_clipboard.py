"""A figure in the clipboard: as a picture in three formats at once, or as a script."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QImage

from ...errors import UserError
from ...figures.recipe import content_of
from ...figures.requests import Recipe
from ...figures.script import script_of
from ...files.codec import encode
from ...files.first_picture import open_document
from ...files.shipped import LESSON_PREFIX
from ...scene.document import Document
from ...scene.scene import Scene

UNSAVED = "scene.json"
FORMATS = ((".svg", "image/svg+xml"), (".pdf", "application/pdf"), (".png", "image/png"))


@dataclass(frozen=True)
class Source:
    """The name of a scene in a project, and a sentence about what is missing to draw it."""

    name: str
    missing: str = ""


def clipboard_data(target: str, scene: Scene, recipe: Recipe) -> QMimeData:
    """The content for the clipboard: ``picture`` or ``python``.

    Raises:
        UserError: it cannot be drawn.
    """
    data = QMimeData()
    if target == "python":
        data.setText(script_of(scene, recipe))
    else:
        content = {
            kind: content_of(scene, replace(recipe.without_motion, suffix=ending))
            for ending, kind in FORMATS
        }
        for kind, content_bytes in content.items():
            data.setData(kind, QByteArray(content_bytes))
        data.setImageData(QImage.fromData(content["image/png"]))
    return data


def source_of(path: Path | None, document: Document, is_modified: bool, lesson: str) -> Source:
    """The scene as a project finds it: its file, its lesson, or a file that is not saved yet."""
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
