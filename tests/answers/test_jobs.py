"""The worker's memory: who is fitted, how, and from what; with methods that keep a log instead of
being clever.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from fake_methods import Broken, Means, mean_line, moved, two_clouds

from linclass_gui.answers.jobs import Batch, FitJob, Fitter, Kind, Replies, Reply
from linclass_gui.scene.document import Document
from solvers import (
    Dataset,
    Fit,
    Floats,
    Iterate,
    Method,
    Outcome,
    Perceptron,
    Polynomial,
    Problem,
    Status,
)
from solvers.method import Steps
from solvers.result import Bounds

LOG: list[tuple[str, str]] = []


@dataclass(frozen=True)
class Plain(Means):
    """A method without a drag of its own."""

    name = "Plain"
    rate: float = 1.0

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        LOG.append(("plain", "traced" if trace else "warm" if start else "cold"))
        return super().steps(problem, start, trace)

    def bounds(self, problem: Problem, iterate: Iterate, margins: object) -> Bounds:
        LOG.append(("plain", "certified"))
        return super().bounds(problem, iterate, margins)


class Grip:
    def __init__(self, fit: Fit, row: int) -> None:
        self.last, self.row = fit, row

    def move(self, position: Sequence[float]) -> Iterate:
        LOG.append(("drag", "moved"))
        return self.last.last

    def fit(self, problem: Problem) -> Fit:
        return replace(self.last, problem=problem, last=mean_line(problem))


@dataclass(frozen=True)
class Draggable(Plain):
    """A method with a drag."""

    name = "Draggable"

    def grab(self, fit: Fit, row: int) -> Grip:
        LOG.append(("drag", "grabbed"))
        return Grip(fit, row)


@pytest.fixture(autouse=True)
def _empty_log() -> None:
    LOG.clear()


def methods_to_fit(document, answers, kind):
    replies = Replies()
    replies.newest = answers
    return replies.methods_to_fit(document, kind)


class Asker:
    """Asks a fitter as the session does."""

    def __init__(self) -> None:
        self.fitter, self.answers, self.number = Fitter(), dict[str, Reply](), 0
        self.handed_back: list[Batch] = []

    def ask(
        self,
        document: Document,
        kind: Kind,
        base: Document | None = None,
        moving: tuple[int, ...] = (),
    ) -> Batch:
        self.number += 1
        wanted = methods_to_fit(document, self.answers, kind)
        job = FitJob(document, base or document, moving, kind, self.number, wanted)
        batch = self.fitter.run(job, lambda: False, self.handed_back.append)
        self.answers.update(batch.answers)
        return batch


def fitted(*methods: Method) -> tuple[Asker, Document]:
    """Who asks, and a document that has been fitted; what was logged of that is gone."""
    asker, base = Asker(), two_clouds(*methods, n=6)
    asker.ask(base, "final")
    LOG.clear()
    return asker, base


def test_a_final_job_is_cold_traced_and_certified():
    asker = Asker()
    asker.ask(two_clouds(Plain()), "final")
    assert LOG == [("plain", "traced"), ("plain", "certified")]


def test_a_preview_is_warm_and_without_history():
    asker, base = fitted(Plain())
    asker.ask(moved(base, 0, (1, 1)), "preview", base, (0,))
    assert LOG[0] == ("plain", "warm")


def test_another_number_of_points_is_fitted_cold():
    asker, base = fitted(Plain())
    asker.ask(replace(base, dataset=base.dataset.added([(1, 1)], 1)), "preview")
    assert LOG[0] == ("plain", "cold")


def test_nothing_is_fitted_twice():
    asker, base = fitted(Plain())
    assert methods_to_fit(base, asker.answers, "final") == ()
    assert (
        methods_to_fit(replace(base, layers=frozenset(), selected=""), asker.answers, "final") == ()
    )
    other = base.adding(Plain(rate=2.0))
    assert [m.id for m in methods_to_fit(other, asker.answers, "final")] == ["m2"]


def test_a_preview_does_not_settle_the_final_question():
    asker, base = Asker(), two_clouds(Plain())
    asker.ask(base, "preview")
    assert methods_to_fit(base, asker.answers, "preview") == ()
    assert len(methods_to_fit(base, asker.answers, "final")) == 1


def test_methods_switched_off_are_not_fitted():
    base = two_clouds(Plain(), Draggable())
    off = base.with_method(replace(base.method("m1"), enabled=False))
    assert [m.id for m in methods_to_fit(off, {}, "final")] == ["m2"]


def test_a_dragged_point_is_grabbed_once_when_pressed():
    asker, base = fitted(Draggable())
    asker.ask(base, "preview", base, (2,))  # the press
    assert LOG == [("drag", "grabbed")]
    LOG.clear()
    for x in (1.0, 2.0, 3.0):
        batch = asker.ask(moved(base, 2, (x, 0)), "preview", base, (2,))
        assert batch.answers["m1"].fit.problem.X[2, 0] == x
    assert [entry for entry in LOG if entry[0] == "drag"] == [("drag", "moved")] * 3


def test_another_gesture_grabs_anew():
    asker, base = fitted(Draggable())
    after = moved(base, 2, (1, 1))
    asker.ask(after, "preview", base, (2,))
    LOG.clear()
    # The second gesture begins before the final fit of the first has been made: its last preview
    # stands in.
    asker.ask(moved(after, 3, (2, 2)), "preview", after, (3,))
    assert [entry[1] for entry in LOG if entry[0] == "drag"] == ["grabbed", "moved"]


def test_a_new_point_is_fitted_once_and_grabbed_then():
    asker, base = fitted(Draggable())
    first = replace(base, dataset=base.dataset.added([(1, 1)], 1))
    asker.ask(first, "preview", base, (6,))
    asker.ask(moved(first, 6, (2, 2)), "preview", base, (6,))
    assert [entry for entry in LOG if entry[1] != "certified"] == [
        ("plain", "cold"),
        ("drag", "grabbed"),
        ("drag", "moved"),
    ]


@pytest.mark.parametrize("change", ["flipped", "parameter", "several rows"])
def test_no_grip_outlives_what_it_was_made_for(change):
    asker, base = fitted(Draggable())
    asker.ask(moved(base, 2, (1, 1)), "preview", base, (2,))
    LOG.clear()
    if change == "flipped":
        asker.ask(replace(base, dataset=base.dataset.flipped([2])), "preview", base, (2,))
    elif change == "parameter":
        asker.ask(
            base.with_method(replace(base.method("m1"), method=Draggable(rate=3.0))),
            "preview",
            base,
            (2,),
        )
    else:
        asker.ask(
            replace(base, dataset=base.dataset.moved([1, 2], [(1, 1), (2, 2)])),
            "preview",
            base,
            (1, 2),
        )
    assert ("drag", "moved") not in LOG


def test_methods_of_one_space_share_the_problem():
    batch = Asker().ask(two_clouds(Plain(), Draggable()), "final")
    assert batch.answers["m1"].fit.problem is batch.answers["m2"].fit.problem


def test_a_fault_in_one_method_is_said_in_words_and_leaves_the_others_alone():
    batch = Asker().ask(two_clouds(Broken(), Plain()), "final")
    failed = batch.answers["m1"].fit
    assert failed.status is Status.NOT_APPLICABLE
    assert "TypeError: nothing to divide by" in failed.explanation
    assert not failed.has_model
    assert batch.answers["m2"].fit.has_model
    assert batch.errors == (failed.explanation,)


def test_a_fit_that_made_way_is_done_again_unless_the_user_gave_it_up():
    base = two_clouds(Plain())
    job = FitJob(base, base, (), "final", 1, tuple(base.enabled_methods))
    fit = Fitter().run(job, lambda: False, lambda batch: None).answers["m1"].fit
    made_way = Reply(replace(fit, claim=Outcome(Status.CANCELLED)), job, base.method("m1"))
    assert len(methods_to_fit(base, {"m1": made_way}, "final")) == 1
    assert methods_to_fit(base, {"m1": replace(made_way, given_up=True)}, "final") == ()


def test_the_last_batch_holds_what_was_handed_back_early_too(monkeypatch):
    monkeypatch.setattr("linclass_gui.answers.jobs.HAND_BACK_AFTER", -1.0)
    asker = Asker()
    batch = asker.ask(two_clouds(Plain(), Draggable(), Plain(rate=2.0)), "final")
    assert [set(early.answers) for early in asker.handed_back] == [{"m1"}, {"m1", "m2"}]
    assert not any(early.complete for early in asker.handed_back)
    assert batch.complete
    assert set(batch.answers) == {"m1", "m2", "m3"}


def test_one_class_only_is_a_status_and_can_still_be_dragged():
    asker = Asker()
    base = replace(
        two_clouds(Draggable()), dataset=Dataset(np.zeros((3, 2)), np.zeros(3, dtype=np.int64))
    )
    asker.ask(base, "final")
    batch = asker.ask(moved(base, 0, (1, 1)), "preview", base, (0,))
    assert batch.answers["m1"].fit.status is Status.NO_DATA
    assert ("drag", "grabbed") not in LOG


@dataclass(frozen=True)
class BrokenMap(Polynomial):
    """A feature map with a fault."""

    def map(self, X: Floats) -> Floats:
        raise MemoryError("no room for the features")


def test_a_fault_in_building_the_problem_is_said_in_words_too():
    asked = two_clouds(Plain(), Plain(rate=2.0))
    asked = asked.with_method(replace(asked.methods[0], features=BrokenMap()))
    batch = Asker().ask(asked, "final")
    assert "no room for the features" in batch.answers["m1"].fit.explanation
    assert batch.answers["m1"].fit.status is not Status.CONVERGED
    assert batch.answers["m2"].fit.has_model
    assert len(batch.errors) == 1


@dataclass(frozen=True)
class Thinking(Plain):
    """A method that thinks for ever before its first step."""

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        while problem is not None:
            yield None
        return Outcome(Status.CONVERGED)


def test_a_preview_without_a_step_leaves_what_is_shown():
    asked = two_clouds(Thinking(), Plain())
    preview = FitJob(asked, asked, (0,), "preview", 1, tuple(asked.enabled_methods))
    batch = Fitter().run(preview, lambda: True, lambda batch: None)
    assert list(batch.answers) == ["m2"]
    final = replace(preview, kind="final", moving=())
    assert (
        Fitter().run(final, lambda: True, lambda batch: None).answers["m1"].fit.status
        is Status.CANCELLED
    )


def test_only_a_gesture_that_moves_points_leaves_a_run(monkeypatch):
    monkeypatch.setattr("solvers.algorithms.correcting.error_correction.HELD_VISITS", 1)
    base = two_clouds(Perceptron(margin=1.0, rate=0.01), n=30)
    asker = Asker()
    asker.ask(base, "final")
    after = moved(base, 0, (0.5, 0))
    held = asker.ask(after, "preview", base, (0,)).answers["m1"]
    assert held.fit.status is Status.RUNNING
    assert held.is_half_done
    assert replace(held, given_up=True).is_half_done
    assert len(methods_to_fit(after, asker.answers, "preview")) == 1
    slid = after.with_method(replace(after.methods[0], method=Perceptron(margin=1.0, rate=0.02)))
    assert asker.ask(slid, "preview").answers["m1"].fit.status is Status.BUDGET
    assert asker.ask(after, "final").answers["m1"].fit.status is Status.BUDGET
