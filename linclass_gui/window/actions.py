"""Every action of the window, by menus: its title, its tip, what it calls, its shortcuts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QTableView, QWidget

from solvers import core

from ..scene.generating import sampled_again
from ..scene.gestures import all_selected
from ..scene.one_variable import lifted
from ..version import __version__
from .canvas.picture import Picture
from .canvas.plot import PlotView
from .canvas.viewing import toggle_full_screen, toggle_shown
from .commands.menus import Action, Menu, Submenu, all_actions
from .commands.shortcuts import TOOLS
from .dialogs.forms import apply_or_say, say_about
from .dialogs.sampling import fill_shapes, generate_points, sample_from_populations

ZOOM = 1.25


def _page(id: str, text: str, tip: str, keys: str = "") -> Action:
    """The action that shows a page of the sheet, or closes it."""
    return Action(
        id,
        text,
        tip,
        lambda window: window.sheet.toggle(id),
        keys,
        is_on=lambda window: window.sheet.is_shown(id),
    )


MENUS: tuple[Menu, ...] = (
    Menu(
        "File",
        (
            Action("new", "&New", "Start with an empty canvas", "files.new", "Ctrl+N"),
            Action("open", "&Open…", "Open a scene or a table", "files.open", "Ctrl+O"),
            Submenu("Open &recent", "The files opened or saved last", "files.fill_recent"),
            Submenu(
                "Scenes of &this figure",
                "The other scenes that stand beside this one in its figure",
                "files.fill_scenes",
            ),
            Action(
                "open-slides",
                "Open a &folder as slides…",
                "A talk of your own scenes and figures, in the order of their names or of "
                "talk.toml",
                "lessons.talks.open_folder",
            ),
            Action(
                "unsaved",
                "Restore &unsaved work…",
                "What earlier runs left behind when they were killed",
                "unsaved.show",
            ),
            None,
            Action(
                "save",
                "&Save",
                "Save the scene: points, methods, layers and view",
                "files.save",
                "Ctrl+S",
            ),
            Action(
                "save-as",
                "Save &as…",
                "Save the scene under another name",
                "files.save_as",
                "Ctrl+Shift+S",
            ),
            Submenu(
                "Add to tal&k", "This scene as the last slide of a talk", "lessons.talks.fill_add"
            ),
            None,
            Action(
                "import-table",
                "&Import table…",
                "Choose columns and classes of a table as points",
                "files.import_file",
                "Ctrl+I",
            ),
            Action(
                "export-csv",
                "Export &CSV…",
                "Write the points as a table, with scores, predictions and probabilities",
                "files.export_csv",
                needs="points",
            ),
            Action(
                "export",
                "&Export figure…",
                "Draw a view as PDF, SVG or PNG",
                "exporting.export",
                "Ctrl+Shift+E",
            ),
            Action(
                "export-again",
                "E&xport again",
                "Repeat the last export with the same file and settings",
                "exporting.export_again",
                "Ctrl+E",
            ),
            Action(
                "export-talk",
                "Export the talk as &PDF…",
                "All slides of the open talk as the pages of one file",
                "lessons.talks.export",
                needs="talk",
            ),
            Submenu(
                "Copy fi&gure as",
                "The figure as it would be exported now: picture, script or command",
                "exporting.fill_copy",
            ),
            None,
            Action("quit", "&Quit", "Close the program", "close", "Ctrl+Q"),
        ),
    ),
    Menu(
        "Edit",
        (
            Action("undo", "&Undo", "Undo the last step", "editing.undo", "Ctrl+Z"),
            Action(
                "redo",
                "Red&o",
                "Redo the step that was undone last",
                "editing.redo",
                "Ctrl+Shift+Z Ctrl+Y",
            ),
            _page(
                "history",
                "&History",
                "Every step in words: choose the state to go back to",
                "Ctrl+Alt+Z",
            ),
            None,
            Action(
                "cut",
                "Cu&t",
                "Copy the selected points and delete them",
                "editing.cut",
                "Ctrl+X",
                "selection",
            ),
            Action(
                "copy",
                "&Copy",
                "Copy the selected points as a table",
                "editing.copy",
                "Ctrl+C",
                "selection",
            ),
            Action(
                "paste",
                "&Paste",
                "Add the points of the clipboard: x1, x2 and a class in each line",
                "editing.paste",
                "Ctrl+V",
            ),
            Action(
                "duplicate",
                "Dup&licate",
                "Copy the selected points a little to the right",
                "editing.duplicate",
                "Ctrl+D",
                "selection",
            ),
            Action(
                "delete",
                "&Delete",
                "Delete the selected points",
                "editing.delete",
                "Del Backspace",
                "selection",
            ),
            None,
            Action(
                "select-all",
                "Select &all",
                "Select every point",
                lambda window: window.editing.change(all_selected),
                "Ctrl+A",
                "points",
            ),
            Action(
                "select-none",
                "Select &none",
                "Select no point",
                lambda window: window.session.set_selection(frozenset()),
                "Ctrl+Shift+A",
                "selection",
            ),
            Submenu(
                "A&rrange",
                "Mirror, jitter or snap the selected points, or all",
                "editing.fill_arrange",
            ),
            Action(
                "snap",
                "Snap to &grid",
                "Points that are added or dragged snap to a lattice of round numbers",
                lambda window: window.session.set_state(snaps=not window.session.scene.snaps),
                "Ctrl+Shift+G",
                is_on="session.scene.snaps",
            ),
            Action(
                "brush-larger",
                "Larger &brush",
                "Spray and eraser reach further",
                lambda window: window.editing.change_brush(1.25),
                "]",
            ),
            Action(
                "brush-smaller",
                "S&maller brush",
                "Spray and eraser reach less far",
                lambda window: window.editing.change_brush(0.8),
                "[",
            ),
            Action(
                "spray-denser",
                "D&enser spray",
                "Twice as many points at a place",
                lambda window: window.editing.change_brush(1.0, 2.0),
                "}",
            ),
            Action(
                "spray-sparser",
                "Sparser spra&y",
                "Half as many points at a place",
                lambda window: window.editing.change_brush(1.0, 0.5),
                "{",
            ),
            Submenu(
                "&Select",
                "The points of a class, the wrong ones, the support vectors, all others",
                "editing.fill_select",
            ),
        ),
    ),
    Menu(
        "Data",
        (
            Action(
                "flip",
                "&Flip class",
                "Give the selected points to the other class",
                "editing.flip",
                "F",
                "selection",
            ),
            Action(
                "coordinates",
                "Coordinates…",
                "Enter exact coordinates of the selected point",
                "editing.coordinates",
                "F2",
                "selection",
            ),
            Action(
                "name-point",
                "Name of the point",
                "Write the name of the selected point beside it, as x_0",
                "editing.name_selected",
                "Shift+F2",
                "selection",
            ),
            Action(
                "score",
                "Score here",
                "The score of the selected point with its numbers, term by term",
                "lessons.explain_place",
                "Ctrl+F2",
                needs="selection",
            ),
            None,
            Action(
                "sample",
                "Sa&mple from populations…",
                "New points from Gaussian populations, one a class, with the best possible "
                "boundary",
                lambda window: sample_from_populations(window.session, window),
            ),
            Action(
                "generate",
                "&Generate points…",
                "New points of a shape: blobs, moons, spirals, ...",
                lambda window: generate_points(window.session, window),
            ),
            Submenu(
                "S&hapes",
                "Points of a shape as they usually are",
                lambda window, menu: fill_shapes(window.session, menu),
            ),
            Action(
                "sample-again",
                "Sample again",
                "Other points from where these came from",
                lambda window: apply_or_say(window.session, window, "Sample again", sampled_again),
                "Ctrl+R",
            ),
            Action(
                "one-variable",
                "One &variable",
                "Two normal classes on a line: drag their means, their widths and the threshold",
                "files.open_one_variable",
            ),
            Action(
                "lift",
                "Lift &to (x, x²)",
                "The points on the parabola, and the straight line that is both thresholds",
                lambda window: apply_or_say(window.session, window, "Lift to (x, x²)", lifted),
            ),
            Action(
                "sentences",
                "&Sentences…",
                "Type sentences: their words are counted, and naive Bayes weighs them",
                "editing.sentences",
            ),
            Submenu(
                "&Examples", "Tables for teaching: irises, penguins, wines", "files.fill_examples"
            ),
            Submenu(
                "&Annotations",
                "Text, arrows, distances, lines and test points in the picture",
                "annotating.fill_menu",
            ),
            Submenu(
                "C&lasses", "Rename, recolour, merge, remove a class; add one", "classes.fill_menu"
            ),
            Submenu(
                "Scena&rio",
                "What the two classes stand for, and so what a false alarm and a miss mean",
                "classes.fill_scenarios",
            ),
            Action(
                "add-class",
                "Add a &class",
                "One more class, which the left button places from then on",
                "classes.add",
            ),
            Action(
                "swap-classes",
                "S&wap classes",
                "Exchange the points of the two classes that the buttons of the mouse place",
                "classes.swap",
                needs="points",
            ),
            Action(
                "outlier",
                "&Outlier here",
                "A point under the pointer, of another class than the selected method says there",
                "canvas.add_outlier",
                "Shift+O",
            ),
            Action(
                "stamp-line",
                "Stamp a l&ine of points",
                "Drag a line: points lie along it, with Shift those of the next class",
                lambda window: window.canvas.set_tool("stamp-line"),
            ),
            Action(
                "stamp-ellipse",
                "Stamp an elli&pse of points",
                "Drag from corner to corner: points lie on the ellipse, with Shift of the next "
                "class",
                lambda window: window.canvas.set_tool("stamp-ellipse"),
            ),
            Submenu(
                "Hold points &back",
                "Test points that no method sees, drawn hollow",
                "test_split.fill_menu",
            ),
            Action(
                "columns",
                "Col&umns…",
                "Other axes or another class of the table that is open",
                "files.change_columns",
                needs="points",
            ),
            Submenu("A&xes", "As given in the table, or standardised", "editing.fill_axes_menu"),
            Action(
                "class-names",
                "Class and axis &names…",
                "Name the classes and the two axes",
                "editing.names",
            ),
            Action(
                "clear",
                "&Delete all points",
                "Empty the canvas and keep the methods",
                "editing.clear",
                needs="points",
            ),
        ),
    ),
    Menu(
        "Methods",
        (
            Submenu("&Add", "Add a method to those in use", "methods.fill_add"),
            Submenu("S&elect", "The method whose parameters are shown", "methods.fill_select"),
            Action(
                "toggle-method",
                "Show or &hide",
                "Switch the selected method on or off",
                "methods.toggle",
                needs="method",
            ),
            Action(
                "only-method",
                "&Show only this one",
                "Hide all methods but the selected one, or but the trial line in front",
                "methods.show_only",
                "Ctrl+Shift+M",
                "method",
            ),
            Action(
                "duplicate-method",
                "&Duplicate",
                "Add a copy of the selected method, to compare settings",
                "methods.duplicate",
                needs="method",
            ),
            Action(
                "name-method",
                "Name &in the picture…",
                "Change, hide or extend the name at the line",
                "annotating.name_method",
                needs="method",
            ),
            Submenu("&Colour", "Colour and dashes of the selected method", "methods.fill_colours"),
            Action(
                "line-names",
                "Names of all &lines",
                "Write the names of all lines into the picture, or none",
                "methods.toggle_names",
                is_on="session.document.names",
            ),
            Action(
                "remove-method",
                "&Remove",
                "Take the selected method out of use",
                "methods.remove",
                needs="method",
            ),
            None,
            Action(
                "method-up",
                "Move &up",
                "Move the selected method up in the list",
                lambda window: window.methods.move(-1),
                "Alt+Up",
                "method",
            ),
            Action(
                "method-down",
                "Move d&own",
                "Move the selected method down in the list",
                lambda window: window.methods.move(1),
                "Alt+Down",
                "method",
            ),
            None,
            Action(
                "copy-formula",
                "Copy &formula as LaTeX",
                "Copy the score of the selected method with its numbers",
                "methods.copy_formula",
                needs="method",
            ),
            Action(
                "copy-objective",
                "Copy o&bjective as LaTeX",
                "Copy what the selected method optimises, with its parameters",
                "methods.copy_objective",
                needs="method",
            ),
            None,
            Action(
                "next-member",
                "&Next pair of classes",
                "Show the margins, support vectors and plots of the next pair of more than two "
                "classes",
                lambda window: window.methods.step_member(1),
                "M",
                "pairs",
            ),
            Action(
                "previous-member",
                "&Previous pair of classes",
                "Show those of the pair before",
                lambda window: window.methods.step_member(-1),
                "Shift+M",
                "pairs",
            ),
            None,
            Action(
                "trial",
                "&Trial line",
                "A line to place by hand, beside those of the methods",
                "methods.toggle_trial",
                "T",
                is_on="session.document.trial",
            ),
            Action(
                "name-trial",
                "Na&me of the trial line",
                "Write the name of the trial line on it, as h",
                "methods.name_trial_line",
            ),
        ),
    ),
    Menu(
        "View",
        (
            Action(
                "fit-view",
                "Fit &view",
                "Show all points",
                lambda window: window.session.set_view(None),
                "Ctrl+0",
            ),
            Action(
                "zoom-in",
                "Zoom &in",
                "Look closer",
                lambda window: window.canvas.zoom(ZOOM),
                "Ctrl++ Ctrl+=",
            ),
            Action(
                "zoom-out",
                "&Zoom out",
                "See more of the plane",
                lambda window: window.canvas.zoom(1 / ZOOM),
                "Ctrl+-",
            ),
            Action(
                "limits",
                "Li&mits of the axes…",
                "Type the visible part of the plane",
                "editing.limits",
            ),
            Action(
                "own-scales",
                "Own scale &for each axis",
                "Both axes fill the picture; with equal scales right angles look right",
                "editing.toggle_scales",
                is_on="editing.has_own_scales",
            ),
            None,
            Submenu("&Layers", "What is drawn on the canvas", "layers.fill_menu"),
            Submenu("Show &a plot", "Bring a linked plot to the front", "plots.fill_menu"),
            Submenu(
                "&Weight space",
                "The criterion whose contours the weight space shows",
                "viewing.fill_landscapes",
            ),
            Submenu(
                "Feature &space",
                "Which features the axes of that plot show",
                "viewing.fill_feature_axes",
            ),
            Submenu(
                "Te&xt size",
                "Words and symbols of the window, up to twice as large",
                "viewing.fill_text_sizes",
            ),
            Submenu("&Theme", "Light, dark, or large for the projector", "viewing.fill_themes"),
            None,
            Action(
                "next-region",
                "&Keyboard to the next part",
                "Tools, lesson, canvas, sections of the panel, plots, in turn; Esc goes to the "
                "canvas",
                lambda window: window.go_to_region(True),
                "Ctrl+F6",
            ),
            Action(
                "previous-region",
                "Keyboard to the part &before",
                "The same the other way round",
                lambda window: window.go_to_region(False),
                "Ctrl+Shift+F6",
            ),
            None,
            Action(
                "panel",
                "Met&hods and layers",
                "Show or hide the panel on the right",
                lambda window: toggle_shown(window.panel),
                "F9",
                is_on=lambda window: not window.panel.isHidden(),
            ),
            Action(
                "plots",
                "Linked &plots",
                "Show or hide the plots below the canvas",
                lambda window: toggle_shown(window.plots),
                "F8",
                is_on=lambda window: not window.plots.isHidden(),
            ),
            Action(
                "enlarge",
                "&Enlarge a plot",
                "The plot under the pointer, or the one chosen last, on half the window, and back",
                "plots.enlarge_one",
                "Shift+F8",
                is_on="plots.alone",
            ),
            Action(
                "comparison",
                "&Comparison of methods…",
                "All methods in a table, and the trial line beside every optimum",
                "comparison.present",
                "Ctrl+T",
            ),
            _page(
                "points",
                "Table of p&oints",
                "Every point a row: sort, edit, select",
                "Ctrl+Shift+T",
            ),
            Action(
                "present",
                "P&resentation",
                "Only the picture, large, with one key for every layer; H shows all keys",
                "toggle_presentation",
                "F11",
                is_on="is_presenting",
            ),
            Action(
                "full-screen",
                "F&ull screen",
                "The window on the whole screen, and back",
                toggle_full_screen,
                "Shift+F11",
                is_on="isFullScreen",
            ),
        ),
    ),
    Menu(
        "Playback",
        (
            Action(
                "play",
                "&Play or pause",
                "Watch the selected method at work, step by step",
                "playback.play_or_pause",
                "K",
            ),
            Action(
                "step-on",
                "Step &on",
                "Ring the samples of the next step, then take it",
                "playback.step_on",
                ".",
            ),
            Action(
                "step-back",
                "Step &back",
                "Take back one step",
                "playback.step_back",
                ",",
                needs="run",
            ),
            Action(
                "rewind",
                "To the &first step",
                "Back to the first step",
                "playback.rewind",
                "Home",
                needs="run",
            ),
            Action(
                "to-end",
                "To the &last step",
                "On to the answer",
                "playback.go_to_end",
                "End",
                needs="run",
            ),
            None,
            Action(
                "close-playback",
                "&Close",
                "Hide the bar and show the answers",
                "playback.close_playback",
                "Shift+K",
            ),
        ),
    ),
    Menu(
        "Lessons",
        (
            Action(
                "lessons",
                "&All lessons…",
                "The course by chapters, with what is solved",
                "lessons.browse",
                "F7",
            ),
            Action(
                "lesson",
                "&Lesson",
                "Open the lesson to continue with, or close the lesson",
                "lessons.toggle_panel",
                "F6",
                is_on=lambda window: window.sheet.is_shown("lesson"),
            ),
            None,
            Action(
                "next-step",
                "Next par&t",
                "Reveal the next part; then the next lesson",
                "lessons.step_on",
                "PgDown",
            ),
            Action(
                "last-step",
                "Part &back",
                "Take the last part back; then the lesson before",
                "lessons.step_back",
                "PgUp",
                needs="lesson",
            ),
            Action(
                "next-lesson",
                "&Next lesson",
                "The next lesson of the course",
                "lessons.next",
                "Ctrl+PgDown",
            ),
            Action(
                "previous-lesson",
                "&Previous lesson",
                "The lesson before",
                "lessons.previous",
                "Ctrl+PgUp",
                needs="lesson",
            ),
            Action(
                "start-again",
                "Start a&gain",
                "The lesson as it begins",
                "lessons.coursework.start_again",
                needs="lesson",
            ),
            Action(
                "predict",
                "Predict &first",
                "Hide the selected method until you have drawn the line that you expect",
                "lessons.coursework.predict",
                "Ctrl+P",
                "method",
                lambda window: window.is_lesson_open() and window.lessons.coursework.is_hidden,
            ),
            None,
            Action(
                "recall",
                "Three &questions…",
                "Three questions from this chapter and those before it, and what is worth "
                "repeating",
                "lessons.recall",
            ),
            _page(
                "numbers",
                "N&umbers",
                "The matrices behind the picture, as on paper",
            ),
            _page(
                "why",
                "&Why this update?",
                "The step that is shown, as on paper, and a table of all steps",
            ),
            Action(
                "open-lessons",
                "&Open a folder of lessons…",
                "Your own lessons: the scene files of a folder",
                "lessons.open_folder",
            ),
            Action(
                "export-answers",
                "E&xport my answers…",
                "What you answered, predicted and reached, as a text",
                "lessons.export_answers",
            ),
            Action(
                "save-lesson",
                "Sa&ve as lesson…",
                "This scene with a text, steps and a goal",
                "lessons.save_as",
            ),
            None,
            Submenu("&Chapters", "Every lesson by its title", "lessons.fill"),
        ),
    ),
    Menu(
        "Help",
        (
            _page(
                "gestures",
                "All &gestures and keys",
                "What the mouse and the keys do",
                "F1",
            ),
            _page(
                "method-page",
                "Page of the selected &method",
                "What it minimises, how, when it fails, and in which lessons",
            ),
            Action(
                "palette",
                "&Find a command…",
                "Everything in the menus by its name: commands, plots, layers, methods, lessons",
                "command_palette.present",
                "Ctrl+K",
            ),
            Action(
                "help-card",
                "&Line of help",
                "Show the line of help above the canvas again",
                "help_card.present_again",
            ),
            Action(
                "about",
                "&About linclass",
                "Version and licence",
                lambda window: say_about(window, f"{__version__}, {core.at_work()}"),
            ),
        ),
    ),
)

# Actions in the menu of what is pointed at, by their ids.
OF_POINT = "flip coordinates name-point score duplicate delete"
OF_SHEET = "lesson why numbers points history method-page gestures lessons"
OF_AXES = "limits fit-view own-scales class-names"
OF_TRIAL = "name-trial line-names trial"
OF_METHOD = (
    "toggle-method only-method duplicate-method name-method line-names method-up method-down "
    "copy-formula copy-objective method-page remove-method"
)


def is_of_picture_alone(event: QKeyEvent, menus: Sequence[Menu], panels: Sequence[QWidget]) -> bool:
    """Whether a key edits points, or says what a click adds, while the keyboard is in a panel that
    has no use for it, or in a plot whose handle is carried.
    """
    focused = QApplication.focusWidget()
    is_busy = isinstance(focused, PlotView) and focused.is_dragging
    is_elsewhere = (
        focused is not None
        and not isinstance(focused, Picture | QTableView)
        and any(panel.isAncestorOf(focused) for panel in panels)
    )
    edits = (
        key
        for entry in all_actions(menus)
        if entry.needs == "selection"
        for key in entry.keys.split()
    )
    return (is_elsewhere or is_busy) and not _sequences(*edits, *_TOOL_KEYS).isdisjoint(
        _shortcuts_of(event)
    )


_TOOL_KEYS = (*(entry[3] for entry in TOOLS if entry is not None), *map(str, range(1, 10)))


@cache
def _sequences(*keys: str) -> frozenset[str]:
    return frozenset(QKeySequence(key).toString() for key in keys)


def _shortcuts_of(event: QKeyEvent) -> Iterator[str]:
    """The shortcuts that Qt looks up for a key: without the keypad, and of a sign also without the
    Shift that types it.
    """
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    variants = [modifiers]
    if event.text().isprintable() and not event.text().isalpha():
        variants.append(modifiers & ~Qt.KeyboardModifier.ShiftModifier)
    for variant in variants:
        yield QKeySequence(QKeyCombination(variant, Qt.Key(event.key()))).toString()
