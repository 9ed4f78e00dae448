"""The answer of a K-class method as text or JSON."""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Any

import numpy as np

from solvers import ManyFit, parameters_with
from solvers.multiclass.schemes.scheme import Scheme

from ..core.classes.members import key_name
from ..core.classes.verdicts import members_of
from ..core.files.names import kebab
from ..core.markup.ticks import significant
from .arguments import rows_text
from .spaces import space_as_data, space_as_rows


def method_name(many: ManyFit) -> str:
    """``softmax``, ``one-vs-one:soft-margin-svm``."""
    method = many.method
    inner = f":{kebab(type(method.method))}" if isinstance(method, Scheme) else ""
    return kebab(type(method)) + inner


def as_json(many: ManyFit, names: tuple[str, ...]) -> dict[str, Any]:
    """Every number of an answer."""
    certificate, model = many.certificate, many.has_model
    return {
        "method": method_name(many),
        "parameters": _parameters(many.method, len(names) > 2),
        **space_as_data(many.problem),
        "classes": list(names),
        "n": len(many.problem.labels),
        "W": None if many.W is None or not model else _numbers(many.W),
        "b": _numbers(many.b) if many.W is not None and model else None,
        "status": many.status.name,
        "sentence": many.explanation,
        "certificate": {
            "primal": _number(certificate.primal),
            "dual": _number(certificate.dual),
            "gap": _number(certificate.gap),
            "worst_violation": _number(certificate.worst_violation),
            "training_errors": int(certificate.errors) if model else None,
            "confusion": np.asarray(certificate.confusion).tolist() if model else None,
        },
        "members": [
            {
                "member": key_name(key, names),
                "status": fit.status.name,
                "w": None if fit.w is None or not fit.predicts else fit.w.tolist(),
                "b": _number(fit.b),
                "gap": _number(fit.certificate.gap),
                "training_errors": fit.certificate.errors if fit.predicts else None,
            }
            for key, fit in members_of(many)
        ],
        "facts": {name: _fact(value) for name, value in many.facts.items()},
        "steps": len(many.history),
        "seconds": many.seconds,
    }


def as_text(many: ManyFit, names: tuple[str, ...]) -> str:
    """The answer for people."""
    rows = [("method", f"{many.method.name} ({method_name(many)})"), *space_as_rows(many.problem)]
    rows.append(("status", f"{many.status.value}: {many.explanation}"))
    if many.has_model:
        if many.W is not None:
            for name, w, b in zip(names, many.W.tolist(), np.asarray(many.b).tolist(), strict=True):
                rows += [(f"w of {name}", "(" + ", ".join(map(repr, w)) + ")"), (f"b of {name}", repr(b))]
        certificate = many.certificate
        rows.append(("training errors", f"{certificate.errors} of {len(many.problem.labels)}"))
        rows += _confusion(np.asarray(certificate.confusion).tolist(), names)
        rows.append(("objective", significant(certificate.primal) if math.isinf(certificate.primal) else repr(certificate.primal)))
        if certificate.gap is not None:
            rows.append(("relative gap", f"{certificate.gap:.2e}"))
        rows.append(("worst violation", f"{certificate.worst_violation:.2e}"))
        rows += [("member", f"{key_name(key, names)}: {fit.status.value}, {_line(fit.w, fit.b)}") for key, fit in members_of(many)]
    rows += [(name, _value_text(value)) for name, value in many.facts.items()]
    rows.append(("time", f"{1e3 * many.seconds:.2f} ms"))
    return rows_text(rows)


def _confusion(table: list[list[int]], names: tuple[str, ...]) -> list[tuple[str, str]]:
    rows = []
    for name, counts in zip(names, table, strict=True):
        rows.append((f"true {name}", ", ".join(f"{count} as {said}" for count, said in zip(counts, names, strict=True) if count)))
    return rows


def _line(w: Any, b: float) -> str:
    weights = "" if w is None else "w (" + ", ".join(significant(v, 6) for v in w.tolist()) + "), "
    return f"{weights}b {significant(b, 6)}"


def _parameters(method: Any, is_many: bool) -> dict[str, Any]:
    values = {f.name: getattr(method, f.name) for f in fields(method)}
    for parameter in parameters_with(method, is_many):
        if parameter.choice is not None and values[parameter.name] not in parameter.choice.options:
            values[parameter.name] = parameter.choice.options[0]  # what stands for it with that many classes
    if isinstance(method, Scheme):
        values = {**values, "method": {f.name: getattr(method.method, f.name) for f in fields(method.method)}}
    return values


def _number(value: float | None) -> float | None:
    """A number for JSON, which has no NaN and no infinity."""
    return float(value) if value is not None and math.isfinite(value) else None


def _numbers(values: Any) -> Any:
    return [_numbers(v) for v in values] if np.ndim(values) else _number(float(values))


def _fact(value: Any) -> Any:
    return _numbers(value) if np.ndim(value) else _number(value)


def _value_text(value: Any) -> str:
    return ", ".join(_value_text(v) for v in value) if np.ndim(value) else significant(float(value), 6)
