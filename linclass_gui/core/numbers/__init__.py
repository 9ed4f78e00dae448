"""What stands behind a picture in numbers, as in a calculation by hand: one file for each topic, all listed in BLOCKS.

A block is a function from a scene to matrices and lines, or to a sentence that says what it needs.  Adding one is a file here
and a line below.
"""

from __future__ import annotations

from ..scene import Scene
from . import dual, held_out, kkt, lemmas, logistic, moments, populations, pseudo_inverse, steps, trial, word_counts
from .block import Block, Numbers

BLOCKS: tuple[Block, ...] = (
    Block("means", "Class means", moments.means),
    Block("S_1", "Covariance of the first class", moments.first_covariance),
    Block("S_2", "Covariance of the second class", moments.second_covariance),
    Block("S_W", "Average covariance", moments.average_covariance),
    Block("S_W^-1", "Its inverse", moments.inverse_covariance),
    Block("w", "Fisher's direction", moments.direction),
    Block("C_W", "Scatter within the classes", moments.within),
    Block("C_B", "Scatter between the classes", moments.between),
    Block("lemma-2", "Lemma 2", lemmas.two),
    Block("Y", "Normalised samples", pseudo_inverse.samples),
    Block("Y^+", "Pseudo-inverse", pseudo_inverse.inverse),
    Block("a", "Weights of least squares", pseudo_inverse.weights),
    Block("word-counts", "Words counted in each class", word_counts.frequencies),
    Block("working", "Weights and targets of the next step", logistic.working),
    Block("newton", "Gradient and Hessian", logistic.derivatives),
    Block("canonical", "Canonical form of your line", trial.canonical),
    Block("lemma-3", "Lemma 3", lemmas.three),
    Block("gram", "Gram matrix", dual.gram),
    Block("dual", "The dual with its numbers", dual.expanded),
    Block("kkt", "The conditions at every point", kkt.table),
    Block("true-errors", "Errors on the populations", populations.true_errors),
    Block("costs", "Expected costs", populations.costs),
    Block("test-errors", "Errors on the test points", held_out.errors),
    Block("steps", "Table of steps", steps.table),
)
TWO = "These numbers are those of two classes."
NAMES = frozenset(block.name for block in BLOCKS)


def numbers_of(name: str, scene: Scene, costs: tuple[float, float] = (1.0, 1.0)) -> Numbers:
    """The numbers of one block; ``costs`` are those of a false alarm and of a miss."""
    if scene.is_many:
        return Numbers(needs=TWO)
    block = next(block for block in BLOCKS if block.name == name)
    return populations.costs(scene, costs) if name == "costs" else block.numbers(scene)
