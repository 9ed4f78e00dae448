"""Every method beside its peers in one process: time as a ratio AND accuracy as the distance from
the certified optimum.

    python -m benchmarks.solvers [--json] [--markdown FILE] [--plot FILE] [--quick] [--only WORDS]

Times are cold fits through the public API, ``solvers.fit(method, X, y)``, from raw arrays, side by
side with the peers. ``error`` is the relative distance of the objective from the certified optimum,
recomputed here from w and b by the same formula for everybody.
"""

from __future__ import annotations

import argparse
import json
import os
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

# before numpy: one thread for everybody
for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")

import numpy as np  # noqa: E402

import solvers  # noqa: E402

from .plot import write  # noqa: E402
from .solvers_cases import Case, cases  # noqa: E402
from .solvers_many import ManyCase, many_cases  # noqa: E402
from .timing import side_by_side, words  # noqa: E402

DRAGGED = "ours, one point dragged"
NO_PEER = "no peer known"
BUDGET_S, DRAG_BUDGET_S = 4.0, 1.0
PLOTTED = "soft margin, C = 1, overlapping"
BY_HAND = "<!-- From here on written by hand; a new run keeps it. -->"


@dataclass(frozen=True)
class Row:
    """One measured contender; ``ratio`` is its time over ours, ``error`` its relative distance from
    the certified optimum.
    """

    case: str
    n: int
    who: str
    seconds: float | None
    ratio: float | None
    error: float | None


def measured(case: Case) -> list[Row]:
    """Ours first, then every peer, timed side by side."""
    contenders: dict[str, Callable[[], object]] = {"ours": case.fit} | {
        p.name: p.fit for p in case.peers
    }
    seconds = side_by_side(contenders, budget_s=BUDGET_S)
    fit = case.fit()
    model = case.model(fit)
    optimum = None if case.objective is None or model is None else case.objective(*model)
    rows = [Row(case.title, case.n, "ours", seconds["ours"], 1.0, certified_error(fit, optimum))]
    step = drag_step(fit)
    rows.append(Row(case.title, case.n, DRAGGED, step, step / seconds["ours"], None))
    if not case.peers:
        rows.append(Row(case.title, case.n, NO_PEER, None, None, None))
    for peer in case.peers:
        error = None
        if optimum is not None and peer.model is not None and case.objective is not None:
            error = (case.objective(*peer.model(peer.fit())) - optimum) / abs(optimum)
        rows.append(
            Row(
                case.title,
                case.n,
                peer.name,
                seconds[peer.name],
                seconds[peer.name] / seconds["ours"],
                error,
            )
        )
    return rows


def measured_many(case: ManyCase) -> list[Row]:
    """The same for many classes; a vote has no objective."""
    contenders = {"ours": lambda: solvers.fit(case.method, case.X, case.y)} | {
        p.name: p.fit for p in case.peers
    }
    seconds = side_by_side(contenders, budget_s=BUDGET_S)
    fit = solvers.fit(case.method, case.X, case.y)
    gap = fit.certificate.gap
    optimum = None if case.objective is None else case.objective(fit.W, fit.b)
    rows = [
        Row(case.title, case.n, "ours", seconds["ours"], 1.0, None if gap is None else abs(gap))
    ]
    step = drag_step(fit)
    rows.append(Row(case.title, case.n, DRAGGED, step, step / seconds["ours"], None))
    for peer in case.peers:
        error = None
        if optimum is not None and peer.model is not None and case.objective is not None:
            error = (case.objective(*peer.model(peer.fit())) - optimum) / abs(optimum)
        rows.append(
            Row(
                case.title,
                case.n,
                peer.name,
                seconds[peer.name],
                seconds[peer.name] / seconds["ours"],
                error,
            )
        )
    return rows


def drag_step(fit: solvers.Fit | solvers.ManyFit, moves: int = 40) -> float:
    """The median seconds of an exact refit after one point has moved a little."""
    drag = solvers.grab(fit, 0)
    start = fit.problem.X[0]
    way = start + 0.3 * np.column_stack([np.sin(np.arange(moves)), np.cos(0.7 * np.arange(moves))])
    if isinstance(fit.method, solvers.MultinomialNaiveBayes):
        way = np.abs(np.round(way))
    times: list[float] = []
    for at in way.tolist():
        begin = perf_counter()
        drag.move(at)
        times.append(perf_counter() - begin)
        if sum(times) > DRAG_BUDGET_S:
            break
    return median(times)


def certified_error(fit: solvers.Fit, optimum: float | None) -> float | None:
    """Our own distance from the optimum as the duality gap proves it; None where there is no
    dual.
    """
    gap = fit.certificate.gap
    return None if optimum is None or gap is None else abs(gap)


def markdown(rows: list[Row]) -> str:
    """The rows as a table."""
    lines = ["| problem | n | who | time | time / ours | error |", "|---|---|---|---|---|---|"]
    for row in rows:
        error = "" if row.error is None else f"{row.error:.0e}"
        ratio = "" if row.who == "ours" or row.ratio is None else f"{row.ratio:.2g}"
        time = "" if row.seconds is None else words(row.seconds)
        lines.append(f"| {row.case} | {row.n:,} | {row.who} | {time} | {ratio} | {error} |")
    return "\n".join(lines)


def won_by_peers(rows: list[Row]) -> str:
    """The rows in which a peer is faster, in words."""
    won = [
        row
        for row in rows
        if row.ratio is not None and row.ratio < 1.0 and not row.who.startswith("ours")
    ]
    lines = [
        f"- {row.case}, n = {row.n:,}: {row.who}, {1.0 / row.ratio:.2g} times{_off(row)}"
        for row in won
        if row.ratio
    ]
    return "\n".join(
        ["## Where a peer is faster", "", *(lines or ["Nowhere in this run."]), "", NOTES]
    )


def _off(row: Row) -> str:
    return "" if row.error is None else f" (error {row.error:.0e})"


def plotted(rows: list[Row]) -> list[tuple[str, list[tuple[int, float]]]]:
    """Times against n of the case that is drawn, for each contender; libsvm takes the same time
    whatever its tolerance.
    """
    chosen = [row for row in rows if row.case == PLOTTED and row.who != "libsvm (SVC), tol 1e-9"]
    names = dict.fromkeys(row.who for row in chosen)
    return [
        (name, [(row.n, row.seconds) for row in chosen if row.who == name and row.seconds])
        for name in names
    ]


def remarks(file: Path) -> str:
    """What somebody has written below the tables of an earlier run: it is kept."""
    _, line, text = (
        file.read_text(encoding="utf-8").partition(BY_HAND) if file.exists() else ("", "", "")
    )
    return f"\n{line}{text}" if line else ""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="also write the table into a file"
    )
    parser.add_argument(
        "--plot",
        type=Path,
        metavar="FILE",
        help="also draw the soft margin's times into a figure file",
    )
    parser.add_argument("--quick", action="store_true", help="stop at 10 000 points")
    parser.add_argument(
        "--only",
        default="",
        metavar="WORDS",
        help="problems whose name holds these words; prints, writes nothing",
    )
    options = parser.parse_args()
    rows = []
    with warnings.catch_warnings():
        # the peers warn when they stop early; their error says it better
        warnings.simplefilter("ignore")
        for case in cases(options.quick):
            if options.only in case.title:
                rows += measured(case)
        for many in many_cases(options.quick):
            if options.only in many.title:
                rows += measured_many(many)
    if options.markdown and not options.only:
        report = f"{PREAMBLE}{markdown(rows)}\n\n{won_by_peers(rows)}\n{remarks(options.markdown)}"
        options.markdown.write_text(report, encoding="utf-8")
    if options.plot and not options.only:
        write(plotted(rows), options.plot)
    print(json.dumps([asdict(row) for row in rows], indent=2) if options.json else markdown(rows))


NOTES = """`numpy.linalg.lstsq` gets columns that are already prepared, and gives numbers without a word about them: of a hundred
points checking the input and keeping a proof costs more than the answer. Rows measured beside other work on the same cores are
good for their ratios, not for their times."""  # noqa: E501

PREAMBLE = """# Benchmarks

Written by `python -m benchmarks.solvers --markdown docs/benchmarks.md --plot docs/benchmarks.png`: cold fits from raw arrays, one
thread, side by side in one process, medians. `time / ours` above 1 means the peer is slower. `error` is the relative distance of
the objective from the certified optimum; for our own rows it is the duality gap recomputed from the data. "One point dragged" is
the warm step: the exact refit after one point has moved, while everything else is kept.

![Times of the soft margin against n](benchmarks.png)

"""  # noqa: E501

if __name__ == "__main__":
    main()
