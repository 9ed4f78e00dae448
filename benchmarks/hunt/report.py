"""What a hunt found, in words: a table of methods by family, and the findings by kind with the
numbers that bring them back.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from .judge import Verdict

SHOWN = 6  # findings of one kind in full


def table(verdicts: Sequence[Verdict]) -> str:
    """Fits, statuses, findings, the worst gap of an answer said to be the optimum and the worst
    time of every row.

    The rows are methods with their algorithms, then families; each cell of methods by families is
    in the findings.
    """
    lines = [
        "| | fits | converged | findings | worst gap | worst time | in |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in ("setting", "family"):
        groups: dict[str, list[Verdict]] = defaultdict(list)
        for verdict in verdicts:
            groups[getattr(verdict, row)].append(verdict)
        lines += [
            _row(name, groups[name], "family" if row == "setting" else "setting")
            for name in sorted(groups)
        ]
    return "\n".join(lines)


def _row(name: str, group: Sequence[Verdict], other: str) -> str:
    slowest = max(group, key=lambda verdict: verdict.seconds)
    gaps = [abs(v.gap) for v in group if v.gap is not None and v.status == "converged"]
    found = sum(bool(v.findings) for v in group)
    converged = sum(v.status == "converged" for v in group)
    worst = f"{max(gaps):.1e}" if gaps else ""
    where = f"{getattr(slowest, other)} ({slowest.number})"
    return (
        f"| {name} | {len(group)} | {converged} | {found or ''} | {worst} | {slowest.seconds:.2g} "
        f"s | {where} |"
    )


def findings(verdicts: Sequence[Verdict], options: str) -> str:
    """Every kind of finding: how often, for which methods and families, and the first numbers in
    full.

    ``options`` are those of the command line that every fit depends on.
    """
    kinds: dict[str, list[tuple[Verdict, str]]] = defaultdict(list)
    for verdict in verdicts:
        for finding in verdict.findings:
            kinds[finding.kind].append((verdict, finding.words))
    parts = []
    for kind, cases in sorted(kinds.items(), key=lambda item: -len(item[1])):
        fits = {verdict.number for verdict, _ in cases}
        settings = Counter(verdict.setting for verdict, _ in cases).most_common(4)
        families = Counter(verdict.family for verdict, _ in cases).most_common(4)
        named = "; ".join(
            ", ".join(f"{name} {count}" for name, count in each) for each in (settings, families)
        )
        lines = [f"## {kind}: {len(fits)} fits", f"({named})"]
        lines += [
            f"- `{options} --only {v.number}` {v.line}: {words}" for v, words in cases[:SHOWN]
        ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) or "No finding."
