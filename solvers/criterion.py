"""The criterion of a method as a value: loss, penalty, the parameter between them and its path, and
the same model in scikit-learn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .arrays import Floats
from .certificate import TOLERANCE
from .kernels import Kernel, LinearKernel
from .losses import Loss
from .moments import ClassMoments
from .result import Iterate, Status
from .summaries import OneLine, html_rows, vector_text


@dataclass(frozen=True)
class Strength:
    """The parameter that trades the length of w against the loss.

    ``name`` is that of the field, ``symbol`` how it is written in the mathematics mark-up,
    ``decades`` the range of log10 that is worth looking at; ``more_is_softer``: a larger value lets
    more points pay (l2, ridge), else fewer (C).
    """

    name: str
    symbol: str
    decades: tuple[float, float]
    more_is_softer: bool


@dataclass(frozen=True)
class Criterion:
    """``loss_weight * mean_i v_i loss(y_i f(x_i)) + norm_weight ||w||^2 + offset_weight b^2``,
    which the method minimises.

    ``v_i`` is ``positive_weight`` for a point of class +, 1 for one of class -
    (:meth:`solvers.method.Method.weights`). ``loss_weight`` 0: the loss is a constraint (the hard
    margin).  With targets of their own the loss of a point is that of its place: margins then have
    the samples along their last axis.
    """

    loss: Loss
    loss_weight: float = 1.0
    norm_weight: float = 0.0
    offset_weight: float = 0.0
    positive_weight: float = 1.0

    @property
    def penalty(self) -> float:
        """The weight of ``||w||^2`` beside the mean loss."""
        return self.norm_weight / self.loss_weight if self.loss_weight else self.norm_weight

    def value(self, mean_loss: Floats, norm_squared: Floats, offset: Floats) -> Floats:
        """The objective, from the mean loss, ``||w||^2`` and b."""
        total: Floats = (
            self.loss_weight * mean_loss
            + self.norm_weight * norm_squared
            + self.offset_weight * offset * offset
        )
        return total


@dataclass(frozen=True)
class Contrast:
    """A criterion that is maximised over directions alone, whatever the length of w and the offset.

    ``title`` in the mathematics mark-up and ``name`` without it; ``at`` is its value in the plane
    for the direction of an angle in degrees, ``fact`` names the largest value among the facts of a
    fit.
    """

    title: str
    name: str
    summary: str
    fact: str
    at: Callable[[ClassMoments, float], float]


@dataclass(frozen=True)
class Peer:
    """The same model in scikit-learn, as text: nothing of it is imported here.

    ``call`` makes the estimator of ``module`` with the settings under which both minimise the same,
    and ``remark`` says how the scalings differ.  ``score`` names its function of samples that
    equals f; without one only the direction ``coef_[0]`` agrees.
    """

    module: str
    call: str
    score: str = ""
    remark: str = ""

    @property
    def import_line(self) -> str:
        """The line that imports the estimator."""
        return f"from {self.module} import {self.call.partition('(')[0]}"


@dataclass(frozen=True, eq=False, repr=False)
class SoftMarginPath(OneLine):
    """The soft margin for every C between ``C[0]`` and ``C[-1]``.

    ``C (k,)`` are the breakpoints in rising order, ``w (k, m)`` and ``b (k,)`` the solutions there
    in data units; between two breakpoints both are linear in C.  ``centre (m,)`` and ``f_centre
    (k,)`` hold the same functions in the form that keeps its digits far from the origin.  Where b
    is not unique, one of the optimal values stands.

    ``gaps (k,)`` is the certificate: no solution on the stretch that ends at a breakpoint is
    further above the optimum, relative to it, recomputed from the data
    (:func:`solvers.algorithms.soft_margin.path.bounds`).  ``jumps`` counts the stretches
    between two solutions found from nothing, where ties stop the walk from breakpoint to
    breakpoint.
    """

    C: Floats
    w: Floats
    b: Floats
    centre: Floats
    f_centre: Floats
    gaps: Floats
    jumps: int

    def __repr__(self) -> str:
        return (
            f"SoftMarginPath({len(self.C)} breakpoints, C from {self.C[0]:.6g} to "
            f"{self.C[-1]:.6g}, {self.status.name}, worst_gap={self.worst_gap:.1e})"
        )

    def _repr_html_(self) -> str:
        """A row for each of some breakpoints."""
        rows = [
            (f"{C:.6g}", vector_text(w), f"{b:.6g}", f"{gap:.1e}")
            for C, w, b, gap in zip(
                self.C.tolist(), self.w, self.b.tolist(), self.gaps.tolist(), strict=True
            )
        ]
        return html_rows(("C", "w", "b", "gap"), rows)

    @property
    def worst_gap(self) -> float:
        """The largest relative duality gap anywhere on the path."""
        return float(self.gaps.max())

    @property
    def status(self) -> Status:
        """CONVERGED where the whole path is certified, else BUDGET: somewhere rounding or the
        number of steps was in the way.
        """
        return Status.CONVERGED if self.worst_gap <= TOLERANCE else Status.BUDGET

    @property
    def explanation(self) -> str:
        """One sentence about how well the path is known."""
        if self.status is Status.CONVERGED:
            return f"The path is optimal everywhere, to a relative gap of {self.worst_gap:.1e}."
        worst_C = float(self.C[self.gaps.argmax()])
        return (
            f"Before C = {worst_C:.3g} the path may lie {self.worst_gap:.1e} above the optimum: "
            "rounding or ties are in the way."
        )

    def at(self, C: float) -> Iterate:
        """The solution for trade-off ``C``, by bisection and one interpolation.

        Raises:
            ValueError: C outside the path.
        """
        low, high = float(self.C[0]), float(self.C[-1])
        if not low <= C <= high:
            raise ValueError(f"C must lie on the path, between {low:g} and {high:g}; got {C:g}")
        k = max(int(np.searchsorted(self.C, C)), 1)
        t = (C - self.C[k - 1]) / (self.C[k] - self.C[k - 1])
        w = (1.0 - t) * self.w[k - 1] + t * self.w[k]
        return Iterate.centred(
            w, self.centre, float((1.0 - t) * self.f_centre[k - 1] + t * self.f_centre[k])
        )


PRECISE = "tol=1e-10, cache_size=500"


def svc(
    kernel: Kernel | None, cost: float, remark: str, positive_weight: float = 1.0
) -> Peer | None:
    """SVC with a cost for each point; without a kernel it sees the features themselves."""
    shape = LinearKernel().as_svc if kernel is None else kernel.as_svc
    call = f"SVC({shape}, C={cost!r}{class_weight(positive_weight)}, {PRECISE})"
    return None if shape is None else Peer("sklearn.svm", call, "decision_function", remark)


def class_weight(positive_weight: float) -> str:
    """The argument that weighs the points of label 1; nothing where they count once."""
    return "" if positive_weight == 1.0 else f", class_weight={{1: {positive_weight!r}}}"
