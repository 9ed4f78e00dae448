"""Pairs of classes: two of K classes, or one against the rest, as an ordinary two-class document
with its fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from solvers import Dataset, Fit, Floats, Iterate, ManyFit, Method, Outcome, Problem, Status
from solvers.arrays import Ints, locked, locked_ints
from solvers.method import Steps
from solvers.multiclass.certificate import winners_of
from solvers.plane.arrangement import UNDECIDED
from solvers.result import Bounds

from .document import Document
from .memo import memo


@dataclass(frozen=True)
class PairOf(Method):
    """The decision between two classes of a K-class fit: ``f = f_k - f_l``.  Nothing is minimised
    here.
    """

    name: ClassVar[str] = "Two of the classes"
    label: ClassVar[str] = "pair"

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """Nothing to fit: leaving one of its points out would need another fit of all classes."""
        yield None
        return Outcome(
            Status.NOT_APPLICABLE,
            "Two of the classes are not fitted by themselves here: the method fits all at once.",
        )

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """No objective: the certificate is that of the whole fit."""
        return Bounds(np.nan)


@dataclass(frozen=True)
class PairWithMargin(PairOf):
    """The same where ``f_k - f_l = 1`` is the margin of the method."""

    def multiplier_bound(self, problem: Problem) -> float | None:
        """There is one, unknown here: the points on and inside the margin are the support
        vectors.
        """
        return np.inf


@memo
def pair_fit(many: ManyFit, plus: int, minus: int) -> Fit | None:
    """The fit of one pair, None where the scores are no functions of their own (or one of the
    classes has none).
    """
    last = many.last
    if not many.has_model or last.W is None or not np.isfinite(last.b[[plus, minus]]).all():
        return None
    method = PairWithMargin() if many.form.has_margin else PairOf()
    iterate = _difference(many, plus, minus)
    problem = many.problem.member((plus, minus))
    return Fit(
        method,
        problem,
        iterate,
        Outcome(Status.CONVERGED, many.explanation),
        (iterate,),
        many.seconds,
    )


def _difference(many: ManyFit, plus: int, minus: int) -> Iterate:
    last = many.last
    assert last.W is not None
    w = last.W[plus] - last.W[minus]
    if last.centre is None or last.f_centre is None:
        return Iterate(w, float(last.b[plus] - last.b[minus]))
    f_centre = float(last.f_centre[plus] - last.f_centre[minus])
    if last.quadratic is None or last.slope is None:
        return Iterate.centred(w, last.centre, f_centre)
    quadratic = last.quadratic[plus] - last.quadratic[minus]
    return Iterate.curved(quadratic, last.slope[plus] - last.slope[minus], last.centre, f_centre)


@memo
def training_winners(many: ManyFit) -> Ints:
    """The predicted class of each training point (n,)."""
    return winners_of(many.training_scores)


def members_of(many: ManyFit) -> tuple[tuple[tuple[int, int | None], Fit], ...]:
    """The two-class fits of a scheme by class index (plus, minus; None: all others); none of an
    all-at-once method.
    """
    return tuple(zip(many.member_keys, many.fits, strict=True)) if many.fits else ()


def verdicts_at(many: ManyFit, Z: Floats) -> Ints:
    """The predicted class of each place Z (n, 2), ``UNDECIDED`` where none wins; the scores are
    computed once for both.
    """
    scores = many.decision_function(Z)
    return np.where(many.form.undecided(scores), UNDECIDED, scores.argmax(axis=1))


Key = tuple[int, int | None]  # plus and minus by class index; None: all others
ALL: Key = (-1, None)  # every member at once
ALL_NAME = "all of them"
MOST_AT_ONCE = 4  # the margins and support vectors of more could not be told apart
THE_REST = "the rest"


def member_keys(many: ManyFit) -> tuple[Key, ...]:
    """The keys of members: those of a scheme, or every pair of an all-at-once method."""
    if many.member_keys:
        return tuple(many.member_keys)
    present = many.problem.present
    return tuple((plus, minus) for minus in present for plus in present if plus > minus)


def member_fit(many: ManyFit, key: Key) -> Fit | None:
    """The two-class fit of a member, None where the method has none for it."""
    if many.fits:
        return dict(members_of(many)).get(key)
    plus, minus = key
    return None if minus is None else pair_fit(many, plus, minus)


def looked_at(many: ManyFit, wanted: Key | None) -> Key | None:
    """The member that is shown: the wanted one if the method has it, else its first one."""
    keys = member_keys(many)
    if wanted in keys:
        return wanted
    return keys[0] if keys else None


def is_all(many: ManyFit, wanted: Key | None) -> bool:
    """Whether every member is shown: chosen, and few enough."""
    return wanted == ALL and 2 <= len(member_keys(many)) <= MOST_AT_ONCE


def choices(many: ManyFit) -> tuple[Key, ...]:
    """The choices: each member, and all of them where they are few."""
    keys = member_keys(many)
    return (*keys, ALL) if is_all(many, ALL) else keys


def next_key(many: ManyFit, now: Key | None, step: int = 1) -> Key | None:
    """The choice after (or before) the current one."""
    keys, shown = choices(many), ALL if is_all(many, now) else looked_at(many, now)
    return keys[(keys.index(shown) + step) % len(keys)] if shown is not None else None


def key_name(key: Key, names: tuple[str, ...]) -> str:
    """A member in words: ``versicolor against virginica``, ``setosa against the rest``."""
    plus, minus = key
    if key == ALL:
        return ALL_NAME
    return (
        f"{names[plus]} against {THE_REST}"
        if minus is None
        else f"{names[minus]} against {names[plus]}"
    )


@memo
def rows_of(labels: Ints, key: Key) -> tuple[Ints, Ints]:
    """The rows of a member, and their labels as 0 and 1; the same objects as long as the labels are
    the same.
    """
    plus, minus = key
    rows = (
        np.arange(len(labels))
        if minus is None
        else np.flatnonzero((labels == plus) | (labels == minus))
    )
    return locked_ints(rows), locked_ints((labels[rows] == plus).astype(np.int64))


@memo
def data_of(dataset: Dataset, key: Key) -> Dataset:
    """The points of a member as a two-class data set."""
    rows, labels = rows_of(dataset.labels, key)
    plus, minus = key
    names = (THE_REST if minus is None else dataset.class_names[minus], dataset.class_names[plus])
    X, behind = (
        all if len(rows) == len(dataset) else locked(all[rows])
        for all in (dataset.X, dataset.behind)
    )
    return Dataset(X, labels, names, behind)


def member_fits(shown: Mapping[str, Fit | ManyFit], key: Key) -> dict[str, Fit]:
    """The two-class fits of a member, of the methods that have one."""
    fits = [(id, member_fit(fit, key)) for id, fit in shown.items() if isinstance(fit, ManyFit)]
    return {id: fit for id, fit in fits if fit is not None}


def member_document(document: Document, key: Key, fits: Mapping[str, Fit]) -> Document:
    """The document of a member: its points, and the methods that have a fit of it (a pair of scores
    where they fit all at once).
    """
    return _document(
        document,
        key,
        tuple(
            (id, fit.method if isinstance(fit.method, PairOf) else None) for id, fit in fits.items()
        ),
    )


@memo
def _document(
    document: Document, key: Key, kinds: tuple[tuple[str, PairOf | None], ...]
) -> Document:
    pairs = dict(kinds)
    methods = tuple(
        replace(m, method=pairs[m.id] or m.method) for m in document.methods if m.id in pairs
    )
    bare = replace(document, populations=None, many_populations=None, looks=())
    test = None if document.test is None else data_of(document.test, key)
    return replace(bare, dataset=data_of(document.dataset, key), test=test, methods=methods)


def rows_among(rows: tuple[int, ...], of: Ints) -> tuple[int, ...]:
    """Rows of the data as rows of the member; those of other classes are left out."""
    places = np.searchsorted(of, rows) if len(of) else np.zeros(len(rows), dtype=np.int64)
    return tuple(
        int(p) for p, row in zip(places, rows, strict=True) if p < len(of) and of[p] == row
    )


def lift_change(document: Document, changed: Document) -> Document:
    """The whole document after a drag in a plot of the member: its parameters, trial line and
    landscape, not its points.
    """
    mine = {m.id: m for m in document.methods}
    for method in changed.methods:
        own = mine.get(method.id)
        if own is None or method == own or isinstance(method.method, PairOf):
            continue  # a pair of an all-at-once method has no parameters to set
        mine[method.id] = replace(
            own, method=method.method, features=method.features, kernel=method.kernel
        )
    return replace(
        document,
        methods=tuple(mine[m.id] for m in document.methods),
        trial=changed.trial,
        landscape=changed.landscape,
    )
