"""``fit``: one method on one data set, its numbers as text or JSON."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

import solvers
from solvers import AllColumns, AnyFit, Dataset, Fit, Floats, ManyFit, ManyProblem, Problem
from solvers.centring import ORIGIN, UNITS, Centred
from solvers.fitting import check_beginning

from ..answers.comparison import errors_on, true_error
from ..answers.decision import ANSWERED
from ..answers.leads import areas_of_classes
from ..answers.selection import chosen_axes
from ..answers.value_words import tied_words
from ..errors import UserError, join_names
from ..files.as_read import AsRead
from ..files.names import kebab, settings_of
from ..files.read import check_is_there
from ..markup.mathtext import plain
from ..markup.numbers import iterations, number, significant
from ..scene.axes import explained
from ..scene.document import Document
from ..scene.methods import MethodInUse, problem_of
from ..scene.pairs import key_name
from ..scene.planes import COLUMNS
from . import cross_validation, method_options, table_options
from .arguments import FORMAT, INPUT, NO_OPTIMUM, SUCCESS, json_text, rows_text, whole_number
from .weights import AS_GIVEN, ScoreTerms, WeightedColumns, columns_of, names_of, terms_of

EXAMPLES = """\
examples:
  linclass-gui fit example:iris --method fisher
  linclass-gui fit example:iris --method fisher,softmax,one-vs-one:soft-margin-svm --folds 5
  linclass-gui fit iris.csv --columns petal_length,petal_width --label species \\
      --classes versicolor,virginica --method soft-margin-svm --set C=10 --json
  linclass-gui fit iris.csv --method fisher --features all-columns --hold-back 30
"""


Entries = dict[str, Any]


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser(
        "fit",
        usage="linclass-gui fit SCENE|TABLE --method NAME [options]",
        help="fit a method and print its numbers, or compare several by cross-validation",
        description="Fit one method and print w, b, how it ended and its certificate; with "
        "--folds, the errors of one or several methods by cross-validation.",
        epilog=EXAMPLES,
    )
    parser.add_argument(
        "source",
        metavar="SCENE|TABLE",
        help="a scene file, a table (- is standard input), lesson:NAME or example:NAME",
    )
    method_options.add_to(parser)
    table_options.add_to(parser)
    table_options.add_holding_to(parser).add_argument(
        "--folds",
        type=partial(whole_number, 2, 999),
        metavar="K",
        help="cross-validation: fit all but one of K folds, in turn, and count the errors on the "
        "one left out; each class is dealt out in equal shares",
    )
    group = parser.add_argument_group("output")
    group.add_argument("--json", action="store_true", help="print JSON with every digit")
    group.add_argument(
        "--strict", action="store_true", help="exit with 3 when there is no finite optimum"
    )
    parser.set_defaults(run=_fit)


def _fit(options: argparse.Namespace) -> int:
    if options.source != INPUT:
        check_is_there(options.source)  # before its method: the name is what was mistyped
    methods = method_options.methods_of(options)
    if options.folds is None and len(methods) > 1:
        raise UserError(
            f"--method names {len(methods)} methods: they are compared with --folds, as in "
            "--folds 5; without it one is fitted"
        )
    if options.folds is not None and options.hold_back is not None:
        raise UserError("--folds and --hold-back exclude each other: every fold is held back once")
    document, as_read = table_options.picture_of(options.source, options)
    if options.folds is not None:
        return cross_validation.run(methods, document, options)
    dataset = document.dataset
    ((name, in_use),) = methods.items()
    method = method_options.posed(name, in_use, dataset, settings_of(options.set))
    fit = _fit_to(replace(in_use, method=method), dataset)
    choice = None if document.test is None else chosen_axes(document, (in_use,))
    notes = [] if choice is None else [choice.sentence]
    print(
        json_text({**as_json(fit, document, as_read), "notes": notes})
        if options.json
        else "\n".join([as_text(fit, document), *notes])
    )
    return NO_OPTIMUM if options.strict and fit.status not in ANSWERED else SUCCESS


def _fit_to(in_use: MethodInUse, dataset: Dataset) -> AnyFit:
    """The answer of a method."""
    problem = problem_of(dataset, in_use)
    try:
        check_beginning(in_use.method, problem)
    except ValueError as error:
        raise UserError(str(error)) from None
    return solvers.solve(in_use.method, problem)


def as_json(fit: AnyFit, document: Document, as_read: AsRead | None) -> Entries:
    """Every number of an answer; ``document`` holds the test points and the populations, if there
    are some, and ``as_read`` how its table was read.

    ``columns`` names the columns of the weights, in the order of the file; of standardised ones
    ``as_given`` has the weights in the units of the file.
    """
    certificate, names = fit.certificate, document.dataset.class_names
    columns = columns_of(fit.problem, document)
    # Two sets of keys, which readers of the output know.
    values, proof = (
        _of_one_score(fit, columns) if isinstance(fit, Fit) else _of_scores(fit, columns, names)
    )
    return {
        "format": FORMAT,
        "method": method_options.title_of(fit.method),
        "parameters": method_options.values_of(fit.method, len(names)),
        **_space_as_data(fit.problem),
        "classes": list(names),
        "positive": None if names[2:] else names[1],
        "label": (as_read and as_read.label) or None,
        "axes": _axes(document),
        "columns": None if columns is None else list(columns.names),
        "rows_left_out": None
        if as_read is None
        else {
            "without_value": as_read.incomplete_rows,
            "of_other_classes": as_read.other_rows,
            "of_lost_classes": as_read.untrained_rows,
        },
        "n": len(fit.problem.X),
        "n_test": len(document.test or ()),
        "test_errors": errors_on(fit, document.test),
        "true_error": true_error(fit, document.populations),
        **values,
        "status": fit.status.name,
        "sentence": explained(fit, document),
        "certificate": {
            "primal": _numbers(certificate.primal),
            "primal_is": fit.method.measured,
            "dual": _numbers(certificate.dual),
            "gap": _numbers(certificate.gap),
            "worst_violation": _numbers(certificate.worst_violation),
            "training_errors": int(certificate.errors) if fit.predicts else None,
            "training_undecided": int(fit.tied.sum()) if fit.predicts else None,
            **proof,
        },
        "facts": {name: _numbers(value) for name, value in _facts(fit, columns)},
        "steps": iterations(fit),
    }


def _axes(document: Document) -> list[str]:
    """The names of the axes: columns, or of a turned plane sums of them."""
    plane = document.plane
    return list(names_of(document)) if plane is None else [*map(plane.formula, (0, 1))]


def _of_one_score(fit: Fit, columns: WeightedColumns | None) -> tuple[Entries, Entries]:
    """The numbers of a two-class fit and of its certificate."""
    proof = fit.certificate.separability
    point = None if proof is None else proof.common_point
    values = {
        **_line(fit, columns),
        "coefficients": None
        if columns is not None or fit.coefficients is None
        else [[*power, _numbers(c)] for power, c in fit.coefficients.items()],
        "b_interval": fit.outcome.b_interval,
        "alpha": None if fit.alpha is None else fit.alpha.tolist(),
    }
    of_certificate = {
        "smallest_margin": _numbers(fit.training_margins.min(initial=np.inf)),
        "separable": None if proof is None else proof.separable,
        "common_point": None if point is None else point.tolist(),
    }
    return values, of_certificate


def _of_scores(
    fit: ManyFit, columns: WeightedColumns | None, names: tuple[str, ...]
) -> tuple[Entries, Entries]:
    """The same of a score for each class, and the members of a scheme."""
    values = _line(fit, columns, "W")
    confusion = {
        "confusion": fit.confusion.tolist() if fit.has_model else None,
        "auc_against_rest": list(areas_of_classes(fit)) if fit.has_model else None,
    }
    values["members"] = [
        _member(key_name(key, names), member, columns) for key, member in fit.pairs
    ]
    return values, confusion


def _member(name: str, fit: Fit, columns: WeightedColumns | None) -> Entries:
    errors = fit.certificate.errors if fit.predicts else None
    values = {"gap": _numbers(fit.certificate.gap), "training_errors": errors}
    return {"member": name, "status": fit.status.name, **_line(fit, columns), **values}


def _line(fit: AnyFit, columns: WeightedColumns | None, key: str = "w") -> Entries:
    """The terms of one score, ``w``, or of that of each class, ``W``; of standardised columns also
    as given.  A score without weights, as of a kernel, has an offset.
    """
    terms = terms_of(fit, columns)
    if not terms:
        return {key: None, "b": _numbers(fit.b) if _is_own_pair(fit) else None}
    values = _entries_of(terms[""], key)
    return (
        {**values, "as_given": _entries_of(terms[AS_GIVEN], key)} if AS_GIVEN in terms else values
    )


def _entries_of(terms: ScoreTerms, key: str) -> Entries:
    """The entries of linear scores, or ``quadratic`` of others."""
    squares, w, b = (
        None if values is None else _numbers(values if key == "W" else values[0])
        for values in (terms.squares, terms.w, terms.b)
    )
    if squares is None:
        return {key: w, "b": b}
    return {key: None, "b": None, "quadratic": {"W": squares, "w": w, "w_0": b}}


def as_text(fit: AnyFit, document: Document) -> str:
    """The answer for people."""
    certificate, names = fit.certificate, document.dataset.class_names
    columns = columns_of(fit.problem, document)
    inner = "" if _is_own_pair(fit) else f" ({method_options.title_of(fit.method)})"
    rows = [("method", f"{fit.method.name}{inner}"), *_space_as_rows(fit.problem)]
    plane = document.plane
    if plane is not None and plane.kind != COLUMNS:
        rows += [(f"axis {axis + 1}", plane.formula(axis)) for axis in (0, 1)]
    elif plane is not None and not isinstance(fit.problem.features, AllColumns):
        takes_all = f"two of {len(plane.columns)}; --features {kebab(AllColumns)} takes all"
        rows.append(("columns", f"{join_names(_axes(document))} ({takes_all})"))
    rows.append(("status", f"{fit.status.value}: {explained(fit, document)}"))
    if fit.predicts:
        of_classes = ("",) if _is_own_pair(fit) else tuple(f" of {name}" for name in names)
        rows += _scores(fit, columns, of_classes)
        errors = f"{certificate.errors} of {len(fit.problem.X)}{tied_words(fit)}"
        rows.append(("training errors", errors))
        rows += _new_errors(fit, document)
        for name, counts in zip(names, fit.confusion.tolist(), strict=True):
            cells = zip(counts, names, strict=True)
            rows.append(
                (
                    f"true {name}",
                    ", ".join(f"{count} as {other}" for count, other in cells if count),
                )
            )
        if fit.as_pair is None:
            rows.append(("AUC", f"{_areas_text(fit, names)}, each against the rest"))
        rows.append(
            (
                fit.method.measured,
                significant(certificate.primal)
                if math.isinf(certificate.primal)
                else repr(certificate.primal),
            )
        )
        if certificate.gap is not None:
            rows.append(("relative gap", f"{certificate.gap:.2e}"))
        rows.append(("worst violation", f"{certificate.worst_violation:.2e}"))
    for key, member in () if _is_own_pair(fit) else fit.pairs:
        rows.append(("member", f"{key_name(key, names)}: {_member_text(member, columns)}"))
    rows += [(name, _value_text(value)) for name, value in _facts(fit, columns)]
    return rows_text(rows)


def _areas_text(fit: AnyFit, names: tuple[str, ...]) -> str:
    """``setosa 1.000, versicolor 0.997``, of the classes that have points."""
    areas = zip(names, areas_of_classes(fit), strict=True)
    return ", ".join(f"{name} {number(area, 3)}" for name, area in areas if area is not None)


def _is_own_pair(fit: AnyFit) -> bool:
    """Whether one score decides between two classes, and not one for each class."""
    return fit.as_pair is fit


def _member_text(fit: Fit, columns: WeightedColumns | None) -> str:
    """How a member ended, and its line where it has one."""
    scores = _scores(fit, columns, ("",)) if fit.predicts else []
    return ", ".join([fit.status.value, *(f"{name} {text}" for name, text in scores)])


def _new_errors(fit: AnyFit, document: Document) -> list[tuple[str, str]]:
    """Errors on test points, and on the populations, as far as they are known."""
    errors, share = errors_on(fit, document.test), true_error(fit, document.populations)
    rows = []
    if errors is not None and document.test is not None:
        rows.append(("test errors", f"{errors} of {len(document.test)}"))
    if share is not None:
        rows.append(("true error", repr(share)))
    return rows


def _scores(
    fit: AnyFit,
    columns: WeightedColumns | None,
    names: tuple[str, ...],
) -> list[tuple[str, str]]:
    """The terms of the score, or of the score of every class."""
    terms = terms_of(fit, columns)
    if not terms and _is_own_pair(fit):
        return [("b", repr(float(fit.last.b)))]
    column_names = () if columns is None else columns.names
    return [
        row
        for suffix, score_terms in terms.items()
        for row in _rows_of(score_terms, [f"{name}{suffix}" for name in names], column_names)
    ]


def _rows_of(
    terms: ScoreTerms,
    names: Sequence[str],
    columns: tuple[str, ...],
) -> list[tuple[str, str]]:
    """w and b of linear scores, W, w and w_0 of quadratic ones; of many columns a row for each
    weight.
    """
    rows = []
    for k, (name, w, b) in enumerate(zip(names, terms.w, terms.b.tolist(), strict=True)):
        if terms.squares is not None:
            squares = ", ".join(_row_text(row) for row in terms.squares[k])
            rows.append((f"W{name}", f"({squares})"))
        if len(columns) > 2:
            weights = zip(columns, w.tolist(), strict=True)
            rows += [(f"w{name}, {column:12}", repr(weight)) for column, weight in weights]
        else:
            rows.append((f"w{name}", _row_text(w)))
        rows.append((f"{'b' if terms.squares is None else 'w_0'}{name}", repr(b)))
    return rows


def _row_text(values: Floats) -> str:
    """``(0.5, -1.25)``, with the digits that restore the numbers."""
    return f"({', '.join(map(repr, values.tolist()))})"


def _space_as_data(problem: Problem | ManyProblem) -> dict[str, Any]:
    """The entries ``features`` and ``kernel``, and origin and units where there are some."""
    space = problem.features if problem.kernel is None else problem.kernel
    kernel = None if problem.kernel is None else kebab(type(problem.kernel))
    # a section by the name it has
    features = AllColumns if isinstance(problem.features, AllColumns) else type(problem.features)
    names = {"features": kebab(features), "kernel": kernel}
    if not isinstance(space, Centred) or not space.needs_origin:
        return names
    return {**names, "origin": list(space.origin or ORIGIN), "units": list(space.units or UNITS)}


def _space_as_rows(problem: Problem | ManyProblem) -> list[tuple[str, str]]:
    """The line with the origin of powers; none for powers of x itself."""
    space = problem.features if problem.kernel is None else problem.kernel
    return [("powers", space.words)] if isinstance(space, Centred) and space.words else []


def _numbers(values: Any) -> Any:
    """Numbers for JSON, which has no NaN and no infinity."""
    if np.ndim(values):
        return [_numbers(v) for v in values]
    return float(values) if values is not None and math.isfinite(values) else None


def _facts(fit: AnyFit, columns: WeightedColumns | None) -> Iterator[tuple[str, Any]]:
    """The facts of an answer; directions are those of the columns, as the weights are."""
    for name, value in fit.facts.items():
        if columns is None or name != "directions":
            yield name, value
        else:
            yield name, value @ columns.basis.T


def _value_text(value: Any) -> str:
    if np.ndim(value):
        return ", ".join(_value_text(v) for v in value)
    # Counts are whole numbers.
    return str(int(value)) if float(value).is_integer() else plain(significant(float(value), 6))
