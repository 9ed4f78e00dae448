"""The command line: open the window, export figures, fit without a screen, list what there is.

Nothing here imports Qt before it is needed: ``fit`` and ``list`` never do.  Exit codes: 0 done, 2 wrong arguments or bad input (one
clear line on standard error), 3 a fit without a finite optimum under ``--strict``.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import solvers
from solvers import Fit, Method, Status

from . import __version__
from .core.document import Document
from .core.errors import UserError
from .core.lessons import lesson_paths
from .core.names import by_name, kebab
from .core.opening import is_table, open_document
from .core.tables import Columns, read_table, suggested_columns
from .core.ticks import significant

DONE, BAD_INPUT, NO_OPTIMUM = 0, 2, 3
COMMANDS = ("export", "fit", "list")
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


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the result is the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = _parser() if arguments and arguments[0] in COMMANDS else _window_parser()
    try:
        options = parser.parse_args(arguments)
        code: int = options.run(options)
    except UserError as error:
        print(f"linclass-gui: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # The reader of our output went away (as in `| head`): that is its right.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - it lives until the interpreter ends
        return DONE
    return code


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> Any:
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def _window_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="linclass-gui",
        description="Explore linear classification: click points, drag them, and watch every classifier follow.",
        epilog="Commands: linclass-gui export | fit | list; each has its own --help.",
    )
    parser.add_argument("--version", action="version", version=f"linclass-gui {__version__}")
    parser.add_argument("scene", nargs="?", metavar="SCENE", help="a scene file, a CSV table, or lesson:NAME")
    parser.set_defaults(run=_window)
    return parser


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="linclass-gui")
    commands = parser.add_subparsers(required=True, parser_class=_Parser)
    _add_export(commands)
    _add_fit(commands)
    listing = commands.add_parser("list", help="list what there is")
    listing.add_argument("what", choices=sorted(LISTS))
    listing.set_defaults(run=_list)
    return parser


def _add_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--columns", metavar="X1,X2", help="the two columns of a CSV table that become coordinates")
    parser.add_argument("--label", metavar="COLUMN", help="the column that holds the class")
    parser.add_argument("--classes", metavar="MINUS,PLUS", help="the two classes, the negative one first")


def _add_fit(commands: Any) -> None:
    parser = commands.add_parser("fit", help="fit one method and print w, b, status and certificate")
    parser.add_argument("source", metavar="SCENE|CSV")
    _add_source(parser)
    parser.add_argument("--method", required=True, metavar="NAME", help="as in: linclass-gui list methods")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the method (repeatable)")
    parser.add_argument(
        "--features", default="identity", metavar="NAME", help="feature map, as in polynomial or polynomial:degree=3"
    )
    parser.add_argument("--kernel", metavar="NAME", help="kernel of a margin method, as in gaussian-kernel:sigma=0.5")
    parser.add_argument("--json", action="store_true", help="print JSON with every digit")
    parser.add_argument("--strict", action="store_true", help="exit with 3 when there is no finite optimum")
    parser.set_defaults(run=_fit)


def _add_export(commands: Any) -> None:
    parser = commands.add_parser("export", help="draw scenes into figure files, without a screen")
    parser.add_argument("scenes", nargs="+", metavar="SCENE", help="scene files, CSV tables or lesson:NAME")
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="OUT", help="a file, or a folder for several scenes")
    parser.add_argument("--format", help="pdf, svg or png (default: from the suffix of OUT)")
    parser.add_argument("--width", metavar="MM", help="width at final size, as in 84mm")
    parser.add_argument("--height", metavar="MM", help="height at final size, as in 63mm")
    parser.add_argument("--size", help="a preset, as in: linclass-gui list sizes")
    parser.add_argument("--font-size", metavar="PT", help="size of the tick labels at final size, as in 8pt")
    parser.add_argument("--font", metavar="FAMILY", help="text family (default: Inter)")
    parser.add_argument("--theme", default="print", help="light, dark, print, grey or projector")
    parser.add_argument("--transparent", action="store_true", help="no background")
    parser.add_argument("--dpi", type=float, default=300.0, help="dots per inch of PNG files (default 300)")
    parser.add_argument("--view", default="canvas", metavar="NAME", help="canvas, or a linked plot as in: linclass-gui list plots")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of every method that has it")
    parser.add_argument("--step", type=int, metavar="K", help="draw step K of the selected method's history")
    parser.set_defaults(run=_export)


def _window(options: argparse.Namespace) -> int:
    if sys.platform.startswith("linux") and not any(os.environ.get(v) for v in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        raise UserError("there is no screen; draw figures without one by: linclass-gui export SCENE -o figure.pdf")
    from .app import run  # Qt is imported only when a window is wanted

    return run(options.scene)


def _source_columns(options: argparse.Namespace) -> Columns | None:
    if options.columns is None and options.label is None and options.classes is None:
        return None
    guess = None
    if options.columns is None or options.label is None:
        guess = suggested_columns(read_table(Path(options.source)))
    x1, x2 = _pair(options.columns, "--columns", "X1,X2") if options.columns else (guess.x1, guess.x2)  # type: ignore[union-attr]
    label = options.label or guess.label  # type: ignore[union-attr]
    minus, plus = _pair(options.classes, "--classes", "MINUS,PLUS") if options.classes else (None, None)
    return Columns(x1, x2, label, minus, plus)


def _pair(text: str, option: str, form: str) -> tuple[str, str]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(parts):
        raise UserError(f"{option} takes two names as {form}; got {text!r}")
    return parts[0], parts[1]


def _settings(texts: Sequence[str]) -> dict[str, str]:
    """NAME=VALUE texts as a dictionary."""
    pairs = [text.partition("=") for text in texts]
    for name, equals, value in pairs:
        if not name or not equals or not value:
            raise UserError(f"a setting is written NAME=VALUE, as in C=10; got {name + equals + value!r}")
    return {name.strip(): value.strip() for name, _, value in pairs}


def _built(kind: type[Any], settings: dict[str, str]) -> Any:
    """A method, map or kernel with parameters given as text."""
    known = {p.name: p for p in solvers.parameters_of(kind)}
    for name in settings:
        if name not in known:
            raise UserError(f"{kebab(kind)} has no parameter {name!r}; it has {', '.join(known) or 'none'}")
    try:
        return kind(**{name: known[name].parse(text) for name, text in settings.items()})
    except ValueError as error:
        raise UserError(f"{kebab(kind)}: {error}") from None


def _named(text: str, kinds: Sequence[type[Any]], what: str) -> Any:
    """A map or kernel written as ``name`` or ``name:parameter=value,...``."""
    name, _, rest = text.partition(":")
    return _built(by_name(name, kinds, what), _settings([part for part in rest.split(",") if part]))


def _fit(options: argparse.Namespace) -> int:
    method: Method = _built(by_name(options.method, solvers.METHODS, "method"), _settings(options.set))
    if any((options.columns, options.label, options.classes)) and not is_table(Path(options.source)):
        raise UserError("--columns, --label and --classes are for CSV tables; a scene holds its classes already")
    if options.kernel is not None and options.features != "identity":
        raise UserError("--features and --kernel exclude each other: a kernel brings its own features")
    columns = _source_columns(options)
    dataset = open_document(options.source, columns).dataset
    if len(dataset.class_names) != 2:
        raise UserError(f"{options.source}: a binary method needs two classes; the data hold {len(dataset.class_names)}")
    kernel = None if options.kernel is None else _named(options.kernel, solvers.KERNELS, "kernel")
    features = _named(options.features, solvers.FEATURE_MAPS, "feature map")
    problem = solvers.Problem(dataset.X, dataset.y, features, kernel, dataset.class_names[:2])
    fit = solvers.solve(method, problem)
    print(json.dumps(_fit_json(fit), ensure_ascii=False, indent=2) if options.json else _fit_text(fit))
    return NO_OPTIMUM if options.strict and fit.status in WITHOUT_OPTIMUM else DONE


def _number(value: float | None) -> float | None:
    """A number for JSON, which has no NaN and no infinity."""
    return value if value is not None and abs(value) < float("inf") else None


def _fit_json(fit: Fit) -> dict[str, Any]:
    certificate = fit.certificate
    proof = certificate.separability
    return {
        "method": kebab(type(fit.method)),
        "parameters": {f.name: getattr(fit.method, f.name) for f in fields(fit.method)},
        "features": kebab(type(fit.problem.features)),
        "kernel": None if fit.problem.kernel is None else kebab(type(fit.problem.kernel)),
        "classes": list(fit.problem.classes),
        "n": len(fit.problem.y),
        "w": None if fit.w is None or not fit.has_model else fit.w.tolist(),
        "b": _number(fit.b),
        "b_interval": fit.outcome.b_interval,
        "alpha": None if fit.alpha is None else fit.alpha.tolist(),
        "status": fit.status.name,
        "sentence": fit.explanation,
        "certificate": {
            "primal": _number(certificate.primal),
            "dual": _number(certificate.dual),
            "gap": _number(certificate.gap),
            "worst_violation": _number(certificate.worst_violation),
            "training_errors": certificate.errors if fit.has_model else None,
            "smallest_margin": _number(float(certificate.margins.min())) if len(certificate.margins) else None,
            "separable": None if proof is None else proof.separable,
            "common_point": None if proof is None or proof.common_point is None else proof.common_point.tolist(),
            "common_point_rows_plus": None if proof is None else proof.support_plus.tolist(),
            "common_point_rows_minus": None if proof is None else proof.support_minus.tolist(),
            "common_point_weights_plus": None if proof is None else proof.weights_plus.tolist(),
            "common_point_weights_minus": None if proof is None else proof.weights_minus.tolist(),
        },
        "facts": {name: _number(value) for name, value in fit.outcome.facts},
        "steps": len(fit.history),
        "seconds": fit.seconds,
    }


def _fit_text(fit: Fit) -> str:
    rows = [("method", fit.method.name), ("status", f"{fit.status.value}: {fit.explanation}")]
    if fit.has_model:
        if fit.w is not None:
            rows.append(("w", "(" + ", ".join(repr(v) for v in fit.w.tolist()) + ")"))
        rows.append(("b", repr(fit.b)))
        certificate = fit.certificate
        rows.append(("training errors", f"{certificate.errors} of {len(fit.problem.y)}"))
        objective = certificate.primal
        rows.append(("objective", significant(objective) if math.isinf(objective) else repr(objective)))
        if certificate.gap is not None:
            rows.append(("relative gap", f"{certificate.gap:.2e}"))
        rows.append(("worst violation", f"{certificate.worst_violation:.2e}"))
    rows += [(name, significant(value, 6)) for name, value in fit.outcome.facts]
    rows.append(("time", f"{1e3 * fit.seconds:.2f} ms"))
    return "\n".join(f"{name:16} {value}" for name, value in rows)


def _with_settings(document: Document, settings: dict[str, str]) -> Document:
    """The document with parameters set in every method that has them.

    Raises:
        UserError: no method in use has the parameter, or the value is not allowed.
    """
    for name, text in settings.items():
        having = [m for m in document.methods if name in {p.name for p in solvers.parameters_of(type(m.method))}]
        if not having:
            raise UserError(f"--set {name}: no method of the scene has a parameter {name!r}")
        for used in having:
            parameter = next(p for p in solvers.parameters_of(type(used.method)) if p.name == name)
            try:
                document = document.with_method(replace(used, method=replace(used.method, **{name: parameter.parse(text)})))
            except ValueError as error:
                raise UserError(f"--set {name}: {error}") from None
    return document


def _export(options: argparse.Namespace) -> int:
    settings = _settings(options.set)
    documents = [(name, _with_settings(open_document(name), settings)) for name in options.scenes]
    from .app.headless import export_documents  # Qt is imported only when something is drawn

    for path in export_documents(documents, options):
        print(path)
    return DONE


def _list(options: argparse.Namespace) -> int:
    for name, words in LISTS[options.what]():
        print(f"{name:24} {words}".rstrip())
    return DONE


def _methods() -> list[tuple[str, str]]:
    return [(kebab(kind), kind.summary) for kind in solvers.METHODS]


def _overlays() -> list[tuple[str, str]]:
    from .overlays import OVERLAYS

    return [(o.name, o.tip) for o in OVERLAYS if not o.always]


def _plots() -> list[tuple[str, str]]:
    from .plots import PLOTS

    return [(p.name, p.tip) for p in PLOTS]


def _formats() -> list[tuple[str, str]]:
    return [("pdf", "vector page of exact size, fonts embedded"), ("svg", "vector drawing"), ("png", "pixels, dpi in the file")]


def _lessons() -> list[tuple[str, str]]:
    return [(path.stem, open_document(str(path)).title) for path in lesson_paths()]


def _sizes() -> list[tuple[str, str]]:
    from .core.sizes import SIZES

    return [(name, f"{width:g} x {height:g} mm") for name, (width, height) in SIZES.items()]


def _first_lines(kinds: Sequence[type[Any]]) -> list[tuple[str, str]]:
    return [(kebab(kind), (kind.__doc__ or "").split("\n")[0]) for kind in kinds]


LISTS: dict[str, Callable[[], list[tuple[str, str]]]] = {
    "methods": _methods,
    "overlays": _overlays,
    "plots": _plots,
    "formats": _formats,
    "lessons": _lessons,
    "sizes": _sizes,
    "feature-maps": partial(_first_lines, solvers.FEATURE_MAPS),
    "kernels": partial(_first_lines, solvers.KERNELS),
}
