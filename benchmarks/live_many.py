"""The methods of the live page against ``solvers`` for three to six classes: ``python -m
benchmarks.live_many [SCENES]`` (600).

Seeded scenes; every form and scheme at a few settings.  Status and sentence are the same, the
objective is the same to 1e-9, and so is the class of every point and of a grid about them, but
where two scores differ by rounding.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

import numpy as np

import solvers
from linclass_gui.scene.methods import SchemeChoice, needs_scheme
from solvers import Method
from solvers.multiclass.method import AnyMethod, ManyFit
from solvers.multiclass.problem import ManyProblem
from solvers.multiclass.solving import solve_many
from solvers.ties import winners_of

from .live import FOLDER, said_by_node, same_words

NAMES = ("a", "b", "c", "d", "e", "f")
FAMILIES = (
    "gaussian",
    "separable",
    "lattice",
    "duplicates",
    "far",
    "offset",
    "collinear",
    "labels",
    "missing",
    "alone",
    "equal-means",
)
WITH_TIES = ("lattice", "duplicates", "equal-means", "labels")
SIZES = (30, 6, 120, 12, 300)
PAIRS, REST = SchemeChoice("one-vs-one"), SchemeChoice("one-vs-rest")
METHODS: tuple[tuple[AnyMethod, SchemeChoice | None], ...] = (
    (solvers.MeanDifference(), None),
    (solvers.MeanDifference(offset="prior"), None),
    (solvers.Fisher(), None),
    (solvers.Fisher(offset="prior"), None),
    (solvers.LeastSquares(), None),
    (solvers.LeastSquares(ridge=2.0), None),
    *(
        (solvers.GaussianGenerative(covariance=each), None)
        for each in ("shared", "separate", "diagonal")
    ),
    (solvers.GaussianGenerative(covariance="separate", priors="equal", estimate="unbiased"), None),
    (solvers.Softmax(l2=1e-3), None),
    (solvers.Softmax(l2=0.1), None),
    (solvers.SoftMarginSVM(C=1.0), PAIRS),
    (solvers.SoftMarginSVM(C=30.0), SchemeChoice("one-vs-one", ties="scores")),
    (solvers.SoftMarginSVM(C=1.0), REST),
    (solvers.LogisticRegression(), SchemeChoice("one-vs-rest", decision="signed-distance")),
    (solvers.LogisticRegression(), SchemeChoice("one-vs-rest", decision="strict")),
    (solvers.HardMarginSVM(), PAIRS),
    (solvers.Perceptron(max_epochs=40), REST),
)
RUNNER = """
import {{ readFileSync }} from "node:fs";
import {{ fitMany }} from {index};
const {{ cases, names, say }} = JSON.parse(readFileSync(0, "utf8"));
const number = (key, value) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value);
const out = cases.map(({{ points, K, places, fits }}) => fits.map(([name, parameters]) => {{
  const {{ status, sentence, objective, ...found }} = fitMany(name, parameters, points, names.slice(0, K), say);
  const decided = Number.isFinite(found.b) ? places.map((p) => found.decide(found.values(p))) : null;
  return {{ status, sentence, objective, decided }};
}}));
process.stdout.write(JSON.stringify(out, number));
"""  # noqa: E501


def scene(rng: np.random.Generator, family: str, n: int, K: int) -> tuple[Any, Any]:
    """Points (n, 2) of a family and their class indices."""
    labels = np.arange(n) % K
    centres = rng.standard_normal((K, 2)) * 2.0
    X = rng.standard_normal((n, 2)) * rng.uniform(0.4, 1.5, 2) + centres[labels]
    match family:
        case "separable":
            turn = 2.0 * np.pi * labels / K
            X = 0.3 * rng.standard_normal((n, 2)) + 6.0 * np.stack(
                [np.cos(turn), np.sin(turn)], axis=1
            )
        case "lattice":
            X = rng.integers(0, 5, (n, 2)).astype(float)
        case "duplicates":
            X = X[rng.integers(0, max(2, n // 4), n)]
        case "far":
            X[0] = [400.0, -40.0]
        case "offset":
            X = X * 3.0 + [250.0, -90.0]
        case "collinear":
            X = np.outer(np.round(4.0 * X[:, 0]) / 4.0, [1.0, 2.0]) + np.array([0.5, -1.0])
        case "labels":
            labels = rng.integers(0, K, n)
        case "missing":
            labels = np.where(labels == 1, 0, labels)
        case "alone":
            labels = np.full(n, K - 1)
        case "equal-means":
            X = np.repeat(rng.standard_normal((n // K + 1, 2)), K, axis=0)[:n]
    return X, labels


def compare(count: int) -> list[str]:
    """Every difference in so many scenes."""
    rng = np.random.default_rng(5)
    known = []
    for k in range(count):
        family, K, size = (
            FAMILIES[k % len(FAMILIES)],
            3 + k % 4,
            SIZES[(k // len(FAMILIES)) % len(SIZES)],
        )
        known.append((family, K, *scene(rng, family, max(size, K), K)))
    fits = [_sent(*each) for each in METHODS]
    cases = [
        {
            "points": np.column_stack([X, labels]).tolist(),
            "K": K,
            "places": places_about(X).tolist(),
            "fits": fits,
        }
        for _, K, X, labels in known
    ]
    module = json.dumps((FOLDER / "many" / "index.mjs").as_uri())
    answers = said_by_node(RUNNER, {"cases": cases, "names": NAMES}, index=module)
    found = []
    for k, ((family, K, X, labels), said) in enumerate(zip(known, answers, strict=True)):
        problem = ManyProblem(X, labels, tuple(range(K)), names=NAMES[:K])
        for (method, scheme), page in zip(METHODS, said, strict=True):
            where = (
                f"scene {k} ({family}, n = {len(X)}, K = {K}), {method}, {scheme and scheme.kind}: "
            )
            found += [
                where + words
                for words in differences(problem, method, scheme, page, family in WITH_TIES)
            ]
    return found


def places_about(X: Any) -> Any:
    """The points, and a grid over them and around."""
    low, high = X.min(axis=0), X.max(axis=0)
    ends = np.linspace(low - 0.5 * (high - low) - 0.1, high + 0.5 * (high - low) + 0.1, 9)
    grid = np.stack(np.meshgrid(ends[:, 0], ends[:, 1]), axis=-1).reshape(-1, 2)
    return np.concatenate([X, grid])


def differences(
    problem: ManyProblem,
    method: AnyMethod,
    scheme: SchemeChoice | None,
    page: dict[str, Any],
    has_ties: bool,
) -> list[str]:
    """What differs between the page's answer and that of ``solvers``; nothing where they agree, or
    where ties decide.
    """
    assert scheme is None or (isinstance(method, Method) and needs_scheme(method, problem.K))
    fit = solve_many(method if scheme is None else scheme.of(method), problem, trace=False)
    if page["status"] != fit.status.value:
        return [
            (
                f"status {page['status']!r} for {fit.status.value!r}: {page['sentence']} | "
                f"{fit.explanation}"
            )
        ]
    found = []
    may_count_otherwise = isinstance(method, solvers.SoftMarginSVM)
    is_masked = has_ties and any(
        "mask it" in words for words in (page["sentence"], fit.explanation)
    )
    if not is_masked and not same_words(page["sentence"], fit.explanation, may_count_otherwise):
        found.append(f"sentence {page['sentence']!r} for {fit.explanation!r}")
    if (page["decided"] is None) == fit.has_model:
        return [*found, f"a model: {fit.has_model}"]
    if not fit.has_model or (has_ties and scheme is not None and scheme.ties == "scores"):
        return found
    theirs = float(fit.certificate.primal)
    # below it objectives are rounding of larger numbers
    floor = 0.1 if isinstance(method, solvers.GaussianGenerative) else 1e-6
    has_objective = scheme is None and np.isfinite(theirs) and "objective" in page
    if has_objective and abs(float(page["objective"]) - theirs) > 1e-9 * max(abs(theirs), floor):
        found.append(f"objective {page['objective']!r} for {theirs!r}")
    places = places_about(problem.X)
    apart = np.array(page["decided"]) != decided(fit, places)
    apart &= ~is_near_tie(fit, places)
    return found + (
        [f"{int(apart.sum())} places have another class, {places[apart][0]}"] if apart.any() else []
    )


def _sent(method: AnyMethod, scheme: SchemeChoice | None) -> list[Any]:
    return [
        type(method).__name__,
        asdict(method) | ({} if scheme is None else {"scheme": asdict(scheme)}),
    ]


def decided(fit: ManyFit, places: Any) -> Any:
    """The class of each place, -1 where it is undecided."""
    return np.where(fit.undecided(places), -1, winners_of(fit.decision_function(places)))


def is_near_tie(fit: ManyFit, places: Any) -> Any:
    """Whether a small step, or the rounding of the two largest scores, gives another class."""
    step = 1e-6 * float(np.ptp(places, axis=0).max())
    here = decided(fit, places)
    moved = [
        decided(fit, places + step * np.array(way)) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    scores = np.sort(np.nan_to_num(fit.decision_function(places), neginf=-1e300), axis=1)
    is_equal = scores[:, -1] - scores[:, -2] <= 1e-7 * (1.0 + np.abs(scores[:, -1]))
    if any(one.w is not None and not one.w.any() and abs(one.b) < 1e-9 for one in fit.fits):
        return np.ones(len(places), dtype=bool)  # f = 0 everywhere, but for rounding
    return np.logical_or.reduce([here != other for other in moved]) | (is_equal & (here >= 0))


def main() -> None:
    """Compare, and say what differs."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    found = compare(count)
    for words in found:
        print(words)
    print(f"{count} scenes of 3 to 6 classes, {count * len(METHODS)} answers: {len(found)} differ")


if __name__ == "__main__":
    main()
