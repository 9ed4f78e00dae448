"""Every action of the window, as a table: what it is called, how it is reached, what it says of itself, what it calls.

The menus are built from the same table, so that no action can be without a menu, a tool tip and a test.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Needs = Literal["nothing", "points", "selection", "method"]


@dataclass(frozen=True)
class Action:
    """One action; ``slot`` is the path from the window to what it calls, as in ``files.open``.

    ``needs`` says when it is enabled, ``state`` is the path to a predicate for actions with a tick.
    """

    id: str
    text: str
    tip: str
    slot: str
    keys: tuple[str, ...] = ()
    needs: Needs = "nothing"
    state: str = ""


@dataclass(frozen=True)
class Submenu:
    """A menu inside a menu whose entries are built while the program runs; ``slot`` fills it when it opens."""

    text: str
    tip: str
    slot: str


Entry = Action | Submenu | None  # None is a separating line

MENUS: tuple[tuple[str, tuple[Entry, ...]], ...] = (
    (
        "File",
        (
            Action("new", "&New", "Start with an empty canvas", "files.new", ("Ctrl+N",)),
            Action("open", "&Open…", "Open a scene or a CSV table", "files.open", ("Ctrl+O",)),
            Submenu("Open &recent", "The files opened or saved last", "files.fill_recent"),
            Action("unsaved", "Restore &unsaved work…", "What earlier runs left behind when they were killed", "unsaved.show"),
            None,
            Action("save", "&Save", "Save the scene: points, methods, layers and view", "files.save", ("Ctrl+S",)),
            Action("save-as", "Save &as…", "Save the scene under another name", "files.save_as", ("Ctrl+Shift+S",)),
            None,
            Action(
                "import-csv", "&Import CSV…", "Choose columns and classes of a table as points", "files.import_csv", ("Ctrl+I",)
            ),
            Action("export-csv", "Export &CSV…", "Write the points as a table", "files.export_csv", needs="points"),
            Action("export", "&Export figure…", "Draw a view as PDF, SVG or PNG", "exporting.export", ("Ctrl+Shift+E",)),
            Action(
                "export-again",
                "Export a&gain",
                "Repeat the last export with the same file and settings",
                "exporting.export_again",
                ("Ctrl+E",),
            ),
            Submenu("Copy fi&gure as", "The figure as it would be exported now: picture, script or command", "exporting.fill_copy"),
            None,
            Action("quit", "&Quit", "Close the program", "files.quit", ("Ctrl+Q",)),
        ),
    ),
    (
        "Edit",
        (
            Action("undo", "&Undo", "Take back the last step", "editing.undo", ("Ctrl+Z",)),
            Action("redo", "&Redo", "Do again what was taken back", "editing.redo", ("Ctrl+Shift+Z", "Ctrl+Y")),
            Action("glide", "&Glide back and forth", "Watch the last step being undone, and done again", "morphing.toggle", ("G",)),
            None,
            Action("cut", "Cu&t", "Copy the selected points and delete them", "editing.cut", ("Ctrl+X",), "selection"),
            Action("copy", "&Copy", "Copy the selected points as a table", "editing.copy", ("Ctrl+C",), "selection"),
            Action(
                "paste", "&Paste", "Add the points of the clipboard: x1, x2 and a class in each line", "editing.paste", ("Ctrl+V",)
            ),
            Action(
                "duplicate",
                "Dup&licate",
                "Copy the selected points a little to the right",
                "editing.duplicate",
                ("Ctrl+D",),
                "selection",
            ),
            Action("delete", "&Delete", "Delete the selected points", "editing.delete", ("Del", "Backspace"), "selection"),
            None,
            Action("select-all", "Select &all", "Select every point", "editing.select_all", ("Ctrl+A",), "points"),
            Action("select-none", "Select &none", "Select no point", "editing.select_none", ("Ctrl+Shift+A",), "selection"),
            Submenu("A&rrange", "Mirror, jitter or snap the selected points, or all", "editing.fill_arrange"),
            Action(
                "snap",
                "Snap to gri&d",
                "Points that are added or dragged come to stand on a lattice of round numbers",
                "editing.toggle_snap",
                ("Ctrl+Shift+G",),
                state="editing.snaps",
            ),
            Submenu("&Select", "The points of a class, the wrong ones, the support vectors, all others", "editing.fill_select"),
        ),
    ),
    (
        "Data",
        (
            Action("flip", "&Flip class", "Give the selected points to the other class", "editing.flip", ("F",), "selection"),
            Action(
                "coordinates",
                "&Coordinates…",
                "Enter exact coordinates of the selected point",
                "editing.coordinates",
                ("F2",),
                "selection",
            ),
            None,
            Action(
                "sample",
                "&Sample from populations…",
                "New points from Gaussian populations, one a class, with the best possible boundary",
                "sampling.open",
            ),
            Action("generate", "&Generate points…", "New points of a shape: blobs, moons, spirals, ...", "generating.open"),
            Action("sample-again", "Sample a&gain", "Other points from where these came from", "generating.again", ("Ctrl+R",)),
            Submenu("&Examples", "Tables of teaching: irises, penguins, wines", "files.fill_examples"),
            Submenu("&Annotations", "Text, arrows, distances, lines and test points in the picture", "annotating.fill_menu"),
            Submenu("C&lasses", "Rename, recolour, merge, remove a class; add one", "classes.fill_menu"),
            Action("add-class", "&Add a class", "One more class, which the left button places from then on", "classes.add"),
            Submenu("&Hold points back", "Test points that no method sees, drawn hollow", "holding_back.fill_menu"),
            Action(
                "columns",
                "Col&umns…",
                "Other axes or another class of the table that is open",
                "files.change_columns",
                needs="points",
            ),
            Submenu("A&xes", "As given in the table, or standardised", "editing.fill_axes_menu"),
            Action("class-names", "Class and axis &names…", "Name the classes and the two axes", "editing.names"),
            Action("clear", "Delete all &points", "Empty the canvas and keep the methods", "editing.clear", needs="points"),
        ),
    ),
    (
        "Methods",
        (
            Submenu("&Add", "Add a method to those in use", "methods.fill_add"),
            Action("toggle-method", "&Show or hide", "Switch the selected method on or off", "methods.toggle", needs="method"),
            Action(
                "duplicate-method",
                "&Duplicate",
                "Add the selected method once more, to compare settings",
                "methods.duplicate",
                needs="method",
            ),
            Action(
                "name-method",
                "&Name in the picture…",
                "Change, hide or extend the name at the line",
                "annotating.name_method",
                needs="method",
            ),
            Action(
                "line-names",
                "Names of all &lines",
                "Write the names of all lines into the picture, or none",
                "methods.toggle_names",
                state="methods.has_names",
            ),
            Action("remove-method", "&Remove", "Take the selected method out of use", "methods.remove", needs="method"),
            None,
            Action(
                "method-up",
                "Move &up",
                "Move the selected method up in the list",
                "methods.move_up",
                ("Alt+Up",),
                "method",
            ),
            Action(
                "method-down",
                "Move d&own",
                "Move the selected method down in the list",
                "methods.move_down",
                ("Alt+Down",),
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
                "Next pair of c&lasses",
                "Show the margins, support vectors and plots of the next pair of more than two classes",
                "methods.next_member",
                ("M",),
                "method",
            ),
            Action(
                "previous-member",
                "&Previous pair of classes",
                "Show those of the pair before",
                "methods.previous_member",
                ("Shift+M",),
                "method",
            ),
            None,
            Action(
                "trial",
                "&Trial line",
                "A line to place by hand, beside those of the methods",
                "methods.toggle_trial",
                ("T",),
                state="methods.has_trial",
            ),
        ),
    ),
    (
        "View",
        (
            Action("fit-view", "&Fit view", "Show all points", "viewing.fit", ("Ctrl+0",)),
            Action("zoom-in", "Zoom &in", "Look closer", "viewing.zoom_in", ("Ctrl++", "Ctrl+=")),
            Action("zoom-out", "Zoom &out", "See more of the plane", "viewing.zoom_out", ("Ctrl+-",)),
            Action(
                "own-scales",
                "O&wn scale for each axis",
                "Both axes fill the picture; with equal scales what is perpendicular looks so",
                "editing.toggle_scales",
                state="editing.has_own_scales",
            ),
            None,
            Submenu("&Layers", "What is drawn on the canvas", "layers.fill_menu"),
            Submenu("&Weight space", "Whose contours the plot of the weight space shows", "viewing.fill_landscapes"),
            Submenu("Feature &space", "Which features the axes of that plot show", "viewing.fill_feature_axes"),
            Submenu("Te&xt size", "Words and symbols of the window, up to twice as large", "viewing.fill_text_sizes"),
            Submenu("&Theme", "Light, dark, or large for the projector", "viewing.fill_themes"),
            None,
            Action(
                "panel",
                "&Methods and layers",
                "Show or hide the panel on the right",
                "viewing.toggle_panel",
                ("F9",),
                state="viewing.panel_shown",
            ),
            Action(
                "plots",
                "Linked &plots",
                "Show or hide the plots below the canvas",
                "viewing.toggle_plots",
                ("F8",),
                state="viewing.plots_shown",
            ),
            Action(
                "enlarge",
                "&Enlarge a plot",
                "The plot under the pointer, or the one chosen last, on half the window, and back",
                "viewing.toggle_enlarged",
                ("Shift+F8",),
                state="viewing.plot_enlarged",
            ),
            Action(
                "comparison",
                "&Comparison of methods…",
                "All methods in a table, and the trial line beside every optimum",
                "show_comparison",
                ("Ctrl+T",),
            ),
            Action("points", "Table of p&oints…", "Every point a row: sort, edit, select", "show_points", ("Ctrl+Shift+T",)),
            Action(
                "present",
                "Pre&sentation",
                "Only the picture, large, with one key for every layer; H shows all keys",
                "toggle_presentation",
                ("F11",),
                state="is_presenting",
            ),
            Action(
                "full-screen",
                "F&ull screen",
                "The window on the whole screen, and back",
                "viewing.toggle_full_screen",
                ("Shift+F11",),
                state="viewing.is_full_screen",
            ),
        ),
    ),
    (
        "Playback",
        (
            Action("play", "&Play or pause", "Watch the selected method at work, step by step", "playback.play_or_pause", ("K",)),
            Action("step-on", "Step &on", "Ring the samples of the next step, then take it", "playback.step_on", (".",)),
            Action("step-back", "Step &back", "Take back one step", "playback.step_back", (",",)),
            Action("rewind", "To the &first step", "Back to the first step", "playback.rewind", ("Home",)),
            Action("to-end", "To the &last step", "On to the answer", "playback.go_to_end", ("End",)),
            None,
            Action("close-playback", "&Close", "Hide the bar and show the answers", "playback.close_playback", ("Shift+K",)),
        ),
    ),
    (
        "Lessons",
        (
            Action("lessons", "&All lessons…", "The course by chapters, with what is solved", "lessons.browse", ("F7",)),
            Action(
                "lesson",
                "&Lesson panel",
                "Open the first lesson that is not solved yet, or close the lesson",
                "lessons.toggle_panel",
                ("F6",),
                state="lessons.is_open",
            ),
            None,
            Action("next-step", "Next &step", "Reveal the next step; then the next lesson", "lessons.step_on", ("PgDown",)),
            Action("last-step", "Step &back", "Take the last step back; then the lesson before", "lessons.step_back", ("PgUp",)),
            Action("next-lesson", "&Next lesson", "The next lesson of the course", "lessons.next", ("Ctrl+PgDown",)),
            Action("previous-lesson", "&Previous lesson", "The lesson before", "lessons.previous", ("Ctrl+PgUp",)),
            Action("start-again", "Start a&gain", "The lesson as it begins", "lessons.start_again"),
            Action(
                "predict",
                "Predi&ct first",
                "Hide the selected method until you have drawn the line that you expect",
                "lessons.predict",
                ("Ctrl+P",),
                "method",
                "lessons.is_predicting",
            ),
            None,
            Action("numbers", "N&umbers…", "The matrices behind the picture, as on paper", "lessons.show_numbers"),
            Action(
                "open-lessons",
                "Open a &folder of lessons…",
                "Your own lessons: the scene files of a folder",
                "lessons.open_folder",
            ),
            Action(
                "export-answers",
                "E&xport my answers…",
                "What you answered, predicted and reached, as a text",
                "lessons.export_answers",
            ),
            Action("save-lesson", "Sa&ve as lesson…", "This scene with a text, steps and a goal", "lessons.save_as"),
            None,
            Submenu("&Chapters", "Every lesson by its title", "lessons.fill"),
        ),
    ),
    (
        "Help",
        (
            Action("gestures", "All &gestures and keys", "What the mouse and the keys do", "viewing.show_gestures", ("F1",)),
            Action("help-card", "&Three lines of help", "Show the help card on the canvas again", "viewing.show_help_card"),
            Action("about", "&About linclass", "Version and licence", "viewing.show_about"),
        ),
    ),
)


def all_actions() -> Iterator[Action]:
    """Every action of the table, in the order of the menus."""
    return (entry for _, entries in MENUS for entry in entries if isinstance(entry, Action))
