"""Playback: choosing another step of a history is all it takes to watch a solver at work.

A step is shown in two phases: first the samples that cause it are ringed and its sentence is said,
then the line moves.  Rewinding shows the very same steps, because they are the recorded ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from solvers import Fit, Floats, Iterate, ManyFit, ManyIterate, Outcome, Status
from solvers.arrays import locked

from .document import Document
from .memo import memo
from .methods import AnyFit

MEMBERS_STEP = "Every two-class fit of the scheme is at its own step, or at its answer."


@dataclass(frozen=True)
class Playback:
    """The position of the timeline.

    ``step`` is the step that is shown, of ``last + 1`` in all; ``announced`` means that the samples
    of the next one are ringed; ``blend`` in [0, 1) is how far the line has moved towards the next
    step.  ``together`` moves every iterative method on the same timeline, not only the selected
    one.
    """

    step: int
    last: int
    announced: bool = False
    blend: float = 0.0
    together: bool = False

    @property
    def at_end(self) -> bool:
        """Whether nothing is left to be played."""
        return self.step >= self.last


def open_timeline(fit: AnyFit, together: bool = False) -> Playback:
    """The timeline of a fit, at its first step."""
    return Playback(0, len(fit.history) - 1, together=together)


def forward(playback: Playback, fit: AnyFit, steps: int = 1) -> Playback:
    """One phase on: ring the samples of the next step if it has any, else take it; ``steps`` > 1
    takes several at once.
    """
    if playback.at_end:
        return replace(playback, announced=False, blend=0.0)
    ahead = fit.history[min(playback.step + 1, len(fit.history) - 1)]
    if steps == 1 and not playback.announced and ahead.active:
        return replace(playback, announced=True, blend=0.0)
    return seek(playback, playback.step + steps)


def backward(playback: Playback, steps: int = 1) -> Playback:
    """One phase back: the exact reverse of :func:`forward`, but for the rings, which belong to
    going on.
    """
    return (
        replace(playback, announced=False)
        if playback.announced
        else seek(playback, playback.step - steps)
    )


def seek(playback: Playback, step: int) -> Playback:
    """The timeline at a step (moved into its range)."""
    return replace(playback, step=min(max(step, 0), playback.last), announced=False, blend=0.0)


def is_playable(fit: AnyFit) -> bool:
    """Whether there is more than one step to see."""
    return len(fit.history) > 1


def rows_touched(playback: Playback, fit: AnyFit) -> tuple[int, ...]:
    """The rows that the announced step touches (else those of the step that is shown)."""
    return _note_of(playback, fit).active


def sentence(playback: Playback, fit: AnyFit) -> str:
    """The sentence of the step that is announced or running (else of the one that is shown)."""
    if playback.at_end and not playback.announced:
        return fit.explanation
    note = _note_of(playback, fit).note
    return MEMBERS_STEP if not note and isinstance(fit, ManyFit) and fit.fits else note


def _note_of(playback: Playback, fit: AnyFit) -> Iterate | ManyIterate:
    is_next = playback.announced or playback.blend > 0.0
    return fit.history[min(playback.step + is_next, len(fit.history) - 1)]


def play_fits(
    fits: dict[str, AnyFit], playback: Playback | None, document: Document
) -> dict[str, AnyFit]:
    """The fits as the timeline shows them."""
    if playback is None:
        return fits
    return {
        id: stopped_at(fit, min(playback.step, len(fit.history) - 1), playback.blend)
        if (id == document.selected or playback.together) and is_playable(fit)
        else fit
        for id, fit in fits.items()
    }


@memo
def stopped_at(fit: AnyFit, step: int, blend: float = 0.0) -> AnyFit:
    """The fit as it was at a step, moved a little towards the next one by ``blend``: of K classes
    all lines glide together.
    """
    stopped = fit.at(step)
    if not blend or step + 1 >= len(fit.history):
        return stopped
    ahead, claim = fit.history[step + 1], Outcome(Status.BUDGET, stopped.explanation)
    if isinstance(stopped, Fit):
        assert isinstance(ahead, Iterate)
        return replace(stopped, last=_between(stopped.last, ahead, blend), claim=claim)
    assert isinstance(ahead, ManyIterate)
    if not stopped.fits:
        return replace(stopped, last=_between_many(stopped.last, ahead, blend), claim=claim)
    members = tuple(
        _between(one.last, other, blend)
        for one, other in zip(stopped.fits, ahead.members, strict=True)
    )
    fits = tuple(
        replace(member, last=last) for member, last in zip(stopped.fits, members, strict=True)
    )
    return replace(
        stopped, last=stopped.form.join(stopped.problem, members), fits=fits, claim=claim
    )


def _between_many(one: ManyIterate, other: ManyIterate, blend: float) -> ManyIterate:
    """K scores between two others, by their weights and their values at one centre."""
    if one.W is None or other.W is None or one.quadratic is not None or other.quadratic is not None:
        return one
    centre = one.centre if one.centre is not None else np.zeros(one.W.shape[1])
    # A class without points has the score -inf in both: there is nothing to mix.
    ends = [_values_at(one, centre), _values_at(other, centre)]
    f_centre = np.where(
        np.isfinite(ends[0]) & np.isfinite(ends[1]),
        (1.0 - blend) * ends[0] + blend * ends[1],
        ends[0],
    )
    W = (1.0 - blend) * one.W + blend * other.W
    between = ManyIterate.centred(
        W, centre, f_centre, alpha=one.alpha, objective=one.objective, members=one.members
    )
    return replace(between, active=one.active, moved=one.moved, note=one.note)


def _values_at(iterate: ManyIterate, centre: Floats) -> Floats:
    """The scores (K,) at a place of the feature space."""
    with np.errstate(invalid="ignore"):
        values: Floats = iterate.scores(centre[None])[0]
    return values


def _between(one: Iterate, other: Iterate, blend: float) -> Iterate:
    """A model between two others, for a moving picture only.

    The weights are interpolated together with their values at one centre, so that the line glides
    and does not jump.
    """
    if one.w is None or other.w is None or one.quadratic is not None or other.quadratic is not None:
        return one
    centre = one.centre if one.centre is not None else np.zeros(len(one.w))
    f_one = one.f_centre if one.centre is not None else one.b
    f_other = other.f_centre if other.centre is centre else float(other.w @ centre) + other.b
    w = (1.0 - blend) * one.w + blend * other.w
    covariance = _covariance_between(one, other, centre, blend)
    f_centre = (1.0 - blend) * f_one + blend * f_other
    return Iterate.centred(
        w, centre, f_centre, alpha=one.alpha, objective=one.objective, covariance=covariance
    )


def _covariance_between(
    one: Iterate, other: Iterate, centre: Floats, blend: float
) -> Floats | None:
    """The covariance of (w, f at ``centre``) of a model in between: a mixture of two covariances is
    one.
    """
    if one.covariance is None or other.covariance is None:
        return one.covariance
    return locked(
        (1.0 - blend) * _move_covariance(one, centre) + blend * _move_covariance(other, centre)
    )


def _move_covariance(iterate: Iterate, centre: Floats) -> Floats:
    """The covariance of (w, f_centre) with f taken at another centre: ``f(c') = f(c) + <w, c' -
    c>`` is a linear map of it.
    """
    assert iterate.covariance is not None
    if iterate.centre is None or iterate.centre is centre:
        return iterate.covariance
    to = np.eye(len(iterate.covariance))
    to[-1, :-1] = centre - iterate.centre
    moved: Floats = to @ iterate.covariance @ to.T
    return moved
