"""The answer of a method as text for people or as JSON: two classes or more."""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Any

import numpy as np

from solvers import (
    AllColumns,
    AnyMethod,
    Fit,
    Floats,
    ManyFit,
    ManyProblem,
    Problem,
    parameters_with,
)
from solvers.centring import ORIGIN, UNITS, Centred
from solvers.multiclass.schemes import Scheme

from ..answers.comparison import errors_on, true_error
from ..files.names import kebab
from ..markup.numbers import significant
from ..scene.document import Document
from ..scene.methods import AnyFit
from ..scene.pairs import key_name, members_of
from ..scene.planes import COLUMNS
from .arguments import rows_text


def as_json(fit: AnyFit, names: tuple[str, ...], document: Document) -> dict[str, Any]:
    """Every number of an answer; ``document`` holds the test points and the populations, if there
    are some.
    """
    certificate = fit.certificate
    own, proof = _two_classes(fit) if isinstance(fit, Fit) else _many_classes(fit)
    has_model = fit.predicts
    return {
        "method": _method_name(fit),
        "parameters": _parameters(fit.method, len(names) > 2),
        **_space_as_data(fit.problem),
        "classes": list(names),
        **(
            {}
            if document.plane is None
            else {"axes": [document.plane.formula(axis) for axis in (0, 1)]}
        ),
        "n": len(fit.problem.X),
        "n_test": 0 if document.test is None else len(document.test),
        "test_errors": errors_on(fit, document.test),
        "true_error": true_error(fit, document.populations),
        **own,
        **(
            {}
            if (given := _as_given(fit, document)) is None
            else {"as_given": {"w": given[0].tolist(), "b": _numbers(given[1])}}
        ),
        "status": fit.status.name,
        "sentence": fit.explanation,
        "certificate": {
            "primal": _numbers(certificate.primal),
            "primal_is": fit.method.measured,
            "dual": _numbers(certificate.dual),
            "gap": _numbers(certificate.gap),
            "worst_violation": _numbers(certificate.worst_violation),
            "training_errors": int(certificate.errors) if has_model else None,
            **proof,
        },
        **(
            {"members": [_member(key_name(key, names), each) for key, each in members_of(fit)]}
            if isinstance(fit, ManyFit)
            else {}
        ),
        "facts": {name: _numbers(value) for name, value in fit.facts.items()},
        "steps": len(fit.history),
        "seconds": fit.seconds,
    }


def _two_classes(fit: Fit) -> tuple[dict[str, Any], dict[str, Any]]:
    """The numbers of a two-class fit and of its certificate."""
    certificate = fit.certificate
    proof = certificate.separability
    # without an offset mirror images count among the rows
    rows_of = proof if fit.method.has_offset else None
    own = {
        **_line(fit),
        "coefficients": None
        if fit.coefficients is None
        else [[*power, _numbers(c)] for power, c in fit.coefficients.items()],
        "b_interval": fit.outcome.b_interval,
        "alpha": None if fit.alpha is None else fit.alpha.tolist(),
    }
    return own, {
        "smallest_margin": _numbers(certificate.margins.min())
        if len(certificate.margins)
        else None,
        "separable": None if proof is None else proof.separable,
        "common_point": None
        if proof is None or proof.common_point is None
        else proof.common_point.tolist(),
        "common_point_rows_plus": None if rows_of is None else rows_of.support_plus.tolist(),
        "common_point_rows_minus": None if rows_of is None else rows_of.support_minus.tolist(),
        "common_point_weights_plus": None if proof is None else proof.weights_plus.tolist(),
        "common_point_weights_minus": None if proof is None else proof.weights_minus.tolist(),
    }


def _many_classes(fit: ManyFit) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same for more classes."""
    has_scores = fit.W is not None and fit.has_model
    own = {
        "W": _numbers(fit.W) if has_scores else None,
        "b": _numbers(fit.b) if has_scores else None,
    }
    return own, {
        "confusion": np.asarray(fit.certificate.confusion).tolist() if fit.has_model else None
    }


def _member(name: str, fit: Fit) -> dict[str, Any]:
    errors = fit.certificate.errors if fit.predicts else None
    own = {"gap": _numbers(fit.certificate.gap), "training_errors": errors}
    return {"member": name, "status": fit.status.name, **_line(fit), **own}


def _line(fit: Fit) -> dict[str, Any]:
    return {
        "w": None if fit.w is None or not fit.predicts else fit.w.tolist(),
        "b": _numbers(fit.b),
    }


def _as_given(fit: AnyFit, document: Document) -> tuple[Floats, float] | None:
    """Weights and offset of the same line in the units of its table, where its axes are
    standardised.
    """
    if (
        document.units is None
        or not isinstance(fit, Fit)
        or fit.w is None
        or not fit.predicts
        or not fit.problem.features.is_linear
    ):
        return None
    return document.units.line(fit.w, float(fit.b))


def as_text(fit: AnyFit, names: tuple[str, ...], document: Document) -> str:
    """The answer for people."""
    certificate, inner = fit.certificate, "" if isinstance(fit, Fit) else f" ({_method_name(fit)})"
    rows = [("method", f"{fit.method.name}{inner}"), *_space_as_rows(fit.problem)]
    if document.plane is not None and document.plane.kind != COLUMNS:
        rows += [(f"axis {axis + 1}", document.plane.formula(axis)) for axis in (0, 1)]
    rows.append(("status", f"{fit.status.value}: {fit.explanation}"))
    if fit.predicts:
        rows += _scores(fit, names)
        if (given := _as_given(fit, document)) is not None:
            rows += [
                ("w as given", f"({', '.join(map(repr, given[0].tolist()))})"),
                ("b as given", repr(given[1])),
            ]
        rows.append(("training errors", f"{certificate.errors} of {len(fit.problem.X)}"))
        rows += _new_errors(fit, document)
        if isinstance(fit, ManyFit):
            for name, counts in zip(
                names, np.asarray(fit.certificate.confusion).tolist(), strict=True
            ):
                said = (
                    f"{count} as {other}"
                    for count, other in zip(counts, names, strict=True)
                    if count
                )
                rows.append((f"true {name}", ", ".join(said)))
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
    for key, member in members_of(fit) if isinstance(fit, ManyFit) else ():
        rows.append(("member", f"{key_name(key, names)}: {_member_text(member)}"))
    rows += [(name, _value_text(value)) for name, value in fit.facts.items()]
    rows.append(("time", f"{1e3 * fit.seconds:.2f} ms"))
    return rows_text(rows)


def _member_text(fit: Fit) -> str:
    """How a member ended, and its line where it has one."""
    if not fit.predicts:
        return fit.status.value
    w = (
        ""
        if fit.w is None
        else "w (" + ", ".join(significant(v, 6) for v in fit.w.tolist()) + "), "
    )
    return f"{fit.status.value}, {w}b {significant(fit.b, 6)}"


def _new_errors(fit: AnyFit, document: Document) -> list[tuple[str, str]]:
    """Errors on test points, and on the populations, as far as they are known."""
    tested, share = errors_on(fit, document.test), true_error(fit, document.populations)
    rows = (
        []
        if tested is None or document.test is None
        else [("test errors", f"{tested} of {len(document.test)}")]
    )
    return rows if share is None else [*rows, ("true error", repr(share))]


def _scores(fit: AnyFit, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """The weights of the score, or of the score of every class."""
    if isinstance(fit, Fit):
        w = [] if fit.w is None else [("w", "(" + ", ".join(map(repr, fit.w.tolist())) + ")")]
        return [*w, ("b", repr(fit.b))]
    rows = []
    for name, w, b in (
        zip(names, fit.W.tolist(), np.asarray(fit.b).tolist(), strict=True)
        if fit.W is not None
        else ()
    ):
        rows += [(f"w of {name}", "(" + ", ".join(map(repr, w)) + ")"), (f"b of {name}", repr(b))]
    return rows


def _method_name(fit: AnyFit) -> str:
    """``softmax``, ``one-vs-one:soft-margin-svm``."""
    inner = f":{kebab(type(fit.method.method))}" if isinstance(fit.method, Scheme) else ""
    return kebab(type(fit.method)) + inner


def _parameters(method: AnyMethod, is_many: bool) -> dict[str, Any]:
    values = {f.name: getattr(method, f.name) for f in fields(method)}
    for parameter in parameters_with(method, is_many):
        if parameter.choice is not None and values[parameter.name] not in parameter.choice.options:
            values[parameter.name] = parameter.choice.options[0]  # the scheme for that many classes
    if isinstance(method, Scheme):
        values = {
            **values,
            "method": {f.name: getattr(method.method, f.name) for f in fields(method.method)},
        }
    return values


def _space_as_data(problem: Problem | ManyProblem) -> dict[str, Any]:
    """The entries ``features`` and ``kernel``, and origin and units where there are some."""
    space = problem.features if problem.kernel is None else problem.kernel
    kernel = None if problem.kernel is None else kebab(type(problem.kernel))
    # a section by the name it has
    features = AllColumns if isinstance(problem.features, AllColumns) else type(problem.features)
    named = {"features": kebab(features), "kernel": kernel}
    if not isinstance(space, Centred) or not space.needs_origin:
        return named
    return {**named, "origin": list(space.origin or ORIGIN), "units": list(space.units or UNITS)}


def _space_as_rows(problem: Problem | ManyProblem) -> list[tuple[str, str]]:
    """The line with the origin of powers; none for powers of x itself."""
    space = problem.features if problem.kernel is None else problem.kernel
    return [("powers", space.words)] if isinstance(space, Centred) and space.words else []


def _numbers(values: Any) -> Any:
    """Numbers for JSON, which has no NaN and no infinity."""
    if np.ndim(values):
        return [_numbers(v) for v in values]
    return float(values) if values is not None and math.isfinite(values) else None


def _value_text(value: Any) -> str:
    if np.ndim(value):
        return ", ".join(_value_text(v) for v in value)
    # Counts are whole numbers.
    return str(int(value)) if float(value).is_integer() else significant(float(value), 6)
