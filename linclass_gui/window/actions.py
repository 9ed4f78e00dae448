"""Every action of the window, by menus: its title, its tip, the function it calls, its shortcut."""
# ruff: noqa: PLW0108 - a lambda asks for a part that is built on first use

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from solvers import core

from ..scene.generating import sampled_again
from ..scene.gestures import all_selected
from ..scene.one_variable import lifted
from ..version import __version__
from .canvas.picture import Picture
from .canvas.plot import PlotView
from .canvas.viewing import toggle_full_screen, toggle_shown
from .commands.menus import Action, Menu, Submenu, all_actions
from .commands.shortcuts import TOOLS, show_gestures
from .dialogs.forms import apply_or_say, say_about
from .dialogs.sampling import fill_shapes, generate_points, sample_from_populations
from .parts_window import PartsWindow
from .widgets.window_behaviour import bring_to_front

ZOOM = 1.25


def menus(window: PartsWindow) -> tuple[Menu, ...]:
    """The menus with their actions, in their order."""
    return (
        Menu("File", _file(window)),
        Menu("Edit", _edit(window)),
        Menu("Data", _data(window)),
        Menu("Methods", _methods(window)),
        Menu("View", _view(window)),
        Menu("Playback", _playback(window)),
        Menu("Lessons", _lessons(window)),
        Menu("Help", _help(window)),
    )


def _file(window: PartsWindow) -> tuple[Action | Submenu | None, ...]:
    files = window.files
    tip = "Repeat the last export with the same file and settings"
    copy = "The figure as it would be exported now: picture, script or command"

    def open_slides() -> None:
        window.lessons.talks.open_folder()

    def export_talk() -> None:
        window.lessons.talks.export()

    def fill_talks(menu: QMenu) -> None:
        window.lessons.talks.fill_add(menu)

    return (
        Action("new", "&New", "Start with an empty canvas", files.new, ("Ctrl+N",)),
        Action("open", "&Open…", "Open a scene or a table", files.open, ("Ctrl+O",)),
        Submenu("Open &recent", "The files opened or saved last", files.fill_recent),
        Submenu(
            "Scenes of this &figure",
            "The other scenes that stand beside this one in its figure",
            files.fill_scenes,
        ),
        Action(
            "open-slides",
            "Open a &folder as slides…",
            "A talk of your own scenes and figures, in the order of their names or of talk.toml",
            open_slides,
        ),
        Action(
            "unsaved",
            "Restore &unsaved work…",
            "What earlier runs left behind when they were killed",
            window.unsaved.show,
        ),
        None,
        Action(
            "save",
            "&Save",
            "Save the scene: points, methods, layers and view",
            files.save,
            ("Ctrl+S",),
        ),
        Action(
            "save-as",
            "Save &as…",
            "Save the scene under another name",
            files.save_as,
            ("Ctrl+Shift+S",),
        ),
        Submenu(
            "Add to tal&k",
            "This scene as the last slide of a talk",
            fill_talks,
        ),
        None,
        Action(
            "import-table",
            "&Import table…",
            "Choose columns and classes of a table as points",
            files.import_file,
            ("Ctrl+I",),
        ),
        Action(
            "export-csv",
            "Export &CSV…",
            "Write the points as a table, with scores, predictions and probabilities",
            files.export_csv,
            needs="points",
        ),
        Action(
            "export",
            "&Export figure…",
            "Draw a view as PDF, SVG or PNG",
            lambda: window.exporting.export(),
            ("Ctrl+Shift+E",),
        ),
        Action(
            "export-again",
            "Export a&gain",
            tip,
            lambda: window.exporting.export_again(),
            ("Ctrl+E",),
        ),
        Action(
            "export-talk",
            "Export the talk as PDF…",
            "All slides of the open talk as the pages of one file",
            export_talk,
            needs="talk",
        ),
        Submenu("Copy fi&gure as", copy, lambda menu: window.exporting.fill_copy(menu)),
        None,
        Action("quit", "&Quit", "Close the program", window.close, ("Ctrl+Q",)),
    )


def _edit(window: PartsWindow) -> tuple[Action | Submenu | None, ...]:
    edit, session = window.editing, window.session
    beside = "Copy the selected points a little to the right"
    clear_selection = partial(session.set_selection, frozenset())
    return (
        Action("undo", "&Undo", "Undo the last step", edit.undo, ("Ctrl+Z",)),
        Action(
            "redo",
            "&Redo",
            "Redo the step that was undone last",
            edit.redo,
            ("Ctrl+Shift+Z", "Ctrl+Y"),
        ),
        Action(
            "history",
            "&History…",
            "Every step in words: choose the state to go back to",
            lambda: window.history.present(),
            ("Ctrl+Alt+Z",),
        ),
        None,
        Action(
            "cut",
            "Cu&t",
            "Copy the selected points and delete them",
            edit.cut,
            ("Ctrl+X",),
            "selection",
        ),
        Action(
            "copy",
            "&Copy",
            "Copy the selected points as a table",
            edit.copy,
            ("Ctrl+C",),
            "selection",
        ),
        Action(
            "paste",
            "&Paste",
            "Add the points of the clipboard: x1, x2 and a class in each line",
            edit.paste,
            ("Ctrl+V",),
        ),
        Action("duplicate", "Dup&licate", beside, edit.duplicate, ("Ctrl+D",), "selection"),
        Action(
            "delete",
            "&Delete",
            "Delete the selected points",
            edit.delete,
            ("Del", "Backspace"),
            "selection",
        ),
        None,
        Action(
            "select-all",
            "Select &all",
            "Select every point",
            partial(edit.change, all_selected),
            ("Ctrl+A",),
            "points",
        ),
        Action(
            "select-none",
            "Select &none",
            "Select no point",
            clear_selection,
            ("Ctrl+Shift+A",),
            "selection",
        ),
        Submenu(
            "A&rrange", "Mirror, jitter or snap the selected points, or all", edit.fill_arrange
        ),
        Action(
            "snap",
            "Snap to gri&d",
            "Points that are added or dragged snap to a lattice of round numbers",
            lambda: session.set_state(snaps=not session.scene.snaps),
            ("Ctrl+Shift+G",),
            is_on=lambda: session.scene.snaps,
        ),
        Action(
            "brush-larger",
            "&Larger brush",
            "Spray and eraser reach further",
            partial(edit.change_brush, 1.25),
            ("]",),
        ),
        Action(
            "brush-smaller",
            "S&maller brush",
            "Spray and eraser reach less far",
            partial(edit.change_brush, 0.8),
            ("[",),
        ),
        Action(
            "spray-denser",
            "D&enser spray",
            "Twice as many points at a place",
            partial(edit.change_brush, 1.0, 2.0),
            ("}",),
        ),
        Action(
            "spray-sparser",
            "Spa&rser spray",
            "Half as many points at a place",
            partial(edit.change_brush, 1.0, 0.5),
            ("{",),
        ),
        Submenu(
            "&Select",
            "The points of a class, the wrong ones, the support vectors, all others",
            edit.fill_select,
        ),
    )


def _data(window: PartsWindow) -> tuple[Action | Submenu | None, ...]:
    edit, session = window.editing, window.session
    sample_again = partial(apply_or_say, session, window, "Sample again", sampled_again)
    exact = "Enter exact coordinates of the selected point"
    shapes = "New points of a shape: blobs, moons, spirals, ..."
    sample = "New points from Gaussian populations, one a class, with the best possible boundary"
    columns = "Other axes or another class of the table that is open"
    return (
        Action(
            "flip",
            "&Flip class",
            "Give the selected points to the other class",
            edit.flip,
            ("F",),
            "selection",
        ),
        Action("coordinates", "&Coordinates…", exact, edit.coordinates, ("F2",), "selection"),
        Action(
            "name-point",
            "&Name of the point",
            "Write the name of the selected point beside it, as x_0",
            edit.name_selected,
            ("Shift+F2",),
            "selection",
        ),
        None,
        Action(
            "sample",
            "&Sample from populations…",
            sample,
            partial(sample_from_populations, session, window),
        ),
        Action("generate", "&Generate points…", shapes, partial(generate_points, session, window)),
        Submenu("Shapes", "Points of a shape as they usually are", partial(fill_shapes, session)),
        Action(
            "sample-again",
            "Sample a&gain",
            "Other points from where these came from",
            sample_again,
            ("Ctrl+R",),
        ),
        Action(
            "one-variable",
            "One &variable",
            "Two normal classes on a line: drag their means, their widths and the threshold",
            window.files.open_one_variable,
        ),
        Action(
            "lift",
            "&Lift to (x, x²)",
            "The points on the parabola, and the straight line that is both thresholds",
            partial(apply_or_say, session, window, "Lift to (x, x²)", lifted),
        ),
        Action(
            "sentences",
            "Sentences…",
            "Type sentences: their words are counted, and naive Bayes weighs them",
            edit.sentences,
        ),
        Submenu(
            "&Examples", "Tables for teaching: irises, penguins, wines", window.files.fill_examples
        ),
        Submenu(
            "&Annotations",
            "Text, arrows, distances, lines and test points in the picture",
            window.annotating.fill_menu,
        ),
        Submenu(
            "C&lasses", "Rename, recolour, merge, remove a class; add one", window.classes.fill_menu
        ),
        Submenu(
            "Scenar&io",
            "What the two classes stand for, and so what a false alarm and a miss mean",
            window.classes.fill_scenarios,
        ),
        Action(
            "add-class",
            "&Add a class",
            "One more class, which the left button places from then on",
            window.classes.add,
        ),
        Action(
            "swap-classes",
            "S&wap classes",
            "Exchange the points of the two classes that the buttons of the mouse place",
            window.classes.swap,
            needs="points",
        ),
        Action(
            "outlier",
            "&Outlier here",
            "A point under the pointer, of another class than the selected method says there",
            window.canvas.add_outlier,
            ("Shift+O",),
        ),
        Action(
            "stamp-line",
            "Stamp a l&ine of points",
            "Drag a line: points lie along it, with Shift those of the next class",
            partial(window.canvas.set_tool, "stamp-line"),
        ),
        Action(
            "stamp-ellipse",
            "Stamp an elli&pse of points",
            "Drag from corner to corner: points lie on the ellipse, with Shift of the next class",
            partial(window.canvas.set_tool, "stamp-ellipse"),
        ),
        Submenu(
            "&Hold points back",
            "Test points that no method sees, drawn hollow",
            window.test_split.fill_menu,
        ),
        Action("columns", "Col&umns…", columns, window.files.change_columns, needs="points"),
        Submenu("A&xes", "As given in the table, or standardised", edit.fill_axes_menu),
        Action(
            "class-names", "Class and axis &names…", "Name the classes and the two axes", edit.names
        ),
        Action(
            "clear",
            "Delete all &points",
            "Empty the canvas and keep the methods",
            edit.clear,
            needs="points",
        ),
    )


def _methods(window: PartsWindow) -> tuple[Action | Submenu | None, ...]:
    methods, session = window.methods, window.session
    name = "Change, hide or extend the name at the line"
    names = "Write the names of all lines into the picture, or none"
    duplicate = "Add a copy of the selected method, to compare settings"
    formula = "Copy the score of the selected method with its numbers"
    objective = "Copy what the selected method optimises, with its parameters"
    pair = "Show the margins, support vectors and plots of the next pair of more than two classes"
    trial = "A line to place by hand, beside those of the methods"
    up, down = partial(methods.move, -1), partial(methods.move, 1)
    on, back = partial(methods.step_member, 1), partial(methods.step_member, -1)
    return (
        Submenu("&Add", "Add a method to those in use", methods.fill_add),
        Submenu("S&elect", "The method whose parameters are shown", methods.fill_select),
        Action(
            "toggle-method",
            "&Show or hide",
            "Switch the selected method on or off",
            methods.toggle,
            needs="method",
        ),
        Action(
            "only-method",
            "Show only &this one",
            "Hide all methods but the selected one, or but the trial line in front",
            methods.show_only,
            ("Ctrl+Shift+M",),
            "method",
        ),
        Action("duplicate-method", "&Duplicate", duplicate, methods.duplicate, needs="method"),
        Action(
            "name-method",
            "&Name in the picture…",
            name,
            window.annotating.name_method,
            needs="method",
        ),
        Action(
            "line-names",
            "Names of all &lines",
            names,
            methods.toggle_names,
            is_on=lambda: session.document.names,
        ),
        Action(
            "remove-method",
            "&Remove",
            "Take the selected method out of use",
            methods.remove,
            needs="method",
        ),
        None,
        Action(
            "method-up",
            "Move &up",
            "Move the selected method up in the list",
            up,
            ("Alt+Up",),
            "method",
        ),
        Action(
            "method-down",
            "Move d&own",
            "Move the selected method down in the list",
            down,
            ("Alt+Down",),
            "method",
        ),
        None,
        Action(
            "copy-formula", "Copy &formula as LaTeX", formula, methods.copy_formula, needs="method"
        ),
        Action(
            "copy-objective",
            "Copy o&bjective as LaTeX",
            objective,
            methods.copy_objective,
            needs="method",
        ),
        None,
        Action("next-member", "Next pair of c&lasses", pair, on, ("M",), "method"),
        Action(
            "previous-member",
            "&Previous pair of classes",
            "Show those of the pair before",
            back,
            ("Shift+M",),
            "method",
        ),
        None,
        Action(
            "trial",
            "&Trial line",
            trial,
            methods.toggle_trial,
            ("T",),
            is_on=lambda: session.document.trial is not None,
        ),
        Action(
            "name-trial",
            "Na&me of the trial line",
            "Write the name of the trial line on it, as h",
            methods.name_trial_line,
        ),
    )


def _view(window: PartsWindow) -> tuple[Action | Submenu | None, ...]:
    edit, viewing, zoom = window.editing, window.viewing, window.canvas.zoom
    fit = partial(window.session.set_view, None)
    scales = "Both axes fill the picture; with equal scales right angles look right"
    side, below = "Show or hide the panel on the right", "Show or hide the plots below the canvas"
    enlarge = "The plot under the pointer, or the one chosen last, on half the window, and back"
    compare = "All methods in a table, and the trial line beside every optimum"
    present = "Only the picture, large, with one key for every layer; H shows all keys"
    screen = "The window on the whole screen, and back"
    panel, plots, full = (
        partial(toggle_shown, window.panel),
        partial(toggle_shown, window.plots),
        partial(toggle_full_screen, window),
    )
    return (
        Action("fit-view", "&Fit view", "Show all points", fit, ("Ctrl+0",)),
        Action("zoom-in", "Zoom &in", "Look closer", partial(zoom, ZOOM), ("Ctrl++", "Ctrl+=")),
        Action(
            "zoom-out", "Zoom &out", "See more of the plane", partial(zoom, 1 / ZOOM), ("Ctrl+-",)
        ),
        Action(
            "limits",
            "Li&mits of the axes…",
            "Type the visible part of the plane",
            edit.limits,
        ),
        Action(
            "own-scales",
            "O&wn scale for each axis",
            scales,
            edit.toggle_scales,
            is_on=edit.has_own_scales,
        ),
        None,
        Submenu("&Layers", "What is drawn on the canvas", window.layers.fill_menu),
        Submenu("Show &a plot", "Bring a linked plot to the front", window.plots.fill_menu),
        Submenu(
            "&Weight space",
            "The criterion whose contours the weight space shows",
            viewing.fill_landscapes,
        ),
        Submenu(
            "Feature &space", "Which features the axes of that plot show", viewing.fill_feature_axes
        ),
        Submenu(
            "Te&xt size",
            "Words and symbols of the window, up to twice as large",
            viewing.fill_text_sizes,
        ),
        Submenu("&Theme", "Light, dark, or large for the projector", viewing.fill_themes),
        None,
        Action(
            "next-region",
            "Keyboard to the next &part",
            "Tools, lesson, canvas, sections of the panel, plots, in turn; Esc goes to the canvas",
            partial(window.go_to_region, True),
            ("Ctrl+F6",),
        ),
        Action(
            "previous-region",
            "Keyboard to the part &before",
            "The same the other way round",
            partial(window.go_to_region, False),
            ("Ctrl+Shift+F6",),
        ),
        None,
        Action(
            "panel",
            "&Methods and layers",
            side,
            panel,
            ("F9",),
            is_on=lambda: not window.panel.isHidden(),
        ),
        Action(
            "plots",
            "Linked &plots",
            below,
            plots,
            ("F8",),
            is_on=lambda: not window.plots.isHidden(),
        ),
        Action(
            "enlarge",
            "&Enlarge a plot",
            enlarge,
            window.plots.enlarge_one,
            ("Shift+F8",),
            is_on=lambda: window.plots.alone is not None,
        ),
        Action(
            "comparison",
            "&Comparison of methods…",
            compare,
            lambda: window.comparison.present(),
            ("Ctrl+T",),
        ),
        Action(
            "points",
            "Table of p&oints…",
            "Every point a row: sort, edit, select",
            lambda: bring_to_front(window.points_window),
            ("Ctrl+Shift+T",),
        ),
        Action(
            "present",
            "Pre&sentation",
            present,
            window.toggle_presentation,
            ("F11",),
            is_on=window.is_presenting,
        ),
        Action(
            "full-screen", "F&ull screen", screen, full, ("Shift+F11",), is_on=window.isFullScreen
        ),
    )


def _playback(window: PartsWindow) -> tuple[Action | Submenu | None, ...]:
    bar = window.playback
    return (
        Action(
            "play",
            "&Play or pause",
            "Watch the selected method at work, step by step",
            bar.play_or_pause,
            ("K",),
        ),
        Action(
            "step-on",
            "Step &on",
            "Ring the samples of the next step, then take it",
            bar.step_on,
            (".",),
        ),
        Action("step-back", "Step &back", "Take back one step", bar.step_back, (",",)),
        Action("rewind", "To the &first step", "Back to the first step", bar.rewind, ("Home",)),
        Action("to-end", "To the &last step", "On to the answer", bar.go_to_end, ("End",)),
        None,
        Action(
            "close-playback",
            "&Close",
            "Hide the bar and show the answers",
            bar.close_playback,
            ("Shift+K",),
        ),
    )


def _lessons(window: PartsWindow) -> tuple[Action | Submenu | None, ...]:
    panel = "Open the lesson to continue with, or close the lesson"
    predict = "Hide the selected method until you have drawn the line that you expect"
    answers = "What you answered, predicted and reached, as a text"
    recall = "Three questions from this chapter and those before it, and what is worth repeating"
    numbers = "The matrices behind the picture, as on paper; steps: Why this update?"
    return (
        Action(
            "lessons",
            "&All lessons…",
            "The course by chapters, with what is solved",
            lambda: window.lessons.browse(),
            ("F7",),
        ),
        Action(
            "lesson",
            "&Lesson panel",
            panel,
            lambda: window.lessons.toggle_panel(),
            ("F6",),
            is_on=window.is_lesson_open,
        ),
        None,
        Action(
            "next-step",
            "Next &step",
            "Reveal the next step; then the next lesson",
            lambda: window.lessons.step_on(),
            ("PgDown",),
        ),
        Action(
            "last-step",
            "Step &back",
            "Take the last step back; then the lesson before",
            lambda: window.lessons.step_back(),
            ("PgUp",),
        ),
        Action(
            "next-lesson",
            "&Next lesson",
            "The next lesson of the course",
            lambda: window.lessons.next(),
            ("Ctrl+PgDown",),
        ),
        Action(
            "previous-lesson",
            "&Previous lesson",
            "The lesson before",
            lambda: window.lessons.previous(),
            ("Ctrl+PgUp",),
        ),
        Action(
            "start-again",
            "Start a&gain",
            "The lesson as it begins",
            lambda: window.lessons.start_again(),
        ),
        Action(
            "predict",
            "Predi&ct first",
            predict,
            lambda: window.lessons.predict(),
            ("Ctrl+P",),
            "method",
            lambda: window.is_lesson_open() and window.lessons.coursework.is_hidden,
        ),
        None,
        Action("recall", "Three &questions…", recall, lambda: window.lessons.recall()),
        Action("numbers", "N&umbers…", numbers, lambda: window.lessons.show_numbers()),
        Action(
            "open-lessons",
            "Open a &folder of lessons…",
            "Your own lessons: the scene files of a folder",
            lambda: window.lessons.open_folder(),
        ),
        Action(
            "export-answers",
            "E&xport my answers…",
            answers,
            lambda: window.lessons.export_answers(),
        ),
        Action(
            "save-lesson",
            "Sa&ve as lesson…",
            "This scene with a text, steps and a goal",
            lambda: window.lessons.save_as(),
        ),
        None,
        Submenu("&Chapters", "Every lesson by its title", lambda menu: window.lessons.fill(menu)),
    )


def _help(window: PartsWindow) -> tuple[Action | Submenu | None, ...]:
    gestures = partial(show_gestures, window, lambda: menus(window))
    show_about = partial(say_about, window, f"{__version__}, {core.at_work()}")
    return (
        Action(
            "gestures",
            "All &gestures and keys",
            "What the mouse and the keys do",
            gestures,
            ("F1",),
        ),
        Action(
            "method-page",
            "Page of the selected &method",
            "What it minimises, how, when it fails, and in which lessons",
            lambda: window.lessons.show_method(),
        ),
        Submenu(
            "&Pages of the methods",
            "A page for each method: what it minimises, how, when it fails, and in which lessons",
            lambda menu: window.lessons.fill_method_pages(menu),
        ),
        Action(
            "palette",
            "&Find a command…",
            "Everything in the menus by its name: commands, plots, layers, methods, lessons",
            lambda: window.command_palette.present(),
            ("Ctrl+K",),
        ),
        Action(
            "help-card",
            "&Line of help",
            "Show the line of help above the canvas again",
            window.help_card.present_again,
        ),
        Action("about", "&About linclass", "Version and licence", show_about),
    )


def is_of_picture_alone(event: QKeyEvent, menus: Sequence[Menu], panels: Sequence[QWidget]) -> bool:
    """Whether a key edits points, or says what a click adds, while the keyboard is in a panel that
    has no use for it, or in a plot whose handle is carried.
    """
    focused = QApplication.focusWidget()
    is_busy = isinstance(focused, PlotView) and focused.is_dragging
    is_elsewhere = (
        focused is not None
        and not isinstance(focused, Picture)
        and any(panel.isAncestorOf(focused) for panel in panels)
    )
    edits = (
        key for entry in all_actions(menus) if entry.needs == "selection" for key in entry.keys
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
