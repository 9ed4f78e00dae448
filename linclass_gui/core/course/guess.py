"""Predict first: what was drawn or clicked before the answer was shown, beside the answer."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace

from ..document import Document, View
from ..fits.decision import support
from ..fits.trial_line import starting_trial
from ..markup.ticks import count_words, number, plain_number
from .attempt import TRIAL, Attempt
from .evaluate import format_value
from .lesson import Guess
from .measures import angle, distance, errors, margin, room

DRAWN: tuple[Guess, ...] = ("line", "threshold")  # with the trial line
ASKS: dict[Guess, str] = {
    "line": "Draw the line that you expect (drag the rings of the violet line).",
    "threshold": "Shift the violet line to where you would cut.",
    "support-vectors": "Click the points that you expect to hold the line (Shift + click for several).",  # noqa: E501
    "answer": "Answer the question below; then its method is shown.",
}


def hide_answer(document: Document, guess: Guess, of: str, telltale: frozenset[str]) -> Document:
    """The document without the answer and the ``telltale`` layers that show it, and with a line to
    draw where one is asked for.
    """
    methods = tuple(replace(m, enabled=False) if m.id == of else m for m in document.methods)
    trial = document.trial
    if trial is None and guess in DRAWN:
        trial = starting_trial(document.dataset, document.view or View.around(document.dataset.X))
    return replace(document, methods=methods, trial=trial, layers=document.layers - telltale)


def show_answer(document: Document, of: str, layers: Collection[str]) -> Document:
    """The document with the answer shown, and the layers that belong to it; a method that has been
    removed stays away.
    """
    methods = tuple(replace(m, enabled=True) if m.id == of else m for m in document.methods)
    selected = of if any(m.id == of for m in methods) else document.selected
    return replace(
        document, methods=methods, selected=selected, layers=document.layers | frozenset(layers)
    )


def compare_guess(
    attempt: Attempt, guess: Guess, of: str, clicked: frozenset[int]
) -> tuple[tuple[str, str], ...]:
    """The guess beside the answer, as names and values."""
    if attempt.fit(of) is None or guess == "answer":  # the goal has the answers beside each other
        return ()
    if guess == "support-vectors":
        return _points(attempt, of, clicked)
    lines = [
        ("angle between them", format_value(angle(attempt, TRIAL, of), "°")),
        ("apart by", _plain(offset_between(attempt, of))),
    ]
    own, best = (room(attempt, name) for name in (TRIAL, of))
    lines.append(("nearest point: yours, the answer's", f"{_plain(own)}, {_plain(best)}"))
    answer = margin(attempt, of)
    if not math.isnan(answer):
        lines.append(("margin of the answer", _plain(answer)))
    mistakes = [errors(attempt, name) for name in (TRIAL, of)]
    lines.append(("errors: yours, the answer's", ", ".join(number(value, 0) for value in mistakes)))
    return tuple(lines)


def _points(attempt: Attempt, of: str, clicked: frozenset[int]) -> tuple[tuple[str, str], ...]:
    """Which of the support vectors were found, and which points hold nothing."""
    fit = attempt.fit(of)
    held = None if fit is None else support(fit)
    if held is None:
        return ()
    rows = frozenset(held.rows.tolist())
    return (
        ("found", f"{len(rows & clicked)} of {count_words(len(rows), 'support vector')}"),
        ("clicked without need", count_words(len(clicked - rows), "point")),
    )


def _plain(value: float) -> str:
    return "–" if math.isnan(value) else plain_number(value, 3)


def offset_between(attempt: Attempt, of: str) -> float:
    """How far the two lines are apart where the trial line was grabbed."""
    trial = attempt.document.trial
    return math.nan if trial is None else distance(attempt, trial.pivot, of)
