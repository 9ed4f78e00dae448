"""The two pictures of the README, the window and an exported figure: ``-m docs.pictures``."""

from __future__ import annotations

import sys
from pathlib import Path

import linclass_gui
from benchmarks.window_pictures import draw_window  # before Qt: no window of the desktop is touched
from linclass_gui.window.running import make_application

HERE = Path(__file__).parent
LAYERS = (
    "half-planes",
    "boundary",
    "margins",
    "support-vectors",
    "hulls",
    "closest-pair",
    "width",
    "grid",
)


def main() -> int:
    """Draw both."""
    application = make_application(sys.argv[:1])
    draw_window(HERE / "window.png", "three-views", "light", 1600, 1000)

    linclass_gui.figure("lesson:hard-margin", layers=LAYERS, dpi=200.0).save(HERE / "figure.png")
    del application
    return 0


if __name__ == "__main__":
    sys.exit(main())
