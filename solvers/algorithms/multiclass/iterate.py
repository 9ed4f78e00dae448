"""One step of a K-class method, as it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...arrays import Floats, locked
from ...moments import ClassMoments
from ...result import Iterate, Model
from ...ties import SUMS
from .coordinates import Coordinates


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

    def difference(self, plus: int, minus: int, off: Floats | None = None) -> Iterate | None:
        """The score of one class less that of another one, None where these are no functions of
        their own (or one of the classes has none); ``off (m,)`` is how far weights may be off,
        None: what rounding may have taken is not told.
        """
        if self.W is None or not np.isfinite(self.b[[plus, minus]]).all():
            return None
        terms = None if off is None else self._sizes((plus, minus), off)
        slopes, centre, at_centre = self.about_centre
        slope, f_centre = slopes[plus] - slopes[minus], at_centre[plus] - at_centre[minus]
        if self.quadratic is None:
            return Iterate.centred(slope, centre, f_centre, terms=terms)
        quadratic = self.quadratic[plus] - self.quadratic[minus]
        return Iterate.curved(quadratic, slope, centre, f_centre, terms=terms)

    def _sizes(self, classes: tuple[int, int], off: Floats) -> Iterate:
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
