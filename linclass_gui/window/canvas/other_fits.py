"""The fits to other samples that layers of the canvas draw, made beside the window's thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal

from solvers import Fit

from ...errors import log_fault
from ...layers.other_samples import QUESTIONS, Question, answer
from ...scene.scene import OtherFits, Scene
from ..session import drawing
from ..session.background import LatestQuery
from ..session.session import Session


class OtherFitsOfLayers(QObject):
    """Keeps the newest ``fits`` by layer; ``changed`` comes when there are others.

    Up to a hundred fits take up to a second: a picture with them would be late by as much, so it
    shows those of the question before, faded, until they come.
    """

    changed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self.fits: Mapping[str, OtherFits] = MappingProxyType({})
        self._asked: dict[str, Question] = {}
        self._queries = {name: LatestQuery(self) for name in QUESTIONS}
        session.scene_changed.connect(self._follow)
        session.loaded.connect(self._forget)

    def _follow(self, _: Scene, scene: Scene) -> None:
        self.ask(scene)

    def ask(self, scene: Scene) -> None:
        """Ask for the fits of a scene that are not known yet; none during a drag."""
        for name in QUESTIONS:
            if scene.shows(name) and scene.base is None and scene.pair is not None:
                question = QUESTIONS[name](scene.pair)
                if question is not None and question != self._asked.get(name):
                    self._asked[name] = question
                    show = partial(self._show, name, scene.document.selected, question)
                    work = partial(answer, question)
                    self._queries[name].ask(work, show, log_fault, drawing.GRACE)

    def scene_with_fits(self, scene: Scene) -> Scene:
        """The scene with these fits, where one of its layers draws some."""
        if scene.document.layers.isdisjoint(QUESTIONS):
            return scene
        return replace(scene, other_fits=self.fits)

    def _show(self, name: str, id: str, question: Question, fits: tuple[Fit, ...]) -> None:
        newest = OtherFits(id, question, fits)
        self.fits = MappingProxyType({**self.fits, name: newest})
        self.changed.emit()

    def _forget(self) -> None:
        self.fits, self._asked = MappingProxyType({}), {}
