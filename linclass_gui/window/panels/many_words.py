"""Numbers and words about a fit of K classes for the panels and the status line, without any
widget.
"""

from __future__ import annotations

import math

import numpy as np

from solvers import Fit, Floats, ManyFit, Status
from solvers.answer import Key
from solvers.plane.arrangement import UNDECIDED

from ...answers.comparison import errors_on
from ...markup.mathtext import name_label
from ...markup.numbers import (
    CERTIFIED,
    count_words,
    fixed_number,
    gap_text,
    number,
    sentence_label,
    significant,
)
from ...scene.methods import points_seen
from ...scene.scene import Scene

BAR, EMPTY, BARS = "▮", "▯", 5
NAMED = 4  # classes whose scores are shown; of more the largest ones


def status_word(many: ManyFit) -> str:
    """One or two words for how a fit ended."""
    if many.status is not Status.CONVERGED:
        return str(many.status.value)
    gap = many.certificate.gap
    is_closed = not many.fits and not many.method.iterative
    return (
        "closed form"
        if is_closed
        else "optimal"
        if gap is not None and abs(gap) <= CERTIFIED
        else "converged"
    )


def solution_lines(many: ManyFit, key: Key | None) -> tuple[tuple[str, str], ...]:
    """Names and values below the parameters: errors, the numbers of the chosen member, and
    quantities of the method.
    """
    if not many.has_model:
        return ()
    lines = [("errors", f"{many.certificate.errors} of {len(many.problem.labels)}")]
    unclear = int(many.undecided(many.problem.X).sum()) if len(many.problem.X) else 0
    if unclear:
        lines.append(("undecided points", str(unclear)))
    member = None if key is None else many.pair(key)
    if member is not None and member.has_model:
        lines += _of_member(member)
    for name, value in many.facts.items():
        if np.ndim(value) == 1 and len(value) <= NAMED:
            lines.append((name, ", ".join(significant(float(v), 4) for v in value)))
        elif np.ndim(value) == 0 and isinstance(value, int | float):
            lines.append((name, significant(float(value), 4)))
    return tuple(lines[:8])


def _of_member(member: Fit) -> list[tuple[str, str]]:
    lines = []
    if member.w is not None and len(member.w) <= 5 and member.last.quadratic is None:
        lines.append(
            ("$w$ of the pair", f"({', '.join(significant(v, 3) for v in member.w.tolist())})")
        )
    lines.append(("$b$ of the pair", significant(member.b, 4)))
    if member.margin is not None and math.isfinite(member.margin):
        lines.append(("its margin 1/$‖w‖$", fixed_number(member.margin)))
    return lines


def pointer_parts(scene: Scene, x: tuple[float, float], row: int | None) -> tuple[str, ...]:
    """The predicted class at a place, and the votes, probabilities or scores of each class, as
    numbers with bars.
    """
    chosen = scene.chosen
    if chosen is None or not chosen[1].has_model:
        return ()
    many = chosen[1]
    names = [name_label(name) for name in scene.document.dataset.class_names]
    at = np.array([x]) if row is None else points_seen(many, scene.document.dataset)[[row]]
    verdict = UNDECIDED if bool(many.undecided(at)[0]) else int(many.winners(at)[0])
    said = "undecided" if verdict == UNDECIDED else names[verdict]
    parts = [said]
    if row is not None:
        truth = int(scene.document.dataset.labels[row])
        parts = [
            f"point {row + 1}, {names[truth]}" + ("" if truth == verdict else f", taken for {said}")
        ]
    return (*parts, "\u2003".join(_shares(many, at, names)))


def _shares(many: ManyFit, at: Floats, names: list[str]) -> list[str]:
    values = many.decision_function(at)[0]
    order = sorted(many.problem.present, key=lambda k: -values[k])[:NAMED]
    if many.form.has_probability:
        p = many.predict_proba(at)[0]
        return [f"{names[k]} {_bar(float(p[k]))} {number(float(p[k]), 3)}" for k in order]
    if many.form.rule.is_vote:
        most = max(len(many.problem.present) - 1, 1)
        return [
            (
                f"{names[k]} {_bar(float(values[k]) / most)} "
                f"{count_words(max(round(float(values[k])), 0), 'vote')}"
            )
            for k in order
        ]
    finite = values[np.isfinite(values)]
    low, span = float(finite.min(initial=0.0)), float(np.ptp(finite)) if len(finite) else 0.0
    return [
        (
            f"{names[k]} {_bar((float(values[k]) - low) / (span or 1.0))} "
            f"{fixed_number(float(values[k]), 2)}"
        )
        for k in order
    ]


def _bar(share: float) -> str:
    full = min(max(round(BARS * share), 0), BARS) if math.isfinite(share) else 0
    return BAR * full + EMPTY * (BARS - full)


def data_parts(scene: Scene) -> tuple[str, ...]:
    """The texts on the right of the status line: counts, errors, and why the fit stopped."""
    dataset = scene.document.dataset
    parts = [
        ", ".join(
            f"{count} {name_label(name)}"
            for name, count in zip(dataset.class_names, dataset.counts, strict=True)
        )
    ]
    if len(dataset.class_names) > NAMED:
        parts = [f"{count_words(len(dataset), 'point')} of {len(dataset.class_names)} classes"]
    if scene.chosen is None:
        return tuple(parts)
    many = scene.chosen[1]
    if not many.has_model:
        return (*parts, sentence_label(many.explanation))
    parts.append(count_words(many.certificate.errors, "training error"))
    tested = errors_on(many, scene.document.test_shown)
    if tested is not None:
        parts.append(count_words(tested, "test error"))
    gap = many.certificate.gap
    word = status_word(many)
    return (
        *parts,
        f"{word}, gap {gap_text(gap)}"
        if gap is not None and many.status is Status.CONVERGED
        else word,
    )
