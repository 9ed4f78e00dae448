"""What a method minimises, as values that pictures and tables can ask: loss, penalty, the parameter between them, who else does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from .arrays import Floats
from .losses import Loss
from .moments import ClassMoments


@dataclass(frozen=True)
class Strength:
    """The parameter that trades the length of w against the loss.

    ``name`` is that of the field, ``symbol`` how it is written in the mathematics mark-up, ``decades`` the range of log10 that is
    worth looking at; ``more_is_softer``: a larger value lets more points pay (l2, ridge), else fewer (C).
    """

    name: str
    symbol: str
    decades: tuple[float, float]
    more_is_softer: bool


@dataclass(frozen=True)
class Criterion:
    """``loss_weight * mean_i loss(y_i f(x_i)) + norm_weight ||w||^2 + offset_weight b^2``, which the method minimises.

    ``loss_weight`` 0: the loss is a constraint (the hard margin).  With targets of their own the loss of a point is that of its
    place: margins then have the samples along their last axis.
    """

    loss: Loss
    loss_weight: float = 1.0
    norm_weight: float = 0.0
    offset_weight: float = 0.0

    @property
    def penalty(self) -> float:
        """The weight of ``||w||^2`` beside the mean loss."""
        return self.norm_weight / self.loss_weight if self.loss_weight else self.norm_weight

    def value(self, mean_loss: Floats, norm_squared: Floats, offset: Floats) -> Floats:
        """The objective, from the mean loss, ``||w||^2`` and b."""
        total: Floats = self.loss_weight * mean_loss + self.norm_weight * norm_squared + self.offset_weight * offset * offset
        return total


@dataclass(frozen=True)
class Contrast:
    """What a method maximises over directions alone, whatever the length of w and the offset are.

    ``title`` in the mathematics mark-up and ``name`` without it; ``at`` is its value in the plane for the direction of an angle in
    degrees, ``fact`` names the largest value among the facts of a fit.
    """

    title: str
    name: str
    summary: str
    fact: str
    at: Callable[[ClassMoments, float], float]


@dataclass(frozen=True)
class Peer:
    """The same model in scikit-learn, as text: nothing of it is imported here.

    ``call`` makes the estimator of ``module`` with the settings under which both minimise the same, and ``remark`` says how the
    scalings differ.  ``score`` names its function of samples that equals f; without one only the direction ``coef_[0]`` agrees.
    """

    module: str
    call: str
    score: str = ""
    remark: str = ""

    @property
    def imported(self) -> str:
        """The line that imports the estimator."""
        return f"from {self.module} import {self.call.partition('(')[0]}"


class StrengthPath(Protocol):
    """Every solution over a range of the strength, linear between the breakpoints (k,), which rise."""

    @property
    def breakpoints(self) -> Floats:
        """The values of the strength, the two ends included."""
        ...

    @property
    def worst_gap(self) -> float:
        """The largest relative gap of any of these solutions, recomputed from the data."""
        ...

    @property
    def w(self) -> Floats:
        """The weights (k, m) there."""
        ...

    @property
    def b(self) -> Floats:
        """The offsets (k,) there, in data units."""
        ...

    @property
    def centre(self) -> Floats:
        """A point (m,) near the data."""
        ...

    @property
    def f_centre(self) -> Floats:
        """The scores (k,) at that point: far from the origin they keep the digits that b has lost."""
        ...
