"""The widget of a notebook: arrays and page are one, in Python and in a browser."""

import json
from pathlib import Path

import numpy as np
import pytest
from chromium import IS_THERE, MISSING, Chromium

import linclass_gui
import solvers
from linclass_gui.errors import UserError
from linclass_gui.files.codec import decode, encode
from linclass_gui.live.web import FOLDER

pytest.importorskip("anywidget", reason="anywidget is not installed")
pytestmark = pytest.mark.usefixtures("qapp")
RNG = np.random.default_rng(1)
X = RNG.normal(size=(30, 2)) + np.repeat([[0.0, 0.0], [2.0, 1.0]], 15, axis=0)
Y = np.repeat(["no", "yes"], 15)


def test_points_that_are_set_in_python_are_in_the_scene_and_seen_by_who_observes() -> None:
    widget = linclass_gui.explore(X, Y, methods=["fisher", "soft-margin-svm"])
    seen: list[str] = []
    widget.observe(lambda change: seen.append(change["name"]), ["X", "y"])
    widget.X = X + 1.0
    assert seen == ["X"]
    np.testing.assert_array_equal(widget.scene.dataset.X, X + 1.0)
    assert decode(widget._scene, "w").dataset.X[0].tolist() == (X[0] + 1.0).tolist()
    widget.show(X[:20], Y[10:30])
    assert len(widget.X) == len(widget.y) == 20
    assert sorted(set(seen)) == ["X", "y"]


def test_what_is_wrong_is_refused_and_changes_nothing() -> None:
    widget = linclass_gui.explore(X, Y)
    for wrong in ({"X": X[:3]}, {"X": np.full_like(X, np.nan)}, {"y": np.repeat("maybe", 30)}):
        (name, value) = next(iter(wrong.items()))
        with pytest.raises(ValueError, match=r"label|finite|point"):
            setattr(widget, name, value)
    np.testing.assert_array_equal(widget.X, X)
    np.testing.assert_array_equal(widget.y, Y)
    with pytest.raises(UserError, match="up to 5000 points; got 5001"):
        linclass_gui.explore(RNG.normal(size=(5001, 2)), np.arange(5001) % 2)
    for wrong_size in ({"width": 84}, {"height": 63}):
        with pytest.raises(UserError, match="in pixels"):
            linclass_gui.explore(X, Y, **wrong_size)


def test_an_edit_in_the_cell_is_in_the_arrays_and_fits_are_exact() -> None:
    widget = linclass_gui.explore(X, Y, methods=[solvers.SoftMarginSVM(C=2.0)])
    file = json.loads(widget._scene)
    file["data"]["points"][0] = [5.0, -1.0, 1]
    del file["data"]["points"][7]
    file["methods"][0]["parameters"]["C"] = 9.0
    text = widget._scene = json.dumps(file)
    assert widget._scene == text  # the page is not told what it said: that would be another edit
    assert widget.X[0].tolist() == [5.0, -1.0]
    assert widget.y[0] == "yes"
    assert len(widget.X) == len(widget.y) == 29
    (fit,) = widget.fits.values()
    plain = solvers.fit(solvers.SoftMarginSVM(C=9.0), widget.X, widget.y)
    np.testing.assert_array_equal(fit.w, plain.w)
    assert fit.status is solvers.Status.CONVERGED


def test_who_cannot_show_widgets_sees_the_picture() -> None:
    widget = linclass_gui.explore(X, Y)
    bundle = widget._repr_mimebundle_()
    shown = bundle[0] if isinstance(bundle, tuple) else bundle
    assert shown["image/svg+xml"].startswith("<svg")
    assert "application/vnd.jupyter.widget-view+json" in shown


HOST = """<!DOCTYPE html><html><body><div id="cell" style="width:900px"></div><script type="module">
{widget}
const values = {values}, heard = {{}};
window.saved = 0;
window.model = {{
  get: (name) => values[name],
  set: (name, value) => {{ values[name] = value; heard[`change:${{name}}`]?.(); }},
  on: (name, call) => {{ heard[name] = call; }},
  off: (name) => {{ delete heard[name]; }},
  save_changes: () => {{ window.saved += 1; }},
}};
window.end = widget.render({{ model, el: document.getElementById("cell") }});
</script></body></html>"""


SENT = ("_page", "_begun", "_scene", "width", "height")


def _hosted(widget: linclass_gui.Explorer, path: Path) -> Path:
    code = (
        (FOLDER / "widget.mjs")
        .read_text(encoding="utf-8")
        .replace("export default", "const widget =")
    )
    values = json.dumps({name: getattr(widget, name) for name in SENT}).replace("<", "\\u003c")
    path.write_text(HOST.format(widget=code, values=values), encoding="utf-8")
    return path


def _until(browser: Chromium, condition: str) -> None:
    for _ in range(600):
        if browser.run(condition):
            return
        browser.frame()
    raise AssertionError(f"never so: {condition}")


def _drag_until(browser: Chromium, condition: str, *places: tuple[float, float]) -> int:
    """Drag until a condition holds, and say how often: a frame that has just been painted may not
    hear the first press.
    """
    for count in range(1, 21):
        browser.mouse(*places)
        for _ in range(60):
            if browser.run(condition):
                return count
            browser.frame()
    raise AssertionError(f"never so: {condition}")


@pytest.mark.slow
@pytest.mark.skipif(not IS_THERE, reason=MISSING)
def test_a_drag_in_the_cell_reaches_python_and_what_python_sets_is_shown(
    browser: Chromium, tmp_path: Path
) -> None:
    widget = linclass_gui.explore(X, Y, methods=["fisher"])
    host = _hosted(widget, tmp_path / "host.html")
    browser.open(host, width=1000, height=800)
    _until(browser, "'isReady' in document.querySelector('iframe').dataset")
    points = "JSON.parse(model.get('_scene')).data.points"
    box = browser.run(
        "(() => { const b = document.querySelector('iframe').getBoundingClientRect(); return "
        "[b.left, b.top]; })()"
    )
    before = browser.run(points)
    assert before == [
        [*x, label] for x, label in zip(X.tolist(), (Y == "yes").tolist(), strict=True)
    ]
    # An empty place of the picture: a click adds a point of the class that is chosen.
    _drag_until(browser, f"{points}.length === 31", (box[0] + 120.0, box[1] + 120.0))
    assert browser.run("saved") >= 1
    widget._scene = browser.run("model.get('_scene')")
    assert len(widget.X) == 31
    assert widget.y[30] == "yes"
    # What Python sets is shown there, and is not told back.
    widget.X = widget.X + 0.5
    sent = browser.run("saved")
    browser.run(f"model.set('_scene', {json.dumps(widget._scene)})")
    for _ in range(8):
        browser.frame()  # the picture hears of it in its own time, and says nothing back
    browser.mouse((box[0] + 160.0, box[1] + 120.0))
    _until(browser, f"{points}.length === 32")
    assert browser.run(f"{points}[0][0]") == pytest.approx(widget.X[0, 0])
    assert browser.run("saved") == sent + 1
    assert browser.complaints() == []
    assert encode(decode(browser.run("model.get('_scene')"), "cell"))


def test_a_widget_says_which_class_is_positive_and_keeps_the_callers_labels() -> None:
    widget = linclass_gui.explore([[0.0, 1.0], [2.0, 1.5], [1.0, 0.0]], ["+", "-", "+"])
    words = "soft margin with C = 10 for 3 points of this spread"
    assert widget.as_read == f"x1 against x2, classes: - (-, 1), + (+, 2); {words}"
    assert widget.y.tolist() == ["+", "-", "+"]
    widget.show([[0.0, 1.0], [2.0, 1.5]], ["-", "+"])
    assert widget.scene.dataset.labels.tolist() == [0, 1]
    assert widget.as_read.endswith("- (-, 1), + (+, 1)")


def _iris() -> dict[str, list[object]]:
    """A table of four measurements, of which the last two tell the classes apart."""
    random = np.random.default_rng(4)
    labels = np.repeat([0, 1, 2], 20)
    noise = random.normal(size=(60, 4))
    noise[:, 2:] += 6.0 * np.column_stack([labels == 1, labels == 2])
    names = ("a", "b", "c", "d")
    frame: dict[str, list[object]] = {n: noise[:, k].tolist() for k, n in enumerate(names)}
    return {**frame, "kind": ["pqr"[k] for k in labels]}


def test_a_table_of_many_columns_begins_with_the_two_that_tell_most() -> None:
    frame = _iris()
    widget = linclass_gui.explore(frame, label="kind", methods=["fisher"])
    assert widget.as_read.startswith("c (x1) against d (x2), classes: p (20), q (20), r (20)")
    columns = np.array([frame[name] for name in "abcd"]).T
    assert widget.X.shape == (60, 4)
    np.testing.assert_allclose(sorted(widget.X[0]), sorted(columns[0]))
    assert widget.y.tolist() == frame["kind"]
    of_arrays = linclass_gui.explore(columns, frame["kind"])
    assert of_arrays.as_read.startswith("x3 (x1) against x4 (x2)")
    np.testing.assert_allclose(of_arrays.X, columns)


def test_the_plane_of_a_table_is_chosen() -> None:
    frame = _iris()
    columns = np.array([frame[name] for name in "abcd"]).T
    for axes in (("d", "a"), (3, 0)):
        widget = linclass_gui.explore(frame, label="kind", axes=axes)
        assert widget.as_read.startswith("d (x1) against a (x2)")
    widget = linclass_gui.explore(columns, frame["kind"], plane="discriminants")
    assert widget.as_read.startswith("discriminants of x1, x2, x3, x4")
    np.testing.assert_allclose(widget.X, columns)
    with pytest.raises(UserError, match="did you mean discriminants"):
        linclass_gui.explore(columns, frame["kind"], plane="discriminant")
    with pytest.raises(UserError, match="axes are two columns"):
        linclass_gui.explore(columns, frame["kind"], axes=(0, 1), plane="pca")


def test_rows_that_are_set_and_rows_that_are_dragged_have_all_columns() -> None:
    frame = _iris()
    columns = np.array([frame[name] for name in "abcd"]).T
    widget = linclass_gui.explore(columns, frame["kind"], methods=["fisher"])
    widget.X = columns + 1.0
    np.testing.assert_allclose(widget.X, columns + 1.0)
    file = json.loads(widget._scene)
    file["data"]["points"][0][:2] = [0.5, -0.5]
    widget._scene = json.dumps(file)
    np.testing.assert_allclose(widget.X[0], [*(columns[0, :2] + 1.0), 0.5, -0.5])
    np.testing.assert_allclose(widget.X[1:], columns[1:] + 1.0)


@pytest.mark.slow
@pytest.mark.skipif(not IS_THERE, reason=MISSING)
def test_a_row_that_is_added_in_the_cell_has_the_mean_behind_the_plane(
    browser: Chromium, tmp_path: Path
) -> None:
    frame = _iris()
    columns = np.array([frame[name] for name in "abcd"]).T
    widget = linclass_gui.explore(columns, frame["kind"], methods=["fisher"])
    browser.open(_hosted(widget, tmp_path / "host.html"), width=1000, height=800)
    _until(browser, "'isReady' in document.querySelector('iframe').dataset")
    is_added = "JSON.parse(model.get('_scene')).data.points.length === 61"
    _drag_until(browser, is_added, (120.0, 120.0))
    widget._scene = browser.run("model.get('_scene')")
    np.testing.assert_allclose(widget.X[:60], columns)
    np.testing.assert_allclose(widget.X[60, :2], columns[:, :2].mean(axis=0))
    assert browser.complaints() == []


def test_marimo_has_the_points_and_the_fits() -> None:
    marimo = pytest.importorskip("marimo", reason="marimo, in which it is tried, is not installed")
    element = marimo.ui.anywidget(linclass_gui.explore(X, Y, methods=["fisher"]))
    file = json.loads(element.value["_scene"])
    file["data"]["points"][0] = [9.0, 9.0, 1]
    element._update({"_scene": json.dumps(file)})
    assert element.value["X"][0] == [9.0, 9.0]
    assert element.value["y"][0] == "yes"
    fit = solvers.fit(solvers.Fisher(), element.X, element.y)
    np.testing.assert_array_equal(element.fits["Fisher discriminant"].w, fit.w)


def test_what_is_sent_to_a_notebook_holds_the_points_as_lists() -> None:
    state = linclass_gui.explore(X, Y, width=640, height=480).get_state()
    assert state["X"] == X.tolist()
    assert state["y"] == Y.tolist()
    assert (state["width"], state["height"]) == (640, 480)
