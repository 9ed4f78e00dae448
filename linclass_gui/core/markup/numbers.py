"""How the numbers of a fit are written: fixed decimals, gaps, times, and the word for how it
ended.
"""

from __future__ import annotations

import math
import re

import numpy as np

from solvers import Fit, Floats, Status

from .mathtext import escape_label
from .ticks import MINUS, magnitude, number, significant

# A gap between these is the rounding of two equal numbers: its sign and digits mean nothing.
LOW_ROUNDING, ROUNDING = -1e-12, 1e-14
# of the numbers that went into a calculation: what is left of their difference is rounding
DUST = 1e-12
CERTIFIED = 1e-7  # a gap up to this cannot be seen
# What the steps of a method are called in the facts of its outcome.
COUNTS = ("updates", "iterations", "steps", "pair steps", "epochs")

_POWER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]\d+)\b")
_SIGN = re.compile(r"(?<![\w.)])-(?=\.?\d)")


def fixed_number(value: float, decimals: int = 3) -> str:
    """A number with ``decimals`` while they show something of it and fit the column, else in three
    digits.
    """
    if math.isfinite(value) and (abs(value) >= 1000 or 0 < abs(value) < 0.5 * 10.0**-decimals):
        return significant(value, 3)
    return number(value, decimals if abs(value) < 100 else 1)


def without_rounding(value: float, scale: float) -> float:
    """A number that is the rounding of a calculation with numbers as large as ``scale`` is 0."""
    return value if not abs(value) <= DUST * scale else 0.0


def score_scale(fit: Fit) -> float:
    """How large the numbers are that a score is the difference of: the offset, and w times the
    points.
    """
    if fit.w is None or fit.last.quadratic is not None:
        return abs(fit.b) + float(np.abs(fit.certificate.margins).max(initial=0.0))
    rms = fit.problem.norm / math.sqrt(max(1, len(fit.problem.y)))
    return abs(fit.b) + float(np.abs(fit.w).max(initial=0.0)) * rms


def offset(fit: Fit) -> float:
    """The offset b to be shown: what is only rounding of w times the points is 0."""
    return without_rounding(fit.b, score_scale(fit))


def smallest_margin(fit: Fit) -> float:
    """The smallest y f of a point to be shown; on the boundary, but for rounding, it is 0."""
    return without_rounding(float(fit.certificate.margins.min()), score_scale(fit))


def mean_slack(fit: Fit) -> float:
    """The mean of max(0, 1 - y f) to be shown: points on their margin lines, but for rounding, pay
    nothing.
    """
    slack = np.maximum(0.0, 1.0 - fit.certificate.margins)
    return without_rounding(float(slack.mean()), max(1.0, score_scale(fit)))


def components(w: Floats, decimals: int) -> tuple[str, ...]:
    """The components of a vector; one that is only the rounding of the largest is 0."""
    largest = float(np.abs(w).max(initial=0.0))
    return tuple(fixed_number(without_rounding(v, largest), decimals) for v in w.tolist())


def coefficient_decimals(fit: Fit) -> int:
    """How many decimals w and b are printed with: three, more where w is so small that three would
    hide it.
    """
    largest = 1.0 if fit.w is None else float(np.abs(fit.w).max(initial=0.0))
    return 3 if not 1e-6 < largest < 0.1 else 2 - math.floor(math.log10(largest))


def gap_text(gap: float) -> str:
    """A relative duality gap; within rounding it is 0."""
    return "0" if LOW_ROUNDING <= gap <= ROUNDING else magnitude(gap)


def sentence_label(sentence: str) -> str:
    """A solver's sentence as a label: character by character, but with true minus signs and powers
    of ten (``2e-07``).
    """
    text = _POWER.sub(_power, escape_label(sentence))
    return _SIGN.sub(MINUS, text)


def _power(match: re.Match[str]) -> str:
    exponent = int(match[2])
    return f"{match[1]}·10^{{{number(exponent, 0)}}}" if exponent else match[1]


def duration(seconds: float) -> str:
    """A time with its unit, in about three digits."""
    milliseconds = 1000.0 * seconds
    if milliseconds < 10:
        return f"{milliseconds:.2f} ms"
    if milliseconds < 1000:
        return f"{milliseconds:.0f} ms"
    return f"{seconds:.2f} s"


def status_word(fit: Fit) -> str:
    """One or two words for how a fit ended."""
    if fit.status is not Status.CONVERGED:
        return str(fit.status.value)
    for name, value in fit.outcome.facts:
        if (
            name in ("updates", "iterations", "epochs")
            and fit.method.iterative
            and fit.certificate.gap is None
        ):
            return f"{value:.0f} {name if value != 1 else name.removesuffix('s')}"
    if not fit.method.iterative:
        return "closed form"
    return "optimal" if is_certified(fit) else "converged"


def is_certified(fit: Fit) -> bool:
    """Whether the certificate closes the gap; LMS, say, converges long before that."""
    gap = fit.certificate.gap
    return gap is not None and abs(gap) <= CERTIFIED


def iterations(fit: Fit) -> int | None:
    """How many steps an iterative method took; None for closed forms, and where none was counted (a
    fit without history).
    """
    if not fit.method.iterative:
        return None
    counted = dict(fit.outcome.facts)
    found = next((counted[name] for name in COUNTS if name in counted), None)
    if found is not None:
        return int(found)
    return len(fit.history) - 1 if len(fit.history) > 1 else None
