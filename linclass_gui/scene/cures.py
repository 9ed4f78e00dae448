"""Refusals as data: the sentence why there is nothing to show, and the one action that cures it.

A cure looks at the document of the moment: it gives the document after the action, with the words
of its button, or None where it would change nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, NamedTuple, cast

from solvers import (
    AnyMethod,
    HardMarginSVM,
    Identity,
    LogisticRegression,
    Polynomial,
    SoftMarginSVM,
)

from .axes import with_equal_scales
from .document import Document
from .methods import MethodInUse


class Act(NamedTuple):
    """An action as a button offers it: its words, and the document after it."""

    words: str
    document: Document


Cure = Callable[[Document], Act | None]
AWAITED = "computing …"  # where an answer is on its way


class Refusal(str):
    """A sentence why there is nothing to show, with the cure if one action is enough."""

    __slots__ = ("cure",)
    cure: Cure | None

    def __new__(cls, words: str, cure: Cure | None = None) -> Refusal:
        """The sentence with its cure."""
        refusal = super().__new__(cls, words)
        refusal.cure = cure
        return refusal


def act_of(words: str, document: Document, predicted: str = "") -> Act | None:
    """The action that cures a refusal now, None where there is none, or where it would show a
    method while the answer of one is to be ``predicted`` (its id): another one may have it, too.
    """
    cure = words.cure if isinstance(words, Refusal) else None
    act = None if cure is None else cure(document)
    if act is None or not predicted:
        return act
    is_shown = len(act.document.enabled_methods) > len(document.enabled_methods)
    return None if is_shown else act


def asks_for_method(words: str, document: Document) -> bool:
    """Whether all that cures a refusal is a method, its tick or its selection."""
    act = act_of(words, document)
    if act is None:
        return False
    other_fields = {f.name for f in fields(document)} - {"methods", "selected"}
    return all(getattr(act.document, name) is getattr(document, name) for name in other_fields)


def _has_fits(document: Document) -> bool:
    """Whether a method would have an answer: two classes at least have points."""
    return sum(count > 0 for count in document.dataset.counts) > 1


def in_use(kind: type[AnyMethod], is_fitting: Callable[[MethodInUse], bool]) -> Cure:
    """Select a fitting method, switched on; where none is in use, add one of this kind."""

    def cure(document: Document) -> Act | None:
        if not _has_fits(document):
            return None
        fitting = sorted(filter(is_fitting, document.methods), key=lambda m: not m.enabled)
        if not fitting:
            words = kind.name[:1].lower() + kind.name[1:]
            return Act(f"Add {words}", document.adding(kind()))
        in_front = fitting[0]
        changed = replace(document.switched({in_front.id: True}), selected=in_front.id)
        verb = "Select" if in_front.enabled else "Show"
        return Act(f"{verb} {in_front.name}", changed)

    return cure


def is_straight(method: MethodInUse) -> bool:
    """Whether the boundary of a method is a straight line."""
    return method.kernel is None and isinstance(method.features, Identity)


WITH_PROBABILITY = in_use(LogisticRegression, lambda m: m.method.has_probability)
LOGISTIC = in_use(LogisticRegression, lambda m: isinstance(m.method, LogisticRegression))
STRAIGHT_LOGISTIC = in_use(
    LogisticRegression, lambda m: m.method.has_probability and is_straight(m)
)
SOFT_MARGIN = in_use(SoftMarginSVM, lambda m: isinstance(m.method, SoftMarginSVM))
WITH_MARGIN = in_use(SoftMarginSVM, lambda m: m.method.has_margin)
STRAIGHT_MARGIN = in_use(SoftMarginSVM, lambda m: m.method.has_margin and is_straight(m))
STRAIGHT = in_use(SoftMarginSVM, is_straight)
WITH_STRENGTH = in_use(SoftMarginSVM, lambda m: m.method.strength is not None and m.kernel is None)


def show_selected(document: Document) -> Act | None:
    """Switch the selected method on."""
    method = document.selected_method
    if method is None or method.enabled:
        return None
    return Act(f"Show {method.name}", document.switched({method.id: True}))


def soften(document: Document) -> Act | None:
    """The soft margin in place of the hard one, which has no answer where classes overlap."""
    method = document.selected_method
    if method is None or not isinstance(method.method, HardMarginSVM):
        return None
    softer = replace(method, method=SoftMarginSVM())
    return Act("Choose the soft margin", document.with_method(softer))


def weigh_plus(document: Document) -> Act | None:
    """Let both classes count alike, where one has so few points that all are called the other."""
    method = document.selected_method
    counts, names = document.dataset.counts, document.dataset.class_names
    if method is None or len(counts) != 2 or not min(counts):
        return None
    weight = float(f"{counts[0] / counts[1]:.3g}")
    if getattr(method.method, "positive_weight", weight) == weight:
        return None
    changed: Any = replace(cast(Any, method.method), positive_weight=weight)
    weighed = replace(method, method=changed)
    times = f"{weight:g} times" if weight != 1.0 else "once"
    return Act(f"Weigh {names[1]} {times}", document.with_method(weighed))


def with_boundary(document: Document) -> Act | None:
    """A boundary: of the selected method if it is off or a hard margin, else of a new one."""
    if document.selected_method is None:
        return SOFT_MARGIN(document)
    return (show_selected(document) or soften(document)) if _has_fits(document) else None


def equal_scales(document: Document) -> Act | None:
    """One scale for both axes."""
    return Act("Use equal scales", with_equal_scales(document))


def with_map(document: Document) -> Act | None:
    """A feature map for the selected method."""
    method = document.selected_method
    if method is None or not is_straight(method):
        return None
    mapped = replace(method, features=Polynomial())
    return Act("Choose the quadratic map", document.with_method(mapped))
