"""Playback: choosing another step of a history is all it takes to watch a solver at work.

A step is shown in two phases: first the samples that cause it are ringed and its sentence is said,
then the line moves.  Rewinding shows the very same steps, because they are the recorded ones.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace

from solvers import AnyFit, Iterate, ManyIterate

from .document import Document
from .memo import memo

MEMBERS_STEP = "Every two-class fit of the scheme is at its own step, or at its answer."


@dataclass(frozen=True)
class Playback:
    """The position of the timeline.

    ``place`` is that of the step shown among the recorded ones, whose ``numbers`` are those of the
    run: of a long one some are missing.  ``announced`` means that the samples of the next one are
    ringed; ``blend`` in [0, 1) is how far the line has moved towards the next step.  ``together``
    moves every iterative method on the same timeline, not only the selected one.
    """

    place: int
    numbers: tuple[int, ...]
    announced: bool = False
    blend: float = 0.0
    together: bool = False

    @property
    def step(self) -> int:
        """The number of the step that is shown."""
        return self.numbers[self.place]

    @property
    def last(self) -> int:
        """The number of the last step."""
        return self.numbers[-1]

    @property
    def words(self) -> str:
        """The update that is shown, announced or running, of how many."""
        return f"update {self.numbers[self.update]} of {self.last}"

    @property
    def at_end(self) -> bool:
        """Whether nothing is left to be played."""
        return self.place >= len(self.numbers) - 1

    @property
    def update(self) -> int:
        """The place of the step that is announced or running (else of the one that is shown)."""
        is_ahead = self.announced or self.blend > 0.0
        return min(self.place + is_ahead, len(self.numbers) - 1)

    def place_in(self, fit: AnyFit, place: int) -> int:
        """A place of this timeline in the history of a fit, which may be another one."""
        return place if fit.numbers == self.numbers else fit.place_of(self.numbers[place])


def open_timeline(fit: AnyFit, together: bool = False) -> Playback:
    """The timeline of a fit, at its first step."""
    return Playback(0, fit.numbers, together=together)


def forward(playback: Playback, fit: AnyFit, steps: int = 1) -> Playback:
    """One phase on: ring the samples of the next step if it has any, else take it; ``steps`` > 1
    takes several at once.
    """
    if playback.at_end:
        return replace(playback, announced=False, blend=0.0)
    ahead = fit.history[playback.place + 1]
    if steps == 1 and not playback.announced and ahead.active:
        return replace(playback, announced=True, blend=0.0)
    return go_to(playback, playback.place + steps)


def backward(playback: Playback, steps: int = 1) -> Playback:
    """One phase back: the exact reverse of :func:`forward`, but for the rings, which belong to
    going on.
    """
    return (
        replace(playback, announced=False)
        if playback.announced
        else go_to(playback, playback.place - steps)
    )


def go_to(playback: Playback, place: int) -> Playback:
    """The timeline at a recorded step (moved into its range)."""
    place = min(max(place, 0), len(playback.numbers) - 1)
    return replace(playback, place=place, announced=False, blend=0.0)


def seek(playback: Playback, step: int) -> Playback:
    """The timeline at the number of a step, or at the next recorded one on the way there."""
    numbers = playback.numbers
    is_on_the_way = playback.step < step < playback.last
    after = bisect_left(numbers, step) if is_on_the_way else bisect_right(numbers, step) - 1
    return go_to(playback, after)


def is_playable(fit: AnyFit) -> bool:
    """Whether there is more than one step to see."""
    return len(fit.history) > 1


def rows_touched(playback: Playback, fit: AnyFit) -> tuple[int, ...]:
    """The rows that the announced step touches (else those of the step that is shown)."""
    return _iterate_of(playback, fit).active


def sentence(playback: Playback, fit: AnyFit) -> str:
    """The sentence of the step that is announced or running (else of the one that is shown), after
    one about steps before it that were not kept.
    """
    if playback.at_end and not playback.announced:
        return fit.explanation
    note = _iterate_of(playback, fit).note
    note = MEMBERS_STEP if not note and fit.pairs and fit.as_pair is None else note
    missing = missing_steps(playback.numbers, playback.update)
    return f"{missing.capitalize()}. {note}" if missing else note


def missing_steps(numbers: tuple[int, ...], place: int) -> str:
    """The updates between a recorded one and the one before it, in words: ``updates 97 and 98 are
    not kept``; empty where there are none.
    """
    first, last = numbers[max(0, place - 1)] + 1, numbers[place] - 1
    if first > last:
        return ""
    if first == last:
        return f"update {first} is not kept"
    return f"updates {first} {'and' if first + 1 == last else 'to'} {last} are not kept"


def _iterate_of(playback: Playback, fit: AnyFit) -> Iterate | ManyIterate:
    return fit.history[playback.place_in(fit, playback.update)]


def play_fits(
    fits: dict[str, AnyFit], playback: Playback | None, document: Document
) -> dict[str, AnyFit]:
    """The fits as the timeline shows them."""
    if playback is None:
        return fits
    return {
        id: stopped_at(fit, playback.place_in(fit, playback.place), playback.blend)
        if (id == document.selected or playback.together) and is_playable(fit)
        else fit
        for id, fit in fits.items()
    }


@memo
def stopped_at(fit: AnyFit, place: int, blend: float = 0.0) -> AnyFit:
    """The fit as it was at a recorded step, moved a little towards the next one by ``blend``: of K
    classes all lines glide together.
    """
    return fit.between(place, blend)


def ease(share: float) -> float:
    """Slow, fast, slow: 0 to 0, 1 to 1, level at both ends."""
    return share * share * (3.0 - 2.0 * share)
