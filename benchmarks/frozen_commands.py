"""What the menus of some scenes offer, as somebody has read it: each entry with its menus, its tick
and why it is not possible.  ``python -m benchmarks.frozen_commands`` writes
``tests/frozen/commands.json``, and a test compares it.
"""

import json
import os
from dataclasses import replace
from pathlib import Path

# before Qt: no window of the desktop is touched
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from linclass_gui.window.commands.found import CommandEntry
from linclass_gui.window.running import make_application

from .picture_scenes import documents
from .window_pictures import show_document

FILE = Path(__file__).parents[1] / "tests" / "frozen" / "commands.json"
SCENES = ("2/populations", "3/test points", "2/maps", "3/switched off", "2/trial line", "0/nothing")
ON_SCREEN = "Text size"  # entries that say what the screen has room for
SELECTED = frozenset({0, 3})


def words_of(entry: CommandEntry) -> str:
    """An entry on a line."""
    remark = f" – {entry.missing}" if entry.missing else ""
    return f"{'✓ ' if entry.is_on else ''}{entry.title} ({entry.place}){remark}"


def commands() -> dict[str, list[str]]:
    """The entries of all menus by the scene that is open; half of the scenes have a selection."""
    found = {}
    by_name = dict(documents())
    with show_document("lesson:dual", "light", 1280, 800) as window:
        for turn, name in enumerate(("lesson:dual", *SCENES)):
            if name in by_name:
                scenario = "illness" if turn % 2 else ""
                window.session.load(replace(by_name[name], scenario=scenario))
            window.session.wait_idle(20_000)
            if turn % 2:
                window.session.set_selection(SELECTED)
            window.command_palette.present()
            entries = window.command_palette.entries
            found[name] = [words_of(entry) for entry in entries if ON_SCREEN not in entry.place]
            window.command_palette.hide()
    return found


def main() -> None:
    """Write the entries of today."""
    application = make_application([])
    FILE.write_text(json.dumps(commands(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    del application


if __name__ == "__main__":
    main()
