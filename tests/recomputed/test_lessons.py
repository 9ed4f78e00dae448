"""Every number that a shipped lesson says or shows as it begins, recomputed from its raw points by
the formulas of the lectures.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from by_hand import (
    Array,
    batch_perceptron,
    lesson,
    perceptron,
    wrong,
)

from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.codec import load_document
from linclass_gui.files.shipped import lesson_path
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.scene.scene import Scene
from linclass_gui.window.panels.fit_words import row_reading
from solvers import (
    Fit,
    ManyFit,
)

LESSONS = {each.name: each for each in shipped_course().lessons}
SUPERSCRIPT = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")


@cache
def scene(name: str) -> Scene:
    return scene_of(load_document(lesson_path(name)))


def number(text: str) -> float:
    """A number as it is printed: a fraction, a percentage, a power of ten."""
    plain = (
        text.translate(SUPERSCRIPT)
        .replace("{", "")
        .replace("}", "")
        .replace("·10^", "e")
        .replace("·10", "e")
        .replace(" %", "")
    )
    top, slash, bottom = plain.partition("/")
    return float(top) / float(bottom) if slash else float(plain)


def shown(name: str, block: str) -> dict[str, Array]:
    """The matrices of a block on the screen, by symbol."""
    found = numbers_of(block, scene(name)).matrices
    return {
        one.symbol: np.array([[number(entry) for entry in row] for row in one.entries])
        for one in found
    }


def line(name: str, block: str, start: str, prices: tuple[float, float] | None = None) -> str:
    """The value of a line of a block."""
    lines = numbers_of(block, scene(name), prices).lines
    return next(value for words, value in lines if words.startswith(start))


# --- what the rows of the methods show ------------------------------------------------------------

TWO = [name for name in LESSONS if any(isinstance(fit, Fit) for fit in scene(name).fits.values())]


@pytest.mark.parametrize("name", TWO)
def test_errors_and_distances_of_every_row_are_those_of_its_scores(name: str) -> None:
    raw = lesson(name)
    for fit in scene(name).fits.values():
        assert isinstance(fit, Fit)
        reading = row_reading(fit)
        if not fit.has_model:
            assert reading.errors == reading.distance == ""
            continue
        if fit.w is None or fit.last.quadratic is not None:
            continue
        f = fit.problem.Phi @ fit.w + fit.b
        assert reading.errors == str(wrong(f, raw.y))
        if reading.distance:
            least = float((raw.y * f).min()) / float(np.linalg.norm(fit.w))
            assert number(reading.distance) == pytest.approx(least, rel=6e-3, abs=6e-4)


@pytest.mark.parametrize("name", [name for name in LESSONS if name not in TWO])
def test_errors_of_many_classes_are_those_of_the_scores(name: str) -> None:
    raw = lesson(name)
    for many in scene(name).fits.values():
        assert isinstance(many, ManyFit)
        reading = row_reading(many)
        predicted = np.array(many.predict(raw.X))
        assert reading.errors.split()[0] == str(int(np.count_nonzero(predicted != raw.labels)))


# --- what the panels of numbers show --------------------------------------------------------------


def test_the_steps_of_both_perceptrons() -> None:
    raw = lesson("perceptron")
    Z = raw.y[:, None] * np.column_stack([np.ones(len(raw.y)), raw.X])
    _compare_steps("perceptron", perceptron(Z))
    raw = lesson("all-mistakes")
    _compare_steps("all-mistakes", batch_perceptron(raw.y[:, None] * raw.X, 0.02, 1.0))


def _compare_steps(name: str, way: list[Array]) -> None:
    rows = numbers_of("steps", scene(name)).lines[1:]  # below the head
    steps = [words.partition(",")[0] for words, _ in rows]  # before the points that caused them
    assert steps[-1].endswith(str(len(way) - 1))
    for words, (_, value) in zip(steps, rows, strict=True):
        a = [number(each) for each in value.strip("()").split(", ")]
        np.testing.assert_allclose(a, way[int(words.split()[-1])], rtol=6e-3, atol=1e-9)


def test_the_canonical_form_of_a_line() -> None:
    raw = lesson("canonical")
    trial = raw.json["trial"]
    turn = math.radians(trial["angle"])
    n = np.array([math.cos(turn), math.sin(turn)])
    away = (raw.X - np.array(trial["pivot"])) @ n
    nearest = float(np.abs(away).min())
    np.testing.assert_allclose(shown("canonical", "canonical")["w"][:, 0], n / nearest, rtol=1e-4)
    assert number(line("canonical", "canonical", "$b$")) == pytest.approx(
        -float(n @ trial["pivot"]) / nearest, rel=1e-3
    )
    assert number(line("canonical", "canonical", "$‖w‖$")) == pytest.approx(1.0 / nearest, rel=1e-3)
    assert number(line("canonical", "canonical", "nearest point")) == pytest.approx(
        nearest, rel=1e-3
    )
    assert wrong(away, raw.y) > 0  # else it would be called a margin
