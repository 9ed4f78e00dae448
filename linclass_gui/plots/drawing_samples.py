"""A method fitted to many samples: of growing size, without one fold each, or with labels that
were exchanged at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solvers import AnyMethod, CrossValidation, Dataset, Floats, Populations, cross_validate
from solvers.arrays import Ints, locked

from ..answers.selection import places_chosen_again
from ..scene.memo import memo
from ..scene.methods import MethodInUse, method_asked, points_for
from ..scene.planes import Plane
from ..scene.scene import Scene
from .axes import points_at

SIZES, DRAWS = 7, 100
# draws of more points than this where a fit takes long: with a kernel, and of many classes
FEW_DRAWS, DEAR = 10, 200
NEW = 2000  # points of populations on which the errors are counted
# times as many points of populations as the largest sample, to draw from; points at the most
POOL, LARGEST_POOL = 100, 20_000
PERMUTATIONS, FOLDS = 20, 5
# points: of folds, of kernels, left out one at a time, and in a drag
MOST_POINTS, MOST_KERNEL, MOST_ALONE, LIVE_POINTS = 1000, 300, 200, 100


def points_of_folds(scene: Scene) -> Dataset:
    """The points that are parted into folds; while many are dragged those before the drag."""
    return points_at(scene, LIVE_POINTS if scene.document.folds else 0)


def most_points(method: MethodInUse, folds: int) -> int:
    """The points up to which a method is fitted without each of ``folds``; 0: without each one."""
    if not folds:
        return MOST_ALONE
    return MOST_KERNEL if method.kernel is not None else MOST_POINTS


@dataclass(frozen=True, eq=False)
class LearningCurve:
    """For sample sizes (k,): mean and standard deviation over draws of the errors in training and
    on other points, as shares.
    """

    sizes: Floats
    training: tuple[Floats, Floats]
    test: tuple[Floats, Floats]
    draws: int


@memo
def learn(
    dataset: Dataset,
    test: Dataset | None,
    populations: Populations | None,
    method: MethodInUse,
    seed: int,
) -> LearningCurve | None:
    """Fits to samples of growing size; errors on new points of the populations, else on the test
    points, else on the rest.

    The samples of a draw grow by points that are added, so that sizes differ by their size alone,
    not by their luck.  None where a class has too few points.

    Raises:
        ValueError: the method has no model of a sample.
    """
    rng = np.random.default_rng(seed)
    pool, test_pool = _pool(dataset, test, populations, seed)
    counts = np.array(dataset.counts)
    if counts.min() < 4:
        return None
    shares = np.geomspace(
        max(2.0 / counts.min(), 6.0 / counts.sum()), 1.0 if test_pool is not None else 0.8, SIZES
    )
    all_points = pool if test_pool is None else pool.joined(test_pool)
    test_rows = np.arange(len(pool), len(all_points))
    is_dear = (method.kernel is not None or len(counts) > 2) and len(dataset) > DEAR
    draws = FEW_DRAWS if is_dear else DRAWS
    orders = [
        [rng.permutation(np.flatnonzero(pool.labels == k)) for k in range(len(counts))]
        for _ in range(draws)
    ]
    sizes: list[float] = []
    results: list[CrossValidation] = []
    # Of few points several shares are the same number of each class.
    for counts_of_size in dict.fromkeys(
        tuple(max(2, round(share * count)) for count in counts.tolist())
        for share in shares.tolist()
    ):
        splits = []
        for order in orders:
            rows = _first_rows(order, counts_of_size)
            splits.append(
                (rows, np.setdiff1d(np.arange(len(pool)), rows) if test_pool is None else test_rows)
            )
        sizes.append(float(sum(counts_of_size)))
        results.append(
            cross_validate(
                *_fit_arguments(all_points, method),
                folds=splits,
                features=method.features,
                kernel=method.kernel,
            )
        )
    training, test_errors = (
        tuple(
            locked(np.array([part(getattr(one, name)) for one in results]))
            for part in (np.mean, _deviation)
        )
        for name in ("train_errors", "test_errors")
    )
    return LearningCurve(locked(np.array(sizes)), training, test_errors, draws)  # type: ignore[arg-type]  # a mean and a deviation each


def _deviation(values: Floats) -> float:
    return float(values.std(ddof=1))


def _pool(
    dataset: Dataset, test: Dataset | None, populations: Populations | None, seed: int
) -> tuple[Dataset, Dataset | None]:
    """The points that samples are drawn from, and those that they are judged on."""
    if populations is None:
        return dataset, test if test is not None and len(test) else None
    minus, plus = dataset.counts[:2]
    prior = populations.priors[1]
    new = populations.sample_counts(round(NEW * (1.0 - prior)), round(NEW * prior), seed + 1)
    times = max(10, min(POOL, LARGEST_POOL // max(minus + plus, 1)))
    return populations.sample_counts(times * minus, times * plus, seed), new


def _first_rows(order: Sequence[Ints], counts: Sequence[int]) -> Ints:
    """The first rows of every class in an order of them, as many as are wanted of each."""
    rows: Ints = np.sort(
        np.concatenate(
            [class_rows[:count] for class_rows, count in zip(order, counts, strict=True)]
        )
    )
    return rows


def _fit_arguments(dataset: Dataset, method: MethodInUse) -> tuple[AnyMethod, Floats, Ints]:
    return method_asked(method, dataset), points_for(method, dataset), dataset.labels


@memo
def permute(
    dataset: Dataset, method: MethodInUse, seed: int, plane: Plane | None = None
) -> tuple[float, Floats]:
    """The share of errors on all folds of a cross-validation, and those (k,) with labels that were
    exchanged at random.  A ``plane`` that the labels chose is chosen again by the exchanged ones.

    Each is a whole number of errors divided by n, so that equal ones are equal.

    Source: Ojala and Garriga, Journal of Machine Learning Research 11 (2010) 1833.

    Raises:
        ValueError: there are too few points of a class, or the method has no model in a fold.
    """
    arguments, X, y = _fit_arguments(dataset, method)
    rng = np.random.default_rng(seed)

    def error(labels: Ints) -> float:
        is_exchanged = labels is not y
        places = places_chosen_again(plane, dataset, labels) if plane and is_exchanged else X
        validation = cross_validate(
            arguments,
            places,
            labels,
            folds=FOLDS,
            seed=seed,
            features=method.features,
            kernel=method.kernel,
        )
        return validation.wrong / len(labels)

    return error(y), locked(np.array([error(rng.permutation(y)) for _ in range(PERMUTATIONS)]))


@memo
def fold_errors(
    dataset: Dataset, method: MethodInUse, folds: int, seed: int
) -> CrossValidation | str:
    """The errors on folds, which are the same for every method; ``folds`` 0 leaves out one point at
    a time.  A sentence where a class has too few points or the method has no model in a fold.
    """
    try:
        return cross_validate(
            *_fit_arguments(dataset, method),
            folds=folds or len(dataset),
            seed=seed,
            features=method.features,
            kernel=method.kernel,
        )
    except ValueError as error:
        return str(error)


@memo
def without_looks(method: MethodInUse) -> MethodInUse:
    """The method without its colour and its tick box, which change no answer."""
    return MethodInUse(
        "", method.method, 0, features=method.features, kernel=method.kernel, scheme=method.scheme
    )
