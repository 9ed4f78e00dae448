"""The permutation test counts errors as whole numbers, and plots over folds say where a method has
no model.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.plots import learning, permutation
from linclass_gui.plots.drawing_samples import permute
from linclass_gui.scene.methods import MethodInUse
from solvers import Dataset, HardMarginSVM, MeanDifference


@pytest.mark.parametrize("seed", range(5000, 5040, 8))
def test_equal_errors_are_equal_numbers(seed: int) -> None:
    """Of means over folds 0.41999999999999993 and 0.42000000000000004 are one number: p was an
    exchange too small.
    """
    y = np.arange(24) % 2
    X = np.random.default_rng(seed).standard_normal((24, 2))
    own, others = permute(
        Dataset(X, y), MethodInUse("a", MeanDifference(offset="midpoint"), 0), seed - 5000
    )
    wrong = [Fraction(share).limit_denominator(1000) * 24 for share in (own, *others)]
    assert all(count.denominator == 1 for count in wrong)
    assert np.count_nonzero(others <= own) == sum(count <= wrong[0] for count in wrong[1:])


@pytest.mark.parametrize("plot", [learning, permutation], ids=["learning", "permutation"])
def test_a_method_without_a_model_in_a_fold_is_named(plot) -> None:
    scene = scene_of(document_of(clouds(30, apart=0.2), [HardMarginSVM()]))
    assert plot.figure(scene).message.startswith(
        "Hard-margin SVM has no model in fold 1: Not separable"
    )
    assert plot.figure(scene).message.endswith("wrong side.")
