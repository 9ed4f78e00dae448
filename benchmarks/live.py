"""The methods of the live page against ``solvers``: ``python -m benchmarks.live [SCENES]`` (2000),
under Node.

Seeded scenes of every family; every method at a few settings.  The objective is the same to 1e-9,
the status and the sentence are the same, and so are the support vectors, where the multipliers are
unique.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

import solvers
from linclass_gui.live.methods import map_of
from linclass_gui.live.page import SENTENCES
from linclass_gui.scene.methods import MethodInUse
from solvers import Method, PointClass

FOLDER = Path(__file__).parents[1] / "linclass_gui" / "live"
FAMILIES = (
    "gaussian", "separable", "touching", "lattice", "xor", "far", "duplicates", "one-class",
    "collinear", "offset", "labels",
)  # fmt: skip
WITH_TIES = ("touching", "lattice", "xor", "duplicates", "collinear")
SIZES = (40, 3, 150, 2, 10, 500, 4, 5)
METHODS: tuple[Method, ...] = (
    *(
        solvers.MeanDifference(offset=rule)
        for rule in ("training-error", "midpoint", "prior", "least-squares")
    ),
    *(
        solvers.Fisher(offset=rule)
        for rule in ("training-error", "midpoint", "prior", "least-squares")
    ),
    solvers.LeastSquares(),
    solvers.LeastSquares(ridge=3.0),
    *(solvers.GaussianGenerative(covariance=each) for each in ("shared", "separate", "diagonal")),
    solvers.GaussianGenerative(
        covariance="separate", priors="given", prior_plus=0.2, estimate="unbiased"
    ),
    solvers.LogisticRegression(),
    solvers.LogisticRegression(l2=0.0),
    solvers.HardMarginSVM(),
    *(solvers.SoftMarginSVM(C=C) for C in (0.1, 1.0, 30.0, 1e4)),
    solvers.HoKashyap(),
    solvers.HoKashyap(rate=0.4, max_iterations=50),
    solvers.Perceptron(max_epochs=60),
    solvers.Perceptron(update="batch", schedule="1/k", margin=0.5, max_epochs=60),
    solvers.Perceptron(keep="best", max_epochs=40),
    solvers.Perceptron(keep="average", max_epochs=40),
    solvers.Perceptron(keep="average", max_epochs=1),
    solvers.Perceptron(keep="average", update="batch", margin=0.5, max_epochs=40),
    solvers.Perceptron(fit_intercept=False, max_epochs=60),
    solvers.Perceptron(
        update="batch", margin=0.5, fit_intercept=False, begin=(0.0, 0.7, -1.3), max_epochs=60
    ),
    solvers.Perceptron(begin=(2.0, 3.0, -1.0), max_epochs=60),
    solvers.Relaxation(max_epochs=40),
    solvers.Relaxation(fit_intercept=False, max_epochs=40),
    solvers.Relaxation(rate=1.7, schedule="1/k", margin=0.3, keep="last", max_epochs=40),
)
RUNNER = """
import {{ readFileSync }} from "node:fs";
import {{ fit }} from {index};
const {{ cases, say }} = JSON.parse(readFileSync(0, "utf8"));
const number = (key, value) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value);
const out = cases.map(({{ X, y, fits }}) => fits.map(([name, parameters]) => fit(name, parameters, X, y, say)));
process.stdout.write(JSON.stringify(out, number));
"""  # noqa: E501


MAPPED = tuple(
    MethodInUse("m1", solvers.SoftMarginSVM(C=C), 0, features=features, kernel=kernel)
    for C in (0.5, 100.0)
    for features, kernel in (
        (solvers.Polynomial(degree=2, origin=(0.0, 0.0), units=(1.0, 1.0)), None),
        *(
            (kind().as_written, None)
            for kind in (
                solvers.Circle,
                solvers.Parabola,
                solvers.Product,
                solvers.QuadraticDiagonal,
            )
        ),
        (solvers.Polynomial(degree=3, origin=(0.5, 0.0), units=(2.0, 1.0)), None),
        (solvers.Circle(origin=(0.0, 0.0), units=(1.0, 1.0)), None),
        (
            solvers.Identity(),
            solvers.PolynomialKernel(degree=2, origin=(0.0, 0.0), units=(1.0, 1.0)),
        ),
        (solvers.Identity(), solvers.GaussianKernel(sigma=0.7)),
    )
) + tuple(
    MethodInUse("m1", solvers.LogisticRegression(l2=l2), 0, features=features)
    for l2, features in (
        (1e-3, solvers.Circle(origin=(0.0, 0.0), units=(1.0, 1.0))),
        (1e-2, solvers.Polynomial(degree=3, origin=(0.5, 0.0), units=(2.0, 1.0))),
        (1e-4, solvers.Polynomial(degree=5, origin=(0.0, 0.0), units=(1.5, 1.0))),
    )
)
MAPPED_RUNNER = """
import {{ readFileSync }} from "node:fs";
import {{ fit }} from {index};
const number = (key, value) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value);
const out = JSON.parse(readFileSync(0, "utf8")).cases.map(({{ X, y, fits, say }}) => fits.map(([name, parameters]) => {{
  const found = fit(name, parameters, X, y, say);
  return {{ ...found, scores: found.at ? X.map(found.at) : [] }};
}}));
process.stdout.write(JSON.stringify(out, number));
"""  # noqa: E501
TIMER = """
import {{ readFileSync }} from "node:fs";
import {{ fit }} from {index};
const {{ X, y, fits, say }} = JSON.parse(readFileSync(0, "utf8"));
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
process.stdout.write(JSON.stringify(fits.map(([name, parameters]) => median(Array.from({{ length: 60 }}, (_, k) => {{
  const moved = X.map((p, i) => (i ? p : [p[0] + 0.01 * k, p[1]]));
  const begin = performance.now();
  fit(name, parameters, moved, y, say);
  return performance.now() - begin;
}})))));
"""  # noqa: E501


def node() -> str | None:
    """The program, where it is installed."""
    return shutil.which("node") or shutil.which("nodejs")


def scene(rng: np.random.Generator, family: str, n: int) -> tuple[Any, Any]:
    """Points (n, 2) of a family, and their signs."""
    y = np.where(np.arange(n) % 2, 1, -1)
    X = rng.standard_normal((n, 2)) * rng.uniform(0.3, 2.0, 2) + 0.8 * y[:, None]
    match family:
        case "separable":
            X += 4.0 * y[:, None]
        case "touching":
            X = np.abs(np.round(X)) * [1, 0] + np.round(X) * [0, 1]
            X[:, 0] *= y
        case "lattice":
            X = rng.integers(0, 5, (n, 2)).astype(float)
        case "xor":
            X = rng.choice([-1.0, 1.0], (n, 2))
            y = (X[:, 0] * X[:, 1]).astype(int)
        case "far":
            X[0] = [1e3, -40.0]
        case "duplicates":
            X = X[rng.integers(0, max(2, n // 4), n)]
        case "one-class":
            y = np.ones(n, dtype=int)
        case "collinear":
            X = np.outer(np.round(4.0 * X[:, 0]) / 4.0, [1.0, 2.0]) + np.array([0.5, -1.0])
        case "offset":
            X = X * 3.0 + [250.0, -90.0]
        case "labels":
            y = np.where(rng.random(n) < 0.5, 1, -1)
    return X, y


def scenes(count: int, seed: int = 1) -> list[tuple[str, Any, Any]]:
    """Seeded scenes, family after family and size after size."""
    rng = np.random.default_rng(seed)
    found = []
    for k in range(count):
        family, n = FAMILIES[k % len(FAMILIES)], SIZES[(k // len(FAMILIES)) % len(SIZES)]
        found.append((family, *scene(rng, family, n)))
    return found


def computed(known: list[tuple[str, Any, Any]]) -> list[list[dict[str, Any]]]:
    """The answers of the page, scene by scene and method by method."""
    fits = [[type(method).__name__, asdict(method)] for method in METHODS]
    cases = [{"X": X.tolist(), "y": y.tolist(), "fits": fits} for _, X, y in known]
    answers: list[list[dict[str, Any]]] = said_by_node(RUNNER, {"cases": cases})
    return answers


def compare_mapped(count: int) -> list[str]:
    """Every difference of the methods in the space of a map or a kernel, in so many scenes of up to
    150 points.

    Status, objective and scores agree, where these are unique.
    """
    known = [
        each
        for each in scenes(2 * count, seed=2)
        if len(each[2]) <= 150 and each[0] not in ("far", "offset")
    ][:count]
    fits = [[type(used.method).__name__, asdict(used.method) | map_of(used)] for used in MAPPED]
    cases = [
        {"X": X.tolist(), "y": y.tolist(), "fits": fits, "say": SENTENCES} for _, X, y in known
    ]
    found = []
    for k, ((family, X, y), answers) in enumerate(
        zip(known, said_by_node(MAPPED_RUNNER, {"cases": cases}), strict=True)
    ):
        for used, page in zip(MAPPED, answers, strict=True):
            fit = solvers.solve(
                used.method,
                solvers.Problem(X, y.astype(float), used.features, used.kernel),
                trace=False,
            )
            where = (
                f"scene {k} ({family}, n = {len(y)}), {used.method}, "
                f"{used.kernel or used.features}: "
            )
            if page["status"] != fit.status.value:
                found.append(
                    f"{where}status {page['status']!r} for {fit.status.value!r}: "
                    f"{page['sentence']} | {fit.explanation}"
                )
            elif fit.has_model:
                theirs, scores = float(fit.certificate.primal), fit.decision_function(X)
                if abs(float(page["objective"]) - theirs) > 1e-7 * theirs:
                    found.append(f"{where}objective {page['objective']!r} for {theirs!r}")
                elif family not in WITH_TIES and np.abs(page["scores"] - scores).max() > 1e-3 * (
                    1.0 + np.abs(scores).max()
                ):
                    found.append(
                        f"{where}scores differ by {np.abs(page['scores'] - scores).max():.1e}"
                    )
    return found


def times(n: int) -> dict[str, float]:
    """The median milliseconds of each method at n points of which one is dragged, every move a fit
    from nothing.
    """
    X, y = scene(np.random.default_rng(0), "gaussian", n)
    fits = [[type(method).__name__, asdict(method)] for method in METHODS]
    found = said_by_node(TIMER, {"X": X.tolist(), "y": y.tolist(), "fits": fits})
    return {type(method).__name__: taken for method, taken in zip(METHODS, found, strict=True)}


def said_by_node(script: str, data: dict[str, Any], **modules: str) -> Any:
    """What a script says to data, as JSON; `modules` are the addresses of those that it imports."""
    code = script.format(
        **{"index": json.dumps((FOLDER / "methods" / "index.mjs").as_uri())} | modules
    )
    command = [node() or "node", "--input-type=module", "--eval", code]
    text = json.dumps(data | {"say": SENTENCES})
    result = subprocess.run(
        command, input=text, capture_output=True, check=False, encoding="utf-8", timeout=600
    )
    if result.returncode:
        raise RuntimeError(result.stderr)
    return json.loads(result.stdout)


# Sentences of rules that correct errors which a page leaves out.
LEFT_OUT = re.compile(
    r" Novikoff's bound is .*? with every sample\.| The hulls are too close for a bound in "
    r"numbers\.| The farthest point is .*? standardise them\."
)


def differences(family: str, X: Any, y: Any, method: Method, page: dict[str, Any]) -> list[str]:
    """What differs between the page's answer and that of ``solvers``; nothing where they agree."""
    fit = solvers.solve(method, solvers.Problem(X, y.astype(float)), trace=False)
    found = []
    if page["status"] != fit.status.value:
        return [
            (
                f"status {page['status']!r} for {fit.status.value!r}: {page['sentence']} | "
                f"{fit.explanation}"
            )
        ]
    has_ties = family in WITH_TIES
    # the page searches along Newton's steps in another way, so that it may need another number
    may_count_otherwise = isinstance(method, solvers.LogisticRegression) or (
        has_ties and isinstance(method, solvers.SoftMarginSVM)
    )
    if not same_words(page["sentence"], LEFT_OUT.sub("", fit.explanation), may_count_otherwise):
        found.append(f"sentence {page['sentence']!r} for {fit.explanation!r}")
    if not fit.has_model:
        return found
    mine, theirs = float(page.get("objective", "nan")), _objective(method, fit)
    # Scores that are small differences of numbers so large have not all their digits.
    size = 0.0 if fit.w is None else float(np.linalg.norm(fit.w) * np.abs(X).max())
    if np.isfinite(theirs) and not abs(mine - theirs) <= max(1e-9, 1e-16 * size**2) * max(
        abs(theirs), _floor(method, len(y))
    ):
        found.append(f"objective {mine!r} for {theirs!r}")
    # of equally wide intervals
    may_cut_elsewhere = has_ties and isinstance(method, solvers.Fisher | solvers.MeanDifference)
    if not (
        found
        or isinstance(method, solvers.Perceptron | solvers.Relaxation)
        or may_cut_elsewhere
        or _same_line(page, fit, X)
    ):
        found.append(f"score of w {page['w']} b {page['b']} for w {fit.w} b {fit.b}")
    alpha = page.get("alpha")
    if (
        alpha is not None
        and fit.alpha is not None
        and not (has_ties and _is_valid(page, X, y, method))
    ):
        found += _support_differs(np.array(alpha, dtype=float), fit)
    return found


def _objective(method: Method, fit: Any) -> float:
    if isinstance(method, solvers.MeanDifference | solvers.Fisher):
        return float(fit.last.objective)
    return float(fit.certificate.primal)


def _floor(method: Method, n: int) -> float:
    """Below this an objective is the rounding of larger numbers."""
    if isinstance(
        method, solvers.LeastSquares | solvers.HoKashyap | solvers.Perceptron | solvers.Relaxation
    ):
        return 1e-6 * n
    if isinstance(method, solvers.GaussianGenerative):
        return 0.1
    return 1e-3 if isinstance(method, solvers.LogisticRegression) else 1e-300


def _same_line(page: dict[str, Any], fit: Any, X: Any) -> bool:
    """Whether the scores of the points agree to 1e-6 of the largest."""
    model, u = page, X - np.array(page["centre"])
    scores = u @ np.array(model.get("slope", model["w"])) + float(model["atCentre"])
    if model.get("quadratic"):
        scores = scores + ((u @ np.array(model["quadratic"])) * u).sum(axis=1)
    theirs = fit.decision_function(X)
    return bool(np.abs(scores - theirs).max() <= 1e-6 * (1.0 + np.abs(theirs).max()))


def same_words(mine: str, theirs: str, may_count_otherwise: bool) -> bool:
    """The same sentence; numbers in it may differ in their last digits (and a count of points where
    multipliers are not unique).
    """
    number = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]\d+)?")
    if number.sub("#", mine) != number.sub("#", theirs):
        plural = re.compile(r"points? holds?|lies?")
        return may_count_otherwise and plural.sub("?", number.sub("#", mine)) == plural.sub(
            "?", number.sub("#", theirs)
        )
    pairs = zip(number.findall(mine), number.findall(theirs), strict=True)
    return may_count_otherwise or all(
        a == b or abs(float(a) - float(b)) <= 2e-5 * abs(float(b)) + 1e-9 for a, b in pairs
    )


def _support_differs(alpha: Any, fit: Any) -> list[str]:
    """What differs in the sets of the support vectors."""
    bound = fit.method.multiplier_bound(fit.problem)
    largest = min(bound, float(alpha.max()))
    mine, full = alpha > 1e-9 * largest, alpha >= bound * (1.0 - 1e-9)
    classes = fit.certificate.point_class
    if (mine == (classes >= PointClass.FREE)).all() and (
        full == (classes >= PointClass.BOUND)
    ).all():
        return []
    return [
        (
            f"support vectors {np.flatnonzero(mine).tolist()} for "
            f"{np.flatnonzero(classes >= PointClass.FREE).tolist()}"
        )
    ]


def _is_valid(page: dict[str, Any], X: Any, y: Any, method: Method) -> bool:
    """Whether other multipliers are multipliers all the same: in their box, balanced, and w is
    their sum.
    """
    alpha, bound = (
        np.array(page["alpha"], dtype=float),
        method.multiplier_bound(solvers.Problem(X, y.astype(float))),
    )
    assert bound is not None
    w, size = np.array(page["w"]), float(np.abs(alpha).sum())
    centred = X - X.mean(axis=0)
    inside = bool((alpha >= 0.0).all() and (alpha <= bound * (1.0 + 1e-9)).all())
    spread = float(np.abs(centred).max()) + 1e-300
    return (
        inside
        and abs(float(alpha @ y)) <= 1e-8 * size
        and bool(np.abs((alpha * y) @ centred - w).max() <= 1e-7 * size * spread)
    )


def compare(count: int) -> list[str]:
    """Every difference in so many scenes."""
    known = scenes(count)
    found = []
    for k, ((family, X, y), answers) in enumerate(zip(known, computed(known), strict=True)):
        for method, page in zip(METHODS, answers, strict=True):
            words = differences(family, X, y, method, page)
            found += [f"scene {k} ({family}, n = {len(y)}), {method}: {each}" for each in words]
    return found


def main() -> None:
    """Compare, and say what differs."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for n in (200, 500):
        print(
            f"n = {n}: " + ", ".join(f"{name} {taken:.2f} ms" for name, taken in times(n).items())
        )
    mapped = compare_mapped(count // 10)
    print(
        f"{count // 10} scenes with maps and kernels, {count // 10 * len(MAPPED)} answers: "
        f"{len(mapped)} differ"
    )
    found = compare(count)
    for words in mapped + found:
        print(words)
    kinds = Counter(words.split(", ", 2)[2].split("(")[0] for words in found)
    print(f"{count} scenes, {count * len(METHODS)} answers: {len(found)} differ {dict(kinds)}")


if __name__ == "__main__":
    main()
