"""How well scores tell two classes apart, whatever the threshold: ROC, precision over recall,
costs, calibrated probabilities.

Source: Fawcett, Pattern Recognition Letters 27 (2006) 861; Davis and Goadrich, ICML 2006 (no
straight lines between precisions); DeGroot and Fienberg, The Statistician 32 (1983) 12
(reliability).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Bools, Floats, locked
from ..summaries import OneLine
from ..ties import steps_of


@dataclass(frozen=True, eq=False, repr=False)
class ScoreCurve(OneLine):
    """The right and wrong alarms at every threshold: class + where the score is at least the
    threshold.

    ``thresholds`` (k,) fall: infinity, then each distinct score once, so that equal scores change
    sides together, those that differ by their rounding alone among them; ``hits`` and ``alarms``
    (k,) count the points of class + and of class - from there on, and end at all ``plus`` and
    ``minus`` of them.
    """

    thresholds: Floats
    hits: Floats
    alarms: Floats

    @staticmethod
    def of(scores: Floats, positive: Bools) -> ScoreCurve:
        """The curve of scores (n,) of points of both classes."""
        # equal scores change sides together, so their order does not matter
        order = np.argsort(-scores)
        sorted_scores, hit = scores[order], positive[order]
        last = steps_of(sorted_scores)
        hits, alarms = (np.append(0.0, np.cumsum(is_of_class)[last]) for is_of_class in (hit, ~hit))
        return ScoreCurve(
            locked(np.append(np.inf, sorted_scores[last])), locked(hits), locked(alarms)
        )

    @property
    def plus(self) -> float:
        """The points of class +."""
        return float(self.hits[-1])

    @property
    def minus(self) -> float:
        """The points of class -."""
        return float(self.alarms[-1])

    @property
    def recall(self) -> Floats:
        """The share of class + that is found (the true positive rate)."""
        return self.hits / self.plus

    @property
    def false_alarm_rate(self) -> Floats:
        """The share of class - that is taken for class + (the false positive rate)."""
        return self.alarms / self.minus

    @property
    def precision(self) -> Floats:
        """The share of class + among what is called so; 1 where nothing is."""
        positives = self.hits + self.alarms
        return np.divide(self.hits, positives, out=np.ones(len(positives)), where=positives > 0.0)

    @cached_property
    def auc(self) -> float:
        """The area under recall over the rate of false alarms: how often a point of class + has the
        larger score, ties half.
        """
        recall = self.recall
        return float(np.diff(self.false_alarm_rate) @ (0.5 * (recall[1:] + recall[:-1])))

    @cached_property
    def average_precision(self) -> float:
        """``sum_k (recall_k - recall_(k-1)) precision_k``, without straight lines between the
        thresholds.
        """
        return float(np.diff(self.recall) @ self.precision[1:])

    def costs(self, false_alarm: float, miss: float) -> Floats:
        """The total cost (k,) of the errors at each threshold."""
        return false_alarm * self.alarms + miss * (self.plus - self.hits)


def reliability(probabilities: Floats, positive: Bools, bins: int) -> tuple[Floats, Floats, Floats]:
    """For each of ``bins`` equal parts of [0, 1] with points: their mean probability, the share of
    class +, how many they are.
    """
    edges = np.linspace(0.0, 1.0, bins + 1)
    part = np.searchsorted(edges[1:-1], probabilities)
    count, total, plus = (
        np.bincount(part, weights, bins)
        for weights in (None, probabilities, positive.astype(np.float64))
    )
    filled = count > 0
    return (
        total[filled] / count[filled],
        plus[filled] / count[filled],
        count[filled].astype(np.float64),
    )
