"""Data sets full of ties: what snapping, copying and lining up on a canvas produces; a moved point,
and the objective of the soft margin.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from benchmarks.hunt import families
from solvers import Iterate, Problem
from solvers.arrays import Floats, read_only

FAMILIES: tuple[families.Family, ...] = (
    families.tiny_lattice, families.bits, families.random_lattice, families.one_place,
    families.copies, families.polygon,
    families.copies_of_both_labels, families.both_labels_everywhere, families.collinear,
    families.parallel_lines,
    families.on_the_margin, families.xor_corners, families.one_place_only, families.one_against_all,
    families.touching_hulls,
)  # fmt: skip


def placed(rng: np.random.Generator, X: Floats) -> Floats:
    """The points as they are, or tiny, huge, stretched, or far from the origin."""
    moved = (X * 1e-8, X * 1e8, X + 1e8, X * [1e3, 1e-3], X * 1e-3 + 1e4)
    change = int(rng.integers(8))
    return moved[change] if change < len(moved) else X


def random_case(seed: int) -> tuple[str, Floats, Floats, float]:
    """One data set with ties and a trade-off C: a name for the report, X, y, C."""
    rng = np.random.default_rng(seed)
    family = FAMILIES[seed % len(FAMILIES)]
    X, y = family(rng, int(rng.choice([2, 3, 4, 5, 8, 12, 20, 50, 120, 400])))
    y = y.copy()
    y[0], y[-1] = 1.0, -1.0
    return (
        f"{family.__name__} n={len(y)} seed={seed}",
        placed(rng, X),
        y,
        float(10 ** rng.uniform(-3, 5)),
    )


def moved(problem: Problem, row: int, place: Floats) -> Problem:
    """The problem with one point elsewhere."""
    X = problem.X.copy()
    X[row] = place
    return replace(problem, X=read_only(X))


def objective(problem: Problem, C: float, iterate: Iterate) -> float:
    """``1/2 ||w||^2 + C/n sum max(0, 1 - y f)``, written out."""
    hinges = np.maximum(0.0, 1.0 - problem.y * iterate.scores(problem.Phi)).mean()
    return 0.5 * float(iterate.w @ iterate.w) + C * float(hinges)
