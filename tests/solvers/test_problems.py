"""The reference problems are what their names say."""

from __future__ import annotations

import numpy as np
import pytest
from problems import PROBLEMS, SETTINGS, WITH_BOTH_CLASSES, Reference, name_of
from scipy.optimize import linprog


@pytest.mark.parametrize("reference", WITH_BOTH_CLASSES, ids=repr)
def test_separability_is_what_a_linear_program_finds(reference: Reference) -> None:
    """A line separates iff ``y (<w, phi> + b) >= 1`` has a solution; in centred, scaled coordinates a solver can tell."""
    Phi = reference.problem().Phi
    Phi = Phi - Phi.mean(axis=0)
    Phi = Phi / (np.abs(Phi).max() or 1.0)
    A = -np.column_stack([np.ones(len(Phi)), Phi]) * reference.y[:, None]
    answer = linprog(np.zeros(A.shape[1]), A_ub=A, b_ub=-np.ones(len(A)), bounds=(None, None), method="highs")
    assert (answer.status == 0) is reference.separable


def test_names_are_unique() -> None:
    assert len({p.name for p in PROBLEMS}) == len(PROBLEMS)
    assert len({name_of(m) for m in SETTINGS}) == len(SETTINGS)
