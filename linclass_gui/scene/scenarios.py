"""Scenarios: what the two classes stand for, and with it what each kind of error means."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from solvers import AnyFit, Dataset

from ..markup.mathtext import name_label
from .document import Document

OWN_WORDS = "own"  # the scenario whose two errors were named by hand


@dataclass(frozen=True)
class Scenario:
    """Names of class − and class +, and the words for the errors between them.

    ``alarm`` and ``miss`` are one false alarm (− called +) and one miss (+ called −) with their
    article, ``alarms`` and ``misses`` several of them, ``counted_alarms`` and ``counted_misses``
    what stands behind the numbers 1 and 2; ``found_share``, ``recall`` and ``precision`` are names
    of shares.
    """

    name: str
    classes: tuple[str, str]
    alarm: str
    miss: str
    alarms: str
    misses: str
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

    def say_costs(self, cost: float) -> str:
        """``A false alarm costs 1, a miss 5``."""
        return f"{self.alarm[:1].upper()}{self.alarm[1:]} costs 1, {self.miss} {cost:g}"

    def sort_errors(self, fit: AnyFit) -> str:
        """``3 healthy people alarmed, 1 ill person missed``; empty without a scenario, and without
        errors.
        """
        pair = fit.as_pair
        if not self.name or pair is None or not pair.wrong.any():
            return ""
        positives = pair.problem.y > 0.0
        alarms = np.count_nonzero(pair.wrong & ~positives)
        misses = np.count_nonzero(pair.wrong & positives)
        return f"{self.count_alarms(int(alarms))}, {self.count_misses(int(misses))}"

    def retell(self, text: str) -> str:
        """A sentence in the plain words of errors, in those of the scenario."""
        if self.name:
            for plain_words, own_words in (
                (PLAIN.found_share, self.found_share),
                ("class +", self.classes[1]),
                ("class −", self.classes[0]),
                (PLAIN.alarms, self.alarms),
                (PLAIN.alarm, self.alarm),
                ("a missed point", self.miss),
                (PLAIN.miss, self.miss),
            ):
                text = text.replace(plain_words, own_words)
        return text


def _scenario(
    name: str, classes: tuple[str, str], things: tuple[str, str], alarm: str, miss: str
) -> Scenario:
    """A scenario from the words for one point and for several, and from what happens to a point
    that is called + (``alarm``) and to one of class + that is not (``miss``).
    """
    minus, plus = classes
    thing, plural = things
    article = {word: "an" if word[:1].lower() in "aeiou" else "a" for word in classes}
    alarms, misses = f"{minus} {plural} {alarm}", f"{plus} {plural} {miss}"
    return Scenario(
        name,
        classes,
        f"{article[minus]} {minus} {thing} {alarm}",
        f"{article[plus]} {plus} {thing} {miss}",
        alarms,
        misses,
        (f"{minus} {thing} {alarm}", alarms),
        (f"{plus} {thing} {miss}", misses),
        f"{plus} {plural} {alarm}",
        f"recall: {plus} {plural} {alarm}",
        f"precision: {plus} among {alarm}",
    )


def _own_scenario(classes: tuple[str, str], alarm: str, miss: str) -> Scenario:
    """The scenario of two classes whose errors have these names, each as one of its kind."""
    plus = classes[1]
    return Scenario(
        OWN_WORDS,
        classes,
        alarm,
        miss,
        alarm,
        miss,
        (f"× {alarm}", f"× {alarm}"),
        (f"× {miss}", f"× {miss}"),
        f"{plus} called {plus}",
        f"recall: {plus} called {plus}",
        f"precision: {plus} among all called {plus}",
    )


PLAIN = Scenario(
    "",
    ("−", "+"),
    "a false alarm",
    "a miss",
    "false alarms",
    "missed",
    ("false alarm", "false alarms"),
    ("missed", "missed"),
    "class + found",
    "recall",
    "precision",
)
PERSON, APPLE, MAIL = ("person", "people"), ("apple", "apples"), ("mail", "mails")
# The classes of each scenario; its things, and what happens to them.
CLASSES = {
    "illness": ("healthy", "ill"),
    "mail": ("ham", "spam"),
    "harvest": ("unripe", "ripe"),
    "trial": ("innocent", "guilty"),
}
EVENTS = {
    "illness": (PERSON, "alarmed", "missed"),
    "mail": (MAIL, "filtered out", "let through"),
    "harvest": (APPLE, "picked", "left hanging"),
    "trial": (PERSON, "convicted", "acquitted"),
}
SCENARIOS = {name: _scenario(name, CLASSES[name], *EVENTS[name]) for name in CLASSES}


def scenario_of(document: Document) -> Scenario:
    """The words for the errors of a document; of more than two classes, or without a scenario that
    this version knows, the plain ones.  They follow a class that is renamed.  Classes that were
    renamed into each other have none: each error would be called by the name of the other.
    """
    if not document.scenario or not document.has_two_sides:
        return PLAIN
    minus, plus = document.dataset.class_names
    names = name_label(minus), name_label(plus)
    if document.scenario == OWN_WORDS and document.error_names:
        return _own_scenario(names, *map(name_label, document.error_names))
    scenario = SCENARIOS.get(document.scenario)
    if scenario is None or scenario.classes == (plus, minus):
        return PLAIN
    return _scenario(scenario.name, names, *EVENTS[scenario.name])


def with_scenario(document: Document, name: str) -> Document:
    """The document in another scenario, whose names its two classes take; "": in none, with the
    names that they have.  Classes that bear these names the other way round change their sides.
    """
    if not name:
        return replace(document, scenario="", error_names=())
    return _renamed(replace(document, scenario=name, error_names=()), SCENARIOS[name].classes)


def with_own_scenario(
    document: Document, classes: tuple[str, str], errors: tuple[str, str]
) -> Document:
    """The document with these names of class − and class +, of a false alarm and of a miss; classes
    that bear the names the other way round change their sides.
    """
    return _renamed(replace(document, scenario=OWN_WORDS, error_names=errors), classes)


def _renamed(document: Document, names: tuple[str, str]) -> Document:
    if document.dataset.class_names == names[::-1]:
        return with_other_sides(document)
    return document.renamed(names)


def with_other_sides(document: Document) -> Document:
    """The document with class − as class + and the other way round: every point keeps the name, the
    colour and the population of its class.
    """

    def with_turned_labels(points: Dataset) -> Dataset:
        return points.relabelled(1 - points.labels).renamed(points.class_names[::-1])

    pair, trial = document.populations, document.trial
    return document.mapped(
        with_turned_labels,
        looks=document.class_looks[::-1],
        populations=None if pair is None else replace(pair, minus=pair.plus, plus=pair.minus),
        trial=None if trial is None else replace(trial, angle=trial.angle + 180.0),
        member=None,
    )
