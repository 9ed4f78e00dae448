"""Scenarios: what the two classes stand for, and with it what each kind of error means."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from solvers import AnyFit

from .document import Document


@dataclass(frozen=True)
class Scenario:
    """Names of class − and class +, and the words for the errors between them.

    ``alarm`` and ``miss`` are one false alarm (− called +) and one miss (+ called −) with their
    article, ``counted_alarms`` and ``counted_misses`` what stands behind the numbers 1 and 2;
    ``found_share``, ``recall`` and ``precision`` are names of shares.
    """

    name: str
    classes: tuple[str, str]
    alarm: str
    miss: str
    counted_alarms: tuple[str, str]
    counted_misses: tuple[str, str]
    found_share: str
    recall: str
    precision: str

    def count_alarms(self, count: int) -> str:
        """``3 healthy people alarmed``."""
        return f"{count} {self.counted_alarms[count != 1]}"

    def count_misses(self, count: int) -> str:
        """``1 ill person missed``."""
        return f"{count} {self.counted_misses[count != 1]}"

    def sort_errors(self, fit: AnyFit) -> str:
        """``: 3 healthy people alarmed, 1 ill person missed``; empty without a scenario."""
        pair = fit.as_pair
        if not self.name or pair is None or not pair.wrong.any():
            return ""
        positives = pair.problem.y > 0.0
        alarms = np.count_nonzero(pair.wrong & ~positives)
        misses = np.count_nonzero(pair.wrong & positives)
        return f": {self.count_alarms(int(alarms))}, {self.count_misses(int(misses))}"


def _scenario(
    name: str, classes: tuple[str, str], things: tuple[str, str], alarm: str, miss: str
) -> Scenario:
    """A scenario from the words for one point and for several, and from what happens to a point
    that is called + (``alarm``) and to one of class + that is not (``miss``).
    """
    minus, plus = classes
    thing, plural = things
    article = {word: "an" if word[0] in "aeiou" else "a" for word in classes}
    return Scenario(
        name,
        classes,
        f"{article[minus]} {minus} {thing} {alarm}",
        f"{article[plus]} {plus} {thing} {miss}",
        (f"{minus} {thing} {alarm}", f"{minus} {plural} {alarm}"),
        (f"{plus} {thing} {miss}", f"{plus} {plural} {miss}"),
        f"{plus} {plural} {alarm}",
        f"recall: {plus} {plural} {alarm}",
        f"precision: {plus} among {alarm}",
    )


PLAIN = Scenario(
    "",
    ("−", "+"),
    "a false alarm",
    "a miss",
    ("false alarm", "false alarms"),
    ("missed", "missed"),
    "class + found",
    "recall",
    "precision",
)
PERSON, APPLE, MAIL = ("person", "people"), ("apple", "apples"), ("mail", "mails")
SCENARIOS = {
    scenario.name: scenario
    for scenario in (
        _scenario("illness", ("healthy", "ill"), PERSON, "alarmed", "missed"),
        _scenario("mail", ("ham", "spam"), MAIL, "filtered out", "let through"),
        _scenario("harvest", ("unripe", "ripe"), APPLE, "picked", "left hanging"),
        _scenario("trial", ("innocent", "guilty"), PERSON, "convicted", "acquitted"),
    )
}


def scenario_of(document: Document) -> Scenario:
    """The words for the errors of a document; of more than two classes, or without a scenario that
    this version knows, the plain ones.
    """
    return SCENARIOS.get(document.scenario, PLAIN) if can_have_scenario(document) else PLAIN


def can_have_scenario(document: Document) -> bool:
    """Whether there are two classes, and so false alarms and misses."""
    return document.has_two_sides


def with_scenario(document: Document, name: str) -> Document:
    """The document in another scenario, whose names its two classes take; "": in none, with the
    names that they have.
    """
    if not name:
        return replace(document, scenario="")
    names = SCENARIOS[name].classes
    test = None if document.test is None else document.test.renamed(names)
    return replace(document, scenario=name, dataset=document.dataset.renamed(names), test=test)
