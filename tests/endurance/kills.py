"""Windows that are killed while somebody works in them: ``python tests/endurance/kills.py --count
200 --seed 0``.

The law: after a kill at any moment the state on the disk lacks nothing but the edits of the last
five seconds; after a signal that asks the program to end (SIGTERM, SIGINT, SIGHUP) it lacks
nothing, and the exit code is 0.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from linclass_gui.window.session.recovery import left_over

HERE = Path(__file__).parent
MOST_LOST = 5.0  # seconds
SIGNALS = (
    signal.SIGKILL,
    signal.SIGKILL,
    signal.SIGKILL,
    signal.SIGTERM,
    signal.SIGINT,
    signal.SIGHUP,
)
POINTS = (40, 40, 2_000, 100_000, 1_000_000)


@dataclass(frozen=True)
class Killed:
    """What a kill cost: the seconds of work that are not on the disk, and what is wrong with that,
    if anything.
    """

    number: signal.Signals
    points: int
    edits: int
    kept: int  # the last edit that is on the disk, -1 without any
    lost: float
    wrong: str = ""


def kill_one(
    number: signal.Signals,
    points: int,
    seed: int,
    folder: Path,
    longest: float = 8.0,
    first: str = "log",
) -> Killed:
    """Start a window, let it edit for a while once a file of the name ``first`` is written, end it,
    and look at what is left.
    """
    log = folder / "log"
    log.touch()
    environment = {
        **os.environ,
        "XDG_CONFIG_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    command = [
        sys.executable,
        str(HERE / "editing_window.py"),
        str(folder / "recovery"),
        str(log),
        str(points),
        str(seed),
    ]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as window:
        while not any(path.stat().st_size for path in folder.glob(first)) and window.poll() is None:
            time.sleep(0.02)
        time.sleep(random.Random(seed).uniform(0.0, longest))
        at = time.monotonic()
        window.send_signal(number)
        _, errors = window.communicate(timeout=120)
    ended_well = window.returncode == (-number if number is signal.SIGKILL else 0)
    wrong = (
        ""
        if ended_well and "Traceback" not in errors
        else f"exit code {window.returncode}: {errors[-2000:]}"
    )
    return judged(number, points, at, log.read_text(), folder / "recovery", wrong)


def judged(
    number: signal.Signals, points: int, at: float, log: str, folder: Path, wrong: str
) -> Killed:
    """How much of what the log says is on the disk."""
    lines = [line.split() for line in log.split("\n")[:-1]]
    edits = [(int(seed), float(when)) for seed, when in lines]
    states = left_over(folder)
    kept = -1
    for state in states:
        document = state.read()
        kept = max(kept, document.seed)
        if len(document.dataset) != points:
            wrong = wrong or f"{len(document.dataset)} points of {points}"
        state.discard()
    # An edit counts as lost from the moment it was made.
    missing = [when for seed, when in edits if seed > kept and when <= at]
    lost = at - missing[0] if missing else 0.0
    allowed = MOST_LOST if number is signal.SIGKILL else 0.0
    if lost > allowed:
        wrong = wrong or f"{lost:.1f} s of work are lost"
    return Killed(number, points, len(edits), kept, lost, wrong)


def _told(longest: float, seed: int) -> Killed:
    """A kill in a folder of its own; what is wrong with it is said at once."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as place:
        killed = kill_one(chance.choice(SIGNALS), chance.choice(POINTS), seed, Path(place), longest)
    if killed.wrong:
        sys.stdout.write(
            f"seed {seed}, {killed.number.name}, {killed.points} points: {killed.wrong}\n"
        )
        sys.stdout.flush()
    return killed


def main() -> int:
    """Kill windows; the exit code says whether the law was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--longest", type=float, default=8.0, help="seconds of work before the signal, at the most"
    )
    parser.add_argument("--jobs", type=int, default=1, help="windows at a time")
    options = parser.parse_args()
    with ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.seed, options.seed + options.count)
        found = list(pool.map(partial(_told, options.longest), seeds))
    killed = sorted(k.lost for k in found if k.number is signal.SIGKILL)
    report = {
        "windows": len(found),
        "edits": sum(k.edits for k in found),
        "killed": len(killed),
        "asked_to_end": len(found) - len(killed),
        "lost_s": {"median": round(killed[len(killed) // 2], 2), "worst": round(killed[-1], 2)}
        if killed
        else {},
        "lost_when_asked_s": round(
            max((k.lost for k in found if k.number is not signal.SIGKILL), default=0.0), 2
        ),
        "broken": sum(bool(k.wrong) for k in found),
    }
    sys.stdout.write(json.dumps(report, indent=2) + "\n")
    return 1 if report["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
