"""The changes by keys while a scene is presented: a parameter at a time, which methods are on, and
the lines of a room.
"""

from __future__ import annotations

import math

from PySide6.QtWidgets import QWidget

from ...lessons.attempt import Attempt
from ...lessons.guesses import (
    GUESSES_BY_LINE,
    MOST_HANDS,
    proposal_verdicts,
    proposals,
    propose,
    with_hands,
)
from ...lessons.lesson import Lesson
from ...markup.numbers import plain_number
from ...scene.document import Document
from ...scene.scene import Scene
from ..commands.methods import MethodCommands
from ..dialogs.forms import Form, passing, row_label
from ..panels.parameter_form import Knob, knobs
from ..session.session import Session
from ..widgets.controls import Scale
from ..widgets.number_field import NumberField, whole_number_fault
from ..widgets.parameter_row import is_symbol, scale_of

ROUND = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)  # values in every decade, easily said aloud
STEPS = 50  # steps over a plain interval


def next_round_value(scale: Scale, value: float, steps: int) -> float:
    """The next round value above or below, within the range of a slider."""
    if not scale.log:
        step = 1.0 if scale.is_whole else scale.value(1.0 / STEPS) - scale.low
        return min(max(float(f"{value + steps * step:.12g}"), scale.low), scale.high)
    decade = math.floor(math.log10(max(value, 1e-300)))
    round_values = [float(f"{digit}e{k}") for k in range(decade - 1, decade + 2) for digit in ROUND]
    if scale.is_whole:
        round_values = [number for number in round_values if number == round(number)]
    ahead = [number for number in round_values if (number - value) * steps > 1e-9 * abs(value)]
    near = min(ahead, key=lambda number: abs(number - value), default=value)
    return min(max(near, scale.low), scale.high)


class Live:
    """Moves the parameter that is shown and switches methods one by one."""

    def __init__(self, session: Session, methods: MethodCommands) -> None:
        self._session, self._methods = session, methods
        # method, part and name of a parameter chosen by key
        self._chosen: tuple[str, str, str] | None = None

    @property
    def _document(self) -> Document:
        return self._session.document

    @property
    def knob(self) -> Knob | None:
        """The parameter that is shown: the one chosen by key, else the strength of the selected
        method.
        """
        document = self._document
        choices = knobs(document)
        for knob in choices:
            if (knob.id, knob.part, knob.parameter.name) == self._chosen:
                return knob
        method = document.selected_method
        strength = None if method is None else method.method.strength
        return next(
            (
                k
                for k in choices
                if strength and k.id == document.selected and k.parameter.name == strength.name
            ),
            None,
        )

    @property
    def words(self) -> str:
        """The parameter with its value, as in ``C = 8.00``, and its method where that is not the
        selected one.
        """
        return "" if self.knob is None else self.words_of(self.knob)

    def words_of(self, knob: Knob) -> str:
        """A parameter with its value in at most three digits."""
        symbol = knob.parameter.symbol
        name = f"${symbol.strip('$')}$" if is_symbol(symbol) else symbol
        value = knob.number_in(self._document)
        number = str(round(value)) if knob.parameter.kind == "int" else plain_number(value, 3)
        prefix = (
            ""
            if knob.id == self._document.selected
            else f"{self._document.method(knob.id).method.name}: "
        )
        return f"{prefix}{name} = {number}"

    def choose(self, steps: int) -> None:
        """Show another parameter."""
        choices, knob_before = knobs(self._document), self.knob
        if choices:
            index = choices.index(knob_before) + steps if knob_before in choices else 0
            knob = choices[index % len(choices)]
            self._chosen = knob.id, knob.part, knob.parameter.name

    def move(self, steps: int) -> None:
        """Move the parameter to the next round value; one undo entry when the key is released."""
        if self.knob is None:
            self.choose(1)
        knob = self.knob
        scale = None if knob is None else scale_of(knob.parameter)
        if knob is None or scale is None:
            return
        value = next_round_value(scale, knob.number_in(self._document), steps)
        self._methods.replace(knob.set_in(self._document, value), final=False, text="")

    def settle(self) -> None:
        """Make the movement one undo entry, on the release of the key."""
        knob = self.knob
        if knob is not None and self._document is not self._session.committed:
            method = self._document.method(knob.id)
            self._methods.replace(method, final=True, text=f"Change {method.method.name}")

    def toggle(self, number: int) -> None:
        """Show or hide the method in this place of the list; one that is shown is selected where
        the selected one is off.
        """
        document = self._document
        if number > len(document.methods):
            return
        method = document.methods[number - 1]
        self._methods.toggle(method.id)
        selected = self._document.selected_method
        if not method.enabled and (selected is None or not selected.enabled):
            self._session.set_selected(method.id)

    def select_next(self) -> None:
        """Select the next method that is on."""
        ids = [method.id for method in self._document.enabled_methods]
        if ids:
            index = ids.index(self._document.selected) + 1 if self._document.selected in ids else 0
            self._session.set_selected(ids[index % len(ids)])


def moved_knob(before: Document, now: Document) -> Knob | None:
    """The one parameter whose value differs; None: none, several, or another list of methods."""
    if [use.id for use in before.methods] != [use.id for use in now.methods]:
        return None
    moved = []
    for knob in knobs(now):
        part_before = getattr(before.method(knob.id), knob.part)
        if type(part_before) is not type(getattr(now.method(knob.id), knob.part)):
            return None  # another kernel or map is no movement
        if knob.number_in(before) != knob.number_in(now):
            moved.append(knob)
    return moved[0] if len(moved) == 1 else None


REACH = 0.25  # of the height of the view, between the two handles of a line


class HandsDialog(Form):
    """Asks for the hands raised for each line."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__("Show of hands", parent, "hands-dialog")
        self.counts = [
            NumberField(line.hands or 0, whole_number_fault(0, MOST_HANDS), is_whole=True)
            for line in proposals(document)
        ]
        for proposal, field in zip(proposals(document), self.counts, strict=True):
            self.fields.addRow(f"Line {proposal.letter}", field)
        if self.counts:
            self.counts[0].setFocus()  # typed blindly, in front of the room
            self.counts[0].selectAll()
        else:
            self.fields.addRow(row_label("The room has no line yet: R makes the violet line one."))


def take_line(session: Session) -> str:
    """Add the trial line to the lines of the room, one undo entry; the line in words, or the reason
    why it is not added.
    """
    trial = session.committed.trial
    for letter, _, line, _ in proposals(session.committed):
        if (
            trial is not None
            and trial.pivot == line.pivot
            and abs(math.remainder(trial.angle - line.angle, 360.0)) < 1e-6  # degrees
        ):
            return f"this is line {letter}"
    document = propose(session.committed, REACH * session.scene.view.height)
    if document is session.committed:
        return "the room has five lines already"
    letter = proposals(document)[-1].letter
    session.apply(f"Line {letter} of the room", document)
    return f"line {letter}"


def ask_for_hands(session: Session, parent: QWidget) -> None:
    """Let the hands be typed in; one undo entry."""
    document = session.committed
    with passing(HandsDialog(document, parent)) as dialog:
        if dialog.exec() and dialog.counts:
            session.apply(
                "Show of hands",
                with_hands(document, [round(field.number) for field in dialog.counts]),
            )


def words_of_room(scene: Scene, lesson: Lesson) -> str:
    """The results of the lines of the room, else of the trial line, beside the answer of the
    lesson.
    """
    return "; ".join(
        proposal_verdicts(
            Attempt(lesson, scene.document, scene.fits),
            lesson.guess_of,
            lesson.guess in GUESSES_BY_LINE,
        )
    )
