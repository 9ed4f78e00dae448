"""The formulas of the lectures written out in numpy on raw points: nothing here calls the library
whose numbers are checked.
"""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
ASSETS = Path(__file__).parents[2] / "assets" / "lessons"


class Raw:
    """The file of a lesson or a scene as it is: points (n, 2), the number of the class of each, and
    y = ±1 where there are two.
    """

    def __init__(self, path: Path) -> None:
        self.json: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        rows = np.array(self.json["data"]["points"], dtype=np.float64)
        self.X, self.labels = rows[:, :2], rows[:, 2].astype(int)
        self.y = np.where(self.labels == 1, 1.0, -1.0)

    def of(self, label: int) -> Array:
        """The points of a class."""
        return self.X[self.labels == label]


def lesson(name: str) -> Raw:
    """A shipped lesson."""
    return Raw(ASSETS / f"{name}.json")


def scatter(X: Array) -> Array:
    """The sum of (x - m)(x - m)'."""
    d = X - X.mean(axis=0)
    return d.T @ d


def within(raw: Raw) -> Array:
    """C_W: the scatters of all classes, added."""
    return sum((scatter(raw.of(k)) for k in np.unique(raw.labels)), np.zeros((2, 2)))


def fisher(raw: Raw) -> Array:
    """w = C_W^-1 (m_+ - m_-)."""
    w: Array = np.linalg.solve(within(raw), raw.of(1).mean(axis=0) - raw.of(0).mean(axis=0))
    return w


def midpoint_offset(raw: Raw, w: Array) -> float:
    """-<w, m_+ + m_->/2."""
    return float(-0.5 * w @ (raw.of(1).mean(axis=0) + raw.of(0).mean(axis=0)))


def fewest_errors(raw: Raw, w: Array) -> int:
    """The fewest errors of any threshold along w, class + above it."""
    z = raw.X @ w
    cuts = np.concatenate([[-np.inf], np.sort(z)])
    return min(int(np.count_nonzero((z > cut) != (raw.y > 0))) for cut in cuts)


def least_squares(Phi: Array, t: Array) -> Array:
    """(b, w) that minimises the sum of (t - b - <w, phi>)^2."""
    a: Array = np.linalg.lstsq(np.column_stack([np.ones(len(t)), Phi]), t, rcond=None)[0]
    return a


def wrong(f: Array, y: Array) -> int:
    """How many points are on the wrong side, those on the line counted as class -."""
    return int(np.count_nonzero((f > 0.0) != (y > 0.0)))


def hull_distance(P: Array, Q: Array) -> float:
    """The distance of two convex hulls in the plane: between a point of one and a segment of the
    other, over all of them.
    """
    return min(_nearest(P, Q), _nearest(Q, P))


def _nearest(points: Array, others: Array) -> float:
    found = math.inf
    for a, b in itertools.combinations_with_replacement(others, 2):
        along = b - a
        square = float(along @ along)
        t = np.clip((points - a) @ along / square, 0.0, 1.0) if square else np.zeros(len(points))
        found = min(found, float(np.linalg.norm(points - (a + t[:, None] * along), axis=1).min()))
    return found


def mean_hinge(f: Array, y: Array) -> float:
    """(1/n) sum max(0, 1 - y f)."""
    return float(np.maximum(0.0, 1.0 - y * f).mean())


def soft_margin_gap(Phi: Array, y: Array, C: float, w: Array, b: float, alpha: Array) -> float:
    """The relative gap of 1/2 |w|^2 + C mean hinge over the dual value of alpha, which lies in its
    box and sums to 0.
    """
    assert alpha.min() >= -1e-12
    assert alpha.max() <= C / len(y) * (1.0 + 1e-9)
    assert abs(float(alpha @ y)) <= 1e-9 * float(alpha.sum())
    primal = 0.5 * float(w @ w) + C * mean_hinge(Phi @ w + b, y)
    v = Phi.T @ (alpha * y)
    dual = float(alpha.sum()) - 0.5 * float(v @ v)
    return (primal - dual) / max(abs(primal), 1e-300)


def logistic_gradient(X: Array, y: Array, l2: float, w: Array, b: float) -> Array:
    """The gradient in (b, w) of (1/n) sum log(1 + exp(-y f)) + l2 |w|^2."""
    # the same as 1/(1 + exp(-f)), without its overflow
    p = 0.5 * (1.0 + np.tanh(0.5 * (X @ w + b)))
    r = (p - (y > 0.0)) / len(y)
    return np.concatenate([[r.sum()], X.T @ r + 2.0 * l2 * w])


def logistic_hessian(X: Array, l2: float, w: Array, b: float) -> Array:
    """Its Hessian."""
    p = 1.0 / (1.0 + np.exp(-(X @ w + b)))
    Z = np.column_stack([np.ones(len(X)), X])
    return (Z * (p * (1.0 - p))[:, None]).T @ Z / len(X) + 2.0 * l2 * np.diag([0.0, 1.0, 1.0])


def newton_steps(X: Array, y: Array, l2: float, to: float) -> int:
    """How many plain Newton steps from 0 it takes until the gradient is at most ``to``."""
    a = np.zeros(3)
    for k in range(100):
        g = logistic_gradient(X, y, l2, a[1:], a[0])
        if np.abs(g).max() <= to:
            return k
        a = a - np.linalg.solve(logistic_hessian(X, l2, a[1:], a[0]), g)
    raise AssertionError("Newton's method does not end")


def newton_weights(X: Array, y: Array, l2: float, steps: int) -> Array:
    """(b, w) after so many plain Newton steps from 0."""
    a = np.zeros(3)
    for _ in range(steps):
        a = a - np.linalg.solve(
            logistic_hessian(X, l2, a[1:], a[0]), logistic_gradient(X, y, l2, a[1:], a[0])
        )
    return a


def perceptron(Z: Array, rate: float = 1.0, order: list[int] | None = None) -> list[Array]:
    """The weights of the single-sample rule on normalised samples, after every correction."""
    a, way, rows = np.zeros(Z.shape[1]), [np.zeros(Z.shape[1])], order or list(range(len(Z)))
    while not (Z @ a > 0.0).all():
        for k in rows:
            if Z[k] @ a <= 0.0:
                a = a + rate * Z[k]
                way.append(a)
    return way


def batch_perceptron(Z: Array, rate: float, margin: float) -> list[Array]:
    """The weights of the batch rule, which adds all samples with a'z <= margin at once."""
    a, way = np.zeros(Z.shape[1]), [np.zeros(Z.shape[1])]
    while (Z @ a <= margin).any():
        a = a + rate * Z[Z @ a <= margin].sum(axis=0)
        way.append(a)
    return way
