"""All that the menus offer as one list, and its entries that match some typed words, the best
first."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from ...markup.mathtext import plain
from .menus import LACKS, MISSING, UNSEEN, Action, Menu, Submenu, shortcut_words, value_of

BETWEEN = " › "  # between a menu and the menu inside it
TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class CommandEntry:
    """One entry of a menu: its title, the menus that lead to it, its shortcut and its tip.

    ``missing`` says why it cannot be run, or why it would draw nothing; ``is_on`` whether it has
    its tick.
    """

    action: QAction
    title: str
    place: str
    keys: str = ""
    tip: str = ""
    missing: str = ""

    @property
    def id(self) -> str:
        """Its way through the menus, by which it is remembered."""
        return f"{self.place}{BETWEEN}{self.title}"

    @property
    def is_possible(self) -> bool:
        """Whether it can be run, and something would be seen of it."""
        return self.action.isEnabled() and not self.action.property(UNSEEN)

    @property
    def is_on(self) -> bool:
        """Whether it has its tick."""
        return self.action.isCheckable() and self.action.isChecked()


def entries_of(
    menus: Sequence[Menu], actions: Mapping[str, QAction], window: QWidget, holder: QMenu
) -> Iterator[CommandEntry]:
    """Every entry of the menus in their order; menus inside menus are filled in ``holder``."""
    for menu in menus:
        for entry in menu.entries:
            if isinstance(entry, Action):
                action = actions[entry.id]
                yield CommandEntry(
                    action,
                    _words(action.text()),
                    menu.title,
                    shortcut_words(entry),
                    entry.tip,
                    "" if action.isEnabled() else action.property(MISSING) or LACKS[entry.needs],
                )
            elif isinstance(entry, Submenu):
                inner = holder.addMenu(entry.text)
                value_of(window, entry.fill, inner)
                yield from _entries_in(inner, f"{menu.title}{BETWEEN}{_words(entry.text)}")


def _entries_in(menu: QMenu, place: str) -> Iterator[CommandEntry]:
    # PySide6 before 6.11.3 calls the actions gone of a menu that `action.menu()` gave
    inside = {inner.menuAction(): inner for inner in menu.findChildren(QMenu)}
    for action in menu.actions():
        if (inner := inside.get(action)) is not None:
            yield from _entries_in(inner, f"{place}{BETWEEN}{_words(action.text())}")
        elif action.text():
            missing = action.property(MISSING) or ("" if action.isEnabled() else LACKS["nothing"])
            tip = html.unescape(TAG.sub(" ", action.toolTip()))
            yield CommandEntry(action, _words(action.text()), place, "", tip, missing)


def _words(text: str) -> str:
    """The text of an entry as it is read: without the marks of its letters, formulas as words."""
    return plain(re.sub("&(.)", r"\1", text))


def matching(
    entries: Sequence[CommandEntry], text: str, recent_ids: Sequence[str]
) -> list[CommandEntry]:
    """The entries in which every typed word occurs, the best first: by where the words occur, then
    those used lately; without a word all entries, those used lately first.
    """
    words = text.lower().split()
    ages = {id: age for age, id in enumerate(recent_ids)}
    ranked = []
    for number, entry in enumerate(entries):
        ranks = [_rank(word, entry) for word in words]
        if NOWHERE not in ranks:
            age = ages.get(entry.id, len(ages))
            title, typed_words = _searched(entry.title), " ".join(words)
            beginning = (title != typed_words, not title.startswith(typed_words))
            key = (*beginning, sum(ranks), bool(entry.missing), age, number)
            ranked.append((key if words else (age, number), entry))
    return [entry for _, entry in sorted(ranked, key=lambda pair: pair[0])]


BEGINS, BEGINS_WORD, IN_TITLE, IN_PLACE, IN_TIP, NOWHERE = range(6)


def _searched(title: str) -> str:
    """A title as it is looked for: without the number of a lesson, and without dots at its end."""
    return re.sub(r"^\d+\s+", "", title.lower()).rstrip("…")


def _rank(word: str, entry: CommandEntry) -> int:
    """Where a word occurs: the less, the nearer to the beginning of the title."""
    title = _searched(entry.title)
    if title.startswith(word):
        return BEGINS
    if any(part.startswith(word) for part in re.split(r"\W+", title)):
        return BEGINS_WORD
    if word in title:
        return IN_TITLE
    if word in entry.place.lower():
        return IN_PLACE
    return IN_TIP if word in entry.tip.lower() else NOWHERE
