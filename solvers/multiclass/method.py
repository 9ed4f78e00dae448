"""What a K-class method is: a form that scores, decides and certifies, and yields the steps towards its answer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from ..arrays import Bools, Floats
from ..criterion import Strength
from ..method import Method
from ..parameters import check
from ..result import Iterate, Outcome, Separability
from .iterate import ManyIterate
from .problem import Key, ManyProblem
from .result import ManyFit

# A solver yields its steps (None: "still working, nothing new to draw"), or what builds a whole stretch of them when somebody
# looks, and returns how it ended.
ManyStep = ManyIterate | Callable[[], Sequence[ManyIterate]]
ManySteps = Generator[ManyStep | None, None, Outcome]


@dataclass(frozen=True)
class ManyBounds:
    """The certified numbers of one answer: objective, lower bound of the optimum, worst violated condition.

    ``maximised`` and ``scale`` are those of :class:`solvers.method.Bounds`; ``separability`` is a proof in Kesler's space.
    """

    primal: float
    dual: float | None = None
    worst_violation: float = 0.0
    maximised: bool = False
    scale: float = 0.0
    separability: Separability | None = None


class ManyDrag(Protocol):
    """One grabbed point: exact refits while it moves (see :class:`solvers.method.Drag`)."""

    def move(self, position: Sequence[float]) -> ManyIterate:
        """The optimum with the grabbed point at ``position`` (x1, x2) in data units."""
        ...

    def fit(self, problem: ManyProblem) -> ManyFit:
        """The full fit for ``problem``, in which the grabbed point stands where it was last moved."""
        ...


class ManyForm:
    """How one method treats K classes.

    The methods that exist for two classes, too, hand out such a form (:meth:`solvers.method.Method.many`); the others are one.
    Forms never see an empty class: the driver leaves it out and widens the answer.  Schemes do, as their members skip it.
    """

    has_probability: ClassVar[bool] = False

    def steps(self, problem: ManyProblem, start: ManyIterate | None, trace: bool) -> ManySteps:
        """Yield steps until the answer is reached; ``start`` is an earlier answer of the same method on a similar problem."""
        raise NotImplementedError

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> ManyBounds:
        """Objective, dual bound and worst violation of an iterate, recomputed from the data (``margins`` = f_y - rival)."""
        raise NotImplementedError

    def scores(self, problem: ManyProblem, iterate: ManyIterate, Z: Floats) -> Floats:
        """The scores (k, K) of an iterate at points ``Z (k, 2)``."""
        return iterate.scores(problem.features.map(Z))

    def undecided(self, scores: Floats) -> Bools:
        """Where the scores (k, K) name no class."""
        return np.zeros(len(scores), dtype=bool)

    def probabilities(self, scores: Floats) -> Floats:
        """The probabilities (k, K) for scores that are logarithms of them, up to a constant of the point."""
        f = scores - scores.max(axis=1, keepdims=True)
        p: Floats = np.exp(f)
        p /= p.sum(axis=1, keepdims=True)
        return p

    def keys(self, problem: ManyProblem) -> tuple[Key, ...]:
        """The members of a scheme by class index; none for all-at-once methods."""
        return ()

    def joined(self, problem: ManyProblem, members: tuple[Iterate, ...]) -> ManyIterate:
        """The model that the members of a scheme make together."""
        raise NotImplementedError

    def grab(self, fit: ManyFit, row: int) -> ManyDrag | None:
        """A drag of point ``row`` that starts at ``fit``, or None when the method has nothing faster than a warm refit."""
        return None


@dataclass(frozen=True)
class ManyMethod(ManyForm):
    """Base of the methods that need no two-class sibling: names, annotated parameters and their check.

    The class variables are those of :class:`solvers.method.Method`.
    """

    name: ClassVar[str] = ""
    label: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    objective: ClassVar[str] = ""
    needs_plane: ClassVar[bool] = False
    takes_kernel: ClassVar[bool] = False
    iterative: ClassVar[bool] = False
    needs_separable: ClassVar[bool] = False
    strength: ClassVar[Strength | None] = None

    def __post_init__(self) -> None:
        check(self)


AnyMethod = Method | ManyMethod
