"""``fit``: one method on one data set, its numbers as text or JSON."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from typing import Any

import solvers
from solvers import AnyMethod, Dataset, ManyFit, Method, Status
from solvers.fitting import check_beginning

from ..errors import UserError, quote
from ..files.names import kebab, method_named
from ..scene.generating import held_back
from ..scene.methods import KINDS, AnyFit, MethodInUse, Scheme, needs_scheme, points_for
from . import table_options
from .answer_text import as_json, as_text
from .arguments import DONE, NO_OPTIMUM, build, json_text, parse_named, settings_of, whole_number

# Statuses of fits whose answer is not a finite optimum of the method's own objective.
WITHOUT_OPTIMUM = frozenset(
    {
        Status.NOT_SEPARABLE,
        Status.UNBOUNDED,
        Status.STATIONARY,
        Status.BUDGET,
        Status.NO_DATA,
        Status.NOT_APPLICABLE,
        Status.CANCELLED,
    }
)


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser(
        "fit", help="fit one method and print w, b, status and certificate"
    )
    parser.add_argument("source", metavar="SCENE|TABLE")
    table_options.add_to(parser)
    parser.add_argument(
        "--method", required=True, metavar="NAME", help="as in: linclass-gui list methods"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter of the method (repeatable)",
    )
    parser.add_argument(
        "--features",
        default="identity",
        metavar="NAME",
        help="feature map, as in polynomial or polynomial:degree=3; its powers are taken about the "
        "data, or as in "
        "polynomial:origin=0,0,units=1,1",
    )
    parser.add_argument(
        "--kernel",
        metavar="NAME",
        help="kernel of a margin method, as in gaussian-kernel:sigma=0.5",
    )
    parser.add_argument(
        "--hold-back",
        type=partial(whole_number, 10, 90),
        metavar="PERCENT",
        help="keep 10 to 90 percent of each class as test points",
    )
    parser.add_argument(
        "--split",
        type=partial(whole_number, 0, 999),
        default=0,
        metavar="SEED",
        help="which ones: 0 to 999",
    )
    parser.add_argument("--json", action="store_true", help="print JSON with every digit")
    parser.add_argument(
        "--strict", action="store_true", help="exit with 3 when there is no finite optimum"
    )
    parser.set_defaults(run=_fit)


def _fit(options: argparse.Namespace) -> int:
    in_use = _in_use(options)
    if options.kernel is not None and options.features != "identity":
        raise UserError(
            "--features and --kernel exclude each other: a kernel brings its own features"
        )
    document = table_options.document_of(options.source, options)
    if options.hold_back is not None:
        document = held_back(replace(document, split=options.split), 0.01 * options.hold_back)
    dataset = document.dataset
    method = in_use.method
    if isinstance(method, Method) and len(dataset.class_names) == 2 and ":" not in options.method:
        X = points_for(in_use, dataset)
        problem = solvers.Problem(X, dataset.y, in_use.features, in_use.kernel, dataset.class_names)
        try:
            check_beginning(method, problem)
        except ValueError as error:
            raise UserError(str(error)) from None
        fit: AnyFit = solvers.solve(method, problem)
    else:
        if len(dataset.class_names) > 2:
            _check_offered(method, settings_of(options.set))
        fit = _of_many(in_use, dataset, is_schemed=":" in options.method)
    names = dataset.class_names
    print(
        json_text(as_json(fit, names, document)) if options.json else as_text(fit, names, document)
    )
    return NO_OPTIMUM if options.strict and fit.status in WITHOUT_OPTIMUM else DONE


def _in_use(options: argparse.Namespace) -> MethodInUse:
    """The method of the command line: ``softmax``, ``soft-margin-svm``,
    ``one-vs-one:soft-margin-svm``.
    """
    named_kind, scheme_kind = method_named(options.method)
    settings = settings_of(options.set)
    own = {p.name for p in solvers.parameters_of(Scheme)} - {"kind"} if scheme_kind else set()
    scheme = (
        build(Scheme, {"kind": scheme_kind, **{k: v for k, v in settings.items() if k in own}})
        if scheme_kind
        else Scheme()
    )
    method: AnyMethod = build(named_kind, {k: v for k, v in settings.items() if k not in own})
    kernel = (
        None if options.kernel is None else parse_named(options.kernel, solvers.KERNELS, "kernel")
    )
    features = parse_named(options.features, solvers.FEATURE_MAPS, "feature map")
    return MethodInUse("m1", method, 0, features=features, kernel=kernel, scheme=scheme)


def _check_offered(method: AnyMethod, settings: dict[str, str]) -> None:
    """Refuse a choice that the method offers only for two classes."""
    for parameter in solvers.parameters_with(method, is_many=True):
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


def _of_many(in_use: MethodInUse, dataset: Dataset, is_schemed: bool) -> ManyFit:
    """The answer for K classes; a two-class method without a scheme refuses and names the
    schemes.
    """
    names = dataset.class_names
    X, classes = points_for(in_use, dataset), tuple(range(len(names)))
    problem = solvers.ManyProblem(X, dataset.labels, classes, in_use.features, in_use.kernel, names)
    if not is_schemed and needs_scheme(in_use.method):
        name = kebab(type(in_use.method))
        schemes = " or ".join(f"{kind}:{name}" for kind in KINDS)
        held = ", ".join(names)
        raise UserError(
            f"{name} knows two classes only, and there are {len(names)} ({held}): choose "
            f"{schemes}, or --classes A,B"
        )
    return solvers.solve(
        in_use.scheme.of(in_use.two_class) if is_schemed else in_use.method, problem
    )
