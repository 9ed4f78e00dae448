"""Pairs of classes: two of K classes, or one against the rest, as an ordinary two-class document
with its fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from solvers import AnyFit, Dataset, Fit
from solvers.answer import Group, Key, is_of
from solvers.arrays import Ints, locked, locked_ints
from solvers.multiclass.pair import PairOf
from solvers.multiclass.schemes import Scheme

from .document import Document
from .memo import memo
from .methods import MethodInUse, needs_scheme

ALL: Key = (-1, None)  # every member at once
ALL_NAME = "all pairs"
MOST_AT_ONCE = 4  # the margins of more could not be told apart
THE_REST = "the rest"


def shown_keys(answer: AnyFit, key: Key | None) -> tuple[Key, ...]:
    """The pairs that are shown: all of them where that is wanted and they are few, else the wanted
    one if the answer has it, else its first one.
    """
    keys = answer.pair_keys
    if key == ALL and len(keys) <= MOST_AT_ONCE:
        return keys
    return (key,) if key in keys else keys[:1]


def first_pair(answer: AnyFit, key: Key | None) -> Fit | None:
    """The pair that is shown, of two classes their own, of all pairs the first; None without."""
    keys = shown_keys(answer, key)
    return answer.as_pair or (answer.pair(keys[0]) if keys else None)


def next_key(document: Document, step: int = 1) -> Key | None:
    """The choice after (or before) the current one."""
    keys = list(pairs_to_choose(document).values())
    return keys[(keys.index(chosen_key(document)) + step) % len(keys)] if keys else None


def chosen_key(document: Document) -> Key:
    """The choice of a document that has some: the wanted one if there is such, else the first."""
    keys = list(pairs_to_choose(document).values())
    return next((key for key in keys if key == document.member), keys[0])


def pairs_to_choose(document: Document) -> dict[str, Key]:
    """The choices of a document before it is fitted, by the words for each: ``a/b`` are two
    classes, ``a`` is one against the rest; none of two classes.
    """
    dataset, method = document.dataset, document.selected_method
    names, counts = dataset.class_names, dataset.counts
    if method is None or not method.enabled:
        return {}
    present = tuple(k for k, count in enumerate(counts) if count)
    is_scheme = needs_scheme(method.method, len(names))
    scheme = method.scheme.of(method.two_class) if is_scheme else Scheme()
    choices: dict[str, Key] = {
        "/".join(group_name(group, names) for group in key[::-1] if group is not None): key
        for key in scheme.keys_of(present)
    }
    if len(choices) < 2:
        return {}
    return choices if len(choices) > MOST_AT_ONCE else choices | {"all": ALL}


def group_name(group: Group | None, names: tuple[str, ...]) -> str:
    """Classes in words: ``versicolor``, ``setosa and versicolor``, ``the rest``."""
    classes = () if group is None else np.ravel(group)
    return " and ".join(names[k] for k in classes) or THE_REST


def ends_of(key: Key, looks: tuple[int, ...]) -> tuple[int | None, int]:
    """The looks of class - (None: the rest) and class + of a member; of several classes that of the
    first.
    """
    plus, minus = key
    return None if minus is None else looks[np.ravel(minus)[0]], looks[np.ravel(plus)[0]]


def key_name(key: Key, names: tuple[str, ...]) -> str:
    """A member in words: ``versicolor against virginica``, ``setosa against the rest``."""
    if key == ALL:
        return ALL_NAME
    plus, minus = (group_name(group, names) for group in key)
    return f"{plus} against {minus}" if key[1] is None else f"{minus} against {plus}"


@memo
def rows_of(labels: Ints, key: Key) -> tuple[Ints, Ints]:
    """The rows of a member, and their labels as 0 and 1; the same objects as long as the labels are
    the same.
    """
    plus, minus = key
    is_plus = is_of(labels, plus)
    rows = (
        np.flatnonzero(is_plus | is_of(labels, minus))
        if minus is not None
        else np.arange(len(is_plus))
    )
    return locked_ints(rows), locked_ints(is_plus[rows].astype(np.int64))


@memo
def data_of(dataset: Dataset, key: Key) -> Dataset:
    """The points of a member as a two-class data set."""
    rows, labels = rows_of(dataset.labels, key)
    minus, plus = (group_name(group, dataset.class_names) for group in key[::-1])
    X, behind = (
        part if len(rows) == len(dataset) else locked(part[rows])
        for part in (dataset.X, dataset.behind)
    )
    return Dataset(X, labels, (minus, plus), behind)


def boundaries(answers: Mapping[str, AnyFit]) -> dict[str, Fit]:
    """The boundaries between two classes, of the methods that have one."""
    pair_fits = ((id, answer.as_pair) for id, answer in answers.items())
    return {id: fit for id, fit in pair_fits if fit is not None}


def boundary_document(document: Document, fits: Mapping[str, Fit]) -> Document:
    """A document of two classes, its methods those of the boundaries (a difference of scores where
    each class has one).
    """
    differences = [(id, difference_of(fit)) for id, fit in fits.items()]
    known_differences = tuple((id, method) for id, method in differences if method is not None)
    return _with_methods(document, known_differences) if known_differences else document


def difference_of(fit: Fit) -> PairOf | None:
    """The method of a fit that is the difference of two scores; None of any other."""
    return fit.method if isinstance(fit.method, PairOf) else None


@memo
def _with_methods(document: Document, differences: tuple[tuple[str, PairOf], ...]) -> Document:
    differences_by_id = dict(differences)
    return replace(
        document,
        methods=tuple(
            _named(m, differences_by_id[m.id], document.slot_of(m))
            if m.id in differences_by_id
            else m
            for m in document.methods
        ),
    )


def _named(in_use: MethodInUse, difference: PairOf, slot: int) -> MethodInUse:
    """A method in use in the place of another one, whose name and look it keeps."""
    name = in_use.method.label or in_use.method.name
    return replace(
        in_use,
        method=difference,
        slot=slot,
        label=name if in_use.label is None else in_use.label,
    )


def pair_fits(answers: Mapping[str, AnyFit], key: Key) -> dict[str, Fit]:
    """The two-class fits of a pair, of the methods that have one."""
    fits = ((id, answer.pair(key)) for id, answer in answers.items())
    return {id: fit for id, fit in fits if fit is not None}


def pair_document(document: Document, key: Key, fits: Mapping[str, Fit]) -> Document:
    """The document of a pair: its points, and the methods that have a fit of it (a pair of scores
    where they fit all at once).
    """
    return _document(
        document,
        key,
        tuple((id, difference_of(fit)) for id, fit in fits.items()),
    )


@memo
def _document(
    document: Document, key: Key, kinds: tuple[tuple[str, PairOf | None], ...]
) -> Document:
    pairs = dict(kinds)
    methods = tuple(
        replace(m, method=pairs[m.id] or m.method, slot=document.slot_of(m))
        for m in document.methods
        if m.id in pairs
    )
    bare = replace(document, populations=None, many_populations=None, looks=())
    return bare.mapped(lambda points: data_of(points, key), methods=methods, scenario="")


def rows_among(rows: tuple[int, ...], of: Ints) -> tuple[int, ...]:
    """Rows of the data as rows of the member; those of other classes are left out."""
    places = np.searchsorted(of, rows) if len(of) else np.zeros(len(rows), dtype=np.int64)
    return tuple(
        int(p) for p, row in zip(places, rows, strict=True) if p < len(of) and of[p] == row
    )


def lift_change(document: Document, pair: Document, changed: Document) -> Document:
    """The whole document after a change of the document of a pair of it: all that was changed,
    without the points, populations and looks, which are those of all classes.
    """
    if pair is document or changed is pair:
        return document if changed is pair else changed
    merged = {m.id: m for m in document.methods}
    for method in changed.methods:
        method_before = merged.get(method.id)
        if method_before is None or method == method_before or isinstance(method.method, PairOf):
            continue  # a pair of an all-at-once method has no parameters to set
        merged[method.id] = replace(
            method_before, method=method.method, features=method.features, kernel=method.kernel
        )
    return replace(
        changed,
        dataset=document.dataset,
        test=document.test,
        populations=document.populations,
        many_populations=document.many_populations,
        looks=document.looks,
        methods=tuple(merged[m.id] for m in document.methods),
    )
