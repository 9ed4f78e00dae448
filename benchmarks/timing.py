"""Timing side by side: every contender once per round, medians over the rounds, so that a slow
minute hurts all of them alike.  Processor time, which other work on the machine does not lengthen
much.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter, process_time

from solvers import core


def require_core() -> None:
    """Refuse to measure the loops in plain Python: they are there to be read."""
    if core.LIBRARY is None:
        raise SystemExit("the core is not compiled: python packaging/build_core.py")


def side_by_side(
    contenders: Mapping[str, Callable[[], object]], rounds: int = 9, budget_s: float = 8.0
) -> dict[str, float]:
    """The median seconds of each contender; one round is a warm-up, and one that is very slow is
    timed once only.
    """
    require_core()
    times: dict[str, list[float]] = {name: [] for name in contenders}
    begin = perf_counter()
    slow = set()
    for name, run in contenders.items():
        seconds = _timed(run)
        if seconds > budget_s / 3:
            times[name].append(seconds)
            slow.add(name)
    for _ in range(rounds):
        for name, run in contenders.items():
            if name not in slow:
                times[name].append(_timed(run))
        if perf_counter() - begin > budget_s:
            break
    return {name: median(values) for name, values in times.items()}


def _timed(run: Callable[[], object]) -> float:
    begin = process_time()
    run()
    return process_time() - begin


def words(seconds: float) -> str:
    """A duration with three digits and its unit."""
    for factor, unit in ((1e6, "µs"), (1e3, "ms"), (1.0, "s")):
        if seconds * factor < 1000 or unit == "s":
            return f"{seconds * factor:.3g} {unit}"
    raise AssertionError("unreachable")
