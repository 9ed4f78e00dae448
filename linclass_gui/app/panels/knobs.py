"""Parameters that can be moved along a range outside the panel: by keys while presenting, in a sentence of a lesson."""

from __future__ import annotations

from dataclasses import dataclass, replace

from solvers import Parameter, parameters_with

from ...core.document import Document, MethodInUse
from .forms import scale_of


@dataclass(frozen=True)
class Knob:
    """A parameter that can be moved: of the method ``id``, in its field ``part`` (the method itself, its map or its kernel)."""

    id: str
    part: str
    parameter: Parameter

    def number_in(self, document: Document) -> float:
        """Its value."""
        return float(getattr(getattr(document.method(self.id), self.part), self.parameter.name))

    def set_in(self, document: Document, value: float) -> MethodInUse:
        """The method with another value."""
        method = document.method(self.id)
        number = round(value) if self.parameter.kind == "int" else value
        return replace(method, **{self.part: replace(getattr(method, self.part), **{self.parameter.name: number})})


def knobs(document: Document) -> tuple[Knob, ...]:
    """Every parameter with a range: first those shown from the start, then those of maps and kernels."""
    is_many = len(document.dataset.class_names) > 2
    methods = sorted(document.enabled_methods, key=lambda method: method.id != document.selected)
    return tuple(knob for method in methods for knob in _knobs_of(method, is_many))


def _knobs_of(method: MethodInUse, is_many: bool) -> tuple[Knob, ...]:
    strength = method.method.strength
    parts = ("method", "features" if method.kernel is None else "kernel")
    found = [
        Knob(method.id, part, parameter)
        for part in parts
        for parameter in parameters_with(getattr(method, part), is_many)
        if scale_of(parameter) is not None and parameter.applies(getattr(method, part))
    ]
    first = None if strength is None else strength.name
    return tuple(sorted(found, key=lambda knob: (knob.parameter.name != first, knob.part == "method")))
