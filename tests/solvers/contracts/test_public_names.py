"""Every method, feature map and kernel that is listed is a name of ``solvers``."""

from __future__ import annotations

import pytest

import solvers


@pytest.mark.parametrize("kind", [*solvers.METHODS, *solvers.SCHEMES, *solvers.FEATURE_MAPS, *solvers.KERNELS])
def test_what_is_listed_is_public(kind: type) -> None:
    assert getattr(solvers, kind.__name__) is kind
