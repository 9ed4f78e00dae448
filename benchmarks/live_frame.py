"""The frame of a drag in a live page, in Chromium: ``python -m benchmarks.live_frame [POINTS]``
(200), or ``python -m benchmarks.live_frame lessons [TIMES]`` on a phone so many times slower (6).

Soft margin, logistic regression and Fisher, the picture and J over the angle; one point is dragged
along 200 places by pointer events, and performance marks around the drawing say how long each frame
took, its layout included.  In lessons with kernels and maps a point is dragged by a finger, at the
size of a phone; of a machine that does other things only ratios are to be trusted.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

import numpy as np

import linclass_gui
from linclass_gui.cli import main as run_command
from linclass_gui.figures.site import LIVE_SCRIPT
from solvers import Fisher, LogisticRegression, SoftMarginSVM

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "live"))
from chromium import MISSING, PROGRAM, Chromium
from page_pupil import HEIGHT, WIDTH, without_walls

METHODS = (Fisher(), LogisticRegression(), SoftMarginSVM(C=1.0))
LESSONS = ("circle", "kernels", "overfitting", "choosing-c", "penalty", "xor")
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
    browser.mouse(*way_from(x, y))
    return durations(browser)


def way_from(x: float, y: float) -> list[tuple[float, float]]:
    """Two circles through a place of the screen."""
    turns = np.linspace(0.0, 4.0 * np.pi, MOVES).tolist()
    return [(x + 40.0 * np.sin(t), y + 40.0 * (1.0 - np.cos(t))) for t in turns]


def durations(browser: Chromium) -> list[float]:
    """The milliseconds of the frames so far."""
    return [
        float(each)
        for each in browser.run(
            "performance.getEntriesByName('frame').map((each) => each.duration)"
        )
    ]


def course_in(folder: Path) -> Path:
    """The course as a site, its script within reach."""
    run_command(["course", "-o", str(folder)])
    script = folder / LIVE_SCRIPT
    script.write_text(without_walls(script.read_text(encoding="utf-8")), encoding="utf-8")
    for page in folder.glob("*.html"):
        page.write_bytes(re.sub(b"<meta http-equiv.*?>", b"", page.read_bytes()))
    return folder


def frames_by_finger(browser: Chromium, path: Path, times: float) -> list[float]:
    """The milliseconds of every frame while a finger drags the point nearest to the middle."""
    browser.open(path, WIDTH, HEIGHT)
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.run(MARKS)
    x, y = browser.run(
        "(() => { const s = scaleNow(), b = canvas.getBoundingClientRect(), middle = [b.width / 2, "
        "b.height / 2]; const places = figure.points.map((p) => [s.x(p[0]), s.y(p[1])]);"
        " const away = places.map((p) => Math.hypot(p[0] - middle[0], p[1] - middle[1]));"
        " const [u, v] = places[away.indexOf(Math.min(...away))]; return [b.left + u, b.top + v]; "
        "})()"
    )
    browser.call("Emulation.setCPUThrottlingRate", rate=times)
    browser.touch(*way_from(x, y))
    browser.call("Emulation.setCPUThrottlingRate", rate=1)
    return durations(browser)


def measure_lessons(times: float) -> None:
    """Say the frames of each lesson."""
    with tempfile.TemporaryDirectory() as folder:
        site = course_in(Path(folder) / "site")
        browser = Chromium(Path(folder) / "browser")
        try:
            for name in LESSONS:
                say(name, frames_by_finger(browser, site / f"{name}.html", times))
        finally:
            browser.close()


def say(name: str, taken: list[float]) -> None:
    """The median and the slowest of twenty."""
    print(
        f"{name}: {len(taken)} frames, median {np.median(taken):.1f} ms, 95 % within "
        f"{np.quantile(taken, 0.95):.1f} ms"
    )


def main() -> None:
    """Measure, and say the median and the slowest of twenty."""
    if PROGRAM is None:
        sys.exit(MISSING)
    if sys.argv[1:2] == ["lessons"]:
        measure_lessons(float(sys.argv[2]) if len(sys.argv) > 2 else 6.0)
        return
    points = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        browser = Chromium(Path(folder) / "browser")
        try:
            taken = frames(browser, page(Path(folder), points))
        finally:
            browser.close()
    say(f"n = {points}", taken)


if __name__ == "__main__":
    main()
