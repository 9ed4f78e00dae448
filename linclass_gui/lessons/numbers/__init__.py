"""The numbers behind a picture, as in a calculation by hand: one file for each topic, all listed in
BLOCKS.

A block is a function from a scene to matrices and lines, or to a sentence about its needs. Adding
one is a file here and a line below.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

import numpy as np

from ...markup.mathtext import escape_label
from ...scene.scene import Scene
from . import (
    card,
    columns,
    densities,
    generalisation,
    least_squares,
    logistic,
    margins,
    moments,
    score_terms,
    trial,
    update,
)
from .block import NEEDS_POINTS, Block, NeedsError, Numbers

# Blocks that are wanted together.
MEANS, SCATTERS, SQUARES, WORDS = (
    "Means and covariances",
    "Scatters",
    "Least squares",
    "Words counted",
)
GAUSSIAN, LOGISTIC, MARGINS, ERRORS, STEPS = (
    "Gaussian classifier",
    "Logistic regression",
    "Margins",
    "Populations and test points",
    "Steps",
)
COLUMNS, PLACE, METHOD = "Table of many columns", "Score at a point", "The method"

BLOCKS: tuple[Block, ...] = (
    Block("means", "Class means", moments.means, (MEANS, SCATTERS), moments.means_of_many, True),
    Block("S_1", "Covariance of the first class", partial(moments.covariance, place=0), (MEANS,)),
    Block("S_2", "Covariance of the second class", partial(moments.covariance, place=1), (MEANS,)),
    Block("S_W", "Average covariance", moments.average_covariance, (MEANS,), of_classes=True),
    Block("S_W^-1", "Its inverse", moments.inverse_covariance, (MEANS,), of_classes=True),
    Block("w", "Fisher's direction", moments.direction, (MEANS,), of_classes=True),
    Block(
        "eigenvalue",
        "Fisher’s eigenvalue problem",
        moments.eigenvalue,
        (MEANS, SCATTERS),
        moments.eigenvalues,
        True,
    ),
    Block(
        "projected",
        "Projections on w, 2w, −3w and w/‖w‖",
        moments.projections,
        (MEANS, SCATTERS),
        of_classes=True,
    ),
    Block("C_W", "Scatter within the classes", moments.within, (SCATTERS,), moments.within, True),
    Block(
        "C_B",
        "Scatter between the classes",
        moments.between,
        (SCATTERS,),
        moments.between,
        True,
    ),
    Block("C", "Scatter of all points", moments.total, (SCATTERS,), moments.total_of_many, True),
    Block(
        "principal",
        "Principal components",
        moments.principal,
        (SCATTERS,),
        moments.principal,
        True,
    ),
    Block("Y", "Normalised samples", least_squares.samples, (SQUARES,)),
    Block("Y^+", "Pseudo-inverse", least_squares.inverse, (SQUARES,)),
    Block("a", "Weights of least squares", least_squares.weights, (SQUARES,)),
    Block("limit", "Limit of the pseudo-inverse", least_squares.limit, (SQUARES,)),
    Block("lemma-2", "Lemma 2", least_squares.lemma_two, (SQUARES,)),
    Block(
        "words",
        "Words and their contributions",
        columns.word_votes,
        (WORDS,),
        columns.word_votes_of_classes,
    ),
    Block("word-counts", "Words counted in each class", columns.frequencies, (WORDS,)),
    Block(
        "gaussian",
        "Gaussian densities",
        densities.gaussian,
        (GAUSSIAN,),
        densities.gaussian,
        True,
    ),
    Block("working", "Weights and targets of the next step", logistic.working, (LOGISTIC,)),
    Block("newton", "Gradient and Hessian", logistic.derivatives, (LOGISTIC,)),
    Block(
        "one-hot",
        "Targets T and weights W",
        logistic.one_hot,
        (LOGISTIC, SQUARES),
        logistic.one_hot,
    ),
    Block(
        "likelihood", "Likelihood of softmax", logistic.likelihood, (LOGISTIC,), logistic.likelihood
    ),
    Block(
        "relative",
        "Scores beside a reference class",
        logistic.relative,
        (LOGISTIC,),
        logistic.relative,
    ),
    Block("your-line", "Your line", trial.numbers_of_trial, (MEANS, MARGINS)),
    Block("canonical", "Canonical form of your line", trial.canonical, (MARGINS,)),
    Block("lemma-3", "Lemma 3", least_squares.lemma_three, (MARGINS,), of_classes=True),
    Block(
        "unit-vector",
        "Unit vector with the largest least distance",
        margins.unit_vector,
        (MARGINS,),
    ),
    Block("gram", "Gram matrix", margins.gram, (MARGINS,)),
    Block("dual", "The dual with its numbers", margins.dual_problem, (MARGINS,)),
    Block("dual-function", "The dual as a function", margins.dual_function, (MARGINS,)),
    Block("kkt", "The conditions at every point", margins.conditions_table, (MARGINS,)),
    Block("slackness", "Complementary products", margins.slackness_products, (MARGINS,)),
    Block("b", "b as an average", margins.average_offset, (MARGINS,)),
    Block("terms", "Terms of the dual", score_terms.dual_terms, (PLACE,), follows_pointer=True),
    Block(
        "weight-terms",
        "Terms of the weights",
        score_terms.weight_terms,
        (PLACE,),
        follows_pointer=True,
    ),
    Block("card", "Card of the method", card.card, (METHOD,), card.card),
    Block(
        "forms", "The criterion elsewhere", card.equivalent_forms, (METHOD,), card.equivalent_forms
    ),
    Block(
        "objective",
        "The objective with its numbers",
        card.objective_terms,
        (METHOD,),
        card.objective_terms,
    ),
    Block("sizes", "Size of primal and dual", card.sizes, (METHOD, MARGINS)),
    Block(
        "true-errors",
        "Errors on the populations",
        generalisation.true_errors,
        (ERRORS,),
        generalisation.true_errors,
    ),
    Block(
        "cuts",
        "Best cut along w",
        generalisation.projected_errors,
        (ERRORS,),
        generalisation.of_two_classes,
    ),
    Block(
        "bias-variance", "Bias and variance", generalisation.parts, (ERRORS,), generalisation.parts
    ),
    Block(
        "costs",
        "Expected costs",
        generalisation.costs,
        (ERRORS,),
        generalisation.of_two_classes,
    ),
    Block(
        "test-errors",
        "Errors on the test points",
        generalisation.test_errors,
        (ERRORS,),
        generalisation.test_errors,
    ),
    Block(
        "update",
        "Why this update?",
        update.update_numbers,
        (STEPS,),
        update.update_numbers,
    ),
    Block(
        "steps",
        "Table of steps",
        logistic.step_table,
        (STEPS,),
        logistic.step_table_of_many,
    ),
    Block("axes", "Axes of the plane", columns.axes, (COLUMNS,), columns.axes),
    Block("weights", "Weights of the columns", columns.weights, (COLUMNS,), columns.weights),
    Block("columns", "Scatters of all columns", columns.scatter, (COLUMNS,), columns.scatter),
    Block(
        "discriminants",
        "Discriminants of all columns",
        columns.solutions,
        (COLUMNS,),
        columns.solutions,
    ),
)
TOPICS = tuple(dict.fromkeys(topic for block in BLOCKS for topic in block.topics))
BEYOND = "These numbers are beyond double precision: centre and scale the features."
NEEDS_PAIR = "These numbers are those of two classes: select a method that compares pairs of them."
# What blocks about a pair of classes ask for that have no form of all classes.
OF_METHOD = frozenset(
    {
        card.NEEDS_MARGIN,
        margins.NEEDS_MULTIPLIERS,
        margins.OTHER_DUAL,
        moments.NEEDS_LINE,
        score_terms.NEEDS_MULTIPLIERS,
        score_terms.NEEDS_WEIGHTS,
    }
)
S = TypeVar("S", bound=Scene)
NAMES = frozenset(block.name for block in BLOCKS)


def numbers_of(name: str, scene: Scene, costs: tuple[float, float] | None = None) -> Numbers:
    """The numbers of one block; ``costs`` are those of a false alarm and of a miss (None: those of
    the document).
    """
    block = next(block for block in BLOCKS if block.name == name)
    takes_any = block.numbers_of_many is block.numbers  # the same for any number of classes
    # two classes have signs, and with them formulas of their own
    if block.numbers_of_many is not None and (scene.is_many or takes_any):
        return _numbers(block, block.numbers_of_many, scene)
    pair = scene.pair
    if pair is None:
        return Numbers(needs=NEEDS_PAIR)
    prices = costs or (1.0, pair.document.miss_cost)
    is_of_costs = block.numbers is generalisation.costs
    numbers = _numbers(
        block, partial(generalisation.costs, prices=prices) if is_of_costs else block.numbers, pair
    )
    if not scene.is_many:
        return numbers
    if numbers.needs:
        # A method of all classes is selected already: that is no answer to "Select a method".
        is_selected = scene.answer is not None and not scene.answer.pairs
        is_of_pairs = numbers.needs in OF_METHOD and is_selected
        return Numbers(needs=NEEDS_PAIR) if is_of_pairs else numbers
    # Those of the chosen pair, which they name.
    minus, plus = pair.document.dataset.class_names
    return replace(
        numbers, lines=((f"{escape_label(plus)} against {escape_label(minus)}", ""), *numbers.lines)
    )


def _numbers(block: Block, of_scene: Callable[[S], Numbers], scene: S) -> Numbers:
    if block.of_classes and not min(scene.document.dataset.counts):
        return Numbers(needs=NEEDS_POINTS)
    with np.errstate(all="ignore"):
        try:
            return of_scene(scene)
        except NeedsError as error:
            return Numbers(needs=str(error))
        except (OverflowError, np.linalg.LinAlgError):
            return Numbers(needs=BEYOND)
