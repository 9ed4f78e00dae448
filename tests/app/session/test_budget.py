"""Who gives way when the pictures do not fit into a frame."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linclass_gui.app.session.budget import FRAME, SHARE, Budget


def plan(budget: Budget, names: list[str]) -> set[str]:
    frame = object()
    return {name for name in names if budget.leaves_out(name, frame)}


def filled(**seconds: float) -> Budget:
    budget = Budget()
    for name, cost in seconds.items():
        budget.note(name, cost)
    return budget


def test_when_all_fit_none_gives_way():
    budget = filled(canvas=0.004, one=0.002, other=0.002)
    assert plan(budget, ["one", "other"]) == set()


def test_a_heavy_one_gives_way_every_second_time():
    budget = filled(canvas=0.002, light=0.001, heavy=0.009)
    budget.note("heavy", 0.0095)
    assert [plan(budget, ["light", "heavy"]) for _ in range(4)] == [{"heavy"}, {"light"}] * 2
    budget = filled(canvas=0.002, light=0.0, heavy=0.02)
    assert [plan(budget, ["light", "heavy"]) for _ in range(4)] == [{"heavy"}, set()] * 2


def test_what_a_plot_takes_after_a_pause_is_not_what_it_takes_in_every_frame():
    budget, plots = filled(canvas=0.02, plot=0.003), ["plot"]
    assert plan(budget, plots) == {"plot"}
    budget.note("canvas", 0.004)
    assert plan(budget, plots) == set()
    budget.note("plot", 0.009)  # all of it anew
    assert plan(budget, plots) == set()
    budget.note("plot", 0.009)  # again, without a pause: it has become heavy
    assert plan(budget, plots) == {"plot"}


def test_two_heavy_ones_take_turns():
    budget = filled(canvas=0.003, one=0.007, other=0.008)
    plans = [plan(budget, ["one", "other"]) for _ in range(6)]
    assert plans[1:5] == [{"one"}, {"other"}] * 2


def test_within_a_frame_the_answer_stays():
    budget, frame = filled(canvas=0.02, plot=0.01), object()
    assert {budget.leaves_out("plot", frame) for _ in range(5)} == {True}


@given(st.dictionaries(st.sampled_from("abcdef"), st.floats(0.0, 0.05), min_size=1), st.floats(0.0, 0.03))
def test_none_is_left_out_twice_in_a_row(costs, canvas):
    budget = filled(canvas=canvas, **costs)
    before: set[str] = set()
    for _ in range(6):
        now = plan(budget, list(costs))
        assert not before & now
        before = now


@given(st.dictionaries(st.sampled_from("abcdef"), st.floats(0.0, 0.05), min_size=1))
def test_what_is_added_to_what_was_owed_fits_into_the_frame(costs):
    budget = filled(canvas=0.004, **costs)
    owed: set[str] = set()
    for _ in range(4):
        left_out = plan(budget, list(costs))
        owed_cost = sum(costs[name] for name in owed)
        drawn = sum(cost for name, cost in costs.items() if name not in left_out)
        assert drawn == pytest.approx(owed_cost) or drawn + 0.004 <= SHARE * FRAME + 1e-12
        owed = left_out
