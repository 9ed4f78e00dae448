"""The dual of the SVM of K classes from its multipliers alone, moved first to where it is a
bound.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Floats, Ints
from ...rounding import EPS
from .softmax_problem import balance_rows

ROUNDING = 64.0 * EPS  # of sums of multipliers, relative to the largest


def make_feasible(alpha: Floats, labels: Ints, price: float, each: bool) -> Floats:
    """Multipliers of the rivals (n, K) at which the dual may be evaluated; the column of the own
    class is 0.

    They lie in [0, price], one by one (``each``: Weston and Watkins) or in the sum over the rivals
    (Crammer and Singer), and every class receives what it gives: ``sum over its points of all
    multipliers = sum over the others of those towards it``, as the offsets are free.
    """
    rows = np.arange(len(labels))
    alpha = np.clip(np.nan_to_num(alpha), 0.0, price)
    alpha[rows, labels] = 0.0
    if each:
        return _circulating(alpha, labels, price)
    alpha *= np.minimum(1.0, price / np.maximum(alpha.sum(axis=1), 1e-300))[:, None]
    return _exchange(alpha, labels, price)


def _exchange(alpha: Floats, labels: Ints, price: float) -> Floats:
    """The same with every class giving what it receives; the sums over the rivals stay in [0,
    price].

    With what is left of the price at the own class the multipliers of a point are convex weights.
    Two classes exchange at every point in proportion to the product of their weights there, so that
    what is zero stays zero, times the difference of two potentials.  Where there is nothing to
    exchange every weight hands over its part.
    """
    rows, counts = np.arange(len(labels)), np.bincount(labels, minlength=alpha.shape[1])
    taken, given = (
        alpha.sum(axis=0),
        np.bincount(labels, alpha.sum(axis=1), minlength=alpha.shape[1]),
    )
    surplus = taken - given
    weights = alpha / price
    weights[rows, labels] = 1.0 - weights.sum(axis=1)
    products = weights.T @ weights * price
    network = np.diag(products.sum(axis=1)) - products
    potentials = np.linalg.lstsq(network, surplus, rcond=1e-15)[0]
    left = float(np.abs(surplus - network @ potentials).max())
    if np.ptp(potentials) <= 0.5 and left <= 1e-12 * float(given.sum()):
        moved: Floats = alpha * (1.0 - potentials + (weights @ potentials)[:, None])
        return moved
    moved = price * balance_rows(np.maximum(weights, 0.0).T, counts.astype(np.float64)).T
    moved[rows, labels] = 0.0
    return moved


def _circulating(alpha: Floats, labels: Ints, price: float) -> Floats:
    """Multipliers one by one in [0, price], with flows between the classes that balance.

    Every multiplier gives or takes in proportion to its room, times the difference of two
    potentials, one a class; these solve the equations of a network.  Where that takes more than
    there is room for, all multipliers are given up.
    """
    n, K = alpha.shape
    room = np.minimum(alpha, price - alpha)
    room[np.arange(n), labels] = 0.0
    flows, rooms = np.zeros((K, K)), np.zeros((K, K))
    for k in range(K):
        flows[k], rooms[k] = alpha[labels == k].sum(axis=0), room[labels == k].sum(axis=0)
    excess = flows.sum(axis=1) - flows.sum(axis=0)
    if np.abs(excess).max() <= ROUNDING * float(flows.max(initial=0.0)):
        # the rounding of these very sums, for which multipliers at their bounds have no room
        return alpha
    both = rooms + rooms.T
    network = np.diag(both.sum(axis=1)) - both
    potentials = np.linalg.lstsq(network, -excess, rcond=1e-15)[0]
    steps = potentials[labels][:, None] - potentials
    left = excess + network @ potentials
    if np.abs(steps[room > 0.0]).max(initial=0.0) > 1.0 or np.abs(left).max() > 1e-12 * max(
        1.0, float(np.abs(flows).max())
    ):
        return np.zeros_like(alpha)
    balanced_flows: Floats = alpha + room * steps
    return balanced_flows


def pulls(alpha: Floats, labels: Ints) -> Floats:
    """``beta (n, K)``: what each point adds to the weights of each class, ``w_k = sum_i beta_ik
    phi_i``.
    """
    beta = -alpha
    beta[np.arange(len(labels)), labels] = alpha.sum(axis=1)
    return beta


def dual_value(alpha: Floats, labels: Ints, X: Floats) -> float:
    """``sum alpha - 1/2 sum_k ||w_k||^2`` for feasible multipliers and points ``X (n, m)`` about
    any centre.
    """
    W = pulls(alpha, labels).T @ X
    return float(alpha.sum()) - 0.5 * float((W * W).sum())
