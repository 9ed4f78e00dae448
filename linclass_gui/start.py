"""The command ``linclass-gui``: loads the program, then runs it."""

from __future__ import annotations

from .core.interrupts import interrupts_end_at_once


def main() -> int:
    """Run the command line; the result is the exit code."""
    with interrupts_end_at_once():
        from .cli import main as run  # a second of imports, longer on a busy machine
    return run()
