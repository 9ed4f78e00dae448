"""Every method beside its peers in one process: time as a ratio AND accuracy as the distance from
the certified optimum.

    python -m benchmarks.solvers [--json] [--write] [--quick] [--only WORDS]

Times are cold fits through the public API, ``solvers.fit(method, X, y, trace=False)``, from raw
arrays, side by side with the peers. ``error`` is the relative distance of the objective from the
certified optimum, recomputed here from w and b by the same formula for everybody; the verdict says
whether a faster peer is as exact.  ``--write`` renews the table of the README, docs/benchmarks.md
and its picture: on an idle machine.
"""

from __future__ import annotations

import argparse
import json
import os
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

# before numpy: one thread for everybody
for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")


import solvers  # noqa: E402

from .plot import write  # noqa: E402
from .solvers_cases import Case, cases  # noqa: E402
from .solvers_many import many_cases  # noqa: E402
from .timing import side_by_side, words  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
WITH_HISTORY = "ours, with its history"
NO_PEER = "no peer known"
BUDGET_S = 4.0
ROUNDING = 1e-12  # an error that is one of rounding; the README calls such an answer exact
OURS_FASTER, PEER_WINS = "ours faster", "peer faster, as exact"
PEER_LESS_EXACT, FLOOR = "peer faster, less exact", "a floor, no peer"
TITLES = {
    PEER_WINS: "## Where a peer of equal accuracy is faster",
    PEER_LESS_EXACT: "## Where a less exact peer is faster",
    FLOOR: "## Floors\n\nThey compute less: numbers from columns that are already prepared, "
    "without checks and without a proof.",
}
# Methods whose history is as long as their run.
VISITING = (solvers.Perceptron, solvers.Relaxation, solvers.LMS, solvers.LogisticRegression)
PLOTTED = "soft margin, C = 1, overlapping"
GAUSSIAN = "soft margin, Gaussian kernel, sigma = 1, C = 10, overlapping"
# The rows of the README: words, problem, n and peer.
SUMMARY = (
    ("soft margin, n = 1 000, overlapping", PLOTTED, 1_000, "libsvm (SVC), tol 1e-3"),
    ("soft margin, n = 1 000 000, overlapping", PLOTTED, 1_000_000, "liblinear (LinearSVC)"),
    ("the same with a Gaussian kernel, n = 1 000", GAUSSIAN, 1_000, "libsvm (SVC), tol 1e-07"),
    (
        "SVM of three classes at once, n = 1 000",
        "SVM all at once, C = 10",
        1_000,
        "LinearSVC, default",
    ),
    ("logistic regression, n = 1 000", "logistic, l2 = 0.01", 1_000, "lbfgs, tol 1e-12"),
    ("the same without a penalty", "logistic, l2 = 0", 1_000, "statsmodels Logit, tol 1e-12"),
    (
        "Fisher with the best threshold, n = 1 000",
        "Fisher with exact threshold (error: extra training errors)",
        1_000,
        "LinearDiscriminantAnalysis, svd",
    ),
    (
        "perceptron, 20 passes, n = 10 000",
        "perceptron, 20 epochs, overlapping",
        10_000,
        "Perceptron",
    ),
    ("LMS, n = 10 000", "LMS", 10_000, "SGDRegressor, no penalty"),
)
BEGIN, END = "<!-- Written by benchmarks.solvers. -->", "<!-- End of what it writes. -->"
BY_HAND = "<!-- From here on written by hand; a new run keeps it. -->"


@dataclass(frozen=True)
class Row:
    """One measured contender: ``ratio`` is its time over ours, ``error`` its relative distance from
    the certified optimum, beside ``our_error``.
    """

    case: str
    n: int
    who: str
    seconds: float | None
    ratio: float | None
    error: float | None
    our_error: float | None
    verdict: str = ""


def measured(case: Case) -> list[Row]:
    """Ours first, then every peer, timed side by side."""
    contenders: dict[str, Callable[[], object]] = {"ours": case.fit}
    if isinstance(case.method, VISITING):
        contenders[WITH_HISTORY] = partial(case.fit, trace=True)
    contenders |= {peer.name: peer.fit for peer in case.peers}
    seconds = side_by_side(contenders, budget_s=BUDGET_S)
    fit = case.fit()
    model = case.model(fit)
    optimum = None if case.objective is None or model is None else case.objective(*model)
    ours = our_error(fit, optimum)

    def row(who: str, time: float | None, error: float | None, verdict: str = "") -> Row:
        ratio = None if time is None else time / seconds["ours"]
        return Row(case.title, case.n, who, time, ratio, error, ours, verdict)

    rows = [row("ours", seconds["ours"], ours)]
    if WITH_HISTORY in seconds:
        rows.append(row(WITH_HISTORY, seconds[WITH_HISTORY], ours))
    if not case.peers:
        rows.append(row(NO_PEER, None, None))
    for peer in case.peers:
        error = None
        if optimum is not None and peer.model is not None and case.objective is not None:
            error = (case.objective(*peer.model(peer.fit())) - optimum) / abs(optimum)
        time = seconds[peer.name]
        verdict = FLOOR if peer.is_floor else verdict_of(time / seconds["ours"], error, ours)
        rows.append(row(peer.name, time, error, verdict))
    return rows


def our_error(fit: solvers.Fit | solvers.ManyFit, optimum: float | None) -> float | None:
    """Our own distance from the optimum as the duality gap proves it; without a dual our objective
    is the one that all are measured by.
    """
    gap = fit.certificate.gap
    if gap is not None:
        return abs(gap)
    return None if optimum is None else 0.0


def verdict_of(ratio: float, error: float | None, ours: float | None) -> str:
    """Who is faster, and of a faster peer whether it is as exact: no farther from the optimum than
    ours is, or than rounding.
    """
    if ratio >= 1.0:
        return OURS_FASTER
    is_as_exact = error is None or error <= max(ROUNDING, ours or 0.0)
    return PEER_WINS if is_as_exact else PEER_LESS_EXACT


def markdown(rows: list[Row]) -> str:
    """The rows as a table."""
    lines = [
        "| problem | n | who | time | time / ours | error | verdict |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        error = "" if row.error is None else f"{row.error:.0e}"
        ratio = "" if row.who == "ours" or row.ratio is None else f"{row.ratio:.2g}"
        time = "" if row.seconds is None else words(row.seconds)
        lines.append(
            f"| {row.case} | {row.n:,} | {row.who} | {time} | {ratio} | {error} | {row.verdict} |"
        )
    return "\n".join(lines)


def won_by_peers(rows: list[Row]) -> str:
    """The rows in which a peer is faster, with both errors, and the floors."""
    parts = []
    for verdict, title in TITLES.items():
        lines = [
            f"- {row.case}, n = {row.n:,}: {row.who}, {1.0 / row.ratio:.2g} times{_errors(row)}"
            for row in rows
            if row.verdict == verdict and row.ratio
        ]
        parts += [title, "", *(lines or ["None in this run."]), ""]
    return "\n".join(parts)


def _errors(row: Row) -> str:
    if row.error is None or row.our_error is None:
        return ""
    return f" (error {row.error:.0e}, ours {row.our_error:.0e})"


def accuracy(error: float | None) -> str:
    """How far off an answer is, in brackets; nothing where it is not judged."""
    if error is None:
        return ""
    return " (exact)" if abs(error) <= ROUNDING else f" ({error:.0e} off)"


def summary(rows: list[Row]) -> str:
    """The table of the README, and who wins elsewhere."""
    lines = ["| what | ours | peer | ratio |", "|---|---|---|---|"]
    for words_of_row, title, n, who in SUMMARY:
        of_case = {row.who: row for row in rows if row.case == title and row.n == n}
        ours, peer = of_case.get("ours"), of_case.get(who)
        if ours is None or peer is None or not ours.seconds or not peer.seconds or not peer.ratio:
            continue
        error = "" if peer.error is None else accuracy(ours.error)
        lines.append(
            f"| {words_of_row} | {words(ours.seconds)}{error} | "
            f"{who}: {words(peer.seconds)}{accuracy(peer.error)} | {peer.ratio:.2g} |"
        )
    faster = [row for row in rows if row.verdict == PEER_WINS]
    less_exact = [row for row in rows if row.verdict == PEER_LESS_EXACT]
    says = (
        f"Of {sum(bool(row.verdict) for row in rows)} comparisons, all of points in the plane, a "
        f"peer of equal accuracy is faster in {len(faster)}, a less exact one in "
        f"{len(less_exact)}. With a hundred columns\npeers can be several times faster (logistic "
        "regression, softmax, kernels)."
    )
    return "\n".join([*lines, "", says])


def write_summary(file: Path, rows: list[Row]) -> None:
    """Renew the table of the README between its two marks."""
    before, begin, rest = file.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{file} has no place for the table: {BEGIN} and {END}")
    text = f"{before}{begin}\n{summary(rows)}\n{end}{after}"
    file.write_text(text, encoding="utf-8")


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
        "--write", action="store_true", help="renew README.md, docs/benchmarks.md and its picture"
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
        for case in (*cases(options.quick), *many_cases(options.quick)):
            if options.only in case.title:
                rows += measured(case)
    if options.write and not options.only:
        report = ROOT / "docs" / "benchmarks.md"
        text = f"{PREAMBLE}{markdown(rows)}\n\n{won_by_peers(rows)}{remarks(report)}"
        report.write_text(text, encoding="utf-8")
        write(plotted(rows), report.with_suffix(".png"))
        write_summary(ROOT / "README.md", rows)
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        print(f"{markdown(rows)}\n\n{won_by_peers(rows)}")


PREAMBLE = """# Benchmarks

Written by `python -m benchmarks.solvers --write`: cold fits from raw arrays without a history, one thread, processor time, side by
side in one process, medians. `time / ours` above 1 means the peer is slower. `error` is the relative distance of the objective
from the certified optimum; for our own rows it is the duality gap recomputed from the data. A faster peer is as exact where its
error is at most ours, or 1e-12. "With its history" keeps every step, so that a run can be played back.

![Times of the soft margin against n](benchmarks.png)

"""  # noqa: E501

if __name__ == "__main__":
    main()
