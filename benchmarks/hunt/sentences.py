"""What sentences claim of the data, asked of the data: every claim beside its predicate.

A claim is a pattern of words and a function of the problem, the fit and what the pattern found.
It is recomputed in another way than in the solvers: by singular values, or point by point.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from solvers import Floats
from solvers.answer import Answer
from solvers.arrays import Ints
from solvers.lost_rank import name_of_feature

from .cases import Finding

EPS = 2.0**-52
FLAT = 1e-7  # of the largest singular value of unit columns: a direction without extent
ON = 1e-6  # a margin that is 1
Claim = Callable[[Any, Answer, "re.Match[str]"], bool]


def _features(problem: Any) -> Floats:
    features: Floats = np.asarray(problem.Phi)
    return features


def _labels(problem: Any) -> Ints:
    labels: Ints = (problem.y > 0.0).astype(np.int64) if hasattr(problem, "y") else problem.labels
    return labels


def _parts(problem: Any, where: str) -> list[Floats]:
    """The groups of points that a place in a sentence names, each about its own mean."""
    Phi, labels = _features(problem), _labels(problem)
    if "within" in where or " classes" in where:
        parts = [Phi[labels == k] for k in np.unique(labels)]
    elif match := re.search(r"class (.+?)$", where.strip()):
        names = {"−": 0, "+": 1} if hasattr(problem, "y") else {}
        names |= {} if names else {problem.name(k): k for k in range(problem.K)}
        parts = [Phi[labels == names[match[1]]]]
    else:
        parts = [Phi]
    return parts


def _rounding(problem: Any) -> Floats:
    rounding: Floats = 64.0 * EPS * np.abs(_features(problem)).max(axis=0)
    return rounding


def lies_on_a_line(problem: Any, fit: Answer, match: re.Match[str]) -> bool:
    """One direction has all the extent; the points are those of the plane itself."""
    parts = [part - part.mean(axis=0) for part in _parts(problem, match[0])]
    deviations, rounding = np.concatenate(parts), _rounding(problem)
    lengths = np.linalg.norm(deviations, axis=0)
    lengths = np.where(lengths > rounding, lengths, np.inf)
    values = np.linalg.svd(deviations / lengths, compute_uv=False)
    is_plane = problem.features.terms == ("x_1", "x_2")
    return is_plane and bool(len(values) < 2 or values[1] <= FLAT + (rounding / lengths).sum())


def does_not_vary(problem: Any, fit: Answer, match: re.Match[str]) -> bool:
    """The features named are constant but for rounding."""
    names = [name_of_feature(problem.features, k) for k in range(_features(problem).shape[1])]
    said = re.split(r", | and ", match[1])
    if re.fullmatch(r"\d+ features", match[1]):
        said = names
    columns = [names.index(name) for name in said]
    spans = np.max([np.ptp(part, axis=0) for part in _parts(problem, match[2])], axis=0)
    still = spans[columns] <= 4.0 * _rounding(problem)[columns]
    return bool(still.all()) or (said is names and int(still.sum()) == int(match[1].split()[0]))


def has_too_few_points(problem: Any, fit: Answer, match: re.Match[str]) -> bool:
    """The numbers are those of the data, and there are more features than differences of points."""
    parts = _parts(problem, match[3])
    n, m = sum(map(len, parts)), _features(problem).shape[1]
    return (int(match[1]), int(match[2])) == (m, n) and m > n - len(parts)


def follows(problem: Any, fit: Answer, match: re.Match[str]) -> bool:
    """Least squares on the features named leaves nothing of the one that follows."""
    names = [name_of_feature(problem.features, k) for k in range(_features(problem).shape[1])]
    target = names.index(match[1])
    others = re.split(r", | and ", match[2])
    columns = [k for k in range(len(names)) if names[k] in others] or list(range(target))
    # without an offset the features themselves are multiples of each other
    shift = 1.0 if getattr(fit.method, "fit_intercept", True) else 0.0
    parts = [part - shift * part.mean(axis=0) for part in _parts(problem, match[3])]
    deviations = np.concatenate(parts)
    lengths = np.maximum(np.linalg.norm(deviations, axis=0), 1e-300)
    A, b = (deviations / lengths)[:, columns], (deviations / lengths)[:, target]
    rounding = (_rounding(problem) / lengths).sum()
    return bool(np.linalg.norm(b - A @ np.linalg.lstsq(A, b, rcond=None)[0]) <= FLAT + rounding)


def has_one_point(problem: Any, fit: Answer, match: re.Match[str]) -> bool:
    """The class has a single point."""
    return len(_parts(problem, f"class {match[1]}")[0]) == 1


def sits_at_one_place(problem: Any, fit: Answer, match: re.Match[str]) -> bool:
    """All points of each class are the same."""
    return not any(np.ptp(part, axis=0).any() for part in _parts(problem, "within"))


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


CLASS = r"(?:in|of) class \S+?"
WHERE = rf"((?: {CLASS}| within the classes)?)(?=[);])"


def is_no_number(problem: Any, fit: Answer, match: re.Match[str]) -> bool:
    """No sentence has a number that is none."""
    return False


CLAIMS: tuple[tuple[str, Claim], ...] = (
    (r"they lie on a line", lies_on_a_line),
    (r"the points of class \S+(?= lie on a line)", lies_on_a_line),
    (r"the classes lie on parallel lines", lies_on_a_line),
    (rf"(?<=[(;])\s?([^();]+?) (?:does|do) not vary{WHERE}", does_not_vary),
    (r"(\d+) features for (\d+) points((?: of class \S+?| in \d+ classes)?)(?=[);])",
     has_too_few_points),
    (rf"(?<=[(;])\s?([^();]+?) follows from ([^();]+?){WHERE}", follows),
    (r"class (\S+) has one point", has_one_point),
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
