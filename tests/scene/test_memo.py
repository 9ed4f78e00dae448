"""The memory of pure functions: same input, same object; other input, other object; bounded."""

import gc
import itertools
import sys
import weakref
from collections.abc import Callable
from types import FrameType, MappingProxyType
from typing import Any

import numpy as np
import pytest

from linclass_gui.scene.memo import MOST_ANSWERS, forget_unused, memo
from linclass_gui.scene.view import View
from solvers import Dataset
from solvers.cancellation import CancelledError, cancelled_unless, check_cancelled


@memo
def boxed(*values: object, more: object = None) -> list[object]:
    return [*values, more]


X, FITS, VIEW = np.zeros(3), MappingProxyType({"m1": np.zeros(2)}), View(0.0, 1.0, 0.0, 1.0)
DATA = Dataset(np.eye(2), np.array([0, 1]))


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ((X, 1.5, VIEW, (1, X)), (X, 1.5, View(0.0, 1.0, 0.0, 1.0), (1, X)), True),
        ((X,), (np.zeros(3),), False),
        (((X,),), ((np.zeros(3),),), False),
        ((1,), (True,), False),
        ((1,), (1.0,), False),
        ((1,), (1, 1), False),
        ((FITS, (FITS, 1)), (FITS, (FITS, 1)), True),
        ((FITS,), (MappingProxyType(dict(FITS)),), False),
        ((DATA,), (DATA,), True),
        ((DATA,), (Dataset(DATA.X, DATA.labels),), False),
    ],
    ids=[
        *(
            "one object and equal values",
            "two arrays",
            "two arrays in a tuple",
            "truth",
            "a real number",
            "one more",
        ),
        *("one mapping", "two mappings", "one data set", "two data sets"),
    ],
)
def test_what_is_the_same_input(
    one: tuple[object, ...], other: tuple[object, ...], is_same: bool
) -> None:
    assert (boxed(*one) is boxed(*other)) is is_same
    assert boxed(*one, more=2) is not boxed(*one, more=3)


def test_the_answers_that_newer_ones_push_out_are_forgotten_with_their_input() -> None:
    first = Dataset(np.eye(2), np.array([0, 1]))
    gone = weakref.ref(first)
    boxed(first)
    kept = boxed("kept")
    del first
    for k in range(2 * MOST_ANSWERS + 2):
        boxed(k)
        assert boxed("kept") is kept
    gc.collect()
    assert gone() is None


def test_what_is_not_asked_for_any_more_is_forgotten_and_what_is_asked_for_stays() -> None:
    @memo
    def boxed_here(value: object, *, more: object = None) -> list[object]:
        return [value, more]

    used, unused = Dataset(np.eye(2), np.array([0, 1])), Dataset(np.eye(2), np.array([0, 1]))
    forget_unused()  # a generation that no earlier test has filled
    gone, answer = weakref.ref(unused), boxed_here(used, more=1)
    boxed_here(unused)
    del unused
    forget_unused()
    for _ in range(3):
        assert boxed_here(used, more=1) is answer
        forget_unused()
    gc.collect()
    assert gone() is None
    forget_unused()
    forget_unused()
    assert boxed_here(used, more=1) is not answer


@pytest.mark.parametrize("at", range(6))
def test_another_thread_may_forget_before_any_line(at: int) -> None:
    @memo
    def boxed_here(value: int) -> list[int]:
        return [value]

    lines = itertools.count()

    def forget(frame: FrameType, event: str, _: object) -> Callable[..., Any]:
        if (
            event == "line"
            and frame.f_code is boxed_here.__code__
            and next(lines) == 6 * MOST_ANSWERS + at
        ):
            forget_unused()
        return forget

    before = sys.gettrace()
    sys.settrace(forget)  # stands in for a thread that comes in where it disturbs
    try:
        for value in range(2 * MOST_ANSWERS):
            assert boxed_here(value) == [value]
    finally:
        sys.settrace(before)
    assert next(lines) > 6 * MOST_ANSWERS + at


def test_what_is_remembered_keeps_its_input_so_that_no_later_object_is_taken_for_it() -> None:
    @memo
    def first_of(values: tuple[np.ndarray, ...], *, scale: float = 1.0) -> float:
        return float(values[0][0]) * scale

    for k in range(500):
        # Each array lies where an earlier one has just been freed, unless the memo keeps that one.
        assert first_of((np.full(3, float(k)),), scale=2.0) == 2.0 * k
        if k % 7 == 0:
            forget_unused()


def test_giving_up_is_no_answer_to_be_remembered_and_no_fault_to_be_explained() -> None:
    @memo
    def slow(n: int) -> int:
        check_cancelled()
        return n + 1

    # whoever makes sentences of faults makes none of this
    assert not issubclass(CancelledError, Exception)
    with cancelled_unless(lambda: False), pytest.raises(CancelledError):
        slow(1)
    assert slow(1) == 2
