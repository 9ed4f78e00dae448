"""Which function explains the updates of a method: one line a method."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..methods.bayesian_logistic import BayesianLogistic
from ..methods.hard_margin import HardMarginSVM
from ..methods.ho_kashyap import HoKashyap
from ..methods.lms import LMS
from ..methods.logistic import LogisticRegression
from ..methods.perceptron import Perceptron
from ..methods.relaxation import Relaxation
from ..methods.soft_margin import SoftMarginSVM
from ..multiclass.all_at_once import MulticlassSVM
from ..multiclass.linear_machine import LinearMachine
from ..multiclass.method import AnyFit, ManyFit
from ..multiclass.softmax import Softmax
from .correcting import explain_correction, explain_visit
from .margins import explain_margin
from .of_classes import explain_change, explain_machine, explain_softmax
from .smooth import explain_logistic, explain_targets
from .step_terms import Explained, NoTerms

EXPLANATIONS: dict[type, Callable[[Any, int], Explained]] = {
    Perceptron: explain_correction,
    Relaxation: explain_correction,
    LMS: explain_visit,
    HoKashyap: explain_targets,
    LogisticRegression: explain_logistic,
    BayesianLogistic: explain_logistic,
    SoftMarginSVM: explain_margin,
    HardMarginSVM: explain_margin,
    LinearMachine: explain_machine,
    Softmax: explain_softmax,
    MulticlassSVM: explain_change,
}


def explain_step(fit: AnyFit, step: int) -> Explained:
    """The update that led to the step at a place of a history, in numbers, or why there are none.

    Where the step before it was not kept, the run is repeated: it is that very update.
    """
    if isinstance(fit, ManyFit) and len(fit.fits) == 1:  # two classes of more that have points
        fit = (fit.whole or fit).fits[0]
    explain = EXPLANATIONS.get(type(fit.method))
    if explain is None or not fit.predicts:
        return NoTerms.NO_SUM
    if not 0 <= step < len(fit.history):
        raise IndexError(f"place {step} of a history of {len(fit.history)}")
    try:
        with np.errstate(all="ignore"):
            explained = explain(fit.whole or fit, step)
    except (ArithmeticError, np.linalg.LinAlgError):
        return NoTerms.NOT_FOUND
    if isinstance(explained, str):
        return explained
    return explained if np.isfinite(explained.after.values).all() else NoTerms.NOT_FOUND
