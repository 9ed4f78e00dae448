"""The methods of a scene that the page computes, with their parameters; for the others, why their
lines are fixed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from solvers import (
    FeatureMap,
    Fit,
    GaussianKernel,
    LogisticRegression,
    ManyFit,
    Parameter,
    Perceptron,
    PolynomialKernel,
    Range,
    Relaxation,
    SoftMarginSVM,
    Softmax,
    maps,
    parameters_of,
)
from solvers.centring import Centred
from solvers.maps import Identity, Monomials, Polynomial, PowerMap
from solvers.studies.cross_validation import random_folds

from ..answers.comparison import method_titles
from ..answers.method_labels import label_of
from ..answers.regions import boundary_curves
from ..lessons.attempt import fit_of
from ..markup.mathtext import plain
from ..plots.validation import tuned_of
from ..scene.document import Document
from ..scene.methods import MethodInUse, SchemeChoice, needs_scheme, parameters_for
from ..scene.scene import Scene
from ..scene.view import View

MOST_POINTS = 5000  # points that the page computes with, within a tenth of a second
MOST_EPOCHS = 1000
# points that it computes with in the space of a map, which needs the scalar product of every pair
MOST_MAPPED = 200
SEEN_AROUND = 2.0  # a fixed line extends this many views to each side, for zooming out
# The parameters that the page offers of each method that it computes; others keep their values.
CONTROLS: Mapping[str, tuple[str, ...]] = {
    "MeanDifference": ("offset",),
    "Fisher": ("offset",),
    "LeastSquares": ("ridge",),
    "GaussianGenerative": ("covariance", "priors", "prior_plus"),
    "LogisticRegression": ("l2",),
    "HardMarginSVM": (),
    "SoftMarginSVM": ("C",),
    "HoKashyap": ("rate",),
    "MultinomialNaiveBayes": ("smoothing",),
    "Relaxation": ("schedule", "rate", "margin", "keep"),
    "Perceptron": ("update", "schedule", "rate", "margin", "keep"),
}
# The feature maps without parameters that the page has, and among which one is chosen.
MAPS: tuple[type[FeatureMap], ...] = (
    Identity,
    maps.Product,
    maps.QuadraticDiagonal,
    maps.Circle,
    maps.Parabola,
)
OF_TWO = "MultinomialNaiveBayes"  # which the page computes of two classes only
# The methods of more classes than two, of which one needs them.
SCHEMES = ("one-vs-one", "one-vs-rest")
CONTROLS_OF_MANY: Mapping[str, tuple[str, ...]] = {
    name: offered for name, offered in CONTROLS.items() if name != OF_TWO
} | {"Softmax": ("l2",)}
# The only values that the page supports of parameters that it does not offer.
USUAL = (
    "algorithm",
    "fit_intercept",
    "penalise_bias",
    "targets",
    "order",
    "positive_weight",
)
# Usual ones of other methods that the page runs with any value where a rule corrects step by step.
STEPWISE = ("fit_intercept",)
# Other algorithms that reach the optimum of the usual one.
SAME_OPTIMUM: Mapping[str, tuple[str, ...]] = {
    "HardMarginSVM": ("interior-point", "smo"),
    "SoftMarginSVM": ("interior-point", "smo"),
}


def reason_for_fixed(document: Document, in_use: MethodInUse) -> str:
    """Why the page draws a method with a fixed line, in one sentence; empty for one that it
    computes.
    """
    kind, points = type(in_use.method), len(document.dataset)
    controls = CONTROLS if document.has_two_sides else CONTROLS_OF_MANY
    if kind.__name__ not in controls:
        return "The page does not compute this method."
    if in_use.scheme.kind not in SCHEMES and not document.has_two_sides:
        return "The page does not compute this scheme."
    is_mapped = in_use.kernel is not None or type(in_use.features) is not Identity
    if is_mapped and not document.has_two_sides:
        return "With more classes than two the page computes without feature maps and kernels."
    if isinstance(in_use.method, Softmax) and in_use.method.l2 == 0.0:
        return "The page computes softmax regression with λ above 0."
    if is_mapped:
        reason = _reason_for_map(in_use, points)
        if reason:
            return reason
    if points > MOST_POINTS:
        return f"The page computes with up to {MOST_POINTS} points."
    if isinstance(in_use.method, Relaxation) and in_use.method.update == "batch":
        return "The page runs relaxation one point at a time only."
    if (
        getattr(in_use.method, "max_epochs", getattr(in_use.method, "max_iterations", 0))
        > MOST_EPOCHS
        and kind is not SoftMarginSVM
    ):
        return f"The page runs up to {MOST_EPOCHS} passes."
    for parameter in parameters_of(kind):
        is_usual = getattr(in_use.method, parameter.name) in (
            parameter.default,
            *SAME_OPTIMUM.get(kind.__name__, ()),
        )
        if isinstance(in_use.method, Perceptron | Relaxation) and parameter.name in STEPWISE:
            continue
        if parameter.name in USUAL and parameter.applies(in_use.method) and not is_usual:
            return f"The page knows {kind.name} with its usual {_words(parameter).lower()} only."
    return ""


def _reason_for_map(in_use: MethodInUse, points: int) -> str:
    """Why a method with a map or a kernel has a fixed line."""
    is_logistic = (
        isinstance(in_use.method, LogisticRegression)
        and in_use.kernel is None
        and in_use.method.l2 > 0.0
    )
    if not (is_logistic or isinstance(in_use.method, SoftMarginSVM)):
        return (
            "With feature maps the page computes the soft margin and logistic regression with λ > "
            "0, with kernels the soft margin."
        )
    if points > MOST_MAPPED:
        return f"With feature maps and kernels the page computes up to {MOST_MAPPED} points."
    space = in_use.space
    if not isinstance(space, PowerMap | PolynomialKernel | GaussianKernel):
        return (
            f"The page does not know the {space.name} "
            f"{'features' if in_use.kernel is None else 'kernel'}."
        )
    return (
        "The page keeps the origin and the units of a map."
        if isinstance(space, Centred) and not space.is_settled
        else ""
    )


def without_choices(document: Document) -> Document:
    """The document as methods are named for good: without maps and decisions that can be chosen in
    the page.
    """
    methods = (
        replace(
            method,
            features=Identity() if _has_choice_of_map(method) else method.features,
            scheme=SchemeChoice(method.scheme.kind),
        )
        for method in document.methods
    )
    return replace(document, methods=tuple(methods))


def _has_choice_of_map(in_use: MethodInUse) -> bool:
    """Whether another map without parameters can be chosen."""
    space = in_use.space
    return type(space) in MAPS and isinstance(space, PowerMap) and space.is_as_written


def plays(document: Document) -> bool:
    """Whether the page shows the steps of the selected method."""
    method = document.selected_method
    if (
        method is None
        or not document.has_two_sides
        or not isinstance(method.method, Perceptron | Relaxation)
    ):
        return False
    return not reason_for_fixed(document, method)


def map_of(in_use: MethodInUse) -> dict[str, Any]:
    """The map or the kernel of a method: its numbers, and the monomials of one without a formula of
    its own.
    """
    space = in_use.space
    if isinstance(space, Identity):
        return {}
    sums: dict[str, Any] = {}
    if isinstance(space, PowerMap) and not isinstance(space, Polynomial | Monomials):
        usual_map = type(space)() if type(space) in MAPS else None
        sums = (
            {} if usual_map is not None and usual_map.sums == space.sums else {"sums": space.sums}
        )
    return {"map": {"name": type(space).__name__, **asdict(space), **sums}}


def _controls(in_use: MethodInUse, classes: int) -> list[dict[str, Any]]:
    """The parameters that the page offers: parameters of the method, and the degree or the width of
    its map.
    """
    kind, space = type(in_use.method), type(in_use.space)
    parameters = parameters_for(in_use.method, classes)
    controls = [
        _control(parameter)
        for parameter in parameters
        if parameter.name in (CONTROLS_OF_MANY if classes > 2 else CONTROLS)[kind.__name__]
    ]
    if needs_scheme(in_use.method, classes):
        controls += [_of_scheme(parameter) for parameter in parameters_of(SchemeChoice)[1:]]
    if kind is Softmax:
        controls = [
            parameter | {"zero": False, "range": [0.0, None, True, False], "allowed": "above 0"}
            for parameter in controls
        ]
    of_map = [
        _control(parameter)
        for parameter in parameters_of(space)
        if parameter.name in ("degree", "sigma")
    ]
    if _has_choice_of_map(in_use):
        return [_choice_of_map(), *controls]
    if space is Monomials:
        return controls + [
            _monomial(parameter)
            for parameter in parameters_of(space)
            if isinstance(parameter.default, bool)
        ]
    return controls + [
        parameter | {"name": f"map.{parameter['name']}", "whole": parameter["name"] == "degree"}
        for parameter in of_map
    ]


def _of_scheme(parameter: Parameter) -> dict[str, Any]:
    """A choice of the scheme by which two-class fits decide."""
    control = _control(parameter)
    only = control["only"] and control["only"] | {"name": f"scheme.{control['only']['name']}"}
    return control | {"name": f"scheme.{parameter.name}", "only": only}


def _choice_of_map() -> dict[str, Any]:
    """The feature maps without parameters, of which one is chosen."""
    options = [{"value": kind.__name__, "label": _map_words(kind)} for kind in MAPS]
    allowed = f"one of {', '.join(option['label'] for option in options)}"
    return {
        "name": "map.name",
        "label": "Features",
        "only": None,
        "options": options,
        "allowed": allowed,
    }


def _map_words(kind: type[FeatureMap]) -> str:
    # a list holds no mark-up
    words = ", ".join(plain(f"${term}$") for term in kind().terms)
    return words.replace("x1", "x₁").replace("x2", "x₂")


def _monomial(parameter: Parameter) -> dict[str, Any]:
    """Whether one of the monomials is a feature."""
    options = [{"value": True, "label": "used"}, {"value": False, "label": "left out"}]
    name, label = f"map.{parameter.name}", plain(f"${parameter.symbol}$")
    return {
        "name": name,
        "label": label,
        "only": None,
        "options": options,
        "allowed": "used or left out",
    }


def validation_data(document: Document) -> dict[str, Any] | None:
    """What the page needs to draw the errors of the selected method on folds: the parameter with
    its values, and the fold of each point as the program draws them; None where it cannot.
    """
    in_use, dataset = document.selected_method, document.dataset
    if in_use is None or not document.has_two_sides:
        return None
    is_small = len(dataset) <= MOST_MAPPED and min(dataset.counts) >= document.folds > 0
    if not is_small or reason_for_fixed(document, in_use):
        return None
    parameter = tuned_of(Scene(document.switched({in_use.id: True}), document.looked_at, 1.0))
    if parameter is None:
        return None
    fold_of = np.zeros(len(dataset), dtype=int)
    splits = random_folds(dataset.labels, document.folds, 1, document.split, True)
    for fold, (_, rows) in enumerate(splits):
        fold_of[rows] = fold
    is_of_space = parameter.name in ("sigma", "degree")
    return {
        "id": in_use.id,
        "name": f"map.{parameter.name}" if is_of_space else parameter.name,
        "symbol": plain(parameter.symbol),
        "values": list(parameter.values),
        "isLog": parameter.is_log,
        "simplerUp": parameter.simpler_up,
        "folds": fold_of.tolist(),
        "labels": dataset.labels.tolist(),
    }


def fixed_lines(scene: Scene) -> list[str]:
    """A sentence for each method in the picture that the page cannot compute."""
    reasons = [
        (in_use, reason_for_fixed(scene.document, in_use))
        for in_use in scene.document.enabled_methods
    ]
    return [
        f"{_title(in_use, scene.document.methods)} stays the line that it is: {reason}"
        for in_use, reason in reasons
        if reason
    ]


def every_line(scene: Scene) -> Scene:
    """The scene with fits of methods that are switched off, too, where their lines are fixed."""
    document = scene.document
    off = [
        in_use
        for in_use in document.methods
        if not in_use.enabled and reason_for_fixed(document, in_use)
    ]
    if not off:
        return scene
    return replace(
        scene, fits={**scene.fits, **{in_use.id: fit_of(document, in_use) for in_use in off}}
    )


def method_data(scene: Scene, in_use: MethodInUse) -> dict[str, Any]:
    """The data of a method for the page."""
    reason = reason_for_fixed(scene.document, in_use)
    kind, classes = type(in_use.method), len(scene.document.dataset.class_names)
    fit = scene.fits.get(in_use.id)
    parameters = {
        name: value
        for name, value in asdict(in_use.method).items()
        if isinstance(value, str | int | float | tuple | None)
    }
    scheme = {"scheme": asdict(in_use.scheme)} if needs_scheme(in_use.method, classes) else {}
    return {
        "id": in_use.id,
        "kind": None if reason else kind.__name__,
        "why": reason,
        "title": _title_of_many(in_use, scene.document)
        if scheme
        else _title(in_use, scene.document.methods),
        "label": plain(label_of(in_use, scene.document.methods)) or kind.label,
        "slot": in_use.slot,
        "enabled": in_use.enabled,
        "hasLevels": in_use.method.has_levels,
        "parameters": parameters | scheme | ({} if reason else map_of(in_use)),
        "controls": [] if reason else _controls(in_use, classes),
        "lines": _lines(fit, scene.view) if reason and fit is not None and fit.has_model else [],
    }


def _title_of_many(in_use: MethodInUse, document: Document) -> str:
    """The name of a method with its scheme where another one has the same without it."""
    names = [_title(method, document.methods) for method in document.methods]
    name = _title(in_use, document.methods)
    is_told = names.count(name) < 2 or in_use.label
    return name if is_told else plain(method_titles(without_choices(document))[in_use.id])


def _title(in_use: MethodInUse, methods: tuple[MethodInUse, ...]) -> str:
    """The name of a method in the list, which differs from the names of others of its kind."""
    alike = tuple(
        replace(other, enabled=True)
        for other in methods
        if type(other.method) is type(in_use.method)
    )
    if in_use.label:
        return plain(in_use.label)
    return in_use.method.name if len(alike) < 2 else plain(label_of(in_use, alike))


def _lines(fit: Fit | ManyFit, view: View) -> list[Any]:
    x, y = SEEN_AROUND * view.width, SEEN_AROUND * view.height
    around = View(view.x0 - x, view.x1 + x, view.y0 - y, view.y1 + y)
    return [curve.tolist() for curve in boundary_curves(fit, around)]


def _control(parameter: Parameter) -> dict[str, Any]:
    only = parameter.only and {"name": parameter.only.name, "values": list(parameter.only.values)}
    entries = {"name": parameter.name, "label": _words(parameter), "only": only}
    if parameter.choice is not None:
        options = [
            {"value": value, "label": parameter.choice.label_of(value)}
            for value in parameter.choice.options
        ]
        return entries | {
            "options": options,
            "allowed": f"one of {', '.join(option['label'] for option in options)}",
        }
    limits = parameter.range or Range()
    low, high = limits.slider or (limits.low, limits.high)
    near = (high - low) / 200.0  # a slider does not reach an end that is not allowed
    low, high = (
        low + near * (limits.open_low and low == limits.low),
        high - near * (limits.open_high and high == limits.high),
    )
    ends = [end if math.isfinite(end) else None for end in (limits.low, limits.high)]
    allowed = {"range": [*ends, limits.open_low, limits.open_high], "allowed": str(limits)}
    return (
        entries
        | allowed
        | {
            "low": low,
            "high": high,
            "log": limits.log,
            "zero": limits.log and limits.contains(0.0),
            "whole": False,
        }
    )


def _words(parameter: Parameter) -> str:
    words = plain(parameter.symbol)
    return (
        words
        if len(words) < 3 or parameter.choice is None
        else words.replace("_", " ").capitalize()
    )
