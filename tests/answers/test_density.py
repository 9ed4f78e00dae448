"""Densities of few points."""

import numpy as np
import pytest

from linclass_gui.answers.density import densities


@pytest.mark.parametrize("counts", [(3, 3), (2, 40), (1, 1)])
def test_densities_of_few_points_come_down_at_both_ends(counts: tuple[int, int]) -> None:
    random = np.random.default_rng(sum(counts))
    y = np.repeat([-1.0, 1.0], counts)
    f = random.normal(size=len(y)) + y
    bins, both = densities(f, y, float(f.min()) - 0.05, float(f.max()) + 0.05)
    for density in both:
        assert density[[0, -1]].max() < 0.02 * density.max()
        assert density.sum() * bins.step == pytest.approx(1.0, abs=0.01)
