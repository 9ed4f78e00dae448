"""Edits of the classes of a document; each returns a new document, which the window makes one undo
entry.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from solvers import Dataset
from solvers.arrays import locked_ints

from ..errors import UserError
from .looks import MOST_CLASSES, Looks, free_look

if TYPE_CHECKING:
    from .document import Document


def with_class(document: Document, name: str = "") -> Document:
    """One more class, without points, in the first free look.

    Raises:
        UserError: there are ten classes already.
    """
    names, looks = document.dataset.class_names, document.class_looks
    if len(names) >= MOST_CLASSES:
        raise UserError(f"a scene has at most {MOST_CLASSES} classes: more could not be told apart")
    names = (*names, name or _free_name(names))
    return _with_classes(document.renamed(names), (*looks, free_look(looks)))


def _free_name(names: tuple[str, ...]) -> str:
    number = len(names) + 1
    while f"class {number}" in names:
        number += 1
    return f"class {number}"


def with_name(document: Document, k: int, name: str) -> Document:
    """Class k with another name.

    Raises:
        UserError: the name is empty, or another class has it.
    """
    names = document.dataset.class_names
    if not name.strip():
        raise UserError("a class needs a name")
    if name in (other for index, other in enumerate(names) if index != k):
        raise UserError(
            f"another class is called {name} already: give each its own name, or merge the two"
        )
    return document.renamed(tuple(name if j == k else other for j, other in enumerate(names)))


def with_look(document: Document, k: int, look: int) -> Document:
    """Class k in another look; the class that had it takes the old one."""
    looks = list(document.class_looks)
    if look in looks:
        looks[looks.index(look)] = looks[k]
    looks[k] = look
    return replace(document, looks=tuple(looks))


def merge_class(document: Document, k: int, target: int) -> Document:
    """The points of class k given to another class; class k is gone.

    Raises:
        UserError: only two classes are left.
    """

    def relabelled(dataset: Dataset) -> Dataset:
        return dataset.relabelled(np.where(dataset.labels == k, target, dataset.labels))

    return _without(document, relabelled, k)


def without_class(document: Document, k: int) -> Document:
    """Class k gone, with its points.

    Raises:
        UserError: only two classes are left.
    """
    return _without(
        document, lambda dataset: dataset.removed(np.flatnonzero(dataset.labels == k)), k
    )


def swap_classes(document: Document, one: int, other: int) -> Document:
    """The points of two classes exchanged, with those that are held back; names and colours stay.

    Populations that they were drawn from are no longer those of the points, and are dropped.
    """

    def swapped(dataset: Dataset) -> Dataset:
        labels = dataset.labels.copy()
        labels[dataset.labels == one] = other
        labels[dataset.labels == other] = one
        return dataset.relabelled(labels)

    return _with_classes(document.mapped(swapped), document.looks)


def _without(document: Document, empty: Callable[[Dataset], Dataset], k: int) -> Document:
    """Class k removed, after its points; later classes move up."""
    if document.has_two_sides:
        raise UserError(
            "a scene keeps two classes at least: without them there is nothing to tell apart"
        )
    looks = tuple(look for index, look in enumerate(document.class_looks) if index != k)
    return _with_classes(document.mapped(lambda points: _moved_up(empty(points), k)), looks)


def _moved_up(dataset: Dataset, k: int) -> Dataset:
    names = tuple(name for index, name in enumerate(dataset.class_names) if index != k)
    return dataset.relabelled(locked_ints(dataset.labels - (dataset.labels > k)), names)


def _with_classes(document: Document, looks: Looks) -> Document:
    """A document whose classes have changed: populations and the chosen member belonged to the old
    ones and are dropped.
    """
    return replace(document, looks=looks, populations=None, many_populations=None, member=None)


def with_label(dataset: Dataset, rows: Sequence[int], k: int) -> Dataset:
    """Some points in class k."""
    labels = dataset.labels.copy()
    labels[list(rows)] = k
    return dataset.relabelled(labels)
