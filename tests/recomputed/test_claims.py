"""Every closing, hint and recall of the course is a claim with its check, tried on redraws of the
lesson's own classes.

A claim is a law of its data if it holds in at least 95 of 100 draws; where a sentence states a
share, that share is asked; what is said of one picture, or defines a word, is checked on that
picture alone (``here``).  What is true of any points is mathematics (``always``): no draw can
refute it.  The table names the words of each claim, so that words cannot change unnoticed.
"""

from __future__ import annotations

import re

import claims_by_hand as by_hand
import claims_of_generalising as generalising
import claims_of_lines as lines
import claims_of_margins as margins
import pytest
from redraws import LESSONS, Check, bootstrap, here, jitter, law, population, separable

from linclass_gui.lessons.lesson import Lesson

pytestmark = [pytest.mark.usefixtures("all_samples"), pytest.mark.slow]


def always(_: range) -> None:
    """True of any points: a theorem of docs/maths.md, or what the words mean."""


CLAIMS: dict[str, tuple[tuple[Check, tuple[str, ...]], ...]] = {
    "two-sides": (
        (
            always,
            (
                "For a normal of length 1 the offset $b$ is the distance from the origin",
                "how far the point under the pointer is from it: bring the distance at (0, 0) to 2",
                "By what is it divided to be this distance? – ‖w‖",
                "doubling $w$ and $b$ doubles both",
                "$|b|$ is the score of the origin",
                "That is once too often",
                "$f$ rises by $‖w‖$ with every unit of distance",
            ),
        ),
    ),
    "many-lines": (
        (
            always,
            (
                "More room means that a new point may lie a little off and still be on its own",
                "The hard margin makes this room as large as it can be",
                "half-way between the hulls, across their shortest connection",
                "With more room, a new point may lie a little off",
                "What is found first depends on the order of the points",
                "The frame of the picture is chance",
            ),
        ),
        (
            law("many-lines", lines.trusted_on_new_points, separable, 0.7),
            (
                "them deserves trust on new points? – the one whose nearest point is furthest away",
                "errs less on new points than perceptrons do in the mean in about four of five",
            ),
        ),
    ),
    "not-separable": (
        (
            always,
            (
                "instead of a common point there is a closest pair, and the line half way between",
                "What does it prove? – no line separates the classes",
                "The diamond lies in both convex hulls",
                "Hulls can meet while their means are far apart",
                "Every label may be right",
            ),
        ),
        (
            here("not-separable", lines.one_point_in_the_other_hull),
            ("Look for the point that lies in the hull of the other class",),
        ),
    ),
    "projecting": (
        (
            law("projecting", lines.distance_against_spread),
            (
                "A direction in which the means are closer together can separate much better",
                "Which way are the clouds long?",
                "Along it everything overlaps",
                "Why do the hills overlap all the same? – the classes are wide in this direction",
                "What counts is the distance of the means compared with the spread",
                "More points make a hill higher, not wider",
                "no cut can part them",
            ),
        ),
    ),
    "fisher-criterion": (
        (
            law("fisher-criterion", lines.flat_top),
            (
                "a degree more or less costs next to nothing, but the direction of the means",
                "Turn until $J$ in the plot is at its highest place",
                "What does $J(w)$ do? – it stays as it is",
                "only the angle counts",
                "but so does their spread",
                "The numerator grows fourfold, but the denominator does, too",
                "What does $J(w)$ do? – it stays as it is",
                "length and sign of $w$ do not count",
                "a sign does not survive",
                "The numerator grows ninefold, but the denominator does, too",
            ),
        ),
    ),
    "fisher-example": (
        (
            by_hand.fisher_example,
            (
                "Class 1 has the points (1.5, 1.5), (1, 2), (2, 0), class 2 has (3, 1), (2, 3)",
                "(2.5, 2.5)",
                "(−76, −36)",
                "(−19, −9)",
                "from −70 to −37",
                "between −65 and −42",
                "+ 53.5",
                "from −11.5 to 11.5",
                "(52, 24) and (24, 12)",
            ),
        ),
        (
            by_hand.typical_mistakes,
            ("That is the inverse of $S_1 + S_2$", "That is $S_W$ itself"),
        ),
        (
            always,
            (
                "so $w = (−76, −36)$, and only its direction matters",
                "exchange the diagonal, turn the sign of the others, divide by the determinant",
                "the inverse of the mean covariance times (m₁ − m₂)",
                "a direction in which the classes are wide gets little weight",
                "it does not ask in which direction the classes are wide",
                "the inverse holds them down",
            ),
        ),
    ),
    "where-to-cut": (
        (by_hand.offset_of_the_prior, ("30 of the $n = 36$ points", "$ln(p_+/p_−)/n$")),
        (
            law("where-to-cut", lines.where_the_prior_rule_cuts),
            (
                "The prior rule trusts its model: two normal classes of the same shape",
                "counting errors makes fewer of them on these very points",
                "far out it moves a mean and hardly any count of errors",
                "compared with the midpoint? – nearer to class +",
                "The larger prior enlarges the region of its class",
                "This would give up points of the frequent class to spare the rare one",
                "The midpoint takes both classes to be equally frequent",
            ),
        ),
        (
            law("where-to-cut", lines.prior_rule_errs_less_on_new_points, least=0.6),
            ("the prior rule errs less on them in about seven of ten",),
        ),
    ),
    "least-squares-is-fisher": (
        (
            always,
            (
                "Same direction, different cut",
                "pulls the offset of least squares, because a score of 5 is as wrong as one of −3",
                "Only the thresholds differ",
                "Drag one point far along $w$, one way or the other",
                "whatever the points are? – the direction",
                "the direction is the same; only the cut differs",
                "they cut at two places, in general",
                "Two cuts along one direction may leave different points on the wrong side",
            ),
        ),
    ),
    "least-squares-example": (
        (
            by_hand.least_squares_example,
            (
                "Class 1 has the points (1, 2) and (2, 0), class 2 has (3, 1) and (2, 3)",
                "Y^+ (1, 1, 1, 1) = (11/3, −4/3, −2/3)",
                "exactly ±1",
                "Where is the point (2, 2)",
                "score of (2, 2)",
                "$f(2, 2) = 11/3 − 8/3 − 4/3 = −1/3 < 0$",
                "Put a 1 in front of the point, multiply by $a$ entry by entry, and add",
                "x_2)$ of a point of class 2 before it enters $Y$? – its sign is turned",
                "Then $Y a = 1$ is asked for all points alike",
                "Then points of class 2 would have to reach −1",
                "only the class is written into the row, as a sign",
            ),
        ),
    ),
    "far-blob": (
        (
            law("far-blob", lines.who_follows_a_far_point),
            (
                "One point, rightly classified by both, has spoiled one of the lines",
                "What a method minimises decides whom it listens to",
                "Put it far out on its own side, straight away from class −",
                "If nothing happens, go further out",
                "Which line follows it? – that of least squares",
                "To the squared loss a score of 5 is as wrong as one of −3",
                "Far out on its own side a point has nearly no logistic loss, and nearly no pull",
                "one rises again with the score, the other goes to 0",
            ),
        ),
    ),
    "bayes": (
        (
            always,
            (
                "Narrower classes overlap less",
                "no classifier can beat it",
                "Smaller standard deviations: the classes overlap less",
                "Which shape has the best boundary? – a line",
                "The squares cancel",
                "With two covariances it is a conic section",
                "A circle needs squares that are left over",
                "with one, both classes have the same squares",
            ),
        ),
    ),
    "priors-and-costs": (
        (
            law("priors-and-costs", lines.costs_move_the_threshold, population),
            (
                "makes many more errors than the one of fewest errors, and costs less",
                "Which line is best depends on what its mistakes cost",
                "A method can be told beforehand",
                "$v_+$ of logistic regression and of the soft margin",
                "give class + more room than the Bayes boundary does",
                "Where does the threshold of class + go? – down: more alarms",
                "alarms are cheap",
                "Fewer alarms mean more misses, and a miss is dear here",
                "It stays where both mistakes cost the same",
                "Where does the threshold of class + go? – up: fewer alarms",
                "an alarm has to be nearly certain",
                "More alarms mean more false ones",
            ),
        ),
    ),
    "counting-words": (
        (by_hand.to_be, ("(2, 2, 1, 1, 0)",)),
        (
            always,
            (
                "so $w = 0$ and the prior alone decides",
                "A word speaks for the class in which its share is larger",
                "as many texts full of the first word as of the second",
                "What is its weight? – 0",
                "votes with the logarithm of the ratio, and $ln 1 = 0$",
                "the weight is its logarithm",
                "so it says nothing of the class",
            ),
        ),
    ),
    "score-to-probability": (
        (
            law("score-to-probability", lines.certain_beside_one_line),
            (
                "The line hardly moved, the probabilities did",
                "$λ$ decides how certain the model may be",
                "A larger $λ$ keeps $‖w‖$ small, and all probabilities nearer to 1/2",
                "and to the probabilities? – the line stays, the probabilities become more certain",
                "is one half on the same line, and rises faster beside it",
                "twice of it is 0 as well",
                "0 stays 0, and every other score doubles",
                "and to the probabilities? – the line stays, the probabilities become less certain",
                "is one half on the same line, and rises more slowly beside it",
                "half of it is 0 as well",
                "0 stays 0, and every other score is halved",
            ),
        ),
    ),
    "newton": (
        (
            by_hand.steps_of_newton,
            ("$1/4$", "wrong in its second digit", "right to two digits", "right to four digits"),
        ),
        (
            always,
            (
                "A handful of steps, whatever the accuracy: the last ones only add digits",
                "Near the end each step doubles the number of right digits",
                "have the largest weights in a step of Newton’s method? – those near the line",
                "The weight $p_i (1 − p_i)$ is largest at one half",
                "such a point weighs next to nothing",
                "Their residual is large, but not their weight",
                "$p_i$ is near 0 or 1 there as well",
            ),
        ),
    ),
    "lda-or-logistic": (
        (
            generalising.what_the_assumption_is_worth,
            (
                "LDA averages the two spreads and cuts in the middle between the means",
                "LDA needs fewer points; where it fails, no number of points helps",
                "one covariance, averaged, is then wrong for both",
                "in the mean of many samples? – that of LDA",
                "logistic regression does without, and needs more points",
                "with few points its line varies more",
                "They come near each other with many points",
                "a true assumption saves points",
            ),
        ),
        (generalising.learning_curves_of_lda, ("the Bayes error lies between them",)),
    ),
    "too-certain": (
        (
            always,
            (
                "Each length of $w$ belongs to one $λ$",
                "$‖w‖$ falls as $λ$ grows",
                "How long does $w$ become? – longer than any bound",
                "Doubling $w$ makes every probability better, for ever",
                "Nothing fixes the length at 1",
                "The direction comes near that of the hard margin",
                "stays below a bound however far one goes; along the line",
            ),
        ),
    ),
    "perceptron": (
        (
            always,
            (
                "The narrower the gap, the longer it takes: the bound grows with $1/γ^2$",
                "long samples and a narrow gap between the classes make it large",
                "What does the perceptron do? – it adds the normalised sample z to its weights",
                "the line turns towards the point",
                "the step is the sample itself, however wrong the point is",
                "It keeps its weights, and adds to them",
            ),
        ),
    ),
    "all-mistakes": (
        (
            by_hand.ten_samples_at_once,
            ("$m = 1$", "no sample has $w^T z > m$ yet", "all ten samples"),
        ),
        (
            always,
            (
                "A larger rate takes longer steps, and a good beginning needs few",
                "Too large a rate does no harm here, because only the direction of $w$ counts",
                "With the offset ticked the same happens among three weights",
                "A larger rate makes longer steps; or begin nearer to the cone",
                "is the cone in the plane of the weights? – all weights that no sample cuts off",
                "the cone of the solutions is left",
                "it may end in the cone, but it does not bound it",
                "allows the weights on one side of it",
            ),
        ),
    ),
    "landscapes": (
        (
            always,
            (
                "The gradient of a count is 0 wherever it exists",
                "replace the count by something with a slope",
                "nothing changes while a sample stays on its side",
                "can no rule walk down the number of errors? – it has no slope almost everywhere",
                "every criterion that is descended replaces the count",
                "even the way to one of them is flat",
                "a small turn of the line mostly leaves the count as it is",
            ),
        ),
    ),
    "iris": (
        (
            law("iris", margins.who_finds_out, bootstrap),
            (
                "becomes nowhere positive and not zero, no weights separate the classes",
                "knows what it means when it has no positive entry",
                "What does the perceptron do? – it corrects for ever",
                "It stops only when nothing is wrong",
                "Ho-Kashyap notices, and has a proof",
                "it corrects for one wrong point, and another point becomes wrong",
                "it cannot notice that none will do",
            ),
        ),
    ),
    "canonical": (
        (
            always,
            (
                "To make $1/‖w‖$ large is to make $\\frac{1}{2} ‖w‖^2$ small",
                "where the nearest points of both classes are equally far",
                "if $|f(x)| = 1$ there? – 1/‖w‖",
                "So a short $w$ means a wide margin",
                "$f$ rises faster and is 1 nearer to the line",
                "A score is not a distance yet",
                "$f$ rises by $‖w‖$ with every unit of distance",
            ),
        ),
    ),
    "hard-margin": (
        (
            always,
            (
                "the margin depends on the closest points only",
                "Only the support vectors hold the margin",
                "Take another point, and keep it behind its margin line",
                "How large is the margin $ρ$? – 1.5",
                "How large is the margin $ρ$? – 2.5",
                "How large is the margin $ρ$?",
                "the margin is half the distance of the hulls",
                "the margin reaches from the line in its middle to one side",
                "the line lies in the middle of the gap",
            ),
        ),
    ),
    "dual": (
        (
            always,
            (
                "one from each side, with equal forces; the line stands in the middle",
                "so far that these two alone are nearest",
                "What does the line do? – nothing",
                "only points on the margin push",
                "this one does not touch the margin",
                "this point did not push",
            ),
        ),
    ),
    "slack": (
        (
            always,
            (
                "both points push with the full force $C/n$",
                "with $ξ > 1$ it has crossed the line",
                "Where is it? – on the wrong side of the line",
                "From $ξ = 1$ on a point is beyond the line",
                "1.4 is more than the way from the margin to the line",
                "There a point lacks nothing",
                "$ξ = 0$",
                "Where is it? – inside the margin, on its own side",
                "the line comes at $ξ = 1$",
                "this point lacks six tenths of the way only",
            ),
        ),
    ),
    "soft-margin": (
        (
            always,
            (
                "errors change only where a point crosses the line",
                "What does the street do? – it becomes narrower",
                "fewer points may stand in the street",
                "In a wider street more slack has to be paid",
                "with another price, another width is the best",
            ),
        ),
        (
            here("soft-margin", margins.counts_rise_and_fall),
            (
                "There are whole intervals of such $C$",
                "they rise and fall along it",
                "The strip of errors in the plot shows where there are 5",
            ),
        ),
    ),
    "two-thresholds": (
        (
            always,
            (
                "$x^2$ alone: how far a point is from the middle",
                "Nothing moved; a coordinate was computed",
                "large far out on both sides, and small between",
                "With which feature is one threshold enough? – x²",
                "$x^2$ says how far a point is from the middle",
                "the middle needs two",
                "two thresholds are still needed",
            ),
        ),
    ),
    "circle": (
        (
            always,
            (
                "Two features are enough where the squared distance from the origin is one of them",
                "it is even one feature",
                "What have all points inside the circle in common",
                "What is the boundary back in the plane? – a circle",
                "the shadow of the cut is a circle",
                "A line comes only from a plane that stands upright",
                "both squares have the same weight in it",
            ),
        ),
    ),
    "xor": (
        (
            by_hand.multipliers_of_xor,
            (
                "$α_i = 1/8$",
                "$‖w‖ = 1/√2$",
                "margin is $√2$",
                "$f = 1/4$: class +",
                "The height is $√2 x_1 x_2$, and its weight $1/√2$: so $f = x_1 x_2$",
            ),
        ),
        (
            always,
            (
                "The equal multipliers came from the symmetry of the square, and went with it",
                "Move one point away from the middle",
                "Which single feature separates the four corners? – x₁ x₂",
                "The product has the same sign at opposite corners",
                "the other two lie on both sides of it: one threshold is too few",
                "All corners are equally far from the middle",
            ),
        ),
    ),
    "kernels": (
        (
            law("kernels", margins.islands_and_lines, jitter),
            (
                "A narrow kernel fits every training point, a wide one is smooth",
                "The folds choose; test points that are asked only afterwards",
                "between the islands of a narrow kernel and the nearly straight line",
                "an island around every point, and no training error",
                "only points that are held back can tell",
                "That is a very wide kernel",
                "That is a polynomial of degree 2",
            ),
        ),
    ),
    "many-classes": (
        (
            law("many-classes", margins.undecided_and_decided),
            (
                "what was ambiguous is shared out along the lines where two of them are equal",
                "what if the largest one decides?",
                "Not every score has to be positive",
                "What is decided there? – nothing: it is undecided",
                "Undecided parts are hatched",
                "two that say yes decide nothing",
                "yes and no alone compare nothing",
            ),
        ),
        (law("many-classes", margins.nothing_wrong), ("decides everywhere",)),
    ),
    "one-against-all": (
        (
            law("one-against-all", margins.undecided_and_decided),
            (
                "In the triangle each line says “not mine”, in a wedge two say “mine”",
                "The largest score decides both",
                "on which side of all three is the middle?",
                "claims? – comparing the scores",
                "The largest score exists everywhere",
                "More points move the lines; such parts between the lines remain",
                "Another $C$ moves the lines; such parts between the lines remain",
            ),
        ),
    ),
    "masking": (
        (
            law("masking", margins.masked),
            (
                "its score stays near its share of the points and is never the largest",
                "Softmax may lower the scores of the outer two",
                "whose sum is 1 everywhere",
                "The scores are planes with the sum one",
                "Which of them is nearly flat?",
                "Which one is never chosen? – the middle one",
                "stays near its share of the points everywhere",
                "a straight score that rises towards it is the largest there",
            ),
        ),
        (
            margins.found_by_chance,
            ("With as many points as the others it would be found in part",),
        ),
    ),
    "three-irises": (
        (
            law("three-irises", margins.setosa_alone, bootstrap),
            (
                "the other two overlap in every direction of this plane",
                "How many discriminant directions have $K$ classes at the most?",
                "$K$ means span no more than $K − 1$ dimensions",
                "only differences of the means count",
                "Differences of pairs follow from each other",
                "is the sum of $m_1 − m_2$ and $m_2 − m_3$",
                "How many discriminant directions are there at the most?",
                "Six means span no more than five dimensions",
                "15 is the number of pairs",
            ),
        ),
        (
            law("three-irises", margins.taken_for, bootstrap),
            ("What is off the diagonal of the confusion matrix?",),
        ),
    ),
    "held-back": (
        (
            generalising.line_and_curve,
            (
                "The curve makes no training error, the line makes some.",
                "by heart, noise and all",
                "Training errors say how far a method can bend; errors on points",
                "what do new points care for them?",
                "What does that say of its errors on new points? – nothing yet",
                "Training errors say how far a method can bend",
                "it has not seen the new ones",
                "passes every training point, whatever the labels say",
            ),
        ),
    ),
    "overfitting": (
        (
            generalising.losses_fall_with_the_degree,
            (
                "the training loss can only fall",
                "What does the training loss do? – it falls or stays",
                "Every degree contains the lower ones",
                "so its best loss cannot be larger",
                "the training loss does not know them",
            ),
        ),
        (
            generalising.degree_2_is_best,
            (
                "at which cross-validation errs least",
                "A straight line cannot bend as the classes do, the high degrees bend after single",
                "both err more often than degree 2, on the folds",
                "The lowest point of the thick curve in the plot",
            ),
        ),
        (
            generalising.degree_2_errs_least_on_new_points,
            (
                "and on the points that were held back",
                "It is the error on new points that rises again.",
            ),
        ),
        (
            generalising.a_higher_degree_errs_in_training_no_more,
            ("no error in training, and more than twice as many on the folds",),
        ),
    ),
    "choosing-c": (
        (
            generalising.losses_fall_with_c,
            ("the training loss only falls as $C$ grows", "The training loss only falls"),
        ),
        (
            generalising.a_valley_of_c,
            (
                "errs on less than 21 % of the points",
                "the valley of the validation curve",
                "the errors on folds that are held back in turn",
            ),
        ),
        (
            generalising.marks_far_from_no_error,
            (
                "A large one buys every point",
                "the simplest value within one standard error of it",
                "Both are far away from the $C$ that makes no training error.",
                "a large $C$ obeys each of them, chance included",
            ),
        ),
        (
            generalising.a_small_c_lets_go_of_the_rarer_class,
            (
                "every point is called class −",
                "The widest margin belongs to the smallest $C$",
            ),
        ),
    ),
    "penalty": (
        (
            by_hand.features_of_degree_6,
            ("all its 27 features", "of degree 6 is", "Keep degree 6"),
        ),
        (
            generalising.a_penalty_is_reached_that_errs_less,
            (
                "errs on less than 18 % of the points",
                "the errors on the folds rise again on the right",
                "Go up by powers of ten, and watch the validation error",
            ),
        ),
        (
            generalising.calm_as_degree_2,
            (
                "the curve of degree 6 is about as calm as one of degree 2",
                "how long $w$ may become",
                "How does the boundary look? – calm",
                "a sharp bend needs long weights, and these are dear now",
                "How does the boundary look? – wild",
                "there are enough of them to follow every point",
                "Calm is a boundary whose weights are held down",
            ),
        ),
        (
            generalising.norms_fall_with_the_penalty,
            (
                "A larger $λ$ makes $w$ shorter.",
                "The penalty shortens the weights of squares and products; it does not remove them",
                "squares and products may have any weight",
            ),
        ),
    ),
    "another-sample": (
        (
            generalising.which_needs_more_points,
            (
                "both true errors at most one percent above the Bayes error",
                "With enough points the general method is as good as the special one.",
                "With few points the one that assumes more is the better one",
                "A few hundred points are nearly always enough",
                "method depends more on the sample that was drawn? – the one that assumes less",
                "more to estimate: its variance is larger.",
                "What is assumed need not be estimated",
                "The price is a bias where it is not true",
                "one of them has more numbers to find in them",
            ),
        ),
        (generalising.fifty_points_are_often_enough, ("fifty in about half of the samples",)),
        (generalising.learning_curves, ("Up to 1000 the learning curve is drawn, too",)),
    ),
    "no-signal": (
        (by_hand.a_fair_coin, ("how many per cent",)),
        (
            generalising.a_coin,
            (
                "finds a boundary without a single training error",
                "The boundary is worth as much as the coin.",
                "lies among those of exchanged labels: these labels are none better",
                "What does the coin know of the place where a point lies?",
                "is a boundary without a training error wrong on new ones? – half of the time",
                "It is worth as much as the coin",
                "the next ones know nothing of them",
                "A boundary that is always wrong would know the classes",
                "So few errors are made only on the points that the boundary has seen.",
            ),
        ),
    ),
    "units": (
        (
            generalising.units,
            (
                "varies by about a metre",
                "varies by ten seconds",
                "at most 3 errors",
                "Fisher’s line is what it was",
                "Fisher, least squares and normal classes know no units",
                "Every method with a penalty or a distance in it does",
                "Nothing forbids other units",
                "Which boundary changes? – that of the soft margin",
                "A penalty and a distance depend on units",
                "Its scatter is measured in the new unit, too",
                "Not Fisher’s: its scatter is measured in the new unit, too",
            ),
        ),
    ),
    "thresholds": (
        (
            generalising.alarms,
            (
                "How many of the 40 healthy",
                "One ill person with a low score decides this number.",
                "it depends on what it costs to miss the ill and to alarm the healthy",
                "Drag the threshold in the projection to the ill one with the lowest score",
                "The area under it is the chance that an ill one scores higher than a healthy one",
                "how often an ill one scores higher than a healthy one",
                "The area is the chance of the right order",
                "the area looks at all of them",
                "Their number grows with the points; the area does not",
            ),
        ),
    ),
}
# What lessons ask for, name or choose: nothing that could be computed.
SETTINGS = (
    (
        r"class [12]|one against (?:one|all)|Lemma \d|row \d, column \d|of 1936|degree [25]|offset "
        r"0|height 0"
    ),
    (
        r"the probability 0\b|a false alarm 1|miss costs 10|from 0 to 1|at 0 and 1|towards 1\b|or "
        r"1\.|is 0 wherever|multiply both by 2"
    ),
    r"normal of length 1|near ±1|±1\.|they show .*|0\.05, 0\.25, 0\.75 and 0\.95",
    r"a score of 5|one of −3|between 0 and |multipliers: 0 beyond",
    r"±2 at the distance 2|marked point \(1, 0\.75\)|from 10 over 100 and 1000 to 10000",
)
CHECKS = tuple(
    dict.fromkeys(check for claims in CLAIMS.values() for check, _ in claims if check is not always)
)
DRAWS = [range(10), pytest.param(range(40), marks=pytest.mark.exhaustive)]
ENDS = re.compile(r"(?<=[.?:]) (?=[A-Z$‖])")


def sentences(lesson: Lesson) -> list[str]:
    """What a lesson claims: its closing, its hint, and its recall with the right choice."""
    goal, recall = lesson.goal, lesson.recall
    assert goal is not None
    said, whole = [goal.closing, goal.hint], []
    for each in filter(None, (recall, None if recall is None else recall.variant)):
        whole.append(f"{each.say} – {each.choices[each.right - 1]}")
        said += [each.because, *each.slips]
    return whole + [part for words in said for part in ENDS.split(words) if part]


def is_quoted(said: str, words: str) -> bool:
    """Whether words are a good part of a sentence."""
    return words in said and 4 * len(words) >= len(said)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.name)
def test_every_sentence_has_its_claim_and_every_claim_its_sentence(lesson: Lesson) -> None:
    claims = quoted(lesson.name)
    claimed = [] if lesson.goal is None else sentences(lesson)
    assert [said for said in claimed if not any(is_quoted(said, words) for words in claims)] == []
    goal = [] if lesson.goal is None else [lesson.goal.say, *(s.say for s in lesson.goal.slips)]
    said = "\n".join((*claimed, spoken(lesson), *goal))
    assert [words for words in claims if words not in said] == []


@pytest.mark.parametrize("draws", DRAWS, ids=["ten", "forty"])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_claim_holds_in_nearly_every_draw(check: Check, draws: range) -> None:
    check(draws)


def spoken(lesson: Lesson) -> str:
    """All that a lesson says beside its goal, its hint and its recall."""
    goal, question = lesson.goal, lesson.question
    said = [lesson.text, *(step.say for step in lesson.steps)]
    said += [] if question is None else [question.say, *(f.label for f in question.fields)]
    return "\n".join((*said, "" if goal is None else goal.closing))


def quoted(name: str) -> list[str]:
    return [words for _, claims in CLAIMS.get(name, ()) for words in claims]


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.name)
def test_every_number_in_a_text_has_its_computation(lesson: Lesson) -> None:
    said = spoken(lesson)
    for words in quoted(lesson.name):
        said = said.replace(words, "")
    said = re.sub("|".join(SETTINGS), "", said)
    # Mathematics whose numbers are 0, 1, 2 and 10 is a definition: 1/C, |f| = 1, 1 - y f.
    formulas = re.compile(r"\$[^$]*\$")
    for formula in formulas.findall(said):
        assert set(re.findall(r"\d+(?:\.\d+)?", formula)) <= {"0", "1", "2", "10"}, formula
    assert not re.findall(r"(?<![\w^_])\d[\d.,/]*", formulas.sub("", said))


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.name)
def test_every_number_of_a_goal_is_that_of_its_test(lesson: Lesson) -> None:
    asked = "" if lesson.goal is None else lesson.goal.say
    tests = "" if lesson.goal is None else " ".join(test.text for test in lesson.goal.tests)
    for words in quoted(lesson.name):
        asked = asked.replace(words, "")
    numbers = {float(each) for each in re.findall(r"\d+(?:\.\d+)?", tests)}
    for each, per_cent in re.findall(r"(?<![\w^_/])(\d+(?:\.\d+)?)( %)?", asked):
        value, share = float(each), 0.01 * float(each)
        either = {share, 1.0 + share, *(share * n for n in numbers)} if per_cent else set()
        assert any(abs(v - n) < 1e-9 for v in {value, *either} for n in numbers) or value in (
            0.0,
            2.0,
        ), (each, tests)
