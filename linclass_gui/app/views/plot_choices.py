"""A menu of what a linked plot can show, the current choices ticked."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from ...core.markup.mathtext import plain
from ...plots import Plot
from ...plots.parts.axes import Choice
from ..session.session import Session
from ..widgets.controls import add_choice

NOTHING = "Nothing to choose from now"


def fill_choices(menu: QMenu, plot: Plot, session: Session) -> None:
    """One section for each group of choices."""
    choices = () if plot.choices is None else plot.choices(session.scene)
    group, actions = "", QActionGroup(menu)
    for choice in choices:
        if choice.group != group:
            group = choice.group
            menu.addSection(group)
            actions = QActionGroup(menu)
        actions.addAction(add_choice(menu, plain(choice.title), partial(_choose, session, choice), choice.is_now))
    if not choices:
        menu.addAction(NOTHING).setEnabled(False)


def _choose(session: Session, choice: Choice) -> None:
    if not choice.is_now:
        session.apply(f"Choose {choice.group.lower()}", choice.document)
