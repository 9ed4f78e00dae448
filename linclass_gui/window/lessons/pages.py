"""The pages that are turned: the open lesson or slide, and how every other one was left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal

from ...figures.talk import Slide, Talk
from ...files.codec import encode
from ...files.saving import stamp_of
from ...layers import TELLTALE
from ...lessons.course import CoursePosition, shipped_course
from ...lessons.guesses import hide_answer
from ...lessons.lesson import Lesson
from ...lessons.reveals import as_it_begins, plots_in_front, show_names, shown_names
from ...scene.document import LESSON, Document
from ..session.session import Session
from ..session.settings import UserSettings
from .progress import Progress


@dataclass(frozen=True)
class LessonState:
    """The progress of one lesson in this run of the program."""

    document: Document
    steps_taken: int = 0
    # as they were typed; of a choice its number
    answers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    was_met: bool = False
    is_hidden: bool = False
    compared: tuple[tuple[str, str], ...] = ()  # the prediction beside the answer, as it was made
    position: int | None = None  # the position of the playback
    unsaved: Document | None = None  # of a slide: the scene that its file does not hold yet
    is_hinted: bool = False  # the hint for the goal is shown
    switched: frozenset[str] = frozenset()  # layers and methods, by key before the room


def fresh_state(lesson: Lesson) -> LessonState:
    """A lesson as in its file, the answer to a prediction hidden."""
    document = (
        hide_answer(lesson.document, lesson.guess, lesson.guess_of, TELLTALE)
        if lesson.guess
        else lesson.document
    )
    return LessonState(document, is_hidden=bool(lesson.guess), position=lesson.position)


class PageKeeper(Progress):
    """Opens lessons and slides in the session, and keeps them as they are left."""

    page_opens, page_begun = Signal(), Signal()  # before and after its document is shown
    slide_shown = Signal(object)  # a slide with a file, which saving writes from now on
    plots_wanted = Signal(object)  # names of linked plots to bring to the front

    def __init__(
        self, session: Session, settings: UserSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(session, settings, parent)
        self.place: LessonState | None = None
        # the open lesson as its page or file has it, without the prediction of a vote
        self._page: Lesson | None = None
        self._shown = session.committed  # the document of the page after its last step
        self._places: dict[tuple[Path, str], LessonState] = {}
        self._is_opening = False
        session.loaded.connect(self._on_load)

    # --- opening ----------------------------------------------------------------------------------

    @property
    def slide(self) -> Slide | None:
        """The slide of a talk that is open."""
        return self.lesson if self.is_from_course and isinstance(self.lesson, Slide) else None

    @property
    def steps_taken(self) -> int:
        """How many steps of the open lesson have been taken."""
        return 0 if self.place is None else self.place.steps_taken

    @property
    def is_hidden(self) -> bool:
        """Whether a prediction is awaited and the answer hidden."""
        return self.place is not None and self.place.is_hidden

    @property
    def is_tried(self) -> bool:
        """Whether something was changed or answered since the page or the last step."""
        return self.place is not None and (
            self.session.document is not self._shown or bool(self.place.answers)
        )

    @property
    def plots_in_front(self) -> tuple[str, ...]:
        """The plots of the last step that has any, at first the plots of the lesson."""
        return () if self.lesson is None else plots_in_front(self.lesson, self.steps_taken)

    @property
    def position(self) -> CoursePosition | None:
        """Which page of the course or talk is open; None for a scene that is no page of one."""
        if self.lesson is None or not self._is_page_open:
            return None
        return self.course.position(self.lesson.name)

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

    def is_page(self, lesson: Lesson) -> bool:
        """Whether a lesson is a page of the course whose pages are turned."""
        return any(lesson is page for page in self.course.lessons)

    def _begin_page(self, lesson: Lesson, state: LessonState | None) -> None:
        """Show a page; the scene of a slide is that of its file."""
        self._begin(lesson, state, self.session.load)
        if self.slide is not None and self.slide.path is not None:
            self.slide_shown.emit(self.slide)
            if state is not None and state.unsaved is not None:
                self.session.mark_unsaved()

    def _begin(
        self, lesson: Lesson, state: LessonState | None, show: Callable[[Document], None]
    ) -> None:
        place = state or fresh_state(lesson)
        self.lesson, self.place, self._page = lesson, place, lesson
        self._is_opening = True
        self.page_opens.emit()
        show(place.document)
        self._shown, self._is_opening = self.session.committed, False
        self.plots_wanted.emit(self.plots_in_front)
        self.changed.emit()
        self.page_begun.emit()

    def _show(self, document: Document, text: str) -> None:
        if document is not self.session.committed:
            # waits for quick fits, so that the first frame is complete
            self.session.preview(document)
            self.session.commit(text)
        self._shown = self.session.committed

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

    def _on_load(self) -> None:
        if not self._is_opening and self.lesson is not None:
            self._end()  # another document: the lesson is over

    # --- a talk -----------------------------------------------------------------------------------

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
    def changed_slides(self) -> tuple[Slide, ...]:
        """The slides with changes that their files do not hold yet, also those not open now."""
        self.keep()
        return tuple(slide for slide, _ in self._unsaved)

    @property
    def _unsaved(self) -> list[tuple[Slide, LessonState]]:
        """The slides that were left with changes, as they were left."""
        slides = () if self.talk is None else self.talk.slides
        states = ((slide, self._places.get((self.course.folder, slide.name))) for slide in slides)
        return [(slide, left) for slide, left in states if left is not None and left.unsaved]

    @property
    def talk_as_it_is(self) -> Talk | None:
        """The open talk with the scenes of its changed slides as they are now."""
        self.keep()
        talk, left = self.talk, {slide.name: state.document for slide, state in self._unsaved}
        if talk is None:
            return None
        slides = (
            replace(slide, document=left.get(slide.name, slide.document)) for slide in talk.slides
        )
        return replace(talk, lessons=tuple(slides))

    @property
    def unsaved_elsewhere(self) -> dict[str, Document]:
        """The unsaved scenes of the slides that are not open now, by words for them."""
        return {
            f"{slide.name}, a slide of {self.course.folder.name}": state.unsaved
            for slide, state in self._unsaved
            if state.unsaved is not None and (self.slide is None or slide.name != self.slide.name)
        }

    def forget_changes(self) -> None:
        """Let every slide begin again as its file holds it."""
        for slide in self.changed_slides:
            self._places.pop((self.course.folder, slide.name))

    def note_switched(self, name: str) -> None:
        """A layer or a method, by its name or id, was switched by key before the room: that is
        looking, and no change of a slide.
        """
        if self.place is not None:
            self.place = replace(self.place, switched=self.place.switched | {name})

    # --- what is kept and saved -------------------------------------------------------------------

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
        document_saved = slide.own_document
        is_same = encode(document.with_view_of(document_saved)) == encode(document_saved)
        return None if is_same else document

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
