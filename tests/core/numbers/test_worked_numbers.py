"""The worked numbers of the sources, as they stand on the screen: to the digits that are printed there."""

from dataclasses import replace

import numpy as np
import pytest

from linclass_gui.core.course.reader import read_lesson
from linclass_gui.core.course.reveals import full
from linclass_gui.core.document import Document
from linclass_gui.core.files.lessons import lesson_path
from linclass_gui.core.fits.playback import open_timeline, seek
from linclass_gui.core.fits.render import scene_of
from linclass_gui.core.numbers import BLOCKS, numbers_of
from linclass_gui.core.numbers.block import exact_number, matrix
from linclass_gui.core.scene import Scene
from solvers.result import Iterate


def scene(name: str) -> Scene:
    return scene_of(full(read_lesson(lesson_path(name))))


def entries(name: str, of: Scene) -> tuple[tuple[tuple[str, ...], ...], ...]:
    return tuple(one.entries for one in numbers_of(name, of).matrices)


def test_fisher_example_2() -> None:
    six = scene("fisher-example")
    assert [one.symbol for one in numbers_of("means", six).matrices] == ["m_{1}", "m_{2}"]
    fit = six.fits["m1"]
    assert fit.w == pytest.approx([-19.0, -9.0])
    assert fit.facts["J"] == pytest.approx(28.0)


def test_the_dual_of_xor_is_written_out() -> None:
    # The samples in the order of the source, whose own expansion has other signs at four of the products.
    formula = numbers_of("dual", scene("xor")).formula
    assert formula.startswith("$L(α) = Σ α_i − \\frac{1}{2} ($ $9 α_1^2$ $− 2 α_1 α_2$ $+ 2 α_1 α_3$ $− 2 α_1 α_4$")


def test_newton_ends_where_the_gradient_vanishes() -> None:
    at_end = scene("newton")
    gradient = [float(row[0].replace("−", "-").replace("·10^{", "e").rstrip("}")) for row in entries("newton", at_end)[0]]
    assert max(map(abs, gradient)) < 1e-6
    fit = at_end.fits["m1"]
    begun = replace(at_end, fits={**at_end.fits, "m1": fit.at(0)}, playback=seek(open_timeline(fit), 0), whole=at_end.fits)
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
    costs = numbers_of("costs", scene("priors-and-costs"), (1.0, 10.0)).lines
    assert costs[0] == ("a false alarm, a miss cost", "1 and 10")


def test_every_block_says_what_it_needs() -> None:
    empty = scene_of(Document.empty())
    for block in BLOCKS:
        numbers = numbers_of(block.name, empty)
        assert numbers.needs or numbers.lines, block.name
        assert isinstance(numbers.latex, str)


@pytest.mark.parametrize(
    ("value", "fractions", "text"),
    [
        (52.0, False, "52"),
        (13 / 12, True, "13/12"),
        (13 / 12, False, "1.0833"),
        (-1 / 3, True, "−1/3"),
        (1e-17, False, "0"),
        (1e7 / 3, False, "3.333·10^{6}"),
    ],
)
def test_numbers_are_written_as_by_hand(value: float, fractions: bool, text: str) -> None:
    assert exact_number(value, 1.0, fractions) == text


def test_long_matrices_show_their_beginning() -> None:
    long = matrix("Y", np.ones((40, 3)))
    assert (len(long.entries), long.more) == (12, 28)
    assert long.latex.endswith(r"\vdots & \vdots & \vdots \end{pmatrix}")


def test_the_conditions_at_every_point_of_the_dual() -> None:
    held = scene("dual")
    table = numbers_of("kkt", held).table
    fit = held.fits["m1"]
    assert len(table.rows) == len(fit.problem.y) == 12
    assert {row[0]: row[5] for row in table.rows if row[2] != "0"} == dict.fromkeys(("2", "3", "7"), "$y f = 1$, free")
    assert all(row[3] == "0" for row in table.rows)  # a hard margin has no slack
    assert "tabular" in numbers_of("kkt", held).latex


def test_the_next_newton_step_is_the_weighted_least_squares_problem_of_the_table() -> None:
    start = scene("newton")
    fit = start.fits["m1"]
    f, y = fit.decision_function(fit.problem.X), fit.problem.y
    p, t = 1.0 / (1.0 + np.exp(-f)), (y + 1.0) / 2.0
    weights = p * (1.0 - p)
    table = numbers_of("working", start).table
    assert [int(row[0]) for row in table.rows] == (np.argsort(-weights, kind="stable")[:12] + 1).tolist()
    for row in table.rows:
        k = int(row[0]) - 1
        assert float(row[3]) == pytest.approx(weights[k], abs=5e-5)
        assert float(row[4].replace("−", "-")) == pytest.approx(f[k] + (t[k] - p[k]) / weights[k], abs=5e-4)


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
