"""Families of data sets that solvers find hard: ties, copies, outliers, thin lines, labels without
signal.

A family is a function of a generator and n that returns points (n, 2) and labels in {-1, +1}, of a
figure as many as it has; its name is its docstring's place in every report.  Adding one is a
function and its name in ``FAMILIES``.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solvers import Floats

Random = np.random.Generator
Data = tuple[Floats, Floats]
Family = Callable[[Random, int], Data]


def _signs(rng: Random, n: int, share: float = 0.5) -> Floats:
    """Labels, +1 with the given probability."""
    return np.where(rng.random(n) < share, 1.0, -1.0)


def _flipped(rng: Random, y: Floats, share: float) -> Floats:
    return np.where(rng.random(len(y)) < share, -y, y)


def _normal(rng: Random, n: int) -> Floats:
    return rng.standard_normal((n, 2))


def overlapping_clouds(rng: Random, n: int) -> Data:
    """Two normal clouds a little apart."""
    y = _signs(rng, n)
    return _normal(rng, n) + 0.8 * y[:, None], y


def separable_clouds(rng: Random, n: int) -> Data:
    """Two normal clouds far apart."""
    y = _signs(rng, n)
    return _normal(rng, n) + 4.0 * y[:, None], y


def narrow_street(rng: Random, n: int) -> Data:
    """Uniform points with a street between the classes whose width is a random power of ten."""
    X = rng.uniform(-1.0, 1.0, (n, 2))
    normal = np.array([0.6, 0.8])
    y = np.where(X @ normal > 0.0, 1.0, -1.0)
    return X + 10.0 ** rng.uniform(-10, -1) * y[:, None] * normal, y


def one_wrong_label(rng: Random, n: int) -> Data:
    """Separable clouds with a single label wrong."""
    X, y = separable_clouds(rng, n)
    y[0] = -y[0]
    return X, y


def label_noise(rng: Random, n: int) -> Data:
    """Separable clouds with a tenth of the labels wrong."""
    X, y = separable_clouds(rng, n)
    return X, _flipped(rng, y, 0.1)


def random_labels(rng: Random, n: int) -> Data:
    """One normal cloud whose labels are coin tosses."""
    return _normal(rng, n), _signs(rng, n)


def uniform_noise(rng: Random, n: int) -> Data:
    """Uniform points whose labels are coin tosses, the classes of any sizes."""
    return rng.random((n, 2)), _signs(rng, n, rng.uniform(0.05, 0.95))


def tiny_lattice(rng: Random, n: int) -> Data:
    """Integers 0 to 2 in both coordinates with noisy labels."""
    X = rng.integers(0, 3, (n, 2)).astype(float)
    return X, _flipped(rng, np.where(X.sum(axis=1) > 2.0, 1.0, -1.0), 0.15)


def bits(rng: Random, n: int) -> Data:
    """Coordinates 0 or 1."""
    return rng.integers(0, 2, (n, 2)).astype(float), _signs(rng, n, rng.uniform(0.1, 0.9))


def random_lattice(rng: Random, n: int) -> Data:
    """A lattice of some size whose labels are coin tosses."""
    return rng.integers(0, rng.integers(2, 30), (n, 2)).astype(float), _signs(rng, n)


def counted_lattice(rng: Random, n: int) -> Data:
    """Counts of two words, as for naive Bayes."""
    y = _signs(rng, n)
    return rng.poisson(np.where(y[:, None] > 0, (6.0, 2.0), (3.0, 3.0))).astype(float), y


def two_places(rng: Random, n: int) -> Data:
    """Overlapping clouds rounded to two decimal places."""
    X, y = overlapping_clouds(rng, n)
    return np.round(X, 2), y


def one_place(rng: Random, n: int) -> Data:
    """Overlapping clouds rounded to one decimal place."""
    X, y = overlapping_clouds(rng, n)
    return np.round(X, 1), y


def xor_clouds(rng: Random, n: int) -> Data:
    """Four clouds with the labels of XOR."""
    signs = rng.choice([-1.0, 1.0], (n, 2))
    return 2.0 * signs + 0.5 * _normal(rng, n), signs[:, 0] * signs[:, 1]


def xor_corners(rng: Random, n: int) -> Data:
    """The four corners of XOR, many times."""
    signs = rng.choice([-1.0, 1.0], (n, 2))
    return signs, signs[:, 0] * signs[:, 1]


def checkerboard(rng: Random, n: int) -> Data:
    """Uniform points labelled by the squares of a board."""
    X = rng.uniform(0.0, 4.0, (n, 2))
    return X, np.where(np.floor(X).sum(axis=1) % 2 == 0, 1.0, -1.0)


def stripes(rng: Random, n: int) -> Data:
    """Slanted stripes of alternating labels."""
    X = rng.uniform(0.0, 4.0, (n, 2))
    return X, np.where(np.floor(X @ np.array([1.0, 0.5])) % 2 == 0, 1.0, -1.0)


def rings(rng: Random, n: int) -> Data:
    """A ring around a disc."""
    y, angle = _signs(rng, n), rng.uniform(0.0, 2 * np.pi, n)
    radius = np.where(y > 0, 3.0, rng.random(n)) + 0.1 * rng.standard_normal(n)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), y


def polygon(rng: Random, n: int) -> Data:
    """Corners of a regular polygon with alternating labels, repeated."""
    corner = np.arange(n) % (2 * rng.integers(2, 9))
    angle = 2 * np.pi * corner / (corner.max() + 1)
    return np.column_stack([np.cos(angle), np.sin(angle)]), np.where(corner % 2 == 0, 1.0, -1.0)


def moons(rng: Random, n: int) -> Data:
    """Two interlocked half circles."""
    y, angle = _signs(rng, n), rng.uniform(0.0, np.pi, n)
    X = np.where(
        y[:, None] > 0,
        np.column_stack([np.cos(angle), np.sin(angle)]),
        np.column_stack([1 - np.cos(angle), 0.5 - np.sin(angle)]),
    )
    return X + 0.1 * _normal(rng, n), y


def parabola(rng: Random, n: int) -> Data:
    """Every point a corner of the common hull."""
    t = rng.uniform(-2.0, 2.0, n)
    return np.column_stack([t, t * t]), _flipped(
        rng, np.where(t > 0.3, 1.0, -1.0), rng.choice([0.0, 0.1])
    )


def heavy_tails(rng: Random, n: int) -> Data:
    """Cauchy coordinates: a few points far beyond all others."""
    y = _signs(rng, n)
    return rng.standard_cauchy((n, 2)) + y[:, None], y


def log_normal(rng: Random, n: int) -> Data:
    """Positive coordinates over many decades."""
    y = _signs(rng, n)
    return np.exp(2.0 * _normal(rng, n) + 0.5 * y[:, None]), y


def geometric(rng: Random, n: int) -> Data:
    """Distances from the origin that double from point to point, up to forty times."""
    angle, y = rng.uniform(0.0, 2 * np.pi, n), _signs(rng, n)
    radius = 2.0 ** (np.arange(n) % 40)
    return radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]), y


def one_outlier(rng: Random, n: int) -> Data:
    """Overlapping clouds and one point a random power of ten away."""
    X, y = overlapping_clouds(rng, n)
    X[0] = 10.0 ** rng.uniform(1, 8) * rng.standard_normal(2)
    return X, y


def outlier_beyond_separable(rng: Random, n: int) -> Data:
    """Separable clouds and one point far behind the other class."""
    X, y = separable_clouds(rng, n)
    X[0] = -y[0] * 10.0 ** rng.uniform(1, 6)
    return X, y


def several_outliers(rng: Random, n: int) -> Data:
    """Noise labels and one point in twenty far away."""
    X, y = random_labels(rng, n)
    far = rng.random(n) < 0.05
    X[far] *= 10.0 ** rng.uniform(1, 5)
    return X, y


def copies(rng: Random, n: int) -> Data:
    """Points that each stand fifty times, labels alike."""
    X, y = overlapping_clouds(rng, -(-n // 50))
    return np.repeat(X, 50, axis=0)[:n], np.repeat(y, 50)[:n]


def copies_of_both_labels(rng: Random, n: int) -> Data:
    """Few places, each with many points of both classes."""
    places = _normal(rng, max(2, n // 50))
    return places[rng.integers(0, len(places), n)], _signs(rng, n)


def near_copies(rng: Random, n: int) -> Data:
    """Pairs of points that differ in their last digits."""
    X, y = overlapping_clouds(rng, -(-n // 2))
    X = np.repeat(X, 2, axis=0)[:n]
    return X * (1.0 + 10.0 ** rng.uniform(-16, -9) * _normal(rng, n)), np.repeat(y, 2)[:n]


def both_labels_everywhere(rng: Random, n: int) -> Data:
    """Every point stands in both classes."""
    X = _normal(rng, -(-n // 2))
    return np.repeat(X, 2, axis=0)[:n], np.where(np.arange(n) % 2 == 0, 1.0, -1.0)


def one_place_only(rng: Random, n: int) -> Data:
    """All points at one place."""
    return np.tile(rng.standard_normal(2), (n, 1)), _signs(rng, n)


def one_in_a_thousand(rng: Random, n: int) -> Data:
    """A class of one point in a thousand."""
    y = _signs(rng, n, 0.001)
    return _normal(rng, n) + 0.8 * y[:, None], y


def one_against_all(rng: Random, n: int) -> Data:
    """A class of a single point, among or beside the others."""
    y = np.where(np.arange(n) == 0, 1.0, -1.0)
    return _normal(rng, n) + rng.choice([0.0, 5.0]) * (y > 0)[:, None], y


def thin_line(rng: Random, n: int) -> Data:
    """Points on a line but for a thickness of a random power of ten."""
    X, y = overlapping_clouds(rng, n)
    t, angle = X[:, 0], rng.uniform(0.0, np.pi)
    across = 10.0 ** rng.uniform(-14, -3) * X[:, 1]
    return np.column_stack(
        [np.cos(angle) * t - np.sin(angle) * across, np.sin(angle) * t + np.cos(angle) * across]
    ), y


def collinear(rng: Random, n: int) -> Data:
    """Integers along a line, labels noisy or in order."""
    t = rng.integers(-9, 10, n).astype(float)
    return np.outer(t, [1.0, 2.0]), _flipped(
        rng, np.where(t > 1.0, 1.0, -1.0), rng.choice([0.0, 0.2])
    )


def on_one_axis(rng: Random, n: int) -> Data:
    """A constant second coordinate."""
    X, y = overlapping_clouds(rng, n)
    X[:, 1] = 3.0
    return X, y


def parallel_lines(rng: Random, n: int) -> Data:
    """The classes on two parallel lines, at whole or random places."""
    y = _signs(rng, n)
    t = rng.uniform(-3.0, 3.0, n)
    return np.column_stack([np.round(t) if rng.random() < 0.5 else t, 0.5 * y]), y


def touching_hulls(rng: Random, n: int) -> Data:
    """Separable lattice points with one place common to both classes."""
    X = rng.integers(-5, 6, (n, 2)).astype(float)
    y = np.where(X[:, 0] > 0.0, 1.0, -1.0)
    on = X[:, 0] == 0.0
    return X, np.where(on & (X[:, 1] > rng.choice([0.0, 1.0])), 1.0, y)


def common_means(rng: Random, n: int) -> Data:
    """A narrow cloud inside a wide one."""
    y = _signs(rng, n)
    X = _normal(rng, n)
    return np.where(y[:, None] > 0, X, 0.2 * X), y


def unlike_axes(rng: Random, n: int) -> Data:
    """Axes whose units differ by up to sixteen decades."""
    X, y = overlapping_clouds(rng, n)
    return X * 10.0 ** rng.uniform(-8, 8, 2), y


def two_far_clusters(rng: Random, n: int) -> Data:
    """Two tight clusters a random power of ten apart, both classes in each."""
    place = rng.choice([-1.0, 1.0], (n, 1))
    return 10.0 ** rng.uniform(1, 9) * place + _normal(rng, n), _signs(rng, n)


def on_the_margin(rng: Random, n: int) -> Data:
    """Most points exactly on the margins of one line with whole coefficients."""
    y, t = _signs(rng, n), rng.integers(-6, 7, n)
    X = np.column_stack([y + 2 * t, -t]).astype(float)
    stray = rng.random(n) < 0.3
    X[stray] = rng.integers(-4, 5, (int(stray.sum()), 2))
    return X, y


def symmetric_figure(rng: Random, n: int) -> Data:
    """A figure of a blackboard whose classes have one mean, at a place with one decimal: it has as
    many points as it needs.
    """
    kind = rng.integers(4)
    if kind == 0:  # a regular polygon with alternating classes
        count = 2 * int(rng.integers(2, 9))
        X, y = _ring(count), np.where(np.arange(count) % 2 == 0, 1.0, -1.0)
    elif kind == 1:  # a ring in a ring
        inner, outer = (int(count) for count in rng.integers(3, 13, 2))
        X, y = (
            np.concatenate([_ring(inner), 2.5 * _ring(outer)]),
            np.repeat([1.0, -1.0], [inner, outer]),
        )
    elif kind == 2:  # a board: of an odd number of rows the colours differ in number
        side = int(rng.integers(3, 8))
        X = np.array([(i, j) for i in range(side) for j in range(side)], dtype=np.float64)
        y = np.where(X.sum(axis=1) % 2 == 0, 1.0, -1.0)
    else:  # a plus sign, or the corners of XOR, with copies
        X = np.array([(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)])
        X = X if rng.random() < 0.5 else X @ np.array([[1.0, 1.0], [-1.0, 1.0]])
        times = int(rng.integers(1, 5))
        X, y = np.tile(X, (times, 1)), np.tile([1.0, 1.0, -1.0, -1.0], times)
    return rng.choice([0.5, 0.7, 1.0, 3.0]) * X + np.round(rng.uniform(-3.0, 3.0, 2), 1), y


def _ring(count: int) -> Floats:
    angles = 2.0 * np.pi * np.arange(count) / count
    return np.column_stack([np.cos(angles), np.sin(angles)])


def nearly_symmetric_figure(rng: Random, n: int) -> Data:
    """The same with one class moved by a small power of ten: a direction, however small."""
    X, y = symmetric_figure(rng, n)
    return X + np.where(
        y[:, None] > 0.0, 10.0 ** rng.uniform(-9, -2) * np.array([0.6, -0.8]), 0.0
    ), y


FAMILIES: tuple[Family, ...] = (
    overlapping_clouds, separable_clouds, narrow_street, one_wrong_label, label_noise,
    random_labels, uniform_noise,
    tiny_lattice, bits, random_lattice, counted_lattice, two_places, one_place, xor_clouds,
    xor_corners, checkerboard, stripes,
    rings, polygon, moons, parabola, heavy_tails, log_normal, geometric, one_outlier,
    outlier_beyond_separable, several_outliers,
    copies, copies_of_both_labels, near_copies, both_labels_everywhere, one_place_only,
    one_in_a_thousand, one_against_all,
    thin_line, collinear, on_one_axis, parallel_lines, touching_hulls, common_means, unlike_axes,
    two_far_clusters, on_the_margin,
    symmetric_figure, nearly_symmetric_figure,
)  # fmt: skip
