"""Files beside their peers: a long table beside pandas, ``fit`` of a short one beside a script with
scikit-learn, and a film.

    python -m benchmarks.files [--json] [--rows 1000000] [--values 60]

Each contender is a process of its own, and so is an empty one with the same imports; what counts is
processor time, which other work on the machine does not lengthen much, and the most memory.  Peers
that are not installed are left out.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import numpy as np

ROUNDS = 5
SHORT = 200  # rows of the table that is fitted
METHOD = ("--method", "soft-margin-svm")
# Run in the process: the processor time and the growth of memory, in MB, of what stands in work().
MEASURED = """
import resource, sys, time
{imports}
def work():
    {work}
{warm_up}
before, begin = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
work()
seconds = time.process_time() - begin
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print("measured", seconds, grown / (1 << 20 if sys.platform == "darwin" else 1 << 10))
"""
SCRIPT = """
import numpy as np
from sklearn.svm import LinearSVC
table = np.genfromtxt({path!r}, delimiter=",", skip_header=1)
machine = LinearSVC(loss="hinge", C=1.0 / len(table)).fit(table[:, :2], table[:, 2])
print(machine.coef_, machine.intercept_)
"""


@dataclass(frozen=True)
class Row:
    """One contender: processor seconds and MB, in the median of some rounds."""

    task: str
    who: str
    seconds: float
    megabytes: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--rows", type=int, default=1_000_000, help="of the long table")
    parser.add_argument("--values", type=int, default=60, help="of C in the film")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = [*tables(folder, options.rows), *fits(folder), *films(folder, options.values)]
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
        return
    print("| task | who | processor time | memory |\n|---|---|---|---|")
    for row in rows:
        print(f"| {row.task} | {row.who} | {row.seconds:.2f} s | {row.megabytes:.0f} MB |")


def tables(folder: Path, count: int) -> list[Row]:
    """A table of numbers with a class, read in a process that has read a short one."""
    long, short = write_table(folder / "long.csv", count), write_table(folder / "short.csv", SHORT)
    ours = "from linclass_gui.files.first_picture import open_document"
    contenders = {
        "ours, to points": (ours, f"open_document({long!r})", f"open_document({short!r})")
    }
    if importlib.util.find_spec("pandas"):
        read = f"pandas.read_csv({long!r})"
        contenders["pandas.read_csv"] = "import pandas", read, f"pandas.read_csv({short!r})"
    commands = {
        who: [sys.executable, "-c", MEASURED.format(imports=imports, work=work, warm_up=warm_up)]
        for who, (imports, work, warm_up) in contenders.items()
    }
    return by_turns(f"table of {count:,} rows", commands)


def fits(folder: Path) -> list[Row]:
    """A short table fitted from the command line, with all that starting takes."""
    path = write_table(folder / "fitted.csv", SHORT)
    commands = {
        "ours, linclass-gui fit": [sys.executable, "-m", "linclass_gui", "fit", path, *METHOD]
    }
    if importlib.util.find_spec("sklearn"):
        commands["a script with scikit-learn"] = [sys.executable, "-c", SCRIPT.format(path=path)]
    return by_turns(f"fit of a table of {SHORT} rows", commands)


def films(folder: Path, values: int) -> list[Row]:
    """A film of a growing C, with eight pages between two values."""
    sweep = ",".join(f"{value:.4g}" for value in np.geomspace(0.01, 1000.0, values))
    command = [sys.executable, "-m", "linclass_gui", "export", "lesson:choosing-c"]
    command += ["--sweep", f"C={sweep}", "-o"]
    commands = {
        f"ours, {kind}": [*command, str(folder / f"film.{kind}")] for kind in ("gif", "apng")
    }
    return by_turns(f"film of {values} values of C, {9 * values - 8} pages", commands, rounds=1)


def write_table(path: Path, count: int) -> str:
    """A table of two columns of numbers and a class, with its name."""
    random = np.random.default_rng(0)
    with path.open("w", encoding="ascii") as file:
        file.write("x1,x2,class\n")
        for start in range(0, count, 100_000):
            X = random.normal(size=(min(100_000, count - start), 2))
            y = X.sum(axis=1) + random.normal(size=len(X)) > 0
            np.savetxt(file, np.column_stack([X, y]), fmt="%.6f,%.6f,%d")
    return str(path)


def by_turns(task: str, commands: dict[str, list[str]], rounds: int = ROUNDS) -> list[Row]:
    """Every contender once a round, so that a slow minute hurts all of them alike."""
    costs: dict[str, list[tuple[float, float]]] = {who: [] for who in commands}
    for _ in range(rounds):
        for who, command in commands.items():
            costs[who].append(cost_of(command))
    return [
        Row(task, who, *(median(column) for column in zip(*of_who, strict=True)))
        for who, of_who in costs.items()
    ]


def cost_of(command: list[str]) -> tuple[float, float]:
    """Processor seconds and MB of a process: its own word, or all of it."""
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        encoding="utf-8",
    )
    assert process.stdout is not None
    words = process.stdout.read()
    _, state, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(state)
    if process.returncode:
        raise SystemExit(f"this has failed: {' '.join(command)[:400]}")
    if words.startswith("measured"):
        _, seconds, megabytes = words.split()
        return float(seconds), float(megabytes)
    most = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return usage.ru_utime + usage.ru_stime, most


if __name__ == "__main__":
    main()
