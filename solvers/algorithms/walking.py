"""The walk of the core (:func:`solvers.core.walk`) in stretches: it can be watched and given up."""

from __future__ import annotations

from collections.abc import Iterator

from .. import core
from ..cancellation import check_cancelled
from ..core.reference import UNFINISHED, Walk

MOST_ROUNDS, MORE_ROUNDS = 500, 20  # and as many more for each coordinate
PERTURBATIONS = (1e-7, 1e-9)  # of the targets, where ties have ended a walk
BREATH = 1_000_000  # point visits between two chances to cancel


def walk_on(state: Walk, is_watched: bool) -> Iterator[None]:
    """Walk to the optimum, or to where ties or the number of rounds stop it (``state.end``), with a
    pause after every stretch, of a walk that ``is_watched`` after every round.
    """
    left, stretch = MOST_ROUNDS + MORE_ROUNDS * len(state.theta), 1
    if not is_watched:
        stretch = max(1, BREATH // state.values.size)
    state.end = UNFINISHED
    while state.end == UNFINISHED and left > 0:
        check_cancelled()
        state.end = core.walk(state, min(left, stretch))
        left -= stretch
        yield
