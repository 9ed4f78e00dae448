"""Which form a method has with K classes: its own, that of its two-class sibling, or none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..families.of_moments import Projection
from ..method import Method
from ..methods.fisher import Fisher
from ..methods.gaussian import GaussianGenerative
from ..methods.least_squares import LeastSquares
from ..methods.mean_difference import MeanDifference
from ..methods.naive_bayes import MultinomialNaiveBayes
from ..parameters import Choice, Parameter, parameters_of
from .forms.discriminant import ManyFisher
from .forms.generative import ManyGaussian, ManyNaiveBayes
from .forms.nearest_mean import NearestMean
from .forms.one_hot import OneHot
from .method import AnyMethod, ManyForm, ManyMethod
from .problem import ManyProblem
from .schemes.two_classes import TwoClasses

# Between more than two classes the cuts with the fewest training errors are no matter of one
# number.
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
    weight = method.class_weight(1.0)
    formula = (
        method.objective
        if weight == 1.0
        else method.objective.replace(SUM, f"{SUM} v_i") + f", v_+ = {weight:.6g}, v_− = 1"
    )
    return formula if method.has_offset else f"{formula}, b = 0"


def parameters_with(method: Any, is_many: bool) -> tuple[Parameter, ...]:
    """The parameters of a method; with more than two classes only the offset rules that it has
    there (the first for any other).
    """
    known = parameters_of(type(method))
    if not is_many or not isinstance(method, Projection):
        return known
    return tuple(replace(p, choice=OFFSETS_OF_MANY) if p.name == "offset" else p for p in known)


UNKNOWN = ManyForm()  # that of a method which needs a scheme: it has no answers


def form_of(method: AnyMethod, problem: ManyProblem) -> ManyForm:
    """What fits the method to these classes: with two of them a two-class method is itself."""
    if isinstance(method, ManyMethod):
        return method
    if len(problem.present) == 2:
        return TwoClasses(method)
    known = FORMS.get(type(method))
    return UNKNOWN if known is None else known(method)
