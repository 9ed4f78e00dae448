"""Methods on the command line: a name, its parameters, map and kernel as a method in use."""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import Any

import solvers
from solvers import AnyMethod, Dataset
from solvers.multiclass.schemes import Scheme

from ..errors import UserError, quote
from ..files.names import build, kebab, method_named, parse_named, settings_of
from ..scene.methods import KINDS, MethodInUse, SchemeChoice, needs_scheme, parameters_for

SEPARATOR = ","  # between the names of methods


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose methods."""
    group = parser.add_argument_group("method")
    group.add_argument(
        "--method",
        metavar="NAME",
        help="as in: linclass-gui list methods; with --folds several, as in fisher,softmax",
    )
    group.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter of the method (repeatable); of several, of each that has it",
    )
    group.add_argument(
        "--features",
        default="identity",
        metavar="NAME",
        help="feature map, as in polynomial, polynomial:degree=3, or all-columns of a table; its "
        "powers are taken about the data, or as in "
        "polynomial:origin=0,0,units=1,1",
    )
    group.add_argument(
        "--kernel",
        metavar="NAME",
        help="kernel of a margin method, as in gaussian-kernel:sigma=0.5",
    )


def methods_of(options: argparse.Namespace) -> dict[str, MethodInUse]:
    """The methods that are asked for, by their names as they are written.

    Raises:
        UserError: no such method, parameter, map or kernel, or no method at all.
    """
    if options.method is None:
        raise UserError(
            "--method is missing, as in --method fisher; linclass-gui list methods names them all"
        )
    if options.kernel is not None and options.features != "identity":
        raise UserError(
            "--features and --kernel exclude each other: a kernel brings its own features"
        )
    names = [name.strip() for name in options.method.split(SEPARATOR)]
    settings = settings_of(options.set)
    if len(names) == 1:
        return {names[0]: _in_use(names[0], settings, options)}
    parameters_by_name = {name: _parameters(name) for name in names}
    for setting in settings:
        if not any(setting in parameters for parameters in parameters_by_name.values()):
            raise UserError(f"--set {setting}: none of {', '.join(names)} has such a parameter")
    return {
        name: _in_use(name, {k: v for k, v in settings.items() if k in parameters}, options)
        for name, parameters in parameters_by_name.items()
    }


def posed(name: str, in_use: MethodInUse, dataset: Dataset, settings: dict[str, str]) -> AnyMethod:
    """The method that is fitted: the one of this name, or the scheme that is named with it.

    Raises:
        UserError: a two-class method without a scheme for more classes (the sentence names the
            schemes), or a choice that it offers only for two.
    """
    _check_offered(in_use.method, settings, len(dataset.class_names))
    if ":" in name:
        return in_use.scheme.of(in_use.two_class)
    names = dataset.class_names
    if needs_scheme(in_use.method, len(names)):
        schemes = " or ".join(f"{kind}:{name}" for kind in KINDS)
        class_list = ", ".join(names)
        raise UserError(
            f"{name} knows two classes only, and there are {len(names)} ({class_list}): choose "
            f"{schemes}, or --classes A,B"
        )
    return in_use.method


def _parameters(name: str) -> set[str]:
    """The names of the parameters of a method, and of the scheme before it."""
    kind, scheme = method_named(name)
    return {p.name for p in solvers.parameters_of(kind)} | _of_scheme(scheme)


def _of_scheme(scheme: str) -> set[str]:
    return {p.name for p in solvers.parameters_of(SchemeChoice)} - {"kind"} if scheme else set()


def _in_use(name: str, settings: dict[str, str], options: argparse.Namespace) -> MethodInUse:
    """A method of the command line: ``softmax``, ``soft-margin-svm``,
    ``one-vs-one:soft-margin-svm``.
    """
    named_kind, scheme_kind = method_named(name)
    scheme_settings = _of_scheme(scheme_kind)
    of_scheme = {k: v for k, v in settings.items() if k in scheme_settings}
    scheme: SchemeChoice = (
        build(SchemeChoice, {"kind": scheme_kind, **of_scheme}) if scheme_kind else SchemeChoice()
    )
    method: AnyMethod = build(
        named_kind, {k: v for k, v in settings.items() if k not in scheme_settings}
    )
    kernel = (
        None if options.kernel is None else parse_named(options.kernel, solvers.KERNELS, "kernel")
    )
    features: Any = parse_named(options.features, solvers.FEATURE_MAPS, "feature map")
    return MethodInUse("m1", method, 0, features=features, kernel=kernel, scheme=scheme)


def _check_offered(method: AnyMethod, settings: dict[str, str], classes: int) -> None:
    """Refuse a choice that the method offers only for two classes."""
    for parameter in parameters_for(method, classes):
        value = settings.get(parameter.name)
        if (
            value is not None
            and parameter.choice is not None
            and value not in parameter.choice.options
        ):
            raise UserError(
                f"with more than two classes {parameter.name} must be {parameter.choice}; got "
                f"{quote(value)}"
            )


def title_of(method: AnyMethod) -> str:
    """``softmax``, ``one-vs-one:soft-margin-svm``."""
    inner = f":{kebab(type(method.method))}" if isinstance(method, Scheme) else ""
    return kebab(type(method)) + inner


def values_of(method: AnyMethod, classes: int) -> dict[str, Any]:
    """The values of all parameters of a method, for so many classes."""
    values = {f.name: getattr(method, f.name) for f in fields(method)}
    for parameter in parameters_for(method, classes):
        if parameter.choice is not None and values[parameter.name] not in parameter.choice.options:
            values[parameter.name] = parameter.choice.options[0]  # the scheme for that many classes
    if isinstance(method, Scheme):
        inner = {f.name: getattr(method.method, f.name) for f in fields(method.method)}
        values = {**values, "method": inner}
    return values
