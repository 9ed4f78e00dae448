"""Multinomial naive Bayes: documents over a dictionary of two words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from ..algorithms.moments.of_moments import ClosedForm, InOneStep
from ..algorithms.moments.threshold import PRIOR_RANGE, PRIORS, log_priors
from ..algorithms.multiclass.iterate import ManyIterate
from ..arrays import Floats, Ints
from ..losses import logistic_loss
from ..method import Method
from ..parameters import Only, Range, Symbol
from ..problem import MappedPoints, Problem
from ..result import Bounds, Iterate, Outcome, Status

NOT_COUNTS = (
    "Point {} is ({}): the method counts words, so {} coordinates must be whole numbers "
    "of at least 0."
)
FREQUENCIES_COUNTED = "The frequencies are counted; Bayes' rule gives the boundary."
NO_WORDS = (
    "Without smoothing the word frequencies of class {} are undefined: its documents are empty."
)
WORD_NEVER_SEEN = (
    "Word {} never occurs in class {}: without smoothing its probability is 0 and the log-odds "
    "are infinite. "
    "Choose a smoothing above 0."
)


@dataclass(frozen=True)
class MultinomialNaiveBayes(InOneStep, Method):
    """The log-odds of documents whose words are drawn independently: the point (x1, x2) counts the
    words of a two-word dictionary.

    ``P(word j | class) = (N_j + smoothing) / (N + smoothing * m)`` from the word counts of the
    class (Laplace smoothing), hence ``w_j = ln P(j | +) - ln P(j | -)`` and ``b = ln(p+/p-)``:
    linear, and through the origin for equal priors.  The multinomial coefficient is the same for
    both classes and cancels.  ``priors`` as in :class:`GaussianGenerative`.

    The certificate's ``primal`` is the mean log-loss of the training points; the estimates do not
    minimise it.

    Where it fails: words that come together are counted as if each were new evidence, so the
    probabilities are too certain; without smoothing a word that a class never had makes the
    log-odds infinite, and there is no boundary (UNBOUNDED).

    Source: Linear methods summary, sec. 1.1.2 and A.2 (discrete input), which estimates without
        smoothing;
    McCallum and Nigam, AAAI Workshop on Learning for Text Categorization (1998) 41.

    Example:
        >>> from solvers import MultinomialNaiveBayes, fit
        >>> X, y = [[0, 0], [1, 0], [4, 3], [5, 3]], [-1, -1, 1, 1]
        >>> fit(MultinomialNaiveBayes(), X, y).predict([[6, 4]])
        array([1])
    """

    name: ClassVar[str] = "Multinomial naive Bayes"
    label: ClassVar[str] = "naive Bayes"
    summary: ClassVar[str] = "Points are word counts; each class has its own word frequencies."
    objective: ClassVar[str] = (
        "f(x) = \\sum_j x_j log \\frac{P(j|+)}{P(j|−)} + log \\frac{p_+}{p_−}"
    )
    needs_plane: ClassVar[bool] = True
    measured: ClassVar[str] = "mean log-loss"
    has_probability: ClassVar[bool] = True

    smoothing: Annotated[float, Range(0.0, slider=(0.0, 10.0))] = 1.0
    priors: Annotated[str, PRIORS] = "empirical"
    prior_plus: Annotated[float, PRIOR_RANGE, Symbol("p_+"), Only("priors", ("given",))] = 0.5

    def answer(self, problem: Problem) -> ClosedForm:
        """The closed form; none when the points are not word counts."""
        scores, outcome = self.class_scores(problem, ("+", "−"))
        return None if scores is None else scores.difference(0, 1), outcome

    def class_scores(
        self, problem: MappedPoints, names: Sequence[str]
    ) -> tuple[ManyIterate | None, Outcome]:
        """``ln p_k + sum_j x_j ln P(word j | k)`` of each class, if it can be."""
        W, outcome = self.log_frequencies(problem.Phi, problem.groups, names)
        if W is None:
            return None, outcome
        counts = np.array([len(rows) for rows in problem.groups])
        priors = log_priors(self.priors, self.prior_plus, counts)
        return ManyIterate.centred(W, np.zeros(W.shape[1]), priors), outcome

    def log_frequencies(
        self, X: Floats, groups: Sequence[Ints], names: Sequence[str]
    ) -> tuple[Floats | None, Outcome]:
        """``ln P(word j | class)`` (K, m) for the rows of each class; None where a point is not a
        word count or is infinite.
        """
        wrong = ((X < 0) | (np.floor(X) != X)).any(axis=1)
        if wrong.any():
            row = int(np.argmax(wrong))
            numbers = ", ".join(f"{value:g}" for value in X[row].tolist())
            quantity = "both" if X.shape[1] == 2 else "all"
            words = NOT_COUNTS.format(row + 1, numbers, quantity)
            return None, Outcome(Status.NOT_APPLICABLE, words)
        documents = [X[rows] for rows in groups]
        named = zip(names, documents, strict=True)
        troubles = (self._trouble(name, counts.sum(axis=0)) for name, counts in named)
        trouble = next(filter(None, troubles), None)
        if trouble is not None:
            return None, Outcome(Status.UNBOUNDED, trouble)
        W = np.log([self.frequencies(counts) for counts in documents])
        return W, Outcome(Status.CONVERGED, FREQUENCIES_COUNTED)

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """The mean log-loss of the training points."""
        return Bounds(float(logistic_loss(margins).mean()))

    def frequencies(self, X: Floats) -> Floats:
        """``(N_j + smoothing) / (N + smoothing * m)``; not finite where a class has no words and
        nothing is added.
        """
        counts = X.sum(axis=0) + self.smoothing
        with np.errstate(invalid="ignore"):
            shares: Floats = counts / counts.sum()
        return shares

    def _trouble(self, name: str, counts: Floats) -> str | None:
        """Why the frequencies of a class have no logarithms, or None."""
        if self.smoothing > 0.0 or counts.all():
            return None
        if not counts.any():
            return NO_WORDS.format(name)
        return WORD_NEVER_SEEN.format(int(np.argmin(counts)) + 1, name)
