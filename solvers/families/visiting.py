"""The parameters that the rules which visit the samples share: which samples, in what order, how
often.
"""

from __future__ import annotations

from typing import Annotated

from ..parameters import Choice, Only, Range, Symbol

Update = Annotated[str, Choice(("single", "batch"), ("one point at a time", "all points at once"))]
Order = Annotated[
    str, Choice(("cyclic", "shuffled"), ("as entered", "shuffled")), Only("update", ("single",))
]
Seed = Annotated[int, Range(0, 2**32 - 1, slider=(0, 100)), Only("order", ("shuffled",))]
Epochs = Annotated[int, Range(1, 10**6, log=True, slider=(1, 10_000))]
# The book's rules stop wherever they are; the pocket algorithm (Gallant 1990) keeps the best line
# on the way.
Keep = Annotated[str, Choice(("last", "best"), ("the last line", "the best line so far"))]
# Where the weights a = (b, w) begin, in data units; nowhere given, at zero as in the book.
# :func:`solvers.fit` refuses those of another feature map; a picture, whose map may be changed at
# any time, begins at zero with them.
Begin = Annotated[tuple[float, ...] | None, Range(), Symbol("$a_0$")]
# auto: the samples of the book as long as the points are ordinary, standardised ones where such
# steps would lead nowhere.
Standardise = Annotated[
    str, Choice(("auto", "always", "never"), ("when needed", "always", "never"))
]
# The sources write a'z with a = (b, w) and z = y (1, x); without the offset it is w'z with z = y x.
FitIntercept = Annotated[bool, Symbol("offset b")]
# How many times the loss of a point of class + counts; of a point and its mirror image it would
# count for one alone.
PositiveWeight = Annotated[float, Range(1e-4, 1e4, log=True, slider=(1e-2, 1e2)), Symbol("v_+")]
WEIGHT_NEEDS_OFFSET = (
    "Unlike weights of the classes need an offset: without one choose a weight of 1."
)
# How long a step is and how that falls, what a sample's product must exceed, and the step at which
# a batch rule ends.
Rate = Annotated[float, Range(0.0, open_low=True, log=True, slider=(1e-3, 10.0))]
Schedule = Annotated[str, Choice(("constant", "1/k"), ("constant", "falling as 1/k"))]
Margin = Annotated[float, Range(0.0, slider=(0.0, 5.0))]
Threshold = Annotated[float, Range(0.0, slider=(0.0, 1.0)), Only("update", ("batch",))]
