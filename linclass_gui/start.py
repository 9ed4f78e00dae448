"""The commands ``linclass-gui`` and ``linclass``: load the program, then run it."""

from __future__ import annotations

import os
import sys

from .loading import loading


def main() -> int:
    """Run the command line; the result is the exit code.

    Where a standard stream is closed, as by some launchers, what is printed goes nowhere instead of
    failing.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - open until the program ends
    with loading():
        from .cli import main as run  # a second of imports, longer on a busy machine
    return run()


def window() -> int:
    """The same, as the command ``linclass``, which has no console on Windows."""
    return main()
