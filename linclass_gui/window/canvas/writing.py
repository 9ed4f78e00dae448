"""Writing on the canvas: the field in which the words of an annotation, the name of a point or that
of the trial line are typed where they stand.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from ...answers.decision import trial_segment
from ...scene.annotations import (
    KINDS,
    LONGEST,
    MOST_ANNOTATIONS,
    NEW_LINE,
    WORDS_ALONE,
    Annotation,
    Kind,
    name_of_row,
    words_kept,
    words_typed,
)
from ...scene.document import Document
from ...scene.marks import Point
from ...scene.scene import Scene
from ...scene.tools import PLACING, Tool, kind_placed
from ..dialogs.forms import fill_values_menu
from ..session.session import Session
from ..widgets.layouts import with_name
from ..widgets.themed import give_back_keyboard
from .canvas import Canvas

FIELD_ROOM, FIELD_EDGE, BESIDE = 28, 4, 12.0  # px
ENDING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
MODIFIERS = (
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
    Qt.Key.Key_Alt,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_Meta,
    Qt.Key.Key_CapsLock,
)
# The filter of the field hears such a press itself; another window may give words to paste.
LEFT_OPEN = (Qt.FocusReason.MouseFocusReason, Qt.FocusReason.ActiveWindowFocusReason)


class NoteField(QLineEdit):
    """The field on the canvas in which the words of an annotation are typed where they stand.

    Enter, a click elsewhere or a command keeps them, Escape takes them back.
    """

    left = Signal(bool)  # whether the words are kept

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas.viewport())
        self._canvas = canvas
        with_name(self, "note-field", "Words of the annotation")
        self.setMaxLength(LONGEST)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self._has_menu = False
        self.hide()

    def begin(self, words: str, hint: str) -> None:
        """Begin with some words, all of them selected."""
        self.setPlaceholderText(hint)
        self.setText(words)
        self.selectAll()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        application = QCoreApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    def shut(self) -> None:
        """End without a signal."""
        application = QCoreApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        had_keyboard = self.hasFocus()
        self.hide()
        if had_keyboard:
            give_back_keyboard(self)

    def stand(self, place: Point, way: Point) -> None:
        """Stand at a place of the picture, moved off it in a direction by half of its size."""
        metrics, room = self.fontMetrics(), self._canvas.viewport().rect()
        words = max(self.text(), self.placeholderText(), key=metrics.horizontalAdvance)
        width = min(metrics.horizontalAdvance(words) + FIELD_ROOM, room.width() - 2 * FIELD_EDGE)
        self.resize(width, self.sizeHint().height())
        x = round(place[0] + 0.5 * (way[0] - 1.0) * width)
        y = round(place[1] + 0.5 * (way[1] - 1.0) * self.height())
        right, low = room.width() - width - FIELD_EDGE, room.height() - self.height() - FIELD_EDGE
        self.move(max(FIELD_EDGE, min(x, right)), max(FIELD_EDGE, min(y, low)))

    def event(self, event: QEvent) -> bool:
        is_key = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride
        if not (is_key and isinstance(event, QKeyEvent)):
            return bool(super().event(event))
        if event.key() in ENDING:
            event.accept()  # here, and not what Escape means for the window
            return True
        answer = bool(super().event(event))
        if not event.isAccepted() and event.key() not in MODIFIERS:
            self.left.emit(True)  # a command follows, which finds the words in the document
        return answer

    def keyPressEvent(self, event: QKeyEvent) -> None:
        has_shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if has_shift and event.key() in NEW_LINE_KEYS:
            self.insert(NEW_LINE)
            self.textEdited.emit(self.text())
        elif event.key() in ENDING:
            self.left.emit(event.key() != Qt.Key.Key_Escape)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not self._has_menu and event.reason() not in LEFT_OPEN:
            self.left.emit(True)

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:
        is_outside = isinstance(receiver, QWidget) and receiver is not self
        if event.type() != QEvent.Type.MouseButtonPress or not is_outside or self._has_menu:
            return False
        self.left.emit(True)
        return receiver is self._canvas.viewport()  # which gets no point by that click

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu()
        values = menu.addMenu("Insert a value")
        fill_values_menu(values, self)
        self._has_menu = True
        menu.exec(event.globalPos())
        self._has_menu = False
        menu.deleteLater()


# Where the pointer puts each kind, and the hint in its empty field.
PLACES_OF_KINDS: dict[Kind, str] = {
    "text": "Click where the text goes",
    "arrow": "Click where the arrow points, or drag it from its words to its tip",
    "bracket": "Drag from one end of the distance to the other",
    "line": "Drag along the line",
    "test-point": "Click where the test point goes",
}
HINTS: dict[Kind, str] = {
    "text": "words, $f(x) = 0$",
    "arrow": "words, or none",
    "bracket": "its length",
    "line": "name, or none",
    "test-point": "name, or none",
    "name": "name, as $x_0$",
    "drawing": "words, or none",
}

NEW_LINE_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
TRIAL = -2  # in the place of a number: the name of the trial line
NO_WORDS = -1


class Writing(QObject):
    """Lets annotations be put under the pointer and their words be typed there: each is one undo
    entry.

    What is typed is in the shown document at once, so that no command and no crash loses it.
    ``message`` is for the status line.
    """

    message = Signal(str)

    def __init__(self, session: Session, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._session, self._canvas = session, canvas
        self.field = NoteField(canvas)
        self._number = NO_WORDS  # of the annotation that is written
        self._tool: Tool = "select"  # the one to come back to
        self.field.textEdited.connect(self._show_words)
        self.field.left.connect(self._end)
        canvas.note_placed.connect(self._write_new)
        canvas.note_opened.connect(self.write)
        session.scene_changed.connect(self._follow)
        session.loaded.connect(self._forget)

    @property
    def _annotations(self) -> tuple[Annotation, ...]:
        return self._session.document.annotations

    @property
    def is_on(self) -> bool:
        """Whether words are being typed."""
        return self._number != NO_WORDS

    def place(self, kind: Kind) -> None:
        """Let the next click or drag on the canvas put a new annotation there."""
        self.finish()
        if kind_placed(self._canvas.tool) is None:
            self._tool = self._canvas.tool
        self._canvas.set_tool(PLACING + kind)
        self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        self.message.emit(f"{PLACES_OF_KINDS[kind]}. Enter puts it at the pointer, Esc leaves it.")

    def _write_new(self, number: int) -> None:
        self._canvas.set_tool(self._tool)
        self.message.emit("")
        self.write(number)

    def write(self, number: int) -> None:
        """Let the words of an annotation be typed."""
        self.finish()
        if 0 <= number < len(self._annotations):
            note = self._annotations[number]
            self._open(number, words_typed(note.text), HINTS[note.kind])

    def name_point(self, row: int) -> None:
        """Let the name of a point be typed beside it."""
        self.finish()
        document = self._session.document
        number = name_of_row(document.annotations, row)
        if number is None and len(document.annotations) >= MOST_ANNOTATIONS:
            self.message.emit(
                f"A scene has at most {MOST_ANNOTATIONS} annotations: delete one of them first."
            )
        elif number is None:
            x, y = document.dataset.X[row].tolist()
            name = Annotation("name", (x, y), at_row=row)
            number = len(document.annotations)
            self._session.preview(replace(document, annotations=(*document.annotations, name)))
        if number is not None:
            self.write(number)

    def name_trial(self) -> None:
        """Let the name of the trial line be typed on it."""
        self.finish()
        trial = self._session.document.trial
        if trial is not None:
            self._open(TRIAL, trial.name, "name, as $h$")

    def finish(self) -> None:
        """Keep the words that are being typed."""
        self._end(True)

    def _open(self, number: int, words: str, hint: str) -> None:
        self._number = number
        self.field.begin(words, hint)
        self._stand()

    def _with_words(self, words: str) -> Document:
        document = self._session.document
        if self._number == TRIAL:
            trial = document.trial
            return document if trial is None else replace(document, trial=trial.named(words))
        notes = tuple(
            replace(note, text=words) if k == self._number else note
            for k, note in enumerate(document.annotations)
        )
        return replace(document, annotations=notes)

    def _show_words(self, words: str) -> None:
        if self.is_on:
            self._session.preview(self._with_words(words_kept(words)))
            self._stand()

    def _end(self, is_kept: bool) -> None:
        """Make the words one undo entry, together with a new annotation, or take both back."""
        if not self.is_on:
            return
        words, number = words_kept(self.field.text()), self._number
        document = self._with_words(words)
        self._number = NO_WORDS
        self.field.shut()
        if is_kept and number == TRIAL:
            self._commit("Name trial line", document)
        elif is_kept:
            self._commit_note(document, number, words)
        else:
            self._session.rollback()

    def _commit_note(self, document: Document, number: int, words: str) -> None:
        notes, before = document.annotations, self._session.committed.annotations
        kind = notes[number].kind
        verb = "Add" if number >= len(before) else "Edit"
        if kind in WORDS_ALONE and not words:
            document = replace(document, annotations=(*notes[:number], *notes[number + 1 :]))
            verb = "Delete"
        self._commit(f"{verb} {KINDS[kind].lower()}", document)

    def _commit(self, text: str, document: Document) -> None:
        before = self._session.committed
        if (document.annotations, document.trial) == (before.annotations, before.trial):
            self._session.rollback()
        else:
            self._session.apply(text, document)

    def _follow(self, old: Scene, new: Scene) -> None:
        """Stand at the words, wherever they are now; another document ends the writing."""
        if not self.is_on or (new.view is old.view and new.document is old.document):
            return
        is_there = self._number < len(self._annotations)
        if self._number == TRIAL:
            is_there = new.document.trial is not None
        if is_there:
            self._stand()
        else:
            self._forget()

    def _forget(self) -> None:
        """End without words: what they belonged to is gone."""
        if self.is_on:
            self._number = NO_WORDS
            self.field.shut()

    def _stand(self) -> None:
        place, way = _home_of_words(self._session.scene, self._number)
        self.field.stand(place, way)


def _home_of_words(scene: Scene, number: int) -> tuple[Point, Point]:
    """The place of the words in the picture, and the direction in which they are off it."""
    document = scene.document
    if number == TRIAL:
        segment = None if document.trial is None else trial_segment(document.trial, scene.view)
        middle = scene.view.middle if segment is None else segment.mean(axis=0).tolist()
        x, y = scene.seen_at(np.array([middle]))[0].tolist()
        return (x, y), (0.0, 0.0)
    note = document.placed_annotations[number]
    (x, y), (to_x, to_y) = scene.seen_at(np.array([note.at, note.to or note.at])).tolist()
    if note.kind == "arrow":  # behind its end, away from the tip
        across, up = x - to_x, y - to_y
        is_across = abs(across) >= abs(up)
        way = (math.copysign(1.0, across), 0.0) if is_across else (0.0, math.copysign(1.0, up))
        return (x, y), way
    if note.kind in ("name", "test-point"):
        return (x + BESIDE, y), (1.0, 0.0)
    return (0.5 * (x + to_x), 0.5 * (y + to_y)), (0.0, 0.0)
