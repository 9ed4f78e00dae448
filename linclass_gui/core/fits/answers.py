"""The newest answers of the worker by method, and which of them answer the current question."""

from __future__ import annotations

from dataclasses import replace

from ..document import Document, MethodInUse
from .asking import AnyFit
from .jobs import Answer, Batch, Kind, open_questions


class Answers:
    """Keeps for every method its newest answer and its newest final one: a rollback shows the final
    ones at once.
    """

    def __init__(self) -> None:
        self.newest: dict[str, Answer] = {}
        self.final: dict[str, Answer] = {}

    def clear(self) -> None:
        """Forget everything: another document begins."""
        self.newest, self.final = {}, {}

    def take(self, batch: Batch, given_up: bool) -> None:
        """Keep the answers of a batch; ``given_up``: the user cancelled it."""
        answers = batch.answers
        if given_up:
            answers = {id: replace(answer, given_up=True) for id, answer in answers.items()}
        self.newest.update(answers)
        if batch.job.kind == "final":
            self.final.update(answers)

    def go_back(self, document: Document) -> None:
        """Bring the final answers to a document back."""
        methods = {m.id: m for m in document.methods}
        finals = {id: answer for id, answer in self.final.items() if id in methods}
        self.newest.update(
            {id: a for id, a in finals.items() if a.fits(document.dataset, methods[id])}
        )

    def open_questions(self, document: Document, kind: Kind) -> tuple[MethodInUse, ...]:
        """The methods in use that still have to be fitted."""
        return open_questions(document, self.newest, kind)

    def shown(self, document: Document) -> tuple[dict[str, AnyFit], frozenset[str]]:
        """The fits to show by method, and the methods whose fit answers an older question or is
        unfinished.
        """
        methods = {m.id: m for m in document.methods}
        fits: dict[str, AnyFit] = {}
        stale: list[str] = []
        for id, answer in self.newest.items():
            if id in methods:
                fits[id] = answer.fit
                if answer.is_half_done or not answer.fits(document.dataset, methods[id]):
                    stale.append(id)
        return fits, frozenset(stale)
