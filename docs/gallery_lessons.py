"""The captions of the figures of all lessons, in the order of the course: each must be true of what
its lesson draws.
"""

from __future__ import annotations

CAPTIONS: dict[str, str] = {
    "two-clouds": (
        "Two classes, the soft margin with its margin lines and support vectors, and Fisher's "
        "discriminant."
    ),
    "three-views": (
        "The soft margin, Fisher's discriminant and logistic regression look at the same points; "
        "the dashed violet line is set "
        "by hand."
    ),
    "two-sides": (
        "f is positive on one side of a line and negative on the other; the line stands |b|/‖w‖ "
        "away from the origin. The "
        "dashed line is set by hand."
    ),
    "many-lines": (
        "Three perceptrons that met the points in different orders: all separate them, each by "
        "another line. The dashed line is"
        " set by hand."
    ),
    "not-separable": "The convex hulls have a point in common, so no line separates the classes.",
    "projecting": (
        "Left: the points projected on the difference of the means. Right: the densities of the "
        "projections overlap; even the "
        "best threshold makes 11 errors."
    ),
    "fisher-criterion": (
        "Left: Fisher's direction, with the projection axis beside the points. "
        "Right: the criterion over the"
        " angle; Fisher's direction stands at its maximum."
    ),
    "fisher-example": "Six points to be calculated by hand, the means of their classes, and Fisher's line.",  # noqa: E501
    "where-to-cut": (
        "One direction and four thresholds: between the means, by the priors, by least squares, "
        "with the fewest errors."
    ),
    "least-squares-is-fisher": "Fisher's discriminant and least squares have one direction; only their thresholds differ.",  # noqa: E501
    "least-squares-example": (
        "Four points to be calculated by hand, and the line of least squares, 11/3 − 4/3 x1 − 2/3 "
        "x2 = 0."
    ),
    "far-blob": (
        "Least squares and logistic regression before a point is added, with room for it far on "
        "the right."
    ),
    "bayes": (
        "Two normal classes: with one covariance for both the boundary is a line, with two a "
        "conic section."
    ),
    "priors-and-costs": (
        "A Gaussian classifier, the Bayes boundary, and a line set by hand: what its mistakes "
        "cost decides which is best."
    ),
    "counting-words": "Texts as the counts of two words: the boundary of naive Bayes is a line.",
    "score-to-probability": (
        "Left: the probability of class + by logistic regression, with contour lines. Right: the "
        "same over the distance along w; "
        "the points stand at 0 and 1, the marked point on the curve."
    ),
    "newton": "Left: logistic regression. Right: Newton's method arrives in seven steps.",
    "lda-or-logistic": (
        "Left: LDA and logistic regression on twenty points of two normal populations with one "
        "covariance. Right: the errors of LDA"
        " over the number of points."
    ),
    "too-certain": (
        "Left: separable classes without a penalty; what is drawn is the direction in which w "
        "runs away. Right: what a penalty "
        "λ makes of it."
    ),
    "perceptron": (
        "The line of the perceptron after its last correction, and its weight vector, half as long."
    ),
    "all-mistakes": "The line through the origin at which the batch perceptron arrives.",
    "landscapes": (
        "Four criteria over the same weights, with the cone of the solutions and the way of the "
        "batch perceptron into it."
    ),
    "iris": (
        "Two kinds of iris that no line separates, proved by a common point of their hulls, and "
        "the lines of four methods."
    ),
    "canonical": "A line set by hand, with the lines f = ±1 of its canonical form, and the hard margin.",  # noqa: E501
    "hard-margin": "The hard margin stands half way between the two convex hulls.",
    "dual": (
        "Left: the hard margin, with a ring about each support vector. Right: their multipliers "
        "with the signs of their classes."
    ),
    "slack": "A soft margin that no point has entered yet: every slack is 0.",
    "soft-margin": (
        "The soft margin for C = 10, 100 (top) and 1000, 10000 (bottom): as C grows, the margin "
        "narrows."
    ),
    "two-thresholds": (
        "Left: points on a line with two thresholds of the soft margin. Right: on the parabola "
        "(x, x²) they are one straight line."
    ),
    "circle": (
        "A plane over the features (x1, x2, x1² + x2²) is a circle here: the soft margin with its "
        "margin lines."
    ),
    "xor": (
        "XOR with all monomials of degree 2: the boundary is x1 x2 = 0, and f = 0.25 at the "
        "marked point (0.5, 0.5)."
    ),
    "kernels": (
        "A narrow Gaussian kernel draws islands about its points: no error in training, and "
        "nothing learned."
    ),
    "many-classes": (
        "One against the rest: a place is taken where exactly one class says yes; where none or "
        "two do, it is hatched."
    ),
    "one-against-all": (
        "A line for each of three classes: no class wants the triangle in the middle, and two "
        "want each wedge."
    ),
    "masking": "Least squares for three classes in a row: no point is taken for the one in the middle.",  # noqa: E501
    "three-irises": (
        "Fisher's discriminant for three kinds of iris: the six flowers drawn larger are taken "
        "for another kind."
    ),
    "held-back": (
        "A line fitted to the filled points; the hollow ones were held back and count its errors "
        "on new points."
    ),
    "overfitting": (
        "Errors over the degree: on five folds, with one standard error, and in training; the "
        "smallest is ringed."
    ),
    "choosing-c": (
        "Errors over C: on five folds, with one standard error, and in training; the smallest is "
        "ringed."
    ),
    "penalty": "A curve of degree 6 that separates all training points, and its errors over the penalty.",  # noqa: E501
    "another-sample": (
        "A line and a conic section, both estimated from twelve points of two populations with "
        "one covariance."
    ),
    "no-signal": (
        "A narrow kernel separates points whose classes a coin decided; in cross-validation it is "
        "as good as the coin."
    ),
    "units": (
        "The soft margin follows the axis with the larger numbers; Fisher's line does not care "
        "about units."
    ),
    "thresholds": (
        "Fisher's line, and the share of the ill that are found over the share of the healthy "
        "that are alarmed."
    ),
}
