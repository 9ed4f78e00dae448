"""From parsed JSON to methods in use, with maps and kernels: each parameter is checked by its
annotation.
"""

from __future__ import annotations

import re
from typing import Any

from solvers import FEATURE_MAPS, KERNELS, METHODS, parameters_of
from solvers.centring import ORIGIN, UNITS, Centred
from solvers.parameters import Parameter

from ..errors import join_names, quote
from ..scene.colours import SLOTS
from ..scene.methods import KINDS as SCHEMES
from ..scene.methods import ONLY_MANY, MethodInUse, SchemeChoice
from .json_values import CodecError, ObjectReader, is_finite
from .names import by_name, kebab

ID = re.compile(r"m[0-9]{1,9}")
MOST_METHODS = 1000
KEYS_OF_METHOD = """
    id name scheme parameters colour enabled features kernel label says_parameters
"""


class MethodReader(ObjectReader):
    """Reads the methods of a scene."""

    def methods(self, raw: list[Any]) -> tuple[MethodInUse, ...]:
        if len(raw) > MOST_METHODS:
            raise CodecError(
                f"{self.source}: the scene has {len(raw)} methods; at most {MOST_METHODS} can be "
                "shown"
            )
        methods = tuple(self.method(m, f"methods[{k}]") for k, m in enumerate(raw))
        if len({m.id for m in methods}) != len(methods):
            raise CodecError(f"{self.source}: two methods have the same id")
        return methods

    def method(self, raw: Any, place: str) -> MethodInUse:
        self.need(isinstance(raw, dict), place, "an object", raw)
        scheme, name = self.scheme(raw, place)
        kind = by_name(name, (*METHODS, *ONLY_MANY), "method")
        kernel, parameters = raw.get("kernel"), f"{place}.parameters"
        return MethodInUse(
            id=self.id(raw.get("id"), place),
            method=self.build(kind, self.get(raw, parameters, dict, "an object", {}), parameters),
            slot=self.get(raw, f"{place}.colour", int, "a whole number", 0) % SLOTS,
            enabled=self.get(raw, f"{place}.enabled", bool, "true or false", True),
            features=self.read_named(
                raw.get("features", {"name": "identity"}),
                FEATURE_MAPS,
                "feature map",
                f"{place}.features",
            ),
            kernel=None
            if kernel is None
            else self.read_named(kernel, KERNELS, "kernel", f"{place}.kernel"),
            label=None
            if raw.get("label") is None
            else self.short_words(raw["label"], f"{place}.label"),
            says_parameters=self.get(raw, f"{place}.says_parameters", bool, "true or false", False),
            scheme=scheme,
            further=self.further(raw, dict.fromkeys(KEYS_OF_METHOD.split()), f"{place}."),
        )

    def scheme(self, raw: dict[str, Any], place: str) -> tuple[SchemeChoice, str]:
        """The scheme in front of a method's name, and the name."""
        kind, colon, name = self.get(raw, f"{place}.name", str, "a method name").partition(":")
        options = self.get(raw, f"{place}.scheme", dict, "an object", {})
        if not colon:
            return SchemeChoice(), kind
        self.need(
            kind in SCHEMES,
            f"{place}.name",
            f"a method name, or one behind {' or '.join(SCHEMES)} and a colon",
            raw["name"],
        )
        return self.build(SchemeChoice, {**options, "kind": kind}, f"{place}.scheme"), name

    def id(self, raw: Any, place: str) -> str:
        self.need(
            isinstance(raw, str) and ID.fullmatch(raw), f"{place}.id", 'a name like "m1"', raw
        )
        return str(raw)

    def read_named(self, raw: Any, kinds: tuple[type[Any], ...], noun: str, place: str) -> Any:
        is_named = isinstance(raw, dict) and isinstance(raw.get("name"), str)
        self.need(is_named, place, 'an object with a "name"', raw)
        kind = by_name(raw["name"], kinds, noun)
        # null: about these points
        unsaid = {"origin": list(ORIGIN), "units": list(UNITS)} if issubclass(kind, Centred) else {}
        return self.build(kind, {**unsaid, **{k: v for k, v in raw.items() if k != "name"}}, place)

    def build(self, kind: Any, values: dict[str, Any], place: str) -> Any:
        """A method, map or kernel with the given parameters, each checked by its annotation."""
        parameters = {p.name: p for p in parameters_of(kind)}
        for name in values:
            if name not in parameters:
                has = join_names(list(parameters)) or "none"
                raise CodecError(
                    f"{self.source}: {place}: {kebab(kind)} has no parameter {quote(name)}; it "
                    f"has {has}"
                )
        return kind(
            **{
                name: self.parameter(parameters[name], value, f"{place}.{name}")
                for name, value in values.items()
            }
        )

    def parameter(self, parameter: Parameter, value: Any, place: str) -> Any:
        """The value of a parameter: numbers as floats where those are meant, lists as tuples."""
        beyond = isinstance(value, int) and not isinstance(value, bool) and not is_finite(value)
        problem = parameter.expectation if beyond else parameter.problem_with(value)
        if problem is not None:
            # The longer of the two sentences is the more exact one: "a number", "a number above 0".
            raise self.wrong(place, max(problem, parameter.expectation, key=len), value)
        return parameter.canonical(value)
