"""The main window as its commands know it: the parts that stand above them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QWidget

from ...scene.document import Document

if TYPE_CHECKING:
    from ...lessons.lesson import Lesson
    from .exporting import Exporting


class Pages(Protocol):
    """The open lesson or slide, and the ones that were left."""

    @property
    def lesson(self) -> Lesson | None: ...
    @property
    def is_from_course(self) -> bool: ...
    @property
    def changed_slides(self) -> Sequence[Lesson]: ...
    def keep(self) -> None: ...
    def forget_changes(self) -> None: ...
    def as_saved(self, document: Document) -> Document: ...


class SlideShows(Protocol):
    """The commands of talks."""

    def open(self, path: Path) -> bool: ...
    def save_changes(self) -> bool: ...


class Lectures(Protocol):
    """The commands of lessons."""

    @property
    def coursework(self) -> Pages: ...
    @property
    def talks(self) -> SlideShows: ...
    def open_from_file(self, document: Document, path: Path) -> bool: ...


class WindowParts(Protocol):
    """The window: what is built on first use is asked for when it is needed."""

    @property
    def exporting(self) -> Exporting: ...
    @property
    def lessons(self) -> Lectures: ...
    @property
    def lessons_in_use(self) -> Lectures | None: ...
    def desk(self) -> QWidget: ...
    def is_presenting(self) -> bool: ...
