"""The commands ``linclass-gui`` and ``linclass``: load the program, then run it."""

from __future__ import annotations

import os
import sys

from .core.interrupts import interrupts_end_at_once


def main() -> int:
    """Run the command line; the result is the exit code."""
    with interrupts_end_at_once():
        from .cli import main as run  # a second of imports, longer on a busy machine
    return run()


def window() -> int:
    """The same where no console may exist, as for ``linclass`` on Windows: what is printed then goes nowhere instead of failing."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - open until the program ends
    return main()
