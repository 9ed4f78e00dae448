"""Killing a program at a random moment of its work, again and again: any program that says on
standard output what it has done.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random


def kill_at_random(
    command: Sequence[str],
    check: Callable[[list[str]], None],
    count: int,
    random: Random,
    longest: float = 0.3,
) -> list[int]:
    """Start a program ``count`` times, kill it (SIGKILL) at a random moment after its first line,
    and check what it left.

    Half of the kills come in the middle of a step, after a random part of ``longest`` seconds; the
    others right after a random number of lines, which needs no clock.  ``check`` gets the lines
    that the program had said.  The result is how many those were.
    """
    return [_killed_once(command, check, random, longest) for _ in range(count)]


def _killed_once(
    command: Sequence[str], check: Callable[[list[str]], None], random: Random, longest: float
) -> int:
    # a checkout need not be installed
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        lines = [process.stdout.readline()]
        if random.random() < 0.5:
            lines += [process.stdout.readline() for _ in range(random.randrange(12))]
        else:
            time.sleep(longest * random.random())
        process.kill()
        lines += process.stdout.readlines()
    said = [line.strip() for line in lines if line.endswith("\n")]
    assert said, f"{' '.join(command)} ended by itself: {process.returncode}"
    check(said)
    return len(said)


def saver(path: Path, first: int) -> list[str]:
    """A program that saves scenes of growing numbers to one file without end; it says each number
    when it is saved.
    """
    return [sys.executable, str(Path(__file__).with_name("saver.py")), str(path), str(first)]


class SavedScenes:
    """The law for :func:`saver`: the file is whole, and holds the last scene that was said or the
    next one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.left_over = 0  # kills that left a temporary file

    def check(self, said: list[str]) -> None:
        from linclass_gui.files.codec import encode, load_document

        document = load_document(self.path)
        last = int(said[-1])
        assert document.seed in (last, last + 1), f"saved {last}, found {document.seed}"
        assert self.path.read_text(encoding="utf-8") == encode(document), "the file is not whole"
        parts = list(self.path.parent.glob(".*.part"))
        assert len(parts) <= 1, "what an earlier kill left was not swept"
        self.left_over += len(parts)
        for part in parts:
            os.utime(part, (0.0, 0.0))  # hours pass: the next saving may sweep it
