"""Which linked plots a frame leaves out, so that the canvas keeps its rate."""

from __future__ import annotations

CANVAS = "canvas"
FRAME = 1.0 / 60.0
SHARE = 0.72  # the share of a frame for the pictures; the rest is for the mouse, the fits, and Qt


class Budget:
    """The costs of all pictures of a window, and the plots to leave out when they do not fit into a
    frame together.

    The canvas is in every frame.  A plot left out of a frame is in the next one, so every plot
    follows at half the rate at least; cheap plots come first, so that only heavy ones are left out.
    """

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}
        self._frame: object = None
        self._left_out: frozenset[str] = frozenset()
        self._owed: frozenset[str] = frozenset()  # the plots left out of the last frame

    def note(self, name: str, seconds: float) -> None:
        """Record the processor time of a picture's last drawing (0: it is hidden).

        After a pause a plot takes longer, because less of it can be reused: that is not its cost in
        every frame.
        """
        known = self._seconds.get(name, 0.0)
        self._seconds[name] = min(known, seconds) if name in self._owed and known else seconds

    @property
    def cost(self) -> float:
        """The cost of all visible pictures together, in seconds."""
        return sum(self._seconds.values())

    def leaves_out(self, name: str, frame: object) -> bool:
        """Whether a frame (any object that represents it) leaves out a plot."""
        if frame is not self._frame:
            self._frame, self._owed = frame, self._left_out
            self._left_out = self._plan()
        return name in self._left_out

    def _plan(self) -> frozenset[str]:
        left = SHARE * FRAME - self._seconds.get(CANVAS, 0.0)
        owed, left_out = self._owed, set()
        for name in sorted(self._seconds, key=lambda name: (name not in owed, self._seconds[name])):
            if name == CANVAS or self._seconds[name] <= 0.0:
                continue
            if self._seconds[name] > left and name not in owed:
                left_out.add(name)
            else:
                left -= self._seconds[name]
        return frozenset(left_out)
