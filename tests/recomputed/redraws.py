"""The points of a lesson drawn again, and how often a sentence holds of what is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.lesson import Lesson
from linclass_gui.scene.document import Document
from solvers import Dataset, Floats
from solvers.studies.separability import separability

LESSONS: dict[str, Lesson] = {each.name: each for each in shipped_course().lessons}
LEAST = 0.95  # the share of draws in which a claim holds
Check = Callable[[range], None]
Redraw = Callable[[str, int], Dataset]
Predicate = Callable[[Dataset], Any]  # of one sample: a claim, or several


@cache
def document(name: str) -> Document:
    return LESSONS[name].document


def method(name: str, id: str) -> Any:
    """A method of a lesson, as it begins."""
    return next(each.method for each in document(name).methods if each.id == id)


def some(draws: range) -> range:
    """The first of ten, where a draw takes long; all of forty."""
    return draws if len(draws) > 10 else draws[:4]


def holds(found: Any, least: float = LEAST) -> None:
    """A claim holds in nearly all draws, one a row; each column is a claim of its own.  Ten draws
    may have one exception.
    """
    draws = np.array(found, dtype=bool)
    misses = int(np.count_nonzero(~draws, axis=0).max())
    assert misses <= max(1.0, (1.0 - least) * len(draws) + 1e-9), (
        f"fails in {misses} of {len(draws)} draws: {np.count_nonzero(~draws, axis=0)}"
    )


# --- samples --------------------------------------------------------------------------------------


def normal(name: str, seed: int, counts: Sequence[int] = ()) -> Dataset:
    """Normal classes with the means and covariances of the lesson's own, as many points of each."""
    data, rng = document(name).dataset, np.random.default_rng(seed)
    counts = counts or data.counts
    drawn = []
    for label, count in enumerate(counts):
        points = data.X[data.labels == label]
        root = np.linalg.cholesky(np.cov(points.T))  # the same on every machine
        drawn.append(points.mean(axis=0) + rng.standard_normal((count, 2)) @ root.T)
    labels = np.repeat(np.arange(len(counts)), counts)
    return Dataset(np.concatenate(drawn), labels, data.class_names)


def bootstrap(name: str, seed: int) -> Dataset:
    """Points of the lesson with replacement, as many of each class: where these are apart, so are
    those.
    """
    data, rng = document(name).dataset, np.random.default_rng(seed)
    each = [np.flatnonzero(data.labels == k) for k in range(len(data.class_names))]
    return data.chosen(np.concatenate([rng.choice(rows, len(rows)) for rows in each]))


def jitter(name: str, seed: int) -> Dataset:
    """The points of the lesson, each moved by a fortieth of what its axis spans: where classes have
    a shape that no mean and covariance hold.
    """
    data, rng = document(name).dataset, np.random.default_rng(seed)
    steps = rng.normal(0.0, 1.0, data.X.shape) * np.ptp(data.X, axis=0) / 40.0
    return replace(data, X=data.X + steps)


def population(name: str, seed: int) -> Dataset:
    """Other points of the populations that the lesson was drawn from."""
    populations, data = document(name).populations, document(name).dataset
    assert populations is not None
    return populations.sample_counts(*data.counts, seed)


def separable(name: str, seed: int) -> Dataset:
    """The first such normal classes that a line separates."""
    samples = (normal(name, 1000 * seed + k) for k in range(1000))
    return next(each for each in samples if separability(each.X, each.y).separable)


def law(name: str, predicate: Predicate, redraw: Redraw = normal, least: float = LEAST) -> Check:
    """What holds of the lesson's own points, and of as good as every other sample (or of a share of
    them that the lesson states).
    """

    def check(draws: range) -> None:
        if least >= LEAST:
            assert np.all(predicate(document(name).dataset)), predicate(document(name).dataset)
        holds([predicate(redraw(name, seed)) for seed in draws], least)

    check.__name__ = f"{name}-{predicate.__name__}"
    return check


def here(name: str, predicate: Predicate) -> Check:
    """What is said of the picture of the lesson alone, or is a definition."""

    def check(_: range) -> None:
        assert np.all(predicate(document(name).dataset))

    check.__name__ = f"{name}-{predicate.__name__}"
    return check


# --- measures -------------------------------------------------------------------------------------


def errors(f: Floats, y: Floats) -> int:
    """How many points are on the wrong side."""
    return int(np.count_nonzero((f > 0.0) != (y > 0.0)))


def unit(w: Any) -> Floats:
    """The vector at length 1."""
    return np.asarray(w) / np.linalg.norm(w)


def angle(u: Any, v: Any) -> float:
    """Between the directions, in degrees."""
    return float(np.degrees(np.arccos(np.clip(unit(u) @ unit(v), -1.0, 1.0))))
