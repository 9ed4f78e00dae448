"""The methods of a scene that the page computes, with their parameters; for the others, why their
lines are fixed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, replace
from types import MappingProxyType
from typing import Any

from solvers import (
    Fit,
    GaussianKernel,
    Identity,
    LogisticRegression,
    ManyFit,
    Monomials,
    Parameter,
    Polynomial,
    PolynomialKernel,
    Range,
    Relaxation,
    SoftMarginSVM,
    Softmax,
    parameters_of,
)
from solvers.centring import Centred
from solvers.maps import PowerMap
from solvers.multiclass.forms import parameters_with

from ..answers.method_labels import label_of
from ..answers.regions import boundary_curves
from ..lessons.attempt import fit_of
from ..markup.mathtext import plain
from ..scene.document import Document
from ..scene.methods import MethodInUse, needs_scheme
from ..scene.scene import Scene
from ..scene.view import View

MOST = 500  # points that the page computes with, within a frame
MOST_EPOCHS = 1000
# points that it computes with in the space of a map, which needs the scalar product of every pair
MOST_MAPPED = 200
SEEN_AROUND = 2.0  # a fixed line extends this many views to each side, for zooming out
# The parameters that the page offers of each method that it knows; the others keep their values.
CONTROLS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "MeanDifference": ("offset",),
        "Fisher": ("offset",),
        "LeastSquares": ("ridge",),
        "GaussianGenerative": ("covariance", "priors", "prior_plus"),
        "LogisticRegression": ("l2",),
        "HardMarginSVM": (),
        "SoftMarginSVM": ("C",),
        "HoKashyap": ("rate",),
        "Relaxation": ("schedule", "rate", "margin", "keep"),
        "Perceptron": ("update", "schedule", "rate", "margin", "keep"),
    }
)
# The methods that need more classes than two.
CONTROLS_OF_MANY: Mapping[str, tuple[str, ...]] = MappingProxyType({**CONTROLS, "Softmax": ("l2",)})
# The only values that the page supports of parameters that it does not offer.
USUAL = (
    "algorithm",
    "fit_intercept",
    "penalise_bias",
    "targets",
    "begin",
    "order",
    "positive_weight",
)
# Other algorithms that reach the optimum of the usual one.
SAME: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"HardMarginSVM": ("interior-point", "smo"), "SoftMarginSVM": ("interior-point", "smo")}
)


def has_many(document: Document) -> bool:
    """Whether the page draws a scene as one of more classes than two."""
    return len(document.dataset.class_names) > 2


def reason_for_fixed(document: Document, used: MethodInUse) -> str:
    """Why the page draws a method with a fixed line, in one sentence; empty for one that it
    computes.
    """
    kind, points, is_many = type(used.method), len(document.dataset), has_many(document)
    if kind.__name__ not in (CONTROLS_OF_MANY if is_many else CONTROLS):
        return "The page does not compute this method."
    if is_many and (used.kernel is not None or type(used.features) is not Identity):
        return "With more classes than two the page computes without feature maps and kernels."
    if isinstance(used.method, Softmax) and used.method.l2 == 0.0:
        return "The page computes softmax regression with λ above 0."
    if used.kernel is not None or type(used.features) is not Identity:
        why = _reason_for_map(used, points)
        if why:
            return why
    if points > MOST:
        return f"The page computes with up to {MOST} points."
    if isinstance(used.method, Relaxation) and used.method.update == "batch":
        return "The page runs relaxation one point at a time only."
    if (
        getattr(used.method, "max_epochs", getattr(used.method, "max_iterations", 0)) > MOST_EPOCHS
        and kind is not SoftMarginSVM
    ):
        return f"The page runs up to {MOST_EPOCHS} passes."
    for parameter in parameters_of(kind):
        is_usual = getattr(used.method, parameter.name) in (
            parameter.default,
            *SAME.get(kind.__name__, ()),
        )
        if parameter.name in USUAL and parameter.applies(used.method) and not is_usual:
            return f"The page knows {kind.name} with its usual {_words(parameter).lower()} only."
    return ""


def _reason_for_map(used: MethodInUse, points: int) -> str:
    """Why a method with a map or a kernel has a fixed line."""
    is_logistic = (
        isinstance(used.method, LogisticRegression) and used.kernel is None and used.method.l2 > 0.0
    )
    if not (is_logistic or isinstance(used.method, SoftMarginSVM)):
        return (
            "With feature maps the page computes the soft margin and logistic regression with λ > "
            "0, with kernels the soft margin."
        )
    if points > MOST_MAPPED:
        return f"With feature maps and kernels the page computes up to {MOST_MAPPED} points."
    space = used.space
    if not isinstance(space, PowerMap | PolynomialKernel | GaussianKernel):
        return (
            f"The page does not know the {space.name} "
            f"{'features' if used.kernel is None else 'kernel'}."
        )
    return (
        "The page keeps the origin and the units of a map."
        if isinstance(space, Centred) and not space.is_settled
        else ""
    )


def map_of(used: MethodInUse) -> dict[str, Any]:
    """The map or the kernel of a method: its numbers, and the monomials of one without a formula of
    its own.
    """
    space = used.space
    if isinstance(space, Identity):
        return {}
    own = (
        {"sums": space.sums}
        if isinstance(space, PowerMap) and not isinstance(space, Polynomial | Monomials)
        else {}
    )
    return {"map": {"name": type(space).__name__, **asdict(space), **own}}


def _controls(used: MethodInUse, is_many: bool) -> list[dict[str, Any]]:
    """The parameters that the page offers: those of the method, and the degree or the width of its
    map.
    """
    kind, space = type(used.method), type(used.space)
    known = parameters_with(used.method, is_many)
    own = [_control(each) for each in known if each.name in CONTROLS_OF_MANY[kind.__name__]]
    if kind is Softmax:
        own = [
            each | {"zero": False, "range": [0.0, None, True, False], "allowed": "above 0"}
            for each in own
        ]
    of_map = [_control(each) for each in parameters_of(space) if each.name in ("degree", "sigma")]
    if space is Monomials:
        return own + [
            _monomial(each) for each in parameters_of(space) if isinstance(each.default, bool)
        ]
    return own + [
        each | {"name": f"map.{each['name']}", "whole": each["name"] == "degree"} for each in of_map
    ]


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


def fixed_lines(scene: Scene) -> list[str]:
    """A sentence for each method in the picture that the page cannot compute."""
    shown = [
        (used, reason_for_fixed(scene.document, used)) for used in scene.document.enabled_methods
    ]
    return [
        f"{_title(used, scene.document.methods)} stays the line that it is: {why}"
        for used, why in shown
        if why
    ]


def every_line(scene: Scene) -> Scene:
    """The scene with fits of methods that are switched off, too, where their lines are fixed."""
    document = scene.document
    off = [
        used for used in document.methods if not used.enabled and reason_for_fixed(document, used)
    ]
    if not off:
        return scene
    return replace(scene, fits={**scene.fits, **{used.id: fit_of(document, used) for used in off}})


def method_data(scene: Scene, used: MethodInUse) -> dict[str, Any]:
    """The data of a method for the page."""
    why = reason_for_fixed(scene.document, used)
    kind, is_many = type(used.method), has_many(scene.document)
    fit = scene.fit(used.id)
    own = {
        name: value
        for name, value in asdict(used.method).items()
        if isinstance(value, str | int | float | None)
    }
    scheme = {"scheme": asdict(used.scheme)} if is_many and needs_scheme(used.method) else {}
    return {
        "id": used.id,
        "kind": None if why else kind.__name__,
        "why": why,
        "title": _title(used, scene.document.methods),
        "label": plain(label_of(used, scene.document.methods)) or kind.label,
        "slot": used.slot,
        "enabled": used.enabled,
        "hasLevels": used.method.has_levels if hasattr(used.method, "has_levels") else False,
        "parameters": own | scheme | ({} if why else map_of(used)),
        "controls": [] if why else _controls(used, is_many),
        "lines": _lines(fit, scene.view) if why and fit is not None and fit.has_model else [],
    }


def _title(used: MethodInUse, others: tuple[MethodInUse, ...]) -> str:
    """The name of a method in the list, with what tells it apart from others of its kind."""
    same = tuple(
        replace(other, enabled=True) for other in others if type(other.method) is type(used.method)
    )
    if used.label:
        return plain(used.label)
    return used.method.name if len(same) < 2 else plain(label_of(used, same))


def _lines(fit: Fit | ManyFit, view: View) -> list[Any]:
    x, y = SEEN_AROUND * view.width, SEEN_AROUND * view.height
    around = View(view.x0 - x, view.x1 + x, view.y0 - y, view.y1 + y)
    return [curve.tolist() for curve in boundary_curves(fit, around)]


def _control(parameter: Parameter) -> dict[str, Any]:
    only = parameter.only and {"name": parameter.only.name, "values": list(parameter.only.values)}
    about = {"name": parameter.name, "label": _words(parameter), "only": only}
    if parameter.choice is not None:
        options = [
            {"value": value, "label": parameter.choice.label_of(value)}
            for value in parameter.choice.options
        ]
        return about | {
            "options": options,
            "allowed": f"one of {', '.join(option['label'] for option in options)}",
        }
    known = parameter.range or Range()
    low, high = known.slider or (known.low, known.high)
    near = (high - low) / 200.0  # a slider does not reach an end that is not allowed
    low, high = (
        low + near * (known.open_low and low == known.low),
        high - near * (known.open_high and high == known.high),
    )
    ends = [end if math.isfinite(end) else None for end in (known.low, known.high)]
    allowed = {"range": [*ends, known.open_low, known.open_high], "allowed": str(known)}
    return (
        about
        | allowed
        | {
            "low": low,
            "high": high,
            "log": known.log,
            "zero": known.log and known.contains(0.0),
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
