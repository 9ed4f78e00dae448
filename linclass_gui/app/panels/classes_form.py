"""The treatment of more than two classes by the selected method: its scheme, and the chosen pair of classes."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ...core.appearance.theme import Theme
from ...core.classes.members import ALL, Key, choices, is_all, key_name, looked_at
from ...core.classes.scheme import needs_scheme
from ...core.document import MethodInUse
from ...core.scene import Scene
from ..widgets.basics import MathLabel, Placed
from ..widgets.controls import ComboField
from ..widgets.layouts import in_column, named
from .forms import CONTROL_WIDTH, ROW, WIDTH, ParameterForm


class ClassesForm(QWidget):
    """Empty for two classes; else the form of the scheme where the method needs one, and the list of its pairs."""

    scheme_changed = Signal(object, bool)
    member_chosen = Signal(object)

    def __init__(self, method: MethodInUse, theme: Theme, is_many: bool) -> None:
        super().__init__()
        inside = in_column(self)
        self.form: ParameterForm | None = None
        self.member = ComboField()
        self._keys: tuple[Key, ...] = ()
        if is_many and needs_scheme(method.method):
            self.form = ParameterForm(method.scheme, theme)
            self.form.changed.connect(self.scheme_changed)
            inside.addWidget(self.form)
        self.row = self._member_row()
        inside.addWidget(self.row)
        self.row.setVisible(False)
        self._is_many = is_many

    def _member_row(self) -> QWidget:
        row = Placed(WIDTH, ROW)
        row.place(MathLabel("Looked at", tone="ink_2"), 0, 0, WIDTH - CONTROL_WIDTH - 8, ROW)
        row.place(self.member, WIDTH - CONTROL_WIDTH, 4, CONTROL_WIDTH, 28)
        tip = "Whose margins, support vectors, slack and plots are shown (M shows the next one)"
        named(self.member, "member", "pair of classes shown", tip)
        self.member.activated.connect(self._choose)
        return row

    def _choose(self, index: int) -> None:
        self.member_chosen.emit(self._keys[index])

    def show_scene(self, scene: Scene) -> None:
        """Show the pairs of the selected method, and the chosen one."""
        many = None if scene.chosen is None else scene.chosen[1]
        keys = () if many is None or not self._is_many else choices(many)
        names = scene.document.dataset.class_names
        words = [key_name(key, names) for key in keys]
        if words != [self.member.itemText(k) for k in range(self.member.count())]:
            self.member.clear()
            self.member.addItems(words)
        self._keys = keys
        self.row.setVisible(bool(keys))
        shown = None if many is None else looked_at(many, scene.document.member)
        if many is not None and is_all(many, scene.document.member):
            shown = ALL
        if shown in keys:
            self.member.setCurrentIndex(keys.index(shown))
