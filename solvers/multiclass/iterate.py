"""One step of a K-class method, as it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..algorithms.moments.of_moments import ClassScores
from ..algorithms.multiclass.coordinates import Coordinates
from ..arrays import Floats, locked, read_only
from ..moments import ClassMoments
from ..result import Iterate, Model
from ..ties import SUMS


@dataclass(frozen=True, eq=False, repr=False)
class ManyIterate(Model):
    """One step of a K-class method: a complete model that can be drawn.

    The score of class k is ``f_k(x) = <W_k, phi(x)> + b_k`` in data units, and about a point near
    the data, with all digits, ``<W_k, phi - centre> + f_centre_k``; with ``quadratic (K, m, m)`` it
    is ``<slope_k, u> + u' quadratic_k u + f_centre_k`` with u = phi - centre.  ``W`` is None where
    the scores are not one such function a class (votes, kernels); ``members`` then hold the models
    of the two-class fits.  A class without points has W_k = 0 and b_k = -inf.

    ``alpha (n, K)`` are the multipliers, ``active`` the rows that this step touched and ``moved``
    the classes whose weights it changed, ``note`` one plain sentence about it, and ``number`` that
    of the step as the method counts.  ``astray`` is how far W may be from that of the optimum, in
    norm, where its gap is more than rounding.
    """

    W: Floats | None
    b: Floats
    centre: Floats | None = None
    f_centre: Floats | None = None
    quadratic: Floats | None = None
    slope: Floats | None = None
    alpha: Floats | None = None
    objective: float = np.nan
    active: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    note: str = ""
    members: tuple[Iterate, ...] = ()
    number: int | None = None
    astray: float = 0.0

    def numbered(self, number: int | None) -> ManyIterate:
        """The same step with a number."""
        return replace(self, number=number)

    @staticmethod
    def centred(W: Floats, centre: Floats, f_centre: Floats, **rest: Any) -> ManyIterate:
        """The iterate with ``f_k(x) = <W_k, phi(x) - centre> + f_centre_k``; ``b`` follows."""
        b = f_centre - W @ centre
        return ManyIterate(locked(W), locked(b), read_only(centre.copy()), locked(f_centre), **rest)

    @staticmethod
    def curved(
        quadratic: Floats, slope: Floats, centre: Floats, f_centre: Floats, **rest: Any
    ) -> ManyIterate:
        """The iterate with ``f_k(x) = u' quadratic_k u + <slope_k, u> + f_centre_k``, u = phi(x) -
        centre.
        """
        W = slope - 2.0 * quadratic @ centre
        b = f_centre - slope @ centre + (quadratic @ centre) @ centre
        at = read_only(centre.copy())
        return ManyIterate(
            locked(W), locked(b), at, locked(f_centre), locked(quadratic), locked(slope), **rest
        )

    @staticmethod
    def of_classes(scores: ClassScores) -> ManyIterate:
        """The iterate of these scores."""
        slope, centre, at_centre = scores.slope, scores.centre, scores.at_centre
        if scores.quadratic is None:
            return ManyIterate.centred(slope, centre, at_centre)
        return ManyIterate.curved(scores.quadratic, slope, centre, at_centre)

    @staticmethod
    def in_coordinates(at: Coordinates, theta: Floats, **rest: Any) -> ManyIterate:
        """The iterate for differences ``theta (K-1, r+1)`` from the last class, with ``sum_k w_k =
        0`` and ``sum_k b_k = 0``.
        """
        full = np.append(theta, np.zeros(at.size)).reshape(-1, at.size)
        full -= full.mean(axis=0)
        W, f_centre = at.weights(full)
        # sum_k f_k(x) = sum_k f_k(centre) for sum_k w_k = 0, so the offsets sum to zero about any
        # centre.
        return ManyIterate.centred(W, at.centre, f_centre, **rest)

    @staticmethod
    def each_in_coordinates(
        at: Coordinates, thetas: Floats
    ) -> Iterator[tuple[Floats, Floats, Floats]]:
        """W, b and the scores at the centre for each of many differences ``thetas (s, K-1, r+1)``
        from the last class, in the same gauge.
        """
        full = np.concatenate([thetas, np.zeros((len(thetas), 1, at.size))], axis=1)
        full -= full.mean(axis=1, keepdims=True)
        W, f_centre = locked(full[:, :, :-1] @ at.basis.T), locked(full[:, :, -1].copy())
        return zip(W, locked(f_centre - W @ at.centre), f_centre, strict=True)

    @staticmethod
    def constant(moments: ClassMoments, scores: Floats) -> ManyIterate:
        """The same scores ``(K,)`` everywhere, less their mean."""
        return ManyIterate.centred(
            np.zeros_like(moments.means), moments.centre, scores - scores.mean()
        )

    @staticmethod
    def nothing(K: int) -> ManyIterate:
        """No model at all."""
        return ManyIterate(None, locked(np.full(K, np.nan)))

    @property
    def is_finite(self) -> bool:
        """Whether the numbers are still those of a model (-inf is the offset of a class without
        points).
        """
        return not bool((np.isnan(self.b) | (self.b == np.inf)).any())

    @property
    def is_model(self) -> bool:
        """Whether there is anything to predict with: of a scheme a model of every member, since
        each has a say.
        """
        return (
            all(np.isfinite(member.b) for member in self.members)
            if self.members
            else not bool(np.isnan(self.b).any())
        )

    @property
    def weights(self) -> Floats | None:
        """W."""
        return self.W

    def towards(self, other: ManyIterate, share: float) -> ManyIterate:
        """The model a ``share`` of the way to another one, for a moving picture only; where they
        are not both linear functions, this one.
        """
        if (
            self.W is None
            or other.W is None
            or self.quadratic is not None
            or other.quadratic is not None
        ):
            return self
        centre = self.centre if self.centre is not None else np.zeros(self.W.shape[1])
        # A class without points has the score -inf in both: there is nothing to mix.
        own, ahead = self._scores_at(centre), other._scores_at(centre)
        f_centre = np.where(
            np.isfinite(own) & np.isfinite(ahead), (1.0 - share) * own + share * ahead, own
        )
        W = (1.0 - share) * self.W + share * other.W
        b = f_centre - W @ centre
        centre = read_only(centre)
        return replace(self, W=locked(W), b=locked(b), centre=centre, f_centre=locked(f_centre))

    def _scores_at(self, centre: Floats) -> Floats:
        """The scores (K,) at a place of the feature space."""
        with np.errstate(invalid="ignore"):
            scores: Floats = self.scores(centre[None])[0]
        return scores

    def difference(self, plus: int, minus: int, off: Floats | float = 0.0) -> Iterate | None:
        """The score of one class less that of another one, None where these are no functions of
        their own (or one of the classes has none); ``off (m,)`` is how far weights may be off.
        """
        if self.W is None or not np.isfinite(self.b[[plus, minus]]).all():
            return None
        w, b = self.W[plus] - self.W[minus], float(self.b[plus] - self.b[minus])
        terms = self._sizes((plus, minus), off)
        if self.centre is None or self.f_centre is None:
            return Iterate(w, b, terms=terms)
        f_centre = float(self.f_centre[plus] - self.f_centre[minus])
        if self.quadratic is None or self.slope is None:
            return Iterate.centred(w, self.centre, f_centre, terms=terms)
        quadratic = self.quadratic[plus] - self.quadratic[minus]
        slope = self.slope[plus] - self.slope[minus]
        return Iterate.curved(quadratic, slope, self.centre, f_centre, terms=terms)

    def _sizes(self, classes: tuple[int, int], off: Floats | float) -> Iterate:
        """The absolute values of the numbers of two classes, added; ``off`` counts as what
        rounding takes of them.
        """

        def added(values: Floats | None) -> Any:
            return None if values is None else np.abs(values[list(classes)]).sum(axis=0)

        offset = self.b if self.f_centre is None else self.f_centre
        return Iterate(
            added(self.W) + off / SUMS,
            added(self.b),
            centre=self.centre,
            f_centre=added(offset),
            quadratic=added(self.quadratic),
            slope=None if self.slope is None else added(self.slope) + off / SUMS,
        )

    def for_all_classes(self, present: tuple[int, ...], K: int) -> ManyIterate:
        """The iterate of the classes ``present`` as one of all K classes: the others have no weight
        and the score -inf.
        """

        def spread(values: Floats, empty: float) -> Floats:
            wide = np.full((K, *values.shape[1:]), empty)
            wide[list(present)] = values
            return wide

        return replace(
            self, **self._of_each_class(spread), moved=tuple(present[k] for k in self.moved)
        )

    def for_classes(self, present: tuple[int, ...]) -> ManyIterate:
        """The iterate of some classes only: the inverse of :meth:`for_all_classes`."""
        return replace(self, **self._of_each_class(lambda values, _: values[list(present)]))

    def _of_each_class(self, change: Callable[[Floats, float], Floats]) -> dict[str, Any]:
        """The arrays of one row a class, changed by ``change(values (K, ...), empty)``; ``empty``
        is the value of a class without points.
        """
        empty = {"W": 0.0, "b": -np.inf, "f_centre": -np.inf, "quadratic": 0.0, "slope": 0.0}
        known = {name: getattr(self, name) for name in empty}
        changed = {
            name: locked(change(values, empty[name]))
            for name, values in known.items()
            if values is not None
        }
        return (
            changed
            if self.alpha is None
            else {**changed, "alpha": locked(change(self.alpha.T, 0.0).T)}
        )
