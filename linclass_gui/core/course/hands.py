"""What a room proposes before the answer: lines A, B, C, ... with a show of hands, and how good
each of them is.

They are annotations of the scene (lines whose words are "A" or "A, 12"): so they can be dragged and
are saved with it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..annotations import Annotation
from ..document import Document, TrialLine
from ..markup.ticks import count_words, number
from .attempt import TRIAL, Attempt
from .measures import angle, errors, room

LETTERS = "ABCDE"
WORDS = re.compile(r"([A-E])(?:, (\d{1,4}))?")
MOST_HANDS = 9999


class Proposal(NamedTuple):
    """A line of the room: its letter, how many hands went up (None: not counted), and which
    annotation it is.
    """

    letter: str
    hands: int | None
    line: TrialLine
    row: int


def proposals(document: Document) -> tuple[Proposal, ...]:
    """The lines of the room in the order in which they were proposed."""
    found = []
    for row, each in enumerate(document.annotations):
        words = (
            WORDS.fullmatch(each.text)
            if each.kind == "line" and each.to is not None and each.length > 0.0
            else None
        )
        if words is not None and each.to is not None:
            along = math.atan2(each.to[1] - each.at[1], each.to[0] - each.at[0])
            hands = None if words[2] is None else int(words[2])
            found.append(
                Proposal(words[1], hands, TrialLine(math.degrees(along) - 90.0, each.at), row)
            )
    return tuple(found)


def propose(document: Document, reach: float) -> Document:
    """The trial line as the next line of the room, whose second place is ``reach`` from the first
    (in data units).
    """
    taken = {proposal.letter for proposal in proposals(document)}
    letter = next((letter for letter in LETTERS if letter not in taken), None)
    if letter is None or document.trial is None:
        return document
    (x, y), along = document.trial.pivot, math.radians(document.trial.angle + 90.0)
    line = Annotation(
        "line", (x, y), (x + reach * math.cos(along), y + reach * math.sin(along)), letter
    )
    return replace(document, annotations=(*document.annotations, line))


def with_hands(document: Document, counts: Sequence[int]) -> Document:
    """The document with the hands that went up for each line."""
    annotations = list(document.annotations)
    for proposal, hands in zip(proposals(document), counts, strict=True):
        annotations[proposal.row] = replace(
            annotations[proposal.row], text=f"{proposal.letter}, {hands}"
        )
    return replace(document, annotations=tuple(annotations))


def verdicts(attempt: Attempt, of: str, with_trial: bool = False) -> tuple[str, ...]:
    """For every line of the room its hands, its errors (without any, the distance of its nearest
    point), and its angle to the answer of a method; last the same for the answer.  ``with_trial``
    uses the trial line where the room has no line.  Empty without an answer or a line.
    """
    if attempt.fit(of) is None:
        return ()
    said = []
    for letter, hands, line, _ in proposals(attempt.document):
        votes = "" if hands is None else f" ({count_words(hands, 'hand')})"
        own = replace(attempt, document=replace(attempt.document, trial=line))
        said.append(f"{letter}{votes}: {_verdict(own, TRIAL, of)}")
    if not said and with_trial and attempt.document.trial is not None:
        said.append(f"Your line: {_verdict(attempt, TRIAL, of)}")
    return (*said, f"the answer: {_verdict(attempt, of, of)}") if said else ()


def _verdict(attempt: Attempt, line: str, of: str) -> str:
    """The errors of a line (without any, the distance of its nearest point), and its angle to the
    answer.
    """
    wrong, away, turned = errors(attempt, line), room(attempt, line), angle(attempt, line, of)
    words = [count_words(round(wrong), "error")] if not math.isnan(wrong) else []
    words += [f"room {number(away, 3)}"] if away > 0.0 else []
    words += (
        [f"{number(turned, 0)}° from the answer"] if line != of and not math.isnan(turned) else []
    )
    return ", ".join(words)
