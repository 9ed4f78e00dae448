"""Every worked number of the sources, and where it stands on the screen in its lesson when all
steps are taken.
"""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.shipped import lesson_path
from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.lessons.lesson import Lesson
from linclass_gui.lessons.lesson_file import read_lesson
from linclass_gui.lessons.numbers import NAMES, NEEDS_POINTS, numbers_of
from linclass_gui.lessons.numbers.block import exact_number, matrix
from linclass_gui.lessons.reveals import fully_revealed
from linclass_gui.markup.mathtext import parse, plain_text
from linclass_gui.markup.numbers import components
from linclass_gui.scene.marks import Words
from linclass_gui.scene.playback import open_timeline, seek
from linclass_gui.scene.scene import Scene
from solvers.result import Iterate


@cache
def scene(name: str) -> Scene:
    """The scene of a lesson with all its steps taken."""
    return scene_of(fully_revealed(read_lesson(lesson_path(name))))


# Source, what it is there, the lesson, the block of numbers beside its text ("text": its words,
# "note": on the canvas, "weights": the line of the method in the panel), and what stands there.
PRINTED = (
    ("003, Example 2", "m_1", "fisher-example", "means", "1.5 1.1667"),
    ("003, Example 2", "m_2", "fisher-example", "means", "2.5 2.1667"),
    ("003, Example 2", "S_1", "fisher-example", "S_1", "0.25 −0.5 −0.5 1.0833"),
    ("003, Example 2", "S_2", "fisher-example", "S_2", "0.25 −0.5 −0.5 1.0833"),
    ("003, Example 2", "S_W", "fisher-example", "S_W", "0.25 −0.5 −0.5 1.0833"),
    ("003, Example 2", "the inverse of S_W", "fisher-example", "S_W^-1", "52 24 24 12"),
    ("003, Example 2", "w", "fisher-example", "w", "−76 −36"),
    ("003, Example", "Y", "least-squares-example", "Y", "1 1 2 1 2 0 −1 −3 −1 −1 −2 −3"),
    (
        "003, Example",
        "the pseudo-inverse of Y",
        "least-squares-example",
        "Y^+",
        "5/4 13/12 3/4 7/12 −1/2 −1/6 −1/2 −1/6 0 −1/3 0 −1/3",
    ),
    ("003, Example", "a", "least-squares-example", "a", "11/3 −4/3 −2/3"),
    (
        "003, Example",
        "f(2, 2)",
        "least-squares-example",
        "text",
        "f(2, 2) = 11/3 − 8/3 − 4/3 = −1/3 < 0: class 2",
    ),
    (
        "003, XOR",
        "the diagonal of the dual",
        "xor",
        "dual",
        "9 −1 1 −1 −1 9 −1 1 1 −1 9 −1 −1 1 −1 9",
    ),
    ("003, XOR", "alpha", "xor", "dual", "1/8 1/8 1/8 1/8"),
    ("003, XOR", "1/√2, the norm of a", "xor", "dual", "0.707107"),
    ("003, XOR", "a = (0, 0, 1/√2, 0, 0)", "xor", "weights", "(0.000, 0.000, 0.707, 0.000, 0.000)"),
    ("003, XOR", "the margin √2", "xor", "dual", "1.41421"),
    ("003, XOR", "g(0.5, 0.5)", "xor", "note", "0.25"),
    ("003, XOR", "the boundary", "xor", "text", "x1x2 = 0"),
    ("004, 1.1.2", "the words of a text", "counting-words", "text", "x = (2, 2, 1, 1, 0)"),
    ("004, A.2", "n_ik of class +", "counting-words", "word-counts", "18 6"),
    (
        "004, A.2",
        "n_ik / n_k, one added to each count",
        "counting-words",
        "word-counts",
        "19/26 7/26",
    ),
    ("000, Lemma 2", "w' = β w", "least-squares-is-fisher", "lemma-2", "8.68170"),
    (
        "000, Lemma 3",
        "half the distance of the hulls",
        "hard-margin",
        "lemma-3",
        "0.74978700 0.74978700",
    ),
)


def _words(lesson: Lesson) -> str:
    goal = "" if lesson.goal is None else f"{lesson.goal.say} {lesson.goal.closing}"
    return plain_text(parse(" ".join((lesson.text, *(step.say for step in lesson.steps), goal))))


def _on_screen(lesson: Lesson, scene: Scene, where: str) -> str:
    if where == "text":
        return _words(lesson)
    if where == "weights":
        fit = scene.fits[scene.document.selected]
        assert fit.w is not None
        return f"({', '.join(components(fit.w, 3))})"
    if where == "note":
        words = (mark for mark in canvas_figure(scene).words if isinstance(mark, Words))
        return " ".join(plain_text(parse(line)) for one in words for line in one.lines)
    shown = {*lesson.numbers, *(name for step in lesson.steps for name in step.show)} & NAMES
    assert where in shown
    numbers = numbers_of(where, scene)
    matrices = " ".join(entry for one in numbers.matrices for row in one.entries for entry in row)
    return f"{matrices} {' '.join(value for _, value in numbers.lines)}"


@pytest.mark.parametrize(
    ("lesson", "where", "printed"),
    [row[2:] for row in PRINTED],
    ids=[f"{source}: {what}" for source, what, *_ in PRINTED],
)
def test_a_printed_number_stands_on_the_screen(lesson: str, where: str, printed: str) -> None:
    assert printed in _on_screen(read_lesson(lesson_path(lesson)), scene(lesson), where)


def entries(name: str, of: Scene) -> tuple[tuple[tuple[str, ...], ...], ...]:
    return tuple(one.entries for one in numbers_of(name, of).matrices)


def test_the_dual_of_xor_is_written_out() -> None:
    # The samples in the order of the source, whose own expansion has other signs at four of the
    # products.
    formula = numbers_of("dual", scene("xor")).formula
    assert formula.startswith(
        "$L(α) = Σ α_i − \\frac{1}{2} ($ $9 α_1^2$ $− 2 α_1 α_2$ $+ 2 α_1 α_3$ $− 2 α_1 α_4$"
    )


def test_newton_ends_where_the_gradient_vanishes() -> None:
    at_end = scene("newton")
    gradient = [
        float(row[0].replace("−", "-").replace("·10^{", "e").rstrip("}"))
        for row in entries("newton", at_end)[0]
    ]
    assert max(map(abs, gradient)) < 1e-6
    fit = at_end.fits["m1"]
    begun = replace(
        at_end,
        fits={**at_end.fits, "m1": fit.at(0)},
        playback=seek(open_timeline(fit), 0),
        whole=at_end.fits,
    )
    hessian = entries("newton", begun)[1]
    assert hessian[0][0] == "0.25"
    assert ("derivatives with respect to", "$(b, w)$") in numbers_of("newton", begun).lines


def test_the_steps_show_all_weights_and_no_rounding() -> None:
    fit = scene("xor").fits["m1"]
    assert fit.w is not None
    assert len(fit.w) == 5
    begun = replace(scene("xor"), document=replace(scene("xor").document))
    shown = next(value for name, value in numbers_of("steps", begun).lines if name.startswith("→"))
    assert len(shown.strip("()").split(", ")) == 6
    assert "10^{" not in shown


def test_a_matrix_is_of_fractions_or_of_decimals() -> None:
    mixed = matrix("Y", [[2.95, 0.67], [1.68, 1.0]], fractions=True)
    assert mixed.entries == (("2.95", "0.67"), ("1.68", "1"))
    assert matrix("a", [11 / 3, -4 / 3], fractions=True).entries == (("11/3",), ("−4/3",))


def test_errors_on_the_populations_stand_beside_the_bayes_error() -> None:
    lines = numbers_of("true-errors", scene("bayes")).lines
    values = [float(value.removesuffix(" %")) for _, value in lines]
    assert values[0] == min(values)
    assert len(lines) == 4
    costs = numbers_of("costs", scene("priors-and-costs"), (1.0, 7.0)).lines
    assert costs[0] == ("a false alarm, a miss cost", "1 and 7")
    of_document = numbers_of("costs", scene("priors-and-costs")).lines
    assert of_document[0] == ("a false alarm, a miss cost", "1 and 10")


@pytest.mark.parametrize(
    ("value", "fractions", "text"),
    [
        (52.0, False, "52"),
        (13 / 12, True, "13/12"),
        (13 / 12, False, "1.0833"),
        (-1 / 3, True, "−1/3"),
        (1e-17, False, "0"),
        (1e7 / 3, False, "3.333·10^{6}"),
        (0.025875, False, "0.02588"),
        (-math.nextafter(0.025875, 0.0), False, "−0.02588"),
        (math.nextafter(0.025875, 1.0), False, "0.02588"),
    ],
)
def test_numbers_are_written_as_by_hand(value: float, fractions: bool, text: str) -> None:
    assert exact_number(value, 1.0, fractions) == text


def test_a_large_whole_number_among_fractions_has_no_denominator() -> None:
    assert matrix("K", [[4e6, 0.5]], fractions=True).entries == (("4000000", "1/2"),)
    assert matrix("K", [[4e10, 0.5]], fractions=True).entries == (("4.000·10^{10}", "1/2"),)


def test_in_small_units_a_matrix_has_its_numbers() -> None:
    assert matrix("S", [[3e-12, 0.0], [1e-26, -2.5e-12]]).entries == (
        ("3.000·10^{−12}", "0"),
        ("0", "−2.500·10^{−12}"),
    )


def test_long_matrices_show_their_beginning() -> None:
    long = matrix("Y", np.ones((40, 3)))
    assert (len(long.entries), long.more) == (12, 28)
    assert long.latex.endswith(r"\vdots & \vdots & \vdots \end{pmatrix}")


def test_the_conditions_at_every_point_of_the_dual() -> None:
    held = scene("dual")
    table = numbers_of("kkt", held).table
    fit = held.fits["m1"]
    assert len(table.rows) == len(fit.problem.y) == 12
    assert {row[0]: row[5] for row in table.rows if row[2] != "0"} == dict.fromkeys(
        ("2", "3", "7"), "$y f = 1$, free"
    )
    assert all(row[3] == "0" for row in table.rows)  # a hard margin has no slack
    assert "tabular" in numbers_of("kkt", held).latex


def test_the_next_newton_step_is_the_weighted_least_squares_problem_of_the_table() -> None:
    start = scene("newton")
    fit = start.fits["m1"]
    f, y = fit.decision_function(fit.problem.X), fit.problem.y
    p, t = 1.0 / (1.0 + np.exp(-f)), (y + 1.0) / 2.0
    weights = p * (1.0 - p)
    table = numbers_of("working", start).table
    assert [int(row[0]) for row in table.rows] == (
        np.argsort(-weights, kind="stable")[:12] + 1
    ).tolist()
    for row in table.rows:
        k = int(row[0]) - 1
        assert float(row[3]) == pytest.approx(weights[k], abs=5e-5)
        assert float(row[4].replace("−", "-")) == pytest.approx(
            f[k] + (t[k] - p[k]) / weights[k], abs=5e-4
        )


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_working_targets_far_from_the_line_overflow_on_the_wrong_side_alone(sign: float) -> None:
    start = scene("newton")
    fit = start.fits["m1"]
    far = sign * 1e4 / float(np.abs(fit.decision_function(fit.problem.X)).min())
    steep = replace(fit, last=Iterate(far * fit.w, far * fit.b))
    table = numbers_of("working", replace(start, fits={"m1": steep})).table
    f = steep.decision_function(steep.problem.X)
    infinite = {int(row[0]) - 1: "∞" in row[4] for row in table.rows}
    assert infinite == {k: bool(steep.problem.y[k] * f[k] < 0.0) for k in infinite}
    assert len(set(infinite.values())) == 2


def test_blocks_of_two_classes_say_so_where_one_has_no_points() -> None:
    whole = scene("fisher-example").document
    data = whole.dataset
    alone = replace(whole, dataset=replace(data, labels=np.ones_like(data.labels)))
    for name in NAMES:
        block = numbers_of(name, scene_of(alone))
        assert block.needs or not any(
            "nan" in entry for matrix in block.matrices for row in matrix.entries for entry in row
        ), name
    for name in ("means", "S_W", "S_W^-1", "w"):
        assert numbers_of(name, scene_of(alone)).needs == NEEDS_POINTS
