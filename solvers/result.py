"""Results of a solver: iterates that can be drawn, a status that teaches, a certificate that
proves.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import BLOCK, Floats, Ints, centred_blocks, frozen_floats, read_only
from .summaries import OneLine


class Status(Enum):
    """How a fit ended.  A mathematical outcome is a value with a sentence, never an exception."""

    CONVERGED = "converged"
    NOT_SEPARABLE = "not separable"
    UNBOUNDED = "unbounded"
    SINGULAR = "singular"
    STATIONARY = "stationary point"
    ENDED = "run ended"
    BUDGET = "stopped short"
    RUNNING = "still running"
    CANCELLED = "cancelled"
    NO_DATA = "no data"
    NOT_APPLICABLE = "not applicable"

    @property
    def sentence(self) -> str:
        """The meaning of the status in one sentence; ``Fit.explanation`` says it for this data."""
        return _SENTENCES[self]


_SENTENCES = {
    Status.CONVERGED: "The optimum was reached and certified.",
    Status.NOT_SEPARABLE: "No line separates the two classes: their convex hulls share a point.",
    Status.UNBOUNDED: (
        "There is no finite optimum: the objective keeps improving as the weights grow without "
        "bound."
    ),
    Status.SINGULAR: "The data do not determine the solution; the one of smallest norm is shown.",
    Status.STATIONARY: "A stationary point, which need not be the optimum.",
    Status.ENDED: (
        "The run came to its end; the line that is made of all its lines is not the solution that "
        "the last one is."
    ),
    Status.BUDGET: (
        "The method stopped short of a certified answer: its steps, or the digits of the numbers, "
        "ran out."
    ),
    Status.RUNNING: "The run goes on; the line shows how far it has come.",
    Status.CANCELLED: "The fit was cancelled; the last step is shown.",
    Status.NO_DATA: "Both classes need at least one point.",
    Status.NOT_APPLICABLE: "The method cannot be applied to this data.",
}


T = TypeVar("T")


class LazyField(Generic[T]):
    """A field that may be given as the function that composes it, when it is read for the first
    time.

    Most sentences are never read, and a million multipliers cost more than the whole answer they
    belong to.
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


class WithLazyFields:
    """A value with lazy fields, which are composed before it is pickled: a function may be local to
    a run, and then it cannot be.
    """

    def __getstate__(self) -> dict[str, Any]:
        return {
            name: value() if callable(value) else value for name, value in self.__dict__.items()
        }


class NoProbabilitiesError(AttributeError, ValueError):
    """Probabilities were asked of a method without: an attribute that is not there, and a wrong
    call.
    """


class Model(OneLine):
    """Base of the steps: scores that are functions of the features, one of two classes or one of
    each.  ``slope``, ``f_centre`` and ``quadratic`` have the classes first.
    """

    b: Any
    alpha: Any
    objective: float
    number: int | None
    centre: Floats | None
    f_centre: Any
    quadratic: Floats | None
    slope: Floats | None

    @property
    @abstractmethod
    def weights(self) -> Floats | None:
        """The weights (m,), of each class (K, m); None where scores have none."""

    @classmethod
    def centred(cls, w: ArrayLike, centre: ArrayLike, f_centre: Any, **rest: Any) -> Self:
        """The model with ``f(x) = <w, phi(x) - centre> + f_centre``; ``b`` follows."""
        weights, centre = frozen_floats(w), frozen_floats(centre)
        make: Any = cls
        b = _plain(f_centre - weights @ centre)
        model: Self = make(weights, b, centre=centre, f_centre=_plain(f_centre), **rest)
        return model

    @classmethod
    def curved(
        cls, quadratic: Floats, slope: Floats, centre: Floats, f_centre: Any, **rest: Any
    ) -> Self:
        """The model with ``f(x) = u' quadratic u + <slope, u> + f_centre`` where u = phi(x) -
        centre; ``w`` and ``b`` follow.
        """
        w = slope - 2.0 * quadratic @ centre
        b = _plain(f_centre - slope @ centre + quadratic @ centre @ centre)
        form = {
            "quadratic": read_only(quadratic),
            "slope": read_only(slope),
            "centre": read_only(centre.copy()),
        }
        make: Any = cls
        model: Self = make(read_only(w), b, f_centre=_plain(f_centre), **form, **rest)
        return model

    def towards(self, other: Self, share: float) -> Self:
        """The model a ``share`` of the way to another one, for a moving picture only; where they
        are not both linear functions, this one.

        The weights are mixed together with their values at one centre, so that the line glides and
        does not jump.
        """
        W, ahead = self.weights, other.weights
        has_curve = self.quadratic is not None or other.quadratic is not None
        if W is None or ahead is None or has_curve:
            return self
        centre = np.zeros(W.shape[-1]) if self.centre is None else self.centre
        with np.errstate(invalid="ignore"):
            f, f_ahead = self.scores(centre[None])[0], other.scores(centre[None])[0]
            mixed = (1.0 - share) * f + share * f_ahead
        # a class without points has the score -inf in both: there is nothing to mix
        at_centre = np.where(np.isfinite(mixed), mixed, f)
        rest = self._mixed(other, share)
        return self.centred((1.0 - share) * W + share * ahead, centre, at_centre, **rest)

    def _mixed(self, other: Any, share: float) -> dict[str, Any]:
        """The rest of a model on the way."""
        return {"alpha": self.alpha, "objective": self.objective, "number": self.number}

    @property
    def about_centre(self) -> tuple[Floats, Floats, Any]:
        """The slope at the centre, the centre (0 where there is none) and the score there; not for
        models without weights.
        """
        assert self.weights is not None
        slope = self.weights if self.slope is None else self.slope
        if self.centre is None:
            return slope, np.zeros(slope.shape[-1]), self.b
        return slope, self.centre, self.f_centre

    def scores(self, Phi: Floats) -> Floats:
        """``f`` at the rows of ``Phi (k, m)``, (k,) or (k, K); not for kernels and votes, whose
        scores need the training data.
        """
        if self.weights is None:
            raise ValueError("this step has no weights: use decision_function of the fit")
        if len(Phi) > BLOCK:
            return np.concatenate(
                [self._score(columns.T) for _, columns in centred_blocks(Phi, self.centre)]
            )
        return self._score(Phi if self.centre is None else Phi - self.centre)

    def _score(self, u: Floats) -> Floats:
        """``f`` at points (k, m) relative to the centre."""
        slope, _, at_centre = self.about_centre
        f: Floats = u @ slope.T + at_centre
        if self.quadratic is not None:
            f = f + ((u @ self.quadratic) * u).sum(axis=-1).T
        return f


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Iterate(WithLazyFields, Model):
    """One step of a solver: a complete model that can be drawn.

    The score is ``f(x) = <w, phi(x)> + b`` in data units, plus ``phi(x)' quadratic phi(x)`` for the
    few methods with a quadratic boundary.  ``centre`` and ``f_centre`` hold the same function about
    a point near the data, ``f = <w, phi - centre> + f_centre``: far from the origin ``b`` alone has
    lost the digits that this form keeps, so scores are always computed from it.  For a quadratic
    score ``slope`` is the gradient at the centre: ``f = <slope, u> + u' quadratic u + f_centre``
    with u = phi - centre. ``w`` is None for kernel methods, whose score is ``sum alpha_i y_i k(x_i,
    x) + b``; ``expanded`` is the same score in the coordinates of the kernel's feature space, for
    the kernels that have few (:attr:`Problem.explicit`): it keeps the digits that sums of large
    kernel values lose, so scores are computed from it.

    ``alpha (n,)`` are the multipliers, ``objective`` the method's own objective, ``active`` the
    samples this step touched and ``note`` one plain sentence about it.  ``covariance (m+1, m+1)``
    is the posterior covariance of (w, f_centre), if any.  ``terms`` has the sizes of the numbers
    whose difference this is, where it is one: they say what of it is rounding; ``astray`` is how
    far scores may be off besides, where an optimum holds to a tolerance.  ``number`` is that
    of the step as the method counts: corrections, visits, steps; a history may have been thinned
    out.
    """

    w: Floats | None
    b: float
    alpha: LazyField[Floats | None] = LazyField(None)
    objective: float = np.nan
    active: tuple[int, ...] = ()
    note: LazyField[str] = LazyField("")
    centre: Floats | None = None
    f_centre: float = 0.0
    quadratic: Floats | None = None
    covariance: Floats | None = None
    slope: Floats | None = None
    expanded: Iterate | None = None
    terms: Iterate | None = None
    number: int | None = None
    astray: float = 0.0

    def __init__(
        self,
        w: Floats | None,
        b: float,
        alpha: Floats | Callable[[], Floats | None] | None = None,
        objective: float = np.nan,
        active: tuple[int, ...] = (),
        note: str | Callable[[], str] = "",
        centre: Floats | None = None,
        f_centre: float = 0.0,
        quadratic: Floats | None = None,
        covariance: Floats | None = None,
        slope: Floats | None = None,
        expanded: Iterate | None = None,
        terms: Iterate | None = None,
        number: int | None = None,
        astray: float = 0.0,
    ) -> None:
        # All fields at once: a solver makes thousands of these, and one by one the fields of a
        # frozen class cost three times that.
        self.__dict__.update(
            w=w, b=b, _alpha=alpha, objective=objective, active=active, _note=note, centre=centre,
            f_centre=f_centre,
            quadratic=quadratic, covariance=covariance, slope=slope, expanded=expanded,
            terms=terms,
            number=number, astray=astray,
        )  # fmt: skip

    @property
    def is_finite(self) -> bool:
        """Whether the numbers still describe a model."""
        return math.isfinite(self.b)

    def numbered(self, number: int | None, astray: float | None = None) -> Iterate:
        """The same step with a number; what is composed when it is read stays so."""
        step = object.__new__(Iterate)
        step.__dict__.update(self.__dict__, number=number)
        if astray is not None:
            step.__dict__["astray"] = astray
        return step

    @property
    def weights(self) -> Floats | None:
        """w."""
        return self.w

    def _mixed(self, other: Any, share: float) -> dict[str, Any]:
        """The covariance on the way: a mixture of two is one, too."""
        kept = super()._mixed(other, share)
        if self.covariance is None or other.covariance is None:
            return {**kept, "covariance": self.covariance}
        mixture = (1.0 - share) * self.covariance + share * other.covariance
        return {**kept, "covariance": read_only(mixture)}


def _plain(values: Any) -> Any:
    """One number as a float, several as a locked array."""
    is_array = isinstance(values, np.ndarray) and values.ndim > 0
    return read_only(values) if is_array else float(values)


HISTORY = 512  # iterates kept at the most: enough for a smooth playback, little enough to save


@dataclass(frozen=True, eq=False)
class Separability:
    """The exact verdict on two point sets, with its proof.

    ``separable``: the hulls are disjoint; ``distance`` is their distance, ``closest_plus`` and
    ``closest_minus`` the closest pair (one in each hull).  ``touching``: the hulls meet without
    overlapping interiors (some line has the classes on its two closed sides).  Not separable:
    ``common_point`` lies in both hulls.  In every case ``support_plus``/``support_minus`` are the
    rows of X whose convex combination with ``weights_plus``/``weights_minus`` gives the point in
    that class's hull.
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


@dataclass(frozen=True)
class Bounds:
    """The certified numbers of one answer: objective, bound of the optimum, worst violated
    condition.

    ``dual`` is a lower bound of the optimum, or an upper one for a criterion that is ``maximised``
    (Fisher's J).  ``scale`` is what the gap is relative to where the objective is only the rounding
    of larger numbers; 0 elsewhere. ``shortfall`` is what the gap does not feel: how far the
    smallest margin misses what an answer of a method without a dual promises, as part of the
    largest, or a weight the sum of its multipliers; infinite where a bound is missing that should
    be there.  ``separability`` is a proof that comes with them.  ``rounding`` is how far a score of
    a closed form may be wrong, as a part of 1 + its size.
    """

    primal: float
    dual: float | None = None
    worst_violation: float = 0.0
    maximised: bool = False
    scale: float = 0.0
    shortfall: float = 0.0
    separability: Separability | None = None
    rounding: float = 0.0

    @property
    def gap(self) -> float | None:
        """Their distance relative to the objective, or to ``scale`` where that is larger; None
        without a second bound.
        """
        if self.dual is None:
            return None
        apart = self.dual - self.primal if self.maximised else self.primal - self.dual
        return apart / (max(abs(self.primal), self.scale) or 1.0)


@dataclass(frozen=True, eq=False, repr=False)
class Certificate(OneLine):
    """The numbers that prove an answer, recomputed from the data and the answer alone.

    ``margins (n,)`` are y f(x).  ``point_class (n,)`` holds :class:`PointClass` values for methods
    with multipliers, else None. ``primal`` is the objective at the answer, ``dual`` a lower bound
    of the optimum (None where the method has none), ``gap`` the relative duality gap ``(primal -
    dual) / |primal|`` (relative to :attr:`Bounds.scale` where that is larger). ``worst_violation``
    is the largest violated optimality condition in the units of the condition (0 for closed forms).
    ``separability`` is the proof where the method needs one.  ``shortfall`` is that of
    :class:`Bounds`, ``errors`` the number of training errors (score 0 counts as class -1),
    ``rounding`` again that of :class:`Bounds`.
    """

    margins: Floats
    point_class: NDArray[np.int8] | None
    primal: float
    dual: float | None
    gap: float | None
    worst_violation: float
    separability: Separability | None = None
    shortfall: float = 0.0
    errors: int = 0
    rounding: float = 0.0


def shortfall(margins: Floats, wanted: float) -> float:
    """How far the smallest margin misses the one ``wanted``, as a part of the largest: the proof of
    methods without a dual.
    """
    largest = max(wanted, float(np.abs(margins).max(initial=0.0)))
    return max(0.0, wanted - float(margins.min())) / largest if largest > 0.0 else 0.0


def brief(value: Any) -> str:
    """A frozen value in one line, with the fields only that are not at their defaults; the method
    of a scheme is always told.
    """
    values = {f: getattr(value, f.name) for f in fields(value)}
    told = [
        f"{f.name}={_parameter_text(parameter)}"
        for f, parameter in values.items()
        if f.name == "method" or parameter != f.default
    ]
    return f"{type(value).__name__}({', '.join(told)})"


def _parameter_text(value: object) -> str:
    """A parameter in such a line: a method inside another one is brief, too, and so is one number
    for every sample.
    """
    if isinstance(value, tuple) and len(value) > 8:
        return f"({', '.join(map(repr, value[:2]))}, … {len(value)} numbers)"
    return brief(value) if is_dataclass(value) else repr(value)


@dataclass(frozen=True, eq=False)
class Outcome(WithLazyFields):
    """The result of a solver's run: how it ended, and the sentence for this data.

    CONVERGED is a claim (:mod:`solvers.certificate`); ``caveat`` is why the certificate may not
    support it, where that is known. ``fault`` is what an algorithm raised, if it did
    (:mod:`solvers.drive`): a fault of the program, never the expected end.
    """

    status: Status
    explanation: LazyField[str] = LazyField("")
    b_interval: tuple[float, float] | None = None
    facts: LazyField[tuple[tuple[str, Any], ...]] = LazyField(())
    fault: Exception | None = None
    caveat: str = ""
