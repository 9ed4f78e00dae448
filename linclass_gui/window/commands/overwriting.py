"""Replacing files: without a question only those that the open document was read from or written
to, if they are unchanged since.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox, QWidget

from ...errors import UserError
from ...files.saving import Stamp, is_read_only, stamp_of, write_atomically
from ...markup.numbers import count_words
from ..dialogs.forms import clicked_in, message_box, say_error
from ..session.session import Session
from ..session.waiting import wait_for

Answer = Literal["replace", "elsewhere", "cancel"]
Outcome = Literal["written", "elsewhere", "kept"]
Files = Sequence[tuple[Path, Callable[[], bytes]]]  # each with its content


class OverwriteGuard(QObject):
    """The files of the open document and their states when it read or wrote them."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._stamps: dict[str, Stamp | None] = {}
        session.loaded.connect(self.forget)

    def note(self, path: Path, stamp: Stamp | None) -> None:
        """The document was read from this file, or written to it, when its state was ``stamp``."""
        self._stamps[os.path.realpath(path)] = stamp

    def stamp(self, path: Path) -> Stamp | None:
        """The state of a file when the document read or wrote it last (None: never)."""
        return self._stamps.get(os.path.realpath(path))

    def forget(self) -> None:
        """Forget all files: another document is shown."""
        self._stamps.clear()

    def write(self, path: Path, content: Callable[[], bytes], is_wanted: bool = False) -> Outcome:
        """Write one file: :meth:`write_all`; ``is_wanted`` says that the user has agreed to replace
        what is there.
        """
        return self.write_all([(path, content)], path if is_wanted else None)

    def write_all(self, files: Files, wanted_path: Path | None = None) -> Outcome:
        """Write files, each all or nothing; errors are shown, and one question covers all files
        that need one.

        The user has agreed to replace the file at ``wanted_path``.  ``elsewhere`` asks for another
        name.
        """
        reproached = [
            (path, reproach)
            for path, _ in files
            if (reproach := self._reproach(path, path == wanted_path)) is not None
        ]
        if reproached:
            path, reproach = reproached[0]
            other_count = len(reproached) - 1
            name = (
                f"{path.name} and {count_words(other_count, 'other file')}"
                if other_count
                else path.name
            )
            answer = ask_to_replace(self._parent, name, reproach)
            if answer != "replace":
                return "elsewhere" if answer == "elsewhere" else "kept"
        written_paths: list[Path] = []
        try:
            words = files[0][0].name if len(files) == 1 else count_words(len(files), "file")
            write = partial(_write, files, written_paths, bool(reproached))
            wait_for(self._parent, f"Writing {words}…", write, can_be_given_up=False)
        except UserError as error:
            say_error(self._parent, str(error))
            return "kept"
        finally:
            for path in written_paths:
                self.note(path, stamp_of(path))
        return "written"

    def _reproach(self, path: Path, is_wanted: bool) -> str | None:
        """Why a file should not be replaced without a question; None if it may be."""
        stamp, stamp_known = stamp_of(path), self.stamp(path)
        if stamp is None:
            return None
        if not is_wanted and stamp_known is None:
            return "This scene did not write the file that is there."
        if not is_wanted and stamp_known != stamp:
            return "Another window or program has changed the file since this one read or wrote it."
        return "The file is read-only." if is_read_only(path) else None


def _write(files: Files, written_paths: list[Path], even_read_only: bool) -> None:
    for path, content in files:
        write_atomically(path, content(), even_read_only=even_read_only)
        written_paths.append(path)


def ask_to_replace(parent: QWidget | None, name: str, reproach: str) -> Answer:
    """Whether a file may be replaced anyway, or what to do instead."""
    box = message_box(
        parent,
        "replace",
        f"Replace {name}?",
        f"{reproach} What it holds now is lost if you replace it.",
    )
    replace = box.addButton("Replace", QMessageBox.ButtonRole.DestructiveRole)
    elsewhere = box.addButton("Save as…", QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel)
    box.setEscapeButton(cancel)
    clicked = clicked_in(box)
    if clicked is replace:
        return "replace"
    return "elsewhere" if clicked is elsewhere else "cancel"
