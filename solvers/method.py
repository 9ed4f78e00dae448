"""What every method is: a frozen dataclass that says what is optimised and yields the steps towards it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from .arrays import Floats
from .criterion import Criterion, Strength, StrengthPath
from .losses import Loss
from .parameters import check
from .problem import Problem
from .result import Fit, Iterate, Outcome, Step

# A solver yields its steps (None: "still working, nothing new to draw") and returns how it ended.
Steps = Generator[Step | None, None, Outcome]


@dataclass(frozen=True)
class Bounds:
    """The certified numbers of one answer: objective, bound of the optimum, worst violated condition.

    ``dual`` is a lower bound of the optimum, or an upper one for a criterion that is ``maximised`` (Fisher's J).  ``scale`` is what
    the gap is relative to where the objective is only the rounding of larger numbers; 0 elsewhere.  ``doubt`` is the excess of the
    objective, beyond rounding, as a part of what the weights themselves contribute: where scores hardly vary (coordinates of 1e-6)
    an objective may be known to 16 digits and its weights to none.
    """

    primal: float
    dual: float | None = None
    worst_violation: float = 0.0
    maximised: bool = False
    scale: float = 0.0
    doubt: float = 0.0


class Drag(Protocol):
    """One grabbed point: exact refits while it moves, everything else standing still.

    ``move`` is the hot path: it returns the new optimum without the multipliers (an array of n numbers costs more than the
    refit itself at n = 10^6).  ``fit`` wraps the last move up as a full fit, multipliers included.
    """

    def move(self, position: Sequence[float]) -> Iterate:
        """The exact optimum with the grabbed point at ``position`` (x1, x2) in data units."""
        ...

    def fit(self, problem: Problem) -> Fit:
        """The full fit for ``problem``, in which the grabbed point stands where it was last moved."""
        ...


@dataclass(frozen=True)
class Method:
    """Base of all methods: names, the check of the parameters, and the defaults of the optional answers.

    A subclass is a frozen dataclass whose fields are annotated parameters, each with a default.  It implements :meth:`steps`
    and :meth:`bounds`; a margin method also :meth:`multiplier_bound`, a probabilistic one :meth:`probability`.
    """

    name: ClassVar[str] = ""  # what a student calls it, as in "Soft-margin SVM"
    label: ClassVar[str] = ""  # the few letters beside a line on the canvas, as in "soft margin"
    summary: ClassVar[str] = ""  # one sentence
    objective: ClassVar[str] = ""  # the formula, in the mathematics mark-up of the forms (a small part of LaTeX)
    needs_plane: ClassVar[bool] = False  # works only on points of the plane, not in a feature space or with a kernel
    takes_kernel: ClassVar[bool] = False  # can be fitted with a kernel in place of a feature map
    has_probability: ClassVar[bool] = False
    iterative: ClassVar[bool] = False  # whether the steps are worth watching
    needs_separable: ClassVar[bool] = False  # has an answer for separable classes only, so its certificate holds the proof
    required_margin: ClassVar[float] = 0.0  # what y f reaches at every point where the method has an answer for all of them
    strength: ClassVar[Strength | None] = None  # the parameter between penalty and loss, over which the method has a path

    def __post_init__(self) -> None:
        check(self)

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """Yield steps until the answer is reached; the last one is the answer and stands there as an iterate.

        ``start`` is an earlier fit of the same method on a similar problem (a warm start), ``trace`` asks for every step worth
        showing; without it a solver may yield the last one only (and None now and then, at least every 10 ms of work).
        """
        raise NotImplementedError

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """Objective, dual bound and worst violation of an iterate, recomputed from the data (``margins`` = y f)."""
        raise NotImplementedError

    def proven_bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """The same for an answer, which is worth what a proof costs where doubles alone prove too little."""
        return self.bounds(problem, iterate, margins)

    @property
    def has_margin(self) -> bool:
        """Whether f = ±1 means something: the method bounds multipliers, one for each point on or inside these lines."""
        return type(self).multiplier_bound is not Method.multiplier_bound

    @property
    def loss(self) -> Loss | None:
        """What the method pays for a point, as a function of its margin; None where it minimises no such sum."""
        return None

    def criterion(self, n: int) -> Criterion | None:
        """What the method minimises for ``n`` samples; None where that is not a loss with a penalty."""
        return None if self.loss is None else Criterion(self.loss)

    def path(self, problem: Problem, low: float, high: float) -> StrengthPath | None:
        """Every solution for a strength from ``low`` to ``high`` where it is piecewise linear in it; None: ask fit by fit."""
        return None

    def second(self, problem: Problem) -> Method | None:
        """The same model by another algorithm, for a problem on which this one fails; None where there is no other."""
        return None

    def multiplier_bound(self, problem: Problem) -> float | None:
        """The upper bound of the multipliers (C/n; infinity for the hard margin), None for methods without."""
        return None

    def probability(self, iterate: Iterate, Phi: Floats, scores: Floats) -> Floats | None:
        """P(class +1) at mapped points ``Phi (k, m)`` with scores f, None for methods without."""
        return None

    def grab(self, fit: Fit, row: int) -> Drag | None:
        """A drag of point ``row`` that starts at ``fit``, or None when the method has nothing faster than a warm refit."""
        return None
