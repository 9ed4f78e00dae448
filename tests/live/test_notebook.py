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
    with pytest.raises(UserError, match="in 3 columns"):
        linclass_gui.explore(np.column_stack([X, X[:, 0] ** 2]), Y)


def test_three_classes_are_fitted_in_the_cell() -> None:
    widget = linclass_gui.explore(X, np.arange(30) % 3, methods=["softmax"])
    (fit,) = widget.fits.values()
    assert fit.certificate.confusion.shape == (3, 3)


def test_an_edit_in_the_cell_is_in_the_arrays_and_fits_are_exact() -> None:
    widget = linclass_gui.explore(X, Y, methods=[solvers.SoftMarginSVM(C=2.0)])
    file = json.loads(widget._scene)
    file["data"]["points"][0] = [5.0, -1.0, 1]
    del file["data"]["points"][7]
    file["methods"][0]["parameters"]["C"] = 9.0
    widget._scene = json.dumps(file)
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


def _until(browser: Chromium, condition: str) -> None:
    for _ in range(600):
        if browser.run(condition):
            return
        browser.frame()
    raise AssertionError(f"never so: {condition}")


@pytest.mark.slow
@pytest.mark.skipif(not IS_THERE, reason=MISSING)
def test_a_drag_in_the_cell_reaches_python_and_what_python_sets_is_shown(
    browser: Chromium, tmp_path: Path
) -> None:
    widget = linclass_gui.explore(X, Y, methods=["fisher"])
    code = (
        (FOLDER / "widget.mjs")
        .read_text(encoding="utf-8")
        .replace("export default", "const widget =")
    )
    values = json.dumps(
        {name: getattr(widget, name) for name in ("_page", "_begun", "_scene")}
    ).replace("<", "\\u003c")
    host = tmp_path / "host.html"
    host.write_text(HOST.format(widget=code, values=values), encoding="utf-8")
    browser.open(host, width=1000, height=800)
    _until(browser, "parseInt(document.querySelector('iframe').style.height) !== 620")
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
    browser.mouse((box[0] + 120.0, box[1] + 120.0))
    _until(browser, f"{points}.length === 31")
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
