"""Layers of two classes in a picture of more: drawn of the member that is looked at, in the colours of its classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar, cast

import numpy as np

from solvers.arrays import locked, locked_ints

from ...core.classes.looks import recoloured
from ...core.classes.members import looked_at
from ...core.marks import Field, Mark
from ...core.memo import memo
from ...core.scene import Scene
from ...core.words import Words

M = TypeVar("M", bound=Mark | Words)


def of_member(draw: Callable[[Scene], Iterable[Mark | Words]], scene: Scene) -> Iterable[Mark | Words]:
    """The marks of a two-class layer for the member that is looked at, none while there is none."""
    member, chosen = scene.member, scene.chosen
    key = None if chosen is None else looked_at(chosen[1], scene.document.member)
    if member is None or key is None:
        return ()
    looks, (plus, minus) = scene.document.class_looks, key
    return tuple(coloured(mark, None if minus is None else looks[minus], looks[plus]) for mark in draw(member))


def in_looks(marks: Iterable[Mark | Words], scene: Scene) -> Iterable[Mark | Words]:
    """The marks of a picture of two classes in the colours that were chosen for them."""
    minus, plus = scene.document.class_looks[:2]
    if (minus, plus) == (0, 1):
        return marks
    return tuple(coloured(mark, minus, plus) for mark in marks)


def coloured(mark: M, minus: int | None, plus: int | None) -> M:
    """A mark of two classes in the colours of others (minus None: of all others, in grey)."""
    return cast(M, _coloured(mark, minus, plus))


@memo(512)
def _coloured(mark: Mark | Words, minus: int | None, plus: int | None) -> Mark | Words:
    if isinstance(mark, Field) and mark.looks is None:
        of = np.where(mark.values > 0.0, plus or 0, minus or 0)
        return replace(mark, values=locked(np.abs(mark.values)), looks=locked_ints(of))
    role = recoloured(mark.role, minus, plus)
    return mark if role == mark.role else replace(mark, role=role)
