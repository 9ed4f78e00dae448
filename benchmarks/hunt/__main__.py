"""The command line of the hunt; see the docstring of the package."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial

# before numpy: one thread for everybody
for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")

from . import __doc__ as usage  # noqa: E402
from . import cases, checks, drags, elsewhere, excursions, many, origin, tables  # noqa: E402
from .cases import MOST, Case, Finding  # noqa: E402
from .checks import Check  # noqa: E402
from .judge import Verdict, judged  # noqa: E402
from .report import findings, table  # noqa: E402
from .workers import answers  # noqa: E402

AnyCase = Case | many.ManyCase | elsewhere.PlacedCase
Drawing = Callable[[int], AnyCase]
# wall seconds a worker may take for a limit of one processor second, before it is taken for dead
WALL_PER_LIMIT = 20.0
TOLD_EVERY = 250
KINDS = {
    "through-origin": origin,
    "many": many,
    "drags": drags,
    "elsewhere": elsewhere,
    "excursions": excursions,
    "tables": tables,
}  # each with numbers of its own


def main() -> int:
    """Hunt and report; 1 when anything was found."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.hunt",
        description=usage,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--fits", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0, help="the first number")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--most", type=int, default=MOST, help="points at the most")
    parser.add_argument(
        "--limit", type=float, default=20.0, metavar="S", help="processor seconds of one fit"
    )
    parser.add_argument("--method", default="", help="only methods with this in their name")
    parser.add_argument("--family", default="", help="only families with this in their name")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="this fit alone")
    kinds = parser.add_mutually_exclusive_group()
    for name, kind in KINDS.items():
        kinds.add_argument(
            f"--{name}",
            action="store_const",
            const=name,
            dest="kind",
            help=" ".join((kind.__doc__ or "").split(":")[0].split()),
        )
    options = parser.parse_args()
    kind = KINDS.get(options.kind, checks)
    drawn_by = cases.draw if options.kind is None else kind.draw
    chosen, promises = partial(drawn_by, options.seed, most=options.most), kind.CHECKS
    if options.only is not None:
        return _one(chosen(options.only), options.limit, promises)
    numbers = (
        number
        for number in range(options.first, options.first + options.fits)
        if _is_wanted(chosen(number), options.method, options.family)
    )
    drawn = f"--seed {options.seed}" + (f" --most {options.most}" if options.most != MOST else "")
    drawn += f" --{options.kind}" if options.kind else ""
    verdicts = list(_told(chosen, numbers, options.jobs, options.limit, promises))
    print(table(verdicts), findings(verdicts, drawn), sep="\n\n")
    return int(any(verdict.findings for verdict in verdicts))


def _one(case: AnyCase, limit_s: float, promises: Sequence[Check]) -> int:
    verdict = judged(case, limit_s, promises)
    print(verdict.line)
    print(f"{verdict.status}, gap {verdict.gap}, {verdict.seconds:.3g} s")
    for finding in verdict.findings:
        print(f"- {finding.kind}: {finding.words}")
    return int(bool(verdict.findings))


def _is_wanted(case: AnyCase, method: str, family: str) -> bool:
    return method.lower() in case.setting.lower() and family.lower() in case.family.__name__.lower()


def _told(
    chosen: Drawing, numbers: Iterator[int], jobs: int, limit_s: float, promises: Sequence[Check]
) -> Iterator[Verdict]:
    """The verdicts as they come; progress and findings go to the error stream, so that a hunt that
    is ended keeps them.
    """

    def run(number: int) -> Verdict:
        return judged(chosen(number), limit_s, promises)

    found = 0
    for count, answer in enumerate(answers(run, numbers, jobs, WALL_PER_LIMIT * limit_s), 1):
        verdict = (
            _lost(chosen(answer[0]), answer[1], limit_s) if isinstance(answer, tuple) else answer
        )
        found += bool(verdict.findings)
        for finding in verdict.findings:
            print(
                f"{verdict.number}: {verdict.line}: {finding.kind}: {finding.words}",
                file=sys.stderr,
                flush=True,
            )
        if count % TOLD_EVERY == 0:
            print(f"{count} fits, {found} with findings", file=sys.stderr, flush=True)
        yield verdict


def _lost(case: AnyCase, why: str, limit_s: float) -> Verdict:
    """The verdict on a fit whose process is gone."""
    finding = Finding("the process was lost", why)
    return Verdict(
        case.number,
        str(case),
        case.family.__name__,
        case.setting,
        "none",
        limit_s,
        None,
        (finding,),
    )


if __name__ == "__main__":
    sys.exit(main())
