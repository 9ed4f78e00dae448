"""An attempt at a lesson: the student's document so far with its fits, and the scene as the lesson
began.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from solvers import Fit, ManyFit

from ..document import Document, MethodInUse
from ..files.names import kebab
from ..fits.asking import AnyFit, fit_now
from ..fits.decision import PlaneLine, plane_line, trial_line
from ..memo import memo
from .differences import Differences, differences, has_same_methods, in_first_units
from .lesson import Lesson

TRIAL, BAYES = "trial", "bayes"


@dataclass(frozen=True, eq=False)
class Attempt:
    """``document`` with its fits by method id and the ``answers`` given so far, at a ``lesson``."""

    lesson: Lesson
    document: Document
    fits: Mapping[str, AnyFit]
    answers: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))

    @cached_property
    def beginning(self) -> Attempt:
        """The lesson as it began; its fits are computed when they are first asked for."""
        return begin_lesson(self.lesson)

    @property
    def changes(self) -> Differences:
        """How the points differ from those of the beginning, in its units."""
        first = self.lesson.document
        return differences(first.dataset, in_first_units(self.document, first))

    @property
    def has_same_methods(self) -> bool:
        """Whether the methods are those of the beginning."""
        return has_same_methods(self.lesson.document, self.document)

    def method(self, name: str) -> MethodInUse | None:
        """The method in use that a name means in this document."""
        return find_method(self.document, name)

    def any_fit(self, name: str) -> AnyFit | None:
        """The newest fit of a method, None while there is none (it is switched off, or being
        fitted).
        """
        method = self.method(name)
        return None if method is None else self.fits.get(method.id)

    def fit(self, name: str) -> Fit | None:
        """The newest two-class fit of a method, None while there is none."""
        fit = self.any_fit(name)
        return fit if isinstance(fit, Fit) else None

    def many_fit(self, name: str) -> ManyFit | None:
        """The newest fit of K classes of a method, None while there is none."""
        fit = self.any_fit(name)
        return fit if isinstance(fit, ManyFit) else None

    def line(self, name: str) -> PlaneLine | None:
        """The straight boundary of a subject, None where it has none."""
        if name == TRIAL:
            return None if self.document.trial is None else trial_line(self.document.trial)
        fit = self.fit(name)
        return None if fit is None else plane_line(fit)


def find_method(document: Document, name: str) -> MethodInUse | None:
    """The first method in use with this id, or whose name in kebab case is or starts with this
    one.
    """
    by_id = next((m for m in document.methods if m.id == name), None)
    if by_id is not None:
        return by_id
    return next(
        (m for m in document.methods if f"{kebab(type(m.method))}-".startswith(f"{name}-")), None
    )


@memo
def fit_of(document: Document, method: MethodInUse) -> AnyFit:
    """The fit of a method in use, computed here and now."""
    return fit_now(document.dataset, method)


def begin_lesson(lesson: Lesson) -> Attempt:
    """A lesson as it begins, with its fits."""
    start = lesson.document
    return Attempt(lesson, start, MappingProxyType({m.id: fit_of(start, m) for m in start.methods}))
