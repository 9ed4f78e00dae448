"""What sentences claim of the data, asked of the data: every claim beside its predicate.

A claim is a pattern of words and a function of the problem, the fit and what the pattern found.
It is recomputed in another way than in the solvers: point by point.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from solvers import Floats
from solvers.answer import Answer
from solvers.arrays import Ints

from .cases import Finding

EPS = 2.0**-52
ON = 1e-6  # a margin that is 1
Claim = Callable[[Any, Answer, "re.Match[str]"], bool]


def _features(problem: Any) -> Floats:
    features: Floats = np.asarray(problem.Phi)
    return features


def _labels(problem: Any) -> Ints:
    labels: Ints = (problem.y > 0.0).astype(np.int64) if hasattr(problem, "y") else problem.labels
    return labels


def _rounding(problem: Any) -> Floats:
    rounding: Floats = 64.0 * EPS * np.abs(_features(problem)).max(axis=0)
    return rounding


def sits_at_one_place(problem: Any, fit: Answer, match: re.Match[str]) -> bool:
    """All points of each class are the same."""
    Phi, labels = _features(problem), _labels(problem)
    return not any(np.ptp(Phi[labels == k], axis=0).any() for k in np.unique(labels))


def _means(problem: Any) -> tuple[Floats, Floats]:
    """The class means, each point with its weight, and what of a difference is rounding."""
    Phi, labels, weights = _features(problem), _labels(problem), problem.weights
    each = np.ones(len(labels)) if weights is None else weights
    groups = [labels == k for k in np.unique(labels)]
    means = [np.average(Phi[rows], axis=0, weights=each[rows]) for rows in groups]
    return np.array(means), _rounding(problem) + 1e-6 * np.abs(Phi - Phi.mean(axis=0)).max(axis=0)


def means_are_one(problem: Any, fit: Answer, match: re.Match[str]) -> bool:
    """The class means differ by rounding alone; of some classes those of two of them."""
    means, rounding = _means(problem)
    apart = np.abs(means[:, None] - means) > rounding
    if match[0].startswith("Some"):
        return bool((~apart.any(axis=2)).sum() > len(means))
    return not apart.any()


def is_one_place(problem: Any, fit: Answer, match: re.Match[str]) -> bool:
    """All points are one but for rounding."""
    return bool((np.ptp(_features(problem), axis=0) <= _rounding(problem)).all())


def counts_otherwise(problem: Any, fit: Answer, match: re.Match[str]) -> bool:
    """The classes do not count alike yet, and their means differ."""
    means, _ = _means(problem)
    weight = fit.method.class_weight(1.0)
    return abs(float(match[1]) / weight - 1.0) > 1e-6 and bool(np.ptp(means, axis=0).any())


def counts_margins(problem: Any, fit: Answer, match: re.Match[str]) -> bool:
    """So many points have y f = 1 at the least, and so many y f < 1."""
    margins = np.asarray(fit.certificate.margins)
    inside, at_most = margins < 1.0 - ON, margins < 1.0 + ON
    held, below = int(match[1]), int(match[2])
    return int(inside.sum()) <= below <= int(at_most.sum()) and held <= int(
        (at_most & (margins > 1.0 - ON)).sum()
    )


def is_no_number(problem: Any, fit: Answer, match: re.Match[str]) -> bool:
    """No sentence has a number that is none."""
    return False


CLAIMS: tuple[tuple[str, Claim], ...] = (
    (r"each class sits at a single place", sits_at_one_place),
    (r"(?:Some )?class means coincide", means_are_one),
    (r"All points are at one place", is_one_place),
    (r"\b(?:inf|nan)\b", is_no_number),
    (r"With the weight v₊ = (\S+) for class \+ both classes count alike", counts_otherwise),
    (r"(\d+) points? holds? the margin, (\d+) lies? inside", counts_margins),
)  # fmt: skip


def sentences(case: Any, fit: Any) -> Iterator[Finding]:
    """What the sentence of a fit says is so; of a scheme what those of its members say."""
    for one in [member for _, member in fit.pairs] or [fit]:
        words = one.explanation
        for pattern, claim in CLAIMS:
            for match in re.finditer(pattern, words):
                if not claim(one.problem, one, match):
                    yield Finding("a sentence that is not so", f"{match[0]!r} in {words!r}")
