"""The frame of a drag in a live page, in Chromium: ``python -m benchmarks.live_frame [POINTS]``
(200).

Soft margin, logistic regression and Fisher, the picture and J over the angle; one point is dragged
along 200 places by pointer events, and performance marks around the drawing say how long each frame
took, its layout included.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

import numpy as np

import linclass_gui
from solvers import Fisher, LogisticRegression, SoftMarginSVM

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "live"))
from chromium import MISSING, PROGRAM, Chromium

METHODS = (Fisher(), LogisticRegression(), SoftMarginSVM(C=1.0))
MOVES = 200
MARKS = """(() => {
  const plain = draw;
  draw = () => {
    performance.mark("begin");
    plain();
    document.body.getBoundingClientRect();
    performance.measure("frame", "begin");
  };
})()"""


def page(folder: Path, points: int) -> Path:
    """Two overlapping clouds with three methods and two plots, its script within reach."""
    rng = np.random.default_rng(0)
    y = np.arange(points) % 2
    X = rng.standard_normal((points, 2)) + 1.2 * y[:, None]
    made = linclass_gui.figure((X, y), methods=METHODS, view=("canvas", "fisher-angle"))
    path = made.save(folder / "page.html", live=True)
    text = re.sub("<meta http-equiv.*?>", "", path.read_text(encoding="utf-8")).replace(
        '<script type="module">', "<script>"
    )
    path.write_text(text, encoding="utf-8")
    return path


def frames(browser: Chromium, path: Path) -> list[float]:
    """The milliseconds of every frame of the drag."""
    browser.open(path)
    browser.run(MARKS)
    x, y = browser.run(
        "(() => { const s = scaleNow(), b = canvas.getBoundingClientRect(), p = figure.points[0];"
        " return [b.left + s.x(p[0]), b.top + s.y(p[1])]; })()"
    )
    turns = np.linspace(0.0, 4.0 * np.pi, MOVES)
    browser.mouse(
        (x, y), *((x + 40.0 * np.sin(t), y + 40.0 * (1.0 - np.cos(t))) for t in turns.tolist())
    )
    return [
        float(each)
        for each in browser.run(
            "performance.getEntriesByName('frame').map((each) => each.duration)"
        )
    ]


def main() -> None:
    """Measure, and say the median and the slowest of twenty."""
    if PROGRAM is None:
        sys.exit(MISSING)
    points = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        browser = Chromium(Path(folder) / "browser")
        try:
            taken = frames(browser, page(Path(folder), points))
        finally:
            browser.close()
    print(
        f"n = {points}: {len(taken)} frames, median {np.median(taken):.1f} ms, 95 % within "
        f"{np.quantile(taken, 0.95):.1f} ms"
    )


if __name__ == "__main__":
    main()
