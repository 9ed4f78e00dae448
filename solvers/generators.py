"""Points to try methods on, drawn by a rule: blobs, moons, circles, spirals and what goes wrong in
classification.

A generator is a function and a line of the list at the end.  Shapes are some units wide about the
origin; ``noise`` is the standard deviation, in these units, of what is added to every coordinate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .arrays import Floats, Ints
from .validation import shown_value

LabelledPoints = tuple[Floats, Ints]


@dataclass(frozen=True)
class Number:
    """A number that a generator takes: its name and words, range and default."""

    name: str
    words: str
    low: float
    high: float
    default: float
    is_whole: bool = False


N = Number("n", "Points", 2, 100_000, 200, is_whole=True)
NOISE = Number("noise", "Noise", 0.0, 10.0, 0.2)
SEED = Number("seed", "Seed", 0, 2**31 - 1, 0, is_whole=True)


@dataclass(frozen=True)
class Generator:
    """A rule that draws points: ``draw(rng, n, noise, extra)`` gives X (n, 2) and labels (n,) from
    0 on.
    """

    name: str
    title: str
    summary: str
    draw: Callable[[np.random.Generator, int, float, float], LabelledPoints]
    noise: float = 0.2
    extra: Number | None = None


def generate(
    name: str, n: int = 200, noise: float | None = None, seed: int = 0, **extra: float
) -> LabelledPoints:
    """Points ``X (n, 2)`` and labels ``y (n,)`` (0, 1, ...) of a generator; the same arguments give
    the same points.

    ``noise`` is a standard deviation in units of the shape (None: the usual one).  ``extra`` is the
    generator's own number, by its name: ``generate("blobs", centres=3)``.  The names are in
    :data:`GENERATORS`.

    Raises:
        ValueError: there is no such generator, or a number is out of its range.
    """
    generator = next(
        (generator_of_list for generator_of_list in GENERATORS if generator_of_list.name == name),
        None,
    )
    if generator is None:
        raise ValueError(
            f"there is no generator {name!r}; choose one of "
            f"{', '.join(generator_of_list.name for generator_of_list in GENERATORS)}"
        )
    number = generator.extra
    wrong = next((key for key in extra if number is None or key != number.name), None)
    if wrong is not None:
        has = f"it has n, noise, seed{'' if number is None else f' and {number.name}'}"
        raise ValueError(f"{name} has no number {wrong!r}; {has}")
    value = None if number is None else extra.get(number.name, number.default)
    spread = generator.noise if noise is None else noise
    check(generator, n, spread, seed, value)
    X, y = generator.draw(
        np.random.default_rng(int(seed)), int(n), float(spread), float(value or 0.0)
    )
    return np.round(X, 4), y


def check(
    generator: Generator, n: float, noise: float, seed: float, extra: float | None = None
) -> None:
    """Refuse numbers that a generator does not take.

    Raises:
        ValueError: which number, and its range.
    """
    _check(N, n)
    _check(NOISE, noise)
    _check(SEED, seed)
    if generator.extra is not None:
        _check(generator.extra, extra)


def _check(number: Number, value: Any) -> None:
    is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(
        value, bool
    )
    if not (
        is_number
        and number.low <= value <= number.high
        and (not number.is_whole or value == int(value))
    ):
        kind = "a whole number" if number.is_whole else "a number"
        raise ValueError(
            f"{number.name} must be {kind} from {number.low:g} to {number.high:.10g}; got "
            f"{shown_value(value)}"
        )


def _halves(n: int, share: float = 0.5) -> Ints:
    """Labels of two classes, of class 1 the share, both at least once."""
    positive = min(max(round(share * n), 1), n - 1)
    return np.repeat(np.array([0, 1], dtype=np.int64), [n - positive, positive])


def _turns(n: int, K: int) -> Ints:
    """Labels of K classes of (nearly) one size."""
    return np.sort(np.arange(n, dtype=np.int64) % K)


def _noisy(rng: np.random.Generator, X: Floats, noise: float) -> Floats:
    return X + noise * rng.standard_normal(X.shape)


def _circle(angle: Floats, radius: Floats | float) -> Floats:
    points: Floats = np.column_stack([np.cos(angle), np.sin(angle)]) * np.reshape(radius, (-1, 1))
    return points


def _blobs(rng: np.random.Generator, n: int, noise: float, centres: float) -> LabelledPoints:
    K = int(centres)
    y = _turns(n, K)
    places = _circle(2.0 * np.pi * np.arange(K) / K + (np.pi if K == 2 else 0.5 * np.pi), 2.0)
    return _noisy(rng, places[y], noise), y


def _moons(rng: np.random.Generator, n: int, noise: float, _: float) -> LabelledPoints:
    y = _halves(n)
    angle = np.pi * rng.random(n)
    upper = _circle(angle, 2.0) - (1.0, 0.5)
    return _noisy(rng, np.where(y[:, None] == 1, upper, -upper), noise), y


def _circles(rng: np.random.Generator, n: int, noise: float, _: float) -> LabelledPoints:
    y = _halves(n)
    return _noisy(rng, _circle(2.0 * np.pi * rng.random(n), np.where(y == 1, 1.0, 2.5)), noise), y


def _spirals(rng: np.random.Generator, n: int, noise: float, arms: float) -> LabelledPoints:
    K = int(arms)
    y = _turns(n, K)
    way = np.sqrt(rng.random(n))
    return _noisy(rng, _circle(2.0 * np.pi * (1.25 * way + y / K), 0.3 + 2.7 * way), noise), y


def _xor(rng: np.random.Generator, n: int, noise: float, _: float) -> LabelledPoints:
    corner = _turns(n, 4)
    places = 1.5 * np.array([(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)])
    return _noisy(rng, places[corner], noise), corner % 2


def _checkerboard(rng: np.random.Generator, n: int, noise: float, squares: float) -> LabelledPoints:
    side = int(squares)
    places = rng.random((n, 2)) * side
    y = np.floor(places).astype(np.int64).sum(axis=1) % 2
    if np.ptp(y) == 0:  # of two or three points all may lie on one colour
        places[0, 0] = (places[0, 0] + 1.0) % side
        y = np.floor(places).astype(np.int64).sum(axis=1) % 2
    return _noisy(rng, (places - 0.5 * side) * (6.0 / side), noise), y


def _two_lines(rng: np.random.Generator, n: int, noise: float, gap: float) -> LabelledPoints:
    y = _halves(n)
    along = 6.0 * rng.random(n) - 3.0
    return _noisy(rng, np.column_stack([along, 0.5 * along + gap * (y - 0.5)]), noise), y


def _near_separable(rng: np.random.Generator, n: int, noise: float, gap: float) -> LabelledPoints:
    y = _halves(n)
    distances = 0.5 * gap + 2.0 * rng.random(n)
    X = np.column_stack([np.where(y == 1, distances, -distances), 5.0 * rng.random(n) - 2.5])
    turn = np.array([(0.8, 0.6), (-0.6, 0.8)])
    return _noisy(rng, X @ turn, noise), y


def _far_point(rng: np.random.Generator, n: int, noise: float, distance: float) -> LabelledPoints:
    X, y = _blobs(rng, n, noise, 2.0)
    far = np.flatnonzero(y == 1)[-1]
    X[far] = X[far] + (distance, 0.4 * distance)
    return X, y


def _imbalance(rng: np.random.Generator, n: int, noise: float, share: float) -> LabelledPoints:
    y = _halves(n, share)
    return _noisy(rng, np.array([(-1.0, 0.0), (1.0, 0.0)])[y], noise), y


def _label_noise(rng: np.random.Generator, n: int, noise: float, share: float) -> LabelledPoints:
    X, y = _blobs(rng, n, noise, 2.0)
    wrong = rng.permutation(n)[: round(share * n)]
    y[wrong] = 1 - y[wrong]
    return X, y


GENERATORS: tuple[Generator, ...] = (
    Generator("blobs", "Blobs", "A round cloud a class", _blobs, 0.8, Number("centres", "Centres",
    2, 10, 2, is_whole=True)),
    Generator("moons", "Moons", "Two half circles that grip each other", _moons),
    Generator("circles", "Circles", "A ring around a ring", _circles),
    Generator("spirals", "Spirals", "Arms that wind about one centre", _spirals, 0.1, Number("arms",
    "Arms", 2, 6, 2, is_whole=True)),
    Generator("xor", "XOR", "Each class in two opposite corners", _xor, 0.5),
    Generator(
        "checkerboard", "Checkerboard", "Squares by turns", _checkerboard, 0.0, Number("squares",
        "Squares", 2, 8, 4, is_whole=True)
    ),
    Generator("two-lines", "Two lines", "Each class along its own line", _two_lines, 0.05,
    Number("gap", "Gap", 0.0, 3.0, 1.0)),
    Generator(
        "near-separable", "Nearly separable", "A narrow gap between two fields", _near_separable,
        0.0,
        Number("gap", "Gap", 0.0, 2.0, 0.2),
    ),
    Generator(
        "far-point", "One far point", "Two blobs, and a point of the second far away", _far_point,
        0.6,
        Number("distance", "Distance", 0.0, 100.0, 15.0),
    ),
    Generator("imbalance", "Imbalance", "Few points of one class", _imbalance, 0.7, Number("share",
    "Share", 0.01, 0.5, 0.1)),
    Generator(
        "label-noise", "Label noise", "Two blobs with labels exchanged", _label_noise, 0.6,
        Number("share", "Share", 0.0, 0.5, 0.1)
    ),
)  # fmt: skip
