"""The visible part of the plane: a strip above the picture or a bar below it hides a part and never
changes the scale.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from solvers import Floats

from .document import View

# that points keep from the edge of what bars leave: the labels of the ticks are there
CLEAR_PX = 20.0


@dataclass(frozen=True)
class Frame:
    """A canvas of ``width`` x ``height`` pixels through which ``sought`` is looked at, with bars
    (in pixels) around it.

    The picture has the scale that it has without the bars.  ``lift`` (pixels) is how far it is
    moved upwards, so that no point is hidden by a bar that opens; without bars it is 0, and so a
    bar that closes leaves the picture as it was.  A unit of x2 is drawn ``stretch`` times as long
    as one of x1.
    """

    sought: View
    width: float
    height: float
    above: float = 0.0
    below: float = 0.0
    lift: float = 0.0
    stretch: float = 1.0

    def __post_init__(self) -> None:
        for side in ("width", "height"):
            object.__setattr__(self, side, max(getattr(self, side), 1.0))

    @property
    def has_bars(self) -> bool:
        """Whether bars take some of the height."""
        return self.above + self.below > 0.0

    @cached_property
    def whole(self) -> View:
        """What would be seen without bars."""
        return self.sought.with_aspect(
            self.width, (self.height + self.above + self.below) / self.stretch
        )

    @cached_property
    def view(self) -> View:
        """What is seen."""
        whole = self.whole
        if not self.has_bars:
            return whole
        pixel = self.pixel_up
        top = whole.y1 - (self.above + self.lift) * pixel
        return View(whole.x0, whole.x1, top - self.height * pixel, top)

    @property
    def pixel(self) -> float:
        """The width of a pixel in data units."""
        return self.whole.width / self.width

    @property
    def pixel_up(self) -> float:
        """The height of a pixel in data units."""
        return self.pixel / self.stretch

    def sized(self, width: float, height: float, above: float, below: float, X: Floats) -> Frame:
        """The frame with another size of the canvas, or other bars."""
        return replace(self, width=width, height=height, above=above, below=below)._lift(X)

    def looking_at(self, sought: View, X: Floats, stretch: float) -> Frame:
        """The frame with another rectangle sought."""
        return replace(self, sought=sought, stretch=stretch)._lift(X)

    def showing(self, shown: View) -> Frame:
        """Exactly this rectangle (of the proportions of the canvas) is seen."""
        if not self.has_bars:
            return replace(self, sought=shown)
        pixel = shown.width / self.width / self.stretch
        y0, y1 = (
            shown.y0 - (self.below - self.lift) * pixel,
            shown.y1 + (self.above + self.lift) * pixel,
        )
        return replace(self, sought=replace(shown, y0=y0, y1=y1))

    def absorb_lift(self) -> Frame:
        """The lift made part of ``sought``: the picture stays where it was lifted to, also when its
        bars go.
        """
        down = self.lift * self.pixel_up
        return replace(
            self,
            sought=replace(self.sought, y0=self.sought.y0 - down, y1=self.sought.y1 - down),
            lift=0.0,
        )

    def missing(self, X: Floats) -> float:
        """The pixels of height that are missing to show, beside the bars, all points that are seen
        without them.
        """
        lifts = self._lifts(X)
        return 0.0 if lifts is None else max(0.0, lifts[0] - lifts[1])

    def _lift(self, X: Floats) -> Frame:
        """With the least lift by which the bars hide none of the points ``X`` (n, 2) that are seen
        without them.

        Where there is no room for all of them, as many are hidden above as below.
        """
        lifts = self._lifts(X)
        least, most = lifts or (0.0, 0.0)
        return replace(
            self, lift=min(max(0.0, least), most) if least <= most else 0.5 * (least + most)
        )

    def _lifts(self, X: Floats) -> tuple[float, float] | None:
        """The least lift that shows the lowest point, and the most that shows the highest; None
        when nothing can be hidden.
        """
        level = replace(self, lift=0.0)
        if not self.has_bars:
            return None
        whole, part, pixel = level.whole, level.view, level.pixel_up
        inside = (
            (X[:, 0] >= whole.x0)
            & (X[:, 0] <= whole.x1)
            & (X[:, 1] >= whole.y0)
            & (X[:, 1] <= whole.y1)
        )
        heights = X[inside, 1]
        if not len(heights):
            return None
        least = (part.y0 - float(heights.min())) / pixel + CLEAR_PX
        return least, (part.y1 - float(heights.max())) / pixel - CLEAR_PX
