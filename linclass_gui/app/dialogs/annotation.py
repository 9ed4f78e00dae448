"""The dialogs for words in the picture: an annotation, and the name of a method."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QLineEdit, QWidget

from ...core.annotations import KINDS, LONGEST, Annotation
from ...core.document import Document, MethodInUse
from ...core.method_labels import label_of
from ..widgets.controls import TickBox
from ..widgets.number_field import NumberField, finite
from .small import Form

PLACES = {"at": ("from x1", "from x2"), "to": ("to x1", "to x2")}


class AnnotationDialog(Form):
    """Words and exact places of an annotation."""

    def __init__(self, annotation: Annotation, parent: QWidget | None = None) -> None:
        super().__init__(KINDS[annotation.kind], parent)
        self.setObjectName("annotation-dialog")
        self._annotation = annotation
        self.text = QLineEdit(annotation.text)
        self.text.setMaxLength(LONGEST)
        self.text.setMinimumWidth(280)
        self.text.setPlaceholderText("words, with formulas as $f(x) = 0$")
        self.text.setAccessibleName("Words")
        self.fields.addRow("Words", self.text)
        self.places: dict[str, tuple[NumberField, NumberField]] = {}
        for end, place in (("at", annotation.at), ("to", annotation.to)):
            if place is None:
                continue
            names = ("x1", "x2") if annotation.to is None else PLACES[end]
            fields = (NumberField(place[0], finite), NumberField(place[1], finite))
            self.places[end] = fields
            for name, field in zip(names, fields, strict=True):
                self.fields.addRow(name, field)

    @property
    def answer(self) -> Annotation:
        """The annotation as entered."""
        places = {end: (x.number, y.number) for end, (x, y) in self.places.items()}
        changed = replace(self._annotation, text=self.text.text().strip(), at=places["at"])
        return replace(changed, to=places["to"]) if "to" in places else changed


class MethodNameDialog(Form):
    """The name of a method in the picture: its own name, another one, or none, with or without its settings."""

    def __init__(self, method: MethodInUse, document: Document, parent: QWidget | None = None) -> None:
        super().__init__("Name in the picture", parent)
        self.setObjectName("method-name-dialog")
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
        label = "" if not self.shown.isChecked() else self.text.text().strip() or None
        return replace(self._method, label=label, says_parameters=self.parameters.isChecked())
