"""The coursework: the open lesson, its revealed steps and answers, whether its goal is met, and the
solved lessons.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal

from ...errors import log_fault
from ...figures.talk import Slide, Talk
from ...files.codec import encode
from ...files.saving import stamp_of
from ...files.shipped import assets
from ...layers import TELLTALE
from ...lessons.attempt import Attempt
from ...lessons.course import (
    Course,
    CoursePosition,
    Record,
    lessons_that_return,
    shipped_course,
)
from ...lessons.evaluate import Standing, standing
from ...lessons.guesses import compare_guess, hide_answer, show_answer
from ...lessons.lesson import Lesson, Step
from ...lessons.reveals import (
    as_it_begins,
    plots_in_front,
    reveal_step,
    show_names,
    shown_names,
    take_back_step,
)
from ...scene.document import LESSON, Document
from ...scene.playback import Playback, is_playable, open_timeline, seek
from ...scene.scene import Scene
from ..session.background import LatestQuery
from ..session.session import Session
from ..session.settings import UserSettings
from ..timers import make_timer

EVERY_MS, WHILE_DRAGGING_MS = 100, 200  # delay of the state of a goal: as fast as it can be read
LOOKS = ("view", "plots", "selected", "member")  # of a document: looking is no edit
MANY_POINTS = 20_000  # points from which on a goal waits for the mouse to rest


@dataclass(frozen=True)
class LessonState:
    """The progress of one lesson in this run of the program."""

    document: Document
    steps_taken: int = 0
    answers: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    was_met: bool = False
    is_hidden: bool = False
    compared: tuple[tuple[str, str], ...] = ()  # the prediction beside the answer, as it was made
    position: int | None = None  # the position of the playback
    unsaved: Document | None = None  # of a slide: the scene that its file does not hold yet
    is_hinted: bool = False  # the hint for the goal is shown
    switched: frozenset[str] = frozenset()  # layers and methods, by key before the room


def _is_shown(document: Document, id: str) -> bool:
    return any(method.id == id and method.enabled for method in document.methods)


def fresh_state(lesson: Lesson) -> LessonState:
    """A lesson as in its file, the answer to a prediction hidden."""
    document = (
        hide_answer(lesson.document, lesson.guess, lesson.guess_of, TELLTALE)
        if lesson.guess
        else lesson.document
    )
    return LessonState(document, is_hidden=bool(lesson.guess), position=lesson.position)


class Coursework(QObject):
    """Opens lessons in the session and follows the work on them; ``changed`` is the signal for the
    panel.
    """

    changed = Signal()
    page_begun = Signal()  # a page is shown as it begins or as it was left
    plots_wanted = Signal(object)  # names of linked plots to bring to the front
    goal_reached = Signal(str)  # the closing sentence, when a goal is reached for the first time

    def __init__(
        self, session: Session, settings: UserSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.session, self._settings = session, settings
        self._course: Course | None = None
        self.lesson: Lesson | None = None
        self.place: LessonState | None = None
        # the open lesson as its page or file has it, without the prediction of a vote
        self._page: Lesson | None = None
        self._shown = session.committed  # the document of the page after its last step
        self.standing = Standing(())
        self._places: dict[tuple[Path, str], LessonState] = {}
        self._shelf: tuple[Path, str] | None = None  # where the open lesson has its place
        self._clicked: frozenset[int] = frozenset()
        self._is_opening = self._wants_position = self._is_prediction_due = False
        # the scene of a slide is that of its file, which saving writes
        self.adopt: Callable[[Slide], None] = lambda slide: None
        # the playback position after the page or its last step
        self.run_left_at: Playback | None = None
        self._newest = LatestQuery(self)
        self._timer = make_timer(0, self, self.look, single_shot=True)
        session.scene_changed.connect(self._follow)
        session.settled.connect(self._on_settle)
        # what was only passed through has become final
        session.undo_stack.indexChanged.connect(self._look_soon)
        session.loaded.connect(self._on_load)
        self.changed.connect(self._tell_predicted)

    # --- the course -------------------------------------------------------------------------------

    @property
    def course(self) -> Course:
        """The course that is open; the shipped one at first."""
        if self._course is None:
            self._course = shipped_course()
        return self._course

    def use_course(self, course: Course) -> Course:
        """Turn the pages of another course from now on."""
        self._course = course
        self.changed.emit()
        return course

    def open_talk(self, talk: Talk) -> None:
        """Turn the slides of a talk from now on; each begins as its file holds it."""
        if self.talk is None:
            self.keep()
        self._shelf = None
        self._course = talk
        self._places = {key: s for key, s in self._places.items() if key[0] != talk.folder}
        self.open(talk.slides[0])

    def reorder(self, slides: Sequence[Slide]) -> None:
        """Let the open talk have its slides in another order, or other ones."""
        if self.talk is not None:
            self.use_course(replace(self.talk, lessons=tuple(slides)))

    def close_talk(self) -> None:
        """The shipped course again; the scene stays as an ordinary one."""
        self.leave()
        self._course = None
        self.changed.emit()

    @property
    def talk(self) -> Talk | None:
        """The talk whose pages are turned; None while that is a course of lessons."""
        return self._course if isinstance(self._course, Talk) else None

    @property
    def slide(self) -> Slide | None:
        """The slide of a talk that is open."""
        return self.lesson if self.is_from_course and isinstance(self.lesson, Slide) else None

    @property
    def records(self) -> dict[str, Record]:
        """The records of the lessons of this course from any run, by their names."""
        prefix = self._key("")
        records = self._settings.records.items()
        return {
            key.removeprefix(prefix): record for key, record in records if key.startswith(prefix)
        }

    @property
    def documents(self) -> dict[str, Document]:
        """The lessons of this course that were opened in this run, by name, as they are or were
        left.
        """
        self.keep()
        return {
            name: place.document
            for (folder, name), place in self._places.items()
            if folder == self.course.folder
        }

    def document_left(self, page: Lesson) -> Document | None:
        """A page that is not open as it was left in this run; None where it was not opened.

        Nothing is kept here: it is asked for while another document takes the place of the open
        page, which would be kept with that one.
        """
        place = self._places.get((self.course.folder, page.name))
        return None if place is None else place.document

    def _remember(self, change: Callable[[Record], Record]) -> None:
        """Change the record of the open lesson, where it is one of the course."""
        if (
            self.lesson is not None
            and self.is_from_course
            and self.lesson.name in self._course_of_lesson.places
        ):
            self._settings.amend_record(self._key_of_lesson(self.lesson.name), change)

    def remember_recall(self, lesson: Lesson, is_right: bool) -> None:
        """Record whether a recalled question was answered correctly."""
        lesson_open = "" if self.lesson is None else self.lesson.name
        self._settings.amend_record(
            self._key(lesson.name), lambda record: record.with_recall(is_right, lesson_open)
        )
        self.changed.emit()

    @property
    def returning_lessons(self) -> tuple[Lesson, ...]:
        """Lessons whose missed question comes back beside the open lesson."""
        if self.lesson is None or not self.is_from_course:
            return ()
        return lessons_that_return(self.course, self.records, self.lesson.name)

    @property
    def lesson_to_continue(self) -> Lesson | None:
        """The lesson that was open last, in any run; where its goal is reached, the next with one
        that is not, behind the last lesson the first.
        """
        lessons, solved = self.course.lessons, self.solved_lessons
        last = self.course.places.get(self._settings.last_lesson.removeprefix(self._key("")))
        if last is not None and lessons[last].name not in solved:
            return lessons[last]
        ahead = lessons[last or 0 :] + lessons[: last or 0]
        return next((one for one in ahead if one.goal and one.name not in solved), None)

    @property
    def solved_lessons(self) -> frozenset[str]:
        """The names of the lessons of this course whose goal was met, in any run."""
        prefix = self._key("")
        return frozenset(
            entry.removeprefix(prefix)
            for entry in self._settings.solved_lessons
            if entry.startswith(prefix)
        )

    def _key(self, name: str) -> str:
        return _key_in(self.course, name)

    def _key_of_lesson(self, name: str) -> str:
        return _key_in(self._course_of_lesson, name)

    @property
    def _course_of_lesson(self) -> Course:
        """The course of the open lesson: that of the program for one beside a talk."""
        return self.course if self._is_page_open else shipped_course()

    # --- opening ----------------------------------------------------------------------------------

    def open(self, lesson: Lesson) -> None:
        """Show a lesson as it was left in this run of the program, at first as in its file."""
        self.keep()
        # Beside a talk a lesson stands on the shelf of its course.
        is_beside = self.talk is not None and not self.is_page(lesson)
        course = shipped_course() if is_beside else self.course
        self._shelf = (course.folder, lesson.name)
        state = self._places.get(self._shelf)
        if self.talk is None:
            self._settings.last_lesson = self._key(lesson.name)
        self._begin_page(lesson, state)

    def open_from_file(self, lesson: Lesson, path: Path | None) -> None:
        """Show a lesson that was opened by its file, which saving writes (None: saving opens a
        dialog): it is not a page of the course.
        """
        self.keep()
        self._shelf = None
        self._begin(lesson, None, partial(self.session.load, path=path))

    def start_again(self) -> None:
        """Reset the open lesson to its file; where it is not a page of a course, as one step that
        can be undone.
        """
        if self._page is None:
            return
        if self.is_from_course:
            self._begin_page(self._page, None)
        else:
            self._begin(self._page, None, partial(self.session.apply, "Start again"))

    def turn(self, steps: int) -> bool:
        """Open the lesson ``by`` places further on; False at the ends of the course."""
        target = (
            self.course.neighbour(self.lesson.name, steps)
            if self.lesson is not None and self._is_page_open
            else None
        )
        if target is not None:
            self.open(target)
        return target is not None

    @property
    def position(self) -> CoursePosition | None:
        """Which page of the course or talk is open; None for a scene that is no page of one."""
        if self.lesson is None or not self._is_page_open:
            return None
        return self.course.position(self.lesson.name)

    @property
    def _is_page_open(self) -> bool:
        """Whether the open lesson is a page of the open course, and not one beside a talk."""
        return self._shelf is not None and self._shelf[0] == self.course.folder

    def leave(self) -> None:
        """Close the lesson; its scene stays as an ordinary one.  Where it is not a page of a
        course, it is as a file holds it: a layer hidden or revealed by the lesson would look like
        an edit.
        """
        self.keep()
        if self.lesson is not None and (self.slide is not None or not self.is_from_course):
            path, is_modified = self.session.path, self.session.is_modified
            self._show(self.as_saved(self.session.committed), "Close the lesson")
            if path is not None and not is_modified:
                self.session.mark_saved(path)
            if self._shelf is not None:
                self._places.pop(self._shelf)  # the scene has its changes from now on
        self._end()

    def _end(self) -> None:
        """No lesson is open from now on."""
        self.lesson = self.place = self._shelf = self._page = None
        self.changed.emit()

    @property
    def is_from_course(self) -> bool:
        """Whether the open lesson is from a course, and not a scene with a prediction."""
        return self._shelf is not None

    def keep(self) -> None:
        """Keep the open page as it is now, for its return."""
        if self._shelf is not None and self.place is not None:
            playback = self.session.scene.playback
            position = None if playback is None else playback.step
            self._places[self._shelf] = replace(
                self.place,
                document=self._without_vote(self.session.committed),
                is_hidden=self.is_hidden and not self._is_vote,
                position=position,
                unsaved=self._unsaved_scene(),
            )

    def note_switched(self, name: str) -> None:
        """A layer or a method, by its name or id, was switched by key before the room: that is
        looking, and no change of a slide.
        """
        if self.place is not None:
            self.place = replace(self.place, switched=self.place.switched | {name})

    def _unsaved_scene(self) -> Document | None:
        """The scene of the open slide where its file holds another one, however it is looked at;
        steps taken are no change.
        """
        slide, place = self.slide, self.place
        is_saved = slide is None or slide.path is None or not self.session.is_modified
        if is_saved or slide is None or place is None:
            return None
        shown_first = shown_names(slide.document)
        document = show_names(self.session.committed, tuple(place.switched & shown_first), True)
        document = show_names(document, tuple(place.switched - shown_first), False)
        document = self.as_saved(document)
        looks = {name: getattr(slide.own_document, name) for name in LOOKS}
        is_same = encode(replace(document, **looks)) == encode(slide.own_document)
        return None if is_same else document

    @property
    def changed_slides(self) -> tuple[Slide, ...]:
        """The slides with changes that their files do not hold yet, also those not open now."""
        self.keep()
        return tuple(
            slide
            for slide in (() if self.talk is None else self.talk.slides)
            if (state := self._places.get((self.course.folder, slide.name))) is not None
            and state.unsaved is not None
        )

    @property
    def talk_as_it_is(self) -> Talk | None:
        """The open talk with the scenes of its changed slides as they are now."""
        talk = self.talk
        changed = {slide.name for slide in self.changed_slides}
        if talk is None:
            return None
        slides = (
            replace(slide, document=self._places[talk.folder, slide.name].document)
            if slide.name in changed
            else slide
            for slide in talk.slides
        )
        return replace(talk, lessons=tuple(slides))

    @property
    def unsaved_elsewhere(self) -> dict[str, Document]:
        """The unsaved scenes of the slides that are not open now, by words for them."""
        return {
            f"{slide.name}, a slide of {self.course.folder.name}": state.unsaved
            for slide in (() if self.talk is None else self.talk.slides)
            if (state := self._places.get((self.course.folder, slide.name))) is not None
            and state.unsaved is not None
            and (self.slide is None or slide.name != self.slide.name)
        }

    def is_page(self, lesson: Lesson) -> bool:
        """Whether a lesson is a page of the course whose pages are turned."""
        return any(lesson is page for page in self.course.lessons)

    def forget_changes(self) -> None:
        """Let every slide begin again as its file holds it."""
        for slide in self.changed_slides:
            self._places.pop((self.course.folder, slide.name))

    @property
    def _is_vote(self) -> bool:
        """Whether the prediction is that of a vote, and none of the page."""
        page, lesson = self._page, self.lesson
        if page is None or lesson is None:
            return False
        return (page.guess, page.guess_of) != (lesson.guess, lesson.guess_of)

    def _without_vote(self, document: Document) -> Document:
        """The document with the answer that a vote hides: on another page it is over."""
        if self.lesson is None or not (self.is_hidden and self._is_vote):
            return document
        return as_it_begins(document, self.lesson, 0, TELLTALE)

    def _begin_page(self, lesson: Lesson, state: LessonState | None) -> None:
        """Show a page; the scene of a slide is that of its file."""
        self._begin(lesson, state, self.session.load)
        if self.slide is not None and self.slide.path is not None:
            self.adopt(self.slide)
            if state is not None and state.unsaved is not None:
                self.session.mark_unsaved()

    def _begin(
        self, lesson: Lesson, state: LessonState | None, show: Callable[[Document], None]
    ) -> None:
        place = state or fresh_state(lesson)
        self.lesson, self.place, self._page = lesson, place, lesson
        self.standing, self._clicked, self._is_prediction_due = Standing(()), frozenset(), False
        self._is_opening, self._wants_position = True, place.position is not None
        show(place.document)
        self._shown, self._is_opening = self.session.committed, False
        self.plots_wanted.emit(self.plots_in_front)
        self.changed.emit()
        self.page_begun.emit()
        self._look_soon()

    def as_saved(self, document: Document) -> Document:
        """The document as a file holds it: a lesson as it begins, whatever its steps and its
        prediction show now, and any other scene with the answer that an open prediction hides.
        """
        if self.lesson is not None and (LESSON in document.further or self.is_hidden):
            document = as_it_begins(document, self.lesson, self.steps_taken, TELLTALE)
        return document if self.slide is None else self.slide.as_saved(document)

    def note_saved(self, document: Document) -> None:
        """A document was saved: a lesson that was opened by its file begins with it from now on."""
        if self.lesson is not None and not self.is_from_course and LESSON in document.further:
            self.lesson = replace(self.lesson, document=document)
            self._page = self._page and replace(self._page, document=document)
        talk, slide = self.talk, self.slide
        if talk is not None and slide is not None:
            self.lesson = self._saved(slide, document)
            slides = (
                self._saved(other, document) if other.name == slide.name else other
                for other in talk.slides
            )
            self._course = replace(talk, lessons=tuple(slides))
            self._page = next(page for page in self._course.lessons if page.name == slide.name)
            self.changed.emit()

    def _saved(self, slide: Slide, document: Document) -> Slide:
        """A slide whose file holds another document now."""
        stamp = None if slide.path is None else stamp_of(slide.path)
        document_shown = self._without_vote(self.session.committed)
        return replace(slide, own_document=document, document=document_shown, stamp=stamp)

    def _on_load(self) -> None:
        if not self._is_opening and self.lesson is not None:
            self._end()  # another document: the lesson is over

    @property
    def is_tried(self) -> bool:
        """Whether something was changed or answered since the page or the last step."""
        return self.place is not None and (
            self.session.document is not self._shown or bool(self.place.answers)
        )

    # --- steps ------------------------------------------------------------------------------------

    @property
    def steps_taken(self) -> int:
        """How many steps of the open lesson have been taken."""
        return 0 if self.place is None else self.place.steps_taken

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

    @property
    def plots_in_front(self) -> tuple[str, ...]:
        """The plots of the last step that has any, at first the plots of the lesson."""
        return () if self.lesson is None else plots_in_front(self.lesson, self.steps_taken)

    def _show(self, document: Document, text: str) -> None:
        if document is not self.session.committed:
            # waits for quick fits, so that the first frame is complete
            self.session.preview(document)
            self.session.commit(text)
        self._shown = self.session.committed

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

    def answer(self, answers: Mapping[str, float]) -> None:
        """Enter the answers; nan means that a text is not a number."""
        if self.place is not None:
            self.place = replace(self.place, answers=MappingProxyType(dict(answers)))
            lesson = self.lesson
            if lesson is not None and answers:
                self._remember(lambda record: record.with_answers(lesson, answers))
            is_predicted = (
                self.is_hidden and self.lesson is not None and self.lesson.guess == "answer"
            )
            if is_predicted and not all(map(math.isnan, answers.values())):
                self.show_answer()
            self.look()
            self.changed.emit()

    def show_hint(self) -> None:
        """Show the hint for the goal, until the lesson begins again."""
        if self.place is not None:
            self.place = replace(self.place, is_hinted=True)
            self.changed.emit()

    @property
    def is_hidden(self) -> bool:
        """Whether a prediction is awaited and the answer hidden."""
        return self.place is not None and self.place.is_hidden

    def _tell_predicted(self) -> None:
        lesson = self.lesson if self.is_hidden else None
        self.session.set_predicted("" if lesson is None else lesson.guess_of)

    def show_answer(self) -> None:
        """Show the answer beside the prediction."""
        if self.lesson is None or self.place is None or not self.place.is_hidden:
            return
        self._clicked = self.session.scene.selection
        self.place = replace(self.place, is_hidden=False)
        layers = self.lesson.document.layers & TELLTALE
        self._show(
            show_answer(self.session.committed, self.lesson.guess_of, layers), "Show the answer"
        )
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
        place = self.place or LessonState(document)
        self.place = replace(place, is_hidden=True, compared=())
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
            self.goal_reached.emit(lesson.goal.closing)
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
        return Attempt(self.lesson, scene.document, scene.whole, self.place.answers)

    def _follow(self, old: Scene, new: Scene) -> None:
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


def _key_in(course: Course, name: str) -> str:
    """The name of a lesson of a course in the progress that is kept."""
    is_shipped = course.folder == assets() / "lessons"
    return f"{course.folder.name if is_shipped else course.folder}/{name}"
