"""Points of K classes, the two-class problems that are made of them, and the numbers that prove an
answer, recomputed from the data and the answer alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..algorithms.multiclass.coordinates import Coordinates
from ..algorithms.multiclass.iterate import ManyIterate
from ..answer import Group, Key, is_of
from ..arrays import Floats, Ints, locked, locked_ints
from ..kernels import Kernel
from ..maps import FeatureMap
from ..problem import IDENTITY, MappedPoints, Problem, check_space, settle_space
from ..result import Certificate, Separability
from ..rounding import EPS
from ..validation import check_finite
from ..validation import labels as labels_of
from ..validation import points as points_of
from ..weighing import ClassWeight, Weighing, weighing_of


@dataclass(frozen=True, eq=False, repr=False)
class ManyProblem(MappedPoints):
    """Points ``X (n, d)`` in data units with the index ``labels (n,)`` of their class, 0 ... K-1.

    ``classes`` are the caller's K label values in the order of the indices, ``names`` the words for
    them in sentences (the values themselves when left out).  A class may have no points; methods
    then work on the classes that are :attr:`present`.  What is derived is computed once and shared
    by every method that fits the same problem.

    Raises:
        ValueError: fewer than two classes, or a label that is not one of their indices.
    """

    X: Floats
    labels: Ints
    classes: tuple[Any, ...]
    features: FeatureMap = IDENTITY
    kernel: Kernel | None = None
    names: tuple[str, ...] = ()
    weighing: Weighing | None = None

    def __post_init__(self) -> None:
        if len(self.classes) < 2:
            raise ValueError(f"there must be at least 2 classes; got {len(self.classes)}")
        if len(self.labels) and not 0 <= int(self.labels.min()) <= int(self.labels.max()) < len(
            self.classes
        ):
            raise ValueError(f"labels must be indices of the {len(self.classes)} classes")
        settle_space(self)

    @staticmethod
    def from_labels(
        X: ArrayLike,
        y: ArrayLike,
        features: FeatureMap | None = None,
        kernel: Kernel | None = None,
        sample_weight: ArrayLike | None = None,
        class_weight: ClassWeight | None = None,
    ) -> ManyProblem:
        """The problem for ``X (n, d)`` and label values ``y (n,)``; the classes are the distinct
        values in rising order.

        Raises:
            ValueError: what :meth:`Problem.from_labels` refuses.
        """
        points = points_of(X)
        values = labels_of(y, *points.shape)
        check_space(features, kernel, points.shape[1])
        check_finite(points)
        distinct, indices = _distinct(values)
        classes = tuple(v.item() if isinstance(v, np.generic) else v for v in distinct)
        if len(classes) < 2:
            # One class only (or none): the other one is there, without points, as in a two-class
            # problem.
            classes = _with_another(classes)
        rows = locked_ints(indices.astype(np.int64))
        weighing = weighing_of(rows, classes, sample_weight, class_weight)
        return ManyProblem(points, rows, classes, features or IDENTITY, kernel, weighing=weighing)

    @property
    def K(self) -> int:
        """The number of classes, empty ones included."""
        return len(self.classes)

    @cached_property
    def _small(self) -> NDArray[Any]:
        """The labels in a byte or two each: they are compared, sorted and taken at an eighth of the
        memory.
        """
        return self.labels.astype(np.min_scalar_type(self.K))

    @cached_property
    def groups(self) -> tuple[Ints, ...]:
        """The rows of each class, rising."""
        order = np.argsort(self._small, kind="stable")  # small numbers are sorted by counting
        ends = np.cumsum(np.bincount(self.labels, minlength=self.K)).tolist()
        return tuple(locked_ints(order[a:b]) for a, b in pairwise([0, *ends]))

    @property
    def counts(self) -> Ints:
        """The number of points of each class (K,)."""
        return np.array([len(rows) for rows in self.groups], dtype=np.int64)

    def rows(self, k: int) -> Ints:
        """The rows of class k."""
        return self.groups[k]

    @cached_property
    def present(self) -> tuple[int, ...]:
        """The indices of the classes that have points."""
        return tuple(k for k, rows in enumerate(self.groups) if len(rows))

    @cached_property
    def reduced(self) -> ManyProblem:
        """The same problem without its empty classes; the very same object where there is none (or
        where too few are left).
        """
        if len(self.present) == self.K or len(self.present) < 2:
            return self
        new = np.zeros(self.K, dtype=np.int64)
        new[list(self.present)] = np.arange(len(self.present))
        names = tuple(self.names[k] for k in self.present) if self.names else ()
        classes = tuple(self.classes[k] for k in self.present)
        rows = locked_ints(new[self.labels])
        return ManyProblem(self.X, rows, classes, self.features, self.kernel, names, self.weighing)

    def value(self, group: Group) -> Any:
        """The label value of a class; of several theirs."""
        return self.classes[group] if isinstance(group, int) else tuple(map(self.value, group))

    def name(self, group: Group) -> str:
        """The name of a class in sentences; of several theirs."""
        if not isinstance(group, int):
            return " and ".join(map(self.name, group))
        return self.names[group] if self.names else str(self.classes[group])

    @property
    def all_names(self) -> list[str]:
        """The names of the classes (K,)."""
        return [self.name(k) for k in range(self.K)]

    @cached_property
    def coordinates(self) -> Coordinates:
        """Centred and uncorrelated coordinates of the mapped points."""
        return Coordinates.of(self.Phi)

    @cached_property
    def class_sums(self) -> Floats:
        """How many times the points of each class (K,) count together."""
        return np.bincount(self.labels, self.weights, minlength=self.K).astype(np.float64)

    def rounding(self, iterate: ManyIterate, Phi: Floats | None = None) -> Floats:
        """How far the difference of two scores of an iterate with W may be off: at the training
        points, or (k,) at mapped places.
        """
        slope, centre, at_centre = iterate.about_centre
        f_centre = np.where(np.isfinite(at_centre), at_centre, 0.0)
        bounds = self.extent.rounding(slope, f_centre, centre, iterate.quadratic, Phi)
        off = self.extent.variation(self.weights_off(iterate), Phi=Phi)
        largest: Floats = bounds.max(axis=-1) + off
        return largest

    def weights_off(self, iterate: ManyIterate) -> Floats:
        """How far the weights (m,) of an iterate may be off: by what it says, and by rounding where
        they are sums of samples, each so many times.
        """
        off: Floats = np.full(len(self.extent.centre), iterate.astray)
        if iterate.alpha is not None:
            off += EPS * (iterate.alpha.sum(axis=1) @ np.abs(self.Phi - self.extent.centre))
        return off

    def first_alike(self, iterate: ManyIterate) -> Ints:
        """For each class (K,) the first one whose score is the same everywhere, up to rounding."""
        (slope, _, at_centre), quadratic = iterate.about_centre, iterate.quadratic

        def change_from(k: int) -> Floats:
            curves = None if quadratic is None else quadratic - quadratic[k]
            with np.errstate(invalid="ignore"):
                change = self.extent.variation(slope - slope[k], curves)
                change += np.abs(at_centre - at_centre[k])
            return change

        rounding = self.rounding(iterate)
        is_alike = np.array([change_from(k) <= rounding for k in range(self.K)])
        np.fill_diagonal(is_alike, True)
        first: Ints = is_alike.argmax(axis=1)
        return first

    @cached_property
    def whole(self) -> Problem:
        """A two-class problem that holds all points (the last class against the rest): for what
        needs the points only.
        """
        return self.member((self.K - 1, None))

    @cached_property
    def _members(self) -> dict[Key, Problem]:
        return {}

    def member(self, key: Key) -> Problem:
        """The two-class problem of a member, built once and shared by all schemes."""
        if key not in self._members:
            self._members[key] = self._build_member(key)
        return self._members[key]

    @cached_property
    def _sides(self) -> dict[Key, tuple[Ints | None, Floats]]:
        return {}

    def side(self, key: Key) -> tuple[Ints | None, Floats]:
        """The rows of X that a member's problem holds (None: all of them), and their signs; of the
        labels alone.
        """
        if key not in self._sides:
            plus, minus = key
            is_plus = is_of(self._small, plus)
            is_member = None if minus is None else is_plus | is_of(self._small, minus)
            rows = None if is_member is None or is_member.all() else np.flatnonzero(is_member)
            signs = locked(np.where(is_plus if rows is None else is_plus.take(rows), 1.0, -1.0))
            self._sides[key] = (None if rows is None else locked_ints(rows), signs)
        return self._sides[key]

    def member_rows(self, key: Key) -> Ints:
        """The rows of X that the member's problem holds, in its order."""
        rows, _ = self.side(key)
        return locked_ints(np.arange(len(self.X))) if rows is None else rows

    def share(self, other: ManyProblem) -> None:
        """Take over from another problem all that follows from the very same labels."""
        if other.labels is self.labels and other.K == self.K:
            for name in ("groups", "present", "_sides"):
                if name in other.__dict__:
                    self.__dict__.setdefault(name, other.__dict__[name])

    def _build_member(self, key: Key) -> Problem:
        plus, minus = key
        label_values = "rest" if minus is None else self.value(minus), self.value(plus)
        rows, signs = self.side(key)
        X = self.X if rows is None else locked(self.X.take(rows, axis=0))
        weighing = None if self.weighing is None else self.weighing.take(rows)
        problem = Problem(X, signs, self.features, self.kernel, label_values, weighing)
        if rows is None:
            problem.__dict__["Phi"] = self.Phi
        return problem


@dataclass(frozen=True, eq=False, init=False, repr=False)
class ManyCertificate(Certificate):
    """The proof of an answer of K classes.

    ``margins (n,)`` are ``f_y(x) - max of the rivals' f(x)``.  ``primal`` is the objective at the
    answer, ``dual`` a lower bound of the optimum, ``gap`` their relative distance; of a scheme the
    sums over its members and the worst gap among them. ``confusion (K, K)`` counts the points, rows
    by their class, columns by the predicted one.
    """

    confusion: Ints = field(kw_only=True)

    def __init__(
        self,
        margins: Floats,
        primal: float,
        dual: float | None,
        gap: float | None,
        worst_violation: float,
        confusion: Ints,
        separability: Separability | None = None,
        shortfall: float = 0.0,
        rounding: float = 0.0,
    ) -> None:
        errors = int(confusion.sum() - confusion.trace())
        super().__init__(
            margins,
            None,
            primal,
            dual,
            gap,
            worst_violation,
            separability,
            shortfall,
            errors,
            rounding,
        )
        object.__setattr__(self, "confusion", confusion)

    @staticmethod
    def nothing(problem: ManyProblem) -> ManyCertificate:
        """The certificate of a fit without a model."""
        confusion = locked_ints(np.zeros((problem.K, problem.K), dtype=np.int64))
        return ManyCertificate(
            locked(np.full(len(problem.labels), np.nan)), np.nan, None, None, np.nan, confusion
        )

    @staticmethod
    def of_members(
        proofs: Sequence[Certificate], margins: Floats, confusion: Ints
    ) -> ManyCertificate:
        """The sums of the members' objectives, and the worst gap and violation among them."""
        gaps = [proof.gap for proof in proofs if proof.gap is not None]
        duals = [proof.dual for proof in proofs if proof.dual is not None]
        return ManyCertificate(
            margins,
            float(sum(proof.primal for proof in proofs)),
            float(sum(duals)) if len(duals) == len(proofs) else None,
            max(gaps) if len(gaps) == len(proofs) else None,
            max(proof.worst_violation for proof in proofs),
            confusion,
            shortfall=max(proof.shortfall for proof in proofs),
            rounding=max(proof.rounding for proof in proofs),
        )


def _with_another(classes: tuple[Any, ...]) -> tuple[Any, ...]:
    """Two label values of one kind, the given one first."""
    if not classes:
        return (0, 1)
    (only,) = classes
    return (only, f"not {only}") if isinstance(only, str) else (only, only + 1)


def _distinct(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The distinct labels, rising, and the index of each; small whole numbers are counted, which is
    quicker than sorting.
    """
    if values.dtype.kind in "iu" and len(values):
        low, high = int(values.min()), int(values.max())
        if high - low <= 1000:
            at = (values - low).astype(np.int64)
            found = np.flatnonzero(np.bincount(at))
            places = np.zeros(high - low + 1, dtype=np.int64)
            places[found] = np.arange(len(found))
            return (found + low).astype(values.dtype), places[at]
    distinct, indices = np.unique(values, return_inverse=True)
    return distinct, indices
