"""Marks of two classes in the colours of others."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, cast

import numpy as np

from solvers.arrays import locked, locked_ints

from ..marks import Field, Mark
from ..memo import memo
from ..words import Words
from .looks import recoloured

M = TypeVar("M", bound=Mark | Words)


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
