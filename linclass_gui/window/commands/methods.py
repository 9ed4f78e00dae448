"""Edits of the methods in use, from the menu, the panel and its context menu."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from solvers import METHODS, AnyMethod

from ...answers.method_labels import label_of
from ...answers.score_formula import fit_of_formula, score_latex
from ...answers.trial_line import starting_trial
from ...markup.latex import objective_latex
from ...markup.mathtext import plain
from ...scene.colours import COLOURS
from ...scene.document import Document
from ...scene.methods import ONLY_MANY, MethodInUse, needs_scheme
from ...scene.pairs import next_key
from ...scene.theme import LIGHT, Theme
from ..session.session import Session
from ..widgets.controls import add_choice
from ..widgets.layouts import plain_entry, plain_tip
from ..widgets.themed import method_icon
from .menus import LACKS, allow

SCHEMED = (
    " For two classes: with more it is fitted to every pair, or to each class against the rest, "
    "as you choose."
)
COLOUR_NAMES = ("black", "green", "pink", "amber", "sky blue")


class MethodCommands(QObject):
    """Adds, removes, orders, colours and switches methods; each is one undo entry.

    ``trial_name_wanted`` asks for the name of the trial line.
    """

    trial_name_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.theme: Theme = LIGHT

    @property
    def _document(self) -> Document:
        return self.session.document

    # --- menus ------------------------------------------------------------------------------------

    def fill_add(self, menu: QMenu) -> None:
        """One entry for every method, with its summary as tool tip."""
        menu.setToolTipsVisible(True)
        for kind in METHODS:
            self._offer(menu, kind)
        menu.addSeparator()
        for other in ONLY_MANY:
            self._offer(menu, other)
        menu.addSeparator()
        trial = menu.addAction("Trial line", self.toggle_trial)
        trial.setToolTip(plain_tip("A line to place by hand, beside those of the methods"))
        allow(trial, "" if self._document.trial is None else "there is one")

    def fill_select(self, menu: QMenu) -> None:
        """The methods in use; the selected one is ticked."""
        document = self._document
        for method in document.methods:
            name = label_of(method, document.methods) or method.method.name
            add_choice(
                menu,
                plain_entry(plain(name)),
                partial(self.session.set_selected, method.id),
                method.id == document.selected,
                "Show the parameters, numbers and layers of this method",
            )

    def _offer(self, menu: QMenu, kind: type[AnyMethod]) -> None:
        classes = len(self._document.dataset.class_names)
        more = SCHEMED if needs_scheme(kind(), classes) else ""
        menu.addAction(kind.name, partial(self.add, kind)).setToolTip(
            plain_tip(f"{kind.summary}{more}")
        )

    def fill_colours(self, menu: QMenu) -> None:
        """The colours that the selected method may have."""
        method = self._document.selected_method
        why_not = LACKS["method"] if method is None else ""
        for slot in range(COLOURS):
            is_now = method is not None and slot == method.slot
            choice = add_choice(menu, COLOUR_NAMES[slot], partial(self.recolour, slot), is_now)
            choice.setIcon(method_icon(self.theme.palette, slot))
            allow(choice, why_not if self._document.has_two_sides else "of two classes only")

    # --- one method -------------------------------------------------------------------------------

    def add(self, kind: type[AnyMethod]) -> None:
        """Put a method with its default parameters in use and select it."""
        self.session.apply(f"Add {kind.name}", self._document.adding(kind()))

    def step_member(self, step: int) -> None:
        """Look at the next pair of classes (1), or the one before (-1)."""
        key = next_key(self._document, step)
        if key is not None:
            self.session.set_looks(member=key)

    # Without an id the commands of the menu apply to the selected method.

    def _method(self, id: str = "") -> MethodInUse:
        return self._document.method(id or self._document.selected)

    def toggle(self, id: str = "") -> None:
        """Switch a method on or off."""
        method = self._method(id)
        verb = "Hide" if method.enabled else "Show"
        self.session.apply(
            f"{verb} {method.name}",
            self._document.switched({method.id: not method.enabled}),
        )

    def show_only(self) -> None:
        """Hide all methods but the selected one; all of them while the trial line is looked at."""
        document = self._document
        is_of_trial = document.trial is not None and document.trial.in_front
        shown_id = "" if is_of_trial else document.selected
        name = "the trial line" if is_of_trial else self._method().name
        changed = document.switched({m.id: m.id == shown_id for m in document.methods})
        if changed.methods != document.methods:
            self.session.apply(f"Show only {name}", changed)

    def duplicate(self) -> None:
        """Add a copy of the selected method with the same settings."""
        method = self._method()
        longer = self._document.adding(method.method)
        new = replace(
            longer.methods[-1], features=method.features, kernel=method.kernel, scheme=method.scheme
        )
        self.session.apply(f"Duplicate {method.name}", longer.with_method(new))

    def remove(self, id: str = "") -> None:
        """Take a method out of use."""
        method = self._method(id)
        self.session.apply(f"Remove {method.name}", self._document.removing(method.id))

    def move(self, step: int) -> None:
        """Move the selected method in the list: up (-1) or down (1)."""
        method, methods = self._method(), list(self._document.methods)
        place = methods.index(method)
        target = min(max(place + step, 0), len(methods) - 1)
        if target != place:
            methods.insert(target, methods.pop(place))
            self.session.apply(
                f"Move {method.name}", replace(self._document, methods=tuple(methods))
            )

    def recolour(self, slot: int) -> None:
        """Draw the selected method in another colour; the one that had it takes the old one."""
        method, document = self._method(), self._document
        for other in document.methods:
            if other.slot == slot and other.id != method.id:
                document = document.with_method(replace(other, slot=method.slot))
                break
        self.session.apply(
            f"Colour of {method.name}", document.with_method(replace(method, slot=slot))
        )

    def copy_formula(self) -> None:
        """Copy the score with its numbers as LaTeX, if there is a boundary."""
        fit = fit_of_formula(self.session.scene, self._document.selected)
        if fit is not None and (formula := score_latex(fit)) is not None:
            QGuiApplication.clipboard().setText(formula)

    def copy_objective(self) -> None:
        """Copy the objective of the method as LaTeX."""
        classes = len(self._document.dataset.class_names)
        QGuiApplication.clipboard().setText(objective_latex(self._method().method, classes))

    def replace(self, changed: MethodInUse, *, final: bool, text: str) -> None:
        """Show a method with other settings; ``final`` makes it an undo entry, unless the settings
        are unchanged.
        """
        if final and changed in self.session.committed.methods:
            self.session.rollback()
            return
        self.session.preview(self._document.with_method(changed))
        if final:
            self.session.commit(text)

    # --- their names in the picture ---------------------------------------------------------------

    def toggle_names(self) -> None:
        """Write the names of all lines into the picture, or none."""
        document = self._document
        self.session.apply(
            f"{'Hide' if document.names else 'Show'} names of lines",
            replace(document, names=not document.names),
        )

    # --- the trial line ---------------------------------------------------------------------------

    def name_trial_line(self) -> None:
        """Let the name of the trial line be typed on it; there is one from then on."""
        if self._document.trial is None:
            self.toggle_trial()
        self.trial_name_wanted.emit()

    def toggle_trial(self) -> None:
        """Put a trial line through the middle of the data, or remove it."""
        document = self._document
        if document.trial is not None:
            self.session.apply("Remove trial line", replace(document, trial=None))
        else:
            self.session.apply(
                "Add trial line",
                replace(document, trial=starting_trial(document.dataset, self.session.scene.view)),
            )
