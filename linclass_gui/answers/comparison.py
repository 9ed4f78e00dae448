"""All methods in use side by side, with their errors on points that they have not seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from solvers import AnyFit, Dataset, Fit, LinearKernel, Populations, Status
from solvers.result import Iterate

from ..markup.mathtext import plain
from ..markup.numbers import (
    coefficient_decimals,
    components,
    duration,
    gap_text,
    iterations,
    number,
    offset,
    short_coefficient,
    status_word,
)
from ..scene.document import Document
from ..scene.memo import memo
from ..scene.methods import MethodInUse, needs_scheme, points_seen, words_of
from ..scene.pairs import first_pair, key_name, shown_keys
from ..scene.scenarios import Scenario, scenario_of
from ..scene.scene import Scene
from .decision import plane_line
from .method_labels import BETWEEN, space_words, told_apart
from .number_table import Column, NumberCell, NumberTable, signed_number
from .regions import smallest_distance

METHOD = Column("Method", "method", "The methods in use, in the order of the list", is_words=True)
NUMBERS = (
    Column("$b$", "b", "The offset in data units"),
    Column(
        "$‖w‖$",
        "norm_w",
        "The length of w; the score falls by so much for one data unit towards the boundary",
    ),
    Column(
        "$1/‖w‖$",
        "margin",
        "The distance of the margin lines from the boundary, for margin methods",
    ),
    Column(
        "min dist",
        "smallest_distance",
        "The smallest signed distance of a point to the line, negative when it is wrong",
    ),
    Column(
        "errors",
        "training_errors",
        "Training points on the wrong side; a score of 0 counts as class −",
    ),
    Column("log-loss", "log_loss", "The mean of −log P(own class), for methods with probabilities"),
    Column(
        "gap",
        "relative_gap",
        "(objective − bound of the optimum) / objective, recomputed from the data",
    ),
    Column(
        "steps",
        "iterations",
        "Iterations, updates or passes of an iterative method, of a scheme all pairs together",
    ),
    Column("time", "seconds", "The time of the fit"),
)
TEST = Column(
    "test errors",
    "test_errors",
    "Test points that the method takes for another class; it has not seen them",
)
TRUE = Column(
    "true error", "true_error", "The probability of an error on a new point of the populations"
)
ERROR_TIP = "Training points of {} that are called {}"  # both kinds of errors, named in a scenario
# here stand the errors on new points
AFTER = 1 + next(k for k, column in enumerate(NUMBERS) if column.name == "training_errors")
STATUS = Column("Status", "status", "How the fit ended", is_words=True)


def comparison(scene: Scene) -> NumberTable:
    """One row for every method that is switched on; the weights beyond the second are at the
    end.

    Of more classes than two, weights, offset and margin are those of the pair that is shown (of
    all pairs the first); all else is of the whole answer.
    """
    document = scene.document
    in_use, scenario = document.enabled_methods, scenario_of(document)
    answers = [_answer(scene, m) for m in in_use]
    lines = [None if one is None else first_pair(one, document.member) for one in answers]
    weights = max([2, *(len(weights_of(line) or ()) for line in lines)])
    names = [
        Column(f"$w_{_index(k + 1)}$", f"w{k + 1}", f"The weight of feature {k + 1} in data units")
        for k in range(weights)
    ]
    test, populations = document.test_shown, document.populations
    new = (
        *_kinds_of_errors(scenario),
        *(() if test is None else (TEST,)),
        *(() if populations is None else (TRUE,)),
    )
    columns = (METHOD, *names[:2], *NUMBERS[:AFTER], *new, *NUMBERS[AFTER:], STATUS, *names[2:])
    titles = method_titles(document, in_full=True)
    values = [
        _values(titles[m.id], answer, line, test, populations)
        for m, answer, line in zip(in_use, answers, lines, strict=True)
    ]
    rows = tuple(
        tuple(of_method.get(one.name, NumberCell()) for one in columns) for of_method in values
    )
    if scenario.name:
        columns = tuple(replace(one, tip=plain(scenario.retell(one.tip))) for one in columns)
    slots = tuple(document.slot_of(m) for m in in_use)
    return NumberTable(columns, rows, slots, tuple(m.id for m in in_use))


def _kinds_of_errors(scenario: Scenario) -> tuple[Column, ...]:
    """The columns of false alarms and of misses; none without a scenario, which names them."""
    if not scenario.name:
        return ()
    minus, plus = scenario.classes
    return (
        Column(scenario.alarms, "false_alarms", ERROR_TIP.format(minus, plus)),
        Column(scenario.misses, "misses", ERROR_TIP.format(plus, minus)),
    )


def pairs_compared(scene: Scene) -> str:
    """Whose weights and margins are in the table, as a sentence; empty where they are those of the
    whole answer.
    """
    document = scene.document
    answers = [scene.fits[m.id] for m in document.enabled_methods if m.id in scene.fits]
    fits_of_many = (fit for fit in answers if fit.as_pair is None)
    keys = {key for fit in fits_of_many for key in shown_keys(fit, document.member)[:1]}
    if not keys:
        return ""
    names = document.class_labels
    pairs = " or ".join(sorted(key_name(key, names) for key in keys))
    return f"$w$, $b$ and the margin are those of {pairs}, all other numbers of all classes."


def _index(k: int) -> str:
    return str(k) if k < 10 else f"{{{k}}}"


def weights_of(fit: Fit | None) -> tuple[float, ...] | None:
    """w in data units, in the plane where it has a line there; None for kernels and without an
    answer.
    """
    if fit is None or not fit.has_model:
        return None
    line = plane_line(fit)
    w = fit.w if fit.w is not None else None if line is None else line.normal
    return None if w is None else tuple(w.tolist())


def _answer(scene: Scene, method: MethodInUse) -> AnyFit | None:
    """The fit of a method, None as long as there is only half of one."""
    fit = scene.fits.get(method.id)
    unfinished = (Status.RUNNING, Status.CANCELLED)
    is_half = fit is not None and fit.status in unfinished and method.id in scene.stale
    return None if is_half else fit


@memo
def _values(
    title: str,
    fit: AnyFit | None,
    line: Fit | None,
    test: Dataset | None,
    populations: Populations | None,
) -> Mapping[str, NumberCell]:
    """What is known of a method, by the names of the columns; ``line`` has the weights."""
    words, tip = ("…", "") if fit is None else (status_word(fit), fit.explanation)
    values = {"method": NumberCell.words(title, tip), "status": NumberCell.words(words, tip)}
    if fit is None or not fit.has_model:
        return values
    if line is not None and line.has_model:
        digits, length = coefficient_decimals(line), norm(line)
        w = weights_of(line) or ()
        for k, (v, text) in enumerate(zip(w, components(np.array(w), digits), strict=True), 1):
            values[f"w{k}"] = NumberCell.number(v, text, signed_number(v))
        b = offset(line)
        values["b"] = NumberCell.number(b, short_coefficient(b, digits), signed_number(b))
        values["norm_w"] = NumberCell.measured(length, max(3, digits))
        values["margin"] = NumberCell.measured(1.0 / length if length and line.has_margin else None)
    if fit.as_pair is not None:
        for name, side in (("false_alarms", -1.0), ("misses", 1.0)):
            kind = fit.as_pair.problem.y == side
            values[name] = NumberCell.count(int(np.count_nonzero(fit.as_pair.wrong & kind)))
    gap = fit.certificate.gap
    if gap is not None:
        values["relative_gap"] = NumberCell.number(gap, gap_text(gap), signed_number(gap))
    return values | {
        "smallest_distance": NumberCell.measured(smallest_distance(fit)),
        "training_errors": NumberCell.count(fit.certificate.errors),
        "log_loss": NumberCell.measured(fit.log_loss),
        "iterations": NumberCell.count(iterations(fit)),
        "seconds": NumberCell.number(fit.seconds, duration(fit.seconds)),
        "test_errors": NumberCell.count(errors_on(fit, test)),
        "true_error": NumberCell.measured(true_error(fit, populations)),
    }


def norm(fit: Fit) -> float | None:
    """``||w||`` in feature space; None for scores that are not affine there."""
    return None if fit.quadratic is not None else fit.norm


def method_titles(document: Document, in_full: bool = False) -> dict[str, str]:
    """The names of the methods in use by id: as the user named them, else their kinds, which are
    told apart by the settings in which they differ.

    ``in_full`` names the origin of powers even where it distinguishes nothing.
    """
    return dict(_titles(document.methods, len(document.dataset.class_names), in_full))


@memo
def _titles(
    methods: tuple[MethodInUse, ...], classes: int, in_full: bool
) -> tuple[tuple[str, str], ...]:
    titles = []
    for method in methods:
        alike = [m for m in methods if type(m.method) is type(method.method)]
        settings = [*told_apart(method.method, [m.method for m in alike])]
        is_plane = method.kernel is None and method.features.is_linear
        spaces = (
            []
            if is_plane or isinstance(method.space, LinearKernel)
            else [*space_words(method, alike, is_named=True, in_full=in_full)]
        )
        if len({m.scheme for m in alike}) > 1 and needs_scheme(method.method, classes):
            spaces.insert(0, words_of(method.scheme))
        words = plain(BETWEEN.join([*spaces, *settings]))
        title = f"{method.method.name} ({words})" if words else method.method.name
        titles.append((method.id, method.name if method.label else title))
    return tuple(titles)


@memo
def errors_on(answer: AnyFit | None, test: Dataset | None) -> int | None:
    """The number of test points that a fit misclassifies; None without test points or without an
    answer.
    """
    if answer is None or not answer.predicts or test is None or not len(test):
        return None
    return int(np.count_nonzero(answer.winners(points_seen(answer, test)) != test.labels))


def plane_model(answer: AnyFit | None) -> Iterate | None:
    """The score of two classes where it is linear or quadratic in the plane; None for another
    one.
    """
    pair = None if answer is None else answer.as_pair
    if pair is None or not pair.has_model:
        return None
    line = plane_line(pair)
    if line is not None:
        return line.model
    return pair.last if pair.last.quadratic is not None and pair.problem.Phi.shape[1] == 2 else None


@memo
def true_error(answer: AnyFit | None, populations: Populations | None) -> float | None:
    """The probability that a fit errs on a new point of the populations, from 0 to 1; None where
    that is not known.
    """
    model = None if populations is None else plane_model(answer)
    return None if model is None or populations is None else populations.error_of(model)


def new_errors(fit: AnyFit | None, document: Document) -> str:
    """``test 5`` where there are test points, else ``true 8.1 %`` where the populations are known;
    else nothing.
    """
    test_errors = errors_on(fit, document.test_shown)
    if test_errors is not None:
        return f"test {test_errors}"
    share = true_error(fit, document.populations)
    return "" if share is None else f"true {number(100.0 * share, 1)} %"
