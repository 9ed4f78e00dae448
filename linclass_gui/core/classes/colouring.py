"""Marks of two classes in the colours of others."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, cast

import numpy as np

from solvers.arrays import locked, locked_ints

from ..marks import Field, Mark
from ..memo import memo
from ..words import Words
from .looks import recolour_role

M = TypeVar("M", bound=Mark | Words)


def recolour_mark(mark: M, minus: int | None, plus: int | None) -> M:
    """A mark of two classes in the colours of others (minus None: of all others, in grey)."""
    # Checked before the memo: most marks of a frame keep their colours and need no entry in it.
    if isinstance(mark, Field) and mark.looks is None:
        return cast(M, _field(mark, minus, plus))
    role = recolour_role(mark.role, minus, plus)
    return mark if role == mark.role else cast(M, _in_role(mark, role))


@memo
def _field(field: Field, minus: int | None, plus: int | None) -> Field:
    of = np.where(field.values > 0.0, plus or 0, minus or 0)
    return replace(field, values=locked(np.abs(field.values)), looks=locked_ints(of))


@memo
def _in_role(mark: Mark | Words, role: str) -> Mark | Words:
    return replace(mark, role=role)
