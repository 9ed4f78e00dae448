"""Predict first: the guess of a student beside the answer, and the proposals of a room.

Proposals are lines A, B, C, ... with a show of hands, annotations of the scene (their words are "A"
or "A, 12"): so they can be dragged and are saved with it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..answers.decision import support
from ..answers.trial_line import starting_trial
from ..markup.numbers import count_words, number, plain_number
from ..scene.annotations import Annotation
from ..scene.document import Document, TrialLine
from ..scene.view import View
from .attempt import TRIAL, Attempt
from .evaluate import format_value
from .lesson import Guess
from .measures import angle, distance, errors, margin, room

GUESSES_BY_LINE: tuple[Guess, ...] = ("line", "threshold")  # with the trial line
ASKS: dict[Guess, str] = {
    "line": "Draw the line that you expect (drag the rings of the violet line).",
    "threshold": "Shift the violet line to where you would cut.",
    "support-vectors": "Click the points that you expect to hold the line (Shift + click for several).",  # noqa: E501
    "answer": "Answer the question below; then its method is shown.",
}


def hide_answer(document: Document, guess: Guess, of: str, telltale: frozenset[str]) -> Document:
    """The document without the answer and the ``telltale`` layers that show it, and with a line to
    draw where the guess is a line.
    """
    document = document.switched({of: False})
    trial = document.trial
    if trial is None and guess in GUESSES_BY_LINE:
        trial = starting_trial(document.dataset, document.view or View.around(document.dataset.X))
    return replace(document, trial=trial, layers=document.layers - telltale)


def show_answer(document: Document, of: str, layers: Collection[str]) -> Document:
    """The document with the answer shown, and the layers that belong to it; a method that has been
    removed stays away.
    """
    document = document.switched({of: True})
    selected = of if any(m.id == of for m in document.methods) else document.selected
    return replace(document, selected=selected, layers=document.layers | frozenset(layers))


def compare_guess(
    attempt: Attempt, guess: Guess, of: str, clicked: frozenset[int]
) -> tuple[tuple[str, str], ...]:
    """The guess beside the answer, as names and values."""
    # The goal has the answers beside each other.
    if attempt.boundary(of) is None or guess == "answer":
        return ()
    if guess == "support-vectors":
        return _points(attempt, of, clicked)
    lines = [
        ("angle between them", format_value(angle(attempt, TRIAL, of), "°")),
        ("apart by", _plain(offset_between(attempt, of))),
    ]
    trial_room, best_room = (room(attempt, name) for name in (TRIAL, of))
    lines.append(
        ("nearest point: yours, the answer's", f"{_plain(trial_room)}, {_plain(best_room)}")
    )
    answer = margin(attempt, of)
    if not math.isnan(answer):
        lines.append(("margin of the answer", _plain(answer)))
    mistakes = [errors(attempt, name) for name in (TRIAL, of)]
    lines.append(("errors: yours, the answer's", ", ".join(number(value, 0) for value in mistakes)))
    return tuple(lines)


def _points(attempt: Attempt, of: str, clicked: frozenset[int]) -> tuple[tuple[str, str], ...]:
    """Which of the support vectors were found, and which points hold nothing."""
    fit = attempt.boundary(of)
    support_vectors = None if fit is None else support(fit)
    if support_vectors is None:
        return ()
    rows = frozenset(support_vectors.rows.tolist())
    return (
        ("found", f"{len(rows & clicked)} of {count_words(len(rows), 'support vector')}"),
        ("chosen without need", count_words(len(clicked - rows), "point")),
    )


def _plain(value: float) -> str:
    return "–" if math.isnan(value) else plain_number(value, 3)


def offset_between(attempt: Attempt, of: str) -> float:
    """How far the two lines are apart where the trial line was grabbed."""
    trial = attempt.document.trial
    return math.nan if trial is None else distance(attempt, trial.pivot, of)


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
    result = []
    for row, note in enumerate(document.annotations):
        words = (
            WORDS.fullmatch(note.text)
            if note.kind == "line" and note.to is not None and note.length > 0.0
            else None
        )
        if words is not None and note.to is not None:
            along = math.atan2(note.to[1] - note.at[1], note.to[0] - note.at[0])
            hands = None if words[2] is None else int(words[2])
            result.append(
                Proposal(words[1], hands, TrialLine(math.degrees(along) - 90.0, note.at), row)
            )
    return tuple(result)


def propose(document: Document, reach: float) -> Document:
    """The trial line as the next line of the room, whose second place is ``reach`` from the first
    (in data units).
    """
    used_letters = {proposal.letter for proposal in proposals(document)}
    letter = next((letter for letter in LETTERS if letter not in used_letters), None)
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


def proposal_verdicts(attempt: Attempt, of: str, with_trial: bool = False) -> tuple[str, ...]:
    """For every line of the room its hands, its errors (without any, the distance of its nearest
    point), and its angle to the answer of a method; last the same for the answer.  ``with_trial``
    uses the trial line where the room has no line.  Empty without an answer or a line.
    """
    if attempt.boundary(of) is None:
        return ()
    sentences = []
    for letter, hands, line, _ in proposals(attempt.document):
        votes = "" if hands is None else f" ({count_words(hands, 'hand')})"
        attempt_with_line = replace(attempt, document=replace(attempt.document, trial=line))
        sentences.append(f"{letter}{votes}: {_proposal_verdict(attempt_with_line, TRIAL, of)}")
    if not sentences and with_trial and attempt.document.trial is not None:
        sentences.append(f"Your line: {_proposal_verdict(attempt, TRIAL, of)}")
    return (*sentences, f"the answer: {_proposal_verdict(attempt, of, of)}") if sentences else ()


def _proposal_verdict(attempt: Attempt, line: str, of: str) -> str:
    """The errors of a line (without any, the distance of its nearest point), and its angle to the
    answer.
    """
    wrong, distance, angle_apart = (
        errors(attempt, line),
        room(attempt, line),
        angle(attempt, line, of),
    )
    words = [count_words(round(wrong), "error")] if not math.isnan(wrong) else []
    words += [f"room {number(distance, 3)}"] if distance > 0.0 else []
    words += (
        [f"{number(angle_apart, 0)}° from the answer"]
        if line != of and not math.isnan(angle_apart)
        else []
    )
    return ", ".join(words)
