"""Equal scales, or a scale for each axis: what it changes, and that fits and files know nothing else of it."""

import json
from dataclasses import replace

import numpy as np
import pytest

from linclass_gui.core.appearance.theme import LIGHT
from linclass_gui.core.document import Document, TrialLine
from linclass_gui.core.files.codec import decode, encode
from linclass_gui.core.fits.render import scene_of
from linclass_gui.core.fits.trial_line import handle_places
from linclass_gui.core.scales import own_stretch, with_equal_scales, with_own_scales
from linclass_gui.core.standardising import standardise
from linclass_gui.core.user_error import UserError
from linclass_gui.draw.axes import transform_of
from linclass_gui.draw.device_finish import made_for
from linclass_gui.overlays import OVERLAYS
from linclass_gui.overlays.canvas import canvas_figure
from solvers import Dataset, Fisher, SoftMarginSVM

RNG = np.random.default_rng(7)
X = RNG.normal(size=(60, 2)) * (10.0, 9000.0) + np.repeat([[30.0, 30_000.0], [45.0, 45_000.0]], 30, axis=0)
DOCUMENT = Document(Dataset(X, np.repeat([0, 1], 30))).adding(SoftMarginSVM()).adding(Fisher())
AREA = (0.0, 0.0, 900.0, 600.0)


def test_points_fill_the_picture_in_both_directions() -> None:
    own = with_own_scales(DOCUMENT)
    transform = transform_of(canvas_figure(scene_of(own)), AREA, LIGHT)
    seen = np.ptp(transform.map(X), axis=0)
    assert (seen > (0.6 * 900.0, 0.6 * 600.0)).all()
    assert transform.scale_y / transform.scale_x == pytest.approx(own.stretch)
    even = transform_of(canvas_figure(scene_of(DOCUMENT)), AREA, LIGHT)
    assert even.scale_x == pytest.approx(even.scale_y)
    assert np.ptp(even.map(X)[:, 0]) < 2.0
    assert with_equal_scales(own).stretch == 1.0


def test_the_fits_do_not_know_the_scales() -> None:
    one, other = scene_of(DOCUMENT), scene_of(with_own_scales(DOCUMENT))
    assert one.fits.keys() == other.fits.keys()
    for id in one.fits:
        np.testing.assert_array_equal(one.fit(id).w, other.fit(id).w)


@pytest.mark.usefixtures("qapp")
def test_each_axis_has_round_ticks_of_its_own() -> None:
    figure = canvas_figure(scene_of(with_own_scales(DOCUMENT)))
    drawn = made_for(figure, transform_of(figure, AREA, LIGHT), LIGHT)
    assert len(drawn.x.ticks) >= 3
    assert len(drawn.y.ticks) >= 3
    assert drawn.y.ticks[1] - drawn.y.ticks[0] > 100.0 * (drawn.x.ticks[1] - drawn.x.ticks[0])


def test_a_file_keeps_the_scales_and_refuses_nonsense() -> None:
    own = with_own_scales(DOCUMENT)
    assert decode(encode(own), "a scene").stretch == own.stretch
    assert "stretch" not in json.loads(encode(DOCUMENT))
    raw = json.loads(encode(own))
    for wrong in (0.0, -1.0, "2", True, None, 1e300):
        with pytest.raises(UserError, match="stretch"):
            decode(json.dumps({**raw, "stretch": wrong}), "a scene")


def test_standardised_axes_have_equal_scales_again() -> None:
    assert standardise(with_own_scales(DOCUMENT)).stretch == 1.0


@pytest.mark.parametrize("points", [np.zeros((0, 2)), np.zeros((3, 2)), np.array([[0.0, 1.0], [2.0, 1.0]])])
def test_points_without_extent_have_equal_scales(points: np.ndarray) -> None:
    assert own_stretch(points) == 1.0
    with pytest.raises(UserError, match="equal scales"):
        with_own_scales(replace(DOCUMENT, dataset=Dataset(points, np.zeros(len(points), dtype=np.int64))))


def test_layers_of_right_angles_say_that_they_need_equal_scales() -> None:
    named = {overlay.name: overlay for overlay in OVERLAYS}
    own = replace(with_own_scales(DOCUMENT), layers=DOCUMENT.layers | {"weight", "projection"})
    for name in ("weight", "projection"):
        assert named[name].missing(scene_of(own)) == "needs equal scales"
        assert not list(named[name].marks(scene_of(own)))
        assert not named[name].lacks(scene_of(with_equal_scales(own)))


def test_the_handles_of_the_trial_line_are_apart_on_the_screen() -> None:
    own = with_own_scales(DOCUMENT)
    view, pixels = scene_of(own).view, np.array((1.0, 1.0 / own.stretch))
    for angle in (0.0, 45.0, 89.99, 90.0, 120.0):
        places = handle_places(TrialLine(angle, view.middle), view, 0.32 * view.height, own.stretch)
        away = float(np.hypot(*(np.subtract(*places) / pixels)))
        assert 0.1 * view.height * own.stretch < away < 0.5 * view.height * own.stretch
