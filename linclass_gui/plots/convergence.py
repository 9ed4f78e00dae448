"""How the iterative methods approach their optimum: the objective above the best known bound, and
the duality gap.

Both are relative; the gap needs no knowledge of the optimum, and is drawn for every method whose
steps have a dual value.  Where no certificate says what the optimum is (a kernel that is no scalar
product, a rule that does not end), the axis promises none.
"""

from __future__ import annotations

import math

import numpy as np

from solvers import AnyFit, Floats, Method
from solvers.cancellation import check_cancelled
from solvers.explaining.step_terms import weights_of

from ..answers.method_labels import label_of, name_in
from ..markup.numbers import CERTIFIED, count_words, magnitude, significant
from ..scene import cures
from ..scene.marks import Along, Axis, Dots, Entry, Figure, Home, Path, Point, Reading
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.scene import Scene
from .axes import OFF, Names, beside, columns, is_off, names_at, vertical, words_beside
from .plot import SEARCH, Plot, has_more_classes, is_at_once, of_whole_or_pair

# values of scores for the gaps of one history, and how many gaps there are whatever they cost
WORK, GAPS_AT_LEAST = 400_000, 4
FLOOR = -14.0  # log10: below, differences of two objectives are rounding
SPAN = 4.0  # decades that the axis shows at least: what differs by less is flat
STEPS_AXIS = "steps"
HEIGHT_AXIS, REACHED_AXIS = "above the optimum", "above the best known"
NO_STEPS = cures.Refusal(
    "Methods with several steps show here how they approach their optimum: try another algorithm.",
    cures.LOGISTIC,
)


def figure(scene: Scene) -> Figure:
    """One line a method with a history; algorithms of one model are measured against the same
    optimum.
    """
    # Certificates come last: a preview in the middle of a drag has one step and needs none for
    # this.
    lines = [(m, heights(fit, optimum(fit, _rivals(scene, m)))) for m, fit in shown_fits(scene)]
    if not lines:
        message = OFF if is_off(scene) else "" if _are_awaited(scene) else NO_STEPS
        return Figure(Axis(0.0, 1.0, STEPS_AXIS), Axis(FLOOR, 0.0), (), message=message)
    last = max(float(line[-1, 0]) for _, line in lines)
    dashed = [(m, gaps(fit)) for m, fit in shown_fits(scene)]
    heights_shown = [line[:, 1] for _, line in (*lines, *dashed) if len(line)]
    low = min(float(height.min()) for height in heights_shown)
    high = max(*(float(height.max()) for height in heights_shown), low + SPAN)
    room = 0.08 * (high - low)
    marks: list[Path | Dots] = [
        _gap_line(gap, scene.document.slot_of(m)) for m, gap in dashed if len(gap)
    ]
    marks += [
        mark
        for m, line in lines
        for mark in _line(line, scene.document.slot_of(m), m.id == scene.document.selected)
    ]
    name = (
        HEIGHT_AXIS
        if all(is_optimum_known(fit, _rivals(scene, m)) for m, fit in shown_fits(scene))
        else REACHED_AXIS
    )
    x, y = (
        Axis(0.0, 1.04 * last, STEPS_AXIS, whole=True),
        Axis(low - room, high + room, name, whole=True, powers=True),
    )
    legend, words = _names(scene, lines, dashed)
    return Figure(
        x,
        y,
        tuple(marks),
        grid=True,
        legend=legend,
        words=words,
        heading=_reached(scene, lines),
    )


def _reached(scene: Scene, lines: list[tuple[MethodInUse, Floats]]) -> tuple[str, ...]:
    """The steps of the selected method, or of the first one that is shown, by its name where there
    are others.
    """
    method, line = min(lines, key=lambda entry: entry[0].id != scene.document.selected)
    name = f"{name_in(scene.document, method)}: " if len(lines) > 1 else ""
    return (f"{name}{count_words(round(line[-1, 0]), 'step')}",)


def _are_awaited(scene: Scene) -> bool:
    """Whether fits with their steps are still being computed."""
    return any(
        m.id in scene.stale or _lacks_steps(scene, m.id) for m in scene.document.enabled_methods
    )


def _lacks_steps(scene: Scene, id: str) -> bool:
    """Whether a method has no answer yet, one that came without the steps that it counts, or is
    shown where it starts.
    """
    fit, full_fit = scene.fits.get(id), scene.whole.get(id)
    if full_fit is not None and has_steps(full_fit):
        return True
    return fit is None or (len(fit.history) == 1 and bool(fit.last.number))


def _names(
    scene: Scene,
    lines: list[tuple[MethodInUse, Floats]],
    gaps_shown: list[tuple[MethodInUse, Floats]],
) -> Names:
    """The methods in the order of the list, at their last steps, and the meaning of the dashed
    lines, said once.
    """
    document, line_of = scene.document, {m.id: line for m, line in lines}
    entries, homes = [], list[Home]()
    for m in document.methods:
        if m.id in line_of and (name := name_in(document, m)):
            entries.append(Entry(name, "boundary", document.slot_of(m)))
            homes.append(_last_step(line_of[m.id]))
    known_gaps = [(document.slot_of(m), gap) for m, gap in gaps_shown if len(gap)]
    if known_gaps:
        slot = known_gaps[0][0] if len(known_gaps) == 1 else None
        entries.append(Entry("duality gap", "gap", slot))
        homes.append(_along(known_gaps[0][1]))
    return names_at(tuple(entries), tuple(homes))


@memo
def _last_step(line: Floats) -> Home:
    return beside(float(line[-1, 0]), float(line[-1, 1]))


@memo
def _along(gap: Floats) -> Home:
    return Along(gap)


def read(scene: Scene, position: Point, reach: Point) -> Reading | None:
    """The objective of every method after a number of steps, and how far it is above the
    optimum.
    """
    entries = [
        (m, fit, heights(fit, optimum(fit, _rivals(scene, m)))) for m, fit in shown_fits(scene)
    ]
    if not entries:
        return None
    numbers = np.concatenate([line[:, 0] for _, _, line in entries])
    step = float(numbers[np.abs(numbers - position[0]).argmin()])
    every_height = np.concatenate([line[:, 1] for _, _, line in entries])
    low, high = float(every_height.min()), float(every_height.max())
    lines, dots = [f"step {step:.0f}"], []
    for method, fit, line in entries:
        place = max(0, int(np.searchsorted(line[:, 0], step, side="right")) - 1)
        number, height = line[place].tolist()
        k = len(fit.history) - len(line) + place
        dots.append(Dots(line[place : place + 1], "step", slot=scene.document.slot_of(method)))
        above = magnitude(10.0**height) if height > FLOOR else "0"
        own_step = "" if number == step else f" at step {number:.0f}"
        value = significant(fit.history[k].objective, 4)
        lines.append(f"{label_of(method, scene.document.methods)} {value}{own_step}")
        gap = fit.gap_at(k)
        lines.append(
            f"   above {above}" + ("" if gap is None else f", gap {magnitude(max(gap, 0.0))}")
        )
    hair = Path(vertical(step, low, high), "pointer")
    return Reading((hair, *dots), words_beside((step, position[1]), lines))


def shown_fits(scene: Scene) -> list[tuple[MethodInUse, AnyFit]]:
    """The methods with steps to show: fits of two classes, and those of methods that see all
    classes at once.
    """
    candidates = [(m, fit) for m, fit in scene.answers if fit.K == 2 or not fit.pairs]
    return [(m, fit) for m, fit in candidates if has_steps(fit)]


@memo
def gaps(fit: AnyFit) -> Floats:
    """The steps of a fit and log10 of the certified gap there, relative to the objective (k, 2);
    empty unless several have a dual.

    A long history of many points is sampled evenly: each gap is a pass over the data.
    """
    count, n = len(fit.history), len(fit.problem.X)
    places = np.unique(
        np.linspace(0, count - 1, min(count, max(GAPS_AT_LEAST, WORK // n))).astype(np.int64)
    )
    proven = []
    for place in places.tolist():
        check_cancelled()  # one gap is a pass over the data, and with a kernel over all their pairs
        gap = fit.gap_at(place)
        if gap is not None:
            proven.append((float(fit.numbers[place]), gap))
    line = [(step, math.log10(max(gap, 10.0**FLOOR))) for step, gap in proven]
    return np.array(line if len(line) > 1 else []).reshape(-1, 2)


@memo
def _gap_line(gap: Floats, slot: int) -> Path:
    return Path(gap, "gap", slot=slot)


def has_steps(fit: AnyFit) -> bool:
    """Whether the history shows an objective at several steps."""
    return len(fit.history) > 1 and all(np.isfinite(step.objective) for step in fit.history)


def _rivals(scene: Scene, method: MethodInUse) -> tuple[AnyFit, ...]:
    """The fits of the same model by any algorithm: same kind, same criterion, same features and
    kernel.
    """
    fits = [(m, scene.fits[m.id]) for m in scene.document.enabled_methods if m.id in scene.fits]
    # One that sees all classes at once has one algorithm.
    two = [(m, fit) for m, fit in fits if fit.pairs]
    if method not in [m for m, _ in two]:
        return ()
    peers = [(m, fit) for m, fit in two if model_of(m.two_class) == model_of(method.two_class)]
    return tuple(
        fit for m, fit in peers if (m.features, m.kernel) == (method.features, method.kernel)
    )


def model_of(method: Method) -> tuple[object, ...]:
    """What is optimised: the kind of method and what it says that it minimises; without such a sum
    all of its parameters.
    """
    criterion = method.criterion(1)
    return type(method), method.has_offset, method if criterion is None else criterion


@memo
def optimum(fit: AnyFit, rivals: tuple[AnyFit, ...]) -> float:
    """The best lower bound of the optimum: a certified dual value, else the smallest objective that
    any fit reached.
    """
    duals = [rival.certificate.dual for rival in rivals if rival.certificate.dual is not None]
    optima = [
        step.objective
        for rival in (*rivals, fit)
        for step in rival.history
        if np.isfinite(step.objective)
    ]
    best = min(optima, default=0.0)
    certified = max(duals, default=-np.inf)
    # A bound far below all objectives does not show how near the optimum is.
    return max(certified, best - abs(best)) if np.isfinite(certified) else best


@memo
def is_optimum_known(fit: AnyFit, rivals: tuple[AnyFit, ...]) -> bool:
    """Whether the optimum is proven: by a certificate without a gap, or as a sum of losses that is
    0.
    """
    gaps = [rival.certificate.gap for rival in (*rivals, fit)]
    return any(gap is not None and gap <= CERTIFIED for gap in gaps) or optimum(fit, rivals) == 0.0


@memo
def heights(fit: AnyFit, best: float) -> Floats:
    """The numbers of the steps, and log10 of (objective - optimum) relative to the optimum (k, 2).

    A start at a = 0 is left out where the criterion is 0 there: it is no answer.
    """
    objectives = np.array([step.objective for step in fit.history])
    begin = int(objectives[0] == 0.0 and not weights_of(fit.history[0]).any())
    above = np.maximum(objectives[begin:] - best, 0.0) / (abs(best) or 1.0)
    return columns(np.array(fit.numbers[begin:]), np.log10(np.maximum(above, 10.0**FLOOR)))


@memo
def _line(line: Floats, slot: int, selected: bool) -> tuple[Path, Dots]:
    return Path(line, "boundary", slot=slot, emphasis=selected), Dots(
        line[-1:], "marker", slot=slot
    )


def _shows_whole_answers(scene: Scene) -> bool:
    """Whether the runs are those of whole answers: of two classes, and of scores found together."""
    return not has_more_classes(scene) or is_at_once(scene)


CONVERGENCE = of_whole_or_pair(
    Plot(
        "convergence",
        "Convergence",
        "How the iterative methods approach their optimum",
        figure,
        read=read,
        group=SEARCH,
    ),
    _shows_whole_answers,
)
