"""The map or the kernel of an answer: its name, its numbers, and where its powers are taken."""

from __future__ import annotations

from typing import Any

import solvers
from solvers.centring import ORIGIN, UNITS, Centred

from ..core.files.names import kebab


def space_as_data(problem: solvers.Problem | solvers.ManyProblem) -> dict[str, Any]:
    """The entries ``features`` and ``kernel``, and origin and units where there are some."""
    space = problem.features if problem.kernel is None else problem.kernel
    kernel = None if problem.kernel is None else kebab(type(problem.kernel))
    named = {"features": kebab(type(problem.features)), "kernel": kernel}
    if not isinstance(space, Centred) or not space.needs_origin:
        return named
    return {**named, "origin": list(space.origin or ORIGIN), "units": list(space.units or UNITS)}


def space_as_rows(problem: solvers.Problem | solvers.ManyProblem) -> list[tuple[str, str]]:
    """The line that says about which origin powers are taken; none for powers of x itself."""
    space = problem.features if problem.kernel is None else problem.kernel
    return [("powers", space.words)] if isinstance(space, Centred) and space.words else []
