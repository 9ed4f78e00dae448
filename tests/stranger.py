"""A method that the program does not know: probit regression, whose parameter, loss and probability
have names of their own.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

import numpy as np
from scipy.special import log_ndtr, ndtr

from solvers import Certificate, Fit, Floats, Iterate, Method, Outcome, Problem, Status
from solvers.criterion import Criterion, Strength
from solvers.losses import Loss
from solvers.method import Steps
from solvers.parameters import Range
from solvers.result import Bounds


def _value(m: Floats, out: Floats | None = None) -> Any:
    return np.multiply(log_ndtr(m), -1.0, out=out)


def _slope(m: Floats) -> Any:
    return -np.exp(-0.5 * m * m - log_ndtr(m)) / np.sqrt(2.0 * np.pi)


PROBIT = Loss("probit", _value, _slope, "−log Φ(m)", "surprise")


@dataclass(frozen=True)
class Probit(Method):
    """Minimise ``(1/n) sum -log Phi(y f) + shrinkage |w|^2`` by Newton's method."""

    name: ClassVar[str] = "Probit regression"
    label: ClassVar[str] = "probit"
    summary: ClassVar[str] = "Probabilities by the normal distribution function."
    iterative: ClassVar[bool] = True
    has_probability: ClassVar[bool] = True
    strength: ClassVar[Strength] = Strength("shrinkage", "$ρ$", (-4.0, 2.0), more_is_softer=True)

    shrinkage: Annotated[float, Range(0.0, open_low=True, log=True)] = 0.1

    @property
    def loss(self) -> Loss:
        """Minus the logarithm of the probability."""
        return PROBIT

    def criterion(self, n: int) -> Criterion:
        """The mean loss, and the penalty."""
        return Criterion(PROBIT, 1.0, self.shrinkage)

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """Newton steps: the second derivative of the loss is ``g (g - m)`` with ``g`` minus the
        first one.
        """
        centre, n = problem.Phi.mean(axis=0), len(problem.y)
        Z = problem.y[:, None] * np.column_stack([problem.Phi - centre, np.ones(n)])
        ridge = np.append(np.full(Z.shape[1] - 1, 2.0 * self.shrinkage), 0.0)
        theta = np.zeros(Z.shape[1])
        for _ in range(50):
            m = Z @ theta
            g = -_slope(m)
            step = np.linalg.solve(
                (Z.T * (g * (g + m))) @ Z / n + np.diag(ridge), Z.T @ g / n - ridge * theta
            )
            theta = theta + step
            value = float(_value(Z @ theta).mean()) + 0.5 * float(ridge @ (theta * theta))
            yield Iterate.centred(theta[:-1], centre, float(theta[-1]), objective=value)
            if float(np.abs(step).max()) < 1e-12:
                return Outcome(Status.CONVERGED)
        return Outcome(Status.BUDGET)

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """The objective; nothing bounds it from below."""
        return Bounds(
            float(_value(margins).mean()) + self.shrinkage * problem.norm_squared(iterate)
        )

    def certify(self, problem: Problem, iterate: Iterate, outcome: Outcome) -> Certificate:
        """The certificate, whose violation is the derivative in b, which is 0 at the optimum."""
        found = super().certify(problem, iterate, outcome)
        slope = float(problem.y @ _slope(found.margins)) / max(len(problem.y), 1)
        return replace(found, worst_violation=abs(slope))

    def probability(self, iterate: Iterate, Phi: Floats, scores: Floats) -> Floats:
        """``Phi(f)``."""
        return np.asarray(ndtr(scores), dtype=np.float64)
