"""The work on the open page: its revealed steps and answers, and whether its goal is met."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal

from ...errors import log_fault
from ...layers import TELLTALE
from ...lessons.attempt import Attempt
from ...lessons.evaluate import Standing, standing
from ...lessons.guesses import compare_guess, hide_answer, show_answer
from ...lessons.lesson import Lesson, Step, read_number
from ...lessons.reveals import reveal_step, take_back_step
from ...scene.document import Document
from ...scene.playback import Playback, is_playable, open_timeline, seek
from ...scene.scene import Scene
from ..session.background import LatestQuery
from ..session.session import Session
from ..session.settings import UserSettings
from ..timers import make_timer
from .pages import LessonState, PageKeeper

EVERY_MS, WHILE_DRAGGING_MS = 100, 200  # delay of the state of a goal: as fast as it can be read
MANY_POINTS = 20_000  # points from which on a goal waits for the mouse to rest


class Coursework(PageKeeper):
    """Follows the work on the open lesson or slide."""

    goal_reached = Signal()  # for the first time

    def __init__(
        self, session: Session, settings: UserSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(session, settings, parent)
        self.standing = Standing(())
        self._clicked: frozenset[int] = frozenset()
        self._wants_position = self._is_prediction_due = False
        self._predicted_at = self._shown_at = 0  # the undo stack after these steps
        self._before_vote = self.lesson, self.place, self._page
        # the playback position after the page or its last step
        self.run_left_at: Playback | None = None
        self._newest = LatestQuery(self)
        self._timer = make_timer(0, self, self.look, single_shot=True)
        session.scene_changed.connect(self._follow)
        session.settled.connect(self._on_settle)
        # what was only passed through has become final
        session.undo_stack.indexChanged.connect(self._look_soon)
        self.changed.connect(self._tell_predicted)
        self.page_opens.connect(self._begin_work)
        self.page_begun.connect(self._look_soon)

    def _begin_work(self) -> None:
        """Nothing has been done on the page yet."""
        self.standing, self._clicked, self._is_prediction_due = Standing(()), frozenset(), False
        self._predicted_at = self._shown_at = 0
        self._wants_position = self.place is not None and self.place.position is not None

    # --- steps ------------------------------------------------------------------------------------

    @property
    def next_step(self) -> Step | None:
        """The step to be taken next."""
        return (
            None
            if self.lesson is None or self.steps_taken >= len(self.lesson.steps)
            else self.lesson.steps[self.steps_taken]
        )

    def reveal(self) -> bool:
        """Take the next step and show it in this frame; False when there is none."""
        step = self.next_step
        if step is None or self.place is None:
            return False
        self.place = replace(self.place, steps_taken=self.steps_taken + 1)
        self._show(reveal_step(self.session.committed, step), "Reveal")
        self._arrive(step, step.position)
        return True

    def take_back(self) -> bool:
        """Take the last step back; False when none has been taken."""
        if self.place is None or self.lesson is None or not self.steps_taken:
            return False
        step = self.lesson.steps[self.steps_taken - 1]
        self.place = replace(self.place, steps_taken=self.steps_taken - 1)
        self._show(take_back_step(self.session.committed, step), "Take back")
        before = next(
            (
                s.position
                for s in reversed(self.lesson.steps[: self.steps_taken])
                if s.position is not None
            ),
            self.lesson.position,
        )
        self._arrive(step, before)
        return True

    def _arrive(self, step: Step, position: int | None) -> None:
        """Apply the rest of a step: the position of the playback, also after other methods ended
        it, and the plots.
        """
        if step.position is not None or self.session.scene.playback is None:
            self._go_to(position)
        self.run_left_at = self.session.scene.playback
        if step.plots:
            self.plots_wanted.emit(self.plots_in_front)
        self.changed.emit()

    def _go_to(self, position: int | None) -> None:
        """The playback of the selected method at a position; None: the answer again."""
        document = self.session.document
        fit = self.session.scene.whole.get(document.selected)
        playable = fit is not None and is_playable(fit) and position is not None
        self.run_left_at = (
            seek(open_timeline(fit), position)
            if playable and fit is not None and position is not None
            else None
        )
        self.session.set_playback(self.run_left_at)

    # --- questions and predictions ----------------------------------------------------------------

    def answer(self, texts: Mapping[str, str]) -> None:
        """Enter the answers as they were typed, of a choice its number."""
        if self.place is not None:
            self.place = replace(self.place, answers=MappingProxyType(dict(texts)))
            lesson, answers = self.lesson, _numbers(texts)
            if lesson is not None and answers:
                self._remember(lambda record: record.with_answers(lesson, answers))
            is_predicted = self.is_hidden and lesson is not None and lesson.guess == "answer"
            if is_predicted and not all(map(math.isnan, answers.values())):
                self.show_answer()
            self.look()
            self.changed.emit()

    def show_hint(self) -> None:
        """Show the hint for the goal, until the lesson begins again."""
        if self.place is not None:
            self.place = replace(self.place, is_hinted=True)
            self.changed.emit()

    def _tell_predicted(self) -> None:
        lesson = self.lesson if self.is_hidden else None
        self.session.set_state(predicted="" if lesson is None else lesson.guess_of)

    def show_answer(self) -> None:
        """Show the answer beside the prediction."""
        if self.lesson is None or self.place is None or not self.place.is_hidden:
            return
        self._clicked = self.session.scene.selection
        self.place = replace(self.place, is_hidden=False)
        document, of = self.session.committed, self.lesson.guess_of
        layers = self.lesson.document.layers & TELLTALE
        if not (_is_shown(document, of) and layers <= document.layers):
            self._show(show_answer(document, of, layers), "Show the answer")
        self._shown_at = self.session.undo_stack.index()
        self.session.set_selection(frozenset())  # else a drag of one of them would move all
        self._is_prediction_due = True
        self._remember_prediction()
        self.changed.emit()

    def predict(self) -> None:
        """Hide the selected method until a line has been drawn for it; a second time: show it."""
        if self.is_hidden:
            self.show_answer()
            return
        document = self.session.committed
        selected = document.selected_method
        if selected is None:
            return
        self._before_vote = self.lesson, self.place, self._page
        lesson = self.lesson or Lesson("scene", document, text="")
        self.lesson = replace(
            lesson,
            document=replace(document, title=lesson.title),
            guess="line",
            guess_of=selected.id,
        )
        self._page = self._page or self.lesson
        # hidden first: an answer that is shown while it is awaited ends the prediction
        self._show(hide_answer(document, "line", selected.id, TELLTALE), "Predict")
        self._predicted_at = self.session.undo_stack.index()
        place = self.place or LessonState(document)
        self.place = replace(place, is_hidden=True, compared=())
        self.changed.emit()

    def _undo_prediction(self) -> None:
        """A prediction or its answer that was undone is none."""
        index = self.session.undo_stack.index()
        if self.lesson is None or self.place is None:
            return
        if index < self._predicted_at:
            self._predicted_at = self._shown_at = 0
            self.lesson, self.place, self._page = self._before_vote
            self.changed.emit()
        elif index < self._shown_at and not _is_shown(self.session.committed, self.lesson.guess_of):
            self._shown_at = 0
            self.place = replace(self.place, is_hidden=True, compared=())
            self.session.set_selection(self._clicked)
            self.changed.emit()

    def _remember_prediction(self) -> None:
        """Keep and record a prediction beside its answer, once the answer has been fitted; a line
        drawn later is no prediction.
        """
        if self._is_prediction_due and self.place is not None and (compared := self.comparison()):
            self._is_prediction_due = False
            self.place = replace(self.place, compared=compared)
            self._remember(lambda record: replace(record, prediction=compared))

    def comparison(self) -> tuple[tuple[str, str], ...]:
        """The prediction beside the answer, whatever has been moved since."""
        if self.place is not None and self.place.compared:
            return self.place.compared
        attempt = self._attempt()
        if attempt is None or self.lesson is None or not self.lesson.guess or self.is_hidden:
            return ()
        return compare_guess(attempt, self.lesson.guess, self.lesson.guess_of, self._clicked)

    # --- the goal ---------------------------------------------------------------------------------

    @property
    def is_met(self) -> bool:
        """Whether the goal holds, or held since the lesson was opened."""
        return self.place is not None and self.place.was_met

    def look(self) -> None:
        """Test the goal in another thread, because a test may need fits or integrals.  A fault is
        logged.
        """
        self._timer.stop()
        attempt = self._attempt()
        if attempt is None or self.lesson is None or self.lesson.goal is None or self.place is None:
            return
        self._newest.ask(
            partial(standing, self.lesson.goal, attempt),
            partial(self._show_standing, attempt),
            log_fault,
        )

    def _show_standing(self, attempt: Attempt, standing: Standing) -> None:
        self._remember_prediction()
        lesson, place = self.lesson, self.place
        if lesson is None or lesson is not attempt.lesson or lesson.goal is None or place is None:
            return  # another page was opened meanwhile
        before, self.standing = self.standing, standing
        scene = self.session.scene
        # A drag passes through places: only committed documents meet a goal.
        is_over = (
            attempt.document is scene.document is self.session.committed and self.session.is_idle
        )
        if standing.is_met and not place.was_met and is_over:
            self.place = replace(place, was_met=True)
            if self.is_from_course:
                self._settings.remember_solved(self._key_of_lesson(lesson.name))
            self._remember(lambda record: replace(record, is_reached=True))
            self.goal_reached.emit()
            self.changed.emit()
        elif standing != before:
            self.changed.emit()

    def close(self) -> None:
        """Stop the tests: the window closes."""
        self._timer.stop()
        self._newest.close()

    def _attempt(self) -> Attempt | None:
        if self.lesson is None or self.place is None:
            return None
        scene = self.session.scene
        return Attempt(self.lesson, scene.document, scene.whole, _numbers(self.place.answers))

    def _follow(self, old: Scene, new: Scene) -> None:
        if old.document is not new.document:
            self._undo_prediction()
        if old.document is not new.document or old.whole is not new.whole or old.stale != new.stale:
            self._look_soon()

    def _look_soon(self, *_index: int) -> None:
        if self.lesson is None:
            return
        moving = bool(self.session.scene.moving)
        if not self._timer.isActive() and not (
            moving and len(self.session.document.dataset) > MANY_POINTS
        ):
            self._timer.start(WHILE_DRAGGING_MS if moving else EVERY_MS)

    def _on_settle(self) -> None:
        if self.lesson is None:
            return
        if self.is_hidden and _is_shown(self.session.committed, self.lesson.guess_of):
            self.show_answer()  # its tick was set: the prediction ends there
        if self._wants_position and self.session.scene.whole and self.place is not None:
            self._wants_position = False
            self._go_to(self.place.position)
        self._look_soon()


def _numbers(texts: Mapping[str, str]) -> dict[str, float]:
    """Typed answers as numbers; nan where a text is none."""
    return {name: read_number(text) for name, text in texts.items()}


def _is_shown(document: Document, id: str) -> bool:
    return any(method.id == id and method.enabled for method in document.methods)
