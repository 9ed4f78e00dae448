"""Long computations end soon after nobody wants them any more."""

from __future__ import annotations

import threading

import pytest

from linclass_gui.core.memo import memo
from linclass_gui.core.patience import NotWantedError, go_on, is_not_wanted, while_wanted


def test_without_anybody_who_could_give_up_everything_is_wanted() -> None:
    go_on()
    assert not is_not_wanted()


def test_what_nobody_wants_ends_and_the_rest_goes_on() -> None:
    answers = iter([True, True, False])
    with while_wanted(lambda: next(answers)):
        go_on()
        go_on()
        with pytest.raises(NotWantedError):
            go_on()
    go_on()


def test_other_threads_do_not_notice() -> None:
    seen: list[bool] = []
    with while_wanted(lambda: False):
        thread = threading.Thread(target=lambda: seen.append(is_not_wanted()))
        thread.start()
        thread.join()
    assert seen == [False]


def test_giving_up_is_no_answer_to_be_remembered_and_no_fault_to_be_explained() -> None:
    @memo(4)
    def slow(n: int) -> int:
        go_on()
        return n + 1

    assert not issubclass(NotWantedError, Exception)  # whoever makes sentences of faults makes none of this
    with while_wanted(lambda: False), pytest.raises(NotWantedError):
        slow(1)
    assert slow(1) == 2
