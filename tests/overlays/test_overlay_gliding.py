"""Labels that follow their lines during a drag."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linclass_gui.core.document import View
from linclass_gui.core.labels import text_width
from linclass_gui.core.marks import Text
from linclass_gui.overlays.lines.line_labels import glided
from solvers.plane.geometry import clip_line

VIEW, SIZE, NAME = View(-5.0, 5.0, -3.0, 3.0), 0.2, "soft margin"


def line(degrees: float, offset: float) -> np.ndarray:
    normal = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    cut = clip_line(normal, offset, VIEW.box)
    assert cut is not None
    return cut


def follow(at: tuple[float, float], old: np.ndarray, new: np.ndarray) -> Text | None:
    mark = Text(at, NAME, "label", along=tuple((old[1] - old[0]).tolist()))
    moved = glided((mark,), {NAME: old}, {NAME: new}, VIEW, SIZE)
    return None if moved is None else moved[0]  # type: ignore[return-value]


@given(st.floats(0.0, 180.0), st.floats(-1.5, 1.5), st.floats(-12.0, 12.0), st.floats(-0.4, 0.4), st.floats(0.0, 1.0))
def test_a_label_never_leaves_the_view_nor_its_line(degrees: float, offset: float, turn: float, shift: float, share: float) -> None:
    old, new = line(degrees, offset), line(degrees + turn, offset + shift)
    start = old[0] + share * (old[1] - old[0])
    label = follow((float(start[0]), float(start[1])), old, new)
    if label is None:
        return
    assert label.along is not None
    ends = np.array(label.at) + np.array([[-0.5], [0.5]]) * text_width(NAME, SIZE) * np.array(label.along) / np.hypot(*label.along)
    low, high = np.array([VIEW.x0, VIEW.y0]), np.array([VIEW.x1, VIEW.y1])
    assert ((ends > low - 1e-6) & (ends < high + 1e-6)).all()
    away, direction = np.array(label.at) - new[0], (new[1] - new[0]) / np.hypot(*(new[1] - new[0]))
    assert direction[0] * away[1] - direction[1] * away[0] == pytest.approx(0.0, abs=1e-9)


def test_a_label_at_the_upper_edge_slides_down_its_line() -> None:
    old, new = line(20.0, 0.0), line(24.0, 0.0)
    top = old[int(np.argmax(old[:, 1]))]
    label = follow((float(top[0]), float(top[1])), old, new)
    assert label is not None
    assert label.at[1] < VIEW.y1 - 0.4 * text_width(NAME, SIZE)


def test_in_the_middle_a_label_keeps_its_place() -> None:
    label = follow((0.0, 0.0), line(20.0, 0.0), line(20.0, 0.0))
    assert label is not None
    assert label.at == pytest.approx((0.0, 0.0), abs=1e-12)
