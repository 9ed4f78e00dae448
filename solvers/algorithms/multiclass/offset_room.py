"""The offsets that cost the same: where several are optimal, their range and its middle.

For optimal weights the optimal offsets are those with which all alternatives that carry multipliers stay the largest of their
groups.  Every such condition bounds a difference ``b_k - b_l`` from below, so they are the solutions of a system of difference
constraints.  Its longest paths are the ranges of all differences.  With the longest paths to, or from, any one class as offsets all
conditions hold, so they hold with the mean of these 2 K solutions, too, which does not depend on the order of the classes.  For two
classes it is the middle of the interval.

Source: Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, "Difference constraints" and "All-pairs shortest paths".
"""

from __future__ import annotations

import numpy as np

from ...arrays import Floats


def longest_paths(lowest: Floats) -> Floats:
    """The lower bounds (K, K) of all differences ``b_k - b_l`` that follow from some of them: longest paths."""
    paths = lowest.copy()
    np.fill_diagonal(paths, 0.0)
    for k in range(len(paths)):
        paths = np.maximum(paths, paths[:, k, None] + paths[k])
    return paths


def middle(paths: Floats) -> Floats:
    """Offsets (K,) with sum 0 in the middle of the ranges ``paths[k, l] <= b_k - b_l <= -paths[l, k]``."""
    offsets: Floats = 0.5 * (paths - paths.T).mean(axis=1)
    offsets -= offsets.mean()
    return offsets
