"""The playback bar under the canvas: play, pause, step, scrub, and the sentence of the step.

The bar only moves the timeline of the scene; canvas and plots follow it like any other change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from solvers import AnyFit

from ...markup.numbers import sentence_label
from ...scene.playback import (
    Playback,
    backward,
    forward,
    go_to,
    is_playable,
    open_timeline,
    seek,
    sentence,
)
from ...scene.scene import Scene
from ..session.session import Session
from ..timers import make_timer
from ..widgets.controls import ComboField, IconButton, Scale, Slider, TickBox
from ..widgets.layouts import in_column, in_row, plain_tip, push_button, with_name
from ..widgets.themed import CAPTION, MathLabel, Paragraph, Themed

SPEEDS = (1, 2, 5, 10, 30, 60)  # phases a second
STEPS_AT_ONCE = (1, 2, 5, 10, 50)
# the width below which the timeline replaces some words
NARROW = 640
WORDS_HEIGHT = 40  # two lines of text, or three of captions
COUNT, TIMELINE = 132, 34  # room for "update 20 000 of 20 000"
# a step by hand glides; while playing fast the next step comes sooner than the glide ends
GLIDE_MS, GLIDE_FRAMES = 120, 7
NO_ANSWER = "Nothing to play: no method is selected and switched on, or it has no answer yet."
NO_RUN = (
    "Nothing to play: the selected method reaches its answer in one step. Try another algorithm "
    "or an iterative method."
)


class PlaybackBar(Themed, QWidget):
    """Moves the timeline of the selected method."""

    is_away = False  # during a presentation, whose bands show the same
    reason_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.setObjectName("playback")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # As wide as the canvas, however narrow: the bar does not set the least width of the window.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._clock = make_timer(0, self, self._tick)
        self._glide = make_timer(GLIDE_MS // GLIDE_FRAMES, self, self._glide_on)
        self._target: Playback | None = None
        self._make_parts()
        self._lay_out()
        session.scene_changed.connect(self._follow)
        self.hide()

    # --- building ---------------------------------------------------------------------------------

    def _make_parts(self) -> None:
        self.first_button = IconButton("undo", "Back to the first step (Home)", self.rewind)
        self.back_button = IconButton("step-back", "One step back (,)", self.step_back)
        self.play_button = IconButton("play", "Play or pause (K)", self.play_or_pause)
        self.step_button = IconButton("step", "One step on (.)", self.step_on)
        tip = "Close the playback and show the answer (Shift+K)"
        self.close_button = IconButton("close", tip, self.close_playback)
        self.timeline = Slider(Scale(0.0, 1.0, is_whole=True), 0.0)
        self.timeline.setToolTip(plain_tip("Drag to any step of the recorded run"))
        self.timeline.setAccessibleName("timeline")
        self.timeline.moved.connect(self._scrub)
        self.count = MathLabel("", size=CAPTION, tone="ink_2", align=Qt.AlignmentFlag.AlignHCenter)
        self.speed = _combo([f"{v} / s" for v in SPEEDS], 1, "Phases a second while playing")
        self.at_once = _combo([f"× {v}" for v in STEPS_AT_ONCE], 0, "Steps at once")
        self.together = TickBox("all methods")
        self.together.setToolTip(
            plain_tip("Move every iterative method on the same timeline, to compare two settings")
        )
        self.together.toggled.connect(self._set_together)
        self.words = Paragraph(WORDS_HEIGHT)
        tip = "The numbers of this update, as on paper"
        self.why_button = push_button("Why?", self.reason_wanted, "why-update", tip)

    def _lay_out(self) -> None:
        top = in_row(None, (self.words, 1), self.why_button, spacing=8)
        top.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        steps = (self.first_button, self.back_button, self.play_button, self.step_button)
        rest = (self.count, self.speed, self.at_once, self.together)
        self._buttons = in_row(None, *steps, (self.timeline, 1), *rest)
        in_column(self, top, self._buttons)
        self.measure()

    def measure(self) -> None:
        layout = self.layout()
        if layout is None:
            return
        layout.setContentsMargins(self.px(16), self.px(8), self.px(8), self.px(4))
        self._buttons.setSpacing(self.px(6))
        self.count.setFixedWidth(self.px(COUNT))
        self.timeline.setFixedHeight(self.px(TIMELINE))  # its ends are in the count
        for combo in (self.speed, self.at_once):
            combo.setFixedWidth(self.px(72))
        self._follow_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow_width()

    def _follow_width(self) -> None:
        width = self.area.width()
        self.together.setText("all methods" if width >= NARROW else "all")
        least_widths = (
            (self.speed, 540),
            (self.at_once, 540),
            (self.together, 440),
            (self.count, 380),
        )
        for part, least in least_widths:
            part.setVisible(width >= least)

    # --- commands ---------------------------------------------------------------------------------

    @property
    def is_playing(self) -> bool:
        """Whether the clock runs."""
        return self._clock.isActive()

    def open(self) -> None:
        """Show the bar at the first step of the selected method."""
        fit = self._fit()
        if self.isHidden() and not self.is_away:
            self.show()
        if fit is not None and is_playable(fit):
            self._set(open_timeline(fit, self.together.isChecked()))
        else:
            self._show(self._session.scene)

    def play_or_pause(self) -> None:
        """Start or stop the clock; at the end it starts again from the first step."""
        if self._clock.isActive():
            self._pause()
            return
        if self._playback() is None:
            self.open()
        playback = self._playback()
        if playback is None:
            return
        if playback.at_end:
            self._set(go_to(playback, 0))
        self._clock.start(1000 // SPEEDS[self.speed.currentIndex()])
        self._show(self._session.scene)

    def step_on(self) -> None:
        """One phase on: first the samples, then the line."""
        self._pause()
        if self._playback() is None:
            self.open()
            return
        self._advance(glide=True)

    def _move(self, move: Callable[[Playback], Playback]) -> None:
        """Stop the clock and show another place of the timeline, where there is one."""
        self._pause()
        playback = self._playback()
        if playback is not None:
            self._set(move(playback))

    def step_back(self) -> None:
        """One phase back."""
        self._move(lambda playback: backward(playback, STEPS_AT_ONCE[self.at_once.currentIndex()]))

    def rewind(self) -> None:
        """Back to the first step."""
        self._move(lambda playback: go_to(playback, 0))

    def go_to_end(self) -> None:
        """On to the last step: the answer."""
        self._move(lambda playback: go_to(playback, len(playback.numbers)))

    def close_playback(self) -> None:
        """Hide the bar and show the answers again."""
        self._pause()
        self._session.set_playback(None)
        self.hide()

    def close_other_run(self) -> None:
        """Hide the bar where the run that it showed belonged to another picture."""
        if self._session.scene.playback is None and self.isVisible():
            self.close_playback()

    # --- the timeline -----------------------------------------------------------------------------

    def _fit(self) -> AnyFit | None:
        scene = self._session.scene
        method = scene.document.selected_method
        return scene.whole.get(method.id) if method is not None and method.enabled else None

    def _playback(self) -> Playback | None:
        return self._session.scene.playback

    def _set(self, playback: Playback) -> None:
        self._glide.stop()
        self._session.set_playback(playback)

    def _pause(self) -> None:
        self._clock.stop()
        self._glide.stop()
        if self._target is not None and self._playback() is not None:
            self._session.set_playback(self._target)
        self._target = None
        self._show(self._session.scene)

    def _tick(self) -> None:
        self._clock.setInterval(1000 // SPEEDS[self.speed.currentIndex()])
        self._advance(glide=self._clock.interval() > 2 * GLIDE_MS)
        playback = self._playback()
        if playback is None or (self._target or playback).at_end:
            self._clock.stop()
            self._show(self._session.scene)

    def _advance(self, glide: bool) -> None:
        fit, playback = self._fit(), self._playback()
        if fit is None or playback is None:
            return
        ahead = forward(playback, fit, STEPS_AT_ONCE[self.at_once.currentIndex()])
        if glide and ahead.place == playback.place + 1:
            self._target = ahead
            self._glide.start()
        else:
            self._set(ahead)

    def _glide_on(self) -> None:
        playback, target = self._playback(), self._target
        if playback is None or target is None:
            self._glide.stop()
            return
        blend = playback.blend + 1.0 / GLIDE_FRAMES
        if blend >= 1.0 - 1e-9:
            self._target = None
            self._set(target)
        else:
            self._session.set_playback(replace(playback, blend=blend, announced=False))

    def _scrub(self, value: float) -> None:
        playback = self._playback()
        if playback is None:
            self.open()
            playback = self._playback()
        if playback is not None:
            self._clock.stop()
            self._target = None
            self._set(seek(playback, round(value)))

    def _set_together(self, is_together: bool) -> None:
        playback = self._playback()
        if playback is not None:
            self._set(replace(playback, together=is_together))

    # --- following the scene ----------------------------------------------------------------------

    def _follow(self, old: Scene, new: Scene) -> None:
        if new.playback is not None and not self.is_away:
            self.show()  # whatever has brought a run, its bar steps it
        if not (self.isVisible() or self.is_away):
            return
        if old.playback is not None and new.playback is None:
            # Other points or another method: the played run is no longer the one on the screen.
            self._clock.stop()
            self._glide.stop()
            self._target = None
        if old.playback is not new.playback or old.whole != new.whole:
            self._show(new)

    def _show(self, scene: Scene) -> None:
        fit, playback = self._fit(), scene.playback
        playable = fit is not None and is_playable(fit)
        for part in (
            self.first_button,
            self.back_button,
            self.play_button,
            self.step_button,
            self.timeline,
            self.why_button,
        ):
            part.setEnabled(playable)
        self.play_button.set_icon("pause" if self._clock.isActive() else "play")
        if fit is None or not playable:
            self.words.set_text(NO_ANSWER if fit is None else NO_RUN)
            self.count.set_text("")
            return
        first, last = fit.numbers[0], fit.numbers[-1]
        scale = Scale(float(first), float(last), is_whole=True)
        if scale != self.timeline.scale:
            self.timeline.scale = scale
            self.timeline.update()
        position = playback or go_to(open_timeline(fit), len(fit.numbers))
        self.timeline.set_value(float(position.step))
        self.count.set_text(position.words)
        self.words.set_text(
            sentence_label(fit.explanation if playback is None else sentence(playback, fit))
        )


def _combo(texts: list[str], index: int, tip: str) -> ComboField:
    field = with_name(ComboField(), "", tip, tip)
    field.addItems(texts)
    field.setCurrentIndex(index)
    return field
