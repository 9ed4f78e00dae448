"""The decisions between classes as functions of the plane: the raw scores of a fit, and the lead of
every label.

The lead of a label is positive where it has the verdict, negative elsewhere, and continuous, so
that its contour at 0 is the border of its part:

* largest score: ``f_k - max_l f_l``;
* only one positive: ``min(f_k, min_l -f_l)``, and for *undecided* minus the largest lead of a
  class;
* votes of three classes: ``min_l f_kl``;
* votes of more: the score of the nearest member whose change of sign would change whether the label
  has the verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from solvers import AnyFit, Fit, Floats, ManyFit, ScoreCurve
from solvers.answer import Group, Key, Rule
from solvers.arrays import Bools, Ints
from solvers.plane.arrangement import UNDECIDED

from .contours import grid_points, grid_scores

Keys = Sequence[Key]


@dataclass(frozen=True, eq=False)
class ScoreFunctions:
    """``at(Z) (n, M)`` and ``grid(xs, ys) (rows, columns, M)`` are the raw functions, ``leads``
    turns them into the leads of the ``labels``.
    """

    labels: tuple[int, ...]
    raw_scores: Callable[[Floats], Floats]
    grid: Callable[[Floats, Floats], Floats]
    leads: Callable[[Floats], Floats]


def verdict_of(fit: ManyFit) -> ScoreFunctions:
    """How a fit decides."""
    rule = fit.form.rule
    if rule.is_vote:
        return _votes(fit, rule)
    if fit.fits and all(minus is None for _, minus in fit.member_keys):
        return _against_rest(fit, rule)
    classes = (
        fit.problem.present if fit.fits else tuple(np.flatnonzero(np.isfinite(fit.last.b)).tolist())
    )

    def raw_scores(Z: Floats) -> Floats:
        return fit.scores(fit.last, Z)[:, list(classes)]

    def grid(xs: Floats, ys: Floats) -> Floats:
        return raw_scores(grid_points(xs, ys)).reshape(len(ys), len(xs), -1)

    return ScoreFunctions(classes, raw_scores, grid, ahead)


def ahead(f: Floats) -> Floats:
    """Each score less the largest of the others."""
    if f.shape[-1] < 2:
        return np.ones_like(f)
    two = np.partition(f, -2, axis=-1)[..., -2:]
    rival = np.where(f >= two[..., 1:], two[..., :1], two[..., 1:])
    lead: Floats = f - rival
    return lead


def leads_of_classes(scores: Floats) -> Floats:
    """The lead of every class (n, K) by the scores of all; 0 where two share an infinite one."""
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(ahead(scores), nan=0.0, posinf=np.inf, neginf=-np.inf)


def areas_of_classes(answer: AnyFit) -> tuple[float | None, ...]:
    """The area under the ROC curve of every class against the rest on the training points, by its
    lead; None for a class without points or without a rest.
    """
    labels = answer.problem.labels
    leads = leads_of_classes(answer.class_scores(answer.problem.X))
    return tuple(
        ScoreCurve.of(leads[:, k], labels == k).auc if is_divided(labels, k) else None
        for k in range(answer.K)
    )


def is_divided(labels: Ints, k: int) -> bool:
    """Whether some points are of class k and some are not."""
    return 0 < int(np.count_nonzero(labels == k)) < len(labels)


def _raw(
    fits: Sequence[Fit], scale: Floats
) -> tuple[Callable[[Floats], Floats], Callable[[Floats, Floats], Floats]]:
    def raw_scores(Z: Floats) -> Floats:
        return np.column_stack([fit.problem.scores(fit.last, Z) for fit in fits]) * scale

    def grid(xs: Floats, ys: Floats) -> Floats:
        return np.stack([grid_scores(fit, xs, ys) for fit in fits], axis=-1) * scale

    return raw_scores, grid


def _against_rest(fit: ManyFit, rule: Rule) -> ScoreFunctions:
    classes = tuple(plus for plus, _ in fit.member_keys if isinstance(plus, int))
    scale = np.array(fit.form.factors(fit.problem, fit.last.members))
    raw_scores, grid = _raw(fit.fits, scale)
    if rule is not Rule.ONE_POSITIVE:
        return ScoreFunctions(classes, raw_scores, grid, ahead)
    return ScoreFunctions((*classes, UNDECIDED), raw_scores, grid, lone_lead)


def lone_lead(f: Floats) -> Floats:
    """By how much each score is the only positive one; last by how much none is."""
    rivals = np.stack(
        [np.delete(f, k, axis=-1).max(axis=-1, initial=-np.inf) for k in range(f.shape[-1])],
        axis=-1,
    )
    lead = np.minimum(f, -rivals)
    result: Floats = np.concatenate([lead, -lead.max(axis=-1, keepdims=True)], axis=-1)
    return result


def _votes(fit: ManyFit, rule: Rule) -> ScoreFunctions:
    raw_scores, grid = _raw(fit.fits, np.ones(len(fit.fits)))
    classes = tuple(int(k) for k in fit.problem.present)
    ballot = Ballot(classes, fit.member_keys, by_scores=rule is Rule.VOTES_AND_SCORES)
    return ScoreFunctions((*classes, UNDECIDED), raw_scores, grid, ballot.leads)


@dataclass(frozen=True, eq=False)
class Ballot:
    """One against one: how the signs of the members make a verdict."""

    classes: tuple[int, ...]
    keys: Keys
    by_scores: bool = False

    def leads(self, f: Floats) -> Floats:
        """The lead of every class and of *undecided* by the raw scores of the members (..., M)."""
        label = self.labels(f)
        near = np.abs(f)
        result = np.empty((*f.shape[:-1], len(self.classes) + 1))
        decisive = [np.full(f.shape[:-1], np.inf) for _ in range(len(self.classes) + 1)]
        for member in range(f.shape[-1]):
            flipped = f.copy()
            flipped[..., member] *= -1.0
            other = self.labels(flipped)
            for k, smallest in enumerate(decisive):
                changes = (label == k) != (other == k)
                np.minimum(smallest, np.where(changes, near[..., member], np.inf), out=smallest)
        margin = self._margin(f) if self.by_scores else None
        for k, nearest in enumerate(decisive):
            smallest = nearest if margin is None else np.minimum(nearest, margin)
            far = np.where(np.isfinite(smallest), smallest, near.max(axis=-1))
            result[..., k] = np.where(label == k, far, -far)
        return result

    def leaders(self, f: Floats) -> Bools:
        """The classes with the most votes (..., classes)."""
        votes = self._sums(f > 0.0, f < 0.0)
        is_leader: Bools = votes == votes.max(axis=-1, keepdims=True)
        return is_leader

    def labels(self, f: Floats) -> Ints:
        """The place of the class with the most votes; the number of classes where several are
        equal.
        """
        is_leader = self.leaders(f)
        if self.by_scores:
            result: Ints = np.where(is_leader, self._sums(f, -f), -np.inf).argmax(axis=-1)
            return result
        return np.where(is_leader.sum(axis=-1) > 1, len(self.classes), is_leader.argmax(axis=-1))

    def _sums(self, for_plus: Floats | Bools, for_minus: Floats | Bools) -> Floats:
        """The votes or scores of members (..., M), summed for each class (..., classes)."""
        places: dict[Group | None, int] = {k: i for i, k in enumerate(self.classes)}
        sums = np.zeros((*for_plus.shape[:-1], len(self.classes)))
        for member, (plus, minus) in enumerate(self.keys):
            sums[..., places[plus]] += for_plus[..., member]
            sums[..., places[minus]] += for_minus[..., member]
        return sums

    def _margin(self, f: Floats) -> Floats:
        """How far the sums of scores are apart where they break a tie, infinite elsewhere."""
        is_leader = self.leaders(f)
        two = np.partition(np.where(is_leader, self._sums(f, -f), -np.inf), -2, axis=-1)[..., -2:]
        margin: Floats = np.where(is_leader.sum(axis=-1) > 1, two[..., 1] - two[..., 0], np.inf)
        return margin
