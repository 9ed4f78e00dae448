"""A window at work for a long time: ``python tests/endurance/soak.py --minutes 20 --seed 0``.

Drags, fits, other methods, plots, themes, undo, playback, without a pause; the resident memory is
noted every ten seconds.  Memory is flat when, after the first quarter of the time (five minutes of
twenty), a line through the samples (the median of the slopes of all pairs, which single peaks do
not move) rises by less than ``MOST_GROWTH`` until the end.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from in_the_loop import take
from listening import listening
from monkey import NOT_OURS, Monkey, Steps, answered, begin_files, give_up_changes
from PySide6.QtCore import QSettings

from linclass_gui.plots import PLOTS
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.running import make_application
from linclass_gui.window.session.settings import UserSettings

EVERY_S = 10.0
# MB from the end of the first quarter to the end: the coming and going of figures and allocator
# arenas
MOST_GROWTH = 12.0


def resident_mb() -> float:
    """The resident memory of this process."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def growth(samples: list[tuple[float, float]]) -> float:
    """How much (MB) the memory grows after the first quarter of the time: the median slope of all
    pairs, times the time.
    """
    end = samples[-1][0]
    t, m = (
        np.array(column) for column in zip(*[s for s in samples if s[0] >= 0.25 * end], strict=True)
    )
    first, second = np.triu_indices(len(t), k=1)
    if not len(first):
        return 0.0
    slopes = (m[second] - m[first]) / (t[second] - t[first])
    return float(np.median(slopes) * (t[-1] - t[0]))


def begin_with_everything(monkey: Monkey) -> Iterator[int]:
    """Every action and every plot once: what is built when it is first wanted, and kept, is no
    growth.
    """
    for id in monkey.window.actions_by_id:
        if id not in NOT_OURS:
            monkey.window.actions_by_id[id].trigger()
            yield 0
            yield from monkey.clear_popups()
    for plot in PLOTS:
        monkey.window.plots.show_plot(plot.name)
        yield 0
    monkey.keep_small()
    monkey.check()


def soak(
    window: MainWindow, seconds: float, seed: int, folder: Path, every: float = EVERY_S
) -> tuple[list[tuple[float, float]], list[str]]:
    """Work in a window for ``seconds``; the samples (second, MB) and the faults."""
    begin_files(folder)
    samples: list[tuple[float, float]] = []
    with listening() as record:
        monkey = Monkey(window, folder, record, seed)
        with answered(monkey):
            take(_work(monkey, seconds, every, samples))
    return samples, record.faults


def _work(
    monkey: Monkey, seconds: float, every: float, samples: list[tuple[float, float]]
) -> Iterator[int]:
    """Deeds for a number of seconds; a sample of the memory now and then."""
    panels = [
        monkey.action,
        monkey.poke_widget,
        monkey.key,
        monkey.wheel,
        monkey.storm,
        monkey.tear_off,
        monkey.wait,
    ]
    deeds: list[Callable[[], str | Steps]] = [monkey.drag] * 8 + panels
    record, begin = monkey.record, time.monotonic()
    yield from begin_with_everything(monkey)
    while (now := time.monotonic() - begin) < seconds:
        yield from monkey.do(monkey.random.choice(deeds))
        if record.events % 25 == 0:
            monkey.keep_small()
        if record.events % 200 == 0:
            monkey.check()
        if now >= every * (len(samples) + 1):
            gc.collect()
            samples.append((now, resident_mb()))


def main() -> int:
    """Soak from the command line; the exit code says whether the memory stays flat and nothing
    failed.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    make_application(sys.argv[:1])
    with tempfile.TemporaryDirectory() as place:
        window = MainWindow(
            None,
            UserSettings(QSettings(str(Path(place) / "linclass.ini"), QSettings.Format.IniFormat)),
        )
        window.show()
        samples, faults = soak(window, 60.0 * options.minutes, options.seed, Path(place) / "files")
        give_up_changes(window)
        window.close()
    rises = growth(samples) if len(samples) > 3 else 0.0
    report = {
        "minutes": options.minutes,
        "memory_mb": [round(m) for _, m in samples[:: max(1, len(samples) // 20)]],
        "growth_mb": round(rises, 1),
        "faults": len(faults),
    }
    sys.stdout.write(json.dumps(report, indent=2) + "\n")
    for fault in faults[:10]:
        sys.stdout.write("\n" + fault + "\n")
    return 1 if faults or rises > MOST_GROWTH else 0


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    os._exit(code)  # whatever was left half done is no part of the run
