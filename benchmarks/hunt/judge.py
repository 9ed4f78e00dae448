"""One fit judged: it runs with every warning recorded, under a limit of processor seconds, and no
exception gets away.
"""

from __future__ import annotations

import logging
import signal
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import thread_time
from types import FrameType

from solvers import solve

from .cases import Case, Finding
from .checks import CHECKS, Check
from .many import ManyCase

CHECK_LIMITS = 3.0  # what all checks together may cost, in limits of one fit


@dataclass(frozen=True)
class Verdict:
    """What became of one fit: the row of the table, the figures for it, and the findings."""

    number: int
    line: str
    family: str
    setting: str
    status: str
    seconds: float
    gap: float | None
    findings: tuple[Finding, ...]


class Overrun(BaseException):
    """The limit of processor seconds is spent; no ``except Exception`` of a solver can swallow
    it.
    """


@contextmanager
def limited(cpu_seconds: float) -> Iterator[None]:
    """Raise :class:`Overrun` inside once this many processor seconds are spent."""

    def ring(signum: int, frame: FrameType | None) -> None:
        raise Overrun

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


class _Ear(logging.Handler):
    """The exceptions that the driver caught, turned into a status and logged: findings all the
    same.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.findings: list[Finding] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the exception's words and the innermost lines."""
        error = record.exc_info[1] if record.exc_info else None
        words = record.getMessage() if error is None else _told(error)
        self.findings.append(Finding("exception inside (caught)", words))


@contextmanager
def listening() -> Iterator[list[Finding]]:
    """What the solvers log as errors inside the block; it goes nowhere else."""
    logger, ear = logging.getLogger("solvers"), _Ear()
    before, logger.propagate = logger.propagate, False
    logger.addHandler(ear)
    try:
        yield ear.findings
    finally:
        logger.removeHandler(ear)
        logger.propagate = before


def judged(case: Case | ManyCase, limit_s: float, checks: Sequence[Check] = CHECKS) -> Verdict:
    """Fit, look at every promise, and report."""
    with listening() as caught:
        verdict = _judged(case, limit_s, checks)
    return replace(verdict, findings=(*caught, *verdict.findings))


def _judged(case: Case | ManyCase, limit_s: float, checks: Sequence[Check]) -> Verdict:
    findings: list[Finding] = []
    status, seconds, gap = "none", 0.0, None
    stage = "data"
    try:
        with warnings.catch_warnings(record=True) as heard, limited(limit_s):
            warnings.simplefilter("always")
            problem = case.problem()
            stage, begin = "fit", thread_time()
            fit = solve(case.method, problem)
            seconds, status = thread_time() - begin, fit.status.value
        with warnings.catch_warnings(record=True) as heard_later, limited(CHECK_LIMITS * limit_s):
            warnings.simplefilter("always")
            stage, gap = "certificate", fit.certificate.gap
            assert len(fit.history) >= 1
            for check in checks:
                stage = check.__name__
                findings += check(case, fit)
        heard += heard_later
        findings += [
            Finding(
                "a warning leaked",
                f"{w.category.__name__}: {w.message} ({_place(w.filename, w.lineno)})",
            )
            for w in heard
        ]
    except Overrun as error:
        seconds = seconds or limit_s
        findings.append(Finding(f"no end in sight ({stage})", _innermost(error)))
    except Exception as error:
        findings.append(Finding(f"exception ({stage})", _told(error)))
    return Verdict(
        case.number,
        str(case),
        case.family.__name__,
        case.setting,
        status,
        seconds,
        gap,
        tuple(findings),
    )


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error} at {_innermost(error)}"


def _innermost(error: BaseException) -> str:
    """The innermost line of the solvers on the way to an error."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if "solvers" in frame.filename
    ]
    return (
        " < ".join(_place(f.filename, f.lineno or 0) for f in reversed(frames[-3:]))
        or "outside of the solvers"
    )


def _place(filename: str, line: int) -> str:
    return f"{filename.rsplit('/', 1)[-1]}:{line}"
