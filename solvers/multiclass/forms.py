"""Which form a method has with K classes: its own, that of its two-class sibling, or none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from ..algorithms.moments.of_moments import Projection
from ..algorithms.multiclass.iterate import ManyIterate
from ..arrays import Floats, locked
from ..method import Method
from ..methods.fisher import Fisher
from ..methods.gaussian import GaussianGenerative
from ..methods.least_squares import LeastSquares
from ..methods.mean_difference import MeanDifference
from ..methods.naive_bayes import MultinomialNaiveBayes
from ..parameters import Choice, Parameter, parameters_of
from ..result import Iterate
from .closed_forms import ManyFisher, NearestMean, OneHot
from .generative import ManyGaussian, ManyNaiveBayes
from .method import AnyMethod, ManyForm, ManyMethod
from .problem import ManyProblem
from .schemes import Scheme, member_scores

# Between more than two classes one number does not tell the cuts with the fewest training errors.
OFFSETS_OF_MANY = Choice(("midpoint", "prior"), ("nearest class mean", "class priors"))
SUM = "\\sum_{i=1}^{n}"
# The two-class methods that know any number of classes, with their form.
FORMS: dict[type[Method], Callable[[Any], ManyForm]] = {
    MeanDifference: NearestMean,
    Fisher: ManyFisher,
    LeastSquares: OneHot,
    GaussianGenerative: ManyGaussian,
    MultinomialNaiveBayes: ManyNaiveBayes,
}


def takes_many(method: AnyMethod) -> bool:
    """Whether the method itself takes more than two classes; the others do through a scheme."""
    return isinstance(method, ManyMethod) or type(method) in FORMS


def objective_of(method: AnyMethod, is_many: bool) -> str:
    """The formula of a method for more than two classes: that of its own form; the members of a
    scheme keep theirs.
    """
    form = FORMS.get(type(method)) if is_many and isinstance(method, Method) else None
    if form is not None:
        return form(method).objective
    if not isinstance(method, Method):
        return method.objective
    weight, formula = method.class_weight(1.0), method.objective
    if getattr(method, "penalise_bias", False):
        formula = formula.replace("‖w‖^2", "(‖w‖^2 + b^2)")
    if weight != 1.0:
        formula = formula.replace(SUM, f"{SUM} v_i") + f", v_+ = {weight:.6g}, v_− = 1"
    return formula if method.has_offset else f"{formula}, b = 0"


def parameters_with(method: Any, is_many: bool) -> tuple[Parameter, ...]:
    """The parameters of a method; with more than two classes only the offset rules that it has
    there (the first for any other).
    """
    known = parameters_of(type(method))
    if not is_many or not isinstance(method, Projection):
        return known
    return tuple(replace(p, choice=OFFSETS_OF_MANY) if p.name == "offset" else p for p in known)


UNKNOWN = ManyForm()  # of a method that needs a scheme: it has no answers


def form_of(method: AnyMethod, problem: ManyProblem) -> ManyForm:
    """The form that a method has with these classes: with two of them its own two-class fit."""
    if isinstance(method, ManyMethod):
        return method
    if len(problem.present) == 2:
        return LogOdds(method) if method.has_probability else TwoClasses(method)
    known = FORMS.get(type(method))
    return UNKNOWN if known is None else known(method)


@dataclass(frozen=True)
class TwoClasses(Scheme):
    """The one member of two classes: ``f_1 = f/2``, ``f_0 = -f/2``, so that ``f_1 - f_0`` is the
    two-class score f.
    """

    def join(self, problem: ManyProblem, members: tuple[Iterate, ...]) -> ManyIterate:
        """Half of the score for one class, its negative for the other."""
        (one,) = members
        if one.w is None or not np.isfinite(one.b):
            return ManyIterate(None, self._halves(problem, one.b), members=members)
        half = np.array([-0.5, 0.5])
        W, b = half[:, None] * one.w, half * one.b
        _, centre, at_centre = one.about_centre
        iterate = ManyIterate(
            locked(W),
            locked(b),
            centre,
            locked(half * at_centre),
            objective=one.objective,
            members=members,
        )
        if one.quadratic is not None and one.slope is not None:
            quadratic, slope = half[:, None, None] * one.quadratic, half[:, None] * one.slope
            iterate = replace(iterate, quadratic=locked(quadratic), slope=locked(slope))
        return iterate if problem.K == 2 else iterate.for_all_classes(problem.present, problem.K)

    def scores(self, problem: ManyProblem, iterate: ManyIterate, Z: Floats) -> Floats:
        """The halves of the two-class score."""
        scores = np.full((len(Z), problem.K), -np.inf)
        ((plus, minus),) = self.keys(problem)
        f = member_scores(problem, (plus, minus), iterate.members[0], Z)
        assert minus is not None
        scores[:, plus], scores[:, minus] = 0.5 * f, -0.5 * f
        return scores

    def _halves(self, problem: ManyProblem, b: float) -> Floats:
        halves = np.full(problem.K, -np.inf)
        minus, plus = problem.present
        halves[plus], halves[minus] = 0.5 * b, -0.5 * b
        return locked(halves)


class LogOdds(TwoClasses):
    """The same where the score is the log-odds: with softmax the halves give the probabilities."""

    has_probability: ClassVar[bool] = True
