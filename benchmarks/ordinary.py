"""The ordinary fits: ``python -m benchmarks.ordinary [--share 0.1] [--jobs 2] [--against PATH]``.

Some 3 300 fits that a class meets: Gaussians, apart and overlapping, moons, circles, XOR, lattices
and pairs of irises; 10 to 10000 points, as drawn, clicked in steps of a tenth, in centimetres and
kilograms; in the plane, of degree 2 and 3, and with a Gaussian kernel for up to 1 000 points; soft
and hard margins, logistic regression, Fisher, least squares.

    --share 0.1          every tenth fit --only WORDS         only fits with these words in their
    name, in any order --save FILE          keep the answers --reference FILE     compare with
    answers that were kept --against PATH       compare with another checkout, whose solvers make
    the same fits in a process of their own

The table has the statuses, the worst gap of CONVERGED and the processor time of each family,
certificates included.  Lost are fits that were CONVERGED, NOT SEPARABLE or UNBOUNDED there and are
not the same here; the exit code is 1 when there are any, or when CONVERGED has a gap above 1e-7.
Objectives are compared where the features are the points themselves, or a kernel.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from time import thread_time
from typing import Any

# before numpy: one thread for everybody
for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")

import numpy as np  # noqa: E402

import solvers  # noqa: E402

Random = np.random.Generator
Data = tuple[solvers.Floats, solvers.Floats]
ROOT = Path(__file__).resolve().parents[1]
GAP = 1e-7  # what CONVERGED stands for
AGREE = 1e-6  # relative difference of two objectives that are one
SIZES = (10, 100, 1000, 10_000)
WITH_KERNEL = 1000  # points
SHOWN = 20
SURE = ("converged", "not separable", "unbounded")


def overlapping(rng: Random, y: solvers.Floats) -> solvers.Floats:
    """Two normal clouds a little apart."""
    return rng.standard_normal((len(y), 2)) + 0.9 * y[:, None]


def separable(rng: Random, y: solvers.Floats) -> solvers.Floats:
    """Two normal clouds, each on its own side of a street."""
    X = rng.standard_normal((len(y), 2)) + 2.5 * y[:, None]
    depth = y * X.sum(axis=1)
    return np.asarray(X + (y * np.where(depth < 0.5, 0.5 - depth, 0.0))[:, None])


def moons(rng: Random, y: solvers.Floats) -> solvers.Floats:
    """Two half circles, each reaching into the other."""
    turn = np.pi * rng.random(len(y))
    arc = np.column_stack([np.cos(turn) - 0.5, np.sin(turn) - 0.25])
    return 2.0 * y[:, None] * arc + 0.3 * rng.standard_normal((len(y), 2))


def circles(rng: Random, y: solvers.Floats) -> solvers.Floats:
    """A disc in a ring."""
    turn = 2.0 * np.pi * rng.random(len(y))
    return (1.5 - 0.8 * y)[:, None] * np.column_stack(
        [np.cos(turn), np.sin(turn)]
    ) + 0.25 * rng.standard_normal((len(y), 2))


def xor(rng: Random, y: solvers.Floats) -> solvers.Floats:
    """Four clouds at the corners of a square."""
    side = np.where(rng.random(len(y)) < 0.5, -1.5, 1.5)
    return np.column_stack([side, side * y]) + 0.5 * rng.standard_normal((len(y), 2))


def lattice(rng: Random, y: solvers.Floats) -> solvers.Floats:
    """Places of a lattice, many of them taken by several points."""
    return np.round(1.5 * rng.standard_normal((len(y), 2)) + y[:, None])


SHAPES = (overlapping, separable, moons, circles, xor, lattice)
COLUMNS = (("petal_length", "petal_width"), ("sepal_length", "sepal_width"))
PAIRS = ((0, 1), (0, 2), (1, 2))
UNITS = ("drawn", "clicked", "cm and kg")
MAPS: tuple[tuple[str, Any], ...] = (
    ("plane", solvers.Identity()),
    ("degree 2", solvers.Polynomial(2)),
    ("degree 3", solvers.Polynomial(3)),
    ("Gaussian", None),
)
METHODS: tuple[solvers.Method, ...] = (
    *(solvers.SoftMarginSVM(C=C) for C in (1e-2, 1.0, 1e2, 1e6)),
    solvers.HardMarginSVM(),
    *(solvers.LogisticRegression(l2=l2) for l2 in (0.0, 1e-4, 1e-2, 1.0)),
    solvers.Fisher(),
    solvers.LeastSquares(),
)


@cache
def sets() -> dict[str, Callable[[], Data]]:
    """What makes the points of each data set, by its name."""
    made: dict[str, Callable[[], Data]] = {}
    for shape in SHAPES:
        for n in SIZES:
            made[f"{shape.__name__} {n}"] = lambda shape=shape, n=n: _drawn(shape, n)  # type: ignore[misc]
    for pair in PAIRS:
        for columns in COLUMNS:
            name = f"iris {pair[0]}{pair[1]} {columns[0].split('_')[0]}"
            made[name] = lambda pair=pair, columns=columns: _irises(pair, columns)  # type: ignore[misc]
    return made


def _drawn(shape: Callable[[Random, solvers.Floats], solvers.Floats], n: int) -> Data:
    rng = np.random.default_rng((n, SHAPES.index(shape)))
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    return shape(rng, y), y


def _irises(pair: tuple[int, int], columns: tuple[str, str]) -> Data:
    path = ROOT / "assets" / "data" / "iris.csv"
    table = np.genfromtxt(path, delimiter=",", names=True, dtype=None, encoding="utf-8")
    species = np.unique(table["species"], return_inverse=True)[1]
    rows = np.isin(species, pair)
    return np.column_stack([table[c] for c in columns])[rows].astype(np.float64), np.where(
        species[rows] == pair[1], 1.0, -1.0
    )


def placed(X: solvers.Floats, unit: str) -> solvers.Floats:
    """The points in the units of a drawing, of clicks on a canvas from 0 to 10, or of heights and
    weights.
    """
    if unit == "clicked":
        low, high = X.min(axis=0), X.max(axis=0)
        return np.asarray(np.round(100.0 * (X - low) / (high - low)) / 10.0)
    if unit == "cm and kg":
        return np.asarray((X - X.mean(axis=0)) / X.std(axis=0) * (8.0, 12.0) + (170.0, 70.0))
    return X


@dataclass(frozen=True)
class Case:
    """One ordinary fit."""

    data: str
    unit: str
    map: str
    method: solvers.Method

    def __str__(self) -> str:
        return f"{self.data}, {self.unit}, {self.map}, {self.setting}"

    @property
    def setting(self) -> str:
        """The method with the number that matters."""
        value = next(
            (
                f"{name} = {getattr(self.method, name):g}"
                for name in ("C", "l2")
                if hasattr(self.method, name)
            ),
            "",
        )
        return f"{type(self.method).__name__} {value}".strip()

    @property
    def family(self) -> str:
        """The row of the table."""
        return f"{type(self.method).__name__}, {self.map}"

    def problem(self) -> solvers.Problem:
        """A fresh problem, with nothing derived yet."""
        X, y = sets()[self.data]()
        X = np.ascontiguousarray(placed(X, self.unit))
        kernel = solvers.GaussianKernel(sigma=float(X.std())) if self.map == "Gaussian" else None
        return solvers.Problem.from_labels(X, y, dict(MAPS)[self.map], kernel)


def cases() -> Iterator[Case]:
    """All of them, those of one data set one after the other."""
    for data in sets():
        size = data.split()[1]
        for unit in UNITS:
            for name, features in MAPS:
                for method in METHODS:
                    if features is not None or (
                        method.takes_kernel and (not size.isdigit() or int(size) <= WITH_KERNEL)
                    ):
                        yield Case(data, unit, name, method)


@dataclass(frozen=True)
class Answer:
    """What became of one fit."""

    name: str
    family: str
    status: str
    gap: float | None
    objective: float
    seconds: float


def answer(case: Case) -> Answer:
    """Fit and certify."""
    problem = case.problem()
    begin = thread_time()
    fit = solvers.solve(case.method, problem, trace=False)
    proof = fit.certificate
    seconds = thread_time() - begin
    return Answer(str(case), case.family, fit.status.value, proof.gap, float(proof.primal), seconds)


def answers(chosen: Sequence[Case], jobs: int) -> list[Answer]:
    """The answers in the order of the cases."""
    if jobs == 1:
        return [answer(case) for case in chosen]
    with get_context("spawn").Pool(jobs) as pool:
        return pool.map(answer, chosen, chunksize=8)


def of_checkout(path: Path, arguments: Sequence[str]) -> list[Answer]:
    """The same fits by the solvers of another checkout."""
    if not (path / "solvers").is_dir():
        raise SystemExit(f"{path} is no checkout: it has no folder 'solvers'.")
    environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, str(Path(__file__).resolve()), *arguments, "--save", "-"]
    run = subprocess.run(command, cwd=path, env=environment, stdout=subprocess.PIPE, check=True)
    return _read(run.stdout.decode())


def _read(text: str) -> list[Answer]:
    return [Answer(*json.loads(line)) for line in text.splitlines()]


def _written(found: Sequence[Answer]) -> str:
    return "".join(json.dumps(astuple(each)) + "\n" for each in found)


def table(found: Sequence[Answer], before: Sequence[Answer]) -> str:
    """Statuses, the worst gap of CONVERGED and the processor time by family, beside that of the
    other answers.
    """
    groups: dict[str, list[Answer]] = defaultdict(list)
    earlier: dict[str, float] = defaultdict(float)
    for each in found:
        groups[each.family].append(each)
        groups["all"].append(each)
    for each in before:
        earlier[each.family] += each.seconds
        earlier["all"] += each.seconds
    lines = []
    for name, group in groups.items():
        statuses = ", ".join(
            f"{count} {status}"
            for status, count in Counter(each.status for each in group).most_common()
        )
        seconds = f"{sum(each.seconds for each in group):7.2f} s" + (
            f" (was {earlier[name]:.2f} s)" if before else ""
        )
        lines.append(
            f"{name:32} {len(group):5} fits {seconds}, worst gap {_worst(group):.1e}: {statuses}"
        )
    total = lines.pop(list(groups).index("all"))
    return "\n".join([*lines, total])


def _worst(group: Sequence[Answer]) -> float:
    return max(
        (each.gap for each in group if each.gap is not None and each.status == "converged"),
        default=0.0,
    )


def lost(found: Sequence[Answer], before: Sequence[Answer]) -> list[str]:
    """What was sure in the other answers, and is not here, in words."""
    now = {each.name: each for each in found}
    pairs = [(each, now[each.name]) for each in before if each.name in now and each.status in SURE]
    return [
        f"{was.name}: {was.status}, now {new.status} (gap {new.gap})"
        for was, new in pairs
        if was.status != new.status
    ]


def differing(found: Sequence[Answer], before: Sequence[Answer]) -> list[str]:
    """Optima that are another number than in the other answers: in the plane and with a Gaussian
    kernel the model is the same.
    """
    now = {each.name: each for each in found if each.family.endswith((", plane", ", Gaussian"))}
    pairs = [
        (each, now[each.name]) for each in before if each.name in now and each.status == "converged"
    ]
    return [
        f"{was.name}: {was.objective!r}, now {new.objective!r}"
        for was, new in pairs
        if new.status == "converged"
        and abs(was.objective - new.objective) > AGREE * abs(was.objective) + 1e-12
    ]


def _listed(title: str, lines: Sequence[str]) -> None:
    print(f"\n{title}: {len(lines)}")
    for line in lines[:SHOWN]:
        print(f"  {line}")


def main() -> int:
    """Fit, report and compare."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.ordinary",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument(
        "--share", type=float, default=1.0, help="the part of the fits that is made, evenly chosen"
    )
    parser.add_argument("--only", default="", help="only fits with these words in their name")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--save", metavar="FILE", help="keep the answers; - writes them out instead of the report"
    )
    parser.add_argument("--reference", metavar="FILE", type=Path, help="answers that were kept")
    parser.add_argument("--against", metavar="PATH", type=Path, help="another checkout")
    options = parser.parse_args()
    if not 0.0 < options.share <= 1.0:
        parser.error("--share is a number above 0 and at most 1")
    wanted = [case for case in cases() if all(word in str(case) for word in options.only.split())]
    chosen = [
        case
        for k, case in enumerate(wanted)
        if int((k + 1) * options.share) > int(k * options.share)
    ]
    found = answers(chosen, options.jobs)
    if options.save == "-":
        sys.stdout.write(_written(found))
        return 0
    if options.save:
        Path(options.save).write_text(_written(found), encoding="utf-8")
    before: list[Answer] = []
    if options.reference:
        before = _read(options.reference.read_text(encoding="utf-8"))
    elif options.against:
        same = ["--share", str(options.share), "--only", options.only, "--jobs", str(options.jobs)]
        before = of_checkout(options.against.resolve(), same)
    gone = lost(found, before)
    false = [
        f"{each.name}: gap {each.gap}"
        for each in found
        if each.status == "converged" and (each.gap or 0.0) > GAP
    ]
    print(table(found, [each for each in before if each.name in {one.name for one in found}]))
    _listed("CONVERGED with a gap above 1e-7", false)
    if before:
        _listed("Lost", gone)
        _listed("Another optimum", differing(found, before))
    return int(bool(gone or false))


if __name__ == "__main__":
    sys.exit(main())
