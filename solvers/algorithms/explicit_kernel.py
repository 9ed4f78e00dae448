"""A kernel whose feature space has few coordinates is its feature map: the fit runs there, and is
handed back as a kernel's.

The polynomial kernel ``(x'z + 1)^d`` is ``<phi(x), phi(z)> + 1`` with the (d + 1)(d + 2)/2 - 1
monomials of :class:`Polynomial`. Since ``sum alpha y = 0`` the constant drops out of ``|w|^2`` and
of the scores: both problems have the same multipliers, the same b and the same objective.  With
coordinates a step costs n m operations instead of n^2, and a score is a sum of m products about the
middle of the data instead of n numbers as large as ``|x|^2d``, which cancel.

Source: Chang, Hsieh, Chang, Ringgaard and Lin, JMLR 11 (2010) 1471 (polynomial kernels of low
degree as maps).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..method import Fit, Steps
from ..problem import Problem
from ..result import Iterate
from .stepping import change_steps


def through_features(
    run: Callable[[Problem, Fit | None], Steps], problem: Problem, start: Fit | None
) -> Steps:
    """The steps of ``run(problem, start)``, taken in the feature space of the kernel where that can
    be written out.
    """
    explicit = problem.explicit
    return (
        run(problem, start)
        if explicit is None
        else change_steps(
            run(explicit, None if start is None else explicit_fit(start)), kernel_iterate
        )
    )


def explicit_fit(fit: Fit) -> Fit:
    """A fit with such a kernel as one of its feature map; any other one as it is."""
    if fit.last.expanded is None or fit.problem.explicit is None:
        return fit
    return replace(fit, problem=fit.problem.explicit, last=fit.last.expanded)


def kernel_iterate(expanded: Iterate) -> Iterate:
    """The model of a feature map as one of its kernel: without w, which stays behind as
    :attr:`Iterate.expanded`.
    """
    return Iterate(
        None,
        expanded.b,
        lambda: expanded.alpha,
        expanded.objective,
        expanded.active,
        lambda: expanded.note,
        expanded=expanded,
        number=expanded.number,
    )
