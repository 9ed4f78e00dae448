"""Annotations of the picture, from the menu and the context menu; each edit is one undo entry."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from ...answers.method_labels import label_of
from ...scene.annotations import (
    KINDS,
    LONGEST,
    MOST_ANNOTATIONS,
    OFFERED,
    WORDS_ALONE,
    Annotation,
    Kind,
    words_kept,
    words_typed,
)
from ...scene.document import Document
from ...scene.methods import MethodInUse
from ..dialogs.forms import Form, passing, values_button
from ..session.session import Session
from ..widgets.controls import TickBox, passing_menu
from ..widgets.layouts import one_line, plain_tip
from ..widgets.number_field import NumberField, finite_fault
from .menus import allow

PLACES = {"at": ("from x1", "from x2"), "to": ("to x1", "to x2")}


class AnnotationDialog(Form):
    """Words and exact places of an annotation."""

    def __init__(self, annotation: Annotation, parent: QWidget | None = None) -> None:
        super().__init__(KINDS[annotation.kind], parent, "annotation-dialog")
        self._annotation = annotation
        self.text = QLineEdit(words_typed(annotation.text))
        self.text.setMaxLength(LONGEST)
        self.text.setMinimumWidth(280)
        self.text.setPlaceholderText("words, with formulas as $f(x) = 0$")
        self.text.setAccessibleName("Words")
        self.fields.addRow("Words", self.text)
        self.fields.addRow("", values_button(self.text))
        self.places: dict[str, tuple[NumberField, NumberField]] = {}
        for end, place in (("at", annotation.at), ("to", annotation.to)):
            if place is None:
                continue
            names = ("x1", "x2") if annotation.to is None else PLACES[end]
            fields = (NumberField(place[0], finite_fault), NumberField(place[1], finite_fault))
            self.places[end] = fields
            for name, field in zip(names, fields, strict=True):
                self.fields.addRow(name, field)

    def fault(self) -> tuple[QWidget, str] | None:
        """A text needs words."""
        is_missing = self._annotation.kind in WORDS_ALONE and not self.text.text().strip()
        words = "Type the words first, as: margin, or $f(x) = 0$"
        return (self.text, words) if is_missing else None

    @property
    def answer(self) -> Annotation:
        """The annotation as entered."""
        places = {end: (x.number, y.number) for end, (x, y) in self.places.items()}
        note = self._annotation
        changed = replace(note, text=words_kept(self.text.text()), at=places["at"])
        changed = replace(changed, to=places["to"]) if "to" in places else changed
        # an end that was given another place leaves its point
        return replace(
            changed,
            at_row=note.at_row if changed.at == note.at else None,
            to_row=note.to_row if changed.to == note.to else None,
        )


class MethodNameDialog(Form):
    """The name of a method in the picture: its own name, another one, or none, with or without its
    settings.
    """

    def __init__(
        self, method: MethodInUse, document: Document, parent: QWidget | None = None
    ) -> None:
        super().__init__("Name in the picture", parent, "method-name-dialog")
        self._method = method
        usual = replace(method, label=None, says_parameters=False)
        self.text = QLineEdit(method.label or "")
        self.text.setMaxLength(LONGEST)
        self.text.setMinimumWidth(280)
        self.text.setPlaceholderText(label_of(usual, document.methods))
        self.text.setAccessibleName("Name")
        self.shown = TickBox("show the name")
        self.shown.setChecked(method.label != "")
        self.parameters = TickBox("with its parameters")
        self.parameters.setChecked(method.says_parameters)
        self.fields.addRow("Name", self.text)
        self.fields.addRow("", self.shown)
        self.fields.addRow("", self.parameters)

    @property
    def answer(self) -> MethodInUse:
        """The method with the name that was entered; an empty field is its own name."""
        label = "" if not self.shown.isChecked() else one_line(self.text.text()) or None
        return replace(self._method, label=label, says_parameters=self.parameters.isChecked())


TIPS: dict[Kind, str] = {
    "text": "Words and formulas: what is between dollar signs is mathematics",
    "arrow": "An arrow from its words to a place",
    "bracket": "A distance with its length; its ends follow points, and no lines",
    "line": "A line through two places, across the view",
    "test-point": "A point of no class, with its score by the selected method",
}


class Annotating(QObject):
    """Puts annotations into the scene, edits and removes them; the canvas drags them.

    The signals are for the canvas: the next click puts a kind there, and the words of one are
    typed.
    """

    place_wanted = Signal(str)
    words_wanted = Signal(int)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._parent = session, parent

    @property
    def _annotations(self) -> tuple[Annotation, ...]:
        return self._session.document.annotations

    @property
    def _has_room(self) -> bool:
        """Whether a file can hold one more."""
        return len(self._annotations) < MOST_ANNOTATIONS

    def _apply(self, text: str, annotations: tuple[Annotation, ...]) -> None:
        self._session.apply(text, replace(self._session.document, annotations=annotations))

    def fill_menu(self, menu: QMenu) -> None:
        """One entry for each kind, then the existing annotations."""
        menu.setToolTipsVisible(True)
        for kind in OFFERED:
            action = menu.addAction(KINDS[kind], partial(self.place_wanted.emit, kind))
            action.setToolTip(plain_tip(TIPS[kind]))
            allow(action, "" if self._has_room else f"at most {MOST_ANNOTATIONS} annotations")
        if self._annotations:
            menu.addSeparator()
        for number, annotation in enumerate(self._annotations):
            words = annotation.text[:40].replace("&", "&&").replace("\n", " ")
            words = words or f"{KINDS[annotation.kind]} {number + 1}"
            menu.addAction(f"Edit {words}…", partial(self.edit, number))

    def edit(self, number: int) -> None:
        """Change the words and places of an annotation in a dialog."""
        if not 0 <= number < len(self._annotations):
            return
        note = self._session.document.placed_annotations[number]
        with passing(AnnotationDialog(note, self._parent)) as dialog:
            if dialog.exec() and number < len(self._annotations) and dialog.answer != note:
                changed = tuple(
                    dialog.answer if k == number else annotation
                    for k, annotation in enumerate(self._annotations)
                )
                self._apply(f"Edit {KINDS[dialog.answer.kind].lower()}", changed)

    def remove(self, number: int) -> None:
        """Remove an annotation."""
        if not 0 <= number < len(self._annotations):
            return
        rest = tuple(annotation for k, annotation in enumerate(self._annotations) if k != number)
        self._apply(f"Delete {KINDS[self._annotations[number].kind].lower()}", rest)

    def duplicate(self, number: int) -> None:
        """Put a copy beside an annotation."""
        if not 0 <= number < len(self._annotations) or not self._has_room:
            return
        across, up = self._session.scene.pixels
        note = self._session.document.placed_annotations[number]
        copy = note.moved(24.0 * across, -24.0 * up)
        self._apply(f"Duplicate {KINDS[copy.kind].lower()}", (*self._annotations, copy))

    def open_menu(self, number: int, position: QPoint) -> None:
        """The context menu of an annotation."""
        if not 0 <= number < len(self._annotations):
            return
        menu = passing_menu(self._parent)
        for text, call, is_possible in (
            ("Write here", self.words_wanted.emit, True),
            ("Edit…", self.edit, True),
            ("Duplicate", self.duplicate, self._has_room),
            ("Delete", self.remove, True),
        ):
            menu.addAction(text, partial(call, number)).setEnabled(is_possible)
        menu.popup(position)

    def name_method(self) -> None:
        """Change, hide or extend the name of the selected method in the picture."""
        document = self._session.document
        method = document.selected_method
        if method is None:
            return
        with passing(MethodNameDialog(method, document, self._parent)) as dialog:
            if dialog.exec() and dialog.answer != method:
                self._session.apply(f"Name of {method.name}", document.with_method(dialog.answer))
