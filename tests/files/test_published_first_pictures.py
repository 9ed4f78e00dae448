"""The first picture of published tables is usable as it comes: the class, measurements as axes,
class + where one word says so, both axes filled, and no class as a whole on the wrong side.
"""

import numpy as np
import pytest
from published_tables import PUBLISHED

from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.first_picture import FirstPicture, first_picture
from linclass_gui.files.tables import parse_table

LEAST_FILLED = 0.3  # of each axis, between its outer points
EASY = 0.3  # most errors of Fisher's line, in points of the smallest class


def picture_of(name: str) -> FirstPicture:
    return first_picture(parse_table(PUBLISHED[name].text(name), name))


@pytest.mark.parametrize("name", PUBLISHED)
def test_class_and_axes_are_those_of_a_statistician(name: str) -> None:
    published, as_read = PUBLISHED[name], picture_of(name).as_read
    assert as_read.label == published.label
    assert set(as_read.columns) <= set(published.axes)
    assert not published.positive or as_read.classes[1][0] == published.positive
    assert all(count for _, count in as_read.classes)


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_points_fill_the_picture(name: str) -> None:
    scene = scene_of(picture_of(name).document)
    extent = np.ptp(scene.document.dataset.X, axis=0)
    assert (extent > LEAST_FILLED * np.array([scene.view.width, scene.view.height])).all()


@pytest.mark.parametrize("name", PUBLISHED)
def test_no_class_is_as_a_whole_on_the_wrong_side_where_a_line_parts_them(name: str) -> None:
    document = picture_of(name).document
    dataset, fits = document.dataset, scene_of(document).fits
    if len(dataset.class_names) > 2:
        answers = [np.asarray(fits[m.id].predict(dataset.X)) for m in document.methods]
    else:
        answers = [fits[m.id].decision_function(dataset.X) > 0.0 for m in document.methods]
    classes = len(dataset.class_names)
    fisher, soft_margin = (
        np.bincount(answer[answer == dataset.labels], minlength=classes) for answer in answers
    )
    if len(dataset) - fisher.sum() <= EASY * min(dataset.counts):
        assert (soft_margin > 0).all()
