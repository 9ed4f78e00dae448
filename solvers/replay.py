"""Steps that a thinned history has not kept: a run repeats itself, as no loop draws lots without a
seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile
from typing import Any

import numpy as np

from .drive import guard_steps, number_steps
from .multiclass.method import AnyFit, ManyFit


@np.errstate(all="ignore")
def with_step(fit: AnyFit, number: int) -> AnyFit:
    """The same fit with step ``number`` in its history, or where the method reports no such step
    the last one before it; of a scheme every member is there at its own step.
    """
    place = fit.place_of(number)
    if fit.numbers[place] >= number or place == len(fit.numbers) - 1:
        return fit
    if isinstance(fit, ManyFit) and fit.fits:
        members = tuple(_step_of(with_step(member, number), number) for member in fit.fits)
        nearest: Any = fit.form.join(fit.problem, members).numbered(number)
    else:
        *_, nearest = takewhile(lambda step: step.number <= number, _run_again(fit))
    if nearest.number <= fit.numbers[place]:
        return fit
    trail: Any = (*fit.history[: place + 1], nearest, *fit.history[place + 1 :])
    return replace(fit, trail=trail)


def _step_of(fit: AnyFit, number: int) -> Any:
    return fit.history[fit.place_of(number)]


def iterate_before(fit: AnyFit, place: int) -> Any:
    """The step that a method reports just before the one at a place of the history, kept or not."""
    before = fit.history[place - 1]
    is_scheme = isinstance(fit, ManyFit) and bool(fit.fits)
    if fit.numbers[place] <= fit.numbers[place - 1] + 1 or is_scheme:
        return before
    return _steps_before(fit).get(fit.numbers[place], before)


@lru_cache(maxsize=4)
@np.errstate(all="ignore")
def _steps_before(fit: AnyFit) -> Mapping[int, Any]:
    """The step before each one in the history, by the number of the later one."""
    numbers, last, before = set(fit.numbers), None, dict[int, Any]()
    for step in _run_again(fit):
        if last is not None and step.number in numbers:
            before.setdefault(step.number, last)
        last = step
    return before


def _run_again(fit: AnyFit) -> Iterator[Any]:
    """The steps of a run from its beginning, as far as the history goes."""
    steps = guard_steps(fit.form, fit.problem, None, trace=True, is_held=False)
    for step in number_steps(steps):
        if step is not None:
            if not step.is_finite or step.number > fit.numbers[-1]:
                return
            yield step
