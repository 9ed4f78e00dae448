"""What scikit-learn calls our methods: the lines that fit the same model with the same objective."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from solvers import Fisher, Fit, HardMarginSVM, LeastSquares, LogisticRegression, Method, SoftMarginSVM


@dataclass(frozen=True)
class Names:
    """What a script calls things: the score of a model, the function of its features (empty: none) and its kernel, if any."""

    score: str
    phi: str
    kernel: str | None

    @property
    def samples(self) -> str:
        """The training samples as the model sees them."""
        return f"{self.phi}(X)" if self.phi else "X"

    def scored_by(self, function: str) -> str:
        """The score by a function of the fitted model."""
        places = f"{self.phi}(points)" if self.phi else "points"
        return f"def {self.score}(points):\n    return model_{self.score}.{function}({places})\n"


@dataclass(frozen=True)
class Peer:
    """What is to be imported, and the lines that fit the model."""

    imported: str
    lines: tuple[str, ...]


def fitted(fit: Fit, names: Names) -> Peer | None:
    """The same model by scikit-learn, None where that has none, or not with these settings."""
    write = PEERS.get(type(fit.method)) if fit.method.has_offset else None  # SVC always fits one
    return None if write is None else write(fit.method, fit, names)


def _soft_margin(method: SoftMarginSVM, fit: Fit, names: Names) -> Peer | None:
    n = len(fit.problem.y)
    return _svc(repr(method.C / n), f"C = {method.C:g} is shared by the {n} points: SVC weighs each with C/n", names)


def _hard_margin(method: HardMarginSVM, fit: Fit, names: Names) -> Peer | None:
    largest = 0.0 if fit.alpha is None else float(fit.alpha.max(initial=0.0))
    return _svc(repr(100.0 * max(largest, 1.0)), "no point may err: C is far above the largest multiplier", names)


def _svc(cost: str, why: str, names: Names) -> Peer | None:
    if names.kernel is None and not names.phi:
        return None
    shape = names.kernel or 'kernel="linear"'
    model = f"model_{names.score} = SVC({shape}, C={cost}, tol=1e-10, cache_size=500).fit({names.samples}, y)\n\n"
    return Peer("from sklearn.svm import SVC", (f"# {why}", model, names.scored_by("decision_function")))


def _logistic(method: LogisticRegression, fit: Fit, names: Names) -> Peer | None:
    if not names.phi or method.penalise_bias:
        return None
    penalty = f"C={0.5 / (method.l2 * len(fit.problem.y))!r}" if method.l2 > 0.0 else "C=np.inf"
    why = f"# mean loss + l2 |w|^2 with l2 = {method.l2:g}; scikit-learn has |w|^2 / 2 + C times the sum: C = 1/(2 n l2)"
    model = f'LogisticRegression({penalty}, solver="newton-cholesky", tol=1e-14, max_iter=1000).fit({names.samples}, y)'
    lines = (why, f"model_{names.score} = {model}\n\n", names.scored_by("decision_function"))
    return Peer("from sklearn.linear_model import LogisticRegression", lines)


def _least_squares(method: LeastSquares, fit: Fit, names: Names) -> Peer | None:
    if not names.phi or method.ridge != 0.0 or method.targets is not None:
        return None
    lines = (f"model_{names.score} = LinearRegression().fit({names.samples}, y)\n\n", names.scored_by("predict"))
    return Peer("from sklearn.linear_model import LinearRegression", lines)


def _fisher(method: Fisher, fit: Fit, names: Names) -> Peer | None:
    if not names.phi or fit.w is None:
        return None
    f, cut = names.score, -fit.b / float(np.linalg.norm(fit.w))
    lines = (
        "# the direction by scikit-learn; where to cut along it is a rule of its own, whose number was found here",
        f'w{f} = LinearDiscriminantAnalysis(solver="lsqr").fit({names.samples}, y).coef_[0]',
        f"w{f} /= np.linalg.norm(w{f})\n\n",
        f"def {f}(points):\n    return {names.phi}(points) @ w{f} - {cut!r}\n",
    )
    return Peer("from sklearn.discriminant_analysis import LinearDiscriminantAnalysis", lines)


PEERS: Mapping[type[Method], Callable[[Any, Fit, Names], Peer | None]] = MappingProxyType(
    {
        SoftMarginSVM: _soft_margin,
        HardMarginSVM: _hard_margin,
        LogisticRegression: _logistic,
        LeastSquares: _least_squares,
        Fisher: _fisher,
    }
)
