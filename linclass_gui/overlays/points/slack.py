"""The slack of each point inside its margin line, as the segment back to that line."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Fit
from solvers.arrays import locked

from ...answers.decision import plane_line
from ...scene.marks import Dots, Mark, Path
from ...scene.memo import memo
from ...scene.scene import Scene
from ..shapes.slack_ways import late_rows, segments, with_slack


def draw(scene: Scene) -> Iterable[Mark]:
    """Segments from the points inside their margin to their own margin line, with their feet."""
    chosen = with_slack(scene)
    if chosen is None:
        return ()
    method, fit = chosen
    return _segments(fit, scene.pixels, method.id in scene.stale)


@memo
def _segments(fit: Fit, pixels: tuple[float, float], faded: bool) -> tuple[Mark, ...]:
    line = plane_line(fit)
    if line is None:
        return ()
    rows, slack = late_rows(fit, pixels)
    marks: list[Mark] = []
    for sign, suffix in ((-1.0, "minus"), (1.0, "plus")):
        own = rows[fit.problem.y[rows] == sign]
        if len(own):
            ends = segments(fit, own, slack[own], line.normal)
            marks.append(
                Path(locked(ends.reshape(-1, 2)), f"slack-{suffix}", joined="pairs", faded=faded)
            )
            marks.append(Dots(locked(ends[:, 1]), f"slack-foot-{suffix}", faded=faded))
    return tuple(marks)
