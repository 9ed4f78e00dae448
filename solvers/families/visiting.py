"""The parameters that the rules which visit the samples share: which samples, in what order, how often."""

from __future__ import annotations

from typing import Annotated

from ..parameters import Choice, Only, Range, Symbol

Update = Annotated[str, Choice(("single", "batch"), ("one point at a time", "all points at once"))]
Order = Annotated[str, Choice(("cyclic", "shuffled"), ("as entered", "shuffled")), Only("update", ("single",))]
Seed = Annotated[int, Range(0, 2**32 - 1, slider=(0, 100)), Only("order", ("shuffled",))]
Epochs = Annotated[int, Range(1, 10**6, log=True, slider=(1, 10_000))]
# The book's rules stop wherever they are; the pocket algorithm (Gallant 1990) keeps the best line on the way.
Keep = Annotated[str, Choice(("last", "best"), ("the last line", "the best line so far"))]
# auto: the samples of the book as long as the points are ordinary, standardised ones where such steps would lead nowhere.
# Where the weights a = (b, w) begin, in data units; nowhere given, at zero as in the book.
Begin = Annotated[tuple[float, ...] | None, Range(), Symbol("$a_0$")]
Standardise = Annotated[str, Choice(("auto", "always", "never"), ("when needed", "always", "never"))]
