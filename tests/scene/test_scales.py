"""Axes of different units: a scale for each axis, of which fits and files know nothing else, or
standardised, with the way back.
"""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from written_tables import written_table

import solvers
from linclass_gui.answers.scenes import scene_of
from linclass_gui.cli import main
from linclass_gui.draw.axes import transform_of
from linclass_gui.errors import UserError
from linclass_gui.files.codec import decode, encode
from linclass_gui.layers import LAYERS
from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.scene.annotations import Annotation
from linclass_gui.scene.axes import (
    in_units_of_table,
    own_stretch,
    standardise,
    with_equal_scales,
    with_own_scales,
)
from linclass_gui.scene.document import Document, TrialLine
from linclass_gui.scene.theme import LIGHT

# Years against an income.
Y = np.repeat([0, 1], 30)
X = (
    np.random.default_rng(7).normal(size=(60, 2)) * (10.0, 9000.0)
    + np.array([[30.0, 30_000.0], [45.0, 45_000.0]])[Y]
)
DATA = solvers.Dataset(X, Y, ("a", "b"))
DOCUMENT = replace(
    Document.empty(),
    dataset=DATA,
    axis_names=("age", "income"),
    trial=TrialLine(30.0, (40.0, 40_000.0)),
)
FITTED = DOCUMENT.adding(solvers.SoftMarginSVM()).adding(solvers.Fisher())
ARROW = Annotation("arrow", (40.0, 40_000.0), (41.0, 50_000.0))
DRAWING = Annotation("drawing", (40.0, 40_000.0), way=((1.0, 9000.0),))
AREA = (0.0, 0.0, 900.0, 600.0)


def test_points_fill_the_picture_in_both_directions() -> None:
    own = with_own_scales(FITTED)
    transform = transform_of(canvas_figure(scene_of(own)), AREA, LIGHT)
    seen = np.ptp(transform.map(X), axis=0)
    assert (seen > (0.6 * 900.0, 0.6 * 600.0)).all()
    assert transform.scale_y / transform.scale_x == pytest.approx(own.stretch)
    even = transform_of(canvas_figure(scene_of(FITTED)), AREA, LIGHT)
    assert even.scale_x == pytest.approx(even.scale_y)
    assert np.ptp(even.map(X)[:, 0]) < 2.0
    assert with_equal_scales(own).stretch == 1.0


def test_a_file_keeps_the_scales() -> None:
    own = with_own_scales(FITTED)
    assert decode(encode(own), "a scene").stretch == own.stretch
    assert "stretch" not in json.loads(encode(FITTED))


@pytest.mark.parametrize(
    "points", [np.zeros((0, 2)), np.zeros((3, 2)), np.array([[0.0, 1.0], [2.0, 1.0]])]
)
def test_points_without_extent_have_equal_scales(points: np.ndarray) -> None:
    assert own_stretch(points) == 1.0
    with pytest.raises(UserError, match="equal scales"):
        with_own_scales(
            replace(FITTED, dataset=solvers.Dataset(points, np.zeros(len(points), dtype=np.int64)))
        )


def test_layers_of_right_angles_say_that_they_need_equal_scales() -> None:
    named = {layer.name: layer for layer in LAYERS}
    own = replace(with_own_scales(FITTED), layers=FITTED.layers | {"weight", "projection"})
    for name in ("weight", "projection"):
        assert named[name].missing(scene_of(own)) == "needs equal scales"
        assert not list(named[name].draw(scene_of(own)))
        assert not named[name].lacks(scene_of(with_equal_scales(own)))


# --- standardised axes ----------------------------------------------------------------------------


def test_points_have_mean_0_and_deviation_1_and_come_back() -> None:
    there = standardise(replace(DOCUMENT, test=DATA, annotations=(ARROW, DRAWING)))
    assert there.dataset.X.mean(axis=0) == pytest.approx([0.0, 0.0], abs=1e-12)
    assert there.dataset.X.std(axis=0) == pytest.approx([1.0, 1.0])
    assert there.axis_names == ("age, standardised", "income, standardised")
    np.testing.assert_allclose(there.test.X, there.dataset.X)
    back = in_units_of_table(there)
    np.testing.assert_allclose(back.dataset.X, X, rtol=1e-14)
    assert back.axis_names == ("age", "income")
    assert back.units is None
    assert back.annotations[0].to == pytest.approx((41.0, 50_000.0))
    assert there.annotations[1].way[0] == pytest.approx(
        (1.0 / X[:, 0].std(), 9000.0 / X[:, 1].std())
    )
    assert back.annotations[1].way[0] == pytest.approx((1.0, 9000.0))
    assert (back.trial.angle, back.trial.pivot) == (
        pytest.approx(30.0),
        pytest.approx((40.0, 40_000.0)),
    )


def test_a_line_is_the_same_in_the_units_of_the_table() -> None:
    there = standardise(DOCUMENT)
    fit = solvers.fit(solvers.SoftMarginSVM(), there.dataset.X, Y)
    w, b = there.units.line(fit.w, fit.b)
    np.testing.assert_allclose(
        X @ w + b, fit.decision_function(there.dataset.X), rtol=1e-9, atol=1e-12
    )


def test_units_are_kept_in_the_file() -> None:
    there = standardise(DOCUMENT)
    assert decode(encode(there), "t").units == there.units


def test_what_has_no_deviation_is_refused_in_a_sentence() -> None:
    with pytest.raises(UserError, match="no points"):
        standardise(Document.empty())
    with pytest.raises(UserError, match="same value on one axis"):
        standardise(
            replace(DOCUMENT, dataset=solvers.Dataset(np.column_stack([X[:, 0], np.ones(60)]), Y))
        )


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("options", [[], ["--own-scales"], ["--standardise"]])
def test_only_a_picture_says_that_its_axes_have_their_own_scales(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "t.csv").write_text(written_table(DATA), encoding="utf-8")
    assert main(["fit", str(tmp_path / "t.csv"), "--method", "fisher", "--json", *options]) == 0
    assert "its own scale" not in capsys.readouterr().err
    picture = str(tmp_path / "t.svg")
    assert main(["export", str(tmp_path / "t.csv"), "-o", picture, *options]) == 0
    words = "each axis has its own scale: right angles do not look right"
    assert (words in capsys.readouterr().err) == ("--standardise" not in options)


def test_the_command_line_says_the_line_in_the_units_of_the_table_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = np.random.default_rng(4)
    X, labels = rng.normal(size=(30, 2)) * (1000.0, 1.0) + (5000.0, -3.0), np.arange(30) % 2
    (path := tmp_path / "t.csv").write_bytes(
        written_table(solvers.Dataset(X, labels, ("no", "yes"))).encode()
    )
    assert main(["fit", str(path), "--method", "fisher", "--standardise", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    scores = (X - X.mean(axis=0)) / X.std(axis=0) @ said["w"] + said["b"]
    np.testing.assert_allclose(X @ said["as_given"]["w"] + said["as_given"]["b"], scores, atol=1e-9)
    assert main(["fit", str(path), "--method", "fisher", "--own-scales", "--json"]) == 0
    assert "as_given" not in json.loads(capsys.readouterr().out)
    assert main(["fit", str(path), "--method", "fisher", "--standardise"]) == 0
    assert "w as given" in capsys.readouterr().out


def test_the_fits_do_not_know_the_scales() -> None:
    one, other = scene_of(FITTED), scene_of(with_own_scales(FITTED))
    assert one.fits.keys() == other.fits.keys()
    for id in one.fits:
        np.testing.assert_array_equal(one.fits[id].w, other.fits[id].w)
