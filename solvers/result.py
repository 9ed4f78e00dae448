"""What a solver says: iterates that can be drawn, a status that teaches, a certificate that proves."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum, IntEnum
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import Bools, Floats, Ints, frozen_floats, locked_ints, read_only
from .border import finite_points

if TYPE_CHECKING:
    from .method import Method
    from .problem import Problem


class Status(Enum):
    """How a fit ended.  A mathematical outcome is a value with a sentence, never an exception."""

    CONVERGED = "converged"
    NOT_SEPARABLE = "not separable"
    UNBOUNDED = "unbounded"
    SINGULAR = "singular"
    STATIONARY = "stationary point"
    BUDGET = "budget spent"
    CANCELLED = "cancelled"
    NO_DATA = "no data"
    NOT_APPLICABLE = "not applicable"

    @property
    def sentence(self) -> str:
        """What the status means, in one sentence; ``Fit.explanation`` says what it means for this data."""
        return _SENTENCES[self]


_SENTENCES = {
    Status.CONVERGED: "The optimum was reached and certified.",
    Status.NOT_SEPARABLE: "No line separates the two classes: their convex hulls share a point.",
    Status.UNBOUNDED: "There is no finite optimum: the objective keeps improving as the weights grow without bound.",
    Status.SINGULAR: "The data do not determine the solution; the one of smallest norm is shown.",
    Status.STATIONARY: "A stationary point, which need not be the optimum.",
    Status.BUDGET: "The allowed number of steps was spent before the method finished.",
    Status.CANCELLED: "The fit was cancelled; the last step is shown.",
    Status.NO_DATA: "Both classes need at least one point.",
    Status.NOT_APPLICABLE: "The method cannot be applied to this data.",
}


T = TypeVar("T")


class Composed(Generic[T]):
    """A field that may be given as the function that composes it, when it is read for the first time.

    Most sentences are never read, and a million multipliers cost more than the whole answer they belong to.
    """

    def __init__(self, default: T) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._place = f"_{name}"

    def __get__(self, instance: object, owner: type | None = None) -> T:
        if instance is None:
            return self._default
        value = instance.__dict__[self._place]
        if callable(value):
            value = instance.__dict__[self._place] = value()
        known: T = value
        return known

    def __set__(self, instance: object, value: T | Callable[[], T]) -> None:
        instance.__dict__[self._place] = value


class NoProbabilitiesError(AttributeError, ValueError):
    """Probabilities were asked of a method without: an attribute that is not there, and a wrong call."""


class PointClass(IntEnum):
    """The KKT class of a point in a margin method (docs/maths.md, "Soft margin"): alpha in [0, bound], margin y f."""

    BEYOND = 0  # alpha = 0, y f > 1
    TOUCHING = 1  # alpha = 0, y f = 1
    FREE = 2  # 0 < alpha < bound, y f = 1
    BOUND = 3  # alpha = bound, 0 <= y f < 1
    WRONG = 4  # alpha = bound, y f < 0


@dataclass(frozen=True, eq=False)
class Iterate:
    """One step of a solver: a complete model that can be drawn.

    The score is ``f(x) = <w, phi(x)> + b`` in data units, plus ``phi(x)' quadratic phi(x)`` for the few methods with a quadratic
    boundary.  ``centre`` and ``f_centre`` hold the same function about a point near the data, ``f = <w, phi - centre> + f_centre``:
    far from the origin ``b`` alone has lost the digits that this form keeps, so scores are always computed from it.  For a
    quadratic score ``slope`` is the gradient at the centre: ``f = <slope, u> + u' quadratic u + f_centre`` with u = phi - centre.
    ``w`` is None for kernel methods, whose score is ``sum alpha_i y_i k(x_i, x) + b``; ``expanded`` is the same score in the
    coordinates of the kernel's feature space, for the kernels that have few (:attr:`Problem.explicit`): it keeps the digits that
    sums of large kernel values lose, so scores are computed from it.

    ``alpha (n,)`` are the multipliers, ``objective`` the method's own objective, ``active`` the samples this step touched and
    ``note`` one plain sentence about it.  ``covariance (m+1, m+1)`` is the posterior covariance of (w, f_centre), if any.
    """

    w: Floats | None
    b: float
    alpha: Composed[Floats | None] = Composed(None)
    objective: float = np.nan
    active: tuple[int, ...] = ()
    note: Composed[str] = Composed("")
    centre: Floats | None = None
    f_centre: float = 0.0
    quadratic: Floats | None = None
    covariance: Floats | None = None
    slope: Floats | None = None
    expanded: Iterate | None = None

    @property
    def is_finite(self) -> bool:
        """Whether the numbers are still those of a model."""
        return math.isfinite(self.b)

    @staticmethod
    def centred(w: ArrayLike, centre: ArrayLike, f_centre: float, **rest: Any) -> Iterate:
        """The iterate with ``f(x) = <w, phi(x) - centre> + f_centre``; ``b`` follows."""
        w, centre = frozen_floats(w), frozen_floats(centre)
        b = float(f_centre - w.dot(centre))
        return Iterate(w, b, centre=centre, f_centre=float(f_centre), **rest)

    @staticmethod
    def curved(quadratic: Floats, slope: Floats, centre: Floats, f_centre: float, **rest: Any) -> Iterate:
        """The iterate with ``f(x) = u' quadratic u + <slope, u> + f_centre`` where u = phi(x) - centre; ``w`` and ``b`` follow."""
        w = slope - 2.0 * quadratic @ centre
        b = float(f_centre - slope @ centre + centre @ quadratic @ centre)
        form = {"quadratic": read_only(quadratic), "slope": read_only(slope), "centre": read_only(centre.copy())}
        return Iterate(read_only(w), b, f_centre=float(f_centre), **form, **rest)

    def scores(self, Phi: Floats) -> Floats:
        """``f`` at the rows of ``Phi (k, m)``; not for kernel iterates, whose scores need the training data."""
        if self.w is None:
            raise ValueError("a kernel iterate has no w: use Fit.decision_function")
        if self.centre is None:
            f: Floats = Phi @ self.w + self.b
        else:
            Phi = Phi - self.centre
            f = Phi @ (self.w if self.slope is None else self.slope) + self.f_centre
        if self.quadratic is not None:
            f = f + ((Phi @ self.quadratic) * Phi).sum(axis=1)
        return f


# A step of a solver, or what builds a whole stretch of them when somebody looks: a solver that is done within microseconds keeps
# the raw numbers of its steps, because their models and sentences would cost more than the answer.
Step = Iterate | Callable[[], Sequence[Iterate]]
HISTORY = 512  # iterates kept at the most: enough for a smooth playback, little enough to save


@dataclass(frozen=True, eq=False)
class Separability:
    """The exact verdict on two point sets, with its proof.

    ``separable``: the hulls are disjoint; ``distance`` is their distance, ``closest_plus`` and ``closest_minus`` the closest pair
    (one in each hull).  ``touching``: the hulls meet without overlapping interiors (some line has the classes on its two closed
    sides).  Not separable: ``common_point`` lies in both hulls.  In every case ``support_plus``/``support_minus`` are the rows of
    X whose convex combination with ``weights_plus``/``weights_minus`` gives the point in that class's hull.
    """

    separable: bool
    touching: bool
    distance: float
    closest_plus: Floats
    closest_minus: Floats
    support_plus: Ints
    support_minus: Ints
    weights_plus: Floats
    weights_minus: Floats

    @property
    def common_point(self) -> Floats | None:
        """A point in both hulls, or None when the classes are separable."""
        return None if self.separable else self.closest_plus


@dataclass(frozen=True, eq=False)
class Certificate:
    """What can be checked about an answer, recomputed from the data and the answer alone.

    ``margins (n,)`` are y f(x).  ``point_class (n,)`` holds :class:`PointClass` values for methods with multipliers, else None.
    ``primal`` is the objective at the answer, ``dual`` a lower bound of the optimum (None where the method has none), ``gap`` the
    relative duality gap ``(primal - dual) / |primal|`` (relative to :attr:`Bounds.scale` where that is larger).
    ``worst_violation`` is the largest violated optimality condition in the units of the condition (0 for closed forms).
    ``separability`` is the proof where the method needs one.
    """

    margins: Floats
    point_class: NDArray[np.int8] | None
    primal: float
    dual: float | None
    gap: float | None
    worst_violation: float
    separability: Separability | None = None

    @property
    def errors(self) -> int:
        """The number of training errors (score 0 counts as class -1)."""
        return self._errors

    _errors: int = 0


def wrong_side(scores: Floats, y: Floats) -> Bools:
    """Which scores (..., n) lie on the wrong side for the signs ``y (n,)``: the one rule of right and wrong, 0 being class -."""
    wrong: Bools = (scores > 0.0) != (y > 0.0)
    return wrong


def brief(value: object) -> str:
    """A frozen value in one line, with the fields only that are not at their defaults."""
    told = [f"{f.name}={_shown(getattr(value, f.name))}" for f in fields(value) if getattr(value, f.name) != f.default]  # type: ignore[arg-type]
    return f"{type(value).__name__}({', '.join(told)})"


def _shown(value: object) -> str:
    """A parameter in such a line: a method inside another one is brief, too."""
    return brief(value) if is_dataclass(value) else repr(value)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a solver returns after its last step: how it ended and the sentence for this data.

    ``fault`` is what an algorithm raised, if it did (:mod:`solvers.drive`): a fault of the program, never the expected end.
    """

    status: Status
    explanation: Composed[str] = Composed("")
    b_interval: tuple[float, float] | None = None
    facts: tuple[tuple[str, Any], ...] = ()
    fault: Exception | None = None


@dataclass(frozen=True, eq=False)
class Fit:
    """The answer of one method on one problem: the last iterate, how it ended, and the proof.

    ``trail`` are the steps towards the answer as the solver left them; read them as :attr:`history`.
    """

    method: Method
    problem: Problem
    last: Iterate
    outcome: Outcome
    trail: tuple[Step, ...]
    seconds: float

    @cached_property
    def history(self) -> tuple[Iterate, ...]:
        """The steps towards the answer, the answer last, thinned out evenly; built on first use."""
        with np.errstate(all="ignore"):
            stretches = [(step,) if isinstance(step, Iterate) else step() for step in self.trail]
        steps = [step for stretch in stretches for step in stretch]
        while len(steps) > HISTORY + 1:
            steps = steps[:-1:2] + steps[-1:]
        return tuple(steps)

    @property
    def w(self) -> Floats | None:
        """The weight vector in data units, for the feature map as it is written (None for kernels)."""
        return self.last.w

    @property
    def b(self) -> float:
        """The offset in data units."""
        return self.last.b

    @property
    def alpha(self) -> Floats | None:
        """The multipliers (n,), None for methods without."""
        return self.last.alpha

    @property
    def status(self) -> Status:
        """How the fit ended."""
        return self.outcome.status

    @property
    def explanation(self) -> str:
        """One sentence about how this fit ended on this data."""
        return self.outcome.explanation or self.status.sentence

    @cached_property
    def has_model(self) -> bool:
        """Whether there is a boundary to draw: a direction and an offset that are finite numbers; a picture asks over and over."""
        if not np.isfinite(self.last.b):
            return False
        if self.last.w is None:
            return self.last.expanded is not None or self.last.alpha is not None
        return bool(np.isfinite(self.last.w).all()) and (bool(self.last.w.any()) or self.last.quadratic is not None)

    @property
    def facts(self) -> Mapping[str, float]:
        """What else the method found out, by name: J of Fisher, the corrections of a perceptron ..."""
        return MappingProxyType(dict(self.outcome.facts))

    @cached_property
    def norm(self) -> float:
        """``||w||`` in the feature space, with a kernel that of ``sum alpha y k(x, .)``; nan while there is no model."""
        if not self.has_model:
            return math.nan
        return math.sqrt(max(0.0, self.problem.norm_squared(self.last)))

    @property
    def margin(self) -> float | None:
        """``1 / ||w||``, how far f = ±1 lies from f = 0 in the feature space; None for methods whose f = ±1 says nothing."""
        return 1.0 / self.norm if self.method.has_margin and self.norm > 0.0 else None

    @property
    def support(self) -> Ints | None:
        """The rows of the support vectors, those with a positive multiplier; None for methods without multipliers."""
        return None if self.alpha is None else locked_ints(np.flatnonzero(self.alpha > 0.0))

    @cached_property
    def wrong(self) -> Bools:
        """Which training points (n,) lie on the wrong side (:func:`wrong_side`); none while there is no model."""
        none: Bools = np.zeros(len(self.problem.y), dtype=bool)
        wrong: Bools = read_only(wrong_side(self.problem.training_scores(self.last), self.problem.y) if self.has_model else none)
        return wrong

    def __repr__(self) -> str:
        """One line: method, status, w, b and the gap of the certificate."""
        parts = [brief(self.method), self.status.name]
        if self.has_model:
            if self.w is not None:
                w = np.array2string(self.w, precision=6, separator=", ", threshold=8, edgeitems=2, max_line_width=10_000)
                parts.append(f"w={w}")
            parts.append(f"b={self.b:.6g}")
            gap = self.certificate.gap
            parts += [] if gap is None else [f"gap={gap:.1e}"]
        return f"Fit({', '.join(parts)})"

    @cached_property
    def certificate(self) -> Certificate:
        """The proof, recomputed from the data on first use (a dragged preview need not pay for it)."""
        from .certify import certify  # certify reads results, so it cannot be imported above

        return certify(self.method, self.problem, self.last, self.outcome)

    def at(self, t: int) -> Fit:
        """The fit as if the solver had stopped at step ``t`` of the history (negative counts from the end)."""
        steps = len(self.history)
        if not -steps <= t < steps:
            raise IndexError(f"the history holds {steps} steps; there is no step {t}")
        if t % steps == steps - 1:
            return self
        outcome = Outcome(Status.BUDGET, f"Stopped after step {t % steps} of {steps - 1}.")
        return replace(self, last=self.history[t], outcome=outcome, trail=self.history[: t % steps + 1])

    def decision_function(self, Z: ArrayLike) -> Floats:
        """The score f at the points ``Z (k, 2)``: positive means class +1; nan everywhere while there is no model.

        Raises:
            ValueError: Z is no array of points (k, 2) with finite coordinates, or lies so far out that its score is no number.
        """
        return self._scores(finite_points(Z, "Z"))

    def _scores(self, Z: Floats) -> Floats:
        scores = self.problem.scores(self.last, Z)
        if np.isnan(scores).any() and np.isfinite(self.last.b):
            row = int(np.argmax(np.isnan(scores)))
            raise ValueError(f"row {row} of Z lies so far out that its score leaves the range of numbers: {Z[row].tolist()}")
        return scores

    def predict(self, Z: ArrayLike) -> NDArray[Any]:
        """The caller's labels at the points ``Z (k, 2)``: the larger one where f > 0, else the smaller one."""
        positive: Bools = self.decision_function(Z) > 0
        labels: NDArray[Any] = np.array(self.problem.classes)[positive.astype(np.int8)]
        return labels

    @property
    def predict_proba(self) -> Callable[[ArrayLike], Floats]:
        """The probabilities of the smaller and the larger label at ``Z (k, 2)``, as an array (k, 2).

        Raises:
            NoProbabilitiesError: for a method that has none, so ``hasattr`` tells.
        """
        if not self.method.has_probability:
            raise NoProbabilitiesError(f"{self.method.name} has no probabilities; use decision_function")
        return self._probabilities

    def _probabilities(self, Z: ArrayLike) -> Floats:
        Z = finite_points(Z, "Z")
        with np.errstate(all="ignore"):
            Phi = self.problem.features.map(Z)
        p = self.method.probability(self.last, Phi, self._scores(Z))
        assert p is not None  # as has_probability says
        return np.column_stack([1.0 - p, p])
