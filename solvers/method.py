"""The methods of two classes and their fits.

A :class:`Method` says what is optimised and yields the steps towards it; a :class:`Fit` is its
answer on one problem, with the proof that the method recomputes.  They know each other, so they are
in one file.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike

from .answer import CLASS_PLUS, Answer, AnyDrag, Key, Rule
from .arrays import Bools, Floats, Ints, locked, locked_ints, read_only
from .coefficients import in_data_units
from .costs import Cost
from .criterion import Contrast, Criterion, Peer, SoftMarginPath, Strength
from .losses import HINGE, ZERO_ONE, Loss, logistic_function
from .parameters import check
from .point_classes import point_classes
from .problem import Problem, places_of
from .result import Bounds, Certificate, Iterate, Outcome, Separability, Status, brief
from .studies.separability import separability_of
from .summaries import vector_text
from .ties import wrong_side

# of the score, for class - and for class +: their difference is the score
HALVES: Floats = read_only(np.array([-0.5, 0.5]))
# A solver yields its steps (None: "still working, nothing new to draw") and returns how it ended.
Steps = Generator[Iterate | None, None, Outcome]


class Drag(AnyDrag[Iterate, Problem, "Fit"], Protocol):
    """One grabbed point of two classes."""


@dataclass(frozen=True)
class MethodBase:
    """Base of the methods, of two classes and of many: names and the check of the parameters."""

    name: ClassVar[str] = ""  # what a student calls it, as in "Soft-margin SVM"
    label: ClassVar[str] = ""  # the few letters beside a line on the canvas, as in "soft margin"
    summary: ClassVar[str] = ""  # one sentence
    # the formula, in the mathematics mark-up of the forms (a small part of LaTeX)
    objective: ClassVar[str] = ""
    # what the certificate's ``primal`` is: of estimates that minimise nothing another number
    measured: ClassVar[str] = "objective"
    # works only on points of the plane, not in a feature space or with a kernel
    needs_plane: ClassVar[bool] = False
    takes_kernel: ClassVar[bool] = False  # can be fitted with a kernel in place of a feature map
    has_probability: ClassVar[bool] = False
    iterative: ClassVar[bool] = False  # whether the steps are worth watching
    # has an answer for separable classes only, so its certificate holds the proof
    needs_separable: ClassVar[bool] = False
    # the parameter (b, w) that says where the steps begin, where there is one
    beginning: ClassVar[str] = ""
    # the parameter between penalty and loss, over which the method has a path
    strength: ClassVar[Strength | None] = None

    def __post_init__(self) -> None:
        check(self)

    @property
    def has_margin(self) -> bool:
        """Whether a difference of two scores is ±1 at the margin between their classes."""
        return False

    @property
    def has_levels(self) -> bool:
        """Whether the lines f = ±1 are worth drawing: as the margin, or as the targets that the
        method aims at.
        """
        return self.has_margin

    @property
    def has_offset(self) -> bool:
        """Whether b is fitted; without it f(x) = <w, phi(x)>, and the boundary passes through the
        origin of the features.
        """
        return bool(getattr(self, "fit_intercept", True))

    @property
    def takes_weights(self) -> bool:
        """Whether it minimises a sum of losses, each of which may count more than once."""
        return False

    def frequencies(self, X: Floats) -> Floats | None:
        """How often each feature occurs in a class with samples ``X (n, m)``, as shares (m,); None:
        the method does not count.
        """
        return None

    def grab(self, fit: Any, row: int) -> Any:
        """A drag of point ``row`` that starts at ``fit`` (:class:`Drag`), or None when the method
        has nothing faster than a warm refit.
        """
        return None


@dataclass(frozen=True)
class Method(MethodBase):
    """Base of the methods of two classes, with the defaults of the optional answers.

    A subclass is a frozen dataclass whose fields are annotated parameters, each with a default.  It
    implements :meth:`steps` and :meth:`bounds`; a margin method also :meth:`multiplier_bound`, a
    probabilistic one :meth:`probability`.
    """

    # what y f reaches at every point where the method has an answer for all of them
    required_margin: ClassVar[float] = 0.0
    # what is maximised over the directions, where it is that and no loss
    contrast: ClassVar[Contrast | None] = None

    def for_member(self, problem: Problem) -> Method:
        """The method that a scheme fits to the points of one of its members."""
        return self

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """Yield steps until the answer is reached; the last one is the answer, as an iterate.

        ``start`` is an earlier fit of the same method on a similar problem (a warm start),
        ``trace`` asks for every step worth showing; without it a solver may yield the last one only
        (and None now and then, at least every 10 ms of work).
        """
        raise NotImplementedError

    def held_steps(self, problem: Problem, start: Fit | None) -> Steps:
        """The steps while a point is held, without a history: a run that may take many frames is
        left after about one, RUNNING.
        """
        return self.steps(problem, start, trace=False)

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """Objective, dual bound and worst violation of an iterate, recomputed from the data
        (``margins`` = y f).
        """
        raise NotImplementedError

    def certify(self, problem: Problem, iterate: Iterate, outcome: Outcome) -> Certificate:
        """Recompute margins, KKT classes, primal, dual, gap and the worst violation of an answer.

        Nothing that the solver said about itself is used: a wrong answer gives a large gap here,
        whatever its status says.  A method that proves more extends what this returns.
        """
        proof = self._proof(problem, outcome)
        if (
            outcome.status is Status.NO_DATA
            or outcome.status is Status.NOT_APPLICABLE
            or not np.isfinite(iterate.b)
        ):
            empty: Floats = read_only(np.full(len(problem.y), np.nan))
            return Certificate(empty, None, np.nan, None, None, np.nan, proof, shortfall=np.inf)
        margins: Floats = read_only(problem.y * problem.training_scores(iterate))
        with np.errstate(all="ignore"):
            if iterate.expanded is not None and problem.explicit is not None:
                # |w|^2 and the scores are those of the kernel, without the rounding of its Gram
                # matrix.
                bounds = self.bounds(problem.explicit, iterate.expanded, margins)
            else:
                bounds = self.bounds(problem, iterate, margins)
            top = self.multiplier_bounds(problem)
        alpha = iterate.alpha
        classes = (
            None
            if top is None or alpha is None
            else point_classes(margins, alpha, top, self.has_hinge_dual)
        )
        errors = int(
            np.count_nonzero(
                wrong_side(problem.settled_scores(iterate, self.least_score), problem.y)
            )
        )
        return Certificate(
            margins,
            classes,
            bounds.primal,
            bounds.dual,
            bounds.gap,
            bounds.worst_violation,
            proof,
            bounds.shortfall,
            errors,
            bounds.rounding,
        )

    def _proof(self, problem: Problem, outcome: Outcome) -> Separability | None:
        """The separability proof, where the method needs separable classes and for every outcome
        that denies them.

        None with a kernel: its feature space has no coordinates in which closest points could be
        given.
        """
        problem = self.points_to_separate(problem)
        wanted = outcome.status is Status.NOT_SEPARABLE or self.needs_separable
        if (
            not wanted
            or outcome.status is Status.NOT_APPLICABLE
            or problem.kernel is not None
            or not problem.has_both_classes
        ):
            return None
        return separability_of(problem)

    def points_to_separate(self, problem: Problem) -> Problem:
        """The points that a line separates exactly when one of this method's own lines separates
        the points of the problem.
        """
        return problem if self.has_offset else problem.mirrored

    def class_weight(self, sign: float) -> float:
        """How many times the loss of a point with label ``sign`` counts: ``positive_weight`` for
        class +, 1 for class -.
        """
        return float(getattr(self, "positive_weight", 1.0)) if sign > 0.0 else 1.0

    def weights(self, y: Floats) -> Floats | None:
        """:meth:`class_weight` of each point (n,), from its label; None: all count once."""
        weight = self.class_weight(1.0)
        return None if weight == 1.0 else np.where(y > 0.0, weight, 1.0)

    def loss_weights(self, problem: Problem) -> Floats | None:
        """How many times the loss of each point (n,) counts: its weight in the problem times that
        of its class; None: all count once.
        """
        by_class, by_point = self.weights(problem.y), problem.weights
        if by_class is None or by_point is None:
            return by_point if by_class is None else by_class
        return by_class * by_point

    def multiplier_bounds(self, problem: Problem) -> float | Floats | None:
        """The bound of each point's multiplier: :meth:`multiplier_bound`, times its weight (n,)
        where weights differ.
        """
        bound, weights = self.multiplier_bound(problem), self.loss_weights(problem)
        return bound if bound is None or weights is None else bound * weights

    def price(self, problem: Problem) -> float | None:
        """The largest multiplier that a point may have."""
        bounds = self.multiplier_bounds(problem)
        return None if bounds is None else float(np.max(bounds))

    @property
    def least_score(self) -> float:
        """What is no rounding for sure: half of the margin that every point has."""
        return 0.5 * self.required_margin or np.inf

    @property
    def has_margin(self) -> bool:
        """Whether f = ±1 is the margin: the method bounds multipliers, one for each point on or
        inside these lines.
        """
        return type(self).multiplier_bound is not Method.multiplier_bound

    @property
    def has_hinge_dual(self) -> bool:
        """Whether the multipliers maximise ``sum alpha - 1/2 |w|^2`` in a box, as for the
        hinge; other losses add a term.
        """
        return self.has_margin and self.loss == HINGE

    @property
    def loss(self) -> Loss | None:
        """The loss of a point as a function of its margin; None where no such sum is minimised."""
        return None

    def criterion(self, n: float) -> Criterion | None:
        """The criterion that is minimised for ``n`` samples: the sum of the loss; None where that
        is not a loss with a penalty.
        """
        return None if self.loss is None else Criterion(self.loss, float(n))

    def path(self, problem: Problem, low: float, high: float) -> SoftMarginPath | None:
        """Every solution for a strength from ``low`` to ``high`` where it is piecewise linear in
        it; None: ask fit by fit.
        """
        return None

    def peer(self, fit: Fit) -> Peer | None:
        """The same model in scikit-learn, None where that has none, or not with these settings."""
        return None

    def multiplier_bound(self, problem: Problem) -> float | None:
        """The upper bound of the multipliers (C/n; infinity for the hard margin) of weight 1, None
        for methods without.
        """
        return None

    def probability(self, iterate: Iterate, Phi: Floats, scores: Floats) -> Floats | None:
        """P(class +1) at mapped points ``Phi (k, m)`` with scores f: that of log-odds; None for
        methods without.
        """
        return logistic_function(scores) if self.has_probability else None


@dataclass(frozen=True, eq=False)
class Fit(Answer):
    """The answer of one method on one problem: the last iterate, how it ended, and the proof.

    ``trail`` are the steps towards the answer as the solver left them; read them as
    :attr:`history`.  ``whole`` is the fit that this one is a step of, if it is one.
    """

    method: Method
    problem: Problem
    last: Iterate
    claim: Outcome
    trail: tuple[Iterate, ...]
    seconds: float
    whole: Fit | None = None

    @staticmethod
    def nothing(method: Method, problem: Problem, outcome: Outcome, seconds: float = 0.0) -> Fit:
        """An answer without a model, which says why."""
        w = None if problem.kernel else read_only(np.zeros(problem.Phi.shape[1]))
        nothing = Iterate(w, math.nan)
        return Fit(method, problem, nothing, outcome, (nothing,), seconds)

    @property
    def form(self) -> Method:
        """The method itself."""
        return self.method

    @property
    def w(self) -> Floats | None:
        """The weight vector for the features of ``problem.features``; None for kernels and where
        the score is :attr:`quadratic`.  :attr:`coefficients` are those of x.
        """
        return None if self.last.quadratic is not None else self.last.w

    @property
    def quadratic(self) -> tuple[Floats, Floats, float] | None:
        """``W (m, m)``, ``w (m,)`` and ``w_0`` of a score ``f(x) = phi'W phi + <w, phi> + w_0``;
        None for all others.
        """
        W, w = self.last.quadratic, self.last.w
        return None if W is None or w is None else (W, w, self.last.b)

    @property
    def b(self) -> float:
        """The offset in data units; of a :attr:`quadratic` score w_0."""
        return self.last.b

    @cached_property
    def has_model(self) -> bool:
        """Whether there is a boundary to draw: a direction that is no rounding, and an offset, both
        finite; a picture asks over and over.
        """
        w = self.last.w
        is_finite = np.isfinite(self.last.b) and (w is None or np.isfinite(w).all())
        return bool(is_finite) and self.problem.has_direction(self.last)

    @property
    def predicts(self) -> bool:
        """Whether there are scores, and with them predictions and errors: also the scores of w = 0,
        which have no boundary to draw.
        """
        return math.isfinite(self.last.b)

    @cached_property
    def norm(self) -> float:
        """``||w||`` in the feature space, with a kernel that of ``sum alpha y k(x, .)``; nan while
        there is no model.
        """
        if not self.has_model:
            return math.nan
        return math.sqrt(max(0.0, self.problem.norm_squared(self.last)))

    @cached_property
    def coefficients(self) -> Mapping[tuple[int, int], float] | None:
        """The score as a polynomial of x in data units, ``f(x) = sum of c x1^i x2^j`` as ``{(i, j):
        c}``, (0, 0) for the constant.

        ``w`` and ``b`` belong to the features of ``problem.features``, which may be powers about an
        origin; this is the change of basis, exact up to one rounding of each coefficient.  Far from
        the origin the sum of these terms cancels: use
        :meth:`decision_function` for scores.  None for kernels without coordinates, and while there
        is no model.
        """
        return in_data_units(self.problem, self.last) if self.predicts else None

    @property
    def margin(self) -> float | None:
        """``1 / ||w||``, how far f = ±1 lies from f = 0 in the feature space; None for methods
        whose f = ±1 says nothing.
        """
        return 1.0 / self.norm if self.method.has_margin and self.norm > 0.0 else None

    @property
    def support(self) -> Ints | None:
        """The rows of the support vectors, those with a positive multiplier; None for methods
        without multipliers.
        """
        return None if self.alpha is None else locked_ints(np.flatnonzero(self.alpha > 0.0))

    @cached_property
    def training_scores(self) -> Floats:
        """f (n,) at the training points, settled, computed once; nan while there are no scores."""
        if not self.predicts:
            return locked(np.full(len(self.problem.y), math.nan))
        return locked(self.problem.settled_scores(self.last, self.method.least_score))

    @cached_property
    def training_margins(self) -> Floats:
        """y f (n,)."""
        return locked(self.problem.y * self.training_scores)

    def _model_facts(self) -> list[tuple[str, str]]:
        if self.quadratic is not None:
            W, w, w0 = self.quadratic
            rows = "; ".join(map(vector_text, W))
            return [("W", rows), ("w", vector_text(w)), ("w_0", f"{w0:.6g}")]
        direction = [] if self.w is None else [("w", vector_text(self.w))]
        return [*direction, ("b", f"{self.b:.6g}")]

    def __repr__(self) -> str:
        """One line: method, status, w, b (of a quadratic score W, w, w_0) and the gap."""
        parts = [brief(self.method), self.status.name]
        if self.has_model:
            parts += [f"{name}={text}" for name, text in self._model_facts()]
            gap = self.certificate.gap
            parts += [] if gap is None else [f"gap={gap:.1e}"]
        return f"Fit({', '.join(parts)})"

    @cached_property
    def certificate(self) -> Certificate:
        """The proof, recomputed from the data on first use (a dragged preview need not pay for
        it).
        """
        certificate = self.method.certify(self.problem, self.last, self.claim)
        self.problem.forget_copies()
        return certificate

    rule = Rule.LARGEST

    @property
    def weights(self) -> tuple[Floats, Floats] | None:
        """Half of w and b for class +, their negatives for class -."""
        if self.w is None or not self.predicts:
            return None
        return HALVES[:, None] * self.w, HALVES * self.b

    @property
    def cost(self) -> Cost:
        """The loss of the method."""
        return Cost(self.method.loss or ZERO_ONE)

    @cached_property
    def paid(self) -> Floats:
        """The loss of every training point (n,) times its weight; nan while there are no scores."""
        if not self.predicts:
            return self.training_margins
        values = self.cost.at_least(self.training_margins)
        weights = self.method.loss_weights(self.problem)
        return locked(values if weights is None else values * weights)

    @cached_property
    def log_loss(self) -> float | None:
        """The mean of ``-log P(y_i | x_i)`` over the training points, None without probabilities.

        The probability of the own class is that of class + at the score y f: as a difference from 1
        it would lose its digits where the method is wrong and sure.
        """
        if not self.has_probability or not self.has_model or not len(self.problem.y):
            return None
        own = self.method.probability(self.last, self.problem.Phi, self.training_margins)
        with np.errstate(divide="ignore"):
            return None if own is None else float(-np.log(own).mean())

    def gap_at(self, t: int) -> float | None:
        """The relative gap of a step with a dual value."""
        step = self.history[t]
        if not np.isfinite(step.b):
            return None
        with np.errstate(all="ignore"):
            margins = self.problem.y * self.problem.training_scores(step)
            bounds = self.method.bounds(self.problem, step, margins)
        is_bounded = bounds.dual is not None and np.isfinite(bounds.dual)
        return bounds.gap if is_bounded and not bounds.maximised else None

    pair_keys: ClassVar[tuple[Key, ...]] = (CLASS_PLUS,)

    @property
    def pairs(self) -> tuple[tuple[Key, Fit], ...]:
        """The fit itself."""
        return ((CLASS_PLUS, self),)

    def pair(self, key: Key) -> Fit | None:
        """The fit itself."""
        return self if key == CLASS_PLUS else None

    @property
    def as_pair(self) -> Fit:
        """The fit itself."""
        return self

    def _with_steps(self, steps: tuple[Iterate, ...], outcome: Outcome) -> Fit:
        whole = self.whole or self
        return replace(self, last=steps[-1], claim=outcome, trail=steps, whole=whole)

    @property
    def coef_(self) -> Floats:
        """w as an array (1, m), as scikit-learn has it.

        Raises:
            AttributeError: a kernel or a conic section, which has no weights.
        """
        if self.w is None:
            raise AttributeError(f"{self.method.name} has no weights here: ask decision_function")
        return self.w[None]

    @property
    def intercept_(self) -> Floats:
        """b as an array (1,), as scikit-learn has it."""
        return np.array([self.b])

    def decision_function(self, Z: ArrayLike) -> Floats:
        """The score f at the points ``Z (k, d)``: positive means class +1; nan everywhere while
        there is no model.

        Raises:
            ValueError: Z is not an array of points (k, d) with finite coordinates, or lies so far
                out that its score is not a number.
        """
        return self._scores(places_of(self.problem, Z))

    def _scores(self, Z: Floats) -> Floats:
        scores = self.problem.scores(self.last, Z, self.method.least_score)
        if np.isnan(scores).any() and np.isfinite(self.last.b):
            row = int(np.argmax(np.isnan(scores)))
            raise ValueError(
                f"row {row} of Z lies so far out that its score leaves the range of numbers: "
                f"{Z[row].tolist()}"
            )
        return scores

    def class_scores(self, Z: ArrayLike) -> Floats:
        """Half of f for class +, its negative for class -, as an array (k, 2)."""
        return self.decision_function(Z)[:, None] * HALVES

    def _winners(self, scores: Floats) -> Ints:
        return (scores > 0.0).astype(np.int64)

    def _towards(self, ahead: Iterate, share: float, claim: Outcome) -> Fit:
        return replace(self, last=self.last.towards(ahead, share), claim=claim)

    def _are_undecided(self, scores: Floats) -> Bools:
        return scores == 0.0 if self.predicts else np.ones(len(scores), dtype=bool)

    def _probabilities(self, Z: ArrayLike) -> Floats:
        Z = places_of(self.problem, Z)
        with np.errstate(all="ignore"):
            Phi = self.problem.features.map(Z)
        p = self.method.probability(self.last, Phi, self._scores(Z))
        assert p is not None  # as has_probability says
        return np.column_stack([1.0 - p, p])
