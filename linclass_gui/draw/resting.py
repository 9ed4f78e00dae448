"""The marks of a frame that look as in the frame before, and for how long they have rested.

Marks are known by identity.  While one of many points is dragged most lines are computed anew and
are where they were, up to a hundredth of a pixel: those that moved invisibly little are replaced by
the painted ones.  At rest only identical marks count as resting.
"""

from __future__ import annotations

import numpy as np

from ..scene.marks import Area, Dots, Mark, Path
from ..scene.view import Transform

# pixels from the place where a mark was painted: invisible in motion; at rest each is in its own
# place
UNSEEN = 0.25
AHEAD = 6  # marks of the last frame that each is compared with
FOLLOWED = (Path, Dots, Area)  # kinds that may move invisibly
FEW = 8  # points up to which a plain loop is faster than numpy


class Resting:
    """Follows the marks of a picture from frame to frame; ``ages`` says for how many frames each
    has looked as it does.
    """

    def __init__(self) -> None:
        self.ages: dict[Mark, int] = {}
        self._look: tuple[object, ...] = ()

    def next_marks(
        self,
        marks: tuple[Mark, ...],
        transform: Transform,
        look: tuple[object, ...],
        in_motion: bool,
    ) -> tuple[Mark, ...]:
        """The marks of the next frame; in motion those that look like one of the last frame are
        replaced by that one.

        ``look`` is all that determines the pixels besides the marks: when it changes, nothing has
        rested.
        """
        before = self.ages if look == self._look else {}
        # Marks keep their order: each is compared with the next few of the last frame.
        last, at = tuple(before) if in_motion else (), 0
        ages: dict[Mark, int] = {}
        found: list[Mark] = []
        for mark in marks:
            seen = mark
            if in_motion and mark not in before and isinstance(mark, FOLLOWED):
                for k in range(at, min(at + AHEAD, len(last))):
                    old = last[k]
                    if (
                        old.role != mark.role
                        or type(old) is not type(mark)
                        or old.slot != mark.slot
                        or old in ages
                    ):
                        continue
                    if _look_alike(old, mark, transform):
                        seen, at = old, k + 1
                        break
            found.append(seen)
            ages[seen] = before.get(seen, -1) + 1
        self.ages, self._look = ages, look
        return tuple(found)


def _look_alike(old: Mark, new: Mark, transform: Transform) -> bool:
    """Whether two marks of one kind, role and colour differ invisibly."""
    if isinstance(old, Path) and isinstance(new, Path):
        if (
            old.emphasis is not new.emphasis
            or old.arrow != new.arrow
            or old.joined != new.joined
            or old.closed is not new.closed
        ):
            return False
        if old.under != new.under:
            return False
    elif isinstance(old, Dots) and isinstance(new, Dots):
        if (
            old.emphasis is not new.emphasis
            or (old.sizes is None) is not (new.sizes is None)
            or old.turns is not new.turns
        ):
            return False
        if old.sizes is not None and not np.array_equal(old.sizes, new.sizes):  # type: ignore[arg-type]
            return False
    elif not (isinstance(old, Area) and isinstance(new, Area)):
        return False
    if old.faded is not new.faded or old.xy.shape != new.xy.shape:
        return False
    if old.xy is new.xy:
        return True
    if len(old.xy) > FEW:
        away = np.abs(new.xy - old.xy)
        # Column by column: several times as fast as both at once.  NaN lies nowhere.
        if not np.maximum.reduce(away[:, 1]) * transform.scale_y <= UNSEEN:
            return False
        return bool(np.maximum.reduce(away[:, 0]) * transform.scale_x <= UNSEEN)
    for (x0, y0), (x1, y1) in zip(old.xy.tolist(), new.xy.tolist(), strict=True):
        if not (
            abs(x1 - x0) * transform.scale_x <= UNSEEN
            and abs(y1 - y0) * transform.scale_y <= UNSEEN
        ):
            return False
    return True
