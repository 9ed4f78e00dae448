"""The sentences of the page about an answer, taken from ``solvers`` so that they are never written
twice.
"""

from __future__ import annotations

from solvers.algorithms import domain
from solvers.algorithms.certified import NO_BOUND
from solvers.algorithms.correcting.normalised_samples import STANDARDISED
from solvers.algorithms.hard_margin import TOO_CLOSE
from solvers.algorithms.no_direction import FOR_EVERY_C, MEANS_COINCIDE, ONE_CLASS
from solvers.algorithms.soft_margin.by_active_set import AT_THIS_C
from solvers.methods import fisher, gaussian, least_squares, logistic, mean_difference
from solvers.multiclass import closed_forms, generative, softmax
from solvers.multiclass.schemes import ALL_ZERO, SOME_ZERO

SENTENCES = {
    "noPoints": "There are no points yet: both classes need at least one.",
    "noClass": "Class {} has no points: both classes need at least one.",
    "noProof": "The best model found leaves a relative gap of {}.",
    "meansCoincide": mean_difference.EQUAL_MEANS,
    "meanDifference": "The weights are the difference of the class means.",
    "fisher": "The closed form w = C_W^−1 (m+ − m−) gives the largest J.",
    "fisherEqualMeans": fisher.EQUAL_MEANS,
    "fisherNearlySingular": fisher.NEARLY_SINGULAR,
    "fisherOnLine": fisher.ON_A_LINE,
    "fisherUnbounded": fisher.UNBOUNDED_J,
    "fisherOnePlace": fisher.ONE_LOCATION,
    "leastSquares": "The closed form solves the normal equations.",
    "leastSquaresOnLine": least_squares.RANK_DEFICIENT,
    "gaussian": gaussian.AVERAGES,
    "gaussianEqualMeans": gaussian.SINGLE_VALUED,
    "gaussianOneDensity": gaussian.ONE_DENSITY,
    "gaussianNoSpread": gaussian.NO_SPREAD,
    "gaussianAcross": gaussian.ACROSS,
    "gaussianOnLine": gaussian.ON_A_LINE,
    "gaussianWidened": gaussian.WIDENED,
    "logistic": "Newton's method reached the minimum in {}.",
    "logisticSeparable": logistic.SEPARABLE,
    "logisticTouching": logistic.TOUCHING,
    "logisticOnLine": logistic.ON_A_LINE,
    "logisticFlat": logistic.ADD_PENALTY,
    "hard": "The hulls are {} apart, so the margin is {}; {} points carry it.",
    "hardTooClose": TOO_CLOSE,
    "noBound": NO_BOUND,
    "beyondFeatures": domain.FEATURES,
    "beyondMargin": domain.SOFT.format(domain.SCALE),
    "noDigits": domain.ROUNDING,
    "hardSamePoint": (
        "Not separable: {} is a point of both classes, and no score is positive and negative there."
    ),
    "hardTouching": "Not separable: the convex hulls touch at {}, where the margin would be 0.",
    "hardOverlap": (
        "Not separable: the convex hulls intersect: {} lies in both, so every line has a point on "
        "its wrong side."
    ),
    "mapped": "The optimum: {held} points hold the margin, {inside} lie inside it.",
    "mappedPenalty": "With a feature map the page computes logistic regression for λ above 0.",
    "smo": (
        "A kernel has no weights to walk with, so pairs and faces of multipliers are moved "
        "instead: {steps} steps; "
        "the optimality conditions hold to {violation}."
    ),
    "softForEveryC": FOR_EVERY_C,
    "softOneClass": ONE_CLASS,
    "zeroOfMeans": MEANS_COINCIDE,
    "softAtThisC": AT_THIS_C,
    "softHardRegime": "Hard-margin regime: C is so large that raising it further changes nothing but rounding.",  # noqa: E501
    "softInterval": "Every b from {low} to {high} is equally good; the middle is shown.",
    "manyNoPoints": "There are no points yet: at least two classes need one.",
    "manyOneClass": "Only class {} has points: at least two classes need one.",
    "manyMeansCoincide": closed_forms.NO_NEAREST,
    "manySomeEqual": closed_forms.SOME_EQUAL,
    "manyNearest": closed_forms.NEAREST,
    "manyFisherEqual": closed_forms.EQUAL_MEANS,
    "manyFisherUnbounded": closed_forms.UNBOUNDED_J,
    "manyFisherOnLine": closed_forms.ON_A_LINE,
    "manyFisher": closed_forms.PROJECTED,
    "manyMasked": closed_forms.MASKED,
    "manyNotUnique": closed_forms.RANK_DEFICIENT,
    "manyGivenPriors": generative.GIVEN_PRIORS,
    "manyWidened": generative.WIDENED,
    "softmax": softmax.MINIMUM,
    "schemeConverged": "All {} two-class fits converged.",
    "schemeAllZero": ALL_ZERO,
    "schemeSomeZero": SOME_ZERO,
    "pairConverged": "The two-class fit converged.",
    "targetsMet": "Every score meets a positive target after {steps}: the classes are separated.",
    "targetsMissed": (
        "All scores are positive after {steps}, so the classes are separated; the last targets "
        "are met to {lowest}."
    ),
    "targetsNever": (
        "After {steps} no score exceeds its target and some miss theirs (e ≤ 0, e ≠ 0): this "
        "proves it. "
    ),
    "standardised": STANDARDISED,
}
