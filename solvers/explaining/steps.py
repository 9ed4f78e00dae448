"""Which function explains the updates of a method: one line a method."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..methods.lms import LMS
from ..methods.perceptron import Perceptron
from ..methods.relaxation import Relaxation
from ..multiclass.method import AnyFit
from .correcting import explain_correction, explain_visit
from .step_terms import NOT_FOLLOWED, Explained

EXPLANATIONS: dict[type, Callable[[Any, int], Explained]] = {
    Perceptron: explain_correction,
    Relaxation: explain_correction,
    LMS: explain_visit,
}
NO_TERMS = "The steps of this method have no terms to be added up."


def explain_step(fit: AnyFit, step: int) -> Explained:
    """The update that led to a step of a history, in numbers; or a sentence about their absence."""
    explain = EXPLANATIONS.get(type(fit.method))
    if explain is None:
        return NO_TERMS
    if not 0 <= step < len(fit.history):
        raise IndexError(f"step {step} of a history of {len(fit.history)}")
    with np.errstate(all="ignore"):
        explained = explain(fit, step)
    if isinstance(explained, str):
        return explained
    return explained if np.isfinite(explained.after.values).all() else NOT_FOLLOWED
