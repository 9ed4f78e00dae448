"""The decision of a scheme between classes, as Python functions of numpy arrays.

``leads_N(points)`` has a column for each class, and a last one for *undecided* where there is such
a part: positive where it has the verdict, negative elsewhere, zero on the border of its part (as in
``answers.leads``).
"""

from __future__ import annotations

from collections.abc import Sequence

from solvers.multiclass.certificate import Rule

LARGEST = """def leads_{number}(points):
    f = np.column_stack([f(points) for f in [{functions}]]) * np.array({factors})
    others = np.column_stack([np.delete(f, k, axis=1).max(axis=1, initial=-1e300) for k in range(f.shape[1])])
    return f - others"""  # noqa: E501
ONE_POSITIVE = """def leads_{number}(points):
    f = np.column_stack([f(points) for f in [{functions}]]) * np.array({factors})
    others = np.column_stack([np.delete(f, k, axis=1).max(axis=1, initial=-1e300) for k in range(f.shape[1])])
    lead = np.minimum(f, -others)
    return np.column_stack([lead, -lead.max(axis=1)])  # last: undecided"""  # noqa: E501
VOTES = """pairs_{number} = {pairs}  # who has the votes of a positive score, and who those of a negative one


def votes_{number}(f):
    votes, sums = np.zeros((len(f), {classes})), np.zeros((len(f), {classes}))
    for k, (plus, minus) in enumerate(pairs_{number}):
        votes[:, plus] += f[:, k] > 0.0
        votes[:, minus] += f[:, k] <= 0.0
        sums[:, plus] += f[:, k]
        sums[:, minus] -= f[:, k]
    return votes == votes.max(axis=1, keepdims=True), sums


def labels_{number}(f):
    most, sums = votes_{number}(f)
    return {label}


def leads_{number}(points):
    f = np.column_stack([f(points) for f in [{functions}]])
    label, labels = labels_{number}(f)[:, None], np.arange({classes} + 1)
    near = np.full((len(f), {classes} + 1), np.inf)
    for k in range(f.shape[1]):  # the nearest score whose change of sign would change the verdict
        other = labels_{number}(np.where(np.arange(f.shape[1]) == k, -f, f))[:, None]
        changes = (label == labels) != (other == labels)
        near = np.where(changes, np.minimum(near, np.abs(f[:, k : k + 1])), near){margin}
    near = np.where(np.isfinite(near), near, np.abs(f).max(axis=1, keepdims=True))
    return np.where(label == labels, near, -near)"""  # noqa: E501
UNDECIDED = "np.where(most.sum(axis=1) > 1, {classes}, most.argmax(axis=1))"
BY_SCORES = "np.where(most, sums, -np.inf).argmax(axis=1)"
MARGIN = """
    most, sums = votes_{number}(f)
    two = np.sort(np.where(most, sums, -np.inf), axis=1)[:, -2:]
    apart = np.where(most.sum(axis=1) > 1, two[:, 1] - np.where(np.isfinite(two[:, 0]), two[:, 0], 0.0), np.inf)
    near = np.minimum(near, apart[:, None])"""  # noqa: E501


def leads_as_code(
    number: int,
    functions: Sequence[str],
    keys: Sequence[tuple[int, int | None]],
    factors: Sequence[float],
    rule: Rule,
    present: Sequence[int],
) -> str:
    """The function of the leads by the scores of the members, whose classes (plus, minus; None: all
    others) are ``keys``.
    """
    words = {"number": number, "functions": ", ".join(functions)}
    if not rule.is_vote:
        code = ONE_POSITIVE if rule is Rule.ONE_POSITIVE else LARGEST
        return code.format(**words, factors=[float(factor) for factor in factors])
    place = {k: i for i, k in enumerate(present)}
    pairs = [(place[plus], place[minus]) for plus, minus in keys if minus is not None]
    is_by_scores, classes = rule is Rule.VOTES_AND_SCORES, len(present)
    label = BY_SCORES if is_by_scores else UNDECIDED.format(classes=classes)
    return VOTES.format(
        **words,
        pairs=pairs,
        classes=classes,
        label=label,
        margin=MARGIN.format(number=number) if is_by_scores else "",
    )
