"""``fit --folds``: methods beside each other, by their errors on points that they did not see."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from solvers import AllColumns, AnyMethod, CrossValidation, Floats, cross_validate

from ..answers.decision import ANSWERED
from ..answers.selection import chosen_axes
from ..errors import UserError, printable
from ..files.names import kebab, settings_of
from ..markup.numbers import count_words
from ..scene.document import Document
from ..scene.methods import MethodInUse, points_for
from ..scene.planes import COLUMNS, PRINCIPAL
from . import method_options
from .arguments import FORMAT, NO_OPTIMUM, SUCCESS, json_text

ALL_COLUMNS = kebab(AllColumns)


@dataclass(frozen=True)
class Judged:
    """A method with its errors on the folds, or with the reason why there are none."""

    name: str
    method: AnyMethod
    errors: CrossValidation | None
    reason: str = ""

    @property
    def remark(self) -> str:
        """What its numbers do not say; empty where they say everything."""
        if self.errors is None:
            return self.reason
        statuses = Counter(fit.status for fit in self.errors.fits)
        short = [
            f"{count_words(statuses[status], 'fit')} of {len(self.errors.fits)}: {status.value}"
            for status in statuses
            if status not in ANSWERED
        ]
        return "; ".join(short)


def run(methods: Mapping[str, MethodInUse], document: Document, options: argparse.Namespace) -> int:
    """Print the errors of all methods; the result is the exit code.

    Raises:
        UserError: there are fewer points than folds, a method is none for so many classes, or no
            method at all has a model in every fold.
    """
    dataset, settings = document.dataset, settings_of(options.set)
    if options.folds > len(dataset):
        points = count_words(len(dataset), "point")
        raise UserError(f"--folds {options.folds}: there are only {points}")
    if sum(count > 0 for count in dataset.counts) < 2:
        raise UserError("--folds needs points of two classes; there is only one")
    judged = [
        _judge(
            name,
            in_use,
            method_options.posed(name, in_use, dataset, settings if len(methods) == 1 else {}),
            document,
            options,
        )
        for name, in_use in methods.items()
    ]
    notes = notes_of(document, tuple(methods.values()), options)
    print(
        json_text(as_json(judged, document, notes, options))
        if options.json
        else as_text(judged, document, notes, options)
    )
    is_short = any(method.remark for method in judged)
    return NO_OPTIMUM if options.strict and is_short else SUCCESS


def _judge(
    name: str,
    in_use: MethodInUse,
    method: AnyMethod,
    document: Document,
    options: argparse.Namespace,
) -> Judged:
    try:
        errors = cross_validate(
            method,
            points_for(in_use, document.dataset),
            document.dataset.labels,
            folds=options.folds,
            seed=options.split,
            features=in_use.features,
            kernel=in_use.kernel,
        )
    except ValueError as error:
        return Judged(name, method, None, str(error))
    return Judged(name, method, errors)


def notes_of(
    document: Document, methods: Sequence[MethodInUse], options: argparse.Namespace
) -> list[str]:
    """What the reader of the errors should know: classes that some folds lack, and where points
    that were left out had a say nevertheless.
    """
    dataset, plane = document.dataset, document.plane
    kind = "" if plane is None or options.features == ALL_COLUMNS else plane.kind
    notes = [
        f"{printable(name)} has {count_words(count, 'point')}, so some folds have none of it."
        for name, count in zip(dataset.class_names, dataset.counts, strict=True)
        if 0 < count < options.folds
    ]
    if plane is not None and kind == COLUMNS:
        notes.append(
            f"Two of {len(plane.columns)} columns were used; --features {ALL_COLUMNS} takes all."
        )
    choice = chosen_axes(document, methods)
    if choice is not None:
        notes.append(choice.sentence)
    elif kind == PRINCIPAL:
        notes.append(
            "The plane was chosen by all points, those left out included: the errors may be "
            "smaller than on new points."
        )
    if document.units is not None or (plane is not None and plane.is_standardised):
        notes.append("The axes were standardised by all points, those left out included.")
    if document.test:
        points = count_words(len(document.test), "test point")
        notes.append(f"{points} of the scene are in no fold.")
    return notes


def share_of_others(document: Document) -> float:
    """The errors of always predicting the largest class."""
    counts = document.dataset.counts
    return 1.0 - max(counts) / sum(counts)


def as_text(
    judged: list[Judged], document: Document, notes: list[str], options: argparse.Namespace
) -> str:
    """The table for people."""
    dataset, k = document.dataset, options.folds
    counts = zip(dataset.class_names, dataset.counts, strict=True)
    classes = ", ".join(f"{printable(name)} {count}" for name, count in counts)
    heading = [
        f"{k} folds, each class in equal shares (split {options.split}); "
        f"{count_words(len(dataset), 'point')}: {classes}",
        f"errors in percent: mean ± standard deviation over the {k} folds (divisor {k - 1})",
        "",
    ]
    rows = [
        ("method", "left out", "training", "wrong"),
        *((method.name, *_cells(method.errors, len(dataset))) for method in judged),
    ]
    largest = dataset.class_names[int(np.argmax(dataset.counts))]
    wrong = f"{len(dataset) - max(dataset.counts)} of {len(dataset)}"
    rows.append(
        (f"always {printable(largest)}", f"{100.0 * share_of_others(document):5.1f}", "", wrong)
    )
    wide = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        f"{a:{wide[0]}}   {b:{wide[1]}}   {c:{wide[2]}}   {d:>{wide[3]}}".rstrip()
        for a, b, c, d in rows
    ]
    remarks = [f"{method.name}: {method.remark}" for method in judged if method.remark]
    below = [*remarks, *notes]
    return "\n".join([*heading, *lines, *([""] if below else []), *below])


def _cells(errors: CrossValidation | None, n: int) -> tuple[str, str, str]:
    """The errors on points left out and in training, and how many points were wrong."""
    if errors is None:
        return "-", "-", "-"
    left_out = _percent(errors.mean, errors.spread)
    return left_out, _percent(*_of_training(errors)), f"{errors.wrong} of {n}"


def _percent(mean: float, spread: float) -> str:
    return f"{100.0 * mean:5.1f} ± {100.0 * spread:4.1f}"


def _of_training(errors: CrossValidation) -> tuple[float, float]:
    """Mean and standard deviation of the errors on the points that were fitted."""
    shares: Floats = errors.train_errors
    return float(shares.mean()), float(shares.std(ddof=1))


def as_json(
    judged: list[Judged], document: Document, notes: list[str], options: argparse.Namespace
) -> dict[str, Any]:
    """Every number of the table, as shares from 0 to 1, and those of each fold."""
    dataset = document.dataset
    return {
        "format": FORMAT,
        "folds": options.folds,
        "stratified": True,
        "split": options.split,
        "n": len(dataset),
        "classes": list(dataset.class_names),
        "counts": [int(count) for count in dataset.counts],
        "features": options.features,
        "kernel": options.kernel,
        "error_of_largest_class": share_of_others(document),
        "methods": [_method_as_json(method, len(dataset.class_names)) for method in judged],
        "notes": notes,
    }


def _method_as_json(method: Judged, classes: int) -> dict[str, Any]:
    errors = method.errors
    numbers: dict[str, Any] = dict.fromkeys(("test_error", "training_error", "wrong"))
    if errors is not None:
        mean, deviation = _of_training(errors)
        numbers = {
            "test_error": {
                "mean": errors.mean,
                "standard_deviation": errors.spread,
                "standard_error": errors.standard_error,
                "of_folds": errors.test_errors.tolist(),
            },
            "training_error": {
                "mean": mean,
                "standard_deviation": deviation,
                "of_folds": errors.train_errors.tolist(),
            },
            "wrong": errors.wrong,
            "statuses": [fit.status.name for fit in errors.fits],
        }
    return {
        "method": method.name,
        "parameters": method_options.values_of(method.method, classes),
        **numbers,
        "remark": method.remark,
    }
