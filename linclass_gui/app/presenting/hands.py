"""A show of hands for the lines proposed by the room."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ...core.course.attempt import Attempt
from ...core.course.guess import DRAWN
from ...core.course.hands import MOST_HANDS, proposals, propose, verdicts, with_hands
from ...core.course.lesson import Lesson
from ...core.document import Document
from ...core.scene import Scene
from ..dialogs.small import Form, passing
from ..session.session import Session
from ..widgets.number_field import NumberField, whole_from

REACH = 0.25  # of the height of the view, between the two handles of a line


class HandsDialog(Form):
    """Asks for the hands raised for each line."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__("Show of hands", parent)
        self.setObjectName("hands-dialog")
        self.counts = [NumberField(each.hands or 0, whole_from(0, MOST_HANDS), whole=True) for each in proposals(document)]
        for proposal, field in zip(proposals(document), self.counts, strict=True):
            self.fields.addRow(f"Line {proposal.letter}", field)
        self.counts[0].setFocus()  # typed blindly, in front of the room
        self.counts[0].selectAll()


def take_line(session: Session) -> None:
    """Add the trial line to the lines of the room; one undo entry."""
    document = propose(session.committed, REACH * session.scene.view.height)
    if document is not session.committed:
        session.apply(f"Line {proposals(document)[-1].letter} of the room", document)


def ask_for_hands(session: Session, parent: QWidget) -> None:
    """Let the hands be typed in; one undo entry."""
    document = session.committed
    if not proposals(document):
        return
    with passing(HandsDialog(document, parent)) as dialog:
        if dialog.exec():
            session.apply("Show of hands", with_hands(document, [round(field.number) for field in dialog.counts]))


def words_of_room(scene: Scene, lesson: Lesson) -> str:
    """The results of the lines of the room, else of the trial line, beside the answer of the lesson."""
    return "; ".join(verdicts(Attempt(lesson, scene.document, scene.fits), lesson.guess_of, lesson.guess in DRAWN))
