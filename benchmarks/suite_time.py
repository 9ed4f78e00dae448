"""Where the time of the suite goes: ``python -m benchmarks.suite_time [--write] [-- PYTEST ...]``.

Runs the suite and prints its processor time (user and system, of all its processes), the share of
each room, the dearest files and the dearest tests.  ``--write`` renews the tables of
``docs/architecture.md`` and the numbers in ``README.md``.  As a plugin of pytest
(``-p benchmarks.suite_time``) it appends to the file that ``LINCLASS_TIMES`` names the seconds of
every test: set-up, call and tear-down, children that have ended included.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BEGIN, END = "<!-- Written by make test-time. -->", "<!-- End of what make test-time writes. -->"
VARIABLE = "LINCLASS_TIMES"
DEAREST = 30
Times = dict[str, float]  # seconds of processor of each test


def seconds() -> float:
    """Processor time of this process and of its children that have ended."""
    now = os.times()
    return now.user + now.system + now.children_user + now.children_system


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what a test takes."""
    before = seconds()
    try:
        return (yield)
    finally:
        if path := os.environ.get(VARIABLE):
            with open(path, "a", encoding="utf-8") as file:
                file.write(f"{seconds() - before:.3f} {item.nodeid}\n")


def times_in(path: Path) -> Times:
    """What the tests of a run took."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {name: float(taken) for taken, _, name in (line.partition(" ") for line in lines)}


def room_of(test: str) -> str:
    """The folder of ``tests`` in which a test stands."""
    _, room, *inner = test.partition("::")[0].split("/")
    return f"`{room}`" if inner else "files beside the rooms"


def tables(times: Times, total: float) -> str:
    """The rooms, the dearest files and the dearest tests as Markdown."""
    rooms, counts, files = Counter[str](), Counter[str](), Counter[str]()
    for test, taken in times.items():
        rooms[room_of(test)] += taken
        counts[room_of(test)] += 1
        files[test.partition("::")[0].removeprefix("tests/")] += taken
    rest, dearest = total - sum(times.values()), rooms.most_common()
    return "\n".join(
        [
            "| room of `tests` | tests | seconds |",
            "|---|---|---|",
            *(f"| {room} | {counts[room]:,} | {taken:.0f} |" for room, taken in dearest),
            f"| imports and collection of the workers | | {rest:.0f} |",
            f"| **all** | {len(times):,} | **{total:.0f}** |",
            "",
            f"The {DEAREST} dearest files, in seconds: "
            + ", ".join(f"`{name}` {taken:.1f}" for name, taken in files.most_common(DEAREST))
            + ".",
        ]
    )


def dearest_tests(times: Times) -> str:
    """The tests that take most, a line each."""
    return "\n".join(f"{taken:7.2f}  {test}" for test, taken in Counter(times).most_common(DEAREST))


def write(text: str, total: float, wall: float) -> None:
    """Renew the tables of the page about the rooms, and the sentence of the first page."""
    page = ROOT / "docs/architecture.md"
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    page.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}", encoding="utf-8")
    first = ROOT / "README.md"
    words = f"{wall / 60:.0f} minutes on two cores ({total:.0f} s of processor)"
    old = first.read_text(encoding="utf-8")
    renewed = re.sub(r"\d+ minutes on two cores \(\d+ s of processor\)", words, old)
    first.write_text(renewed, encoding="utf-8")


def main() -> None:
    """Run, count, print, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="renew the tables in the docs")
    parser.add_argument("pytest", nargs="*", help="what pytest is to be told")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "times")
        path.touch()
        command = [sys.executable, "-m", "pytest", "-p", "benchmarks.suite_time"]
        told = ["-n", "auto", "--dist", "worksteal", "-q", *arguments.pytest]
        began = time.monotonic()
        run = subprocess.run(
            [*command, *told], cwd=ROOT, env={**os.environ, VARIABLE: str(path)}, check=False
        )
        wall, usage = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        times = times_in(path)
    if not times:
        raise SystemExit("no test was run")
    total = usage.ru_utime + usage.ru_stime
    text = tables(times, total)
    print(f"{text}\n\n{dearest_tests(times)}\n\n{total:.0f} s of processor, {wall:.0f} s")
    if run.returncode:
        raise SystemExit(run.returncode)
    if arguments.write:
        write(text, total, wall)


if __name__ == "__main__":
    main()
