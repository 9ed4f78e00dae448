"""Playback: choosing another step of a history is all it takes to watch a solver at work.

A step is shown in two phases: first the samples that cause it are ringed and its sentence is said,
then the line moves.  Rewinding shows the very same steps, because they are the recorded ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from solvers import AnyFit, Iterate, ManyIterate

from .document import Document
from .memo import memo

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
    return MEMBERS_STEP if not note and fit.pairs and fit.as_pair is None else note


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
    return fit.between(step, blend)
