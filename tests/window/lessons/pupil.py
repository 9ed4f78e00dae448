"""A pupil at the window: does with mouse and keys what a student does in a lesson."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from linclass_gui.lessons.lesson import Lesson
from linclass_gui.scene.axes import standardise
from linclass_gui.scene.generating import sample_document
from linclass_gui.window.canvas.picture import Picture
from linclass_gui.window.main_window import MainWindow
from solvers import Populations

Place = tuple[float, float]
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


@dataclass
class Pupil:
    """Works on the lesson that is open in a window."""

    window: MainWindow

    def open(self, name: str) -> Lesson:
        """Open a lesson as its file has it."""
        coursework = self.window.lessons.coursework
        lesson = coursework.course.lessons[coursework.course.places[name]]
        if coursework.lesson is lesson:
            coursework.start_again()
        else:
            # as it was left by another test: to open that and begin again would load two scenes
            coursework._places.clear()
            self.window.lessons.open(lesson)
        self.wait()
        return lesson

    def wait(self) -> None:
        """Until every fit is shown and the goal has been looked at."""
        assert self.window.session.wait_idle(20_000)
        self.window.canvas.refresh()
        self.window.lessons.coursework.look()

    def at(self, place: Place) -> QPointF:
        """Where a place of the plane is on the canvas."""
        view, pixel = self.window.session.scene.view, self.window.session.scene.pixel
        return QPointF((place[0] - view.x0) / pixel, (view.y1 - place[1]) / pixel)

    def _send(
        self,
        kind: QEvent.Type,
        at: QPointF,
        button: Qt.MouseButton,
        held: Qt.MouseButton,
        keys: Any = NONE,
    ) -> None:
        target = self.window.canvas.viewport()
        QApplication.sendEvent(
            target, QMouseEvent(kind, at, target.mapToGlobal(at), button, held, keys)
        )

    def drag(self, start: Place, end: Place) -> None:
        """Drag from one place to another, in a few moves."""
        a, b = self.at(start), self.at(end)
        left = Qt.MouseButton.LeftButton
        self._send(QEvent.Type.MouseButtonPress, a, left, left)
        for k in range(1, 5):
            self._send(QEvent.Type.MouseMove, a + (b - a) * (k / 4), Qt.MouseButton.NoButton, left)
        self._send(QEvent.Type.MouseButtonRelease, b, left, Qt.MouseButton.NoButton)
        self.wait()

    def choose_class(self, index: int) -> None:
        """The class of the points that are clicked from now on."""
        self.window.session.set_state(active=index)

    def click(self, place: Place, keys: Any = NONE, right: bool = False) -> None:
        """Click a place."""
        at, button = (
            self.at(place),
            Qt.MouseButton.RightButton if right else Qt.MouseButton.LeftButton,
        )
        self._send(QEvent.Type.MouseButtonPress, at, button, button, keys)
        self._send(QEvent.Type.MouseButtonRelease, at, button, Qt.MouseButton.NoButton, keys)
        self.wait()

    def press_in_plot(self, name: str, place: Place) -> None:
        """Click a place of a linked plot, in the units of its axes."""
        view, at = self._in_plot(name, place)
        left = Qt.MouseButton.LeftButton
        for kind, held in (
            (QEvent.Type.MouseButtonPress, left),
            (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton),
        ):
            QApplication.sendEvent(
                view.viewport(), QMouseEvent(kind, at, view.mapToGlobal(at), left, held, NONE)
            )
        self.wait()

    def _in_plot(self, name: str, place: Place) -> tuple[Picture, QPointF]:
        view = self.window.plots.views[name]
        QApplication.processEvents()
        view.refresh()
        return view, QPointF(*view.item.mapping.point(*place))

    def line(self, angle: float, through: Place) -> None:
        """Drag the two rings of the trial line until its normal has this angle and it passes
        through a place.
        """
        handles = {handle.name: handle.at for handle in self._handles()}
        self.drag(handles["trial-move"], through)
        trial = self.window.session.document.trial
        turn = {handle.name: handle.at for handle in self._handles()}["trial-turn"]
        reach, along = math.dist(turn, trial.pivot), math.radians(angle - 90.0)
        self.drag(
            turn,
            (trial.pivot[0] + reach * math.cos(along), trial.pivot[1] + reach * math.sin(along)),
        )

    def _handles(self) -> Any:
        from linclass_gui.layers.trial_line import handles

        return handles(self.window.session.scene)

    def flip(self, *places: Place) -> None:
        """Select points by clicks and give them to the other class."""
        for k, place in enumerate(places):
            self.click(place, SHIFT if k else NONE)
        self.key(Qt.Key.Key_F)
        self.key(Qt.Key.Key_Escape)

    def key(self, key: Qt.Key, held: Any = NONE) -> None:
        """Press a key over the canvas."""
        QTest.keyClick(self.window.canvas, key, held)
        self.wait()

    def zoom(self, notches: int) -> None:
        """Turn the wheel in the middle of the canvas."""
        target = self.window.canvas.viewport()
        at = QPointF(target.rect().center())
        no_buttons, no_phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
        for _ in range(abs(notches)):
            delta = QPoint(0, 120 if notches > 0 else -120)
            QApplication.sendEvent(
                target,
                QWheelEvent(
                    at, target.mapToGlobal(at), QPoint(), delta, no_buttons, NONE, no_phase, False
                ),
            )
        self.wait()

    def set(self, id: str, **parameters: Any) -> None:
        """Set parameters of a method in its form."""
        used = self.window.session.document.method(id)
        self._replace(replace(used, method=replace(used.method, **parameters)))

    def choose(self, id: str, **spaces: Any) -> None:
        """Choose another feature map or kernel."""
        self._replace(replace(self.window.session.document.method(id), **spaces))

    def _replace(self, used: Any) -> None:
        self.window.methods.replace(used, final=True, text="Set")
        self.wait()

    def standardise(self) -> None:
        """Measure both axes in deviations."""
        session = self.window.session
        session.apply("Standardise", standardise(session.committed))
        self.wait()

    def sample(self, change: Callable[[Populations], Populations], n: int = 0) -> None:
        """Draw new points from changed populations, ``n`` of them or as many as there are."""
        session = self.window.session
        document = session.document
        assert document.populations is not None
        session.apply(
            "Sample",
            sample_document(
                document, change(document.populations), n or len(document.dataset), document.seed
            ),
        )
        self.wait()

    def answer(self, **answers: str) -> None:
        """Type the answers and press the button."""
        form = self.window.lessons.panel.question
        for name, text in answers.items():
            field = form.fields[name]
            if isinstance(field, QLineEdit):
                field.setText(text)
            else:
                field.setCurrentIndex(int(text))
        form.check.click()
        self.wait()

    def delete_everything(self) -> None:
        """Select all points and delete them."""
        self.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        self.key(Qt.Key.Key_Delete)

    @property
    def is_met(self) -> bool:
        """Whether the goal holds now."""
        return self.window.lessons.coursework.standing.is_met
