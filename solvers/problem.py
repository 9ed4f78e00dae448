"""The problem a solver sees: the mapped points, the signs, and what several methods share about
them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, sqrt
from threading import Lock
from typing import Any
from weakref import ref

import numpy as np
from numpy.typing import ArrayLike

from .algorithms.standardise import Standardised, standardise
from .arrays import Floats, Ints, locked, locked_ints
from .cancellation import check_cancelled
from .centring import Centred
from .kernels import FormulaKernel, Kernel, LinearKernel
from .maps import FeatureMap, Identity, Mirrored
from .moments import ClassMoments, grouped_columns
from .result import Iterate
from .signs import signs_of
from .summaries import OneLine
from .ties import SUMS, Extent, settled
from .validation import TOO_LARGE, TOO_SMALL, check_finite, check_kind, finite_points
from .validation import labels as labels_of
from .validation import points as points_of
from .weighing import ClassWeight, Weighing, weighing_of

IDENTITY = Identity()
SUMMED_ROWS = 256  # rows of a kept Gram matrix in one product of a sum
# up to this many points the Gram matrix is kept, beyond its rows are computed when needed
WHOLE_GRAM = 3000
NO_EIGENVALUE = 1e-10  # an eigenvalue this part of the largest one is zero
BLOCK = 1_000_000  # entries of it computed at once
LARGE = 50_000_000  # bytes of features, of which no copies are kept once a fit has used them
OUT_OF_RANGE = (
    "Squares or features of the points leave the range of numbers: choose other units, or "
    "features that exist at all points."
)


@dataclass(frozen=True, eq=False)
class Expansion:
    """The sums ``f = K (alpha y)`` of a kernel model at the n training points, summed from the
    kernel's values: its scores without b, and the sizes ``|K| |alpha|`` of what was summed.
    """

    alpha: Floats
    signed: Floats
    scores: Floats
    sizes: Floats

    @staticmethod
    def of(
        alpha: Floats,
        y: Floats,
        blocks: Iterable[tuple[Ints | slice, Floats]],
        is_nonnegative: bool,
    ) -> Expansion:
        """The sums over ``blocks`` of rows of the Gram matrix; where no value is negative both come
        from one product.
        """
        terms = np.array([alpha * y, np.abs(alpha)])
        sums = np.zeros((2, len(y)))
        for rows, block in blocks:
            if is_nonnegative:
                sums += terms[:, rows] @ block
            else:
                sums[0] += terms[0, rows] @ block
                sums[1] += terms[1, rows] @ np.abs(block)
        return Expansion(alpha, locked(terms[0]), locked(sums[0]), locked(sums[1]))

    @cached_property
    def square(self) -> float:
        """``|w|^2``: that of the function ``sum alpha y k(x, .)``."""
        return float(self.signed @ self.scores)


def gram_blocks(K: Floats) -> Iterator[tuple[slice, Floats]]:
    """A Gram matrix a few rows at a time, without copies."""
    for begin in range(0, len(K), SUMMED_ROWS):
        rows = slice(begin, begin + SUMMED_ROWS)
        yield rows, K[rows]


class MappedPoints(OneLine):
    """Base of the problems: the points, mapped, and what follows for any number of classes."""

    X: Floats
    features: FeatureMap
    weighing: Weighing | None

    @property
    @abstractmethod
    def groups(self) -> tuple[Ints, ...]:
        """The rows of each class."""

    @cached_property
    def Phi(self) -> Floats:
        """The mapped points (n, m); what a map sends out of the range of numbers is refused by the
        driver.
        """
        return self.features.mapped(self.X)

    @cached_property
    def moments(self) -> ClassMoments:
        """Counts, means and scatters of the mapped classes, with the centred columns they come
        from; of a problem without empty classes.
        """
        return ClassMoments.of(self.Phi, self.groups)

    @property
    def weights(self) -> Floats | None:
        """How many times the loss of each point (n,) counts in ``(1/n) sum``; None: once."""
        return None if self.weighing is None else self.weighing.weights

    @property
    def copies(self) -> Floats | None:
        """How many times each point (n,) counts in a sum that is not divided by n; None: once."""
        weighing = self.weighing
        return None if weighing is None else weighing.copies * weighing.factors

    @property
    def mass(self) -> float:
        """The number of points, each with its sample weight."""
        return float(len(self.X)) if self.weighing is None else self.weighing.mass

    @cached_property
    def means_coincide(self) -> bool:
        """Whether the class means, each point with its weight, are one up to rounding."""
        weights = self.weights
        if weights is None:
            return self.moments.coincide
        offsets = (self.Phi - self.moments.centre) * weights[:, None]
        means = np.array([offsets[rows].sum(axis=0) / weights[rows].sum() for rows in self.groups])
        return bool(self.moments.is_rounding(means - means[0]).all())

    @cached_property
    def extent(self) -> Extent:
        """How large the features are, which is what scores may be off by."""
        return Extent.of(self.Phi, self.features.is_linear)


@dataclass(frozen=True, eq=False, repr=False)
class Problem(MappedPoints):
    """Two classes in feature space.

    ``X (n, d)`` data units (of a feature map ``(n, 2)``), ``y (n,)`` in {-1, +1},
    ``features`` the map phi, ``kernel`` None for methods that work with phi, ``classes`` the
    caller's two labels in the order (-1, +1).  A map or kernel that lacks its origin and units
    takes them from X (:meth:`~solvers.centring.Centred.about`): that of a problem has all its
    numbers.  ``weighing`` says how many times each loss counts, None: once.
    What is derived (``Phi``, the class columns, the standardised columns, the Gram matrix) is
    computed once, on first use, and shared by all methods that fit the same problem.
    """

    X: Floats
    y: Floats
    features: FeatureMap = IDENTITY
    kernel: Kernel | None = None
    classes: tuple[Any, Any] = (-1, 1)
    weighing: Weighing | None = None

    def __post_init__(self) -> None:
        settle_space(self)

    @staticmethod
    def from_labels(
        X: ArrayLike,
        y: ArrayLike,
        features: FeatureMap | None = None,
        kernel: Kernel | None = None,
        sample_weight: ArrayLike | None = None,
        class_weight: ClassWeight | None = None,
    ) -> Problem:
        """The problem for ``X (n, d)`` and any two distinct label values; maps need d = 2.

        The larger label becomes +1; of two words that tell, such as yes and no, that one
        (:func:`~solvers.signs.signed_pair`).  ``sample_weight (n,)`` and ``class_weight`` say how
        many times each loss counts (:class:`~solvers.weighing.Weighing`).

        Raises:
            ValueError: shapes that do not fit, coordinates that are masked, no real numbers or not
                finite (with the row), labels that are missing or of mixed kinds, more than two
                classes, or a kernel together with a feature map.
            TypeError: ``features`` or ``kernel`` is something else.
        """
        points = points_of(X)
        labels = labels_of(y, *points.shape)
        check_space(features, kernel, points.shape[1])
        square = float(np.vdot(points, points))
        if not isfinite(square):
            check_finite(points)
        signs, classes, n_plus = signs_of(labels)
        weighing = None
        if sample_weight is not None or class_weight is not None:
            indices = (signs > 0.0).astype(np.int64)
            weighing = weighing_of(indices, classes, sample_weight, class_weight)
        problem = Problem(points, signs, features or IDENTITY, kernel, classes, weighing)
        # Known already, so that it need not be derived again.
        problem.__dict__["n_plus"] = n_plus
        if problem.features is IDENTITY:
            problem.__dict__.update(Phi=points, norm=sqrt(square))
        return problem

    @cached_property
    def standardised(self) -> Standardised:
        """The signed samples centred and scaled alike in every direction, one contiguous row per
        coordinate.
        """
        return standardise(self.Phi, self.y)

    @cached_property
    def gram(self) -> Floats:
        """The Gram matrix (n, n) of the kernel (of phi when there is no kernel), a few rows at a
        time.

        Raises:
            CancelledError: the computation is not wanted any more.
        """
        n = len(self.y)
        size = max(1, BLOCK // max(1, n))
        if size >= n:
            K = self._gram_of(slice(None))
        else:
            K = np.empty((n, n))
            for begin in range(0, n, size):
                check_cancelled()
                K[begin : begin + size] = self._gram_of(slice(begin, begin + size))
        GRAMS.note(self, "gram", K.nbytes)
        return locked(K)

    def _gram_of(self, rows: Ints | slice) -> Floats:
        """Some rows of the Gram matrix (k, n), computed."""
        return (
            self.Phi[rows] @ self.Phi.T
            if self.kernel is None
            else self.kernel.gram(self.X[rows], self.X)
        )

    def gram_rows(self, rows: Ints) -> Iterator[tuple[Ints, Floats]]:
        """Some rows of the Gram matrix (k, n), a few at a time: of the matrix where it is small
        enough to keep, else computed.
        """
        n = len(self.y)
        size = max(1, BLOCK // max(1, n))
        is_kept = n <= WHOLE_GRAM or "gram" in self.__dict__
        for begin in range(0, len(rows), size):
            check_cancelled()
            some = rows[begin : begin + size]
            yield some, self.gram[some] if is_kept else self._gram_of(some)

    def _gram_blocks(self, rows: Ints) -> Iterator[tuple[Ints | slice, Floats]]:
        """The Gram matrix (k, n) a few rows at a time, at least those in ``rows``: of the matrix
        where it is small enough to keep, else computed.
        """
        n = len(self.y)
        if n > WHOLE_GRAM and "gram" not in self.__dict__:
            yield from self.gram_rows(rows)
        elif 4 * len(rows) < n:  # few of them: copied, not to read all the others
            yield rows, self.gram[rows]
        else:
            yield from gram_blocks(self.gram)

    def gram_times(self, v: Floats) -> Floats:
        """``K v`` for the Gram matrix K, without keeping a large one."""
        total = np.zeros(len(self.y))
        for rows, block in self._gram_blocks(v.nonzero()[0]):
            total += v[rows] @ block
        return total

    def expansion(self, alpha: Floats) -> Expansion:
        """The sums of a kernel model with multipliers ``alpha (n,)`` at the training points, in one
        pass over the Gram matrix; those of the last few models are kept, unless alpha may change.
        """
        expansions: tuple[Expansion, ...] = self.__dict__.get("_expansions", ())
        for expansion in expansions:
            if expansion.alpha is alpha:
                return expansion
        blocks = self._gram_blocks(alpha.nonzero()[0])
        expansion = Expansion.of(alpha, self.y, blocks, self.is_nonnegative)
        return expansion if alpha.flags.writeable else self.keep_expansion(expansion)

    def keep_expansion(self, expansion: Expansion) -> Expansion:
        """The same sums, kept for whoever asks for them, the certificate above all."""
        expansions: tuple[Expansion, ...] = self.__dict__.get("_expansions", ())
        self.__dict__["_expansions"] = (expansion, *expansions[:3])
        return expansion

    @property
    def is_nonnegative(self) -> bool:
        """Whether the kernel has no value below zero."""
        return self.kernel is not None and self.kernel.is_nonnegative

    @cached_property
    def some_gram(self) -> Floats:
        """The Gram matrix of the kernel, of an even choice of at most 800 points."""
        assert self.kernel is not None
        n = len(self.y)
        if n <= min(800, WHOLE_GRAM):
            return self.gram
        sample = self.X[:: max(1, -(-n // 800))]
        return locked(self.kernel.gram(sample, sample))

    @cached_property
    def smallest_eigenvalue(self) -> float | None:
        """The smallest eigenvalue of the Gram matrix where it is negative, 0 where none is (but by
        rounding), None if unknown.

        Of many points the matrix of a sample is looked at: its smallest eigenvalue is no smaller
        (Cauchy's interlacing theorem), so a negative one is a proof.
        """
        if self.kernel is None or self.kernel.is_mercer:
            return 0.0
        n, sample = len(self.y), self.some_gram
        if not np.isfinite(sample).all():
            return None
        largest = float(sample.diagonal().max())  # or more, of the eigenvalues
        if not is_semidefinite(sample, largest):
            values = np.linalg.eigvalsh(sample)
            largest = float(np.abs(values).max())
            if values[0] < -NO_EIGENVALUE * largest:
                return float(values[0])
        if len(sample) == n or (n <= WHOLE_GRAM and is_semidefinite(self.gram, largest)):
            return 0.0
        return None

    @cached_property
    def explicit(self) -> Problem | None:
        """The same problem in the coordinates of the kernel's feature space, None where there are
        none or too many.
        """
        if self.kernel is None or self.X.shape[1] != 2:  # the maps are those of the plane
            return None
        features = self.kernel.features
        return None if features is None else self._in_space(features)

    def _in_space(self, features: FeatureMap) -> Problem:
        return Problem(self.X, self.y, features, None, self.classes, self.weighing)

    @cached_property
    def mirrored(self) -> Problem:
        """The mapped points and, behind them, their mirror images at the origin, which carry the
        other label.

        A score without an offset has the same margin at a point and at its mirror image; and of any
        score of these points, that and its mirror image (w, -b) are equally good.  So what is best
        without an offset is best among all scores here (of a convex criterion the mean of two
        answers is one, too), and a line through the origin separates the points exactly when some
        line separates these.
        """
        return Problem(
            locked(np.concatenate([self.Phi, -self.Phi])),
            locked(np.concatenate([self.y, -self.y])),
            Mirrored(self.features),
            classes=self.classes,
            weighing=None if self.weighing is None else self.weighing.with_images,
        )

    def forget_copies(self) -> None:
        """Drop what was derived and is as large as the features, where these are many: it is
        computed anew when it is asked for.
        """
        if self.kernel is None and self.Phi.nbytes >= LARGE:
            for name in ("moments", "standardised", "columns", "mirrored", "_scored", "order"):
                self.__dict__.pop(name, None)

    @property
    def K(self) -> int:
        """The number of classes: two."""
        return 2

    @cached_property
    def labels(self) -> Ints:
        """The index (n,) of the class of each point: 1 for class +, 0 for class -."""
        return locked_ints((self.y > 0.0).astype(np.int64))

    @property
    def counts(self) -> Ints:
        """The number of points of class -1 and of class +1 (2,)."""
        return np.array([len(self.y) - self.n_plus, self.n_plus], dtype=np.int64)

    @property
    def present(self) -> tuple[int, ...]:
        """The indices of the classes that have points."""
        return tuple(k for k, count in enumerate(self.counts.tolist()) if count)

    @cached_property
    def n_plus(self) -> int:
        """The number of points of class +1."""
        return int(np.count_nonzero(self.y > 0))

    @cached_property
    def order(self) -> Ints:
        """The rows of class +1, then the rows of class -1."""
        positive = self.y > 0
        return locked_ints(np.concatenate((positive.nonzero()[0], (~positive).nonzero()[0])))

    @property
    def rows_plus(self) -> Ints:
        """The rows of class +1."""
        return self.order[: self.n_plus]

    @property
    def rows_minus(self) -> Ints:
        """The rows of class -1."""
        return self.order[self.n_plus :]

    @property
    def groups(self) -> tuple[Ints, Ints]:
        """The rows of class +1 and of class -1."""
        return self.rows_plus, self.rows_minus

    @cached_property
    def columns(self) -> Floats:
        """The mapped points as contiguous rows (m, n), one per coordinate, in this :attr:`order`:
        the layout fast code wants.
        """
        return locked(grouped_columns(self.Phi, self.order))

    @property
    def columns_plus(self) -> Floats:
        """The columns of class +1 (m, n+)."""
        return self.columns[:, : self.n_plus]

    @property
    def columns_minus(self) -> Floats:
        """The columns of class -1 (m, n-)."""
        return self.columns[:, self.n_plus :]

    @cached_property
    def norm(self) -> float:
        """The square root of the sum of all squared features: at least the largest distance from
        the origin, for one pass.
        """
        return sqrt(np.vdot(self.Phi, self.Phi))

    @property
    def reduced(self) -> Problem:
        """The problem of the classes that have points: a fit of two classes needs both."""
        return self

    @property
    def has_both_classes(self) -> bool:
        """Whether each class has a point."""
        return 0 < self.n_plus < len(self.y)

    def rounding(self, iterate: Iterate, Phi: Floats | None = None) -> Floats:
        """How far scores of an iterate may be off: at the training points, (n,) or one number for
        all, or (k,) at mapped places.
        """
        if iterate.expanded is not None and self.explicit is not None:
            return self.explicit.rounding(iterate.expanded)
        if iterate.w is None:
            sums = 0.0 if iterate.alpha is None else self.expansion(iterate.alpha).sizes
            return SUMS * np.asarray(sums + max(1.0, abs(iterate.b))) + iterate.astray
        terms = iterate.terms or iterate
        slope, centre, f_centre = terms.about_centre
        rounding = self.extent.rounding(slope, f_centre, centre, terms.quadratic, Phi)
        return rounding + iterate.astray

    def has_direction(self, iterate: Iterate) -> bool:
        """Whether the score of an iterate changes from place to place by more than its rounding."""
        if iterate.expanded is not None and self.explicit is not None:
            return self.explicit.has_direction(iterate.expanded)
        if iterate.w is None:
            if iterate.alpha is None:
                return False
            sums = self.expansion(iterate.alpha)
            return bool((np.abs(sums.scores) > SUMS * sums.sizes).any())
        w, _, _ = iterate.about_centre
        if iterate.terms is None:
            return bool(w.any()) or iterate.quadratic is not None
        change = self.extent.variation(w, iterate.quadratic)
        return bool(change > self.rounding(iterate))

    def scores(self, iterate: Iterate, Z: Floats, least: float = np.inf) -> Floats:
        """The settled score of an iterate at points ``Z (k, 2)`` in data units; none of at least
        ``least`` is rounding.
        """
        if iterate.expanded is not None and self.explicit is not None:
            return self.explicit.scores(iterate.expanded, Z, least)
        if self.kernel is None or iterate.w is not None:
            # Far outside the picture a high power overflows: the score there is infinite, which is
            # no reason to warn.
            with np.errstate(all="ignore"):
                Phi = self.features.map(Z)
                return settled(iterate.scores(Phi), np.fmin(self.rounding(iterate, Phi), least))
        if iterate.alpha is None:
            return np.full(len(Z), iterate.b)
        rows = np.flatnonzero(iterate.alpha)
        weights, scores = (iterate.alpha * self.y)[rows], np.empty(len(Z))
        sizes, most = np.abs(weights), max(1.0, abs(iterate.b))
        size = max(1, BLOCK // max(1, len(rows)))
        with np.errstate(all="ignore"):
            for begin in range(0, len(Z), size):
                check_cancelled()
                part = slice(begin, begin + size)
                K = self.kernel.gram(Z[part], self.X[rows])
                sums = (K if self.is_nonnegative else np.abs(K)) @ sizes + most
                rounding = np.fmin(SUMS * sums + iterate.astray, least)
                scores[part] = settled(K @ weights + iterate.b, rounding)
        return scores

    def settled_scores(self, iterate: Iterate, least: float = np.inf) -> Floats:
        """The same as :meth:`scores` at the training points (n,)."""
        rounding = np.fmin(self.rounding(iterate), least)
        return settled(self.training_scores(iterate), rounding)

    def norm_squared(self, iterate: Iterate) -> float:
        """``|w|^2`` of an iterate: of w itself, or of the function ``sum alpha y k(x, .)`` for a
        kernel (0 without multipliers).
        """
        if iterate.w is not None:
            return float(iterate.w @ iterate.w)
        if iterate.alpha is None:
            return 0.0
        return self.expansion(iterate.alpha).square

    def training_scores(self, iterate: Iterate) -> Floats:
        """The score of an iterate at the training points (n,) as it was summed: of the last one
        asked for the same array again, which a fit and its certificate share.
        """
        scored: tuple[Iterate, Floats] | None = self.__dict__.get("_scored")
        if scored is None or scored[0] is not iterate:
            scored = iterate, locked(self._training_scores(iterate))
            self.__dict__["_scored"] = scored
        return scored[1]

    def _training_scores(self, iterate: Iterate) -> Floats:
        if iterate.expanded is not None and self.explicit is not None:
            return self.explicit.training_scores(iterate.expanded)
        if self.kernel is not None and iterate.w is None and iterate.alpha is not None:
            return self.expansion(iterate.alpha).scores + iterate.b
        if self.kernel is None or iterate.w is not None:
            return iterate.scores(self.Phi)
        return self.scores(iterate, self.X)


def is_semidefinite(K: Floats, largest: float) -> bool:
    """Whether a symmetric matrix has no negative eigenvalue, but by rounding beside the ``largest``
    one: whether K with a little on its diagonal has a Cholesky factor.
    """
    shifted_matrix = K.copy()
    shifted_matrix.flat[:: len(K) + 1] += NO_EIGENVALUE * largest
    try:
        np.linalg.cholesky(shifted_matrix)
    except np.linalg.LinAlgError:
        return False
    return True


def is_out_of_range(problem: Problem) -> bool:
    """Whether the samples are so large, or so small without being 0, that what every method
    computes would overflow or vanish.
    """
    if problem.kernel is None:
        return not TOO_SMALL < problem.norm < TOO_LARGE and bool(problem.Phi.any())
    with np.errstate(all="ignore"):
        size = float(np.linalg.norm(problem.X))
        if not TOO_SMALL < size < TOO_LARGE and problem.X.any():
            return True
        if not problem.kernel.is_mercer and not np.isfinite(problem.some_gram).all():
            return True
        # k(x, x) is a squared length in feature space.
        return (
            not float(problem.kernel.diagonal(problem.X).max(initial=0.0)) < TOO_LARGE * TOO_LARGE
        )


def places_of(problem: Any, Z: ArrayLike) -> Floats:
    """Points ``Z (k, d)`` that a fit of a problem, of two classes or of many, is asked about.

    Raises:
        ValueError: another shape, or coordinates that are not finite.
    """
    return finite_points(Z, "Z", problem.features.columns_of(Z, problem.X.shape[1]))


def settle_space(problem: Any) -> None:
    """Give the map or the kernel of a problem its origin and units from the points, where it has
    none yet.
    """
    features, kernel, X = problem.features, problem.kernel, problem.X
    if features is not IDENTITY and (settled_map := features.about(X)) is not features:
        object.__setattr__(problem, "features", settled_map)
    if isinstance(kernel, LinearKernel):
        # the plane itself: without a Gram matrix, and with weights
        object.__setattr__(problem, "kernel", None)
    elif kernel is not None and X.shape[1] != 2:
        if isinstance(kernel, Centred) and not kernel.is_settled:
            object.__setattr__(problem, "kernel", kernel.as_written)
    elif kernel is not None and (other := kernel.about(X)) is not kernel:
        object.__setattr__(problem, "kernel", other)


def check_space(features: FeatureMap | None, kernel: Kernel | None, columns: int = 2) -> None:
    """Refuse anything but a feature map or a kernel, both together, and what is of the plane for
    points of more than two coordinates.
    """
    if features is not None:
        check_kind("features", features, FeatureMap, "Polynomial(2)")
    if kernel is not None:
        check_kind("kernel", kernel, Kernel, "GaussianKernel(1.0)")
        if not isinstance(features, Identity | None):
            raise ValueError(
                "kernel and features exclude each other: a kernel brings its own feature space; "
                "leave one of them out"
            )
    if columns == 2:
        return
    if not isinstance(features, Identity | None):
        raise ValueError(
            f"feature maps are those of points of the plane (n, 2); X has {columns} columns: leave "
            "the map out"
        )
    if isinstance(kernel, FormulaKernel) or (isinstance(kernel, Centred) and not kernel.is_plain):
        raise ValueError(
            "a written kernel, and an origin and units, are those of points of the plane (n, 2); X "
            f"has {columns} columns"
        )


class MatrixCache:
    """Matrices that values keep under a name in their ``__dict__``, oldest first; the newest always
    stays.

    A value that has lost a matrix computes it anew when it is asked: twenty milliseconds at 1 500
    points, against a gigabyte for a dozen fits of 3 000.
    """

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self._noted: deque[tuple[ref[Any], str, int]] = deque()
        self._lock = Lock()

    def note(self, owner: object, name: str, size: int) -> None:
        """Remember that ``owner`` keeps ``size`` bytes under a name, and drop the oldest matrices
        beyond the limit.
        """
        with self._lock:
            self._noted = deque([entry for entry in self._noted if entry[0]() is not None])
            self._noted.append((ref(owner), name, size))
            while len(self._noted) > 1 and sum(entry[2] for entry in self._noted) > self.most_bytes:
                oldest, forgotten, _ = self._noted.popleft()
                value = oldest()
                if value is not None and value is not owner:
                    value.__dict__.pop(forgotten, None)


GRAMS = MatrixCache(128_000_000)
